"""A short run over the border between Python and Rust, for `make memcheck`: batches, episodes, networks, errors.

Under valgrind every read and write is checked; Python's own allocator is switched off, so that its blocks are visible.
"""

from __future__ import annotations

import copy
import gc
import pickle
import threading
from contextlib import suppress

import numpy as np

import expedition


def batches() -> None:
    """Step, roll, reset, refuse and drop batches, dense and sparse, on two threads."""
    for name in expedition.games():
        for kind in ("dense", "sparse"):
            batch = expedition.Batch(name, 9, seed=1, threads=2, observations=kind, final_observations=True)
            for _ in range(3):
                batch.step(batch.sample())
            batch.rollout(8)
            with suppress(ValueError):
                batch.step(np.full(9, 10**6))
            batch.reset(seed=2, lanes=np.arange(9) % 2 == 0)
            kept = batch.action_masks
            one = batch.episode(3)
            del batch
            gc.collect()
            assert kept.shape[0] == 9
            assert pickle.loads(pickle.dumps(one)) == one


def episodes() -> None:
    """Copy, save, restore, redeal and drop episodes."""
    for name in expedition.games():
        ep = expedition.Game(name).episode(seed=3)
        for _ in range(6):
            ep.play(int(ep.legal_actions()[-1]))
        assert ep.game.episode_from_bytes(ep.to_bytes()).state == ep.state
        assert ep == copy.deepcopy(ep) == expedition.Record.from_text(ep.record().to_text()).replay()
        ep.redeal(ep.seat or 0, 5).observe()
        for damaged in (b"", b"\xff" * 40, ep.to_bytes()[:-3]):
            with suppress(ValueError):
                ep.game.episode_from_bytes(damaged)


def networks() -> None:
    """Evaluate and search with a network."""
    net = expedition.Network.load("toy-2")
    batch = expedition.Batch("toy", 4, seed=1, threads=1)
    net.evaluate(batch.observations, batch.action_masks)
    game = expedition.Game("toy")
    expedition.Agent("mcts:20,network", game, seed=1).act(game.episode(seed=1))


def threads() -> None:
    """Use one batch from four Python threads: each call is served or refused."""
    batch = expedition.Batch("toy", 64, seed=1, threads=2)

    def work() -> None:
        for _ in range(20):
            with suppress(RuntimeError):
                batch.rollout(4)

    running = [threading.Thread(target=work) for _ in range(4)]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join()


if __name__ == "__main__":
    for part in (batches, episodes, networks, threads):
        part()
        print(f"memcheck: {part.__name__}: done", flush=True)
