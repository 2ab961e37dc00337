//! Advice: what a built-in agent would do in every lane of a batch.

use std::sync::Arc;

use expedition::agents::speed::drawn;
use expedition::agents::{Prepared, Spec, View};
use expedition::batch::{Autoreset, Batch, Seating};
use expedition::core::{Action, Playable, Rng};
use expedition::games::agartha::{Act, Agartha};
use expedition::games::toy::Toy;
use expedition::games::{self, Visitor};
use serde_json::json;

use super::batch::batch;
use super::support::{game, wanted};

#[test]
fn advice_to_play_at_random_is_drawn() {
    let game = game::<Toy>(&json!({}));
    let (mut batch, arrays) = batch(&game, 300, 2, Autoreset::NextStep, Seating::default());
    let agent = "random".parse::<Spec>().expect("a spec").prepare(&game).expect("an agent");
    let mut advice = |seed: u64| {
        let (mut actions, mut shares) = (vec![0; 300], vec![0.0; 300 * arrays.shape().actions]);
        batch.advise(&agent, seed, &mut actions, &mut shares).expect("advice");
        assert!(shares.iter().all(|&share| share == 1.0 / 3.0), "each of three actions has its share");
        actions
    };
    let actions = advice(1);
    for id in 0..3 {
        let drawn = actions.iter().filter(|&&action| action == id).count();
        assert!((60..140).contains(&drawn), "action {id} was drawn {drawn} times in 300");
    }
    assert_eq!(actions, advice(1));
    assert_ne!(actions, advice(2));
}

struct AdviceMovesNothing;

impl Visitor for AdviceMovesNothing {
    type Out = ();
    fn visit<R: Playable>(self) {
        let game = game::<R>(&json!({}));
        let network = Arc::new(drawn(&game, &[24], 5));
        let rows = |agent: &str, threads: usize| {
            let (mut batch, mut arrays) = batch(&game, 20, threads, Autoreset::NextStep, Seating::default());
            batch.rollout(30, arrays.buffers()).expect("a rollout");
            let before = batch.to_bytes();
            let spec = agent.parse::<Spec>().expect("a spec");
            let spec = if agent.contains("network") { spec.with_network(network.clone()).expect("it takes one") } else { spec };
            let agent = spec.prepare(&game).expect("an agent");
            let (mut actions, mut shares) = (vec![0; 20], vec![0.0; 20 * arrays.shape().actions]);
            batch.advise(&agent, 3, &mut actions, &mut shares).expect("advice");
            assert_eq!(batch.to_bytes(), before, "{}: nothing moves", R::NAME);
            for (lane, &action) in actions.iter().enumerate() {
                let shares = &shares[lane * arrays.shape().actions..][..arrays.shape().actions];
                let legal = batch.lanes()[lane].legal();
                assert!(shares.iter().enumerate().all(|(id, &share)| share == 0.0 || legal.has(id)), "{}", R::NAME);
                if action >= 0 {
                    assert!(legal.has(action as usize) && (shares.iter().sum::<f32>() - 1.0).abs() < 1e-4, "{}", R::NAME);
                } else {
                    assert!(batch.lanes()[lane].is_over());
                }
            }
            (actions, shares)
        };
        for agent in ["greedy", "mcts:8", "random", "network", "network:temperature=2"] {
            assert!(rows(agent, 1) == rows(agent, 2), "{}: threads change nothing", R::NAME);
        }
    }
}

/// A batch of Agartha in the middle of its games, a network with random weights, and the advice it gives.
fn advised(agent: &str, lanes: usize, seed: u64) -> (Batch<Agartha>, Prepared<Agartha>, Vec<i64>, Vec<f32>) {
    let game = game::<Agartha>(&json!({ "players": 3 }));
    let (mut batch, mut arrays) = batch(&game, lanes, 1, Autoreset::NextStep, Seating::default());
    batch.rollout(40, arrays.buffers()).expect("a rollout");
    let spec = agent.parse::<Spec>().expect("a spec").with_network(Arc::new(drawn(&game, &[24], 5))).expect("it takes one");
    let agent = spec.prepare(&game).expect("an agent");
    let (mut actions, mut shares) = (vec![0; lanes], vec![0.0; lanes * arrays.shape().actions]);
    batch.advise(&agent, seed, &mut actions, &mut shares).expect("advice");
    (batch, agent, actions, shares)
}

#[test]
fn a_network_advises_many_lanes_as_it_plays_one() {
    let (batch, agent, actions, shares) = advised("network", 100, 3);
    let (game, mut alone) = (batch.game().clone(), agent.build());
    let mut choices = 0;
    for (lane, (&action, shares)) in batch.lanes().iter().zip(actions.iter().zip(shares.chunks(Act::COUNT))) {
        let view = View::of(&game, lane.position()).expect("it runs");
        choices += usize::from(view.forced().is_none());
        assert_eq!(action, alone.choose(&view, &mut Rng::seeded(1)).action as i64);
        for opinion in alone.analyse(&view, &mut Rng::seeded(1)) {
            assert_eq!(opinion.share, shares[opinion.action], "the same probability alone and among others");
        }
    }
    assert!(choices > 30, "{choices} lanes have a choice");
}

#[test]
fn a_warm_network_advises_a_draw() {
    let (_, _, often, shares) = advised("network:temperature=1", 200, 1);
    let (_, _, again, _) = advised("network:temperature=1", 200, 1);
    let (_, _, other, _) = advised("network:temperature=1", 200, 2);
    let (_, _, best, plain) = advised("network", 200, 1);
    assert_eq!(often, again, "a seed gives one draw");
    assert_ne!(often, other, "another gives another");
    assert_ne!(often, best, "not always the most probable");
    assert_eq!(shares, plain, "at 1 the probabilities are the network's own");
    let (_, _, _, sharp) = advised("network:temperature=0.1", 200, 1);
    let most = |row: &[f32]| row.iter().copied().fold(0.0, f32::max);
    let rows = || sharp.chunks(Act::COUNT).zip(plain.chunks(Act::COUNT));
    assert!(rows().all(|(sharp, plain)| most(sharp) >= most(plain) - 1e-6), "below 1 they are sharpened");
    assert!(rows().any(|(sharp, plain)| most(sharp) > most(plain) + 0.1));
}

#[test]
fn advice_is_the_same_for_any_threads_and_moves_nothing() {
    for name in wanted() {
        games::visit(name, AdviceMovesNothing).expect("the registry lists its own games");
    }
}
