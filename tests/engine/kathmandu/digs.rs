//! R11, R12, R13: new digs, extensions, merges and the end.

use expedition::core::{Episode, Game, Rng, Rules, Turn};
use expedition::games::kathmandu::{Cells, Kathmandu};
use serde_json::{Map, json};

use super::table::{P0, P1, Table, table, two};
use crate::support::{game, random_play};

const EAST_AND_WEST: [&str; 6] = ["changu_narayan", "nagarkot", "patan", "pashupatinath", "sankhu", "gokarna"];

/// Site F reaches to one cell before site E; the other digs are in the west.
fn about_to_join() -> Table {
    let mut t = two();
    t.sites(&EAST_AND_WEST).reach("changu_narayan", "nagarkot");
    t
}

/// Seat 0 fences patan in and removes it with the curator; a site card is turned up.
fn remove_patan(t: &mut Table) {
    t.fence(P0, "patan").hand(P0, &["curator", "archaeologist"]);
    t.act("curator patan");
}

#[test]
fn two_sites_extend_with_a_list_of_six_r12_1() {
    // R12.1, R12.2: the first two of six, the first one of five (T7).
    let mut t = two();
    t.end_round();
    let sizes = |t: &Table| t.s.sites.cards().map(|dig| dig.cells.len()).collect::<Vec<_>>();
    assert_eq!(sizes(&t), [5, 5, 1, 1, 1, 1], "each of the two receives its four neighbours");
    assert_eq!(t.s.bag.total(), 95 - 8);
    // T7
    let mut t = two();
    t.sites(&["dakshinkali", "bungamati", "khokana", "bhaktapur", "nagarkot"]).end_round();
    assert_eq!(sizes(&t), [5, 1, 1, 1, 1]);
}

#[test]
fn every_neighbour_receives_a_token_r12_2_r12_5() {
    // R12.2: holes do not. R12.5: inactive sites are covered.
    let mut t = two();
    t.sites(&["changu_narayan", "patan", "pashupatinath", "sankhu", "gokarna"]).reach("changu_narayan", "nagarkot");
    let before = t.dig_of("changu_narayan").expect("active").cells;
    t.end_round();
    let after = t.dig_of("changu_narayan").expect("active").cells;
    let land = &t.rules().board().land;
    assert_eq!(after, before | land.touching(before));
    // One more extension reaches the inactive site E.
    assert!(!after.has(t.cell(9, -3)));
    t.end_round();
    assert!(t.dig_of("changu_narayan").expect("active").cells.has(t.cell(9, -3)));
}

#[test]
fn tokens_in_the_way_are_lost_r12_3() {
    // R12.3
    let mut t = two();
    t.sites(&["changu_narayan", "patan", "pashupatinath", "sankhu", "gokarna"]);
    t.tokens(P0, &[(9, -8), (8, -7)]).tokens(P1, &[(9, -6), (7, -7)]);
    let supply = t.s.supply;
    t.end_round();
    assert_eq!(t.s.graveyard, [2, 1, 0, 0]);
    assert_eq!(t.s.supply[1], supply[1], "out of the game");
    assert!(t.holds(P1, 7, -7), "not adjacent");
}

#[test]
fn cells_are_filled_by_r_then_q_r12_4_r13_2() {
    // R12.4, R13.1, R13.2: three tokens for four cells: the first three are filled, the fourth stays as it was.
    let mut t = two();
    t.sites(&["changu_narayan", "patan", "pashupatinath", "sankhu", "gokarna"]);
    t.tokens(P0, &[(9, -8), (9, -6)]).bag([3, 0, 0, 0, 0, 0]);
    t.end_round();
    assert!(t.is_over());
    let filled: Cells = [(9, -8), (8, -7), (8, -6)].iter().map(|&(q, r)| t.cell(q, r)).collect();
    assert_eq!(t.s.excavation[0], filled);
    assert!(t.holds(P0, 9, -6), "not reached");
    assert_eq!(t.s.graveyard[0], 1);
    // An empty bag alone does not end the game (R13.1).
    let mut t = two();
    t.sites(&["changu_narayan", "patan", "pashupatinath", "sankhu", "gokarna"]).bag([4, 0, 0, 0, 0, 0]);
    t.end_round();
    assert!(!t.is_over());
    assert_eq!(t.s.bag.total(), 0);
    t.end_round();
    assert!(t.is_over(), "the next token must be drawn");
}

#[test]
fn a_merge_takes_the_card_under_t5_r12_6_r12_7() {
    // T5, R12.6: the second lies under the first. R12.7: its own extension is cancelled, not passed on.
    let mut t = about_to_join();
    t.no_more_sites(&[]).site_tokens(5, &[P0]);
    let bag = t.s.bag.total();
    let ring = {
        let dig = t.dig_of("changu_narayan").expect("active").cells;
        (t.rules().board().land.touching(dig) & !dig).len()
    };
    t.end_round();
    assert_eq!(t.site_list(), ["changu_narayan", "patan", "pashupatinath", "sankhu", "gokarna"]);
    let dig = t.dig_of("changu_narayan").expect("active");
    assert_eq!(dig.under, 1 << t.site("nagarkot").0);
    assert!(dig.cells.has(t.cell(9, -3)));
    assert!(t.s.colour(t.cell(9, -3)).is_some(), "the joined marker is replaced by a random token");
    assert_eq!(t.s.bag.total(), bag - ring - 1, "one extension and one marker");
    assert_eq!(t.s.sites.cards().filter(|dig| dig.cells.len() > 1).count(), 1);
    assert_eq!(t.s.round, 2);
}

