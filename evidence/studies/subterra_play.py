"""Compares how agents play Sub Terra II: ``python evidence/studies/subterra_play.py greedy=200 mcts:200=40``.

Each argument is an agent and a number of beginner games with the four explorers that fight well; every agent plays the
same deals. Each row of ``subterra_play.csv`` is an agent and a count: its mean per game with its interval (95 %), over
the games in which it occurred. Agents that are not named keep their rows.
"""

from __future__ import annotations

import csv
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import expedition
from expedition.analysis.frames import records
from expedition.analysis.statistics import mean_interval

HERE = Path(__file__).parent
TEAM = ["archaeologist", "veteran", "sapper", "sharpshooter"]
SEED = 41
ROUNDS = (4, 8, 12, 16, 20)
VERBS = {
    "pushes": ("push",), "heals": ("heal",), "attacks": ("attack", "shoot", "annihilate", "grenade"),
    "explores and reveals": ("explore", "reveal", "scope"), "moves": ("move",), "runs": ("run",), "digs": ("dig",),
    "braces": ("brace",), "turns that end early": ("end",),
}  # fmt: skip


def watched(record: expedition.Record) -> dict[str, float]:
    """Return the counts of a game, leaving out events that do not occur."""
    ep = record.replay(0)
    seen: dict[str, float] = {}
    verbs: Counter[str] = Counter()
    hurt, before = 0, sum(e["hp"] for e in ep.state["explorers"])
    for _, action, name in record.moves:
        state = ep.state
        idle = name == "end" and state["ap"] > 0
        verbs[name.partition(" ")[0]] += name != "end" or idle
        ep.play(action)
        state = ep.state
        now, here = state["rounds"], sum(e["hp"] for e in state["explorers"])
        hurt, before = hurt + max(0, before - here), here
        kinds = {cell["kind"] for cell in state["map"]["cells"]}
        moments = {
            "first Key inserted": state["inserted"] >= 1,
            "last Key inserted": state["inserted"] >= 3,
            "Sanctuary found": "sanctuary_hall" in kinds,
            "Artifact taken": state["cursed"],
            "eruption": state["erupted"],
            "first explorer out": any(e["status"] == "escaped" for e in state["explorers"]),
            "first explorer down": any(e["status"] in ("down", "dead") for e in state["explorers"]),
            "end": state["end"] is not None,
        }
        for what, came in moments.items():
            if came:
                seen.setdefault(f"round: {what}", now)
        for limit in ROUNDS:
            if now <= limit:
                seen[f"tiles by round {limit}"] = 30 - sum(state["bag"])
    for what, words in VERBS.items():
        seen[f"number: {what}"] = sum(verbs[word] for word in words)
    seen["number: hit points lost"] = hurt
    lost = sum(e["status"] != "escaped" for e in ep.state["explorers"])
    return seen | {"explorers lost": lost, "score": ep.scores()[0], "won": float(max(ep.returns()) > 0)}


def table(agent: str, games: int) -> list[dict[str, Any]]:
    """Play an agent's games and return its rows."""
    game = expedition.Game("subterra", difficulty="beginner", players=4, explorers=TEAM)
    played = expedition.simulate(game, games, agent, seed=SEED, decisions=True)
    found = [watched(record) for record in records(played)]
    rows = []
    for what in dict.fromkeys(key for each in found for key in each):
        values = [each[what] for each in found if what in each]
        mean, low, high = mean_interval(values) if len(values) > 1 else (values[0], values[0], values[0])
        rows.append({"agent": agent, "games": games, "what": what, "came": len(values), "mean": f"{mean:.2f}",
                     "low": f"{low:.2f}", "high": f"{high:.2f}"})  # fmt: skip
    return rows


def main(wanted: list[str], path: Path = HERE / "subterra_play.csv") -> None:
    """Play the requested games and write the table."""
    kept: list[dict[str, Any]] = []
    if path.exists():
        with path.open(newline="", encoding="utf-8") as file:
            kept = list(csv.DictReader(file))
    for word in wanted:
        agent, _, games = word.rpartition("=")
        kept = [row for row in kept if row["agent"] != agent] + table(agent, int(games))
        with path.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, list(kept[0]), lineterminator="\n")
            writer.writeheader()
            writer.writerows(kept)


if __name__ == "__main__":
    main(sys.argv[1:])
