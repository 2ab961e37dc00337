//! The position as plain data in the words of the game. Everything is public.

use serde_json::{Map, Value, json};

use super::super::Subterra;
use super::super::board::{Cell, Side};
use super::super::state::{Artifact, Decision, Explorer, Stage, State};
use super::super::words::{BAG_KINDS, Object, Sheet, Status, TileKind};
use crate::core::{Describe, Rules, Turn};

fn place(cell: Cell) -> Value {
    if cell == Cell::NONE { Value::Null } else { json!([cell.x(), cell.y()]) }
}

fn sides(mask: u8) -> Vec<&'static str> {
    Side::of(mask).map(Side::name).collect()
}

impl Subterra {
    pub(super) fn plain_view(&self, s: &State) -> Value {
        let turn = match self.turn(s) {
            Turn::Seat(seat) => json!({
                "seat": seat.0,
                "decision": s.decision.name(),
                "question": self.question(s),
                "cell": place(self.asked_cell(s)),
            }),
            Turn::Over => Value::Null,
        };
        json!({
            "round": self.round(s),
            "stage": s.stage.name(),
            "turn": turn,
            "result": s.end.map(|end| json!({"end": end.name(), "grade": self.grade(s).name(), "reason": self.reason(s)})),
            "volcano": {
                "marker": s.marker,
                "start": self.tables.marker[self.team.size() - 3],
                "armed": s.marker == 0 && !s.erupted,
                "erupted": s.erupted,
                "cursed": s.cursed,
            },
            "keys": {
                "lying": s.keys.iter().map(|&cell| place(cell)).collect::<Vec<_>>(),
                "inserted": s.inserted,
                "needed": self.keys_needed(s),
            },
            "artifact": Self::artifact_view(s),
            "sanctuary": s.has_sanctuary().then(|| json!({"hall": place(s.hall), "vault": place(s.vault)})),
            "bag": self.tiles_view(&s.bag.0, 0),
            "tiles_left": s.bag.total(),
            "discarded": self.tiles_view(&s.discarded.0, 0),
            "journals": self.tiles_view(&s.journals.0, BAG_KINDS),
            "explorers": (0..s.explorers.len()).map(|i| self.explorer_view(s, i)).collect::<Vec<_>>(),
            "guardians": s.guardians.iter().map(|&cell| place(cell)).collect::<Vec<_>>(),
            "guardians_acted": (0..s.guardians.len()).filter(|&g| s.acted >> g & 1 == 1).map(|g| place(s.guardians[g])).collect::<Vec<_>>(),
            "guardians_in_supply": usize::from(self.tables.guardians).saturating_sub(s.guardians.len()),
            "temple": Self::temple_view(s),
            "dice": s.dice.iter().map(|face| face.name()).collect::<Vec<_>>(),
            "d6": s.six.map(|(roll, value)| json!({"for": roll.name(), "value": value})),
            "under_way": Self::under_way_view(s),
            // R25: the tile in hand, or the one just placed, is to be entered.
            "exploring": s.enter || s.entry != Cell::NONE,
            "tiles_in_hand": s.drawn.iter().chain(&s.other).map(|&tile| self.tile_view(tile)).collect::<Vec<_>>(),
        })
    }

    /// The open choice's progress, and the rest of the turn or round.
    fn under_way_view(s: &State) -> Value {
        let asked = matches!(s.decision, Decision::Victim | Decision::GuardianStep | Decision::GuardianDig);
        json!({
            "exit_side": s.side.map(Side::name),
            "guardian": asked.then(|| u32::from(s.guardian) + 1),
            "action_points": s.ap,
            "pushed": s.pushed,
            "steps": s.strides,
            "lights": s.lights,
            "braced": s.shield,
            "tired": s.tired,
            "guardian_passes": s.passes,
            "marker_steps": s.steps,
            "artifact_way": s.carry,
        })
    }

    /// The cell from which the open choice is made.
    fn asked_cell(&self, s: &State) -> Cell {
        match s.decision {
            Decision::ResearchSide | Decision::SiteSide | Decision::Orient | Decision::Journal => s.from,
            Decision::Draft | Decision::None => Cell::NONE,
            _ => self.subject(s),
        }
    }

