//! A search assumes neither knowledge that a seat will not have nor goals that are not the seat's own.

use expedition::agents::batch_search::{BatchSearch, Root, Settings};
use expedition::agents::tree::Selection;
use expedition::agents::{Agent, Mcts, View, mcts};
use expedition::core::{Episode, Playable, Rng, Seat, Silent, Turn};
use expedition::games::{self, Visitor};
use serde_json::json;

use super::super::support::{episode, game, random_play, variants};
use super::chosen;
use super::forks::Crossing;

const SAFE: usize = 0;
const DARE: usize = 1;

/// The searches' choices at the first fork, one of each kind for some seeds.
fn choices(forks: u32, revealed: bool) -> Vec<usize> {
    let players = if forks < 2 { 2 } else { 3 };
    let ep = episode::<Crossing>(&json!({ "players": players, "forks": forks, "revealed": revealed }), 0);
    let mut out = vec![];
    for seed in 0..5 {
        for agent in ["mcts:800", "mcts:800,guided=no,rollout=random,cutoff=9", "mcts:800,reuse=no"] {
            out.push(chosen(agent, ep.game(), ep.state(), seed));
        }
        let settings = Settings { simulations: 800, exploration: 1.2, root: Root::Puct { alpha: 0.3, noise: 0.0 } };
        let mut search = BatchSearch::new(ep.game().clone(), settings, std::iter::once(ep.state().clone()), seed);
        let (mut observation, mut mask, mut seat) = (vec![0.0; ep.game().observation_size()], [false; 2], [0]);
        for _ in 0..search.waves() {
            search.descend(expedition::core::Observations::dense(&mut observation), &mut mask, &mut seat);
            search.absorb(&[0.5, 0.5], &vec![0.0; players]);
        }
        let (mut visits, mut values, mut best) = ([0; 2], [0.0; 2], [0]);
        search.results(&mut visits, &mut values, &mut best);
        out.push(best[0] as usize);
    }
    out
}

fn all(choices: &[usize], way: usize) -> bool {
    choices.iter().all(|&choice| choice == way)
}

#[test]
fn a_seat_does_not_count_on_seeing_what_is_hidden_from_it() {
    // A penny hidden by another seat is guessed right half the time, so the safe way is better.
    assert!(all(&choices(0, false), SAFE), "{:?}", choices(0, false));
    // The same game without secrecy: the tree believes that it will see the penny.
    assert!(all(&choices(0, true), DARE), "{:?}", choices(0, true));
}

#[test]
fn the_others_do_not_answer_what_is_hidden_from_them() {
    assert!(all(&choices(1, false), DARE), "{:?}", choices(1, false));
    assert!(all(&choices(1, true), SAFE), "{:?}", choices(1, true));
}

#[test]
fn a_secret_is_kept_when_the_tree_is_reused() {
    let mut ep = episode::<Crossing>(&json!({ "forks": 1 }), 0);
    let budget = mcts::Budget::Simulations(800);
    let selection = Selection { exploration: 1.2, width: 6 };
    let mut agent = Mcts::new(mcts::Settings { budget, selection, ..mcts::Settings::default() });
    let mut rng = Rng::seeded(1);
    Agent::<Crossing>::start(&mut agent);
    let first = agent.choose(&View::new(ep.game(), ep.state()).expect("running"), &mut rng);
    assert_eq!(first.action, DARE);
    ep.play(first.action).expect("legal");
    Agent::<Crossing>::played(&mut agent, first.action);
    let opinions = agent.analyse(&View::new(ep.game(), ep.state()).expect("running"), &mut rng);
    let visits: u32 = opinions.iter().map(|o| o.visits).sum();
    assert!(visits > 1_000, "what was found is kept: {opinions:?}");
    assert!(opinions.iter().all(|o| o.value.abs() < 0.3), "neither side of the penny is known to the guesser: {opinions:?}");
}

#[test]
fn three_seats_follow_their_own_wishes() {
    // Fear of both others (either of whom could ruin seat 0) would choose the left; max-n finds the right.
    assert!(all(&choices(2, false), 1), "{:?}", choices(2, false));
    let ep = episode::<Crossing>(&json!({ "players": 3, "forks": 2 }), 0);
    let budget = mcts::Budget::Simulations(3_000);
    let mut agent = Mcts::new(mcts::Settings { budget, ..mcts::Settings::default() });
    let opinions = agent.analyse(&View::new(ep.game(), ep.state()).expect("running"), &mut Rng::seeded(2));
    assert!((opinions[1].value - 0.8).abs() < 0.15 && (opinions[0].value - 0.1).abs() < 0.01, "{opinions:?}");
}

#[test]
fn a_team_looks_for_what_is_best_for_all() {
    assert!(all(&choices(3, false), 1), "{:?}", choices(3, false));
}

struct SeenAs;

impl Visitor for SeenAs {
    type Out = ();
    /// Choices that look alike leave every other seat with the same view; a seat that acts sees its own choice.
    fn visit<R: Playable>(self) {
        let mut alike = 0;
        for (i, options) in variants::<R>().iter().enumerate().filter(|(_, o)| o["players"] != 1).step_by(3) {
            let game = game::<R>(options);
            let view = |state: &R::State, seat: Seat| {
                let mut out = vec![0.0; game.observation_size()];
                game.observe(state, seat, &mut out);
                out
            };
            let mut ply = 0u64;
            random_play(&mut Episode::new(game.clone(), i as u64), &mut Rng::seeded(i as u64), 120, |ep| {
                ply += 1;
                let Turn::Seat(mover) = ep.turn() else { return };
                let mut seen: Vec<(usize, Vec<Vec<f32>>)> = vec![];
                for id in ep.legal().iter() {
                    let action = expedition::core::Action::from_id(id).expect("legal");
                    let Some(look) = game.rules.seen_as(ep.state(), action) else { continue };
                    let mut after = ep.state().clone();
                    game.rules.apply(&mut after, action, &mut Rng::seeded(ply), &mut Silent);
                    let others = (0..game.seats() as u8).map(Seat).filter(|&seat| seat != mover);
                    let views: Vec<Vec<f32>> = others.map(|seat| view(&after, seat)).collect();
                    let look = expedition::core::Action::id(look);
                    match seen.iter().find(|(other, _)| *other == look) {
                        Some((_, first)) => {
                            alike += 1;
                            assert!(*first == views, "{} {options}: {} is seen", R::NAME, game.rules.name(action));
                        }
                        None => seen.push((look, views)),
                    }
                }
            });
        }
        assert!(alike > 20 || !["agartha", "kathmandu"].contains(&R::NAME), "{}: {alike} choices were compared", R::NAME);
    }
}

#[test]
fn choices_that_look_alike_cannot_be_told_apart() {
    for name in games::NAMES {
        games::visit(name, SeenAs).expect("the registry lists its own games");
    }
}
