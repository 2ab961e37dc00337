//! The consequences of a choice. The machine runs everything that follows.

use super::Arnak;
use super::actions::Act;
use super::describe::events::Eyes;
use super::legal::{PLAIN_DIG, PLAIN_RESEARCH, less};
use super::rules::effects::ast::{Dig, Good, Research, To};
use super::rules::effects::machine::draw_hidden;
use super::rules::effects::program::{Op, Proc};
use super::rules::effects::question::{Ask, Question};
use super::state::{Frame, Icons, Payment, Phase, State, flag, source};
use super::words::{ARTIFACT_SET, CAMP_SPACES, FIRST_ARTIFACT, FIRST_LEVEL2, NONE, Site, Space};
use crate::core::{Apply, Rng, Witness};

const COIN: usize = Good::Coin as usize;
const COMPASS: usize = Good::Compass as usize;
const TABLET: usize = Good::Tablet as usize;

impl Apply for Arnak {
    fn apply<W: Witness>(&self, s: &mut State, act: Act, rng: &mut Rng, witness: &mut W) {
        let mut eyes = Eyes::open(witness, s);
        eyes.choosing(self, s, act);
        self.choose(s, act, rng, &mut eyes);
        eyes.note(self, s);
        if s.phase == Phase::Over {
            s.offered.0.clear();
        } else {
            self.settle(s, rng, &mut eyes);
        }
        eyes.close(self);
    }
}

impl Arnak {
    /// Carries out one legal choice; the machine takes care of what follows.
    pub(super) fn choose<W: Witness>(&self, s: &mut State, act: Act, rng: &mut Rng, eyes: &mut Eyes<'_, W>) {
        let Some(&frame) = s.stack.last() else {
            return match s.phase {
                Phase::Keep => self.keep(s, act, rng, eyes),
                Phase::Turns | Phase::Over => self.choose_top(s, act, rng, eyes),
            };
        };
        let Op::Ask(ask) = self.t.code.ops[frame.pc as usize] else { unreachable!("a step that runs is not asked") };
        if matches!(ask, Ask::PayIcons(_)) {
            return ask.answer(self, s, frame, act, rng);
        }
        match act {
            // R31: free actions go on top of the open step.
            Act::Play(card) => self.play(s, card.0),
            Act::Use(assistant) => self.use_assistant(s, assistant.0),
            Act::Boon(guardian) => self.use_boon(s, guardian.at()),
            Act::Slot(option) => self.fill_slot(s, option.at()),
            Act::Decline => self.skip(s),
            _ => ask.answer(self, s, frame, act, rng),
        }
    }

    /// Carries out a choice at the top of a turn; main actions use up the turn's only one (R23, R24).
    fn choose_top<W: Witness>(&self, s: &mut State, act: Act, rng: &mut Rng, eyes: &mut Eyes<'_, W>) {
        match act {
            Act::Play(card) => self.play(s, card.0),
            Act::Use(assistant) => self.use_assistant(s, assistant.0),
            Act::Boon(guardian) => self.use_boon(s, guardian.at()),
            Act::Slot(option) => self.fill_slot(s, option.at()),
            Act::EndTurn => self.end_turn(s, rng, eyes),
            // R137
            Act::Pass => (s.main_used, s.passing) = (true, true),
            Act::Pick(card) => {
                s.main_used = true;
                self.buy(s, card.0, 0, flag::MAIN);
            }
            Act::Space(space) => {
                s.main_used = true;
                self.send_figure(s, space, &PLAIN_DIG);
            }
            Act::Site(site) => {
                s.main_used = true;
                self.overcome(s, site);
            }
            Act::Magnifier(_) | Act::Notebook(_) | Act::Temple(_) => {
                s.main_used = true;
                self.research(s, act, &PLAIN_RESEARCH, rng);
            }
            Act::Assistant(_)
            | Act::FreeSlot(_)
            | Act::Branch(_)
            | Act::Number(_)
            | Act::Tile(_)
            | Act::Icon(_)
            | Act::Pilot
            | Act::Accept
            | Act::Decline => unreachable!("nothing is asked at the top of a turn"),
        }
    }

