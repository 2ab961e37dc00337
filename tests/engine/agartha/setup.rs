//! Terms and setup (R1, R2).

use std::collections::HashSet;

use expedition::core::{Action, Check, Rules, Seat, Turn};
use expedition::games::agartha::{Act, Agartha, Area, Card, Decision, Deed, Site, Slot};
use serde_json::json;

use super::scenario::Scenario;
use crate::support::{episode, game};

#[test]
fn tiles_decks_and_tokens_for_each_number_of_players() {
    // R2.1, R2.2, R2.3, R2.4, R1.1, R1.2
    for (players, tiles, deck) in [(2, 3, 55), (3, 5, 79), (4, 6, 103)] {
        let ep = episode::<Agartha>(&json!({ "players": players }), 3);
        let (parts, s) = (ep.game().rules.parts(), ep.state());
        assert_eq!((parts.tiles, parts.deck.iter().map(|&n| u32::from(n)).sum::<u32>()), (tiles, deck), "{players} players");
        assert_eq!(parts.deeds, [Deed::Move, Deed::Swap, Deed::Draw], "R1.2");
        let lying: Vec<usize> = s.tiles.iter().map(|tile| tile.iter().flatten().count()).collect();
        assert_eq!(lying, (0..6).map(|tile| if tile < tiles { 2 } else { 0 }).collect::<Vec<_>>(), "R2.3");
        assert_eq!(s.pile.total() as usize, deck as usize - 2 * tiles - 2, "R2.5: only the first player has drawn");
        assert!(s.boards.iter().all(|board| board.points == 0 && board.levels == 0), "R2.4");
        assert!(s.bids.is_empty(), "R2.4: three tokens each in front of the players");
    }
}

#[test]
fn the_bound_on_decisions_counts_what_can_be_asked() {
    // R2.5, R3.1, R4.1, R6.8, R6.9. Two first cards per player; in each of six rounds two decisions per token, two per card of a
    // tile, one stop for each of three takers, three per token in an action zone; three per activation: two characters each
    // in a village, three levels in each board's exploration.
    for (players, tiles, characters) in [(2, 3, 21), (3, 5, 30), (4, 6, 39)] {
        let round = players * 3 * 2 + tiles * (3 * 2 + 3) + players * 3 * 3;
        let bound = players * 2 + 6 * round + 3 * (characters / 2 + players * 3);
        assert_eq!(game::<Agartha>(&json!({ "players": players })).rules.decision_bound(), bound, "{players} players");
    }
}

#[test]
fn boards_have_seven_slots_in_three_zones_and_two_sectors() {
    // R1.3, R1.4, R1.6
    use Area::{Exploration, Places, Village};
    let zones: Vec<Area> = Slot::ALL.iter().map(|&slot| Area::of(slot)).collect();
    assert_eq!(zones, [Village, Village, Village, Places, Places, Places, Exploration]);
    for &slot in Slot::ALL {
        assert_eq!(Area::of(slot).slots() >> slot as u64 & 1, 1);
        assert_eq!(slot.goal().slot(), Some(slot));
    }
    let kinds: HashSet<&str> = Card::ALL.iter().map(|card| card.kind()).collect();
    assert_eq!((Card::COUNT, kinds.len()), (10, 5), "R1.6");
    // R1.4: the only sector that an action can name is `amulets`.
    let named = Act::block("take") - Act::block("put");
    assert_eq!((named, Act::COUNT, Site::COUNT), (Slot::COUNT + 1, 123, 3));
}

#[test]
fn each_player_places_two_cards_in_any_slots() {
    // R2.5
    let mut ep = episode::<Agartha>(&json!({"players": 3}), 1);
    let game = ep.game().clone();
    let first = ep.state().holder;
    for lap in 0..3u8 {
        let seat = Seat((first.0 + lap) % 3);
        let dealt: Vec<Card> = ep.state().won.iter().flatten().copied().collect();
        assert_eq!((ep.turn(), dealt.len(), ep.legal().len()), (Turn::Seat(seat), 2, 7), "both are seen, no sector is offered");
        ep.play(game.parse("put village_1").expect("a slot")).expect("any slot");
        assert_eq!((ep.turn(), ep.legal().len()), (Turn::Seat(seat), 7), "zones may differ (R5.4 is for auction wins)");
        ep.play(game.parse("put exploration").expect("a slot")).expect("any slot");
        let board = &ep.state().boards[seat.at()];
        assert_eq!((board.count(Slot::Village1, dealt[0]), board.count(Slot::Exploration, dealt[1])), (1, 1));
    }
    // No activation; the first player begins to bid.
    assert_eq!((ep.turn(), ep.state().decision, ep.state().round), (Turn::Seat(first), Decision::Token, 1));
}

#[test]
fn two_characters_of_the_setup_activate_nothing() {
    // R2.5
    let game = game::<Agartha>(&json!({}));
    let put = game.parse("put village_1").expect("a slot");
    let pairs = (0..60).filter(|&seed| {
        let mut ep = episode::<Agartha>(&json!({}), seed);
        let (seat, pair) = (ep.state().holder, [Some(Card::Character); 2]);
        let both = ep.state().won[..2] == pair;
        ep.play(put).expect("a slot");
        ep.play(put).expect("a slot");
        assert_eq!(ep.turn(), Turn::Seat(Seat(1 - seat.0)));
        both
    });
    assert!(pairs.count() > 2, "a pair of characters is dealt now and then");
}

#[test]
fn the_first_player_is_random() {
    // R2.6, R1.5
    for players in 2..=4 {
        let first: HashSet<u8> =
            (0..40).map(|seed| episode::<Agartha>(&json!({ "players": players }), seed).state().holder.0).collect();
        assert_eq!(first.len(), players as usize);
    }
}

#[test]
fn three_cards_lie_on_a_tile_from_the_second_round_on() {
    // R2.3, R9.2: a full tile in round 1 would be replaced by the first refill, and its cards come under the pile too early.
    let late = Scenario::new(2).tile(1, "axe, vial, knife").ep;
    let mut state = late.state().clone();
    state.round = 1;
    let broken = late.game().rules.check(&state).expect_err("two cards a tile are laid out");
    assert!(broken.to_string().contains("only a refill adds a third card"), "{broken}");
}
