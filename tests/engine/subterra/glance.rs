//! Section 21: what is seen at a glance, compared with plain searches.

use std::collections::HashMap;

use expedition::core::{Episode, Rng, Seat, Turn};
use expedition::games::subterra::board::{Cell, Side};
use expedition::games::subterra::words::{Object, Sheet, Status};
use expedition::games::subterra::{Artifact, Stage, State, Subterra};
use serde_json::{Value, json};

use super::super::support::{Changed, game, memo_keeps_up, random_play};
use super::{PLAIN, Table, solo, table};

fn seen(t: &Table) -> Value {
    let mut floats = vec![0.0; t.game.observation_size()];
    t.game.observe(&t.s, Seat(0), &mut floats);
    t.game.layout().explain(&floats)
}

/// Steps from a cell to the nearest goal, one step at a time; entering Rubble takes three.
fn steps(s: &State, from: Cell, goals: &[Cell]) -> Option<u32> {
    let mut best: HashMap<u16, u32> = HashMap::new();
    let mut waiting = vec![(0, from)];
    while !waiting.is_empty() {
        waiting.sort_unstable_by_key(|&(cost, _)| std::cmp::Reverse(cost));
        let (cost, cell) = waiting.pop().expect("not empty");
        if goals.contains(&cell) {
            return Some(cost);
        }
        if best.get(&(cell.index() as u16)).is_some_and(|&known| known <= cost) {
            continue;
        }
        best.insert(cell.index() as u16, cost);
        for &side in Side::ALL {
            let linked = s.map.links.of(cell) & side.bit() != 0;
            if let Some(next) = cell.beside(side).filter(|&next| linked && s.map.walkable().has(next)) {
                waiting.push((cost + if s.map.rubble.has(next) { 3 } else { 1 }, next));
            }
        }
    }
    None
}

/// The action points for a number of steps: a Run is three for two, a Sprint two for one.
fn points(steps: u32, scoundrel: bool) -> u32 {
    if scoundrel { steps.div_ceil(2) } else { steps / 3 * 2 + steps % 3 }
}

fn goals(s: &State, place: &str) -> Vec<Cell> {
    let number = |text: &str| text.rsplit('_').next().and_then(|n| n.parse::<usize>().ok()).expect("a number") - 1;
    match place {
        "sanctuary" if s.has_sanctuary() => vec![s.hall, s.vault],
        "artifact" => match s.artifact {
            Artifact::Locked if s.has_sanctuary() => vec![s.vault],
            Artifact::On(cell) => vec![cell],
            Artifact::Carried => s.explorers.iter().filter(|e| e.hand == Some(Object::Artifact)).map(|e| e.cell).collect(),
            Artifact::Locked | Artifact::Outside | Artifact::Destroyed => vec![],
        },
        "exit" => vec![Cell::at(0, -1)],
        "unrevealed" if !s.bag.is_empty() => s.map.walkable().iter().filter(|&cell| s.map.exits(cell) != 0).collect(),
        "guardian" => s.guardians.to_vec(),
        "down" => s.explorers.iter().filter(|e| e.is_inside() && e.hp == 0).map(|e| e.cell).collect(),
        key if key.starts_with("key") => s.keys.get(number(key)).copied().into_iter().collect(),
        other if other.starts_with("explorer") => {
            s.explorers.get(number(other)).filter(|e| e.is_inside()).map(|e| e.cell).into_iter().collect()
        }
        _ => vec![],
    }
}

/// Nearness, reach and the sides that lead on, for every explorer and place of a position.
fn agrees(s: &State, seen: &Value) {
    let glance = &seen["glance"];
    for (i, e) in s.explorers.iter().enumerate() {
        for (place, near) in glance["nearness"][i].as_object().expect("by place") {
            let way = e.is_inside().then(|| steps(s, e.cell, &goals(s, place))).flatten();
            let cost = way.map(|way| points(way, e.sheet == Sheet::Scoundrel));
            assert_eq!(*near, json!(24u32.saturating_sub(cost.unwrap_or(24))), "{} to {place}", e.sheet.name());
            let turn = if s.turn as usize == i && s.stage == Stage::Actions { s.ap } else { 2 };
            let reach = e.is_active() && cost.is_some_and(|cost| cost <= u32::from(turn));
            assert_eq!(glance["in_reach"][i][place], json!(reach), "{} to {place}", e.sheet.name());
        }
    }
    let x = |of: &Value, axis: &str| of[axis].as_i64().expect("a coordinate") as i8;
    let subject = Cell::at(x(&seen["subject"], "x"), x(&seen["subject"], "y"));
    let places: Vec<&String> = glance["nearness"][0].as_object().expect("by place").keys().collect();
    let order = |place: &str| {
        let names = ["key_1", "key_2", "key_3", "sanctuary", "artifact", "exit", "unrevealed", "guardian", "down"];
        names.iter().position(|&name| name == place).unwrap_or_else(|| 8 + place[9..].parse::<usize>().expect("a number"))
    };
    for place in places {
        let all = goals(s, place);
        let from = steps(s, subject, &all);
        for &side in Side::ALL {
            let linked = s.map.links.of(subject) & side.bit() != 0;
            let next = subject.beside(side).filter(|&next| linked && s.map.walkable().has(next));
            let entering = |next: Cell| if s.map.rubble.has(next) { 3 } else { 1 };
            let leads = from
                .is_some_and(|from| next.is_some_and(|next| steps(s, next, &all).is_some_and(|way| way + entering(next) == from)));
            assert_eq!(glance["leads"][order(place)][side.name()], json!(leads), "{place}, {}", side.name());
        }
    }
}

