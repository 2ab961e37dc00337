"""The value of a choice over several copies of a position: its mean and its error."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from .review_search import Scale, Values, Worth

_POOLED = 3.0
"""Weight of the whole game's spread against a decision's own, in samples."""


@dataclass(frozen=True)
class Sampled:
    """The values of a choice, one row per copy of the position."""

    samples: Values
    drift: Values
    """The error that more copies do not reduce: the values still drift as a search goes on."""

    @property
    def mean(self) -> Values:
        """The mean over the copies."""
        mean: Values = self.samples.mean(axis=0)
        return mean

    @property
    def variance(self) -> Values:
        """The variance between the copies."""
        spread: Values = self.samples.var(axis=0, ddof=1)
        return spread

    @classmethod
    def of(cls, worths: list[Worth], scale: Scale, progress: float, columns: slice) -> Sampled:
        """Return search results, one per copy, on the scale of the outcome."""
        late = np.array([scale.value(w, progress)[columns] for w in worths])
        whole = np.array([scale.value(w.drift or w, progress)[columns] for w in worths])
        wavering = np.mean([w.wavering[columns] for w in worths], axis=0)
        return cls(late, np.sqrt(np.square((late - whole).mean(axis=0)) + wavering))


@dataclass(frozen=True)
class Judged:
    """The choice that was made, the one the search prefers (if different), and their difference copy by copy."""

    chosen: Sampled
    best: Sampled | None
    gap: Sampled | None

    def top(self, column: int) -> Sampled:
        """Return the better of the choice that was made and the one the search prefers."""
        better = self.best is not None and self.best.mean[column] > self.chosen.mean[column]
        return self.best if better and self.best is not None else self.chosen

    @classmethod
    def of(cls, row: dict[str, Any], scale: Scale, progress: float, columns: slice) -> Judged:
        """Return the values from a decision's row of raw searches."""
        chosen = Sampled.of(worths_of(row, "chosen"), scale, progress, columns)
        if row["best_worth"] is None:
            return cls(chosen, None, None)
        best = Sampled.of(worths_of(row, "best"), scale, progress, columns)
        return cls(chosen, best, Sampled(best.samples - chosen.samples, np.hypot(best.drift, chosen.drift)))


@dataclass(frozen=True)
class Pooled:
    """The mean variance over the game: a few samples say little about their own, so each decision borrows from it."""

    values: Values
    gaps: Values

    @classmethod
    def over(cls, judged: list[Judged]) -> Pooled:
        """Return the mean variances of a game's decisions."""
        values = [j.chosen.variance for j in judged]
        gaps = [j.gap.variance for j in judged if j.gap is not None]
        mean = np.mean(values, axis=0) if values else np.zeros(1)
        return cls(mean, np.mean(gaps, axis=0) if gaps else mean)

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
    """The change of value between two decisions: luck if chance intervened, otherwise news."""

    luck: Values
    luck_error: Values
    news: Values
    news_error: Values

    @classmethod
    def none(cls, value: Values) -> Change:
        """Return a change of zero."""
        nothing = np.zeros_like(value)
        return cls(nothing, nothing, nothing, nothing)

    @classmethod
    def between(cls, before: tuple[Values, Values] | None, value: Values, error: Values, *, chance: bool) -> Change:
        """Return the change from one value with its error to another; zero without a first one."""
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
        """Return the fields by name."""
        return vars(self).copy()


def worths_of(row: dict[str, Any], which: str) -> list[Worth]:
    """Return the search results over copies, of the ``chosen`` or of the ``best`` action."""
    found = row[f"{which}_worth"]
    return [Worth.read(one) for one in (row["chosen_worth"] if found is None else found)]


def mean_worth(worths: list[Worth]) -> Worth:
    """Return the mean of search results."""
    outcome, guess = (np.mean([getattr(w, name) for w in worths], axis=0) for name in ("outcome", "guess"))
    return Worth(outcome, guess, float(np.mean([w.guessed for w in worths])))
