//! R1, R2, R3: terms, setup and cards.

use std::collections::HashSet;

use expedition::core::{Check, Seat};
use expedition::games::kathmandu::{Cells, Decision, Kathmandu, LIST, Place};
use serde_json::json;

use super::table::{P0, P1, card, table, two};
use crate::support::episode;

#[test]
fn every_player_begins_alike_r2_1() {
    // R2.1, R3.1
    for players in 2..=4 {
        let ep = episode::<Kathmandu>(&json!({ "players": players }), 3);
        let s = ep.state();
        for seat in 0..players {
            assert_eq!(s.supply[seat], 25);
            assert_eq!(s.hand(Seat(seat as u8)), [6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
            assert_eq!((s.taken[seat], s.taken_sites[seat], s.graveyard[seat]), ([0; 6], 0, 0));
        }
        assert_eq!(s.bag.0, [70, 5, 5, 5, 5, 5]);
    }
}

#[test]
fn lists_and_markers_are_laid_out_r2_2_r2_3_r2_4() {
    // R2.2, R2.3, R2.4
    for (variant, sites) in [("long", 16), ("short", 10)] {
        let ep = episode::<Kathmandu>(&json!({ "variant": variant }), 5);
        let s = ep.state();
        assert_eq!((s.sites.len(), s.personalities.len()), (6, 6));
        assert_eq!(usize::from(s.site_deck), sites - 6, "{variant}");
        assert_eq!(s.unseen_sites.count_ones(), 10, "the removed cards stay unseen");
        assert_eq!(s.deck.total() + 6, 40);
        for dig in s.sites.cards() {
            assert_eq!((dig.cells.len(), dig.under), (1, 0), "a bare marker");
            assert!(dig.cells.has(ep.game().rules.board().site_cell(dig.site)));
        }
        assert!(s.sites.0.iter().all(|listed| listed.tokens.is_empty()));
    }
    let firsts: HashSet<u8> = (0..60).map(|seed| episode::<Kathmandu>(&json!({}), seed).state().sites.0[0].card.site.0).collect();
    assert!(firsts.len() > 10, "the site cards are shuffled");
}

#[test]
fn the_first_player_is_random_r2_5() {
    // R2.5
    let mut counts = [0; 3];
    for seed in 0..300 {
        let ep = episode::<Kathmandu>(&json!({"players": 3}), seed);
        assert_eq!(ep.state().first, ep.state().active);
        counts[ep.state().first.at()] += 1;
    }
    assert!(counts.iter().all(|&n| n > 60), "{counts:?}");
    let t = two();
    assert!(t.rules().board().site_cells.len() == 16, "no initial merge: sites are at least 4 apart");
}

#[test]
fn cells_sites_and_digs_r1() {
    // R1.1: holes are no cells. R1.2: an inactive site is an ordinary cell. R1.3: a dig. R1.4: free cells.
    let mut t = two();
    let land = &t.rules().board().land;
    assert_eq!((land.at.len(), land.cell(0, 0), land.cell(5, -9)), (192, None, None));
    t.tokens(P0, &[(2, -9)]);
    t.dig("changu_narayan", &[("black", 9, -8)]);
    t.act("place with archaeologist");
    assert!(!t.can("cell 9,-7") && !t.can("cell 9,-8"), "marker and excavation tokens are not free");
    assert!(t.can("cell 2,-9"), "the own token on the inactive site J can be taken back");
    assert!(t.can("cell -9,3"), "inactive site M is free");
    assert_eq!(t.options("cell").len(), 192 - 6 - 1, "all land but six markers and one excavation token");
    t.act("cell -9,3");
    assert!(t.holds(P0, -9, 3));
    let touching = {
        let mut s = t.s.clone();
        s.sites.0[5].card.cells = t.s.sites.0[5].card.cells & !t.s.excavation[0];
        t.rules().check(&s).expect_err("the token belongs to no dig").invariant
    };
    assert_eq!(touching, "every excavation token belongs to a dig");
}

#[test]
fn lists_supplies_and_hands_r1_5_r1_6_r1_7() {
    // R1.5, R1.6, R1.7
    assert_eq!(LIST, 6);
    let mut t = two();
    t.act("place with archaeologist").act("put on personality 1");
    assert_eq!((t.s.supply[0], t.s.graveyard[0]), (24, 0));
    assert_eq!((t.in_hand(P0, "archaeologist"), t.played(P0, "archaeologist")), (5, 1), "using keeps the card");
    t.s.active = P0;
    t.act("take personality 1").act("card archaeologist");
    assert_eq!((t.in_hand(P0, "archaeologist"), t.played(P0, "archaeologist")), (4, 1), "discarding gives it away");
    assert_eq!(t.s.hand(P0).iter().sum::<u8>() + t.s.played(P0).iter().sum::<u8>(), 6, "R3.1");
}

#[test]
fn smaller_boards_have_their_own_numbers_r1_8() {
    // R1.8, R18.3
    for (variant, deck) in [("long", 4), ("short", 2)] {
        let t = table(&json!({"board": "valley_small", "variant": variant}));
        assert_eq!((t.s.sites.len(), t.s.site_deck), (4, deck));
    }
    // R12.1: a list of four is not a list of six: one extension.
    let mut t = table(&json!({"board": "valley_small"}));
    t.end_round();
    assert_eq!(t.s.sites.cards().filter(|dig| dig.cells.len() > 1).count(), 1);
}

#[test]
fn discards_lie_face_up_archaeologists_never_run_out_r3_2_r3_3_r3_4() {
    // R3.2: a personality goes to the discard pile. R3.3, R3.4: an archaeologist does not.
    let mut t = two();
    t.hand(P0, &["naturalist", "archaeologist"]);
    t.act("take personality 1").act("card naturalist");
    assert_eq!(t.s.discard.0[card("naturalist").at()], 1);
    t.s.active = P0;
    t.act("take personality 1").act("card archaeologist");
    assert_eq!(t.s.discard.total(), 1);
    // All 24 archaeologist cards are held, and there is still one for whoever discards a special.
    let mut t = table(&json!({"players": 4}));
    t.hand(P0, &["rogue"]);
    t.act("rogue seat 1");
    assert_eq!(t.in_hand(P1, "archaeologist"), 6);
    assert_eq!(t.s.cards[1].iter().filter(|held| held.place == Place::Hand).count(), 6);
    assert_eq!(t.s.decision, Decision::Action);
}

#[test]
fn sets_of_cells_r12_4() {
    // R12.4: ascending, across the boundaries of the words they are stored in.
    let set: Cells = [255, 64, 63, 0, 128].into_iter().collect();
    assert_eq!(set.iter().collect::<Vec<_>>(), [0, 63, 64, 128, 255]);
    let most = set & !Cells::of(64);
    assert!(set.contains(&most) && !most.contains(&set) && set.meets(&most) && !most.meets(&Cells::of(64)));
    assert_eq!((set.len(), most.len(), (most | Cells::of(64)) == set), (5, 4, true));
    for count in [0, 1, 63, 64, 65, 192, 256] {
        let first = Cells::first(count);
        assert_eq!(first.iter().map(usize::from).collect::<Vec<_>>(), (0..count).collect::<Vec<_>>());
    }
}
