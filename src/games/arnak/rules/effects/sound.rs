//! The frames that can lie on the stack: each is inside the effect it names, at a step that waits, with the locals that it reads.

use super::program::{Op, Pc, Proc, Program, Run};
use super::question::{Ask, Question};
use crate::core::Broken;
use crate::ensure;
use crate::games::arnak::Arnak;
use crate::games::arnak::rules::travel;
use crate::games::arnak::state::{Frame, Payment, State, flag, source};
use crate::games::arnak::words::{CAMP_SPACES, CARDS, NONE, Site, Space, TILES};

impl Arnak {
    pub(in crate::games::arnak) fn check_stack(&self, s: &State) -> Result<(), Broken> {
        let ops = &self.t.code.ops;
        for (i, &frame) in s.stack.iter().enumerate() {
            ensure!((frame.pc as usize) < ops.len(), "a frame stands in an effect", "pc {}", frame.pc);
            let op = ops[frame.pc as usize];
            ensure!(self.belongs(s, frame), "a frame stands in the effect it names", "{frame:?} at {op:?}");
            let known = flag::FREE | flag::CAN_PASS | flag::MAIN;
            ensure!(frame.flags & !known == 0, "a frame has known flags", "flags {}", frame.flags);
            let waits = i + 1 == s.stack.len() || self.waits_below(frame.pc);
            ensure!(waits, "a frame below others waits for them", "{frame:?} at {op:?}");
            ensure!(self.locals(s, frame), "a frame holds what its step reads", "{frame:?} at {op:?}");
            let again = s.stack[..i].iter().any(|other| discovers(other) && discovers(&frame) && other.a == frame.a);
            ensure!(!again, "a place is discovered once", "space {}", frame.a);
        }
        let top = s.stack.last().map(|f| ops[f.pc as usize]);
        let pay = &s.payment;
        ensure!(
            matches!(top, Some(Op::Ask(Ask::PayIcons(_)))) || *pay == Payment::default(),
            "a payment belongs to the top frame",
            "{pay:?}"
        );
        let small = [pay.cost, pay.committed, pay.pending].iter().all(|icons| icons.iter().all(|&n| n <= 2));
        ensure!(small && pay.cost.iter().sum::<u8>() <= 2, "a travel cost has at most two icons", "{pay:?}");
        ensure!(travel::fits(&pay.committed, &pay.cost), "committed icons fit the cost", "{pay:?}");
        let pending = pay.pending.iter().sum::<u8>();
        ensure!(pending == 0 || pending == 2, "one of two icons is committed", "{pay:?}");
        let looking = matches!(top, Some(Op::Ask(Ask::Keep(_) | Ask::ReturnTop(_))));
        let seen = s.seen.len() + s.seen_fear.iter().map(|&n| u32::from(n)).sum::<u32>();
        ensure!(looking == (seen > 0), "cards are seen while one is kept", "{seen} cards");
        ensure!(seen <= 3, "at most three cards are seen", "{seen} cards");
        Ok(())
    }

    /// Whether a place is being discovered: its idol may be taken, and its tile is not yet turned up.
    pub(in crate::games::arnak) fn discovering(&self, s: &State, place: usize) -> bool {
        s.stack.iter().any(|f| discovers(f) && f.a as usize == CAMP_SPACES + place)
    }

    /// Whether the op of a frame belongs to what the frame says it resolves.
    fn belongs(&self, s: &State, f: Frame) -> bool {
        let t = &self.t;
        let within = |p: Program| (p.start..p.start + p.len).contains(&f.pc);
        let entry = |base: u8, count: usize| f.source.checked_sub(base).map(usize::from).filter(|i| *i < count);
        if let Some(card) = entry(source::CARD, CARDS) {
            return within(t.cards.effect[card]) || inside(Proc::Artifact, f.pc) && f.a as usize == card;
        }
        if let Some(site) = entry(source::SITE, Site::COUNT) {
            let moves = (inside(Proc::Dig, f.pc) || inside(Proc::Discover, f.pc)) && (f.a as usize) < Space::COUNT;
            return within(self.site_program(s, Site(site as u8))) || moves && Space(f.a).site().at() == site;
        }
        if let Some(tile) = entry(source::TILE, TILES) {
            return within(t.sites.tile[tile]);
        }
        if let Some(idol) = entry(source::IDOL, t.idols.effect.len()) {
            return within(t.idols.effect[idol]);
        }
        if let Some(guardian) = entry(source::GUARDIAN, t.guardians.boon.len()) {
            let fights = inside(Proc::Overcome, f.pc) || inside(Proc::OvercomeCard, f.pc);
            return within(t.guardians.boon[guardian]) || fights && s.guardian_at.get(f.a as usize) == Some(&(guardian as u8));
        }
        if let Some(assistant) = entry(source::ASSISTANT, t.assistants.effect.len()) {
            return t.assistants.effect[assistant].into_iter().any(within);
        }
        if let Some(option) = entry(source::SLOT, t.idols.slot.len()) {
            return within(t.idols.slot[option]);
        }
        if let Some(kind) = entry(source::BONUS, t.bonus.effect.len()) {
            return within(t.bonus.effect[kind]);
        }
        for (token, base) in [source::MAGNIFIER, source::NOTEBOOK].into_iter().enumerate() {
            if let Some(row) = entry(base, 9) {
                let research = inside(Proc::Research, f.pc) || inside(Proc::Temple, f.pc);
                let entered = t.track.spaces.get((f.a & 127) as usize).is_some_and(|space| space.row as usize == row);
                let effect = row < 8 && within(t.track.row[token][row]);
                return effect || research && usize::from(f.a >> 7) == token && entered;
            }
        }
        false
    }

