"""Round robins between agents: the result of every pair, and ratings with intervals."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import asdict, dataclass
from itertools import combinations
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .._arguments import agent_names, make_game, number_of_games
from .._engine import Game
from .._extras import need
from .._terminal import Progress, table
from .simulate import Simulation, run
from .statistics import ELO, Meeting, paired_share, quantile, rate

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True)
class Rating:
    """The strength of an agent."""

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
    """The result of one agent against another: its share of the points, with a tie counting half."""

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
        """Whether the arena was stopped early; the finished games count."""
        return any(played.interrupted for played in self.games)

    def to_pandas(self) -> pandas.DataFrame:
        """Return the ratings as a DataFrame, one row per agent."""
        frame: pandas.DataFrame = need("pandas", "analysis", "to_pandas()").DataFrame([asdict(r) for r in self.ratings])
        return frame

    def pairings_to_pandas(self) -> pandas.DataFrame:
        """Return the result of every pair as a DataFrame."""
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
        confidence = f"{self.metadata['confidence']:.0%}"
        head = ["agent", "Elo", f"{confidence} interval", "games", "won", f"{confidence} interval", "mean score"]
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
        against = table(["agent", "against", "games", "points", f"{confidence} interval"], duels, left=2)
        return "\n".join([title, table(head, rows), "", against])

    __repr__ = __str__


def duel(played: Simulation, first: int, second: int) -> NDArray[np.float64]:
    """Return one agent's points against another in each game: the mean over all pairs of their seats."""
    points = np.zeros(len(played))
    for game in range(len(played)):
        mine, theirs = played.ranks[game, played.seats[game] == first], played.ranks[game, played.seats[game] == second]
        ahead = np.sign(theirs[None, :] - mine[:, None])
        points[game] = ((ahead + 1) / 2).mean()
    return points


