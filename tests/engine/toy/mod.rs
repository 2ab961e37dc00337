//! The Shaft, rule by rule, and its known value.

use expedition::core::{Action, ActionSet, Apply, Check, Describe, Episode, Game, Legal, Observe, Rng, Seat, Silent, Turn};
use expedition::games::toy::{Act, State, Toy};
use serde_json::{Map, json};

use super::support::{episode, game};

#[test]
fn setup_r1_1_r1_2_r1_3() {
    // R1.1, R1.2, R1.3
    let ep = episode::<Toy>(&json!({"players": 3, "depth": 9}), 5);
    assert_eq!((ep.state().left, ep.turn()), (9, Turn::Seat(Seat(0))));
    assert_eq!(ep.state().bag.iter().sum::<u8>(), 3, "six gems, three drawn");
    let seen: std::collections::HashSet<[u8; 6]> = (0..50).map(|s| episode::<Toy>(&json!({}), s).state().gems).collect();
    assert!(seen.len() > 3, "gems are drawn by chance");
    let text = ep.game().rules.text(ep.state(), Some(Seat(1)));
    assert_eq!(text.matches("face down").count(), 2, "{text}");
}

#[test]
fn a_turn_leads_one_to_three_steps_r2_1() {
    // R2.1, R2.2
    let mut ep = episode::<Toy>(&json!({"depth": 5}), 1);
    let bag = ep.state().bag;
    assert_eq!(ep.legal().len(), 3);
    ep.play(2).expect("three steps");
    assert_eq!((ep.state().left, ep.turn(), ep.legal().len()), (2, Turn::Seat(Seat(1)), 2));
    assert!(ep.play(2).expect_err("three steps are too many").message.contains("lead 2"));
    assert_eq!(ep.state().bag, bag, "R2.2");
}

#[test]
fn the_last_step_takes_the_lantern_r3() {
    // R3.1, R3.2, R3.3
    let mut ep = episode::<Toy>(&json!({"depth": 3}), 1);
    ep.play(0).expect("one step");
    ep.play(1).expect("two steps");
    assert_eq!(ep.turn(), Turn::Over);
    let scores = ep.scores();
    let gem = |seat: usize| f32::from([1u8, 2, 3, 0][ep.state().gems[seat] as usize]);
    assert_eq!(scores[..2], [gem(0), 10.0 + gem(1)]);
    assert_eq!(ep.returns()[..2], [-1.0, 1.0]);
    assert!(!ep.game().rules.text(ep.state(), Some(Seat(0))).contains("face down"), "R3.2");
}

/// The value for the seat to act by full search, ignoring gems.
fn value(game: &Game<Toy>, state: &State) -> bool {
    let mut legal = ActionSet::EMPTY;
    game.rules.legal(state, &mut legal);
    legal.iter().any(|id| {
        let mut next = state.clone();
        game.rules.apply(&mut next, Act::at(id), &mut Rng::seeded(0), &mut Silent);
        next.left == 0 || !value(game, &next)
    })
}

#[test]
fn the_value_is_known_r4_1() {
    // R4.1
    for depth in 1..=13 {
        let ep: Episode<Toy> = Episode::new(game(&json!({ "depth": depth })), 0);
        assert_eq!(value(ep.game(), ep.state()), depth % 4 != 0, "depth {depth}");
    }
}

#[test]
fn impossible_positions_are_refused_by_name() {
    let game = game::<Toy>(&json!({}));
    let good = episode::<Toy>(&json!({}), 3).state().clone();
    let broken = |change: fn(&mut State)| {
        let mut state = good.clone();
        change(&mut state);
        game.rules.check(&state).expect_err("impossible").invariant
    };
    assert_eq!(broken(|s| s.left = 22), "the rope is inside the shaft");
    assert_eq!(broken(|s| s.seat = Seat(2)), "the seat to act is in play");
    assert_eq!(broken(|s| s.gems[0] = 3), "every gem is of a known kind");
    assert_eq!(broken(|s| s.gems[4] = 1), "a seat that does not play holds nothing");
    assert_eq!(broken(|s| s.bag[0] += 1), "every gem is in exactly one place");
}

#[test]
fn content_is_replaceable_and_validated_whole() {
    let with = |gems| Game::<Toy>::new(&Map::new(), json!({ "gems": gems }).as_object().expect("an object"));
    let game = with(json!([{"id": "pearl", "value": 4, "count": 3}])).expect("valid");
    let ep = Episode::new(game.into(), 0);
    assert!(ep.game().rules.text(ep.state(), None).contains("pearl"));
    let problems = with(json!([{"id": "sun", "value": 11, "count": 1}, {"id": "moon"}])).expect_err("three problems").to_string();
    for part in ["\"moon\": missing field `value`", "\"sun\": value 11 is above 9", "at least 3 are needed"] {
        assert!(problems.contains(part), "{part} is not in {problems}");
    }
}

#[test]
fn words_say_what_a_choice_means_and_what_it_brought() {
    let mut ep = episode::<Toy>(&json!({"depth": 3}), 1);
    let said: Vec<String> =
        ep.legal().iter().filter_map(Act::from_id).map(|act| ep.game().rules.sentence(ep.state(), act)).collect();
    assert_eq!(said[0], "Lead the rope down 1 step, which leaves 2");
    assert_eq!(said[2], "Lead the rope down 3 steps to the bottom and take the lantern");
    let view = ep.game().rules.view(ep.state(), Some(Seat(0)));
    assert!(view["explorers"][0]["gem"].is_object() && view["explorers"][1]["gem"].is_null() && view["bag"].is_null());
    ep.play(2).expect("three steps");
    let told: Vec<String> = ep.log(None).remove(0).events.into_iter().map(|event| event.text).collect();
    assert_eq!(told[..2], ["Blue leads the rope down 3 steps: 0 left", "Blue reaches the bottom and takes the lantern: 10 points"]);
    assert_eq!(told.iter().filter(|text| text.contains("turns up the gem")).count(), 2);
    assert!(ep.game().rules.reason(ep.state()).contains("Blue has the lantern"));
}
