"""Games and single episodes, as the README and the contract promise them."""

from __future__ import annotations

import copy
import json
import pickle
import re
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import expedition
from expedition._engine import Stream
from expedition.testing import BrokenGameError, check_game


def play_random(game: expedition.Game, seed: int, limit: int | None = None) -> expedition.Episode:
    ep, stream = game.episode(seed=seed), Stream("test", seed)
    while not ep.is_over and (limit is None or len(ep.history) < limit):
        legal = ep.legal_actions()
        ep.play(int(legal[stream.below(len(legal))]))
    return ep


def test_every_game_keeps_its_promises(game: expedition.Game) -> None:
    check_game(game, episodes=4)


@pytest.mark.parametrize("reward", ["outcome", "score"])
@pytest.mark.parametrize("observation", ["compact", "padded"])
def test_the_common_options(name: str, reward: str, observation: str) -> None:
    check_game(name, episodes=1, reward=reward, observation=observation)


def test_the_suite_notices_a_broken_game(monkeypatch: pytest.MonkeyPatch, toy: expedition.Game) -> None:
    """The suite can fail: bounds that the observations exceed are named."""
    import expedition.testing as testing

    size = toy.observation_size
    monkeypatch.setattr(testing, "_bounds", lambda game: (np.zeros(size), np.full(size, 0.25)))
    with pytest.raises(BrokenGameError, match="stays within its bounds: left is"):
        check_game(toy, episodes=1)


def test_games_are_listed_in_order() -> None:
    assert list(expedition.games()) == sorted(expedition.games())
    assert {"toy"} <= set(expedition.games())


def test_a_game_tells_about_itself(game: expedition.Game) -> None:
    assert game.name in expedition.games()
    assert game.version >= 1
    assert game.options["players"] == game.players or "explorers" in game.options
    assert {"players", "reward", "observation"} <= set(game.options)
    assert game.rules.startswith("# ")
    json.dumps(game.content)
    assert game == expedition.Game(game.name, **game.options)
    assert hash(game) == hash(expedition.Game(game.name, **game.options))


def test_action_names_and_fields(game: expedition.Game) -> None:
    for action in range(game.num_actions):
        assert game.action_id(game.action_name(action)) == action
    fields = [json.dumps(game.action_fields(action)) for action in range(game.num_actions)]
    assert len(set(fields)) == game.num_actions, "verb and arguments tell the actions apart"


def test_the_action_space_does_not_depend_on_options(name: str) -> None:
    assert expedition.Game(name).num_actions == expedition.Game(name, reward="score", observation="padded").num_actions


def test_padded_observations_have_one_size(name: str) -> None:
    counts = expedition.Game(name).player_counts
    sizes = {expedition.Game(name, players=p, observation="padded").observation_size for p in counts}
    assert len(sizes) == 1


def test_explain_names_what_is_in_an_observation(game: expedition.Game) -> None:
    ep = play_random(game, 3, limit=5)
    for seat in (None, 0):
        explained = game.explain(ep.observe(0), seat=seat)
        json.dumps(explained)
        assert isinstance(explained, dict)
        groups = {re.sub(r"_\d+$", "", feature.name.split(".")[0]) for feature in game.layout}
        called = {"you", *(f"{i} after you" for i in range(1, game.players))} if seat is None else {*game.seat_names}
        told = {re.sub(r"_\d+$", "", key) for key in explained}
        assert told - called == groups - {"seat"}
        assert (told & called == called) is ("seat" in groups)


def nonempty(value: object) -> object:
    """Return plain data without entries that are zero or empty."""
    if isinstance(value, dict):
        return {key: nonempty(one) for key, one in value.items() if one not in (0, None, [], {})}
    return value