#[test]
fn ways_are_those_of_a_plain_search() {
    let start = super::records::way_back(4);
    for seed in 0..8u64 {
        let mut episode = if seed % 2 == 0 {
            Episode::from_position(start.game.clone(), start.s.clone(), Rng::seeded(seed)).expect("possible")
        } else {
            let team = json!({"players": 1, "explorers": ["scoundrel", "guide", "archaeologist", "aristocrat"]});
            Episode::new(game(&team), seed)
        };
        let mut floats = vec![7.0; episode.game().observation_size()];
        random_play(&mut episode, &mut Rng::seeded(seed), usize::MAX, |ep| {
            if ep.history().len() % 3 == 0 {
                ep.game().observe(ep.state(), Seat(0), &mut floats);
                agrees(ep.state(), &ep.game().layout().explain(&floats));
            }
        });
    }
}

#[test]
fn time_guardians_and_the_ground() {
    let mut t = solo(&PLAIN);
    t.put("lava_cross", 0, 1, "NESW").put("lava_tee", 0, 2, "NS").put("spike_trap_cross", 0, 3, "NESW");
    t.put("key_dead_end", 1, 1, "W").guardian(0, 3).stand("foreman", 0, 2).stand("sapper", 1, 1).turn("foreman");
    t.s.marker = 7;
    let glance = &seen(&t)["glance"];
    assert_eq!((&glance["rounds_left"], &glance["slack"]), (&json!(7), &json!([6, 6, 6])), "one to three points home");
    assert_eq!(glance["guardian_nearness"], json!([11, 0, 0, 0, 0]));
    assert_eq!((&glance["guardian_hits"][0], &glance["guardian_after"][0]), (&json!(1), &json!([false, true, false])));
    assert_eq!(glance["hits_due"], json!([0, 1, 0]));
    assert_eq!((&glance["underfoot"][1]["lava"], &glance["underfoot"][2]["key_lies"]), (&json!(true), &json!(true)));
    assert_eq!(
        (&glance["underfoot"][0]["unrevealed_beside"], &glance["underfoot"][1]["unrevealed_beside"]),
        (&json!(false), &json!(false))
    );
    assert_eq!((&glance["nearness"][1]["key_1"], &glance["in_reach"][1]["key_1"]), (&json!(22), &json!(true)));
    // An explorer who is down is nobody's prey.
    t.hp("foreman", 0).turn("sapper");
    let glance = &seen(&t)["glance"];
    assert_eq!((&glance["guardian_nearness"][0], &glance["guardian_hits"][0]), (&json!(9), &json!(0)));
    assert_eq!((&glance["guardian_after"][0], &glance["nearness"][2]["down"]), (&json!([true, false, true]), &json!(22)));
    // Under the curse the marker moves by two.
    t.hp("foreman", 3).sanctuary(-1, 0, 'S').carrier("foreman");
    t.s.keys.clear();
    t.s.inserted = 1;
    assert_eq!(seen(&t)["glance"]["rounds_left"], json!(4));
    // The lava comes from the Sanctuary: one spread to its neighbour, two to the crossing.
    t.s.marker = 0;
    t.roll("sharpshooter", expedition::games::subterra::words::Face::Lava);
    assert!(t.s.erupted);
    let glance = &seen(&t)["glance"];
    assert_eq!((&glance["rounds_left"], &glance["lava"]), (&json!(0), &json!([6, 4, 4])));
}

