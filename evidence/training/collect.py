"""Takes a finished run into this folder: ``python evidence/training/collect.py runs/arnak-0 random greedy``.

Cuts its ``log.csv`` to the rows in which it was measured, measures the checkpoint in 400 games against each agent, and
adds the result to ``results.csv``. ``minutes`` are those of the clock, ``cpu_minutes`` those of one core.
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path

from expedition.train import ppo

HERE = Path(__file__).parent
COLUMNS = ["update", "decisions", "minutes", "cpu_minutes"]
MORE = ["entropy", "explained", "agreed", "share_environment", "share_network", "share_update", "share_teacher"]
RESULT = [
    "game", "players", "minutes", "cpu_minutes", "decisions", "against", "games", "wins", "draws", "losses",
    "win_rate", "low", "high", "points", "score", "other", "seed",
]  # fmt: skip


def main(folder: Path, agents: list[str]) -> None:
    """Take one run."""
    run = ppo.Trainer.load(folder / "checkpoint.pt")
    name = run.game.name
    with (folder / "log.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    measured = [column for column in rows[0] if column.startswith(("against_", "points_", "score_"))]
    rows = [row for row in rows if any(row[column] for column in measured)]
    with (HERE / f"{name}.csv").open("w", newline="") as file:
        table = csv.DictWriter(file, [*COLUMNS, *measured, *MORE], extrasaction="ignore")
        table.writeheader()
        table.writerows(rows)
    path = HERE / "results.csv"
    kept = []
    if path.exists():
        with path.open(newline="") as file:
            kept = [row for row in csv.DictReader(file) if row["game"] != name]
    for agent in agents:
        score = ppo.evaluate(run.player(), agent, games=400, seed=2026)
        print(score)
        found = score.to_dict()
        low, high = (f"{x:.4f}" for x in score.interval)
        other = "" if score.other is None else f"{score.other:.4f}"
        minutes, cpu = f"{run.seconds / 60:.1f}", f"{run.cpu / 60:.1f}"
        extra = {"players": run.game.players, "minutes": minutes, "cpu_minutes": cpu, "decisions": run.decisions}
        kept.append({**found, **extra, "win_rate": f"{score.win_rate:.4f}", "low": low, "high": high,
                     "points": f"{score.points:.4f}", "score": f"{score.score:.1f}", "other": other,
                     "seed": run.config.seed})  # fmt: skip
    with path.open("w", newline="") as file:
        table = csv.DictWriter(file, RESULT, extrasaction="ignore")
        table.writeheader()
        table.writerows(sorted(kept, key=lambda row: row["game"]))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:] or ["random", "greedy"])
