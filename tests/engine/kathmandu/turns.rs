//! R5 and R16: rounds, turns and open choices.

use serde_json::json;

use super::table::{P0, P1, P2, table, two};

#[test]
fn turns_go_round_one_action_each_r5_1() {
    // R5.1
    let mut t = table(&json!({"players": 3}));
    t.s.first = P1;
    t.s.active = P1;
    for seat in [P1, P2, P0, P1] {
        assert_eq!(t.to_act(), Some(seat));
        t.act("place with archaeologist").act("put on personality 6");
    }
    for start in ["place with", "take personality"] {
        assert!(!t.options(start).is_empty());
    }
    assert!(t.options("pass").is_empty() && t.options("stop").is_empty());
}

#[test]
fn players_without_cards_are_skipped_r5_2() {
    // R5.2: seat 1 is out; seat 0 goes on alone; then the round ends (R12.8: seat 1 is first player of the next).
    let mut t = two();
    t.hand(P0, &["archaeologist", "archaeologist"]).hand(P1, &[]);
    t.act("place with archaeologist").act("cell 0,-9");
    assert_eq!((t.to_act(), t.s.round), (Some(P0), 1));
    t.act("place with archaeologist").act("cell 1,-9");
    assert_eq!((t.to_act(), t.s.round, t.s.first), (Some(P1), 2, P1));
    assert_eq!(t.s.hand_size(P0) + t.s.hand_size(P1), 12);
}

#[test]
fn no_pass_unless_the_switch_is_on_r5_3() {
    // R5.3
    let mut t = two();
    t.hand(P0, &["naturalist"]);
    assert_eq!(t.options(""), ["take personality 1"], "a lone personality still takes the first card");
    let mut t = table(&json!({"voluntary_pass": true}));
    t.hand(P0, &["naturalist", "archaeologist"]);
    t.act("pass");
    assert_eq!((t.s.hand_size(P0), t.to_act()), (0, Some(P1)));
    assert_eq!(t.played(P0, "naturalist"), 1);
}

#[test]
fn a_player_without_action_is_skipped_and_asked_again_r5_3_r5_4() {
    // R5.3, R5.4: an empty personality list and a lone personality.
    let mut t = table(&json!({"players": 3, "personality_deck_reshuffles_discards": false}));
    t.personalities(&[]);
    t.hand(P0, &["archaeologist", "archaeologist"]).hand(P1, &["naturalist"]).hand(P2, &["rogue"]);
    t.s.discard = std::mem::take(&mut t.s.deck);
    t.act("place with archaeologist").act("put on site 1");
    assert_eq!(t.to_act(), Some(P2), "seat 1 has no action");
    // The rogue takes the naturalist; its victim gets an archaeologist and can act again.
    t.act("rogue seat 1");
    assert_eq!(t.to_act(), Some(P0));
    t.act("place with archaeologist").act("put on site 1");
    assert_eq!(t.to_act(), Some(P1));
    assert_eq!(t.options(""), ["place with archaeologist"]);
}

#[test]
fn nobody_can_act_ends_the_round_r5_2_r5_3() {
    // R5.2: lone personalities and an empty list on all sides end the round although cards are left.
    let mut t = table(&json!({"personality_deck_reshuffles_discards": false}));
    t.personalities(&[]);
    t.hand(P0, &["archaeologist"]).hand(P1, &["naturalist"]);
    t.s.discard = std::mem::take(&mut t.s.deck);
    t.act("place with archaeologist").act("put on site 6");
    assert_eq!((t.s.round, t.to_act()), (2, Some(P1)));
}

#[test]
fn open_choices_never_dead_end_r16() {
    // R16: the steps of each action, in order.
    let mut t = two();
    t.hand(P0, &["archaeologist", "chronicler", "historian", "historian"]);
    let name = |t: &super::table::Table| expedition::core::Describe::decision(t.rules(), &t.s);
    assert_eq!(name(&t), "action");
    t.act("take personality 3");
    assert_eq!((name(&t), t.options("card").len()), ("discard", 3));
    t.act("card archaeologist");
    // Two of chronicler, historian, historian in ascending order: beginning with a historian leaves one more.
    assert_eq!((name(&t), t.options("")), ("use", vec!["card chronicler".to_string(), "card historian".to_string()]));
    t.act("card chronicler");
    assert_eq!(t.options(""), ["card historian"]);
    t.act("card historian");
    assert_eq!((name(&t), t.to_act()), ("action", Some(P1)));
    let mut t = two();
    t.hand(P0, &["archaeologist", "chronicler", "historian"]);
    t.act("take personality 3").act("card archaeologist");
    assert_eq!(t.options(""), ["card chronicler"], "beginning with the historian could not be completed");
}
