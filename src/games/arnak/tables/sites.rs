//! Camps, places and site tiles (section 6).

use super::builder::{Builder, display};
use crate::games::arnak::effects::ast::Good;
use crate::games::arnak::effects::program::Program;
use crate::games::arnak::effects::words;
use crate::games::arnak::state::{Goods, Icons};
use crate::games::arnak::words::{CAMP_SPACES, CAMPS, PLACES, Site, Space, TILES};

/// Sites, their spaces and their tiles by id.
#[derive(Debug)]
pub struct SiteTable {
    /// Ids of spaces.
    pub space_ids: Vec<String>,
    /// Ids of sites.
    pub ids: Vec<String>,
    /// Names of sites for people.
    pub names: Vec<String>,
    /// Names of spaces for people.
    pub space_names: Vec<String>,
    /// Ids of site tiles.
    pub tile_ids: Vec<String>,
    /// Effects of camps and then tiles in words.
    pub words: Vec<String>,
    /// Travel costs of spaces.
    pub travel: [Icons; Space::COUNT],
    /// Row and column of sites.
    pub place_of: [(u8, u8); Site::COUNT],
    /// Effects of camps.
    pub camp: [Program; CAMPS],
    /// Effects of tiles.
    pub tile: [Program; TILES],
    /// Resources offered by camps, as sets.
    pub camp_offers: [u8; CAMPS],
    /// Resources offered by tiles, as sets.
    pub tile_offers: [u8; TILES],
    /// Resources camps can give.
    pub camp_gains: [Goods; CAMPS],
    /// Resources tiles can give.
    pub tile_gains: [Goods; TILES],
    /// Compasses for discovering, by level from 1.
    pub discover: [u8; 2],
}

fn offers(goods: &[Good]) -> u8 {
    goods.iter().fold(0, |set, &good| set | 1 << good as u8)
}

/// Compiles the effect of a camp or tile and adds it in words; returns the program and the resources it can give.
fn compile(b: &mut Builder<'_>, words: &mut Vec<String>, table: &str, id: &str, text: &str) -> (Program, Goods) {
    let (effect, program) = b.effect(table, id, text);
    b.families.sites.push(program);
    words.push(words::effect(&effect));
    (program, b.code.gains(program))
}

impl SiteTable {
    pub(super) fn build(b: &mut Builder<'_>) -> Self {
        let files = b.files;
        let mut t = Self {
            space_ids: Vec::new(),
            ids: Vec::new(),
            names: Vec::new(),
            space_names: Vec::new(),
            tile_ids: Vec::new(),
            words: Vec::new(),
            travel: [[0; 4]; CAMP_SPACES + PLACES],
            place_of: [(0, 0); CAMPS + PLACES],
            camp: [Program::default(); CAMPS],
            tile: [Program::default(); TILES],
            camp_offers: [0; CAMPS],
            tile_offers: [0; TILES],
            camp_gains: [[0; Good::COUNT]; CAMPS],
            tile_gains: [[0; Good::COUNT]; TILES],
            discover: files.discover.compass,
        };
        for (i, camp) in files.camps.iter().enumerate() {
            (t.camp[i], t.camp_gains[i]) = compile(b, &mut t.words, "camps", &camp.id, &camp.effect);
            t.camp_offers[i] = offers(&camp.resources_offered);
            t.place_of[i] = (camp.row, camp.col);
            t.ids.push(camp.id.clone());
            t.names.push(display(camp.name.as_ref(), &camp.id));
            for (k, icons) in (if b.snake { &camp.spaces_snake } else { &camp.spaces_bird }).iter().enumerate() {
                t.travel[2 * i + k] = b.icons("camps", &camp.id, icons);
                t.space_ids.push(format!("{}{}", camp.id, ["a", "b"][k]));
                t.space_names.push(format!("{}{}", t.names[i], ["", ", second space"][k]));
            }
        }
        for (i, space) in files.spaces.iter().enumerate() {
            let travel = if b.snake { &space.travel_snake } else { &space.travel_bird };
            t.travel[CAMP_SPACES + i] = b.icons("board_spaces", &space.id, travel);
            t.place_of[CAMPS + i] = (space.row, space.col);
            t.ids.push(space.id.clone());
            t.space_ids.push(space.id.clone());
            t.names.push(display(space.name.as_ref(), &space.id));
            t.space_names.push(display(space.name.as_ref(), &space.id));
        }
        for (space, icons) in t.travel.iter().enumerate() {
            let n: u8 = icons.iter().sum();
            b.problems.expect((1..=2).contains(&n), || {
                format!("content sites, {:?}: a space costs one or two icons", t.space_ids[space])
            });
        }
        for (i, tile) in files.tiles.iter().enumerate() {
            (t.tile[i], t.tile_gains[i]) = compile(b, &mut t.words, "site_tiles", &tile.id, &tile.effect);
            t.tile_offers[i] = offers(&tile.resources_offered);
            t.tile_ids.push(tile.id.clone());
        }
        t
    }
}
