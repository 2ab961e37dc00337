//! State shared by the parts while they are built: the compiled effects and the problems found.

use crate::core::Problems;
use crate::games::arnak::content::{self, Files};
use crate::games::arnak::effects::ast::{Cost, Effect, Icon, Step};
use crate::games::arnak::effects::depth::Families;
use crate::games::arnak::effects::notation;
use crate::games::arnak::effects::program::{Code, Program, check_cost};
use crate::games::arnak::state::{Goods, Icons};

/// The most travel icons of any card or journey.
const MOST_ICONS: usize = 9;

/// Builds the parts one after the other, collecting problems along the way.
pub(super) struct Builder<'a> {
    pub(super) files: &'a Files,
    /// The side of the board.
    pub(super) snake: bool,
    /// Tiles in a pile "per player" (solo 2).
    pub(super) piles: usize,
    pub(super) code: Code,
    pub(super) problems: Problems,
    pub(super) families: Families,
}

impl<'a> Builder<'a> {
    pub(super) fn new(files: &'a Files, snake: bool, piles: usize) -> Self {
        Self { files, snake, piles, code: Code::new(), problems: Problems::new(), families: Families::default() }
    }

    /// Reads and compiles an effect.
    pub(super) fn effect(&mut self, table: &str, id: &str, text: &str) -> (Effect, Program) {
        let effect = content::effect(table, id, text, &mut self.problems);
        let program = self.code.compile(&effect).unwrap_or_else(|error| {
            self.problems.add(format!("content {table}, {id:?}: {error}"));
            Program::default()
        });
        (effect, program)
    }

    pub(super) fn icons(&mut self, table: &str, id: &str, list: &[Icon]) -> Icons {
        let mut icons = Icons::default();
        if list.len() > MOST_ICONS {
            self.problems.add(format!("content {table}, {id:?}: {} travel icons, at most {MOST_ICONS} are possible", list.len()));
            return icons;
        }
        for &icon in list {
            icons[icon as usize] += 1;
        }
        icons
    }

    /// The icons of an effect that is a travel value, or of its travel branch (R38).
    pub(super) fn travel(&mut self, table: &str, id: &str, effect: &Effect) -> Icons {
        let icons = travel_branch(effect);
        self.problems.expect(icons.iter().map(|&n| u32::from(n)).sum::<u32>() <= 2, || {
            format!("content {table}, {id:?}: a source of travel icons has at most two")
        });
        icons
    }

    pub(super) fn cost(&mut self, table: &str, id: &str, text: &str) -> Cost {
        notation::parse_cost(text).and_then(|cost| check_cost(&cost).map(|()| cost)).unwrap_or_else(|error| {
            self.problems.add(format!("content {table}, {id:?}: {error}"));
            Cost::default()
        })
    }

    pub(super) fn goods(&mut self, table: &str, id: &str, text: &str) -> Goods {
        notation::parse_goods(text).unwrap_or_else(|error| {
            self.problems.add(format!("content {table}, {id:?}: {error}"));
            Goods::default()
        })
    }
}

/// The display name of a row: its own, or one made of its id (`guardian_03` is guardian 3, `l1_lower_2` is level 1 lower 2).
pub(super) fn display(name: Option<&String>, id: &str) -> String {
    if let Some(name) = name {
        return name.clone();
    }
    let word = |part: &str| match part {
        "l1" => "level 1".to_string(),
        "l2" => "level 2".to_string(),
        part => match part.trim_start_matches('0') {
            "" => part.to_string(),
            rest => rest.to_string(),
        },
    };
    id.split('_').map(word).collect::<Vec<_>>().join(" ")
}

fn travel_branch(effect: &Effect) -> Icons {
    match effect.as_slice() {
        [Step::Travel(icons)] => *icons,
        [Step::Choose(1, branches)] => branches.iter().map(travel_branch).find(|i| *i != Icons::default()).unwrap_or_default(),
        _ => Icons::default(),
    }
}
