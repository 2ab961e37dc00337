//! Sentences, events and views of Agartha.

use std::collections::HashSet;

use expedition::core::{Action, Describe, Event, Observe, Rng, Score, Seat, Turn};
use expedition::games::agartha::{Act, Agartha, Board, Card, Decision};
use serde_json::{Value, json};

use super::scenario::Scenario;
use crate::support::episode;

fn sentences(scene: &Scenario) -> Vec<String> {
    let say = |id| scene.ep.game().rules.sentence(scene.state(), Act::at(id));
    scene.ep.legal().iter().map(say).collect()
}

fn last(scene: &Scenario, viewer: Option<u8>) -> Vec<Event> {
    scene.ep.log(viewer.map(Seat)).pop().expect("something was played").events
}

fn texts(events: &[Event]) -> Vec<&str> {
    events.iter().map(|event| event.text.as_str()).collect()
}

fn field<'a>(event: &'a Event, name: &str) -> &'a Value {
    &event.fields.iter().find(|field| field.0 == name).expect("a field of this name").1
}

#[test]
fn choices_are_said_with_what_they_mean_here() {
    let scene = Scenario::new(2).tile(1, "forest, compass");
    assert_eq!(sentences(&scene)[0], "Take up the 1: it bids 1, or lets you move a card");
    let place = scene.act("token 3");
    let said = sentences(&place);
    assert_eq!(said[0], "Put the token into the action zone of tile 1, for its action");
    assert_eq!(said[1], "Bid the token on tile 1, for a forest and a compass");
    assert_eq!(said[3], "Bid the token on tile 2, for no card");
    let chain = Scenario::new(2)
        .slot(0, "village_1", "2 character, axe")
        .slot(0, "places_1", "forest")
        .bids("1 1x, 1 3b, 2 3b, 2 3b, 3 3b, 3 3b")
        .asks(0, Decision::MoveCard);
    assert!(sentences(&chain).contains(&"Do not move a card".to_string()));
    assert!(sentences(&chain).contains(&"Move an axe out of village 1".to_string()));
    let chain = chain.act("take axe from village_1");
    assert!(sentences(&chain).contains(&"Put the axe into places 1 (beside 1 forest)".to_string()));
    let chain = chain.act("put objects").asks(0, Decision::Activate);
    assert_eq!(
        sentences(&chain),
        ["Activate village 1 with 2 characters for 1 point; then you may move a card", "Activate nothing more and go on"]
    );
}

#[test]
fn secret_tokens_are_told_to_their_owner_alone() {
    // R4.4, R11.2
    let scene = Scenario::new(2).act("token 3");
    assert_eq!(texts(&last(&scene, Some(0))), ["Blue takes up the 3"]);
    assert_eq!(texts(&last(&scene, Some(1))), ["Blue takes up a token"]);
    let entry = scene.ep.log(Some(Seat(1))).pop().expect("one entry");
    assert_eq!((entry.action, entry.sentence.as_str()), (None, "Take up a token"));
    let scene = scene.act("place tile 1 auction");
    assert_eq!(texts(&last(&scene, Some(1)))[0], "Blue puts a token face down in the auction zone of tile 1");
    assert_eq!(field(&last(&scene, Some(0))[0], "value"), 3);
    let view = |seat: Option<u8>| scene.ep.game().rules.view(scene.state(), seat.map(Seat));
    assert_eq!(view(Some(1))["tiles"][0]["auction"][0]["value"], Value::Null);
    assert_eq!(view(Some(0))["tiles"][0]["auction"][0], view(None)["tiles"][0]["auction"][0]);
    assert_eq!(view(Some(0))["tiles"][0]["auction"][0]["action"], "draw");
}

#[test]
fn an_auction_is_told_with_its_bids_and_its_winner() {
    let scene = Scenario::new(2).tile(1, "axe, vial").bids("2 1b, 2 1b, 1 3b, 1 3b, 3 3b, 3 3b");
    let told = last(&scene, None);
    let auction = told.iter().find(|event| event.kind == "auction").expect("an auction");
    assert_eq!(auction.text, "Auction of tile 1: Blue 2, Orange 2; Blue wins the tie with the testament");
    assert_eq!((field(auction, "bids"), field(auction, "takers")), (&json!([2, 2]), &json!([0])));
    assert!(texts(&told).contains(&"Blue takes an axe and a vial from tile 1"));
    let scene = scene.acts("put objects; put objects");
    let told = last(&scene, Some(1));
    assert!(texts(&told).contains(&"Blue puts a vial into objects"), "{told:?}");
    assert!(texts(&told).contains(&"Round 1 ends: the testament goes to Orange"), "{told:?}");
    assert_eq!(told.iter().filter(|event| event.kind == "refill").count(), 6, "two cards on each of three empty tiles");
}

