"""Counts instructions per decision by line of a game's source, including everything inlined there.

    CARGO_PROFILE_BENCH_DEBUG=line-tables-only cargo bench --bench count --no-run    (prints the path of the program)
    python evidence/speed/profile.py PROGRAM kathmandu sparse

Works are those of ``cargo bench --bench count -- --list``. Needs valgrind and addr2line (binutils).
"""

from __future__ import annotations

import argparse
import re
import subprocess
import tempfile
from collections import Counter
from pathlib import Path

DECISIONS = 4_000
"""Decisions counted; a run without any is subtracted."""


def run(program: Path, game: str, work: str, decisions: int) -> Counter[str]:
    """Return the instructions by address, and those of libraries under the name of the function."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out"
        options = ["--dump-instr=yes", "--compress-pos=no", "--compress-strings=no", f"--callgrind-out-file={out}"]
        command = ["valgrind", "--tool=callgrind", *options, str(program), game, work, str(decisions)]
        subprocess.run(command, check=True, capture_output=True)
        lines = out.read_text(encoding="utf-8").splitlines()
    counts: Counter[str] = Counter()
    place = function = ""
    called = False
    for line in lines:
        if line.startswith("ob="):
            place = line[3:]
        elif line.startswith("fn="):
            function = line[3:]
        elif line.startswith("calls="):
            called = True  # the next line is the cost of the callee, which has lines of its own
        elif line.startswith("0x"):
            address, _, instructions = line.split()[:3]
            if not called:
                counts[address if place.endswith(program.name) else function] += int(instructions)
            called = False
    return counts


def frames(program: Path, addresses: list[str]) -> dict[str, list[str]]:
    """Return the source lines of each address, the innermost inlined function first."""
    command = ["addr2line", "--inlines", "--addresses", "--exe", str(program)]
    text = subprocess.run(command, input="\n".join(addresses), capture_output=True, text=True, check=True).stdout
    found: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in text.splitlines():
        if line.startswith("0x"):
            lines = found.setdefault(hex(int(line, 16)), [])
        else:
            lines.append(line.split(" ")[0])
    return found


def main() -> None:
    """Print the lines that cost most."""
    parser = argparse.ArgumentParser(description="Instructions per decision by line of a game's source.")
    parser.add_argument("program", type=Path)
    parser.add_argument("game")
    parser.add_argument("work")
    parser.add_argument("--lines", type=int, default=60)
    args = parser.parse_args()
    counts = run(args.program, args.game, args.work, DECISIONS)
    counts.subtract(run(args.program, args.game, args.work, 0))
    stacks = frames(args.program, [place for place in counts if place.startswith("0x")])
    by_line: Counter[str] = Counter()
    for place, instructions in counts.items():
        stack = stacks.get(hex(int(place, 16)), []) if place.startswith("0x") else [place]
        line = next((line for line in stack if f"games/{args.game}/" in line), stack[-1] if stack else place)
        by_line[re.sub(r".*/(?=src/|benches/)", "", line)] += instructions
    print(f"{sum(by_line.values()) / DECISIONS:,.0f} instructions a decision")
    for line, instructions in by_line.most_common(args.lines):
        print(f"{instructions / DECISIONS:9.1f}  {line}")


if __name__ == "__main__":
    main()