    fn artifact_view(s: &State) -> Value {
        let carrier = s.explorers.iter().find(|e| e.hand == Some(Object::Artifact)).map(|e| e.sheet.name());
        let (state, cell) = match s.artifact {
            Artifact::Locked => ("locked", Cell::NONE),
            Artifact::On(cell) => ("lying", cell),
            Artifact::Carried => ("carried", Cell::NONE),
            Artifact::Outside => ("outside", Cell::NONE),
            Artifact::Destroyed => ("lost", Cell::NONE),
        };
        json!({"state": state, "cell": place(cell), "carrier": carrier})
    }

    fn tile_view(&self, tile: TileKind) -> Value {
        let info = self.tables.tiles[tile.at()];
        json!({
            "tile": self.tables.tile_names[tile.at()],
            "name": self.tile_words(tile),
            "type": info.kind.name(),
            "number": (info.number > 0).then_some(info.number),
            "open": sides(info.open),
        })
    }

    /// The number of each tile, by name.
    fn tiles_view(&self, counts: &[u8], first: usize) -> Map<String, Value> {
        let names = self.tables.tile_names[first..].iter();
        names.zip(counts).filter(|(_, count)| **count > 0).map(|(name, count)| (name.clone(), json!(count))).collect()
    }

    fn explorer_view(&self, s: &State, who: usize) -> Value {
        let e: &Explorer = &s.explorers[who];
        let state = match e.status {
            Status::Inside if e.hp == 0 => "down",
            Status::Inside => "active",
            Status::Escaped => "escaped",
            Status::Dead => "dead",
        };
        let uses = match e.sheet {
            Sheet::Aristocrat => Some(json!({"research": s.journals.total()})),
            Sheet::Foreman => Some(json!({"consolidate": self.tables.consolidations - s.consolidated})),
            Sheet::Sapper => Some(json!({"demolish": self.tables.demolitions as usize - s.map.breaches.len()})),
            Sheet::Archaeologist
            | Sheet::Guide
            | Sheet::Scoundrel
            | Sheet::Sharpshooter
            | Sheet::Veteran
            | Sheet::Healer
            | Sheet::Priest => None,
        };
        let acts = matches!(s.stage, Stage::Actions | Stage::Hazard) && who == usize::from(s.turn) && s.end.is_none();
        json!({
            "name": e.sheet.name(),
            "seat": e.seat.0,
            "hit_points": e.hp,
            "most_hit_points": self.tables.hp[e.sheet as usize],
            "state": state,
            "cell": place(e.cell),
            "holds": e.hand.map(Object::name),
            "braced": s.shield && e.sheet == Sheet::Veteran,
            "uses_left": uses,
            "has_turn": acts,
            "action_points": if acts { s.ap } else { 0 },
            "pushed": acts && s.pushed,
            "steps_left": if acts { s.strides } else { 0 },
            "refused": s.refused >> who & 1 == 1,
        })
    }

    fn temple_view(s: &State) -> Value {
        let map = &s.map;
        let cells: Vec<Value> = map
            .placed
            .iter()
            .map(|cell| {
                json!({
                    "cell": place(cell),
                    "type": map.printed(cell).name(),
                    "number": (map.number(cell) > 0).then(|| map.number(cell)),
                    "open": sides(map.sides(cell)),
                    "rubble": map.rubble.has(cell),
                    "flipped": map.flipped.has(cell),
                    "consolidated": map.consolidated.has(cell),
                })
            })
            .collect();
        let broken: Vec<Value> = map.breaches.iter().map(|b| json!({"cell": place(b.cell), "side": b.side().name()})).collect();
        let shut: Vec<Value> = map.doors_shut().map(|(cell, side)| json!({"cell": place(cell), "side": side.name()})).collect();
        json!({
            "cells": cells,
            "unrevealed": map.frontier().iter().map(place).collect::<Vec<_>>(),
            "demolished": broken,
            "doors_shut": shut,
        })
    }
}
