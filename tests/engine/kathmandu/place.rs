//! R6: placing tokens and taking them back.

use serde_json::json;

use super::table::{P0, P1, Table, table, two};

/// The number of units that a choice of cards gives, measured by the placements of the turn.
fn budget(t: &mut Table, cards: &str) -> u8 {
    t.act(cards);
    let mut units = 0;
    while t.to_act() == Some(P0) {
        units += 1;
        let cell = t.options("cell").pop().expect("a free cell");
        t.act(&cell);
    }
    units
}

#[test]
fn budgets_r6_1() {
    // R6.1
    let cases: [(&[&str], &str, u8); 5] = [
        (&["archaeologist"], "place with archaeologist", 1),
        (&["chronicler", "historian"], "place with chronicler and historian", 1),
        (&["archaeologist", "archaeologist"], "place with two archaeologist", 3),
        (&["naturalist", "naturalist"], "place with two naturalist", 3),
        (&["curator", "curator"], "place with two curator", 3),
    ];
    for (hand, cards, units) in cases {
        let mut t = two();
        t.hand(P0, hand);
        assert_eq!(budget(&mut t, cards), units, "{cards}");
        assert_eq!((t.s.hand_size(P0), t.s.discard.total()), (0, 0), "{cards}: used, not discarded");
        for name in hand {
            assert!(t.played(P0, name) > 0);
        }
    }
    let mut t = two();
    t.hand(P0, &["chronicler"]);
    assert!(t.options("place with").is_empty(), "one personality alone places nothing");
    t.hand(P0, &["chronicler", "rogue", "rogue"]);
    assert_eq!(t.options("place with"), ["place with chronicler and rogue", "place with two rogue"]);
}

#[test]
fn archaeologist_and_personality_do_not_combine_r6_2() {
    // R6.2
    let mut t = two();
    t.hand(P0, &["archaeologist", "chronicler"]);
    assert_eq!(t.options("place with"), ["place with archaeologist"]);
}

#[test]
fn units_go_to_cells_and_lists_r6_3_r6_5() {
    // R6.3: targets may differ. R6.5: next to digs and on inactive sites.
    let mut t = two();
    t.hand(P0, &["archaeologist", "archaeologist"]);
    t.act("place with two archaeologist").act("cell 9,-8");
    assert!(t.holds(P0, 9, -8), "next to the dig of site F");
    t.act("put on site 6").act("put on personality 6");
    assert_eq!((t.s.supply[0], t.to_act()), (22, Some(P1)));
    assert_eq!((t.site_counts()[5], t.personality_counts()[5]), (1, 1));
    let mut t = two();
    t.tokens(P1, &[(0, -9)]);
    t.act("place with archaeologist");
    assert!(!t.can("cell 0,-9"), "another's token is neither free nor mine");
    assert!(t.can("cell -9,7"), "inactive site N");
    let mut t = two();
    t.s.graveyard[0] = 24;
    t.s.supply[0] = 1;
    t.act("place with two archaeologist").act("cell 0,-9");
    assert_eq!(t.options(""), ["cell 0,-9", "stop"], "no token left but the one on the board");
}

#[test]
fn units_may_take_back_r6_4() {
    // R6.4: unit by unit; stop after the first.
    let mut t = two();
    t.tokens(P0, &[(0, -9)]).site_tokens(5, &[P0, P1, P0, P1]);
    t.act("place with two archaeologist");
    assert!(!t.can("stop"), "at least one unit must be spent");
    t.act("cell 0,-9");
    assert!(!t.holds(P0, 0, -9));
    assert!(t.can("stop"));
    t.act("take back from site 6");
    assert_eq!(t.s.sites.0[5].tokens.iter().collect::<Vec<_>>(), [P0, P1, P1], "the newest own token comes back");
    t.act("cell 1,-9");
    assert_eq!((t.s.supply[0], t.to_act()), (25 - 2, Some(P1)));
    t.act("place with two archaeologist").act("put on personality 6").act("stop");
    assert_eq!((t.s.supply[1], t.to_act()), (25 - 2 - 1, Some(P0)));
    // Only from cards that hold an own token.
    let mut t = two();
    t.personality_tokens(4, &[P1]).personality_tokens(5, &[P0, P1]).site_tokens(5, &[P1]);
    t.act("place with archaeologist");
    assert_eq!(t.options("take back"), ["take back from personality 6"]);
    t.act("take back from personality 6");
    assert_eq!((t.s.supply[0], t.personality_counts()), (25, vec![0, 0, 0, 0, 1, 1]));
}

#[test]
fn without_mixing_the_first_unit_decides_r6_4() {
    // R6.4, switch mix_place_and_take_back off.
    let mut t = table(&json!({"mix_place_and_take_back": false}));
    t.tokens(P0, &[(0, -9), (1, -9)]).site_tokens(5, &[P0]);
    let start = t.s.clone();
    t.act("place with two archaeologist").act("cell 0,-9");
    assert_eq!(t.options(""), ["cell 1,-9", "take back from site 6", "stop"]);
    t.s = start;
    t.act("place with two archaeologist").act("cell 2,-9");
    assert!(!t.can("cell 1,-9") && !t.can("take back from site 6") && t.can("put on site 6") && t.can("cell 0,-8"));
}

#[test]
fn nothing_to_spend_nothing_to_place_r6_4() {
    // R6.4: all tokens lost.
    let mut t = two();
    t.s.graveyard[0] = 25;
    t.s.supply[0] = 0;
    assert!(t.options("place with").is_empty());
    assert_eq!(t.options("take personality").len(), 6);
    // One left on a list, or on the board, can be taken back.
    let last: [fn(&mut Table); 3] =
        [|t| _ = t.site_tokens(5, &[P0]), |t| _ = t.personality_tokens(5, &[P0]), |t| _ = t.tokens(P0, &[(0, -9)])];
    for lay in last {
        let mut t = two();
        (t.s.graveyard[0], t.s.supply[0]) = (24, 1);
        lay(&mut t);
        t.act("place with archaeologist");
        assert_eq!(t.options("").len(), 1, "{:?}", t.options(""));
    }
}
