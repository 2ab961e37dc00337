//! Hidden information (section 22) and chance (section 23).

use std::collections::HashSet;

use expedition::core::{Apply, Check, Describe, Observe, Rng, Seat, Setup, Silent};
use serde_json::json;

use super::scenario::{P0, P1, P2, Scenario};

fn redeals(it: &Scenario, viewer: usize) -> Vec<expedition::games::arnak::State> {
    (0..60)
        .map(|seed| {
            let mut s = it.s.clone();
            it.game.rules.redeal(&mut s, Seat(viewer as u8), &mut Rng::seeded(seed));
            it.game.rules.check(&s).unwrap_or_else(|broken| panic!("{broken}"));
            s
        })
        .collect()
}

/// Seat 0 gives the first answer to every question of its main action.
fn answered(mut it: Scenario) -> Scenario {
    while it.game.rules.decision(&it.s) != "after main action" && it.s.seat == 0 {
        let first = it.legal()[0].clone();
        it = it.act(&first);
    }
    it
}

#[test]
fn hands_are_mixed_with_the_deck_they_came_from() {
    // R2, R95: a fresh deck of six, five drawn.
    let game = Scenario::new(2).game;
    let s = game.rules.start(&mut Rng::seeded(3));
    let it = Scenario::new(2).set(|state| *state = s.clone());
    let hands: HashSet<(u128, u8)> = redeals(&it, P0).iter().map(|s| (s.players[1].hand.0, s.players[1].fear_in_hand())).collect();
    assert!(hands.len() > 2, "the opponent's hand varies: {hands:?}");
    assert!(redeals(&it, P1).iter().all(|s| s.players[1] == it.s.players[1]), "the own one does not");
    // The same when the game is over.
    let it = Scenario::new(2).bag(P0, "dog, parrot, rope").set(|s| {
        let first = s.players[0].deck.iter().next().expect("three cards");
        s.players[0].deck.remove(first);
        s.players[0].hand.add(first);
    });
    let hands: HashSet<u128> = redeals(&it.over(), P1).iter().map(|s| s.players[0].hand.0).collect();
    assert_eq!(hands.len(), 3);
}

#[test]
fn known_cards_stay_where_they_are() {
    // R77, R81, R82: items bought, cards taken publicly into the hand.
    let it = Scenario::new(2).hand(P1, "hat").deck(P1, "dog, tent").bag(P1, "parrot, fear");
    for s in redeals(&it, P0) {
        assert!(s.players[1].hand.has(it.card("hat")) && s.players[1].deck.has(it.card("dog")));
    }
}

#[test]
fn a_card_put_back_is_known_to_its_owner() {
    // Crystal Earring: the others cannot tell which of the two was kept.
    let it = Scenario::new(2).hand(P0, "crystal_earring, fear").goods(P0, "1 tablet").deck(P0, "parrot, rope, dog").acts(&[
        "play crystal_earring",
        "number 3",
        "pick rope",
        "pick parrot",
    ]);
    let kept: HashSet<bool> = redeals(&it, P1).iter().map(|s| s.players[0].hand.has(it.card("rope"))).collect();
    assert_eq!(kept.len(), 2, "rope or parrot");
    let shown = it.clone().acts(&["pass", "end_turn"]).acts(&["space camp_2a", "pick rope"]);
    let parrot = it.card("parrot");
    assert!(redeals(&shown, P1).iter().all(|s| s.players[0].private_tops[0].card == parrot), "the rope was kept, as all have seen");
    assert!(redeals(&it, P0).iter().all(|s| s.players[0].hand.has(it.card("rope"))));
}

#[test]
fn a_fear_card_may_have_been_kept_or_put_back() {
    // Crystal Earring: the Fear card of the second round keeps its part of the deck.
    let it = Scenario::new(2)
        .round(2)
        .hand(P0, "crystal_earring")
        .goods(P0, "1 tablet")
        .deck(P0, "rope, dog")
        .bag(P0, "fear")
        .acts(&["play crystal_earring", "number 2", "pick fear", "pick rope"]);
    let tops: HashSet<(u8, u8)> =
        redeals(&it, P1).iter().map(|s| s.players[0].private_tops[0]).map(|top| (top.card, top.key)).collect();
    let fear = (it.card("fear"), expedition::games::arnak::group_key(1));
    assert!(tops.len() == 2 && tops.contains(&fear), "{tops:?}");
}

