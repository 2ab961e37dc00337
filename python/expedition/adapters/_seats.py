"""The batch behind an adapter: one seat learns, or every seat does."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from .._arguments import learner_seat, make_game
from .._engine import Batch, Game

ALL = "all"
"""The value of ``seat`` that makes every seat learn."""


def seated_batch(
    game: str | Game,
    num_envs: int,
    opponents: str | dict[int, str],
    seat: int | str,
    seed: int | None,
    threads: int | None,
    options: dict[str, Any],
    *,
    autoreset: Literal["same_step", "next_step", "disabled"] = "same_step",
) -> Batch:
    """Return a batch with a learner at one seat, fixed or rotating, and built-in agents elsewhere.

    With ``seat="all"`` nobody else plays.
    """
    rules = make_game(game, options)
    if seat == ALL:
        return Batch(rules, num_envs, seed=seed, threads=threads, autoreset=autoreset)
    learner = learner_seat(seat, rules.players)
    return Batch(
        rules,
        num_envs,
        seed=seed,
        threads=threads,
        autoreset=autoreset,
        final_observations=True,
        opponents=opponents if rules.players > 1 else None,
        learner="rotate" if learner is None else learner,
    )


class EverySeat:
    """The seats of all games as agents, for libraries that ask every agent at every step.

    A waiting seat repeats its last observation, with action 0 as the only legal one, and its choice is not played. So
    each seat has its own row, with its own rewards and the values of its own positions, and rows in which it
    waits teach a masked policy nothing: the only legal action has probability one.
    """

    def __init__(self, batch: Batch) -> None:
        game = batch.game
        self.batch, self.lanes, self.seats = batch, len(batch), game.players
        self.observations = np.zeros((self.lanes, self.seats, game.observation_size), np.float32)
        self.masks = np.zeros((self.lanes, self.seats, game.num_actions), np.bool_)
        self.acting = np.zeros((self.lanes, self.seats), np.bool_)
        self._rows = np.arange(self.lanes)
        self.refresh()

    def refresh(self, begun: npt.NDArray[np.bool_] | None = None) -> None:
        """Read the batch's observations, after clearing those of games that have just ``begun``."""
        if begun is not None:
            self.observations[begun] = 0
        seats = self.batch.seats
        self.acting[:] = seats[:, None] == np.arange(self.seats)
        rows = self._rows[seats >= 0]
        self.masks[:] = False
        self.masks[:, :, 0] = True
        self.masks[rows, seats[rows]] = self.batch.action_masks[rows]
        self.observations[rows, seats[rows]] = self.batch.observations[rows]

    def play(self, actions: npt.NDArray[Any]) -> None:
        """Play the actions of the seats to act. Call :meth:`refresh` afterwards."""
        chosen = np.asarray(actions).reshape(self.lanes, self.seats)
        self.batch.step(chosen[self._rows, np.maximum(self.batch.seats, 0)])
