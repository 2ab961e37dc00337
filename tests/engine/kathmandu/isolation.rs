//! R10: isolation and control.

use expedition::games::kathmandu::{Cells, Land};

use super::table::{P0, P1, Table, two};

/// Blue is seat 0, yellow seat 1, as in the pictures of the rulebook.
fn picture_one() -> Table {
    let mut t = two();
    t.sites(&["changu_narayan", "patan", "pashupatinath"]);
    t.tokens(P0, &[(7, -8), (7, -7), (9, -6)]).tokens(P1, &[(7, -9), (8, -6), (8, -8)]);
    t
}

fn wall(t: &Table) -> Cells {
    t.rules().wall(&t.s, &t.dig_of("changu_narayan").expect("active")).expect("isolated")
}

fn cells(t: &Table, at: &[(i8, i8)]) -> Cells {
    at.iter().map(|&(q, r)| t.cell(q, r)).collect()
}

#[test]
fn the_three_pictures_t3_r10_8() {
    // T3, R10.8, R10.2
    let mut t = picture_one();
    assert_eq!(wall(&t), cells(&t, &[(7, -9), (7, -8), (7, -7), (8, -6), (9, -6)]), "(8,-8) is a loose token");
    assert_eq!(t.control("changu_narayan"), Some(vec![3, 2]));
    t.tokens(P1, &[(8, -7)]);
    assert_eq!(wall(&t), cells(&t, &[(7, -9), (7, -8), (8, -8), (8, -7), (8, -6), (9, -6)]));
    assert_eq!(t.control("changu_narayan"), Some(vec![2, 4]));
    t.tokens(P0, &[(9, -8)]);
    assert_eq!(wall(&t), cells(&t, &[(9, -8), (8, -7), (8, -6), (9, -6)]));
    assert_eq!(t.control("changu_narayan"), Some(vec![2, 2]), "a tie: both may remove");
}

#[test]
fn control_gives_the_right_to_remove_r10_2_step_5() {
    // R10.2, R10.4: the count is made when asked for, and changes at once with each token.
    let mut t = picture_one();
    t.hand(P0, &["curator"]).hand(P1, &["curator"]);
    let site = 1 << t.site("changu_narayan").0;
    let may = |t: &Table| [P0, P1].map(|seat| t.rules().removable_now(&t.s, seat).1 == site);
    assert_eq!(may(&t), [true, false]);
    t.tokens(P1, &[(8, -7)]);
    assert_eq!(may(&t), [false, true]);
    t.tokens(P0, &[(9, -8)]);
    assert_eq!(may(&t), [true, true]);
}

#[test]
fn an_open_way_is_no_isolation_r10_1() {
    // R10.1: one gap is enough, whoever holds the rest.
    let mut t = picture_one();
    let gap = t.cell(9, -6);
    t.s.tokens[0].remove(gap);
    t.s.supply[0] += 1;
    assert_eq!(t.control("changu_narayan"), None);
    assert_eq!(t.control("patan"), None);
}

#[test]
fn both_sides_of_a_fence_are_isolated_r10_6() {
    // R10.6: with only one other dig, its fence isolates the first as well, seen from the other side.
    let mut t = picture_one();
    t.sites(&["changu_narayan", "patan"]);
    assert!(t.control("changu_narayan").is_some());
    assert_eq!(t.control("patan"), Some(vec![3, 2]), "the same line from outside; the loose token is not reached");
    // A third dig on the outside opens a way between the two outer ones.
    t.sites(&["changu_narayan", "patan", "pashupatinath"]);
    assert_eq!(t.control("patan"), None);
}

/// A straight strip of cells (0,0) to (n-1,0) with a second row above it when wide.
fn strip(width: i8, rows: i8) -> Land {
    let cells: Vec<(i8, i8)> = (0..rows).flat_map(|r| (0..width).map(move |q| (q, r))).collect();
    Land::new(&cells)
}

#[test]
fn the_rim_blocks_and_pockets_do_not_count_r10_5() {
    // R10.5, R10.1: in a strip one cell wide one token is a wall; a token towards a dead end shields nothing.
    let land = strip(9, 1);
    let at = |q: i8| land.cell(q, 0).expect("land");
    let set = |qs: &[i8]| qs.iter().map(|&q| at(q)).collect::<Cells>();
    let (dig, other) = (set(&[3]), set(&[8]));
    assert_eq!(land.contributing(dig, other, set(&[5])), Ok(set(&[5])));
    assert_eq!(land.contributing(dig, other, set(&[5, 1])), Ok(set(&[5])), "the token at 1 only shields a pocket");
    assert_eq!(land.contributing(dig, other, set(&[1])), Err(other), "the way to the other dig is open");
}

