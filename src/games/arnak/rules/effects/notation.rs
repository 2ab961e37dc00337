//! The text of effects and costs: parsed into the tree and printed from it, so that `parse(print(e)) == e`.

use std::fmt::Write as _;

use super::ast::{
    Activate, Buy, CardType, Cost, DeckEnd, Dig, Effect, From, Good, Icon, Levels, Per, Reach, Research, Side, Step, To,
    TokenChoice,
};

/// Parses the text of an effect into a tree, or explains what is wrong with it.
pub fn parse(text: &str) -> Result<Effect, String> {
    let mut reader = Reader { rest: text.trim(), depth: 0 };
    let effect = reader.effect()?;
    if reader.rest.is_empty() { Ok(effect) } else { Err(format!("{:?} is left over after the effect", reader.rest)) }
}

/// Parses the text of a cost: `1 coin + 2 tablet`, with resources, travel icons, `card` and `idol`.
pub fn parse_cost(text: &str) -> Result<Cost, String> {
    let mut cost = Cost::default();
    for part in text.split('+').map(str::trim) {
        let (number, word) = part.split_once(' ').ok_or_else(|| format!("{part:?} is not an amount like \"2 coin\""))?;
        let n: u8 = number.parse().map_err(|_| format!("{number:?} is not a small number"))?;
        if n == 0 || n > 9 {
            return Err(format!("{part:?}: amounts are 1 to 9"));
        }
        let word = word.trim();
        let slot = if let Some(good) = Good::parse(word) {
            &mut cost.goods[good as usize]
        } else if let Some(icon) = Icon::parse(word) {
            &mut cost.icons[icon as usize]
        } else if word == "card" {
            &mut cost.cards
        } else if word == "idol" {
            &mut cost.idols
        } else {
            return Err(format!("{word:?} is not a resource, travel icon, card or idol"));
        };
        if *slot != 0 {
            return Err(format!("{word:?} is named twice"));
        }
        *slot = n;
    }
    Ok(cost)
}

/// Parses resources and nothing else.
pub fn parse_goods(text: &str) -> Result<[u8; Good::COUNT], String> {
    let cost = parse_cost(text)?;
    if cost == (Cost { goods: cost.goods, ..Cost::default() }) {
        Ok(cost.goods)
    } else {
        Err(format!("{text:?} may name only resources"))
    }
}

fn parse_icons(text: &str) -> Result<[u8; Icon::COUNT], String> {
    let cost = parse_cost(text)?;
    if cost == (Cost { icons: cost.icons, ..Cost::default() }) {
        Ok(cost.icons)
    } else {
        Err(format!("{text:?} may name only travel icons"))
    }
}

fn parse_levels(text: &str) -> Result<Levels, String> {
    if text == "any" {
        return Ok(Levels::ANY);
    }
    let mut levels = 0;
    for part in text.split('+').map(str::trim) {
        levels |= match part {
            "camp" => 1,
            "1" => 2,
            "2" => 4,
            _ => return Err(format!("{part:?} is not a level: camp, 1, 2 or any")),
        };
    }
    Ok(Levels(levels))
}

/// The deepest nesting of blocks accepted, so that a hostile text cannot overflow the stack; no effect comes near.
const MAX_DEPTH: usize = 16;

struct Reader<'a> {
    rest: &'a str,
    /// Number of open braces.
    depth: usize,
}

/// The arguments of one step, removed by name as they are read.
struct Args<'a> {
    verb: &'a str,
    pairs: Vec<(&'a str, &'a str)>,
    plain: Vec<&'a str>,
}

impl Reader<'_> {
    fn take(&mut self, mark: char) -> bool {
        if let Some(rest) = self.rest.strip_prefix(mark) {
            self.rest = rest.trim_start();
            true
        } else {
            false
        }
    }

    fn effect(&mut self) -> Result<Effect, String> {
        let mut steps = vec![self.step()?];
        while self.take(';') {
            steps.push(self.step()?);
        }
        Ok(steps)
    }

    fn step(&mut self) -> Result<Step, String> {
        let end = self.rest.find(|c: char| !c.is_ascii_lowercase() && c != '_').unwrap_or(self.rest.len());
        let (verb, rest) = self.rest.split_at(end);
        self.rest = rest.trim_start();
        if verb.is_empty() {
            return Err(format!("a step is missing before {:?}", self.rest));
        }
        let mut args = Args { verb, pairs: Vec::new(), plain: Vec::new() };
        if self.take('(') {
            let end = self.rest.find(')').ok_or_else(|| format!("{verb}: the bracket is not closed"))?;
            let (inside, rest) = self.rest.split_at(end);
            self.rest = rest[1..].trim_start();
            for arg in inside.split(',').map(str::trim) {
                match arg.split_once('=') {
                    Some((key, value)) => args.pairs.push((key.trim(), value.trim())),
                    None => args.plain.push(arg),
                }
            }
        }
        let mut blocks = Vec::new();
        if self.take('{') {
            self.depth += 1;
            if self.depth > MAX_DEPTH {
                return Err(format!("{verb}: blocks are nested more than {MAX_DEPTH} deep"));
            }
            blocks.push(self.effect()?);
            while self.take('|') {
                blocks.push(self.effect()?);
            }
            if !self.take('}') {
                return Err(format!("{verb}: the brace is not closed"));
            }
            self.depth -= 1;
        }
        args.step(blocks)
    }
}

