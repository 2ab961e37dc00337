//! The possible positions. Play can go on from any position that passes.

use super::Subterra;
use super::board::{Cell, Cells};
use super::map::Map;
use super::setup::Team;
use super::state::{Artifact, Decision, Stage, State};
use super::words::{BAG_KINDS, JOURNAL_KINDS, Kind, Object, Sheet, Status, TileKind};
use crate::core::{ActionSet, Bag, Broken, Check, Legal};
use crate::ensure;

impl Check for Subterra {
    fn check(&self, s: &State) -> Result<(), Broken> {
        if s.stage == Stage::Draft {
            return self.check_draft(s);
        }
        self.check_map(s)?;
        self.check_tiles(s)?;
        self.check_team(s)?;
        self.check_figures(s)?;
        self.check_objects(s)?;
        self.check_turn(s)?;
        self.check_decision(s)
    }
}

impl Subterra {
    /// Sheets are picked before anything else has happened.
    fn check_draft(&self, s: &State) -> Result<(), Broken> {
        ensure!(matches!(self.team, Team::Draft(_)), "sheets are picked only in a draft", "{:?}", self.team);
        ensure!(s.explorers.len() < self.team.size(), "a draft ends with the last sheet", "{}", s.explorers.len());
        for (i, explorer) in s.explorers.iter().enumerate() {
            let name = explorer.sheet.name();
            ensure!(s.find(explorer.sheet) == Some(i), "each sheet is taken once", "{name}");
            let fresh = self.fresh(explorer.sheet, self.seat_after_leader(i % self.seats));
            ensure!(*explorer == fresh, "explorers are picked in turn and start fresh (R13)", "{name}");
        }
        let setup = State { explorers: s.explorers, ..self.before_the_team() };
        ensure!(*s == setup, "nothing has happened before the team is complete", "it has");
        Ok(())
    }

    fn check_map(&self, s: &State) -> Result<(), Broken> {
        let map = &s.map;
        for &(cell, kind, open) in &self.tables.cells {
            let there = map.placed.has(cell) && map.printed(cell) == kind && map.sides(cell) & open == open;
            ensure!(there, "Entrance and Side tiles lie as at setup", "{},{}", cell.x(), cell.y());
        }
        let setup = self.tables.cells.iter().fold(Cells::EMPTY, |all, c| all.with(c.0));
        for cell in map.placed.minus(&setup).iter() {
            let (kind, vault) = (map.printed(cell), s.has_sanctuary() && cell == s.vault);
            ensure!(
                Cells::PLACEABLE.has(cell) || (vault && Cells::OUTER.has(cell)),
                "tiles lie inside the bounds",
                "{},{}",
                cell.x(),
                cell.y()
            );
            let sanctuary = matches!(kind, Kind::Hall | Kind::Vault);
            ensure!(
                sanctuary == s.is_sanctuary(cell),
                "the Sanctuary's cells lie where the state says",
                "{} at {},{}",
                kind.name(),
                cell.x(),
                cell.y()
            );
            ensure!(!matches!(kind, Kind::Exit | Kind::Crossing), "there is one Entrance", "{},{}", cell.x(), cell.y());
        }
        for breach in &map.breaches {
            let next = breach.cell.beside(breach.side());
            let made = map.placed.has(breach.cell) && next.is_some_and(|next| map.placed.has(next) || Cells::PLACEABLE.has(next));
            ensure!(made, "Demolition markers lie on edges of the temple", "{breach:?}");
        }
        ensure!(map.breaches.len() <= self.tables.demolitions as usize, "Demolition markers are limited", "{}", map.breaches.len());
        if s.has_sanctuary() {
            let beside = s.hall.side_towards(s.vault).is_some_and(|side| map.is_open(s.hall, side));
            let whole = map.placed.has(s.hall) && map.placed.has(s.vault) && (s.hall == s.vault || beside);
            ensure!(whole && map.printed(s.vault) == Kind::Vault, "the Sanctuary is one piece", "{:?} {:?}", s.hall, s.vault);
        } else {
            ensure!(s.vault == Cell::NONE, "there is no vault without a hall", "{:?}", s.vault);
            ensure!(!map.frontier().is_empty(), "the temple keeps an exit for the Sanctuary (R40)", "none");
        }
        for (name, set) in [("flipped", map.flipped), ("Rubble", map.rubble), ("consolidated", map.consolidated)] {
            ensure!(set.minus(&map.placed).is_empty(), "markers lie on cells in play", "{name}");
        }
        for cell in map.rubble.iter() {
            let ruins = map.kind(cell) == Kind::Ruins && !map.flipped.has(cell);
            ensure!(ruins, "Rubble lies on Ruins", "{},{}", cell.x(), cell.y());
        }
        for cell in map.consolidated.iter() {
            let fits = map.printed(cell).can_be_consolidated() && !map.flipped.has(cell);
            ensure!(fits, "consolidated cells are of a type that can be", "{},{}", cell.x(), cell.y());
        }
        let used = s.consolidated;
        let enough = map.consolidated.len() <= u32::from(used) && used <= self.tables.consolidations;
        ensure!(enough, "Consolidation markers are limited", "{used} used");
        // The door of ruling S3 is shut until the last Key is in.
        let door = self.switches.vault_locked && s.has_sanctuary() && s.hall != s.vault && s.artifact == Artifact::Locked;
        let again = map.rebuilt(if door { Some((s.hall, s.vault)) } else { None });
        ensure!(again == *map, "connections, Guardian cells and Ruins equal their recomputation", "they differ");
        let reached = map.links.reach(self.tables.exit);
        let loose = map.placed.minus(&reached).minus(&if door { Cells::one(s.vault) } else { Cells::EMPTY });
        ensure!(loose.is_empty(), "every cell is connected with the exit", "{:?}", loose.first());
        Ok(())
    }

