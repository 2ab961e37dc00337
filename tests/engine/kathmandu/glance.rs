//! R15.5: what an observation says of digs and cells is what the rules say.

use expedition::core::{Action, ActionSet, Episode, Prune, Rng, Rules, Seat, Turn};
use expedition::games::kathmandu::{Act, COLOURS, Cells, Decision, Kathmandu, Place, State};
use serde_json::{Value, json};

use super::table::{P0, P1, Table, two};
use crate::support::{Changed, game, memo_keeps_up};

fn seen(t: &Table, viewer: Seat) -> Value {
    let mut floats = vec![0.0; t.game.observation_size()];
    t.game.observe(&t.s, viewer, &mut floats);
    t.game.layout().explain(&floats)
}

fn row(t: &Table, site: &str) -> usize {
    t.s.sites.find(|dig| dig.site == t.site(site)).expect("an active site")
}

/// The wall of R10.8, picture 1: blue has three tokens that count, yellow two.
fn picture() -> Table {
    let mut t = two();
    t.sites(&["changu_narayan", "dakshinkali", "bungamati"]);
    t.tokens(P0, &[(7, -8), (7, -7), (9, -6)]).tokens(P1, &[(7, -9), (8, -6), (8, -8)]);
    t
}

#[test]
fn the_order_of_tokens_on_a_card_is_shown_r4_3() {
    let on_last = |owners: &[Seat]| {
        let mut t = picture();
        t.site_tokens(2, owners).personality_tokens(5, owners);
        (seen(&t, P0)["sites"].clone(), seen(&t, P0)["personalities"].clone())
    };
    let (first, second) = (on_last(&[P0, P1]), on_last(&[P1, P0]));
    assert_eq!(first.0["tokens"], second.0["tokens"], "the numbers are the same");
    assert_ne!(first.0["order"], second.0["order"], "the oldest token goes back to its owner first");
    assert_ne!(first.1["order"], second.1["order"]);
}

#[test]
fn a_wall_and_its_owners_r10_8() {
    let t = picture();
    let at = row(&t, "changu_narayan");
    for (viewer, shares, behind) in [(P0, json!([3, 2]), [0, 1]), (P1, json!([2, 3]), [1, 0])] {
        let view = seen(&t, viewer);
        let sites = &view["sites"];
        assert_eq!(sites["wall"][at], shares, "own tokens first");
        assert_eq!(sites["behind"][at], json!(behind));
        let facts = &sites["facts"][at];
        assert_eq!((&facts["isolated"], &facts["payable"], &facts["removable"]), (&json!(true), &json!(false), &json!(false)));
        let counting: usize = view["board"]["counts"][0].as_array().expect("cells").iter().filter(|c| **c == json!(true)).count();
        assert_eq!(counting, 5, "the loose token does not count");
    }
}

#[test]
fn who_can_pay_r8_2_r9_3() {
    let mut t = picture();
    let at = row(&t, "changu_narayan");
    t.hand(P0, &["curator"]);
    assert_eq!(seen(&t, P0)["sites"]["facts"][at]["removable"], json!(true), "a bare site and a curator");
    t.dig("changu_narayan", &[("red", 9, -8)]);
    let facts = |t: &Table| seen(t, P0)["sites"]["facts"][at].clone();
    assert_eq!(facts(&t)["payable"], json!(false));
    assert_eq!(
        seen(&t, P0)["sites"]["missing"][at],
        json!({"blue": false, "brown": false, "red": true, "yellow": false, "green": false})
    );
    let asked = |t: &Table, card: &str| {
        let rank = t.personality_list().iter().position(|&c| c == card).expect("listed");
        seen(t, P0)["personalities"]["asked"][rank][at].clone()
    };
    assert_eq!((asked(&t, "palaeontologist"), asked(&t, "historian")), (json!(true), json!(false)));
    t.hand(P0, &["palaeontologist"]);
    assert_eq!((&facts(&t)["payable"], &facts(&t)["removable"]), (&json!(true), &json!(true)));
    assert_eq!(asked(&t, "palaeontologist"), json!(false), "it is there");
    t.s.cards[0][0].place = Place::Used;
    assert_eq!((&facts(&t)["payable"], &facts(&t)["payable_later"]), (&json!(false), &json!(true)));
}

