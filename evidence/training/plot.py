"""Draws the learning curves of this folder: ``python evidence/training/plot.py``.

``GAME.csv`` has the rows with measurements of a run's ``log.csv``. ``results.csv`` holds the final measurement of each
run, 400 games against each agent, as printed by ``expedition eval``.
"""

from __future__ import annotations

import csv
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

HERE = Path(__file__).parent


def main() -> None:
    """Draw one panel per game."""
    games = sorted(path for path in HERE.glob("*.csv") if path.stem not in ("results", "meter", "networks"))
    figure, panels = plt.subplots(1, len(games), figsize=(3.2 * len(games), 2.8), sharey=True, squeeze=False)
    for panel, path in zip(panels[0], games, strict=True):
        with path.open(newline="") as file:
            rows = list(csv.DictReader(file))
        for name in [name for name in rows[0] if name.startswith("against_")]:
            at = [float(row.get("cpu_minutes") or row["minutes"]) for row in rows if row[name]]
            won = [100 * float(row[name]) for row in rows if row[name]]
            label = f"against {name[8:].replace('_', ' ')}"
            panel.plot(at, won, marker="o", label=label, clip_on=False)
        panel.set(title=path.stem, xlabel="minutes of one core", xlim=(0, None), ylim=(0, 101))
        panel.legend(loc="best", fontsize="small")
        panel.grid(alpha=0.3)
    panels[0][0].set_ylabel("games won, %")
    figure.tight_layout()
    figure.savefig(HERE / "curves.png", dpi=90)


if __name__ == "__main__":
    main()
