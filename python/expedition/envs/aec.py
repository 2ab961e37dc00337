"""The games as PettingZoo AEC environments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from .._arguments import action_id, make_game, one_of
from .._engine import Game
from .._extras import need
from ._pettingzoo import EveryAgent
from .rendering import MODES

if TYPE_CHECKING:
    from pettingzoo import AECEnv
else:
    AECEnv = need("pettingzoo", "pettingzoo", "An AEC environment").AECEnv


class AecEnv(EveryAgent, AECEnv[str, dict[str, Any], "int | None"]):
    """A game with every seat as an agent, ``player_0`` first.

    Observations are ``{"observation", "action_mask"}`` with an int8 mask. An illegal action raises IllegalAction and
    changes nothing. A deep copy or a pickle holds the position and continues identically.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": list(MODES),
        "is_parallelizable": False,
        "render_fps": 4,
    }

    def __init__(
        self, game: str | Game, *, render_mode: str | None = None, autoplay_forced: bool = False, **options: Any
    ) -> None:
        super().__init__()
        self._forced = autoplay_forced
        self._open(make_game(game, options, type(self)), render_mode)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin ``game.episode(seed=seed)``, or without a seed the next episode of the series."""
        own = self._series.next(seed)
        self._episode = self.game.episode(seed=own, autoplay_forced=self._forced)
        if self._episode.is_over:
            # Every decision was forced: ask for them after all, or the agents would never see this episode.
            self._episode = self.game.episode(seed=own)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._to_act()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return an agent's observation and mask."""
        one_of("agent", agent, self.possible_agents)
        return self._view(self.possible_agents.index(agent))

    def step(self, action: int | None) -> None:
        """Play an action for ``agent_selection``, or None once it has terminated."""
        ep, agent = self.episode, self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        ep.play(action_id(action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.possible_agents, ep.take_rewards().tolist(), strict=True))
        if ep.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self.agent_selection = self._to_act()
        self._renderer.after_step(ep, ep.seat)

    def _to_act(self) -> str:
        seat = self.episode.seat
        return self.agents[0] if seat is None else self.possible_agents[seat]


def aec_env(game: str | Game, *, render_mode: str | None = None, **options: Any) -> AecEnv:
    """Return a game as a PettingZoo AEC environment.

    >>> import expedition
    >>> env = expedition.aec_env("toy", players=3)
    >>> env.reset(seed=1)
    >>> observation, reward, terminated, truncated, info = env.last()
    >>> observation["action_mask"]
    array([1, 1, 1], dtype=int8)
    >>> env.step(0); env.agent_selection
    'player_1'
    """
    return AecEnv(game, render_mode=render_mode, **options)