#[test]
fn what_grows_next_r12_1_r12_2() {
    let t = two();
    let board = t.rules().board();
    let view = seen(&t, P0);
    for (rank, dig) in t.s.sites.cards().enumerate() {
        let ring = board.land.touching(dig.cells) & !dig.cells;
        assert_eq!(view["sites"]["ring"][rank], json!(ring.len()));
        assert_eq!(view["sites"]["facts"][rank]["extends"], json!(rank < 2));
        for cell in ring {
            assert_eq!(view["board"]["grows"][usize::from(rank >= 2)][usize::from(cell)], json!(true));
        }
    }
}

/// Positions of games in which promising choices are drawn.
fn positions(options: &Value, games: u64, mut each: impl FnMut(&expedition::core::Game<Kathmandu>, &State, &ActionSet)) {
    for seed in 0..games {
        let mut ep = Episode::new(game::<Kathmandu>(options), seed);
        let mut rng = Rng::seeded(seed);
        while ep.turn() != Turn::Over {
            let mut legal = *ep.legal();
            each(ep.game(), ep.state(), &legal);
            ep.game().rules.prune(ep.state(), &mut legal);
            ep.play(legal.nth(rng.below(legal.len()))).expect("a legal action");
        }
    }
}

#[test]
fn the_observation_agrees_with_the_rules_r8_1_r10_2() {
    let (mut isolated, mut removable, mut closed) = (0, 0, 0);
    for options in [json!({"players": 2}), json!({"players": 3, "board": "valley"}), json!({"players": 2, "board": "valley_small"})]
    {
        positions(&options, 6, |game, s, legal| {
            let viewer = s.active;
            let mut floats = vec![0.0; game.observation_size()];
            game.observe(s, viewer, &mut floats);
            let part = |name: &str| {
                let feature = game.features().iter().find(|f| f.name == name).expect("a feature");
                &floats[feature.offset..feature.offset + feature.size]
            };
            let (facts, seats, cells) = (part("sites.facts"), game.rules.seats(), game.rules.board().land.at.len());
            for (rank, dig) in s.sites.cards().enumerate() {
                let wall = game.rules.wall(s, dig);
                assert_eq!(facts[rank * 6 + 1] == 1.0, wall.is_some(), "isolated");
                isolated += u32::from(wall.is_some());
                for i in 0..seats {
                    let share = wall.map_or(0, |wall| (wall & s.tokens[(viewer.at() + i) % seats]).len());
                    assert_eq!((part("sites.wall")[rank * seats + i] * 5.0).round() as u32, share);
                }
                if s.decision == Decision::Action {
                    let takes = [Act::Remove(dig.site), Act::Curator(dig.site)].iter().any(|act| legal.has(act.id()));
                    assert_eq!(facts[rank * 6 + 5] == 1.0, takes, "removable");
                    removable += u32::from(takes);
                }
                // A single gap: the token that closes it.
                let gaps = &part("board.gaps")[rank * cells..(rank + 1) * cells];
                if let Some(cell) = gaps.iter().position(|&gap| gap == 1.0)
                    && s.supply[viewer.at()] > 0
                    && facts[rank * 6 + 2] == 0.0
                {
                    let mut next = s.clone();
                    next.tokens[viewer.at()].insert(cell as u8);
                    next.supply[viewer.at()] -= 1;
                    let mut after = vec![0.0; floats.len()];
                    game.observe(&next, viewer, &mut after);
                    let feature = game.features().iter().find(|f| f.name == "sites.facts").expect("a feature");
                    assert_eq!(after[feature.offset + rank * 6 + 2], 1.0, "cut off after the coming extensions");
                    closed += 1;
                }
            }
            let free: Cells = s.all_digs() | s.all_tokens();
            for (i, &gap) in part("board.gaps").iter().chain(part("board.tight")).chain(part("board.rival_gaps")).enumerate() {
                assert!(gap == 0.0 || !free.has((i % cells) as u8), "only free cells are offered");
            }
        });
    }
    assert!(isolated > 500 && removable > 50 && closed > 200, "{isolated} isolated, {removable} removable, {closed} closed");
}

