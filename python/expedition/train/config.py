"""The settings of a run, under the names that PPO usually gives them."""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass, field
from typing import Any

from .._engine import Game

AT_LEAST_ONE = (
    "num_envs", "num_steps", "minibatch_size", "update_epochs", "first", "width", "depth", "stagger", "pool", "replay",
    "games_per_update", "simulations", "considered", "quick_simulations", "window", "snapshot_every", "label_every",
    "lesson_minibatch", "start_games", "evaluate_every", "evaluate_games", "checkpoint_every",
)  # fmt: skip

CLIP_RATE = 8.0
"""An adapted learning rate stays within this factor of the one that was set."""


@dataclass(frozen=True)
class Config:
    """The settings of a training run. The defaults suit one CPU core; :func:`preset` has better ones for each game."""

    game: str = "toy"
    options: dict[str, Any] = field(default_factory=dict)
    """Options of the game, such as ``{"players": 3}``."""
    tables: tuple[dict[str, Any], ...] = ()
    """Options of several tables, on top of ``options``, which share the lanes: ``({"players": 2}, {"players": 3})``.
    One network learns to play at all of them. They must show the same, which ``options={"observation": "padded"}``
    sees to.
    """
    task: str | None = None
    """A benchmark at whose positions every game begins, in training and when it is measured."""
    minutes: float | None = None
    """Stop after this much time of training, earlier runs of the same checkpoint included."""
    cpu_minutes: float | None = None
    """Stop after this much processor time."""
    updates: int | None = None
    """Stop after this many updates. With none of the three, ten minutes."""
    seed: int = 0
    threads: int | None = None
    """For the engine and for torch: all cores."""
    device: str = "auto"
    """The device of the updates: ``auto``, ``cpu``, ``cuda`` or ``mps``. Games are always played on the CPU."""
    overlap: bool = True
    """Play the next games while another device learns. They are played by the network as it was before that update."""

    algorithm: str = "ppo"
    """``ppo``, or ``az`` for search and learning in turn (:mod:`expedition.train.az`)."""

    # the tables
    num_envs: int = 256
    num_steps: int = 64
    """Decisions per lane between two updates."""
    stagger: int = 16
    """Lanes start at this many different depths of a game, so that endings are spread evenly over the updates."""
    past_share: float = 0.2
    """The share of lanes in which a past snapshot plays the other seats; 0 in co-operative games."""
    pool: int = 12
    """Number of snapshots kept."""
    snapshot_every: int = 10
    versus: tuple[str, ...] = ()
    """Built-in agents to train against."""
    versus_share: float = 0.25
    """The share of lanes in which they play."""
    starts: str | None = None
    """A built-in agent whose games give positions to begin at, so that what comes late in a game is met early on; or
    ``bags``, which makes Sub Terra II short (``bags:15-30``: 15 to 30 tiles), or ``moments``, the milestones of the
    shipped network's games of it (:mod:`expedition.train.curriculum`)."""
    start_games: int = 48
    """Games of that agent."""
    start_share: float = 0.5
    """The share of episodes that begin in one of these positions."""

    # the credit
    outcome_coef: float = 1.0
    """Weight of the final result (in -1 to 1)."""
    points_coef: float = 0.0
    """Weight of the points of a typical game, paid as they are scored."""
    gains_only: bool = False
    """Count points that are scored but not points that are lost, and a lost game as 0 instead of -1.

    If every game is lost at first, credit that is taken away teaches only to put off the end.
    """
    rivalry: float = 1.0
    """Share of the others' points that is subtracted. With 0 each seat counts only its own."""

    # the lessons
    teacher: str | None = None
    """A built-in agent that says what it would do in positions that the network reaches."""
    lessons: float = 0.1
    """The share of the run that is spent on imitation alone."""
    fade: float = 0.2
    """The share of the run, after that, in which the teacher's answers lose their weight."""
    lesson_coef: float = 0.3
    """Its weight when that begins."""
    label_every: int = 8
    """The teacher is asked at one step in this many."""
    replay: int = 65_536
    """Answers remembered."""
    lesson_rate: float = 1e-3
    """The learning rate of the lessons."""
    lesson_minibatch: int = 512
    lesson_epochs: float = 4.0
    """Passes over an answer in the update that brought it, with older ones mixed in."""

    # the network
    first: int = 256
    """Width of the first layer, which reads the observation."""
    width: int = 256
    depth: int = 2
    """Hidden layers, the first included."""

    # the update
    learning_rate: float = 5e-4
    """Its initial value; with ``adapt`` it then follows the KL divergence of the updates."""
    adapt: bool = True
    anneal: bool = True
    """Let the KL target and the entropy bonus sink to a fifth by the end."""
    update_epochs: int = 3
    """The maximum; an update ends with the epoch in which the policy has moved by ``target_kl``."""
    target_kl: float = 0.008
    sure_share: float = 1.0
    """The share of the nearly certain decisions that an update learns from; each stands for those left out.

    Most decisions of a trained policy are nearly certain and say next to nothing about choosing. Where observations
    are wide and updates take most of the time, a share of 0.2 halves their cost.
    """
    ema_decay: float = 0.995
    """The network that is measured and exported is a running average of the weights: this share of it stays at every update.

    At first the average follows faster, so that it forgets how the run began.
    """
    minibatch_size: int = 2048
    gamma: float = 1.0
    gae_lambda: float = 0.95
    clip_coef: float = 0.2
    ent_coef: float = 0.01
    vf_coef: float = 1.0
    max_grad_norm: float = 0.5

    # search and learning in turn: az
    games_per_update: int = 64
    simulations: int = 64
    """Of the decisions that are learnt from."""
    considered: int = 16
    """Actions that the root of a search samples and halves step by step."""
    quick_share: float = 0.75
    """The share of decisions that are only played, with ``quick_simulations``."""
    quick_simulations: int = 16
    temperature: float = 1.0
    """Of the draws from the quick searches."""
    search: str = ""
    """More settings of both searches, such as ``blend=0.3``."""
    window: int = 50_000
    """Decisions remembered."""
    studies: float = 4.0
    """Approximate number of passes over a decision while it is in the buffer."""

    # the watch
    against: tuple[str, ...] = ("random", "greedy")
    """Built-in agents to measure against while training."""
    evaluate_every: int = 25
    evaluate_games: int = 200
    checkpoint_every: int = 25

    def __post_init__(self) -> None:
        for each in dataclasses.fields(self):
            _check_kind(each.name, str(each.type), getattr(self, each.name))
        for name in AT_LEAST_ONE:
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1, not {getattr(self, name)}")
        for name in ("minutes", "cpu_minutes", "updates"):
            if (budget := getattr(self, name)) is not None and budget <= 0:
                raise ValueError(f"{name} must be above 0, not {budget}")
        if not 0 <= self.seed < 2**63:
            raise ValueError(f"seed must be a whole number from 0 to 2**63 - 1, not {self.seed}")
        if self.algorithm not in ("ppo", "az"):
            raise ValueError(f"algorithm is {self.algorithm!r}: ppo and az are possible")
        if not 0 <= self.ema_decay < 1:
            raise ValueError(f"ema_decay must be at least 0 and below 1, not {self.ema_decay}")
        if self.sure_share == 0:
            raise ValueError("sure_share must be above 0: the decisions that are kept stand for those left out")
        for name in ("past_share", "versus_share", "start_share", "lessons", "fade", "quick_share", "sure_share"):
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"{name} is a share from 0 to 1, not {getattr(self, name)}")

    def games(self, **more: Any) -> list[Game]:
        """Return the games that are played, one for each table; ``more`` options apply to all of them.

        >>> config = Config("toy", {"observation": "padded"}, ({"players": 2}, {"players": 3}))
        >>> [game.players for game in config.games()]
        [2, 3]
        """
        games = [Game(self.game, **(self.options | table | more)) for table in self.tables or ({},)]
        shown = [[(each.name, each.shape, each.labels) for each in game.layout] for game in games if len(games) > 1]
        if any(layout != shown[0] for layout in shown):
            raise ValueError('the tables show different observations: add the option observation="padded"')
        return games

    def largest(self, **more: Any) -> Game:
        """Return the game with the most players: a network for it is large enough for every table."""
        return max(self.games(**more), key=lambda game: game.players)

    def facts(self, scale: float) -> dict[str, Any]:
        """Return what a network file says of a run: whom it plays, and what its values count, ``scale`` times each.

        A search adds the points already scored.

        >>> Config("toy", {"observation": "padded"}, ({}, {"players": 3})).facts(1.0)["players"]
        [2, 3]
        """
        players = sorted({game.players for game in self.games()})
        # What the tables set in several ways makes no difference to the network.
        either = {name for table in self.tables for name in table if len({str(t.get(name)) for t in self.tables}) > 1}
        whom: dict[str, Any] = {"players": players, "indifferent": sorted(either - {"players"})}
        counted = {"outcome_coef": self.outcome_coef, "points_coef": self.points_coef, "rivalry": self.rivalry}
        return whom | counted | {"gains_only": int(self.gains_only), "scale": scale}

    def changed(self, **changes: Any) -> Config:
        """Return a copy with other values."""
        return dataclasses.replace(self, **changes)


_KINDS: dict[str, tuple[tuple[type, ...], str]] = {
    "int": ((int,), "a whole number"),
    "float": ((int, float), "a number"),
    "bool": ((bool,), "True or False"),
    "str": ((str,), "a text"),
    "tuple[str, ...]": ((tuple,), "a list of texts"),
}
"""What a setting of a declared type may be, and in words."""


def _check_kind(name: str, declared: str, value: object) -> None:
    """Refuse a value that is not of a setting's declared type."""
    kind, _, empty = declared.partition(" | ")
    if kind not in _KINDS or (empty == "None" and value is None):
        return
    types, words = _KINDS[kind]
    fits = isinstance(value, types) and (kind == "bool" or not isinstance(value, bool))
    if fits and isinstance(value, float):
        fits = math.isfinite(value)
    elif fits and isinstance(value, tuple):
        fits = all(isinstance(each, str) for each in value)
    if not fits:
        raise ValueError(f"{name} must be {words}, not {value!r}")


def names() -> list[str]:
    """Return the names of all settings."""
    return [each.name for each in dataclasses.fields(Config)]
