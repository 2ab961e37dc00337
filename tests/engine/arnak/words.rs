//! Sentences, events and views: distinct, complete, and free of anything a seat may not know.

use std::collections::HashSet;

use expedition::core::{Action, ActionSet, Apply, Describe, Event, Legal, Observe, Rng, Rules, Score, Seat, Setup, Turn};
use expedition::games::arnak::{Act, Arnak, FEAR, State};
use serde_json::json;

use super::super::support::game;
use super::scenario::{P0, Scenario};

const VARIANTS: [&str; 4] = [
    r#"{"players": 2}"#,
    r#"{"players": 1, "difficulty": 3}"#,
    r#"{"players": 4, "board": "snake"}"#,
    r#"{"players": 1, "board": "snake"}"#,
];

/// Plays random games and shows each step: the position before, the action, the position after, and the events.
fn watch(games: u64, mut each: impl FnMut(&Arnak, &State, Act, &State, &[Event])) {
    for options in VARIANTS {
        let game = game::<Arnak>(&serde_json::from_str(options).expect("options"));
        for seed in 0..games {
            let mut rng = Rng::seeded(seed);
            let mut s = game.rules.start(&mut rng);
            while game.rules.turn(&s) != Turn::Over {
                let mut legal = ActionSet::EMPTY;
                game.rules.legal(&s, &mut legal);
                let act = Act::from_id(legal.nth(rng.below(legal.len()))).expect("legal");
                let before = s.clone();
                let mut told: Vec<Event> = Vec::new();
                game.rules.apply(&mut s, act, &mut rng, &mut told);
                each(&game.rules, &before, act, &s, &told);
            }
        }
    }
}

#[test]
fn every_choice_has_a_sentence_of_its_own() {
    let mut rng = Rng::seeded(1);
    watch(3, |rules, s, _, _, _| {
        let mut legal = ActionSet::EMPTY;
        rules.legal(s, &mut legal);
        let mut said = HashSet::new();
        let Turn::Seat(seat) = rules.turn(s) else { unreachable!("it runs") };
        let mut dealt = s.clone();
        rules.redeal(&mut dealt, seat, &mut rng);
        for act in legal.iter().map(Act::at) {
            let sentence = rules.sentence(s, act);
            assert_ne!(sentence, rules.name(act));
            assert!(sentence.starts_with(char::is_uppercase), "{sentence}");
            assert_eq!(sentence, rules.sentence(&dealt, act), "a redeal changes no sentence");
            assert!(said.insert(sentence.clone()), "{sentence:?} is said twice at {}", rules.decision(s));
        }
    });
}

#[test]
fn two_funding_cards_are_told_apart() {
    let it = Scenario::new(2).hand(P0, "funding_car, funding_ship");
    let said = |name: &str| {
        let id = it.game.parse(name).expect("an action");
        it.game.rules.sentence(&it.s, Act::at(id))
    };
    assert!(said("play funding_car").contains("car") && said("play funding_ship").contains("ship"));
}

/// The cards of a player wherever they are, without Fear, which has no identity and events of its own.
fn owned(s: &State, seat: usize) -> i64 {
    let p = &s.players[seat];
    let looked_at = if usize::from(s.seat) == seat { s.seen.0 } else { 0 };
    let tops = p.private_tops.iter().filter(|top| top.card < FEAR).fold(0u128, |set, top| set | 1 << top.card);
    i64::from((p.hand.0 | p.deck.0 | p.play.0 | tops | looked_at).count_ones())
}

