"""Lanes of games as the learner sees them: sparse rows, credit, and who sits where."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .._engine import Batch, Episode, Game
from .._extras import need
from ..analysis import benchmarks
from ..torch import batch_rows
from . import curriculum
from .network import listed

if TYPE_CHECKING:
    import torch
    from torch import Tensor

    from .config import Config
else:
    torch = need("torch", "train", "Training")
    Tensor = torch.Tensor


class Table:
    """A batch together with what a learner must know about its lanes."""

    def __init__(
        self,
        config: Config,
        game: Game,
        lanes: int,
        past: int,
        opponent: str | None,
        seed: int,
        starts: Sequence[Episode] = (),
    ) -> None:
        seating: dict[str, Any] = {} if opponent is None else {"opponents": opponent, "learner": "rotate"}
        if starts:
            seating |= {"starts": starts, "start_share": start_share(config)}
        self.batch = Batch(
            game, lanes, seed=seed, threads=config.threads, observations="sparse", autoplay_forced=True, **seating
        )
        self.config, self.game, self.opponent = config, game, opponent
        # The first `past` lanes seat the learner once and a snapshot elsewhere.
        self.learner = torch.arange(lanes) % game.players
        self.learner[past:] = -1

    def __len__(self) -> int:
        return len(self.batch)

    def shown(self) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
        """Return what the seats to act see, as indices and values, what they may do, and who they are."""
        return *batch_rows(self.batch), *listed(self.batch.action_masks), torch.from_numpy(self.batch.seats)

    def theirs(self) -> Tensor:
        """Return whether a snapshot decides next."""
        return (self.learner >= 0) & (self.learner != torch.from_numpy(self.batch.seats))

    def stagger(self, depths: int, seed: int) -> None:
        """Bring the lanes to ``depths`` different depths of a game by random play."""
        length = _length(self.game, seed)
        groups = np.arange(len(self)) % depths
        for group in range(depths - 1):
            self.batch.rollout(max(1, length // depths))
            self.batch.reset(lanes=groups == group)

    def credit(self) -> Tensor:
        """Return what the last step was worth to each seat: result and points, mixed."""
        config, batch = self.config, self.batch
        points = torch.from_numpy(batch.rewards)
        credit = torch.from_numpy(batch.outcomes) * config.outcome_coef
        if config.gains_only:
            credit += config.outcome_coef
            points = points.clamp(min=0)
        credit[~torch.from_numpy(batch.dones)] = 0
        if config.points_coef:
            if not self.game.cooperative and config.rivalry:
                others = (points.sum(1, keepdim=True) - points) / max(points.shape[1] - 1, 1)
                points = points - config.rivalry * others
            credit += points * config.points_coef
        return credit

    def step(self, actions: Tensor) -> None:
        """Play an action per lane; the learner moves to the next seat where an episode ends."""
        self.batch.step(actions.numpy())
        ended = torch.from_numpy(self.batch.dones) & (self.learner >= 0)
        self.learner[ended] = (self.learner[ended] + 1) % self.batch.rewards.shape[1]

    def advice(self, teacher: str, seed: int, legal: Tensor, counts: Tensor) -> Tensor:
        """Return each legal action's share according to what the teacher would do in every lane."""
        shares = torch.from_numpy(self.batch.advise(teacher, seed=seed)[1])
        return shares.gather(1, legal.long()).masked_fill_(torch.arange(legal.shape[1]) >= counts[:, None], 0)


def _length(game: Game, seed: int) -> int:
    """Return how many decisions a random game takes."""
    batch = Batch(game, 16, seed=seed, threads=1)
    for steps in range(1, 1 + game.max_decisions):
        batch.step(batch.sample())
        if batch.dones.any():
            return steps
    return game.max_decisions


def tables(config: Config) -> list[Table]:
    """Make the tables of a run, which share its lanes evenly."""
    games = config.games(reward="score")
    ends = [config.num_envs * place // len(games) for place in range(len(games) + 1)]
    made = [
        _tables(config, game, ends[place + 1] - ends[place], config.seed + 1000 * place)
        for place, game in enumerate(games)
    ]
    return [table for each in made for table in each]


def _tables(config: Config, game: Game, lanes: int, seed: int) -> list[Table]:
    """Make the tables of a game: self-play with past selves first, then one for each built-in opponent."""
    rivals = game.players > 1 and not game.cooperative
    versus = config.versus if rivals else ()
    each = round(lanes * config.versus_share / len(versus)) if versus else 0
    own = lanes - each * len(versus)
    past = min(round(lanes * config.past_share), own) if rivals else 0
    starts = positions(config, game, seed)
    made = [Table(config, game, own, past, None, seed, starts)] if own else []
    made += [Table(config, game, each, 0, name, seed + 1 + i, starts) for i, name in enumerate(versus)]
    return [table for table in made if len(table)]


def positions(config: Config, game: Game, seed: int) -> Sequence[Episode]:
    """Return the positions at which a share of a run's games begins (:func:`start_share`)."""
    starts = task_starts(config.task)
    if starts or not config.starts:
        return starts
    short = curriculum.named(game, config.starts, seed, config.threads)
    if short is not None:
        return short
    return late_starts(game, config.starts, config.start_games, seed, config.threads)


def start_share(config: Config) -> float:
    """Return the share of a run's games that begin at those positions: all of them where a task sets them."""
    return 1.0 if config.task else config.start_share


def task_starts(task: str | None) -> Sequence[Episode]:
    """Return the positions at which a task's games begin; None without a task, or if they begin at the setup."""
    return () if task is None else benchmarks.starts(task)


def late_starts(game: Game, agent: str, games: int, seed: int, threads: int | None = None) -> Sequence[Episode]:
    """Return positions along an agent's games, one in eight decisions of each."""
    batch = Batch(game, games, seed=seed, threads=threads, observations="sparse", autoplay_forced=True)
    going, found = np.ones(games, dtype=bool), []
    for step in range(game.max_decisions):
        # Lanes take turns, so that every depth occurs.
        found += [batch.episode(lane) for lane in np.flatnonzero(going).tolist() if (lane + step) % 8 == 0]
        batch.step(batch.advise(agent, seed=seed + step)[0])
        going &= ~batch.dones
        if not going.any():
            break
    return found
