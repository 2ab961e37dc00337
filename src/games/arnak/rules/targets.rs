//! Targets of figures, tokens and guardians: spaces, research moves, sites (sections 6, 7, 11 and 13).

use super::effects::ast::{Activate, Dig, Good, Levels, Reach, Research, TokenChoice};
use crate::core::ActionSet;
use crate::games::arnak::Arnak;
use crate::games::arnak::actions::at;
use crate::games::arnak::legal::{bits, less};
use crate::games::arnak::player::Player;
use crate::games::arnak::state::{Goods, Icons, State};
use crate::games::arnak::words::{CAMP_SPACES, FIRST_LEVEL2, NONE, Site, Space};

const COIN: usize = Good::Coin as usize;
const COMPASS: usize = Good::Compass as usize;

/// Research moves: columns of the next row by token, stacks of temple tiles, as sets.
pub(in crate::games::arnak) struct Moves {
    pub(in crate::games::arnak) magnifier: u8,
    pub(in crate::games::arnak) notebook: u8,
    pub(in crate::games::arnak) temple: u8,
}

impl Arnak {
    /// The cost of entering a research space after the discount, and its idols (R99, R104).
    pub(in crate::games::arnak) fn research_cost(&self, space: usize, research: &Research) -> (Goods, u8) {
        let entered = &self.t.track.spaces[space];
        if research.free {
            let idols = if self.rulings.journal_pays_idol { entered.idols } else { 0 };
            return (Goods::default(), idols);
        }
        (less(&entered.goods, &research.discount), entered.idols)
    }

    /// The connected space of a token in a column, if any (R98).
    pub(in crate::games::arnak) fn next_space(&self, from: u8, column: u8) -> Option<usize> {
        bits(u32::from(self.next_spaces(from))).map(|i| i as usize).find(|&i| self.t.track.spaces[i].col == column)
    }

    /// The row a token stands in; 0 is the start.
    #[inline]
    pub(in crate::games::arnak) fn row_of(&self, space: u8) -> u8 {
        if space == NONE { 0 } else { self.t.track.spaces[space as usize].row }
    }

    /// Connected spaces of the next row, as a set.
    #[inline]
    pub(in crate::games::arnak) fn next_spaces(&self, from: u8) -> u16 {
        if from == NONE { self.t.track.start } else { self.t.track.spaces[from as usize].next }
    }

    /// Goods and idols a player lacks to enter a research space.
    #[inline]
    pub(in crate::games::arnak) fn lacking(&self, p: &Player, space: usize) -> u8 {
        let space = &self.t.track.spaces[space];
        let goods: u8 = space.goods.iter().zip(&p.goods).map(|(cost, have)| cost.saturating_sub(*have)).sum();
        goods + space.idols.saturating_sub(p.crates)
    }

    /// Research moves and temple tiles a player can afford (R97, R98, R103): columns for each token, stacks.
    pub(in crate::games::arnak) fn research_moves(&self, s: &State, p: &Player, research: &Research) -> Moves {
        let token = |from: u8, highest: u8| {
            let mut columns = 0;
            for space in bits(u32::from(self.next_spaces(from))) {
                let entered = &self.t.track.spaces[space as usize];
                let (goods, idols) = self.research_cost(space as usize, research);
                if entered.row <= highest && p.can_pay(&goods) && idols <= p.crates {
                    columns |= 1 << entered.col;
                }
            }
            columns
        };
        let any = research.token == TokenChoice::Any;
        let mut moves = Moves {
            magnifier: if any { token(p.magnifier, 8) } else { 0 },
            notebook: token(p.notebook, self.row_of(p.magnifier).min(7)),
            temple: 0,
        };
        if any && research.temple && p.arrival > 0 {
            for stack in (0..6).filter(|&k| s.temple_left[k] > 0) {
                if p.can_pay(&less(&self.t.temple.cost[stack], &research.discount)) {
                    moves.temple |= 1 << stack;
                }
            }
        }
        moves
    }

