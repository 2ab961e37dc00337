//! The possible positions: every piece is in exactly one place, and the open question can be answered.

use super::Arnak;
use super::content::RivalAction;
use super::player::Player;
use super::state::{FIRST_GROUP, POOL, PUBLIC, Phase, State, key_group};
use super::words::{
    ARTIFACT_SET, BASIC_SET, CAMPS, Cards, FEAR, FIRST_ARTIFACT, FIRST_BASIC, FIRST_LEVEL2, ITEM_SET, NONE, PLACES, SEATS, Site,
    Space, TILES, TILES1,
};
use crate::core::{Broken, Check};
use crate::ensure;

impl Check for Arnak {
    fn check(&self, s: &State) -> Result<(), Broken> {
        self.check_frame_of_game(s)?;
        self.check_cards(s)?;
        self.check_keyless(s)?;
        for seat in 0..self.seats {
            self.check_keys(s, seat)?;
            self.check_player(s, &s.players[seat], seat)?;
        }
        self.check_rival(s)?;
        self.check_board(s)?;
        self.check_assistants(s)?;
        self.check_research(s)?;
        self.check_stack(s)?;
        self.check_choice(s)
    }
}

impl Arnak {
    fn check_frame_of_game(&self, s: &State) -> Result<(), Broken> {
        let seats = self.seats as u8;
        ensure!((1..=5).contains(&s.round), "there are five rounds", "round {}", s.round);
        ensure!(s.seat < seats && s.start < seats, "the seat to act is in play", "seat {}, start {}", s.seat, s.start);
        ensure!(u32::from(s.passed) >> seats == 0, "only seats in play pass", "passed {:b}", s.passed);
        let all = (1u8 << seats) - 1;
        let turns = s.phase == Phase::Turns;
        ensure!(!turns || s.passed >> s.seat & 1 == 0, "a player who has passed does not act", "seat {}", s.seat);
        ensure!(turns || s.passed == all, "a round ends when all have passed", "passed {:b}", s.passed);
        ensure!(s.phase != Phase::Over || s.round == 5, "the game ends after round V", "round {}", s.round);
        ensure!(s.phase != Phase::Keep || s.round < 5, "no cards are kept after round V", "round {}", s.round);
        ensure!(turns || s.stack.is_empty() && !s.main_used && !s.passing, "effects belong to turns", "{} frames", s.stack.len());
        ensure!(!s.passing || s.main_used, "passing is a main action", "main action not used");
        ensure!(s.pool.iter().all(|&n| n <= POOL), "few icons are left over", "{:?}", s.pool);
        ensure!(turns || s.pool == [0; 4], "icons last until the end of the turn", "{:?}", s.pool);
        ensure!(!s.me().icons_as_planes || s.pool[..3] == [0; 3], "with the Ocarina all icons are planes (R46)", "{:?}", s.pool);
        let out = s.players.iter().fold(s.rival.figures, |all, p| all | p.figures);
        ensure!(turns || out == 0, "archaeologists return at the end of a round (R138)", "{out:b}");
        for seat in self.seats..SEATS {
            ensure!(s.players[seat] == Player::empty(), "a seat that does not play holds nothing", "seat {seat}");
        }
        Ok(())
    }

