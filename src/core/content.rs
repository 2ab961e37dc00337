//! Content: TOML embedded in the game's folder, replaceable table by table, validated whole.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::Problems;

/// The component tables of a game as plain data. A table is a list of rows (`[[items]]`) or a single record (`[setup]`).
#[derive(Clone, Debug, PartialEq)]
pub struct Content {
    tables: Map<String, Value>,
    replaced: Map<String, Value>,
    /// The shipped versions of the tables that were replaced.
    shipped: Map<String, Value>,
}

/// The name of a table: a top-level key of a content file.
pub type TableName<'a> = &'a str;

impl Content {
    /// Reads the embedded files and lays the replaced tables over them.
    pub fn load(game: &str, files: &[(&str, &str)], replaced: &Map<String, Value>) -> Result<Self, Problems> {
        let mut problems = Problems::new();
        let mut tables = Map::new();
        for (file, text) in files {
            match toml::from_str::<Map<String, Value>>(text) {
                Ok(read) => {
                    for (key, value) in read {
                        problems.expect(!tables.contains_key(&key), || format!("{file}: table {key} is already defined"));
                        tables.insert(key, value);
                    }
                }
                Err(error) => problems.add(format!("{file}: {error}")),
            }
        }
        let mut shipped = Map::new();
        for (key, value) in replaced {
            match tables.get_mut(key) {
                Some(table) if table.is_array() != value.is_array() => {
                    let want = if table.is_array() { "a list of rows" } else { "one record" };
                    problems.add(format!("content {key}: it must be {want}"));
                }
                Some(table) => drop(shipped.insert(key.clone(), std::mem::replace(table, value.clone()))),
                None => {
                    let names: Vec<&str> = tables.keys().map(String::as_str).collect();
                    problems.add(format!("{game} has no content table {key:?}: its tables are {}", names.join(", ")));
                }
            }
        }
        problems.into_result(Self { tables, replaced: replaced.clone(), shipped })
    }

    /// All tables.
    pub fn tables(&self) -> &Map<String, Value> {
        &self.tables
    }

    /// The tables the user replaced.
    pub fn replaced(&self) -> &Map<String, Value> {
        &self.replaced
    }

    /// A digest of all tables, independent of the order of their fields.
    pub fn digest(&self) -> u64 {
        let mut tables = Value::Object(self.tables.clone());
        tables.sort_all_objects();
        super::record::hash(tables.to_string().as_bytes())
    }

    /// Reports every field in a table's rows that no shipped row has. For tables that are read field by field; `rows` checks the
    /// fields by type.
    pub fn known_fields(&self, table: TableName, problems: &mut Problems) {
        let (Some(new), Some(old)) = (self.replaced.get(table), self.shipped.get(table)) else { return };
        unknown_fields(table, new, old, problems);
    }

    /// Reports a replaced table that only describes the game and has no effect on play.
    pub fn only_described(&self, table: TableName, problems: &mut Problems) {
        problems.expect(self.replaced.get(table) == self.shipped.get(table), || {
            format!("content {table}: this table only describes the game, no rule reads it, so it cannot be replaced")
        });
    }

    /// The rows of a list table. Each row that cannot be read is a problem, named by table and id.
    pub fn rows<T: DeserializeOwned>(&self, table: TableName, problems: &mut Problems) -> Vec<T> {
        let Some(Value::Array(rows)) = self.tables.get(table) else {
            problems.add(format!("content {table}: the table is missing or not a list of rows"));
            return Vec::new();
        };
        let mut out = Vec::with_capacity(rows.len());
        for (i, row) in rows.iter().enumerate() {
            match T::deserialize(row) {
                Ok(value) => out.push(value),
                Err(error) => {
                    let id = row.get("id").and_then(Value::as_str).map_or_else(|| format!("row {i}"), |id| format!("{id:?}"));
                    problems.add(format!("content {table}, {id}: {error}"));
                }
            }
        }
        out
    }

