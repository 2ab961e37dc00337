//! R15: what is known, and R17: what always holds.

use std::collections::HashSet;

use expedition::core::{Action, Apply, Check, Describe, Observe, Rng, Seat, Silent};
use expedition::games::kathmandu::{Act, COLOURS, Decision, Held, Place, State, Theft};
use serde_json::json;

use super::table::{P0, P1, P2, Table, card, table, two};

fn floats(t: &Table, viewer: Seat) -> Vec<f32> {
    let mut out = vec![0.0; t.game.observation_size()];
    t.game.observe(&t.s, viewer, &mut out);
    out
}

fn seen(t: &Table, viewer: Seat) -> serde_json::Value {
    t.game.layout().explain(&floats(t, viewer))
}

#[test]
fn everything_on_the_table_is_seen_r15_1() {
    // R15.1: each of these changes what both seats see.
    let base = two();
    let changes: [fn(&mut State); 9] = [
        |s| s.supply[1] -= 1,
        |s| s.graveyard[0] += 1,
        |s| s.bag.0[3] -= 1,
        |s| s.discard.0[2] += 1,
        |s| s.deck.0[2] -= 1,
        |s| s.taken[0][2] += 1,
        |s| s.round += 1,
        |s| s.first = P1,
        |s| s.site_deck -= 1,
    ];
    for (i, change) in changes.iter().enumerate() {
        let mut t = two();
        change(&mut t.s);
        for viewer in [P0, P1] {
            assert_ne!(floats(&t, viewer), floats(&base, viewer), "change {i}");
        }
    }
    let mut t = two();
    t.tokens(P1, &[(0, -9)]).dig("changu_narayan", &[("red", 9, -8)]).site_tokens(5, &[P1, P1]);
    let view = seen(&t, P0);
    let at = |q: i8, r: i8| usize::from(t.cell(q, r));
    let flag = |value: &serde_json::Value| value.as_bool().expect("a flag");
    assert!(flag(&view["board"]["tokens"][1][at(0, -9)]) && !flag(&view["board"]["tokens"][0][at(0, -9)]));
    assert!(flag(&view["board"]["excavation"][3][at(9, -8)]) && flag(&view["board"]["markers"][at(9, -7)]));
    assert_eq!(view["sites"]["tokens"][5], json!([0, 2]));
    assert_eq!(view["sites"]["cells"][5], json!(2));
    assert_eq!(view["personalities"]["id"][5], json!("curator"));
    let feature = t.game.features().iter().find(|f| f.name == "board.excavation").expect("planes");
    assert_eq!(feature.shape, [COLOURS, 192], "one number for each land cell, in the order of the actions");
}

#[test]
fn backs_are_public_faces_are_not_r15_2_r15_5() {
    // R15.2, R15.5
    let mut t = two();
    t.hand(P1, &["archaeologist", "historian", "curator", "rogue", "naturalist"]);
    let lay = |t: &mut Table, slots: [usize; 2]| {
        t.s.cards[1][1..5].iter_mut().for_each(|held| held.place = Place::Hand);
        for slot in slots {
            t.s.cards[1][slot].place = Place::Used;
        }
    };
    lay(&mut t, [3, 4]);
    let before = (floats(&t, P0), floats(&t, P1));
    let view = seen(&t, P0);
    assert_eq!(view["seats"]["backs"][1], json!({"hand_grey": 1, "hand_red": 2, "played_grey": 1, "played_red": 2}));
    // R15.6: what a player owns was seen when it was taken.
    assert_eq!(view["seats"]["known"][1]["rogue"], json!(1));
    lay(&mut t, [1, 2]);
    assert_eq!(floats(&t, P0), before.0, "other faces in hand, same backs");
    assert_ne!(floats(&t, P1), before.1, "own faces are seen");
    assert_eq!(seen(&t, P1)["own"]["hand"]["rogue"], json!(1));
    let text = t.rules().text(&t.s, Some(P0));
    assert!(text.contains("1 grey, 2 red") && !text.contains("1 rogue"), "{text}");
}