    fn check_cards(&self, s: &State) -> Result<(), Broken> {
        let mut found = Cards::EMPTY;
        let mut twice = Cards::EMPTY;
        let mut put = |cards: Cards| {
            twice.0 |= found.0 & cards.0;
            found.0 |= cards.0;
        };
        let mut fear = u32::from(s.fear_supply) + s.seen_fear.iter().map(|&n| u32::from(n)).sum::<u32>();
        let unique = ITEM_SET.0 | ARTIFACT_SET.0;
        for (row, kind, capacity) in [(s.artifact_row, ARTIFACT_SET, s.round), (s.item_row, ITEM_SET, 6 - s.round)] {
            for (slot, &card) in row.iter().enumerate().filter(|(_, c)| **c != NONE) {
                ensure!(card < FEAR && kind.has(card), "the row holds artifacts on the left and items on the right", "card {card}");
                ensure!(slot < capacity as usize, "the staff limits the row", "slot {slot} in round {}", s.round);
                put(Cards(1 << card));
            }
        }
        for top in [s.item_top, s.artifact_top].into_iter().filter(|c| *c != NONE) {
            ensure!(top < FIRST_BASIC && s.market.has(top), "a revealed top card lies in its deck", "card {top}");
        }
        ensure!(s.item_top == NONE || s.item_top < FIRST_ARTIFACT, "a revealed top card lies in its deck", "item {}", s.item_top);
        ensure!(
            s.artifact_top == NONE || s.artifact_top >= FIRST_ARTIFACT,
            "a revealed top card lies in its deck",
            "artifact {}",
            s.artifact_top
        );
        [s.market, s.exile, s.rival.cards].into_iter().for_each(&mut put);
        let shared = Cards(s.market.0 | s.exile.0 | s.rival.cards.0);
        ensure!(shared.0 & !unique == 0, "only items and artifacts are traded", "cards {:?}", shared.iter().collect::<Vec<_>>());
        for (seat, p) in s.players.iter().enumerate().take(self.seats) {
            let mut own = Cards::EMPTY;
            let seen = if seat == s.seat as usize { s.seen } else { Cards::EMPTY };
            for zone in [p.hand, p.deck, p.play, seen] {
                ensure!(own.0 & zone.0 == 0, "every card is in exactly one place", "seat {seat} holds a card twice");
                own.0 |= zone.0;
            }
            for top in &p.private_tops {
                ensure!(
                    top.card <= FEAR && !own.has(top.card),
                    "every card is in exactly one place",
                    "seat {seat}, private card {}",
                    top.card
                );
                if top.card == FEAR { fear += 1 } else { own.add(top.card) }
            }
            put(Cards(own.0 & unique));
            ensure!(own.0 & !(unique | BASIC_SET.0) == 0, "every card exists", "seat {seat}");
            let counts = p.hand_fear.iter().chain(&p.deck_fear).map(|&n| u32::from(n)).sum::<u32>();
            fear += counts + u32::from(p.play_fear);
        }
        ensure!(
            twice.is_empty(),
            "every card is in exactly one place",
            "cards {:?} are in two places",
            twice.iter().collect::<Vec<_>>()
        );
        let want = self.t.cards.there.0 & unique;
        ensure!(found.0 == want, "every card is in exactly one place", "{} of {} cards found", found.len(), Cards(want).len());
        ensure!(fear == u32::from(self.t.cards.fear_total), "all Fear cards are there", "{fear} of {}", self.t.cards.fear_total);
        Ok(())
    }

    fn check_keys(&self, s: &State, seat: usize) -> Result<(), Broken> {
        let p = &s.players[seat];
        let seen = if seat == s.seat as usize { s.seen } else { Cards::EMPTY };
        let mut places = [false; 256];
        for card in Cards(p.hand.0 | seen.0).iter() {
            let key = s.key(seat, card);
            ensure!(key == PUBLIC || key_group(key).is_some(), "a hand card came from somewhere", "card {card} has key {key}");
        }
        for card in p.deck.iter() {
            let key = s.key(seat, card);
            if key_group(key).is_some() {
                continue;
            }
            ensure!(key != PUBLIC && key > 0, "a deck card has its place", "card {card} has key {key}");
            ensure!(!places[key as usize], "known cards lie one on top of the other", "key {key} is used twice");
            places[key as usize] = true;
        }
        for top in &p.private_tops {
            ensure!(top.place > 0 && top.place < FIRST_GROUP, "a private top card lies on top", "place {}", top.place);
            ensure!(!places[top.place as usize], "known cards lie one on top of the other", "place {} is used twice", top.place);
            ensure!(top.key == PUBLIC || key_group(top.key).is_some(), "a private top card came from somewhere", "key {}", top.key);
            let fear = top.card == FEAR && top.key == PUBLIC;
            ensure!(!fear, "a Fear card came from a group", "place {}", top.place);
            ensure!(top.pair <= FEAR, "a private top card was chosen over another", "card {}", top.pair);
            places[top.place as usize] = true;
        }
        ensure!(
            p.private_tops.is_sorted_by(|a, b| a.place > b.place),
            "private top cards lie one on top of the other",
            "seat {seat}"
        );
        let basics = Cards(BASIC_SET.0 & !(p.hand.0 | p.deck.0 | seen.0));
        let keyless = basics.iter().all(|card| s.key(seat, card) == 0);
        ensure!(keyless, "only cards in a hand or deck have a place there", "seat {seat}: {:?}", p.basic_keys);
        Ok(())
    }

    /// Items and artifacts that are in no hand or deck have no key.
    fn check_keyless(&self, s: &State) -> Result<(), Broken> {
        let held = s.players.iter().fold(s.seen.0, |held, p| held | p.hand.0 | p.deck.0);
        for (card, &key) in s.keys.iter().enumerate().filter(|(card, _)| held >> card & 1 == 0) {
            ensure!(key == 0, "only cards in a hand or deck have a place there", "card {card} has key {key}");
        }
        Ok(())
    }

