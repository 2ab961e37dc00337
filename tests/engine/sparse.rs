//! Sparse rows are as long as they must be: `max_nonzero` holds for every position, and is not far above what play reaches.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use expedition::core::{Episode, Game, Playable, Rng, Seat, Turn};
use expedition::games::{self, Visitor};
use serde_json::{Value, json};

use super::support::{game, wanted};

/// The most floats of each family that were nonzero at once, and of all together.
fn seen<R: Playable>(game: &std::sync::Arc<Game<R>>, episodes: u64) -> (usize, BTreeMap<String, usize>) {
    let (mut all, mut families) = (0, BTreeMap::new());
    let supplies = game.rules.supplies();
    let mut floats = vec![0.0; game.observation_size()];
    let (mut again, mut memo) = (floats.clone(), R::Memo::default());
    for seed in 0..episodes {
        let mut rng = Rng::seeded(seed);
        let mut episode = Episode::new(game.clone(), seed);
        // Every other episode is played by the best evaluation one step ahead, which leads to fuller positions.
        let ahead = seed % 2 == 1;
        while let Turn::Seat(seat) = episode.turn() {
            let legal = *episode.legal();
            let mut best = (f32::NEG_INFINITY, legal.nth(rng.below(legal.len())));
            if ahead {
                for _ in 0..6 {
                    let id = legal.nth(rng.below(legal.len()));
                    let mut next = episode.clone();
                    next.play(id).expect("it is legal");
                    let value = game.rules.evaluate(next.state(), seat);
                    if value > best.0 {
                        best = (value, id);
                    }
                }
            }
            episode.play(best.1).expect("it is legal");
            for viewer in (0..game.seats()).map(|s| Seat(s as u8)) {
                game.observe(episode.state(), viewer, &mut floats);
                again.fill(f32::NAN);
                game.observe_on(episode.state(), viewer, &mut memo, &mut again);
                assert_eq!(floats, again, "{}: a memo changes nothing, seed {seed}", R::NAME);
                let mut here: BTreeMap<&str, usize> = BTreeMap::new();
                for feature in game.features() {
                    let count = floats[feature.offset..][..feature.size].iter().filter(|f| **f != 0.0).count();
                    assert!(count <= feature.most, "{}: {} has {count} of {}", R::NAME, feature.name, feature.most);
                    *here.entry(&feature.family).or_default() += count;
                }
                for supply in &supplies {
                    let drawn: usize = supply.features.iter().map(|family| here.get(family).copied().unwrap_or(0)).sum();
                    assert!(drawn <= supply.most, "{}: {:?} have {drawn}, seed {seed}", R::NAME, supply);
                }
                all = all.max(here.values().sum());
                for (family, count) in here {
                    let most = families.entry(family.to_string()).or_insert(0);
                    *most = count.max(*most);
                }
            }
        }
    }
    (all, families)
}

/// The longest a declared row may be relative to the fullest row of these games, in quarters: these few games reach less than
/// play can, above all in Arnak, where they hardly enter the temple.
const LOOSE_QUARTERS: usize = 12;

struct Tight(Value);

impl Visitor for Tight {
    type Out = Result<(), String>;
    fn visit<R: Playable>(self) -> Self::Out {
        let game = game::<R>(&self.0);
        let (all, families) = seen(&game, 8);
        for supply in game.rules.supplies() {
            for family in supply.features {
                assert!(families.contains_key(*family), "{}: there is no feature {family:?} to share a supply", R::NAME);
            }
        }
        let most = game.max_nonzero();
        assert!(all <= most, "{} {}: {all} floats are not zero, and {most} were declared", R::NAME, self.0);
        // Few games of random and one-step play fill less than strong play of many does.
        if 4 * most <= LOOSE_QUARTERS * all {
            return Ok(());
        }
        // Worth looking into: features that could hold much more than they did.
        let mut message = format!("{} {}: max_nonzero is {most}, but play reached {all} only:", R::NAME, self.0);
        for (family, seen) in families {
            let could: usize = game.features().iter().filter(|f| f.family == family).map(|f| f.most).sum();
            if could > seen + 2 {
                write!(message, "\n    {family}: {seen} of {could}").expect("text grows");
            }
        }
        Err(message)
    }
}

#[test]
fn the_bound_of_sparse_rows_is_tight() {
    let mut loose = Vec::new();
    for name in wanted() {
        loose.extend(games::visit(name, Tight(json!({}))).expect("the registry lists its own games").err());
    }
    assert!(loose.is_empty(), "{}", loose.join("\n"));
}
