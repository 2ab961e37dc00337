//! Figures, sites, guardians and idols (sections 6, 7, 8 and 13).

use super::super::ast::{Levels, Reach};
use super::super::question::{Node, Question, foreign, locked, skip};
use crate::core::{ActionSet, Rng};
use crate::games::arnak::Arnak;
use crate::games::arnak::actions::{Act, at};
use crate::games::arnak::describe::decision::Decision;
use crate::games::arnak::legal::bits;
use crate::games::arnak::state::{Frame, State};
use crate::games::arnak::words::{NONE, Site, Space};

fn space(act: Act) -> Space {
    let Act::Space(space) = act else { foreign(act) };
    space
}

fn site(act: Act) -> Site {
    let Act::Site(site) = act else { foreign(act) };
    site
}

/// May dig or discover (R55, R128).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dig {
    /// Its parameters, as an index.
    pub dig: u8,
    /// Number of ops to the step that follows.
    pub skip: u8,
}

impl Question for Dig {
    fn decision(self, _: &State) -> Decision {
        Decision::Dig
    }

    fn answers(self, game: &Arnak, s: &State, _: Frame, out: &mut ActionSet) {
        let have = game.icons_available(s.pool, s.me());
        out.add_bits(at::SPACE, u64::from(game.dig_spaces(s, s.me(), &game.t.code.digs[self.dig as usize], &have)));
    }

    fn answer(self, game: &Arnak, s: &mut State, _: Frame, act: Act, _: &mut Rng) {
        game.send_figure(s, space(act), &game.t.code.digs[self.dig as usize]);
    }

    fn decline(self, frame: &mut Frame) {
        skip(frame, self.skip);
    }
}

/// May use the site just dug at again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActivateAgain;

impl Question for ActivateAgain {
    fn decision(self, _: &State) -> Decision {
        Decision::Again
    }

    fn answers(self, _: &Arnak, _: &State, _: Frame, out: &mut ActionSet) {
        out.add_id(at::ACCEPT);
    }

    fn answer(self, game: &Arnak, s: &mut State, frame: Frame, _: Act, _: &mut Rng) {
        game.call_site(s, Site(frame.a));
    }

    fn sound(self, game: &Arnak, s: &State, frame: Frame) -> bool {
        (frame.a as usize) < Site::COUNT
            && Site(frame.a).place().is_none_or(|place| s.tiles[place] != NONE || game.discovering(s, place))
            && frame.b == 0
    }
}

/// May overcome a guardian free of charge (R57, R132).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overcome {
    /// The guardians within reach.
    pub reach: Reach,
}

impl Question for Overcome {
    fn decision(self, _: &State) -> Decision {
        Decision::Overcome
    }

    fn answers(self, game: &Arnak, s: &State, _: Frame, out: &mut ActionSet) {
        out.add_bits(at::SITE, u64::from(game.overcome_sites(s, self.reach)));
    }

    fn answer(self, game: &Arnak, s: &mut State, _: Frame, act: Act, _: &mut Rng) {
        s.take_guardian(site(act));
        game.next(s);
    }
}

/// May use a site (R133).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Activate {
    /// Its parameters, as an index.
    pub activate: u8,
    /// Number of ops to the step that follows.
    pub skip: u8,
    /// Sites used before: this must be a different one.
    pub before: u8,
}

impl Question for Activate {
    fn decision(self, _: &State) -> Decision {
        Decision::Activate
    }

    fn answers(self, game: &Arnak, s: &State, frame: Frame, out: &mut ActionSet) {
        let but = (self.before == 1).then_some(Site(frame.a));
        game.activate_answers(s, &game.t.code.activates[self.activate as usize], but, out);
    }

    fn answer(self, game: &Arnak, s: &mut State, _: Frame, act: Act, _: &mut Rng) {
        let site = site(act);
        if site.level_bit() == 4 {
            s.me_mut().pay(&game.t.code.activates[self.activate as usize].level2_cost);
        }
        game.remember(s, site.0);
        game.call_site(s, site);
    }

    fn decline(self, frame: &mut Frame) {
        skip(frame, self.skip);
    }
}

/// May choose a figure to move (R135).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RelocateFrom {
    /// Levels of sites it can go to.
    pub levels: u8,
    /// Number of ops to the step that follows.
    pub skip: u8,
}

impl Question for RelocateFrom {
    fn decision(self, _: &State) -> Decision {
        Decision::RelocateFrom
    }

    fn answers(self, game: &Arnak, s: &State, _: Frame, out: &mut ActionSet) {
        for space in bits(s.me().figures).filter(|&space| game.relocation_targets(s, Levels(self.levels), space) != 0) {
            out.add_id(at::SPACE + space as usize);
        }
    }

    fn answer(self, game: &Arnak, s: &mut State, _: Frame, act: Act, _: &mut Rng) {
        game.remember(s, space(act).0);
        game.next(s);
    }

