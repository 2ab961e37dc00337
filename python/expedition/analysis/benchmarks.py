"""Fixed tasks on which agents are compared: the same games, opponents, seeds and seats for everybody.

>>> import expedition
>>> "arnak-2p" in expedition.benchmarks()
True
>>> expedition.benchmark("toy", "mcts:50", games=20)
toy: mcts:50 against random: ...
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .._engine import Batch, Game
from .simulate import simulate
from .statistics import wilson

Decide = Callable[[np.ndarray, np.ndarray], Any]
"""Observations and masks of many lanes in, one action per lane out."""

_TEAM = ("archaeologist", "veteran", "sapper", "sharpshooter")


@dataclass(frozen=True)
class Task:
    """A fixed task. ``decisions`` is the budget within which a learner may look for a policy."""

    game: str
    options: dict[str, Any] = field(default_factory=dict)
    opponent: str = "greedy"
    """The opponent; in a co-operative game the agent plays all seats, and this one's wins serve as a comparison."""
    games: int = 400
    seed: int = 20_260_101
    decisions: int = 5_000_000


TASKS: dict[str, Task] = {
    "toy": Task("toy", {"depth": 10}, "random", decisions=100_000),
    "agartha-2p": Task("agartha", {"players": 2}),
    "arnak-2p": Task("arnak", {"players": 2}),
    "arnak-snake-2p": Task("arnak", {"players": 2, "board": "snake"}),
    "kathmandu-2p": Task("kathmandu", {"players": 2}, decisions=10_000_000),
    "kathmandu-small": Task("kathmandu", {"players": 2, "board": "valley_small", "variant": "short"}, "random"),
    "subterra-beginner": Task(
        "subterra", {"players": 4, "difficulty": "beginner", "explorers": list(_TEAM)}, decisions=10_000_000
    ),
    "subterra-normal": Task(
        "subterra", {"players": 4, "difficulty": "normal", "explorers": list(_TEAM)}, decisions=10_000_000
    ),
}


def benchmarks() -> tuple[str, ...]:
    """Return the names of the fixed tasks."""
    return tuple(TASKS)


@dataclass(frozen=True, repr=False)
class Benchmark:
    """The results of an agent in a task: each game in -1 to 1, and its points."""

    task: str
    agent: str
    against: str
    results: np.ndarray
    scores: np.ndarray

    @property
    def games(self) -> int:
        """Number of games played."""
        return len(self.results)

    @property
    def win_rate(self) -> float:
        """The share of games won."""
        return float((self.results > 0).mean())

    @property
    def interval(self) -> tuple[float, float]:
        """The Wilson interval of the win rate, 95 %."""
        return wilson(float((self.results > 0).sum()), self.games)

    @property
    def points(self) -> float:
        """The mean result from 0 (all lost) to 1 (all won); a draw is half of it."""
        return float((self.results.mean() + 1) / 2)

    @property
    def score(self) -> float:
        """The mean of the agent's points in the game's own counting."""
        return float(self.scores.mean())

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "task": self.task, "agent": self.agent, "against": self.against, "games": self.games,
            "win_rate": self.win_rate, "interval": list(self.interval), "points": self.points, "score": self.score,
        }  # fmt: skip

    def __repr__(self) -> str:
        low, high = self.interval
        beside = f" against {self.against}" if self.against else ""
        won = f"{self.win_rate:.1%} of {self.games} games won ({low:.1%} to {high:.1%})"
        return f"{self.task}: {self.agent}{beside}: {won}, {self.points:.1%} of the points, {self.score:.1f} scored"


def benchmark(task: str, agent: str | Decide, *, games: int | None = None, threads: int | None = None) -> Benchmark:
    """Measure an agent in a fixed task, from every seat equally often.

    ``agent`` is the name of a built-in agent, a network, or a function that takes observations and masks of many lanes
    and returns one action for each. Fewer ``games`` than the task has are for trying; report all of them.
    """
    if task not in TASKS:
        raise ValueError(f"there is no benchmark {task!r}: there are {', '.join(TASKS)}")
    fixed = TASKS[task]
    game, games = Game(fixed.game, **fixed.options), games or fixed.games
    alone = game.cooperative or game.players == 1
    against = "" if alone else fixed.opponent
    if isinstance(agent, str):
        seats = agent if alone else [agent] + [fixed.opponent] * (game.players - 1)
        played = simulate(game, games=games, agents=seats, seed=fixed.seed, threads=threads, rotate=not alone)
        # With `rotate` the list moves on each game: its first agent then sits one seat earlier.
        own = np.zeros(len(played), np.int64) if alone else -np.arange(len(played)) % game.players
        rows = np.arange(len(played))
        return Benchmark(task, agent, against, played.outcomes[rows, own], played.scores[rows, own])
    name = getattr(agent, "name", getattr(agent, "__name__", type(agent).__name__))
    if hasattr(agent, "evaluate"):
        network = agent
        agent = lambda observations, masks: network.evaluate(observations, masks)[0].argmax(1)  # noqa: E731
    return Benchmark(task, name, against, *_played(game, agent, games, fixed, threads, alone=alone))


def _played(
    game: Game, decide: Decide, games: int, task: Task, threads: int | None, *, alone: bool
) -> tuple[np.ndarray, np.ndarray]:
    """Let a function play, every lane as many episodes, so that short games do not count more often than long ones."""
    rounds = 1 if alone else min(game.players, games)
    seating: dict[str, Any] = {} if alone else {"opponents": task.opponent, "learner": "rotate"}
    batch = Batch(game, -(-games // rounds), seed=task.seed, threads=threads, **seating)
    left = np.full(len(batch), rounds)
    results: list[float] = []
    scores: list[float] = []
    while left.any():
        learners = np.maximum(batch.learner_seats, 0)
        batch.step(np.asarray(decide(batch.observations, batch.action_masks)))
        ended = np.flatnonzero(batch.dones & (left > 0))
        results += batch.rewards[ended, learners[ended]].tolist()
        scores += batch.final_scores[ended, learners[ended]].tolist()
        left[ended] -= 1
    return np.array(results), np.array(scores)
