"""Mutation testing of the rules with one build: every mutant is compiled in, an environment variable switches one on.

``make mutants GAME=agartha`` writes a copy of the sources in which each comparison, operator, guard and function of the
rules modules can be replaced by another one, builds the tests once, and runs them once per mutant. The changes are
those of cargo-mutants (which works too, with .cargo/mutants.toml, and rebuilds for each). A mutant is killed when a
test of the game's own folder fails or does not end; with ``--all`` survivors meet the golden records and the laws too.
"""

from __future__ import annotations

import argparse
import collections
import json
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import tree_sitter_rust
from tree_sitter import Language, Node, Parser

ROOT = Path(__file__).resolve().parent.parent
COPY = ROOT / "target" / "mutants"
# Not rules: words and pictures, floats for learners, guesses for agents, reading content, invariants that only refuse.
NOT_RULES = {
    "show",
    "observe",
    "evaluate",
    "content",
    "check",
    "words",
    "node",
    "notation",
    "tables",
    "compile",
    "depth",
}
OTHER = {
    "==": ["!="], "!=": ["=="], "&&": ["||"], "||": ["&&"],
    "<": ["==", ">", "<="], ">": ["==", "<", ">="], "<=": [">"], ">=": ["<"],
    "+": ["-", "*"], "-": ["+", "/"], "*": ["+", "/"], "/": ["%", "*"], "%": ["/", "+"],
    "<<": [">>"], ">>": ["<<"], "&": ["|", "^"], "|": ["&", "^"], "^": ["|", "&"],
    "+=": ["-=", "*="], "-=": ["+=", "/="], "*=": ["+=", "/="], "|=": ["&="], "&=": ["|="], "^=": ["|="],
    "<<=": [">>="], ">>=": ["<<="],
}  # fmt: skip
WHOLE = {"u8", "u16", "u32", "u64", "usize", "i8", "i16", "i32", "i64", "isize"}
# What is evaluated when compiling, or is not an expression.
FIXED = {"const_item", "static_item", "attribute_item", "inner_attribute_item", "array_type", "const_block",
         "type_arguments",
         "macro_invocation", "macro_definition", "enum_item", "struct_item", "use_declaration"}  # fmt: skip
HOOK = """//! Which mutant is on.
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};
static ON: LazyLock<u32> = LazyLock::new(|| std::env::var("MUTANT").ok().and_then(|n| n.parse().ok()).unwrap_or(0));
static SEEN: LazyLock<Option<String>> = LazyLock::new(|| std::env::var("MUTANTS_SEEN").ok());
static MET: [AtomicBool; 40000] = [const { AtomicBool::new(false) }; 40000];
#[inline]
pub fn on(id: u32) -> bool {
    if let Some(path) = &*SEEN && !MET[id as usize].swap(true, Ordering::Relaxed) {
        use std::io::Write;
        let mut file = std::fs::OpenOptions::new().create(true).append(true).open(path).unwrap();
        file.write_all(format!("{id}\\n").as_bytes()).unwrap();
    }
    *ON == id
}
"""


class Mutant(NamedTuple):
    """One change: where, and what to."""

    game: str
    file: str
    line: int
    what: str


