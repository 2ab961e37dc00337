//! The rival of the solo game (section 18): no decisions, no resources, no effects.

use super::effects::ast::{CardType, Good};
use super::effects::machine::{draw_hidden, draw_tile, place_guardian};
use super::round::LAST_ROUND;
use crate::core::Rng;
use crate::core::action_set::nth_bit;
use crate::games::arnak::Arnak;
use crate::games::arnak::apply::take_tile;
use crate::games::arnak::content::{Arrow, RivalAction};
use crate::games::arnak::legal::bits;
use crate::games::arnak::state::State;
use crate::games::arnak::tables::RivalTile;
use crate::games::arnak::words::{CAMPS, FIRST_LEVEL2, NONE, PLACES, Site};

/// The row preferred among sites.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rows {
    HighFirst,
    LowFirst,
}

/// Tiles in the rival's stack (R161).
const RIVAL_TILES: usize = 10;

impl Arnak {
    /// Chooses the tiles: five archaeologist tiles and one of each pair, of which as many are red as the difficulty says (R161).
    pub(in crate::games::arnak) fn choose_rival_tiles(&self, s: &mut State, rng: &mut Rng) {
        let mut pairs = [0u8, 1, 2, 3, 4];
        rng.shuffle(&mut pairs);
        s.rival.tiles = 0b1_1111;
        for (i, pair) in pairs.into_iter().enumerate() {
            let red = usize::from(i < self.difficulty);
            s.rival.tiles |= 1 << (5 + 2 * pair as usize + red);
        }
        debug_assert_eq!(s.rival.tiles.count_ones() as usize, RIVAL_TILES);
    }

    /// Shuffles the stack (R161), of which only the arrow on the back shows.
    pub(in crate::games::arnak) fn begin_rival_round(&self, s: &mut State, rng: &mut Rng) {
        s.rival.left = s.rival.tiles;
        s.rival.first = NONE;
        self.show_next_back(s, rng);
    }

    /// Draws the back of the next tile (R164). The tile itself is drawn among those with that arrow when it is turned up.
    fn show_next_back(&self, s: &mut State, rng: &mut Rng) {
        let left = s.rival.left;
        if left != 0 {
            let tile = nth_bit(u64::from(left), rng.below(left.count_ones()));
            s.rival.arrow = self.t.rival.tiles[tile].arrow as u8;
        }
    }

    /// The rival turns up a tile and resolves it (R162, R163).
    pub(in crate::games::arnak) fn rival_turn(&self, s: &mut State, rng: &mut Rng) {
        let candidates =
            bits(u32::from(s.rival.left)).filter(|&tile| self.t.rival.tiles[tile as usize].arrow as u8 == s.rival.arrow);
        let set = candidates.fold(0u64, |set, tile| set | 1 << tile);
        if set == 0 {
            return;
        }
        let tile = nth_bit(set, rng.below(set.count_ones()));
        s.rival.left &= !(1 << tile);
        if s.rival.first == NONE {
            s.rival.first = tile as u8;
        }
        self.show_next_back(s, rng);
        let arrow = if s.rival.left == 0 {
            self.t.rival.tiles[s.rival.first as usize % 15].arrow
        } else {
            Arrow::ALL[s.rival.arrow as usize & 1]
        };
        if s.rival.left == 0 {
            s.rival.arrow = 0;
        }
        let rule = self.t.rival.tiles[tile];
        // R168, ruling L3
        let buys = rule.action == RivalAction::BuyItem && self.rulings.rival_buys_item_in_five;
        if rule.idle_in_five && !buys && s.round == LAST_ROUND {
            return;
        }
        match rule.action {
            RivalAction::Dig => self.rival_dig(s, rule.resource, arrow),
            RivalAction::Discover => self.rival_discover(s, rule.discover[s.round as usize - 1], arrow, rng),
            RivalAction::Research => {
                self.rival_research(s, arrow, rng);
                // (c)
                let row = self.row_of(s.rival.magnifier).min(15);
                if self.rulings.rival_always_assistant || self.t.track.recruit_rows >> row & 1 == 1 {
                    self.rival_removes_assistant(s, arrow, rng);
                }
            }
            RivalAction::Overcome => self.rival_overcome(s, arrow, rng),
            RivalAction::BuyItem => self.rival_buy(s, CardType::Item, &rule, arrow, rng),
            RivalAction::BuyArtifact => self.rival_buy(s, CardType::Artifact, &rule, arrow, rng),
        }
    }