def agree(name: str, told: dict[str, Any], view: dict[str, Any]) -> None:
    """What an observation and a view of the same seat both contain, they express in the same words."""
    match name:
        case "agartha":
            assert told["round"] == view["round"]
            assert nonempty(told["discards"]) == view["discards"]
            assert told["under_order"] == view["pile"]["bottom"][: len(told["under_order"])]
            for board in view["boards"]:
                mine = told[board["name"]]
                assert mine["slots"] == {slot: cards for slot, cards in board["slots"].items() if cards}
                assert mine["explored"] == board["explored"]
            for tile in view["tiles"]:
                assert told[f"tile_{tile['number']}"]["cards"] == tile["cards"]
        case "arnak":
            assert told["round"] == view["round"]
            assert sorted(told["exile"]) == sorted(view["exile"])
            assert sorted(told["row"]) == sorted(c for c in view["items"] + view["artifacts"] if c)
            for player in view["players"]:
                mine = told[player["name"]]
                assert nonempty(mine["goods"]) == nonempty(player["resources"])
                assert sorted(mine["hand_or_deck"]) == sorted(c for c in player["in_hand_or_deck"] if c != "Fear")
                assert sorted(mine["guardians"]) == sorted(g["name"] for g in player["guardians"])
                assert (None if mine["magnifier"] == "start" else mine["magnifier"]) == player["magnifying_glass"]
            guarded = {site["name"]: site["guardian"] for site in view["sites"] if site["guardian"]}
            assert told["guardian_at"] == guarded
        case "kathmandu":
            assert told["round"] == view["round"]
            listed = {str(dig["place"]): dig["name"] for dig in view["sites"]}
            assert told["sites"]["id"] == listed
            assert list(told["personalities"]["id"].values()) == [one["card"] for one in view["personalities"]]
            assert nonempty(told["bag"]) == nonempty(view["bag"])
            for player in view["players"]:
                cells = [f"{q},{r}" for q, r in player["tokens"]]
                assert sorted(told["board"]["tokens"].get(player["name"], [])) == sorted(cells)
                assert told["seats"]["supply"][player["name"]] == player["supply"]
        case "subterra":
            assert nonempty(told["bag"]) == view["bag"]
            assert [told["guardians"]["at"][key] for key in told["guardians"]["at"]] == view["guardians"]
            cells = {tuple(cell["cell"]): cell["open"] for cell in view["temple"]["cells"] if abs(cell["cell"][0]) <= 3}
            assert {tuple(cell["cell"]): cell["open"] for cell in told["map"]} == cells
            assert sorted(told["explorers"]["sheet"].values()) == sorted(e["name"] for e in view["explorers"])
        case "toy":
            for one in view["explorers"]:
                assert told[one["name"]]["gem"] == (one["gem"] and one["gem"]["name"])


@pytest.mark.parametrize("limit", [0, 7, 40, 90, None])
def test_explain_speaks_the_words_of_the_view(game: expedition.Game, limit: int | None) -> None:
    ep = play_random(game, 5, limit)
    for seat in range(game.players):
        agree(game.name, game.explain(ep.observe(seat), seat=seat), ep.view(seat))


def test_explain_reads_the_toy(toy: expedition.Game) -> None:
    ep = toy.episode(seed=1)
    assert toy.explain(ep.observe())["left"] == 21
    assert toy.explain(ep.observe(1))["1 after you"]["to_act"]
    with pytest.raises(ValueError, match="there is no seat 2"):
        toy.explain(ep.observe(), seat=2)


def test_seats_and_masks(game: expedition.Game) -> None:
    ep = game.episode(seed=1)
    assert ep.seat == int(ep.seat)  # type: ignore[arg-type]
    assert not ep.is_over
    assert ep.legal_actions().dtype == np.int32
    assert ep.action_mask().dtype == np.bool_
    assert ep.action_mask().shape == (game.num_actions,)
    end = play_random(game, 1)
    assert end.is_over
    assert end.seat is None
    assert not end.action_mask().any()


def test_observe_into_a_buffer(game: expedition.Game) -> None:
    ep = game.episode(seed=2)
    out = np.full(game.observation_size, 7, np.float32)
    assert ep.observe(out=out) is out
    assert np.array_equal(out, ep.observe(ep.seat))


def test_an_illegal_action_is_named_and_changes_nothing(game: expedition.Game) -> None:
    ep = game.episode(seed=4)
    illegal = np.flatnonzero(~ep.action_mask())
    if not len(illegal):
        ep = play_random(game, 4, limit=game.max_decisions)
        return
    before = ep.clone()
    action = int(illegal[0])
    with pytest.raises(expedition.IllegalAction) as error:
        ep.play(action)
    assert game.action_name(action) in str(error.value)
    assert game.action_name(int(ep.legal_actions()[0])) in str(error.value)
    assert isinstance(error.value, ValueError)
    assert ep == before


