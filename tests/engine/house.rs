//! One question, one room: no list of the games stands outside `src/games`, so that a new game is one folder and one line.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use expedition::games;

/// Folders that speak of single games by right: their own rooms, pages for people, tests and what is built.
const ROOMS: &[&str] = &["src/games", "docs", "notebooks", "tests", "evidence", "target", "dist", "site", "fuzz/corpus"];

/// Files that name several games, and why.
const EXCEPTIONS: &[(&str, &str)] = &[
    ("python/expedition/train/presets.py", "settings found by experiment; other games train with the defaults"),
    ("python/expedition/analysis/frames.py", "columns of amounts; other games have none"),
    ("python/expedition/analysis/benchmarks.py", "fixed tasks, each for one game"),
    ("tools/ladder.py", "the options under which each published ladder was played"),
];

/// Whether a file is code or configuration.
fn is_read(path: &Path) -> bool {
    let known = ["rs", "py", "pyi", "toml", "mk", "js", "html", "css", "yml", "yaml", "sh"];
    path.file_name().is_some_and(|name| name == "Makefile")
        || path.extension().and_then(|end| end.to_str()).is_some_and(|end| known.contains(&end))
}

fn files(folder: &Path, root: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of the repository").flatten() {
        let path = entry.path();
        let inside = path.strip_prefix(root).expect("it lies inside").to_string_lossy().replace('\\', "/");
        let hidden = inside.starts_with('.') && ![".cargo", ".ci", ".github"].iter().any(|read| inside.starts_with(read));
        if hidden || ROOMS.contains(&inside.as_str()) || path.is_symlink() {
            continue;
        }
        if path.is_dir() {
            files(&path, root, out);
        } else if is_read(&path) {
            out.push(path);
        }
    }
}

/// The games that a text names, the template aside.
fn named(text: &str) -> BTreeSet<&'static str> {
    let words: BTreeSet<&str> = text.split(|c: char| !c.is_ascii_alphabetic()).collect();
    games::NAMES.iter().copied().filter(|name| *name != "toy" && words.contains(name)).collect()
}

#[test]
fn no_list_of_games_stands_outside_their_rooms() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all = Vec::new();
    files(root, root, &mut all);
    assert!(all.len() > 100, "the repository is read");
    let mut found = Vec::new();
    for path in all {
        let inside = path.strip_prefix(root).expect("it lies inside").to_string_lossy().replace('\\', "/");
        let own = games::NAMES.iter().any(|name| inside.starts_with(&format!("python/expedition/show/{name}")));
        let text = fs::read_to_string(&path).unwrap_or_default();
        // One game may be an example; two are a list.
        if named(&text).len() > 1 && !own && !EXCEPTIONS.iter().any(|(file, _)| *file == inside) {
            found.push(format!("{inside}: {:?}", named(&text)));
        }
    }
    assert!(found.is_empty(), "lists of games belong into src/games:\n{}", found.join("\n"));
    assert_eq!(named("the games agartha, arnak and toy").len(), 2);
}
