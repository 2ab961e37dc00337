"""The speed of networks and searches on one core.

>>> found = network_speed("toy", seconds=0.03)
>>> found["alone_per_core"] > 0
True
"""

from __future__ import annotations

from typing import Any

from .._arguments import make_game
from .._engine import Game, Network, measure_network, measure_search


def network_speed(
    game: str | Game, network: str | Network | None = None, *, seconds: float = 1.0, **options: Any
) -> dict[str, float]:
    """Return the positions per second that a network evaluates on one thread, by the clock and by processor time.

    Without a network it measures one with two layers of 256 and random weights, which do not affect the speed.
    ``alone`` is one position at a time, ``together`` in groups, ``observed`` one at a time including the time to write
    its row; ``nonzero`` and ``legal`` are the mean numbers of nonzero inputs and of legal actions.
    """
    loaded = Network.load(network) if isinstance(network, str) else network
    return measure_network(make_game(game, options), loaded, seconds)


def search_speed(
    game: str | Game, agent: str = "mcts:400", *, seconds: float = 1.0, **options: Any
) -> dict[str, float]:
    """Return the choices and simulations per second of a search on one thread, by the clock and by processor time.

    An agent such as ``"mcts:400,network"`` is guided by a network of two layers of 256 with random weights, so that
    games without a shipped one can be measured. ``played`` counts the decisions played within simulations.

    >>> search_speed("toy", "mcts:20", seconds=0.03)["simulations_per_core"] > 0
    True
    """
    parts = agent.split(",")
    spec = ",".join(part for part in parts if part != "network")
    return measure_search(make_game(game, options), spec, "network" in parts, seconds)
