//! R7: taking a personality.

use serde_json::json;

use super::table::{P0, P1, card, table, two};

#[test]
fn index_k_costs_k_cards_r7_1_r7_2_r7_3() {
    // R7.1, R7.2, R7.3: one discarded, two used; the taken card is the replacement.
    let mut t = two();
    t.hand(P0, &["archaeologist", "chronicler", "rogue", "archaeologist"]);
    t.act("take personality 3").act("card chronicler").act("card archaeologist").act("card rogue");
    assert_eq!(t.s.discard.0[card("chronicler").at()], 1);
    assert_eq!((t.played(P0, "palaeontologist"), t.played(P0, "rogue"), t.played(P0, "archaeologist")), (1, 1, 3));
    assert_eq!((t.in_hand(P0, "archaeologist"), t.s.hand_size(P0)), (1, 1), "the taken card acts from the next round");
    assert_eq!(t.to_act(), Some(P1));
}

#[test]
fn the_sixth_takes_the_whole_hand_t4() {
    // T4: five used, the sixth discarded: hand empty, six played.
    let mut t = two();
    t.act("take personality 6").act("card archaeologist");
    for _ in 0..5 {
        t.act("card archaeologist");
    }
    assert_eq!((t.s.hand_size(P0), t.played(P0, "curator"), t.played(P0, "archaeologist")), (0, 1, 5));
    assert_eq!(t.s.discard.total(), 0, "R7.3: the archaeologist went to the supply");
}

#[test]
fn the_list_closes_up_and_a_card_comes_r7_4() {
    // R7.4
    let mut t = two();
    t.personality_tokens(5, &[P1]);
    let deck = t.s.deck.total();
    t.act("take personality 2").act("card archaeologist").act("card archaeologist");
    assert_eq!(t.personality_list()[..5], ["chronicler", "palaeontologist", "historian", "naturalist", "curator"]);
    assert_eq!((t.personality_counts(), t.s.deck.total()), (vec![0, 0, 0, 0, 1, 1], deck - 1));
    // While the cards to use are being chosen, the new card has not come.
    t.act("take personality 2").act("card archaeologist");
    assert_eq!((t.s.personalities.len(), t.s.deck.total()), (5, deck - 1));
}

#[test]
fn k_is_limited_by_hand_and_list_r7_5() {
    // R7.5
    let mut t = two();
    t.hand(P0, &["archaeologist", "chronicler"]);
    assert_eq!(t.options("take").len(), 2);
    t.hand(P0, &["archaeologist"; 6]).personalities(&["rogue", "rogue", "rogue"]);
    assert_eq!(t.options("take").len(), 3);
}

#[test]
fn an_empty_deck_is_made_of_the_discards_r7_6() {
    // R7.6: it includes the payment of this very action.
    for reshuffle in [true, false] {
        let mut t = table(&json!({"personality_deck_reshuffles_discards": reshuffle}));
        t.hand(P0, &["eminence"]);
        let taken = std::mem::take(&mut t.s.deck);
        // The other cards are put in seat 1's hand and the list as far as they go; the rest is the discard pile.
        t.s.discard = taken;
        t.act("take personality 1").act("card eminence");
        if reshuffle {
            assert_eq!((t.s.personalities.len(), t.s.discard.total()), (6, 0));
            assert_eq!(t.s.deck.total(), 40 - 6 - 1, "all but the list and the card taken");
        } else {
            assert_eq!((t.s.personalities.len(), t.s.deck.total()), (5, 0), "the list stays short");
            assert_eq!(t.s.discard.0[card("eminence").at()], 3);
        }
    }
}