    /// The resources that a site offers the rival, as a set.
    fn offers(&self, s: &State, site: Site) -> u8 {
        match site.place() {
            None => self.t.sites.camp_offers[site.at()],
            Some(place) if s.tiles[place] != NONE => self.t.sites.tile_offers[s.tiles[place] as usize & 15],
            Some(_) => 0,
        }
    }

    /// The best of some sites: highest row (or lowest), then by the arrow (R165, R166).
    fn pick_site(&self, sites: impl Iterator<Item = Site>, rows: Rows, arrow: Arrow) -> Option<Site> {
        sites.max_by_key(|site| {
            let (row, col) = self.t.sites.place_of[site.at()];
            let row = i16::from(row);
            let col = i16::from(col);
            (if rows == Rows::LowFirst { -row } else { row }, if arrow == Arrow::Right { col } else { -col })
        })
    }

    /// R165.
    fn rival_dig(&self, s: &mut State, resource: Good, arrow: Arrow) {
        let open = !(s.occupied() | s.blocked);
        let sites = Site::all().filter(|site| site.spaces() & open != 0 && self.offers(s, *site) >> resource as u8 & 1 == 1);
        if let Some(site) = self.pick_site(sites, Rows::HighFirst, arrow) {
            s.rival.figures |= 1 << (site.spaces() & open).trailing_zeros();
        }
    }

    /// R166.
    fn rival_discover(&self, s: &mut State, (level, guardian): (u8, bool), arrow: Arrow, rng: &mut Rng) {
        let (range, rows) = match level {
            1 => (0..FIRST_LEVEL2, Rows::LowFirst),
            2 => (FIRST_LEVEL2..PLACES, Rows::HighFirst),
            _ => return,
        };
        let sites = range.filter(|&place| s.tiles[place] == NONE).map(|place| Site((CAMPS + place) as u8));
        let Some(site) = self.pick_site(sites, rows, arrow) else { return };
        let place = site.at() - CAMPS;
        s.rival.figures |= site.spaces();
        let kind = std::mem::replace(&mut s.idols[place], NONE);
        if s.rival.idols >> kind & 1 == 1 {
            s.rival.pile += 1;
        } else {
            s.rival.idols |= 1 << kind;
        }
        if level == 2 {
            s.rival.pile += 1;
        }
        let stack = if level == 1 { &mut s.stack1 } else { &mut s.stack2 };
        s.tiles[place] = draw_tile(stack, rng).expect("there are more tiles than places");
        if guardian {
            place_guardian(s, site, rng);
        }
    }

    /// R167.
    fn rival_research(&self, s: &mut State, arrow: Arrow, rng: &mut Rng) {
        let t = &self.t;
        if s.rival.arrival > 0 {
            // (b) a 6-point tile
            let order = if arrow == Arrow::Right { [2, 1] } else { [1, 2] };
            if let Some(stack) = order.into_iter().find(|&k| s.temple_left[k] > 0) {
                s.temple_left[stack] -= 1;
                s.rival.temple[stack] += 1;
            }
        } else {
            let next = if s.rival.magnifier == NONE { t.track.start } else { t.track.spaces[s.rival.magnifier as usize].next };
            let by_column = |space: &u8| t.track.spaces[*space as usize].col;
            let spaces = bits(u32::from(next));
            let space = if arrow == Arrow::Right { spaces.max_by_key(by_column) } else { spaces.min_by_key(by_column) };
            let Some(space) = space else { return };
            s.rival.magnifier = space;
            self.rival_takes_bonus(s, space, arrow, rng);
            // (d) the Snake rescue space
            if t.track.spaces[space as usize].idols > 0 && !s.rescue.is_empty() {
                s.rescue.remove(0);
                if s.rescue.is_empty() && s.rescue_below > 0 {
                    s.rescue_below -= 1;
                    let top = draw_hidden(s, rng);
                    s.rescue.push(top);
                }
            }
        }
    }

