"""The games as PettingZoo parallel environments: every seat observes at each step, the seat to act decides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from .._arguments import action_id, make_game, one_of
from .._engine import Game, Stream
from .._extras import need
from ._pettingzoo import EveryAgent
from .rendering import MODES

if TYPE_CHECKING:
    from pettingzoo import ParallelEnv
else:
    ParallelEnv = need("pettingzoo", "pettingzoo", "A parallel environment").ParallelEnv


class TurnParallelEnv(EveryAgent, ParallelEnv[str, dict[str, Any], int]):
    """A turn-based game in PettingZoo's parallel interface.

    At each step only the action of the seat to act counts; ``infos[agent]["to_act"]`` marks that seat. The others
    may send anything (their mask is all ones) or nothing. ``illegal_action`` is ``"raise"``, or ``"random"`` for
    programs that cannot mask: then a random legal action is played instead.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(MODES), "render_fps": 4}

    def __init__(
        self, game: str | Game, *, illegal_action: str = "raise", render_mode: str | None = None, **options: Any
    ) -> None:
        one_of("illegal_action", illegal_action, ("raise", "random"))
        self._illegal_action = illegal_action
        self._open(make_game(game, options, type(self)), render_mode)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, Any]]]:
        """Begin an episode; seeds make the same series as in the AEC environment."""
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
        """Play the action of the seat to act and ignore the others'."""
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
        if self._illegal_action == "random":
            legal = self.episode.legal_actions()
            if action not in legal:
                return int(legal[self._repair.below(len(legal))])
        return action

    def _views(self) -> dict[str, dict[str, Any]]:
        return {agent: self._view(seat) for seat, agent in enumerate(self.possible_agents)}

    def _infos(self) -> dict[str, dict[str, Any]]:
        to_act = self.episode.seat
        return {agent: {"to_act": seat == to_act} for seat, agent in enumerate(self.possible_agents)}
