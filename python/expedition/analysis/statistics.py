"""Intervals and ratings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike, NDArray

ELO = 400 / log(10)
"""Elo points per unit of the logistic scale."""


def quantile(confidence: float) -> float:
    """Return the half-width of a two-sided interval in standard deviations.

    >>> round(quantile(0.95), 2)
    1.96
    """
    return NormalDist().inv_cdf(0.5 + confidence / 2)


def wilson(successes: float, trials: float, confidence: float = 0.95) -> tuple[float, float]:
    """Return the Wilson interval of a share.

    >>> [round(x, 3) for x in wilson(95, 100)]
    [0.888, 0.978]
    """
    if trials == 0:
        return 0.0, 1.0
    z = quantile(confidence)
    share = successes / trials
    centre = (share + z * z / (2 * trials)) / (1 + z * z / trials)
    half = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials)) / (1 + z * z / trials)
    # The share itself is always inside, whatever rounding does near 0 and 1.
    return max(0.0, min(share, centre - half)), min(1.0, max(share, centre + half))


def paired_share(
    points: NDArray[np.float64], deals: NDArray[np.int64], confidence: float = 0.95
) -> tuple[float, float, float]:
    """Return a share of points and its interval when games of the same deal are not independent.

    It is the Wilson interval for the number of independent games that the deals are worth. A deal played from both
    sides is one observation: if each side gets the luck of the deal in turn, a pair carries more information than two
    separate games; if its games only repeat each other, less. One extra deal, as uncertain as a single game, accounts
    for what a few deals cannot show.

    >>> one_each = np.array([1.0, 0.0] * 50)
    >>> [round(x, 2) for x in paired_share(one_each, np.arange(100))]
    [0.5, 0.4, 0.6]
    >>> [round(x, 2) for x in paired_share(one_each, np.arange(100) // 2)]
    [0.5, 0.48, 0.52]
    """
    games = len(points)
    if games == 0:
        return 0.5, 0.0, 1.0
    share = float(np.mean(points))
    _, where = np.unique(deals, return_inverse=True)
    number = int(where.max()) + 1
    if share in (0, 1) or number < 2:
        return share, *wilson(share * number, number, confidence)
    strayed = np.bincount(where, weights=points - share)
    size = games / number
    variance = (float(strayed @ strayed) * number / (number - 1) + size * size * share * (1 - share)) / games**2
    worth = share * (1 - share) / variance
    return share, *wilson(share * worth, worth, confidence)


@dataclass(frozen=True)
class Meeting:
    """The games of two agents: the first agent's share of each game's point, and the deal of each game."""

    first: int
    second: int
    points: NDArray[np.float64]
    deals: NDArray[np.int64]


def rate(number: int, meetings: Sequence[Meeting], anchor: int = 0) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return ratings by :func:`bradley_terry`, and a covariance that treats each deal as one observation.

    All games of a deal, whoever played them and from whichever side, may err together: their errors are added before
    they are squared (the sandwich estimate with deals as clusters). The half wins that keep ratings finite err on their
    own.
    """
    wins = np.zeros((number, number))
    for each in meetings:
        wins[each.first, each.second] += each.points.sum()
        wins[each.second, each.first] += (1 - each.points).sum()
    ratings, covariance = bradley_terry(wins, anchor)
    strays: dict[int, NDArray[np.float64]] = {}
    meat = np.zeros((number, number))
    for each in meetings:
        if not len(each.points):
            continue
        expected = 1 / (1 + np.exp(ratings[each.second] - ratings[each.first]))
        side = np.zeros(number)
        side[each.first], side[each.second] = 1, -1
        deals, where = np.unique(each.deals, return_inverse=True)
        for deal, stray in zip(deals.tolist(), np.bincount(where, weights=each.points - expected), strict=True):
            strays[deal] = strays.get(deal, np.zeros(number)) + stray * side
        meat += 0.25 * ((1 - expected) ** 2 + expected**2) * np.outer(side, side)
    count = len(strays)
    if count < 2:
        return ratings, covariance
    together = np.array(list(strays.values()))
    meat += together.T @ together * count / (count - 1)
    return ratings, covariance @ meat @ covariance


def mean_interval(values: ArrayLike, confidence: float = 0.95) -> tuple[float, float, float]:
    """Return the mean of some numbers and its normal interval; a single number has no width.

    >>> [round(x, 2) for x in mean_interval([1.0, 2.0, 3.0])]
    [2.0, 0.87, 3.13]
    """
    numbers = np.asarray(values, dtype=np.float64)
    mean = float(numbers.mean()) if numbers.size else float("nan")
    half = quantile(confidence) * float(numbers.std(ddof=1)) / sqrt(numbers.size) if numbers.size > 1 else 0.0
    return mean, mean - half, mean + half


def bradley_terry(wins: NDArray[np.float64], anchor: int = 0) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return ratings on the logistic scale, the anchor at 0, and their covariance (from the Fisher information).

    ``wins[i, j]`` is how often i beat j; a draw is half a win for each. Half a win is added to both sides of every
    pair that met, so that a rating stays finite even if one side won everything.

    >>> ratings, _ = bradley_terry(np.array([[0.0, 25.0], [75.0, 0.0]]))
    >>> [round(float(r), 2) for r in ratings]
    [0.0, 1.09]
    """
    number = len(wins)
    met = (wins + wins.T) > 0
    padded = wins + 0.5 * met
    games = padded + padded.T
    ratings = np.zeros(number)
    free = [i for i in range(number) if i != anchor]
    information = np.zeros((number, number))
    for _ in range(100):
        expected = 1 / (1 + np.exp(ratings[None, :] - ratings[:, None]))
        gradient = (padded - games * expected).sum(axis=1)
        curvature = games * expected * (1 - expected)
        information = np.diag(curvature.sum(axis=1)) - curvature
        step = np.zeros(number)
        if free:
            step[free] = np.linalg.pinv(information[np.ix_(free, free)]) @ gradient[free]
        ratings += np.clip(step, -1, 1)
        if np.abs(step).max() < 1e-10:
            break
    covariance = np.zeros((number, number))
    if free:
        covariance[np.ix_(free, free)] = np.linalg.pinv(information[np.ix_(free, free)])
    return ratings, covariance
