//! Where figures, tokens and guardians can go: spaces, research moves, sites (sections 6, 7, 11 and 13).

use super::Arnak;
use super::actions::at;
use super::effects::ast::{Activate, Dig, Good, Levels, Reach, Research, TokenChoice};
use super::ids::{CAMP_SPACES, FIRST_LEVEL2, NONE, Site, Space};
use super::legal::{bits, less};
use super::state::{Goods, Icons, State};
use crate::core::ActionSet;

const COIN: usize = Good::Coin as usize;
const COMPASS: usize = Good::Compass as usize;

impl Arnak {
    /// What entering a research space costs after the discount, and the idols (R99, R104).
    pub(super) fn research_cost(&self, space: usize, research: &Research) -> (Goods, u8) {
        let entered = &self.t.track[space];
        if research.free {
            let idols = if self.rulings.journal_pays_idol { entered.idols } else { 0 };
            return (Goods::default(), idols);
        }
        (less(&entered.goods, &research.discount), entered.idols)
    }

    /// The connected space of a token in a column, if any (R98).
    pub(super) fn next_space(&self, from: u8, column: u8) -> Option<usize> {
        let next = if from == NONE { self.t.track_start } else { self.t.track[from as usize].next };
        bits(u32::from(next)).map(|i| i as usize).find(|&i| self.t.track[i].col == column)
    }

    /// The row a token stands in; 0 is the start.
    #[inline]
    pub(super) fn row_of(&self, space: u8) -> u8 {
        if space == NONE { 0 } else { self.t.track[space as usize].row }
    }

    /// Research moves and temple tiles the player can afford (R97, R98, R103).
    pub(super) fn research_answers(&self, s: &State, research: &Research, out: &mut ActionSet) {
        let p = s.me();
        let mut token = |from: u8, block: usize, highest: u8| {
            let next = if from == NONE { self.t.track_start } else { self.t.track[from as usize].next };
            for space in bits(u32::from(next)) {
                let entered = &self.t.track[space as usize];
                let (goods, idols) = self.research_cost(space as usize, research);
                if entered.row <= highest && p.can_pay(&goods) && idols <= p.crates {
                    out.add_id(block + entered.col as usize);
                }
            }
        };
        if research.token == TokenChoice::Any {
            token(p.magnifier, at::MAGNIFIER, 8);
        }
        token(p.notebook, at::NOTEBOOK, self.row_of(p.magnifier).min(7));
        if research.token == TokenChoice::Any && research.temple && p.arrival > 0 {
            for stack in (0..6).filter(|&k| s.temple_left[k] > 0) {
                if p.can_pay(&less(&self.t.temple_cost[stack], &research.discount)) {
                    out.add_id(at::TEMPLE + stack);
                }
            }
        }
    }

    /// Spaces a figure can be sent to: Dig where there is a site, Discover where there is none (R50, R52, R55).
    pub(super) fn dig_answers(&self, s: &State, dig: &Dig, have: &Icons, out: &mut ActionSet) {
        let p = s.me();
        if p.figures_home() == 0 {
            return;
        }
        let open = !(s.occupied() | s.blocked);
        let compasses = p.goods[COMPASS];
        let (mut last, mut last_answer) = (Icons::default(), false);
        let spaces = if dig.camp_only { CAMP_SPACES } else { Space::COUNT };
        for space in (0..spaces).filter(|space| open >> space & 1 == 1) {
            if space >= CAMP_SPACES && s.tiles[space - CAMP_SPACES] == NONE {
                let level = usize::from(space - CAMP_SPACES >= FIRST_LEVEL2);
                if compasses < self.t.discover[level].saturating_sub(dig.compass_discount) {
                    continue;
                }
            }
            let cost = self.t.travel[space];
            if cost != last {
                let payment = self.discounted(cost, dig.discount, p.icons_as_planes);
                last_answer = dig.free_travel || Self::can_travel(&payment, have, p.goods[COIN]);
                last = cost;
            }
            if last_answer {
                out.add_id(at::SPACE + space);
            }
        }
    }

    /// Guarded sites a free overcome reaches, as a set (R57).
    pub(super) fn overcome_sites(&self, s: &State, reach: Reach) -> u32 {
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

    pub(super) fn activate_answers(&self, s: &State, activate: &Activate, but: Option<Site>, out: &mut ActionSet) {
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
    pub(super) fn relocation_targets(&self, s: &State, levels: Levels, from: u8) -> u32 {
        let open = !(s.occupied() | s.blocked);
        let here = Space(from.min(21)).site();
        Site::all()
            .filter(|&site| site != here && levels.0 & site.level_bit() != 0 && s.discovered(site))
            .fold(0, |set, site| set | site.spaces() & open)
    }

    /// Sites a guardian can be moved to, as a set.
    pub(super) fn crown_targets(&self, s: &State, levels: Levels) -> u32 {
        let occupied = s.occupied();
        Site::all()
            .filter(|&site| levels.0 & site.level_bit() != 0 && s.discovered(site))
            .filter(|site| occupied & site.spaces() == 0 && s.guardian_at[site.at()] == NONE)
            .fold(0, |set, site| set | 1 << site.0)
    }
}
