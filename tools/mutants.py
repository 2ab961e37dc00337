"""Mutation testing of the rules with one build: all mutants are compiled in, an environment variable turns one on.

``make mutants GAME=agartha`` writes a copy of the sources in which each comparison, operator, guard and function of the
rules modules can be replaced by another one, builds the tests once, notes which mutants each test reaches, and runs
for each mutant the tests that reach it, the quick ones first, until one fails. The changes are those of cargo-mutants
(which works too, with .cargo/mutants.toml, and rebuilds for each). A mutant is killed when a test of the game's own
folder fails or does not end; with ``--all`` survivors are also run against the golden records and the laws.
"""

from __future__ import annotations

import argparse
import collections
import contextlib
import hashlib
import json
import math
import os
import random
import re
import resource
import shutil
import signal
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
# Not rules: words and pictures, observations, hints for agents, reading of content, invariants that only refuse.
NOT_RULES = {"describe", "sentences", "text", "events", "view", "glance", "words", "observe", "ways", "window",
             "evaluate", "prune", "claims", "fences", "distances",
             "content", "notation", "tables", "depth", "check"}  # fmt: skip
OTHER = {
    "==": ["!="], "!=": ["=="], "&&": ["||"], "||": ["&&"],
    "<": ["==", ">", "<="], ">": ["==", "<", ">="], "<=": [">"], ">=": ["<"],
    "+": ["-", "*"], "-": ["+", "/"], "*": ["+", "/"], "/": ["%", "*"], "%": ["/", "+"],
    "<<": [">>"], ">>": ["<<"], "&": ["|", "^"], "|": ["&", "^"], "^": ["|", "&"],
    "+=": ["-=", "*="], "-=": ["+=", "/="], "*=": ["+=", "/="], "|=": ["&="], "&=": ["|="], "^=": ["|="],
    "<<=": [">>="], ">>=": ["<<="],
}  # fmt: skip
WHOLE = {"u8", "u16", "u32", "u64", "usize", "i8", "i16", "i32", "i64", "isize"}
# Nodes that are evaluated at compile time or are no expressions.
FIXED = {"const_item", "static_item", "attribute_item", "inner_attribute_item", "array_type", "const_block",
         "type_arguments",
         "macro_invocation", "macro_definition", "enum_item", "struct_item", "use_declaration"}  # fmt: skip
HOOK = """//! Which mutant is on.
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};
// u32::MAX: none, but note which are met.
static ON: LazyLock<u32> = LazyLock::new(|| match std::env::var("MUTANTS_SEEN") {
    Ok(_) => u32::MAX,
    Err(_) => std::env::var("MUTANT").ok().and_then(|n| n.parse().ok()).unwrap_or(0),
});
static MET: [AtomicBool; 40000] = [const { AtomicBool::new(false) }; 40000];
#[inline(always)]
pub fn on(id: u32) -> bool {
    let on = *ON;
    if on == u32::MAX && !MET[id as usize].load(Ordering::Relaxed) {
        note(id);
    }
    on == id
}
#[cold]
#[inline(never)]
fn note(id: u32) {
    if !MET[id as usize].swap(true, Ordering::Relaxed) {
        use std::io::Write;
        let path = std::env::var("MUTANTS_SEEN").unwrap();
        let mut file = std::fs::OpenOptions::new().create(true).append(true).open(path).unwrap();
        file.write_all(format!("{id}\\n").as_bytes()).unwrap();
    }
}
"""


class Mutant(NamedTuple):
    """One change: where, and what to."""

    game: str
    file: str
    line: int
    column: int
    what: str


