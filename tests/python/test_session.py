"""A session of play without a server: its seats, its turns, its opponents and hints."""

from __future__ import annotations

import random
import time

import pytest

import expedition
from expedition.play.desk import Desk
from expedition.play.session import Session, strongest


def test_seats_are_checked() -> None:
    game = expedition.Game("toy")
    for seats in ([2], [-1], []):
        with pytest.raises(ValueError, match="no seat"):
            Session(game, seats)


def test_two_people_at_one_table_see_their_own_seat() -> None:
    desk = Desk(Session(expedition.Game("toy", depth=9), [0, 1], "random", seed=1))
    first = desk.position()
    assert (first["viewer"], first["curtain"]) == (0, None)
    between = desk.play(0, 0)
    assert between["curtain"] == desk.session.game.seat_names[1]
    assert not {"picture", "text", "legal", "log", "news"} & set(between)
    assert desk.position() == between
    second = desk.ready()
    assert (second["viewer"], second["curtain"]) == (1, None)
    assert first["picture"] != second["picture"]
    assert [entry["seat"] for entry in second["news"]] == [0]


def test_a_team_shares_the_screen() -> None:
    game = expedition.Game("subterra", players=2)
    desk = Desk(Session(game, seed=1))
    stream = random.Random(4)
    seen = set()
    for _ in range(60):
        position = desk.advance(50)
        if position["over"]:
            break
        assert position["curtain"] is None
        seen.add(position["viewer"])
        desk.play(stream.choice(position["legal"])["id"], position["step"])
    assert seen == {0, 1}


def test_undo_passes_over_what_left_no_choice() -> None:
    session = Session(expedition.Game("kathmandu"), [0], "random", seed=3)
    stream = random.Random(1)
    session.settle()
    for _ in range(30):
        before = session.ep.clone()
        session.play(stream.choice(session.choices()).action)
        session.settle()
        if session.is_over:
            break
        assert len(session.choices()) > 1
        if stream.random() < 0.3:
            session.undo()
            assert session.ep == before
            assert len(session.log()) == len(before.history)


def test_the_default_opponent_answers_within_a_second() -> None:
    session = Session(expedition.Game("agartha"), [1], seed=1)
    assert session.opponent == "mcts:500ms,network"  # one is shipped for this game
    begin = time.monotonic()
    session.advance()
    assert time.monotonic() - begin < 5  # on a busy machine


@pytest.mark.parametrize("name", expedition.games())
def test_the_default_opponent_and_the_hints_exist_for_every_table(name: str) -> None:
    """A shipped network plays some options of its game; where it does not, the search plays without it."""
    for players in expedition.Game(name).player_counts:
        game = expedition.Game(name, players=players)
        assert expedition.Agent(strongest(game, 1), game).spec.startswith("mcts:1ms")
    session = Session(expedition.Game(name), [0], seed=5)
    session.settle()
    assert session.hint()[0].words.startswith("best")
