//! What a seat cannot tell apart in its view, it cannot tell apart in its observation, its text, the log or the names of choices.

use expedition::core::{Playable, Rng, Seat};
use expedition::games::{self, Visitor};
use expedition::laws::{Broke, secrets};

use super::support::{episode, random_play, variants};

/// Decisions between two positions that are looked at: every legal action is played from each.
const EVERY: usize = 13;

struct Secrets;

impl Visitor for Secrets {
    type Out = (usize, usize, usize);
    fn visit<R: Playable>(self) -> Self::Out {
        let (mut logs, mut looks, mut views) = (0, 0, 0);
        for (i, options) in variants::<R>().iter().enumerate() {
            let mut ply = i % EVERY;
            random_play(&mut episode::<R>(options, i as u64), &mut Rng::seeded(5 + i as u64), 400, |ep| {
                ply += 1;
                if !ply.is_multiple_of(EVERY) {
                    return;
                }
                let (game, state) = (ep.game(), ep.state());
                let mut laws = || -> Result<(), Broke> {
                    looks += secrets::looks_are_exact(game, state, ply as u64)?;
                    for viewer in (0..game.seats() as u8).map(Seat) {
                        logs += secrets::log_keeps_secrets(game, state, viewer, ply as u64)?;
                        views += secrets::views_and_observations_agree(game, state, viewer, ply as u64)?;
                    }
                    Ok(())
                };
                laws().unwrap_or_else(|broke| panic!("{} {options}: {broke}", R::NAME));
            });
        }
        (logs, looks, views)
    }
}

#[test]
fn what_a_seat_cannot_tell_apart_is_the_same_everywhere() {
    let mut alike = 0;
    for name in games::NAMES {
        let (logs, looks, views) = games::visit(name, Secrets).expect("the registry lists its own games");
        println!("{name}: {logs} choices told, {looks} that look alike, {views} pairs of views");
        assert!(logs > 100 && views > 100, "{name}: {logs} and {views} were compared");
        alike += looks;
    }
    assert!(alike > 100, "{alike} choices that look alike were compared");
}
