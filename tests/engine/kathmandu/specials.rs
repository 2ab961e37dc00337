//! R9: the special personalities.

use std::collections::HashSet;

use expedition::core::Score;
use serde_json::json;

use super::table::{P0, P1, P2, card, table, two};

#[test]
fn a_triggered_special_is_discarded_r9_1() {
    // R9.1: an archaeologist enters played. Untriggered it is spent like any card.
    let mut t = two();
    t.fence(P0, "changu_narayan").hand(P0, &["curator"]);
    t.act("curator changu_narayan");
    assert_eq!((t.s.discard.0[card("curator").at()], t.played(P0, "archaeologist"), t.played(P0, "curator")), (1, 6, 0));
    let mut t = two();
    t.hand(P0, &["curator", "rogue"]);
    t.act("place with curator and rogue").act("cell 0,-9");
    assert_eq!((t.s.discard.total(), t.played(P0, "curator"), t.played(P0, "rogue")), (0, 1, 1));
    let mut t = two();
    t.hand(P0, &["curator", "rogue"]);
    t.act("take personality 2").act("card curator").act("card rogue");
    assert_eq!((t.s.discard.total(), t.played(P0, "rogue")), (1, 1));
}

#[test]
fn the_eminence_is_a_joker_for_placing_r9_2() {
    // R9.2: alone as an archaeologist; beside an archaeologist or base card as a pair of three.
    let mut t = two();
    t.hand(P0, &["eminence", "archaeologist", "historian", "curator"]);
    assert_eq!(
        t.options("place with"),
        [
            "place with historian and eminence",
            "place with historian and curator",
            "place with eminence and curator",
            "place with eminence as joker and archaeologist",
            "place with eminence as joker and historian",
            "place with archaeologist",
            "place with eminence as archaeologist",
        ]
    );
    let start = t.s.clone();
    t.act("place with eminence as archaeologist").act("cell 0,-9");
    assert_eq!((t.to_act(), t.s.discard.total(), t.s.hand_size(P0)), (Some(P1), 1, 3));
    t.s = start.clone();
    t.act("place with eminence as joker and historian").act("cell 0,-9").act("cell 1,-9").act("cell 2,-9");
    assert_eq!((t.to_act(), t.s.discard.0[card("eminence").at()], t.played(P0, "historian")), (Some(P1), 1, 1));
    assert_eq!(t.played(P0, "archaeologist"), 2 + 1, "the archaeologist in its stead");
    t.s = start;
    t.act("place with historian and eminence").act("cell 0,-9");
    assert_eq!((t.to_act(), t.s.discard.total()), (Some(P1), 0), "untriggered: one, and kept");
    // Two eminences untriggered are a pair.
    let mut t = two();
    t.hand(P0, &["eminence", "eminence"]);
    assert_eq!(t.options("place with"), ["place with two eminence", "place with eminence as archaeologist"]);
    let mut t = table(&json!({"joker_allowed_for_identical_pair": false}));
    t.hand(P0, &["eminence", "archaeologist"]);
    assert_eq!(t.options("place with"), ["place with archaeologist", "place with eminence as archaeologist"]);
}

#[test]
fn the_eminence_pays_a_colour_r9_2() {
    // R9.2, R8.2: even when the base card is in hand; never so that the rest cannot be paid.
    let mut t = two();
    t.dig("changu_narayan", &[("red", 9, -8), ("blue", 8, -7)]).fence(P0, "changu_narayan");
    t.hand(P0, &["chronicler", "palaeontologist", "eminence"]);
    t.act("remove changu_narayan");
    assert_eq!(t.options("card"), ["card chronicler", "card eminence"]);
    t.act("card eminence");
    assert_eq!(t.options("card"), ["card palaeontologist"]);
    t.act("card palaeontologist");
    assert_eq!((t.in_hand(P0, "chronicler"), t.s.taken[0][1], t.s.taken[0][3]), (1, 1, 1));
    let mut t = two();
    t.dig("changu_narayan", &[("red", 9, -8), ("blue", 8, -7)]).fence(P0, "changu_narayan");
    t.hand(P0, &["chronicler", "eminence"]);
    t.act("remove changu_narayan");
    assert_eq!(t.options("card"), ["card chronicler"], "the eminence is needed for red");
    t.hand(P0, &["eminence"]);
    t.s.decision = expedition::games::kathmandu::Decision::Action;
    assert!(t.options("remove").is_empty());
    t.hand(P0, &["eminence", "palaeontologist"]);
    t.act("remove changu_narayan");
    assert_eq!(t.options("card"), ["card eminence"], "nothing else pays blue");
}

#[test]
fn the_curator_removes_black_and_bare_r9_3() {
    // R9.3: with isolation and control, and the rewards of R8.4.
    let mut t = two();
    t.dig("changu_narayan", &[("black", 9, -8), ("black", 8, -7)]).hand(P0, &["curator"]).hand(P1, &["curator"]);
    assert!(t.options("curator").is_empty(), "not isolated");
    t.fence(P1, "changu_narayan");
    assert!(t.options("curator").is_empty(), "not controlled");
    t.s.active = P1;
    t.act("curator changu_narayan");
    assert_eq!((t.s.taken[1][0], t.s.taken_sites[1].count_ones(), t.s.sites.len()), (2, 1, 6));
}

