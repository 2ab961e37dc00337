//! The laws of an episode: copies, snapshots, records and refusals.

use super::{Broke, hold};
use crate::core::{Action, Episode, Playable, Record, Rng, Turn};

/// Bytes, plain data and pickles restore the same position.
pub fn saved<R: Playable>(episode: &Episode<R>) -> Result<(), Broke> {
    const LAW: &str = "snapshots are exact";
    let game = episode.game();
    let wrong = |what: &str, detail: String| Broke { law: LAW, detail: format!("{what}: {detail}") };
    let copy = Episode::from_bytes(game.clone(), &episode.to_bytes()).map_err(|e| wrong("bytes", e))?;
    hold(copy.state() == episode.state() && copy.rng() == episode.rng(), LAW, || "bytes differ".to_string())?;
    hold(copy.legal() == episode.legal(), LAW, || "legal sets differ".to_string())?;
    let full = Episode::from_full_bytes(game.clone(), &episode.to_full_bytes()).map_err(|e| wrong("pickle", e))?;
    hold(full == *episode, LAW, || "pickles differ".to_string())?;
    let state: R::State = serde_json::from_value(episode.to_json()).map_err(|e| wrong("plain data", e.to_string()))?;
    hold(state == *episode.state(), LAW, || "plain data differ".to_string())?;
    hold(*episode == episode.clone(), LAW, || "a clone differs".to_string())
}

/// An illegal action is refused and changes nothing. Returns whether there was an illegal one to try.
pub fn refuses<R: Playable>(episode: &Episode<R>, rng: &mut Rng) -> Result<bool, Broke> {
    let id = rng.index(R::Action::COUNT + 2);
    if episode.legal().has(id) {
        return Ok(false);
    }
    let mut copy = episode.clone();
    let refused = copy.play(id).is_err();
    hold(refused && copy == *episode, "a refused action changes nothing", || format!("action {id}"))?;
    Ok(true)
}

/// A finished episode: an earlier copy and the record replay to the same end, and the outcome is consistent.
pub fn ended<R: Playable>(episode: &Episode<R>, earlier: Option<Episode<R>>) -> Result<(), Broke> {
    const REPLAY: &str = "a copy and a record replay to the same end";
    let wrong = |detail: String| Broke { law: REPLAY, detail };
    hold(episode.turn() == Turn::Over, "an episode ends within its bound", || format!("{} decisions", episode.history().len()))?;
    if let Some(mut copy) = earlier {
        for &(_, id) in &episode.history()[copy.history().len()..] {
            copy.play(id as usize).map_err(|e| wrong(e.message))?;
        }
        hold(copy == *episode, REPLAY, || "the copy differs".to_string())?;
    }
    let record = Record::from_text(&episode.record().to_text()).map_err(wrong)?;
    let again = Episode::replay(episode.game().clone(), &record).map_err(wrong)?;
    hold(again == *episode, REPLAY, || "the record differs".to_string())?;
    super::position::counts(episode.game(), episode.state())?;
    let (returns, seats) = (episode.returns(), episode.game().seats());
    let absent = returns[seats..].iter().all(|&r| r == 0.0);
    hold(absent && returns.iter().all(|r| r.abs() <= 3.0), "returns are about [-1, 1], and nothing for absent seats", || {
        format!("{returns:?}")
    })?;
    let mut over = episode.clone();
    hold(over.play(0).is_err(), "a finished episode takes no action", String::new)
}

/// Plays random actions until the end or for `most` decisions, showing each position first.
pub fn random_play<R: Playable>(episode: &mut Episode<R>, rng: &mut Rng, most: usize, each: impl FnMut(&Episode<R>)) {
    play(episode, most, |episode| episode.legal().nth(rng.below(episode.legal().len())), each);
}

/// Plays what `choose` returns until the end or for `most` decisions, showing each position first.
pub fn play<R: Playable>(
    episode: &mut Episode<R>,
    most: usize,
    mut choose: impl FnMut(&Episode<R>) -> usize,
    mut each: impl FnMut(&Episode<R>),
) {
    for _ in 0..most {
        each(episode);
        if episode.turn() == Turn::Over {
            return;
        }
        let id = choose(episode);
        episode.play(id).expect("a legal action applies");
    }
}
