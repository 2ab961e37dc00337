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
from ._seats import seated_batch

if TYPE_CHECKING:
    from stable_baselines3.common.vec_env import VecEnv
else:
    VecEnv = need("stable_baselines3.common.vec_env", "sb3", "A VecEnv").VecEnv


class BatchVecEnv(VecEnv):
    """Many tables at each of which one seat learns and built-in agents play the others.

    ``seat`` is a seat or ``"rotate"`` (another one each episode). No Python runs per environment in a step, except
    where an episode has ended: there ``infos[i]`` holds ``terminal_observation``, ``episode`` (return and length, as
    Monitor gives them) and ``scores``.
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
        self._actions: npt.NDArray[Any] = np.zeros(num_envs, np.int64)
        self._returns, self._lengths = np.zeros(num_envs), np.zeros(num_envs, np.int64)
        self._began = time.time()
        super().__init__(num_envs, observation_space(self.game), action_space(self.game))

    def reset(self) -> npt.NDArray[np.float32]:
        """Begin all episodes anew, from the seeds given to ``seed`` if there are any."""
        seeds = [seed for seed in self._seeds if seed is not None]
        self.batch.reset(seed=seeds if len(seeds) == self.num_envs else None)
        self._reset_seeds()
        self._reset_options()
        self._returns[:], self._lengths[:] = 0, 0
        self.reset_infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        return self.batch.observations.copy()

    def step_async(self, actions: npt.NDArray[Any]) -> None:
        self._actions = actions

    def step_wait(
        self,
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32], npt.NDArray[np.bool_], list[dict[str, Any]]]:
        learners = self.batch.learner_seats.copy()
        self.batch.step(self._actions)
        rewards = self.batch.rewards[np.arange(self.num_envs), learners]
        dones = self.batch.dones.copy()
        self._returns += rewards
        self._lengths += 1
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for lane in np.flatnonzero(dones).tolist():
            infos[lane] = {
                "terminal_observation": self.batch.final_observations[lane].copy(),  # type: ignore[index]
                "TimeLimit.truncated": False,
                "episode": {"r": self._returns[lane], "l": int(self._lengths[lane]), "t": time.time() - self._began},
                "scores": self.batch.final_scores[lane].copy(),
                "seat": int(learners[lane]),
            }
        self._returns[dones], self._lengths[dones] = 0, 0
        return self.batch.observations.copy(), rewards, dones, infos

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return what each environment may do next: (num_envs, actions) bool."""
        return self.batch.action_masks.copy()

    def close(self) -> None:
        """Nothing is held open."""

    def has_attr(self, attr_name: str) -> bool:
        return hasattr(self, attr_name)

    def get_attr(self, attr_name: str, indices: int | Iterable[int] | None = None) -> list[Any]:
        """Return an attribute once per environment: they are all this one."""
        return [getattr(self, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: int | Iterable[int] | None = None) -> None:
        raise AttributeError(f"{attr_name} cannot be set: the environments of a batch share their options")

    def env_method(
        self, method_name: str, *method_args: Any, indices: int | Iterable[int] | None = None, **method_kwargs: Any
    ) -> list[Any]:
        """Answer for every environment at once; there is ``action_masks``."""
        if method_name != "action_masks":
            raise AttributeError(f"there is no method {method_name!r}: the environments of a batch have action_masks")
        masks = self.batch.action_masks
        return list(masks if indices is None else masks[list(self._get_indices(indices))])

    def env_is_wrapped(self, wrapper_class: type[Any], indices: int | Iterable[int] | None = None) -> list[bool]:
        """Nothing is wrapped, but episodes are counted as Monitor does it."""
        monitored = wrapper_class.__name__ == "Monitor"
        return [monitored for _ in self._get_indices(indices)]

    def get_images(self) -> Sequence[npt.NDArray[np.uint8] | None]:
        return [None] * self.num_envs
