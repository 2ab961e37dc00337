//! From content files to the tables the rules read: every effect compiled, every problem named.

use super::content::{self, Files, Timing};
use super::effects::ast::{Cost, Effect, Good, Icon, Step};
use super::effects::depth::Families;
use super::effects::program::{Code, Program, STACK, check_cost};
use super::effects::{notation, words};
use super::ids::{ARTIFACTS, CAMP_SPACES, CAMPS, CARDS, Cards, FEAR, FIRST_ARTIFACT, FIRST_BASIC, ITEMS};
use super::state::{Goods, Icons};
use super::tables::{RivalTile, Tables, TrackSpace, pack};
use crate::core::{Content, Problems};

/// No card and no journey has more travel icons.
const MOST_ICONS: usize = 9;

/// What builds the tables: problems are collected on the way.
struct Builder {
    code: Code,
    problems: Problems,
}

impl Builder {
    fn program(&mut self, table: &str, id: &str, effect: &Effect) -> Program {
        self.code.compile(effect).unwrap_or_else(|error| {
            self.problems.add(format!("content {table}, {id:?}: {error}"));
            Program::default()
        })
    }

    fn text(&mut self, table: &str, id: &str, text: &str) -> (Effect, Program) {
        let effect = content::effect(table, id, text, &mut self.problems);
        let program = self.program(table, id, &effect);
        (effect, program)
    }

    fn icons(&mut self, table: &str, id: &str, list: &[Icon]) -> Icons {
        let mut icons = Icons::default();
        if list.len() > MOST_ICONS {
            self.problems.add(format!("content {table}, {id:?}: {} travel icons, at most {MOST_ICONS} are possible", list.len()));
            return icons;
        }
        for &icon in list {
            icons[icon as usize] += 1;
        }
        icons
    }

    fn cost(&mut self, table: &str, id: &str, text: &str) -> Cost {
        notation::parse_cost(text).and_then(|cost| check_cost(&cost).map(|()| cost)).unwrap_or_else(|error| {
            self.problems.add(format!("content {table}, {id:?}: {error}"));
            Cost::default()
        })
    }

    fn goods(&mut self, table: &str, id: &str, text: &str) -> Goods {
        notation::parse_goods(text).unwrap_or_else(|error| {
            self.problems.add(format!("content {table}, {id:?}: {error}"));
            Goods::default()
        })
    }
}

/// The icons of an effect that is a travel value, or of its travel branch (R38).
fn travel_branch(effect: &Effect) -> Icons {
    match effect.as_slice() {
        [Step::Travel(icons)] => *icons,
        [Step::Choose(1, branches)] => branches.iter().map(travel_branch).find(|i| *i != Icons::default()).unwrap_or_default(),
        _ => Icons::default(),
    }
}