    /// Plays a hand card for its effect (R86 to R88).
    fn play(&self, s: &mut State, card: u8) {
        let seat = s.seat as usize;
        s.take_from_hand(seat, card);
        if ARTIFACT_SET.has(card) {
            s.players[seat].goods[TABLET] -= 1;
        }
        if self.t.cards.exile_self.has(card) {
            s.exile.add(card);
        } else {
            s.players[seat].play.add(card);
        }
        let flags = if self.t.cards.free.has(card) {
            // R88: passing is possible only from the top before the main action.
            flag::FREE | if s.stack.is_empty() && !s.main_used { flag::CAN_PASS } else { 0 }
        } else {
            s.main_used = true;
            flag::MAIN
        };
        let pc = self.t.cards.effect[card as usize].start;
        Self::push(s, Frame { pc, source: source::CARD + card, flags, ..Frame::default() });
    }

    /// Uses an own assistant (R107, R108).
    fn use_assistant(&self, s: &mut State, assistant: u8) {
        let square = s.me().square_of(assistant).expect("it is an own assistant");
        let side = (s.me().gold >> square & 1) as usize;
        s.me_mut().ready &= !(1 << square);
        let main = self.t.assistants.main >> assistant & 1 == 1;
        s.main_used |= main;
        let pc = self.t.assistants.effect[assistant as usize][side].start;
        let flags = if main { 0 } else { flag::FREE };
        Self::push(s, Frame { pc, source: source::ASSISTANT + assistant, flags, ..Frame::default() });
    }

    /// Uses a boon (R58).
    fn use_boon(&self, s: &mut State, guardian: usize) {
        s.me_mut().used_boons |= 1 << guardian;
        let pc = self.t.guardians.boon[guardian].start;
        Self::push(s, Frame { pc, source: source::GUARDIAN + guardian as u8, flags: flag::FREE, ..Frame::default() });
    }

    /// Puts an idol into the leftmost empty slot (R72).
    fn fill_slot(&self, s: &mut State, option: usize) {
        let p = s.me_mut();
        p.crates -= 1;
        p.slots |= p.slots + 1;
        let pc = self.t.idols.slot[option].start;
        Self::push(s, Frame { pc, source: source::SLOT + option as u8, flags: flag::FREE, ..Frame::default() });
    }

    /// Buys a card (R77, R78, R80).
    pub(super) fn buy(&self, s: &mut State, card: u8, discount: u8, flags: u8) {
        let good = if card < FIRST_ARTIFACT { COIN } else { COMPASS };
        s.me_mut().goods[good] -= self.t.cards.cost[card as usize].saturating_sub(discount);
        self.obtain(s, card, To::DeckBottom, flags);
    }

    /// Sends a figure: Dig or Discover (R50, R52). The site stays in the frame of the step that asked.
    pub(super) fn send_figure(&self, s: &mut State, space: Space, dig: &Dig) {
        let site = space.site();
        let discover = !s.discovered(site);
        if discover {
            let level = usize::from(space.at() - CAMP_SPACES >= FIRST_LEVEL2);
            s.me_mut().goods[COMPASS] -= self.t.sites.discover[level].saturating_sub(dig.compass_discount);
        }
        s.payment = if dig.free_travel {
            Payment::default()
        } else {
            self.discounted(self.t.sites.travel[space.at()], dig.discount, s.me().icons_as_planes)
        };
        if let Some(frame) = s.stack.last_mut() {
            frame.a = site.0;
        }
        let proc = if discover { Proc::Discover } else { Proc::Dig };
        self.call(s, Frame { pc: proc.pc(), a: space.0, source: source::SITE + site.0, ..Frame::default() });
    }

    /// Overcomes a guardian for its cost (R56).
    fn overcome(&self, s: &mut State, site: Site) {
        let guardian = s.guardian_at[site.at()];
        let cost = self.t.guardians.cost[guardian as usize];
        let p = s.me_mut();
        p.pay(&cost.goods);
        p.crates -= cost.idols;
        s.payment = Payment { cost: cost.icons, ..Payment::default() };
        let proc = if cost.cards > 0 { Proc::OvercomeCard } else { Proc::Overcome };
        self.call(s, Frame { pc: proc.pc(), a: site.0, source: source::GUARDIAN + guardian, ..Frame::default() });
    }

