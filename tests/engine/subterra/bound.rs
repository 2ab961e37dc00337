//! Section 20: how long an episode can be, against players and dice that want it to go on.

use std::sync::Arc;

use expedition::core::{Action, ActionSet, Apply, Content, Game, Legal, Rng, Rules, Setup, Silent, Turn};
use expedition::games::subterra::{Act, State, Subterra};
use serde_json::{Map, Value, json};

use super::{solo, with_content};

/// The length of a game against the adversary.
struct Length {
    decisions: usize,
    longest_turn: usize,
    longest_round_end: usize,
    rounds: u16,
}

/// Plays a game to make it last: of the answers and of a few throws of the dice, takes the one after which the most is still to
/// be asked in this turn, nobody has left, the volcano is quiet and the team is well. Nothing is left to luck.
fn prolong(game: &Arc<Game<Subterra>>, seed: u64, throws: u64) -> Length {
    let rules = &game.rules;
    let mut state = rules.start(&mut Rng::seeded(seed));
    let mut picks = Rng::seeded(seed);
    let mut length = Length { decisions: 0, longest_turn: 0, longest_round_end: 0, rounds: 0 };
    let (mut place, mut asked) = ((0, 0, false), 0);
    while rules.turn(&state) != Turn::Over {
        let now = (state.rounds, state.turn, state.stage.name() == "round_end");
        asked = if now == place { asked + 1 } else { 1 };
        place = now;
        let longest = if now.2 { &mut length.longest_round_end } else { &mut length.longest_turn };
        *longest = (*longest).max(asked);
        length.decisions += 1;
        assert!(length.decisions <= rules.decision_bound());
        let mut legal = ActionSet::EMPTY;
        rules.legal(&state, &mut legal);
        assert!(legal.len() > 1, "{} has one answer", state.decision.name());
        let mut best: Option<(i32, State)> = None;
        for id in legal.iter() {
            for _ in 0..throws {
                let mut next = state.clone();
                rules.apply(&mut next, Act::at(id), &mut Rng::seeded(picks.below(1 << 30).into()), &mut Silent);
                let value = promise(&state, &next) * 8 + picks.below(8) as i32;
                if best.as_ref().is_none_or(|(most, _)| value > *most) {
                    best = Some((value, next));
                }
            }
        }
        state = best.expect("a legal action").1;
    }
    length.rounds = state.rounds;
    length
}

/// The adversary's rating of a position.
fn promise(before: &State, after: &State) -> i32 {
    let same_turn = (before.rounds, before.turn, before.stage) == (after.rounds, after.turn, after.stage);
    // The first hit points keep an explorer going; further ones are there to be spent.
    let hp: i32 = after.explorers.iter().map(|e| 30 * i32::from(e.hp.min(3)) + 2 * i32::from(e.hp)).sum();
    let inside = after.explorers.iter().filter(|e| e.is_inside()).count() as i32;
    let active = after.explorers.iter().filter(|e| e.is_active()).count() as i32;
    let mut value = hp + 60 * inside + 60 * active - 9 * after.guardians.len() as i32;
    value += 20 * i32::from(same_turn) + 2 * i32::from(after.ap) + i32::from(!after.pushed);
    if after.end.is_some() || after.erupted {
        value -= 10_000;
    }
    value
}

fn tables() -> Map<String, Value> {
    Content::load("subterra", Subterra::CONTENT, &Map::new()).expect("valid").tables().clone()
}

#[test]
fn whoever_drags_it_out_meets_the_cap() {
    // R95, R68: against friendly dice only the cap ends the game, and it does so within the bound.
    for (players, explorers) in
        [(1, json!(["archaeologist", "aristocrat", "guide"])), (3, json!(["priest", "healer", "archaeologist"]))]
    {
        let options = json!({"players": players, "explorers": explorers, "safety_round_cap": 40});
        let game = with_content(&options, &json!({})).expect("valid").game;
        let length = prolong(&game, 7, 4);
        assert_eq!(length.rounds, 40, "the clock alone would have been outlasted");
        assert!(length.longest_turn <= game.rules.turn_bound() && length.longest_round_end <= game.rules.round_end_bound());
        assert!(length.longest_turn > 8 && length.decisions > 40 * 9, "it did drag: {} decisions", length.decisions);
    }
}