#[test]
fn a_merge_returns_list_tokens_and_brings_a_new_dig_r12_6_r11_1() {
    // R12.6: the joined card's tokens return, then R11 before the next planned extension.
    let mut t = two();
    t.sites(&["changu_narayan", "patan", "pashupatinath", "sankhu", "gokarna", "nagarkot"]).reach("changu_narayan", "nagarkot");
    t.site_tokens(5, &[P1, P1]).no_more_sites(&["tirakhet"]);
    t.end_round();
    assert_eq!(t.site_list(), ["changu_narayan", "patan", "pashupatinath", "sankhu", "gokarna", "tirakhet"]);
    assert_eq!(t.site_counts(), [0; 6]);
    assert_eq!((t.s.supply[1], t.s.site_deck), (25, 0));
    assert!(t.dig_of("patan").expect("active").cells.len() > 1, "the second planned extension took place");
    assert_eq!(t.dig_of("tirakhet").expect("active").cells.len(), 1);
}

#[test]
fn several_joined_sites_are_handled_in_list_order_r12_6_r13_2() {
    // R12.6, R13.2: the bag fails at the second of two joined sites: its marker and card stay.
    let mut t = two();
    t.sites(&["changu_narayan", "patan", "budhanilkantha", "nagarkot", "sankhu", "gokarna"]);
    t.reach("changu_narayan", "nagarkot").reach("changu_narayan", "budhanilkantha");
    let dig = t.dig_of("changu_narayan").expect("active").cells;
    let ring = (t.rules().board().land.touching(dig) & !dig).len() as u8;
    t.bag([ring + 1, 0, 0, 0, 0, 0]);
    t.end_round();
    assert!(t.is_over());
    assert_eq!(t.site_list(), ["changu_narayan", "patan", "nagarkot", "sankhu", "gokarna"]);
    assert_eq!(t.dig_of("changu_narayan").expect("active").under, 1 << t.site("budhanilkantha").0);
}

#[test]
fn an_extension_that_cannot_be_completed_r13_2() {
    // R13.2, the switch `partial_extension`: one token too few, and an archaeologist on the first cell of the ring.
    for partial in [true, false] {
        let mut t = table(&json!({ "partial_extension": partial }));
        let dig = t.dig_of("dakshinkali").expect("active").cells;
        let ring = t.rules().board().land.touching(dig) & !dig;
        let first = ring.iter().next().expect("a neighbour");
        t.s.tokens[0].insert(first);
        t.s.supply[0] -= 1;
        t.bag([ring.len() as u8 - 1, 0, 0, 0, 0, 0]);
        t.end_round();
        assert!(t.is_over());
        let covered = t.dig_of("dakshinkali").expect("active").cells.len();
        let left = (covered, t.s.graveyard[0], t.s.bag.total());
        assert_eq!(left, if partial { (ring.len(), 1, 0) } else { (1, 0, ring.len() - 1) });
    }
    // With a token for every cell it is carried out.
    let mut t = table(&json!({ "partial_extension": false }));
    let dig = t.dig_of("dakshinkali").expect("active").cells;
    let ring = (t.rules().board().land.touching(dig) & !dig).len();
    t.bag([ring as u8, 0, 0, 0, 0, 0]);
    t.end_round();
    assert_eq!(t.dig_of("dakshinkali").expect("active").cells.len(), ring + 1);
}

#[test]
fn a_removal_brings_a_new_dig_r11_1_r11_2() {
    // R11.1: at the bottom, with tokens (R4.5) and a marker. R11.2: no card, no dig.
    let mut t = two();
    t.sites(&EAST_AND_WEST).no_more_sites(&["tirakhet"]).site_tokens(5, &[P1]);
    remove_patan(&mut t);
    assert_eq!(t.site_list(), ["changu_narayan", "nagarkot", "pashupatinath", "sankhu", "gokarna", "tirakhet"]);
    assert_eq!(t.site_counts(), [0, 0, 0, 0, 1, 1]);
    let mut t = two();
    t.sites(&EAST_AND_WEST).no_more_sites(&[]);
    remove_patan(&mut t);
    assert_eq!(t.s.sites.len(), 5);
}