#[test]
fn the_tightest_line_counts_t9_r10_3_r10_7() {
    // T9, R10.7: a double wall counts the inner one only. R10.3: taking one of them away opens the front.
    let cells: Vec<(i8, i8)> =
        (-4i8..=4).flat_map(|r| (-4i8..=4).map(move |q| (q, r))).filter(|&(q, r)| (q + r).abs() <= 4).collect();
    let land = Land::new(&cells);
    let ring = |n: i8| -> Cells {
        cells
            .iter()
            .filter(|&&(q, r)| q.abs().max(r.abs()).max((q + r).abs()) == n)
            .map(|&(q, r)| land.cell(q, r).expect("land"))
            .collect()
    };
    let dig = ring(0);
    let other = Cells::of(land.cell(4, 0).expect("land"));
    assert_eq!(land.contributing(dig, other, ring(1) | ring(2)), Ok(ring(1)));
    assert_eq!(land.contributing(dig, other, ring(2)), Ok(ring(2)), "not only tokens next to the dig count");
    for token in ring(2) {
        let mut gap = ring(2);
        gap.remove(token);
        assert_eq!(land.contributing(dig, other, gap), Err(other), "each token of a minimal wall is needed");
    }
    // Loose tokens inside the wall do not count.
    let loose = Cells::of(land.cell(0, 1).expect("land"));
    assert_eq!(land.contributing(dig, other, ring(3) | loose), Ok(ring(3)));
}

#[test]
fn counts_quoted_by_the_rulebook_t3() {
    // T3: 3-0, 3-1 and 3-2 for single digs.
    let mut t = two();
    t.sites(&["changu_narayan", "patan", "pashupatinath"]);
    t.tokens(P0, &[(7, -8), (7, -7), (9, -6)]);
    assert_eq!(t.control("changu_narayan"), None);
    t.tokens(P1, &[(7, -9), (8, -6)]);
    assert_eq!(t.control("changu_narayan"), Some(vec![3, 2]));
    let ring = |blue: &[(i8, i8)], yellow: &[(i8, i8)]| {
        let mut t = two();
        t.sites(&["changu_narayan", "patan", "pashupatinath"]);
        t.tokens(P0, blue).tokens(P1, yellow);
        t.control("changu_narayan")
    };
    assert_eq!(ring(&[(9, -8), (8, -7), (8, -6), (9, -6)], &[]), Some(vec![4, 0]));
    assert_eq!(ring(&[(9, -8), (8, -7), (8, -6)], &[(9, -6)]), Some(vec![3, 1]));
    let mut t = two();
    t.sites(&["nagarkot", "patan", "pashupatinath"]);
    t.tokens(P0, &[(9, -4), (8, -3), (8, -2)]);
    assert_eq!(t.control("nagarkot"), None, "the rim cell (9,-2) is open");
}

#[test]
fn bit_parallel_floods_agree_with_a_plain_search_r10_2() {
    // R10.2 against a search cell by cell, over random positions.
    let t = two();
    let land = &t.rules().board().land;
    let mut rng = expedition::core::Rng::seeded(5);
    let reach = |from: Cells, open: &dyn Fn(u8) -> bool| {
        let mut seen: Vec<u8> = from.iter().collect();
        let mut next = 0;
        while next < seen.len() {
            for cell in land.around(seen[next]) {
                if open(cell) && !seen.contains(&cell) {
                    seen.push(cell);
                }
            }
            next += 1;
        }
        seen
    };
    let mut isolated = 0;
    for round in 0..400 {
        let tokens: Cells = (0..20 + round / 4).map(|_| rng.below(192) as u8).collect();
        let mut sites = t.rules().board().site_cells.clone();
        rng.shuffle(&mut sites);
        let dig = Cells::of(sites[0]);
        let others: Cells = sites[1..4].iter().copied().collect();
        let tokens = tokens & !dig & !others;
        let inside = reach(dig, &|cell| !tokens.has(cell));
        let open = inside.iter().any(|&cell| others.has(cell));
        let got = land.contributing(dig, others, tokens);
        assert_eq!(got.is_err(), open);
        if let Ok(wall) = got {
            isolated += 1;
            let front: Vec<u8> = tokens.iter().filter(|&cell| land.around(cell).iter().any(|n| inside.contains(&n))).collect();
            let outside = reach(others, &|cell| !inside.contains(&cell) && !front.contains(&cell));
            let want: Cells =
                front.iter().copied().filter(|&cell| land.around(cell).iter().any(|n| outside.contains(&n))).collect();
            assert_eq!(wall, want);
            assert!(!wall.is_empty(), "R10.3: never empty while two digs exist");
        }
    }
    assert!(isolated > 20, "{isolated} positions were isolated");
}