    fn decline(self, frame: &mut Frame) {
        skip(frame, self.skip);
    }
}

/// Chooses its destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RelocateTo {
    /// Levels of sites it can go to.
    pub levels: u8,
}

impl Question for RelocateTo {
    const OPEN: bool = false;

    fn decision(self, _: &State) -> Decision {
        Decision::RelocateTo
    }

    fn node(self, game: &Arnak, s: &State, frame: Frame, out: &mut ActionSet) -> Node {
        self.answers(game, s, frame, out);
        locked(out)
    }

    fn answers(self, game: &Arnak, s: &State, frame: Frame, out: &mut ActionSet) {
        out.add_bits(at::SPACE, u64::from(game.relocation_targets(s, Levels(self.levels), frame.a)));
    }

    fn answer(self, game: &Arnak, s: &mut State, frame: Frame, act: Act, _: &mut Rng) {
        let to = space(act);
        let p = s.me_mut();
        p.figures = p.figures & !(1 << frame.a) | 1 << to.0;
        game.remember(s, to.site().0);
        game.next(s);
    }

    fn sound(self, _: &Arnak, s: &State, frame: Frame) -> bool {
        (frame.a as usize) < Space::COUNT && s.me().figures >> frame.a & 1 == 1 && frame.b == 0
    }
}

/// May choose a guardian to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CrownFrom {
    /// Levels of sites it can go to.
    pub levels: u8,
    /// Number of ops to the step that follows.
    pub skip: u8,
}

impl Question for CrownFrom {
    fn decision(self, _: &State) -> Decision {
        Decision::GuardianFrom
    }

    fn answers(self, game: &Arnak, s: &State, _: Frame, out: &mut ActionSet) {
        if game.crown_targets(s, Levels(self.levels)) != 0 {
            out.add_bits(at::SITE, u64::from(game.overcome_sites(s, Reach::OwnSite)));
        }
    }

    fn answer(self, game: &Arnak, s: &mut State, _: Frame, act: Act, _: &mut Rng) {
        game.remember(s, site(act).0);
        game.next(s);
    }

    fn decline(self, frame: &mut Frame) {
        skip(frame, self.skip);
    }
}

/// Chooses its destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CrownTo {
    /// Levels of sites it can go to.
    pub levels: u8,
}

impl Question for CrownTo {
    const OPEN: bool = false;

    fn decision(self, _: &State) -> Decision {
        Decision::GuardianTo
    }

    fn node(self, game: &Arnak, s: &State, frame: Frame, out: &mut ActionSet) -> Node {
        self.answers(game, s, frame, out);
        locked(out)
    }

    fn answers(self, game: &Arnak, s: &State, _: Frame, out: &mut ActionSet) {
        out.add_bits(at::SITE, u64::from(game.crown_targets(s, Levels(self.levels))));
    }

    fn answer(self, game: &Arnak, s: &mut State, frame: Frame, act: Act, _: &mut Rng) {
        let to = site(act);
        s.guardian_at[to.at()] = std::mem::replace(&mut s.guardian_at[frame.a as usize], NONE);
        game.remember(s, to.0);
        game.next(s);
    }

    fn sound(self, _: &Arnak, s: &State, frame: Frame) -> bool {
        (frame.a as usize) < Site::COUNT && s.guardian_at[frame.a as usize] != NONE && frame.b == 0
    }
}

/// May take a figure back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReturnFigure;

impl Question for ReturnFigure {
    fn decision(self, _: &State) -> Decision {
        Decision::ReturnFigure
    }

    fn answers(self, _: &Arnak, s: &State, _: Frame, out: &mut ActionSet) {
        out.add_bits(at::SPACE, u64::from(s.me().figures));
    }

    fn answer(self, game: &Arnak, s: &mut State, _: Frame, act: Act, _: &mut Rng) {
        s.me_mut().figures &= !(1 << space(act).0);
        game.next(s);
    }
}

/// May free a slot (R74).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReturnSlottedIdol;

impl Question for ReturnSlottedIdol {
    fn decision(self, _: &State) -> Decision {
        Decision::FreeSlot
    }

    fn answers(self, game: &Arnak, s: &State, _: Frame, out: &mut ActionSet) {
        let slots = s.me().slots;
        let slots = if game.rulings.rightmost_slot && slots != 0 { 1 << slots.ilog2() } else { slots };
        out.add_bits(at::FREE_SLOT, u64::from(slots));
    }

    fn answer(self, game: &Arnak, s: &mut State, _: Frame, act: Act, _: &mut Rng) {
        let Act::FreeSlot(slot) = act else { foreign(act) };
        let p = s.me_mut();
        p.slots &= !(1 << slot.0);
        p.crates += 1;
        game.next(s);
    }
}