#[test]
fn a_secret_use_shows_only_the_back_r15_3() {
    // R15.3: which of two red cards was used is not seen; the order of naming is the acting player's secret.
    let after = |used: &str, viewer: Seat| {
        let mut t = two();
        t.hand(P0, &["archaeologist", "chronicler", "historian", "curator"]);
        t.act("take personality 3").act("card archaeologist").act(used);
        floats(&t, viewer)
    };
    assert_eq!(after("card chronicler", P1), after("card historian", P1));
    assert_ne!(after("card chronicler", P0), after("card historian", P0));
}

#[test]
fn no_order_is_kept_that_nobody_knows_r15_4() {
    // R15.4: the same position goes on differently with another stream; the short game's removed cards may be any.
    let mut lists = HashSet::new();
    for seed in 0..40 {
        let mut t = table(&json!({"variant": "short"}));
        t.rng = Rng::seeded(seed);
        t.fence(P0, "changu_narayan").hand(P0, &["curator", "archaeologist"]);
        t.act("curator changu_narayan");
        lists.insert(t.site_list()[5].to_string());
    }
    assert!(lists.len() > 8, "any of the ten unseen sites: {lists:?}");
}

/// Every deal a viewer may get, as (hand, played) faces of a seat.
fn deals(t: &Table, viewer: Seat, seat: Seat) -> HashSet<(Vec<u8>, Vec<u8>)> {
    (0..400)
        .map(|seed| {
            let mut s = t.s.clone();
            t.rules().redeal(&mut s, viewer, &mut Rng::seeded(seed));
            t.rules().check(&s).expect("a possible deal");
            (s.hand(seat).to_vec(), s.played(seat).to_vec())
        })
        .collect()
}

fn owned(deal: &(Vec<u8>, Vec<u8>)) -> Vec<u8> {
    deal.0.iter().zip(&deal.1).map(|(a, b)| a + b).collect()
}

#[test]
fn with_two_players_ownership_is_deduced_r15_6() {
    // R15.6: all takes and discards were seen, so only what lies where is redealt.
    let mut t = two();
    t.hand(P0, &["archaeologist", "chronicler", "historian", "curator", "naturalist"]);
    t.act("take personality 3").act("card archaeologist").act("card chronicler").act("card curator");
    let got = deals(&t, P1, P0);
    assert_eq!(got.len(), 6, "two of four red cards are played");
    let own: HashSet<Vec<u8>> = got.iter().map(owned).collect();
    assert_eq!(own.len(), 1);
    let taken = card("palaeontologist").at();
    assert!(got.iter().all(|(hand, played)| hand[taken] == 0 && played[taken] == 1), "the taken card was seen there");
    assert_eq!(deals(&t, P0, P0).len(), 1, "own cards stay");
    // In the next round nothing is known of where they lie, but all are in hand.
    t.s.cards[0].iter_mut().for_each(|held| held.place = Place::Hand);
    assert_eq!(deals(&t, P1, P0).len(), 1);
}

#[test]
fn pairs_stay_pairs_r15_6() {
    // R15.6
    let mut t = two();
    t.hand(P0, &["historian", "historian", "curator", "curator", "rogue"]);
    t.act("place with two curator").act("cell 0,-9").act("stop");
    let got = deals(&t, P1, P0);
    assert_eq!(got.len(), 2, "two historians or two curators");
    let mut t = two();
    t.hand(P0, &["historian", "historian", "curator"]);
    t.act("place with historian and curator").act("cell 0,-9");
    assert_eq!(deals(&t, P1, P0).len(), 1, "a different pair leaves a historian");
    let mut t = two();
    t.hand(P0, &["eminence", "historian", "curator", "rogue"]);
    t.act("place with eminence as joker and historian").act("cell 0,-9").act("stop");
    assert_eq!(deals(&t, P1, P0).len(), 1, "the card beside a joker is no special one");
}

