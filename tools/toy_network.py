"""Makes the network for The Shaft, which needs no training: lead the rope down to a multiple of four.

    python tools/toy_network.py python/expedition/networks/toy-2.safetensors

Differences of ReLUs of the depth minus 0, 1, 2 and so on make a peak at each depth; sums of peaks are the logits.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import NDArray

import expedition

DEPTHS = 41
UNITS = DEPTHS + 2


def peaks(height: Callable[[int], float]) -> NDArray[np.float32]:
    """Return the weights that give each depth its height; a peak combines three units."""
    row = np.zeros(UNITS, np.float32)
    for depth in range(DEPTHS):
        row[depth : depth + 3] += height(depth) * np.array([1, -2, 1], np.float32)
    return row


def _wish(steps: int, depth: int) -> float:
    """Return the logit of this number of steps at a depth."""
    return 8.0 * (depth % 4 == steps)


def made() -> expedition.Network:
    """Return the network."""
    game = expedition.Game("toy")
    first = np.zeros((game.observation_size, UNITS), np.float32)
    (left,) = (feature.offset for feature in game.layout if feature.name == "left")
    first[left] = 40
    own = peaks(lambda depth: 4 if depth % 4 else -4)
    tensors = {
        "first.weight": first,
        "first.bias": 1 - np.arange(UNITS, dtype=np.float32),
        "policy.weight": np.stack([peaks(partial(_wish, steps)) for steps in (1, 2, 3)]),
        "policy.bias": np.zeros(3, np.float32),
        "value.weight": np.stack([own, -own]),
        "value.bias": np.zeros(2, np.float32),
    }
    return expedition.Network.from_tensors(
        tensors,
        game,
        indifferent=["depth"],
        training="constructed by tools/toy_network.py",
        strength="wins every game that can be won",
    )


if __name__ == "__main__":
    made().save(sys.argv[1])