#[test]
fn a_card_put_back_lies_where_it_was_put() {
    // R82, R120, Crystal Earring: the parrot lies on top, with the dog below, until the tent is put on top of it.
    let it = Scenario::new(2)
        .hand(P0, "crystal_earring, large_backpack, monkey_medallion, pack_donkey")
        .goods(P0, "2 tablet")
        .items("tent, brush, hat, axe, torch")
        .deck(P0, "parrot, rope, dog")
        .acts(&["play crystal_earring", "number 2", "pick rope", "pick parrot"])
        .acts(&["pass", "end_turn"])
        .acts(&["play monkey_medallion", "pick tent"]);
    let below = it.clone().acts(&["play large_backpack", "accept"]);
    below.holds(P0, "dog, pack_donkey, rope");
    it.acts(&["play pack_donkey", "accept"])
        .holds(P0, "large_backpack, rope, tent")
        .act("accept")
        .holds(P0, "large_backpack, parrot, rope, tent");
}

#[test]
fn a_card_put_back_may_be_any_of_those_it_came_with() {
    // R95, Crystal Earring on cards that were shuffled together, Fear and a basic card among them.
    let it = Scenario::new(2)
        .hand(P0, "crystal_earring")
        .goods(P0, "1 tablet")
        .bag(P0, "parrot, rope, fear, funding_car, dog")
        .acts(&["play crystal_earring", "number 3"]);
    let it = answered(it);
    let p = &it.s.players[0];
    assert_eq!(p.private_tops.len(), 1);
    let (sizes, key) = ((p.hand_size(), p.deck_size()), p.private_tops[0].key);
    let mut tops = HashSet::new();
    for s in redeals(&it, P1) {
        let p = &s.players[0];
        assert_eq!((p.hand_size(), p.deck_size(), p.private_tops.len()), (sizes.0, sizes.1, 1));
        let top = p.private_tops[0].card;
        tops.insert(top);
        assert!(top == it.card("fear") || s.key(0, top) == 0, "it has no place among the others");
        assert!(p.hand.iter().chain(p.deck.iter()).all(|card| s.key(0, card) == key), "the others have theirs");
    }
    assert_eq!(tops.len(), (sizes.0 + sizes.1) as usize, "any of the cards that are left: {tops:?}");
    assert!(redeals(&it, P0).iter().all(|s| s.players[0].private_tops == it.s.players[0].private_tops), "its owner knows");
}

#[test]
fn the_lost_temple_stack_is_known_to_who_looked() {
    // R102
    let it = Scenario::new(3).hand(P0, "fear").goods(P0, "1 coin + 1 compass + 1 jewel").magnifier(P0, "r7_1").act("magnifier 1");
    let it = if it.game.rules.decision(&it.s) == "lost temple tile" {
        let (first, seen) = (it.legal()[0].clone(), it.s.bonus_seen);
        let it = it.act(&first);
        let shown: u8 = it.s.bonus_seen.iter().sum();
        assert_eq!(shown, seen.iter().sum::<u8>() + 1, "all see the tile that is taken");
        it
    } else {
        it
    };
    assert!(redeals(&it, P0).iter().all(|s| s.temple_kinds == it.s.temple_kinds));
    let stacks: HashSet<[u8; 6]> = redeals(&it, P1).iter().map(|s| s.temple_kinds).collect();
    assert!(stacks.len() > 1, "{stacks:?}");
    let it = it.set(|s| s.temple_seen = 0b10);
    assert!(redeals(&it, P1).iter().all(|s| s.temple_kinds == it.s.temple_kinds), "any seat that looked");
}

#[test]
fn the_rescue_stack_is_known_to_who_looked() {
    // R156, R18
    let it = Scenario::with(&json!({"players": 3, "board": "snake"}))
        .hand(P0, "fear")
        .magnifier(P0, "r3_1")
        .idols(P0, 1, "")
        .supply("assistant_04, assistant_05, assistant_06")
        .rescue("assistant_01, assistant_02, assistant_03")
        .acts(&["magnifier 1", "assistant assistant_02"])
        .that("the idol is paid", |s, _| s.players[0].crates == 0);
    assert!(redeals(&it, P0).iter().all(|s| s.rescue == it.s.rescue));
    let below: HashSet<u8> = redeals(&it, P1).iter().map(|s| s.rescue[1]).collect();
    assert!(below.len() > 2 && redeals(&it, P1).iter().all(|s| s.rescue[0] == 0), "{below:?}");
}