#[test]
fn a_stolen_card_is_known_to_two_r15_3_r15_6() {
    // R15.3, R15.6: for the third player it may be any red card of the victim.
    let mut t = table(&json!({"players": 3}));
    t.hand(P0, &["rogue", "archaeologist"]).hand(P1, &["historian", "curator", "naturalist"]).hand(P2, &["archaeologist"]);
    t.act("rogue seat 1");
    assert_eq!(deals(&t, P0, P1).len(), 1, "the thief knows");
    assert_eq!(deals(&t, P1, P0).len(), 1, "the victim knows");
    let got = deals(&t, P2, P0);
    assert_eq!(got.len(), 3);
    for seed in 0..50 {
        let mut s = t.s.clone();
        t.rules().redeal(&mut s, P2, &mut Rng::seeded(seed));
        let both: Vec<u8> = (0..11).map(|c| s.hand(P0)[c] + s.played(P0)[c] + s.hand(P1)[c] + s.played(P1)[c]).collect();
        assert_eq!(both[card("historian").at()] + both[card("curator").at()] + both[card("naturalist").at()], 3);
        assert_eq!(s.played(P0)[1..].iter().sum::<u8>(), 1);
    }
    // Once the thief shows the card, everyone knows again.
    t.s.cards.iter_mut().flatten().for_each(|held| held.place = Place::Hand);
    t.s.active = P0;
    let stolen = t.s.cards[0].iter().find(|held| held.card.is_personality()).expect("the loot").card;
    t.act("take personality 1").act(&format!("card {}", expedition::games::kathmandu::CARDS[stolen.at()]));
    assert!(t.s.thefts.is_empty());
    assert_eq!(deals(&t, P2, P1).iter().map(owned).collect::<HashSet<_>>().len(), 1);
}

#[test]
fn a_card_shown_by_the_victim_was_not_stolen_r15_6() {
    // R15.6: the victim shows the curator, so the thief has one of the other two.
    let mut t = table(&json!({"players": 3}));
    t.hand(P0, &["rogue", "archaeologist"]).hand(P1, &["historian", "curator", "naturalist"]).hand(P2, &["archaeologist"]);
    t.rng = (0..100)
        .map(Rng::seeded)
        .find(|rng| {
            let mut s = t.s.clone();
            let action = expedition::games::kathmandu::Act::Rogue(expedition::games::kathmandu::Player(1));
            t.rules().apply(&mut s, action, &mut rng.clone(), &mut Silent);
            s.played(P0)[card("historian").at()] == 1
        })
        .expect("some stream steals the historian");
    t.act("rogue seat 1").act("take personality 1").act("card curator");
    let own: HashSet<Vec<u8>> = deals(&t, P2, P0).iter().map(owned).collect();
    assert_eq!(own.len(), 2, "historian or naturalist");
    assert!(own.iter().all(|cards| cards[card("curator").at()] == 0));
}

#[test]
fn an_open_payment_can_be_completed_in_every_deal_r15_6_r16() {
    // R15.6, R16: seat 0 has begun to pay yellow and blue and has laid two red cards down unseen.
    let mut t = two();
    t.dig("changu_narayan", &[("yellow", 9, -8), ("blue", 8, -7)]).fence(P0, "changu_narayan");
    t.hand(P0, &["historian", "chronicler", "curator", "rogue"]);
    t.s.cards[0][2].place = Place::Used;
    t.s.cards[0][3].place = Place::Used;
    t.act("remove changu_narayan");
    let got = deals(&t, P1, P0);
    assert_eq!(got.len(), 1, "both cards of the price are in hand");
    t.act("card chronicler");
    let got = deals(&t, P1, P0);
    assert!(got.len() == 1 && got.iter().all(|(hand, _)| hand[card("historian").at()] == 1), "{got:?}");
    // The other seats' cards may be distributed in any way.
    let mut t = two();
    t.hand(P1, &["historian", "chronicler"]);
    t.s.cards[1][0].place = Place::Used;
    assert_eq!(deals(&t, P0, P1).len(), 2);
}