    fn check_player(&self, s: &State, p: &Player, seat: usize) -> Result<(), Broken> {
        ensure!(p.slots < 16, "there are four slots", "seat {seat}, {:b}", p.slots);
        ensure!(p.figures.count_ones() <= 2, "a player has two archaeologists", "seat {seat}");
        ensure!(p.gold < 4 && p.ready < 4, "there are two squares for assistants", "seat {seat}");
        for square in 0..2 {
            let there = p.assistants[square] != NONE;
            ensure!(there || (p.gold | p.ready) >> square & 1 == 0, "an empty square shows nothing", "seat {seat}");
            ensure!(!there || p.assistants[square] < 12, "there are 12 assistants", "seat {seat}, {}", p.assistants[square]);
        }
        ensure!(p.used_boons & !p.guardians == 0, "a boon belongs to an overcome guardian", "seat {seat}");
        let last = self.t.track.ids.len() as u8;
        ensure!(p.magnifier == NONE || p.magnifier < last, "tokens stand on the track", "seat {seat}, {}", p.magnifier);
        ensure!(p.notebook == NONE || p.notebook < last, "tokens stand on the track", "seat {seat}, {}", p.notebook);
        let (high, low) = (self.row_of(p.magnifier), self.row_of(p.notebook));
        ensure!(low <= high && low < 8, "the notebook is never above the magnifying glass (R97)", "rows {low} and {high}");
        ensure!(
            (p.arrival > 0) == (p.magnifier == self.t.track.temple),
            "a player who has arrived stands in the Lost Temple",
            "seat {seat}"
        );
        ensure!(p.arrival <= s.arrivals, "arrivals are counted", "seat {seat}, {} of {}", p.arrival, s.arrivals);
        Ok(())
    }

    fn check_rival(&self, s: &State) -> Result<(), Broken> {
        let r = &s.rival;
        if !self.solo {
            ensure!(*r == super::Rival::EMPTY, "only a solo game has a rival", "{r:?}");
            return Ok(());
        }
        ensure!(r.tiles.count_ones() == 10 && r.tiles >> 15 == 0, "the rival has ten tiles", "{:b}", r.tiles);
        let pairs = (0..5).all(|pair| (r.tiles >> (5 + 2 * pair) & 3).is_power_of_two());
        ensure!(pairs && r.tiles & 31 == 31, "one tile of each pair is in the stack", "{:b}", r.tiles);
        ensure!(r.left & !r.tiles == 0 && r.arrow < 2, "the rival's stack is part of its tiles", "{:b}", r.left);
        let arrows = (0..15).filter(|t| r.left >> t & 1 == 1).any(|t| self.t.rival.tiles[t].arrow as u8 == r.arrow);
        ensure!(r.left == 0 || arrows, "the arrow shown belongs to a tile of the stack", "arrow {}", r.arrow);
        let sends = |tile: &usize| matches!(self.t.rival.tiles[*tile].action, RivalAction::Dig | RivalAction::Discover);
        let sent = (0..15).filter(|tile| (r.tiles & !r.left) >> tile & 1 == 1).filter(sends).count();
        let figures = r.figures.count_ones() as usize;
        ensure!(figures <= sent, "each tile sends at most one archaeologist of the rival", "{figures} of {sent}");
        let used = r.first != NONE;
        ensure!(used == (r.left != r.tiles), "the first tile used is known", "first {}", r.first);
        ensure!(!used || r.first < 15 && r.tiles >> r.first & 1 == 1, "the first tile used is one of the ten", "first {}", r.first);
        ensure!(r.idols < 64, "there are six kinds of idols", "{:b}", r.idols);
        ensure!(
            r.magnifier == NONE || (r.magnifier as usize) < self.t.track.ids.len(),
            "tokens stand on the track",
            "{}",
            r.magnifier
        );
        ensure!(
            (r.arrival > 0) == (r.magnifier == self.t.track.temple),
            "the rival has arrived if it stands in the Lost Temple",
            "the rival"
        );
        Ok(())
    }