class Writer:
    """Writes a source file with its mutants in it."""

    def __init__(self, game: str, path: Path, mutants: dict[int, Mutant], skip: set[int]) -> None:
        """Read the file; numbering continues from the mutants so far."""
        self.game, self.path, self.mutants, self.skip = game, path, mutants, skip
        self.source = path.read_bytes()
        self.root = Parser(Language(tree_sitter_rust.language())).parse(self.source).root_node
        self.name = str(path.relative_to(ROOT))

    def plain(self, node: Node) -> str:
        """Return the text of a node as it stands."""
        return self.source[node.start_byte : node.end_byte].decode()

    def add(self, node: Node, what: str, new: str) -> str:
        """Number a mutant and return the start of its condition. Numbers do not change when some are left out."""
        number = len(self.mutants) + 1
        line = node.start_point[0] + 1
        self.mutants[number] = Mutant(self.game, self.name, line, node.start_point[1] + 1, what)
        return "" if number in self.skip else f"if crate::mutant::on({number}) {{ {new} }} else "

    def text(self, node: Node) -> str:
        """Return the text of a node with the mutants inside it."""
        if node.type in FIXED or not node.children or self.is_test(node):
            return self.plain(node)
        if node.type == "array_expression" and any(c.type == ";" for c in node.children):
            return self.plain(node)
        made = getattr(self, f"_{node.type}", None)
        return (made and made(node)) or self.inside(node)

    def inside(self, node: Node, instead: dict[int, str] | None = None) -> str:
        """Return the text of a node with the mutants of its children, some of them replaced by other texts."""
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
    """Return the values that replace the result of a function with this return type."""
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


# A separate package for each game: cargo treats packages with one name as the same, wherever they lie.
CARGO = """[package]
name = "expedition-{game}"
version = "0.0.0"
edition = "2024"
[lib]
name = "expedition"
[dependencies]
{dependencies}
[dev-dependencies]
{dev}
[[test]]
name = "engine"
path = "tests/engine/main.rs"
[profile.dev]
opt-level = 2
debug = false
[workspace]
"""


def laws() -> list[str]:
    """Return the test modules that check every game: the records and the laws."""
    known = ("closed", "conformance", "golden", "questions", "secrets", "told", "words")
    return [name for name in known if (ROOT / "tests" / "engine" / f"{name}.rs").exists()]


def write(game: str, skip: set[int]) -> dict[int, Mutant]:
    """Write a small crate of one game with all its mutants and return them by number."""
    mutants: dict[int, Mutant] = {}
    texts: dict[Path, bytes] = {}
    engine = [f"src/{name}" for name in ("agents", "any", "batch", "core", "laws")]
    for folder in (*engine, f"src/games/{game}", f"tests/engine/{game}", f"tests/golden/{game}", "tests/corpus"):
        for path in (ROOT / folder).rglob("*"):
            if path.is_file():
                texts[path.relative_to(ROOT)] = path.read_bytes()
    texts[Path("Cargo.lock")] = (ROOT / "Cargo.lock").read_bytes()
    for path in sources(game):
        writer = Writer(game, path, mutants, skip)
        texts[path.relative_to(ROOT)] = writer.text(writer.root).encode()
    # Only what the rules and their tests need: the rest would take minutes to build.
    shipped = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))
    wanted = {k: v for k, v in shipped["dependencies"].items() if k not in ("numpy", "pyo3")}
    dev = {"proptest": shipped["dev-dependencies"]["proptest"]}
    tables = {"dependencies": requirements(wanted), "dev": requirements(dev)}
    texts[Path("Cargo.toml")] = CARGO.format(game=game, **tables).encode()
    registry = (ROOT / "src/games/mod.rs").read_text(encoding="utf-8").splitlines(keepends=True)
    others = [p.parent.name for p in (ROOT / "src/games").glob("*/mod.rs") if p.parent.name != game]
    mine = [line for line in registry if not line.strip().startswith(tuple(f"pub mod {o};" for o in others))]
    mine = [line for line in mine if not line.strip().startswith(tuple(f"{o}::" for o in others))]
    texts[Path("src/games/mod.rs")] = "".join(mine).encode()
    library = (ROOT / "src/lib.rs").read_text(encoding="utf-8")
    library = re.sub(r"#\[cfg\(feature = \"python\"\)\]\n(?:#\[.*\]\n)*mod python;\n", "", library)
    texts[Path("src/lib.rs")] = f"{library}\n#[allow(missing_docs)]\npub mod mutant;\n".encode()
    texts[Path("src/mutant.rs")] = HOOK.encode()
    modules = [*laws(), "support"]
    for name in modules:
        texts[Path(f"tests/engine/{name}.rs")] = (ROOT / f"tests/engine/{name}.rs").read_bytes()
    texts[Path("tests/engine/main.rs")] = "".join(f"mod {name};\n" for name in [*modules, game]).encode()
    for path, data in texts.items():
        there = COPY / game / path
        # Files that have not changed keep their time, so that cargo does not rebuild them.
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


