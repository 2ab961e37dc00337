"""RLlib (Ray, current API stack): a PPO configuration for masked self-play, and a native ``MultiAgentEnv``.

:func:`self_play` plays many games in one :class:`expedition.Batch` and lets one network learn from every seat. For
a different network at each seat there is :class:`GameEnv`, one game at a time: only the seat to act is in the
observations, which is how RLlib learns whose turn it is.

An observation is ``{"observations", "action_mask"}`` with a float32 mask, as RLlib's masking module expects it.

>>> from expedition.adapters.rllib import self_play
>>> algorithm = self_play("toy", players=3).build_algo()
>>> result = algorithm.train()
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .._arguments import make_game
from .._engine import Episode, Game
from .._extras import need
from ..envs.spaces import action_space
from ._rllib_runner import BatchRunner, masked_space

if TYPE_CHECKING:
    from ray.rllib.algorithms.ppo import PPOConfig
    from ray.rllib.env.multi_agent_env import MultiAgentEnv
else:
    MultiAgentEnv = need("ray.rllib.env.multi_agent_env", "ray", "A MultiAgentEnv").MultiAgentEnv


class GameEnv(MultiAgentEnv):
    """A game with every seat as an agent, ``player_0`` first.

    ``config`` holds ``game`` (a name or a Game) and the game's options. An illegal action raises IllegalAction.
    """

    def __init__(self, config: dict[str, Any] | None = None) -> None:
        super().__init__()
        options = dict(config or {})
        self.game: Game = make_game(options.pop("game"), options)
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.players)]
        self.agents = list(self.possible_agents)
        self.observation_spaces = dict.fromkeys(self.possible_agents, masked_space(self.game))
        self.action_spaces = dict.fromkeys(self.possible_agents, action_space(self.game))
        self._chance = np.random.default_rng()
        self._episode: Episode | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin an episode. A seed begins a series; without one the series continues."""
        if seed is not None:
            self._chance = np.random.default_rng(seed)
        self._episode = self.game.episode(seed=int(self._chance.integers(1 << 63)))
        return self._view(), {}

    def step(self, action_dict: dict[str, Any]) -> tuple[dict[str, Any], ...]:
        """Play the action of the seat to act and return every seat's reward."""
        ep = self._episode
        if ep is None or ep.is_over:
            raise RuntimeError("there is no running episode: call reset first")
        ep.play(int(action_dict[f"player_{ep.seat}"]))
        rewards = dict(zip(self.possible_agents, ep.take_rewards().tolist(), strict=True))
        ended = {"__all__": ep.is_over}
        views = self._view()
        if ep.is_over:
            ended |= dict.fromkeys(self.possible_agents, True)
            ones = np.ones(self.game.num_actions, np.float32)
            views = {
                a: {"observations": ep.observe(s), "action_mask": ones} for s, a in enumerate(self.possible_agents)
            }
        return views, rewards, ended, {"__all__": False}, {}

    def _view(self) -> dict[str, Any]:
        ep = self._episode
        if ep is None or ep.is_over:
            return {}
        view = {"observations": ep.observe(), "action_mask": ep.action_mask().astype(np.float32)}
        return {f"player_{ep.seat}": view}


def self_play(game: str | Game, *, num_envs: int = 128, threads: int | None = None, **options: Any) -> PPOConfig:
    """Return a PPO configuration in which one masked network plays every seat of a game, in many games at once.

    It is an ordinary ``PPOConfig``: change what you like, for example ``.env_runners(num_env_runners=8)``. An RLlib
    episode holds the decisions of one seat in one game.
    """
    from ray.rllib.algorithms.ppo import PPOConfig
    from ray.rllib.core.rl_module.rl_module import RLModuleSpec
    from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

    rules = make_game(game, options)
    seen, actions = masked_space(rules), action_space(rules)
    module = RLModuleSpec(
        module_class=ActionMaskingTorchRLModule,
        observation_space=seen,
        action_space=actions,
        model_config={"head_fcnet_hiddens": [128, 128]},
    )
    return (
        PPOConfig()
        .environment(
            "expedition", env_config={"game": rules, "threads": threads}, observation_space=seen, action_space=actions
        )
        .rl_module(rl_module_spec=module)
        .env_runners(env_runner_cls=BatchRunner, num_env_runners=0, num_envs_per_env_runner=num_envs)
        .training(train_batch_size=4096, minibatch_size=1024, num_epochs=4, gamma=1.0, lr=5e-4)
    )
