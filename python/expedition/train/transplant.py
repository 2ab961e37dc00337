"""Networks to start from: those of other runs, of exported files, and of games whose layout has changed."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from .._engine import Game
from .._engine import Network as Native
from .._extras import need
from . import _checkpoint
from .export import action_names, input_names

if TYPE_CHECKING:
    import torch
    from torch import Tensor

    from .network import Network
else:
    torch = need("torch", "train", "Training")
    Tensor = torch.Tensor


def found(source: str | os.PathLike[str]) -> tuple[str, dict[str, Tensor], list[str], list[str], float]:
    """Return a network's game, weights, names of inputs and actions, and the scale of its values.

    The source is a checkpoint of any version, an exported file, or the name of a shipped network.
    """
    if Path(source).suffix == ".pt":
        config, state = _checkpoint.read(source, any_version=True)
        return config.game, state["average"], state["inputs"], state["actions"], state["progress"][5]
    native = Native.load(source)
    weights = {name: torch.from_numpy(array) for name, array in native.tensors().items()}
    game, scale = native.game, float(native.info.get("scale", 1.0))
    return game.name, weights, input_names(game), action_names(game), scale


def transplanted(
    state: dict[str, Tensor], inputs: list[str], actions: list[str], game: Game, network: Network
) -> dict[str, Tensor]:
    """Return the weights of a network for a game whose layout or actions have changed.

    What is found by name keeps its weights; a new input counts nothing at first, a new action or seat starts fresh.
    """
    fresh = network.state_dict()
    for name, weights in state.items():
        if name in ("first.weight", "policy.weight", "policy.bias"):
            continue
        if name in ("value.weight", "value.bias") and fresh[name].shape[1:] == weights.shape[1:]:
            # Values begin with the viewer's, so the first ones mean the same at a larger table.
            seats = min(len(weights), len(fresh[name]))
            fresh[name] = torch.cat([weights[:seats], fresh[name][seats:]])
            continue
        if name not in fresh or fresh[name].shape != weights.shape:
            raise ValueError(f"the networks differ in {name}: first, width and depth must be the same")
        fresh[name] = weights
    if state["first.weight"].shape[1] != fresh["first.weight"].shape[1]:
        raise ValueError("the networks differ in first.weight: first must be the same")
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
    """Return for each new input the old one with that name, or in the same place of a feature with other labels."""
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