class Writer:
    """Writes a source file with its mutants in it."""

    def __init__(self, game: str, path: Path, mutants: dict[int, Mutant], skip: set[tuple[str, int]]) -> None:
        """Read the file; numbers go on from the mutants so far."""
        self.game, self.path, self.mutants, self.skip = game, path, mutants, skip
        self.source = path.read_bytes()
        self.root = Parser(Language(tree_sitter_rust.language())).parse(self.source).root_node
        self.name = str(path.relative_to(ROOT))

    def plain(self, node: Node) -> str:
        """Return the text of a node as it stands."""
        return self.source[node.start_byte : node.end_byte].decode()

    def add(self, node: Node, what: str, new: str) -> str:
        """Number a mutant; the beginning of a condition with it. Numbers stay the same when some are left out."""
        number = len(self.mutants) + 1
        line = node.start_point[0] + 1
        self.mutants[number] = Mutant(self.game, self.name, line, what)
        return "" if (self.name, line) in self.skip else f"if crate::mutant::on({number}) {{ {new} }} else "

    def text(self, node: Node) -> str:
        """Return the text of a node with the mutants inside it."""
        if node.type in FIXED or not node.children or self.is_test(node):
            return self.plain(node)
        if node.type == "array_expression" and any(c.type == ";" for c in node.children):
            return self.plain(node)
        made = getattr(self, f"_{node.type}", None)
        return (made and made(node)) or self.inside(node)

    def inside(self, node: Node, instead: dict[int, str] | None = None) -> str:
        """Return the text of a node with the mutants of its children, or other texts for some."""
        out, at = [], node.start_byte
        for child in node.children:
            out.append(self.source[at : child.start_byte].decode())
            out.append((instead or {}).get(child.id) or self.text(child))
            at = child.end_byte
        out.append(self.source[at : node.end_byte].decode())
        return "".join(out)

    def is_test(self, node: Node) -> bool:
        """Return whether a node is a module of unit tests."""
        before = node.prev_named_sibling
        return node.type == "mod_item" and before is not None and "cfg(test)" in self.plain(before)

    def _binary_expression(self, node: Node) -> str | None:
        left, op, right = (node.child_by_field_name(f) for f in ("left", "operator", "right"))
        if not (left and op and right) or (word := self.plain(op)) not in OTHER:
            return None
        cases = "".join(
            self.add(op, f"{word} to {other}", f"({self.plain(left)}) {other} ({self.plain(right)})")
            for other in OTHER[word]
        )
        return f"({cases}{{ {self.inside(node)} }})" if cases else None

    def _compound_assignment_expr(self, node: Node) -> str | None:
        return self._binary_expression(node)

    def _unary_expression(self, node: Node) -> str | None:
        sign, value = self.plain(node.children[0]), node.children[-1]
        if sign not in "!-" or value.type.endswith("literal"):
            return None
        case = self.add(node, f"delete {sign}", self.plain(value))
        return f"({case}{{ {self.inside(node)} }})" if case else None

    def _match_pattern(self, node: Node) -> str | None:
        guard = node.child_by_field_name("condition")
        if guard is None or "let " in self.plain(guard):
            return self.plain(node)
        cases = self.add(guard, "guard to true", "true") + self.add(guard, "guard to false", "false")
        new = f"({cases}{{ {self.text(guard)} }})"
        return self.source[node.start_byte : guard.start_byte].decode() + new

    def _match_block(self, node: Node) -> str | None:
        arms = [c for c in node.children if c.type == "match_arm"]
        patterns = [arm.child_by_field_name("pattern") for arm in arms]
        if not patterns or patterns[-1] is None or self.plain(patterns[-1]) != "_":
            return None
        instead = {}
        for arm, pattern in zip(arms[:-1], patterns[:-1], strict=True):
            if pattern is not None and pattern.child_by_field_name("condition") is None:
                case = self.add(arm, f"delete the arm {self.plain(pattern)[:30]}", "false")
                if case:
                    instead[arm.id] = self.inside(arm, {pattern.id: f"{self.plain(pattern)} if ({case}{{ true }})"})
        return self.inside(node, instead)

    def _function_item(self, node: Node) -> str | None:
        head = self.source[node.start_byte : node.child_by_field_name("name").start_byte].decode()
        if "const " in head:
            return self.plain(node)
        body, kind = node.child_by_field_name("body"), node.child_by_field_name("return_type")
        name = self.plain(node.child_by_field_name("name"))
        if body is None or len(body.named_children) == 0:
            return None
        given = values(kind and self.plain(kind))
        cases = "".join(self.add(node, f"{name} returns {value}", f"return {value};") for value in given)
        return self.inside(node, {body.id: f"{{ {cases}{{}} {self.inside(body)[1:]}"} if cases else None)


def values(kind: str | None) -> list[str]:
    """Return what a function of a return type gives back instead."""
    if kind is None:
        return ["()"]
    if kind == "bool":
        return ["true", "false"]
    if kind in WHOLE:
        return ["0", "1"]
    if kind in ("f32", "f64"):
        return ["0.0", "1.0"]
    if kind.startswith("Option<"):
        return ["None"]
    return []


def sources(game: str) -> Iterator[Path]:
    """Yield the rules modules of a game."""
    for path in sorted((ROOT / "src" / "games" / game).rglob("*.rs")):
        if path.stem not in NOT_RULES:
            yield path


def write(games: list[str], skip: set[tuple[str, int]]) -> dict[int, Mutant]:
    """Write the copy with all mutants and return them by number."""
    mutants: dict[int, Mutant] = {}
    COPY.mkdir(parents=True, exist_ok=True)
    texts: dict[Path, bytes] = {}
    for folder in ("src", "tests/engine", "tests/golden", "tests/corpus", "benches"):
        for path in (ROOT / folder).rglob("*"):
            if path.is_file():
                texts[path.relative_to(ROOT)] = path.read_bytes()
    for file in ("Cargo.toml", "Cargo.lock", ".cargo/config.toml", "README.md"):
        texts[Path(file)] = (ROOT / file).read_bytes()
    for game in games:
        for path in sources(game):
            writer = Writer(game, path, mutants, skip)
            texts[path.relative_to(ROOT)] = writer.text(writer.root).encode()
    # Only the tests that are run: the rest would double the time to build.
    modules = ["conformance", "golden", "laws", "support", *games]
    texts[Path("tests/engine/main.rs")] = "".join(f"mod {name};\n" for name in modules).encode()
    texts[Path("src/mutant.rs")] = HOOK.encode()
    texts[Path("src/lib.rs")] += b"\n#[allow(missing_docs)]\npub mod mutant;\n"
    for path, data in texts.items():
        there = COPY / path
        # What has not changed keeps its time, so that cargo does not build it again.
        if not there.exists() or there.read_bytes() != data:
            there.parent.mkdir(parents=True, exist_ok=True)
            there.write_bytes(data)
    return mutants