#[test]
fn events_account_for_goods_points_and_cards() {
    watch(3, |rules, before, act, after, told| {
        for seat in 0..rules.seats() {
            let of = |kind: &str| told.iter().filter(|e| e.kind == kind && e.seat == Some(Seat(seat as u8))).collect::<Vec<_>>();
            let sum = |events: &[&Event], field: &str| {
                events
                    .iter()
                    .flat_map(|e| &e.fields)
                    .filter(|(name, _)| *name == field)
                    .filter_map(|(_, n)| n.as_i64())
                    .sum::<i64>()
            };
            for (k, good) in ["coin", "compass", "tablet", "arrowhead", "jewel"].into_iter().enumerate() {
                let change = i64::from(after.players[seat].goods[k]) - i64::from(before.players[seat].goods[k]);
                assert_eq!(sum(&of("gain"), good) - sum(&of("pay"), good), change, "{good} after {act:?}: {told:?}");
            }
            let change = rules.scores(after)[seat] - rules.scores(before)[seat];
            assert_eq!(sum(&of("points"), "points") as f32, change, "points after {act:?}: {told:?}");
            let out = i64::from(after.players[seat].figures.count_ones()) - i64::from(before.players[seat].figures.count_ones());
            assert_eq!(of("figure").len() as i64 - of("figure_back").len() as i64, out, "figures after {act:?}: {told:?}");
            let cards = owned(after, seat) - owned(before, seat);
            assert_eq!(of("card").len() as i64 - of("exile").len() as i64, cards, "cards after {act:?}: {told:?}");
        }
        let dealt = told.iter().filter(|e| e.kind == "deal").count() as u32;
        let gone = expedition::games::arnak::Cards(before.market.0 & !after.market.0);
        let row = expedition::games::arnak::Cards(gone.0 & after.row().0).len();
        assert!(dealt >= row, "every card that comes to lie in the row is told: {told:?}");
    });
}

#[test]
fn drawn_cards_are_told_to_their_owner_alone() {
    watch(2, |rules, _, _, _, told| {
        for event in told.iter().filter(|e| e.kind == "draw") {
            let owner = event.seat.expect("somebody draws");
            let names = event.fields.iter().any(|(name, _)| *name == "cards");
            for seat in (0..rules.seats() as u8).map(Seat) {
                assert!(!names || !event.audience.includes(Some(seat)) || seat == owner, "{event:?}");
            }
        }
    });
    let it = Scenario::new(2).hand(P0, "horse, parrot").bag(P0, "rope");
    let mut s = it.s.clone();
    let mut told: Vec<Event> = Vec::new();
    for name in ["play horse", "accept"] {
        let act = Act::at(it.game.parse(name).expect("an action"));
        it.game.rules.apply(&mut s, act, &mut Rng::seeded(1), &mut told);
    }
    let own: Vec<&str> = told.iter().filter(|e| e.audience.includes(Some(Seat(0)))).map(|e| e.text.as_str()).collect();
    let other: Vec<&str> = told.iter().filter(|e| e.audience.includes(Some(Seat(1)))).map(|e| e.text.as_str()).collect();
    assert!(own.contains(&"Blue draws Rope") && !other.iter().any(|text| text.contains("Rope")), "{own:?} {other:?}");
    assert!(other.contains(&"Blue draws 1 card"), "{other:?}");
    assert!(own.contains(&"Blue puts Horse into the play area") && own.contains(&"Blue gains 1 compass"), "{own:?}");
}

#[test]
fn a_view_holds_what_its_seat_may_know() {
    let mut rng = Rng::seeded(5);
    watch(2, |rules, _, _, s, _| {
        for seat in (0..rules.seats() as u8).map(Seat) {
            let mut dealt = s.clone();
            rules.redeal(&mut dealt, seat, &mut rng);
            assert_eq!(rules.view(s, Some(seat)), rules.view(&dealt, Some(seat)), "a redeal for a seat changes nothing it sees");
        }
        let text = rules.view(s, None).to_string();
        assert!(!text.contains("255") && !text.contains(r#""name":"guardian_"#), "{text}");
    });
    let it = Scenario::new(2).hand(P0, "rope, fear");
    let view = |viewer: u8| it.game.rules.view(&it.s, Some(Seat(viewer)));
    assert_eq!(view(0)["players"][0]["hand"], json!(["Rope", "Fear"]));
    assert_eq!((&view(1)["players"][0]["hand"], &view(1)["players"][0]["hand_size"]), (&json!(null), &json!(2)));
}

#[test]
fn the_result_has_a_reason() {
    let it = Scenario::new(2).hand(P0, "parrot").over();
    let reason = it.game.rules.reason(&it.s);
    assert!(reason.starts_with("Round 5 is over: Blue wins with"), "{reason}");
}
