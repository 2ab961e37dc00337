//! Travel payments (section 5), and the affordability check against brute force.

use expedition::core::Rng;
use expedition::games::arnak::travel::{affordable, completable, fits};
use serde_json::json;

use super::scenario::{P0, P1, Scenario};

#[test]
fn fear_pays_a_boot() {
    // R38, R42, R92; check list 15
    Scenario::new(2)
        .hand(P0, "fear, fear, fear, fear, fear")
        .act("space camp_1a")
        .holds(P0, "fear, fear, fear, fear")
        .played(P0, "fear")
        .has(P0, "2 coin");
}

#[test]
fn two_boots() {
    // R39, R43; check list 16
    let camp = |hand: &str, goods: &str| Scenario::new(4).hand(P0, hand).goods(P0, goods);
    camp("fear, fear", "").act("space camp_1b").has(P0, "2 coin");
    camp("gold_pan", "").act("space camp_1b").played(P0, "gold_pan").has(P0, "2 coin");
    camp("", "4 coin").act("space camp_1b").has(P0, "2 coin");
    camp("funding_car", "1 coin").lacks("space camp_1b");
    camp("funding_car", "2 coin").offers("space camp_1b");
}

#[test]
fn the_pilot_flies_for_two_coins() {
    // R38, R49; check list 17, 18
    let car = |goods: &str| Scenario::new(2).hand(P0, "fear, funding_ship").goods(P0, goods).tile("l1_lower_1", "l1_b");
    car("1 coin").lacks("space l1_lower_1");
    car("2 coin").act("space l1_lower_1").has(P0, "1 coin + 1 arrowhead").holds(P0, "fear, funding_ship");
    Scenario::new(2)
        .hand(P0, "funding_car")
        .goods(P0, "3 coin")
        .tile("l2_1", "l2_c")
        .act("space l2_1")
        .offers_only("pick funding_car, pilot")
        .act("pick funding_car")
        .has(P0, "1 coin + 1 arrowhead + 1 jewel");
}

#[test]
fn left_over_icons_stay_for_the_turn() {
    // R43, R9, R26; check list 19
    Scenario::new(2)
        .hand(P0, "automobile, fear, funding_ship")
        .assistant(P0, "assistant_03")
        .act("space camp_2a")
        .act("pick automobile")
        .that("a car is left", |s, _| s.pool == [0, 1, 0, 0])
        .act("use assistant_03")
        .act("icon car")
        .that("used up", |s, _| s.pool == [0; 4])
        .has(P0, "2 compass + 1 arrowhead")
        .act("end_turn")
        .that("gone", |s, _| s.pool == [0; 4]);
}

#[test]
fn one_of_two_icons_is_committed() {
    // R41; check list 20
    Scenario::new(2)
        .hand(P0, "army_knife, fear, hat")
        .acts(&["space camp_1a", "pick army_knife"])
        .offers_only("icon car, icon ship")
        .decision("which icon")
        .act("icon car")
        .that("the ship is left", |s, _| s.pool == [0, 0, 1, 0]);
}

#[test]
fn car_and_ship_do_not_replace_each_other() {
    // R39, R41; check list 21
    let site = |hand: &str| Scenario::snake(2).hand(P0, hand).tile("l2_3", "l2_c");
    site("funding_car")
        .overcome(P0, "guardian_12")
        .act("space l2_3")
        .offers_only("pick funding_car, boon guardian_12")
        .act("boon guardian_12")
        .has(P0, "1 arrowhead + 1 jewel")
        .played(P0, "funding_car");
    site("funding_car, funding_ship")
        .overcome(P0, "guardian_12")
        .act("space l2_3")
        .act("boon guardian_12")
        .offers_only("pick funding_car, pick funding_ship")
        .act("pick funding_ship")
        .has(P0, "1 arrowhead + 1 jewel");
    site("funding_car, exploration_car").lacks("space l2_3");
    site("army_knife").act("space l2_3").has(P0, "1 arrowhead + 1 jewel");
}

#[test]
fn a_plane_discount_covers_any_icon() {
    // R37, R45; check list 22
    Scenario::snake(2)
        .hand(P0, "aeroplane, fear")
        .tile("l2_2", "l2_c")
        .act("play aeroplane")
        .act("space l2_2")
        .played(P0, "aeroplane, fear")
        .has(P0, "1 arrowhead + 1 jewel");
    // Under the exact ruling the plane pays only for the plane.
    let exact =
        Scenario::with(&json!({"travel_discount": "exact"})).hand(P0, "aeroplane").tile("l1_lower_1", "l1_b").act("play aeroplane");
    exact.has(P0, "").turn(P1);
}

