"""The values of the choices of a finished game, by search: the raw material of a review.

A decision is judged by what the seat to act knew. Its choice is played in several copies of the position in which
everything that seat cannot know is redealt and chance is redrawn, and each resulting position is searched.
The mean is the value of the choice to every seat. The choice that the search of the position itself prefers is valued
in the same copies, so that both meet the same deals and the same luck.

Where a simulation stops before the end of the game, a search guesses: by the network, or without one by the game's
evaluation. Guesses and outcomes are kept apart here; :class:`Scale` puts the guesses on the scale of the outcome.
"""

from __future__ import annotations

import hashlib
import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._engine import Agent, Episode, Game, Record, judge, play_out
from .._networks import guided

Values = NDArray[np.float64]

ANCHORS = 12
"""Positions of a game from which copies are played to the end."""
PLAYED_OUT = 16
"""Copies played to the end from each anchor."""
_LEAST = 24
"""The fewest simulations of a search."""
_SEEDS = 8
"""How often a choice is repeated to see what chance does."""
_PRIOR = 0.2
"""Weight of the uncalibrated scale against the copies that were played out."""


def resolved(agent: str, game: Game, *, network: bool) -> str:
    """Return the full spec of a search, with the game's shipped network added if ``network`` is set.

    >>> resolved("mcts:40", Game("toy"), network=True), resolved("mcts:40", Game("toy"), network=False)
    ('mcts:40,network', 'mcts:40')
    """
    spec = Agent(agent, game).spec
    if not re.match(r"mcts(:|$)", spec) or re.match(r"mcts:\d+ms", spec):
        raise ValueError(f'agent={agent!r}: a review needs a search with a number of simulations, such as "mcts:400"')
    if not re.match(r"mcts:\d", spec):
        spec = "mcts:400" + spec[4:].replace(":", ",", 1)
    if network and "network" not in spec:
        return Agent(guided(spec, game), game).spec
    return spec


def simulations(spec: str) -> int:
    """Return the number of simulations of a search.

    >>> simulations("mcts:400,network")
    400
    """
    found = re.match(r"mcts:(\d+)", spec)
    assert found is not None, spec
    return int(found[1])


def seed_of(*parts: object) -> int:
    """Return a seed for a purpose; the same parts give the same seed."""
    return int.from_bytes(hashlib.blake2b(repr(parts).encode(), digest_size=8).digest(), "little")


@dataclass(frozen=True)
class Worth:
    """The value of a position for every seat: outcomes and guesses of its search, each divided by all visits."""

    outcome: Values
    guess: Values
    guessed: float
    """The share of the simulations that ended in a guess."""
    visits: int = 1
    """Number of simulations; none where the game is over."""
    drift: Worth | None = None
    """The same over all simulations, not just the second half."""

    def plain(self) -> list[Any]:
        """Return the fields as plain data."""
        numbers = [_rounded(self.outcome), _rounded(self.guess), round(self.guessed, 6), self.visits]
        return [*numbers, None if self.drift is None else self.drift.plain()]

    @classmethod
    def read(cls, plain: list[Any]) -> Worth:
        """Restore what ``plain`` returned."""
        outcome, guess, guessed, visits, drift = plain
        return cls(np.array(outcome), np.array(guess), guessed, visits, None if drift is None else cls.read(drift))

    @property
    def wavering(self) -> Values:
        """An upper bound of the variance that remains in the mean of the games that ended in the search.

        A search keeps trying replies that are not the best, in all copies alike, so more copies do not reduce it.
        """
        ended = 1 - self.guessed
        if ended <= 0 or self.visits == 0:
            return np.zeros_like(self.outcome)
        left: Values = ended * (1 - np.minimum(np.square(self.outcome / ended), 1.0)) / self.visits
        return left


def _rounded(values: Values) -> list[float]:
    return [round(float(v), 6) for v in values]


