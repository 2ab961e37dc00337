"""Correlates of winning: openings, cards, seats, teams and sources of points, each with its interval.

Every function takes a simulation (of :func:`expedition.simulate`) and returns a tidy DataFrame. A *share* is a
seat's part of its game: 1 for a sole win, an equal part of a shared win, an equal part for everybody if
nobody won. In a co-operative game it is 1 for a game that was won. Correlation need not be causation.

>>> import expedition
>>> from expedition.analysis import effects
>>> result = expedition.simulate("toy", games=40, agents="random", seed=1, decisions=True, progress=False)
>>> effects.first_player(result)[["seat", "games"]].values.tolist()
[[0, 40], [1, 40]]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .._extras import need
from .statistics import mean_interval, wilson

if TYPE_CHECKING:
    import pandas as pd
else:
    pd = need("pandas", "analysis", "expedition.analysis.frames")

__all__ = ["agent_title", "card_rates", "display", "first_player", "openings", "over_rounds", "shares", "team_effects"]


def display(name: str) -> str:
    """Return an id as a display name.

    >>> display("pick sturdy_boots"), display("camp_2")
    ('Pick sturdy boots', 'Camp 2')
    """
    words = name.replace("_", " ").strip()
    return words[:1].upper() + words[1:]


def agent_title(spec: str) -> str:
    """Return an agent's spec as a display name.

    >>> [agent_title(spec) for spec in ("greedy", "mcts:50", "mcts:100,network=subterra-4")]
    ['greedy', 'search of 50', 'search of 100 with network']
    """
    kind, _, rest = spec.partition(":")
    if kind != "mcts":
        return spec.partition("=")[0]
    budget, *settings = rest.split(",")
    guided = any(setting.partition("=")[0] == "network" for setting in settings)
    return f"search of {budget}" + (" with network" if guided else "")


def shares(simulation: Any) -> NDArray[np.float64]:
    """Return every seat's share of every game: (games, players)."""
    won = simulation.won.astype(np.float64)
    if simulation.game.cooperative:
        taken: NDArray[np.float64] = (simulation.outcomes > 0).astype(np.float64)
        return taken
    winners = won.sum(axis=1, keepdims=True)
    parts: NDArray[np.float64] = np.where(winners > 0, won / np.maximum(winners, 1), 1 / won.shape[1])
    return parts


def _rated(groups: dict[str, list[float]], scores: dict[str, list[float]], confidence: float) -> list[dict[str, Any]]:
    rows = []
    for name, found in groups.items():
        low, high = wilson(sum(found), len(found), confidence)
        row = {"name": name, "seats": len(found), "share": float(np.mean(found)), "low": low, "high": high}
        rows.append(row | {"mean_score": float(np.mean(scores[name]))})
    return rows


def _decisions(simulation: Any) -> Iterable[tuple[int, int, str, str]]:
    columns = simulation.decisions.columns
    rows = (int(n) for n in simulation.columns["game"])
    place = {number: row for row, number in enumerate(rows)}
    for game, seat, kind, name in zip(*(columns[c] for c in ("game", "seat", "kind", "name")), strict=True):
        yield place[int(game)], int(seat), str(kind), str(name)


def openings(
    simulation: Any, label: Callable[[str, str], str | None] | None = None, *, length: int = 1, confidence: float = 0.95
) -> pd.DataFrame:
    """Return how each opening fared: name, seats, share with its interval, mean_score; the most played first.

    An opening is the first ``length`` decisions of a seat. ``label(kind, name)`` puts a decision into words, or drops
    it by returning None.
    """
    if length < 1:
        raise ValueError(f"length={length}: an opening has at least one decision")
    taken = shares(simulation)
    first: dict[tuple[int, int], list[str]] = {}
    for game, seat, kind, name in _decisions(simulation):
        so_far = first.setdefault((game, seat), [])
        if len(so_far) < length:
            words = display(name) if label is None else label(kind, name)
            if words is not None:
                so_far.append(words)
    groups: dict[str, list[float]] = {}
    scores: dict[str, list[float]] = {}
    for (game, seat), words_of in first.items():
        if len(words_of) == length:
            name = ", then ".join(words_of)
            groups.setdefault(name, []).append(float(taken[game, seat]))
            scores.setdefault(name, []).append(float(simulation.scores[game, seat]))
    rows = _rated(groups, scores, confidence)
    frame = pd.DataFrame(rows, columns=["name", "seats", "share", "low", "high", "mean_score"])
    return frame.sort_values(["seats", "name"], ascending=[False, True], ignore_index=True)


