"""Round robins between agents: who beats whom, and a rating with its interval."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import asdict, dataclass
from itertools import combinations
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .._arguments import make_game
from .._engine import Game
from .._extras import need
from .._terminal import Progress, table
from .simulate import Simulation, run
from .statistics import ELO, bradley_terry, quantile, wilson

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True)
class Rating:
    """How strong an agent is."""

    agent: str
    elo: float
    low: float
    high: float
    games: int
    won: float
    won_low: float
    won_high: float
    mean_score: float


@dataclass(frozen=True)
class Pairing:
    """How one agent did against another: its share of the points, a tie counting half."""

    agent: str
    other: str
    games: int
    share: float
    low: float
    high: float


class Standings:
    """The table of an arena, the strongest first."""

    def __init__(
        self, ratings: list[Rating], pairings: list[Pairing], games: list[Simulation], metadata: dict[str, Any]
    ) -> None:
        self.ratings = ratings
        self.pairings = pairings
        self.games = games
        self.metadata = metadata

    @property
    def interrupted(self) -> bool:
        """Whether it was ended early; what was finished is counted."""
        return any(played.interrupted for played in self.games)

    def to_pandas(self) -> pandas.DataFrame:
        """Return the ratings as a DataFrame, one row an agent."""
        frame: pandas.DataFrame = need("pandas", "analysis", "to_pandas()").DataFrame([asdict(r) for r in self.ratings])
        return frame

    def pairings_to_pandas(self) -> pandas.DataFrame:
        """Return who did how against whom as a DataFrame."""
        frame: pandas.DataFrame = need("pandas", "analysis", "pairings_to_pandas()").DataFrame(
            [asdict(p) for p in self.pairings]
        )
        return frame

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data."""
        return {
            **self.metadata,
            "interrupted": self.interrupted,
            "ratings": [asdict(r) for r in self.ratings],
            "pairings": [asdict(p) for p in self.pairings],
        }

    def __str__(self) -> str:
        sure = f"{self.metadata['confidence']:.0%}"
        head = ["agent", "Elo", f"{sure} interval", "games", "won", f"{sure} interval", "mean score"]
        rows = [
            [r.agent, f"{r.elo:.0f}", f"{r.low:.0f} to {r.high:.0f}", f"{r.games:,}", f"{r.won:.1%}",
             f"{r.won_low:.1%} to {r.won_high:.1%}", f"{r.mean_score:.1f}"]
            for r in self.ratings
        ]  # fmt: skip
        duels = [
            [p.agent, p.other, f"{p.games:,}", f"{p.share:.1%}", f"{p.low:.1%} to {p.high:.1%}"] for p in self.pairings
        ]
        title = f"{self.metadata['game']}, {self.metadata['players']} players"
        if self.interrupted:
            title += " (interrupted)"
        against = table(["agent", "against", "games", "points", f"{sure} interval"], duels, left=2)
        return "\n".join([title, table(head, rows), "", against])

    __repr__ = __str__


def _duel(played: Simulation, first: int, second: int) -> NDArray[np.float64]:
    """Return the points of one agent against another in each game: who is ahead, over all pairs of their seats."""
    points = np.zeros(len(played))
    for game in range(len(played)):
        mine, theirs = played.ranks[game, played.seats[game] == first], played.ranks[game, played.seats[game] == second]
        ahead = np.sign(theirs[None, :] - mine[:, None])
        points[game] = ((ahead + 1) / 2).mean()
    return points


def _pair_seats(players: int, games: int) -> NDArray[np.int64]:
    """Return seats of two agents that share the table, every seat pattern with its mirror image.

    >>> _pair_seats(2, 4).tolist()
    [[0, 1], [1, 0], [0, 1], [1, 0]]
    """
    return (np.arange(players)[None, :] + np.arange(games)[:, None]) % 2


