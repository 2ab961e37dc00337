"""The start positions of a batch's episodes: ``Batch(..., starts=...)``."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from ._engine import Episode, Record

PER_RECORD = 16
"""Positions taken from each record, evenly spread over its decisions."""


def positions(starts: str | os.PathLike[str] | Iterable[Episode | Record]) -> list[Episode]:
    """Return the start positions: episodes as they are, positions along records; a folder stands for its records."""
    if isinstance(starts, str | os.PathLike):
        folder = Path(starts)
        if not folder.is_dir():
            raise ValueError(f"starts={str(starts)!r}: there is no such folder of records")
        items: list[Episode | Record] = [
            Record.load(path) for path in sorted(folder.iterdir()) if path.is_file() and not path.name.startswith(".")
        ]
    else:
        items = list(starts)
    if not items:
        raise ValueError("starts: there is no position to begin at")
    found: list[Episode] = []
    for item in items:
        if isinstance(item, Episode):
            found.append(item)
        elif isinstance(item, Record):
            found.extend(_along(item))
        else:
            raise TypeError(f"starts takes episodes, records or a folder of records, not {type(item).__name__}")
    return found


def _along(record: Record) -> list[Episode]:
    """Return the positions before some decisions of a record, evenly spread."""
    moves = [action for _, action, _ in record.moves]
    ep = record.replay(0)
    wanted = set(np.linspace(0, len(moves) - 1, min(PER_RECORD, len(moves))).astype(int).tolist())
    found = []
    for ply, action in enumerate(moves):
        if ply in wanted:
            found.append(ep.clone())
        ep.play(action)
    return found
