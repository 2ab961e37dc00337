"""A review in brief: each seat's accuracy, the costliest decisions, luck, the turning point; and its figure."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np

from .._extras import need
from .._terminal import table
from .style import colours, seat_colours, style

if TYPE_CHECKING:
    import matplotlib.figure

    from .review import Decision, Review

__all__ = ["Chance", "Summary", "plot"]

COSTLY = 5
"""Costly decisions, and lucky and unlucky events, listed in a summary."""


@dataclass(frozen=True)
class Chance:
    """The effect of chance on a seat between two decisions."""

    step: int
    """The decision it came before; after the last one, the number of decisions."""
    seat: str
    change: float
    error: float
    words: str
    """The events, in words."""


@dataclass(frozen=True)
class Summary:
    """A review in brief. Print it, or read its parts."""

    title: str
    seats: list[dict[str, Any]]
    """For each seat (or the team): accuracy, mean loss, decisions with a choice, and the parts of its outcome."""
    costly: list[Decision]
    """The decisions that cost most."""
    luckiest: list[Chance]
    unluckiest: list[Chance]
    turning: Decision | None
    """The decision after which the game was never level again."""
    seat_names: tuple[str, ...]

    @classmethod
    def of(cls, review: Review) -> Summary:
        """Return the summary of a review."""
        # Anything within twice its error of zero may be noise of the search.
        certain = [c for c in chances(review) if abs(c.change) > 2 * c.error]
        return cls(
            title=f"{review.game.title}: {len(review)} decisions, values by {review.agent}",
            seats=_seats(review),
            costly=sorted((d for d in review.decisions if d.loss > 0), key=lambda d: (-d.loss, d.step))[:COSTLY],
            luckiest=sorted((c for c in certain if c.change > 0), key=lambda c: (-c.change, c.step))[:COSTLY],
            unluckiest=sorted((c for c in certain if c.change < 0), key=lambda c: (c.change, c.step))[:COSTLY],
            turning=turning_point(review),
            seat_names=review.game.seat_names,
        )

    def sentence(self, decision: Decision) -> str:
        """Return a costly decision as a sentence."""
        who = self.seat_names[decision.seat]
        cost = f"which cost {decision.loss:.2f} ± {decision.loss_error:.2f} ({decision.loss_points:.1f} points)"
        made, best = (sentence.rstrip(".") for sentence in (decision.sentence, decision.best_sentence))
        return f"decision {decision.step + 1}, {who}: {made}, {cost}; better: {best}"

    def __str__(self) -> str:
        rows = [
            [s["seat"], f"{s['accuracy']:.0%}", f"{s['mean_loss']:.3f}", f"{s['choices']}", f"{s['start']:+.2f}",
             *(f"{s[part]:+.2f}" for part in ("luck", "news", "own", "others", "outcome"))]
            for s in self.seats
        ]  # fmt: skip
        head = ["seat", "accuracy", "mean loss", "choices", "start", "luck", "news"]
        head += ["own losses", "given by others", "outcome"]
        lines = [self.title, "", table(head, rows)]
        if self.costly:
            lines += ["", "Costliest decisions", *(f"- {self.sentence(d)}" for d in self.costly)]
        for name, found in (("Luckiest", self.luckiest), ("Unluckiest", self.unluckiest)):
            if found:
                lines += ["", name, *(f"- {_line(chance)}" for chance in found)]
        if self.turning is not None:
            who = self.seat_names[self.turning.seat]
            lines += ["", f"Turning point: decision {self.turning.step + 1}, {who}: {self.turning.sentence}"]
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"


def _line(chance: Chance) -> str:
    words = f": {chance.words}" if chance.words else ""
    return f"before decision {chance.step + 1}, {chance.seat}: {chance.change:+.2f} ± {chance.error:.2f}{words}"


def _seats(review: Review) -> list[dict[str, Any]]:
    rows = []
    for column, parts in enumerate(review.parts()):
        own = [d for d in review.decisions if review.column(d) == column and not d.forced]
        rows.append({
            **parts,
            "accuracy": float(np.mean([d.accuracy for d in own])) if own else 1.0,
            "mean_loss": float(np.mean([d.loss for d in own])) if own else 0.0,
            "choices": len(own),
        })  # fmt: skip
    return rows


def chances(review: Review) -> list[Chance]:
    """Return the luck of each seat, one entry per gap between decisions in which chance intervened.

    With two seats it is reported for the first alone: the other's is the opposite.
    """
    texts = review.happened
    found = []
    gaps = [(d.step, d.luck, d.luck_error) for d in review.decisions if not d.forced]
    gaps.append((len(review), review.last.luck, review.last.luck_error))
    reported, columns = 0, review.columns
    if len(columns) == 2:
        columns = columns[:1]
    for step, luck, error in gaps:
        since = [text for happened in texts[reported:step] for text in happened]
        reported = step
        for column, name in enumerate(columns):
            if luck[column] != 0:
                found.append(Chance(step, name, float(luck[column]), float(error[column]), in_words(since)))
    return found


def in_words(texts: list[str]) -> str:
    """Return what chance did as one line, the same thing once."""
    once = list(dict.fromkeys(text.rstrip(".") for text in texts))
    return "; ".join(once[:4]) + (" ..." if len(once) > 4 else "")


def turning_point(review: Review) -> Decision | None:
    """Return the decision after which the value stayed on one side of its start for good; None if there is none.

    The value is the team's in a co-operative game, otherwise that of the seat that did best.
    """
    if not review.decisions:
        return None
    column = int(np.argmax(review.outcome))
    level = float(review.start[column])
    sign = 1 if review.outcome[column] >= level else -1
    last = None
    for d in review.decisions:
        if sign * (float(d.after[column]) - level) <= 0:
            last = d
    if last is None or last.step + 1 >= len(review):
        return last
    return review.decisions[last.step + 1]


def rounds(review: Review) -> list[tuple[int, int]]:
    """Return (first decision, round) of every round after the first."""
    found = []
    for before, now in zip(review.decisions, review.decisions[1:], strict=False):
        if now.round != before.round:
            found.append((now.step, now.round))
    return found


def plot(review: Review, column: int = 0, axes: Any = None) -> matplotlib.figure.Figure:
    """Draw the value of a column over the game (all columns if there are more than two), with luck below."""
    if not 0 <= column < len(review.columns):
        raise ValueError(f"column={column}: this review has {len(review.columns)}: {', '.join(review.columns)}")
    plt = need("matplotlib.pyplot", "analysis", "plot()")
    with style():
        if axes is None:
            figure, axes = plt.subplots(2, 1, sharex=True, figsize=(8.4, 5.2), height_ratios=[3, 1])
        else:
            figure = axes[0].figure
        _curve(review, column, axes[0])
        _luck(review, column, axes[1])
    made: matplotlib.figure.Figure = figure
    return made


def _curve(review: Review, column: int, ax: Any) -> None:
    ink, seats = colours(), seat_colours()
    steps = [*(d.step for d in review.decisions), len(review)]
    shown = range(len(review.columns)) if len(review.columns) > 2 else [column]
    for each in shown:
        values = np.array([*(d.value[each] for d in review.decisions), review.outcome[each]])
        errors = np.array([*(d.value_error[each] for d in review.decisions), 0.0])
        ax.fill_between(steps, values - errors, values + errors, color=seats[each], alpha=0.2, linewidth=0)
        ax.plot(steps, values, color=seats[each], label=review.columns[each], drawstyle="steps-post")
    for step, number in rounds(review):
        ax.axvline(step, color=ink["line"], linewidth=0.8, linestyle=":")
        name = "round " if step == rounds(review)[0][0] else ""
        ax.text(step, 1.04, f" {name}{number}", color=ink["soft"], fontsize=8, va="bottom", clip_on=False)
    # Labels of marks that lie close together alternate above and below.
    near, last, above = len(review) / 16, -float("inf"), False
    for d in sorted(review.summary().costly, key=lambda costly: costly.step):
        each = review.column(d)
        where = d.value[each if each in shown else column]
        ax.plot(
            d.step, where, marker="v", markersize=9, color=seats[each], markeredgecolor=ink["ink"], linestyle="none"
        )
        above, last = d.step - last > near or not above, d.step
        shift, edge = (8, "bottom") if above else (-8, "top")
        ax.annotate(
            f"{-d.loss:.2f}",
            (d.step, where),
            xytext=(0, shift),
            textcoords="offset points",
            ha="center",
            va=edge,
            fontsize=8,
            bbox={"facecolor": ink["paper"], "edgecolor": "none", "alpha": 0.8, "pad": 0.6},
        )
    ax.axhline(0, color=ink["line"], linewidth=0.8)
    ax.set_ylim(-1.05, 1.15)
    ax.set_ylabel("expected outcome")
    ax.plot([], [], marker="v", linestyle="none", color=ink["soft"], label="what cost most, in its seat's colour")
    ax.legend(loc="lower left", ncols=len(review.columns) + 1)
    ax.set_title(f"{review.game.title}: expected outcome over the game", pad=14)


def _luck(review: Review, column: int, ax: Any) -> None:
    ink = colours()
    steps = [*(d.step for d in review.decisions), len(review)]
    luck = np.array([change.luck[column] for change in review.changes])
    news = np.array([change.news[column] for change in review.changes])
    ax.bar(steps, news, width=1.0, color=ink["line"], label="news: no chance involved")
    for falls, colour, label in ((luck > 0, ink["good"], "good luck"), (luck < 0, ink["accent"], "bad luck")):
        ax.bar(steps, np.where(falls, luck, 0), width=1.0, color=colour, label=label)
    ax.legend(loc="lower right", ncols=3, fontsize=8, borderaxespad=0)
    low, high = ax.get_ylim()
    ax.set_ylim(low - 0.45 * (high - low), high)  # room for the legend
    ax.axhline(0, color=ink["line"], linewidth=0.8)
    ax.set_ylabel("luck" if len(review.columns) == 1 else f"luck of {review.columns[column]}")
    ax.set_xlabel("decision")
