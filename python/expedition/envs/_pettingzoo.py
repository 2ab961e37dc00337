"""The base of both PettingZoo environments: the game, its spaces by agent, the episode and its pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from .._engine import Episode, Game
from ._series import Series
from .rendering import Renderer, Shown
from .spaces import action_space, masked_space

if TYPE_CHECKING:
    from gymnasium import spaces


class EveryAgent:
    """One episode at a time, with every seat as an agent, ``player_0`` first."""

    metadata: ClassVar[dict[str, Any]]

    def _open(self, game: Game, render_mode: str | None) -> None:
        """Set up a game, without beginning an episode."""
        self.game = game
        self.render_mode = render_mode
        self._renderer = Renderer(render_mode)
        self.metadata = {**self.metadata, "name": game.name}  # type: ignore[misc]
        self.possible_agents = [f"player_{seat}" for seat in range(game.players)]
        self.observation_spaces = {agent: masked_space(game) for agent in self.possible_agents}
        self.action_spaces = {agent: action_space(game) for agent in self.possible_agents}
        self.agents: list[str] = []
        self._series = Series()
        self._episode: Episode | None = None

    @property
    def episode(self) -> Episode:
        """The current episode. Clone it before changing it."""
        if self._episode is None:
            raise RuntimeError("there is no episode yet: call reset first")
        return self._episode

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of an agent's observations, the same object every time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of an agent's actions, the same object every time."""
        return self.action_spaces[agent]

    def _view(self, seat: int) -> dict[str, Any]:
        """Return a seat's observation and mask; a seat that is not to act has a mask of ones."""
        ep = self.episode
        mask = ep.action_mask() if ep.seat == seat else np.ones(self.game.num_actions, np.bool_)
        return {"observation": ep.observe(seat), "action_mask": mask.view(np.int8)}

    def render(self) -> Shown:
        """Return (``"ansi"``, ``"rgb_array"``) or print (``"human"``) the position as the seat to act sees it."""
        if self.render_mode is None:
            return None
        return self._renderer.show(self.episode, self.episode.seat)

    def close(self) -> None:
        """Do nothing: no resource is held."""

    def __str__(self) -> str:
        return self.game.name
