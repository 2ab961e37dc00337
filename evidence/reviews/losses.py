"""Do better players lose less? ``python evidence/reviews/losses.py``: every game reviewed, random, greedy and a search.

Each agent plays whole games against itself, and every decision with a choice is reviewed by a search that is none of
them (another number of simulations, other seeds). ``losses.csv`` has the mean loss of a decision by game and agent,
with its interval (95 %) over games, which are independent where decisions are not; and by how much at most the parts of
an outcome miss it.
"""

from __future__ import annotations

import csv
import subprocess
import sys
from pathlib import Path
from typing import Any

import expedition
from expedition.analysis.statistics import mean_interval

HERE = Path(__file__).parent
AGENTS = ("random", "greedy", "mcts:100,network")
JUDGE, SAMPLES = "mcts:200", 4
GAMES, SEED = 12, 71
OPTIONS: dict[str, dict[str, Any]] = {
    # The team and the level that its network was trained for.
    "subterra": {"difficulty": "beginner", "explorers": ["archaeologist", "veteran", "sapper", "sharpshooter"]},
}


def rows(name: str) -> list[dict[str, Any]]:
    """Return one row an agent of a game."""
    game, found = expedition.Game(name, **OPTIONS.get(name, {})), []
    for spec in AGENTS:
        means, decisions, gap, judge = [], 0, 0.0, ""
        for number in range(GAMES):
            agent = expedition.Agent(spec, game, seed=SEED * 1000 + number)
            ep = game.episode(seed=SEED * 1000 + number)
            while not ep.is_over:
                ep.play(agent.act(ep))
            review = expedition.review(ep, JUDGE, samples=SAMPLES, seed=number, progress=False)
            losses = [d.loss for d in review.decisions if not d.forced]
            means.append(sum(losses) / len(losses))
            decisions += len(losses)
            judge = review.agent
            for part in review.parts():
                whole = sum(part[what] for what in ("start", "luck", "news", "own", "others"))
                gap = max(gap, abs(whole - part["outcome"]))
        mean, low, high = mean_interval(means)
        found.append({
            "game": name, "agent": spec, "judge": judge, "games": GAMES, "decisions": decisions,
            "loss": f"{mean:.5f}", "low": f"{low:.5f}", "high": f"{high:.5f}", "largest_gap": f"{gap:.0e}",
        })  # fmt: skip
        print(*found[-1].values(), flush=True)
    return found


def main() -> None:
    """Write the table."""
    here = ["git", "rev-parse", "--short", "HEAD"]
    commit = subprocess.run(here, cwd=HERE, check=True, capture_output=True, text=True).stdout.strip()
    names = sys.argv[1:] or list(expedition.games())
    table = [row for name in names for row in rows(name)]
    with (HERE / "losses.csv").open("w", newline="", encoding="utf-8") as file:
        shipped = ", ".join(each["name"] for each in expedition.networks())
        file.write(
            f"# made by: python evidence/reviews/losses.py; commit {commit}; networks: {shipped}; {GAMES} games of "
            f"each agent against itself, seeds {SEED * 1000} on; samples={SAMPLES}\n"
        )
        writer = csv.DictWriter(file, list(table[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(table)


if __name__ == "__main__":
    main()
