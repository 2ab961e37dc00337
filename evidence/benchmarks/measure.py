"""Measures rows of the leaderboard: ``python evidence/benchmarks/measure.py arnak-2p=mcts:50 toy=mcts:400@100``.

Each argument is a task, an agent, and after ``@`` the number of games if it is below the protocol's 400. The rows are
added to ``leaderboard.csv``, which is then printed in the form of the table in docs/benchmarks.md.
"""

from __future__ import annotations

import csv
import sys
import time
from pathlib import Path

import expedition
from expedition.analysis.benchmarks import tasks

FILE = Path(__file__).parent / "leaderboard.csv"
COLUMNS = ["task", "agent", "version", "games", "won", "low", "high", "points", "score", "cpu_seconds"]


def measure(task: str, agent: str, games: int | None) -> dict[str, object]:
    """Measure an agent in a task, on one thread."""
    begin = time.process_time()
    result = expedition.benchmark(task, agent, games=games, threads=1)
    low, high = result.interval
    return {
        "task": task, "agent": agent, "version": expedition.Game(tasks()[task].game).version, "games": result.games,
        "won": f"{result.win_rate:.4f}", "low": f"{low:.4f}", "high": f"{high:.4f}", "points": f"{result.points:.4f}",
        "score": f"{result.score:.1f}", "cpu_seconds": f"{time.process_time() - begin:.0f}",
    }  # fmt: skip


def keep(row: dict[str, object]) -> list[dict[str, str]]:
    """Add a row to the table, replacing an earlier one of the task and agent; return all rows, best first."""
    rows = list(csv.DictReader(FILE.open(newline=""))) if FILE.exists() else []
    rows = [old for old in rows if (old["task"], old["agent"]) != (row["task"], row["agent"])]
    rows.append({name: str(value) for name, value in row.items()})
    order = list(tasks())
    rows.sort(key=lambda row: (order.index(row["task"]), -float(row["won"]), -float(row["score"])))
    with FILE.open("w", newline="") as file:
        table = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        table.writeheader()
        table.writerows(rows)
    return rows


if __name__ == "__main__":
    for name in sys.argv[1:]:
        task, agent = name.split("=", 1)
        agent, _, games = agent.partition("@")
        rows = keep(measure(task, agent, int(games) if games else None))
    print("| task | agent | games | won (95 %) | points | mean score |\n|---|---|---|---|---|---|")
    for row in rows:
        won, low, high, points = (f"{100 * float(row[name]):.1f}" for name in ("won", "low", "high", "points"))
        named = f"| `{row['task']}` | `{row['agent']}` | {row['games']} |"
        print(f"{named} {won} % ({low} to {high}) | {points} % | {row['score']} |")
