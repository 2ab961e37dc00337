"""Checks of what users give to the environments, with sentences that say what is taken."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ._engine import Game


def make_game(game: str | Game, options: dict[str, Any]) -> Game:
    """Return the rules: by name with options, or as they are."""
    if not isinstance(game, Game):
        return Game(game, **options)
    if options:
        raise ValueError(f"options {', '.join(options)} come with a ready Game: give them to expedition.Game instead")
    return game


def learner_seat(seat: int | str, players: int) -> int | None:
    """Return the learner's seat, None where it rotates."""
    if isinstance(seat, str) and seat == "rotate":
        return None
    if isinstance(seat, bool) or not isinstance(seat, int | np.integer) or not 0 <= seat < players:
        raise ValueError(f"seat={seat!r}: it takes a seat from 0 to {players - 1}, or 'rotate'")
    return int(seat)


def one_of(name: str, value: object, choices: Sequence[object]) -> None:
    """Refuse a value that is not among the choices."""
    if value not in choices:
        raise ValueError(f"{name}={value!r}: it takes {' or '.join(map(repr, choices))}")
