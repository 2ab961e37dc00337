"""Random sequences of calls against a plain model; interrupts, processes and threads."""

from __future__ import annotations

import copy
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, rule

import expedition
from expedition import Batch, Episode, Game, IllegalAction, Record

SETTINGS = settings(
    max_examples=25,
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    derandomize=True,
)
SEEDS = st.integers(0, 2**64 - 1)


class EpisodeMachine(RuleBasedStateMachine):
    """An episode is its game, its seed and the list of what was played: everything else follows."""

    copies = Bundle("copies")

    @initialize(name=st.sampled_from(expedition.games()), seed=SEEDS)
    def begin(self, name: str, seed: int) -> None:
        self.game = Game(name)
        self.seed = seed
        self.ep = self.game.episode(seed)
        self.played: list[int] = []

    def model(self, played: list[int]) -> Episode:
        ep = self.game.episode(self.seed)
        for action in played:
            ep.play(action)
        return ep

    @rule(at=st.integers(0, 10_000), by_name=st.booleans())
    def play_a_legal_action(self, at: int, by_name: bool) -> None:
        legal = self.ep.legal_actions()
        if len(legal):
            action = int(legal[at % len(legal)])
            self.ep.play(self.game.action_name(action) if by_name else action)
            self.played.append(action)

    @rule(action=st.integers(-3, 600))
    def an_illegal_action_changes_nothing(self, action: int) -> None:
        if action not in self.ep.legal_actions():
            with pytest.raises(ValueError):
                self.ep.play(action)

    @rule(target=copies, how=st.sampled_from(["clone", "copy", "deepcopy", "pickle", "record"]))
    def copy_it(self, how: str) -> tuple[Episode, list[int]]:
        ways = {
            "clone": lambda: self.ep.clone(),
            "copy": lambda: copy.copy(self.ep),
            "deepcopy": lambda: copy.deepcopy(self.ep),
            "pickle": lambda: pickle.loads(pickle.dumps(self.ep)),
            "record": lambda: Record.from_text(self.ep.record().to_text()).replay(),
        }
        other = ways[how]()
        assert other == self.ep
        return other, list(self.played)

    @rule(kept=copies)
    def a_copy_stays_what_it_was(self, kept: tuple[Episode, list[int]]) -> None:
        other, played = kept
        assert other == self.model(played)

    @rule(kept=copies)
    def go_on_with(self, kept: tuple[Episode, list[int]]) -> None:
        other, played = kept
        self.ep, self.played = other.clone(), list(played)

    @rule(seed=SEEDS)
    def a_redeal_keeps_what_the_seat_sees(self, seed: int) -> None:
        seat = self.ep.seat or 0
        dealt = self.ep.redeal(seat, seed)
        assert np.array_equal(dealt.observe(seat), self.ep.observe(seat))
        if self.ep.seat is not None:
            assert np.array_equal(dealt.legal_actions(), self.ep.legal_actions())

    @rule()
    def snapshots_continue_alike(self) -> None:
        for again in (
            self.game.episode_from_bytes(self.ep.to_bytes()),
            self.game.episode_from_state(self.ep.state),
        ):
            assert again.state == self.ep.state
            assert again.seat == self.ep.seat
            assert np.array_equal(again.action_mask(), self.ep.action_mask())

    @invariant()
    def it_is_its_model(self) -> None:
        if not hasattr(self, "ep"):
            return
        assert [action for _, action, _ in self.ep.history] == self.played
        assert self.ep.is_over == (self.ep.seat is None) == (len(self.ep.legal_actions()) == 0)
        assert np.array_equal(np.flatnonzero(self.ep.action_mask()), self.ep.legal_actions()) or self.ep.is_over
        assert self.ep == self.model(self.played)