impl Tables {
    /// Builds everything for one side of the board; `seats` are the piles "per player" (solo 2).
    #[expect(clippy::too_many_lines, reason = "one table after the other, in the order of the content files")]
    pub fn build(content: &Content, board: &str, piles: usize) -> Result<Self, Problems> {
        let files = Files::read(content, board)?;
        let snake = board == "snake";
        let mut b = Builder { code: Code::new(), problems: Problems::new() };
        let mut families = Families::default();
        let (mut nesting_cards, mut nesting_boons) = (0, 0);

        let mut t = Self::empty(&files);
        let blank = |i: usize| format!("unused_{i}");
        t.card_ids = (0..CARDS).map(blank).collect();
        t.card_names.clone_from(&t.card_ids);
        t.card_words = vec![String::new(); CARDS];
        let items = files
            .items
            .iter()
            .enumerate()
            .map(|(i, c)| (i, &c.id, &c.name, c.cost, c.points, &c.travel, c.timing, c.exile_self, &c.effect));
        let artifacts = files
            .artifacts
            .iter()
            .enumerate()
            .map(|(i, c)| (ITEMS + i, &c.id, &c.name, c.cost, c.points, &c.travel, Timing::Main, false, &c.effect));
        let basics = files
            .basics
            .iter()
            .enumerate()
            .map(|(i, c)| (ITEMS + ARTIFACTS + i, &c.id, &c.name, 0, c.points, &c.travel, c.timing, false, &c.effect));
        for (card, id, name, cost, points, travel, timing, exile_self, text) in items.chain(artifacts).chain(basics) {
            let (effect, program) = b.text("cards", id, text);
            let bit = Cards(1 << card);
            t.card_ids[card].clone_from(id);
            t.card_names[card].clone_from(name);
            t.card_words[card] = words::effect(&effect);
            if exile_self {
                t.card_words[card].push_str("; it is exiled");
            }
            t.cards.0 |= bit.0;
            (t.cost[card], t.points[card], t.card[card]) = (cost, points, program);
            t.icons[card] = b.icons("cards", id, travel);
            if exile_self {
                t.exile_self.0 |= bit.0;
            }
            if timing != Timing::Main {
                t.free.0 |= bit.0;
                nesting_cards += usize::from(program.asks);
                if effect.iter().any(|s| matches!(s, Step::Gain(_))) {
                    t.always.0 |= bit.0;
                }
            }
            if timing == Timing::FreeOrPass {
                t.free_or_pass.0 |= bit.0;
                let fits = matches!(effect.as_slice(), [Step::Choose(1, branches)]
                    if branches.len() == 2 && matches!(branches[1].as_slice(), [Step::Pass(_)]));
                b.problems.expect(fits, || format!("content items, {id:?}: free_or_pass needs choose(1){{… | pass{{…}}}}"));
                if matches!(effect.as_slice(), [Step::Choose(1, branches)] if matches!(branches[0].as_slice(), [Step::Gain(_)])) {
                    t.always.0 |= bit.0;
                }
            }
            let family = if (ITEMS..ITEMS + ARTIFACTS).contains(&card) { &mut families.artifacts } else { &mut families.cards };
            family.push(program);
        }
        t.icons[FEAR as usize] = b.icons("fear", &files.fear.id, &files.fear.travel);
        for (packed, icons) in t.packed.iter_mut().zip(&t.icons) {
            *packed = pack(*icons);
        }
        t.card_ids.extend([files.fear.id.clone(), "fear_in_play".to_string(), files.fear_tile.id.clone()]);
        t.card_names.extend([files.fear.name.clone(), "Fear in play".to_string(), files.fear_tile.name.clone()]);
        t.card_words.extend(["no effect".to_string(), String::new(), String::new()]);
        for price in 0..10 {
            for card in (0..FIRST_BASIC).filter(|&c| t.cards.has(c) && t.cost[c as usize] <= price) {
                let set = if card < FIRST_ARTIFACT { &mut t.items_up_to } else { &mut t.artifacts_up_to };
                set[price as usize].add(card);
            }
        }

        for (i, camp) in files.camps.iter().enumerate() {
            let (effect, program) = b.text("camps", &camp.id, &camp.effect);
            t.camp[i] = program;
            t.tile_words.push(words::effect(&effect));
            families.sites.push(program);
            t.camp_offers[i] = camp.resources_offered.iter().fold(0, |set, &g| set | 1 << g as u8);
            t.place_of[i] = (camp.row, camp.col);
            t.site_ids.push(camp.id.clone());
            for (k, icons) in (if snake { &camp.spaces_snake } else { &camp.spaces_bird }).iter().enumerate() {
                t.travel[2 * i + k] = b.icons("camps", &camp.id, icons);
                t.space_ids.push(format!("{}{}", camp.id, ["a", "b"][k]));
            }
        }
        for (i, space) in files.spaces.iter().enumerate() {
            let travel = if snake { &space.travel_snake } else { &space.travel_bird };
            t.travel[CAMP_SPACES + i] = b.icons("board_spaces", &space.id, travel);
            t.place_of[CAMPS + i] = (space.row, space.col);
            t.site_ids.push(space.id.clone());
            t.space_ids.push(space.id.clone());
        }
        for (space, icons) in t.travel.iter().enumerate() {
            let n: u8 = icons.iter().sum();
            b.problems.expect((1..=2).contains(&n), || {
                format!("content sites, {:?}: a space costs one or two icons", t.space_ids[space])
            });
        }
        for (i, tile) in files.tiles.iter().enumerate() {
            let (effect, program) = b.text("site_tiles", &tile.id, &tile.effect);
            t.tile[i] = program;
            t.tile_words.push(words::effect(&effect));
            families.sites.push(program);
            t.tile_offers[i] = tile.resources_offered.iter().fold(0, |set, &g| set | 1 << g as u8);
            t.tile_ids.push(tile.id.clone());
        }

        for (i, guardian) in files.guardians.iter().enumerate() {
            t.guardian_cost[i] = b.cost("guardians", &guardian.id, &guardian.cost);
            let (effect, program) = b.text("guardians", &guardian.id, &guardian.boon);
            t.guardian_words.push((words::cost(&t.guardian_cost[i]), words::effect(&effect)));
            t.boon[i] = program;
            t.boon_icons[i] = travel_branch(&effect);
            if t.boon_icons[i] == Icons::default() {
                nesting_boons += usize::from(program.asks);
            } else {
                t.travel_boons |= 1 << i;
            }
            t.guardian_ids.push(guardian.id.clone());
        }
        for (i, idol) in files.idols.iter().enumerate() {
            let (effect, program) = b.text("idols", &idol.id, &idol.effect);
            t.idol_words.push(words::effect(&effect));
            (t.idol[i], t.idol_copies[i]) = (program, idol.copies);
            families.idols.push(program);
            t.idol_ids.push(idol.id.clone());
        }
        let mut nesting_slots = 0;
        for (i, slot) in files.slots.iter().enumerate() {
            let (effect, program) = b.text("slot_options", &slot.id, &slot.effect);
            t.slot_words.push(words::effect(&effect));
            t.slot[i] = program;
            nesting_slots = nesting_slots.max(4 * usize::from(program.asks));
            t.slot_ids.push(slot.id.clone());
        }
        for (i, assistant) in files.assistants.iter().enumerate() {
            let mut words = [const { String::new() }; 2];
            for (side, text) in [&assistant.silver, &assistant.gold].into_iter().enumerate() {
                let (effect, program) = b.text("assistants", &assistant.id, text);
                t.assistant[i][side] = program;
                t.assistant_icons[i][side] = travel_branch(&effect);
                words[side] = words::effect(&effect);
                families.assistants.push(program);
            }
            t.assistant_words.push(words);
            if assistant.timing == Timing::Main {
                t.main_assistants |= 1 << i;
            }
            t.assistant_ids.push(assistant.id.clone());
        }
        for (i, tile) in files.bonus.iter().enumerate() {
            let (effect, program) = b.text("bonus_tiles", &tile.id, &tile.effect);
            t.bonus_words.push(words::effect(&effect));
            (t.bonus[i], t.bonus_copies[i]) = (program, tile.copies);
            families.research.push(program);
            t.bonus_ids.push(tile.id.clone());
        }

        t.build_track(&files, &mut b, &mut families, piles);
        let costs = if snake { &files.temple.costs.snake } else { &files.temple.costs.bird };
        let parts = [("left", &costs.left), ("middle", &costs.middle), ("right", &costs.right)];
        for (i, stack) in files.temple.stacks.iter().enumerate() {
            for (n, part) in stack.pays.iter().enumerate() {
                if stack.pays[..n].contains(part) {
                    b.problems.add(format!("content temple, {:?}: it pays {part:?} twice", stack.id));
                    break;
                }
                match parts.iter().find(|(name, _)| name == part) {
                    Some((_, text)) => {
                        let goods = b.goods("temple", &stack.id, text);
                        t.temple_cost[i].iter_mut().zip(goods).for_each(|(sum, n)| *sum = sum.saturating_add(n));
                    }
                    None => b.problems.add(format!("content temple, {:?}: {part:?} is not left, middle or right", stack.id)),
                }
            }
            t.temple_points[i] = stack.points;
            t.temple_ids.push(stack.id.clone());
        }

        for tile in &files.rival {
            let mut discover = [(0, false); 5];
            for (slot, round) in discover.iter_mut().zip(&tile.by_round) {
                *slot = (round.level, round.guardian);
            }
            t.rival.push(RivalTile {
                action: tile.kind,
                resource: tile.resource.unwrap_or(Good::Coin),
                green: tile.color == content::Color::Green,
                idle_in_five: tile.skip_round_v,
                arrow: tile.arrow,
                discover,
            });
            t.rival_ids.push(tile.id.clone());
        }
        for (i, start) in files.starting.iter().enumerate() {
            t.starting[i] = b.goods("starting_resources", &format!("seat {}", start.seat), &start.goods);
        }

        // R31: each free action that can be suspended waits in a frame.
        families.free_nesting = nesting_cards + nesting_boons + nesting_slots + 2;
        if b.problems.is_empty() {
            t.depth = b.code.greatest_depth(&families);
            b.problems.expect(t.depth <= STACK, || {
                format!("content: effects nest up to {} deep, the stack has room for {STACK}", t.depth)
            });
        }
        t.code = b.code;
        b.problems.into_result(t)
    }

