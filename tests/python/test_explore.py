"""A position to explore: choices, values, where they lead, and nothing that the seat cannot know."""

from __future__ import annotations

import pytest

import expedition


def test_a_walk_of_the_toy() -> None:
    game = expedition.Game("toy", depth=6)
    ep = game.episode(seed=1)
    walk = game.explore(ep, agent="mcts:200", depth=2, width=3)
    assert len(walk) == 1 + 3 + 9
    best = walk.root.choices[0]
    assert best.name == "lead 2"
    assert best.value is not None
    assert best.value > 0.8
    assert best.leads is not None
    assert best.leads.seat == 1
    assert not ep.history  # the episode is as it was
    page = walk.page()
    assert "https://" not in page
    assert page == game.explore(ep, agent="mcts:200", depth=2, width=3).page()


def test_values_of_choices_that_lead_somewhere() -> None:
    """A search with a network tries few choices; those that can be clicked still have a value."""
    game = expedition.Game("toy", depth=4)
    walk = game.explore(game.episode(seed=1), agent="mcts:30,network", depth=2, width=3)
    for choice in walk.root.choices:
        assert choice.value is not None
        assert choice.value < -0.5  # with four steps left every choice loses


@pytest.mark.parametrize("name", ["agartha", "arnak"])
def test_nothing_hidden_is_shown(name: str) -> None:
    game = expedition.Game(name)
    ep = game.episode(seed=3)
    agent = expedition.Agent("greedy", game, seed=1)
    for _ in range(12):
        ep.play(agent.act(ep))
    other = ep.redeal(ep.seat or 0, 77)
    settings = {"agent": "mcts:20", "depth": 1, "width": 2}
    assert game.explore(ep, **settings).page() == game.explore(other, **settings).page()


def test_bad_input_gets_a_sentence() -> None:
    game = expedition.Game("toy", depth=3)
    ep = game.episode(seed=1)
    with pytest.raises(ValueError, match="more than 400 positions"):
        game.explore(ep, depth=8, width=50)
    with pytest.raises(ValueError, match="depth goes from 1 to 8"):
        game.explore(ep, depth=0)
    with pytest.raises(ValueError, match="belongs to"):
        expedition.Game("toy").explore(ep)
    ep.play("lead 3")
    with pytest.raises(ValueError, match="is over"):
        game.explore(ep)
