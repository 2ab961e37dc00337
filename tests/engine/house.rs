//! One question, one room: no list of the games exists outside `src/games`, so that a new game is one folder and one line.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use expedition::games;

/// Folders that may name single games: the games' own rooms, pages for people, tests and build products.
const ROOMS: &[&str] = &["src/games", "docs", "notebooks", "tests", "evidence", "target", "dist", "site", "fuzz/corpus"];

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

/// The games that a text names, except the template.
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
        if named(&text).len() > 1 && !own {
            found.push(format!("{inside}: {:?}", named(&text)));
        }
    }
    assert!(found.is_empty(), "lists of games belong into src/games:\n{}", found.join("\n"));
    assert_eq!(named("the games agartha, arnak and toy").len(), 2);
}

/// The Rust files of the repository with their lines.
fn sources() -> Vec<(String, Vec<String>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all = Vec::new();
    for folder in ["src", "tests", "fuzz/src", "fuzz/targets", "benches", "examples"] {
        rust_files(&root.join(folder), &mut all);
    }
    let read = |path: PathBuf| {
        let inside = path.strip_prefix(root).expect("it lies inside").to_string_lossy().replace('\\', "/");
        (inside, fs::read_to_string(&path).expect("text").lines().map(str::to_string).collect())
    };
    all.into_iter().map(read).collect()
}

fn rust_files(folder: &Path, out: &mut Vec<PathBuf>) {
    for path in fs::read_dir(folder).expect("a folder of the repository").flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            rust_files(&path, out);
        } else if path.extension().is_some_and(|end| end == "rs") {
            out.push(path);
        }
    }
}

/// The most lines of a file, and of a function.
const FILE: usize = 500;
const FUNCTION: usize = 100;

/// Longer functions, each one flat match over a set of choices.
const FLAT: &[(&str, &str)] = &[
    ("src/games/arnak/rules/effects/notation.rs", "step"),
    ("src/games/subterra/apply.rs", "act"),
    ("src/games/subterra/rules/abilities.rs", "use_ability"),
];

/// The name of the function that begins on a line, and its indent.
fn begins(line: &str) -> Option<(&str, usize)> {
    let bare = line.trim_start();
    let at = bare.find("fn ")?;
    let plain = bare[..at]
        .split_whitespace()
        .all(|word| word.starts_with("pub") || ["const", "in", "async"].contains(&word) || word.ends_with(')'));
    let name = bare[at + 3..].split(|c: char| !c.is_alphanumeric() && c != '_').next()?;
    (plain && !name.is_empty()).then_some((name, line.len() - bare.len()))
}

