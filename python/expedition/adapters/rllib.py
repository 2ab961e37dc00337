"""RLlib (Ray, current API stack): a native ``MultiAgentEnv`` and a PPO configuration for masked self-play.

Only the seat to act is in the observations, which is how RLlib learns whose turn it is. Its observation is
``{"observations", "action_mask"}`` with a float32 mask, as RLlib's masking module takes it.

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
from ..envs.spaces import action_space, observation_space

if TYPE_CHECKING:
    from gymnasium import spaces
    from ray.rllib.algorithms.ppo import PPOConfig
    from ray.rllib.env.multi_agent_env import MultiAgentEnv
else:
    MultiAgentEnv = need("ray.rllib.env.multi_agent_env", "ray", "A MultiAgentEnv").MultiAgentEnv
    spaces = need("gymnasium", "ray", "A MultiAgentEnv").spaces

SHARED = "shared"
"""The name of the policy that plays every seat."""


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
        space = spaces.Dict({
            "observations": observation_space(self.game),
            "action_mask": spaces.Box(0.0, 1.0, (self.game.num_actions,), np.float32),
        })  # fmt: skip
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = dict.fromkeys(self.possible_agents, action_space(self.game))
        self._chance = np.random.default_rng()
        self._episode: Episode | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin an episode. A seed begins a series; without one the series goes on."""
        if seed is not None:
            self._chance = np.random.default_rng(seed)
        self._episode = self.game.episode(seed=int(self._chance.integers(1 << 63)))
        self._given = self._episode.returns()
        return self._view(), {}

    def step(self, action_dict: dict[str, Any]) -> tuple[dict[str, Any], ...]:
        """Play the action of the seat to act. Every seat gets what it has earned."""
        ep = self._episode
        if ep is None or ep.is_over:
            raise RuntimeError("there is no running episode: call reset first")
        ep.play(int(action_dict[f"player_{ep.seat}"]))
        now = ep.returns()
        earned, self._given = now - self._given, now
        rewards = {agent: float(earned[seat]) for seat, agent in enumerate(self.possible_agents)}
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


def self_play(game: str | Game, **options: Any) -> PPOConfig:
    """Return a PPO configuration in which one masked network plays every seat of a game.

    It is an ordinary ``PPOConfig``: change what you like, for example ``.env_runners(num_env_runners=8)``.
    """
    from ray.rllib.algorithms.ppo import PPOConfig
    from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
    from ray.rllib.core.rl_module.rl_module import RLModuleSpec
    from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

    env = GameEnv({"game": game, **options})
    module = RLModuleSpec(
        module_class=ActionMaskingTorchRLModule,
        observation_space=env.observation_spaces["player_0"],
        action_space=env.action_spaces["player_0"],
        model_config={"head_fcnet_hiddens": [128, 128]},
    )
    return (
        PPOConfig()
        .environment(GameEnv, env_config={"game": game, **options})
        .multi_agent(policies={SHARED}, policy_mapping_fn=_shared)
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={SHARED: module}))
        .env_runners(num_env_runners=0)
        .training(train_batch_size=1024, minibatch_size=256, num_epochs=4, gamma=1.0, lr=5e-4)
    )


def _shared(*_: Any, **__: Any) -> str:
    return SHARED
