"""Fixed tasks for comparing agents: the same games, opponents, seeds and seats for everybody.

>>> import expedition
>>> "arnak-2p" in expedition.benchmarks()
True
>>> expedition.benchmark("toy", "mcts:50", games=20)
toy: mcts:50 against random: ...
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from .._arguments import number_of_games
from .._engine import Agent, Batch, Episode, Game, Network, games
from .simulate import simulate
from .statistics import wilson

Decide = Callable[[np.ndarray, np.ndarray], Any]
"""A function of the observations and masks of many lanes that returns one action per lane."""

Begin = Callable[[Game, int], Episode]
"""A function of a game and a seed that returns a start position."""

POSITIONS = 128
"""Number of start positions of a task that does not begin at the setup."""


@dataclass(frozen=True)
class LateRound:
    """Starts at a round that ``greedy`` has reached by playing all seats."""

    number: int

    def __call__(self, game: Game, seed: int) -> Episode:
        """Return the first position of the round."""
        ep = game.episode(seed=seed)
        agents = [Agent("greedy", game, seed=seed * game.players + seat) for seat in range(game.players)]
        while ep.state["round"] < self.number:
            assert ep.seat is not None, "the round is played in every game"
            ep.play(agents[ep.seat].act(ep))
        return ep


@dataclass(frozen=True)
class SmallBag:
    """Starts Sub Terra II at the setup, but with most tiles discarded from the bag."""

    tiles: tuple[tuple[str, str, int], ...]
    """Type, shape and number of the tiles left in the bag."""

    def __call__(self, game: Game, seed: int) -> Episode:
        """Return the setup for a seed, with the small bag."""
        state = game.episode(seed=seed).state
        kinds = list(dict.fromkeys((tile["type"], tile["shape"]) for tile in game.content["tiles"]))
        bag = [0] * len(state["bag"])
        for kind, shape, number in self.tiles:
            bag[kinds.index((kind, shape))] = number
        discarded = [all_of - left for all_of, left in zip(state["bag"], bag, strict=True)]
        return game.episode_from_state(state | {"bag": bag, "discarded": discarded}, seed=seed)


@dataclass(frozen=True)
class Task:
    """A fixed task. ``decisions`` is a learner's budget."""

    game: str
    options: dict[str, Any] = field(default_factory=dict)
    opponent: str = "greedy"
    """The opponent; in a co-operative game the agent plays all seats, and this agent serves as a comparison."""
    games: int = 400
    seed: int = 20_260_101
    decisions: int = 5_000_000
    begin: Begin | None = None
    """The start positions, if games do not begin at the setup."""


_BEGINS: dict[str, Callable[[Any], Begin]] = {
    "round": LateRound,
    "bag": lambda tiles: SmallBag(tuple((kind, shape, number) for kind, shape, number in tiles)),
}


@cache
def tasks() -> dict[str, Task]:
    """Return the fixed tasks by name, read from ``tasks/<game>.toml``."""
    found = {}
    for game in games():
        file = files("expedition.analysis").joinpath("tasks", f"{game}.toml")
        if not file.is_file():
            continue
        for name, row in tomllib.loads(file.read_text(encoding="utf-8")).items():
            begin = [_BEGINS[kind](given) for kind, given in row.pop("begin", {}).items()]
            found[name] = Task(game, **row, begin=begin[0] if begin else None)
    return found


def benchmarks() -> tuple[str, ...]:
    """Return the names of the fixed tasks."""
    return tuple(tasks())


def find(task: str) -> Task:
    """Return a fixed task by its name."""
    known = tasks()
    if task not in known:
        raise ValueError(f"there is no benchmark {task!r}: there are {', '.join(known)}")
    return known[task]


@cache
def starts(task: str) -> tuple[Episode, ...]:
    """Return the positions at which a task's games begin; none if they begin at the setup.

    A learner trains on them with ``Batch(game, lanes, starts=starts(task), start_share=1.0)``.
    """
    fixed = find(task)
    if fixed.begin is None:
        return ()
    game = Game(fixed.game, **fixed.options)
    return tuple(fixed.begin(game, seed) for seed in range(POSITIONS))


