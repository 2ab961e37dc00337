"""Fixtures of the Python tests: every game with its fewest and most players."""

from __future__ import annotations

import signal

import pytest

import expedition

# Processes that a shell starts in the background ignore Ctrl-C, and so would everything they start; tests send it.
signal.signal(signal.SIGINT, signal.default_int_handler)

VARIANTS = [
    (name, players)
    for name in expedition.games()
    for counts in [expedition.Game(name).player_counts]
    for players in sorted({counts[0], counts[-1]})
]


@pytest.fixture(params=VARIANTS, ids=lambda v: f"{v[0]}-{v[1]}")
def game(request: pytest.FixtureRequest) -> expedition.Game:
    """Every game, with its fewest and with its most players."""
    name, players = request.param
    return expedition.Game(name, players=players)


@pytest.fixture(params=expedition.games())
def name(request: pytest.FixtureRequest) -> str:
    """Every game by name."""
    return str(request.param)


@pytest.fixture
def toy() -> expedition.Game:
    """The template game."""
    return expedition.Game("toy")
