"""Review pages: the replay page of a record with the values of its choices above it, as one HTML file.

>>> import expedition
>>> ep = expedition.Game("toy", depth=3).episode(seed=1)
>>> ep.play("lead 3")
>>> "Expected outcome over the game" in review_page(ep.record(), "mcts:40")
True
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from .._engine import Record
from ..show import Artist
from .replay import asset, framed
from .replay import page as replay_page

if TYPE_CHECKING:
    from ..analysis.review import Decision, Review

__all__ = ["embedded", "page", "review_page"]

_LISTED = 8
"""Number of alternatives listed for a decision."""


def review_page(record: Record, agent: str = "mcts:200", **settings: Any) -> str:
    """Review a record and return the page, as offered at the end of a game. ``settings`` are those of the review."""
    from ..analysis.review import review

    return page(review(record, agent, progress=False, **settings))


def page(review: Review) -> str:
    """Return the page of a review."""
    plain = json.dumps(_data(review), separators=(",", ":"), ensure_ascii=False).replace("</", "<\\/")
    whole = replay_page(review.record)
    body = asset("review.html")
    script = f'<script id="review-data" type="application/json">{plain}</script>\n<script>{asset("review.js")}</script>'
    whole = _put(whole, "</head>", f"<style>{asset('review.css')}</style>\n</head>")
    whole = _put(whole, "<main>", f"{body}\n<main>")
    # The script must be listening before the replay shows its first position.
    return _put(whole, '<script id="data"', f'{script}\n<script id="data"')


def _put(whole: str, mark: str, text: str) -> str:
    before, found, after = whole.partition(mark)
    if not found:
        raise RuntimeError(f"the replay page has no {mark}")
    return before + text + after


def embedded(review: Review, height: int = 900) -> str:
    """Return the page in a frame, for notebooks."""
    return framed(page(review), "review", height)


def _data(review: Review) -> dict[str, Any]:
    from ..analysis.review_report import rounds

    summary = review.summary()
    columns = range(len(review.columns))
    decisions = review.decisions
    return {
        "columns": review.columns,
        "agent": review.agent,
        "values": [[_round(d.value[c]) for d in decisions] + [_round(review.outcome[c])] for c in columns],
        "errors": [[_round(d.value_error[c]) for d in decisions] + [0] for c in columns],
        "luck": [[_round(one.luck[c]) for one in review.changes] for c in columns],
        "news": [[_round(one.news[c]) for one in review.changes] for c in columns],
        "rounds": rounds(review),
        "seats": summary_rows(summary),
        "costly": [[d.step, d.seat, _round(d.loss), d.sentence.rstrip(".")] for d in summary.costly],
        "turning": None if summary.turning is None else summary.turning.step,
        "lucky": [
            [c.step, c.seat, _round(c.change), c.words] for c in (*summary.luckiest[:3], *summary.unluckiest[:3])
        ],
        "chance": _chance(review),
        "details": _details(review),
    }


def _chance(review: Review) -> dict[int, str]:
    """Return for each decision what chance did before it, in words, and what that was worth."""
    from ..analysis.review_report import chances

    told: dict[int, str] = {}
    for c in chances(review):
        worth = f"{c.change:+.2f} ± {c.error:.2f} for {'the team' if review.game.cooperative else c.seat}"
        told[c.step] = f"{told[c.step]}, {worth}" if c.step in told else f"{c.words}: {worth}"
    return told


def summary_rows(summary: Any) -> list[dict[str, Any]]:
    """Return the seats of a summary with rounded numbers."""
    return [{name: _round(v) if isinstance(v, float) else v for name, v in seat.items()} for seat in summary.seats]


def _details(review: Review) -> list[dict[str, Any] | None]:
    artist = Artist(review.game)
    ep = review.record.replay(0)
    found: list[dict[str, Any] | None] = []
    for d in review.decisions:
        if d.forced:
            found.append(None)
        else:
            found.append({
                "text": _sentence(review, d),
                "chosen": artist.targets(ep, d.action),
                "best": artist.targets(ep, d.best),
                "alternatives": [
                    [a.sentence, _round(a.value), a.visits, a.action == d.action, a.action == d.best]
                    for a in _listed(d)
                ],
                "more": max(0, d.legal - len(_listed(d))),
            })  # fmt: skip
        ep.play(d.action)
    return found


def _listed(decision: Decision) -> list[Any]:
    """Return the alternatives to list: the best ones, and the one that was chosen."""
    first = list(decision.alternatives[:_LISTED])
    return first + [a for a in decision.alternatives[_LISTED:] if a.action == decision.action]


def _sentence(review: Review, d: Decision) -> str:
    who = review.game.seat_names[d.seat]
    whom = "the team" if review.game.cooperative else who
    value = f"Before it the game was worth {d.value[review.column(d)]:+.2f} to {whom}."
    chosen, best = d.sentence.rstrip("."), d.best_sentence.rstrip(".")
    if d.action == d.best:
        return f"{value} {chosen}: nothing better was found."
    cost = f"{chosen}: cost {d.loss:.2f} ± {d.loss_error:.2f}"
    if d.loss <= 2 * d.loss_error:
        return f"{value} {cost}, which is within the error. The search prefers: {best}."
    return f"{value} {cost} (about {d.loss_points:.1f} points). Better: {best}."


def _round(value: Any) -> float:
    return round(float(value), 3)