#[test]
fn cards_that_others_own_are_known_r15_6() {
    for players in [2, 4] {
        positions(&json!({ "players": players }), 3, |game, s, _| {
            let mut floats = vec![0.0; game.observation_size()];
            for viewer in (0..players as u8).map(Seat) {
                game.observe(s, viewer, &mut floats);
                let known = game.layout().explain(&floats)["seats"]["known"].clone();
                for i in 0..players {
                    let seat = Seat(((viewer.at() + i) % players) as u8);
                    let owned: u8 = s.hand(seat)[1..].iter().chain(&s.played(seat)[1..]).sum();
                    let said: u64 = known[i].as_object().expect("by card").values().filter_map(Value::as_u64).sum();
                    let doubtful = !s.thefts.is_empty() && i > 0;
                    assert!(said == u64::from(owned) || doubtful && said < u64::from(owned), "seat {seat:?} for {viewer:?}");
                }
            }
        });
    }
}

/// A position with one of a glance's inputs changed. Some of these could never come up in play, which a memo must not rely on.
fn changes(game: &expedition::core::Game<Kathmandu>, s: &State, rng: &mut Rng) -> Vec<(&'static str, State)> {
    let mut changed = Changed::new(s);
    let mut pick = |cells: Cells| (!cells.is_empty()).then(|| cells.iter().nth(rng.index(cells.len() as usize))).flatten();
    let free = pick(game.rules.board().land.all & !s.all_tokens() & !s.all_digs());
    for seat in [P0, P1] {
        changed.add("a token comes", |t| free.into_iter().for_each(|cell| t.tokens[seat.at()].insert(cell)));
        let gone = pick(s.tokens[seat.at()]);
        changed.add("a token goes", |t| gone.into_iter().for_each(|cell| t.tokens[seat.at()].remove(cell)));
        changed.add("a token changes hands", |t| {
            if let Some(cell) = gone {
                t.tokens[seat.at()].remove(cell);
                t.tokens[1 - seat.at()].insert(cell);
            }
        });
        for slot in 0..2 {
            changed.add("a card is laid down", |t| t.cards[seat.at()][slot].place = Place::Used);
            changed.add("another card", |t| t.cards[seat.at()][slot].card.0 = (t.cards[seat.at()][slot].card.0 + 1) % 11);
        }
    }
    for colour in 0..COLOURS {
        let cell = pick(s.excavation[colour]);
        changed.add("an excavation token of another colour", |t| {
            if let Some(cell) = cell {
                t.excavation[colour].remove(cell);
                t.excavation[(colour + 1) % COLOURS].insert(cell);
            }
        });
    }
    let last = s.sites.len() - 1;
    changed.add("two digs change places", |t| t.sites.0.swap(0, last));
    changed.add("two digs change their cells", |t| {
        let first = t.sites.0[0].card.cells;
        t.sites.0[0].card.cells = std::mem::replace(&mut t.sites.0[last].card.cells, first);
    });
    changed.add("two digs change their names", |t| {
        let first = t.sites.0[0].card.site;
        t.sites.0[0].card.site = std::mem::replace(&mut t.sites.0[last].card.site, first);
    });
    changed.add("a dig grows", |t| free.into_iter().for_each(|cell| t.sites.0[last].card.cells.insert(cell)));
    changed.add("a dig goes", |t| {
        t.sites.0.pop();
    });
    changed.all
}

#[test]
fn a_memo_sees_every_single_change() {
    for options in [json!({}), json!({"players": 3, "board": "valley"})] {
        let mut rng = Rng::seeded(3);
        let (mut tried, mut ply) = (0, 0);
        positions(&options, 2, |game, s, _| {
            ply += 1;
            if ply % 24 != 0 || s.sites.len() < 3 {
                return;
            }
            for (what, changed) in changes(game, s, &mut rng) {
                memo_keeps_up(game, s, &changed, what);
                memo_keeps_up(game, &changed, s, what);
                tried += 1;
            }
        });
        assert!(tried > 100, "{options}: only {tried} changes");
    }
}
