"""The single-agent environment of Gymnasium."""

from __future__ import annotations

import copy
import pickle
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import expedition
from expedition._engine import Stream
from expedition.envs.register import env_id
from expedition.envs.single import SingleEnv


def make(game: expedition.Game, **options: object) -> gymnasium.Env:  # type: ignore[type-arg]
    return gymnasium.make(env_id(game.name), players=game.players, **options)


def test_check_env(game: expedition.Game) -> None:
    """Gymnasium's checker sends unmasked actions and draws in every render mode."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # The checker expects the bare environment, so that is what is checked.
        check_env(make(game).unwrapped)
        check_env(make(game, illegal_action="random", seat="rotate").unwrapped)


def test_it_is_registered_for_every_game(name: str) -> None:
    spec = gymnasium.spec(env_id(name))
    assert spec.vector_entry_point is not None
    assert env_id(name) == f"expedition/{name.capitalize()}-v0"


def test_importing_in_either_order_registers() -> None:
    import subprocess
    import sys

    for first, second in (("gymnasium", "expedition"), ("expedition", "gymnasium")):
        code = f"import {first}, {second}; gymnasium.make('expedition/Toy-v0').reset(seed=1)"
        subprocess.run([sys.executable, "-W", "error", "-c", code], check=True)


def play(env: SingleEnv, seed: int) -> list[tuple[bytes, float, bool, bytes]]:
    obs, info = env.reset(seed=seed)
    trace = [(obs.tobytes(), 0.0, False, info["action_mask"].tobytes())]
    stream, over = Stream("test", seed), False
    while not over:
        legal = np.flatnonzero(info["action_mask"])
        obs, reward, over, truncated, info = env.step(int(legal[stream.below(len(legal))]))
        assert not truncated
        trace.append((obs.tobytes(), reward, over, info["action_mask"].tobytes()))
    return trace


def test_the_same_seed_is_the_same_game(game: expedition.Game) -> None:
    one, two = SingleEnv(game), SingleEnv(game)
    assert play(one, 5) == play(two, 5)
    assert play(one, 5) != play(two, 6)


def test_the_first_episode_is_that_of_the_seed(game: expedition.Game) -> None:
    env = SingleEnv(game, seat=game.episode(seed=9).seat or 0)
    obs, _ = env.reset(seed=9)
    assert np.array_equal(obs, game.episode(seed=9).observe())


def test_masks_are_int8_and_fresh(game: expedition.Game) -> None:
    env = SingleEnv(game)
    _, info = env.reset(seed=1)
    mask = info["action_mask"]
    assert mask.dtype == np.int8
    assert mask.shape == (game.num_actions,)
    assert np.array_equal(mask.astype(bool), env.action_masks())
    action = env.action_space.sample(mask=mask)
    obs, *_ = env.step(int(action))
    obs[:] = -9
    assert (env.episode.observe(env.seat) != -9).any()


def test_the_end(game: expedition.Game) -> None:
    env = SingleEnv(game)
    _, info = env.reset(seed=3)
    over, total = False, 0.0
    while not over:
        assert "scores" not in info
        _, reward, over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        total += reward
    assert info["action_mask"].all(), "all ones at the end, never all zeros"
    assert np.array_equal(info["scores"], env.episode.scores())
    assert total == pytest.approx(float(env.episode.returns()[env.seat]))
    with pytest.raises(expedition.IllegalAction, match="the episode is over"):
        env.step(0)


def test_score_rewards_add_up(name: str) -> None:
    env = SingleEnv(name, reward="score")
    _, info = env.reset(seed=3)
    over, total = False, 0.0
    while not over:
        _, reward, over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[-1]))
        total += reward
    assert total == pytest.approx(float(env.episode.returns()[env.seat]), abs=1e-4)


def test_seats(game: expedition.Game) -> None:
    for seat in range(game.players):
        env = SingleEnv(game, seat=seat)
        env.reset(seed=1)
        assert env.seat == env.episode.seat == seat


def test_rotating_seats(game: expedition.Game) -> None:
    env = SingleEnv(game, seat="rotate")
    seats = [env.reset(seed=1)[1]["seat"]] + [env.reset()[1]["seat"] for _ in range(game.players - 1)]
    if game.name == "toy":
        assert sorted(seats) == list(range(game.players))
    assert env.episode.seat == env.seat


def test_illegal_actions(game: expedition.Game) -> None:
    for seed in range(20):
        strict = SingleEnv(game, illegal_action="raise")
        _, info = strict.reset(seed=seed)
        illegal = np.flatnonzero(info["action_mask"] == 0)
        if len(illegal):
            break
    else:
        return
    bad = int(illegal[0])
    before = strict.episode.clone()
    with pytest.raises(expedition.IllegalAction, match=r"is not legal now"):
        strict.step(bad)
    assert strict.episode == before

    lenient = SingleEnv(game, illegal_action="random")
    lenient.reset(seed=seed)
    *_, info = lenient.step(bad)
    assert info["illegal_action"] is True
    *_, info = lenient.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert info["illegal_action"] is False

    fatal = SingleEnv(game)
    fatal.reset(seed=seed)
    _, reward, terminated, truncated, info = fatal.step(bad)
    assert (reward, terminated, truncated, info["illegal_action"]) == (-1.0, True, False, True)
    assert info["action_mask"].all()
    with pytest.raises(expedition.IllegalAction):
        fatal.step(0)


@pytest.mark.parametrize("policy", ["raise", "random", "terminate"])
@pytest.mark.parametrize("action", [1.0, "1", None, np.float32(1), [1]])
def test_an_action_is_a_whole_number(toy: expedition.Game, policy: str, action: object) -> None:
    env = SingleEnv(toy, illegal_action=policy)
    env.reset(seed=1)
    before = env.episode.clone()
    with pytest.raises(TypeError, match="an action must be a whole number, not"):
        env.step(action)
    assert env.episode == before


def test_opponents_of_every_kind() -> None:
    class Last:
        def act(self, ep: expedition.Episode) -> int:
            return int(ep.legal_actions()[-1])

    def first(ep: expedition.Episode) -> str:
        return ep.game.action_name(int(ep.legal_actions()[0]))

    env = SingleEnv("toy", players=3, opponents={1: Last(), 2: first})
    env.reset(seed=1)
    env.step(1)
    assert [name for _, _, name in env.episode.history] == ["lead 2", "lead 3", "lead 1"]
    env = SingleEnv("toy", players=3, opponents=[None, first, Last()])
    env.reset(seed=1)
    env.step(0)
    assert [name for _, _, name in env.episode.history] == ["lead 1", "lead 1", "lead 3"]
    env = SingleEnv("toy", players=3, opponents=[None, first, Last()], seat="rotate")
    env.reset(seed=1)
    assert env.seat == 1
    assert [name for _, _, name in env.episode.history] == ["lead 3"], "places are counted from the learner"


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"seat": 2}, "seat=2: it must be a seat from 0 to 1, or 'rotate'"),
        ({"seat": "first"}, "seat='first'"),
        ({"opponents": "deep_blue"}, 'no built-in agent "deep_blue"'),
        ({"opponents": {0: "random"}}, "it is the learner's seat"),
        ({"opponents": {}}, "leaves seat 1 empty"),
        ({"opponents": {5: "random"}}, "the seats are 0 to 1"),
        ({"opponents": ["random"]}, "lists 1 seats, but 2 play"),
        ({"illegal_action": "ignore"}, "illegal_action='ignore': it must be 'raise' or 'random' or 'terminate'"),
        ({"render_mode": "hologram"}, "render_mode='hologram'"),
        ({"plyers": 3}, "no option"),
    ],
)
def test_bad_arguments(options: dict[str, object], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence.replace("'", "['\"]")):
        SingleEnv("toy", **options)  # type: ignore[arg-type]


def test_an_opponent_that_cannot_play() -> None:
    with pytest.raises(TypeError, match="a function of an episode"):
        SingleEnv("toy", opponents=3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="come with a ready Game"):
        SingleEnv(expedition.Game("toy"), players=2)


def test_render(game: expedition.Game, capsys: pytest.CaptureFixture[str]) -> None:
    env = SingleEnv(game, render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == env.episode.to_text(env.seat)
    SingleEnv(game, render_mode="human").reset(seed=1)
    assert capsys.readouterr().out
    assert SingleEnv(game).render() is None


def test_copies_hold_the_position(game: expedition.Game) -> None:
    env = SingleEnv(game)
    _, info = env.reset(seed=2)
    env.step(int(np.flatnonzero(info["action_mask"])[0]))
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert other.episode == env.episode
        mine = copy.deepcopy(env)
        while not mine.episode.is_over:
            action = int(mine.episode.legal_actions()[0])
            one, two = mine.step(action), other.step(action)
            assert np.array_equal(one[0], two[0])
            assert one[1:4] == two[1:4]
