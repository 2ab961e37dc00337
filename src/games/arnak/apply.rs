//! What a choice does. The machine runs everything that follows by itself.

use super::Arnak;
use super::actions::Act;
use super::effects::ast::{DeckEnd, Dig, Good, Research, To};
use super::effects::machine::draw_hidden;
use super::effects::program::{Op, Proc};
use super::ids::{ARTIFACT_SET, CAMP_SPACES, FEAR, FIRST_ARTIFACT, FIRST_LEVEL2, NONE, Site, Space};
use super::legal::{PLAIN_DIG, PLAIN_RESEARCH, less};
use super::state::{Frame, GROUPS, Icons, Payment, Phase, State, flag, group_key, source};
use crate::core::Rng;

const COIN: usize = Good::Coin as usize;
const COMPASS: usize = Good::Compass as usize;
const TABLET: usize = Good::Tablet as usize;

impl Arnak {
    /// Carries out one legal choice.
    pub(super) fn choose(&self, s: &mut State, act: Act, rng: &mut Rng) {
        let Some(&frame) = s.stack.last() else {
            return match s.phase {
                Phase::Keep => self.keep(s, act, rng),
                Phase::Turns | Phase::Over => self.choose_top(s, act, rng),
            };
        };
        let op = self.t.code.ops[frame.pc as usize];
        if op == Op::PayIcons {
            return self.pay_with(s, act);
        }
        match act {
            // R31: free actions go on top of the open step.
            Act::Play(card) => self.play(s, card.0),
            Act::Use(assistant) => self.use_assistant(s, assistant.0),
            Act::Boon(guardian) => self.use_boon(s, guardian.at()),
            Act::Slot(option) => self.fill_slot(s, option.at()),
            Act::Decline => self.skip(s),
            Act::Pick(_)
            | Act::Space(_)
            | Act::Site(_)
            | Act::Magnifier(_)
            | Act::Notebook(_)
            | Act::Temple(_)
            | Act::Assistant(_)
            | Act::FreeSlot(_)
            | Act::Branch(_)
            | Act::Number(_)
            | Act::Tile(_)
            | Act::Icon(_)
            | Act::Pilot
            | Act::Accept
            | Act::Pass
            | Act::EndTurn => self.answer(s, frame, op, act, rng),
        }
    }

    /// A choice at the top of a turn: main actions use it up (R23, R24).
    fn choose_top(&self, s: &mut State, act: Act, rng: &mut Rng) {
        match act {
            Act::Play(card) => self.play(s, card.0),
            Act::Use(assistant) => self.use_assistant(s, assistant.0),
            Act::Boon(guardian) => self.use_boon(s, guardian.at()),
            Act::Slot(option) => self.fill_slot(s, option.at()),
            Act::EndTurn => self.end_turn(s, rng),
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
            | Act::Decline => unreachable!("no answer is open at the top of a turn"),
        }
    }

    /// Plays a hand card for its effect (R86 to R88).
    fn play(&self, s: &mut State, card: u8) {
        let seat = s.seat as usize;
        s.take_from_hand(seat, card);
        if ARTIFACT_SET.has(card) {
            s.players[seat].goods[TABLET] -= 1;
        }
        if self.t.exile_self.has(card) {
            s.exile.add(card);
        } else {
            s.players[seat].play.add(card);
        }
        let flags = if self.t.free.has(card) {
            // R88: passing is possible only from the top before the main action.
            flag::FREE | if s.stack.is_empty() && !s.main_used { flag::CAN_PASS } else { 0 }
        } else {
            s.main_used = true;
            flag::MAIN
        };
        let pc = self.t.card[card as usize].start;
        Self::push(s, Frame { pc, source: source::CARD + card, flags, ..Frame::default() });
    }

    /// Uses an own assistant (R107, R108).
    fn use_assistant(&self, s: &mut State, assistant: u8) {
        let square = s.me().square_of(assistant).expect("it is an own assistant");
        let side = (s.me().gold >> square & 1) as usize;
        s.me_mut().ready &= !(1 << square);
        let main = self.t.main_assistants >> assistant & 1 == 1;
        s.main_used |= main;
        let pc = self.t.assistant[assistant as usize][side].start;
        let flags = if main { 0 } else { flag::FREE };
        Self::push(s, Frame { pc, source: source::ASSISTANT + assistant, flags, ..Frame::default() });
    }