#[test]
fn marks_of_thefts_close_up_r15_6() {
    // R15.6: seat 0 shows the card of the second of three thefts; the marks of the others stay with their cards.
    let mut t = table(&json!({"players": 3}));
    t.hand(P0, &["historian", "archaeologist"]).hand(P1, &["curator", "naturalist"]).hand(P2, &["historian"]);
    for (thief, victim) in [(P1, P2), (P0, P1), (P2, P1)] {
        t.s.thefts.push(Theft { thief, victim });
    }
    t.s.cards[0][0].stolen = 0b010;
    (t.s.cards[1][0].suspect, t.s.cards[1][1].stolen) = (0b111, 0b001);
    (t.s.cards[2][0].stolen, t.s.cards[2][0].suspect) = (0b100, 0b011);
    t.act("take personality 1").act("card historian");
    let thefts: Vec<(Seat, Seat)> = t.s.thefts.iter().map(|theft| (theft.thief, theft.victim)).collect();
    assert_eq!(thefts, [(P1, P2), (P2, P1)]);
    assert_eq!((t.s.cards[1][0].suspect, t.s.cards[1][1].stolen), (0b011, 0b001));
    assert_eq!((t.s.cards[2][0].stolen, t.s.cards[2][0].suspect), (0b010, 0b001));
    assert_eq!((t.s.cards[0][0].stolen, t.s.cards[0][0].suspect), (0, 0), "the card taken is no loot");
    // Seat 1's turn: one more theft gets the next mark, and what seat 0 could have lost is in doubt.
    t.s.cards[0][1] = Held { card: card("rogue"), ..Held::default() };
    t.s.deck.remove(card("rogue").at());
    t.s.active = P0;
    t.act("rogue seat 2");
    assert_eq!(t.s.thefts.len(), 3);
    let loot = t.s.cards[0].iter().find(|held| held.stolen != 0).expect("the historian");
    assert_eq!((loot.card, loot.stolen, loot.suspect), (card("historian"), 0b110, 0b001));
}

#[test]
fn a_card_stolen_on_is_still_known_to_the_first_two_r15_3() {
    // R15.3: seat 0 took the historian from seat 1, seat 2 took it from seat 0: each has seen it go.
    let mut t = table(&json!({"players": 3}));
    t.hand(P0, &["archaeologist"]).hand(P1, &["curator", "naturalist"]).hand(P2, &["historian"]);
    t.s.thefts.push(Theft { thief: P0, victim: P1 });
    t.s.thefts.push(Theft { thief: P2, victim: P0 });
    t.s.cards[2][0].stolen = 0b11;
    (t.s.cards[1][0].suspect, t.s.cards[1][1].suspect) = (0b01, 0b01);
    for (viewer, seed) in [P0, P1, P2].into_iter().flat_map(|viewer| (0..12).map(move |seed| (viewer, seed))) {
        let mut s = t.s.clone();
        t.rules().redeal(&mut s, viewer, &mut Rng::seeded(seed));
        assert_eq!(s.cards[2][0].card, card("historian"), "{viewer:?} knows it");
    }
}

#[test]
fn a_deal_leaves_the_loot_in_its_place_and_moves_earlier_marks_with_the_card_r15_6() {
    // R15.6: seat 0 has taken two cards from seat 1; of the second one only the curator could have been meant instead, which
    // came after the first theft.
    let mut t = table(&json!({"players": 3}));
    t.hand(P0, &["historian", "naturalist"]).hand(P1, &["curator"]).hand(P2, &["archaeologist"]);
    for _ in 0..2 {
        t.s.thefts.push(Theft { thief: P0, victim: P1 });
    }
    (t.s.cards[0][0].stolen, t.s.cards[0][0].suspect) = (0b10, 0b01);
    (t.s.cards[0][1].stolen, t.s.cards[1][0].suspect) = (0b01, 0b10);
    let mut faces = HashSet::new();
    for seed in 0..40 {
        let mut s = t.s.clone();
        t.rules().redeal(&mut s, P2, &mut Rng::seeded(seed));
        t.rules().check(&s).expect("a possible deal");
        let curators: Vec<&Held> = s.cards.iter().flatten().filter(|held| held.card == card("curator")).collect();
        assert!(curators.len() == 1 && curators[0].suspect & 0b01 == 0, "nobody had it at the first theft");
        let marks = s.cards[0].iter().fold((0, 0), |all, held| (all.0 | held.stolen, all.1 + held.stolen.count_ones()));
        assert_eq!(marks, (0b11, 2), "the thief has both");
        let red = |seat: Seat| (1..11).filter(|&c| s.hand(seat)[c] > 0).collect::<Vec<_>>();
        faces.insert((red(P0), red(P1)));
    }
    assert_eq!(faces.len(), 3, "any of the three may have stayed with the victim: {faces:?}");
}

