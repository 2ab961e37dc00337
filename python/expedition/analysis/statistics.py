"""Intervals and ratings."""

from __future__ import annotations

from math import log, sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike, NDArray

ELO = 400 / log(10)
"""Elo points per unit of the logistic scale."""


def quantile(confidence: float) -> float:
    """Return how many standard deviations a two-sided interval reaches.

    >>> round(quantile(0.95), 2)
    1.96
    """
    return NormalDist().inv_cdf(0.5 + confidence / 2)


def wilson(successes: float, trials: int, confidence: float = 0.95) -> tuple[float, float]:
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
    return max(0.0, centre - half), min(1.0, centre + half)


def mean_interval(values: ArrayLike, confidence: float = 0.95) -> tuple[float, float, float]:
    """Return the mean of some numbers and its interval by the normal law; no width where there is one number only.

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
    pair that met, so that a rating stays finite where one side won everything.

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