#[test]
fn a_payment_that_began_can_always_be_completed() {
    // R42, R180: from another seat's point of view too.
    let it = Scenario::new(2).bag(P0, "dog, parrot, fear, funding_ship").set(|s| {
        // All four are drawn from one group.
        for card in s.players[0].deck.iter().collect::<Vec<_>>() {
            s.players[0].deck.remove(card);
            s.players[0].hand.add(card);
        }
        s.players[0].hand_fear[0] = std::mem::take(&mut s.players[0].deck_fear[0]);
    });
    let it = it.bag(P0, "hat, rope").tile("l1_lower_3", "l1_d").act("space l1_lower_3");
    for s in redeals(&it, P1) {
        assert!(!s.offered.0.is_empty());
    }
}

#[test]
fn nobody_knows_an_order_that_was_shuffled() {
    // R95, section 22: the next card is drawn when it is turned up, even for its owner.
    for (card, end) in [("pack_donkey", "top"), ("large_backpack", "bottom")] {
        let hand = format!("{card}, fear");
        let it = Scenario::new(2).hand(P0, &hand).bag(P0, "dog, parrot, rope, torch").act(&format!("play {card}"));
        let drawn: HashSet<u128> = (0..40)
            .map(|seed| {
                let mut s = it.s.clone();
                let accept = expedition::core::Action::from_id(it.game.parse("accept").expect("an action")).expect("an id");
                it.game.rules.apply(&mut s, accept, &mut Rng::seeded(seed), &mut Silent);
                s.players[0].hand.0
            })
            .collect();
        assert_eq!(drawn.len(), 4, "each of the four comes up from the {end}");
    }
}

#[test]
fn what_all_have_seen_stays_for_every_viewer() {
    // R81, R134, R82: a deck top turned up, tiles put under their stack, a medallion's item on top of a deck.
    let it = Scenario::new(3)
        .hand(P0, "monkey_medallion, guiding_stone, fear")
        .goods(P0, "2 tablet")
        .items("tent, dog, hat, axe, torch")
        .artifacts("mortar")
        .top("war_club")
        .bag(P0, "parrot, rope")
        .next_tile("l1_j")
        .acts(&["play guiding_stone"])
        .acts(&["pass", "end_turn"])
        .acts(&["pass", "end_turn"])
        .acts(&["play monkey_medallion", "pick tent"]);
    assert_eq!((it.s.stack1.bottom.last(), it.s.artifact_top), (Some(&9), it.card("war_club")));
    let tent = it.card("tent");
    for viewer in 0..3 {
        for s in redeals(&it, viewer) {
            assert_eq!((s.stack1, s.stack2, s.artifact_top), (it.s.stack1, it.s.stack2, it.s.artifact_top));
            assert!(s.players[0].deck.has(tent) && s.key(0, tent) == it.s.key(0, tent), "on top for all");
            let above = s.players[0].deck.iter().filter(|&c| s.key(0, c) <= s.key(0, tent)).count();
            assert_eq!(above, 1, "nothing lies above it");
        }
    }
}

#[test]
fn a_private_look_is_redealt_for_the_others() {
    // Crystal Earring: while its owner chooses, the others know how many cards were drawn and from which part of the deck.
    let it = Scenario::new(2)
        .hand(P0, "crystal_earring, fear")
        .goods(P0, "1 tablet")
        .bag(P0, "parrot, rope, torch, dog, fear")
        .acts(&["play crystal_earring", "number 3"]);
    assert!(redeals(&it, P0).iter().all(|s| s.seen == it.s.seen && s.seen_fear == it.s.seen_fear && s.players == it.s.players));
    let looks: HashSet<(u128, u8)> = redeals(&it, P1).iter().map(|s| (s.seen.0, s.seen_fear.iter().sum())).collect();
    assert!(looks.len() > 4, "{looks:?}");
    assert!(redeals(&it, P1).iter().all(|s| s.seen.len() + u32::from(s.seen_fear.iter().sum::<u8>()) == 3));
}

#[test]
fn cards_stay_in_the_part_of_the_deck_they_were_shuffled_into() {
    // R141, R142: what was put under the deck later cannot be in a hand drawn from above it.
    let it = Scenario::new(2)
        .hand(P0, "fear")
        .round(2)
        .set(|s| s.players[1].hand_fear[0] = 0)
        .hand(P1, "")
        .bag(P1, "hat, axe, torch")
        .set(|s| {
            // The first group is drawn except for one card; the second lies below.
            let cards: Vec<u8> = s.players[1].deck.iter().collect();
            for card in cards {
                s.set_key(1, card, expedition::games::arnak::group_key(0));
            }
            let first = s.players[1].deck.iter().next().expect("three cards");
            s.players[1].deck.remove(first);
            s.players[1].hand.add(first);
        })
        .bag(P1, "brush, tent, fear");
    let below = [it.card("brush"), it.card("tent")];
    let above = [it.card("hat"), it.card("axe"), it.card("torch")];
    let mut hands = HashSet::new();
    for s in redeals(&it, P0) {
        assert!(below.iter().all(|&c| s.players[1].deck.has(c)), "the lower group stays below");
        hands.insert(above.iter().position(|&c| s.players[1].hand.has(c)).expect("one of the upper group"));
    }
    assert_eq!(hands.len(), 3, "any of the upper group: {hands:?}");
}