#[test]
fn activations_and_the_end_are_told_with_their_points() {
    let scene = Scenario::new(2)
        .round(6)
        .slot(0, "village_1", "character, axe")
        .slot(1, "places_1", "2 forest, compass")
        .tile(1, "character")
        .bids("3 1b, 1 3b, 1 3b, 2 3b, 2 3b, 3 3b")
        .acts("put village_1; activate village_1 with 2");
    let activated = &last(&scene, Some(1))[0];
    assert_eq!(activated.text, "Blue activates village 1 for 1 point; 2 characters go to the encounter; 1 axe discarded");
    assert_eq!((field(activated, "points"), field(activated, "discards")), (&json!(1), &json!({"axe": 1})));
    let told = last(&scene, None);
    assert!(texts(&told).contains(&"Blue has nothing to move: the action lapses"), "{told:?}");
    assert!(texts(&told).contains(&"Orange scores 3 for lots at the end: 3 points in all"), "{told:?}");
    assert_eq!(scene.ep.game().rules.reason(scene.state()), "Six rounds have been played: Orange wins with 3 points.");
}

#[test]
fn a_view_is_in_the_words_of_the_game() {
    let scene = Scenario::new(2).slot(1, "village_2", "character").tile(2, "axe, vial").act("token 2");
    let view = scene.ep.game().rules.view(scene.state(), Some(Seat(1)));
    assert_eq!((&view["round"], &view["to_act"], &view["decision"]), (&json!(1), &json!(0), &json!("place a token")));
    assert_eq!(view["taken_up"], json!({"seat": 0, "value": null}));
    assert_eq!(view["tiles"][1]["cards"], json!(["axe", "vial", null]));
    assert_eq!(view["boards"][1]["slots"]["village_2"], json!({"character": 1}));
    assert_eq!((&view["boards"][0]["name"], &view["boards"][0]["tokens"][0]["value"]), (&json!("Blue"), &Value::Null));
    assert_eq!(view["boards"][1]["tokens"].as_array().map(Vec::len), Some(3));
}

/// The change of a board according to the events: its cards by type, the encounter, the amulets in their sector, the points.
fn accounted(events: &[Event], seat: Seat) -> (Vec<i64>, i64, i64, i64) {
    let of = |name: &str| Card::ALL.iter().position(|card| card.name() == name).expect("a card");
    let (mut cards, mut encounter, mut amulets, mut points) = (vec![0; Card::ALL.len()], 0, 0, 0);
    let mine = events.iter().filter(|event| event.seat == Some(seat));
    for event in mine {
        match event.kind {
            "put" | "move" => {
                let card = of(field(event, "card").as_str().expect("a name"));
                let slot = if event.kind == "put" { "slot" } else { "to" };
                if event.kind == "move" && field(event, "from") != "amulets" {
                    cards[card] -= 1;
                }
                if field(event, slot) == "amulets" { amulets += 1 } else { cards[card] += 1 }
            }
            "activate" => {
                let met = field(event, "encounter").as_i64().expect("a number");
                (encounter, points) = (encounter + met, points + field(event, "points").as_i64().expect("a number"));
                cards[Card::Character as usize] -= met;
                for (name, n) in field(event, "discards").as_object().expect("cards by name") {
                    cards[of(name)] -= n.as_i64().expect("a number");
                }
            }
            "score" => points += field(event, "points").as_i64().expect("a number"),
            _ => {}
        }
    }
    (cards, encounter, amulets, points)
}

#[test]
fn events_account_for_cards_and_points() {
    let mut kinds = HashSet::new();
    for (seed, players) in [2, 2, 3, 4].into_iter().enumerate() {
        let mut rng = Rng::seeded(seed as u64);
        let mut ep = episode::<Agartha>(&json!({ "players": players }), seed as u64);
        while ep.turn() != Turn::Over {
            let before = ep.state().clone();
            ep.play(ep.legal().nth(rng.below(ep.legal().len()))).expect("a legal action applies");
            let after = ep.state();
            let told = ep.log(None).pop().expect("something was played").events;
            for (i, (old, new)) in before.boards.iter().zip(&after.boards).enumerate().take(players) {
                let held = |board: &Board, card: usize| board.slots.iter().map(|slot| i64::from(slot[card])).sum::<i64>();
                let cards = (0..Card::ALL.len()).map(|card| held(new, card) - held(old, card)).collect();
                let score = ep.game().rules.scores(after)[i] - ep.game().rules.scores(&before)[i];
                let change = |new: u8, old: u8| i64::from(new) - i64::from(old);
                let change = (cards, change(new.encounter, old.encounter), change(new.amulets, old.amulets), score as i64);
                assert_eq!(accounted(&told, Seat(i as u8)), change, "seat {i}: {told:#?}");
            }
            kinds.extend(told.iter().map(|event| event.kind));
        }
    }
    for kind in ["put", "move", "swap", "activate", "score", "win", "draw", "refill", "reveal", "auction"] {
        assert!(kinds.contains(kind), "{kind} was never told: {kinds:?}");
    }
}