def cargo(game: str, *command: str) -> tuple[Path | None, set[int]]:
    """Build the copy; return the test program, or the mutants that do not compile."""
    # Next to the tests' own build, so that the dependencies are already there.
    env = {**os.environ, "CARGO_TARGET_DIR": str(ROOT / "target")}
    done = subprocess.run(
        ["cargo", *command, "--message-format=json"], cwd=COPY / game, env=env, capture_output=True, text=True
    )
    wrong: set[int] = set()
    program = None
    for line in done.stdout.splitlines():
        message = json.loads(line)
        if message.get("executable"):
            program = Path(message["executable"])
        if message.get("reason") == "compiler-message" and message["message"]["level"] == "error":
            for span in message["message"]["spans"]:
                if span["is_primary"]:
                    text = (COPY / game / span["file_name"]).read_bytes()
                    wrong |= guilty(text, span["byte_start"], span["byte_end"])
    if done.returncode and not wrong:
        raise SystemExit(f"mutants: the copy does not build:\n{done.stderr[-3000:]}")
    return program, wrong


def guilty(text: bytes, start: int, end: int) -> set[int]:
    """Return the mutants within a span that does not compile, or otherwise the one in whose text it lies."""
    within = re.findall(rb"mutant::on\((\d+)\)", text[start:end])
    return set(map(int, within or re.findall(rb"mutant::on\((\d+)\)", text[:start])[-1:]))


class Result(NamedTuple):
    """How a run of some tests ended, and the processor time it took."""

    word: str
    seconds: float