#[test]
fn a_curator_may_score_nothing_r9_3() {
    // R9.3, the switch `curator_scores`: the card is put aside.
    for (scores, points) in [(true, 5.0), (false, 0.0)] {
        let mut t = table(&json!({ "curator_scores": scores }));
        t.fence(P0, "changu_narayan").hand(P0, &["curator"]);
        let card = 1 << t.site("changu_narayan").0;
        t.act("curator changu_narayan");
        assert_eq!((t.s.taken_sites[0], t.s.aside), if scores { (card, 0) } else { (0, card) });
        assert_eq!(t.rules().scores(&t.s)[0], points);
        t.s.aside ^= card;
        t.s.taken_sites[0] ^= card;
        assert_eq!(t.check().is_err(), scores, "cards are put aside only without the switch");
    }
}

#[test]
fn the_rogue_steals_t8_r9_4() {
    // T8, R9.4
    let mut seen = HashSet::new();
    for seed in 0..40 {
        let mut t = two();
        t.rng = expedition::core::Rng::seeded(seed);
        t.hand(P0, &["rogue", "archaeologist"]).hand(P1, &["archaeologist", "historian", "curator"]);
        t.act("rogue seat 1");
        assert_eq!((t.s.hand_size(P0), t.s.hand_size(P1)), (1, 3), "the victim's hand count is unchanged");
        assert_eq!(t.s.discard.0[card("rogue").at()], 1);
        let got: Vec<&str> = ["historian", "curator"].into_iter().filter(|name| t.played(P0, name) == 1).collect();
        assert_eq!(t.played(P0, "archaeologist") + got.len() as u8, 5, "the stolen card is the replacement");
        assert_eq!(t.in_hand(P1, "archaeologist"), 1 + got.len() as u8, "usable this round");
        seen.insert(got.first().copied().unwrap_or("archaeologist"));
    }
    assert_eq!(seen.len(), 3, "a random card");
    let mut t = table(&json!({"players": 3}));
    t.hand(P0, &["rogue", "archaeologist"]).hand(P1, &[]);
    assert_eq!(t.options("rogue"), ["rogue seat 2"]);
    t.hand(P2, &[]);
    assert!(t.options("rogue").is_empty(), "nobody has a card in hand");
}

#[test]
fn the_controller_exchanges_two_tokens_r9_5() {
    // R9.5: the drawn two come first; only then do the old two go into the bag.
    let mut t = two();
    t.dig("changu_narayan", &[("red", 9, -8), ("blue", 8, -7), ("black", 8, -6)]).dig("nagarkot", &[("black", 9, -4)]);
    t.bag([0, 0, 0, 0, 1, 1]).hand(P0, &["controller"]);
    t.act("controller");
    assert_eq!(t.options("").len(), 3, "a dig with one token cannot be chosen");
    t.act("cell 9,-8");
    assert_eq!(t.options(""), ["cell 8,-7", "cell 8,-6"]);
    t.act("cell 8,-7");
    assert_eq!(t.s.bag.0, [0, 1, 0, 1, 0, 0]);
    let colours = [t.cell(9, -8), t.cell(8, -7)].map(|cell| t.s.colour(cell).expect("a token"));
    assert!(colours == [4, 5] || colours == [5, 4], "{colours:?}");
    assert_eq!((t.s.discard.total(), t.played(P0, "archaeologist")), (1, 6));
    let mut t = two();
    t.dig("changu_narayan", &[("red", 9, -8), ("blue", 8, -7)]).bag([1, 0, 0, 0, 0, 0]).hand(P0, &["controller"]);
    assert!(!t.can("take personality 2") && !t.can("controller"), "the bag needs two");
    let mut t = two();
    t.dig("changu_narayan", &[("red", 9, -8)]).hand(P0, &["controller"]);
    assert!(!t.can("controller"), "the dig needs two");
}

#[test]
fn the_bounty_hunter_changes_two_colours_r9_6() {
    // R9.6: board tokens of one player, exactly two; the new colour needs two in supply.
    let mut t = table(&json!({"players": 3}));
    t.tokens(P1, &[(0, -9), (1, -9), (2, -9)]).tokens(P2, &[(3, -9)]).hand(P0, &["bounty_hunter"]);
    t.s.graveyard[2] = 23;
    t.s.supply[2] = 1;
    t.act("bounty hunter");
    assert_eq!(t.options(""), ["cell 0,-9", "cell 1,-9", "cell 2,-9"], "seat 2 has only one token there");
    t.act("cell 0,-9");
    assert_eq!(t.options(""), ["cell 1,-9", "cell 2,-9"]);
    t.act("cell 2,-9");
    assert_eq!(t.options(""), ["owner seat 0"], "seat 2 has only one in supply");
    let (mine, theirs) = (t.s.supply[0], t.s.supply[1]);
    t.act("owner seat 0");
    assert!(t.holds(P0, 0, -9) && t.holds(P1, 1, -9) && t.holds(P0, 2, -9));
    assert_eq!((t.s.supply[0], t.s.supply[1], t.s.graveyard[1]), (mine - 2, theirs + 2, 0), "back to their owner, not lost");
    let mut t = two();
    t.site_tokens(5, &[P1, P1]).tokens(P1, &[(0, -9)]).hand(P0, &["bounty_hunter"]);
    assert!(!t.can("bounty hunter"), "tokens on lists do not count");
    // It may work for any player, even against the one who plays it.
    let mut t = two();
    t.tokens(P0, &[(0, -9), (1, -9)]).hand(P0, &["bounty_hunter"]);
    t.act("bounty hunter").act("cell 0,-9").act("cell 1,-9");
    assert_eq!(t.options(""), ["owner seat 1"]);
}
