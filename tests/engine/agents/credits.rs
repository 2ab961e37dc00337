//! How a search uses a network's values: points already scored count, and the end of a game is on the same scale.

use std::collections::BTreeMap;
use std::sync::Arc;

use expedition::agents::network::{About, Workspace};
use expedition::agents::speed::drawn;
use expedition::agents::{Evaluator, Network, Prepared, View, self_play};
use expedition::core::{ActionSet, Game, Playable, Rng, Score, Starts, Turn};
use expedition::games::agartha::Agartha;
use expedition::games::kathmandu::Kathmandu;
use expedition::games::subterra::Subterra;
use expedition::games::toy::Toy;
use serde_json::json;

use super::networks::winning;
use super::spec;
use crate::support::{episode, game, random_play};

fn facts(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
    pairs.iter().map(|(key, value)| ((*key).to_string(), (*value).to_string())).collect()
}

/// A network that expects nothing more for anybody, with these metadata.
fn indifferent<R: Playable>(game: &Game<R>, pairs: &[(&str, &str)]) -> Result<Network, String> {
    let mut tensors = drawn(game, &[4], 1).tensors();
    for (_, data) in tensors.values_mut() {
        data.fill(0.0);
    }
    Network::from_tensors(About::of(game, facts(pairs)), &tensors)
}

#[test]
fn points_that_are_made_count_before_and_at_the_end() {
    let mut play = episode::<Kathmandu>(&json!({}), 5);
    let game = play.game().clone();
    let own = [("outcome_coef", "0.25"), ("points_coef", "0.75"), ("rivalry", "0"), ("scale", "2")];
    let evaluator = Evaluator::new(Arc::new(indifferent(&game, &own).expect("a network")), &game).expect("it fits");
    let result = Evaluator::new(Arc::new(indifferent(&game, &[]).expect("a network")), &game).expect("it fits");
    let (mut work, mut different) = (Workspace::default(), 0);
    random_play(&mut play, &mut Rng::seeded(3), 400, |play| {
        let points = game.rules.scores(play.state());
        let lead = 0.75 * (points[0] - points[1]) / 2.0 * game.rules.score_scale();
        let values = match play.turn() {
            Turn::Seat(seat) => {
                let plain = result.logits(&game, play.state(), seat, &ActionSet::EMPTY, &mut work);
                assert_eq!(plain[..2], [0.0, 0.0], "the result alone: nothing is made yet");
                // Asked alone and among others, the answer is the same.
                let alone = evaluator.logits(&game, play.state(), seat, &ActionSet::EMPTY, &mut work);
                work.clear();
                evaluator.ask(&game, play.state(), seat, play.legal(), &mut work);
                evaluator.answer(&game, &mut work);
                assert_eq!(work.answers().next().expect("an answer").1, &alone);
                alone
            }
            Turn::Over => evaluator.ended(&game, play.state()),
        };
        let outcome = if play.turn() == Turn::Over { 0.25 * game.rules.outcome(play.state())[0] } else { 0.0 };
        assert!((values[0] - lead - outcome).abs() < 1e-5, "{values:?} for a lead of {lead}");
        assert!((values[0] + values[1]).abs() < 1e-5, "what one has the other lacks");
        different += u32::from(lead != 0.0);
    });
    assert!(different > 10, "points were made");
}

#[test]
fn who_wins_together_shares_one_value() {
    let play = episode::<Subterra>(&json!({ "players": 3 }), 5);
    let game = play.game().clone();
    let mut tensors = drawn(&game, &[4], 1).tensors();
    let (_, bias) = tensors.get_mut("value.bias").expect("it is there");
    bias.copy_from_slice(&[0.3, 0.6, -0.3]);
    tensors.get_mut("value.weight").expect("it is there").1.fill(0.0);
    let network = Network::from_tensors(About::of(&game, facts(&[])), &tensors).expect("a network");
    let evaluator = Evaluator::new(Arc::new(network), &game).expect("it fits");
    let Turn::Seat(seat) = play.turn() else { panic!("running") };
    let values = evaluator.logits(&game, play.state(), seat, &ActionSet::EMPTY, &mut Workspace::default());
    let mean = 0.6_f32.tanh() / 3.0;
    assert!(values[..3].iter().all(|value| (value - mean).abs() < 1e-3), "{values:?}");
}

#[test]
fn a_network_of_gains_alone_fears_no_loss() {
    let mut play = episode::<Subterra>(&json!({ "players": 3 }), 5);
    let game = play.game().clone();
    let gains = [("outcome_coef", "0.5"), ("points_coef", "1.5"), ("gains_only", "1")];
    let evaluator = Evaluator::new(Arc::new(indifferent(&game, &gains).expect("a network")), &game).expect("it fits");
    let (mut work, mut lost) = (Workspace::default(), 0);
    random_play(&mut play, &mut Rng::seeded(3), 4000, |play| {
        let made: f32 = game.rules.breakdown(play.state()).iter().map(|(_, points)| points[0].max(0.0)).sum();
        lost += u32::from(made > game.rules.scores(play.state())[0]);
        let values = match play.turn() {
            Turn::Seat(seat) => evaluator.logits(&game, play.state(), seat, &ActionSet::EMPTY, &mut work),
            Turn::Over => evaluator.ended(&game, play.state()),
        };
        let outcome = if play.turn() == Turn::Over { 0.5 * (1.0 + game.rules.outcome(play.state())[0]) } else { 0.0 };
        let whole = 0.75 * made * game.rules.score_scale() + 0.5 * outcome;
        assert!((values[0] - whole).abs() < 1e-5, "{values:?} for {whole}");
    });
    assert!(lost > 0, "explorers were lost");
}

