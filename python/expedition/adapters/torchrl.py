"""TorchRL: a native batched ``EnvBase`` on :class:`expedition.Batch`.

``PettingZooWrapper(expedition.aec_env(...), use_mask=True)`` works as well, one episode at a time. This environment
plays many at once: one seat of each game learns and built-in agents play the others. The mask is ``"action_mask"``,
bool, where ``MaskedCategorical`` and the ``ActionMask`` transform look for it.

>>> from expedition.adapters.torchrl import BatchEnv
>>> env = BatchEnv("toy", num_envs=8, opponents="random")
>>> env.rollout(5, break_when_any_done=False).batch_size
torch.Size([8, 5])

In :class:`GroupEnv` every seat is an agent of one group, for self-play.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .._engine import Game
from .._extras import need
from ._seats import ALL, EverySeat, seated_batch

if TYPE_CHECKING:
    import torch
    from tensordict import TensorDict, TensorDictBase
    from torchrl.data import Binary, Categorical, Composite, Unbounded
    from torchrl.envs import EnvBase
else:
    _data = need("torchrl.data", "torchrl", "A TorchRL environment")
    Binary, Categorical, Composite, Unbounded = _data.Binary, _data.Categorical, _data.Composite, _data.Unbounded
    EnvBase = need("torchrl.envs", "torchrl", "A TorchRL environment").EnvBase
    TensorDict = need("tensordict", "torchrl", "A TorchRL environment").TensorDict
    torch = need("torch", "torchrl", "A TorchRL environment")


class BatchEnv(EnvBase):
    """Many games; in each, one seat learns. ``seat`` is a seat or ``"rotate"``.

    Ended games wait until TorchRL resets them (``"_reset"``), which its collectors and rollouts do by themselves.
    """

    batch_locked = True

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
        super().__init__(batch_size=[num_envs])
        self.batch = seated_batch(game, num_envs, opponents, seat, seed, threads, options, autoreset="disabled")
        self.game = self.batch.game
        floats, actions = self.game.observation_size, self.game.num_actions
        shape = (num_envs,)
        self.observation_spec = Composite(
            observation=Unbounded(shape=(*shape, floats), dtype=torch.float32),
            action_mask=Binary(n=actions, shape=(*shape, actions), dtype=torch.bool),
            shape=shape,
        )
        self.action_spec = Categorical(actions, shape=shape, dtype=torch.int64)
        self.reward_spec = Unbounded(shape=(*shape, 1), dtype=torch.float32)
        self.done_spec = Composite(
            done=Binary(n=1, shape=(*shape, 1), dtype=torch.bool),
            terminated=Binary(n=1, shape=(*shape, 1), dtype=torch.bool),
            shape=shape,
        )

    def _view(self) -> dict[str, torch.Tensor]:
        return {
            "observation": torch.from_numpy(self.batch.observations).clone(),
            "action_mask": torch.from_numpy(self.batch.action_masks).clone(),
        }

    def _reset(self, tensordict: TensorDictBase | None = None, **_: Any) -> TensorDictBase:
        lanes = None
        if tensordict is not None and "_reset" in tensordict:
            lanes = tensordict["_reset"].reshape(-1).numpy()
        self.batch.reset(seed=self._seed_next, lanes=lanes)
        self._seed_next = None
        if self.action_spec is not None:
            self.action_spec.update_mask(torch.from_numpy(self.batch.action_masks).clone())
        no = torch.zeros(*self.batch_size, 1, dtype=torch.bool)
        return TensorDict({**self._view(), "done": no, "terminated": no.clone()}, batch_size=self.batch_size)

    _seed_next: int | None = None

    def _step(self, tensordict: TensorDictBase) -> TensorDictBase:
        learners = self.batch.learner_seats.copy()
        self.batch.step(tensordict["action"].numpy())
        self.action_spec.update_mask(torch.from_numpy(self.batch.action_masks).clone())
        rewards = self.batch.rewards[np.arange(len(learners)), learners]
        done = torch.from_numpy(self.batch.dones.copy())[:, None]
        step = {"reward": torch.from_numpy(rewards)[:, None], "done": done, "terminated": done.clone()}
        return TensorDict({**self._view(), **step}, batch_size=self.batch_size)

    def _set_seed(self, seed: int | None) -> None:
        self._seed_next = seed


class GroupEnv(EnvBase):
    """Many games in which every seat learns: one group of agents, as TorchRL's multi-agent modules expect them.

    Under ``"agents"`` there are ``"observation"``, ``"action_mask"``, ``"action"`` and ``"reward"`` with an axis for
    the seats, and ``"mask"``, which marks the seat to act, as in TorchRL's wrapper of PettingZoo. A waiting seat
    repeats its last observation, its mask allows only action 0, and its choice is not played.

    >>> env = GroupEnv("toy", num_envs=8, players=3)
    >>> env.rollout(5, break_when_any_done=False)["agents", "action"].shape
    torch.Size([8, 5, 3])
    """

    batch_locked = True
    _seed_next: int | None = None

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 64,
        *,
        seed: int | None = None,
        threads: int | None = None,
        **options: Any,
    ) -> None:
        super().__init__(batch_size=[num_envs])
        self.batch = seated_batch(game, num_envs, "random", ALL, seed, threads, options, autoreset="disabled")
        self.game, self._every = self.batch.game, EverySeat(self.batch)
        self.group_map = {"agents": [f"player_{seat}" for seat in range(self.game.players)]}
        floats, actions = self.game.observation_size, self.game.num_actions
        shape = (num_envs, self.game.players)

        def grouped(**specs: Any) -> Composite:
            return Composite(agents=Composite(**specs, shape=shape), shape=shape[:1])

        self.observation_spec = grouped(
            observation=Unbounded(shape=(*shape, floats), dtype=torch.float32),
            action_mask=Binary(n=actions, shape=(*shape, actions), dtype=torch.bool),
            mask=Binary(n=self.game.players, shape=shape, dtype=torch.bool),
        )
        self.action_spec = grouped(action=Categorical(actions, shape=shape, dtype=torch.int64))
        self.reward_spec = grouped(reward=Unbounded(shape=(*shape, 1), dtype=torch.float32))
        self.done_spec = Composite(
            done=Binary(n=1, shape=(num_envs, 1), dtype=torch.bool),
            terminated=Binary(n=1, shape=(num_envs, 1), dtype=torch.bool),
            shape=shape[:1],
        )

    def _view(self, begun: Any = None) -> dict[str, torch.Tensor]:
        self._every.refresh(begun)
        self.full_action_spec["agents", "action"].update_mask(torch.from_numpy(self._every.masks).clone())
        return {
            "observation": torch.from_numpy(self._every.observations).clone(),
            "action_mask": torch.from_numpy(self._every.masks).clone(),
            "mask": torch.from_numpy(self._every.acting).clone(),
        }

    def _grouped(self, agents: dict[str, torch.Tensor], **root: torch.Tensor) -> TensorDict:
        group = TensorDict(agents, batch_size=[*self.batch_size, self.game.players])
        return TensorDict({"agents": group, **root}, batch_size=self.batch_size)

    def _reset(self, tensordict: TensorDictBase | None = None, **_: Any) -> TensorDictBase:
        lanes = np.ones(len(self.batch), np.bool_)
        if tensordict is not None and "_reset" in tensordict:
            lanes = tensordict["_reset"].reshape(-1).numpy()
        self.batch.reset(seed=self._seed_next, lanes=lanes)
        self._seed_next = None
        no = torch.zeros(*self.batch_size, 1, dtype=torch.bool)
        return self._grouped(self._view(lanes), done=no, terminated=no.clone())

    def _step(self, tensordict: TensorDictBase) -> TensorDictBase:
        self._every.play(tensordict["agents", "action"].numpy())
        rewards = torch.from_numpy(self.batch.rewards.copy())[..., None]
        done = torch.from_numpy(self.batch.dones.copy())[:, None]
        return self._grouped({**self._view(), "reward": rewards}, done=done, terminated=done.clone())

    def _set_seed(self, seed: int | None) -> None:
        self._seed_next = seed