def run(program: Path, tests: list[str], number: int, limit: float, **extra: str) -> Result:
    """Run tests by their names with a mutant on: passed, failed or no end. The limit is processor time."""
    # Ending at the first failure is an unstable option of the test harness.
    env = {**os.environ, "MUTANT": str(number), "RUSTC_BOOTSTRAP": "1", "PROPTEST_RNG_SEED": "1", **extra}

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.Popen(
        [program, "--exact", *tests, "--test-threads=1", "-Zunstable-options", "--fail-fast"],
        env=env,
        cwd=program.parent,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    # An endless loop that also allocates must not take the machine down.
    with contextlib.suppress(ProcessLookupError):
        resource.prlimit(done.pid, resource.RLIMIT_CPU, (math.ceil(limit), math.ceil(limit) + 1))
        resource.prlimit(done.pid, resource.RLIMIT_AS, (4 << 30, 4 << 30))
    done.wait()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    endless = done.returncode in (-signal.SIGXCPU, -signal.SIGKILL)
    return Result("no end" if endless else "failed" if done.returncode else "passed", seconds)


class Test(NamedTuple):
    """A test, its processor time, and the mutants it reaches."""

    name: str
    seconds: float
    reached: set[int]


def measure(program: Path, modules: list[str], quick: float, *, all_pass: bool = True) -> list[Test]:
    """Run each test of some modules alone and without a mutant; return the quickest first, without the slow ones.

    Without ``all_pass`` tests that fail are left out too: some of the laws' tests count over all games together.
    """
    listed = subprocess.run([program, "--list", "--format=terse"], capture_output=True, text=True, check=True).stdout
    names = [line.removesuffix(": test") for line in listed.splitlines() if line.endswith(": test")]
    seen = program.parent / "seen"
    tests = []
    for name in names:
        if name.startswith(tuple(f"{module}::" for module in modules)):
            seen.write_text("")
            word, seconds = run(program, [name], 0, quick, MUTANTS_SEEN=str(seen))
            if word == "failed" and all_pass:
                raise SystemExit(f"mutants: {name} does not pass without any mutant")
            if word == "passed" and seconds <= quick:
                tests.append(Test(name, seconds, set(map(int, seen.read_text().split()))))
    return sorted(tests, key=lambda test: test.seconds)


def attack(program: Path, tests: list[Test], number: int) -> str:
    """Run the tests that reach a mutant, quick ones first and several at once, until one fails."""
    left = [test for test in tests if number in test.reached]
    if not left:
        return "not reached"
    while left:
        some: list[Test] = []
        total = 0.0
        while left and (not some or total + left[0].seconds < 0.1):
            some.append(left.pop(0))
            total += some[-1].seconds
        word = run(program, [test.name for test in some], number, 0.5 + 5 * total).word
        if word != "passed":
            return "killed" if word == "failed" else "killed (no end)"
    return "survived"


def main() -> int:
    """Run the games named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", action="append", required=True, help="a game; may be repeated")
    parser.add_argument("--sample", type=int, help="this many mutants of each game, the same each time")
    parser.add_argument("--all", action="store_true", help="run survivors against the golden records and the laws")
    parser.add_argument("--quick", type=float, default=600.0, help="leave out tests that take more seconds than this")
    parser.add_argument("--resume", action="store_true", help="do not run again what the last run killed")
    parser.add_argument("--list", action="store_true", help="only count the mutants")
    args = parser.parse_args()
    for game in args.game:
        if args.list:
            print(f"{game}: {len(write(game, set()))} mutants")
        else:
            test(game, args)
    return 0


def build(game: str) -> tuple[Path, dict[int, Mutant]]:
    """Build the tests of a game with every mutant that compiles."""
    # The mutants that did not compile last time, as long as the rules are the same.
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in sources(game))).hexdigest()
    known = COPY / f"{game}.skip"
    last = json.loads(known.read_text()) if known.exists() else {}
    skip = set(last["skip"]) if last.get("digest") == digest else set()
    while True:
        mutants = write(game, skip)
        program, wrong = cargo(game, "test", "--no-run", "--test", "engine")
        if program is not None and not wrong:
            kept = COPY / game / "engine"
            kept.unlink(missing_ok=True)
            shutil.copy(program, kept)
            known.write_text(json.dumps({"digest": digest, "skip": sorted(skip)}))
            return kept, {n: m for n, m in mutants.items() if n not in skip}
        if not wrong - skip:
            raise SystemExit(f"mutants: {game} does not compile even without {sorted(wrong)[:5]}")
        print(f"{game}: {len(wrong - skip)} mutants do not compile and are left out", flush=True)
        skip |= wrong


def test(game: str, args: argparse.Namespace) -> None:
    """Run the tests of a game against each mutant."""
    program, mutants = build(game)
    tests = measure(program, [game], args.quick)
    general = measure(program, laws(), args.quick, all_pass=False) if args.all else []
    report = COPY / f"{game}.json"
    part = report.with_suffix(".part")
    before = [row for path in (report, part) if args.resume and path.exists() for row in json.loads(path.read_text())]
    dead = {(m["file"], m["line"], m["column"], m["what"]): m["result"] for m in before if "killed" in m["result"]}
    # In one random order, so that the beginning of a run is a sample too.
    chosen = random.Random(1).sample(list(mutants), len(mutants))[: args.sample]
    seconds = sum(test.seconds for test in tests)
    print(f"{game}: {len(chosen)} of {len(mutants)} mutants, {len(tests)} tests of {seconds:.1f} s", flush=True)
    rows: list[dict[str, Any]] = []
    for number in chosen:
        mutant = mutants[number]
        result = dead.get(mutant[1:]) or attack(program, tests, number)
        if general and not result.startswith("killed"):
            result += {"survived": "", "not reached": ""}.get(attack(program, general, number), "; noticed by the laws")
        rows.append({**mutant._asdict(), "result": result})
        if not result.startswith("killed"):
            print(f"{mutant.file}:{mutant.line}:{mutant.column}: {mutant.what}: {result}", flush=True)
        part.write_text(json.dumps(rows, indent=1))
    part.rename(report)
    killed = sum(row["result"].startswith("killed") for row in rows)
    print(f"{game}: its own tests kill {killed} of {len(rows)} ({killed / max(len(rows), 1):.1%})")
    print(f"  {dict(collections.Counter(row['result'] for row in rows))}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