def test_copies_continue_identically(game: expedition.Game) -> None:
    ep = play_random(game, 5, limit=6)
    if ep.is_over:
        ep = game.episode(seed=5)
    for other in (ep.clone(), copy.copy(ep), copy.deepcopy(ep), pickle.loads(pickle.dumps(ep))):
        assert other == ep
        assert other.history == ep.history
        one, stream = ep.clone(), Stream("test", 1)
        while not one.is_over:
            legal = one.legal_actions()
            action = int(legal[stream.below(len(legal))])
            one.play(action)
            other.play(action)
        assert one == other
        assert np.array_equal(one.returns(), other.returns())
        assert one != ep


def test_state_as_json_and_bytes(game: expedition.Game) -> None:
    ep = play_random(game, 6, limit=4)
    again = game.episode_from_state(json.loads(json.dumps(ep.state)), seed=1)
    assert again.state == ep.state
    assert game.episode_from_bytes(ep.to_bytes()).state == ep.state


def test_records_replay(game: expedition.Game, tmp_path) -> None:  # type: ignore[no-untyped-def]
    ep = play_random(game, 7)
    path = tmp_path / "game.record"
    ep.record().save(path)
    record = expedition.Record.load(path)
    assert record == ep.record() == pickle.loads(pickle.dumps(record))
    assert record.replay() == ep


def test_redeal_keeps_what_the_seat_sees(game: expedition.Game) -> None:
    ep = play_random(game, 8, limit=3)
    for seat in range(game.players):
        assert np.array_equal(ep.redeal(seat, 1).observe(seat), ep.observe(seat))


def test_outcomes_sum_to_zero_where_players_compete(game: expedition.Game) -> None:
    returns = play_random(game, 9).returns()
    # In subterra all seats share one outcome; a solo player has nobody to share with.
    if game.name == "subterra" or game.players == 1:
        assert len(set(returns.tolist())) == 1
        assert -1 <= returns[0] <= 1
    else:
        assert returns.sum() == pytest.approx(0, abs=1e-6)


def test_text_hides_what_the_viewer_cannot_know(game: expedition.Game) -> None:
    ep = play_random(game, 10, limit=2)
    assert ep.to_text() == str(ep)
    for seat in range(game.players):
        assert ep.redeal(seat, 5).to_text(seat) == ep.to_text(seat)


def test_importing_needs_numpy_alone() -> None:
    code = (
        "import sys, expedition\n"
        "heavy = {'gymnasium', 'pettingzoo', 'torch', 'pandas', 'pyarrow', 'argparse'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_importing_is_fast() -> None:
    code = "import numpy, time; t = time.perf_counter(); import expedition; print(time.perf_counter() - t)"
    times = [float(subprocess.check_output([sys.executable, "-c", code])) for _ in range(3)]
    assert min(times) < 0.25


@pytest.mark.parametrize(
    ("missing", "use", "command"),
    [
        ("gymnasium", "import expedition.envs.single", "pip install 'expedition[gym]'"),
        ("gymnasium", "import expedition.envs.vector", "pip install 'expedition[gym]'"),
        ("pettingzoo", "import expedition; expedition.aec_env('toy')", "pip install 'expedition[pettingzoo]'"),
        ("pettingzoo", "from expedition.pettingzoo import toy_v0", "pip install 'expedition[pettingzoo]'"),
    ],
)
def test_a_missing_extra_is_named(missing: str, use: str, command: str) -> None:
    code = f"import sys; sys.modules[{missing!r}] = None\ntry:\n    {use}\nexcept ImportError as e:\n    print(e)"
    assert command in subprocess.check_output([sys.executable, "-c", code], text=True)


def test_the_package_names_its_parts() -> None:
    for part in expedition.__all__:
        assert getattr(expedition, part) is not None
    assert set(expedition.__all__) <= set(dir(expedition))
    with pytest.raises(AttributeError, match="nonsense"):
        expedition.nonsense


def test_others_read_the_same_whatever_card_was_looked_at() -> None:
    """A card that Arnak's earrings show to its owner may be a Fear: the others must not learn it from the words."""
    game, draw, found = expedition.Game("arnak"), Stream("test", 1), 0
    for seed in range(400):
        ep = game.episode(seed=seed)
        while not ep.is_over and found < 12:
            if "number 1" in (game.action_name(int(action)) for action in ep.legal_actions()):
                found += 1
                told = set()
                for deal in range(12):
                    dealt = ep.redeal(1 - ep.seat, deal)
                    dealt.play("number 1")
                    events = dealt.log(1 - ep.seat)[-1].events
                    told.add(tuple(event.text for event in events if event.kind in ("look", "draw")))
                assert len(told) == 1, told
            ep.play(draw.legal_action(ep))
    assert found == 12
