"""Measures the learner on the small tasks: ``python evidence/training/small/measure.py --seeds 1,2``.

Trains each task from scratch with its preset, within its budget of decisions, as ``expedition train TASK --seed S --set
threads=1`` does, and measures the exported network in all games of the task (``expedition.benchmark``) before and
after. The run's own measurements are added to ``curves.csv``, those two to ``results.csv``.
"""

from __future__ import annotations

import argparse
import csv
import tempfile
from pathlib import Path
from typing import Any

import expedition
from expedition.analysis.benchmarks import tasks
from expedition.train import ppo
from expedition.train.presets import preset

HERE = Path(__file__).parent
SMALL = [name for name, task in tasks().items() if task.begin is not None or task.opponent == "random"]
CURVE = ["task", "seed", "update", "decisions", "cpu_minutes", "won", "score", "entropy", "explained"]
RESULT = ["task", "seed", "when", "decisions", "cpu_minutes", "games", "won", "low", "high", "points", "score"]


def settings(task: str) -> ppo.Config:
    """Return the preset of a task. ``toy`` is also the name of a game, whose preset has no budget."""
    config = preset(task, **tasks()[task].options) if task == "toy" else preset(task)
    return config.changed(updates=tasks()[task].decisions // (config.num_envs * config.num_steps))


def add(name: str, columns: list[str], rows: list[dict[str, Any]]) -> None:
    """Append rows to a table of this folder."""
    with (HERE / name).open("a", newline="") as file:
        table = csv.DictWriter(file, columns, extrasaction="ignore", lineterminator="\n")
        if not file.tell():
            table.writeheader()
        table.writerows(rows)


def measured(run: ppo.Trainer, task: str, when: str, folder: Path) -> dict[str, Any]:
    """Return the result of the exported network on the task's own games."""
    result = expedition.benchmark(task, f"network:{run.export(folder / 'network.safetensors')}", threads=1)
    minutes, (low, high) = run.cpu / 60, result.interval
    print(f"seed {run.config.seed}, {when}, {minutes:.2f} minutes: {result}", flush=True)
    return {
        "task": task, "seed": run.config.seed, "when": when, "decisions": run.decisions,
        "cpu_minutes": f"{minutes:.2f}",
        "games": result.games, "won": f"{result.win_rate:.4f}", "low": f"{low:.4f}", "high": f"{high:.4f}",
        "points": f"{result.points:.4f}", "score": f"{result.score:.2f}",
    }  # fmt: skip


def curve(log: Path, task: str, seed: int) -> list[dict[str, Any]]:
    """Return the rows of a run's log in which it was measured."""
    with log.open(newline="") as file:
        rows = list(csv.DictReader(file))
    against = next(name[8:] for name in rows[0] if name.startswith("against_"))
    return [
        row | {"task": task, "seed": seed, "won": row[f"against_{against}"], "score": row[f"score_{against}"]}
        for row in rows
        if row[f"against_{against}"]
    ]


def learn(task: str, seed: int) -> None:
    """Train one task once."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        run = ppo.Trainer(settings(task).changed(seed=seed, threads=1), folder)
        before = measured(run, task, "start", folder)
        after = measured(run.train(), task, "end", folder)
        add("curves.csv", CURVE, curve(folder / "log.csv", task, seed))
        add("results.csv", RESULT, [before, after])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tasks", nargs="*", default=SMALL)
    parser.add_argument("--seeds", default="1,2")
    args = parser.parse_args()
    for seed in map(int, args.seeds.split(",")):
        for task in args.tasks:
            learn(task, seed)
