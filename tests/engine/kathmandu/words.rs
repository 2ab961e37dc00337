//! Sentences, events and views: everything has words, they reveal nothing hidden, and they account for what changed.

use std::collections::HashSet;

use expedition::core::{
    Action, ActionSet, Apply, Describe, Event, Game, Legal, Observe, Prune, Rng, Rules, Seat, Setup, Silent, Turn,
};
use expedition::games::kathmandu::{Act, Kathmandu, State};
use serde_json::{Value, json};

use super::table::{P0, P1, two};
use crate::support::game;

/// Plays games with promising choices, showing each step: the state before, the action, the state after and the events.
fn steps(options: &Value, games: u64, mut each: impl FnMut(&Game<Kathmandu>, &State, &ActionSet, Act, &State, &[Event])) {
    let game = game::<Kathmandu>(options);
    for seed in 0..games {
        let mut rng = Rng::seeded(seed);
        let mut state = game.rules.start(&mut rng);
        while game.rules.turn(&state) != Turn::Over {
            let mut legal = ActionSet::EMPTY;
            game.rules.legal(&state, &mut legal);
            let mut few = legal;
            if rng.below(3) > 0 {
                game.rules.prune(&state, &mut few);
            }
            let action = Act::from_id(few.nth(rng.below(few.len()))).expect("a legal id");
            let (mut told, mut events, mut stream) = (state.clone(), Vec::new(), rng.clone());
            game.rules.apply(&mut told, action, &mut rng, &mut events);
            let mut silent = state.clone();
            game.rules.apply(&mut silent, action, &mut stream, &mut Silent);
            assert_eq!(told, silent, "a witness changes nothing");
            each(&game, &state, &legal, action, &told, &events);
            state = told;
        }
    }
}

fn tables() -> [Value; 3] {
    [
        json!({"players": 2}),
        json!({"players": 3, "board": "valley_small", "evicted_by_new_site_is_lost": true, "voluntary_pass": true}),
        json!({"players": 4, "curator_scores": false, "mix_place_and_take_back": false}),
    ]
}

#[test]
fn every_choice_has_a_sentence_of_its_own() {
    for options in tables() {
        let mut step = 0u64;
        steps(&options, 3, |game, s, legal, _, _, _| {
            step += 1;
            let mut dealt = s.clone();
            game.rules.redeal(&mut dealt, s.active, &mut Rng::seeded(step));
            let mut seen = HashSet::new();
            for id in legal.iter() {
                let action = Act::at(id);
                let sentence = game.rules.sentence(s, action);
                assert_ne!(sentence, game.rules.name(action));
                assert!(sentence.len() > 12 && sentence.starts_with(char::is_uppercase), "{sentence}");
                assert_eq!(sentence, game.rules.sentence(&dealt, action), "nothing hidden is told");
                assert!(seen.insert(sentence.clone()), "{sentence:?} stands for two choices");
            }
        });
    }
}

#[test]
fn views_tell_what_a_seat_may_know() {
    for options in tables() {
        let mut step = 0u64;
        steps(&options, 2, |game, s, _, _, _, _| {
            step += 1;
            if !step.is_multiple_of(5) {
                return;
            }
            for viewer in (0..game.rules.seats()).map(|seat| Seat(seat as u8)) {
                let mut dealt = s.clone();
                game.rules.redeal(&mut dealt, viewer, &mut Rng::seeded(step));
                assert_eq!(game.rules.view(s, Some(viewer)), game.rules.view(&dealt, Some(viewer)));
            }
            let all = game.rules.view(s, None);
            for (seat, player) in all["players"].as_array().expect("players").iter().enumerate() {
                assert!(player["hand"]["cards"].is_object());
                let own = game.rules.view(s, Some(Seat(seat as u8)));
                assert_eq!(own["players"][seat], *player, "own cards are seen whole");
            }
        });
    }
}

/// The changes of a seat's supply and points according to the events.
fn accounted(events: &[Event], seat: Seat, game: &Game<Kathmandu>) -> (i64, i64) {
    let (mut supply, mut points) = (0, 0);
    for event in events.iter().filter(|event| event.audience.includes(None)) {
        let field = |name: &str| event.fields.iter().find(|(n, _)| *n == name).map_or(Value::Null, |(_, value)| value.clone());
        let mine = event.seat == Some(seat);
        match event.kind {
            "put" | "put_on_list" if mine => supply -= 1,
            "take_back" | "take_back_from_list" if mine => supply += 1,
            "return" if mine => supply += field("tokens").as_i64().expect("a number"),
            "evict" if mine => supply += i64::from(field("lost") == json!(false)),
            "new_site" | "new_personality" => {
                supply -= field("free_tokens").get(seat.0.to_string()).and_then(Value::as_i64).unwrap_or(0);
            }
            "hunt" => {
                supply -= 2 * i64::from(field("new") == json!(seat.0));
                supply += 2 * i64::from(field("old") == json!(seat.0));
            }
            "remove" | "lose" if mine => points += field("points").as_i64().expect("a number"),
            _ => {}
        }
        if event.kind == "evict" && mine && field("lost") == json!(true) {
            points += i64::from(game.rules.tables().lost_points);
        }
    }
    (supply, points)
}

