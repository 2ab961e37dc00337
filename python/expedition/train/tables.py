"""Lanes of games as the learner sees them: sparse rows, credit, and who sits where."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .._engine import Agent, Batch, Game
from .._extras import need
from ..torch import batch_rows

if TYPE_CHECKING:
    import torch
    from torch import Tensor

    from .config import Config
else:
    torch = need("torch", "train", "Training")
    Tensor = torch.Tensor


class Table:
    """A batch together with what a learner must know about its lanes."""

    def __init__(self, config: Config, game: Game, lanes: int, past: int, opponent: str | None, seed: int) -> None:
        seating: dict[str, Any] = {} if opponent is None else {"opponents": opponent, "learner": "rotate"}
        self.batch = Batch(game, lanes, seed=seed, threads=config.threads, observations="sparse", **seating)
        self.config, self.game, self.opponent = config, game, opponent
        # The first `past` lanes seat the learner once and a snapshot elsewhere.
        self.learner = torch.arange(lanes) % game.players
        self.learner[past:] = -1
        self._teacher: Agent | None = None

    def __len__(self) -> int:
        return len(self.batch)

    def rows(self) -> tuple[Tensor, Tensor]:
        """Return what the seats to act see, as indices and values."""
        return batch_rows(self.batch)

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
        credit = torch.from_numpy(_outcomes(batch)) * config.outcome_coef
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

    def advice(self, teacher: str, seed: int) -> Tensor:
        """Return what the teacher would do in every lane."""
        agent = self._teacher = self._teacher or Agent(teacher, self.game)
        agent.reset(seed)
        return torch.tensor([agent.act(self.batch.episode(lane)) for lane in range(len(self))])


def _length(game: Game, seed: int) -> int:
    """Return how many decisions a random game takes."""
    batch = Batch(game, 16, seed=seed, threads=1)
    for steps in range(1, 1 + game.max_decisions):
        batch.step(batch.sample())
        if batch.dones.any():
            return steps
    return game.max_decisions


def _outcomes(batch: Batch) -> np.ndarray:
    """Return the results of the episodes that have just ended."""
    scores = batch.final_scores
    if batch.game.cooperative:
        return np.where(scores >= 75, 1.0, -1.0).astype(np.float32)
    best = (scores == scores.max(1, keepdims=True)) & (scores >= 0)
    won = best / np.maximum(best.sum(1, keepdims=True), 1) - ~best / np.maximum((~best).sum(1, keepdims=True), 1)
    won[best.all(1) | ~best.any(1)] = 0
    return won.astype(np.float32)


def tables(config: Config, game: Game) -> list[Table]:
    """Make the tables of a run: self-play with past selves first, then one for each built-in opponent."""
    rivals = game.players > 1 and not game.cooperative
    versus = config.versus if rivals else ()
    each = round(config.num_envs * config.versus_share / len(versus)) if versus else 0
    own = config.num_envs - each * len(versus)
    past = min(round(config.num_envs * config.past_share), own) if rivals else 0
    made = [Table(config, game, own, past, None, config.seed)] if own else []
    made += [Table(config, game, each, 0, name, config.seed + 1 + i) for i, name in enumerate(versus)]
    return [table for table in made if len(table)]