    fn check_board(&self, s: &State) -> Result<(), Broken> {
        let second: u32 = (0..CAMPS).fold(0, |set, camp| set | 2 << (2 * camp));
        ensure!(s.blocked & !second == 0, "only second camp spaces are blocked", "{:b}", s.blocked);
        let want = match self.piles {
            4 => 0,
            3 => 3,
            _ => 5,
        };
        ensure!(s.blocked.count_ones() == want, "blocked spaces follow the player count (R13)", "{}", s.blocked.count_ones());
        let mut taken = s.blocked;
        for figures in s.players.iter().map(|p| p.figures).chain([s.rival.figures]) {
            ensure!(figures >> Space::COUNT == 0 && figures & taken == 0, "a space holds one figure", "{figures:b}");
            taken |= figures;
        }
        let mut tiles = s.stack1.unknown | s.stack2.unknown;
        ensure!(
            s.stack1.unknown >> TILES1 == 0 && s.stack2.unknown.trailing_zeros() as usize >= TILES1,
            "stacks hold tiles of their level",
            "{tiles:b}"
        );
        let known = s.stack1.bottom.iter().map(|t| (*t, 1)).chain(s.stack2.bottom.iter().map(|t| (*t, 2)));
        let placed =
            s.tiles.iter().enumerate().filter(|(_, t)| **t != NONE).map(|(i, t)| (*t, if i < FIRST_LEVEL2 { 1 } else { 2 }));
        for (tile, level) in known.chain(placed) {
            ensure!((tile as usize) < TILES && tiles >> tile & 1 == 0, "every site tile is in exactly one place", "tile {tile}");
            ensure!(((tile as usize) < TILES1) == (level == 1), "site tiles lie on their level", "tile {tile}");
            tiles |= 1 << tile;
        }
        ensure!(tiles == 0xFFFF, "every site tile is in exactly one place", "{tiles:b}");
        let known = s.guardian_at.iter().all(|g| *g == NONE || *g < 15);
        ensure!(known, "there are 15 guardians", "{:?}", s.guardian_at);
        let mut guardians = s.guardian_stack;
        let held = s.players.iter().map(|p| p.guardians).chain([s.rival.guardians]);
        let standing = s.guardian_at.iter().filter(|g| **g != NONE).map(|&g| 1u16 << g);
        for set in held.chain(standing) {
            ensure!(guardians & set == 0, "every guardian is in exactly one place", "{set:b}");
            guardians |= set;
        }
        ensure!(guardians == 0x7FFF, "every guardian is in exactly one place", "{guardians:b}");
        let (met, found) = (15 - s.guardian_stack.count_ones(), s.tiles.iter().filter(|t| **t != NONE).count());
        ensure!(met as usize <= found, "each discovery brings one guardian at most (R52)", "{met} of {found}");
        self.check_places(s)
    }

    fn check_places(&self, s: &State) -> Result<(), Broken> {
        let mut kinds = [0u8; 6];
        for place in 0..PLACES {
            let (idol, there) = (s.idols[place], s.tiles[place] != NONE);
            ensure!(idol == NONE || idol < 6, "there are six kinds of idols", "{idol}");
            if idol == NONE {
                ensure!(there || self.discovering(s, place), "idols lie on undiscovered places", "place {place}");
            } else {
                ensure!(!there, "idols lie on undiscovered places", "place {place}");
                kinds[idol as usize] += 1;
            }
            let site = Site((CAMPS + place) as u8);
            let empty = s.guardian_at[site.at()] == NONE && (s.occupied() & site.spaces() == 0 || self.discovering(s, place));
            ensure!(there || empty, "undiscovered places hold neither guardian nor figure", "place {place}");
        }
        for (kind, (&n, &copies)) in kinds.iter().zip(&self.t.idols.copies).enumerate() {
            ensure!(n <= copies, "no kind has more idols than printed", "kind {kind}");
        }
        let held: u32 = s.players.iter().map(|p| u32::from(p.crates) + p.slots.count_ones()).sum();
        let rival = s.rival.idols.count_ones() + u32::from(s.rival.pile);
        let board: u32 = (0..PLACES).filter(|&i| s.idols[i] != NONE).map(|i| if i < FIRST_LEVEL2 { 1 } else { 2 }).sum();
        ensure!(held + rival + board <= 16, "there are 16 idols", "{held} held, {rival} with the rival, {board} on the board");
        Ok(())
    }

