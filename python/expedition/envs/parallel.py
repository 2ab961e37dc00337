"""The games as PettingZoo parallel environments: every seat observes at each step, the seat to act decides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from .._arguments import action_id, make_game, one_of
from .._engine import Episode, Game, Stream
from .._extras import need
from ._series import Series
from .aec import agent_names, view
from .rendering import MODES, Renderer, Shown
from .spaces import action_space, masked_space

if TYPE_CHECKING:
    from gymnasium import spaces
    from pettingzoo import ParallelEnv
else:
    ParallelEnv = need("pettingzoo", "pettingzoo", "A parallel environment").ParallelEnv


class TurnParallelEnv(ParallelEnv[str, dict[str, Any], int]):
    """A turn-based game in PettingZoo's parallel interface.

    At each step only the action of the seat to act counts; ``infos[agent]["to_act"]`` says whose that is. The others
    may send anything (their mask is all ones) or nothing. ``illegal_action`` is ``"raise"``, or ``"random"`` for
    programs that cannot mask: then a random legal action is played instead.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(MODES), "render_fps": 4}

    def __init__(
        self, game: str | Game, *, illegal_action: str = "raise", render_mode: str | None = None, **options: Any
    ) -> None:
        self.game = make_game(game, options)
        one_of("illegal_action", illegal_action, ("raise", "random"))
        self._policy = illegal_action
        self.render_mode = render_mode
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

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, Any]]]:
        """Begin an episode, by the same series of seeds as the AEC environment."""
        own = self._series.next(seed)
        self._episode = self.game.episode(seed=own)
        self._repair = Stream("repair", own)
        self.agents = list(self.possible_agents)
        return self._views(), self._infos()

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, dict[str, Any]], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
    ]:
        """Play the decision of the seat to act; what the others send is not looked at."""
        ep = self.episode
        if ep.seat is None:
            raise RuntimeError("the episode is over: call reset before the next step")
        ep.play(self._decision(actions, self.possible_agents[ep.seat]))
        earned = ep.take_rewards()
        rewards = {name: float(earned[i]) for i, name in enumerate(self.possible_agents)}
        result = (
            self._views(),
            rewards,
            dict.fromkeys(self.agents, ep.is_over),
            dict.fromkeys(self.agents, False),
            self._infos(),
        )
        if ep.is_over:
            self.agents = []
        self._renderer.after_step(ep, ep.seat)
        return result

    def _decision(self, actions: dict[str, int], agent: str) -> int:
        if agent not in actions:
            raise ValueError(f"it is the turn of {agent}, but actions holds none for it")
        action = action_id(actions[agent])
        if self._policy == "random":
            legal = self.episode.legal_actions()
            if action not in legal:
                return int(legal[self._repair.below(len(legal))])
        return action

    def _views(self) -> dict[str, dict[str, Any]]:
        return {agent: view(self.game, self.episode, seat) for seat, agent in enumerate(self.possible_agents)}

    def _infos(self) -> dict[str, dict[str, Any]]:
        to_act = self.episode.seat
        return {agent: {"to_act": seat == to_act} for seat, agent in enumerate(self.possible_agents)}

    def render(self) -> Shown:
        """Return (``"ansi"``) or print (``"human"``) the position as the seat to act sees it."""
        if self.render_mode is None:
            return None
        return self._renderer.show(self.episode, self.episode.seat)

    def close(self) -> None:
        """Nothing is held open."""

    def __str__(self) -> str:
        return self.game.name