def arena(
    game: str | Game,
    agents: Sequence[str],
    games: int = 200,
    *,
    seed: int = 0,
    threads: int | None = None,
    anchor: str | None = None,
    confidence: float = 0.95,
    progress: bool = False,
    **options: Any,
) -> Standings:
    """Let every pair of agents play ``games`` games and rate them.

    Seats are balanced: each deal is played twice, the second time with seats exchanged. With more than two seats
    both agents sit at every other seat. In a co-operative game each agent plays all seats of its own team, on the
    same deals as the others, and a pair is compared deal by deal. The rating is Elo by Bradley and Terry with an
    interval from the Fisher information; ``anchor`` (by default ``"random"`` if it plays, else the first agent) has
    0.

    >>> print(arena("toy", ["random", "mcts:100"], games=20).ratings[0].agent)
    mcts:100
    """
    made = make_game(game, options)
    listed = list(agents)
    if len(set(listed)) != len(listed) or len(listed) < 2:
        raise ValueError("an arena needs at least two agents, all different")
    if games < 1:
        raise ValueError(f"games={games}: at least one game must be played")
    if not 0 < confidence < 1:
        raise ValueError(f"confidence={confidence}: it is a share between 0 and 1, such as 0.95")
    fixed = anchor if anchor is not None else ("random" if "random" in listed else listed[0])
    if fixed not in listed:
        raise ValueError(f"anchor={anchor!r}: it must be one of the agents, {', '.join(listed)}")
    pairs = list(combinations(range(len(listed)), 2))
    bar = Progress(games * (len(listed) if made.cooperative else len(pairs)), f"{made.name}, {made.players} players")
    with bar if progress else nullcontext() as shown:
        played: list[Simulation] = []

        def play(names: list[str], deals: NDArray[np.int64], seats: NDArray[np.int64]) -> bool:
            """Play one table of the arena; return whether to go on."""
            base = len(played) * games
            tick = (lambda done: shown.update(base + done)) if shown is not None else None
            played.append(run(made, names, deals, seats, seed=seed, threads=threads, decisions=False, tick=tick))
            return not played[-1].interrupted

        if made.cooperative:
            alone = np.zeros((games, made.players), np.int64)
            all(play([agent], np.arange(games), alone) for agent in listed)
        else:
            seats = _pair_seats(made.players, games)
            all(play([listed[a], listed[b]], np.arange(games) // 2, seats) for a, b in pairs)
    meetings = _teams(played, len(listed)) if made.cooperative else _pairs(played, pairs, len(listed))
    metadata = {
        "game": made.name, "version": made.version, "options": made.options, "content": made.content_digest,
        "players": made.players, "agents": listed, "games": games, "seed": seed, "anchor": fixed,
        "confidence": confidence,
    }  # fmt: skip
    return _standings(listed, meetings, played, metadata)


@dataclass(frozen=True)
class _Meetings:
    """Who beat whom: points and games of every pair, and the simulations in which each agent sat, as which number."""

    points: NDArray[np.float64]
    games: NDArray[np.int64]
    sat: list[list[tuple[Simulation, int]]]


def _pairs(played: list[Simulation], pairs: list[tuple[int, int]], number: int) -> _Meetings:
    """Return the meetings of agents that shared a table."""
    points, games = np.zeros((number, number)), np.zeros((number, number), np.int64)
    sat: list[list[tuple[Simulation, int]]] = [[] for _ in range(number)]
    for (a, b), table_ in zip(pairs, played, strict=False):
        duel = _duel(table_, 0, 1)
        points[a, b], points[b, a] = duel.sum(), (1 - duel).sum()
        games[a, b] = games[b, a] = len(table_)
        sat[a].append((table_, 0))
        sat[b].append((table_, 1))
    return _Meetings(points, games, sat)


def _teams(played: list[Simulation], number: int) -> _Meetings:
    """Return the meetings of teams that each played the same deals alone, compared deal by deal."""
    points, games = np.zeros((number, number)), np.zeros((number, number), np.int64)
    done = [dict(zip(p.columns["game"].tolist(), p.outcomes[:, 0].tolist(), strict=True)) for p in played]
    for a, b in combinations(range(len(done)), 2):
        for deal in done[a].keys() & done[b].keys():
            share = (np.sign(done[a][deal] - done[b][deal]) + 1) / 2
            points[a, b] += share
            points[b, a] += 1 - share
            games[a, b] += 1
            games[b, a] += 1
    sat = [[(played[i], 0)] if i < len(played) else [] for i in range(number)]
    return _Meetings(points, games, sat)


def _standings(agents: list[str], meetings: _Meetings, played: list[Simulation], metadata: dict[str, Any]) -> Standings:
    """Rate the agents by their meetings."""
    confidence = metadata["confidence"]
    ratings, covariance = bradley_terry(meetings.points, agents.index(metadata["anchor"]))
    z = quantile(confidence)
    rows = []
    for i, agent in enumerate(agents):
        sat = meetings.sat[i]
        won = np.concatenate([p.won[p.seats == k] for p, k in sat]) if sat else np.zeros(0, bool)
        score = np.concatenate([p.scores[p.seats == k] for p, k in sat]) if sat else np.zeros(0)
        count = sum(len(p) for p, _ in sat)
        share = float(won.mean()) if len(won) else 0.0
        low, high = wilson(share * count, count, confidence)
        elo, half = ratings[i] * ELO, z * sqrt(covariance[i, i]) * ELO
        mean = float(score.mean(dtype=np.float64)) if len(score) else 0.0
        rows.append(Rating(agent, float(elo), float(elo - half), float(elo + half), count, share, low, high, mean))
    order = sorted(range(len(agents)), key=lambda i: -ratings[i])
    duels = []
    for i, j in combinations(order, 2):
        met, points = int(meetings.games[i, j]), float(meetings.points[i, j])
        low, high = wilson(points, met, confidence)
        duels.append(Pairing(agents[i], agents[j], met, points / met if met else 0.5, low, high))
    return Standings([rows[i] for i in order], duels, played, metadata)