    /// Every tile is in exactly one place.
    fn check_tiles(&self, s: &State) -> Result<(), Broken> {
        let setup = self.tables.cells.iter().fold(Cells::EMPTY, |all, c| all.with(c.0));
        let mut loose = s.bag;
        loose.0.iter_mut().zip(s.discarded.0).for_each(|(a, b)| *a = a.saturating_add(b));
        let hand = [s.drawn, s.other].into_iter().flatten();
        for tile in hand.clone().filter(|tile| tile.journal().is_none()) {
            loose.0[tile.at()] = loose.0[tile.at()].saturating_add(1);
        }
        for kind in Kind::ALL {
            for number in 0..=6 {
                let of = |tile: TileKind| {
                    let info = self.tables.tiles[tile.at()];
                    info.kind == *kind && info.number == number
                };
                let count = |bag: &Bag<BAG_KINDS>| -> u32 {
                    (0..BAG_KINDS).filter(|&k| of(TileKind(k as u8))).map(|k| u32::from(bag.0[k])).sum()
                };
                let journals = |bag: &Bag<JOURNAL_KINDS>| -> u32 {
                    (0..JOURNAL_KINDS).filter(|&j| of(TileKind((BAG_KINDS + j) as u8))).map(|j| u32::from(bag.0[j])).sum()
                };
                let placed =
                    s.map.placed.minus(&setup).iter().filter(|&c| s.map.printed(c) == *kind && s.map.number(c) == number).count();
                if matches!(kind, Kind::Hall | Kind::Vault) {
                    continue;
                }
                let found = placed as u32 + count(&loose) + journals(&s.journals);
                let want = count(&self.tables.bag) + journals(&self.tables.journals);
                ensure!(
                    found == want,
                    "every tile is in exactly one place",
                    "{} {number}: found {found}, the game has {want}",
                    kind.name()
                );
            }
        }
        for kind in 0..BAG_KINDS {
            ensure!(loose.0[kind] <= self.tables.bag.0[kind], "no tile is in two places", "{}", self.tables.tile_names[kind]);
        }
        let bag_in_hand = hand.filter(|tile| tile.journal().is_none()).count();
        let asked = matches!(s.decision, Decision::SiteCell | Decision::SiteSide);
        let open = !s.bag.is_empty() || bag_in_hand > 0 || asked;
        ensure!(open != s.has_sanctuary(), "the Sanctuary comes when the bag is empty (R46)", "{} tiles left", s.bag.total());
        Ok(())
    }

