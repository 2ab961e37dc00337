"""Adds a finished run to this folder: ``python evidence/training/collect.py runs/arnak-0 --seed 909090``.

Cuts its ``log.csv`` to the rows with measurements, measures the network as exported (in half precision) in 400 games
against each agent, adds the result to ``results.csv``, and with ``--export FILE`` writes the network with its strength.
A seed on which a run has been measured is used up: choose checkpoints on others. A run that started from the network of
the previous one (``--from``) is added with ``--goes-on``: its curve and cost continue those already here.
"""

from __future__ import annotations

import argparse
import csv
from pathlib import Path

from expedition.train import _checkpoint, ppo
from expedition.train._score import ITSELF, Score
from expedition.train.export import export

HERE = Path(__file__).parent
COLUMNS = ["update", "decisions", "minutes", "cpu_minutes"]
MORE = ["entropy", "kl", "explained", "agreed", "share_environment", "share_network", "share_update", "share_teacher"]
RESULT = [
    "game", "players", "cpu_minutes", "decisions", "against", "games", "wins", "draws", "losses", "win_rate", "low",
    "high", "points", "score", "seed",
]  # fmt: skip


def in_words(score: Score) -> str:
    """Return a result in words."""
    low, high = score.interval
    won = f"{score.win_rate:.1%} of {score.games} games won"
    if score.players > 2:
        won = f"with {score.players} players {won}"
    if score.against == ITSELF:
        return f"{won} ({low:.1%} to {high:.1%}), mean score {score.score:.1f}"
    return f"{won} against {score.against} ({low:.1%} to {high:.1%}; {score.points:.1%} of the points)"


def earlier(name: str) -> tuple[list[dict[str, str]], int, float]:
    """Return the existing curve of a run, with the decisions and minutes it cost."""
    with (HERE / f"{name}.csv").open(newline="") as curve:
        rows = list(csv.DictReader(curve))
    with (HERE / "results.csv").open(newline="") as results:
        last = next(row for row in csv.DictReader(results) if row["game"] == name)
    return rows, int(last["decisions"]), float(last["cpu_minutes"])


def main(folder: Path, seed: int, file: Path | None, training: str, *, name: str | None, goes_on: bool) -> None:
    """Add one run."""
    config, state = _checkpoint.read(folder / "checkpoint.pt")
    _, decisions, _, seconds, _, scale = state["progress"]
    player = ppo.Player.load(folder / "checkpoint.pt")
    for weights in player.network.state_dict().values():
        weights.copy_(weights.half().float())
    name = name or player.game.name + ("-padded" if config.tables else "")
    with (folder / "log.csv").open(newline="") as log:
        rows = list(csv.DictReader(log))
    measured = [column for column in rows[0] if column.startswith(("against_", "points_", "score_"))]
    rows = [row for row in rows if any(row[column] for column in measured)]
    before, cpu = [], seconds / 60
    if goes_on:
        before, played, spent = earlier(name)
        for row in rows:
            row["decisions"] = str(int(row["decisions"]) + played)
            row["cpu_minutes"] = f"{float(row['cpu_minutes']) + spent:.3f}"
        decisions, cpu = decisions + played, cpu + spent
        measured = list(
            dict.fromkeys(c for c in [*before[0], *measured] if c.startswith(("against_", "points_", "score_")))
        )
    with (HERE / f"{name}.csv").open("w", newline="") as curve:
        table = csv.DictWriter(curve, [*COLUMNS, *measured, *MORE], extrasaction="ignore")
        table.writeheader()
        table.writerows(before + rows)
    agents = [ITSELF] if player.game.cooperative else ["greedy", "random"]
    asked = [(seated, agent) for seated in player.seated(config) for agent in agents]
    scores = [ppo.evaluate(each, agent, games=400, seed=seed + i, threads=1) for i, (each, agent) in enumerate(asked)]
    path = HERE / "results.csv"
    with path.open(newline="") as results:
        kept = [row for row in csv.DictReader(results) if row["game"] != name]
    for i, score in enumerate(scores):
        print(score, f"{score.score:.1f} scored")
        low, high = (f"{x:.4f}" for x in score.interval)
        kept.append({
            **score.to_dict(), "game": name, "cpu_minutes": f"{cpu:.1f}", "decisions": decisions,
            "win_rate": f"{score.win_rate:.4f}", "low": low, "high": high, "points": f"{score.points:.4f}",
            "score": f"{score.score:.1f}", "seed": seed + i,
        })  # fmt: skip
    with path.open("w", newline="") as results:
        table = csv.DictWriter(results, RESULT, extrasaction="ignore")
        table.writeheader()
        table.writerows(sorted(kept, key=lambda row: row["game"]))
    if file is not None:
        strength = ", ".join(map(in_words, scores)) + f", seed {seed}"
        about = {"decisions": decisions, "cpu_minutes": round(cpu, 1), **config.facts(round(scale, 3))}
        print(export(player.network, player.game, file, strength=strength, training=training, **about))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--export", type=Path)
    parser.add_argument("--training", default="DAgger lessons from greedy, then self-play PPO with the game's preset")
    parser.add_argument("--name", help="its rows in results.csv and its curve, if not the game's")
    parser.add_argument("--goes-on", action="store_true")
    given = parser.parse_args()
    main(given.folder, given.seed, given.export, given.training, name=given.name, goes_on=given.goes_on)
