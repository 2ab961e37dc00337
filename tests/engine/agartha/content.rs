//! Content and positions from outside.

use expedition::core::{Action, Check, Describe, Episode, Game, Rules, Seat};
use expedition::games::agartha::{Act, Agartha, Area, Bid, Decision, Deed, Slot, Spot, State, Token};
use serde_json::{Map, Value, json};

use super::scenario::Scenario;
use crate::support::{episode, game};

fn with(content: &Value) -> Result<Game<Agartha>, String> {
    Game::new(&Map::new(), content.as_object().expect("an object")).map_err(|problems| problems.to_string())
}

fn table(name: &str) -> Value {
    game::<Agartha>(&json!({})).content.tables()[name].clone()
}

#[test]
fn the_box_holds_103_cards() {
    // R1.6, R2.2
    let game = game::<Agartha>(&json!({"players": 4}));
    assert_eq!(game.rules.parts().deck, [39, 13, 13, 13, 9, 8, 2, 2, 2, 2]);
}

#[test]
fn pairing_and_split_are_replaceable() {
    // R1.2, R2.2
    let mut tokens = table("bid_tokens");
    (tokens[0]["action"], tokens[2]["action"]) = ("draw".into(), "move".into());
    let mut cards = table("cards");
    (cards[0]["no_dot"], cards[0]["dots_3"]) = (25.into(), 5.into());
    let game = with(&json!({"bid_tokens": tokens, "cards": cards})).expect("valid");
    assert_eq!(game.rules.parts().deeds, [Deed::Draw, Deed::Swap, Deed::Move]);
    assert_eq!(game.rules.parts().deck[0], 25);
    let mut ep = Episode::new(game.into(), 1);
    while ep.state().decision != Decision::Over {
        ep.play(ep.legal().nth(0)).expect("legal");
    }
}

#[test]
fn problems_of_content_are_all_named() {
    let mut cards = table("cards");
    cards[1]["kind"] = "object".into();
    cards[2]["no_dot"] = 200.into();
    let mut levels = table("village_activations");
    levels[2]["min_characters"] = 3.into();
    levels[0]["reward"] = "dance".into();
    let setup = json!([{"players": 2, "tiles": 9}, {"players": 3, "tiles": 5}, {"players": 4, "tiles": 6}]);
    let tokens = json!([{"value": 1, "action": "move"}, {"value": 1, "action": "swap"}]);
    let text =
        with(&json!({"cards": cards, "village_activations": levels, "setup": setup, "bid_tokens": tokens})).expect_err("bad");
    for part in [
        "\"forest\": its kind is \"place\"",
        "at most 120 fit",
        "unknown variant `dance`",
        "content village_activations: 2 levels",
        "9 tiles",
        "the values must be 1, 2 and 3",
    ] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
    assert!(with(&json!({"cards": []})).is_err() && with(&json!({"scoring": {"lot": [1, 2]}})).is_err());
}