#[test]
fn all_icons_are_planes_with_the_ocarina() {
    // R46; check list 25
    let planes = |hand: &str| {
        Scenario::new(2).hand(P0, hand).set(|s| s.players[0].icons_as_planes = true).tile("l2_1", "l2_c").tile("l1_lower_1", "l1_b")
    };
    planes("fear").offers("space l1_lower_1").lacks("space l2_1");
    planes("gold_pan").act("space l2_1").has(P0, "1 arrowhead + 1 jewel");
    planes("gold_pan").act("space l1_lower_1").that("a plane is left over", |s, _| s.pool == [0; 4]);
}

/// Every way to match icons one to one with the cost.
fn brute(cost: &[usize], have: &[usize]) -> bool {
    let pays = |icon: usize, need: usize| icon == need || icon == 3 || need == 0;
    let Some((need, rest)) = cost.split_first() else { return true };
    (0..have.len()).any(|i| {
        let mut left = have.to_vec();
        let icon = left.swap_remove(i);
        pays(icon, *need) && brute(rest, &left)
    })
}

#[test]
fn affordability_agrees_with_brute_force() {
    // R39, R42, R49
    let mut rng = Rng::seeded(9);
    let spread = |counts: &[u8; 4]| (0..4).flat_map(|k| std::iter::repeat_n(k, counts[k] as usize)).collect::<Vec<_>>();
    let (mut yes, mut no) = (0, 0);
    for _ in 0..20_000 {
        let mut cost = [0u8; 4];
        (0..=rng.below(2)).for_each(|_| cost[rng.index(4)] += 1);
        let have: [u8; 4] = std::array::from_fn(|_| rng.below(3) as u8 * (rng.below(2) as u8));
        let pilots = rng.below(3) as u8;
        let mut all = spread(&have);
        all.extend(std::iter::repeat_n(3, pilots as usize));
        let want = brute(&spread(&cost), &all);
        assert_eq!(affordable(&cost, &have, pilots), want, "{cost:?} {have:?} {pilots}");
        if want {
            yes += 1;
        } else {
            no += 1;
        }
        // With an icon committed, the rest must still be coverable.
        let mut committed = [0u8; 4];
        committed[rng.index(4)] += 1;
        let paid = spread(&committed);
        assert_eq!(fits(&committed, &cost), brute_fits(&spread(&cost), &paid), "{cost:?} {committed:?}");
        if fits(&committed, &cost) {
            let want = completes(&spread(&cost), &paid, &all);
            assert_eq!(completable(&cost, &committed, &have, pilots), want, "{cost:?} {committed:?} {have:?} {pilots}");
        }
    }
    assert!(yes > 1_000 && no > 1_000, "both answers occur: {yes} {no}");
}

/// Whether the paid icons fit into part of the cost.
fn brute_fits(cost: &[usize], paid: &[usize]) -> bool {
    let subsets = 0..1usize << cost.len();
    subsets.filter(|m| m.count_ones() as usize == paid.len()).any(|m| {
        let part: Vec<usize> = (0..cost.len()).filter(|i| m >> i & 1 == 1).map(|i| cost[i]).collect();
        brute(&part, paid)
    })
}

/// Whether paid icons and some of the others cover the cost exactly.
fn completes(cost: &[usize], paid: &[usize], have: &[usize]) -> bool {
    let subsets = 0..1usize << cost.len();
    subsets.filter(|m| m.count_ones() as usize == paid.len()).any(|m| {
        let (part, rest): (Vec<_>, Vec<_>) = (0..cost.len()).partition(|i| m >> i & 1 == 1);
        let of = |list: &[usize]| list.iter().map(|&i| cost[i]).collect::<Vec<_>>();
        brute(&of(&part), paid) && brute(&of(&rest), have)
    })
}

