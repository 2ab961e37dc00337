//! Searches find what is known of The Shaft.

use expedition::agents::batch_search::{BatchSearch, Root, Settings};
use expedition::agents::{Agent, Mcts, View, mcts};
use expedition::core::{Action, Advise, Apply, Rng, Seat, Setup, Silent};
use expedition::games::subterra::Subterra;
use expedition::games::toy::{Act, Toy};
use serde_json::json;

use super::super::support::{episode, game};
use super::{chosen, spec};

/// The winning number of steps, counted from 0, if there is one.
fn winning(left: u8) -> Option<usize> {
    (!left.is_multiple_of(4)).then(|| (left % 4 - 1) as usize)
}

#[test]
fn the_exact_winning_move_is_found() {
    for depth in 2..=11 {
        let Some(best) = winning(depth) else { continue };
        let ep = episode::<Toy>(&json!({ "depth": depth }), u64::from(depth));
        for seed in 0..5 {
            for agent in ["mcts:400", "mcts:400,rollout=random,cutoff=40", "mcts:400,guided=no,rollout=random,cutoff=0"] {
                assert_eq!(chosen(agent, ep.game(), ep.state(), seed), best, "{agent} at depth {depth}");
            }
        }
    }
}

#[test]
fn the_value_of_a_won_position_is_found() {
    let ep = episode::<Toy>(&json!({ "depth": 6 }), 0);
    let view = View::new(ep.game(), ep.state()).expect("running");
    let mut agent = Mcts::new(mcts::Settings { budget: mcts::Budget::Simulations(3_000), ..mcts::Settings::default() });
    let opinions = Agent::<Toy>::analyse(&mut agent, &view, &mut Rng::seeded(1));
    assert_eq!(opinions.iter().map(|o| o.visits).sum::<u32>(), 3_000, "every simulation tries an action");
    assert!(opinions[1].value > 0.8 && opinions[1].visits > 2_500, "{opinions:?}");
    assert!(opinions[0].value < 0.5 && opinions[2].value < 0.5, "{opinions:?}");
    assert!(agent.decisions() > 3_000);
}

#[test]
fn a_search_takes_from_the_game_what_its_text_does_not_say() {
    let ep = episode::<Subterra>(&json!({ "difficulty": "beginner" }), 3);
    let view = View::new(ep.game(), ep.state()).expect("running");
    let values = |agent: &str| -> Vec<u32> {
        let opinions = spec(agent).plain::<Subterra>().expect("no network").build().analyse(&view, &mut Rng::seeded(5));
        opinions.iter().map(|o| o.value.to_bits()).collect()
    };
    assert_eq!(Subterra::SEARCH.cutoff, 16);
    assert_eq!(values("mcts:24"), values("mcts:24,cutoff=16"));
    assert_ne!(values("mcts:24"), values("mcts:24,cutoff=0"));
    assert!((Subterra::SEARCH.exploration - 1.5).abs() < 1e-6);
    assert_eq!(values("mcts:24"), values("mcts:24,exploration=1.5"));
    assert_ne!(values("mcts:24"), values("mcts:24,exploration=0.6"));
}

#[test]
fn flat_monte_carlo_and_greedy_take_an_open_win() {
    let ep = episode::<Toy>(&json!({ "depth": 3 }), 0);
    for agent in ["greedy", "mc:60", "mc:60,rollout=greedy,cutoff=1"] {
        assert_eq!(chosen(agent, ep.game(), ep.state(), 3), 2, "{agent}");
    }
}

#[test]
fn three_seats_each_want_their_own() {
    // Four steps left: leading one leaves three, which the next seat takes; only three seats in turn matter.
    let ep = episode::<Toy>(&json!({ "depth": 2, "players": 3 }), 0);
    assert_eq!(chosen("mcts:200", ep.game(), ep.state(), 0), 1);
}

#[test]
fn a_time_budget_searches_too() {
    let ep = episode::<Toy>(&json!({ "depth": 6 }), 0);
    assert_eq!(chosen("mcts:5ms", ep.game(), ep.state(), 0), 1);
}

