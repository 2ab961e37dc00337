//! Advice: what a built-in agent would do in every lane of a batch.

use expedition::agents::Spec;
use expedition::batch::{Autoreset, Seating};
use expedition::core::Playable;
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
        let rows = |agent: &str, threads: usize| {
            let (mut batch, mut arrays) = batch(&game, 20, threads, Autoreset::NextStep, Seating::default());
            batch.rollout(30, arrays.buffers()).expect("a rollout");
            let before = batch.to_bytes();
            let agent = agent.parse::<Spec>().expect("a spec").prepare(&game).expect("an agent");
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
        for agent in ["greedy", "mcts:8", "random"] {
            assert!(rows(agent, 1) == rows(agent, 2), "{}: threads change nothing", R::NAME);
        }
    }
}

#[test]
fn advice_is_the_same_for_any_threads_and_moves_nothing() {
    for name in wanted() {
        games::visit(name, AdviceMovesNothing).expect("the registry lists its own games");
    }
}
