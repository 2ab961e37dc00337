"""Short games to begin with."""

from __future__ import annotations

import pytest

import expedition
from expedition.train import ppo
from expedition.train.curriculum import bags, moments, named
from expedition.train.presets import preset


def test_bags_hold_the_keys_and_as_many_tiles_as_asked_for() -> None:
    game = expedition.Game("subterra", players=4)
    kinds = list(dict.fromkeys((tile["type"], tile["shape"]) for tile in game.content["tiles"]))
    keys = [at for at, (kind, _) in enumerate(kinds) if kind == "key"]
    whole = game.episode(seed=0).state["bag"]
    found = bags(game, sizes=(6, 15, 30), each=3)
    for ep, size in zip(found, [6] * 3 + [15] * 3 + [30] * 3, strict=True):
        state = ep.state
        assert sum(state["bag"]) == size
        assert all(state["bag"][at] == whole[at] for at in keys), "a game without its Keys cannot be won"
        assert [a + b for a, b in zip(state["bag"], state["discarded"], strict=True)] == whole
    assert found[0].state["bag"] != found[1].state["bag"], "each seed draws its own"
    with pytest.raises(ValueError, match="starts='bags' is for Sub Terra II"):
        bags(expedition.Game("toy"))


def test_sub_terra_begins_with_short_games() -> None:
    table = ppo.Trainer(preset("subterra").changed(num_envs=32, threads=1, stagger=1)).tables[0]
    sizes = [sum(table.batch.episode(lane).state["bag"]) for lane in range(32)]
    assert min(sizes) < 12
    assert len(set(sizes)) > 4


def test_the_sizes_of_the_bags_can_be_chosen() -> None:
    game = expedition.Game("subterra", players=4)
    found = named(game, "bags:24-30")
    assert found is not None
    assert sorted({sum(ep.state["bag"]) for ep in found}) == [24, 27, 30]
    assert named(game, "greedy:epsilon=0.3") is None
    for wrong in ("bags:5-30", "bags:30-24", "bags:24", "bags:x-30", "bags:24-31"):
        with pytest.raises(ValueError, match="needs tiles from 6 to 30"):
            named(game, wrong)
    with pytest.raises(ValueError, match="is for Sub Terra II"):
        named(expedition.Game("toy"), "bags:24-30")


def test_moments_are_the_milestones_of_games() -> None:
    options = {"players": 4, "explorers": ["archaeologist", "veteran", "sapper", "sharpshooter"], "reward": "score"}
    game = expedition.Game("subterra", difficulty="beginner", **options)
    found = moments(game, games=24, seed=2, threads=1)
    states = [ep.state for ep in found]
    assert all(state["hall"] is not None and not ep.is_over for ep, state in zip(found, states, strict=True))
    assert {state["inserted"] for state in states} == {0, 1, 2, 3}
    taken = sum(state["cursed"] for state in states)
    assert 0 < taken < len(states)
    assert taken % 2 == 0, "the Artifact decides the game, so its moment counts twice"
    with pytest.raises(ValueError, match="starts='moments' is for Sub Terra II"):
        named(expedition.Game("toy"), "moments")