    /// A research move or temple tile (R97 to R103).
    pub(super) fn research(&self, s: &mut State, act: Act, research: &Research, rng: &mut Rng) {
        let (token, column) = match act {
            Act::Temple(stack) => {
                let p = s.me_mut();
                p.pay(&less(&self.t.temple.cost[stack.at()], &research.discount));
                p.temple[stack.at()] += 1;
                s.temple_left[stack.at()] -= 1;
                return self.next(s);
            }
            Act::Notebook(column) => (1u8, column),
            Act::Magnifier(column) => (0, column),
            _ => unreachable!("not a research move"),
        };
        let from = if token == 0 { s.me().magnifier } else { s.me().notebook };
        let space = self.next_space(from, column.0).expect("it was offered");
        let (goods, idols) = self.research_cost(space, research);
        let p = s.me_mut();
        p.pay(&goods);
        p.crates -= idols;
        *(if token == 0 { &mut p.magnifier } else { &mut p.notebook }) = space as u8;
        let a = space as u8 | token << 7;
        let base = if token == 0 { source::MAGNIFIER } else { source::NOTEBOOK };
        let asks = base + self.t.track.spaces[space].row;
        let proc = if space as u8 == self.t.track.temple {
            self.arrive_at_temple(s, rng);
            Proc::Temple
        } else {
            Proc::Research
        };
        self.call(s, Frame { pc: proc.pc(), a, b: NONE, source: asks, ..Frame::default() });
    }

    /// Takes the next arrival value and shows the player the stack (R102).
    fn arrive_at_temple(&self, s: &mut State, rng: &mut Rng) {
        s.arrivals += 1;
        s.me_mut().arrival = s.arrivals;
        if s.temple_seen == 0 {
            for _ in 0..s.temple_tiles {
                let kind = self.unseen_bonus(s, rng);
                s.temple_kinds[kind] += 1;
            }
        }
        s.temple_seen |= 1 << s.seat;
    }

    /// One of the bonus tiles nobody has seen, except those drawn for the stack.
    pub(super) fn unseen_bonus(&self, s: &State, rng: &mut Rng) -> usize {
        let mut pool = crate::core::Bag(std::array::from_fn::<u8, 6, _>(|kind| {
            self.t.bonus.copies[kind].saturating_sub(s.bonus_seen[kind] + s.temple_kinds[kind])
        }));
        pool.draw(rng).expect("fewer tiles are used than there are")
    }

    /// Uses a source of travel icons (R38, R41).
    pub(super) fn pay_with(&self, s: &mut State, act: Act) {
        let seat = s.seat as usize;
        match act {
            Act::Icon(icon) if s.payment.pending != Icons::default() => {
                let pending = s.payment.pending;
                Self::commit(s, icon as usize, pending);
            }
            Act::Icon(icon) => {
                s.pool[icon as usize] -= 1;
                s.payment.committed[icon as usize] += 1;
            }
            Act::Pick(card) => {
                s.put_down(seat, card.0);
                self.take_source(s, self.t.cards.icons[card.at()]);
            }
            Act::Boon(guardian) => {
                s.me_mut().used_boons |= 1 << guardian.0;
                self.take_source(s, self.t.guardians.icons[guardian.at()]);
            }
            Act::Use(assistant) => {
                let square = s.me().square_of(assistant.0).expect("it is an own assistant");
                let side = (s.me().gold >> square & 1) as usize;
                s.me_mut().ready &= !(1 << square);
                self.take_source(s, self.t.assistants.icons[assistant.at()][side]);
            }
            Act::Pilot => {
                s.me_mut().goods[COIN] -= super::rules::travel::PILOT_COINS;
                s.payment.committed[3] += 1;
            }
            _ => unreachable!("not a source of travel icons"),
        }
    }

    /// Takes the top assistant of a supply stack; the next one becomes visible (R111).
    pub(super) fn take_supply(&self, s: &mut State, assistant: u8, rng: &mut Rng) {
        let stack = s.supply.iter().position(|&a| a == assistant).expect("it is on top of a stack");
        s.supply[stack] = NONE;
        if s.supply_below[stack] > 0 {
            s.supply_below[stack] -= 1;
            s.supply[stack] = draw_hidden(s, rng);
        }
    }
}

/// Takes the first tile of a kind off a research space; the others close up.
pub(super) fn take_tile(tiles: &mut [u8; 3], kind: u8) {
    if let Some(at) = tiles.iter().position(|&k| k == kind) {
        tiles[at..].rotate_left(1);
        tiles[2] = NONE;
    }
}