impl Args<'_> {
    fn number(&mut self) -> Result<u8, String> {
        let text = self.value()?;
        text.parse()
            .ok()
            .filter(|n| (1..=9).contains(n))
            .ok_or_else(|| format!("{}: {text:?} is not a number from 1 to 9", self.verb))
    }

    fn value(&mut self) -> Result<String, String> {
        if self.plain.is_empty() {
            return Err(format!("{} needs a value", self.verb));
        }
        Ok(self.plain.remove(0).to_string())
    }

    fn key(&mut self, key: &str) -> Option<String> {
        let at = self.pairs.iter().position(|(k, _)| *k == key)?;
        Some(self.pairs.remove(at).1.to_string())
    }

    fn need(&mut self, key: &str) -> Result<String, String> {
        self.key(key).ok_or_else(|| format!("{} needs {key}=…", self.verb))
    }

    fn key_number(&mut self, key: &str) -> Result<Option<u8>, String> {
        self.key(key)
            .map(|text| {
                text.parse().ok().filter(|n| *n <= 9).ok_or_else(|| format!("{}: {key}={text:?} is not a small number", self.verb))
            })
            .transpose()
    }

    fn flag(&mut self, name: &str) -> bool {
        let at = self.plain.iter().position(|p| *p == name);
        at.map(|i| self.plain.remove(i)).is_some()
    }

    fn word<T>(&mut self, key: &str, read: impl Fn(&str) -> Option<T>) -> Result<T, String> {
        let text = self.need(key)?;
        read(&text).ok_or_else(|| format!("{}: {key}={text:?} is unknown", self.verb))
    }

    #[expect(clippy::too_many_lines, reason = "one flat match, a line or two per verb")]
    fn step(mut self, mut blocks: Vec<Effect>) -> Result<Step, String> {
        let block = |blocks: &mut Vec<Effect>| -> Result<Effect, String> {
            if blocks.len() == 1 { Ok(blocks.remove(0)) } else { Err("needs exactly one block in braces".to_string()) }
        };
        let fail = |error: String, verb: &str| format!("{verb}: {error}");
        let verb = self.verb;
        let step = match verb {
            "gain" => Step::Gain(parse_goods(&self.value()?)?),
            "gain_per" => {
                let what = self.value()?;
                let good = what
                    .strip_prefix("1 ")
                    .and_then(Good::parse)
                    .ok_or_else(|| format!("gain_per: {what:?} is not a single resource"))?;
                let per = self.word("per", Per::parse)?;
                Step::GainPer(good, per, self.key_number("max")?.ok_or("gain_per needs max=…")?)
            }
            "fear" => Step::Fear(self.number()?),
            "draw" => Step::Draw(DeckEnd::Top, self.number()?),
            "draw_bottom" => Step::Draw(DeckEnd::Bottom, self.number()?),
            "draw_keep" => {
                let max = self.key_number("max")?.ok_or("draw_keep needs max=…")?;
                let from = self.word("from", DeckEnd::parse)?;
                let return_top = self.key_number("return_top")?.unwrap_or(0);
                if !(1..=3).contains(&max) || return_top > 1 {
                    return Err("draw_keep: max is 1 to 3 and return_top 0 or 1".to_string());
                }
                Step::DrawKeep { max, from, return_top }
            }
            "discard" => Step::Discard(self.number()?),
            "exile" => Step::Exile(self.number()?),
            "upgrade" => Step::Upgrade(self.number()?),
            "refresh" => Step::Refresh(self.number()?),
            "recruit_assistant" => Step::Recruit,
            "upgrade_assistant" => Step::UpgradeAssistant,
            "rescue_assistant" => Step::Rescue,
            "use_supply_assistant" => Step::UseSupply(self.word("side", Side::parse)?),
            "swap_assistant" => Step::Swap,
            "pay" => Step::Pay(parse_cost(&self.value()?)?, block(&mut blocks).map_err(|e| fail(e, verb))?),
            "choose" => {
                let count = self.number()?;
                let branches = std::mem::take(&mut blocks);
                if branches.len() < 2 || branches.len() > 4 || count as usize >= branches.len() {
                    return Err("choose takes fewer branches than it has, and has 2 to 4".to_string());
                }
                Step::Choose(count, branches)
            }
            "may" => Step::May(block(&mut blocks).map_err(|e| fail(e, verb))?),
            "pass" => Step::Pass(block(&mut blocks).map_err(|e| fail(e, verb))?),
            "travel" => Step::Travel(parse_icons(&self.value()?)?),
            "dig" => Step::Dig(Dig {
                discount: self.key("discount").map_or(Ok([0; Icon::COUNT]), |t| parse_icons(&t))?,
                compass_discount: self.key_number("compass_discount")?.unwrap_or(0),
                camp_only: match self.key("level").as_deref() {
                    None => false,
                    Some("camp") => true,
                    Some(other) => return Err(format!("dig: level={other:?} can only be camp")),
                },
                free_travel: self.flag("free_travel"),
                activations: self.key_number("activations")?.unwrap_or(1).clamp(1, 2),
            }),
            "research" => Step::Research(Research {
                token: self.word("token", TokenChoice::parse)?,
                discount: self.key("discount").map_or(Ok([0; Good::COUNT]), |t| parse_goods(&t))?,
                free: self.flag("free"),
                temple: self.flag("temple_tile_ok"),
            }),
            "buy" => Step::Buy(Buy {
                cards: self.word("type", CardType::parse)?,
                discount: self.key_number("discount")?.unwrap_or(0),
                deck_top: self.flag("include_deck_top"),
            }),
            "gain_card" => {
                let cards = self.word("type", CardType::parse)?;
                let (from, to) = (self.word("from", From::parse)?, self.word("to", To::parse)?);
                if cards == CardType::Any || (cards == CardType::Artifact) != (to == To::Play) {
                    return Err("gain_card: an artifact goes to play, an item to hand, deck_top or deck_bottom".to_string());
                }
                Step::GainCard(cards, from, to)
            }
            "exile_row" => Step::ExileRow,
            "overcome" => Step::Overcome(self.word("where", Reach::parse)?),
            "activate" => Step::Activate(Activate {
                levels: parse_levels(&self.need("level")?)?,
                count: self.key_number("count")?.unwrap_or(1).clamp(1, 2),
                unoccupied: self.flag("unoccupied"),
                own: self.flag("own"),
                level2_cost: self.key("level2_cost").map_or(Ok([0; Good::COUNT]), |t| parse_goods(&t))?,
            }),
            "activate_target" => Step::ActivateTarget,
            "activate_stack" => {
                let level = self.key_number("level")?.unwrap_or(0);
                if !(1..=2).contains(&level) {
                    return Err("activate_stack: level is 1 or 2".to_string());
                }
                Step::ActivateStack(level)
            }
            "relocate" => Step::Relocate(parse_levels(&self.need("to")?)?, block(&mut blocks).map_err(|e| fail(e, verb))?),
            "move_guardian" => Step::MoveGuardian(parse_levels(&self.need("to")?)?, block(&mut blocks).map_err(|e| fail(e, verb))?),
            "return_archaeologist" => Step::ReturnFigure,
            "icons_as_plane" => Step::IconsAsPlane,
            "ignore_guardian_fear" => Step::IgnoreGuardianFear,
            "return_slotted_idol" => Step::ReturnSlottedIdol,
            other => return Err(format!("{other:?} is not a step: section 28 of the rules lists them")),
        };
        if let Some((key, _)) = self.pairs.first() {
            return Err(format!("{verb} has no argument {key}"));
        }
        if let Some(word) = self.plain.first() {
            return Err(format!("{verb} has no flag {word:?}"));
        }
        if !blocks.is_empty() {
            return Err(format!("{verb} has no block"));
        }
        Ok(step)
    }
}

