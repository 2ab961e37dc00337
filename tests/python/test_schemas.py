"""The games' plain data match their schemas."""

from __future__ import annotations

import json
import random
from importlib.resources import files

import pytest
from jsonschema import Draft202012Validator

import expedition
from expedition.schemas import KINDS, log_rows, record_rows, schema

# A game still being written has none yet.
GAMES = [name for name in expedition.games() if files("expedition.schemas").joinpath(f"{name}.json").is_file()]


def test_shipped_games_have_schemas() -> None:
    assert len(GAMES) >= 5


def fits(game: str, kind: str, value: object) -> None:
    """Fail with the first place that does not match."""
    # Tuples are lists in JSON.
    plain = json.loads(json.dumps(value))
    found = next(Draft202012Validator(schema(game, kind)).iter_errors(plain), None)
    assert found is None, (kind, list(found.absolute_path), found.message)


@pytest.mark.parametrize("name", GAMES)
def test_random_games_fit_their_schemas(name: str) -> None:
    counts = expedition.Game(name).player_counts
    for players in (counts[0], counts[-1]):
        game = expedition.Game(name, players=players)
        ep, stream = game.episode(seed=1000 + players), random.Random(players)
        while not ep.is_over:
            if stream.randrange(12) == 0:
                fits(name, "view", ep.view(stream.randrange(players)))
                fits(name, "state", ep.state)
            ep.play(int(stream.choice(ep.legal_actions())))
        for viewer in (None, 0):
            fits(name, "view", ep.view(viewer))
            fits(name, "log", log_rows(ep.log(viewer)))
        fits(name, "record", record_rows(ep.record()))


@pytest.mark.parametrize("name", GAMES)
def test_schemas_are_valid_and_refuse_what_is_foreign(name: str) -> None:
    for kind in KINDS:
        Draft202012Validator.check_schema(schema(name, kind))
    ep = expedition.Game(name).episode(seed=1)
    for kind, value in (("view", ep.view(0)), ("state", ep.state)):
        validator = Draft202012Validator(schema(name, kind))
        assert not validator.is_valid({**value, "surprise": 1})
        for key in value:
            assert not validator.is_valid({k: v for k, v in value.items() if k != key}), key


def test_unknown_kinds_are_refused() -> None:
    with pytest.raises(ValueError, match="view"):
        schema("toy", "picture")
    with pytest.raises(ValueError, match="toy"):
        schema("chess", "view")
