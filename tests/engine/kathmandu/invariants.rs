//! The invariants of a position (R17).

use expedition::core::{Check, Episode, Rng, Seat};
use expedition::games::kathmandu::{Cells, Decision, Held, Kathmandu, Place, Rank, Spent, State};
use serde_json::json;

use super::table::{P0, P2, card, two};
use crate::support::{game, random_play};

#[test]
fn invariants_hold_and_are_named_r17() {
    // R17
    let good = two();
    let broken = |change: fn(&mut State)| {
        let mut s = good.s.clone();
        change(&mut s);
        good.rules().check(&s).expect_err("impossible").invariant
    };
    assert_eq!(broken(|s| s.bag.0[0] -= 1), "excavation tokens: bag + board + taken");
    assert_eq!(broken(|s| s.supply[0] -= 1), "archaeologist tokens: supply + board + lists + graveyard");
    assert_eq!(broken(|s| s.sites.0[1].card.site = s.sites.0[0].card.site), "markers on the board = length of the site list");
    assert_eq!(broken(|s| s.unseen_sites = 0), "every site card is in exactly one place");
    assert_eq!(broken(|s| s.site_deck -= 1), "site cards: deck + removed = unseen");
    assert_eq!(broken(|s| s.cards[0][0].card = card("rogue")), "every personality is in exactly one place");
    assert_eq!(broken(|s| s.cards[0][0].place = Place::Identical(0)), "pairs laid down are pairs");
    for (place, fits) in [(Place::Identical(2), true), (Place::Identical(3), false), (Place::Different(2), false)] {
        let mut s = good.s.clone();
        (s.cards[0][0].place, s.cards[0][1].place) = (place, place);
        let found = good.rules().check(&s).err().map(|broken| broken.invariant);
        assert_eq!(
            found,
            (!fits).then_some("pairs laid down are pairs"),
            "{place:?}: six cards make three pairs, and grey ones are alike"
        );
    }
    let mut t = two();
    t.hand(P0, &["historian", "curator", "archaeologist"]);
    for (number, fits) in [(2, true), (3, false)] {
        (t.s.cards[0][0].place, t.s.cards[0][1].place) = (Place::Different(number), Place::Different(number));
        assert_eq!(t.check().is_ok(), fits, "pair {number}");
    }
    assert_eq!(broken(|s| s.active = P2), "the seats named are in play");
    assert_eq!(broken(|s| s.round = 0), "the round can be counted");
    assert_eq!(broken(|s| s.personalities.0[5].card = card("archaeologist")), "the personality list holds personalities");
    assert_eq!(broken(|s| s.supply[3] = 1), "a seat that does not play holds nothing");
    assert_eq!(broken(|s| s.cards[2][0] = Held { stolen: 1, ..Held::default() }), "a seat that does not play holds nothing");
    assert_eq!(broken(|s| s.cards[0][0].suspect = 1), "marks belong to thefts");
    assert_eq!(broken(|s| s.decision = Decision::Hunt), "the open choice has an answer");
    assert_eq!(broken(|s| s.decision = Decision::Use { left: 9, least: card("rogue") }), "the open choice fits the position");
    assert_eq!(
        broken(|s| s.decision = Decision::Use { left: 0, least: card("archaeologist") }),
        "the open choice fits the position"
    );
    // Nothing has been taken from the list yet, so a drawn card would find no room.
    assert_eq!(
        broken(|s| s.decision = Decision::Use { left: 1, least: card("archaeologist") }),
        "the open choice fits the position"
    );
    assert_eq!(broken(|s| s.decision = Decision::Unit { left: 3, spent: Spent::Put }), "the open choice fits the position");
    assert_eq!(broken(|s| s.round = 2), "the round can be counted", "no round ends without an extension");
    let bare = |s: &mut State| s.decision = Decision::Pay { site: s.sites.0[0].card.site, colours: 0 };
    assert_eq!(broken(bare), "the open choice fits the position", "nothing is left to pay");
    let short = |s: &mut State| {
        s.cards[0][0].place = Place::Used;
        s.decision = Decision::Discard { rank: Rank(5) };
    };
    assert_eq!(broken(short), "the open choice fits the position", "five cards cannot pay for the sixth");
    assert_eq!(
        broken(|s| {
            s.sites.0[0].tokens.push(P0);
            s.supply[0] -= 1;
        }),
        "a list is in ascending order of tokens"
    );
    let mut t = two();
    t.dig("changu_narayan", &[("red", 7, -8)]);
    assert_eq!(t.check().expect_err("loose").invariant, "a dig is connected");
    let mut t = two();
    t.reach("changu_narayan", "nagarkot");
    let way = t.way("changu_narayan", "nagarkot");
    let (q, r) = t.rules().board().land.at[usize::from(way[way.len() - 2])];
    t.dig("changu_narayan", &[("black", q, r)]);
    assert_eq!(t.check().expect_err("merged").invariant, "no two digs are adjacent");
    let mut t = two();
    t.tokens(P0, &[(9, -7)]);
    assert_eq!(t.check().expect_err("occupied").invariant, "a cell holds one thing");
}

#[test]
fn sums_hold_through_random_play_r17() {
    // R17, counted here without the help of `check`.
    for players in 2..=4usize {
        let game = game::<Kathmandu>(&json!({ "players": players, "variant": "short" }));
        let mut ep = Episode::new(game, players as u64);
        random_play(&mut ep, &mut Rng::seeded(9), 3_000, |ep| {
            let s = ep.state();
            let on_board: u32 = s.excavation.iter().map(Cells::len).sum();
            let taken: u32 = s.taken.as_flattened().iter().map(|&n| u32::from(n)).sum();
            assert_eq!(s.bag.total() + on_board + taken, 95);
            for seat in 0..players {
                let owner = Seat(seat as u8);
                let lists: u32 = s.sites.0.iter().map(|l| u32::from(l.tokens.count(owner))).sum::<u32>()
                    + s.personalities.0.iter().map(|l| u32::from(l.tokens.count(owner))).sum::<u32>();
                let rest = u32::from(s.supply[seat]) + u32::from(s.graveyard[seat]);
                assert_eq!(rest + s.tokens[seat].len() + lists, 25);
                assert_eq!(s.hand(owner).iter().sum::<u8>() + s.played(owner).iter().sum::<u8>(), 6);
            }
            let stacks: u32 = s.sites.cards().map(|dig| dig.stack().count_ones()).sum();
            let won: u32 = s.taken_sites.iter().map(|set| set.count_ones()).sum();
            assert_eq!(u32::from(s.site_deck) + stacks + won + 6, 16);
            assert!(s.sites.len() <= 6);
        });
    }
}
