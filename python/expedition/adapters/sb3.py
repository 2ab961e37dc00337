"""Stable-Baselines3: a native ``VecEnv`` on :class:`expedition.Batch`, with masks for ``MaskablePPO``.

>>> from sb3_contrib import MaskablePPO
>>> from expedition.adapters.sb3 import BatchVecEnv
>>> env = BatchVecEnv("toy", num_envs=16, opponents="random")
>>> model = MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=128).learn(1_000)
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from .._engine import Game
from .._extras import need
from ..envs.spaces import action_space, observation_space
from ._seats import ALL, EverySeat, seated_batch

if TYPE_CHECKING:
    from stable_baselines3.common.vec_env import VecEnv
else:
    VecEnv = need("stable_baselines3.common.vec_env", "sb3", "A VecEnv").VecEnv


class BatchVecEnv(VecEnv):
    """Many games; in each, one seat learns and built-in agents play the others.

    ``seat`` is a seat, ``"rotate"`` (a different one each episode), or ``"all"``: self-play, in which every seat of
    every game is an environment of its own, game after game. A seat that is not to act repeats its last observation,
    its mask allows only action 0, and its choice is not played.

    No Python runs per environment in a step, except when an episode has ended: then ``infos[i]`` holds
    ``terminal_observation``, ``episode`` (return and length, as Monitor gives them), ``scores`` and ``seat``.
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 64,
        *,
        opponents: str | dict[int, str] = "random",
        seat: int | str = "rotate",
        seed: int | None = None,
        threads: int | None = None,
        **options: Any,
    ) -> None:
        self.render_mode = None
        self.batch = seated_batch(game, num_envs, opponents, seat, seed, threads, options)
        self.game = self.batch.game
        self._every = EverySeat(self.batch) if seat == ALL else None
        self._each = self.game.players if self._every else 1
        rows = num_envs * self._each
        self._actions: npt.NDArray[Any] = np.zeros(rows, np.int64)
        self._returns, self._lengths = np.zeros(rows), np.zeros(rows, np.int64)
        self._began = time.time()
        super().__init__(rows, observation_space(self.game), action_space(self.game))

    def reset(self) -> npt.NDArray[np.float32]:
        """Restart all episodes, with the seeds given to ``seed``, if any."""
        seeds = [seed for seed in self._seeds[:: self._each] if seed is not None]
        self.batch.reset(seed=seeds if len(seeds) == len(self.batch) else None)
        self._reset_seeds()
        self._reset_options()
        self._returns[:], self._lengths[:] = 0, 0
        self.reset_infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        if self._every:
            self._every.refresh(np.ones(len(self.batch), np.bool_))
        return self._observations()

    def _observations(self) -> npt.NDArray[np.float32]:
        seen = self._every.observations if self._every else self.batch.observations
        return seen.reshape(self.num_envs, -1).copy()

    def step_async(self, actions: npt.NDArray[Any]) -> None:
        self._actions = actions

    def step_wait(
        self,
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32], npt.NDArray[np.bool_], list[dict[str, Any]]]:
        if self._every:
            learners = np.tile(np.arange(self._each, dtype=np.int32), len(self.batch))
            self._lengths += self._every.acting.reshape(-1)
            self._every.play(self._actions)
            final = self._every.observations.reshape(self.num_envs, -1)
        else:
            learners = self.batch.learner_seats.copy()
            self._lengths += 1
            self.batch.step(self._actions)
            final = self.batch.final_observations  # type: ignore[assignment]
        lanes = np.arange(self.num_envs) // self._each
        rewards, dones = self.batch.rewards[lanes, learners], self.batch.dones[lanes]
        self._returns += rewards
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for row in np.flatnonzero(dones).tolist():
            infos[row] = {
                "terminal_observation": final[row].copy(),
                "TimeLimit.truncated": False,
                "episode": {"r": self._returns[row], "l": int(self._lengths[row]), "t": time.time() - self._began},
                "scores": self.batch.final_scores[lanes[row]].copy(),
                "seat": int(learners[row]),
            }
        self._returns[dones], self._lengths[dones] = 0, 0
        if self._every:
            self._every.refresh(self.batch.dones)
        return self._observations(), rewards, dones, infos

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return the legal actions of each environment: (num_envs, actions) bool."""
        masks = self._every.masks if self._every else self.batch.action_masks
        return masks.reshape(self.num_envs, -1).copy()

    def close(self) -> None:
        """Do nothing: no resource is held."""

    def has_attr(self, attr_name: str) -> bool:
        return hasattr(self, attr_name)

    def get_attr(self, attr_name: str, indices: int | Iterable[int] | None = None) -> list[Any]:
        """Return an attribute of this object once per environment."""
        return [getattr(self, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: int | Iterable[int] | None = None) -> None:
        raise AttributeError(f"{attr_name} cannot be set: the environments of a batch share their options")

    def env_method(
        self, method_name: str, *method_args: Any, indices: int | Iterable[int] | None = None, **method_kwargs: Any
    ) -> list[Any]:
        """Call a method for every environment at once; ``action_masks`` is the only one."""
        if method_name != "action_masks":
            raise AttributeError(f"there is no method {method_name!r}: the environments of a batch have action_masks")
        masks = self.action_masks()
        return list(masks if indices is None else masks[list(self._get_indices(indices))])

    def env_is_wrapped(self, wrapper_class: type[Any], indices: int | Iterable[int] | None = None) -> list[bool]:
        """Return True for ``Monitor``, whose episode statistics are included, and False for any other wrapper."""
        monitored = wrapper_class.__name__ == "Monitor"
        return [monitored for _ in self._get_indices(indices)]

    def get_images(self) -> Sequence[npt.NDArray[np.uint8] | None]:
        return [None] * self.num_envs
