//! Networks: the numbers of a plain evaluation, the same choice for any threads and batch, and play that follows them.

use std::collections::BTreeMap;
use std::sync::Arc;

use expedition::agents::network::file::Tensors;
use expedition::agents::network::layers::{Activations, GROUP};
use expedition::agents::network::{About, SparseRow, Workspace, softmax, softmax_at};
use expedition::agents::speed::drawn;
use expedition::agents::{Evaluator, Network, View, preferred, self_play};
use expedition::core::{ActionSet, Game, MAX_SEATS, Playable, Rng, Starts, Turn};
use expedition::games::agartha::Agartha;
use expedition::games::arnak::Arnak;
use expedition::games::kathmandu::Kathmandu;
use expedition::games::subterra::Subterra;
use expedition::games::toy::Toy;
use serde_json::json;

use super::spec;
use crate::support::{episode, game, random_play};

/// The Shaft as it should be played: down to a multiple of four. `ReLU` of the depth less 0, 1, 2 … makes a peak at each depth.
pub fn winning(game: &Game<Toy>) -> Network {
    const UNITS: usize = 43;
    let mut first = vec![0.0; game.observation_size() * UNITS];
    first[..UNITS].fill(40.0);
    let bias = (0..UNITS).map(|i| 1.0 - i as f32).collect();
    // The peak at a depth is a sum of three units.
    let peaks = |wanted: &dyn Fn(usize) -> f32| {
        let mut row = vec![0.0; UNITS];
        for depth in 0..UNITS - 2 {
            let height = wanted(depth);
            row[depth] += height;
            row[depth + 1] -= 2.0 * height;
            row[depth + 2] += height;
        }
        row
    };
    let policy: Vec<f32> = (1..=3).flat_map(|steps| peaks(&|depth| if depth % 4 == steps { 8.0 } else { 0.0 })).collect();
    let own = peaks(&|depth| if depth % 4 == 0 { -4.0 } else { 4.0 });
    let other: Vec<f32> = own.iter().map(|x| -x).collect();
    let tensors: Tensors = [
        ("first.weight", vec![game.observation_size(), UNITS], first),
        ("first.bias", vec![UNITS], bias),
        ("policy.weight", vec![3, UNITS], policy),
        ("policy.bias", vec![3], vec![0.0; 3]),
        ("value.weight", vec![2, UNITS], [own, other].concat()),
        ("value.bias", vec![2], vec![0.0; 2]),
    ]
    .into_iter()
    .map(|(name, shape, data)| (name.to_string(), (shape, data)))
    .collect();
    Network::from_tensors(About::of(game, BTreeMap::new()), &tensors).expect("a network of the right shape")
}

/// The plainest evaluation there is, in double precision.
fn naive(tensors: &Tensors, observation: &[f32]) -> (Vec<f64>, Vec<f64>) {
    let layer = |name: &str, inputs: &[f64]| -> Vec<f64> {
        let ((shape, weights), (_, bias)) = (&tensors[&format!("{name}.weight")], &tensors[&format!("{name}.bias")]);
        let turned = name == "first";
        (0..bias.len())
            .map(|o| {
                let weight = |i: usize| f64::from(weights[if turned { i * shape[1] + o } else { o * shape[1] + i }]);
                f64::from(bias[o]) + inputs.iter().enumerate().map(|(i, x)| weight(i) * x).sum::<f64>()
            })
            .collect()
    };
    let mut x: Vec<f64> = observation.iter().map(|&x| f64::from(x)).collect();
    let hidden = (0..).map(|i| format!("hidden.{i}")).take_while(|name| tensors.contains_key(&format!("{name}.weight")));
    for name in ["first".to_string()].into_iter().chain(hidden) {
        x = layer(&name, &x).into_iter().map(|x| x.max(0.0)).collect();
    }
    (layer("policy", &x), layer("value", &x).into_iter().map(f64::tanh).collect())
}