    /// A record table.
    pub fn record<T: DeserializeOwned>(&self, table: TableName, problems: &mut Problems) -> Option<T> {
        match self.tables.get(table).map(T::deserialize) {
            Some(Ok(value)) => Some(value),
            Some(Err(error)) => {
                problems.add(format!("content {table}: {error}"));
                None
            }
            None => {
                problems.add(format!("content {table}: the table is missing"));
                None
            }
        }
    }
}

/// Names every field of `new` that no row of `old` has, in nested rows too.
fn unknown_fields(place: &str, new: &Value, old: &Value, problems: &mut Problems) {
    match (new, old) {
        (Value::Array(rows), Value::Array(shipped)) => {
            let mut all = Map::new();
            for (key, value) in shipped.iter().filter_map(Value::as_object).flatten() {
                if let (Value::Array(seen), Value::Array(more)) = (all.entry(key.clone()).or_insert_with(|| value.clone()), value) {
                    seen.extend(more.iter().cloned());
                }
            }
            for row in rows {
                unknown_fields(place, row, &Value::Object(all.clone()), problems);
            }
        }
        (Value::Object(row), Value::Object(known)) => {
            for (key, value) in row {
                match known.get(key) {
                    Some(old) if value.as_array().is_some_and(|rows| rows.iter().any(Value::is_object)) => {
                        unknown_fields(&format!("{place}, {key}"), value, old, problems);
                    }
                    Some(_) => {}
                    None => {
                        let names: Vec<&str> = known.keys().map(String::as_str).collect();
                        problems.add(format!("content {place}: unknown field `{key}`, expected one of {}", names.join(", ")));
                    }
                }
            }
        }
        (_, _) => {}
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(deny_unknown_fields)]
    struct Card {
        id: String,
        cost: u8,
    }

    const FILES: &[(&str, &str)] =
        &[("cards.toml", "[[cards]]\nid = \"lamp\"\ncost = 2\n"), ("setup.toml", "[setup]\nrounds = 6\n")];

    fn load(replaced: &Value) -> Result<Content, Problems> {
        Content::load("toy", FILES, replaced.as_object().expect("an object"))
    }

    #[test]
    fn rows_are_read_and_replaced() {
        let mut problems = Problems::new();
        let own: Vec<Card> = load(&json!({})).expect("valid").rows("cards", &mut problems);
        assert_eq!(own, [Card { id: "lamp".into(), cost: 2 }]);
        let new: Vec<Card> = load(&json!({"cards": [{"id": "rope", "cost": 1}]})).expect("valid").rows("cards", &mut problems);
        assert_eq!((new[0].id.as_str(), problems.is_empty()), ("rope", true));
    }

    #[test]
    fn tables_read_field_by_field_know_their_fields() {
        let content = load(&json!({"cards": [{"id": "rope", "cost": 1}, {"id": "map", "colour": 3}]})).expect("shapes are right");
        let mut problems = Problems::new();
        content.known_fields("cards", &mut problems);
        content.known_fields("setup", &mut problems);
        assert_eq!(problems.to_string(), "content cards: unknown field `colour`, expected one of cost, id");
        content.only_described("cards", &mut problems);
        content.only_described("setup", &mut problems);
        assert!(
            problems.to_string().contains("content cards: this table only describes") && !problems.to_string().contains("setup")
        );
    }

    #[test]
    fn all_problems_are_named() {
        let mut problems = Problems::new();
        let content = load(&json!({"cards": [{"id": "rope"}, {"id": "map", "cost": 1, "colour": 3}]})).expect("shapes are right");
        content.rows::<Card>("cards", &mut problems);
        let text = problems.to_string();
        assert!(text.contains("\"rope\": missing field `cost`") && text.contains("\"map\": unknown field `colour`"), "{text}");
        let text = load(&json!({"kards": [], "setup": []})).expect_err("two problems").to_string();
        assert!(text.contains("no content table \"kards\"") && text.contains("setup: it must be one record"), "{text}");
    }
}
