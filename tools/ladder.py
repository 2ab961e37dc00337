"""Measures how strong the built-in agents are in every game and writes the ladder into docs/strength.md.

python tools/ladder.py                    plays every ladder (hours) and writes the table
python tools/ladder.py agartha -n 400     plays the ladder of one game; the others keep what was measured before
python tools/ladder.py kathmandu --agents greedy mcts:400 --join
                                          plays a pair more; the pairs measured before stay
python tools/ladder.py --write            plays nothing: writes the table from tools/ladder.json

What was measured is kept in tools/ladder.json, so that the ladders can be played one after the other.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from readme import ROOT, replaced, row

import expedition
from expedition._terminal import Progress
from expedition.analysis import frames
from expedition.analysis.statistics import ELO, bradley_terry, quantile, wilson

RESULTS = Path(__file__).with_name("ladder.json")

AGENTS = ("random", "greedy", "mcts:400")
"""Who climbs the ladder of a game unless the command line says otherwise."""

SEED = 20_260_000
"""The seed of the published games. No weight or setting was tried on it."""

GAMES: dict[str, dict[str, Any]] = {
    "agartha": {"players": 2},
    "arnak": {"players": 2},
    "kathmandu": {"players": 2},
    # People choose their team, and it matters (docs/studies/subterra.md).
    "subterra": {
        "players": 4,
        "difficulty": "beginner",
        "explorers": ["archaeologist", "veteran", "sapper", "sharpshooter"],
    },
}


def percent(share: float, low: float, high: float) -> str:
    """Return a share with its interval.

    >>> percent(0.5, 0.4, 0.6)
    '50.0 % (40.0-60.0)'
    """
    return f"{share * 100:.1f} % ({low * 100:.1f}-{high * 100:.1f})"


def command(game: str, agents: Sequence[str], games: int, seed: int) -> str:
    """Return the command that repeats a ladder."""
    if expedition.Game(game, **GAMES[game]).cooperative:
        return " ".join(["python tools/ladder.py", game, f"-n {games}", f"--seed {seed} --agents", *agents])
    players = f"--players {GAMES[game]['players']}"
    return " ".join(["expedition arena", game, *agents, f"-n {games}", f"--seed {seed}", players])


def entered_sanctuary(record: expedition.Record) -> bool:
    """Return whether an explorer ever stood in the Sanctuary."""
    ep = record.replay(0)
    for _, action, _ in record.moves:
        ep.play(action)
        state = ep.state
        places = [cell for cell in (state["hall"], state["vault"]) if cell is not None]
        if any(explorer["cell"] in places for explorer in state["explorers"]):
            return True
    return False


def play_team(game: str, agents: Sequence[str], games: int, seed: int, threads: int | None) -> dict[str, Any]:
    """Let each agent play all seats of a co-operative game on the same deals."""
    rows = []
    for agent in agents:
        result = expedition.simulate(
            game, games, agent, seed=seed, threads=threads, decisions=True, progress=True, **GAMES[game]
        )
        if result.interrupted:
            raise KeyboardInterrupt
        won, reached = int(result.won[:, 0].sum()), 0
        with Progress(games, f"{game}: looking for the Sanctuary") as bar:
            for number, record in enumerate(frames.records(result)):
                reached += entered_sanctuary(record)
                bar.update(number + 1)
        score = float(result.scores[:, 0].mean(dtype=float))
        rows.append({"agent": agent, "games": games, "won": won, "reached": reached, "mean_score": score})
    return {"agents": list(agents), "games": games, "seed": seed, "team": rows}


def play(game: str, agents: Sequence[str], games: int, seed: int, threads: int | None) -> dict[str, Any]:
    """Play the ladder of a game."""
    if expedition.Game(game, **GAMES[game]).cooperative:
        return play_team(game, agents, games, seed, threads)
    standings = expedition.arena(game, list(agents), games, seed=seed, threads=threads, progress=True, **GAMES[game])
    if standings.interrupted:
        raise KeyboardInterrupt
    print(standings)
    return {key: value for key, value in standings.to_dict().items() if key != "interrupted"}


def joined(before: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    """Return the standings of two ladders of the same game and deals together: every pair that either has played."""
    same = ("game", "version", "options", "games", "seed", "confidence")
    if any(before.get(key) != now[key] for key in same):
        raise SystemExit(f"{now['game']}: what was measured before differs in {', '.join(same)}; play the whole ladder")
    pairs = {frozenset((p["agent"], p["other"])): p for p in [*before["pairings"], *now["pairings"]]}
    agents = list(dict.fromkeys([*before["agents"], *now["agents"]]))
    anchor = before["anchor"]
    wins = np.zeros((len(agents), len(agents)))
    for p in pairs.values():
        i, j = agents.index(p["agent"]), agents.index(p["other"])
        wins[i, j], wins[j, i] = p["share"] * p["games"], (1 - p["share"]) * p["games"]
    ratings, covariance = bradley_terry(wins, agents.index(anchor))
    z = quantile(now["confidence"])
    rows = []
    for i, agent in enumerate(agents):
        seen = [r for r in [*before["ratings"], *now["ratings"]] if r["agent"] == agent]
        count = sum(r["games"] for r in seen)
        won, score = (sum(r[key] * r["games"] for r in seen) / count for key in ("won", "mean_score"))
        low, high = wilson(won * count, count, now["confidence"])
        elo, half = ratings[i] * ELO, z * covariance[i, i] ** 0.5 * ELO
        row = {"agent": agent, "elo": elo, "low": elo - half, "high": elo + half, "games": count}
        rows.append(row | {"won": won, "won_low": low, "won_high": high, "mean_score": score})
    rows.sort(key=lambda r: -r["elo"])
    return now | {"agents": agents, "anchor": anchor, "ratings": rows, "pairings": list(pairs.values())}


def competitive_rows(game: str, result: dict[str, Any]) -> list[str]:
    """Return the lines of a game in which seats play against each other, the strongest first."""
    shares = {(p["agent"], p["other"]): percent(p["share"], p["low"], p["high"]) for p in result["pairings"]}
    ranked = [r["agent"] for r in result["ratings"]]
    lines = []
    for place, rating in enumerate(result["ratings"]):
        below = ranked[place + 1] if place + 1 < len(ranked) else None
        share = shares.get((rating["agent"], below))
        beats = f"{share} of the points against {below}" if share else ""
        elo = f"{rating['elo']:.0f} ({rating['low']:.0f} to {rating['high']:.0f})"
        anchored = rating["agent"] == result["anchor"]
        lines.append(row(game, f"`{rating['agent']}`", "0" if anchored else elo, beats, f"{rating['mean_score']:.1f}"))
    return lines


def team_rows(result: dict[str, Any]) -> list[str]:
    """Return the lines of a co-operative game."""
    lines = []
    for entry in reversed(result["team"]):
        shares = (
            percent(entry[key] / entry["games"], *wilson(entry[key], entry["games"])) for key in ("won", "reached")
        )
        lines.append(row(f"`{entry['agent']}`", str(entry["games"]), *shares, f"{entry['mean_score']:.1f}"))
    return lines


def ladder_table(results: dict[str, Any]) -> str:
    """Return the ladders as Markdown, with the command that made each of them."""
    played = [game for game in GAMES if game in results]
    teams = [game for game in played if "team" in results[game]]
    lines = []
    if len(played) > len(teams):
        lines += [row("game", "agent", "Elo (95 %)", "next below (95 %)", "mean score"), row(*["---"] * 5)]
        for game in played:
            if game not in teams:
                lines += competitive_rows(game, results[game])
        lines.append("")
    for game in teams:
        words = {name: ", ".join(x) if isinstance(x, list) else x for name, x in GAMES[game].items()}
        options = "; ".join(f"{name} {value}" for name, value in words.items())
        lines += [f"`{game}` is co-operative; one agent plays all seats ({options}):", ""]
        lines += [row("agent", "games", "won (95 %)", "entered the Sanctuary (95 %)", "mean score"), row(*["---"] * 5)]
        lines += [*team_rows(results[game]), ""]
    lines += ["Made by `make ladder`, which runs for each game", "", "```sh"]
    for game in played:
        result = results[game]
        lines.append(command(game, result["agents"], result["games"], result["seed"]))
    return "\n".join([*lines, "```"])


def main() -> int:
    """Play ladders and write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"some of {', '.join(GAMES)} (all)")
    parser.add_argument("-n", "--number", type=int, default=400, metavar="N", help="games of each pair (400)")
    parser.add_argument("--agents", nargs="+", default=list(AGENTS), metavar="AGENT", help=f"({' '.join(AGENTS)})")
    parser.add_argument("--seed", type=int, default=SEED, metavar="S", help=f"({SEED})")
    parser.add_argument("--threads", type=int, metavar="N", help="how many threads (all cores)")
    parser.add_argument("--join", action="store_true", help="keep the pairs that were measured before")
    parser.add_argument("--write", action="store_true", help="play nothing, only write the table")
    parser.add_argument("--dry", action="store_true", help="print the table instead of keeping anything")
    args = parser.parse_args()
    unknown = [name for name in args.games if name not in GAMES]
    if unknown:
        parser.error(f"there is no ladder of {unknown[0]!r}: choose some of {', '.join(GAMES)}")
    results: dict[str, Any] = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    for game in [] if args.write else args.games or GAMES:
        try:
            result = play(game, args.agents, args.number, args.seed, args.threads)
            results[game] = joined(results[game], result) if args.join and "pairings" in result else result
        except KeyboardInterrupt:
            print(f"{game}: interrupted; what was measured before stays", file=sys.stderr)
            return 130
        if not args.dry:
            RESULTS.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    if args.dry:
        print(ladder_table(results))
        return 0
    page = ROOT / "docs" / "strength.md"
    page.write_text(replaced(page.read_text(encoding="utf-8"), "ladder", ladder_table(results)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
