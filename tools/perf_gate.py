"""Compares instructions per decision, counted by callgrind, with the committed counts; a busy machine has no effect.

``make perf-gate`` compares, ``make perf-gate PERF=--bless`` writes benches/instructions.txt. Each workload is counted
twice, without and with decisions, so that start-up is not part of the figure.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "benches" / "instructions.txt"
DECISIONS = 10_000
TOLERANCE = 0.03


def out(*command: str | Path) -> str:
    """Return the output of a command, both streams."""
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, cwd=ROOT)
    if done.returncode != 0:
        raise SystemExit(f"perf-gate: {' '.join(map(str, command))} failed:\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def program() -> Path:
    """Build the workloads and return the path of the program."""
    text = out("cargo", "bench", "--no-run", "--bench", "count", "--message-format", "json-render-diagnostics")
    for line in text.splitlines():
        if line.startswith("{"):
            message = json.loads(line)
            if message.get("executable") and message["target"]["name"] == "count":
                return Path(message["executable"])
    raise SystemExit("perf-gate: cargo built no program")


def instructions(binary: Path, game: str, work: str, decisions: int) -> int:
    """Count the instructions of one run."""
    text = out(
        "valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", binary, game, work, str(decisions)
    )  # fmt: skip
    found = re.search(r"Collected\s*:\s*(\d+)", text)
    if not found:
        raise SystemExit(f"perf-gate: valgrind gave no count:\n{text}")
    return int(found[1])


def read() -> tuple[str, dict[str, int]]:
    """Return the compiler and the committed counts."""
    compiler, counts = "", {}
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        if line.startswith("# compiler: "):
            compiler = line.removeprefix("# compiler: ")
        elif line and not line.startswith("#"):
            game, work, number = line.split()
            counts[f"{game} {work}"] = int(number)
    return compiler, counts


def main() -> int:
    """Compare, or write the table."""
    parser = argparse.ArgumentParser(description="Compare instructions per decision with the committed ones.")
    parser.add_argument("--bless", action="store_true", help="write the counts instead of comparing them")
    parser.add_argument("--game", help="only this game")
    args = parser.parse_args()
    if not shutil.which("valgrind"):
        print("perf-gate: valgrind is missing; install it, for example: sudo apt-get install valgrind", file=sys.stderr)
        return 2
    compiler = out("rustc", "--version").strip()
    binary = program()
    works = [line for line in out(binary, "--list").splitlines() if args.game in (None, line.split()[0])]
    # Counts do not depend on other work on the machine.
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        runs = [(*line.split(), n) for line in works for n in (0, DECISIONS)]
        numbers = list(pool.map(lambda run: instructions(binary, str(run[0]), str(run[1]), int(run[2])), runs))
    pairs = zip(works, numbers[::2], numbers[1::2], strict=True)
    counts = {line: round((busy - idle) / DECISIONS) for line, idle, busy in pairs}
    if args.bless:
        kept = read()[1] if args.game and TABLE.exists() else {}
        lines = [
            "# Instructions per decision of random play, mean of 10,000 decisions of each game as it is shipped.",
            "# Written by `make perf-gate PERF=--bless`; they depend on the compiler.",
            f"# compiler: {compiler}",
            *(f"{name} {count}" for name, count in sorted({**kept, **counts}.items())),
        ]
        TABLE.write_text("\n".join(lines) + "\n", encoding="utf-8")
        print(f"perf-gate: wrote {len(counts)} counts to {TABLE.relative_to(ROOT)}")
        return 0
    wanted_compiler, wanted = read()
    worse, better = [], []
    for name, count in counts.items():
        want = wanted.get(name)
        change = "new" if want is None else f"{count / want - 1:+.1%}"
        print(f"{name:<22} {count:>8,} instructions a decision, {change}")
        if want is None or count / want - 1 > TOLERANCE:
            worse.append(name)
        elif count / want - 1 < -TOLERANCE:
            better.append(name)
    if better and compiler == wanted_compiler:
        print(f"perf-gate: lower than in benches/instructions.txt: {', '.join(better)}; bless them to keep the gain")
    if not worse:
        print(f"perf-gate: ok, no count is more than {TOLERANCE:.0%} above the committed one")
        return 0
    if compiler != wanted_compiler:
        print(f"perf-gate: the counts are for {wanted_compiler}, this is {compiler}: not compared; bless them again")
        return 0
    print(f"perf-gate: more than {TOLERANCE:.0%} above benches/instructions.txt: {', '.join(worse)}.", file=sys.stderr)
    print("perf-gate: if that is intended: make perf-gate PERF=--bless", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
