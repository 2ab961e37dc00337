"""The batch behind an adapter in which one seat learns."""

from __future__ import annotations

from typing import Any, Literal

from .._arguments import learner_seat, make_game
from .._engine import Batch, Game


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
    """Return a batch with a learner at one seat, or at another one each episode, and built-in agents elsewhere."""
    rules = make_game(game, options)
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
