"""Round robins between agents: who beats whom, and a rating with its interval."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import asdict, dataclass
from itertools import combinations
from math import log, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ._engine import Game
from ._extras import need
from ._terminal import Progress, table
from .simulate import Simulation, game_of, run

if TYPE_CHECKING:
    import pandas

ELO = 400 / log(10)
"""Elo points per unit of the logistic scale."""


def wilson(successes: float, trials: int, confidence: float = 0.95) -> tuple[float, float]:
    """Return the Wilson interval of a share.

    >>> [round(x, 3) for x in wilson(95, 100)]
    [0.888, 0.978]
    """
    if trials == 0:
        return 0.0, 1.0
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    share = successes / trials
    centre = (share + z * z / (2 * trials)) / (1 + z * z / trials)
    half = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials)) / (1 + z * z / trials)
    return max(0.0, centre - half), min(1.0, centre + half)


def bradley_terry(wins: NDArray[np.float64], anchor: int = 0) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return ratings on the logistic scale, the anchor at 0, and their covariance (from the Fisher information).

    ``wins[i, j]`` is how often i beat j; a draw is half a win for each. Half a win is added to both sides of every
    pair that met, so that a rating stays finite where one side won everything.

    >>> ratings, _ = bradley_terry(np.array([[0.0, 25.0], [75.0, 0.0]]))
    >>> [round(float(r), 2) for r in ratings]
    [0.0, 1.09]
    """
    number = len(wins)
    met = (wins + wins.T) > 0
    padded = wins + 0.5 * met
    games = padded + padded.T
    ratings = np.zeros(number)
    free = [i for i in range(number) if i != anchor]
    information = np.zeros((number, number))
    for _ in range(100):
        expected = 1 / (1 + np.exp(ratings[None, :] - ratings[:, None]))
        gradient = (padded - games * expected).sum(axis=1)
        curvature = games * expected * (1 - expected)
        information = np.diag(curvature.sum(axis=1)) - curvature
        step = np.zeros(number)
        if free:
            step[free] = np.linalg.pinv(information[np.ix_(free, free)]) @ gradient[free]
        ratings += np.clip(step, -1, 1)
        if np.abs(step).max() < 1e-10:
            break
    covariance = np.zeros((number, number))
    if free:
        covariance[np.ix_(free, free)] = np.linalg.pinv(information[np.ix_(free, free)])
    return ratings, covariance


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
    made = game_of(game, options)
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
    team = made.cooperative
    pairs = list(combinations(range(len(listed)), 2))
    tables = len(listed) if team else len(pairs)
    number = len(listed)
    wins, met = np.zeros((number, number)), np.zeros((number, number), np.int64)
    played: list[Simulation] = []
    bar = Progress(games * tables, f"{made.name}, {made.players} players") if progress else nullcontext()
    with bar as shown:

        def play(names: list[str], deals: NDArray[np.int64], seats: NDArray[np.int64]) -> Simulation:
            base = len(played) * games
            tick = (lambda done: shown.update(base + done)) if shown is not None else None
            return run(made, names, deals, seats, seed=seed, threads=threads, decisions=False, tick=tick)

        if team:
            for agent in listed:
                played.append(play([agent], np.arange(games), np.zeros((games, made.players), np.int64)))
                if played[-1].interrupted:
                    break
        else:
            for a, b in pairs:
                played.append(play([listed[a], listed[b]], np.arange(games) // 2, _pair_seats(made.players, games)))
                if played[-1].interrupted:
                    break
    if team:
        done = [dict(zip(p.columns["game"].tolist(), p.outcomes[:, 0].tolist(), strict=True)) for p in played]
        for a, b in combinations(range(len(done)), 2):
            for deal in done[a].keys() & done[b].keys():
                share = (np.sign(done[a][deal] - done[b][deal]) + 1) / 2
                wins[a, b] += share
                wins[b, a] += 1 - share
                met[a, b] += 1
                met[b, a] += 1
        owned = [[(p, 0)] for p in played]
    else:
        owned = [[] for _ in listed]
        for (a, b), p in zip(pairs, played, strict=False):
            points = _duel(p, 0, 1)
            wins[a, b], wins[b, a] = points.sum(), (1 - points).sum()
            met[a, b] = met[b, a] = len(p)
            owned[a].append((p, 0))
            owned[b].append((p, 1))
    ratings, covariance = bradley_terry(wins, listed.index(fixed))
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    rows = []
    for i, agent in enumerate(listed):
        mine = owned[i] if i < len(owned) else []
        won = np.concatenate([p.won[p.seats == k] for p, k in mine]) if mine else np.zeros(0, bool)
        score = np.concatenate([p.scores[p.seats == k] for p, k in mine]) if mine else np.zeros(0)
        count = sum(len(p) for p, _ in mine)
        share = float(won.mean()) if len(won) else 0.0
        low, high = wilson(share * count, count, confidence)
        elo, half = ratings[i] * ELO, z * sqrt(covariance[i, i]) * ELO
        mean = float(score.mean(dtype=np.float64)) if len(score) else 0.0
        rows.append(Rating(agent, float(elo), float(elo - half), float(elo + half), count, share, low, high, mean))
    order = sorted(range(number), key=lambda i: -ratings[i])
    duels = []
    for i, j in combinations(order, 2):
        games_met = int(met[i, j])
        share = float(wins[i, j]) / games_met if games_met else 0.5
        low, high = wilson(float(wins[i, j]), games_met, confidence)
        duels.append(Pairing(listed[i], listed[j], games_met, share, low, high))
    metadata = {
        "game": made.name, "version": made.version, "options": made.options, "players": made.players,
        "agents": listed, "games": games, "seed": seed, "anchor": fixed, "confidence": confidence,
    }  # fmt: skip
    return Standings([rows[i] for i in order], duels, played, metadata)
