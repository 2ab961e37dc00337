"""PufferLib 3: a native ``PufferEnv`` that fills PufferLib's buffers from :class:`expedition.Batch`.

PufferLib has no action masks, so the mask is appended to the observation: ``env.observation_slice`` and
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
from ._seats import ALL, EverySeat, seated_batch

if TYPE_CHECKING:
    from pufferlib import PufferEnv
else:
    PufferEnv = need("pufferlib", "puffer", "A PufferEnv").PufferEnv


class BatchPufferEnv(PufferEnv):
    """Many games, one agent each: one seat learns and built-in agents play the others.

    With ``seat="all"`` every seat of every game is an agent, game after game. PufferLib's ``masks`` then say who is
    to act; the others repeat their last observation, with only action 0 allowed, and their choices are not played.
    """

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
        self._every = EverySeat(self.batch) if seat == ALL else None
        self._each = self.game.players if self._every else 1
        self.num_agents = num_envs * self._each
        self._returns, self._lengths = np.zeros(self.num_agents), np.zeros(self.num_agents, np.int64)
        super().__init__(buf)

    def _refresh(self) -> None:
        seen = self._every or self.batch
        masks = self._every.masks if self._every else self.batch.action_masks
        self.observations[:, self.observation_slice] = seen.observations.reshape(self.num_agents, -1)
        self.observations[:, self.mask_slice] = masks.reshape(self.num_agents, -1)
        self.masks[:] = self._every.acting.reshape(-1) if self._every else True

    def reset(self, seed: int | None = None) -> tuple[npt.NDArray[np.float32], list[dict[str, Any]]]:
        """Restart all episodes, from a seed if one is given."""
        self.batch.reset(seed=seed)
        if self._every:
            self._every.refresh(np.ones(len(self.batch), np.bool_))
        self._returns[:], self._lengths[:] = 0, 0
        self._refresh()
        self.rewards[:], self.terminals[:], self.truncations[:] = 0, False, False
        return self.observations, []

    def step(self, actions: npt.NDArray[Any]) -> tuple[Any, Any, Any, Any, list[dict[str, Any]]]:
        """Play one action per game; ended games restart at once."""
        self._lengths += self.masks
        if self._every:
            learners = np.tile(np.arange(self._each, dtype=np.int32), len(self.batch))
            self._every.play(actions)
            self._every.refresh(self.batch.dones)
        else:
            learners = self.batch.learner_seats.copy()
            self.batch.step(np.asarray(actions).reshape(-1))
        self._refresh()
        lanes = np.arange(self.num_agents) // self._each
        self.rewards[:] = self.batch.rewards[lanes, learners]
        self.terminals[:] = done = self.batch.dones[lanes]
        self.truncations[:] = False
        self._returns += self.rewards
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
        """Do nothing: no resource is held."""
