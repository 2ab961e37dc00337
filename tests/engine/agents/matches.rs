//! Matches: reproducible with any number of threads; when stopped, they keep what is finished.

use std::ops::ControlFlow;
use std::sync::Arc;

use expedition::agents::matches::{Match, Plan, Played, rotated, run};
use expedition::batch::{Autoreset, Batch, Seating, opponent};
use expedition::core::{Episode, Game, Playable, Turn};
use expedition::games::toy::Toy;
use expedition::games::{self, Visitor};
use serde_json::json;

use super::super::support::{game, variants};
use super::spec;

fn play<R: Playable>(game: &Arc<Game<R>>, agents: &[&str], matches: &[Match], threads: usize) -> Vec<Played> {
    let agents: Vec<_> = agents.iter().map(|a| spec(a)).collect();
    run(game, &Plan { agents: &agents, matches, threads, decisions: true }, |_| ControlFlow::Continue(()))
        .expect("agents that play it")
}

/// NaN is not equal to itself: values are compared as bits.
fn flat(played: &[Played]) -> String {
    format!("{played:?}")
}

struct Runs;

impl Visitor for Runs {
    type Out = ();
    fn visit<R: Playable>(self) {
        let options = &variants::<R>()[0];
        let game = game::<R>(options);
        let matches = rotated(2, game.seats(), 4, 3, 0);
        let one = play(&game, &["random", "mcts:6"], &matches, 1);
        assert_eq!(flat(&one), flat(&play(&game, &["random", "mcts:6"], &matches, 3)), "{}: threads change nothing", R::NAME);
        for played in &one {
            let mut ep = Episode::new(game.clone(), played.seed);
            for decision in &played.decisions {
                assert_eq!(ep.turn(), Turn::Seat(decision.seat));
                assert_eq!((ep.legal().len(), game.rules.decision(ep.state())), (u32::from(decision.legal), decision.kind));
                ep.play(decision.action as usize).expect("it was legal");
            }
            assert_eq!((ep.turn(), ep.scores(), ep.history().len()), (Turn::Over, played.scores, played.length as usize));
            for seat in 0..game.seats() {
                let sum: f32 = played.breakdown.iter().map(|(_, points)| points[seat]).sum();
                assert!((sum - played.scores[seat]).abs() < 1e-3, "{}: the sources add up", R::NAME);
            }
        }
    }
}

#[test]
fn matches_replay_and_do_not_depend_on_threads() {
    for name in games::NAMES {
        games::visit(name, Runs).expect("the registry lists its own games");
    }
}

#[test]
fn better_agents_win_the_shaft() {
    let game = game::<Toy>(&json!({ "depth": 21 }));
    let matches = rotated(2, 2, 40, 0, 0);
    let played = play(&game, &["mcts:300", "random"], &matches, 2);
    let wins = played.iter().filter(|p| p.seats[p.winners.trailing_zeros() as usize] == 0).count();
    assert!(wins >= 38, "{wins} of 40");
    let first: Vec<usize> = matches.iter().map(|m| m.seats[0]).take(4).collect();
    assert_eq!(first, [0, 1, 0, 1], "seats are balanced");
}

#[test]
fn a_stopped_run_keeps_what_is_finished() {
    let game = game::<Toy>(&json!({ "depth": 40 }));
    let agents = [spec("mcts:400"), spec("random")];
    let matches = rotated(2, 2, 10_000, 0, 0);
    let plan = Plan { agents: &agents, matches: &matches, threads: 2, decisions: false };
    let enough = |done| if done >= 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    let played = run(&game, &plan, enough).expect("agents that play it");
    assert!((3..10_000).contains(&played.len()), "{}", played.len());
    assert!(played.windows(2).all(|pair| pair[0].index < pair[1].index));
}

#[test]
fn every_agent_sits_in_a_batch() {
    let game = game::<Toy>(&json!({ "depth": 9 }));
    let lanes = |agent: &str, threads| {
        let mut seating = Seating::<Toy>::default();
        seating.opponents[0] = Some(opponent(agent, &game).expect("an agent"));
        let batch = Batch::new(game.clone(), 20, 4, threads, Autoreset::SameStep, seating).expect("a batch");
        batch.lanes().iter().map(|lane| lane.state().left).collect::<Vec<_>>()
    };
    for agent in ["random", "greedy", "mc:20", "mcts:300"] {
        assert_eq!(lanes(agent, 1), lanes(agent, 3), "{agent}");
    }
    assert!(lanes("mcts:300", 1).iter().all(|&left| left == 8), "the opponent leads down to a multiple of four");
    assert!(opponent("grandmaster", &game).expect_err("unknown").contains("choose one of random, greedy, mc, mcts, network"));
}
