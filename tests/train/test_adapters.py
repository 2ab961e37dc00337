"""Every adapter with the real library behind it."""

from __future__ import annotations

import itertools
import random
from pathlib import Path

import numpy as np
import pytest

import expedition


def test_sb3_vecenv_is_the_batch() -> None:
    from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
    from stable_baselines3.common.vec_env import VecMonitor

    from expedition.adapters.sb3 import BatchVecEnv

    env = BatchVecEnv("toy", num_envs=6, opponents="random", seed=3)
    assert is_masking_supported(env)
    env.seed(7)
    observations = env.reset()
    assert env.observation_space.contains(observations[0])
    again = BatchVecEnv("toy", num_envs=6, opponents="random")
    again.seed(7)
    assert np.array_equal(again.reset(), observations)
    ended = 0
    for _ in range(60):
        masks = get_action_masks(env)
        assert np.array_equal(masks, env.batch.action_masks)
        assert masks.any(axis=1).all()
        before = observations.copy()
        actions = np.array([np.flatnonzero(row)[0] for row in masks])
        observations, rewards, dones, infos = env.step(actions)
        assert rewards.dtype == np.float32
        assert not np.shares_memory(before, observations)
        for lane in np.flatnonzero(dones):
            ended += 1
            assert infos[lane]["terminal_observation"].shape == env.observation_space.shape
            assert infos[lane]["episode"]["r"] in (1.0, -1.0)
            assert infos[lane]["episode"]["l"] > 0
    assert ended > 6
    assert is_masking_supported(VecMonitor(env)), "wrapped as well"


def test_sb3_maskable_ppo_learns() -> None:
    from sb3_contrib import MaskablePPO

    from expedition.adapters.sb3 import BatchVecEnv

    env = BatchVecEnv("agartha", num_envs=32, opponents="random", seed=1, threads=1)
    model = MaskablePPO(
        "MlpPolicy", env, n_steps=64, batch_size=512, n_epochs=4, learning_rate=1e-3, gamma=1.0, seed=1, device="cpu"
    )

    def won(games: int = 150) -> float:
        test = BatchVecEnv("agartha", num_envs=50, opponents="random", seed=99)
        observations, results = test.reset(), []
        while len(results) < games:
            actions, _ = model.predict(observations, action_masks=test.action_masks(), deterministic=False)
            observations, rewards, dones, _ = test.step(actions)
            results += (rewards[dones] > 0).tolist()
        return float(np.mean(results))

    before = won()
    model.learn(12 * 32 * 64)
    after = won()
    assert after > before + 0.12, (before, after)


def test_sb3_self_play_has_a_row_for_every_seat() -> None:
    from sb3_contrib import MaskablePPO

    from expedition.adapters.sb3 import BatchVecEnv

    env = BatchVecEnv("toy", num_envs=5, players=3, seat="all", seed=3)
    assert env.num_envs == 15
    env.seed(7)
    observations = env.reset()
    assert not observations.reshape(5, 3, -1)[:, 1:].any(), "nobody else has seen anything yet"
    decided, returns = 0, []
    chance = np.random.default_rng(1)
    for _ in range(80):
        masks, seats = env.action_masks().reshape(5, 3, -1), env.batch.seats.copy()
        rows = observations.reshape(5, 3, -1)
        for table, seat in enumerate(seats):
            assert np.array_equal(rows[table, seat], env.batch.observations[table])
            assert np.array_equal(masks[table, seat], env.batch.action_masks[table])
            waiting = np.delete(masks[table], seat, axis=0)
            assert waiting[:, 0].all()
            assert not waiting[:, 1:].any()
        actions = np.array([chance.choice(np.flatnonzero(mask)) for mask in masks.reshape(15, -1)])
        before = observations
        observations, rewards, dones, infos = env.step(actions)
        assert np.array_equal(rewards, env.batch.rewards.reshape(-1))
        for table in np.flatnonzero(dones[::3]):
            own = infos[3 * table : 3 * table + 3]
            assert [info["seat"] for info in own] == [0, 1, 2]
            returns.append(sum(info["episode"]["r"] for info in own))
            decided += sum(info["episode"]["l"] for info in own)
            assert np.array_equal(own[seats[table]]["terminal_observation"], before[3 * table + seats[table]])
    assert len(returns) > 10
    assert np.abs(returns).max() < 1e-6, "what one wins the others lose"
    assert decided <= 80 * 5
    MaskablePPO("MlpPolicy", env, n_steps=16, batch_size=120, n_epochs=1, seed=1, device="cpu").learn(240)