    fn rival_takes_bonus(&self, s: &mut State, space: u8, arrow: Arrow, rng: &mut Rng) {
        if space == self.t.track.temple {
            s.arrivals += 1;
            s.rival.arrival = s.arrivals;
            if s.temple_tiles > 0 {
                // The top tile, shown to the human.
                let kind = if s.temple_seen == 0 {
                    self.unseen_bonus(s, rng)
                } else {
                    let mut kinds = crate::core::Bag(s.temple_kinds);
                    let kind = kinds.draw(rng).expect("the stack is not empty");
                    s.temple_kinds = kinds.0;
                    kind
                };
                s.temple_tiles -= 1;
                s.bonus_seen[kind] += 1;
            }
            return;
        }
        let tiles = &mut s.bonus[space as usize];
        let n = tiles.iter().filter(|k| **k != NONE).count();
        if n > 0 {
            let kind = tiles[if arrow == Arrow::Right { n - 1 } else { 0 }];
            if arrow == Arrow::Right {
                tiles[n - 1] = NONE;
            } else {
                take_tile(tiles, kind);
            }
        }
    }

    fn rival_removes_assistant(&self, s: &mut State, arrow: Arrow, rng: &mut Rng) {
        let height = |stack: usize| if s.supply[stack] == NONE { 0 } else { 1 + s.supply_below[stack] };
        let most = (0..3).map(height).max().unwrap_or(0);
        if most == 0 {
            return;
        }
        let mut stacks = (0..3).filter(|&k| height(k) == most);
        let stack = if arrow == Arrow::Right { stacks.next_back() } else { stacks.next() };
        let top = s.supply[stack.expect("one has the greatest height")];
        self.take_supply(s, top, rng);
    }

    /// R168.
    fn rival_overcome(&self, s: &mut State, arrow: Arrow, rng: &mut Rng) {
        let own = s.rival.figures;
        let sites = Site::all().filter(|site| own & site.spaces() != 0 && s.guardian_at[site.at()] != NONE);
        match self.pick_site(sites, Rows::HighFirst, arrow) {
            Some(site) => {
                let guardian = std::mem::replace(&mut s.guardian_at[site.at()], NONE);
                s.rival.guardians |= 1 << guardian;
            }
            None => self.rival_research(s, arrow, rng),
        }
    }

    /// R168: fewest points for green, most for red; the arrow says from which end the row is searched.
    fn rival_buy(&self, s: &mut State, cards: CardType, tile: &RivalTile, arrow: Arrow, rng: &mut Rng) {
        let artifact = cards == CardType::Artifact;
        let row = if artifact { s.artifact_row } else { s.item_row };
        // Items run from the staff to the right, artifacts from the staff to the left.
        let position = |slot: usize| if artifact { -(slot as i16) } else { slot as i16 };
        let best = (0..5).filter(|&slot| row[slot] != NONE).max_by_key(|&slot| {
            let points = i16::from(self.t.cards.points[row[slot] as usize]);
            (if tile.green { -points } else { points }, if arrow == Arrow::Right { position(slot) } else { -position(slot) })
        });
        if let Some(slot) = best {
            let card = row[slot];
            s.take_offered(card);
            s.rival.cards.add(card);
            s.refill(rng);
        }
    }
}