def card_rates(
    simulation: Any, card: Callable[[str, str], str | None], *, least: int = 1, confidence: float = 0.95
) -> pd.DataFrame:
    """Return how the takers of each card fared: name, seats, rate, share, low, high, mean_score, lift; best first.

    ``card(kind, name)`` is the card a decision takes, or None. ``rate`` is the fraction of all seats that took it at
    least once, ``lift`` the share of those seats relative to the share of all that took some card. Cards taken by fewer
    than ``least`` seats are left out. With many cards, some would leave a 95 % interval by luck alone: the intervals
    are wide enough that together they hold with the requested confidence (Bonferroni).
    """
    taken = shares(simulation)
    seen: dict[tuple[int, int], set[str]] = {}
    for game, seat, kind, name in _decisions(simulation):
        found = card(kind, name)
        if found is not None:
            seen.setdefault((game, seat), set()).add(found)
    groups: dict[str, list[float]] = {}
    scores: dict[str, list[float]] = {}
    for (game, seat), cards in sorted(seen.items()):
        for name in cards:
            groups.setdefault(name, []).append(float(taken[game, seat]))
            scores.setdefault(name, []).append(float(simulation.scores[game, seat]))
    groups = {name: found for name, found in groups.items() if len(found) >= least}
    rows = _rated(groups, scores, 1 - (1 - confidence) / max(len(groups), 1))
    base = float(np.mean([taken[key] for key in seen])) if seen else float("nan")
    frame = pd.DataFrame(rows, columns=["name", "seats", "share", "low", "high", "mean_score"])
    frame.insert(2, "rate", frame["seats"] / max(taken.size, 1))
    frame["lift"] = frame["share"] - base
    return frame.sort_values(["share", "name"], ascending=[False, True], ignore_index=True)


def first_player(simulation: Any, confidence: float = 0.95) -> pd.DataFrame:
    """Return how each seat fared, whichever agent sat there: seat, games, share with its interval, fair, mean_score."""
    taken = shares(simulation)
    rows = []
    for seat in range(taken.shape[1]):
        low, high = wilson(float(taken[:, seat].sum()), len(taken), confidence)
        mean, mean_low, mean_high = mean_interval(simulation.scores[:, seat], confidence)
        fair = float(taken.mean()) if simulation.game.cooperative else 1 / taken.shape[1]
        rows.append((seat, len(taken), float(taken[:, seat].mean()), low, high, fair, mean, mean_low, mean_high))
    columns = ["seat", "games", "share", "low", "high", "fair", "mean_score", "score_low", "score_high"]
    return pd.DataFrame(rows, columns=columns)


def over_rounds(points: pd.DataFrame, confidence: float = 0.95) -> pd.DataFrame:
    """Return the mean points of each source at the end of each round: round, source, seats, mean, low, high.

    ``points`` is the result of :func:`expedition.analysis.frames.scores`.
    """
    last = points.groupby(["game", "round"])["step"].transform("max") == points["step"]
    rows = []
    for (number, source), part in points[last].groupby(["round", "source"]):
        rows.append((number, source, len(part), *mean_interval(part["points"].to_numpy(), confidence)))
    return pd.DataFrame(rows, columns=["round", "source", "seats", "mean", "low", "high"])


def _explorers(state: dict[str, Any]) -> list[str]:
    return [explorer["sheet"] for explorer in state["explorers"]]


def team_effects(
    simulation: Any, members: Callable[[dict[str, Any]], Iterable[str]] = _explorers, confidence: float = 0.95
) -> pd.DataFrame:
    """Return what each member adds to a randomly dealt team: name, games, share, low, high, without, lift.

    ``members`` reads the members from the first state of a game. ``share`` covers the games with the member,
    ``without`` those without it.
    """
    taken = shares(simulation)[:, 0]
    there: dict[str, list[int]] = {}
    for row, seed in enumerate(simulation.columns["seed"]):
        for name in sorted(set(members(simulation.game.episode(seed=int(seed)).state))):
            there.setdefault(name, []).append(row)
    rows = []
    for name, games in there.items():
        won = float(taken[games].sum())
        rest = len(taken) - len(games)
        without = (float(taken.sum()) - won) / rest if rest else float("nan")
        rows.append((name, len(games), won / len(games), *wilson(won, len(games), confidence), without))
    frame = pd.DataFrame(rows, columns=["name", "games", "share", "low", "high", "without"])
    frame["lift"] = frame["share"] - frame["without"]
    return frame.sort_values(["share", "name"], ascending=[False, True], ignore_index=True)
