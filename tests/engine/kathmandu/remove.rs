//! R8: removing a dig.

use super::table::{P0, P1, Table, card, two};

/// Site F with five black, three yellow and one blue token, fenced in by seat 0; the other digs are far away.
fn t1() -> Table {
    let mut t = two();
    t.dig(
        "changu_narayan",
        &[
            ("black", 9, -8),
            ("black", 8, -7),
            ("black", 8, -6),
            ("black", 9, -6),
            ("black", 9, -9),
            ("yellow", 8, -8),
            ("yellow", 7, -7),
            ("yellow", 7, -8),
            ("blue", 8, -9),
        ],
    );
    t.fence(P0, "changu_narayan");
    t
}

#[test]
fn one_card_for_each_colour_t1_r8_2_r8_4() {
    // T1, R8.2, R8.4
    let mut t = t1();
    t.hand(P0, &["historian", "chronicler", "archaeologist"]);
    let tokens = t.s.tokens[0];
    t.act("remove changu_narayan").act("card chronicler").act("card historian");
    assert_eq!(t.s.taken[0], [5, 1, 0, 0, 3, 0]);
    assert_eq!(t.s.taken_sites[0], 1 << t.site("changu_narayan").0);
    assert_eq!(t.game.rules.tables().points[1..], [3; 5]);
    let scores = expedition::core::Score::scores(t.rules(), &t.s);
    assert_eq!(scores[0], 17.0);
    assert_eq!((t.played(P0, "archaeologist"), t.in_hand(P0, "archaeologist")), (3 + 2, 1), "two archaeologists enter played");
    assert_eq!((t.s.discard.0[card("historian").at()], t.s.discard.0[card("chronicler").at()]), (1, 1));
    assert_eq!(t.s.tokens[0], tokens, "archaeologist tokens stay");
    assert!(t.dig_of("changu_narayan").is_none());
    t.act("place with archaeologist");
    assert!(t.can("cell 9,-7") && t.can("cell 8,-8"), "the cells are free, the site is an ordinary cell");
}

#[test]
fn red_and_brown_bare_sites_t2_r8_3() {
    // T2: one red and one brown card. R8.3: a bare site or a black dig only with the curator.
    let mut t = two();
    t.dig("changu_narayan", &[("red", 9, -8), ("brown", 8, -7), ("black", 8, -6)]).fence(P0, "changu_narayan");
    t.hand(P0, &["palaeontologist", "anthropologist", "curator"]);
    assert_eq!(t.options("remove"), ["remove changu_narayan"]);
    assert!(t.options("curator").is_empty(), "R9.3: not a coloured dig");
    for hand in [["palaeontologist", "historian"], ["anthropologist", "curator"]] {
        t.hand(P0, &hand);
        assert!(t.options("remove").is_empty(), "{hand:?} do not pay");
    }
    for tokens in [&[][..], &[("black", 9, -8)]] {
        let mut t = two();
        t.dig("changu_narayan", tokens).fence(P0, "changu_narayan");
        t.hand(P0, &["palaeontologist", "anthropologist", "historian", "eminence"]);
        assert!(t.options("remove").is_empty() && t.options("curator").is_empty());
        t.hand(P0, &["curator"]);
        assert_eq!(t.options("curator"), ["curator changu_narayan"]);
    }
}

#[test]
fn isolation_and_control_are_needed_r8_1() {
    // R8.1
    let mut t = two();
    t.dig("changu_narayan", &[("red", 9, -8)]);
    t.hand(P0, &["palaeontologist"]).hand(P1, &["palaeontologist"]);
    assert!(t.options("remove").is_empty(), "not isolated");
    t.fence(P1, "changu_narayan");
    assert!(t.options("remove").is_empty(), "controlled by the other");
    t.s.active = P1;
    assert_eq!(t.options("remove"), ["remove changu_narayan"]);
}

#[test]
fn a_stack_scores_whole_and_list_tokens_return_r8_4_r8_5() {
    // R8.4: every card of the stack. R8.5: tokens on the card return, then a new dig comes (R11).
    let mut t = t1();
    let patan = t.site("patan");
    t.s.sites.0[5].card.under = 1 << patan.0;
    t.s.unseen_sites &= !(1 << patan.0);
    t.s.site_deck -= 1;
    t.site_tokens(5, &[P0, P1]).hand(P0, &["historian", "chronicler"]);
    let (supply, deck) = (t.s.supply, t.s.site_deck);
    t.act("remove changu_narayan").act("card chronicler").act("card historian");
    assert_eq!(t.s.taken_sites[0].count_ones(), 2);
    assert_eq!(t.s.supply[..2], [supply[0] + 1, supply[1] + 1]);
    assert_eq!((t.s.sites.len(), t.s.site_deck), (6, deck - 1));
    assert_eq!(expedition::core::Score::scores(t.rules(), &t.s)[0], 22.0);
}

#[test]
fn the_last_removal_but_one_ends_the_game_t7_r8_5() {
    // T7, R8.5, R13.1: two digs left, no site card, one removed: the game ends at once.
    let mut t = two();
    t.sites(&["changu_narayan", "patan"]);
    t.dig("changu_narayan", &[("red", 9, -8)]).fence(P0, "changu_narayan");
    t.hand(P0, &["palaeontologist", "archaeologist"]);
    t.act("remove changu_narayan").act("card palaeontologist");
    assert!(t.is_over() && t.legal().is_empty());
}
