"""Rule coverage by number: the rules that a soak and the tests reach.

``make rule-coverage`` builds the tests with line coverage, plays ``--jobs`` jobs of the soak in each game, then runs
the games' own tests. Code cites its rule (``// R4.2``); a place counts as reached if its line ran and, for a line that
opens a block, the first line of the block ran too. Rules that the soak never reaches must be reached by a test, or the
exit code is 1. Numbers that no executable line cites (terms, components, omissions) are counted separately: coverage
says nothing about them.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GAMES = ROOT / "src" / "games"
NUMBER = re.compile(r"(?<![A-Za-z0-9_])[RT]\d+(?:\.\d+)*(?![A-Za-z_])")
DEFINED = re.compile(r"^\s*[#|*\-]*\s*([RT]\d+(?:\.\d+)*)(?![A-Za-z_])")
NEAR = 4
"""The most lines from a citation to the first executable line."""


def out(*command: str | Path, **env: str) -> str:
    """Return the output of a command."""
    done = subprocess.run(
        [str(c) for c in command], capture_output=True, text=True, cwd=ROOT, env={**os.environ, **env}
    )
    if done.returncode != 0:
        raise SystemExit(
            f"rule-coverage: {' '.join(map(str, command))} failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
        )
    return done.stdout


def tool(name: str) -> Path:
    """Return the path of one of the compiler's own LLVM tools."""
    place = Path(out("rustc", "--print", "target-libdir").strip()).parent / "bin" / name
    if not place.exists():
        raise SystemExit("rule-coverage: the LLVM tools are missing; get them: rustup component add llvm-tools")
    return place


def program() -> Path:
    """Build the tests with coverage and return the path of the program."""
    text = out(
        "cargo", "test", "--no-run", "--test", "engine", "--message-format=json",
        RUSTFLAGS="-Cinstrument-coverage", CARGO_TARGET_DIR=str(ROOT / "target" / "coverage"),
    )  # fmt: skip
    for line in text.splitlines():
        message = json.loads(line)
        if message.get("executable"):
            return Path(message["executable"])
    raise SystemExit("rule-coverage: cargo built no program")


def lines_run(binary: Path, name: str, filters: list[str], **env: str) -> dict[Path, dict[int, int]]:
    """Run tests and return how often each line of each source file ran."""
    raw = ROOT / "target" / "coverage" / f"{name}.profraw"
    out(binary, *filters, LLVM_PROFILE_FILE=str(raw), **env)
    data = raw.with_suffix(".profdata")
    out(tool("llvm-profdata"), "merge", "-sparse", raw, "-o", data)
    text = out(tool("llvm-cov"), "export", "-format=lcov", f"-instr-profile={data}", binary, "-sources", GAMES)
    counts: dict[Path, dict[int, int]] = defaultdict(dict)
    at = Path()
    for line in text.splitlines():
        kind, _, rest = line.partition(":")
        if kind == "SF":
            at = Path(rest)
        elif kind == "DA":
            number, count = rest.split(",")[:2]
            counts[at][int(number)] = max(int(count), counts[at].get(int(number), 0))
    return counts


def comment(line: str) -> str:
    """Return the comment of a line, ignoring slashes inside strings."""
    bare = re.sub(r'"(?:[^"\\]|\\.)*"', lambda m: "_" * len(m[0]), line)
    at = bare.find("//")
    return "" if at < 0 or line[at:].startswith("//!") else line[at:]


def places(path: Path, runs: dict[int, int]) -> list[tuple[str, list[int]]]:
    """Return each number that a file cites, with the lines that must run; no lines if none nearby is executable."""
    text = path.read_text(encoding="utf-8").split("#[cfg(test)]")[0].splitlines()
    found: list[tuple[str, list[int]]] = []
    for i, line in enumerate(text):
        for number in NUMBER.findall(comment(line)):
            at = i
            code = line[: len(line) - len(comment(line))].strip()
            # A comment on its own line refers to the code below it.
            while not code and at + 1 < len(text):
                at += 1
                below = text[at].strip()
                code = "" if below.startswith(("//", "#[")) else below.split(" // ")[0].strip()
            first = next((n for n in range(at + 1, at + 1 + NEAR) if n in runs), None)
            if first is None or (not code.endswith(("{", "(", ",")) and first > at + 1 and at + 1 not in runs):
                found.append((number, []))
                continue
            lines = [first]
            if text[first - 1].split(" // ")[0].rstrip().endswith("{"):
                lines += [n for n in range(first + 1, first + 1 + NEAR) if n in runs][:1]
            found.append((number, lines))
    return found


def main() -> int:
    """Build, run, compare."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--jobs", type=int, default=400, help="jobs of the soak in each game (400)")
    parser.add_argument("--json", type=Path, help="also write the table here")
    args = parser.parse_args()
    binary = program()
    soak = lines_run(
        binary, "soak", ["soak::a_short_soak_of_every_game_finds_nothing"], EXPEDITION_SOAK_JOBS=str(args.jobs)
    )
    games = sorted(p.parent.name for p in GAMES.glob("*/RULES.md"))
    tests = lines_run(binary, "tests", [f"{game}::" for game in games])
    missing, table = [], {}
    for game in games:
        rules = {m[1] for line in (GAMES / game / "RULES.md").read_text().splitlines() if (m := DEFINED.match(line))}
        by: dict[str, list[tuple[bool, bool, str]]] = defaultdict(list)
        for path in sorted((GAMES / game).rglob("*.rs")):
            for number, lines in places(path, soak[path]):
                if lines:
                    where = f"{path.relative_to(GAMES)}:{lines[0]}"
                    by[number].append(
                        (all(soak[path][n] for n in lines), all(tests[path].get(n, 0) for n in lines), where)
                    )
        tied = rules & set(by)
        reached = {n for n in tied if any(s for s, _, _ in by[n])}
        sites = [site for number in tied for site in by[number]]
        by_tests = {n for n in tied - reached if any(t for _, t, _ in by[n])}
        lost = sorted(tied - reached - by_tests)
        print(
            f"{game}: {len(rules)} rules, {len(tied)} cited where code runs; the soak reached {len(reached)} of them,"
            f" tests {len(by_tests)} more, nothing {len(lost)};"
            f" of {len(sites)} places the soak reached {sum(s for s, _, _ in sites)},"
            f" soak or tests {sum(s or t for s, t, _ in sites)}"
        )
        for number in sorted(tied - reached):
            print(
                f"  never in the soak: {number} ({', '.join(w for _, _, w in by[number])})"
                f"{'' if number in lost else ', in a test'}"
            )
        for number in sorted(tied):
            for where in sorted(w for s, t, w in by[number] if not s and not t):
                print(f"  a place that nothing reaches: {number} at {where}")
        missing += [f"{game} {number}" for number in lost]
        table[game] = {
            "rules": len(rules), "cited": len(tied), "soak": len(reached), "tests": len(by_tests), "never": lost,
            "not_cited": sorted(rules - tied),
        }  # fmt: skip
    if args.json:
        args.json.write_text(json.dumps(table, indent=1))
    if missing:
        print(f"rule-coverage: neither the soak nor a test reaches {', '.join(missing)}", file=sys.stderr)
        return 1
    print("rule-coverage: ok, every rule that code cites where it runs was reached")
    return 0


if __name__ == "__main__":
    sys.exit(main())