/// A stream deals the same from the true position as from any other that the viewer considers possible; returns how many there are.
fn leaves_no_trace(t: &Table, viewer: Seat, streams: u64) -> usize {
    t.check().expect("a possible position");
    let deal = |s: &State, seed: u64| {
        let mut dealt = s.clone();
        t.rules().redeal(&mut dealt, viewer, &mut Rng::seeded(seed));
        dealt
    };
    let mut all = HashSet::new();
    for seed in 0..streams {
        let (one, other) = (deal(&t.s, seed), deal(&t.s, seed + streams));
        assert_eq!(one, deal(&other, seed), "stream {seed} tells what is true");
        all.insert(serde_json::to_string(&one.cards).expect("plain data"));
    }
    all.len()
}

#[test]
fn a_deal_does_not_tell_which_cards_were_used_r15_6() {
    // R15.6
    let mut t = two();
    t.hand(P0, &["archaeologist", "chronicler", "historian", "curator", "naturalist"]);
    t.act("take personality 3").act("card archaeologist").act("card chronicler").act("card curator");
    assert!(leaves_no_trace(&t, P1, 60) > 6);
}

#[test]
fn the_order_of_naming_stays_a_secret_r15_3_r15_6() {
    // R15.3, R15.6: seat 0 has named a historian, so nothing before it comes; only seat 0 knows.
    let mut t = two();
    t.hand(P0, &["archaeologist", "chronicler", "historian", "curator", "naturalist"]);
    t.act("take personality 3").act("card archaeologist").act("card historian");
    for (viewer, known) in [(P0, "historian"), (P1, "archaeologist")] {
        let mut s = t.s.clone();
        t.rules().redeal(&mut s, viewer, &mut Rng::seeded(3));
        assert_eq!(s.decision, Decision::Use { left: 1, least: card(known) }, "{viewer:?}");
    }
}

#[test]
fn of_two_equal_cards_the_one_without_a_mark_goes_first_r15_6() {
    // R15.6: which of the two is not seen, so the others stay in as much doubt as possible.
    let mut t = table(&json!({"players": 3}));
    t.hand(P0, &["historian", "historian", "archaeologist"]).hand(P1, &["curator"]).hand(P2, &["archaeologist"]);
    t.s.thefts.push(Theft { thief: P1, victim: P0 });
    (t.s.cards[0][0].suspect, t.s.cards[1][0].stolen) = (0b1, 0b1);
    t.act("take personality 1").act("card historian");
    assert_eq!((t.s.cards[0][0].card, t.s.cards[0][0].suspect), (card("historian"), 0b1));
    assert_eq!(t.in_hand(P0, "historian"), 1);
}

#[test]
fn a_deal_does_not_tell_which_card_was_stolen_r15_6() {
    // R15.6
    let mut t = table(&json!({"players": 3}));
    t.hand(P0, &["rogue", "archaeologist"]).hand(P1, &["historian", "curator", "naturalist"]).hand(P2, &["archaeologist"]);
    t.act("rogue seat 1");
    assert!(leaves_no_trace(&t, P2, 60) > 3);
}

#[test]
fn a_deal_does_not_tell_which_card_was_stolen_on_r15_6() {
    // R15.6: seat 0 took the chronicler or the naturalist from seat 1; seat 2 took that one, or the historian, from seat 0.
    for (loot, left) in [("chronicler", "naturalist"), ("naturalist", "chronicler")] {
        let mut t = table(&json!({"players": 4}));
        t.hand(P0, &["historian"]).hand(P1, &[left]).hand(P2, &[loot]).hand(Seat(3), &["archaeologist"]);
        t.s.thefts.push(Theft { thief: P0, victim: P1 });
        t.s.thefts.push(Theft { thief: P2, victim: P0 });
        (t.s.cards[0][0].suspect, t.s.cards[1][0].suspect, t.s.cards[2][0].stolen) = (0b10, 0b01, 0b11);
        assert_eq!(leaves_no_trace(&t, Seat(3), 60), 4);
    }
}