    fn check_assistants(&self, s: &State) -> Result<(), Broken> {
        ensure!(s.hidden_assistants >> 12 == 0, "there are 12 assistants", "{:b}", s.hidden_assistants);
        let mut seen = s.hidden_assistants;
        let held = s.players.iter().flat_map(|p| p.assistants);
        // Squares and stacks can be empty; the rescue stack lists only what is there.
        for assistant in held.chain(s.supply).filter(|a| *a != NONE).chain(s.rescue.iter().copied()) {
            ensure!(assistant < 12 && seen >> assistant & 1 == 0, "every assistant is in one place", "assistant {assistant}");
            seen |= 1 << assistant;
        }
        let below = s.supply_below.iter().map(|&n| u32::from(n)).sum::<u32>() + u32::from(s.rescue_below);
        ensure!(s.hidden_assistants.count_ones() == below, "face-down assistants lie below others", "{below}");
        for (stack, size) in self.supply_sizes().into_iter().enumerate() {
            ensure!(s.supply_below[stack] < size, "stacks never grow (R17)", "stack {stack}: {}", s.supply_below[stack]);
            ensure!(s.supply[stack] != NONE || s.supply_below[stack] == 0, "the top of a stack is visible", "stack {stack}");
        }
        ensure!(
            self.snake || s.rescue.is_empty() && s.rescue_below == 0,
            "only the Snake side has a rescue stack",
            "{:?}",
            s.rescue
        );
        ensure!(!s.rescue.is_empty() || s.rescue_below == 0, "the top of the rescue stack is visible", "{} below", s.rescue_below);
        ensure!(
            s.rescue_seen == 0 || s.rescue_below == 0,
            "a player who looks through the rescue stack sees all of it",
            "{} below",
            s.rescue_below
        );
        ensure!(
            s.rescue.len() + s.rescue_below as usize <= self.piles,
            "the rescue stack has one assistant per player",
            "{:?}",
            s.rescue
        );
        Ok(())
    }

    fn check_research(&self, s: &State) -> Result<(), Broken> {
        for stack in 0..6 {
            let taken: u32 = s.players.iter().map(|p| u32::from(p.temple[stack])).sum();
            let total = taken + u32::from(s.rival.temple[stack]) + u32::from(s.temple_left[stack]);
            ensure!(total == self.piles as u32, "each stack has a temple tile per player (R14)", "stack {stack}: {total}");
        }
        let mut track = [0u8; 6];
        for (space, tiles) in s.bonus.iter().enumerate() {
            let allowed = if space < self.t.track.ids.len() { self.t.track.spaces[space].tiles } else { 0 };
            let n = tiles.iter().filter(|k| **k != NONE).count();
            ensure!(
                n <= allowed as usize && tiles[..n].iter().all(|k| *k < 6),
                "bonus tiles lie where they were placed",
                "space {space}"
            );
            tiles[..n].iter().for_each(|&k| track[k as usize] += 1);
        }
        for (kind, &on_track) in track.iter().enumerate() {
            let known = u32::from(s.bonus_seen[kind]) + u32::from(s.temple_kinds[kind]);
            ensure!(
                known <= u32::from(self.t.bonus.copies[kind]),
                "no kind has more bonus tiles than printed",
                "kind {kind}: {known}"
            );
            ensure!(on_track <= s.bonus_seen[kind], "tiles of the track have been seen", "kind {kind}");
        }
        ensure!(
            u32::from(s.temple_seen) >> self.seats == 0 && u32::from(s.rescue_seen) >> self.seats == 0,
            "only seats in play look through stacks",
            "{}",
            s.temple_seen
        );
        let kinds: u8 = s.temple_kinds.iter().sum();
        let want = if s.temple_seen == 0 { 0 } else { s.temple_tiles };
        ensure!(kinds == want, "the Lost Temple stack is known once looked at", "{kinds} of {want}");
        let seen: u32 = s.bonus_seen.iter().map(|&n| u32::from(n)).sum();
        ensure!(seen + u32::from(s.temple_tiles) <= 18, "there are 18 bonus tiles", "{seen} seen");
        let mut arrivals: Vec<u8> = s.players.iter().map(|p| p.arrival).chain([s.rival.arrival]).filter(|a| *a > 0).collect();
        arrivals.sort_unstable();
        let want: Vec<u8> = (1..=s.arrivals).collect();
        ensure!(arrivals == want, "arrivals are counted", "{arrivals:?}");
        let tiles = s.temple_tiles as usize;
        ensure!(
            tiles <= self.piles && tiles + arrivals.len() >= self.piles,
            "the Lost Temple stack has one tile per player, and each arrival takes one",
            "{tiles} left"
        );
        Ok(())
    }

    fn check_choice(&self, s: &State) -> Result<(), Broken> {
        let options = self.legal_set(s);
        ensure!((s.phase == Phase::Over) == options.is_empty(), "somebody can choose until the game is over", "{:?}", s.phase);
        let cached = s.offered.0;
        ensure!(cached.is_empty() || cached == options, "the published choices are the legal ones", "{cached:?} and {options:?}");
        Ok(())
    }
}
