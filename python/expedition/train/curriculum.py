"""Starting positions that make a long game short: a curriculum in one list.

Sub Terra II is won after some three hundred decisions and almost never by chance. With six tiles in the bag it takes
sixty, and an untrained network wins its first games within a minute. What it learns there (to carry the Keys, to take
the Artifact, to get everybody out) still holds with nine tiles, then with twelve, and so on to the full bag.

>>> from expedition import Game
>>> [sum(ep.state["bag"]) for ep in bags(Game("subterra"), sizes=(6, 30), each=1)]
[6, 30]
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from .._engine import Episode, Game

NAME = "bags"
"""Its name in ``Config.starts``."""

SIZES = tuple(range(6, 31, 3))
"""Tiles in the bag; the last is the full bag."""


def named(game: Game, starts: str) -> list[Episode] | None:
    """Return the positions of ``bags``, or of ``bags:15-30`` with that many tiles; None for anything else."""
    name, _, span = starts.partition(":")
    if name != NAME:
        return None
    if not span:
        return bags(game)
    low, _, high = span.partition("-")
    if not (low.isdecimal() and high.isdecimal() and SIZES[0] <= int(low) <= int(high) <= SIZES[-1]):
        raise ValueError(f"starts={starts!r}: {NAME}:LEAST-MOST needs tiles from {SIZES[0]} to {SIZES[-1]}")
    return bags(game, range(int(low), int(high) + 1, 3))


def bags(game: Game, sizes: Iterable[int] = SIZES, each: int = 64) -> list[Episode]:
    """Return ``each`` setups for every size of the bag, which holds all Keys; the other tiles in it are drawn."""
    if game.name != "subterra":
        raise ValueError(f"starts={NAME!r} is for Sub Terra II, which has a bag of tiles: {game.name} has none")
    return [_with_bag(game, size, seed) for size in sizes for seed in range(10_000 * size, 10_000 * size + each)]


def _with_bag(game: Game, size: int, seed: int) -> Episode:
    ep = game.episode(seed=seed)
    state, kinds = ep.state, list(dict.fromkeys((tile["type"], tile["shape"]) for tile in game.content["tiles"]))
    whole = np.array(state["bag"])
    if size >= whole.sum():
        return ep
    keys = np.zeros(len(whole), dtype=bool)
    keys[: len(kinds)] = [kind == "key" for kind, _ in kinds]
    left = np.where(keys, whole, 0)
    others = np.repeat(np.arange(len(whole)), np.where(keys, 0, whole))
    drawn = np.random.default_rng(seed).choice(others, size - left.sum(), replace=False)
    np.add.at(left, drawn, 1)
    return game.episode_from_state(state | {"bag": left.tolist(), "discarded": (whole - left).tolist()}, seed=seed)
