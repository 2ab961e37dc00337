"""Measures the loss per decision of random, greedy and searching players: ``python evidence/reviews/losses.py``.

Each agent plays games against itself, and every decision with a choice among the first of each game is reviewed by a
search that is none of them (another number of simulations, other seeds). ``losses.csv`` has, by game and agent, the
mean loss of a decision with its interval (95 %) over games, which are independent where decisions are not; its
difference from the agent before, with an interval; and the largest gap between an outcome and the sum of its parts.
"""

from __future__ import annotations

import csv
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np

import expedition
from expedition.analysis.statistics import mean_interval

HERE = Path(__file__).parent
AGENTS = ("random", "greedy", "mcts:100,network")
JUDGE, SAMPLES = "mcts:60", 3
GAMES, FIRST, SEED = 12, 60, 71
OPTIONS: dict[str, dict[str, Any]] = {
    # The team and the level that the network was trained for.
    "subterra": {"difficulty": "beginner", "explorers": ["archaeologist", "veteran", "sapper", "sharpshooter"]},
}


def reviewed(game: expedition.Game, spec: str, number: int) -> expedition.Review:
    """Return the review of the first decisions of one game of an agent against itself."""
    agent = expedition.Agent(spec, game, seed=SEED * 1000 + number)
    ep = game.episode(seed=SEED * 1000 + number)
    while not ep.is_over and len(ep.history) < FIRST:
        ep.play(agent.act(ep))
    return expedition.review(ep, JUDGE, samples=SAMPLES, seed=number, progress=False)


def rows(name: str) -> list[dict[str, Any]]:
    """Return one row per agent of a game."""
    game, found = expedition.Game(name, **OPTIONS.get(name, {})), []
    before: tuple[float, float] | None = None
    for spec in AGENTS:
        reviews = [reviewed(game, spec, number) for number in range(GAMES)]
        losses = [[d.loss for d in review.decisions if not d.forced] for review in reviews]
        mean, low, high = mean_interval([float(np.mean(each)) for each in losses])
        gap = max(abs(_sum(part) - part["outcome"]) for review in reviews for part in review.parts())
        row = {
            "game": name, "agent": spec, "judge": reviews[0].agent, "games": GAMES, "decisions": sum(map(len, losses)),
            "loss": f"{mean:.5f}", "low": f"{low:.5f}", "high": f"{high:.5f}",
            "less": "", "less_low": "", "less_high": "", "largest_gap": f"{gap:.0e}",
        }  # fmt: skip
        if before is not None:
            # Two means of separate games: their errors add up in squares.
            less, half = before[0] - mean, float(np.hypot(before[1], (high - low) / 2))
            row |= {"less": f"{less:.5f}", "less_low": f"{less - half:.5f}", "less_high": f"{less + half:.5f}"}
        before = (mean, (high - low) / 2)
        found.append(row)
        print(*row.values(), flush=True)
    return found


def _sum(part: dict[str, Any]) -> float:
    return sum(float(part[what]) for what in ("start", "luck", "news", "own", "others"))


def main() -> None:
    """Write the table for all games, or for those named on the command line."""
    here = ["git", "rev-parse", "--short", "HEAD"]
    commit = subprocess.run(here, cwd=HERE, check=True, capture_output=True, text=True).stdout.strip()
    table = [row for name in sys.argv[1:] or expedition.games() for row in rows(name)]
    with (HERE / "losses.csv").open("w", newline="", encoding="utf-8") as file:
        shipped = ", ".join(each["name"] for each in expedition.networks())
        file.write(
            f"# made by: python evidence/reviews/losses.py; commit {commit}; networks: {shipped}; the first {FIRST} "
            f"decisions of {GAMES} games of each agent against itself, seeds {SEED * 1000} on; samples={SAMPLES}\n"
        )
        writer = csv.DictWriter(file, list(table[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(table)


if __name__ == "__main__":
    main()