#[test]
fn a_deal_does_not_tell_what_lies_beside_an_identical_pair_r15_6() {
    // R15.6: the pair comes out right in one shuffle of fifteen; a deal that gave up would leave the true cards.
    let mut t = two();
    t.hand(P0, &["historian", "historian", "chronicler", "curator", "naturalist", "rogue"]);
    t.s.cards[0][0].place = Place::Identical(0);
    t.s.cards[0][1].place = Place::Identical(0);
    t.s.cards[0][2].place = Place::Used;
    assert!(leaves_no_trace(&t, P1, 600) > 4);
}

#[test]
fn the_oldest_of_too_many_thefts_is_forgotten_r15_6() {
    // R15.6: eight are kept apart; a ninth takes the place of the first.
    let mut t = table(&json!({"players": 3}));
    t.hand(P0, &["rogue"]).hand(P1, &["curator"]).hand(P2, &["archaeologist"]);
    t.s.cards[1][1] = Held { card: card("naturalist"), place: Place::Used, ..Held::default() };
    t.s.cards[1][2] = Held { card: card("historian"), place: Place::Came, ..Held::default() };
    t.s.deck.remove(card("naturalist").at());
    t.s.deck.remove(card("historian").at());
    for _ in 0..8 {
        t.s.thefts.push(Theft { thief: P2, victim: P1 });
    }
    (t.s.cards[1][0].stolen, t.s.cards[1][0].suspect) = (0b0000_0110, 0b1000_0001);
    t.s.cards[1][1].stolen = 0b1111_1001;
    t.act("rogue seat 1");
    let (first, last) = (t.s.thefts[0], t.s.thefts[7]);
    assert_eq!((t.s.thefts.len(), first.thief, last.thief), (8, P2, P0));
    let loot = t.s.cards[0].iter().find(|held| held.card == card("curator")).expect("the only card in hand");
    assert_eq!((loot.stolen, loot.suspect), (0b1000_0011, 0b0100_0000));
    assert_eq!((t.s.cards[1][1].stolen, t.s.cards[1][1].suspect), (0b0111_1100, 0b1000_0000), "it was not shown");
    assert_eq!(t.s.cards[1][2].suspect, 0, "it came openly");
}

#[test]
fn a_face_down_use_is_veiled_r15_3() {
    // R15.3: number, backs and effect are seen, not the faces.
    let mut t = two();
    let act =
        |t: &Table, name: &str| Act::from_id(t.game.parse(name).unwrap_or_else(|| panic!("no action {name}"))).expect("an id");
    let seen_as = |t: &Table, name: &str| t.rules().seen_as(&t.s, act(t, name));
    for (one, other) in [
        ("place with historian and curator", "place with chronicler and rogue"),
        ("place with two historian", "place with two curator"),
        ("place with eminence as joker and historian", "place with eminence as joker and chronicler"),
    ] {
        let seen = seen_as(&t, one);
        assert!(seen.is_some() && seen == seen_as(&t, other), "{one}: {seen:?}");
        assert_eq!(seen.map(|act| t.rules().seen_as(&t.s, act)), Some(seen), "what is shown shows nothing more");
    }
    for open in ["place with archaeologist", "place with two archaeologist", "place with eminence as joker and archaeologist"] {
        assert_eq!(seen_as(&t, open), None, "{open}");
    }
    assert_eq!(seen_as(&t, "place with eminence as archaeologist"), None, "a triggered special is shown");
    assert_eq!(seen_as(&t, "take personality 1"), None);
    t.hand(P0, &["archaeologist", "chronicler", "historian", "curator"]);
    t.act("take personality 3");
    assert_eq!(seen_as(&t, "card historian"), None, "the discard is shown");
    t.act("card archaeologist");
    assert_eq!(seen_as(&t, "card historian"), seen_as(&t, "card curator"));
    assert!(seen_as(&t, "card historian").is_some_and(|act| matches!(act, Act::Card(card) if card.is_personality())));
    assert_eq!(seen_as(&t, "card archaeologist"), None, "its back is grey");
}
