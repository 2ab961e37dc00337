"""Start positions that bring the late parts of a game within reach: a curriculum in one list.

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

from .._engine import Batch, Episode, Game

BAGS, MOMENTS = "bags", "moments"
"""Their names in ``Config.starts``."""

SIZES = tuple(range(6, 31, 3))
"""Tiles in the bag; the last is the full bag."""


def named(game: Game, starts: str, seed: int = 0, threads: int | None = None) -> list[Episode] | None:
    """Return the positions of ``bags``, ``bags:15-30`` or ``moments``; None for anything else."""
    name, _, detail = starts.partition(":")
    if name == MOMENTS:
        return moments(game, detail or "network", seed=seed, threads=threads)
    if name != BAGS:
        return None
    if not detail:
        return bags(game)
    low, _, high = detail.partition("-")
    if not (low.isdecimal() and high.isdecimal() and SIZES[0] <= int(low) <= int(high) <= SIZES[-1]):
        raise ValueError(f"starts={starts!r}: {BAGS}:LEAST-MOST needs tiles from {SIZES[0]} to {SIZES[-1]}")
    return bags(game, range(int(low), int(high) + 1, 3))


def bags(game: Game, sizes: Iterable[int] = SIZES, each: int = 64) -> list[Episode]:
    """Return ``each`` setups for every size of the bag, which holds all Keys; the other tiles in it are drawn."""
    _check_game(game, BAGS)
    return [_with_bag(game, size, seed) for size in sizes for seed in range(10_000 * size, 10_000 * size + each)]


def moments(
    game: Game, agent: str = "network", games: int = 768, seed: int = 0, threads: int | None = None
) -> list[Episode]:
    """Return the positions in which an agent's games reached a milestone.

    The milestones: the Sanctuary is found, a Key is inserted, the Artifact is taken (twice: it decides the game).
    """
    _check_game(game, MOMENTS)
    batch = Batch(game, games, seed=seed, threads=threads, observations="sparse", autoplay_forced=True)
    going, reached, found = np.ones(games, dtype=bool), np.zeros(games, dtype=np.int64), []
    for step in range(game.max_decisions):
        batch.step(batch.advise(agent, seed=seed + step)[0])
        going &= ~batch.dones
        if not going.any():
            break
        # A milestone is worth points, so the other lanes need not be asked.
        for lane in np.flatnonzero(going & (batch.rewards[:, 0] > 0)).tolist():
            ep = batch.episode(lane)
            stage = _stage(ep)
            if stage > reached[lane]:
                reached[lane] = stage
                found += [ep] * (2 if ep.state["cursed"] else 1)
    return found


def _stage(ep: Episode) -> int:
    """Return how many milestones an expedition has reached."""
    state = ep.state
    return int(state["hall"] is not None) + state["inserted"] + state["cursed"]


def _check_game(game: Game, name: str) -> None:
    if game.name != "subterra":
        raise ValueError(f"starts={name!r} is for Sub Terra II, which has a bag of tiles: {game.name} has none")


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
