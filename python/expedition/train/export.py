"""Network files for the engine: weights in half precision, with facts about the network.

The tensors are those of :class:`expedition.train.network.Network`, by the same names; docs/networks.md lists them.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .._engine import Game
from .._engine import Network as Native
from .._extras import need

if TYPE_CHECKING:
    import torch
    from torch import Tensor

    from .network import Network
else:
    torch = need("torch", "train", "Training")
    Tensor = torch.Tensor


def input_names(game: Game) -> list[str]:
    """Return a name for every float of an observation, which identifies it even after the layout has changed."""
    found = []
    for feature in game.layout:
        if len(feature.labels) == feature.size:
            labels = list(feature.labels)
        else:  # the place in the feature's shape, so that a longer axis keeps what was there
            labels = ["#" + ".".join(map(str, place)) for place in np.ndindex(*feature.shape)]
        found += [f"{feature.name}/{label}" for label in labels]
    return found


def action_names(game: Game) -> list[str]:
    """Return the names of all actions, in the order of their ids."""
    return [game.action_name(action) for action in range(game.num_actions)]


def export(network: Network, game: Game, path: str | os.PathLike[str], **facts: Any) -> Path:
    """Write a network for the engine, with ``facts`` about it, such as its strength."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    tensors = {
        name: weights.detach().to("cpu", torch.float32).numpy() for name, weights in network.state_dict().items()
    }
    Native.from_tensors(tensors, game, **facts).save(path)
    return path