def cargo(*command: str) -> tuple[Path | None, set[tuple[str, int]]]:
    """Build the copy: the test program, or the lines that do not compile."""
    env = {
        **os.environ,
        "CARGO_TARGET_DIR": str(ROOT / "target" / "mutants-build"),
        "RUSTFLAGS": "--cap-lints=allow",
        "MUTANT": "",
    }
    done = subprocess.run(
        ["cargo", *command, "--message-format=json"], cwd=COPY, env=env, capture_output=True, text=True
    )
    wrong: set[tuple[str, int]] = set()
    program = None
    for line in done.stdout.splitlines():
        message = json.loads(line)
        if message.get("executable"):
            program = Path(message["executable"])
        if message.get("reason") == "compiler-message" and message["message"]["level"] == "error":
            for span in message["message"]["spans"]:
                if span["is_primary"]:
                    wrong |= {(span["file_name"], n) for n in range(span["line_start"], span["line_end"] + 1)}
    if done.returncode and not wrong:
        raise SystemExit(f"mutants: the copy does not build:\n{done.stderr[-3000:]}")
    return program, wrong


def run(program: Path, filters: list[str], number: int, limit: float, **extra: str) -> str:
    """Run the tests with a mutant on: passed, failed or timeout."""
    env = {**os.environ, "MUTANT": str(number), **extra}
    try:
        done = subprocess.run([program, *filters, "--quiet"], env=env, cwd=COPY, capture_output=True, timeout=limit)
    except subprocess.TimeoutExpired:
        return "timeout"
    return "failed" if done.returncode else "passed"


def main() -> int:
    """Write, build, run, report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", action="append", required=True, help="a game; may be repeated")
    parser.add_argument("--sample", type=int, help="so many mutants of each game, the same each time")
    parser.add_argument("--all", action="store_true", help="survivors also meet the golden records and the laws")
    parser.add_argument("--only", type=Path, help="only the survivors of an earlier report")
    parser.add_argument("--limit", type=float, default=120.0, help="seconds until a run counts as endless")
    parser.add_argument("--report", type=Path, default=ROOT / "target" / "mutants.json")
    parser.add_argument("--list", action="store_true", help="only count them")
    args = parser.parse_args()
    skip: set[tuple[str, int]] = set()
    mutants = write(args.game, skip)
    print(
        ", ".join(f"{g}: {n}" for g, n in collections.Counter(m.game for m in mutants.values()).items()),
        "mutants",
        flush=True,
    )
    if args.list:
        return 0
    while True:
        _, wrong = cargo("check", "--lib")
        if not wrong:
            break
        new = wrong - skip
        print(f"mutants: {len(new)} lines do not compile and are left alone", flush=True)
        if not new:
            raise SystemExit(f"mutants: still does not compile: {sorted(wrong)[:5]}")
        skip |= new
        mutants = write(args.game, skip)
    program, wrong = cargo("test", "--no-run", "--test", "engine")
    if program is None:
        raise SystemExit(f"mutants: the tests do not build: {sorted(wrong)[:5]}")
    mutants = {n: m for n, m in mutants.items() if (m.file, m.line) not in skip}
    kept = COPY / "engine"
    shutil.copy(program, kept)
    wanted = None
    if args.only:
        wanted = {
            (m["file"], m["line"], m["what"])
            for m in json.loads(args.only.read_text())
            if m["result"] in ("survived", "not reached")
        }
    rows = []
    for game in args.game:
        seen = COPY / f"seen-{game}"
        seen.unlink(missing_ok=True)
        if run(kept, [f"{game}::"], 0, 600, MUTANTS_SEEN=str(seen)) != "passed":
            raise SystemExit(f"mutants: the tests of {game} fail without any mutant")
        met = set(map(int, seen.read_text().split()))
        mine = [n for n, m in mutants.items() if m.game == game]
        if args.sample and len(mine) > args.sample:
            mine = sorted(random.Random(1).sample(mine, args.sample))
        if wanted is not None:
            mine = [n for n in mine if mutants[n][1:] in wanted]
        for number in mine:
            mutant = mutants[number]
            if number not in met:
                result = "not reached"
            else:
                result = {"passed": "survived"}.get(
                    got := run(kept, [f"{game}::"], number, args.limit), f"killed ({got})"
                )
            if args.all and not result.startswith("killed"):
                again = run(kept, ["golden::", "conformance::", "laws::"], number, args.limit * 2)
                by_all = again != "passed"
            else:
                by_all = result.startswith("killed")
            rows.append({**mutant._asdict(), "result": result, "by_all": by_all})
            if not result.startswith("killed"):
                print(
                    f"{mutant.file}:{mutant.line}: {mutant.what}: {result}{', but not by all' if by_all else ''}",
                    flush=True,
                )
            args.report.write_text(json.dumps(rows, indent=1))
        counts = collections.Counter(r["result"] for r in rows if r["game"] == game)
        killed = sum(n for result, n in counts.items() if result.startswith("killed"))
        total = sum(counts.values())
        print(f"{game}: {killed} of {total} killed ({killed / max(total, 1):.1%}) {dict(counts)}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