#[test]
fn offered_spaces_agree_with_brute_force_on_random_positions() {
    // R42, R49, R50: in random games, from the sources a seat really has.
    use expedition::core::{Action, ActionSet, Apply, Game, Legal, Rules, Setup, Silent, Turn};
    use expedition::games::arnak::{Act, Arnak, Phase, Space};
    use serde_json::Map;
    let game =
        Game::<Arnak>::new(json!({"players": 2, "board": "snake"}).as_object().expect("an object"), &Map::new()).expect("valid");
    let (mut rng, mut pick, mut compared) = (Rng::seeded(1), Rng::seeded(2), 0);
    for _ in 0..30 {
        let mut s = game.rules.start(&mut rng);
        while let Turn::Seat(seat) = game.rules.turn(&s) {
            let mut legal = ActionSet::EMPTY;
            game.rules.legal(&s, &mut legal);
            if s.stack.is_empty() && s.phase == Phase::Turns && !s.main_used && s.me().figures_home() > 0 {
                let t = game.rules.tables();
                let icons = game.rules.travel_icons(&s, seat.at());
                let mut have: Vec<usize> = (0..4).flat_map(|k| std::iter::repeat_n(k, icons[k] as usize)).collect();
                have.extend(std::iter::repeat_n(3, (s.me().goods[0] / 2) as usize));
                for space in Space::all().filter(|sp| (s.occupied() | s.blocked) >> sp.0 & 1 == 0) {
                    let level = if space.0 < 18 { 3 } else { 6 };
                    let reachable = s.discovered(space.site()) || s.me().goods[1] >= level;
                    let cost: Vec<usize> =
                        (0..4).flat_map(|k| std::iter::repeat_n(k, t.sites.travel[space.at()][k] as usize)).collect();
                    assert_eq!(legal.has(Act::Space(space).id()), reachable && brute(&cost, &have), "{space:?}");
                    compared += 1;
                }
            }
            let act = Act::from_id(legal.nth(pick.below(legal.len()))).expect("legal");
            game.rules.apply(&mut s, act, &mut rng, &mut Silent);
        }
    }
    assert!(compared > 5_000, "{compared}");
}

/// A travel source as it lies on the table.
type Source = [u8; 4];

/// Random sources: hand cards, boons, assistants, icons of the pool, coins, and now and then the Ocarina. They are
/// written down here as they are dealt, not read from the rules.
fn random_sources(base: &Scenario, rng: &mut Rng) -> (Scenario, Vec<Source>) {
    const CARDS: [(&str, Source); 9] = [
        ("fear", [1, 0, 0, 0]),
        ("funding_car", [0, 1, 0, 0]),
        ("funding_ship", [0, 0, 1, 0]),
        ("stone_jar", [0, 0, 0, 1]),
        ("automobile", [0, 2, 0, 0]),
        ("steam_boat", [0, 0, 2, 0]),
        ("army_knife", [0, 1, 1, 0]),
        ("guardians_ocarina", [0, 0, 0, 2]),
        ("fear", [1, 0, 0, 0]),
    ];
    const BOONS: [(&str, Source); 3] =
        [("guardian_03", [0, 1, 0, 0]), ("guardian_10", [0, 0, 1, 0]), ("guardian_12", [0, 0, 0, 1])];
    const ASSISTANTS: [(&str, Source); 7] = [
        ("assistant_07", [0, 0, 0, 1]),
        ("assistant_07 gold", [0, 0, 0, 2]),
        ("assistant_08", [0, 1, 0, 0]),
        ("assistant_08 gold", [0, 2, 0, 0]),
        ("assistant_09 gold", [0, 0, 2, 0]),
        ("assistant_08 exhausted", [0; 4]),
        ("assistant_12", [0; 4]),
    ];
    let (mut it, mut sources) = (base.clone(), Vec::new());
    for (name, icons) in CARDS {
        if rng.below(7) == 0 {
            it = it.hand(P0, name);
            sources.push(icons);
        }
    }
    for (name, icons) in BOONS {
        if rng.below(8) == 0 {
            it = it.overcome(P0, name);
            sources.push(icons);
        }
    }
    if rng.below(4) == 0 {
        let (name, icons) = ASSISTANTS[rng.index(ASSISTANTS.len())];
        it = it.assistant(P0, name);
        sources.push(icons);
    }
    let mut pool = [0; 4];
    if rng.below(4) == 0 {
        pool[rng.index(4)] += 1;
    }
    let ocarina = rng.below(6) == 0;
    if ocarina {
        pool = [0, 0, 0, pool.iter().sum()];
        for icons in &mut sources {
            *icons = [0, 0, 0, icons.iter().sum()];
        }
    }
    sources.push(pool);
    let coins = rng.below(6) as u8;
    let it = it.set(|s| {
        s.pool = pool;
        s.players[0].goods = [coins, 0, 0, 0, 0];
        s.players[0].icons_as_planes = ocarina;
    });
    (it, sources)
}

