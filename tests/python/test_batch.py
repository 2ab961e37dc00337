"""Many episodes at once: the buffers, the three reset modes, opponents, threads."""

from __future__ import annotations

import pickle
import threading
from pathlib import Path

import numpy as np
import pytest

import expedition
from expedition import Batch

BUFFERS = ("observations", "action_masks", "seats", "rewards", "dones", "final_scores")


def test_shapes(game: expedition.Game) -> None:
    batch = Batch(game, 6, seed=1)
    shapes = {name: (getattr(batch, name).shape, getattr(batch, name).dtype) for name in BUFFERS}
    assert shapes == {
        "observations": ((6, game.observation_size), np.float32),
        "action_masks": ((6, game.num_actions), np.bool_),
        "seats": ((6,), np.int32),
        "rewards": ((6, game.players), np.float32),
        "dones": ((6,), np.bool_),
        "final_scores": ((6, game.players), np.float32),
    }
    assert len(batch) == batch.num_envs == 6
    assert batch.game == game


def test_buffers_keep_their_address(game: expedition.Game) -> None:
    """What `torch.from_numpy` and `__array_interface__` see stays the same memory, so sharing it costs nothing."""
    batch = Batch(game, 5, seed=1)
    before = {name: getattr(batch, name).__array_interface__["data"][0] for name in BUFFERS}
    shared = np.frombuffer(memoryview(batch.observations).cast("B"), np.float32).reshape(batch.observations.shape)
    for _ in range(50):
        batch.step(batch.sample())
    batch.reset(seed=2)
    batch.rollout(10)
    assert {name: getattr(batch, name).__array_interface__["data"][0] for name in BUFFERS} == before
    assert np.array_equal(shared, batch.observations)
    assert shared.__array_interface__["data"][0] == before["observations"]


def test_lanes_are_episodes_played_one_by_one(game: expedition.Game) -> None:
    lanes = 5
    batch = Batch(game, lanes, seed=3)
    episodes = [game.episode(seed=int(seed)) for seed in batch.episode_seeds]
    for _ in range(200):
        for lane, ep in enumerate(episodes):
            assert np.array_equal(batch.observations[lane], ep.observe())
            assert np.array_equal(batch.action_masks[lane], ep.action_mask())
            assert batch.seats[lane] == ep.seat
        actions = batch.sample()
        batch.step(actions)
        for lane, ep in enumerate(episodes):
            ep.play(int(actions[lane]))
            assert batch.dones[lane] == ep.is_over
            if ep.is_over:
                assert np.array_equal(batch.final_scores[lane], ep.scores())
                assert np.array_equal(batch.rewards[lane], ep.returns())
                episodes[lane] = game.episode(seed=int(batch.episode_seeds[lane]))


def test_score_rewards_add_up(name: str) -> None:
    game = expedition.Game(name, reward="score")
    batch = Batch(game, 4, seed=5)
    earned = np.zeros((4, game.players))
    start = np.array([batch.episode(lane).scores() for lane in range(4)])
    ends = 0
    scale = game.score_scale
    for _ in range(2 * game.max_decisions):
        batch.step(batch.sample())
        earned += batch.rewards
        for lane in np.flatnonzero(batch.dones):
            assert earned[lane] == pytest.approx((batch.final_scores[lane] - start[lane]) * scale, abs=1e-4)
            start[lane] = batch.episode(lane).scores()
            earned[lane] = 0
            ends += 1
        if ends > 8:
            break
    assert ends


def test_next_step_reset(toy: expedition.Game) -> None:
    batch = Batch(toy, 3, seed=1, autoreset="next_step")
    while not batch.dones.any():
        batch.step(batch.sample())
    lane = int(np.flatnonzero(batch.dones)[0])
    assert batch.action_masks[lane].all(), "nobody acts: all ones, never all zeros"
    assert toy.explain(batch.observations[lane])["left"] == 0
    actions = batch.sample()
    actions[lane] = 2  # ignored
    batch.step(actions)
    assert not batch.dones[lane]
    assert not batch.rewards[lane].any()
    assert toy.explain(batch.observations[lane])["left"] == 21


def test_disabled_reset(toy: expedition.Game) -> None:
    batch = Batch(toy, 3, seed=1, autoreset="disabled")
    while not batch.dones.any():
        batch.step(batch.sample())
    with pytest.raises(expedition.IllegalAction, match="is over and autoreset is disabled"):
        batch.step(batch.sample())
    over = batch.dones.copy()
    others = batch.observations[~over].copy()
    batch.reset(lanes=over)
    assert np.array_equal(batch.observations[~over], others)
    assert all(toy.explain(row)["left"] == 21 for row in batch.observations[over])
    batch.step(batch.sample())


