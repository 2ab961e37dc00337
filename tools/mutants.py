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
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

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
        called = node.child_by_field_name("name")
        if called is None:
            return None
        head = self.source[node.start_byte : called.start_byte].decode()
        if "const " in head:
            return self.plain(node)
        body, kind = node.child_by_field_name("body"), node.child_by_field_name("return_type")
        name = self.plain(called)
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


CARGO = """[package]
name = "expedition"
version = "0.0.0"
edition = "2024"
[dependencies]
{dependencies}
[dev-dependencies]
{dev}
[[test]]
name = "engine"
path = "tests/engine/main.rs"
[profile.dev]
opt-level = 1
debug = "line-tables-only"
[workspace]
"""


def write(game: str, skip: set[tuple[str, int]]) -> dict[int, Mutant]:
    """Write a small crate of one game with all its mutants and return them by number."""
    mutants: dict[int, Mutant] = {}
    texts: dict[Path, bytes] = {}
    for folder in ("src/core", f"src/games/{game}", f"tests/engine/{game}", f"tests/golden/{game}", "tests/corpus"):
        for path in (ROOT / folder).rglob("*"):
            if path.is_file():
                texts[path.relative_to(ROOT)] = path.read_bytes()
    texts[Path("Cargo.lock")] = (ROOT / "Cargo.lock").read_bytes()
    for path in sources(game):
        writer = Writer(game, path, mutants, skip)
        texts[path.relative_to(ROOT)] = writer.text(writer.root).encode()
    # Only what the rules and their tests need: the rest would take minutes to build.
    shipped = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))
    wanted = {k: v for k, v in shipped["dependencies"].items() if k not in ("numpy", "pyo3", "rayon")}
    dev = {"proptest": shipped["dev-dependencies"]["proptest"]}
    tables = {"dependencies": requirements(wanted), "dev": requirements(dev)}
    texts[Path("Cargo.toml")] = CARGO.format(**tables).encode()
    registry = (ROOT / "src/games/mod.rs").read_text(encoding="utf-8").splitlines(keepends=True)
    others = [p.parent.name for p in (ROOT / "src/games").glob("*/mod.rs") if p.parent.name != game]
    mine = [line for line in registry if not line.strip().startswith(tuple(f"pub mod {o};" for o in others))]
    mine = [line for line in mine if not line.strip().startswith(tuple(f"{o}::" for o in others))]
    texts[Path("src/games/mod.rs")] = "".join(mine).encode()
    texts[Path("src/lib.rs")] = b"pub mod core;\npub mod games;\npub mod mutant;\n"
    texts[Path("src/mutant.rs")] = HOOK.encode()
    modules = ["conformance", "golden", "laws", "support"]
    for name in modules:
        texts[Path(f"tests/engine/{name}.rs")] = (ROOT / f"tests/engine/{name}.rs").read_bytes()
    texts[Path("tests/engine/main.rs")] = "".join(f"mod {name};\n" for name in [*modules, game]).encode()
    for path, data in texts.items():
        there = COPY / game / path
        # What has not changed keeps its time, so that cargo does not build it again.
        if not there.exists() or there.read_bytes() != data:
            there.parent.mkdir(parents=True, exist_ok=True)
            there.write_bytes(data)
    return mutants


def requirements(table: dict[str, Any]) -> str:
    """Return dependencies as lines of TOML."""
    lines = []
    for name, value in table.items():
        parts = value if isinstance(value, dict) else {"version": value}
        inner = ", ".join(f"{k} = {json.dumps(v)}" for k, v in parts.items())
        lines.append(f"{name} = {{ {inner} }}")
    return "\n".join(lines)


def cargo(game: str, *command: str) -> tuple[Path | None, set[tuple[str, int]]]:
    """Build the copy: the test program, or the lines that do not compile."""
    # Beside the tests' own build, so that the dependencies are there already.
    env = {**os.environ, "CARGO_TARGET_DIR": str(ROOT / "target")}
    done = subprocess.run(
        ["cargo", *command, "--message-format=json"], cwd=COPY / game, env=env, capture_output=True, text=True
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
        done = subprocess.run(
            [program, *filters, "--quiet"], env=env, cwd=program.parent, capture_output=True, timeout=limit
        )
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
    rows: list[dict[str, Any]] = []
    for game in args.game:
        if args.list:
            print(f"{game}: {len(write(game, set()))} mutants")
        else:
            test(game, args, rows)
    return 0


def build(game: str) -> tuple[Path, dict[int, Mutant]]:
    """Build the tests of a game with every mutant that compiles."""
    skip: set[tuple[str, int]] = set()
    while True:
        mutants = write(game, skip)
        program, wrong = cargo(game, "test", "--no-run", "--test", "engine")
        if program is not None and not wrong:
            kept = COPY / game / "engine"
            shutil.copy(program, kept)
            return kept, {n: m for n, m in mutants.items() if (m.file, m.line) not in skip}
        if not wrong - skip:
            raise SystemExit(f"mutants: {game} does not compile: {sorted(wrong)[:5]}")
        print(f"{game}: {len(wrong - skip)} lines do not compile and are left alone", flush=True)
        skip |= wrong


def test(game: str, args: argparse.Namespace, rows: list[dict[str, Any]]) -> None:
    """Run the tests of a game once for each mutant."""
    program, mutants = build(game)
    seen = COPY / game / "seen"
    seen.unlink(missing_ok=True)
    if run(program, [f"{game}::"], 0, 1200, MUTANTS_SEEN=str(seen)) != "passed":
        raise SystemExit(f"mutants: the tests of {game} fail without any mutant")
    met = set(map(int, seen.read_text().split()))
    chosen = list(mutants)
    if args.sample and len(chosen) > args.sample:
        chosen = sorted(random.Random(1).sample(chosen, args.sample))
    if args.only:
        before = json.loads(args.only.read_text())
        left = {(m["file"], m["line"], m["what"]) for m in before if not m["result"].startswith("killed")}
        chosen = [n for n in chosen if mutants[n][1:] in left]
    print(f"{game}: {len(chosen)} of {len(mutants)} mutants, {len(met)} of them reached by its tests", flush=True)
    for number in chosen:
        mutant = mutants[number]
        result = "not reached" if number not in met else run(program, [f"{game}::"], number, args.limit)
        result = {"passed": "survived", "failed": "killed", "timeout": "killed (no end)"}.get(result, result)
        by_all = result.startswith("killed")
        if args.all and not by_all:
            by_all = run(program, ["golden::", "conformance::", "laws::"], number, args.limit) != "passed"
        rows.append({**mutant._asdict(), "result": result, "by_all": by_all})
        args.report.write_text(json.dumps(rows, indent=1))
        if not result.startswith("killed"):
            more = "; killed by golden records or laws" if by_all else ""
            print(f"{mutant.file}:{mutant.line}: {mutant.what}: {result}{more}", flush=True)
    mine = [row for row in rows if row["game"] == game]
    killed = sum(row["result"].startswith("killed") for row in mine)
    with_all = sum(row["by_all"] for row in mine)
    total = max(len(mine), 1)
    share = f"{killed} ({killed / total:.1%})"
    print(f"{game}: of {len(mine)} its own tests kill {share}, with golden records and laws {with_all}")
    print(f"  {dict(collections.Counter(row['result'] for row in mine))}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