#[test]
fn payments_agree_with_brute_force_on_random_sources() {
    // R37 to R46, R49: pilot, double icons, left-over icons, discounts, the Ocarina; both boards, both readings of discounts.
    let spread = |counts: &[u8; 4]| (0..4).flat_map(|k| std::iter::repeat_n(k, counts[k] as usize)).collect::<Vec<_>>();
    let (mut rng, mut counts) = (Rng::seeded(4), [[0; 2]; 5]);
    for (board, reading) in [("bird", "hierarchy"), ("snake", "hierarchy"), ("bird", "exact"), ("snake", "exact")] {
        let base = Scenario::with(&json!({"players": 4, "board": board, "travel_discount": reading})).set(|s| {
            for place in 0..12 {
                let stack = if place < 8 { &mut s.stack1 } else { &mut s.stack2 };
                s.tiles[place] = stack.unknown.trailing_zeros() as u8;
                stack.unknown &= stack.unknown - 1;
                s.idols[place] = 255;
            }
        });
        for round in 0..700 {
            let (it, sources) = random_sources(&base, &mut rng);
            let discounts: [(&str, Source); 5] = [
                ("", [0; 4]),
                ("aeroplane", [0, 0, 0, 1]),
                ("ostrich", [0, 1, 0, 0]),
                ("sea_turtle", [0, 0, 1, 0]),
                ("sturdy_boots", [2, 0, 0, 0]),
            ];
            let (card, discount) = discounts[round % 5];
            let planes = it.s.players[0].icons_as_planes;
            let coins = it.s.players[0].goods[0];
            let mut have: Vec<usize> = sources.iter().flat_map(spread).collect();
            have.extend(std::iter::repeat_n(3, usize::from(coins / 2)));
            let it = if card.is_empty() { it } else { it.hand(P0, card).act(&format!("play {card}")) };
            // Ostrich and Sea Turtle draw first; with a free action available the draw is asked even of an empty deck (R32).
            let draws = expedition::core::Describe::decision(&it.game.rules, &it.s) == "draw";
            let it = if draws { it.act("decline") } else { it };
            // If nothing can be done the step is skipped and the turn goes on.
            let open = card.is_empty() || it.s.stack.len() == 1 && it.s.seat == 0;
            let mut affordable = Vec::new();
            for space in expedition::games::arnak::Space::all() {
                let mut cost = it.t().sites.travel[space.at()];
                let mut all = have.clone();
                if reading == "exact" {
                    for (kind, icons) in discount.iter().enumerate() {
                        cost[kind] -= (*icons).min(cost[kind]);
                    }
                } else {
                    let icons = if planes { [0, 0, 0, discount.iter().sum()] } else { discount };
                    all.extend(spread(&icons));
                }
                let want = brute(&spread(&cost), &all);
                let name = format!("space {}", it.t().sites.space_ids[space.at()]);
                assert_eq!(open && it.legal().contains(&name), want, "{board} {reading} {name} {card}: {sources:?}, {coins} coins");
                counts[round % 5][usize::from(want)] += 1;
                if want {
                    affordable.push(name);
                }
            }
            if affordable.is_empty() {
                continue;
            }
            // R42, R180: whatever is answered, the payment gets completed, and coins go in twos.
            let mut paying = it.act(&affordable[rng.index(affordable.len())]);
            let mut answers = 0;
            while matches!(expedition::core::Describe::decision(&paying.game.rules, &paying.s), "travel payment" | "which icon") {
                let legal = paying.legal();
                paying = paying.act(&legal[rng.index(legal.len())]);
                answers += 1;
                assert!(answers <= 4, "two icons, each of one source and one question");
            }
            assert_eq!(paying.s.players[0].figures.count_ones(), 1, "the figure stands there");
        }
    }
    for (kind, [no, yes]) in counts.into_iter().enumerate() {
        assert!(no > 500 && yes > 500, "both answers occur for discount {kind}: {yes} {no}");
    }
}
