//! Items, artifacts, basic cards and Fear (sections 9, 10 and 14).

use super::builder::Builder;
use super::pack;
use crate::games::arnak::content::Timing;
use crate::games::arnak::effects::ast::{Effect, Icon, Step};
use crate::games::arnak::effects::program::Program;
use crate::games::arnak::effects::words;
use crate::games::arnak::state::Icons;
use crate::games::arnak::words::{ARTIFACTS, CARDS, Cards, FEAR, FIRST_ARTIFACT, FIRST_BASIC, ITEMS};

/// The cards by id.
#[derive(Debug)]
pub struct CardTable {
    /// Ids of the 82 cards that can be picked.
    pub ids: Vec<String>,
    /// Their printed names.
    pub names: Vec<String>,
    /// Their effects in words.
    pub words: Vec<String>,
    /// Cards in the game.
    pub there: Cards,
    /// Prices.
    pub cost: [u8; CARDS],
    /// Points.
    pub points: [i8; CARDS],
    /// Travel icons; the last row is Fear.
    pub icons: [Icons; CARDS + 1],
    /// Travel icons, packed into one number with a byte each, so that they can be added.
    pub packed: [u32; CARDS + 1],
    /// Effects.
    pub effect: [Program; CARDS],
    /// Cards whose effect is a free action.
    pub free: Cards,
    /// Free cards that always have some effect.
    pub always: Cards,
    /// Cards that are exiled when played.
    pub exile_self: Cards,
    /// For each price, the items that cost at most that much.
    pub items_up_to: [Cards; 10],
    /// For each price, the artifacts that cost at most that much.
    pub artifacts_up_to: [Cards; 10],
    /// Fear cards in the box.
    pub fear_total: u8,
    /// Points of a Fear card and a fear tile.
    pub fear_points: (i8, i8),
}

/// One row of the three tables of cards.
struct Row<'a> {
    card: usize,
    id: &'a str,
    name: &'a str,
    cost: u8,
    points: i8,
    travel: &'a [Icon],
    timing: Timing,
    exile_self: bool,
    effect: &'a str,
}

impl CardTable {
    pub(super) fn build(b: &mut Builder<'_>) -> Self {
        let files = b.files;
        let blank = |i: usize| format!("unused_{i}");
        let mut t = Self {
            ids: (0..CARDS).map(blank).collect(),
            names: (0..CARDS).map(blank).collect(),
            words: vec![String::new(); CARDS],
            there: Cards::EMPTY,
            cost: [0; CARDS],
            points: [0; CARDS],
            icons: [[0; 4]; CARDS + 1],
            packed: [0; CARDS + 1],
            effect: [Program::default(); CARDS],
            free: Cards::EMPTY,
            always: Cards::EMPTY,
            exile_self: Cards::EMPTY,
            items_up_to: [Cards::EMPTY; 10],
            artifacts_up_to: [Cards::EMPTY; 10],
            fear_total: files.fear.total,
            fear_points: (files.fear.points, files.fear_tile.points),
        };
        for (i, c) in files.items.iter().enumerate() {
            let (cost, points, timing, exile_self) = (c.cost, c.points, c.timing, c.exile_self);
            t.add(
                b,
                &Row { card: i, id: &c.id, name: &c.name, cost, points, travel: &c.travel, timing, exile_self, effect: &c.effect },
            );
        }
        for (i, c) in files.artifacts.iter().enumerate() {
            let (card, cost, points, timing, exile_self) = (ITEMS + i, c.cost, c.points, Timing::Main, false);
            t.add(
                b,
                &Row { card, id: &c.id, name: &c.name, cost, points, travel: &c.travel, timing, exile_self, effect: &c.effect },
            );
        }
        for (i, c) in files.basics.iter().enumerate() {
            let (card, cost, points, timing, exile_self) = (ITEMS + ARTIFACTS + i, 0, c.points, c.timing, false);
            t.add(
                b,
                &Row { card, id: &c.id, name: &c.name, cost, points, travel: &c.travel, timing, exile_self, effect: &c.effect },
            );
        }
        t.icons[FEAR as usize] = b.icons("fear", &files.fear.id, &files.fear.travel);
        for (packed, icons) in t.packed.iter_mut().zip(&t.icons) {
            *packed = pack(*icons);
        }
        // Two cards with the same name differ in their icons.
        let twice = |name: &String| t.names.iter().filter(|other| *other == name).count() > 1;
        let named = |(card, name): (usize, &String)| {
            if twice(name) { format!("{name} ({})", words::icons(&t.icons[card])) } else { name.clone() }
        };
        t.names = t.names.iter().enumerate().map(named).collect();
        t.ids.extend([files.fear.id.clone(), "fear_in_play".to_string(), files.fear_tile.id.clone()]);
        t.names.extend([files.fear.name.clone(), "Fear in play".to_string(), files.fear_tile.name.clone()]);
        t.words.extend(["no effect".to_string(), String::new(), String::new()]);
        for price in 0..10 {
            for card in (0..FIRST_BASIC).filter(|&c| t.there.has(c) && t.cost[c as usize] <= price) {
                let set = if card < FIRST_ARTIFACT { &mut t.items_up_to } else { &mut t.artifacts_up_to };
                set[price as usize].add(card);
            }
        }
        t
    }

    fn add(&mut self, b: &mut Builder<'_>, row: &Row<'_>) {
        let card = row.card;
        let table = match card {
            card if card < ITEMS => "items",
            card if card < ITEMS + ARTIFACTS => "artifacts",
            _ => "basics",
        };
        let (effect, program) = b.effect(table, row.id, row.effect);
        self.ids[card] = row.id.to_string();
        self.names[card] = row.name.to_string();
        self.words[card] = words::effect(&effect);
        self.there.add(card as u8);
        (self.cost[card], self.points[card], self.effect[card]) = (row.cost, row.points, program);
        self.icons[card] = b.icons(table, row.id, row.travel);
        if row.exile_self {
            self.words[card].push_str("; it is exiled");
            self.exile_self.add(card as u8);
        }
        if row.timing != Timing::Main {
            self.free.add(card as u8);
            // R31: a free action that asks can be suspended and then waits in a frame.
            b.families.free_nesting += usize::from(program.asks);
            if always_useful(&effect) {
                self.always.add(card as u8);
            }
        }
        if row.timing == Timing::FreeOrPass {
            let fits = matches!(effect.as_slice(), [Step::Choose(1, branches)]
                if branches.len() == 2 && matches!(branches[1].as_slice(), [Step::Pass(_)]));
            b.problems.expect(fits, || format!("content items, {:?}: free_or_pass needs choose(1){{… | pass{{…}}}}", row.id));
            if matches!(effect.as_slice(), [Step::Choose(1, branches)] if matches!(branches[0].as_slice(), [Step::Gain(_)])) {
                self.always.add(card as u8);
            }
        }
        let artifact = (ITEMS..ITEMS + ARTIFACTS).contains(&card);
        if artifact { &mut b.families.artifacts } else { &mut b.families.cards }.push(program);
    }
}

fn always_useful(effect: &Effect) -> bool {
    effect.iter().any(|s| matches!(s, Step::Gain(_)))
}
