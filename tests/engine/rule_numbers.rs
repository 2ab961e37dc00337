//! Rule numbers: those cited in code and tests exist in RULES.md; those that no test cites are listed, and the list is empty.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::support::wanted;

/// The numbers in a text: `R4`, `R4.2`, `T7`, `D12`. In RULES.md only those at the head of a line count as defined.
fn cited(text: &str) -> BTreeSet<String> {
    let bytes = text.as_bytes();
    let mut out = BTreeSet::new();
    for start in 0..bytes.len() {
        let word_before = start > 0 && (bytes[start - 1].is_ascii_alphanumeric() || bytes[start - 1] == b'_');
        if word_before || !matches!(bytes[start], b'R' | b'T') {
            continue;
        }
        let mut end = start + 1;
        while end < bytes.len() && (bytes[end].is_ascii_digit() || bytes[end] == b'.' && end > start + 1) {
            end += 1;
        }
        let number = text[start..end].trim_end_matches('.');
        let word_after = end < bytes.len() && (bytes[end].is_ascii_alphabetic() || bytes[end] == b'_');
        if number.len() > 1 && !word_after {
            out.insert(number.to_string());
        }
    }
    out
}

/// The numbers that RULES.md defines: the first one of a heading, list item or table row.
fn defined(game: &str) -> BTreeSet<String> {
    game.lines()
        .filter_map(|line| {
            let line = line.trim_start().trim_start_matches(['#', '-', '|', '*']).trim_start();
            let first = line.split(|c: char| !c.is_ascii_alphanumeric() && c != '.').next()?.trim_end_matches('.');
            let mut chars = first.chars();
            let is_number = matches!(chars.next(), Some('R' | 'T')) && chars.clone().next().is_some_and(|c| c.is_ascii_digit());
            (is_number && chars.all(|c| c.is_ascii_digit() || c == '.')).then(|| first.to_string())
        })
        .collect()
}

fn sources(folder: &Path) -> String {
    let mut text = String::new();
    let Ok(entries) = fs::read_dir(folder) else { return text };
    for path in entries.map(|e| e.expect("a readable entry").path()) {
        if path.is_dir() {
            text.push_str(&sources(&path));
        } else if path.extension().is_some_and(|e| e == "rs") {
            text.push_str(&fs::read_to_string(&path).expect("a readable source file"));
        }
    }
    text
}

#[test]
fn every_rule_is_coded_where_it_says_and_tested() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut wrong = Vec::new();
    for rules in wanted() {
        let game = fs::read_to_string(root.join("src/games").join(rules).join("RULES.md")).expect("every game has RULES.md");
        let known = defined(&game);
        assert!(known.len() >= 5, "{game}: RULES.md has numbered rules");
        let code = cited(&sources(&root.join("src/games").join(rules)));
        let tests = cited(&sources(&root.join("tests/engine").join(rules)));
        for number in code.union(&tests).filter(|n| !known.contains(*n)) {
            wrong.push(format!("{game}: {number} is cited but RULES.md does not define it"));
        }
        // A chapter heading (R4 where there are R4.x) is tested through its rules.
        let heads_a_chapter = |n: &str| known.iter().any(|k| k.strip_prefix(n).is_some_and(|rest| rest.starts_with('.')));
        for number in known.iter().filter(|n| !tests.contains(*n) && !heads_a_chapter(n)) {
            wrong.push(format!("{game}: {number} has no test"));
        }
    }
    assert!(wrong.is_empty(), "{} findings:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn numbers_are_found_as_words() {
    let found = cited("// R4.2 and R10, not XR3 or R2D2 (T5). `R6.7.` Rust R");
    assert_eq!(found.into_iter().collect::<Vec<_>>(), ["R10", "R4.2", "R6.7", "T5"]);
    assert_eq!(defined("- R1.2 **x** R9\n## R3 y\n| T4 | z |").into_iter().collect::<Vec<_>>(), ["R1.2", "R3", "T4"]);
}