#[test]
fn what_is_seen_decides_what_is_legal() {
    // The same observation of the same seat means the same legal set, over many games on few deals.
    let mut known: HashMap<Vec<u32>, (Vec<usize>, Turn)> = HashMap::new();
    let mut again = 0;
    for game in 0..240u64 {
        let team = json!({"players": 2, "explorers": ["sapper", "archaeologist", "aristocrat", "veteran"]});
        let mut episode: Episode<expedition::games::subterra::Subterra> =
            Episode::new(super::super::support::game(&team), game % 3);
        let mut floats = vec![0.0; episode.game().observation_size()];
        random_play(&mut episode, &mut Rng::seeded(game / 2), 40, |ep| {
            let Turn::Seat(seat) = ep.turn() else { return };
            ep.game().observe(ep.state(), seat, &mut floats);
            let key: Vec<u32> = std::iter::once(seat.0.into()).chain(floats.iter().map(|f| f.to_bits())).collect();
            let legal: Vec<usize> = ep.legal().iter().collect();
            if let Some(before) = known.insert(key, (legal.clone(), ep.turn())) {
                again += 1;
                assert_eq!(before, (legal, ep.turn()));
            }
        });
    }
    assert!(again > 300, "only {again} observations came twice");
    // The same holds with a padded observation of another team.
    let t = table(&json!({"players": 3, "observation": "padded"}));
    assert_eq!(seen(&t)["glance"]["nearness"].as_array().map(Vec::len), Some(6));
}

/// A position with one of the inputs of the ways changed. Some of these could never come up in play, which a memo must not rely on.
fn changes(s: &State, rng: &mut Rng) -> Vec<(&'static str, State)> {
    let mut changed = Changed::new(s);
    let placed: Vec<Cell> = s.map.placed.iter().filter(|&cell| !s.map.flipped.has(cell)).collect();
    let (here, there) = (placed[rng.index(placed.len())], placed[rng.index(placed.len())]);
    let side = Side::ALL[rng.index(4)];
    let who = rng.index(s.explorers.len());
    changed.add("Rubble comes", |t| t.map.rubble.insert(here));
    changed.add("Rubble goes", |t| t.map.rubble.remove(here));
    changed.add("a tile is flipped", |t| t.map.flipped.insert(here));
    if s.map.breaches.len() < s.map.breaches.capacity() {
        changed.add("a wall is broken", |t| t.map.demolish(here, side));
    }
    changed.add("a way is shut", |t| t.map.shut_door(here, side));
    changed.add("an explorer moves", |t| t.explorers[who].cell = here);
    changed.add("an explorer is down", |t| t.explorers[who].hp = 0);
    changed.add("an explorer is dead", |t| t.explorers[who].status = Status::Dead);
    changed.add("two explorers change places in the order", |t| {
        let first = t.explorers[0];
        t.explorers[0] = std::mem::replace(&mut t.explorers[who], first);
    });
    changed.add("an explorer holds the Artifact", |t| {
        t.artifact = Artifact::Carried;
        t.explorers[who].hand = Some(Object::Artifact);
    });
    changed.add("the Artifact lies", |t| t.artifact = Artifact::On(here));
    if s.guardians.len() < s.guardians.capacity() {
        changed.add("a Guardian comes", |t| t.guardians.push(here));
    }
    changed.add("a Guardian moves", |t| t.guardians.iter_mut().take(1).for_each(|cell| *cell = here));
    changed.add("a Guardian goes", |t| {
        t.guardians.pop();
    });
    if s.keys.len() < s.keys.capacity() {
        changed.add("a Key comes", |t| t.keys.push(here));
    }
    changed.add("a Key goes", |t| {
        t.keys.pop();
    });
    changed.add("the Sanctuary stands", |t| (t.hall, t.vault) = (here, there));
    changed.add("the bag is empty", |t| t.bag.0.fill(0));
    changed.add("a tile leaves the bag", |t| t.bag.0.iter_mut().filter(|n| **n > 0).take(1).for_each(|n| *n -= 1));
    changed.add("another explorer's turn", |t| t.turn = who as u8);
    changed.add("fewer action points", |t| t.ap = t.ap.saturating_sub(1));
    changed.add("the volcano erupts", |t| t.erupted = true);
    changed.all
}

#[test]
fn a_memo_sees_every_single_change() {
    for players in [1, 4] {
        let game = game::<Subterra>(&json!({ "players": players }));
        let (mut rng, mut tried) = (Rng::seeded(3), 0);
        for seed in 0..6 {
            let mut ply = 0;
            random_play(&mut Episode::new(game.clone(), seed), &mut Rng::seeded(seed), 300, |ep| {
                ply += 1;
                if ply % 5 != 0 || ep.state().stage == Stage::Draft {
                    return;
                }
                for (what, changed) in changes(ep.state(), &mut rng) {
                    memo_keeps_up(&game, ep.state(), &changed, what);
                    memo_keeps_up(&game, &changed, ep.state(), what);
                    tried += 1;
                }
            });
        }
        assert!(tried > 250, "{players} players: only {tried} changes");
    }
}
