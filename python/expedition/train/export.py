"""Networks in files that the engine reads: half precision, with what they are for beside the weights.

The tensors are those of :class:`expedition.train.network.Network`, by the same names; docs/training.md lists them.
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
    """Return a name for every float of an observation, by which it is found again when the layout has changed."""
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
    """Write a network for the engine. ``facts``, such as its strength, go into the file as they are."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    tensors = {
        name: weights.detach().to("cpu", torch.float32).numpy() for name, weights in network.state_dict().items()
    }
    Native.from_tensors(tensors, game, **facts).save(path)
    return path


def transplanted(
    state: dict[str, Tensor], inputs: list[str], actions: list[str], game: Game, network: Network
) -> dict[str, Tensor]:
    """Return the weights of a network for a game whose layout or actions have changed since.

    What is found by name keeps its weights; a new input counts nothing at first, a new action is as unlikely as any.
    """
    fresh = network.state_dict()
    for name, weights in state.items():
        if name in ("first.weight", "policy.weight", "policy.bias"):
            continue
        if name not in fresh or fresh[name].shape != weights.shape:
            raise ValueError(f"the networks differ in {name}: set the same first, width, depth and players")
        fresh[name] = weights
    if state["first.weight"].shape[1] != fresh["first.weight"].shape[1]:
        raise ValueError("the networks differ in first.weight: set the same first")
    rows = torch.zeros_like(fresh["first.weight"])
    for row, old in _found(inputs, input_names(game)).items():
        rows[row] = state["first.weight"][old]
    fresh["first.weight"] = rows
    known = {name: row for row, name in enumerate(actions)}
    for name in ("policy.weight", "policy.bias"):
        weights = fresh[name].clone()
        for row, action in enumerate(action_names(game)):
            if action in known:
                weights[row] = state[name][known[action]]
        fresh[name] = weights
    return fresh


def _found(old: list[str], new: list[str]) -> dict[int, int]:
    """Return for each new input the old one of that name, or of the same place in a feature with other labels."""
    known = {name: row for row, name in enumerate(old)}
    found = {row: known[name] for row, name in enumerate(new) if name in known}
    then, now = _features(old), _features(new)
    for feature, rows in now.items():
        before = then.get(feature, [])
        if len(before) == len(rows) and not any(row in found for row in rows):
            found |= dict(zip(rows, before, strict=True))
    return found


def _features(names: list[str]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for row, name in enumerate(names):
        found.setdefault(name.rpartition("/")[0], []).append(row)
    return found