    fn check_team(&self, s: &State) -> Result<(), Broken> {
        let size = self.team.size();
        ensure!(s.explorers.len() == size, "the team is complete", "{}", s.explorers.len());
        if let Team::Fixed(sheets) = &self.team {
            let same = s.explorers.iter().map(|e| e.sheet).eq(sheets.iter().copied());
            ensure!(same, "the team is the one of the options", "{:?}", s.explorers.first());
        }
        let each = size / self.seats;
        for (i, explorer) in s.explorers.iter().enumerate() {
            let name = explorer.sheet.name();
            ensure!(s.find(explorer.sheet) == Some(i), "each sheet is taken once", "{name}");
            ensure!(explorer.seat == self.seat_after_leader(i / each), "explorers stand in turn order", "{name}");
            ensure!(
                explorer.hp <= self.tables.hp[explorer.sheet as usize],
                "hit points are within the sheet",
                "{name} has {}",
                explorer.hp
            );
            let stands = s.map.walkable().has(explorer.cell) && explorer.cell != self.tables.exit;
            ensure!(stands == explorer.is_inside(), "explorers in the temple stand on a cell", "{name}");
            ensure!(stands || explorer.cell == Cell::NONE, "explorers out of the temple stand nowhere", "{name}");
            ensure!(
                explorer.status != Status::Dead || (explorer.hp == 0 && explorer.hand.is_none()),
                "the dead hold nothing",
                "{name}"
            );
        }
        for cell in s.map.walkable().iter().filter(|&cell| s.map.kind(cell) == Kind::Bridge) {
            let crowd = s.explorers.iter().filter(|e| e.is_on(cell)).count();
            ensure!(crowd <= 1, "at most one explorer stands on a Bridge", "{crowd}");
        }
        ensure!((s.turn as usize) < size, "it is somebody's turn", "{}", s.turn);
        let veteran = s.explorers.iter().any(|e| e.sheet == Sheet::Veteran && e.is_inside());
        ensure!(!s.shield || veteran, "the Shield is the Veteran's", "she is not in the temple");
        Ok(())
    }

    fn check_figures(&self, s: &State) -> Result<(), Broken> {
        ensure!(s.guardians.len() <= self.tables.guardians as usize, "Guardians come from the supply", "{}", s.guardians.len());
        for &cell in &s.guardians {
            let stands = s.map.walkable().has(cell) && cell != self.tables.exit;
            ensure!(stands, "Guardians stand on unflipped cells", "{},{}", cell.x(), cell.y());
        }
        ensure!(u32::from(s.acted) < 1 << s.guardians.len(), "only Guardians in play have acted", "{:b}", s.acted);
        ensure!(s.passes > 0 || s.acted == 0, "Guardians act in passes", "{:b}", s.acted);
        ensure!(s.passes <= 4 && s.steps <= 9, "passes and steps are limited", "{} {}", s.passes, s.steps);
        ensure!(s.map.flipped.is_empty() || s.erupted, "nothing is flipped before the eruption", "{}", s.map.flipped.len());
        ensure!(!s.erupted || s.marker == 0, "the marker is removed at the eruption", "{}", s.marker);
        let gone = s.has_sanctuary() && s.map.flipped.has(s.hall) && s.map.flipped.has(s.vault);
        ensure!(!s.erupted || gone || s.end.is_some(), "the eruption flips the Sanctuary", "it is not flipped");
        let taken = s.artifact != Artifact::Locked;
        ensure!(!s.erupted || taken || s.end.is_some(), "the Artifact has left before the eruption (R69)", "it is locked");
        for piece in &self.tables.pieces {
            let flipped = piece.and(&s.map.flipped);
            ensure!(flipped.is_empty() || flipped == *piece, "pieces flip as a whole (R71)", "{} cells", flipped.len());
        }
        let entrance = s.map.flipped.has(self.tables.crossing);
        ensure!(!entrance || s.end.is_some(), "the game ends when the Entrance flips (R95)", "it goes on");
        ensure!(s.marker <= 99, "the marker is on its track", "{}", s.marker);
        Ok(())
    }

    fn check_objects(&self, s: &State) -> Result<(), Broken> {
        let held = |object| s.explorers.iter().filter(|e| e.hand == Some(object)).count();
        let tiles = s.map.placed.iter().filter(|&cell| s.map.printed(cell) == Kind::Key).count();
        let keys = s.keys.len() + held(Object::Key) + s.inserted as usize;
        ensure!(keys == tiles, "every Key is in exactly one place", "{keys} of {tiles}");
        let inside = s.explorers.iter().all(|e| e.hand != Some(Object::Key) || e.is_inside());
        ensure!(inside, "Keys stay in the temple", "one is outside");
        for &key in &s.keys {
            let lies = s.map.walkable().has(key) && key != self.tables.exit;
            ensure!(lies, "Keys lie on unflipped cells", "{},{}", key.x(), key.y());
        }
        ensure!(s.keys.is_sorted(), "Keys are listed in order", "{:?}", s.keys);
        ensure!(s.inserted == 0 || s.has_sanctuary(), "Keys are inserted into the Sanctuary", "{}", s.inserted);
        let lost: u8 = (0..BAG_KINDS).filter(|&k| self.tables.tiles[k].kind == Kind::Key).map(|k| s.discarded.0[k]).sum();
        ensure!(lost <= self.tables.keys && s.inserted <= self.tables.keys - lost, "Keys are limited", "{} and {lost}", s.inserted);
        let unlocked = s.has_sanctuary() && s.inserted >= self.keys_needed(s);
        ensure!(unlocked == (s.artifact != Artifact::Locked), "the Artifact appears with the last Key", "{:?}", s.artifact);
        let carriers: usize = held(Object::Artifact);
        let carrier = s.explorers.iter().find(|e| e.hand == Some(Object::Artifact)).map(|e| e.status);
        let right = match s.artifact {
            Artifact::Locked => carriers == 0 && !s.cursed,
            Artifact::On(cell) => {
                carriers == 0 && s.map.walkable().has(cell) && cell != self.tables.exit && (s.cursed || cell == s.vault)
            }
            Artifact::Carried => carriers == 1 && carrier == Some(Status::Inside) && s.cursed,
            Artifact::Outside => carriers == 1 && carrier == Some(Status::Escaped) && s.cursed,
            Artifact::Destroyed => carriers == 0 && s.cursed && s.end.is_some(),
        };
        ensure!(right, "the Artifact is in exactly one place", "{:?}, {carriers} carriers, cursed: {}", s.artifact, s.cursed);
        ensure!(s.cursed || s.carry == 0, "nothing has been carried before the curse", "{}", s.carry);
        Ok(())
    }

