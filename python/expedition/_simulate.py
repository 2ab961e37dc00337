"""Random games by the thousand, with their statistics."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from ._engine import Batch, Game

LANES = 1024


@dataclass(frozen=True)
class Summary:
    """What many games of one kind came to."""

    game: str
    options: dict[str, Any]
    games: int
    seed: int
    seconds: float
    games_per_second: float
    decisions_per_second: float
    decisions_mean: float
    decisions_min: int
    decisions_max: int
    score_mean: list[float]
    score_std: list[float]
    score_min: list[float]
    score_max: list[float]
    wins: list[float]

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        return asdict(self)


def random_games(
    game: Game,
    games: int,
    *,
    seed: int = 0,
    threads: int | None = None,
    tick: Callable[[int], None] = lambda done: None,
) -> Summary:
    """Play random games and sum them up; the same seed gives the same statistics on any machine.

    Every lane plays its own share of the games, so that short games are not counted more often than long ones.

    >>> import expedition
    >>> random_games(expedition.Game("toy"), 10).games
    10
    """
    if games < 1:
        raise ValueError(f"games={games}: at least one game must be played")
    lanes = min(games, LANES)
    share = np.full(lanes, games // lanes)
    share[: games % lanes] += 1
    played, length = np.zeros(lanes, np.int64), np.zeros(lanes, np.int64)
    batch = Batch(game, lanes, seed=seed, threads=threads)
    scores, lengths, outcomes = [], [], []
    finished = ended = steps = 0
    begin = time.perf_counter()
    while finished < games:
        batch.step(batch.sample())
        steps += 1
        length += 1
        over = np.flatnonzero(batch.dones)
        if not len(over):
            continue
        counted = over[played[over] < share[over]]
        scores.append(batch.final_scores[counted])
        outcomes.append(batch.rewards[counted])
        lengths.append(length[counted])
        played[over] += 1
        length[over] = 0
        ended += len(over)
        finished += len(counted)
        tick(finished)
    seconds = time.perf_counter() - begin
    points, plies = np.concatenate(scores), np.concatenate(lengths)
    wins = np.concatenate(outcomes) > 0
    if game.options["reward"] == "score":
        wins = points == points.max(axis=1, keepdims=True)
    return Summary(
        game=game.name,
        options=game.options,
        games=games,
        seed=seed,
        seconds=seconds,
        games_per_second=ended / seconds,
        decisions_per_second=steps * lanes / seconds,
        decisions_mean=float(plies.mean()),
        decisions_min=int(plies.min()),
        decisions_max=int(plies.max()),
        score_mean=points.mean(axis=0, dtype=np.float64).tolist(),
        score_std=points.std(axis=0, dtype=np.float64).tolist(),
        score_min=points.min(axis=0).tolist(),
        score_max=points.max(axis=0).tolist(),
        wins=wins.mean(axis=0).tolist(),
    )
