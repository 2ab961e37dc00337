"""The Gymnasium spaces of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .._engine import Game
from .._extras import need

if TYPE_CHECKING:
    from gymnasium import spaces


def _spaces() -> Any:
    return need("gymnasium", "gym", "A Gymnasium space").spaces


def action_space(game: Game) -> spaces.Discrete:
    """Return the flat action space.

    >>> import expedition
    >>> action_space(expedition.Game("toy"))
    Discrete(3)
    """
    return _spaces().Discrete(game.num_actions)  # type: ignore[no-any-return]


def observation_space(game: Game) -> spaces.Box:
    """Return the observation space, with the declared bounds of every float.

    >>> import expedition
    >>> game = expedition.Game("toy")
    >>> observation_space(game).shape == (game.observation_size,)
    True
    """
    low = np.empty(game.observation_size, np.float32)
    high = np.empty(game.observation_size, np.float32)
    for feature in game.layout:
        here = slice(feature.offset, feature.offset + feature.size)
        low[here], high[here] = feature.low, feature.high
    return _spaces().Box(low, high, dtype=np.float32)  # type: ignore[no-any-return]


def sparse_space(game: Game) -> spaces.Dict:
    """Return the space of a sparse observation: ``{"indices", "values", "count"}``, as in :class:`expedition.Batch`.

    >>> import expedition
    >>> sorted(sparse_space(expedition.Game("toy")))
    ['count', 'indices', 'values']
    """
    slots = (game.max_nonzero,)
    low = min(0.0, *(feature.low for feature in game.layout))
    high = max(feature.high for feature in game.layout)
    return _spaces().Dict(  # type: ignore[no-any-return]
        {
            "indices": _spaces().Box(0, game.observation_size, slots, dtype=np.int32),
            "values": _spaces().Box(low, high, slots, dtype=np.float32),
            "count": _spaces().Box(0, game.max_nonzero, (), dtype=np.int32),
        }
    )


def masked_space(game: Game) -> spaces.Dict:
    """Return the space of ``{"observation", "action_mask"}``, as in PettingZoo's board games."""
    mask = _spaces().Box(0, 1, (game.num_actions,), dtype=np.int8)
    return _spaces().Dict({"observation": observation_space(game), "action_mask": mask})  # type: ignore[no-any-return]