    fn check_turn(&self, s: &State) -> Result<(), Broken> {
        ensure!(s.end.is_some() == (s.decision == Decision::None), "a running game asks something", "{:?} {:?}", s.end, s.decision);
        // R22: the points of a push are not there before it.
        let points = self.tables.action_points + if s.pushed { self.tables.push_points } else { 0 };
        let few = s.ap <= points && s.strides <= 4 && s.lights <= 1;
        ensure!(few, "action points and steps of a Run are limited", "{} and {}", s.ap, s.strides);
        let rolled = s.six.is_none_or(|(_, value)| (1..=6).contains(&value));
        ensure!(rolled, "a d6 shows 1 to 6", "{:?}", s.six);
        if s.end.is_some() {
            return Ok(());
        }
        let mut copy = s.clone();
        self.check_end(&mut copy);
        ensure!(copy.end.is_none(), "the game has not ended", "{:?}", copy.end);
        ensure!(s.rounds < self.round_cap, "the round cap is not reached", "{}", s.rounds);
        let acting = s.stage == Stage::Actions;
        ensure!(s.ap == 0 || acting, "action points are for the action part", "{}", s.ap);
        ensure!(!s.crawl, "a Crawl is asked at once", "it waits");
        ensure!(acting || s.strides + s.lights == 0, "a Run belongs to the action part", "{}", s.strides);
        ensure!(s.dice.is_empty() || s.stage == Stage::Hazard, "hazard dice are for the hazard roll", "{:?}", s.dice);
        ensure!(s.refused >> s.explorers.len() == 0 && (acting || s.refused == 0), "only explorers refuse", "{:b}", s.refused);
        ensure!((s.mover as usize) < s.explorers.len().max(1), "the mover belongs to the team", "{}", s.mover);
        ensure!((s.guardian as usize) < s.guardians.len().max(1), "the acting Guardian is in play", "{}", s.guardian);
        ensure!(
            s.passes == 0 || matches!(s.stage, Stage::Hazard | Stage::RoundEnd),
            "Guardians act after actions",
            "{:?}",
            s.stage
        );
        ensure!(s.steps == 0 || s.stage == Stage::RoundEnd, "the marker moves at the end of the round", "{}", s.steps);
        let placing = matches!(s.decision, Decision::Scholar | Decision::Orient | Decision::Journal);
        ensure!(placing == s.side.is_some(), "an exit is in use while a tile is placed", "{:?}", s.side);
        let aiming = placing || matches!(s.decision, Decision::ResearchSide | Decision::SiteSide);
        ensure!(aiming == (s.from != Cell::NONE), "a cell is in use while something is placed", "{:?}", s.from);
        let in_hand = matches!(s.decision, Decision::Scholar | Decision::Orient);
        ensure!(in_hand == s.drawn.is_some(), "a tile is in hand while it is turned", "{:?}", s.drawn);
        ensure!((s.decision == Decision::Scholar) == s.other.is_some(), "two tiles are in hand for the Scholar", "{:?}", s.other);
        let of_the_bag = s.drawn.is_some_and(|tile| tile.journal().is_none());
        ensure!(!s.enter || of_the_bag, "an Explore is under way while a tile of the bag is in hand", "it is not");
        let site = matches!(s.decision, Decision::SiteCell | Decision::SiteSide);
        ensure!(s.entry == Cell::NONE || (site && s.map.placed.has(s.entry)), "a new tile is entered at once", "{:?}", s.entry);
        ensure!((s.decision == Decision::RerollSix) == s.six.is_some(), "a d6 waits to be kept", "{:?}", s.six);
        Ok(())
    }