#[test]
fn files_and_functions_are_short() {
    let mut found = Vec::new();
    let mut flat = BTreeSet::new();
    for (file, lines) in sources() {
        if lines.len() > FILE {
            found.push(format!("{file} has {} lines", lines.len()));
        }
        for (from, line) in lines.iter().enumerate() {
            let Some((name, indent)) = begins(line) else { continue };
            let closing = format!("{}}}", " ".repeat(indent));
            // rustfmt puts the brace that closes a function under its beginning.
            let Some(length) = lines[from..].iter().position(|line| *line == closing) else { continue };
            if line.ends_with(';') || line.ends_with('}') || length < FUNCTION {
                continue;
            }
            if FLAT.contains(&(file.as_str(), name)) {
                flat.insert((file.clone(), name.to_string()));
            } else {
                found.push(format!("{file}: {name} has {} lines", length + 1));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    assert_eq!(flat.len(), FLAT.len(), "an exception that is none any more: {flat:?}");
}

/// Parameters whose `true` or `false` is self-explanatory: what is asserted, a flag's own value.
const PLAIN: &[&str] = &["condition", "value", "default"];

/// The arguments between the bracket that a text begins with and the one that closes it.
fn arguments(text: &str) -> Option<Vec<&str>> {
    let (mut depth, mut from, mut out) = (0_i32, 1, Vec::new());
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        let last = depth == 0;
        if last || depth == 1 && c == ',' {
            out.push(text[from.min(at)..at].trim());
            from = at + 1;
        }
        if last {
            return Some(out);
        }
    }
    None
}

/// A bare `true` or `false` in a call of our own makes a reader look up the definition. Names that end in `_if` say what it is.
#[test]
fn no_call_hands_over_a_bare_flag() {
    let sources: Vec<(String, String)> =
        sources().into_iter().filter(|(file, _)| file.starts_with("src")).map(|(file, lines)| (file, lines.join("\n"))).collect();
    let mut flags: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
    for (_, text) in &sources {
        for (at, _) in text.match_indices("fn ") {
            let rest = &text[at + 3..];
            let name = &rest[..rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(0)];
            let Some(open) = rest.find('(').filter(|open| !rest[..*open].contains(['\n', ';', '{'])) else { continue };
            let Some(all) = arguments(&rest[open..]) else { continue };
            let own = all.iter().filter(|_| !name.ends_with("_if")).filter(|one| !one.ends_with("self"));
            for (place, one) in own.enumerate() {
                if one.ends_with(": bool") && !PLAIN.iter().any(|plain| one.starts_with(plain)) {
                    flags.entry(name).or_default().insert(place);
                }
            }
        }
    }
    assert!(flags.len() > 10, "the parameters are read");
    let mut found = Vec::new();
    for (file, text) in &sources {
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for (name, places) in &flags {
            for (at, _) in code.match_indices(&format!("{name}(")) {
                let before = code[..at].chars().next_back();
                if before.is_some_and(|c| c.is_alphanumeric() || c == '_') || code[..at].ends_with("fn ") {
                    continue;
                }
                let all = arguments(&code[at + name.len()..]).unwrap_or_default();
                if places.iter().any(|place| all.get(*place).is_some_and(|one| ["true", "false"].contains(one))) {
                    found.push(format!("{file}: {name}({})", all.join(", ")));
                }
            }
        }
    }
    assert!(found.is_empty(), "say what the flag means, with an enum or two functions:\n{}", found.join("\n"));
}

/// The file of every game in which each trait of the contract is implemented.
const CONTRACT: &[(&str, &str)] = &[
    ("Rules", "mod.rs"),
    ("Setup", "setup.rs"),
    ("Legal", "legal.rs"),
    ("Apply", "apply.rs"),
    ("Check", "check.rs"),
    ("Score", "score.rs"),
    ("Observe", "observe.rs"),
    ("Describe", "describe.rs"),
];

#[test]
fn the_same_file_answers_the_same_question_in_every_game() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/games");
    let mut found = Vec::new();
    for game in games::NAMES {
        for (contract, file) in CONTRACT {
            let text = fs::read_to_string(root.join(game).join(file)).unwrap_or_default();
            if !text.contains(&format!("impl {contract} for ")) {
                found.push(format!("src/games/{game}/{file}: impl {contract}"));
            }
        }
        for file in ["RULES.md", "actions.rs", "content.rs", "state.rs", "words.rs"] {
            if !root.join(game).join(file).is_file() {
                found.push(format!("src/games/{game}/{file}"));
            }
        }
    }
    assert!(found.is_empty(), "missing:\n{}", found.join("\n"));
}

/// The rooms of the engine in the order in which they may know of each other: each only of those before it.
const ORDER: &[&str] = &["core", "games", "agents", "batch", "laws", "any", "python"];

#[test]
fn rooms_know_only_the_rooms_before_them() {
    let mut found = Vec::new();
    for (file, lines) in sources() {
        let Some(at) = ORDER.iter().position(|room| file.starts_with(&format!("src/{room}/"))) else { continue };
        for line in &lines {
            let later = |room: &&&str| line.contains(&format!("crate::{room}::")) || line.contains(&format!("crate::{room};"));
            found.extend(ORDER[at + 1..].iter().find(later).map(|_| format!("{file}: {}", line.trim())));
        }
    }
    assert!(found.is_empty(), "imports that go back:\n{}", found.join("\n"));
}