#[test]
fn impossible_positions_are_refused_by_name() {
    let game = game::<Agartha>(&json!({}));
    let broken = |state: &State, change: fn(&mut State)| {
        let mut state = state.clone();
        change(&mut state);
        game.rules.check(&state).expect_err("impossible").invariant
    };
    let start = episode::<Agartha>(&json!({}), 3).state().clone();
    assert_eq!(broken(&start, |s| s.round = 7), "the game has six rounds");
    assert_eq!(broken(&start, |s| s.holder = Seat(2)), "every seat named is in play");
    assert_eq!(broken(&start, |s| s.boards[3].amulets = 1), "a seat that does not play has an empty board");
    assert_eq!(broken(&start, |s| s.tiles[3][0] = s.tiles[0][0].take()), "a tile that is not in play is empty");
    assert_eq!(broken(&start, |s| s.pile.0[0] += 1), "every card is in exactly one place");
    assert_eq!(broken(&start, |s| s.boards[0].points = 3), "points come from activations");
    assert_eq!(broken(&start, |s| s.won.swap(1, 2)), "first cards are placed two by two");
    let bare = Scenario::new(2).state().clone();
    let under = |s: &mut State| {
        s.pile.remove(0);
        s.under.push(expedition::games::agartha::Card::Character);
    };
    assert_eq!(broken(&bare, under), "only a refill puts cards under the pile");
    assert_eq!(broken(&bare, |s| s.actor = Seat(1)), "tokens are placed in turn");
    assert_eq!(broken(&bare, |s| s.decision = Decision::Draw), "the decision belongs to the phase");
    assert_eq!(broken(&bare, |s| s.decision = Decision::Place), "a token is chosen before its place");
    assert_eq!(broken(&bare, |s| s.bids.push(Bid { token: Token(0), spot: Spot(9) })), "tokens lie on tiles in play");
    let laid = Scenario::new(2).bids("1 1x, 1 1b, 2 1b").state().clone();
    assert_eq!(broken(&laid, |s| s.bids[2].token = Token(0)), "each token is placed once");
    assert_eq!(broken(&laid, |s| s.bids[2].spot = Spot(0)), "an action zone holds one token");
    assert_eq!(broken(&laid, |s| s.revealed = 1), "tiles are resolved when all tokens are placed");
    let won = Scenario::new(2).tile(1, "axe, vial").bids("3 1b, 1 3b, 1 3b, 2 3b, 2 3b, 3 3b").state().clone();
    assert_eq!(broken(&won, |s| s.actor = Seat(1)), "takers place in bid order");
    assert_eq!(broken(&won, |s| s.takers[0] = Seat(1)), "cards go to the best bidders");
    assert_eq!(broken(&won, |s| s.decision = Decision::Activate), "an open slot can be activated");
    assert_eq!(broken(&won, |s| s.taken = Some((Slot::Objects, s.won[0].expect("a card")))), "a card is named by a move or swap");
    let moving = Scenario::new(2).slot(0, "objects", "axe").bids("1 1x, 1 3b, 2 3b, 2 3b, 3 3b, 3 3b").act("take axe from objects");
    let moving = moving.state().clone();
    assert_eq!(broken(&moving, |s| s.taken = Some((Slot::Places1, s.taken.expect("named").1))), "the named card lies in its slot");
    assert_eq!(broken(&moving, |s| s.actor = Seat(1)), "the named card lies in its slot");
    assert_eq!(broken(&moving, |s| s.area = Some(Area::Village)), "the one-zone rule binds a win");
}

#[test]
fn whatever_passes_the_check_can_be_played_to_the_end() {
    // Positions of random games with one number of their JSON changed: refused, or played on without a panic.
    let game = game::<Agartha>(&json!({"players": 3}));
    let mut rng = expedition::core::Rng::seeded(11);
    let (mut refused, mut played) = (0, 0);
    for seed in 0..150 {
        let mut ep = Episode::new(game.clone(), seed);
        for _ in 0..rng.index(150) {
            if ep.legal().is_empty() {
                break;
            }
            ep.play(ep.legal().nth(rng.below(ep.legal().len()))).expect("legal");
        }
        for _ in 0..20 {
            let mut plain = ep.to_json();
            let mut leaves = Vec::new();
            numbers(&mut plain, &mut leaves);
            let at = rng.index(leaves.len());
            *leaves[at] = rng.below(7).into();
            let Ok(state) = serde_json::from_value::<State>(plain) else { continue };
            let Ok(mut changed) = Episode::from_position(game.clone(), state, ep.rng().clone()) else {
                refused += 1;
                continue;
            };
            played += 1;
            let mut left = game.rules.decision_bound();
            while !changed.legal().is_empty() {
                changed.play(changed.legal().nth(rng.below(changed.legal().len()))).expect("legal");
                game.rules.check(changed.state()).unwrap_or_else(|broken| panic!("{broken}"));
                left -= 1;
            }
            assert!(left > 0);
        }
    }
    assert!(refused > 500 && played > 50, "{refused} refused, {played} played");
}

/// Every number in a document.
fn numbers<'a>(value: &'a mut Value, out: &mut Vec<&'a mut Value>) {
    match value {
        Value::Number(_) => out.push(value),
        Value::Array(items) => items.iter_mut().for_each(|item| numbers(item, out)),
        Value::Object(fields) => fields.values_mut().for_each(|field| numbers(field, out)),
        Value::Null | Value::Bool(_) | Value::String(_) => {}
    }
}

#[test]
fn names_speak_the_game() {
    let game = game::<Agartha>(&json!({}));
    let names: Vec<String> = (0..Act::COUNT).map(|id| game.name(id).to_string()).collect();
    for name in ["token 3", "place tile 2 auction", "put amulets", "take forest from places_1", "activate exploration for 9"] {
        assert!(names.iter().any(|n| n == name), "{name}");
    }
    let text = game.rules.text(episode::<Agartha>(&json!({}), 3).state(), Some(Seat(0)));
    assert!(text.contains("round 1 of 6") && text.contains("tile 3") && text.contains("in transit"), "{text}");
}