#[test]
fn a_new_site_inside_a_dig_joins_it_r11_3() {
    // R11.3: the token on its cell is back in the bag before the joined marker's token is drawn: an empty bag is enough.
    let mut t = two();
    t.sites(&["changu_narayan", "patan", "pashupatinath", "sankhu", "gokarna", "tirakhet"]).reach("changu_narayan", "nagarkot");
    let way = t.way("changu_narayan", "nagarkot");
    let at = t.rules().board().land.at.clone();
    for &cell in &way[way.len() - 2..] {
        let (q, r) = at[usize::from(cell)];
        t.dig("changu_narayan", &[("black", q, r)]);
    }
    let cells = t.dig_of("changu_narayan").expect("active").cells;
    t.no_more_sites(&["nagarkot"]).bag([0; 6]);
    remove_patan(&mut t);
    assert!(!t.is_over());
    assert_eq!(t.site_list(), ["pashupatinath", "sankhu", "gokarna", "tirakhet", "nagarkot"]);
    let dig = t.dig_of("nagarkot").expect("active");
    assert_eq!((dig.cells, dig.under), (cells, 1 << t.site("changu_narayan").0), "the new card has the old one under it");
    assert!(t.s.colour(t.cell(9, -7)).is_some() && t.s.colour(t.cell(9, -3)).is_none());
    assert_eq!(t.s.bag.total(), 0);
}

#[test]
fn a_new_site_next_to_a_dig_joins_it_and_more_follow_r11_3() {
    // R11.3, R11.1: after the merge there are five digs, so the next card is turned up.
    let mut joined = 0;
    for seed in 0..20 {
        let mut t = two();
        t.rng = Rng::seeded(seed);
        t.sites(&["changu_narayan", "patan", "pashupatinath", "sankhu", "gokarna", "tirakhet"]).reach("changu_narayan", "nagarkot");
        let way = t.way("changu_narayan", "nagarkot");
        let (q, r) = t.rules().board().land.at[usize::from(way[way.len() - 2])];
        t.dig("changu_narayan", &[("black", q, r)]).no_more_sites(&["nagarkot", "bungamati"]);
        remove_patan(&mut t);
        if t.dig_of("nagarkot").is_some() {
            joined += 1;
            assert_eq!(t.dig_of("nagarkot").expect("active").under, 1 << t.site("changu_narayan").0);
            assert_eq!(t.site_list()[4..], ["nagarkot", "bungamati"], "one joined, so another card was turned up");
            assert_eq!((t.s.sites.len(), t.s.site_deck), (6, 0));
        } else {
            assert_eq!((t.s.sites.len(), t.s.site_deck), (6, 1), "bungamati was turned up and made six");
        }
    }
    assert!((1..20).contains(&joined));
}

#[test]
fn a_token_on_a_new_site_returns_r11_4() {
    // R11.4 and its switch.
    for lost in [false, true] {
        let mut t = table(&json!({"evicted_by_new_site_is_lost": lost}));
        t.sites(&EAST_AND_WEST).no_more_sites(&["tirakhet"]).tokens(P1, &[(2, -9)]);
        remove_patan(&mut t);
        assert!(!t.holds(P1, 2, -9));
        assert_eq!((t.s.supply[1], t.s.graveyard[1]), if lost { (24, 1) } else { (25, 0) });
    }
}

#[test]
fn the_new_round_r12_8() {
    // R12.8
    let mut t = two();
    t.end_round();
    assert_eq!((t.s.round, t.s.first, t.to_act()), (2, P1, Some(P1)));
    assert_eq!((t.s.hand_size(P0), t.s.hand_size(P1)), (6, 6));
    t.end_round();
    assert_eq!(t.s.first, P0);
}

#[test]
fn one_site_left_ends_the_game_r13_1_r13_3() {
    // R13.1: two digs become one by a merge. R13.3: nothing can be removed any more.
    let mut t = two();
    t.sites(&["changu_narayan", "nagarkot"]).reach("changu_narayan", "nagarkot");
    t.end_round();
    assert!(t.is_over());
    assert_eq!(t.site_list(), ["changu_narayan"]);
    assert_eq!(t.rules().turn(&t.s), Turn::Over);
    assert!(t.legal().is_empty());
}

#[test]
fn the_bound_counts_what_a_card_can_pay_for_r13_4() {
    // R13.4: the choice of a card and its units; at least the four of the bounty hunter, as many as two cards for six units.
    for (one, pair, decisions) in [(1, 3, 4), (6, 3, 7), (1, 6, 4), (4, 6, 5)] {
        let mut setup = two().game.content.tables()["setup"].clone();
        (setup["one_card_places"], setup["pair_places"]) = (one.into(), pair.into());
        let content = json!({ "setup": setup });
        let game = Game::<Kathmandu>::new(&Map::new(), content.as_object().expect("an object")).expect("valid");
        assert_eq!(game.rules.decision_bound(), (95 + 16 + 1) * 6 * decisions * 2, "{one} and {pair}");
    }
}

#[test]
fn every_game_ends_within_its_bound_r13_4() {
    // R13.4
    for (players, bound) in [(2, 5_376), (3, 8_064), (4, 10_752)] {
        let game = game::<Kathmandu>(&json!({ "players": players }));
        assert_eq!(game.rules.decision_bound(), bound);
        for seed in 0..8 {
            let mut ep = Episode::new(game.clone(), seed);
            let mut rounds = 0;
            random_play(&mut ep, &mut Rng::seeded(seed), bound, |ep| rounds = ep.state().round);
            assert!(ep.turn() == Turn::Over && rounds <= 112, "{rounds} rounds");
        }
    }
}
