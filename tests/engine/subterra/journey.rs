//! A whole game from the first decision to a legendary end, for the golden record: found by a search that knows the dice.

use expedition::core::{Episode, Rng, Turn};
use expedition::games::subterra::board::Cell;
use expedition::games::subterra::words::{Grade, Object, Status};
use expedition::games::subterra::{Artifact, State, Subterra};

/// Games that are followed at once, and ways in which each of them is continued by a turn.
const WIDTH: usize = 120;
const WAYS: usize = 24;

/// Searches turn by turn: every game that is followed is continued by some random turns, and the most promising
/// positions are kept. A copy of an episode carries its dice along, so what is found can be played again.
pub fn win(start: Episode<Subterra>) -> Option<Episode<Subterra>> {
    let mut rng = Rng::seeded(1);
    let mut beam = vec![(0, start)];
    while beam.iter().any(|(_, episode)| episode.turn() != Turn::Over) {
        let mut next: Vec<(i32, Episode<Subterra>)> = Vec::new();
        for (value, episode) in &beam {
            if episode.turn() == Turn::Over {
                next.push((*value, episode.clone()));
                continue;
            }
            for _ in 0..WAYS {
                let mut copy = episode.clone();
                play_a_turn(&mut copy, &mut rng);
                next.push((promise(copy.state()), copy));
            }
        }
        next.sort_by_key(|(value, _)| std::cmp::Reverse(*value));
        next.dedup_by(|a, b| a.1.state() == b.1.state());
        next.truncate(WIDTH);
        beam = next;
    }
    let best = beam.into_iter().map(|(_, episode)| episode).next()?;
    (best.game().rules.grade(best.state()) != Grade::Lost).then_some(best)
}

/// Plays up to the next explorer's turn: half of the choices at random, half the best of a few by their immediate promise.
fn play_a_turn(episode: &mut Episode<Subterra>, rng: &mut Rng) {
    let now = (episode.state().rounds, episode.state().turn);
    while episode.turn() != Turn::Over && (episode.state().rounds, episode.state().turn) == now {
        let legal = *episode.legal();
        let mut pick = legal.nth(rng.below(legal.len()));
        if rng.below(2) == 0 {
            let mut best = i32::MIN;
            for _ in 0..4 {
                let id = legal.nth(rng.below(legal.len()));
                let mut copy = episode.clone();
                copy.play(id).expect("a legal action applies");
                let value = promise(copy.state());
                if value > best {
                    (best, pick) = (value, id);
                }
            }
        }
        episode.play(pick).expect("a legal action applies");
    }
}

fn distance(s: &State, from: Cell, to: Cell) -> i32 {
    s.map.links.distance(from, to, &s.map.walkable()).map_or(60, i32::from)
}

/// How far along a position is: tiles, then Keys, then the Artifact, then everyone outside; and how well the team is.
fn promise(s: &State) -> i32 {
    let exit = Cell::at(0, -1);
    let count = |status: Status| s.explorers.iter().filter(|e| e.status == status).count() as i32;
    if s.end.is_some() {
        return if s.is_won() { 1_000_000 + 1_000 * count(Status::Escaped) } else { -1_000_000 };
    }
    let inside = || s.explorers.iter().filter(|e| e.is_inside());
    let mut value: i32 = inside().map(|e| 12 * i32::from(e.hp.min(3)) + 2 * i32::from(e.hp)).sum();
    value -= 400 * count(Status::Dead) + 5 * s.guardians.len() as i32;
    let to_nearest =
        |cell: Cell| inside().filter(|e| e.hp > 0 && e.hand.is_none()).map(|e| distance(s, e.cell, cell)).min().unwrap_or(60);
    if !s.has_sanctuary() {
        let depth = s.map.placed.last().map_or(0, |cell| i32::from(cell.y()));
        let held = inside().filter(|e| e.hand.is_some()).count() as i32;
        let far: i32 = s.keys.iter().map(|&key| to_nearest(key)).sum();
        return value - 400 * count(Status::Escaped) + 40 * (30 - s.bag.total() as i32) - 12 * depth + 25 * held - 3 * far;
    }
    value += 2_000 + 400 * i32::from(s.inserted);
    for &key in &s.keys {
        value -= 15 * (distance(s, key, s.hall) + to_nearest(key)) + 20;
    }
    for carrier in inside().filter(|e| e.hand == Some(Object::Key)) {
        value -= 15 * distance(s, carrier.cell, s.hall);
    }
    let home: i32 = inside().map(|e| distance(s, e.cell, exit)).sum();
    match s.artifact {
        Artifact::Locked => value - 400 * count(Status::Escaped),
        Artifact::On(cell) if !s.cursed => value - 15 * to_nearest(cell) - 4 * home - 400 * count(Status::Escaped),
        Artifact::On(cell) => value + 500 - 40 * distance(s, cell, exit) - 8 * home - 200,
        Artifact::Carried => {
            let carrier = inside().find(|e| e.hand == Some(Object::Artifact)).map_or(exit, |e| e.cell);
            value + 500 - 40 * distance(s, carrier, exit) - 8 * home
        }
        Artifact::Outside => value + 5_000 - 40 * home,
        Artifact::Destroyed => value - 100_000,
    }
}
