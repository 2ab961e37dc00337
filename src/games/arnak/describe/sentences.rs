//! The effect of each choice in a position, in words for people.

use crate::core::count;
use crate::games::arnak::Arnak;
use crate::games::arnak::actions::Act;
use crate::games::arnak::legal::{PLAIN_DIG, PLAIN_RESEARCH, less};
use crate::games::arnak::rules::effects::ast::Dig;
use crate::games::arnak::rules::effects::program::{Op, Pc};
use crate::games::arnak::rules::effects::question::Ask;
use crate::games::arnak::rules::effects::words;
use crate::games::arnak::state::{Frame, Phase, State};
use crate::games::arnak::words::{CAMPS, FIRST_ARTIFACT, NONE, Pick, Site, Space};

impl Arnak {
    /// The meaning of an action in a position, in words.
    pub(in crate::games::arnak) fn action_words(&self, s: &State, act: Act) -> String {
        let (t, p) = (&self.t, s.me());
        let open = s.stack.last().and_then(|frame| match t.code.ops[frame.pc as usize] {
            Op::Ask(ask) => Some((*frame, ask)),
            Op::Run(_) => None,
        });
        match act {
            Act::Play(card) => format!("play {}: {}", t.cards.names[card.at()], t.cards.words[card.at()]),
            Act::Pick(pick) => self.pick_words(s, pick, open),
            Act::Space(space) => self.space_words(s, space, open),
            Act::Site(site) => self.site_choice_words(s, site, open),
            Act::Magnifier(_) | Act::Notebook(_) | Act::Temple(_) => self.research_words(s, act, open),
            Act::Use(assistant) => {
                let side = p.square_of(assistant.0).map_or(0, |square| (p.gold >> square & 1) as usize);
                if matches!(open, Some((_, Ask::PayIcons(_)))) {
                    let icons = words::icons(&t.assistants.icons[assistant.at()][side]);
                    return format!("travel with {}: {icons}", t.assistants.names[assistant.at()]);
                }
                format!("use {}: {}", t.assistants.names[assistant.at()], t.assistants.words[assistant.at()][side])
            }
            Act::Assistant(assistant) => {
                let [silver, gold] = &t.assistants.words[assistant.at()];
                let (verb, how) = match open {
                    Some((_, Ask::Recruit(_))) => ("recruit", ""),
                    Some((_, Ask::Rescue(_))) => ("rescue", ""),
                    Some((_, Ask::UpgradeAssistant(_))) => ("turn", " to gold"),
                    Some((_, Ask::Refresh(_))) => ("make", " ready"),
                    Some((_, Ask::UseSupply(_))) => ("use", " this once"),
                    Some((_, Ask::SwapOwn(_))) => ("give", " away"),
                    _ => ("take", ""),
                };
                format!("{verb} {}{how} (silver: {silver}; gold: {gold})", t.assistants.names[assistant.at()])
            }
            Act::Boon(guardian) => format!("boon of {}: {}", t.guardians.names[guardian.at()], t.guardians.words[guardian.at()].1),
            Act::Slot(option) => format!("put an idol into a slot: {}", t.idols.slot_words[option.at()]),
            Act::FreeSlot(slot) => {
                let points = t.idols.slot_points[slot.at()];
                format!("take the idol out of slot {}, worth {points} when empty", slot.0 + 1)
            }
            Act::Branch(branch) => self.branch_words(branch.0, open),
            Act::Number(number) => format!("look at {} of your deck", count(number.0 + 1, "card")),
            Act::Tile(kind) => format!("take the bonus tile: {}", t.bonus.words[kind.at()]),
            Act::Icon(icon) => format!("pay with a {}", icon.name()),
            Act::Pilot => "hire the pilot: 2 coins for a plane".to_string(),
            Act::Pass => "pass: no more turns this round".to_string(),
            Act::EndTurn => "end the turn".to_string(),
            Act::Accept => self.accept_words(open),
            Act::Decline => self.open_decision(s).declined().to_string(),
        }
    }