class BatchMachine(RuleBasedStateMachine):
    """A batch is a list of episodes, each restarted when it ends."""

    @initialize(
        name=st.sampled_from(expedition.games()),
        lanes=st.integers(1, 9),
        threads=st.integers(1, 3),
        seed=SEEDS,
    )
    def begin(self, name: str, lanes: int, threads: int, seed: int) -> None:
        self.batch = Batch(name, lanes, seed=seed, threads=threads)
        self.seed = seed
        self.arrays = (self.batch.observations, self.batch.action_masks, self.batch.rewards)
        self.restart()

    def restart(self) -> None:
        game = self.batch.game
        self.model = [game.episode(int(seed)) for seed in self.batch.episode_seeds]

    @rule(pick=st.integers(0, 2**32 - 1))
    def step(self, pick: int) -> None:
        chosen = np.random.default_rng(pick)
        actions = np.array([chosen.choice(ep.legal_actions()) for ep in self.model], np.int32)
        self.batch.step(actions)
        self.follow(actions)

    @rule()
    def step_with_samples(self) -> None:
        actions = self.batch.sample()
        assert all(action in ep.legal_actions() for action, ep in zip(actions, self.model, strict=True))
        self.batch.step(actions)
        self.follow(actions)

    def follow(self, actions: np.ndarray) -> None:
        seeds = self.batch.episode_seeds
        for lane, ep in enumerate(self.model):
            ep.play(int(actions[lane]))
            assert bool(self.batch.dones[lane]) == ep.is_over
            if ep.is_over:
                assert np.array_equal(self.batch.final_scores[lane], ep.scores())
                assert np.array_equal(self.batch.rewards[lane], ep.returns())
                self.model[lane] = self.batch.game.episode(int(seeds[lane]))

    @rule(lane=st.integers(0, 100), action=st.integers(-5, 700))
    def one_illegal_lane_moves_none(self, lane: int, action: int) -> None:
        lane %= len(self.model)
        actions = np.array([ep.legal_actions()[0] for ep in self.model], np.int64)
        actions[lane] = action
        if action not in self.model[lane].legal_actions():
            with pytest.raises(IllegalAction, match=f"lane {lane}"):
                self.batch.step(actions)

    @rule(marks=st.lists(st.booleans(), min_size=9, max_size=9), seed=st.none() | SEEDS)
    def reset_some(self, marks: list[bool], seed: int | None) -> None:
        lanes = np.array(marks[: len(self.model)])
        self.batch.reset(seed=seed, lanes=lanes)
        seeds = self.batch.episode_seeds
        for lane in np.flatnonzero(lanes):
            self.model[lane] = self.batch.game.episode(int(seeds[lane]))

    @rule(steps=st.integers(1, 60))
    def rollout(self, steps: int) -> None:
        longest = self.batch.game.max_decisions
        assert steps * len(self.model) // longest <= self.batch.rollout(steps) + len(self.model)
        self.model = [self.batch.episode(lane) for lane in range(len(self.model))]

    @invariant()
    def every_lane_is_its_model(self) -> None:
        if not hasattr(self, "batch"):
            return
        for mine, now in zip(
            self.arrays, (self.batch.observations, self.batch.action_masks, self.batch.rewards), strict=True
        ):
            assert mine is now or mine.ctypes.data == now.ctypes.data
        for lane, ep in enumerate(self.model):
            assert self.batch.seats[lane] == ep.seat
            assert np.array_equal(self.batch.action_masks[lane], ep.action_mask())
            assert np.array_equal(self.batch.observations[lane], ep.observe())
            assert self.batch.episode(lane).state == ep.state


TestEpisodePrograms = EpisodeMachine.TestCase
TestEpisodePrograms.settings = SETTINGS
TestBatchPrograms = BatchMachine.TestCase
TestBatchPrograms.settings = SETTINGS


INTERRUPTED = """
import signal, sys, threading, time
import numpy as np
import expedition

batch = expedition.Batch({name!r}, 64, seed=3, threads={threads})
timer = threading.Timer(0.6, signal.raise_signal, [signal.SIGINT])
timer.start()
try:
    batch.rollout(10**12)
except KeyboardInterrupt:
    pass
else:
    sys.exit("it was not interrupted")
# What is left is whole: every lane is a position that reads back, and the batch goes on.
for lane in (0, 31, 63):
    ep = batch.episode(lane)
    again = batch.game.episode_from_bytes(ep.to_bytes())
    assert again.state == ep.state
    assert np.array_equal(batch.action_masks[lane], ep.action_mask())
    assert np.array_equal(batch.observations[lane], ep.observe())
for _ in range(20):
    batch.step(batch.sample())
batch.rollout(10)
print("usable")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals reach a thread of this process by another way there")
@pytest.mark.parametrize("threads", [1, 2])
def test_an_interrupt_leaves_a_batch_usable(name: str, threads: int) -> None:
    program = INTERRUPTED.format(name=name, threads=threads)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    assert done.stdout == "usable\n", done.stderr


THINKING = """
import os, signal, sys, threading, time
import expedition

def interrupted(work):
    at = []
    def ring():
        at.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)
    threading.Timer(0.5, ring).start()
    try:
        work()
    except KeyboardInterrupt:
        waited.append(time.monotonic() - at[0])
    else:
        sys.exit("it was not interrupted")

waited = []
slow = "mcts:100000000"
game = expedition.Game("arnak", players=2)
ep = game.episode(seed=1)
agent = expedition.Agent(slow, game, seed=1)
interrupted(lambda: agent.act(ep))
interrupted(lambda: agent.analyse(ep))
interrupted(lambda: expedition.Batch(game, 8, seed=1, opponents=slow, learner=1))
batch = expedition.Batch(game, 8, seed=1, threads=2, opponents="mcts:2", learner=0)
interrupted(lambda: batch.rollout(10**9))
interrupted(lambda: batch.advise(slow))
seated = expedition.Batch(game, 64, seed=1, threads=2, opponents="network", learner=0)
interrupted(lambda: seated.rollout(10**9))
for lane in range(64):
    assert (seated.observations[lane] == seated.episode(lane).observe()).all()