def test_sb3_self_play_learns_to_beat_random() -> None:
    from sb3_contrib import MaskablePPO

    from expedition.adapters.sb3 import BatchVecEnv

    env = BatchVecEnv("toy", num_envs=64, depth=6, seat="all", seed=1, threads=1)
    model = MaskablePPO(
        "MlpPolicy", env, n_steps=32, batch_size=1024, n_epochs=4, learning_rate=3e-3, gamma=1.0, seed=1, device="cpu"
    )
    model.learn(20 * 128 * 32)
    test = BatchVecEnv("toy", num_envs=200, depth=6, opponents="random", seed=99)
    observations, results = test.reset(), []
    while len(results) < 400:
        actions, _ = model.predict(observations, action_masks=test.action_masks(), deterministic=True)
        observations, rewards, dones, _ = test.step(actions)
        results += (rewards[dones] > 0).tolist()
    assert np.mean(results) > 0.65, "an even player wins half of 400, give or take 7 %"


def test_rllib_episodes_are_what_each_seat_decided() -> None:
    from expedition.adapters._rllib_runner import BatchRunner
    from expedition.adapters.rllib import self_play

    lanes, seats = 8, 3
    config = self_play("toy", players=seats, num_envs=lanes, threads=1).debugging(seed=5)
    runner = BatchRunner(config=config, worker_index=0)
    runner.assert_healthy()
    chunks: dict[str, list[object]] = {}
    decided, ended = 0, 0
    for _ in range(6):
        found = runner.sample(num_timesteps=lanes * 11)
        for episode in found:
            episode.validate()
            chunks.setdefault(episode.id_, []).append(episode)
            seen, actions = episode.get_observations(), episode.get_actions()
            masks = seen["action_mask"]
            assert masks.dtype == np.float32
            assert masks[np.arange(len(actions)), actions].all(), "only legal actions are played"
            logits = episode.get_extra_model_outputs("action_dist_inputs")
            shares = np.exp(logits - logits.max(1, keepdims=True))
            shares /= shares.sum(1, keepdims=True)
            played = shares[np.arange(len(actions)), actions]
            assert np.allclose(np.log(played), episode.get_extra_model_outputs("action_logp"), atol=1e-4)
            decided += len(episode)
            ended += episode.is_terminated
    assert decided + sum(one.last is not None for seats in runner._open_seats for one in seats) == 6 * 11 * lanes
    assert ended > 20
    assert ended % seats == 0
    returns = []
    for parts in chunks.values():
        for one, other in itertools.pairwise(parts):
            assert one.t == other.t_started, "a chunk begins where the last one ended"
            for name in ("observations", "action_mask"):
                assert np.array_equal(one.get_observations(-1)[name], other.get_observations(0)[name])
        assert parts[0].t_started == 0
        if parts[-1].is_terminated:
            returns.append(sum(part.get_return() for part in parts))
    assert len(returns) == ended
    assert sum(returns) == pytest.approx(0, abs=1e-4), "what one wins the others lose"
    whole = runner.sample(num_episodes=30, explore=False)
    assert sum(episode.is_terminated for episode in whole) >= 30
    assert len(runner.sample(num_timesteps=40, random_actions=True)) > 0