fn is_exact<R: Playable>(widths: &[usize]) {
    let mut play = episode::<R>(&json!({}), 3);
    let game = play.game().clone();
    let network = drawn(&game, widths, 7);
    let tensors = network.tensors();
    let (mut scratch, mut logits) = (Activations::default(), Vec::new());
    let mut floats = vec![0.0; game.observation_size()];
    let mut seen = 0;
    random_play(&mut play, &mut Rng::seeded(1), 25, |play| {
        let Turn::Seat(seat) = play.turn() else { return };
        game.observe(play.state(), seat, &mut floats);
        let inputs = SparseRow::of(&floats);
        assert_eq!(inputs, SparseRow::seen(&game, play.state(), seat));
        let values = network.evaluate(inputs.inputs(), play.legal(), &mut scratch, &mut logits);
        let (policy, expected) = naive(&tensors, &floats);
        assert_eq!(logits.len(), play.legal().len() as usize);
        for (id, logit) in play.legal().iter().zip(&logits) {
            assert!((f64::from(*logit) - policy[id]).abs() < 1e-4, "{} action {id}: {logit} for {}", R::NAME, policy[id]);
        }
        for (value, expected) in values.iter().zip(&expected) {
            assert!((f64::from(*value) - expected).abs() < 1e-4, "{}: {value} for {expected}", R::NAME);
        }
        seen += 1;
    });
    assert!(seen > 3, "{seen} positions");
}

#[test]
fn numbers_are_those_of_a_plain_evaluation() {
    is_exact::<Toy>(&[5]);
    is_exact::<Toy>(&[16, 3, 70]);
    is_exact::<Agartha>(&[256, 256]);
    is_exact::<Arnak>(&[100, 33]);
    is_exact::<Kathmandu>(&[64, 64, 64]);
    is_exact::<Subterra>(&[81]);
}

/// Evaluates random positions of a game one by one, in full groups, and in a group that is not full.
fn is_the_same_together<R: Playable>(widths: &[usize]) {
    let mut play = episode::<R>(&json!({}), 3);
    let game = play.game().clone();
    let network = drawn(&game, widths, 7);
    let mut asked = Vec::new();
    random_play(&mut play, &mut Rng::seeded(1), 30, |play| {
        if let Turn::Seat(seat) = play.turn() {
            asked.push((SparseRow::seen(&game, play.state(), seat), *play.legal()));
        }
    });
    assert!(asked.len() > GROUP, "{} positions", asked.len());
    let (mut scratch, mut logits, mut all) = (Activations::default(), Vec::new(), Vec::new());
    let mut alone = Vec::new();
    for (row, legal) in &asked {
        alone.push(network.evaluate(row.inputs(), legal, &mut scratch, &mut logits));
        all.extend(logits.iter().map(|logit| logit.to_bits()));
    }
    logits.clear();
    let mut together = vec![[0.0; MAX_SEATS]; asked.len()];
    for (asked, values) in asked.chunks(GROUP).zip(together.chunks_mut(GROUP)) {
        let rows: Vec<_> = asked.iter().map(|(row, _)| row.inputs()).collect();
        let legal: Vec<_> = asked.iter().map(|(_, legal)| *legal).collect();
        network.evaluate_group(&rows, &legal, &mut scratch, &mut logits, values);
    }
    assert_eq!(logits.iter().map(|logit| logit.to_bits()).collect::<Vec<_>>(), all, "{}", R::NAME);
    assert_eq!(together, alone, "{}", R::NAME);
}

#[test]
fn a_position_has_the_same_numbers_alone_and_in_a_group() {
    is_the_same_together::<Toy>(&[16, 3, 70]);
    is_the_same_together::<Agartha>(&[64, 40]);
    is_the_same_together::<Arnak>(&[33, 100]);
    is_the_same_together::<Kathmandu>(&[16]);
    is_the_same_together::<Subterra>(&[81, 16, 20]);
}