/// The text of an effect.
pub fn print(effect: &[Step]) -> String {
    effect.iter().map(print_step).collect::<Vec<_>>().join("; ")
}

fn sum(amounts: impl Iterator<Item = (u8, &'static str)>) -> String {
    amounts.filter(|(n, _)| *n > 0).map(|(n, word)| format!("{n} {word}")).collect::<Vec<_>>().join(" + ")
}

/// The text of resources.
pub fn print_goods(goods: &[u8; Good::COUNT]) -> String {
    sum(goods.iter().copied().zip(Good::NAMES.iter().copied()))
}

/// The text of travel icons.
pub fn print_icons(icons: &[u8; Icon::COUNT]) -> String {
    sum(icons.iter().copied().zip(Icon::NAMES.iter().copied()))
}

/// The text of a cost.
pub fn print_cost(cost: &Cost) -> String {
    let names = Icon::NAMES.iter().chain(Good::NAMES).copied().chain(["card", "idol"]);
    sum(cost.icons.iter().chain(&cost.goods).copied().chain([cost.cards, cost.idols]).zip(names))
}

fn print_levels(levels: Levels) -> String {
    if levels == Levels::ANY {
        return "any".to_string();
    }
    ["camp", "1", "2"]
        .iter()
        .enumerate()
        .filter(|(i, _)| levels.0 >> i & 1 == 1)
        .map(|(_, name)| *name)
        .collect::<Vec<_>>()
        .join("+")
}

fn print_step(step: &Step) -> String {
    match step {
        Step::Gain(goods) => format!("gain({})", print_goods(goods)),
        Step::GainPer(good, per, max) => format!("gain_per(1 {}, per={}, max={max})", good.name(), per.name()),
        Step::Fear(n) => format!("fear({n})"),
        Step::Draw(DeckEnd::Top, n) => format!("draw({n})"),
        Step::Draw(DeckEnd::Bottom, n) => format!("draw_bottom({n})"),
        Step::DrawKeep { max, from, return_top } => {
            let back = if *return_top > 0 { format!(", return_top={return_top}") } else { String::new() };
            format!("draw_keep(max={max}, from={}{back})", from.name())
        }
        Step::Discard(n) => format!("discard({n})"),
        Step::Exile(n) => format!("exile({n})"),
        Step::Upgrade(n) => format!("upgrade({n})"),
        Step::Refresh(n) => format!("refresh({n})"),
        Step::Recruit => "recruit_assistant".to_string(),
        Step::UpgradeAssistant => "upgrade_assistant".to_string(),
        Step::Rescue => "rescue_assistant".to_string(),
        Step::UseSupply(side) => format!("use_supply_assistant(side={})", side.name()),
        Step::Swap => "swap_assistant".to_string(),
        Step::Pay(cost, then) => format!("pay({}){{{}}}", print_cost(cost), print(then)),
        Step::Choose(n, branches) => {
            format!("choose({n}){{{}}}", branches.iter().map(|b| print(b)).collect::<Vec<_>>().join(" | "))
        }
        Step::May(then) => format!("may{{{}}}", print(then)),
        Step::Pass(then) => format!("pass{{{}}}", print(then)),
        Step::Travel(icons) => format!("travel({})", print_icons(icons)),
        Step::Dig(dig) => {
            let mut args = Vec::new();
            if dig.discount != [0; Icon::COUNT] {
                args.push(format!("discount={}", print_icons(&dig.discount)));
            }
            if dig.compass_discount > 0 {
                args.push(format!("compass_discount={}", dig.compass_discount));
            }
            if dig.camp_only {
                args.push("level=camp".to_string());
            }
            if dig.free_travel {
                args.push("free_travel".to_string());
            }
            if dig.activations > 1 {
                args.push(format!("activations={}", dig.activations));
            }
            if args.is_empty() { "dig".to_string() } else { format!("dig({})", args.join(", ")) }
        }
        Step::Research(research) => {
            let mut text = format!("research(token={}", research.token.name());
            if research.discount != [0; Good::COUNT] {
                let _ = write!(text, ", discount={}", print_goods(&research.discount));
            }
            if research.free {
                text.push_str(", free");
            }
            if research.temple {
                text.push_str(", temple_tile_ok");
            }
            text + ")"
        }
        Step::Buy(buy) => {
            let mut text = format!("buy(type={}", buy.cards.name());
            if buy.discount > 0 {
                let _ = write!(text, ", discount={}", buy.discount);
            }
            if buy.deck_top {
                text.push_str(", include_deck_top");
            }
            text + ")"
        }
        Step::GainCard(cards, from, to) => format!("gain_card(type={}, from={}, to={})", cards.name(), from.name(), to.name()),
        Step::ExileRow => "exile_row".to_string(),
        Step::Overcome(reach) => format!("overcome(where={})", reach.name()),
        Step::Activate(activate) => {
            let mut text = format!("activate(level={}", print_levels(activate.levels));
            if activate.count > 1 {
                let _ = write!(text, ", count={}", activate.count);
            }
            if activate.unoccupied {
                text.push_str(", unoccupied");
            }
            if activate.own {
                text.push_str(", own");
            }
            if activate.level2_cost != [0; Good::COUNT] {
                let _ = write!(text, ", level2_cost={}", print_goods(&activate.level2_cost));
            }
            text + ")"
        }
        Step::ActivateTarget => "activate_target".to_string(),
        Step::ActivateStack(level) => format!("activate_stack(level={level})"),
        Step::Relocate(to, then) => format!("relocate(to={}){{{}}}", print_levels(*to), print(then)),
        Step::MoveGuardian(to, then) => format!("move_guardian(to={}){{{}}}", print_levels(*to), print(then)),
        Step::ReturnFigure => "return_archaeologist".to_string(),
        Step::IconsAsPlane => "icons_as_plane".to_string(),
        Step::IgnoreGuardianFear => "ignore_guardian_fear".to_string(),
        Step::ReturnSlottedIdol => "return_slotted_idol".to_string(),
    }
}