def test_rllib_self_play_with_a_shared_masked_policy() -> None:
    import ray

    from expedition.adapters.rllib import GameEnv, self_play

    env = GameEnv({"game": "toy", "players": 3})
    views, _ = env.reset(seed=1)
    assert list(views) == ["player_0"]
    assert env.observation_spaces["player_0"].contains(views["player_0"])
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, ignore_reinit_error=True)
    try:
        config = self_play("toy", players=3, depth=9, num_envs=32).training(
            train_batch_size=512, minibatch_size=128, num_epochs=2
        )
        algorithm = config.build_algo()
        try:
            for _ in range(2):
                result = algorithm.train()
            assert result["learners"]["default_policy"]["num_module_steps_trained_lifetime"] > 0
            runners = result["env_runners"]
            assert runners["num_env_steps_sampled_lifetime"] >= 800
            assert abs(runners["episode_return_mean"]) < 0.2, "what one wins the others lose"
            assert 0 < runners["episode_len_mean"] < 9
        finally:
            algorithm.stop()
    finally:
        ray.shutdown()


@pytest.mark.parametrize("players", [2, 3])
def test_torchrl_pettingzoo_wrapper(players: int) -> None:
    from torchrl.envs import PettingZooWrapper, check_env_specs

    env = PettingZooWrapper(expedition.aec_env("toy", players=players), use_mask=True, categorical_actions=True, seed=1)
    check_env_specs(env)


@pytest.mark.parametrize("game", ["toy", "agartha"])
def test_torchrl_native_batch(game: str) -> None:
    import torch
    from torchrl.envs import check_env_specs

    from expedition.adapters.torchrl import BatchEnv

    env = BatchEnv(game, num_envs=5, opponents="random", seed=2, threads=1)
    check_env_specs(env)
    data = env.rollout(120, break_when_any_done=False)
    assert data.batch_size == torch.Size([5, 120])
    chosen = data["action_mask"].gather(2, data["action"][..., None])
    assert chosen.all(), "random rollouts respect the masks"
    ends = data["next", "done"][..., 0]
    assert ends.any()
    assert set(data["next", "reward"][ends].flatten().tolist()) <= {1.0, 0.0, -1.0}
    env.set_seed(4)
    first = env.reset()["observation"]
    env.set_seed(4)
    assert torch.equal(env.reset()["observation"], first)


def test_torchrl_self_play_has_a_group_of_all_seats() -> None:
    import torch
    from torchrl.envs import check_env_specs

    from expedition.adapters.torchrl import GroupEnv

    env = GroupEnv("toy", num_envs=5, players=3, seed=2, threads=1)
    assert env.group_map == {"agents": ["player_0", "player_1", "player_2"]}
    check_env_specs(env)
    data = env.rollout(60, break_when_any_done=False)
    assert data["agents", "action"].shape == (5, 60, 3)
    masks, acting = data["agents", "action_mask"], data["agents", "mask"]
    assert masks.gather(3, data["agents", "action"][..., None]).all(), "random rollouts respect the masks"
    assert (acting.sum(-1) == 1).all(), "one seat of each table is to act"
    waiting = masks[~acting]
    assert waiting[:, 0].all()
    assert not waiting[:, 1:].any()
    ends = data["next", "done"][..., 0]
    assert ends.sum() > 10
    assert torch.allclose(data["next", "agents", "reward"].sum(2)[ends], torch.zeros(1), atol=1e-6)
    assert (data["next", "agents", "reward"][ends].abs().sum((1, 2)) > 0).any()