    /// Whether a frame can wait here while others above it are resolved: an open step lets free actions in (R31), and a call
    /// returns to the step after it.
    fn waits_below(&self, pc: Pc) -> bool {
        let ops = &self.t.code.ops;
        let open = matches!(ops[pc as usize], Op::Ask(ask) if ask.is_open());
        let back = pc.checked_sub(1).is_some_and(|before| match ops[before as usize] {
            Op::Ask(ask) => matches!(
                ask,
                Ask::Dig(_)
                    | Ask::ActivateAgain(_)
                    | Ask::Research(_)
                    | Ask::Buy(_)
                    | Ask::GainCard(_)
                    | Ask::Activate(_)
                    | Ask::UseSupply(_)
                    | Ask::Order(_)
            ),
            Op::Run(run) => matches!(run, Run::ActivateTarget | Run::ActivateStack(_) | Run::TakeIdol | Run::RevealSite),
        });
        // `Order` leaves its frame at the second effect, one or three ops further on.
        open || back || pc == Proc::Research.pc() + 4
    }

    /// Whether the locals of a frame are valid for its step.
    fn locals(&self, s: &State, f: Frame) -> bool {
        let op = self.t.code.ops[f.pc as usize];
        let (site, space) = ((f.a as usize) < Site::COUNT, (f.a as usize) < Space::COUNT);
        let p = s.me();
        let open = |space: u8| (s.occupied() | s.blocked) >> space & 1 == 0 && p.figures_home() > 0;
        let offset = |proc: Proc| f.pc - proc.pc();
        if inside(Proc::Dig, f.pc) {
            return offset(Proc::Dig) == 0 && space && s.discovered(Space(f.a).site()) && open(f.a);
        }
        if inside(Proc::Discover, f.pc) {
            let Some(place) = (f.a as usize).checked_sub(CAMP_SPACES).filter(|_| space) else { return false };
            let (idol, tile) = (s.idols[place] != NONE, s.tiles[place] != NONE);
            return match offset(Proc::Discover) {
                0 => idol && !tile && open(f.a),
                3 => !idol && !tile,
                4 => tile,
                _ => false,
            };
        }
        if inside(Proc::OvercomeCard, f.pc) || inside(Proc::Overcome, f.pc) {
            return site && s.guardian_at[f.a as usize] != NONE && matches!(op, Op::Ask(_));
        }
        let temple = (f.a & 127) == self.t.track.temple;
        if inside(Proc::Research, f.pc) {
            let second = matches!(op, Op::Run(Run::RowEffect | Run::BonusEffect)) && f.b < 6;
            return !temple && (second || matches!(op, Op::Ask(ask) if ask.sound(self, s, f)));
        }
        if inside(Proc::Temple, f.pc) {
            return temple && matches!(op, Op::Ask(ask) if ask.sound(self, s, f));
        }
        match op {
            Op::Ask(ask) => ask.sound(self, s, f),
            // No frame waits at a list of branches or at a step that uses what was just chosen.
            Op::Run(Run::Branch(_) | Run::ActivateTarget | Run::CardEffect) => false,
            // The other steps read no local.
            Op::Run(_) => f.b == 0,
        }
    }
}

fn inside(proc: Proc, pc: Pc) -> bool {
    (proc.pc()..proc.end()).contains(&pc)
}

fn discovers(f: &Frame) -> bool {
    inside(Proc::Discover, f.pc)
}
