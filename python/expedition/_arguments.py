"""Checks of arguments, with error sentences that say what is accepted."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from inspect import signature
from operator import index
from typing import Any

import numpy as np

from ._engine import Game


def make_game(game: str | Game, options: dict[str, Any], taker: Callable[..., Any] | None = None) -> Game:
    """Return the game, opened by name with its options, or as given.

    ``taker`` is the function that was called with these options next to keywords of its own: a misspelt keyword would
    pass for an option, so it is refused.
    """
    if isinstance(game, Game):
        if options:
            _misspelt(options, taker)
            raise ValueError(
                f"options {', '.join(options)} come with a ready Game: give them to expedition.Game instead"
            )
        return game
    try:
        return Game(game, **options)
    except ValueError:
        _misspelt(options, taker)
        raise


def _misspelt(options: dict[str, Any], taker: Callable[..., Any] | None) -> None:
    """Refuse options that look like a misspelt keyword of ``taker``."""
    named = [] if taker is None else list(signature(taker).parameters.values())
    own = [each.name for each in named if each.kind is not each.VAR_KEYWORD and each.name != "self"]
    for name in options:
        near = get_close_matches(name, own, 1, 0.75)
        if near and near[0] != name:
            raise TypeError(f"there is no keyword {name}: did you mean {near[0]}?") from None


def learner_seat(seat: int | str, players: int) -> int | None:
    """Return the learner's seat, or None if it rotates."""
    if isinstance(seat, str) and seat == "rotate":
        return None
    if isinstance(seat, bool) or not isinstance(seat, int | np.integer) or not 0 <= seat < players:
        raise ValueError(f"seat={seat!r}: it must be a seat from 0 to {players - 1}, or 'rotate'")
    return int(seat)


def one_of(name: str, value: object, choices: Sequence[object]) -> None:
    """Refuse a value that is not among the choices."""
    if value not in choices:
        raise ValueError(f"{name}={value!r}: it must be {' or '.join(map(repr, choices))}")


def whole(name: str, value: object) -> int:
    """Return an integer of any type as an int; refuse floats, even whole ones.

    >>> whole("games", np.int64(3))
    3
    """
    try:
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{name} must be a whole number, not {type(value).__name__} {value!r}") from None


def positive(name: str, value: object, most: int) -> int:
    """Return a value as an int, refusing anything but a whole number from 1 to ``most``."""
    number = whole(name, value)
    if not 1 <= number <= most:
        raise ValueError(f"{name}={number}: it must be a whole number from 1 to {most:,}")
    return number


MOST_GAMES = 10**9
"""More than any machine plays in one call."""


def number_of_games(games: object) -> int:
    """Return a number of games as an int, refusing what cannot be played."""
    if whole("games", games) < 1:
        raise ValueError(f"games={games}: at least one game must be played")
    return positive("games", games, MOST_GAMES)


def agent_names(agents: object) -> list[str]:
    """Return agents as a list, refusing anything but names.

    >>> agent_names(("random", "mcts:50"))
    ['random', 'mcts:50']
    """
    listed: list[Any] = [agents] if isinstance(agents, str) or not isinstance(agents, Iterable) else list(agents)
    for agent in listed:
        if not isinstance(agent, str):
            raise TypeError(
                f"agents takes names such as 'greedy' or 'mcts:400', but {type(agent).__name__} {agent!r} was given"
            )
    return listed


def action_id(action: object) -> int:
    """Return an action as an int, refusing anything but a whole number."""
    return whole("an action", action)


def value_of(text: str) -> Any:
    """Parse a value of the command line: a number, true or false, a list separated by commas, or the text itself.

    >>> value_of("beginner"), value_of("4"), value_of("0.5"), value_of("True")
    ('beginner', 4, 0.5, True)
    >>> value_of("healer, guide"), value_of('["random", "greedy"]'), value_of("none")
    (['healer', 'guide'], ['random', 'greedy'], 'none')
    """
    plain = text.strip()
    try:
        return json.loads(plain.lower() if plain in ("True", "False") else plain, parse_constant=_no_constant)
    except ValueError:
        pass
    return [value_of(part) for part in plain.split(",")] if "," in plain else plain


def _no_constant(text: str) -> Any:
    raise ValueError(f"{text} is not a number")


def named_values(pairs: Iterable[str]) -> dict[str, Any]:
    """Parse NAME=VALUE texts into a dict.

    >>> named_values(["depth=7", "reward=score"])
    {'depth': 7, 'reward': 'score'}
    """
    found: dict[str, Any] = {}
    for text in pairs:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise ValueError(f"{text!r} is not of the form NAME=VALUE")
        found[name.strip()] = value_of(value)
    return found
