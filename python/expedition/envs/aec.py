"""The games as PettingZoo AEC environments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from .._arguments import action_id, make_game
from .._engine import Episode, Game
from .._extras import need
from ._series import Series
from .rendering import MODES, Renderer, Shown
from .spaces import action_space, masked_space

if TYPE_CHECKING:
    from gymnasium import spaces
    from pettingzoo import AECEnv
else:
    AECEnv = need("pettingzoo", "pettingzoo", "An AEC environment").AECEnv


def agent_names(game: Game) -> list[str]:
    """Return ``player_0`` and so on, by seat."""
    return [f"player_{seat}" for seat in range(game.players)]


def view(game: Game, ep: Episode, seat: int) -> dict[str, Any]:
    """Return what a seat sees. A seat that is not to act has a mask of ones: there is nothing it could do wrong."""
    mask = ep.action_mask() if ep.seat == seat else np.ones(game.num_actions, np.bool_)
    return {"observation": ep.observe(seat), "action_mask": mask.view(np.int8)}


class AecEnv(AECEnv[str, dict[str, Any], "int | None"]):
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
        self.game = make_game(game, options)
        self.render_mode = render_mode
        self._forced = autoplay_forced
        self._renderer = Renderer(render_mode)
        self.metadata = {**self.metadata, "name": self.game.name}  # type: ignore[misc]
        self.possible_agents = agent_names(self.game)
        self.observation_spaces = {agent: masked_space(self.game) for agent in self.possible_agents}
        self.action_spaces = {agent: action_space(self.game) for agent in self.possible_agents}
        self.agents: list[str] = []
        self._series = Series()
        self._episode: Episode | None = None

    @property
    def episode(self) -> Episode:
        """The episode that is being played. Clone it before you change it."""
        if self._episode is None:
            raise RuntimeError("there is no episode yet: call reset first")
        return self._episode

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of an agent's observations, the same object every time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of an agent's actions, the same object every time."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin an episode: with a seed that of ``game.episode(seed=seed)``, without one the next of the series."""
        own = self._series.next(seed)
        self._episode = self.game.episode(seed=own, autoplay_forced=self._forced)
        if self._episode.is_over:
            # An episode without a free choice: its forced ones are asked for.
            self._episode = self.game.episode(seed=own)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._to_act()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent sees, and its mask."""
        return view(self.game, self.episode, self.possible_agents.index(agent))

    def step(self, action: int | None) -> None:
        """Play the decision of ``agent_selection``; None once it has terminated."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        ep = self.episode
        ep.play(action_id(action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.possible_agents, ep.take_rewards().tolist(), strict=True))
        if ep.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self.agent_selection = self._to_act()
        self._renderer.after_step(ep, ep.seat)

    def render(self) -> Shown:
        """Return (``"ansi"``) or print (``"human"``) the position as the seat to act sees it."""
        if self.render_mode is None:
            return None
        return self._renderer.show(self.episode, self.episode.seat)

    def close(self) -> None:
        """Nothing is held open."""

    def __str__(self) -> str:
        return self.game.name

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
