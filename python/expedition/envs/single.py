"""One learner against opponents, as a Gymnasium environment.

``reset(seed=s)`` plays ``game.episode(seed=s)``, and each ``reset()`` after it the next episode of the series that
begins with ``s``: the one a lane of the vector environment with seed ``s`` plays. Built-in opponents draw from a stream
of the episode's seed, so the same seed and actions give the same game. An episode that ends before the learner's first
decision is skipped.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from .._arguments import action_id, learner_seat, make_game, one_of
from .._engine import Episode, Game, IllegalAction, Stream
from .._extras import need
from ._series import Series
from .opponents import Opponents, choose, seated
from .rendering import MODES, Renderer, Shown
from .spaces import action_space, observation_space

if TYPE_CHECKING:
    import gymnasium
else:
    gymnasium = need("gymnasium", "gym", "A single-agent environment")

IllegalPolicy: TypeAlias = Literal["raise", "random", "terminate"]


class SingleEnv(gymnasium.Env[npt.NDArray[np.float32], np.int64]):
    """One seat learns; opponents play the others.

    ``seat`` is the learner's seat, or ``"rotate"`` to move on by one each episode. ``opponents`` is one opponent for
    all other seats, or one per seat as a dict or list, counted from the learner when it rotates; see
    :mod:`expedition.envs.opponents`. The reward is what the learner's seat earned since its last decision.
    An illegal action does what ``illegal_action`` says: ``"terminate"`` the episode with reward -1 (the default, as
    Gymnasium expects every action of the space to be accepted), ``"raise"`` IllegalAction, or play a ``"random"`` legal
    action instead. ``info["illegal_action"]`` reports it.

    >>> import expedition, gymnasium
    >>> env = gymnasium.make("expedition/Toy-v0", depth=5)
    >>> obs, info = env.reset(seed=1)
    >>> info["action_mask"]
    array([1, 1, 1], dtype=int8)
    >>> obs, reward, terminated, truncated, info = env.step(2)
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(MODES), "render_fps": 4}  # type: ignore[misc]

    def __init__(
        self,
        game: str | Game,
        *,
        opponents: Opponents = "random",
        seat: int | Literal["rotate"] = 0,
        illegal_action: IllegalPolicy = "terminate",
        render_mode: Literal["ansi", "human", "rgb_array"] | None = None,
        autoplay_forced: bool = False,
        **options: Any,
    ) -> None:
        self.game = make_game(game, options, type(self))
        self._fixed = learner_seat(seat, self.game.players)
        self._opponents = seated(opponents, self.game, self._fixed)
        one_of("illegal_action", illegal_action, ("raise", "random", "terminate"))
        self._illegal_action = illegal_action
        self._forced = autoplay_forced
        self.render_mode = render_mode
        self._renderer = Renderer(render_mode)
        self.observation_space = observation_space(self.game)  # type: ignore[assignment]
        self.action_space = action_space(self.game)
        self._series = Series()
        self._episode: Episode | None = None
        self.seat = self._fixed or 0

    @property
    def episode(self) -> Episode:
        """The current episode. Clone it before changing it."""
        if self._episode is None:
            raise RuntimeError("there is no episode yet: call reset first")
        return self._episode

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.float32], dict[str, Any]]:
        """Begin the next episode; a seed begins a new series."""
        super().reset(seed=seed)
        self._begin(self._series.next(seed))
        while self.episode.is_over:
            self._begin(self._series.next())
        self._renderer.after_step(self.episode, self.seat)
        return self.episode.observe(self.seat), self._info(over=False, illegal=False)

    def _begin(self, seed: int) -> None:
        self._open(seed, autoplay_forced=self._forced)
        if self._forced and self.episode.is_over:
            # Every decision was forced: ask for them after all, or the agent would never see this episode.
            self._open(seed, autoplay_forced=False)

    def _open(self, seed: int, *, autoplay_forced: bool) -> None:
        self._episode = self.game.episode(seed=seed, autoplay_forced=autoplay_forced)
        self._stream = Stream("opponents", seed)
        self._repair = Stream("repair", seed)
        self._ended = False
        self.seat = self._series.seat(self.game.players) if self._fixed is None else self._fixed
        self._let_others_play()

    def step(self, action: int | np.integer[Any]) -> tuple[npt.NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Play the learner's decision, then the opponents' up to its next one."""
        ep = self.episode
        if self._ended or ep.is_over:
            raise IllegalAction("the episode is over: call reset before the next step")
        action, illegal = action_id(action), False
        try:
            ep.play(action)
        except IllegalAction:
            if self._illegal_action == "raise":
                raise
            illegal = True
        if illegal and self._illegal_action == "terminate":
            self._ended = True
            return ep.observe(self.seat), -1.0, True, False, self._info(over=True, illegal=True)
        if illegal:
            legal = ep.legal_actions()
            ep.play(int(legal[self._repair.below(len(legal))]))
        self._let_others_play()
        reward = float(ep.take_rewards()[self.seat])
        self._renderer.after_step(ep, self.seat)
        over = ep.is_over
        return ep.observe(self.seat), reward, over, False, self._info(over=over, illegal=illegal)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return the legal actions as sb3-contrib expects them; all ones when the episode is over."""
        return self._mask(over=self._ended or self.episode.is_over)

    def render(self) -> Shown:
        """Return (``"ansi"``, ``"rgb_array"``) or print (``"human"``) what the learner sees."""
        if self.render_mode is None:
            return None
        return self._renderer.show(self.episode, self.seat)

    def _let_others_play(self) -> None:
        ep = self.episode
        while (seat := ep.seat) is not None and seat != self.seat:
            place = seat if self._fixed is not None else (seat - self.seat) % self.game.players
            ep.play(choose(self._opponents[place], ep, self._stream))

    def _mask(self, *, over: bool) -> npt.NDArray[np.bool_]:
        return np.ones(self.game.num_actions, np.bool_) if over else self.episode.action_mask()

    def _info(self, *, over: bool, illegal: bool) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self._mask(over=over).view(np.int8), "seat": self.seat}
        if illegal or self._illegal_action == "random":
            info["illegal_action"] = illegal
        if over:
            info["scores"] = np.asarray(self.episode.scores(), np.float32)
        return info
