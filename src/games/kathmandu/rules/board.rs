//! A board: land, sites and holes from axial coordinates (R18.1).

use serde::Deserialize;

use super::super::words::Site;
use super::bits::{Cells, MAX_CELLS};
use super::column::LIST;
use super::geometry::{Land, distance};
use crate::core::Problems;

/// The widest axial grid.
pub const MAX_GRID: usize = 24;

/// A row of `boards`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "names, counts of holes and sources are for readers of the tables")]
pub struct BoardRow {
    /// The name the option `board` uses.
    pub id: String,
    active_sites: u8,
    active_sites_source: Option<String>,
    removed_in_short_game: u8,
    removed_in_short_game_source: Option<String>,
    orientation: Option<String>,
    coordinates: Option<String>,
    radius: Option<u8>,
    full_hexagon: Option<u16>,
    mountain_count: Option<u16>,
    lake_count: Option<u16>,
    land_count: u16,
    site_count: u8,
    site_count_source: Option<String>,
    layout_source: Option<String>,
    min_site_distance: u32,
    min_site_path_distance: u32,
    lake: Option<Holes>,
    mountains: Option<Holes>,
    row: Vec<LandRow>,
    site: Vec<SiteRow>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "uses and sources are for readers of the tables")]
struct Holes {
    #[serde(rename = "use")]
    used_as: Option<String>,
    use_source: Option<String>,
    cells: Vec<(i8, i8)>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct LandRow {
    r: i8,
    q: Vec<i8>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "names and sources are for readers of the tables")]
struct SiteRow {
    id: String,
    letter: char,
    name: String,
    name_source: Option<String>,
    q: i8,
    r: i8,
    position_source: Option<String>,
    region: Option<String>,
    land_neighbours: Option<u8>,
    isolation_cost: Option<Vec<u8>>,
    extension_size: Option<Vec<u8>>,
}

/// A board ready to play on.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    /// Its name.
    pub id: String,
    /// The land, and which cells are neighbours.
    pub land: Land,
    /// The cell of each site.
    pub site_cells: Vec<u8>,
    /// The id of each site.
    pub site_ids: Vec<String>,
    /// The display name of each site.
    pub site_names: Vec<String>,
    /// The letter of each site, for the map.
    pub letters: Vec<char>,
    /// Mountain coordinates, for the map.
    pub mountains: Vec<(i8, i8)>,
    /// Lake coordinates, for the map.
    pub lake: Vec<(i8, i8)>,
    /// Digs at once, and the length of the site list (R1.8).
    pub active_sites: usize,
    /// Site cards the short game removes (R2.2).
    pub removed_in_short_game: u8,
    /// The smallest q and r of the land.
    pub origin: (i8, i8),
    /// Rows and columns of the axial grid.
    pub grid: (usize, usize),
    /// The grid index of each cell, row by row.
    pub grid_at: Vec<u16>,
}

impl Board {
    /// Checks one row and builds its board; problems name the board.
    pub fn build(row: &BoardRow, problems: &mut Problems) -> Option<Self> {
        let mut report = Report { problems, board: &row.id, good: true };
        let board = Self::try_build(row, &mut report);
        board.filter(|_| report.good)
    }

