"""PufferLib 3: a native ``PufferEnv`` that fills PufferLib's buffers from :class:`expedition.Batch`.

PufferLib knows no action masks, so the mask is appended to the observation: ``env.observation_slice`` and
``env.mask_slice`` say which floats are which. In the policy, before sampling::

    logits = logits.masked_fill(observations[:, env.mask_slice] == 0, -1e9)

>>> from expedition.adapters.puffer import BatchPufferEnv
>>> env = BatchPufferEnv("toy", num_envs=8, opponents="random")
>>> observations, infos = env.reset(seed=1)
>>> observations[:, env.mask_slice].shape
(8, 3)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from .._engine import Game
from .._extras import need
from ..envs.spaces import action_space, observation_space
from ._seats import seated_batch

if TYPE_CHECKING:
    from pufferlib import PufferEnv
else:
    PufferEnv = need("pufferlib", "puffer", "A PufferEnv").PufferEnv


class BatchPufferEnv(PufferEnv):
    """Many tables, one agent each: one seat learns and built-in agents play the others."""

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 64,
        *,
        opponents: str | dict[int, str] = "random",
        seat: int | str = "rotate",
        threads: int | None = None,
        buf: Any = None,
        seed: int = 0,
        **options: Any,
    ) -> None:
        gymnasium = need("gymnasium", "puffer", "A PufferEnv")
        self.batch = seated_batch(game, num_envs, opponents, seat, seed, threads, options)
        self.game = self.batch.game
        floats, actions = self.game.observation_size, self.game.num_actions
        self.observation_slice, self.mask_slice = slice(0, floats), slice(floats, floats + actions)
        inner = observation_space(self.game)
        low = np.concatenate([inner.low, np.zeros(actions, np.float32)])
        high = np.concatenate([inner.high, np.ones(actions, np.float32)])
        self.single_observation_space = gymnasium.spaces.Box(low, high, dtype=np.float32)
        self.single_action_space = action_space(self.game)
        self.num_agents = num_envs
        self._returns, self._lengths = np.zeros(num_envs), np.zeros(num_envs, np.int64)
        super().__init__(buf)

    def _look(self) -> None:
        self.observations[:, self.observation_slice] = self.batch.observations
        self.observations[:, self.mask_slice] = self.batch.action_masks

    def reset(self, seed: int | None = None) -> tuple[npt.NDArray[np.float32], list[dict[str, Any]]]:
        """Begin all episodes anew, from a seed if one is given."""
        self.batch.reset(seed=seed)
        self._returns[:], self._lengths[:] = 0, 0
        self._look()
        self.rewards[:], self.terminals[:], self.truncations[:], self.masks[:] = 0, False, False, True
        return self.observations, []

    def step(self, actions: npt.NDArray[Any]) -> tuple[Any, Any, Any, Any, list[dict[str, Any]]]:
        """Play one action per table; ended tables begin again at once."""
        learners = self.batch.learner_seats.copy()
        self.batch.step(np.asarray(actions).reshape(-1))
        self._look()
        self.rewards[:] = self.batch.rewards[np.arange(self.num_agents), learners]
        self.terminals[:] = done = self.batch.dones
        self.truncations[:] = False
        self._returns += self.rewards
        self._lengths += 1
        infos = []
        if done.any():
            infos = [{
                "episode_return": float(self._returns[done].mean()),
                "episode_length": float(self._lengths[done].mean()),
                "won": float((self.rewards[done] > 0).mean()),
            }]  # fmt: skip
            self._returns[done], self._lengths[done] = 0, 0
        return self.observations, self.rewards, self.terminals, self.truncations, infos

    def close(self) -> None:
        """Nothing is held open."""
