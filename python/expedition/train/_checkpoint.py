"""Checkpoints: written completely or not at all, and read without running anything in them."""

from __future__ import annotations

import dataclasses
import io
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .._engine import Game
from .._extras import need
from .._files import write_bytes
from .config import Config
from .export import action_names, input_names

if TYPE_CHECKING:
    import torch
else:
    torch = need("torch", "train", "Training")

FORMAT = 4


def write(path: str | os.PathLike[str], config: Config, game: Game, state: dict[str, Any]) -> None:
    """Write a checkpoint."""
    plain = {k: list(v) if isinstance(v, tuple) else v for k, v in dataclasses.asdict(config).items()}
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    about = {
        "format": FORMAT, "config": plain, "game_version": game.version, "inputs": input_names(game),
        "actions": action_names(game),
    }  # fmt: skip
    packed = io.BytesIO()
    torch.save(about | state, packed)
    write_bytes(path, packed.getvalue())


def read(path: str | os.PathLike[str], *, any_version: bool = False) -> tuple[Config, dict[str, Any]]:
    """Read a checkpoint; one from another program, format or game version is refused."""

    try:
        state = torch.load(path, weights_only=True)
        if state["format"] != FORMAT:
            raise ValueError(f"{path} is a checkpoint of another version of expedition")
        fixed: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in state["config"].items()}
        config = Config(**fixed)
    except (OSError, ValueError):
        raise
    except Exception as error:
        raise ValueError(f"{path} is not a checkpoint of expedition, or is damaged: {type(error).__name__}") from error
    if any_version:
        return config, state
    then, now = state["game_version"], Game(config.game, **config.options).version
    if then != now:
        raise ValueError(
            f"{path} was trained on version {then} of {config.game}, which is now at version {now}; "
            "--from begins a new run with its network"
        )
    return config, state