def test_final_observations(game: expedition.Game) -> None:
    batch = Batch(game, 4, seed=2, final_observations=True)
    seen = 0
    for _ in range(game.max_decisions * 2):
        episodes = [batch.episode(lane) for lane in range(4)]
        seats = batch.seats.copy()
        actions = batch.sample()
        batch.step(actions)
        for lane in np.flatnonzero(batch.dones):
            episodes[lane].play(int(actions[lane]))
            assert np.array_equal(batch.final_observations[lane], episodes[lane].observe(int(seats[lane])))
            seen += 1
        if seen > 3:
            break
    assert seen
    assert Batch(game, 1).final_observations is None


def test_one_illegal_lane_moves_none(game: expedition.Game) -> None:
    batch = Batch(game, 4, seed=6)
    actions = batch.sample()
    actions[2] = game.num_actions
    before = {name: getattr(batch, name).copy() for name in BUFFERS}
    with pytest.raises(expedition.IllegalAction, match="lane 2"):
        batch.step(actions)
    assert all(np.array_equal(getattr(batch, name), before[name]) for name in BUFFERS)


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.int32, np.int64, np.uint64])
def test_any_integer_array_is_taken(toy: expedition.Game, dtype: type) -> None:
    batch = Batch(toy, 3, seed=1)
    batch.step(np.zeros(3, dtype))
    batch.step([0, 0, 0])
    batch.step(np.zeros(6, dtype)[::2])


def test_sample_into_a_buffer(toy: expedition.Game) -> None:
    batch = Batch(toy, 3, seed=1)
    for dtype in (np.int32, np.int64):
        out = np.zeros(3, dtype)
        assert batch.sample(out=out) is out


def test_rollout_is_sample_and_step(game: expedition.Game) -> None:
    one, two = Batch(game, 4, seed=8), Batch(game, 4, seed=8)
    ended = one.rollout(40)
    count = 0
    for _ in range(40):
        two.step(two.sample())
        count += int(two.dones.sum())
    assert ended == count
    for name in ("observations", "action_masks", "seats", "episode_seeds"):
        assert np.array_equal(getattr(one, name), getattr(two, name))


def test_sparse_rows_are_the_dense_ones(game: expedition.Game) -> None:
    batch = Batch(game, 6, seed=1, observations="both", final_observations=True)
    alone = Batch(game, 6, seed=1, observations="sparse")
    assert batch.indices.shape == batch.values.shape == (6, game.max_nonzero)
    for _ in range(60):
        for indices, values, counts, rows in (
            (batch.indices, batch.values, batch.counts, batch.observations),
            (batch.final_indices, batch.final_values, batch.final_counts, batch.final_observations),
        ):
            wide = np.zeros((6, game.observation_size + 1), np.float32)
            np.put_along_axis(wide, indices.astype(np.int64), values, axis=1)
            if counts.all():
                assert np.array_equal(wide[:, :-1], rows)
        assert np.array_equal(batch.counts, (batch.observations != 0).sum(axis=1))
        assert (np.diff(batch.indices, axis=1) > 0)[:, : batch.counts.min() - 1].all()
        assert np.array_equal(batch.indices, alone.indices)
        assert np.array_equal(batch.values, alone.values)
        indices, values = batch.episode(0).observe_sparse()
        assert np.array_equal(indices, batch.indices[0, : batch.counts[0]])
        assert np.array_equal(values, batch.values[0, : batch.counts[0]])
        actions = batch.sample()
        batch.step(actions)
        alone.step(actions)
    with pytest.raises(AttributeError, match="both"):
        _ = alone.observations
    with pytest.raises(ValueError, match="sparse"):
        Batch(game, 1, observations="thin")  # type: ignore[arg-type]


def test_outcomes_are_the_results_whatever_rewards_are(game: expedition.Game) -> None:
    kinds = [expedition.Game(game.name, **{**game.options, "reward": kind}) for kind in ("outcome", "score")]
    one, two = (Batch(kind, 8, seed=2) for kind in kinds)
    ended = 0
    for _ in range(900):
        actions = one.sample()
        one.step(actions)
        two.step(actions)
        assert np.array_equal(one.dones, two.dones)
        assert np.array_equal(one.outcomes[one.dones], two.outcomes[one.dones])
        assert np.array_equal(one.outcomes[one.dones], one.rewards[one.dones])
        ended += int(one.dones.sum())
    assert ended


def test_starts(game: expedition.Game, tmp_path: Path) -> None:
    ep = game.episode(seed=1)
    for _ in range(5):
        ep.play(int(ep.legal_actions()[0]))
    batch = Batch(game, 4, seed=1, starts=[ep], start_share=1.0)
    assert all(batch.episode(lane).state == ep.state for lane in range(4))
    while not ep.is_over:
        ep.play(int(ep.legal_actions()[0]))
    ep.record().save(tmp_path / "one.txt")
    scored = expedition.Game(game.name, **{**game.options, "reward": "score"})
    batch = Batch(scored, 64, seed=1, starts=tmp_path, start_share=0.5)
    fresh = {str(game.episode(seed=int(seed)).state) for seed in batch.episode_seeds}
    moved = [lane for lane in range(64) if str(batch.episode(lane).state) not in fresh]
    assert 10 < len(moved) < 54
    batch.rollout(20)
    for wrong, match in (([ep], "over"), ([], "no position"), ("nowhere", "no such folder"), ([3], "episodes")):
        with pytest.raises((ValueError, TypeError), match=match):
            Batch(game, 2, starts=wrong)  # type: ignore[arg-type]
    other = next(name for name in expedition.games() if name != game.name)
    with pytest.raises(ValueError, match="another game"):
        Batch(other, 2, starts=[game.episode(seed=1)])
    with pytest.raises(ValueError, match="start_share"):
        Batch(game, 2, starts=[game.episode(seed=1)], start_share=2)


