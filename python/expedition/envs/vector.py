"""Many single-agent environments in one, stepped by the engine on all cores.

Lane ``i`` after ``reset(seed=s)`` plays the same episodes as a :class:`expedition.envs.single.SingleEnv` after
``reset(seed=s + i)``, in every autoreset mode; only faster.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np
import numpy.typing as npt

from .._arguments import learner_seat, make_game, one_of
from .._engine import Batch, Game
from .._extras import need
from .opponents import Opponents, seated
from .rendering import Renderer
from .spaces import action_space, observation_space, sparse_space

if TYPE_CHECKING:
    from gymnasium.vector import AutoresetMode, VectorEnv
else:
    _vector = need("gymnasium", "gym", "A vector environment").vector
    AutoresetMode, VectorEnv = _vector.AutoresetMode, _vector.VectorEnv

Observations = npt.NDArray[np.float32] | dict[str, npt.NDArray[Any]]
_BATCH_MODES: dict[AutoresetMode, Literal["same_step", "next_step", "disabled"]] = {
    AutoresetMode.SAME_STEP: "same_step",
    AutoresetMode.NEXT_STEP: "next_step",
    AutoresetMode.DISABLED: "disabled",
}


class BatchEnv(VectorEnv[Observations, npt.NDArray[np.integer[Any]], npt.NDArray[Any]]):
    """A Gymnasium vector environment on :class:`expedition.Batch`.

    ``seat`` and ``opponents`` are as in the single environment, with built-in agents only. ``autoreset_mode`` is any of
    Gymnasium's three. Arrays are fresh on every call; ``copy=False`` hands out the batch's own observations and masks
    instead, which the next call overwrites. ``dense_final_obs=True`` gives ``infos["final_obs"]`` as one float array,
    of which the rows marked in ``infos["_final_obs"]`` count. ``illegal_action`` is ``"raise"`` (no lane moves) or
    ``"random"``. ``sparse=True`` makes observations dicts of ``indices``, ``values`` and ``count`` of the nonzero
    floats, as in :class:`expedition.Batch`. After a reset with a mask, infos hold the masks of all lanes, not only of
    the reset ones.

    >>> import expedition, gymnasium
    >>> envs = gymnasium.make_vec("expedition/Toy-v0", num_envs=4)
    >>> obs, infos = envs.reset(seed=1)
    >>> infos["action_mask"].shape, infos["action_mask"].dtype
    ((4, 3), dtype('int8'))
    >>> obs, rewards, terminations, truncations, infos = envs.step(envs.sample())
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 4}  # type: ignore[misc]

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        *,
        opponents: Opponents = "random",
        seat: int | Literal["rotate"] = 0,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        dense_final_obs: bool = False,
        sparse: bool = False,
        autoplay_forced: bool = False,
        illegal_action: Literal["raise", "random"] = "raise",
        threads: int | None = None,
        render_mode: Literal["ansi", "rgb_array"] | None = None,
        **options: Any,
    ) -> None:
        self.game = make_game(game, options, type(self))
        learner = learner_seat(seat, self.game.players)
        seats = seated(opponents, self.game, learner)
        others = {seat: opponent for seat, opponent in seats.items() if isinstance(opponent, str)}
        if len(others) < len(seats):
            raise ValueError(
                "the vector environment seats only built-in agents: "
                "for your own opponents use gymnasium.make_vec(..., vectorization_mode='sync')"
            )
        one_of("illegal_action", illegal_action, ("raise", "random"))
        modes = {mode.value: mode for mode in AutoresetMode}
        named = autoreset_mode.value if isinstance(autoreset_mode, AutoresetMode) else autoreset_mode
        one_of("autoreset_mode", named, tuple(modes))
        self.autoreset_mode = modes[named]
        self.num_envs = num_envs
        self.copy = copy
        self.render_mode = render_mode
        self._renderer = Renderer(render_mode, ("ansi", "rgb_array"))
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}  # type: ignore[misc]
        self._illegal_action = illegal_action
        self._dense = dense_final_obs
        self.sparse = sparse
        self.batch = Batch(
            self.game,
            num_envs,
            seed=int(np.random.default_rng().integers(1 << 63)),
            threads=threads,
            observations="sparse" if sparse else "dense",
            autoreset=_BATCH_MODES[self.autoreset_mode],
            final_observations=self.autoreset_mode is AutoresetMode.SAME_STEP,
            opponents=others,
            autoplay_forced=autoplay_forced,
            learner="rotate" if learner is None else learner,
        )
        self.single_observation_space = sparse_space(self.game) if sparse else observation_space(self.game)
        self.single_action_space = action_space(self.game)
        batch_space = need("gymnasium.vector.utils", "gym", "A vector environment").batch_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._lanes = np.arange(num_envs)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Begin the next episode of every lane, or of those in ``options["reset_mask"]``.

        A seed ``s`` begins new series of episodes, lane ``i`` that of ``s + i``; a list gives each lane its own, and
        None in it lets the lane continue its series.
        """
        chosen = self._reset_mask(options)
        if seed is None:
            self.batch.reset(lanes=chosen)
        else:
            seeds = self._seeds(seed)
            fresh = np.array([s is not None for s in seeds]) & chosen
            if fresh.any():
                self.batch.reset(seed=np.array([s or 0 for s in seeds], np.uint64), lanes=fresh)
            if (chosen & ~fresh).any():
                self.batch.reset(lanes=chosen & ~fresh)
        return self._observations(), self._infos()

    def _seeds(self, seed: int | Sequence[int | None]) -> Sequence[int | None]:
        if isinstance(seed, int | np.integer):
            seeds: Sequence[int | None] = [int(seed) + lane for lane in range(self.num_envs)]
        else:
            seeds = list(seed)
        if len(seeds) != self.num_envs:
            raise ValueError(f"seed lists {len(seeds)} lanes, but there are {self.num_envs}")
        wrong = [s for s in seeds if s is not None and not 0 <= s < 1 << 64]
        if wrong:
            raise ValueError(f"seed {wrong[0]} is out of range: seeds go from 0 to 2**64 - 1")
        return seeds

    def _reset_mask(self, options: dict[str, Any] | None) -> npt.NDArray[np.bool_]:
        if options is None or "reset_mask" not in options:
            return np.ones(self.num_envs, np.bool_)
        mask = options["reset_mask"]
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (self.num_envs,):
            raise ValueError(f"options['reset_mask'] must be a numpy array of {self.num_envs} bools")
        if not mask.any():
            raise ValueError("options['reset_mask'] marks no lane")
        return mask

    def step(
        self, actions: npt.NDArray[np.integer[Any]]
    ) -> tuple[Observations, npt.NDArray[np.float64], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]]:
        """Play one action per lane. If any is illegal, IllegalAction names it and no lane has moved."""
        batch = self.batch
        if self._illegal_action == "random":
            actions = self._repaired(np.asarray(actions))
        learners = batch.learner_seats.copy()
        batch.step(actions)
        rewards = batch.rewards[self._lanes, learners].astype(np.float64)
        done = batch.dones.copy()
        infos = self._infos()
        if done.any():
            self._add_ended(infos, done, learners)
        return self._observations(), rewards, done, np.zeros(self.num_envs, np.bool_), infos

    def sample(self) -> npt.NDArray[np.int32]:
        """Return a random legal action per lane, drawn by the engine."""
        return self.batch.sample()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return the legal actions of every lane; all ones where the episode is over."""
        return self.batch.action_masks.copy() if self.copy else self.batch.action_masks

    def render(self) -> tuple[str | npt.NDArray[np.uint8], ...] | None:
        """Return the position of every lane as its learner sees it, as text or as pixels."""
        if self.render_mode is None:
            return None
        seats = self.batch.learner_seats.tolist()
        shown = (self._renderer.show(self.batch.episode(lane), seat) for lane, seat in enumerate(seats))
        return tuple(text for text in shown if text is not None)

    def _repaired(self, actions: npt.NDArray[np.integer[Any]]) -> npt.NDArray[np.integer[Any]]:
        inside = (actions >= 0) & (actions < self.game.num_actions)
        legal = inside & self.batch.action_masks[self._lanes, np.where(inside, actions, 0)]
        return actions if legal.all() else np.where(legal, actions, self.batch.sample())

    def _observations(self) -> Observations:
        batch = self.batch
        if self.sparse:
            return self._rows({"indices": batch.indices, "values": batch.values, "count": batch.counts})
        return batch.observations.copy() if self.copy else batch.observations

    def _rows(self, arrays: dict[str, npt.NDArray[Any]]) -> dict[str, npt.NDArray[Any]]:
        return {name: array.copy() for name, array in arrays.items()} if self.copy else arrays

    def _infos(self) -> dict[str, Any]:
        mask = self.batch.action_masks.view(np.int8)
        return {
            "action_mask": mask.copy() if self.copy else mask,
            "_action_mask": np.ones(self.num_envs, np.bool_),
            "seat": self.batch.learner_seats.astype(np.int64),
            "_seat": np.ones(self.num_envs, np.bool_),
        }

    def _add_ended(self, infos: dict[str, Any], done: npt.NDArray[np.bool_], learners: npt.NDArray[np.int32]) -> None:
        """Add the infos of the episodes that this step has ended."""
        scores = np.where(done[:, None], self.batch.final_scores, np.float32(0))
        if self.autoreset_mode is not AutoresetMode.SAME_STEP:
            infos["scores"], infos["_scores"] = scores, done.copy()
            return
        final = self._last_views(done)
        mask = np.zeros((self.num_envs, self.game.num_actions), np.int8)
        mask[done] = 1
        infos["final_obs"], infos["_final_obs"] = final, done.copy()
        infos["final_info"] = {
            "action_mask": mask,
            "_action_mask": done.copy(),
            "seat": np.where(done, learners, 0).astype(np.int64),
            "_seat": done.copy(),
            "scores": scores,
            "_scores": done.copy(),
        }
        infos["_final_info"] = done.copy()

    def _last_views(self, done: npt.NDArray[np.bool_]) -> npt.NDArray[Any] | dict[str, npt.NDArray[Any]]:
        """Return the last observations of the episodes that have ended."""
        batch = self.batch
        names = ("indices", "values", "count")
        arrays = (batch.final_indices, batch.final_values, batch.final_counts)
        views = {name: array for name, array in zip(names, arrays, strict=True) if array is not None}
        rows = batch.final_observations
        if self._dense:
            return rows.copy() if rows is not None else {name: array.copy() for name, array in views.items()}
        final = np.full(self.num_envs, None, dtype=object)
        for lane in np.flatnonzero(done):
            whole = {name: array[lane].copy() for name, array in views.items()}
            final[lane] = whole if rows is None else rows[lane].copy()
        return final
