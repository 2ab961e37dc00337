//! What a seat cannot tell apart in its view, it cannot tell apart in its observation, its text, the log or the names of choices.

use expedition::core::{Playable, Rng};
use expedition::games::{self, Visitor};
use expedition::laws::secrets::{Compared, one_answer};

use super::support::{at_once, episode, game, random_play, variants};

/// One position in this many is compared: every legal action is played from it.
const EVERY: usize = 29;

struct Secrets;

impl Visitor for Secrets {
    type Out = Compared;
    fn visit<R: Playable>(self) -> Self::Out {
        let mut compared = Compared::default();
        for (i, options) in variants::<R>().iter().enumerate() {
            // Every position of a short game.
            let every = if game::<R>(options).rules.decision_bound() < 100 { 1 } else { EVERY };
            let mut ply = i % every;
            random_play(&mut episode::<R>(options, i as u64), &mut Rng::seeded(5 + i as u64), 400, |ep| {
                ply += 1;
                if ply.is_multiple_of(every) {
                    let found = one_answer(ep.game(), ep.state(), ply as u64);
                    compared += found.unwrap_or_else(|broke| panic!("{} {options}: {broke}", R::NAME));
                }
            });
        }
        compared
    }
}

#[test]
fn what_a_seat_cannot_tell_apart_is_the_same_everywhere() {
    let (mut alike, mut tried) = (0, 0);
    for (name, compared) in at_once(|name| games::visit(name, Secrets).expect("the registry lists its own games")) {
        let Compared { logs, alike: same, views } = compared;
        println!("{name}: {logs} logs, {same} choices that look alike, {views} pairs of views");
        assert!(logs > 20 && views > 20, "{name}: {logs} and {views} were compared");
        alike += same;
        tried += 1;
    }
    // Not every game has secret choices.
    assert!(alike > 100 || tried < games::NAMES.len(), "{alike} choices that look alike were compared");
}