#[test]
fn events_account_for_what_changed() {
    let mut kinds = HashSet::new();
    for options in tables() {
        steps(&options, 5, |game, s, _, action, after, events| {
            let tables = game.rules.tables();
            let worth = |s: &State, seat: usize| -> i64 {
                let tokens: i16 = (0..6).map(|c| tables.points[c] * i16::from(s.taken[seat][c])).sum();
                let cards = tables.site_points * s.taken_sites[seat].count_ones() as i16;
                i64::from(tokens + cards + tables.lost_points * i16::from(s.graveyard[seat]))
            };
            for viewer in (0..game.rules.seats()).map(|seat| Seat(seat as u8)) {
                let told = events.iter().filter(|event| event.audience.includes(Some(viewer))).count();
                assert!(told > 0, "{:?} is told of {:?}", viewer, game.rules.name(action));
                let seat = viewer.at();
                let change = (i64::from(after.supply[seat]) - i64::from(s.supply[seat]), worth(after, seat) - worth(s, seat));
                assert_eq!(accounted(events, viewer, game), change, "{}: {events:?}", game.rules.name(action));
            }
            assert_eq!(events.iter().filter(|event| event.kind == "round").count() as u16, after.round - s.round);
            assert_eq!(events.iter().any(|event| event.kind == "end"), game.rules.turn(after) == Turn::Over);
            kinds.extend(events.iter().map(|event| event.kind));
        });
    }
    for kind in
        ["place", "put", "put_on_list", "take", "use", "pay", "remove", "extend", "lose", "merge", "theft", "exchange", "hunt"]
    {
        assert!(kinds.contains(kind), "{kind} was never told: {kinds:?}");
    }
}

#[test]
fn secrets_are_told_to_their_owner_alone_r15_3() {
    for options in tables() {
        steps(&options, 3, |game, s, _, action, _, events| {
            for viewer in (0..game.rules.seats()).map(|seat| Seat(seat as u8)).filter(|&viewer| viewer != s.active) {
                for event in events.iter().filter(|event| event.audience.includes(Some(viewer))) {
                    let field = |name: &str| event.fields.iter().find(|(n, _)| *n == name).map(|(_, value)| value.clone());
                    let shown = match event.kind {
                        "place" => field("cards"),
                        "use" => field("card"),
                        _ => None,
                    };
                    let seen_as = game.rules.seen_as(s, action);
                    if let Some(shown) = shown {
                        assert_eq!(shown.is_null(), seen_as.is_some(), "{}: {event:?}", game.rules.name(action));
                    }
                }
            }
        });
    }
}

#[test]
fn sentences_say_what_happens_r6_r8_r12() {
    let mut t = two();
    let says = |t: &super::table::Table, name: &str| {
        let id = t.game.parse(name).expect("a known name");
        t.rules().sentence(&t.s, Act::at(id))
    };
    t.hand(P0, &["archaeologist", "palaeontologist"]);
    assert_eq!(says(&t, "place with archaeologist"), "Lay an archaeologist down to place 1 token");
    assert_eq!(
        says(&t, "take personality 2"),
        "Take the anthropologist (pays for brown tokens): give a card away and lay 1 other down"
    );
    t.act("place with archaeologist");
    assert_eq!(says(&t, "cell 0,-9"), "Put a token on the cell 2 steps west of Tirakhet (0,-9)");
    assert_eq!(says(&t, "put on site 1"), "Put a token on the site card of Dakshinkali, which moves to place 6");
    let mut t = two();
    t.dig("changu_narayan", &[("red", 9, -8)]).fence(P0, "changu_narayan").hand(P0, &["palaeontologist"]);
    assert_eq!(says(&t, "remove changu_narayan"), "Remove the dig of Changu Narayan for 8 points: pay red");
    let name = t.rules().seat_name(P1);
    t.hand(P0, &["rogue"]);
    assert_eq!(says(&t, "rogue seat 1"), format!("Steal a random card of {name}, who has 6 cards in hand, with the rogue"));
}
