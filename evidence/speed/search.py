"""Measures searches on one core, and writes searches.csv.

    python evidence/speed/search.py               (four minutes; with names of games only these)

The figures are those of ``make bench``, by the processor time of one thread, so that other work on the machine hardly
affects them: the median of three runs, with the lowest and the highest. A search plays against itself, every choice
from an empty tree, with a game's default options, for about one game or more per run. The network has two layers of 256
and random weights.
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path
from statistics import median

import expedition
from expedition.analysis.speed import search_speed
from expedition.cli.bench import machine

HERE = Path(__file__).parent
RUNS = 3
AGENTS = ("mcts:400", "mcts:400,network")
SECONDS = {"arnak": (2.0, 2.0), "kathmandu": (4.0, 3.0), "subterra": (14.0, 3.0)}
"""Processor time of a run of each agent, about one game; two seconds by default."""
COLUMNS = ("decisions", "simulations", "played")


def measured(name: str) -> list[tuple[str, ...]]:
    """Return the rows of a game."""
    rows = []
    for agent, seconds in zip(AGENTS, SECONDS.get(name, (2.0, 2.0)), strict=True):
        runs = [search_speed(name, agent, seconds=seconds) for _ in range(RUNS)]
        found = [sorted(run[f"{what}_per_core"] for run in runs) for what in COLUMNS]
        figures = [f"{x:.1f}" for each in found for x in (median(each), each[0], each[-1])]
        rows.append((name, agent, str(RUNS), *figures))
        print(*rows[-1], flush=True)
    return rows


def main() -> int:
    """Measure and write the table."""
    path, names = HERE / "searches.csv", sys.argv[1:] or list(expedition.games())
    kept = []
    if path.exists():
        with path.open(newline="", encoding="utf-8") as table:
            next(table)
            kept = [tuple(row) for row in list(csv.reader(table))[1:] if row[0] not in names]
    rows = kept + [row for name in names for row in measured(name)]
    order = list(expedition.games())
    with path.open("w", newline="", encoding="utf-8") as table:
        about = machine()
        table.write(f"# {about['cpu']}, Python {about['python']}; a second of one core\n")
        writer = csv.writer(table, lineterminator="\n")
        heads = (name for what in COLUMNS for name in (what, f"{what}_low", f"{what}_high"))
        writer.writerow(("game", "agent", "runs", *heads))
        writer.writerows(sorted(rows, key=lambda row: (order.index(row[0]), AGENTS.index(row[1]))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
