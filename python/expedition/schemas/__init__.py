"""JSON schemas of what the games give as plain data: ``view``, ``state``, ``log`` and ``record`` of each.

>>> schema("toy", "view")["type"]
'object'

They are made by ``tools/schemas.py`` from games of every variant, and describe the shape: names, types, what may be
None. A log is described as ``log_rows`` gives it, a record as the lines of its file.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from importlib.resources import files
from typing import Any

from .._arguments import one_of
from .._engine import Entry, Record, games

__all__ = ["KINDS", "log_rows", "record_rows", "schema"]

KINDS = ("view", "state", "log", "record")


def schema(game: str, kind: str) -> dict[str, Any]:
    """Return a schema (JSON Schema 2020-12) of a game."""
    one_of("game", game, games())
    one_of("kind", kind, KINDS)
    found = files("expedition.schemas").joinpath(f"{game}.json")
    if not found.is_file():
        raise ValueError(f"there are no schemas of {game} yet: python tools/schemas.py {game} makes them")
    shared: dict[str, Any] = json.loads(found.read_text(encoding="utf-8"))
    return {"$schema": shared["$schema"], "title": f"{kind} of {game}", **shared["kinds"][kind]}


def log_rows(log: Iterable[Entry]) -> list[dict[str, Any]]:
    """Return a log as plain data.

    >>> import expedition
    >>> ep = expedition.Game("toy").episode(seed=1)
    >>> ep.play(0)
    >>> log_rows(ep.log())[0]["name"]
    'lead 1'
    """
    return [
        {
            "step": entry.step,
            "seat": entry.seat,
            "action": entry.action,
            "name": entry.name,
            "sentence": entry.sentence,
            "events": [
                {"kind": event.kind, "seat": event.seat, "fields": event.fields, "text": event.text}
                for event in entry.events
            ],
        }
        for entry in log
    ]


def record_rows(record: Record) -> list[Any]:
    """Return the lines of a record's file: what was played, each decision, the end."""
    return [json.loads(line) for line in record.to_text().splitlines() if line]
