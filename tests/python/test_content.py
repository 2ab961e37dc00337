"""Accepted content can be shown in every way: pictures, texts, views, sentences, logs. The rest is refused."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

import expedition
from expedition import show

GAMES = expedition.games()
TRIES = 60
#: Words that users write where a name or an id is expected.
ODD = ["", " ", "x", "ß & <b>", '"quoted"', "a" * 60, "two words", "0", "-", "None", "../up", "\u202e"]


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the paths of everything inside a table."""
    items = enumerate(value) if isinstance(value, list) else value.items() if isinstance(value, dict) else ()
    for key, inner in items:
        yield (*path, key)
        yield from _places(inner, (*path, key))


def _mutant(table: Any, rng: random.Random) -> tuple[Any, str]:
    """Return a table with one or two changes that an editor might make, and what they were."""
    table, said = copy.deepcopy(table), []
    for _ in range(rng.choice([1, 1, 2])):
        # Fields of one kind are equally likely, however long a table is.
        by_key: dict[Any, list[tuple[Any, ...]]] = {}
        for path in _places(table):
            by_key.setdefault(tuple(key if isinstance(key, str) else "#" for key in path), []).append(path)
        if not by_key:
            break
        path = rng.choice(by_key[rng.choice(list(by_key))])
        owner: Any = table
        for key in path[:-1]:
            owner = owner[key]
        old = owner[path[-1]]
        change = rng.choice(["drop", "leave out", "empty", "odd", "copy", "number"])
        if change == "drop":
            del owner[path[-1]]
        elif change == "leave out" and isinstance(path[-1], str) and len(path) > 1:
            rows = table
            for key in path[:-2]:
                rows = rows[key]
            for row in rows if isinstance(rows, list) else rows.values():
                if isinstance(row, dict):
                    row.pop(path[-1], None)
        elif change == "copy" and isinstance(owner, list):
            owner.insert(rng.randrange(len(owner) + 1), copy.deepcopy(old))
        elif isinstance(old, str):
            owner[path[-1]] = "" if change == "empty" else rng.choice(ODD)
        elif isinstance(old, bool):
            owner[path[-1]] = not old
        elif isinstance(old, int):
            owner[path[-1]] = rng.choice([0, 1, 2, old + 1, max(old - 1, 0), 9, 40, 255, -1])
        elif isinstance(old, list):
            owner[path[-1]] = [] if change == "empty" else old[::-1]
        else:
            continue
        said.append(f"{change} {path}: {old!r}"[:200])
    return table, "; ".join(said)


def _show(game: expedition.Game, seed: int) -> None:
    """Show a random episode in every possible way, at its beginning, midway and at its end."""
    show.gallery(game)
    artist = show.Artist(game)
    ep, rng, left = game.episode(seed=seed), random.Random(seed), 0
    while True:
        if left == 0 or ep.is_over:
            left = rng.randrange(10, 60)
            for viewer in (None, *range(game.players)):
                artist.scene(ep, viewer).svg("light")
                assert ep.to_text(viewer)
                json.dumps(ep.view(viewer))
            if not ep.is_over:
                assert isinstance(artist.asks(ep), str)
                for action in ep.legal_actions()[:40]:
                    assert ep.describe(int(action))
                    artist.targets(ep, int(action))
        if ep.is_over:
            break
        left -= 1
        ep.play(int(rng.choice(list(ep.legal_actions()))))
    assert ep.log()
    assert ep.result().reason
    game.explain(ep.observe(0))


@pytest.mark.parametrize("name", GAMES)
def test_content_that_is_accepted_can_be_shown(name: str) -> None:
    shipped = expedition.Game(name).content
    accepted = refused = 0
    for number in range(TRIES):
        rng = random.Random(f"{name} {number}")
        table = rng.choice(list(shipped))
        changed, said = _mutant(shipped[table], rng)
        options = {"players": rng.choice(expedition.Game(name).player_counts)} if rng.random() < 0.7 else {}
        try:
            game = expedition.Game(name, content={table: changed}, **options)
        except ValueError as error:
            if len(str(error)) < 20:
                raise
            refused += 1
            continue
        accepted += 1
        try:
            _show(game, number)
        except Exception as error:
            raise AssertionError(f"{name} {number}, {table}: {said}") from error
    assert min(accepted, refused) > TRIES // 10, (accepted, refused)
