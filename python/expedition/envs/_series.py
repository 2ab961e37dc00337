"""From a seed to a series of episodes: the same for Gymnasium, PettingZoo and the lanes of a batch."""

from __future__ import annotations

import secrets

from .._engine import episode_seed


class Series:
    """The seeds of an environment's episodes: ``seed`` itself, then those that a lane with this seed plays after it."""

    def __init__(self) -> None:
        self.seed: int | None = None
        self.count = 0

    def next(self, seed: int | None = None) -> int:
        """Return the seed of the next episode. A seed begins a new series; None continues the last one."""
        if seed is None and self.seed is not None:
            self.count += 1
        else:
            self.seed = secrets.randbits(63) if seed is None else int(seed)
            self.count = 0
        return episode_seed(self.seed, self.count)

    def seat(self, players: int) -> int:
        """Return a rotating learner's seat in the current episode."""
        return ((self.seed or 0) + self.count) % players
