//! Whole games in which digs are fenced in and removed, which random play rarely does.
//!
//! `EXPEDITION_BLESS=1` writes one of each kind as a golden record.

use std::fs;
use std::path::PathBuf;

use expedition::core::{Action, Check, Episode, Rng, Score, Seat, Turn};
use expedition::games::kathmandu::{Act, Decision, Kathmandu};
use serde_json::json;

use crate::support::game;

/// Removes what can be removed, fences in the digs at the bottom of the list, and otherwise plays at random.
fn fencer(ep: &Episode<Kathmandu>, rng: &mut Rng) -> usize {
    let (s, board, legal) = (ep.state(), ep.game().rules.board(), ep.legal());
    let acts: Vec<Act> = legal.iter().map(Act::at).collect();
    if let Some(act) = acts.iter().find(|act| matches!(act, Act::Remove(_) | Act::Curator(_))) {
        return act.id();
    }
    if let Decision::Unit { .. } = s.decision {
        let free =
            |cell: u8| !s.tokens[s.active.at()].has(cell) && legal.has(Act::Cell(expedition::games::kathmandu::Cell(cell)).id());
        let open = s.sites.cards().filter(|dig| ep.game().rules.wall(s, dig).is_none());
        if let Some(dig) = open.last() {
            let around: Vec<u8> = board.land.touching(dig.cells).iter().filter(|&cell| free(cell)).collect();
            if !around.is_empty() {
                return usize::from(around[rng.index(around.len())]);
            }
        }
    }
    legal.nth(rng.below(legal.len()))
}

struct Tally {
    removed: u32,
    merged: u32,
    bag_failed: u32,
    won: u32,
}

fn play(options: &serde_json::Value, games: u64) -> (Tally, Episode<Kathmandu>) {
    let game = game::<Kathmandu>(options);
    let mut tally = Tally { removed: 0, merged: 0, bag_failed: 0, won: 0 };
    let mut best: Option<(u32, Episode<Kathmandu>)> = None;
    for seed in 0..games {
        let mut ep = Episode::new(game.clone(), seed);
        let mut rng = Rng::seeded(seed);
        let mut stacks = 0;
        while ep.turn() != Turn::Over {
            game.rules.check(ep.state()).unwrap_or_else(|broken| panic!("{options}, seed {seed}: {broken}"));
            if rng.below(8) == 0 {
                for viewer in 0..game.seats() {
                    let dealt = ep.redeal(Seat(viewer as u8), seed);
                    game.rules.check(dealt.state()).unwrap_or_else(|broken| panic!("{options}, seed {seed}, redeal: {broken}"));
                }
            }
            stacks = stacks.max(ep.state().sites.cards().filter(|dig| dig.under != 0).count() as u32);
            let id = fencer(&ep, &mut rng);
            ep.play(id).expect("legal");
        }
        let s = ep.state();
        game.rules.check(s).unwrap_or_else(|broken| panic!("{options}, seed {seed}: {broken}"));
        let removed: u32 = s.taken_sites.iter().map(|set| set.count_ones()).sum();
        tally.removed += removed;
        tally.merged += stacks;
        tally.bag_failed += u32::from(s.bag.is_empty() && s.sites.len() > 1);
        tally.won += u32::from(game.rules.winners(s) != 0);
        if best.as_ref().is_none_or(|(most, _)| removed + 2 * stacks > *most) {
            best = Some((removed + 2 * stacks, ep));
        }
    }
    (tally, best.expect("at least one game").1)
}

#[test]
fn fenced_games_keep_every_invariant_r17() {
    // R17 through removals, new digs and merges.
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden/kathmandu");
    let cases = [
        ("fenced_long_2", json!({"players": 2})),
        ("fenced_short_3", json!({"players": 3, "variant": "short", "voluntary_pass": true})),
        ("fenced_small_4", json!({"players": 4, "board": "valley_small", "evicted_by_new_site_is_lost": true})),
    ];
    for (name, options) in cases {
        let (tally, best) = play(&options, 12);
        let Tally { removed, merged, bag_failed, won } = tally;
        println!("{name}: {removed} site cards taken, {merged} games with stacks, {bag_failed} bags failed, {won} games won");
        assert!(removed >= 12 && merged >= 1, "{name}: {removed} removed, {merged} merged");
        if std::env::var_os("EXPEDITION_BLESS").is_some() {
            fs::write(folder.join(format!("{name}.record")), best.record().to_text()).expect("the record can be written");
        }
    }
}
