"""Same seed, same actions: the same bytes, whatever the number of threads."""

from __future__ import annotations

import hashlib

import numpy as np
import pytest

import expedition
from expedition import Batch

BUFFERS = ("observations", "action_masks", "seats", "rewards", "dones", "final_scores", "learner_seats")


def digest(game: expedition.Game, threads: int, **options: object) -> str:
    batch = Batch(game, 100, seed=11, threads=threads, **options)  # type: ignore[arg-type]
    total = hashlib.sha256()
    for step in range(150):
        batch.step(batch.sample())
        if step % 10 == 0:
            for name in BUFFERS:
                total.update(getattr(batch, name).tobytes())
    batch.rollout(37)
    total.update(batch.observations.tobytes())
    return total.hexdigest()


def test_threads_do_not_change_a_byte(game: expedition.Game) -> None:
    assert len({digest(game, threads) for threads in (1, 2, 7)}) == 1


@pytest.mark.parametrize("autoreset", ["same_step", "next_step"])
def test_threads_do_not_change_a_byte_with_opponents(game: expedition.Game, autoreset: str) -> None:
    if game.players == 1:
        pytest.skip("nobody to play against")
    options = {"opponents": "random", "learner": "rotate", "autoreset": autoreset}
    assert len({digest(game, threads, **options) for threads in (1, 2, 7)}) == 1


def test_seeds_differ(game: expedition.Game) -> None:
    one, two = (Batch(game, 16, seed=seed) for seed in (1, 2))
    one.rollout(5)
    two.rollout(5)
    assert not np.array_equal(one.observations, two.observations)


def test_a_reset_with_the_seed_begins_again(game: expedition.Game) -> None:
    batch = Batch(game, 7, seed=3)
    first = batch.observations.copy()
    batch.rollout(20)
    batch.reset(seed=3)
    assert np.array_equal(batch.observations, first)
    fresh = Batch(game, 7, seed=3)
    assert np.array_equal(fresh.sample(), batch.sample())
