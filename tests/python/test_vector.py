"""The native vector environment, step by step against Gymnasium's SyncVectorEnv of single ones on the same seeds."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import expedition
from expedition.envs.register import env_id
from expedition.envs.single import SingleEnv
from expedition.envs.vector import BatchEnv

LANES = 5
MODES = list(AutoresetMode)


def both(game: expedition.Game, mode: AutoresetMode, **options: Any) -> tuple[BatchEnv, SyncVectorEnv]:
    native = BatchEnv(game, LANES, autoreset_mode=mode, **options)
    sync = SyncVectorEnv([lambda: SingleEnv(game, **options)] * LANES, autoreset_mode=mode)
    return native, sync


def assert_same_infos(native: dict[str, Any], sync: dict[str, Any]) -> None:
    assert native.keys() == sync.keys()
    for key, there in sync.items():
        here = native[key]
        if isinstance(there, dict):
            assert_same_infos(here, there)
        elif there.dtype == object:
            assert here.dtype == object
            for a, b in zip(here, there, strict=True):
                assert (a is None) == (b is None)
                assert a is None or (a.dtype == b.dtype and np.array_equal(a, b))
        else:
            assert here.dtype == there.dtype, key
            assert np.array_equal(here, there), key


def assert_same_step(native: tuple[Any, ...], sync: tuple[Any, ...]) -> None:
    for here, there in zip(native[:-1], sync[:-1], strict=True):
        assert here.dtype == there.dtype
        assert here.shape == there.shape
        assert np.array_equal(here, there)
    assert_same_infos(native[-1], sync[-1])


@pytest.mark.parametrize("mode", MODES, ids=lambda m: m.value)
@pytest.mark.parametrize(
    ("seat", "reward"), [(0, "outcome"), ("last", "score"), ("rotate", "outcome"), ("rotate", "score")]
)
def test_it_is_sync_vector_env_of_single_envs(
    game: expedition.Game, mode: AutoresetMode, seat: Any, reward: str
) -> None:
    game = expedition.Game(game.name, players=game.players, reward=reward)
    native, sync = both(game, mode, seat=game.players - 1 if seat == "last" else seat)
    assert native.single_observation_space == sync.single_observation_space
    assert native.observation_space == sync.observation_space
    assert native.action_space == sync.action_space
    assert native.metadata["autoreset_mode"] == sync.metadata["autoreset_mode"]
    one, two = native.reset(seed=42), sync.reset(seed=42)
    assert_same_step(one, two)
    ends = 0
    for _ in range(min(3 * game.max_decisions, 400)):
        actions = native.sample()
        one, two = native.step(actions), sync.step(actions.astype(np.int64))
        assert_same_step(one, two)
        done = one[2]
        ends += int(done.sum())
        if mode is AutoresetMode.DISABLED and done.any():
            here, infos = native.reset(options={"reset_mask": done.copy()})
            there, partial = sync.reset(options={"reset_mask": done.copy()})
            assert np.array_equal(here, there)
            assert np.array_equal(infos["action_mask"][done], partial["action_mask"][done])
        if ends > LANES:
            break
    assert ends


def test_seeds_as_a_list(game: expedition.Game) -> None:
    native, sync = both(game, AutoresetMode.NEXT_STEP)
    for seeds in ([5, 1, 5, 9, 2**63], [None, 3, None, None, 4]):
        assert_same_step(native.reset(seed=seeds), sync.reset(seed=seeds))


def test_make_vec(name: str) -> None:
    for mode in MODES:
        envs = gymnasium.make_vec(env_id(name), num_envs=3, autoreset_mode=mode)
        assert isinstance(envs.unwrapped, BatchEnv)
        assert envs.metadata["autoreset_mode"] is mode
        _, infos = envs.reset(seed=1)
        assert infos["action_mask"].dtype == np.int8
        envs.close()
    default = gymnasium.make_vec(env_id(name), num_envs=2)
    assert default.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    assert isinstance(gymnasium.make_vec(env_id(name), num_envs=2, vectorization_mode="sync"), SyncVectorEnv)


def test_arrays_are_fresh(game: expedition.Game) -> None:
    envs = BatchEnv(game, LANES)
    first, infos = envs.reset(seed=1)
    kept, mask = first.copy(), infos["action_mask"].copy()
    envs.step(envs.sample())
    assert np.array_equal(first, kept)
    assert np.array_equal(infos["action_mask"], mask)
    assert not np.shares_memory(first, envs.batch.observations)


def test_copy_false_hands_out_the_buffers(game: expedition.Game) -> None:
    envs = BatchEnv(game, LANES, copy=False)
    first, infos = envs.reset(seed=1)
    second, *_, later = envs.step(envs.sample())
    assert first is second is envs.batch.observations
    assert np.shares_memory(infos["action_mask"], later["action_mask"])
    assert infos["action_mask"].dtype == np.int8


def test_dense_final_obs(toy: expedition.Game) -> None:
    options: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}
    dense, sparse = BatchEnv(toy, LANES, dense_final_obs=True, **options), BatchEnv(toy, LANES, **options)
    dense.reset(seed=1)
    sparse.reset(seed=1)
    ends = 0
    while ends < 10:
        actions = dense.sample()
        *_, one = dense.step(actions)
        *_, two = sparse.step(actions)
        for lane in np.flatnonzero(one.get("_final_obs", [])):
            assert np.array_equal(one["final_obs"][lane], two["final_obs"][lane])
            ends += 1


def test_illegal_actions(toy: expedition.Game) -> None:
    envs = BatchEnv(toy, 3)
    before, _ = envs.reset(seed=1)
    with pytest.raises(expedition.IllegalAction, match="lane 1"):
        envs.step(np.array([0, 7, 0]))
    assert np.array_equal(envs.batch.observations, before)
    lenient = BatchEnv(toy, 3, illegal_action="random")
    lenient.reset(seed=1)
    after, *_ = lenient.step(np.array([0, 7, -3]))
    assert not np.array_equal(after, before)


def test_stepping_a_finished_lane_without_autoreset(toy: expedition.Game) -> None:
    envs = BatchEnv(toy, 2, autoreset_mode="Disabled")
    envs.reset(seed=1)
    done = np.zeros(2, bool)
    while not done.any():
        _, _, done, _, _ = envs.step(envs.sample())
    with pytest.raises(expedition.IllegalAction, match="reset it"):
        envs.step(envs.sample())


@pytest.mark.parametrize(
    "mask", [np.zeros(2, bool), np.ones(3, bool), np.ones(2, np.int8), [True, False], None], ids=str
)
def test_bad_reset_masks(toy: expedition.Game, mask: object) -> None:
    with pytest.raises(ValueError, match="reset_mask"):
        BatchEnv(toy, 2).reset(options={"reset_mask": mask})


@pytest.mark.parametrize("seed", [-1, 2**64 - 1, [1], [1, -1]], ids=str)
def test_bad_seeds(toy: expedition.Game, seed: Any) -> None:
    with pytest.raises(ValueError, match="seed"):
        BatchEnv(toy, 2).reset(seed=seed)


def test_own_opponents_are_sent_to_sync(toy: expedition.Game) -> None:
    with pytest.raises(ValueError, match="vectorization_mode='sync'"):
        BatchEnv(toy, 2, opponents=lambda ep: 0)


def test_render(game: expedition.Game) -> None:
    envs = BatchEnv(game, 2, render_mode="ansi")
    envs.reset(seed=1)
    texts = envs.render()
    assert texts is not None
    assert texts[0] == envs.batch.episode(0).to_text(0)


def test_gymnasium_wrappers(toy: expedition.Game) -> None:
    """Statistics of episodes come out right through Gymnasium's own wrapper."""
    from gymnasium.wrappers.vector import RecordEpisodeStatistics

    envs = RecordEpisodeStatistics(BatchEnv(toy, 4, autoreset_mode=AutoresetMode.NEXT_STEP))
    envs.reset(seed=1)
    seen = 0
    for _ in range(60):
        _, rewards, done, _, infos = envs.step(envs.unwrapped.sample())  # type: ignore[attr-defined]
        for lane in np.flatnonzero(done):
            assert infos["episode"]["r"][lane] == rewards[lane]
            seen += 1
    assert seen