    fn pick_words(&self, s: &State, pick: Pick, open: Option<(Frame, Ask)>) -> String {
        let t = &self.t;
        let name = &t.cards.names[pick.at()];
        let buy = |discount: u8| {
            let mut price = [0; 5];
            price[usize::from(pick.0 >= FIRST_ARTIFACT)] = t.cards.cost[pick.at()].saturating_sub(discount);
            format!("buy {name} {}: {}", priced(&words::goods(&price)), t.cards.words[pick.at()])
        };
        match open {
            None if s.phase == Phase::Keep => format!("put {name} into the play area"),
            None => buy(0),
            Some((_, Ask::Buy(ask))) => buy(t.code.buys[ask.buy as usize].discount),
            Some((_, Ask::PayIcons(_))) => format!("travel with {name}: {}", words::icons(&t.cards.icons[pick.at()])),
            Some((_, Ask::Exile(_))) => format!("exile {name}"),
            Some((_, Ask::Discard(_))) => format!("put {name} into the play area unused"),
            Some((_, Ask::PayCard(_))) => format!("pay with {name}: put it into the play area unused"),
            Some((_, Ask::GainCard(_))) => format!("take {name}: {}", t.cards.words[pick.at()]),
            Some((_, Ask::Keep(_))) => format!("keep {name} in hand"),
            Some((_, Ask::ReturnTop(_))) => format!("put {name} back on top of your deck"),
            Some(_) => name.clone(),
        }
    }

    fn space_words(&self, s: &State, space: Space, open: Option<(Frame, Ask)>) -> String {
        let t = &self.t;
        let name = &t.sites.space_names[space.at()];
        let send = |dig: &Dig| {
            let icons = if dig.free_travel { String::new() } else { words::icons(&t.sites.travel[space.at()]) };
            let off = if dig.free_travel { String::new() } else { words::icons(&dig.discount) };
            let off = if off.is_empty() { off } else { format!(" ({off} off)") };
            if s.discovered(space.site()) {
                return format!("dig at {name} {}{off}: {}", priced(&icons), self.site_words(s, space.site()));
            }
            let level = usize::from(space.site().level_bit() == 4);
            let mut price = [0; 5];
            price[1] = t.sites.discover[level].saturating_sub(dig.compass_discount);
            let parts = [words::goods(&price), icons];
            let parts: Vec<&str> = parts.iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
            let kind = s.idols[space.site().at() - CAMPS];
            let idol = t.idols.words.get(kind as usize).map_or("", String::as_str);
            format!("discover at {name} {}{off}: an idol ({idol}), a site, a guardian", priced(&parts.join(" and ")))
        };
        match open {
            None => send(&PLAIN_DIG),
            Some((_, Ask::Dig(ask))) => send(&t.code.digs[ask.dig as usize]),
            Some((_, Ask::RelocateFrom(_))) => format!("move the archaeologist that stands at {name}"),
            Some((_, Ask::RelocateTo(_))) => format!("move to {name}: {}", self.site_words(s, space.site())),
            Some((_, Ask::ReturnFigure(_))) => format!("take the archaeologist at {name} back"),
            Some(_) => name.clone(),
        }
    }

    fn site_choice_words(&self, s: &State, site: Site, open: Option<(Frame, Ask)>) -> String {
        let t = &self.t;
        let name = &t.sites.names[site.at()];
        let (cost, boon) = t.guardians.words.get(s.guardian_at[site.at()] as usize).map_or(("", ""), |(c, b)| (c, b));
        let guardian = t.guardians.names.get(s.guardian_at[site.at()] as usize).map_or("the guardian", String::as_str);
        match open {
            None => format!("overcome {guardian} at {name} for {cost}: 5 points, boon: {boon}"),
            Some((_, Ask::Overcome(_))) => format!("overcome {guardian} at {name} free of charge: 5 points, boon: {boon}"),
            Some((_, Ask::Activate(ask))) => {
                let price = words::goods(&t.code.activates[ask.activate as usize].level2_cost);
                let price = if site.level_bit() == 4 && !price.is_empty() { format!(" for {price}") } else { String::new() };
                format!("use {name}{price}: {}", self.site_words(s, site))
            }
            Some((_, Ask::CrownFrom(_))) => format!("move {guardian} away from {name}"),
            Some((_, Ask::CrownTo(_))) => format!("move the guardian to {name}: {}", self.site_words(s, site)),
            Some(_) => name.clone(),
        }
    }