for lane in range(8):
    assert (batch.observations[lane] == batch.episode(lane).observe()).all()
batch.step(batch.sample())
batch.rollout(3)
agent.reset(1)
assert expedition.Agent("mcts:20", game, seed=1).act(ep) in ep.legal_actions()
# A thread thinks: `reset` waits without the GIL, and can be interrupted itself.
thread = threading.Thread(target=agent.act, args=(ep,), daemon=True)
thread.start()
time.sleep(0.2)
interrupted(lambda: agent.reset(2))
# Ctrl-C is to be seen within 200 ms. The bound of the slowest leaves room for a busy machine; work that was cut by
# decisions, not by time, took 20 seconds.
assert max(waited) < 2.0 and sorted(waited)[len(waited) // 2] < 0.2, waited
# A child that was forked meanwhile has an agent of its own.
child = os.fork()
if child == 0:
    signal.alarm(20)
    agent.reset(3)
    os._exit(7)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
print("usable", flush=True)
os._exit(0)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals and forks are of another kind there")
def test_an_interrupt_stops_agents_that_think() -> None:
    done = subprocess.run([sys.executable, "-c", THINKING], capture_output=True, text=True, timeout=120)
    assert done.stdout == "usable\n", done.stderr


TORN = """
import os, signal, sys, threading, time
import expedition

batch = expedition.Batch("arnak", 256, seed=1, threads=2)
thread = threading.Thread(target=batch.rollout, args=(10**12,), daemon=True)
thread.start()
time.sleep(0.3)
for _ in range(20):
    child = os.fork()
    if child == 0:
        signal.alarm(20)
        try:
            batch.rollout(3)
        except RuntimeError as error:
            torn = "forked while another thread was working" in str(error)
            fresh = expedition.Batch(batch.game, 16, seed=1, threads=2)
            fresh.rollout(3)
            os._exit(7 if torn else 1)
        os._exit(9)  # between two slices: every lane is whole, and the child goes on by itself
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert code in (7, 9), code
    if code == 7:
        print("torn", flush=True)
        os._exit(0)
os._exit(1)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_a_batch_forked_in_mid_rollout_says_so() -> None:
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", TORN], capture_output=True, text=True, timeout=120)
    assert done.stdout == "torn\n", done.stderr


def rolled(batch: Batch, steps: int) -> bytes:
    batch.rollout(steps)
    return batch.observations.tobytes() + batch.action_masks.tobytes()


def in_a_process(name: str) -> bytes:
    return rolled(Batch(name, 16, seed=5, threads=2), 40)


@pytest.mark.parametrize("method", [m for m in ("spawn", "forkserver") if m in multiprocessing.get_all_start_methods()])
def test_other_processes_give_the_same_bytes(method: str) -> None:
    names = list(expedition.games())
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map(in_a_process, names) == [in_a_process(name) for name in names]


FORKED = """
import multiprocessing, sys
import expedition

batches = {name: expedition.Batch(name, 16, seed=5, threads=2) for name in expedition.games()}
for batch in batches.values():
    batch.rollout(10)  # the threads of the parent are at work before the fork

def work(name):
    batches[name].rollout(30)
    return batches[name].observations.tobytes()

if __name__ == "__main__":
    with multiprocessing.get_context("fork").Pool(2) as pool:
        theirs = pool.map_async(work, batches).get(90)
    assert theirs == [work(name) for name in batches]
    print("same")
"""


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="this system does not fork")
def test_batches_survive_a_fork() -> None:
    command = [sys.executable, "-W", "ignore", "-c", FORKED]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.stdout == "same\n", done.stderr


def test_many_batches_in_threads() -> None:
    """Eight threads, each with its own batches of every game, give what one thread gives."""
    names = list(expedition.games()) * 3
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(in_a_process, names)) == [in_a_process(name) for name in names]


def test_one_game_shared_by_threads(game: Game) -> None:
    """Rules are immutable: episodes of one game object in many threads do not disturb each other."""
    barrier = threading.Barrier(4)

    def play(seed: int) -> list[tuple[int, int, str]]:
        barrier.wait(20)
        ep = game.episode(seed % 2)
        rng = np.random.default_rng(seed % 2)
        while not ep.is_over and len(ep.history) < 80:
            ep.play(int(rng.choice(ep.legal_actions())))
        return list(ep.history)

    with ThreadPoolExecutor(4) as pool:
        one, two, three, four = pool.map(play, range(4))
    assert one == three
    assert two == four


def test_the_default_handler_is_in_place() -> None:
    """Nothing of ours touches signal handlers."""
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