#[test]
fn a_sampled_root_finds_the_way_and_improves_the_policy() {
    let game = game::<Toy>(&json!({}));
    let network = Arc::new(winning(&game));
    let agent = spec("mcts:40,gumbel=3").with_network(network.clone()).expect("it takes one").prepare(&game).expect("it fits");
    let play = episode::<Toy>(&json!({ "depth": 7 }), 1);
    let view = View::new(&game, play.state()).expect("running");
    for seed in 0..20 {
        let mut built = agent.build();
        let opinions = built.analyse(&view, &mut Rng::seeded(seed));
        assert!((opinions.iter().map(|o| o.share).sum::<f32>() - 1.0).abs() < 1e-5, "{opinions:?}");
        assert_eq!(preferred(&opinions).expect("an action").action, 2, "three steps lead to a multiple of four");
        assert_eq!(built.drawn(&view), Some(2), "seed {seed}");
        // The root is one of the simulations; the others go to the sample.
        assert_eq!(opinions.iter().map(|o| o.visits).sum::<u32>(), 39);
    }
    for text in ["mcts:40,gumbel=3", "mcts:5ms,gumbel=3,network"] {
        let refusal = spec(text).prepare(&game).expect_err("it lacks something").to_string();
        assert!(refusal.contains("gumbel needs a network and a number of simulations"), "{refusal}");
    }
}

#[test]
fn quick_decisions_are_played_and_told_apart() {
    let game = game::<Agartha>(&json!({}));
    let network = Arc::new(drawn(&game, &[8], 1));
    let (agent, quick) = (spec("mcts:12,gumbel=4"), spec("mcts:3"));
    let [agent, quick] = [agent, quick].map(|spec| spec.with_network(network.clone()).expect("it takes one"));
    let seeds: Vec<u64> = (0..6).collect();
    let played = |share: f32, threads: usize| {
        let quick = Some(self_play::Quick { agent: &quick, share });
        let plan = self_play::Plan { agent: &agent, seeds: &seeds, threads, temperature: 1.0, quick };
        self_play::run(&game, &plan, &Starts::default(), |_| std::ops::ControlFlow::Continue(())).expect("it can be played")
    };
    let games = played(0.75, 1);
    assert_eq!(games, played(0.75, 3), "whatever the threads");
    let rows: Vec<_> = games.iter().flat_map(|game| &game.rows).collect();
    let full = rows.iter().filter(|row| row.full).count() as f32 / rows.len() as f32;
    assert!((0.15..0.35).contains(&full), "{full} of {} decisions were searched in full", rows.len());
    assert!(rows.iter().all(|row| (row.shares.iter().sum::<f32>() - 1.0).abs() < 1e-4 && row.value.is_finite()));
    assert!(played(0.0, 2).iter().flat_map(|game| &game.rows).all(|row| row.full));
}

#[test]
fn probabilities_sum_to_one_and_keep_the_order() {
    let mut shares = [3.0, -1.0, 3.0, 80.0, -200.0];
    softmax(&mut shares);
    assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-6 && shares[3] > shares[0] && shares[0] == shares[2]);
    assert!(shares.iter().all(|x| x.is_finite()));
    let mut soft = [1.0, 3.0];
    softmax_at(&mut soft, 2.0);
    assert!((soft[1] / soft[0] - 1.0_f32.exp()).abs() < 1e-5, "{soft:?}");
    let mut sharp = [1.0, 3.0];
    softmax_at(&mut sharp, 1e-30);
    assert_eq!(sharp, [0.0, 1.0]);
}

#[test]
fn a_search_with_softened_priors_looks_at_more_actions() {
    let play = episode::<Agartha>(&json!({}), 3);
    let view = View::new(play.game(), play.state()).expect("running");
    // Logits far apart, and no opinion on values: visits follow the priors.
    let mut tensors = drawn(play.game(), &[16], 2).tensors();
    tensors.get_mut("policy.weight").expect("a tensor").1.iter_mut().for_each(|weight| *weight *= 20.0);
    tensors.iter_mut().filter(|(name, _)| name.starts_with("value")).for_each(|(_, (_, data))| data.fill(0.0));
    let network = Arc::new(Network::from_tensors(About::of(play.game(), BTreeMap::new()), &tensors).expect("a network"));
    let visits = |text: &str| {
        let agent = spec(text).with_network(network.clone()).expect("it takes one").prepare(play.game()).expect("it fits");
        let opinions = agent.build().analyse(&view, &mut Rng::seeded(4));
        opinions.iter().map(|opinion| opinion.visits).max().expect("an action")
    };
    let (sharp, usual, soft) = (visits("mcts:120,soften=0.1"), visits("mcts:120"), visits("mcts:120,soften=50"));
    assert!(soft < usual && usual <= sharp, "{soft}, {usual}, {sharp}");
}

