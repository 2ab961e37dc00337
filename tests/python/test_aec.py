"""The PettingZoo environments, with PettingZoo's own tests."""

from __future__ import annotations

import copy
import importlib
import pickle
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from pettingzoo.env_registry import registration
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

import expedition
from expedition.envs.register import module_name

# PettingZoo expects boxes or numbers as observations, and makes exceptions only for its own board games.
ALLOWED = "Observation space for each agent probably should be|Observation is not a NumPy array"


@pytest.fixture(autouse=True)
def no_warnings() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", ALLOWED)
        yield


def module(name: str) -> Any:
    return importlib.import_module(f"expedition.pettingzoo.{module_name(name)}")


def test_api(game: expedition.Game) -> None:
    api_test(expedition.aec_env(game), num_cycles=300)
    api_test(module(game.name).env(players=game.players), num_cycles=300)
    api_test(module(game.name).raw_env(players=game.players, reward="score"), num_cycles=300)


def test_seeds(game: expedition.Game) -> None:
    seed_test(lambda: module(game.name).env(players=game.players), num_cycles=100)
    seed_test(lambda: expedition.aec_env(game), num_cycles=100)


def test_parallel_api(game: expedition.Game) -> None:
    parallel_api_test(module(game.name).parallel_env(players=game.players), num_cycles=300)


def test_parallel_seeds(game: expedition.Game) -> None:
    """PettingZoo's test ignores masks, so illegal actions are replaced here."""
    make = module(game.name).parallel_env
    parallel_seed_test(lambda: make(players=game.players, illegal_action="random"), num_cycles=100)


def test_the_import_of_the_convention() -> None:
    from expedition.pettingzoo import toy_v0

    env = toy_v0.env(players=3)
    env.reset(seed=1)
    assert env.possible_agents == ["player_0", "player_1", "player_2"]
    with pytest.raises(ImportError, match="toy_v7"):
        from expedition.pettingzoo import toy_v7  # noqa: F401


def test_they_are_in_the_registry(name: str) -> None:
    aec = registration.make("aec", f"expedition/{module_name(name)}")
    aec.reset(seed=1)
    parallel = registration.make("parallel", f"expedition/{module_name(name)}")
    parallel.reset(seed=1)
    assert str(parallel) == name


def test_observations_and_masks(game: expedition.Game) -> None:
    env = expedition.aec_env(game)
    env.reset(seed=1)
    for agent in env.agents:
        seen = env.observe(agent)
        assert seen["action_mask"].dtype == np.int8
        if agent == env.agent_selection:
            assert np.array_equal(seen["action_mask"], env.episode.action_mask())
        else:
            assert seen["action_mask"].all(), "a seat that is not to act has all ones"


def test_rewards_reach_every_agent(game: expedition.Game) -> None:
    """At the end every agent gets its outcome with its last (dead) step."""
    env = expedition.aec_env(game)
    env.reset(seed=2)
    got = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, terminated, _, _ = env.last()
        got[agent] += reward
        env.step(None if terminated else int(np.flatnonzero(seen["action_mask"])[0]))
    assert list(got.values()) == pytest.approx(env.episode.returns().tolist())
    assert env.agents == []


def test_an_illegal_action_raises_and_changes_nothing(toy: expedition.Game) -> None:
    env = expedition.aec_env(toy)
    env.reset(seed=1)
    before = env.episode.clone()
    for bad in (7, None):
        with pytest.raises((ValueError, TypeError)):
            env.step(bad)
    assert env.episode == before
    assert env.agent_selection == "player_0"


def test_an_illegal_action_loses_in_the_wrapped_env() -> None:
    env = module("toy").env(depth=1)
    env.reset(seed=1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env.step(2)
    assert env.terminations["player_0"]
    assert env.rewards == {"player_0": -1.0, "player_1": 0}


@pytest.mark.parametrize("wrapped", [False, True])
def test_copies_hold_the_position(game: expedition.Game, wrapped: bool) -> None:
    make = module(game.name).env if wrapped else module(game.name).raw_env
    env = make(players=game.players)
    env.reset(seed=3)
    for _ in range(2):
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        mine = copy.deepcopy(env)
        assert other.unwrapped.episode == env.unwrapped.episode
        for _ in range(30):
            if mine.terminations[mine.agent_selection]:
                break
            action = int(np.flatnonzero(mine.observe(mine.agent_selection)["action_mask"])[-1])
            mine.step(action)
            other.step(action)
            assert mine.unwrapped.episode == other.unwrapped.episode
            assert mine.rewards == other.rewards


def test_copies_of_a_parallel_env(game: expedition.Game) -> None:
    env = module(game.name).parallel_env(players=game.players)
    env.reset(seed=3)
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert other.episode == env.episode


def test_parallel_steps(toy: expedition.Game) -> None:
    env = module("toy").parallel_env()
    _, infos = env.reset(seed=1)
    assert [infos[a]["to_act"] for a in env.agents] == [True, False]
    *_, infos = env.step({"player_0": 0})
    assert [infos[a]["to_act"] for a in env.agents] == [False, True]
    with pytest.raises(ValueError, match="turn of player_1"):
        env.step({"player_0": 0})
    while env.agents:
        agent = next(a for a in env.agents if infos[a]["to_act"])
        _, rewards, over, _, infos = env.step({agent: 0})
    assert sorted(rewards.values()) == [-1.0, 1.0]
    assert all(over.values())
    with pytest.raises(RuntimeError, match="reset"):
        env.step({})


def test_render(game: expedition.Game, capsys: pytest.CaptureFixture[str]) -> None:
    env = expedition.aec_env(game, render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == env.episode.to_text(env.episode.seat)
    with pytest.raises(ValueError, match="render_mode"):
        expedition.aec_env(game, render_mode="holographic")
