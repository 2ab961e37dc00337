//! Effects in plain English, for people at the terminal and in notebooks.

use super::ast::{Activate, Cost, DeckEnd, Effect, From, Good, Icon, Levels, Per, Reach, Side, Step, To, TokenChoice};
use crate::core::{and, count, with_article};

fn amounts(parts: impl Iterator<Item = (u8, &'static str)>) -> String {
    let parts: Vec<String> = parts.filter(|(n, _)| *n > 0).map(|(n, word)| count(n, word)).collect();
    if parts.is_empty() { String::new() } else { and(&parts) }
}

/// Resources in words.
pub fn goods(goods: &[u8; Good::COUNT]) -> String {
    amounts(goods.iter().copied().zip(Good::NAMES.iter().copied()))
}

/// Travel icons in words.
pub fn icons(icons: &[u8; Icon::COUNT]) -> String {
    amounts(icons.iter().copied().zip(Icon::NAMES.iter().copied()))
}

/// A cost in words.
pub fn cost(cost: &Cost) -> String {
    let names = Icon::NAMES.iter().chain(Good::NAMES).copied().chain(["hand card", "idol"]);
    amounts(cost.icons.iter().chain(&cost.goods).copied().chain([cost.cards, cost.idols]).zip(names))
}

/// An effect in words.
pub fn effect(effect: &Effect) -> String {
    effect.iter().map(step).collect::<Vec<_>>().join("; ")
}

/// An effect after "to" or "may": what follows from it is as optional as the whole.
pub fn wish(then: &Effect) -> String {
    let text = effect(then);
    text.strip_prefix("may ").map(String::from).unwrap_or(text)
}

fn levels(levels: Levels) -> &'static str {
    match levels.0 {
        1 => "camp",
        2 => "level 1 site",
        4 => "level 2 site",
        3 => "camp or level 1 site",
        _ => "site",
    }
}

fn times(n: u8, what: &str) -> String {
    if n == 1 { with_article(what) } else { count(n, what) }
}

fn step(step: &Step) -> String {
    match step {
        Step::Gain(what) => format!("gain {}", goods(what)),
        Step::GainPer(good, per, max) => {
            let per = match per {
                Per::Guardian => "guardian overcome or at a site of yours",
                Per::Idol => "idol",
                Per::Archaeologist => "archaeologist on the board",
            };
            format!("gain 1 {} for each {per} (at most {max})", good.name())
        }
        Step::Fear(n) => format!("take {n} Fear"),
        Step::Draw(DeckEnd::Top, n) => format!("draw {}", times(*n, "card")),
        Step::Draw(DeckEnd::Bottom, n) => format!("draw {} from the bottom of your deck", times(*n, "card")),
        Step::DrawKeep { max, from, return_top } => {
            let back = if *return_top > 0 { ", one may go back on top" } else { "" };
            format!(
                "look at up to {max} cards from the {} of your deck, keep one{back}, the rest goes to the play area",
                from.name()
            )
        }
        Step::Discard(n) => format!("put {} into the play area", times(*n, "hand card")),
        Step::Exile(n) => format!("may exile {}", times(*n, "card")),
        Step::Upgrade(_) => "may upgrade a tablet to an arrowhead or an arrowhead to a jewel".to_string(),
        Step::Refresh(1) => "refresh an assistant".to_string(),
        Step::Refresh(n) => format!("refresh up to {n} assistants"),
        Step::Recruit => "recruit an assistant".to_string(),
        Step::UpgradeAssistant => "upgrade an assistant to gold".to_string(),
        Step::Rescue => "rescue an assistant".to_string(),
        Step::UseSupply(Side::Silver) => "use the silver side of a supply assistant".to_string(),
        Step::UseSupply(Side::Gold) => "use the gold side of a supply assistant".to_string(),
        Step::Swap => "exchange an assistant for one of the supply".to_string(),
        Step::Pay(what, then) => format!("may pay {} to {}", cost(what), wish(then)),
        Step::Choose(1, branches) => branches.iter().map(effect).collect::<Vec<_>>().join(", or "),
        Step::Choose(n, branches) => format!("{n} of: {}", branches.iter().map(effect).collect::<Vec<_>>().join(", ")),
        Step::May(then) => format!("may {}", wish(then)),
        Step::Pass(then) => format!("pass to {}", effect(then)),
        Step::Travel(what) => format!("travel with {}", icons(what)),
        Step::Dig(dig) => {
            let mut text = if dig.camp_only { "may dig at a camp".to_string() } else { "may dig or discover".to_string() };
            if dig.free_travel {
                text.push_str(" without travel cost");
            }
            if dig.discount != [0; Icon::COUNT] {
                text.push_str(&format!(" with {} off", icons(&dig.discount)));
            }
            if dig.compass_discount > 0 {
                text.push_str(&format!(" (discover: {} compasses off)", dig.compass_discount));
            }
            if dig.activations > 1 {
                text.push_str(", using it twice");
            }
            text
        }
        Step::Research(research) => {
            let token = if research.token == TokenChoice::Notebook { " with the notebook" } else { "" };
            let price =
                if research.free { " free of charge".to_string() } else { format!(" with {} off", goods(&research.discount)) };
            format!("may research{token}{price}")
        }
        Step::Buy(buy) => {
            let kind = match buy.cards {
                super::ast::CardType::Any => "a card",
                super::ast::CardType::Item => "an item",
                super::ast::CardType::Artifact => "an artifact",
            };
            let top = if buy.deck_top { ", also the top of the deck" } else { "" };
            format!("may buy {kind} {} cheaper{top}", buy.discount)
        }
        Step::GainCard(kind, from, to) => {
            let from = if *from == From::Row { "row" } else { "exile pile" };
            let to = match to {
                To::Hand => " to your hand",
                To::DeckTop => " to the top of your deck",
                To::DeckBottom => " to the bottom of your deck",
                To::Play => " and use it",
            };
            format!("may take an {} from the {from} free of charge{to}", kind.name())
        }
        Step::ExileRow => "exile the rightmost item of the row".to_string(),
        Step::Overcome(Reach::OwnSite) => "may overcome a guardian at a site of yours free of charge".to_string(),
        Step::Overcome(Reach::NoOther) => "may overcome a guardian where no other player stands, free of charge".to_string(),
        Step::Activate(activate) => activation(activate),
        Step::ActivateTarget => "use that site".to_string(),
        Step::ActivateStack(level) => format!("turn up a level {level} site tile and use it"),
        Step::Relocate(to, then) => format!("may move an archaeologist to a {} and {}", levels(*to), effect(then)),
        Step::MoveGuardian(to, then) => {
            format!("may move a guardian of a site of yours to an empty {} and {}", levels(*to), effect(then))
        }
        Step::ReturnFigure => "may take an archaeologist back".to_string(),
        Step::IconsAsPlane => "all your travel icons are planes this round".to_string(),
        Step::IgnoreGuardianFear => "no Fear from guardians this round".to_string(),
        Step::ReturnSlottedIdol => "may take an idol out of a slot".to_string(),
    }
}

fn activation(activate: &Activate) -> String {
    let which = match (activate.unoccupied, activate.own) {
        (true, _) => "an unoccupied ",
        (false, true) => "your ",
        (false, false) => "any ",
    };
    let count = if activate.count > 1 { format!("{} different ", activate.count) } else { which.to_string() };
    let price = if activate.level2_cost == [0; Good::COUNT] {
        String::new()
    } else {
        format!(" (level 2: pay {})", goods(&activate.level2_cost))
    };
    format!("may use {count}{}{}{price}", levels(activate.levels), if activate.count > 1 { "s" } else { "" })
}
