"""Generates the JSON schemas of expedition.schemas from games of every variant; run it when a view or state changes."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import expedition
from expedition.schemas import log_rows

FOLDER = Path(__file__).parents[1] / "python" / "expedition" / "schemas"
GAMES = 6
EVERY = 9


class Shape:
    """The shape of the values it has seen."""

    def __init__(self) -> None:
        self.kinds: set[str] = set()
        self.objects = 0
        self.keys: dict[str, tuple[int, Shape]] = {}
        self.items: Shape | None = None

    def see(self, value: Any) -> None:
        """Learn from one value."""
        match value:
            case None:
                self.kinds.add("null")
            case bool():
                self.kinds.add("boolean")
            case int():
                self.kinds.add("integer")
            case float():
                self.kinds.add("integer" if value.is_integer() else "number")
            case str():
                self.kinds.add("string")
            case dict():
                self.kinds.add("object")
                self.objects += 1
                for key, inner in value.items():
                    count, shape = self.keys.setdefault(key, (0, Shape()))
                    shape.see(inner)
                    self.keys[key] = (count + 1, shape)
            case _:
                self.kinds.add("array")
                self.items = self.items or Shape()
                for inner in value:
                    self.items.see(inner)

    def merged(self) -> Shape:
        """Return the shape of all values of a map."""
        one = Shape()
        for _, shape in self.keys.values():
            one.kinds |= shape.kinds
            one.objects += shape.objects
            for key, (count, inner) in shape.keys.items():
                before, known = one.keys.get(key, (0, inner))
                one.keys[key] = (before + count, known)
            one.items = one.items or shape.items
        return one

    def schema(self) -> dict[str, Any]:
        """Return the shape as a JSON schema."""
        kinds = self.kinds - ({"integer"} if "number" in self.kinds else set())
        out: dict[str, Any] = {}
        if kinds:
            out["type"] = sorted(kinds) if len(kinds) > 1 else next(iter(kinds))
        if "object" in kinds:
            out |= self._object()
        if "array" in kinds:
            out["items"] = self.items.schema() if self.items else {}
        return out

    def _object(self) -> dict[str, Any]:
        always = [key for key, (count, _) in self.keys.items() if count == self.objects]
        of_numbers = all(shape.kinds <= {"integer", "number"} for _, shape in self.keys.values())
        # Counts by name: which names occur depends on the position.
        if (of_numbers and len(always) < len(self.keys)) or not self.keys:
            return {"additionalProperties": self.merged().schema() or {"type": "integer"}}
        properties = {key: shape.schema() for key, (_, shape) in self.keys.items()}
        return {"properties": properties, "required": sorted(always), "additionalProperties": False}


def variants(name: str) -> Iterator[tuple[expedition.Game, int]]:
    """Yield the game with every number of players and with every choice of every option, and a number of games."""
    for players in expedition.Game(name).player_counts:
        yield expedition.Game(name, players=players), GAMES
    for option in expedition.Game(name).option_help:
        takes = str(option["takes"])
        if option["name"] in ("reward", "observation") or not takes.startswith("one of "):
            continue
        for choice in takes.removeprefix("one of ").split(", "):
            # Some choices need tables supplied by the user.
            with suppress(ValueError):
                yield expedition.Game(name, **{str(option["name"]): json.loads(choice)}), 1


def positions(game: expedition.Game, seed: int) -> Iterator[expedition.Episode]:
    """Yield positions of a game between agents that play at random or, for every fourth seed, mostly greedily."""
    agent = expedition.Agent("greedy:epsilon=0.3" if seed % 4 == 3 else "random", game, seed=seed)
    ep, stream = game.episode(seed=seed), random.Random(seed)
    while not ep.is_over:
        if stream.randrange(EVERY) == 0:
            yield ep
        ep.play(agent.act(ep))
    yield ep


def shapes(name: str) -> dict[str, Shape]:
    """Return the shapes of a game's view, state and log."""
    found = {kind: Shape() for kind in ("view", "state", "log")}
    for game, games in variants(name):
        for seed in range(games):
            for ep in positions(game, seed):
                found["state"].see(ep.state)
                for viewer in (None, *range(game.players)):
                    found["view"].see(ep.view(viewer))
            for viewer in (None, 0):
                found["log"].see(log_rows(ep.log(viewer)))
    return found


def record_schema() -> dict[str, Any]:
    """Return the schema of the lines of a record, which is the same for every game."""
    digest = {"type": "string", "pattern": "^[0-9a-f]{16}$"}
    head = {
        "type": "object",
        "properties": {
            "format": {"const": "expedition-record"},
            "format_version": {"type": "integer"},
            "game": {"type": "string"},
            "version": {"type": "integer"},
            "options": {"type": "object"},
            "content": {"type": "object"},
            "seed": {"type": "integer"},
            "first": digest,
            "steps": {"type": "integer"},
        },
        "required": ["format", "format_version", "game", "options", "seed", "steps", "version"],
    }
    move = [{"type": "integer"}, {"type": "integer"}, {"type": "string"}, digest]
    decision = {"type": "array", "prefixItems": move, "minItems": 4, "maxItems": 4}
    end = {"type": "object", "properties": {"end": digest}, "required": ["end"]}
    return {"type": "array", "prefixItems": [head], "items": {"anyOf": [decision, end]}, "minItems": 1}


def main() -> None:
    """Write all schemas."""
    for name in sys.argv[1:] or expedition.games():
        found = {kind: shape.schema() for kind, shape in shapes(name).items()}
        event = found["log"]["items"]["properties"]["events"]["items"]
        # An event's fields depend on its kind.
        event["properties"]["fields"] = {"type": "object"}
        event["properties"]["seat"] = {"type": ["integer", "null"]}
        whole = {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "kinds": {**found, "record": record_schema()},
        }
        (FOLDER / f"{name}.json").write_text(json.dumps(whole, indent=1, sort_keys=True) + "\n", encoding="utf-8")
        print(name)


if __name__ == "__main__":
    main()