    /// Uses a boon (R58).
    fn use_boon(&self, s: &mut State, guardian: usize) {
        s.me_mut().used_boons |= 1 << guardian;
        let pc = self.t.boon[guardian].start;
        Self::push(s, Frame { pc, source: source::GUARDIAN + guardian as u8, flags: flag::FREE, ..Frame::default() });
    }

    /// Puts an idol into the leftmost empty slot (R72).
    fn fill_slot(&self, s: &mut State, option: usize) {
        let p = s.me_mut();
        p.crates -= 1;
        p.slots |= p.slots + 1;
        let pc = self.t.slot[option].start;
        Self::push(s, Frame { pc, source: source::SLOT + option as u8, flags: flag::FREE, ..Frame::default() });
    }

    /// Buys a card (R77, R78, R80).
    fn buy(&self, s: &mut State, card: u8, discount: u8, flags: u8) {
        let good = if card < FIRST_ARTIFACT { COIN } else { COMPASS };
        s.me_mut().goods[good] -= self.t.cost[card as usize].saturating_sub(discount);
        self.obtain(s, card, To::DeckBottom, flags);
    }

    /// Sends a figure: Dig or Discover (R50, R52). The site stays in the frame of the step that asked.
    fn send_figure(&self, s: &mut State, space: Space, dig: &Dig) {
        let site = space.site();
        let discover = !s.discovered(site);
        if discover {
            let level = usize::from(space.at() - CAMP_SPACES >= FIRST_LEVEL2);
            s.me_mut().goods[COMPASS] -= self.t.discover[level].saturating_sub(dig.compass_discount);
        }
        s.payment = if dig.free_travel {
            Payment::default()
        } else {
            self.discounted(self.t.travel[space.at()], dig.discount, s.me().icons_as_planes)
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
        let cost = self.t.guardian_cost[guardian as usize];
        let p = s.me_mut();
        p.pay(&cost.goods);
        p.crates -= cost.idols;
        s.payment = Payment { cost: cost.icons, ..Payment::default() };
        let proc = if cost.cards > 0 { Proc::OvercomeCard } else { Proc::Overcome };
        self.call(s, Frame { pc: proc.pc(), a: site.0, source: source::GUARDIAN + guardian, ..Frame::default() });
    }

    /// A research move or temple tile (R97 to R103).
    fn research(&self, s: &mut State, act: Act, research: &Research, rng: &mut Rng) {
        let (token, column) = match act {
            Act::Temple(stack) => {
                let p = s.me_mut();
                p.pay(&less(&self.t.temple_cost[stack.at()], &research.discount));
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
        let asks = base + self.t.track[space].row;
        let proc = if space as u8 == self.t.temple_space {
            self.arrive_at_temple(s, rng);
            Proc::Temple
        } else {
            Proc::Research
        };
        self.call(s, Frame { pc: proc.pc(), a, b: NONE, source: asks, ..Frame::default() });
    }

    /// The next arrival value, and a look at the stack (R102).
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

    /// One of the bonus tiles nobody has seen, those drawn for the stack left out.
    pub(super) fn unseen_bonus(&self, s: &State, rng: &mut Rng) -> usize {
        let mut pool = crate::core::Bag(std::array::from_fn::<u8, 6, _>(|kind| {
            self.t.bonus_copies[kind].saturating_sub(s.bonus_seen[kind] + s.temple_kinds[kind])
        }));
        pool.draw(rng).expect("fewer tiles are used than there are")
    }

    /// A source of travel icons is used (R38, R41).
    fn pay_with(&self, s: &mut State, act: Act) {
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
                self.take_source(s, self.t.icons[card.at()]);
            }
            Act::Boon(guardian) => {
                s.me_mut().used_boons |= 1 << guardian.0;
                self.take_source(s, self.t.boon_icons[guardian.at()]);
            }
            Act::Use(assistant) => {
                let square = s.me().square_of(assistant.0).expect("it is an own assistant");
                let side = (s.me().gold >> square & 1) as usize;
                s.me_mut().ready &= !(1 << square);
                self.take_source(s, self.t.assistant_icons[assistant.at()][side]);
            }
            Act::Pilot => {
                s.me_mut().goods[COIN] -= super::travel::PILOT_COINS;
                s.payment.committed[3] += 1;
            }
            _ => unreachable!("not a source of travel icons"),
        }
    }

    /// The answer to the step under the top frame.
    #[expect(clippy::too_many_lines, reason = "one flat match, a few lines per op")]
    fn answer(&self, s: &mut State, frame: Frame, op: Op, act: Act, rng: &mut Rng) {
        let seat = s.seat as usize;
        match (op, act) {
            (Op::Draw(end, _), Act::Accept) => s.draw(seat, end, rng),
            (Op::Exile(_), Act::Pick(card)) => s.exile(card.0),
            // R94, R125, R110
            (Op::Discard | Op::CardPart | Op::PayCard(_), Act::Pick(card)) => s.put_down(seat, card.0),
            // R122
            (Op::Upgrade(_), Act::Branch(direction)) => {
                let p = s.me_mut();
                p.goods[TABLET + direction.at()] -= 1;
                p.gain(Good::ALL[TABLET + 1 + direction.at()], 1);
            }
            (Op::Refresh(_), Act::Assistant(assistant)) => {
                let square = s.me().square_of(assistant.0).expect("it is an own assistant");
                s.me_mut().ready |= 1 << square;
            }
            (Op::Recruit, Act::Assistant(assistant)) => {
                self.take_supply(s, assistant.0, rng);
                self.seat_assistant(s, assistant.0, true);
            }
            (Op::UpgradeAssistant, Act::Assistant(assistant)) => {
                let square = s.me().square_of(assistant.0).expect("it is an own assistant");
                let p = s.me_mut();
                p.gold |= 1 << square;
                p.ready |= 1 << square;
            }
            // R156
            (Op::Rescue, Act::Assistant(assistant)) => {
                s.rescue.retain(|a| *a != assistant.0);
                self.seat_assistant(s, assistant.0, false);
            }
            // R115
            (Op::UseSupply(side), Act::Assistant(assistant)) => {
                let pc = self.t.assistant[assistant.at()][side as usize].start;
                return self.call(s, Frame { pc, source: source::ASSISTANT + assistant.0, ..Frame::default() });
            }
            (Op::SwapOwn(_), Act::Assistant(assistant)) => {
                s.stack.last_mut().expect("the frame that asks").a = assistant.0;
            }
            // R116
            (Op::SwapSupply, Act::Assistant(assistant)) => {
                let square = s.me().square_of(frame.a).expect("it was chosen before");
                let stack = s.supply.iter().position(|&a| a == assistant.0).expect("it is on top of a stack");
                s.supply[stack] = frame.a;
                let p = s.me_mut();
                p.assistants[square] = assistant.0;
                p.ready |= 1 << square;
            }
            (Op::Pay(cost, _), Act::Accept) => return self.pay_step(s, cost),
            (Op::May(_) | Op::AskEffect, Act::Accept) => {}
            (Op::Choose(_, picks, _), Act::Branch(branch)) => return self.take_branch(s, frame, picks, branch.0),
            (Op::Dig(dig, _), Act::Space(space)) => return self.send_figure(s, space, &self.t.code.digs[dig as usize]),
            (Op::ActivateAgain, Act::Accept) => return self.call_site(s, Site(frame.a)),
            (Op::Research(research), _) => {
                return self.research(s, act, &self.t.code.researches[research as usize], rng);
            }
            (Op::Buy(buy), Act::Pick(card)) => {
                return self.buy(s, card.0, self.t.code.buys[buy as usize].discount, 0);
            }
            (Op::GainCard(_, _, to), Act::Pick(card)) => return self.obtain(s, card.0, to, 0),
            // R57
            (Op::Overcome(_), Act::Site(site)) => {
                let guardian = std::mem::replace(&mut s.guardian_at[site.at()], NONE);
                s.me_mut().guardians |= 1 << guardian;
            }
            (Op::Activate(activate, _, _), Act::Site(site)) => {
                if site.level_bit() == 4 {
                    s.me_mut().pay(&self.t.code.activates[activate as usize].level2_cost);
                }
                s.stack.last_mut().expect("the frame that asks").a = site.0;
                return self.call_site(s, site);
            }
            (Op::RelocateFrom(..), Act::Space(space)) => {
                s.stack.last_mut().expect("the frame that asks").a = space.0;
            }
            // R135
            (Op::RelocateTo(_), Act::Space(space)) => {
                let p = s.me_mut();
                p.figures = p.figures & !(1 << frame.a) | 1 << space.0;
                s.stack.last_mut().expect("the frame that asks").a = space.site().0;
            }
            (Op::CrownFrom(..), Act::Site(site)) => {
                s.stack.last_mut().expect("the frame that asks").a = site.0;
            }
            (Op::CrownTo(_), Act::Site(site)) => {
                s.guardian_at[site.at()] = std::mem::replace(&mut s.guardian_at[frame.a as usize], NONE);
                s.stack.last_mut().expect("the frame that asks").a = site.0;
            }
            (Op::ReturnFigure, Act::Space(space)) => s.me_mut().figures &= !(1 << space.0),
            // R74
            (Op::ReturnSlottedIdol, Act::FreeSlot(slot)) => {
                let p = s.me_mut();
                p.slots &= !(1 << slot.0);
                p.crates += 1;
            }
            (Op::Announce(_, end, _), Act::Number(number)) => {
                for _ in 0..=number.0 {
                    self.see_card(s, end, rng);
                }
            }
            (Op::Keep, Act::Pick(card)) => {
                let key = self.unsee(s, card.0);
                s.put_in_hand(seat, card.0, key);
                s.stack.last_mut().expect("the frame that asks").a = card.0;
            }
            (Op::ReturnTop, Act::Pick(card)) => {
                let key = self.unsee(s, card.0);
                if card.0 != FEAR {
                    s.set_key(seat, card.0, 0);
                }
                s.put_private_top(seat, card.0, key, frame.a);
            }
            (Op::TakeBonus, Act::Tile(kind)) => {
                take_tile(&mut s.bonus[(frame.a & 127) as usize], kind.0);
                s.stack.last_mut().expect("the frame that asks").b = kind.0;
            }
            (Op::Order, Act::Branch(first)) => return self.resolve_order(s, frame, Some(first.0 == 0)),
            (Op::TempleLook, Act::Tile(kind)) => {
                s.temple_kinds[kind.at()] -= 1;
                s.temple_tiles -= 1;
                s.bonus_seen[kind.at()] += 1;
                s.stack.last_mut().expect("the frame that asks").b = kind.0;
            }
            (op, act) => unreachable!("{act:?} does not answer {op:?}"),
        }
        self.next(s);
    }

    /// A branch is taken (R123): where several can be, it runs in a frame of its own.
    fn take_branch(&self, s: &mut State, frame: Frame, picks: u8, branch: u8) {
        let Op::Branch(distance) = self.t.code.ops[frame.pc as usize + 1 + branch as usize] else {
            unreachable!("a choice is followed by its branches")
        };
        if picks == 1 {
            return self.jump(s, distance);
        }
        s.stack.last_mut().expect("the frame that asks").b |= 1 << branch;
        Self::push(s, Frame { pc: frame.pc + u16::from(distance), a: 0, b: 0, ..frame });
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

    /// A new assistant, silver side up, takes a free square.
    fn seat_assistant(&self, s: &mut State, assistant: u8, ready: bool) {
        let p = s.me_mut();
        let square = p.square_of(NONE).expect("a square is free");
        p.assistants[square] = assistant;
        p.gold &= !(1 << square);
        p.ready = p.ready & !(1 << square) | u8::from(ready) << square;
    }

    /// Draws a card to be seen by its owner alone.
    fn see_card(&self, s: &mut State, end: DeckEnd, rng: &mut Rng) {
        let seat = s.seat as usize;
        if let Some((card, key)) = s.take_from_deck(seat, end, rng) {
            if card == FEAR {
                s.seen_fear[super::state::key_group(key).unwrap_or(0)] += 1;
            } else {
                s.seen.add(card);
                s.set_key(seat, card, key);
            }
        }
    }

    /// Takes a card from those seen, with its key.
    fn unsee(&self, s: &mut State, card: u8) -> u8 {
        if card == FEAR {
            let group = (0..GROUPS).find(|&g| s.seen_fear[g] > 0).expect("a Fear card was seen");
            s.seen_fear[group] -= 1;
            group_key(group)
        } else {
            s.seen.remove(card);
            s.key(s.seat as usize, card)
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
