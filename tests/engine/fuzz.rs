//! The corpus of the fuzz targets, replayed: what once broke something stays there.

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
