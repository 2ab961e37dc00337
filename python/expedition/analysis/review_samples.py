"""The value of a choice over several copies of a position: a mean and its uncertainty."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from .review_search import Scale, Values, Worth

_POOLED = 3.0
"""Weight, in samples, of the whole game's spread relative to a decision's own."""


@dataclass(frozen=True)
class Sampled:
    """The values of a choice in several copies."""

    samples: Values
    drift: Values
    """The error that more copies do not reduce: the drift of the values as a search goes on."""

    @property
    def mean(self) -> Values:
        """The mean."""
        mean: Values = self.samples.mean(axis=0)
        return mean

    @property
    def variance(self) -> Values:
        """The spread between copies."""
        spread: Values = self.samples.var(axis=0, ddof=1)
        return spread

    @classmethod
    def of(cls, worths: list[Worth], scale: Scale, progress: float, columns: slice) -> Sampled:
        """Return the mean over copies, on the scale of the outcome."""
        late = np.array([scale.value(w, progress)[columns] for w in worths])
        whole = np.array([scale.value(w.drift or w, progress)[columns] for w in worths])
        wavering = np.mean([w.wavering[columns] for w in worths], axis=0)
        return cls(late, np.sqrt(np.square((late - whole).mean(axis=0)) + wavering))


@dataclass(frozen=True)
class Judged:
    """The choice that was made, the one the search prefers (if different), and the difference copy by copy."""

    chosen: Sampled
    best: Sampled | None
    gap: Sampled | None

    def top(self, column: int) -> Sampled:
        """Return the better of the choice that was made and the one the search prefers."""
        better = self.best is not None and self.best.mean[column] > self.chosen.mean[column]
        return self.best if better and self.best is not None else self.chosen

    @classmethod
    def of(cls, row: dict[str, Any], scale: Scale, progress: float, columns: slice) -> Judged:
        """Return the searches of a decision."""
        chosen = Sampled.of(worths_of(row, "chosen"), scale, progress, columns)
        if row["best_worth"] is None:
            return cls(chosen, None, None)
        best = Sampled.of(worths_of(row, "best"), scale, progress, columns)
        return cls(chosen, best, Sampled(best.samples - chosen.samples, np.hypot(best.drift, chosen.drift)))


@dataclass(frozen=True)
class Pooled:
    """The spread over the game: a few samples say little about their spread, so each decision borrows from the rest."""

    values: Values
    gaps: Values

    @classmethod
    def over(cls, judged: list[Judged]) -> Pooled:
        """Return the spread over a game."""
        values = [j.chosen.variance for j in judged]
        gaps = [j.gap.variance for j in judged if j.gap is not None]
        middle = np.mean(values, axis=0) if values else np.zeros(1)
        return cls(middle, np.mean(gaps, axis=0) if gaps else middle)

    def error(self, sampled: Sampled) -> Values:
        """Return the standard error of a value."""
        return self._error(sampled, self.values)

    def gap_error(self, sampled: Sampled) -> Values:
        """Return the standard error of a difference."""
        return self._error(sampled, self.gaps)

    @staticmethod
    def _error(sampled: Sampled, pooled: Values) -> Values:
        count = len(sampled.samples)
        variance = (_POOLED * pooled + (count - 1) * sampled.variance) / (_POOLED + count - 1)
        error: Values = np.hypot(np.sqrt(variance / count), sampled.drift)
        return error


@dataclass(frozen=True)
class Change:
    """What moved the value between two decisions: luck if chance has fallen, else news."""

    luck: Values
    luck_error: Values
    news: Values
    news_error: Values

    @classmethod
    def none(cls, value: Values) -> Change:
        """Return no change of a value."""
        nothing = np.zeros_like(value)
        return cls(nothing, nothing, nothing, nothing)

    @classmethod
    def between(cls, before: tuple[Values, Values] | None, value: Values, error: Values, *, chance: bool) -> Change:
        """Return the change from a value with its error to another; none before the first."""
        nothing = cls.none(value)
        if before is None:
            return nothing
        moved, unsure = value - before[0], np.hypot(error, before[1])
        return (
            replace(nothing, luck=moved, luck_error=unsure)
            if chance
            else replace(nothing, news=moved, news_error=unsure)
        )

    def named(self) -> dict[str, Any]:
        """Return the parts by name."""
        return vars(self).copy()


def worths_of(row: dict[str, Any], which: str) -> list[Worth]:
    """Return the values over copies of the chosen or of the best action."""
    found = row[f"{which}_worth"]
    return [Worth.read(one) for one in (row["chosen_worth"] if found is None else found)]


def middle(worths: list[Worth]) -> Worth:
    """Return the mean over copies."""
    outcome, guess = (np.mean([getattr(w, name) for w in worths], axis=0) for name in ("outcome", "guess"))
    return Worth(outcome, guess, float(np.mean([w.guessed for w in worths])))
