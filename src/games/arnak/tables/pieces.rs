//! Guardians, idols and their slots, assistants, bonus tiles (sections 7, 8, 11 and 12).

use super::builder::{Builder, display};
use crate::games::arnak::content::Timing;
use crate::games::arnak::effects::ast::Cost;
use crate::games::arnak::effects::program::Program;
use crate::games::arnak::effects::words;
use crate::games::arnak::state::Icons;

/// The guardians by id.
#[derive(Debug)]
pub struct GuardianTable {
    /// Their ids.
    pub ids: Vec<String>,
    /// Their names for people.
    pub names: Vec<String>,
    /// Cost and boon in words.
    pub words: Vec<(String, String)>,
    /// Costs.
    pub cost: [Cost; 15],
    /// Boons.
    pub boon: [Program; 15],
    /// Icons of travel boons.
    pub icons: [Icons; 15],
    /// Guardians with a travel boon, as a set.
    pub travel: u16,
    /// Points of each.
    pub points: u8,
}

impl GuardianTable {
    pub(super) fn build(b: &mut Builder<'_>) -> Self {
        let files = b.files;
        let mut t = Self {
            ids: Vec::new(),
            names: files.guardians.iter().map(|row| display(row.name.as_ref(), &row.id)).collect(),
            words: Vec::new(),
            cost: [Cost::default(); 15],
            boon: [Program::default(); 15],
            icons: [[0; 4]; 15],
            travel: 0,
            points: files.points.guardian,
        };
        for (i, guardian) in files.guardians.iter().enumerate() {
            t.cost[i] = b.cost("guardians", &guardian.id, &guardian.cost);
            let (effect, program) = b.effect("guardians", &guardian.id, &guardian.boon);
            t.words.push((words::cost(&t.cost[i]), words::effect(&effect)));
            t.boon[i] = program;
            t.icons[i] = b.travel("guardians", &guardian.id, &effect);
            if t.icons[i] == Icons::default() {
                b.families.free_nesting += usize::from(program.asks);
            } else {
                t.travel |= 1 << i;
            }
            t.ids.push(guardian.id.clone());
        }
        t
    }
}

/// The idols by kind, and the slots.
#[derive(Debug)]
pub struct IdolTable {
    /// Ids of the kinds.
    pub ids: Vec<String>,
    /// Their effects in words.
    pub words: Vec<String>,
    /// Copies.
    pub copies: [u8; 6],
    /// Effects.
    pub effect: [Program; 6],
    /// Points of each idol.
    pub points: u8,
    /// Ids of slot options.
    pub slot_ids: Vec<String>,
    /// Their effects in words.
    pub slot_words: Vec<String>,
    /// Effects of slot options.
    pub slot: [Program; 5],
    /// Points of empty slots.
    pub slot_points: [u8; 4],
}

impl IdolTable {
    pub(super) fn build(b: &mut Builder<'_>) -> Self {
        let files = b.files;
        let mut t = Self {
            ids: Vec::new(),
            words: Vec::new(),
            copies: [0; 6],
            effect: [Program::default(); 6],
            points: files.points.idol,
            slot_ids: Vec::new(),
            slot_words: Vec::new(),
            slot: [Program::default(); 5],
            slot_points: files.points.empty_slots,
        };
        for (i, idol) in files.idols.iter().enumerate() {
            let (effect, program) = b.effect("idols", &idol.id, &idol.effect);
            b.families.idols.push(program);
            t.words.push(words::effect(&effect));
            (t.effect[i], t.copies[i]) = (program, idol.copies);
            t.ids.push(idol.id.clone());
        }
        for (i, slot) in files.slots.iter().enumerate() {
            let (effect, program) = b.effect("slot_options", &slot.id, &slot.effect);
            t.slot_words.push(words::effect(&effect));
            t.slot[i] = program;
            t.slot_ids.push(slot.id.clone());
        }
        // Each of the four slots can be suspended once.
        b.families.free_nesting += if t.slot.iter().any(|program| program.asks) { t.slot_points.len() } else { 0 };
        t
    }
}

/// The assistants by id.
#[derive(Debug)]
pub struct AssistantTable {
    /// Their ids.
    pub ids: Vec<String>,
    /// Their names for people.
    pub names: Vec<String>,
    /// Effects in words, by side.
    pub words: Vec<[String; 2]>,
    /// Effects by side.
    pub effect: [[Program; 2]; 12],
    /// Icons of the travel branch by side.
    pub icons: [[Icons; 2]; 12],
    /// Assistants that are a main action, as a set.
    pub main: u16,
}

impl AssistantTable {
    pub(super) fn build(b: &mut Builder<'_>) -> Self {
        let files = b.files;
        let mut t = Self {
            ids: Vec::new(),
            names: files.assistants.iter().map(|row| display(row.name.as_ref(), &row.id)).collect(),
            words: Vec::new(),
            effect: [[Program::default(); 2]; 12],
            icons: [[[0; 4]; 2]; 12],
            main: 0,
        };
        for (i, assistant) in files.assistants.iter().enumerate() {
            let mut words = [const { String::new() }; 2];
            for (side, text) in [&assistant.silver, &assistant.gold].into_iter().enumerate() {
                let (effect, program) = b.effect("assistants", &assistant.id, text);
                b.families.assistants.push(program);
                t.effect[i][side] = program;
                t.icons[i][side] = b.travel("assistants", &assistant.id, &effect);
                words[side] = words::effect(&effect);
            }
            t.words.push(words);
            if assistant.timing == Timing::Main {
                t.main |= 1 << i;
            }
            t.ids.push(assistant.id.clone());
        }
        t
    }
}

/// The bonus tiles by kind.
#[derive(Debug)]
pub struct BonusTable {
    /// Ids of the kinds.
    pub ids: Vec<String>,
    /// Their effects in words.
    pub words: Vec<String>,
    /// Copies.
    pub copies: [u8; 6],
    /// Effects.
    pub effect: [Program; 6],
}

impl BonusTable {
    pub(super) fn build(b: &mut Builder<'_>) -> Self {
        let files = b.files;
        let mut t = Self { ids: Vec::new(), words: Vec::new(), copies: [0; 6], effect: [Program::default(); 6] };
        for (i, tile) in files.bonus.iter().enumerate() {
            let (effect, program) = b.effect("bonus_tiles", &tile.id, &tile.effect);
            b.families.research.push(program);
            t.words.push(words::effect(&effect));
            (t.effect[i], t.copies[i]) = (program, tile.copies);
            t.ids.push(tile.id.clone());
        }
        t
    }
}
