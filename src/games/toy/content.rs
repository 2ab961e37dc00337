//! The gems: what the tables must hold, and the arrays the rules read.

use serde::Deserialize;

use crate::core::{Content, Problems};

/// The most kinds of gems; replaced tables must stay within it.
pub const GEM_KINDS: usize = 4;

/// A row of `gems.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    id: String,
    value: u8,
    count: u8,
}

/// The gems by kind.
#[derive(Debug)]
pub struct Gems {
    /// Names.
    pub ids: Vec<String>,
    /// Points (R3.2).
    pub values: [u8; GEM_KINDS],
    /// The number in the bag at the start (R1.2).
    pub counts: [u8; GEM_KINDS],
}

impl Gems {
    /// Reads and validates the whole table. Problems are collected, so that those of all tables are reported at once.
    pub fn read(content: &Content, problems: &mut Problems) -> Self {
        let rows: Vec<Row> = content.rows("gems", problems);
        problems.expect(rows.len() <= GEM_KINDS, || format!("content gems: {} kinds, at most {GEM_KINDS} fit", rows.len()));
        for row in &rows {
            // R3.3 needs the lantern to be decisive.
            problems.expect(row.value <= 9, || format!("content gems, {:?}: value {} is above 9", row.id, row.value));
            problems.expect(row.count <= 40, || format!("content gems, {:?}: count {} is above 40", row.id, row.count));
        }
        let total: u32 = rows.iter().map(|r| u32::from(r.count)).sum();
        problems.expect(total >= 3, || format!("content gems: {total} gems, at least 3 are needed, one for each seat (R1.2)"));
        let mut gems = Self { ids: Vec::new(), values: [0; GEM_KINDS], counts: [0; GEM_KINDS] };
        for (kind, row) in rows.into_iter().take(GEM_KINDS).enumerate() {
            gems.ids.push(row.id);
            gems.values[kind] = row.value;
            gems.counts[kind] = row.count;
        }
        gems
    }
}