#[test]
fn a_file_brings_back_the_same_network() {
    let game = game::<Agartha>(&json!({ "players": 3 }));
    let network = drawn(&game, &[20, 7], 1);
    let bytes = network.to_bytes();
    let back = Network::from_bytes(&bytes).expect("its own bytes");
    assert_eq!((back.tensors(), back.about()), (network.tensors(), network.about()));
    assert_eq!(back.to_bytes(), bytes);
    assert_eq!((back.inputs(), back.widths(), back.seats()), (game.observation_size(), vec![20, 7], 3));
}

#[test]
fn eight_bits_are_half_the_file_and_nearly_the_same_weights() {
    let game = game::<Agartha>(&json!({ "players": 3 }));
    let network = drawn(&game, &[20, 7], 1);
    let small = network.quantized();
    let bytes = small.to_bytes();
    // A scale for each of 616 or more rows of only 20 weights matters for the size here.
    assert!(bytes.len() < network.to_bytes().len() * 2 / 3, "{} of {}", bytes.len(), network.to_bytes().len());
    let back = Network::from_bytes(&bytes).expect("its own bytes");
    assert_eq!((back.tensors(), back.about()), (small.tensors(), network.about()));
    assert_eq!((back.to_bytes(), back.quantized().to_bytes()), (bytes.clone(), bytes));
    for (name, (shape, exact)) in network.tensors() {
        let (_, rounded) = &small.tensors()[&name];
        let width = shape[shape.len() - 1];
        for (exact, rounded) in exact.chunks_exact(width).zip(rounded.chunks_exact(width)) {
            let most = exact.iter().fold(0.0_f32, |most, weight| most.max(weight.abs()));
            let step = if name.contains("bias") { 0.0 } else { most / 127.0 };
            assert!(exact.iter().zip(rounded).all(|(a, b)| (a - b).abs() <= step * 0.5001), "{name}");
        }
    }
}

#[test]
fn a_network_is_for_its_game_and_players() {
    let two = game::<Agartha>(&json!({ "players": 2 }));
    let network = Arc::new(drawn(&two, &[8], 1));
    let refusal = |problem: Result<_, String>| problem.expect_err("it does not fit");
    let toy = refusal(Evaluator::new(network.clone(), &game::<Toy>(&json!({}))).map(|_| ()));
    assert_eq!(toy, "this network plays agartha, not toy");
    let three = refusal(Evaluator::new(network, &game::<Agartha>(&json!({ "players": 3 }))).map(|_| ()));
    assert_eq!(three, "this network plays agartha with 2 players, not 3");
}

#[test]
fn a_padded_network_plays_games_with_compact_observations() {
    let padded = game::<Agartha>(&json!({ "players": 3, "observation": "padded" }));
    let network = Arc::new(drawn(&padded, &[24], 5));
    let play = episode::<Agartha>(&json!({ "players": 3 }), 4);
    let (mut a, mut b) = (Workspace::default(), Workspace::default());
    let Turn::Seat(seat) = play.turn() else { panic!("running") };
    let compact = Evaluator::new(network.clone(), play.game()).expect("it fits, padded");
    let wide = Evaluator::new(network, &padded).expect("it fits");
    let values = compact.logits(play.game(), play.state(), seat, play.legal(), &mut a);
    assert_eq!(values, wide.logits(&padded, play.state(), seat, play.legal(), &mut b));
    assert_eq!(a.policy, b.policy);
}