def test_advice(game: expedition.Game) -> None:
    batch = Batch(game, 4, seed=1)
    before = batch.to_bytes()
    for agent in ("random", "greedy", "mcts:5"):
        actions, shares = batch.advise(agent, seed=1)
        assert batch.action_masks[np.arange(4), actions].all()
        assert not shares[~batch.action_masks].any()
        assert np.allclose(shares.sum(axis=1), 1, atol=1e-4)
        again = batch.advise(agent, seed=1)
        assert np.array_equal(again[0], actions)
    assert batch.to_bytes() == before
    with pytest.raises(ValueError, match="no built-in agent"):
        batch.advise("clever")


def test_opponents_that_make_mistakes(toy: expedition.Game) -> None:
    for spec in ("greedy:epsilon=0.3", "greedy:temperature=0.5"):
        batch = Batch(toy, 16, seed=1, opponents=spec, learner=0)
        batch.rollout(50)
    with pytest.raises(ValueError, match="from 0 to 1"):
        Batch(toy, 1, opponents="greedy:epsilon=2")


def test_forced_decisions_are_not_asked(game: expedition.Game) -> None:
    if game.name == "toy":
        pytest.skip("its last decision is forced, and then the episode is over")
    batch = Batch(game, 8, seed=1, autoplay_forced=True)
    ep = game.episode(seed=int(batch.episode_seeds[0]), autoplay_forced=True)
    for _ in range(100):
        assert (batch.action_masks.sum(axis=1) > 1).all()
        actions = batch.sample()
        if not ep.is_over:
            assert np.array_equal(ep.observe(), batch.observations[0])
            ep.play(int(actions[0]))
            assert pickle.loads(pickle.dumps(ep)) == ep == ep.clone()
        batch.step(actions)


def test_opponents_play_up_to_the_learner(game: expedition.Game) -> None:
    if game.players == 1:
        pytest.skip("nobody to play against")
    batch = Batch(game, 8, seed=1, opponents="random", learner=1)
    for _ in range(100):
        assert (batch.seats == 1).all()
        batch.step(batch.sample())


def test_a_rotating_learner_takes_every_seat(game: expedition.Game) -> None:
    if game.players == 1:
        pytest.skip("nobody to play against")
    batch = Batch(game, 2, seed=1, opponents="random", learner="rotate")
    seen = {int(batch.learner_seats[0])}
    for _ in range(game.players):
        batch.reset()
        seen.add(int(batch.learner_seats[0]))
        assert np.array_equal(batch.seats, batch.learner_seats)
    assert seen == set(range(game.players))


def test_two_threads_on_one_batch_get_a_runtime_error(toy: expedition.Game) -> None:
    batch = Batch(toy, 256, seed=1, threads=1)
    errors: list[Exception] = []
    started = threading.Event()

    def work() -> None:
        started.set()
        batch.rollout(20_000)

    def disturb() -> None:
        started.wait()
        while thread.is_alive() and not errors:
            try:
                batch.step(np.zeros(256, np.int32))
            except RuntimeError as error:
                errors.append(error)
            except ValueError:
                pass

    thread = threading.Thread(target=work)
    other = threading.Thread(target=disturb)
    thread.start()
    other.start()
    thread.join()
    other.join()
    assert errors
    assert "one call at a time" in str(errors[0])
    batch.step(batch.sample())


def test_the_gil_is_released(toy: expedition.Game) -> None:
    """Another Python thread goes on counting while the engine works."""
    batch = Batch(toy, 512, seed=1, threads=1)
    thread = threading.Thread(target=batch.rollout, args=(5_000,))
    thread.start()
    count = 0
    while thread.is_alive():
        count += 1
    assert count > 1000


def test_a_lane_as_an_episode(game: expedition.Game) -> None:
    batch = Batch(game, 3, seed=4)
    batch.rollout(7)
    ep = batch.episode(1)
    assert np.array_equal(ep.observe(), batch.observations[1])
    before = batch.observations.copy()
    ep.play(int(ep.legal_actions()[0]))
    assert np.array_equal(before, batch.observations), "the episode is a copy"


def test_memory_of_a_lane(game: expedition.Game) -> None:
    """A light game takes 16 KiB with its arrays; a large observation may take more, but not the lane itself."""
    took = Batch(game, 1).bytes_per_lane
    assert took - 4 * game.observation_size - game.num_actions <= 8 * 1024
    assert took <= 16 * 1024 or game.observation_size > 2048