/// Four points and two for a push, runs of five, four passes: the longest turns content allows, with this many hit points.
fn rich(hp: u8, heal: u8) -> Value {
    let tables = tables();
    let mut content = Map::new();
    let mut set = |table: &str, change: &dyn Fn(&mut Value)| {
        let mut value = content.get(table).unwrap_or(&tables[table]).clone();
        change(&mut value);
        content.insert(table.to_string(), value);
    };
    set("turn", &|t| (t["action_points"], t["push_extra_points"]) = (json!(4), json!(2)));
    set("guardians", &|t| (t["activations_end_of_round"], t["activations_per_activate_face"]) = (json!(4), json!(3)));
    set("curse", &|t| t["hazard_dice_per_turn_before"] = json!(2));
    set("explorers", &|t| t.as_array_mut().expect("a list").iter_mut().for_each(|row| row["hp"] = json!(hp)));
    set("actions", &|t| {
        for row in t.as_array_mut().expect("a list") {
            row["ap"] = json!(1);
            match row["id"].as_str() {
                Some("run") => row["max_moves"] = json!(5),
                Some("heal") => row["heal"] = json!(heal),
                _ => {}
            }
        }
    });
    Value::Object(content)
}

fn team(cap: u16) -> Value {
    json!({"players": 3, "explorers": ["archaeologist", "guide", "aristocrat"], "safety_round_cap": cap})
}

#[test]
fn content_that_gives_more_raises_the_bound() {
    // Heal feeds the rerolls.
    let plain = with_content(&team(12), &json!({})).expect("valid").game;
    let rich = with_content(&team(12), &rich(15, 15)).expect("valid").game;
    assert!(rich.rules.turn_bound() > 2 * plain.rules.turn_bound());
    for seed in 0..2 {
        let length = prolong(&rich, seed, 3);
        assert!(length.longest_turn <= rich.rules.turn_bound() && length.longest_round_end <= rich.rules.round_end_bound());
        assert!(length.longest_turn > 25, "the longest turn had {} decisions", length.longest_turn);
    }
}

#[test]
fn the_bound_is_the_count_of_the_rules() {
    // Three points with eight decisions each, push and end, 13 kept rolls and 8 rerolls, the order of two dice and two
    // Activate faces of five Guardians with two questions; refused takes of the two others.
    let t = solo(&["archaeologist", "foreman", "sapper"]);
    assert_eq!(t.rules().turn_bound(), 3 * 8 + 2 + 2 * 2 + 13 + 8 + 1 + 2 * 10);
    assert_eq!(t.rules().round_end_bound(), 20);
    assert_eq!(t.rules().decision_bound(), 3 + 300 * (3 * 72 + 20));
    let six = solo(&["archaeologist", "foreman", "sapper", "guide", "healer", "priest"]);
    assert_eq!(six.rules().turn_bound(), 68 + 2 * 5);
    // Six points with eight decisions each; five Spikes with each, and four questions of the hazard; the hit points, and what
    // six Heals give back, which is never more than she can have; three passes of an Activate face, four of a round.
    for (hp, heal, rerolls) in [(15, 15, 15 + 6 * 15), (9, 2, 9 + 6 * 2), (4, 15, 4 + 6 * 4)] {
        let game = with_content(&team(50), &rich(hp, heal)).expect("valid").game;
        let turn = 6 * 8 + 2 + 2 * 2 + (6 * 5 + 4) + rerolls + 1 + 2 * (3 * 5 * 2);
        assert_eq!((game.rules.turn_bound(), game.rules.round_end_bound()), (turn, 4 * 5 * 2), "{hp} and {heal}");
        assert_eq!(game.rules.decision_bound(), 3 + 50 * (3 * turn + 40));
    }
}

#[test]
fn lava_takes_a_ring_with_every_step() {
    // R71, R72, R95: once the volcano has erupted every end of a round flips cells, and the temple is finite and
    // connected: if nobody can stop it, the Entrance flips after as many spreads as it is steps away.
    let mut t = super::records::way_back(0);
    t.carried_out("veteran");
    t.s.erupted = true;
    t.s.map.flip(&expedition::games::subterra::board::Cells::one(t.s.hall).with(t.s.vault));
    t.turn("guide");
    let mut rounds = 0;
    while !t.is_over() {
        let before = (t.s.rounds, t.s.map.flipped.len());
        let stay = ["end", "decline", "keep"].iter().find(|name| t.names().iter().any(|n| n == *name)).map(ToString::to_string);
        let name = stay.unwrap_or_else(|| t.names()[0].clone());
        t.act(&name);
        if t.s.rounds > before.0 {
            rounds += 1;
            assert!(t.s.map.flipped.len() > before.1, "a round ended without lava");
        }
    }
    assert!(rounds <= 3, "{rounds} rounds for a temple four cells deep, two spreads each");
}