    fn try_build(row: &BoardRow, problems: &mut Report<'_>) -> Option<Self> {
        let cells: Vec<(i8, i8)> = row.row.iter().flat_map(|line| line.q.iter().map(|&q| (q, line.r))).collect();
        let sites = row.site.len();
        problems.expect((1..=MAX_CELLS).contains(&cells.len()), || {
            format!("{} land cells, 1 to {MAX_CELLS} are possible (R18.1)", cells.len())
        });
        problems.expect((2..=Site::COUNT).contains(&sites), || format!("{sites} sites, 2 to {} are possible (R18.1)", Site::COUNT));
        if !problems.good {
            return None;
        }
        let land = Land::new(&cells);
        problems.expect(land.at.len() == cells.len(), || "a land cell is listed twice".to_string());
        problems.expect(usize::from(row.land_count) == cells.len(), || {
            format!("land_count says {}, the rows have {}", row.land_count, cells.len())
        });
        problems.expect(usize::from(row.site_count) == sites, || format!("site_count says {}, there are {sites}", row.site_count));
        problems.expect(land.flood(Cells::of(0), land.all).inside == land.all, || "the land is not connected (R18.1)".to_string());
        let active = usize::from(row.active_sites);
        problems.expect((2..=LIST.min(sites)).contains(&active), || {
            format!("active_sites = {active}, 2 to {} are possible", LIST.min(sites))
        });
        problems.expect(usize::from(row.removed_in_short_game) + active <= sites, || {
            format!("removed_in_short_game = {} leaves fewer than {active} of {sites} sites", row.removed_in_short_game)
        });
        for (name, holes) in [("lake", &row.lake), ("mountains", &row.mountains)] {
            for cell in holes.iter().flat_map(|h| &h.cells).filter(|cell| cells.contains(cell)) {
                problems.add(&format!("{name}: {cell:?} is land"));
            }
        }
        let site_cells = find_sites(row, &land, problems);
        if site_cells.len() == sites {
            check_distances(row, &land, &site_cells, problems);
        }
        let (low_q, high_q) = (cells.iter().map(|c| c.0).min()?, cells.iter().map(|c| c.0).max()?);
        let (low_r, high_r) = (cells.iter().map(|c| c.1).min()?, cells.iter().map(|c| c.1).max()?);
        let width = usize::from(high_q.abs_diff(low_q)) + 1;
        let height = usize::from(high_r.abs_diff(low_r)) + 1;
        problems.expect(width <= MAX_GRID && height <= MAX_GRID, || {
            format!("the axial grid is {height} x {width}, at most {MAX_GRID} x {MAX_GRID} fits (R18.1)")
        });
        let grid_at =
            land.at.iter().map(|&(q, r)| u16::from(r.abs_diff(low_r)) * width as u16 + u16::from(q.abs_diff(low_q))).collect();
        let holes = |h: &Option<Holes>| h.as_ref().map_or_else(Vec::new, |h| h.cells.clone());
        Some(Self {
            id: row.id.clone(),
            land,
            site_cells,
            site_ids: row.site.iter().map(|s| s.id.clone()).collect(),
            site_names: row.site.iter().map(|s| s.name.clone()).collect(),
            letters: row.site.iter().map(|s| s.letter).collect(),
            mountains: holes(&row.mountains),
            lake: holes(&row.lake),
            active_sites: active,
            removed_in_short_game: row.removed_in_short_game,
            origin: (low_q, low_r),
            grid: (height, width),
            grid_at,
        })
    }

    /// The cell of a site.
    #[inline]
    pub fn site_cell(&self, site: Site) -> u8 {
        self.site_cells[site.at()]
    }

    /// The site on a cell.
    pub fn site_at(&self, cell: u8) -> Option<Site> {
        self.site_cells.iter().position(|&c| c == cell).map(|i| Site(i as u8))
    }
}

/// Problems of one board, each with its name.
struct Report<'a> {
    problems: &'a mut Problems,
    board: &'a str,
    good: bool,
}

impl Report<'_> {
    fn add(&mut self, sentence: &str) {
        self.good = false;
        self.problems.add(format!("content boards, {:?}: {sentence}", self.board));
    }

    fn expect(&mut self, condition: bool, sentence: impl FnOnce() -> String) {
        if !condition {
            self.add(&sentence());
        }
    }
}

/// Finds the cells of the sites and checks that ids, letters and cells are all different.
fn find_sites(row: &BoardRow, land: &Land, problems: &mut Report<'_>) -> Vec<u8> {
    let mut out: Vec<u8> = Vec::new();
    for (i, site) in row.site.iter().enumerate() {
        let before = &row.site[..i];
        problems.expect(!site.id.is_empty() && before.iter().all(|s| s.id != site.id && s.letter != site.letter), || {
            format!("site {:?}: id and letter must differ from all others", site.id)
        });
        match land.cell(site.q, site.r) {
            Some(cell) => out.push(cell),
            None => problems.add(&format!("site {:?}: ({}, {}) is not land", site.id, site.q, site.r)),
        }
    }
    out
}

/// Checks that no two sites are adjacent (R2.5) and that the stated smallest distances are correct.
fn check_distances(row: &BoardRow, land: &Land, sites: &[u8], problems: &mut Report<'_>) {
    let pairs = || sites.iter().enumerate().flat_map(|(i, &a)| sites[..i].iter().map(move |&b| (a, b)));
    let straight = pairs().map(|(a, b)| distance(land.at[usize::from(a)], land.at[usize::from(b)])).min();
    let by_land = pairs().filter_map(|(a, b)| land.path(a, b)).min();
    problems.expect(straight.is_some_and(|d| d >= 2), || "two sites are adjacent or on the same cell (R18.1)".to_string());
    for (name, stated, is) in
        [("min_site_distance", row.min_site_distance, straight), ("min_site_path_distance", row.min_site_path_distance, by_land)]
    {
        problems.expect(is == Some(stated), || format!("{name} says {stated}, but it is {}", is.unwrap_or(0)));
    }
}