/// A search of the whole batch with equal priors for all actions and no opinion on values.
fn uniform_search(depth: u8, root: Root, simulations: u32) -> (Vec<u32>, Vec<f32>, i64) {
    let game = game::<Toy>(&json!({ "depth": depth }));
    let lanes = 3;
    let state = game.rules.start(&mut Rng::seeded(1));
    let mut over = state.clone();
    while View::new(&*game, &over).is_some() {
        game.rules.apply(&mut over, Act::at(0), &mut Rng::seeded(0), &mut Silent);
    }
    let settings = Settings { simulations, exploration: 1.2, root };
    let mut search = BatchSearch::new(game.clone(), settings, [state.clone(), state, over].into_iter(), 9);
    let mut observations = vec![0.0; lanes * game.observation_size()];
    let mut masks = vec![false; lanes * Act::COUNT];
    let mut seats = vec![-1; lanes];
    let (priors, values) = (vec![1.0; lanes * Act::COUNT], vec![0.0; lanes * 2]);
    for wave in 0..search.waves() {
        let waiting = search.descend(expedition::core::Observations::dense(&mut observations), &mut masks, &mut seats);
        assert!(waiting <= 2 && (wave > 0 || waiting == 2), "a lane that is over never waits");
        search.absorb(&priors, &values);
    }
    let (mut visits, mut action_values, mut chosen) = (vec![0; lanes * 3], vec![0.0; lanes * 3], vec![0; lanes]);
    search.results(&mut visits, &mut action_values, &mut chosen);
    assert_eq!(visits[..3].iter().sum::<u32>(), simulations, "every wave after the first tries one action");
    assert_eq!((chosen[2], &visits[6..]), (-1, &[0, 0, 0][..]), "the lane that is over");
    (visits[..3].to_vec(), action_values[..3].to_vec(), chosen[0])
}

#[test]
fn a_batch_search_with_a_uniform_evaluator_finds_the_winning_move() {
    for depth in [2, 3, 5, 6, 7, 9, 10] {
        let best = winning(depth).expect("won") as i64;
        for root in [Root::Puct { alpha: 0.3, noise: 0.0 }, Root::Puct { alpha: 0.5, noise: 0.25 }] {
            let (visits, values, chosen) = uniform_search(depth, root, 600);
            assert_eq!(chosen, best, "depth {depth}: {visits:?} {values:?}");
            assert!(values[best as usize] > 0.5);
        }
        let (visits, _, chosen) = uniform_search(depth, Root::Gumbel { considered: 3 }, 600);
        assert_eq!(chosen, best, "depth {depth}: {visits:?}");
    }
}

#[test]
fn a_batch_search_agrees_with_mcts_statistics() {
    let ep = episode::<Toy>(&json!({ "depth": 7 }), 1);
    let view = View::new(ep.game(), ep.state()).expect("running");
    let settings = mcts::Settings {
        budget: mcts::Budget::Simulations(2_001),
        guided: false,
        rollout: expedition::agents::rollout::Rollout { policy: expedition::agents::rollout::Policy::Random, cutoff: 0 },
        ..mcts::Settings::default()
    };
    let opinions = Mcts::<Toy>::new(settings).analyse(&view, &mut Rng::seeded(4));
    let (visits, values, _) = uniform_search(7, Root::Puct { alpha: 0.3, noise: 0.0 }, 2_000);
    for (opinion, (visits, value)) in opinions.iter().zip(visits.iter().zip(values)) {
        let share = |n: u32| f64::from(n) / 2_000.0;
        assert!((share(opinion.visits) - share(*visits)).abs() < 0.08, "{opinions:?} {visits}");
        // Where both have searched deeply they agree on the value too.
        assert!(opinion.visits < 500 || (opinion.value - value).abs() < 0.2, "{opinion:?} {value}");
    }
    assert_eq!(view.seat(), Seat(0));
}
