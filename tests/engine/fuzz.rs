//! The corpus of the fuzz targets, replayed, so that what once broke something is always tried again.

use std::fs;
use std::path::Path;

#[path = "../../fuzz/src/checks.rs"]
mod checks;

#[test]
fn the_corpus_breaks_nothing() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus");
    for (name, check) in [
        ("record", checks::record as fn(&[u8])),
        ("snapshot", checks::snapshot),
        ("state", checks::state),
        ("content", checks::content),
        ("notation", checks::notation),
        ("action_text", checks::action_text),
        ("actions", checks::actions),
        ("network", checks::network),
    ] {
        let entries = fs::read_dir(root.join(name)).unwrap_or_else(|e| panic!("the corpus of {name}: {e}"));
        let paths: Vec<_> = entries.map(|entry| entry.expect("a readable entry").path()).collect();
        assert!(paths.len() >= 4, "{name}: the corpus is there");
        for path in paths {
            println!("{}", path.display());
            check(&fs::read(&path).expect("a readable file"));
        }
    }
}

/// The fuzz targets are a separate crate with its own lock file, which goes out of date when the engine gets a new
/// dependency; `make fuzz` then refuses to build.
#[test]
fn the_lock_file_of_the_targets_is_up_to_date() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |name: &str| -> toml::Table {
        let text = fs::read_to_string(root.join(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
        text.parse().unwrap_or_else(|e| panic!("{name}: {e}"))
    };
    let (manifest, lock) = (read("Cargo.toml"), read("fuzz/Cargo.lock"));
    let optional = |wish: &toml::Value| wish.get("optional").and_then(toml::Value::as_bool) == Some(true);
    let wishes = manifest["dependencies"].as_table().expect("dependencies are a table");
    let wanted: Vec<&str> = wishes.iter().filter(|(_, wish)| !optional(wish)).map(|(name, _)| name.as_str()).collect();
    let packages = lock["package"].as_array().expect("packages are a list");
    let engine = packages.iter().find(|package| package["name"].as_str() == Some("expedition")).expect("it is locked");
    let locked: Vec<&str> = engine["dependencies"].as_array().expect("a list").iter().filter_map(toml::Value::as_str).collect();
    assert_eq!(wanted, locked, "run `cargo update --workspace` in fuzz/");
    assert_eq!(engine["version"], manifest["package"]["version"], "run `cargo update --workspace` in fuzz/");
}
