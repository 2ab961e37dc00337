//! R4: the two lists and their order.

use expedition::core::Seat;
use serde_json::json;

use super::table::{P0, P1, P2, Table, table, two};

const SIX: [&str; 6] = ["dakshinkali", "tirakhet", "khokana", "bhaktapur", "nagarkot", "changu_narayan"];

/// Counts [0,0,0,1,1,2] with Tirakhet second, seat 0 with a pair in hand.
fn figure_a() -> Table {
    let mut t = two();
    t.sites(&SIX).site_tokens(3, &[P1]).site_tokens(4, &[P1]).site_tokens(5, &[P1, P1]);
    t
}

#[test]
fn tokens_sink_a_card_t4_r4_6() {
    // T4, R4.6: one token sinks Tirakhet to the third place, two to the fifth.
    let mut t = figure_a();
    t.act("place with archaeologist").act("put on site 2");
    assert_eq!(t.site_list(), ["dakshinkali", "khokana", "tirakhet", "bhaktapur", "nagarkot", "changu_narayan"]);
    assert_eq!(t.site_counts(), [0, 0, 1, 1, 1, 2], "R4.1: never below an equal one");
    let mut t = figure_a();
    t.act("place with two archaeologist").act("put on site 2");
    // R4.2: the order is updated after each single token.
    assert_eq!(t.site_list()[2], "tirakhet");
    t.act("put on site 3");
    assert_eq!(t.site_list(), ["dakshinkali", "khokana", "bhaktapur", "nagarkot", "tirakhet", "changu_narayan"]);
    assert_eq!(t.site_counts(), [0, 0, 1, 1, 2, 2]);
}

#[test]
fn all_have_one_all_lose_one_r4_3_r4_6() {
    // R4.3, R4.6: [0,1,1,1,2,2] and a token on the first card.
    let mut t = two();
    t.sites(&SIX);
    for rank in 1..4 {
        t.site_tokens(rank, &[P1]);
    }
    t.site_tokens(4, &[P0, P1]).site_tokens(5, &[P1, P0]);
    let before = t.s.supply;
    t.act("place with archaeologist").act("put on site 1");
    assert_eq!(t.site_counts(), [0, 0, 0, 0, 1, 1]);
    assert_eq!(t.site_list(), SIX, "equal numbers keep their order");
    // The oldest token of each card goes back to its owner: 3 + 1 to seat 1, the new one and one more to seat 0.
    assert_eq!(t.s.supply, [before[0] - 1 + 2, before[1] + 4, 0, 0]);
    assert_eq!(t.s.sites.0[4].tokens.iter().collect::<Vec<_>>(), [P1]);
    assert_eq!(t.s.sites.0[5].tokens.iter().collect::<Vec<_>>(), [P0]);
}

#[test]
fn a_card_that_loses_a_token_rises_r4_1() {
    // R4.1: above cards with strictly more, not above equal ones.
    let mut t = two();
    t.sites(&SIX).site_tokens(2, &[P1]).site_tokens(3, &[P1, P1]).site_tokens(4, &[P1, P1]).site_tokens(5, &[P0, P1]);
    t.act("place with archaeologist").act("take back from site 6");
    assert_eq!(t.site_list(), ["dakshinkali", "tirakhet", "khokana", "changu_narayan", "bhaktapur", "nagarkot"]);
    assert_eq!(t.site_counts(), [0, 0, 1, 1, 2, 2]);
}

#[test]
fn tokens_of_a_card_that_leaves_return_r4_4() {
    // R4.4: tokens return, the others close up, R4.3 is checked: [0,1,1,1,1,2] without its first card loses one each.
    let mut t = two();
    for rank in 1..5 {
        t.personality_tokens(rank, &[P1]);
    }
    t.personality_tokens(5, &[P1, P0]);
    t.act("take personality 1").act("card archaeologist");
    // [1,1,1,1,2] became [0,0,0,0,1]; the new card came with one token (R4.5).
    assert_eq!(t.personality_counts(), [0, 0, 0, 0, 1, 1]);
    assert_eq!(t.s.supply[1] + t.s.personalities.0[4].tokens.count(P1) + t.s.personalities.0[5].tokens.count(P1), 25);
    let mut t = two();
    t.personality_tokens(5, &[P1, P1, P0]);
    t.hand(P0, &["archaeologist"; 6]).act("take personality 6").act("card archaeologist");
    assert_eq!(t.s.supply, [25, 25, 0, 0], "all three are back");
}

#[test]
fn a_new_card_comes_with_tokens_of_the_richest_r4_5() {
    // R4.5: as many tokens as the card above, each from the largest supply, ties in turn order from the first player.
    let mut t = table(&json!({"players": 3}));
    t.s.first = P2;
    t.personality_tokens(5, &[P0, P0, P0]);
    t.s.tokens[2] = (100..101).collect();
    t.s.supply[2] -= 1;
    // Supplies 22, 25, 24: seat 1 gives, then seat 2 (first in turn order of 24, 24), then seat 1.
    t.act("take personality 1").act("card archaeologist");
    assert_eq!(t.personality_counts(), [0, 0, 0, 0, 3, 3]);
    assert_eq!(t.s.personalities.0[5].tokens.iter().collect::<Vec<_>>(), [P1, P2, P1]);
    assert_eq!(t.s.supply, [22, 23, 23, 0]);
}

#[test]
fn a_card_short_of_tokens_rises_r4_5() {
    // R4.5: with empty supplies the rest is left out and the card rises to its place (R4.1).
    let mut t = two();
    t.personality_tokens(4, &[P0, P0]).personality_tokens(5, &[P0, P0, P0]);
    for seat in [0, 1] {
        let keep = 1 - seat as u8;
        t.s.graveyard[seat] = t.s.supply[seat] - keep;
        t.s.supply[seat] = keep;
    }
    let sunk = t.personality_list()[4..].iter().map(ToString::to_string).collect::<Vec<_>>();
    t.act("take personality 1").act("card archaeologist");
    assert_eq!(t.personality_counts(), [0, 0, 0, 1, 2, 3]);
    assert_eq!(t.personality_list()[4..], sunk);
    assert_eq!(t.s.personalities.0[3].tokens.iter().collect::<Vec<_>>(), [P0]);
}

#[test]
fn a_pile_keeps_owners_in_order() {
    use expedition::games::kathmandu::Pile;
    let mut rng = expedition::core::Rng::seeded(2);
    let (mut pile, mut plain) = (Pile::default(), Vec::<Seat>::new());
    for _ in 0..5_000 {
        let owner = Seat(rng.below(4) as u8);
        match rng.below(3) {
            0 | 1 if plain.len() < 128 => {
                pile.push(owner);
                plain.push(owner);
            }
            0 | 1 => {
                assert_eq!(pile.pop_oldest(), Some(plain.remove(0)));
            }
            _ => {
                let newest = plain.iter().rposition(|&o| o == owner);
                assert_eq!(pile.take_newest(owner), newest.is_some());
                newest.map(|at| plain.remove(at));
            }
        }
        assert_eq!(pile.iter().collect::<Vec<_>>(), plain);
        assert_eq!(pile.count(owner) as usize, plain.iter().filter(|&&o| o == owner).count());
    }
    let json = serde_json::to_value(pile).expect("a list");
    assert_eq!(serde_json::from_value::<Pile>(json).expect("reads back"), pile);
    assert!(serde_json::from_str::<Pile>("[4]").is_err());
}