def end_of(ep: Episode) -> tuple[Values, Values]:
    """Return the outcome and the points of a finished episode, whatever its rewards are."""
    outcome, points = play_out(ep, 1, 0)
    return outcome[0].astype(np.float64), points[0].astype(np.float64)


def involves_chance(ep: Episode, action: int) -> bool:
    """Return whether an action involves chance: a roll, a draw, a deal.

    It does if the random stream has advanced and another seed would have given something else.

    >>> ep = Game("agartha").episode(seed=1)
    >>> involves_chance(ep, int(ep.legal_actions()[0]))
    False
    """
    others = replayed(ep, action)
    copy = next(others)
    if copy.to_bytes() == ep.game.episode_from_state(copy.state, seed=0).to_bytes():
        return False
    state = copy.state
    return any(other.state != state for other in others)


def replayed(ep: Episode, action: int) -> Iterator[Episode]:
    """Yield positions after a choice, each with the chance of another seed."""
    for seed in range(_SEEDS):
        copy = ep.game.episode_from_state(ep.state, seed=seed)
        copy.play(action)
        yield copy


class Judge:
    """Searches the decisions of a record, from any number of threads."""

    def __init__(self, record: Record, spec: str, samples: int, seed: int) -> None:
        self.record = record
        self.samples = samples
        self.seed = seed
        self.spec = spec
        self.game: Game = record.replay(0).game
        wide = simulations(spec)
        shallow = max(_LEAST, 2 * wide // samples)
        self.shallow = re.sub(r"mcts:\d+", f"mcts:{shallow}", spec)
        self._local = threading.local()

    def _agents(self) -> tuple[Agent, Agent]:
        if not hasattr(self._local, "agents"):
            self._local.agents = (Agent(self.spec, self.game), Agent(self.shallow, self.game))
        made: tuple[Agent, Agent] = self._local.agents
        return made

    def decision(self, ep: Episode, step: int, chosen: int) -> dict[str, Any]:
        """Return the analysis of one decision with a choice, as plain data."""
        wide, _ = self._agents()
        wide.reset(seed_of(self.seed, "root", step))
        lines = judge(wide, ep)
        visits = lines["visits"].sum(axis=1)
        best = int(lines["action"][int(np.argmax(visits))])
        alternatives = [
            [int(action), int(count), _line(lines, i).plain()]
            for i, (action, count) in enumerate(zip(lines["action"], visits, strict=True))
            if count > 0
        ]
        return {
            "step": step,
            "best": best,
            "legal": len(visits),
            "alternatives": alternatives,
            "chosen_worth": [w.plain() for w in self.worth(ep, step, chosen)],
            "best_worth": None if best == chosen else [w.plain() for w in self.worth(ep, step, best)],
        }

    def worth(self, ep: Episode, step: int, action: int) -> list[Worth]:
        """Return the value of an action in each copy of the position."""
        assert ep.seat is not None
        found = []
        for sample in range(self.samples):
            copy = ep.redeal(ep.seat, seed_of(self.seed, "deal", step, sample))
            copy.play(action)
            found.append(self.position(copy, seed_of(self.seed, "after", step, sample)))
        return found

    def position(self, ep: Episode, seed: int) -> Worth:
        """Return the value of a position by search, after playing its forced decisions."""
        while not ep.is_over and len(ep.legal_actions()) == 1:
            ep.play(int(ep.legal_actions()[0]))
        if ep.is_over:
            return Worth(end_of(ep)[0], np.zeros(self.game.players), 0.0, visits=0)
        _, shallow = self._agents()
        shallow.reset(seed)
        lines = judge(shallow, ep)
        return _line(lines, int(np.argmax(lines["visits"].sum(axis=1))))

    def anchor(self, ep: Episode, step: int) -> dict[str, Any]:
        """Play copies of a position to the end."""
        outcome, points = play_out(ep, PLAYED_OUT, seed_of(self.seed, "anchor", step))
        return {"step": step, "outcomes": outcome.tolist(), "points": points.tolist()}


def _line(lines: dict[str, NDArray[Any]], i: int) -> Worth:
    """Return a search's value of an action: from its second half, or from all of it if the half never tried it."""
    whole = _mean(lines, i, slice(0, 2))
    if not lines["visits"][i, 1]:
        return whole
    late = _mean(lines, i, slice(1, 2))
    return Worth(late.outcome, late.guess, late.guessed, late.visits, whole)


def _mean(lines: dict[str, NDArray[Any]], i: int, halves: slice) -> Worth:
    visits = float(lines["visits"][i, halves].sum())
    ended = float(lines["ended"][i, halves].sum())
    outcome, guess = (lines[name][i, halves].sum(axis=0).astype(np.float64) / visits for name in ("outcome", "guess"))
    return Worth(outcome, guess, 1 - ended / visits, int(visits))


@dataclass(frozen=True)
class Scale:
    """Puts guesses on the scale of the outcome, and outcomes on the scale of points.

    A guess g counts as (a + b p) g of outcome, with p from 0 at the beginning of the game to 1 at its end.
    """

    a: float = 1.0
    b: float = 0.0
    points: float = 1.0
    """Points of lead (of the team's score in a co-operative game) per unit of outcome."""
    sums_to_zero: bool = True
    """Whether one seat wins what the others lose, so that the values of all sum to zero."""

    def value(self, worth: Worth, progress: float) -> Values:
        """Return the values of all seats."""
        slope = max(self.a + self.b * progress, 0.2)
        value = worth.outcome + slope * worth.guess
        if self.sums_to_zero:
            value = value - value.mean()
        clipped: Values = np.clip(value, -1.0, 1.0)
        return clipped

    @classmethod
    def fitted(
        cls, game: Game, anchors: list[dict[str, Any]], worths: list[Worth], length: int, *, network: bool
    ) -> Scale:
        """Return the scale that fits copies of the game's own positions played to the end.

        A network is trained on outcomes, so its values stay as they are; so do those of a co-operative game, which the
        fast policy nearly always loses, whatever the position.
        """
        versus = not game.cooperative
        if not anchors:
            return cls(points=1 / game.score_scale, sums_to_zero=versus)
        outcomes = np.array([a["outcomes"] for a in anchors], dtype=np.float64)
        points = np.array([a["points"] for a in anchors], dtype=np.float64)
        per_unit = _points_per_unit(game, outcomes, points)
        if network or game.cooperative:
            return cls(points=per_unit, sums_to_zero=versus)
        progress = np.array([a["step"] / max(length, 1) for a in anchors])
        rest = np.array([o.mean(axis=0) - w.outcome for o, w in zip(outcomes, worths, strict=True)])
        guess = np.array([w.guess for w in worths])
        late = guess * progress[:, None]
        a, b = _ridge(np.stack([guess.ravel(), late.ravel()], axis=1), rest.ravel(), np.array([1.0, 0.0]))
        return cls(a=a, b=b, points=per_unit)


def _ridge(x: Values, y: Values, prior: Values) -> tuple[float, float]:
    """Return the least-squares fit of two coefficients, shrunk slightly towards their prior."""
    solved = np.linalg.solve(x.T @ x + _PRIOR * np.eye(2), x.T @ y + _PRIOR * prior)
    return float(solved[0]), float(solved[1])


def _points_per_unit(game: Game, outcomes: Values, points: Values) -> float:
    """Return the slope of the lead in points (the team's score) over the outcome."""
    if game.cooperative:
        x, y = outcomes[..., 0].ravel(), points[..., 0].ravel()
        x, y = x - x.mean(), y - y.mean()
    else:
        best_other = [np.delete(points, seat, axis=2).max(axis=2) for seat in range(game.players)]
        x, y = outcomes.ravel(), (points - np.stack(best_other, axis=2)).ravel()
    spread = float((x * x).sum())
    return abs(float((x * y).sum()) / spread) if spread > 1e-9 else 1 / game.score_scale