def pair_seats(players: int, games: int) -> NDArray[np.int64]:
    """Return the seats of two agents in each game; every second game mirrors the one before.

    >>> pair_seats(2, 4).tolist()
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
    the two agents sit alternately. In a co-operative game each agent plays all seats of its own team, on the
    same deals as the others, and a pair is compared deal by deal. Ratings are Elo, from a Bradley-Terry
    model; intervals treat a deal as one observation, however often it was played and from which side. ``anchor``
    (by default ``"random"`` if it plays, otherwise the first agent) is rated 0.

    >>> print(arena("toy", ["random", "mcts:100"], games=20).ratings[0].agent)
    mcts:100
    """
    made = make_game(game, options, arena)
    listed = agent_names(agents)
    if len(set(listed)) != len(listed) or len(listed) < 2:
        raise ValueError("an arena needs at least two agents, all different")
    games = number_of_games(games)
    if not 0 < confidence < 1:
        raise ValueError(f"confidence={confidence}: it must lie between 0 and 1, such as 0.95")
    fixed = anchor if anchor is not None else ("random" if "random" in listed else listed[0])
    if fixed not in listed:
        raise ValueError(f"anchor={anchor!r}: it must be one of the agents, {', '.join(listed)}")
    pairs = list(combinations(range(len(listed)), 2))
    bar = Progress(games * (len(listed) if made.cooperative else len(pairs)), f"{made.name}, {made.players} players")
    with bar if progress else nullcontext() as shown:
        played: list[Simulation] = []

        def play(names: list[str], deals: NDArray[np.int64], seats: NDArray[np.int64]) -> bool:
            """Play one list of games; return whether to go on."""
            base = len(played) * games
            tick = (lambda done: shown.update(base + done)) if shown is not None else None
            played.append(run(made, names, deals, seats, seed=seed, threads=threads, decisions=False, tick=tick))
            return not played[-1].interrupted

        if made.cooperative:
            alone = np.zeros((games, made.players), np.int64)
            all(play([agent], np.arange(games), alone) for agent in listed)
        else:
            seats = pair_seats(made.players, games)
            all(play([listed[a], listed[b]], np.arange(games) // 2, seats) for a, b in pairs)
    meetings, seats_of = _teams(played, len(listed)) if made.cooperative else _pairs(played, pairs, len(listed))
    metadata = {
        "game": made.name, "version": made.version, "options": made.options, "content": made.content_digest,
        "players": made.players, "agents": listed, "games": games, "seed": seed, "anchor": fixed,
        "confidence": confidence,
    }  # fmt: skip
    return _standings(listed, meetings, seats_of, played, metadata)


@dataclass(frozen=True)
class _SeatResults:
    """The results of an agent's seats, one entry per game: share won, mean score, deal."""

    won: NDArray[np.float64]
    score: NDArray[np.float64]
    deals: NDArray[np.int64]


def _results_of(played: Simulation, agent: int) -> _SeatResults:
    """Return the results of an agent's seats."""
    held = played.seats == agent
    count = np.maximum(held.sum(axis=1), 1)
    won, score = (played.won * held).sum(axis=1) / count, (played.scores * held).sum(axis=1) / count
    return _SeatResults(won, score, _deals(played))


def _deals(played: Simulation) -> NDArray[np.int64]:
    """Return the deal of each game; games with the same seed share one."""
    deals: NDArray[np.int64] = np.asarray(played.columns["seed"]).astype(np.uint64).view(np.int64)
    return deals


def _pairs(
    played: list[Simulation], pairs: list[tuple[int, int]], number: int
) -> tuple[list[Meeting], list[list[_SeatResults]]]:
    """Return the meetings of agents that played in the same games, and the results of each agent's seats."""
    meetings = []
    results: list[list[_SeatResults]] = [[] for _ in range(number)]
    for (a, b), games in zip(pairs, played, strict=False):
        meetings.append(Meeting(a, b, duel(games, 0, 1), _deals(games)))
        results[a].append(_results_of(games, 0))
        results[b].append(_results_of(games, 1))
    return meetings, results


def _teams(played: list[Simulation], number: int) -> tuple[list[Meeting], list[list[_SeatResults]]]:
    """Return the meetings of teams that played the same deals separately, and the results of each agent's seats."""
    meetings = []
    done = [dict(zip(_deals(p).tolist(), p.outcomes[:, 0].tolist(), strict=True)) for p in played]
    for a, b in combinations(range(len(done)), 2):
        deals = [deal for deal in done[a] if deal in done[b]]
        points = [(np.sign(done[a][deal] - done[b][deal]) + 1) / 2 for deal in deals]
        meetings.append(Meeting(a, b, np.array(points, dtype=np.float64), np.array(deals, dtype=np.int64)))
    return meetings, [[_results_of(played[i], 0)] if i < len(played) else [] for i in range(number)]


def _standings(
    agents: list[str],
    meetings: list[Meeting],
    results: list[list[_SeatResults]],
    played: list[Simulation],
    metadata: dict[str, Any],
) -> Standings:
    """Rate the agents by their meetings."""
    confidence = metadata["confidence"]
    ratings, covariance = rate(len(agents), meetings, agents.index(metadata["anchor"]))
    z = quantile(confidence)
    rows = []
    for i, agent in enumerate(agents):
        won, score, deals = (
            np.concatenate([getattr(each, name) for each in results[i]]) if results[i] else np.zeros(0)
            for name in ("won", "score", "deals")
        )
        share, low, high = paired_share(won, deals.astype(np.int64), confidence) if len(won) else (0.0, 0.0, 1.0)
        elo, half = ratings[i] * ELO, z * sqrt(covariance[i, i]) * ELO
        mean = float(score.mean(dtype=np.float64)) if len(score) else 0.0
        rows.append(Rating(agent, float(elo), float(elo - half), float(elo + half), len(won), share, low, high, mean))
    order = sorted(range(len(agents)), key=lambda i: -ratings[i])
    found = {(each.first, each.second): each for each in meetings}
    duels = []
    for i, j in combinations(order, 2):
        met = found.get((min(i, j), max(i, j)))
        points = np.zeros(0) if met is None else met.points if i < j else 1 - met.points
        share, low, high = paired_share(points, np.zeros(0, np.int64) if met is None else met.deals, confidence)
        duels.append(Pairing(agents[i], agents[j], len(points), share, low, high))
    return Standings([rows[i] for i in order], duels, played, metadata)