    fn build_track(&mut self, files: &Files, b: &mut Builder, families: &mut Families, piles: usize) {
        let spaces = &files.track.spaces;
        let find = |id: &str, b: &mut Builder| {
            spaces.iter().position(|s| s.id == id).map_or_else(
                || {
                    b.problems.add(format!("content research: there is no space {id:?}"));
                    0
                },
                |i| 1u16 << i,
            )
        };
        for (i, space) in spaces.iter().enumerate() {
            let cost = b.cost("research", &space.id, &space.cost);
            let plain = cost == Cost { goods: cost.goods, idols: cost.idols, ..Cost::default() };
            b.problems.expect(plain, || format!("content research, {:?}: a bridge costs resources or an idol", space.id));
            let next = space.next.iter().fold(0, |set, id| set | find(id, b));
            let temple = space.row == 8;
            let tiles = if temple { 0 } else { space.bonus_tiles[piles.clamp(2, 4) - 2] };
            b.problems.expect((1..=8).contains(&space.row) && (1..=3).contains(&space.col), || {
                format!("content research, {:?}: rows are 1 to 8 and columns 1 to 3", space.id)
            });
            b.problems.expect(tiles <= 3, || format!("content research, {:?}: at most 3 bonus tiles fit", space.id));
            b.problems.expect(temple == space.next.is_empty(), || {
                format!("content research, {:?}: every space but the Lost Temple leads on", space.id)
            });
            for other in spaces.iter().filter(|o| space.next.contains(&o.id)) {
                b.problems.expect(other.row == space.row + 1, || {
                    format!("content research, {:?}: rows are never skipped (R97)", space.id)
                });
            }
            self.track[i] =
                TrackSpace { row: space.row, col: space.col.wrapping_sub(1), goods: cost.goods, idols: cost.idols, next, tiles };
            self.track_ids.push(space.id.clone());
            if temple {
                self.temple_space = i as u8;
            }
        }
        let temples = spaces.iter().filter(|s| s.row == 8).count();
        b.problems.expect(temples == 1, || format!("content research: {temples} Lost Temples, one is needed"));
        let tiles: u32 = self.track.iter().map(|s| u32::from(s.tiles)).sum::<u32>() + piles as u32;
        b.problems.expect(tiles <= 18, || format!("content research: {tiles} bonus tiles are placed, there are 18"));
        self.track_start = files.track.start.iter().fold(0, |set, id| set | find(id, b));
        for row in &files.track.rows {
            let at = row.row as usize;
            if !(1..=7).contains(&at) {
                b.problems.add(format!("content research: there is no row {at}"));
                continue;
            }
            let sides = [(&row.magnifier_effect, row.magnifier_points), (&row.notebook_effect, row.notebook_points)];
            for (token, (text, points)) in sides.into_iter().enumerate() {
                let (effect, program) = b.text("research", &format!("row {at}"), text);
                (self.row[token][at], self.row_points[token][at]) = (program, points);
                self.row_words[token][at] = words::effect(&effect);
                families.research.push(program);
                if effect.contains(&Step::Recruit) {
                    self.recruit_rows |= 1 << at;
                }
            }
        }
    }
}