#[test]
fn what_values_count_is_checked() {
    let toy = game::<Toy>(&json!({}));
    for key in ["outcome_coef", "points_coef", "rivalry", "scale", "gains_only"] {
        for bad in ["many", "NaN", "inf", "-1", "1e9", ""] {
            let words = indifferent(&toy, &[(key, bad)]).expect_err("no such number");
            assert!(words.contains(&format!("{key}={bad:?}, but it must be a number from")), "{words}");
        }
    }
    let words = indifferent(&toy, &[("outcome_coef", "0")]).expect_err("it expects nothing");
    assert!(words.contains("such a network predicts nothing"), "{words}");
    assert!(indifferent(&toy, &[("outcome_coef", "0"), ("points_coef", "1")]).is_ok());
}

#[test]
fn leaves_evaluated_together_find_the_same_move_and_lose_no_simulation() {
    let game = game::<Toy>(&json!({}));
    let network = Arc::new(winning(&game));
    for leaves in [1, 2, 6, 13] {
        let text = format!("mcts:100,leaves={leaves}");
        let agent = spec(&text).with_network(network.clone()).expect("it takes one").prepare(&game).expect("it fits");
        for depth in (2..40).filter(|depth| depth % 4 != 0) {
            let play = episode::<Toy>(&json!({ "depth": depth }), 1);
            let view = View::new(&game, play.state()).expect("running");
            let choice = agent.build().choose(&view, &mut Rng::seeded(2));
            assert_eq!(choice.action + 1, depth % 4, "{text} at {depth}");
            let opinions = agent.build().analyse(&view, &mut Rng::seeded(2));
            // The first simulation expands the root.
            assert_eq!(opinions.iter().map(|opinion| opinion.visits).sum::<u32>(), 99, "{text} at {depth}");
        }
    }
}

#[test]
fn the_end_of_a_game_is_on_the_scale_of_blended_leaves() {
    // For this network the result is a tenth of a game, for the game's own evaluation all of it.
    let game = game::<Toy>(&json!({ "depth": 1 }));
    let network = Arc::new(indifferent(&game, &[("outcome_coef", "0.1"), ("points_coef", "0.9")]).expect("a network"));
    let play = episode::<Toy>(&json!({ "depth": 1 }), 1);
    let view = View::new(&game, play.state()).expect("running");
    // The value of taking the last step, which wins at once.
    let value = |agent: &Prepared<Toy>| {
        let opinions = agent.build().analyse(&view, &mut Rng::seeded(2));
        opinions.iter().max_by_key(|opinion| opinion.visits).expect("an action").value
    };
    let guided = |blend: &str| {
        let agent = spec(&format!("mcts:20,blend={blend}")).with_network(network.clone()).expect("it takes one");
        value(&agent.prepare(&game).expect("it fits"))
    };
    let plain = value(&spec("mcts:20").prepare(&game).expect("it fits"));
    let (own, whole) = (guided("0"), guided("1"));
    assert!((own - whole).abs() > 0.2, "{own} and {whole}: the scales differ");
    assert!((whole - plain).abs() < 1e-5, "{whole} and {plain}");
    assert!((guided("0.5") - f32::midpoint(own, whole)).abs() < 1e-5);
}

#[test]
fn games_against_itself_say_what_was_still_to_come_and_may_begin_late() {
    let game = game::<Agartha>(&json!({}));
    let own = [("outcome_coef", "0.5"), ("points_coef", "0.25"), ("rivalry", "0"), ("scale", "2")];
    let network = Arc::new(indifferent(&game, &own).expect("a network"));
    let agent = spec("mcts:3").with_network(network).expect("it takes one");
    let seeds: Vec<u64> = (0..4).collect();
    let plan = self_play::Plan { agent: &agent, seeds: &seeds, threads: 1, temperature: 1.0, quick: None };
    let played = |starts: &Starts<Agartha>| {
        self_play::run(&game, &plan, starts, |_| std::ops::ControlFlow::Continue(())).expect("it can be played")
    };
    let whole = played(&Starts::default());
    for play in &whole {
        let first = play.rows.first().expect("a choice");
        for seat in 0..2 {
            let total = 0.25 * game.rules.score_scale() * play.scores[seat] + 0.5 * play.outcome[seat];
            assert!((first.credit[seat] - total).abs() < 1e-5, "nothing is made at the beginning: {:?}", first.credit);
        }
    }
    let last = whole.iter().map(|play| play.length).min().expect("games");
    let mut late = episode::<Agartha>(&json!({}), 7);
    random_play(&mut late, &mut Rng::seeded(1), last as usize / 2, |_| ());
    let made = game.rules.scores(late.state());
    let starts = Starts { states: [late.state().clone()].into(), share: 1.0 };
    for play in played(&starts) {
        assert!(play.length < last, "{} decisions from the middle, {last} from the beginning", play.length);
        let first = play.rows.first().expect("a choice");
        let to_come = 0.25 * game.rules.score_scale() * (play.scores[0] - made[0]) + 0.5 * play.outcome[0];
        assert!((first.credit[0] - to_come).abs() < 1e-5, "only what was still to come: {:?}", first.credit);
    }
}
