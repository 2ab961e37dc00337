"""Plays agents against themselves on the board ``valley``: ``python evidence/studies/kathmandu_valley.py``.

Writes ``kathmandu_valley.csv``, one row per game; docs/studies/kathmandu.md has the shares. ``RUNS`` has the number of
games, the first seed, and the games per call of ``expedition.simulate``, whose seed is the first one plus the number of
games before it.
"""

from __future__ import annotations

import csv
from pathlib import Path

import expedition

RUNS = {
    "greedy": (200, 63_001, 10),
    "mcts:50": (60, 61_001, 10),
    "mcts:100": (60, 62_001, 10),
    "mcts:400": (40, 64_001, 1),
}

if __name__ == "__main__":
    with (Path(__file__).parent / "kathmandu_valley.csv").open("w", newline="") as file:
        file.write("# made by: python evidence/studies/kathmandu_valley.py\n")
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["agent", "seed", "number", "score_0", "score_1"])
        for agent, (games, first, chunk) in RUNS.items():
            for seed in range(first, first + games, chunk):
                played = expedition.simulate(
                    "kathmandu", games=chunk, agents=agent, seed=seed, threads=1, players=2, board="valley"
                )
                table.writerows([agent, seed, number, *map(int, row)] for number, row in enumerate(played.scores))