    /// The open question is consistent with the rest, so that every answer can be carried out.
    fn check_decision(&self, s: &State) -> Result<(), Broken> {
        if s.decision == Decision::None {
            return Ok(());
        }
        let (explorer, stage) = (s.acting(), s.stage);
        let in_actions = stage == Stage::Actions && s.passes == 0;
        let active = in_actions && explorer.is_active();
        let cost = |cost: super::tables::Cost| self.tables.cost[cost as usize];
        let exit_in_use = s.side.is_some_and(|side| s.map.walkable().has(s.from) && s.map.exits(s.from) & side.bit() != 0);
        let mover = s.explorers.get(s.mover as usize);
        let fits = match s.decision {
            Decision::None => true,
            Decision::Draft => false, // `check_draft`
            Decision::Act => active && s.strides + s.lights == 0,
            Decision::Crawl => in_actions && explorer.is_inside() && explorer.hp == 0,
            Decision::Stride => active && s.strides > 0,
            Decision::Light => active && s.lights > 0 && !s.bag.is_empty(),
            Decision::Scholar => {
                let tiles = s.drawn.zip(s.other).is_some_and(|(a, b)| a < b && b.journal().is_none());
                active && explorer.sheet == Sheet::Archaeologist && exit_in_use && tiles
            }
            Decision::Orient => {
                let journal = s.drawn.and_then(TileKind::journal);
                active && exit_in_use && journal.is_none_or(|j| s.journals.0[j] > 0 && explorer.sheet == Sheet::Aristocrat)
            }
            Decision::ResearchCell => active && explorer.sheet == Sheet::Aristocrat,
            Decision::ResearchSide => active && explorer.sheet == Sheet::Aristocrat && s.map.walkable().has(s.from),
            Decision::Journal => active && explorer.sheet == Sheet::Aristocrat && exit_in_use,
            Decision::Command => active && s.mover != s.turn && mover.is_some_and(super::state::Explorer::is_active),
            Decision::Consent => {
                let here = mover.is_some_and(|m| m.is_on(explorer.cell) && m.hand.is_some());
                active && s.mover != s.turn && here && explorer.hand.is_none() && s.ap >= cost(super::tables::Cost::Handle)
            }
            Decision::RerollSix => {
                let spikes = s.six.is_none_or(|(roll, _)| roll != super::state::Roll::Spikes || s.mover == s.turn);
                Self::may_reroll(s) && s.passes == 0 && stage != Stage::RoundEnd && spikes
            }
            Decision::RerollHazard => {
                stage == Stage::Hazard && Self::may_reroll(s) && !s.dice.is_empty() && !s.kept && s.passes == 0
            }
            Decision::Order => stage == Stage::Hazard && s.dice.len() == 2 && s.dice[0] != s.dice[1] && s.passes == 0,
            Decision::Wake => stage == Stage::Hazard && s.guardians.len() < self.tables.guardians as usize && s.passes == 0,
            Decision::Guardian => s.passes > 0,
            Decision::Victim | Decision::GuardianStep | Decision::GuardianDig => {
                s.passes > 0 && !s.guardians.is_empty() && s.acted >> s.guardian & 1 == 0
            }
            Decision::SiteCell => active,
            Decision::SiteSide => active && Self::sites(s).cells().has(s.from),
        };
        ensure!(fits, "the open choice fits the position", "{}", s.decision.name());
        let mut legal = ActionSet::EMPTY;
        self.legal(s, &mut legal);
        ensure!(!legal.is_empty(), "the open choice has an answer", "{}", s.decision.name());
        Ok(())
    }
}

impl Map {
    /// The same cells and markers with everything derived recomputed, and one door shut if there is one.
    fn rebuilt(&self, door: Option<(Cell, Cell)>) -> Self {
        let mut map = Self::default();
        for breach in &self.breaches {
            map.demolish(breach.cell, breach.side());
        }
        for cell in self.placed.iter() {
            map.place(cell, self.printed(cell), self.number(cell), self.sides(cell));
        }
        map.rubble = self.rubble;
        for cell in self.consolidated.iter() {
            map.consolidate(cell);
        }
        map.flip(&self.flipped);
        if let Some((hall, vault)) = door
            && let Some(side) = hall.side_towards(vault)
        {
            map.shut_door(hall, side);
        }
        map
    }
}