    pub(in crate::games::arnak) fn research_answers(&self, s: &State, research: &Research, out: &mut ActionSet) {
        let moves = self.research_moves(s, s.me(), research);
        out.add_bits(at::MAGNIFIER, u64::from(moves.magnifier));
        out.add_bits(at::NOTEBOOK, u64::from(moves.notebook));
        out.add_bits(at::TEMPLE, u64::from(moves.temple));
    }

    /// Spaces a figure of a player can be sent to, as a set: Dig where there is a site, Discover where there is none (R50, R52, R55).
    pub(in crate::games::arnak) fn dig_spaces(&self, s: &State, p: &Player, dig: &Dig, have: &Icons) -> u32 {
        if p.figures_home() == 0 {
            return 0;
        }
        let open = !(s.occupied() | s.blocked);
        let compasses = p.goods[COMPASS];
        let (mut last, mut last_answer) = (Icons::default(), false);
        let spaces = if dig.camp_only { CAMP_SPACES } else { Space::COUNT };
        let mut reached = 0;
        for space in (0..spaces).filter(|space| open >> space & 1 == 1) {
            if space >= CAMP_SPACES && s.tiles[space - CAMP_SPACES] == NONE {
                // A place whose idol is taken is being discovered.
                if s.idols[space - CAMP_SPACES] == NONE {
                    continue;
                }
                let level = usize::from(space - CAMP_SPACES >= FIRST_LEVEL2);
                if compasses < self.t.sites.discover[level].saturating_sub(dig.compass_discount) {
                    continue;
                }
            }
            let cost = self.t.sites.travel[space];
            if cost != last {
                let payment = self.discounted(cost, dig.discount, p.icons_as_planes);
                last_answer = dig.free_travel || Self::can_travel(&payment, have, p.goods[COIN]);
                last = cost;
            }
            reached |= u32::from(last_answer) << space;
        }
        reached
    }

    /// Guarded sites a free overcome reaches, as a set (R57).
    pub(in crate::games::arnak) fn overcome_sites(&self, s: &State, reach: Reach) -> u32 {
        let own = s.me().figures;
        let others = s.occupied() & !own;
        let mut sites = 0;
        for site in Site::all().filter(|site| s.guardian_at[site.at()] != NONE) {
            let reached = match reach {
                Reach::OwnSite => own & site.spaces() != 0,
                Reach::NoOther => others & site.spaces() == 0,
            };
            sites |= u32::from(reached) << site.0;
        }
        sites
    }

    pub(in crate::games::arnak) fn activate_answers(&self, s: &State, activate: &Activate, but: Option<Site>, out: &mut ActionSet) {
        let (own, occupied) = (s.me().figures, s.occupied());
        for site in Site::all().filter(|site| activate.levels.0 & site.level_bit() != 0 && s.discovered(*site)) {
            let free = !activate.unoccupied || occupied & site.spaces() == 0;
            let mine = !activate.own || own & site.spaces() != 0;
            let paid = site.level_bit() != 4 || s.me().can_pay(&activate.level2_cost);
            if free && mine && paid && but != Some(site) {
                out.add_id(at::SITE + site.at());
            }
        }
    }

    /// Spaces a figure standing at `from` can move to, as a set (R135).
    pub(in crate::games::arnak) fn relocation_targets(&self, s: &State, levels: Levels, from: u8) -> u32 {
        let open = !(s.occupied() | s.blocked);
        let here = Space(from.min(21)).site();
        Site::all()
            .filter(|&site| site != here && levels.0 & site.level_bit() != 0 && s.discovered(site))
            .fold(0, |set, site| set | site.spaces() & open)
    }

    /// Sites a guardian can be moved to, as a set.
    pub(in crate::games::arnak) fn crown_targets(&self, s: &State, levels: Levels) -> u32 {
        let occupied = s.occupied();
        Site::all()
            .filter(|&site| levels.0 & site.level_bit() != 0 && s.discovered(site))
            .filter(|site| occupied & site.spaces() == 0 && s.guardian_at[site.at()] == NONE)
            .fold(0, |set, site| set | 1 << site.0)
    }
}