@dataclass(frozen=True, repr=False)
class Benchmark:
    """The results of an agent in a task: each game from -1 to 1, and its points."""

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
        """The fraction of games won."""
        return float((self.results > 0).mean())

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % Wilson interval of the win rate."""
        return wilson(float((self.results > 0).sum()), self.games)

    @property
    def points(self) -> float:
        """The mean result from 0 (all lost) to 1 (all won); a draw counts half."""
        return float((self.results.mean() + 1) / 2)

    @property
    def score(self) -> float:
        """The agent's mean score, in the game's own points."""
        return float(self.scores.mean())

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain data."""
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
    and returns one action for each. Play fewer ``games`` than the task has to try things out; report all of them.
    """
    fixed = find(task)
    game, games = Game(fixed.game, **fixed.options), fixed.games if games is None else number_of_games(games)
    if isinstance(agent, Network) and agent.game.name != game.name:
        raise ValueError(f"this network plays {agent.game.name}, but {task} is a task of {game.name}")
    if not (isinstance(agent, str) or hasattr(agent, "evaluate") or callable(agent)):
        raise TypeError(
            f"agent is the name of a built-in agent, a network or a function of observations and masks, not {agent!r}"
        )
    alone = game.cooperative or game.players == 1
    against = "" if alone else fixed.opponent
    if isinstance(agent, str) and fixed.begin is None:
        seats = agent if alone else [agent] + [fixed.opponent] * (game.players - 1)
        played = simulate(game, games=games, agents=seats, seed=fixed.seed, threads=threads, rotate=not alone)
        # With `rotate` the list moves on each game, so that its first agent sits one seat earlier.
        own = np.zeros(len(played), np.int64) if alone else -np.arange(len(played)) % game.players
        rows = np.arange(len(played))
        return Benchmark(task, agent, against, played.outcomes[rows, own], played.scores[rows, own])
    if isinstance(agent, str):
        return Benchmark(task, agent, against, *_play(task, LaneAgents(agent, game, fixed.seed), games, threads))
    name = getattr(agent, "name", getattr(agent, "__name__", type(agent).__name__))
    if hasattr(agent, "evaluate"):
        network = agent
        agent = lambda observations, masks: network.evaluate(observations, masks)[0].argmax(1)  # noqa: E731
    decide = agent
    choose = lambda batch, busy: decide(batch.observations, batch.action_masks)  # noqa: E731
    return Benchmark(task, name, against, *_play(task, choose, games, threads))


class LaneAgents:
    """One built-in agent per lane, each with its own random stream."""

    def __init__(self, spec: str, game: Game, seed: int) -> None:
        self.spec, self.game, self.seed = spec, game, seed
        self.agents: dict[int, Agent] = {}

    def __call__(self, batch: Batch, busy: np.ndarray) -> np.ndarray:
        """Return the agents' choices in the ``busy`` lanes and random actions in the others."""
        actions = np.asarray(batch.sample())
        for lane in np.flatnonzero(busy).tolist():
            if lane not in self.agents:
                self.agents[lane] = Agent(self.spec, self.game, seed=self.seed + lane)
            elif batch.dones[lane]:
                self.agents[lane].reset(self.seed + len(batch) + lane)
            actions[lane] = self.agents[lane].act(batch.episode(lane))
        return actions


def play_evenly(
    batch: Batch, rounds: int, choose: Callable[[Batch, np.ndarray], Any]
) -> tuple[list[float], list[float]]:
    """Play ``rounds`` episodes on every lane, so that short games do not count more; return results and scores.

    ``choose`` returns an action per lane; its second argument marks the lanes still in play.
    """
    left = np.full(len(batch), rounds)
    results: list[float] = []
    scores: list[float] = []
    while left.any():
        learners = np.maximum(batch.learner_seats, 0)
        batch.step(np.asarray(choose(batch, left > 0)))
        ended = np.flatnonzero(batch.dones & (left > 0))
        results += batch.rewards[ended, learners[ended]].tolist()
        scores += batch.final_scores[ended, learners[ended]].tolist()
        left[ended] -= 1
    return results, scores


def _play(
    task: str, choose: Callable[[Batch, np.ndarray], Any], games: int, threads: int | None
) -> tuple[np.ndarray, np.ndarray]:
    """Play the games of a task; return results and scores."""
    fixed = find(task)
    game = Game(fixed.game, **fixed.options)
    alone = game.cooperative or game.players == 1
    rounds = 1 if alone else min(game.players, games)
    seating: dict[str, Any] = {} if alone else {"opponents": fixed.opponent, "learner": "rotate"}
    if fixed.begin is not None:
        seating |= {"starts": starts(task), "start_share": 1.0}
    batch = Batch(game, -(-games // rounds), seed=fixed.seed, threads=threads, **seating)
    results, scores = play_evenly(batch, rounds, choose)
    return np.array(results), np.array(scores)
