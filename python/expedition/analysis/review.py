"""Review a finished game: where it was won and lost.

>>> import expedition
>>> game = expedition.Game("toy", depth=6)
>>> ep = game.episode(seed=1)
>>> for name in ("lead 1", "lead 1", "lead 3", "lead 1"):
...     ep.play(name)
>>> review = expedition.review(ep.record(), agent="mcts:400", progress=False)
>>> [(row.name, row.best_name) for row in review.decisions if row.loss > 1]
[('lead 1', 'lead 2')]

Definitions
-----------
``V(t)`` is the value to each seat of the position before decision t if the seat to act makes the best choice known,
``Q(t)`` the value after the choice that was made, before chance intervenes; both are expected outcomes, found by
search on what the acting seat knew (:mod:`expedition.analysis.review_search`). Then

- the *loss* of a decision is ``V(t) - Q(t)`` for the seat that made it, never below zero;
- the same difference for another seat is what the decision gave it or cost it;
- the *luck* before a decision is ``V(t) - Q(t - 1)`` if chance intervened since: a draw, a roll, a deal;
- if it did not, the same change is *news*: the next seat has different information than the last one, something
  hidden was revealed, or the search had not foreseen what was played.

So for every seat ``V(0)``, plus all luck and news, minus all differences, is exactly the outcome: the sum telescopes.
Errors of the values shift amounts between the parts, never the sum. A decision without a choice changes nothing: chance
around it counts as luck before the next decision with a choice.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .._engine import Episode, Record
from .._extras import need
from .._files import write_text
from . import review_search as search
from .review_chance import happened
from .review_samples import Change, Judged, Pooled, Sampled, mean_worth, worths_of
from .review_search import Judge, Scale, Values, Worth
from .review_work import FORMAT, Work, missing, read, resume, to_text
from .simulate import all_threads

if TYPE_CHECKING:
    import matplotlib.figure
    import pandas

__all__ = ["Alternative", "Decision", "Review", "review"]


@dataclass(frozen=True)
class Alternative:
    """A choice that the search considered."""

    action: int
    name: str
    sentence: str
    visits: int
    value: float
    """Its value for the seat to act."""


@dataclass(frozen=True)
class Decision:
    """One decision of a reviewed game; values are expected outcomes from -1 to 1, one for each column of the review."""

    step: int
    round: int
    seat: int
    kind: str
    action: int
    name: str
    sentence: str
    legal: int
    best: int
    best_name: str
    best_sentence: str
    value: Values
    """The value before the decision, given the best choice."""
    value_error: Values
    after: Values
    """The value after the choice that was made, before chance intervenes."""
    after_error: Values
    luck: Values
    """The change of value since the last decision with a choice, if chance intervened since."""
    luck_error: Values
    news: Values
    """The same change if it did not: what became known, and what the search had not foreseen."""
    news_error: Values
    loss: float
    """The value the choice cost its own seat."""
    loss_error: float
    loss_points: float
    """The same on the scale of points."""
    alternatives: tuple[Alternative, ...]
    """The choices the search considered, best first."""

    @property
    def forced(self) -> bool:
        """Whether there was nothing to choose."""
        return self.legal == 1

    @property
    def accuracy(self) -> float:
        """The accuracy of the choice, from 0 to 1: a loss of a tenth gives 0.37, of a hundredth 0.90."""
        return float(np.exp(-10 * self.loss))


class Review:
    """A reviewed game: ``decisions`` and their totals."""

    def __init__(self, record: Record, spec: str, header: dict[str, Any], raw: dict[str, list[dict[str, Any]]]) -> None:
        self.record = record
        self.agent = spec
        """The search that produced the values."""
        self._header, self._raw = header, raw
        ep = record.replay(0)
        self.game = ep.game
        self.is_over = False
        self.columns = ["team"] if self.game.cooperative else list(self.game.seat_names)
        self.decisions: list[Decision] = []
        self.chance: list[bool] = []
        """Whether chance intervened after each decision."""
        self.scale = self._scale()
        """The calibration from the search's guesses to expected outcomes, and on to points."""
        self._assemble()

    # ------------------------------------------------------------------ from the searches

    def _scale(self) -> Scale:
        by_step = {row["step"]: row for row in self._raw["decisions"]}
        anchors = self._raw["anchors"]
        worths = [mean_worth(worths_of(by_step[a["step"]], "best")) for a in anchors]
        return Scale.fitted(self.game, anchors, worths, len(self.record), network="network" in self.agent)

    def _assemble(self) -> None:
        columns = slice(0, len(self.columns))
        by_step = {row["step"]: row for row in self._raw["decisions"]}
        length = len(self.record)
        judged = {step: Judged.of(row, self.scale, step / max(length, 1), columns) for step, row in by_step.items()}
        pooled = Pooled.over(list(judged.values()))
        ep = self.record.replay(0)
        last: tuple[Values, Values] | None = None
        chance = False
        moves = self.record.moves
        begins = min(judged, default=None)
        first = None if begins is None else judged[begins].top(0 if self.game.cooperative else moves[begins][0])
        for step, (seat, action, name) in enumerate(moves):
            column = 0 if self.game.cooperative else seat
            facts: dict[str, Any] = {
                "step": step,
                "round": ep.round,
                "seat": seat,
                "kind": ep.decision or "",
                "action": action,
                "name": name,
                "sentence": ep.describe(action),
            }
            if step in judged:
                row = by_step[step]
                made = self._judged(ep, facts, row, judged[step], pooled, last, column, chance=chance)
                chance = False
            else:
                made = self._forced(facts, first, pooled, last)
            self.decisions.append(made)
            last = (made.after, made.after_error)
            self.chance.append(search.involves_chance(ep, action))
            chance = chance or self.chance[-1]
            ep.play(action)
        self._finish(ep, last, columns, chance=chance)

    def _judged(
        self,
        ep: Episode,
        facts: dict[str, Any],
        row: dict[str, Any],
        judged: Judged,
        pooled: Pooled,
        last: tuple[Values, Values] | None,
        column: int,
        *,
        chance: bool,
    ) -> Decision:
        made, top = judged.chosen, judged.top(column)
        action = facts["action"]
        value, error = top.mean, pooled.error(top)
        after, after_error = made.mean, pooled.error(made)
        gap = judged.gap
        loss = float(value[column] - after[column])
        loss_error = float(pooled.gap_error(gap)[column]) if gap is not None else 0.0
        best_action = action if top is made else int(row["best"])
        return Decision(
            **facts,
            legal=row["legal"],
            best=best_action,
            best_name=self.game.action_name(best_action),
            best_sentence=ep.describe(best_action),
            value=value,
            value_error=error,
            after=after,
            after_error=after_error,
            **Change.between(last, value, error, chance=chance).named(),
            loss=loss,
            loss_error=loss_error,
            loss_points=loss * self.scale.points,
            alternatives=self._alternatives(ep, row, judged, action, column),
        )

    def _alternatives(
        self, ep: Episode, row: dict[str, Any], judged: Judged, chosen: int, column: int
    ) -> tuple[Alternative, ...]:
        progress = row["step"] / max(len(self.record), 1)
        known = {chosen: judged.chosen.mean[column]}
        if judged.best is not None:
            known[int(row["best"])] = judged.best.mean[column]
        rows = {
            action: (visits, self.scale.value(Worth.read(w), progress)[column])
            for action, visits, w in row["alternatives"]
        }
        rows.setdefault(chosen, (0, known[chosen]))
        listed = [
            Alternative(a, self.game.action_name(a), ep.describe(a), visits, float(known.get(a, value)))
            for a, (visits, value) in rows.items()
        ]
        # Choices valued in the same copies come first; the others rest on a single search.
        return tuple(sorted(listed, key=lambda one: (one.action not in known, -one.value, -one.visits, one.action)))

    def _forced(
        self, facts: dict[str, Any], first: Sampled | None, pooled: Pooled, last: tuple[Values, Values] | None
    ) -> Decision:
        if last is not None:
            value, error = last
        elif first is not None:  # before the first decision: the value found at the first choice
            value, error = first.mean, pooled.error(first)
        else:
            value = search.end_of(self.record.replay())[0][: len(self.columns)]
            error = np.zeros_like(value)
        return Decision(
            **facts,
            legal=1,
            best=facts["action"],
            best_name=facts["name"],
            best_sentence=facts["sentence"],
            value=value,
            value_error=error,
            after=value,
            after_error=error,
            **Change.none(value).named(),
            loss=0.0,
            loss_error=0.0,
            loss_points=0.0,
            alternatives=(),
        )

    def _finish(self, ep: Episode, last: tuple[Values, Values] | None, columns: slice, *, chance: bool) -> None:
        self.is_over = ep.is_over
        if ep.is_over:
            self.outcome: Values = search.end_of(ep)[0][columns]
        else:
            worth = Worth.read(self._raw["end"][0]["worth"])
            self.outcome = self.scale.value(worth, 1.0)[columns]
        self.scores = [float(s) for s in ep.scores()]
        self.start: Values = self.decisions[0].value if self.decisions else self.outcome
        self.start_error: Values = self.decisions[0].value_error if self.decisions else np.zeros_like(self.outcome)
        self.last = Change.between(last, self.outcome, np.zeros_like(self.outcome), chance=chance)
        """The change of value after the last decision, by luck or by news."""

    # ------------------------------------------------------------------ as tables

    def __len__(self) -> int:
        return len(self.decisions)

    def __repr__(self) -> str:
        return f"<expedition.Review of {self.record!r} by {self.agent}>"

    def column(self, decision: Decision) -> int:
        """Return the column of the seat that decided."""
        return 0 if self.game.cooperative else decision.seat

    @cached_property
    def happened(self) -> list[list[str]]:
        """What chance did at each decision, in words."""
        return happened(self.record)

    @property
    def changes(self) -> list[Decision | Change]:
        """The changes by luck and news: before each decision, and after the last."""
        return [*self.decisions, self.last]

    def parts(self) -> list[dict[str, Any]]:
        """Return the parts of each column's outcome with their errors: start, luck, news, own losses, effect of others.

        ``start + luck + news + own + others`` is the outcome.
        """
        rows = []
        for column, name in enumerate(self.columns):
            own = [d for d in self.decisions if self.column(d) == column]
            others = [d for d in self.decisions if self.column(d) != column]
            rows.append({
                "seat": name,
                "start": float(self.start[column]),
                "start_error": float(self.start_error[column]),
                "luck": sum(float(c.luck[column]) for c in self.changes),
                "luck_error": float(np.sqrt(sum(c.luck_error[column] ** 2 for c in self.changes))),
                "news": sum(float(c.news[column]) for c in self.changes),
                "news_error": float(np.sqrt(sum(c.news_error[column] ** 2 for c in self.changes))),
                "own": -sum(d.loss for d in own),
                "own_error": float(np.sqrt(sum(d.loss_error**2 for d in own))),
                "others": sum(float(d.after[column] - d.value[column]) for d in others),
                "outcome": float(self.outcome[column]),
            })  # fmt: skip
        return rows

    def to_pandas(self) -> pandas.DataFrame:
        """Return one row per decision; values, luck, news and their errors have a column per seat, or for the team."""
        frame_of = need("pandas", "analysis", "to_pandas()").DataFrame
        labels = ["team"] if self.game.cooperative else [str(seat) for seat in range(self.game.players)]
        rows = []
        for d in self.decisions:
            row: dict[str, Any] = {
                "step": d.step, "round": d.round, "seat": d.seat, "decision": d.kind, "legal": d.legal,
                "action": d.action, "chosen": d.name, "best": d.best_name,
                "loss": d.loss, "loss_se": d.loss_error, "loss_points": d.loss_points, "accuracy": d.accuracy,
            }  # fmt: skip
            for i, label in enumerate(labels):
                row |= {
                    f"value_{label}": float(d.value[i]), f"value_se_{label}": float(d.value_error[i]),
                    f"after_{label}": float(d.after[i]), f"luck_{label}": float(d.luck[i]),
                    f"luck_se_{label}": float(d.luck_error[i]), f"news_{label}": float(d.news[i]),
                    f"news_se_{label}": float(d.news_error[i]),
                }  # fmt: skip
            rows.append(row)
        frame: pandas.DataFrame = frame_of(rows)
        frame.attrs["expedition"] = {"agent": self.agent, "outcome": self.outcome.tolist(), "parts": self.parts()}
        return frame

    def summary(self) -> Any:
        """Return the accuracy of each seat, the costliest decisions, the luckiest events and the turning point."""
        from .review_report import Summary

        return Summary.of(self)

    def plot(self, column: int = 0, axes: Any = None) -> matplotlib.figure.Figure:
        """Draw the values over the game: rounds, costly decisions, and luck as bars below."""
        from .review_report import plot

        return plot(self, column, axes)

    def to_html(self, path: str | os.PathLike[str]) -> None:
        """Write the replay page with the values on top: one file that works offline."""
        from ..play.reviewed import page

        write_text(path, page(self))

    def _repr_html_(self) -> str:
        from ..play.reviewed import embedded

        return embedded(self)

    # ------------------------------------------------------------------ saving and loading

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the review to a file that ``Review.load`` reads."""
        write_text(path, to_text(self._header, self._raw))

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Review:
        """Read a saved review, or the file of one that ran to its end."""
        header, raw = read(Path(path))
        record = Record.from_text(header["record"])
        if missing(record, raw):
            raise ValueError(f"{os.fspath(path)} belongs to an unfinished review: run the review again with this file")
        return cls(record, header["agent"], header, raw)


def review(
    record: Record | Episode | str | os.PathLike[str],
    agent: str = "mcts:400",
    progress: bool = True,
    *,
    samples: int = 6,
    seed: int = 0,
    threads: int | None = None,
    network: bool = True,
    file: str | os.PathLike[str] | None = None,
    tick: Callable[[int, int], object] | None = None,
) -> Review:
    """Review a game: the value and cost of every decision, and the luck.

    ``agent`` is a search with a number of simulations; the network shipped for the game guides it, unless
    ``network`` is False. ``samples`` is the number of copies of a position in which a choice is valued. ``file`` keeps
    finished work: a stopped review continues from it, a finished one is read. The same record, agent, samples
    and seed give the same review, whatever ``threads`` is (all cores by default). ``tick`` is called with the
    number of finished searches and the total.
    """
    if isinstance(record, str | os.PathLike):
        record = Record.load(record)
    elif isinstance(record, Episode):
        record = record.record()
    elif not isinstance(record, Record):
        raise TypeError(f"a review is of a Record, an Episode or the path of a record, not of {type(record).__name__}")
    if not 2 <= samples <= 1000:
        raise ValueError(f"samples={samples}: it must be a whole number from 2 to 1000; estimating an error takes two")
    end = record.replay()
    spec = search.resolved(agent, end.game, network=network)
    header = {"format": FORMAT, "agent": spec, "samples": samples, "seed": seed, "record": record.to_text()}
    raw: dict[str, list[dict[str, Any]]] = {"decisions": [], "anchors": [], "end": []}
    where = None if file is None else Path(file)
    if where is not None and where.exists():
        raw = resume(where, header)
    judge = Judge(record, spec, samples, seed)
    work = Work(judge, raw, where, header)
    work.run(end, all_threads(threads), progress=progress, tick=tick)
    for rows in raw.values():
        rows.sort(key=lambda row: int(row["step"]))
    return Review(record, spec, header, raw)
