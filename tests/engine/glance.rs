//! The option `glance`: without it an observation loses its computed features, and nothing else changes.

use std::sync::Arc;

use expedition::agents::network::{Workspace, shipped};
use expedition::agents::speed::drawn;
use expedition::agents::{Evaluator, Network};
use expedition::core::options::GLANCE;
use expedition::core::{Episode, Feature, Game, Playable, Rng, Seat, Turn};
use expedition::games::{self, Visitor};
use serde_json::{Value, json};

use super::support::{game, memo_keeps_up, random_play, variants, wanted};

struct Less;

impl Visitor for Less {
    type Out = ();
    fn visit<R: Playable>(self) {
        if !R::OPTIONS.iter().any(|option| option.name == GLANCE.name) {
            return;
        }
        for options in variants::<R>().into_iter().filter(|options| options.get(GLANCE.name).is_none()) {
            let whole = game::<R>(&options);
            let mut changed = options.clone();
            changed[GLANCE.name] = Value::from(false);
            let pieces = game::<R>(&changed);
            assert!(pieces.observation_size() < whole.observation_size(), "{} {options}", R::NAME);
            assert!(pieces.max_nonzero() < whole.max_nonzero(), "{} {options}", R::NAME);
            let row = |game: &Game<R>, ep: &Episode<R>, viewer| {
                let mut floats = vec![f32::NAN; game.observation_size()];
                game.observe(ep.state(), viewer, &mut floats);
                floats
            };
            let mut ply = 0u32;
            random_play(&mut Episode::new(whole.clone(), 5), &mut Rng::seeded(5), 300, |ep| {
                ply += 1;
                if !ply.is_multiple_of(9) {
                    return;
                }
                let viewer = Seat((ply % whole.seats() as u32) as u8);
                let (all, few) = (row(&whole, ep, viewer), row(&pieces, ep, viewer));
                let mut rest = whole.features().iter();
                for feature in pieces.features() {
                    // The features that are left keep their order and everything but their offsets.
                    let same = |other: &&Feature| Feature { offset: feature.offset, ..(*other).clone() } == *feature;
                    let other = rest.find(same).unwrap_or_else(|| panic!("{} {options}: {}", R::NAME, feature.name));
                    assert_eq!(all[other.offset..][..other.size], few[feature.offset..][..feature.size], "{}", feature.name);
                }
            });
        }
    }
}

#[test]
fn without_a_glance_the_pieces_are_the_same() {
    for name in wanted() {
        games::visit(name, Less).expect("the registry lists its own games");
    }
}

struct Looks;

impl Visitor for Looks {
    type Out = ();
    /// A network sees a position as it did in training, whatever the game shows to others.
    fn visit<R: Playable>(self) {
        if !R::OPTIONS.iter().any(|option| option.name == GLANCE.name) {
            return;
        }
        let (whole, pieces) = (game::<R>(&json!({})), game::<R>(&json!({ "glance": false })));
        let answers = |network: &Arc<Network>, game: &Arc<Game<R>>| {
            let evaluator = Evaluator::new(network.clone(), game).unwrap_or_else(|problem| panic!("{}: {problem}", R::NAME));
            let (mut work, mut all) = (Workspace::default(), Vec::new());
            random_play(&mut Episode::new(game.clone(), 1), &mut Rng::seeded(1), 40, |ep| {
                if let Turn::Seat(seat) = ep.turn() {
                    let worth = evaluator.logits(game, ep.state(), seat, ep.legal(), &mut work);
                    all.push((worth, work.policy.clone()));
                }
            });
            all
        };
        for network in [drawn(&whole, &[8], 1), drawn(&pieces, &[8], 1)].map(Arc::new) {
            assert_eq!(answers(&network, &whole), answers(&network, &pieces), "{}", R::NAME);
        }
        if let Ok(network) = shipped::for_game(&whole) {
            let other = shipped::for_game(&pieces).unwrap_or_else(|problem| panic!("{}: {problem}", R::NAME));
            assert_eq!(network.about(), other.about(), "{}", R::NAME);
        }
    }
}

#[test]
fn a_network_looks_as_it_was_taught() {
    for name in wanted() {
        games::visit(name, Looks).expect("the registry lists its own games");
    }
}

struct Remembers;

impl Visitor for Remembers {
    type Out = ();
    /// As when a lane is reset, restored or set up again: any position may follow any other.
    fn visit<R: Playable>(self) {
        let game = game::<R>(&json!({}));
        let mut kept: Vec<R::State> = Vec::new();
        let mut picks = Rng::seeded(9);
        for seed in 0..3 {
            let mut ply = 0u32;
            random_play(&mut Episode::new(game.clone(), seed), &mut Rng::seeded(seed), 400, |ep| {
                ply += 1;
                if ply % 25 != 1 {
                    return;
                }
                for _ in 0..2.min(kept.len()) {
                    memo_keeps_up(&game, &kept[picks.index(kept.len())], ep.state(), "another position before");
                }
                kept.push(ep.state().clone());
            });
        }
        assert!(kept.len() > 2, "{}: {} positions", R::NAME, kept.len());
    }
}

#[test]
fn what_a_memo_was_used_for_does_not_matter() {
    for name in wanted() {
        games::visit(name, Remembers).expect("the registry lists its own games");
    }
}
