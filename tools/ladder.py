"""Measures the strength of the agents in every game: every pair plays, seats balanced, on seeds never used for tuning.

python tools/ladder.py                    plays every ladder (hours)
python tools/ladder.py agartha -n 400     plays the ladder of one game
python tools/ladder.py --write            plays nothing: writes the page from what was played

The result of every game is kept in evidence/ladder/GAME.json, saved after every few games. The same call continues
where it stopped, and a larger -n plays only what is missing. Games of a network that has changed are dropped; if the
rules have changed, so are all games. The tables are written to docs/strength.md.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from readme import digests, has_earlier_networks, replaced, row

import expedition
from expedition._terminal import Progress
from expedition.analysis import frames
from expedition.analysis.arena import duel, pair_seats
from expedition.analysis.benchmarks import tasks
from expedition.analysis.simulate import Simulation, run
from expedition.analysis.statistics import ELO, Meeting, paired_share, quantile, rate, wilson

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "evidence" / "ladder"
PAGE = ROOT / "docs" / "strength.md"

AGENTS = ("random", "greedy", "mcts:400", "network", "mcts:400,network")
"""The agents on a game's ladder unless the command line names others."""

SEED = 20_260_000
"""The seed of the published games. No weight or setting was tried on it."""

SHOWN = ("observation", "glance", "reward")
"""Options that do not affect any agent of the ladder: a network reads the observations it was trained on."""

_PLAYED = {task.game: task.options for task in reversed(tasks().values()) if task.opponent == "greedy"}
GAMES: dict[str, dict[str, Any]] = dict(sorted(_PLAYED.items()))
"""The options of each game's ladder: those of its first benchmark task against ``greedy``."""


def percent(share: float, low: float, high: float) -> str:
    """Return a share with its interval.

    >>> percent(0.5, 0.4, 0.6)
    '50.0 % (40.0-60.0)'
    """
    return f"{share * 100:.1f} % ({low * 100:.1f}-{high * 100:.1f})"


def uses_network(agent: str) -> bool:
    """Return whether an agent plays by a shipped network.

    >>> [uses_network(agent) for agent in ("network", "mcts:400,network", "mcts:400")]
    [True, True, False]
    """
    return "network" in agent


def rules_of(about: dict[str, Any]) -> dict[str, Any]:
    """Return what determines the games of a ladder, without the options that only affect observations.

    >>> rules_of({"version": 2, "options": {"players": 2, "observation": "padded"}, "networks": {}})
    {'version': 2, 'options': {'players': 2}}
    """
    kept: dict[str, Any] = {key: about[key] for key in ("game", "version", "content", "seed") if key in about}
    options = {key: value for key, value in about["options"].items() if key not in SHOWN}
    return {**kept, "options": options}


def in_order(table: dict[str, Any]) -> dict[str, Any]:
    """Return a table of two agents seen from the agent that stands first in `ordered`.

    >>> in_order({"agents": ["network", "greedy"], "points": [1, 0.5], "won": [[1, 0], [0, 0]], "score": []})
    {'agents': ['greedy', 'network'], 'points': [0, 0.5], 'won': [[0, 1], [0, 0]], 'score': []}
    """
    agents = table["agents"]
    if agents == ordered(agents):
        return table
    turned = {key: [pair[::-1] for pair in table[key]] for key in ("won", "score")}
    return {"agents": agents[::-1], "points": [1 - points for points in table["points"]], **turned}


def ordered(agents: Sequence[str]) -> list[str]:
    """Return agents in the order of `AGENTS`, then others by name.

    >>> ordered(["network", "mcts:100", "random"])
    ['random', 'network', 'mcts:100']
    """
    return sorted(agents, key=lambda agent: (AGENTS.index(agent) if agent in AGENTS else len(AGENTS), agent))