def test_pufferlib_self_play_says_who_is_to_act(elsewhere: Path) -> None:
    pytest.importorskip(
        "pufferlib", reason="PufferLib 3.0.0 is a source package that fetches raylib and Box2D while it is built"
    )
    from expedition.adapters.puffer import BatchPufferEnv

    env = BatchPufferEnv("toy", num_envs=6, players=3, seat="all", seed=3)
    assert env.num_agents == 18
    env.async_reset(seed=3)
    ended = 0
    for _ in range(50):
        observations, rewards, terminals, _, _infos, _, acting = env.recv()
        assert (acting.reshape(6, 3).sum(1) == 1).all()
        assert np.array_equal(observations[acting][:, env.observation_slice], env.batch.observations)
        assert np.array_equal(observations[acting][:, env.mask_slice] > 0, env.batch.action_masks)
        assert (observations[~acting][:, env.mask_slice] == np.eye(env.game.num_actions)[0]).all()
        if terminals.any():
            ended += int(terminals.sum())
            assert terminals.reshape(6, 3).all(1).sum() * 3 == terminals.sum()
            assert rewards.reshape(6, 3)[terminals.reshape(6, 3)[:, 0]].sum(1) == pytest.approx(0, abs=1e-6)
        actions = np.zeros(18, np.int64)
        actions[acting] = env.batch.sample()
        env.send(actions)
    assert ended > 18


def test_pufferlib_native_env(elsewhere: Path) -> None:
    pytest.importorskip(
        "pufferlib", reason="PufferLib 3.0.0 is a source package that fetches raylib and Box2D while it is built"
    )
    import pufferlib.vector

    from expedition.adapters.puffer import BatchPufferEnv

    env = BatchPufferEnv("toy", num_envs=8, opponents="random", seed=3)
    env.async_reset(seed=3)
    ended = 0
    for _ in range(50):
        observations, rewards, terminals, truncations, _infos, _, masks = env.recv()
        assert env.single_observation_space.contains(observations[0])
        assert masks.all()
        assert not truncations.any()
        assert np.array_equal(observations[:, env.mask_slice] > 0, env.batch.action_masks)
        assert np.array_equal(observations[:, env.observation_slice], env.batch.observations)
        ended += int(terminals.sum())
        assert (np.abs(rewards[terminals]) == 1).all()
        env.send(env.batch.sample())
    assert ended > 8
    vec = pufferlib.vector.make(
        BatchPufferEnv, env_kwargs={"game": "toy", "num_envs": 4}, backend=pufferlib.vector.Serial, num_envs=2
    )
    observations, _ = vec.reset(seed=1)
    assert observations.shape == (8, env.single_observation_space.shape[0])
    vec.close()


def test_openspiel_mcts_finds_the_winning_lead() -> None:
    from open_spiel.python.algorithms import mcts

    from expedition.adapters.openspiel import load_game

    game = load_game("toy", depth=7)
    chance = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2, 400, mcts.RandomRolloutEvaluator(4, chance), random_state=chance)
    state = game.new_initial_state()
    assert state.action_to_string(state.current_player(), bot.step(state)) == "lead 3", "down to a multiple of four"
    assert state.move_number() == 0, "the search works on clones"


@pytest.mark.parametrize("name", ["toy", "agartha"])
def test_openspiel_ismcts_plays(name: str) -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    from expedition.adapters.openspiel import load_game

    game = load_game(name, seed=3)
    chance = np.random.RandomState(2)
    bot = ismcts.ISMCTSBot(
        game=game, evaluator=mcts.RandomRolloutEvaluator(1, chance), uct_c=2.0, max_simulations=20, random_state=chance
    )
    bot.set_resampler(lambda state, player: state.resample_from_infostate(player, chance.random_sample))
    state = game.new_initial_state()
    for _ in range(6):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)
    copy = game.deserialize_state(state.serialize())
    assert copy.observation_tensor(0) == state.observation_tensor(0)
    while not state.is_terminal():
        state.apply_action(random.Random(1).choice(state.legal_actions()))
    assert state.current_player() == -4
    assert sum(state.returns()) == pytest.approx(0)