#[test]
fn kept_cards_are_private_and_put_down_cards_are_not() {
    // R140, E2
    let it = Scenario::new(2).bag(P0, "dog, parrot, rope, torch").set(|s| {
        let cards: Vec<u8> = s.players[0].deck.iter().take(2).collect();
        for card in cards {
            s.players[0].deck.remove(card);
            s.players[0].hand.add(card);
        }
    });
    let first = it.t().cards.ids[it.s.players[0].hand.iter().next().expect("two cards") as usize].clone();
    let card = it.card(&first);
    let it = it.acts(&["pass", "pass", "end_turn"]).act(&format!("pick {first}"));
    let mut kept = HashSet::new();
    for s in redeals(&it, P1) {
        assert!(s.players[0].play.has(card), "put down before all eyes");
        kept.insert(s.players[0].hand.0);
    }
    assert!(kept.len() > 1, "the other one is hidden: {kept:?}");
}

#[test]
fn the_stacks_are_known_to_any_seat_that_looked() {
    // R102, R156: here the second one.
    let temple = Scenario::new(3)
        .goods(P1, "1 coin + 1 compass + 1 jewel")
        .magnifier(P1, "r7_1")
        .acts(&["pass", "magnifier 1"])
        .that("seat 1 has looked", |s, _| s.temple_seen == 0b10);
    assert!(redeals(&temple, P1).iter().all(|s| s.temple_kinds == temple.s.temple_kinds));
    let rescue = Scenario::with(&json!({"players": 3, "board": "snake"}))
        .magnifier(P1, "r3_1")
        .set(|s| s.players[1].crates = 1)
        .supply("assistant_04, assistant_05, assistant_06")
        .rescue("assistant_01, assistant_02, assistant_03")
        .set(|s| {
            s.tiles[1] = s.stack1.unknown.trailing_zeros() as u8;
            s.stack1.unknown &= s.stack1.unknown - 1;
            s.idols[1] = 255;
        })
        .acts(&["pass", "magnifier 1"])
        .that("seat 1 has looked", |s, _| s.rescue_seen == 0b10)
        .act("assistant assistant_02");
    assert!(redeals(&rescue, P1).iter().all(|s| s.rescue == rescue.s.rescue));
    assert!(redeals(&rescue, P2).iter().any(|s| s.rescue != rescue.s.rescue), "the third has not");
}

#[test]
fn the_lost_temple_stack_is_dealt_from_what_was_never_seen() {
    // R102, section 23
    let it = Scenario::new(4).hand(P0, "fear").goods(P0, "1 coin + 1 compass + 1 jewel").magnifier(P0, "r7_1");
    let arrive = expedition::core::Action::from_id(it.game.parse("magnifier 1").expect("an action")).expect("an id");
    let mut stacks = HashSet::new();
    for seed in 0..40 {
        let mut s = it.s.clone();
        it.game.rules.apply(&mut s, arrive, &mut Rng::seeded(seed), &mut Silent);
        for kind in 0..6 {
            assert!(s.temple_kinds[kind] + it.s.bonus_seen[kind] <= it.t().bonus.copies[kind], "no more than there are");
        }
        stacks.insert(s.temple_kinds);
    }
    assert!(stacks.len() > 3, "{stacks:?}");
}

#[test]
fn fear_that_was_kept_and_played_was_not_put_back() {
    // Crystal Earring: all have seen the Fear card that was kept.
    let it = Scenario::new(2)
        .hand(P0, "crystal_earring, hat")
        .goods(P0, "1 tablet")
        .deck(P0, "rope, dog")
        .bag(P0, "fear")
        .acts(&["play crystal_earring", "number 2", "pick fear", "pick rope", "end_turn", "pass", "end_turn"])
        .acts(&["space camp_1a", "pick fear"])
        .played(P0, "crystal_earring, fear");
    let rope = it.card("rope");
    assert!(redeals(&it, P1).iter().all(|s| s.players[0].private_tops[0].card == rope));
}