def longest(tables: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return one table for each pair, the one with the most games.

    >>> longest([{"agents": ["a", "b"], "won": [1]}, {"agents": ["a", "b"], "won": [1, 2]}])
    [{'agents': ['a', 'b'], 'won': [1, 2]}]
    """
    found: dict[tuple[str, ...], dict[str, Any]] = {}
    for table in tables:
        other = found.get(tuple(table["agents"]))
        if other is None or len(other["won"]) < len(table["won"]):
            found[tuple(table["agents"])] = table
    return list(found.values())


class Ladder:
    """The games of one ladder, kept in a file."""

    def __init__(self, name: str, folder: Path, seed: int) -> None:
        self.game = expedition.Game(name, **GAMES[name])
        self.path = folder / f"{name}.json"
        about = {
            "game": name, "version": self.game.version, "options": self.game.options,
            "content": self.game.content_digest, "seed": seed,
        }  # fmt: skip
        self.data: dict[str, Any] = {**about, "networks": digests(name, self.game.players), "tables": []}
        if not self.path.exists():
            return
        found = json.loads(self.path.read_text(encoding="utf-8"))
        if rules_of(found) != rules_of(about):
            print(f"{name}: the games in {self.path} had other rules or another seed; starting over", file=sys.stderr)
            return
        self.data["tables"] = found["tables"] if self.game.cooperative else longest(map(in_order, found["tables"]))
        if found["networks"] != self.data["networks"]:
            kept = [table for table in self.data["tables"] if not any(map(uses_network, table["agents"]))]
            dropped = len(self.data["tables"]) - len(kept)
            if dropped:
                print(f"{name}: the networks have changed; {dropped} tables are played again", file=sys.stderr)
            self.data["tables"] = kept

    def save(self) -> None:
        """Write the file, completely or not at all."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        part = self.path.with_suffix(".part")
        part.write_text(json.dumps(self.data) + "\n", encoding="utf-8")
        os.replace(part, self.path)

    def table(self, agents: Sequence[str]) -> dict[str, Any]:
        """Return the table of some agents, an empty one if they have not met."""
        for table in self.data["tables"]:
            if table["agents"] == list(agents):
                found: dict[str, Any] = table
                return found
        kept = ("won", "score", "reached", "outcome") if self.game.cooperative else ("points", "won", "score")
        made: dict[str, Any] = {"agents": list(agents)} | {key: [] for key in kept}
        self.data["tables"].append(made)
        return made

    def able(self, agents: Sequence[str]) -> list[str]:
        """Return the agents that can play this game; report the others."""
        found = []
        for agent in agents:
            try:
                expedition.Agent(agent, self.game)
            except ValueError as error:
                print(f"{self.game.name}: {error}", file=sys.stderr)
            else:
                found.append(agent)
        return found

    def play(self, agents: Sequence[str], number: int, chunk: int, threads: int | None) -> bool:
        """Play until each table has this many games; return whether that was finished."""
        able = self.able(ordered(agents))
        tables = [(a,) for a in able] if self.game.cooperative else list(itertools.combinations(able, 2))
        with Progress(len(tables) * number, self.game.name) as bar:
            for place, names in enumerate(tables):
                table = self.table(names)
                while (done := len(table["won"])) < number:
                    bar.update(place * number + done)
                    last = min(done + chunk, number)
                    if not self._more(table, done, last, threads):
                        return False
                    self.save()
        return True

    def _more(self, table: dict[str, Any], first: int, last: int, threads: int | None) -> bool:
        """Play some more games; return False, keeping none of them, if interrupted."""
        team = self.game.cooperative
        seats = pair_seats(self.game.players, last)[first:]
        played = run(
            self.game, table["agents"], np.arange(first, last) // (1 if team else 2), seats * (not team),
            seed=self.data["seed"], threads=threads, decisions=team, tick=None,
        )  # fmt: skip
        if played.interrupted:
            return False
        if team:
            table["won"] += played.won[:, 0].astype(int).tolist()
            table["score"] += np.round(played.scores[:, 0].astype(float), 3).tolist()
            table["outcome"] += np.round(played.outcomes[:, 0].astype(float), 6).tolist()
            table["reached"] += [int(entered_sanctuary(record)) for record in frames.records(played)]
            return True
        table["points"] += np.round(duel(played, 0, 1), 6).tolist()
        for key, grid in (("won", played.won), ("score", played.scores)):
            table[key] += np.round(_means(played, grid), 6).tolist()
        return True


def _means(played: Simulation, grid: np.ndarray) -> np.ndarray:
    """Return the mean over the seats of the first and of the second agent, game by game."""
    held = np.stack([played.seats == agent for agent in (0, 1)], axis=1)
    means: np.ndarray = (grid[:, None, :] * held).sum(axis=2) / held.sum(axis=2)
    return means


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


def standings(data: dict[str, Any]) -> tuple[list[str], list[Meeting], np.ndarray, np.ndarray]:
    """Return the agents, the strongest first, their meetings, and Elo with the half-width of its 95 % interval."""
    tables = [table for table in data["tables"] if table["won"]]
    agents = list(dict.fromkeys(agent for table in tables for agent in table["agents"]))
    meetings = []
    for table in tables:
        first, second = (agents.index(agent) for agent in table["agents"])
        points = np.array(table["points"], dtype=np.float64)
        meetings.append(Meeting(first, second, points, np.arange(len(points)) // 2))
    ratings, covariance = rate(len(agents), meetings, agents.index("random") if "random" in agents else 0)
    half = quantile(0.95) * np.sqrt(np.diag(covariance)) * ELO
    order = np.argsort(-ratings, kind="stable")
    place = {int(old): new for new, old in enumerate(order)}
    meetings = [Meeting(place[m.first], place[m.second], m.points, m.deals) for m in meetings]
    return [agents[i] for i in order], meetings, ratings[order] * ELO, half[order]


def linked(agents: int, meetings: Sequence[Meeting], anchor: int) -> set[int]:
    """Return the agents linked to the anchor by meetings, directly or via others: only these can be rated.

    >>> pair = lambda a, b: Meeting(a, b, np.zeros(2), np.zeros(2))
    >>> sorted(linked(5, [pair(0, 1), pair(2, 1), pair(3, 4)], 0))
    [0, 1, 2]
    """
    found = {anchor}
    for _ in range(agents):
        for met in meetings:
            if found & {met.first, met.second}:
                found |= {met.first, met.second}
    return found


def competitive(data: dict[str, Any]) -> list[str]:
    """Return the tables of a game in which seats play against each other, the strongest first."""
    agents, meetings, elo, half = standings(data)
    shares: dict[tuple[int, int], str] = {}
    counts: set[int] = set()
    for met in meetings:
        counts.add(len(met.points))
        for i, j, points in ((met.first, met.second, met.points), (met.second, met.first, 1 - met.points)):
            shares[i, j] = percent(*paired_share(points, met.deals))
    comparable = linked(len(agents), meetings, agents.index("random") if "random" in agents else 0)
    games = " to ".join(str(count) for count in sorted({min(counts), max(counts)}))
    head = ("game", "agent", "Elo (95 %)", "against the next below (95 %)", "mean score")
    lines = [f"{games} games a pair.", "", row(*head), row(*["---"] * len(head))]
    for i, agent in enumerate(agents):
        tables = [table for table in data["tables"] if agent in table["agents"]]
        scores = [one[table["agents"].index(agent)] for table in tables for one in table["score"]]
        value = "0" if not half[i] else f"{elo[i]:.0f} ({elo[i] - half[i]:.0f} to {elo[i] + half[i]:.0f})"
        value = value if i in comparable else "not linked yet"
        below = f"{shares[i, i + 1]} of the points against {agents[i + 1]}" if (i, i + 1) in shares else ""
        lines.append(row(data["game"], f"`{agent}`", value, below, f"{np.mean(scores):.1f}"))
    lines += ["", "The share of the points of each pair, row against column (95 %):", ""]
    lines += [row("against", *(f"`{agent}`" for agent in agents)), row(*["---"] * (len(agents) + 1))]
    for i, agent in enumerate(agents):
        lines.append(row(f"`{agent}`", *("" if i == j else shares.get((i, j), "") for j in range(len(agents)))))
    return lines


def co_operative(data: dict[str, Any]) -> list[str]:
    """Return the table of a game in which one agent plays all seats."""
    lines = ["One agent plays all seats, all agents on the same deals.", ""]
    lines += [row("agent", "games", "won (95 %)", "entered the Sanctuary (95 %)", "mean score"), row(*["---"] * 5)]
    tables = [table for table in data["tables"] if table["won"]]
    for table in sorted(tables, key=lambda table: (-np.mean(table["won"]), -np.mean(table["score"]))):
        count = len(table["won"])
        cells = [percent(sum(table[key]) / count, *wilson(sum(table[key]), count)) for key in ("won", "reached")]
        lines.append(row(f"`{table['agents'][0]}`", count, *cells, f"{np.mean(table['score']):.1f}"))
    return lines


def block(folder: Path) -> str:
    """Return the tables of all played ladders."""
    lines = [
        "Each deal is played from both sides, and intervals treat a deal as one observation",
        "(`expedition.analysis.statistics`). Elo ratings follow the Bradley-Terry model, with `random` at 0.",
        "The result of every game is in `evidence/ladder`; `make ladder` plays the games again.", "",
    ]  # fmt: skip
    for name in GAMES:
        path = folder / f"{name}.json"
        data = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {"tables": []}
        if not any(table["won"] for table in data["tables"]):
            continue
        game = expedition.Game(name, **GAMES[name])
        options = {key: ", ".join(map(str, x)) if isinstance(x, list) else x for key, x in GAMES[name].items()}
        words = "; ".join(f"{key} {value}" for key, value in options.items())
        lines += [f"## {game.title}", "", f"Options: {words}.", ""]
        lines += co_operative(data) if game.cooperative else competitive(data)
        networks = ", ".join(f"`{name}` ({digest})" for name, digest in data["networks"].items())
        lines += ["", f"Seed {data['seed']}." + (f" Networks: {networks}." if networks else ""), ""]
        if has_earlier_networks(data):
            now = digests(data["game"], game.players)
            shipped = ", ".join(f"`{name}` ({digest})" for name, digest in now.items()) or "none"
            lines += [f"The networks shipped now are newer and have not been measured yet: {shipped}.", ""]
    return "\n".join(lines)


def write(page: Path, tables: str) -> None:
    """Replace the tables between the marks of a page; a new page gets the marks."""
    before = (
        page.read_text(encoding="utf-8") if page.exists() else "# The ladder\n\n<!-- ladder -->\n<!-- /ladder -->\n"
    )
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(replaced(before, "ladder", tables), encoding="utf-8")


def main() -> int:
    """Play ladders and write the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"some of {', '.join(GAMES)} (all)")
    parser.add_argument("-n", "--number", type=int, default=400, metavar="N", help="games of each pair (400)")
    parser.add_argument("--agents", nargs="+", default=list(AGENTS), metavar="AGENT", help=f"({' '.join(AGENTS)})")
    parser.add_argument("--seed", type=int, default=SEED, metavar="S", help=f"({SEED})")
    parser.add_argument("--threads", type=int, metavar="N", help="how many threads (all cores)")
    parser.add_argument("--chunk", type=int, default=16, metavar="N", help="games after which results are kept (16)")
    parser.add_argument(
        "--folder", type=Path, default=FOLDER, metavar="DIR", help="where the games go (evidence/ladder)"
    )
    parser.add_argument(
        "--page", type=Path, default=PAGE, metavar="FILE", help="where the tables go (docs/strength.md)"
    )
    parser.add_argument("--write", action="store_true", help="play nothing, only write the page")
    args = parser.parse_args()
    unknown = [name for name in args.games if name not in GAMES]
    if unknown:
        parser.error(f"there is no ladder of {unknown[0]!r}: choose some of {', '.join(GAMES)}")
    if args.number < 2 or args.chunk < 2 or args.number % 2 or args.chunk % 2:
        parser.error("-n and --chunk are even: each deal is played from both sides")
    for name in [] if args.write else args.games or GAMES:
        if not Ladder(name, args.folder, args.seed).play(args.agents, args.number, args.chunk, args.threads):
            print(f"{name}: interrupted; the same call continues from here", file=sys.stderr)
            return 130
    write(args.page, block(args.folder))
    return 0


if __name__ == "__main__":
    sys.exit(main())