@pytest.mark.parametrize(("depth", "value"), [(3, 1.0), (4, -1.0), (5, 1.0)])
def test_openspiel_cfr_finds_the_known_value(depth: int, value: float) -> None:
    """R4.1 of toy: the first seat wins unless the depth is a multiple of four."""
    pytest.importorskip("pyspiel")
    from open_spiel.python import policy
    from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

    from expedition.adapters import openspiel

    game = openspiel.load_game("toy", chance="explicit", depth=depth)
    root = game.new_initial_state()
    assert sum(share for _, share in root.chance_outcomes()) == pytest.approx(1)
    assert len(root.chance_outcomes()) == 8, "all pairs of three gems but two rubies"
    assert exploitability.nash_conv(game, policy.UniformRandomPolicy(game), use_cpp_br=False) > 0.6
    solver = cfr.CFRPlusSolver(game)
    for _ in range(30):
        solver.evaluate_and_update_policy()
    found = solver.average_policy()
    assert exploitability.nash_conv(game, found, use_cpp_br=False) < 0.04
    assert expected_game_score.policy_value(root, [found, found])[0] == pytest.approx(value, abs=0.02)


def test_openspiel_chance_that_cannot_be_listed_is_refused() -> None:
    pytest.importorskip("pyspiel")
    from expedition.adapters import openspiel

    with pytest.raises(ValueError, match="cannot be listed"):
        openspiel.load_game("arnak", chance="explicit")


def test_openspiel_resampling_keeps_what_a_player_sees() -> None:
    from expedition.adapters.openspiel import load_game

    state = load_game("toy").new_initial_state()
    own, other = state.information_state_string(0), state.information_state_string(1)
    dealt = [state.resample_from_infostate(0) for _ in range(20)]
    assert all(s.information_state_string(0) == own for s in dealt)
    assert any(s.information_state_string(1) != other for s in dealt), "hidden things are redealt"


def test_torch_and_jax_see_the_buffers_without_a_copy() -> None:
    import jax
    import torch

    batch = expedition.Batch("toy", 4, seed=1)
    tensor = torch.from_numpy(batch.observations)
    assert tensor.data_ptr() == batch.observations.ctypes.data
    through_dlpack = torch.from_dlpack(batch.action_masks)
    assert through_dlpack.data_ptr() == batch.action_masks.ctypes.data
    before = tensor.clone()
    batch.step(batch.sample())
    assert not torch.equal(before, tensor), "the same memory shows the next position"
    assert np.array_equal(tensor.numpy(), batch.observations)
    # JAX shares memory that is aligned to 64 bytes; NumPy does not promise that, so only the values are sure.
    shared = jax.dlpack.from_dlpack(batch.observations)
    assert np.array_equal(np.asarray(shared), batch.observations)
    if batch.observations.ctypes.data % 64 == 0:
        assert shared.unsafe_buffer_pointer() == batch.observations.ctypes.data


def test_a_missing_library_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    import importlib
    import sys

    for module, library, extra in [
        ("sb3", "stable_baselines3", "sb3"),
        ("openspiel", "pyspiel", "openspiel"),
        ("torchrl", "torchrl", "torchrl"),
    ]:
        kept = {name: found for name, found in sys.modules.items() if name.partition(".")[0] == library}
        for name in kept:
            monkeypatch.delitem(sys.modules, name)
        monkeypatch.delitem(sys.modules, f"expedition.adapters.{module}", raising=False)

        class Absent:
            def __init__(self, library: str) -> None:
                self.library = library

            def find_spec(self, name: str, path: object = None, target: object = None) -> None:
                if name.partition(".")[0] == self.library:
                    raise ModuleNotFoundError(f"No module named {name!r}", name=name)

        finder = Absent(library)
        sys.meta_path.insert(0, finder)  # type: ignore[arg-type]
        try:
            with pytest.raises(ImportError, match=rf"pip install 'expedition\[{extra}\]'"):
                importlib.import_module(f"expedition.adapters.{module}")
        finally:
            sys.meta_path.remove(finder)  # type: ignore[arg-type]
            sys.modules.update(kept)