#[test]
fn values_belong_to_their_seats() {
    let game = game::<Toy>(&json!({}));
    let evaluator = Evaluator::new(Arc::new(winning(&game)), &game).expect("it fits");
    let mut play = episode::<Toy>(&json!({}), 1);
    play.play(0).expect("legal"); // 20 steps are left: seat 1 loses.
    let values = evaluator.logits(&game, play.state(), expedition::core::Seat(1), &ActionSet::EMPTY, &mut Workspace::default());
    assert!(values[0] > 0.9 && values[1] < -0.9, "{values:?}");
}

#[test]
fn a_network_plays_what_it_thinks_best_alone_and_in_a_search() {
    let game = game::<Toy>(&json!({}));
    let network = Arc::new(winning(&game));
    for text in ["network", "mcts:20", "network:temperature=0.1"] {
        let agent = spec(text).with_network(network.clone()).expect("it takes one").prepare(&game).expect("it fits");
        for depth in (1..40).filter(|depth| depth % 4 != 0) {
            let play = episode::<Toy>(&json!({ "depth": depth }), 1);
            let view = View::new(&game, play.state()).expect("running");
            let choice = agent.build().choose(&view, &mut Rng::seeded(2));
            assert_eq!(choice.action + 1, depth % 4, "{text} at {depth}");
            let best = preferred(&agent.build().analyse(&view, &mut Rng::seeded(2))).expect("an action");
            assert_eq!(best.action, choice.action, "{text} at {depth}");
            assert!(best.value > 0.9, "{text} at {depth}: {}", best.value);
        }
    }
}

#[test]
fn a_high_temperature_plays_anything() {
    let game = game::<Toy>(&json!({}));
    let agent = spec("network:temperature=100").with_network(Arc::new(winning(&game))).expect("it takes one");
    let agent = agent.prepare(&game).expect("it fits");
    let play = episode::<Toy>(&json!({}), 1);
    let view = View::new(&game, play.state()).expect("running");
    let mut rng = Rng::seeded(3);
    let mut seen = [0; 3];
    for _ in 0..300 {
        seen[agent.build().choose(&view, &mut rng).action] += 1;
    }
    assert!(seen.iter().all(|&n| n > 60), "{seen:?}");
}

#[test]
fn agents_without_a_network_say_so() {
    let game = game::<Toy>(&json!({}));
    let network = Arc::new(winning(&game));
    let refusal = spec("greedy").with_network(network).expect_err("greedy has none").to_string();
    assert_eq!(refusal, "agent \"greedy\" takes no network: network and mcts do");
    let refusal = spec("mcts:5,network=nothing-9").prepare(&game).expect_err("no such file").to_string();
    assert!(refusal.contains("there is no shipped network \"nothing-9\""), "{refusal}");
    let three = self::game::<Toy>(&json!({ "players": 3 }));
    let refusal = spec("network").prepare(&three).expect_err("none for three").to_string();
    assert!(refusal.contains("use \"mcts:400\" or \"greedy\""), "{refusal}");
    let refusal = spec("network:folder/none.safetensors").prepare(&game).expect_err("no such file").to_string();
    assert!(refusal.contains("folder/none.safetensors: cannot be read"), "{refusal}");
}

#[test]
fn a_search_with_a_network_depends_only_on_what_the_seat_knows() {
    fn hidden<R: Playable>() {
        let mut play = episode::<R>(&json!({}), 8);
        let game = play.game().clone();
        let network = Arc::new(drawn(&game, &[16], 2));
        random_play(&mut play, &mut Rng::seeded(4), 9, |_| ());
        let Turn::Seat(seat) = play.turn() else { panic!("still running") };
        for text in ["network", "network:temperature=1", "mcts:40"] {
            let agent = spec(text).with_network(network.clone()).expect("it takes one").prepare(&game).expect("it fits");
            let choose = |state: &R::State| {
                let view = View::new(&game, state).expect("running");
                agent.build().choose(&view, &mut Rng::seeded(6)).action
            };
            let first = choose(play.state());
            for seed in 0..4 {
                let other = play.redeal(seat, seed);
                assert_eq!(choose(other.state()), first, "{} {text}", R::NAME);
            }
        }
    }
    hidden::<Agartha>();
    hidden::<Kathmandu>();
    hidden::<Arnak>();
    hidden::<Subterra>();
}