#[test]
fn which_card_was_put_back_does_not_show_in_a_redeal() {
    // Crystal Earring: the same stream deals the same, whichever of the two was really kept.
    let kept = |keep: &str, back: &str| {
        Scenario::new(2).hand(P0, "crystal_earring, fear").goods(P0, "1 tablet").deck(P0, "parrot, rope, dog").acts(&[
            "play crystal_earring",
            "number 2",
            &format!("pick {keep}"),
            &format!("pick {back}"),
        ])
    };
    let dealt = |it: &Scenario| redeals(it, P1).iter().map(|s| s.players[0].private_tops[0].card).collect::<Vec<_>>();
    assert_eq!(dealt(&kept("rope", "parrot")), dealt(&kept("parrot", "rope")));
}

#[test]
fn a_hand_is_redealt_whatever_the_numbers() {
    // R95: one card of six was drawn; two of the others are Fear.
    let it = Scenario::new(2).bag(P0, "dog, parrot, rope, torch, fear, fear").set(|s| {
        let first = s.players[0].deck.iter().next().expect("four cards");
        s.players[0].deck.remove(first);
        s.players[0].hand.add(first);
    });
    let hands: HashSet<(u128, u8)> = redeals(&it, P1).iter().map(|s| (s.players[0].hand.0, s.players[0].fear_in_hand())).collect();
    assert_eq!(hands.len(), 5, "any of the four or Fear");
}

#[test]
fn a_look_from_below_leaves_the_card_on_top_in_doubt() {
    // R95, Crystal Earring, then Obsidian Earring: a private top while two cards of the same part of the deck are looked at.
    let it = Scenario::new(2)
        .hand(P0, "crystal_earring, obsidian_earring, hat")
        .goods(P0, "2 tablet")
        .bag(P0, "parrot, rope, torch, dog, axe, brush, fear")
        .acts(&["play crystal_earring", "number 2"]);
    let it = answered(it);
    let it = it.acts(&["end_turn", "pass", "end_turn", "play obsidian_earring", "number 2"]);
    let seen = |s: &expedition::games::arnak::State| s.seen.len() + u32::from(s.seen_fear.iter().sum::<u8>());
    assert_eq!((it.s.players[0].private_tops.len(), seen(&it.s)), (1, 2));
    let tops: HashSet<u8> = redeals(&it, P1)
        .iter()
        .map(|s| {
            assert_eq!((s.players[0].private_tops.len(), seen(s)), (1, 2));
            s.players[0].private_tops[0].card
        })
        .collect();
    assert!(tops.len() > 4, "{tops:?}");
}

#[test]
fn it_is_told_what_an_open_question_belongs_to() {
    // Section 22: part of every observation, too.
    let asked_by = |it: Scenario, name: &str| {
        let text = it.game.rules.text(&it.s, Some(Seat(0)));
        let first = text.lines().find(|line| line.starts_with("Blue: ")).expect("somebody chooses").to_string();
        assert!(first.ends_with(&format!("({name})")), "{name}: {first}");
    };
    let row6 = |token: &str| {
        let it = Scenario::new(2).hand(P0, "fear").goods(P0, "1 compass + 1 jewel").artifacts("mortar").deck(P0, "parrot, rope");
        let it = if token == "notebook" { it.magnifier(P0, "r7_1").notebook(P0, "r5_1") } else { it.magnifier(P0, "r5_1") };
        it.bonus("r6_1", "bonus_exile").act(&format!("{token} 1"))
    };
    for (token, name) in [("magnifier", "row 6, magnifying glass"), ("notebook", "row 6, notebook")] {
        asked_by(row6(token), name);
        asked_by(row6(token).act("branch 0"), "bonus tile: may exile a card");
        asked_by(row6(token).act("branch 1"), name);
    }
    let artifact = |card: &str| Scenario::new(2).hand(P0, &format!("{card}, fear, hat")).goods(P0, "1 coin + 1 tablet");
    let wine = artifact("ancient_wine").supply("assistant_12, assistant_04");
    asked_by(wine.clone().act("play ancient_wine"), "Ancient Wine");
    asked_by(wine.acts(&["play ancient_wine", "assistant assistant_04"]), "the Jeweller");
    asked_by(
        artifact("guiding_stone").next_tile("l1_g").deck(P0, "parrot").act("play guiding_stone"),
        "site: draw a card; gain 1 arrowhead",
    );
}
