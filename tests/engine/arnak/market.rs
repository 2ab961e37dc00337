//! The row: it slides, runs dry, and gives what is bought (R76 to R85).

use super::scenario::{P0, P1, Scenario};

#[test]
fn the_row_slides_toward_the_staff() {
    // R76, R83, R84; check list 45
    let row = || {
        Scenario::new(2)
            .hand(P0, "fear")
            .round(2)
            .goods(P0, "4 coin + 4 compass")
            .items("hat, axe, dog, tent")
            .artifacts("sundial, mortar")
    };
    row().act("pick axe").that("I1 I3 I4 new", |s, t| {
        let name = |c: u8| t.cards.ids[c as usize].as_str();
        name(s.item_row[0]) == "hat" && name(s.item_row[1]) == "dog" && name(s.item_row[2]) == "tent" && s.item_row[3] < 40
    });
    row()
        .act("pick sundial")
        .act("branch 0")
        .that("new A2", |s, t| t.cards.ids[s.artifact_row[0] as usize] == "mortar" && s.artifact_row[1] < 75);
}

#[test]
fn an_empty_deck_leaves_gaps() {
    // R83, R85: without a card to deal nothing slides.
    Scenario::new(2)
        .hand(P0, "fear")
        .goods(P0, "4 coin")
        .items("hat, axe, dog")
        .set(|s| {
            let items = s.market.0 & ((1 << 40) - 1);
            s.exile.0 |= items;
            s.market.0 &= !items;
        })
        .act("pick axe")
        .that("the gap stays", |s, t| t.cards.ids[s.item_row[2] as usize] == "dog" && s.item_row[1] == 255);
}

#[test]
fn buying_puts_an_item_under_the_deck() {
    // R77
    Scenario::new(2)
        .hand(P0, "fear")
        .deck(P0, "parrot")
        .goods(P0, "3 coin")
        .items("hat, axe")
        .act("pick axe")
        .has(P0, "1 coin")
        .deck_order(P0, "parrot, axe")
        .turn(P1);
    Scenario::new(2).hand(P0, "fear").goods(P0, "1 coin").items("hat, axe").offers("pick hat").lacks("pick axe");
}