    fn research_words(&self, s: &State, act: Act, open: Option<(Frame, Ask)>) -> String {
        let (t, p) = (&self.t, s.me());
        let research = match open {
            Some((_, Ask::Research(ask))) => t.code.researches[ask.research as usize],
            _ => PLAIN_RESEARCH,
        };
        let (token, column) = match act {
            Act::Temple(stack) => {
                let price = words::goods(&less(&t.temple.cost[stack.at()], &research.discount));
                return format!("take a {} {}", t.temple.names[stack.at()], priced(&price));
            }
            Act::Notebook(column) => (1, column),
            Act::Magnifier(column) => (0, column),
            _ => unreachable!("not a research move"),
        };
        let from = if token == 0 { p.magnifier } else { p.notebook };
        let Some(space) = self.next_space(from, column.0) else { return self.action_name(act) };
        let (goods, idols) = self.research_cost(space, &research);
        let price = match idols {
            0 => words::goods(&goods),
            _ => "1 idol".to_string(),
        };
        let row = t.track.spaces[space].row as usize;
        let tiles = s.bonus[space].iter().filter(|k| **k != NONE).map(|&k| format!("; bonus tile: {}", t.bonus.words[k as usize]));
        let effect = match row {
            8 => "arrive at the Lost Temple".to_string(),
            row => t.track.row_words[token][row].clone(),
        };
        format!(
            "research with the {} up to {} {}: {effect}{}",
            ["magnifying glass", "notebook"][token],
            t.track.names[space],
            priced(&price),
            tiles.collect::<String>()
        )
    }

    fn branch_words(&self, branch: u8, open: Option<(Frame, Ask)>) -> String {
        match (open, branch) {
            (Some((_, Ask::Upgrade(_))), 0) => "turn 1 tablet into 1 arrowhead".to_string(),
            (Some((_, Ask::Upgrade(_))), _) => "turn 1 arrowhead into 1 jewel".to_string(),
            (Some((_, Ask::Order(_))), 0) => "take the bonus tile first".to_string(),
            (Some((_, Ask::Order(_))), _) => "take the effect of the row first".to_string(),
            (Some((frame, Ask::Choose(_))), _) => chosen(self.meaning(frame.pc + 1 + Pc::from(branch))).to_string(),
            _ => format!("branch {branch}"),
        }
    }

    fn accept_words(&self, open: Option<(Frame, Ask)>) -> String {
        let t = &self.t;
        match open {
            Some((_, Ask::Draw(_))) => "draw a card".to_string(),
            Some((frame, Ask::Pay(ask))) => {
                format!("pay {} to {}", words::cost(&t.code.costs[ask.cost as usize]), self.meaning(frame.pc))
            }
            Some((frame, Ask::May(_))) => chosen(self.meaning(frame.pc)).to_string(),
            Some((frame, Ask::ActivateAgain(_))) => {
                format!("use {} once more", t.sites.names[frame.a as usize % t.sites.names.len()])
            }
            Some((frame, Ask::AskEffect(_))) => {
                let card = frame.a as usize % t.cards.words.len();
                format!("use the effect of {}: {}", t.cards.names[card], t.cards.words[card])
            }
            _ => "yes".to_string(),
        }
    }

    /// The words for what follows a branch or a price, recorded when the effect was compiled.
    fn meaning(&self, pc: Pc) -> &str {
        self.t.code.meanings.iter().find(|(at, _)| *at == pc).map_or("", |(_, words)| words)
    }

    /// The effect of a discovered site.
    pub(in crate::games::arnak) fn site_words(&self, s: &State, site: Site) -> String {
        match site.place() {
            None => self.t.sites.words[site.at()].clone(),
            Some(place) if s.tiles[place] != NONE => self.t.sites.words[CAMPS + s.tiles[place] as usize].clone(),
            Some(_) => String::new(),
        }
    }
}

/// The possible steps, as a choice.
fn chosen(meaning: &str) -> &str {
    meaning.strip_prefix("may ").unwrap_or(meaning)
}

fn priced(price: &str) -> String {
    if price.is_empty() { "free of charge".to_string() } else { format!("for {price}") }
}
