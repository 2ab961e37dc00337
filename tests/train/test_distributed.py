"""Simulations on Ray: the same games as on one machine, none lost and none twice."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import expedition
from expedition.analysis import distributed

ray = pytest.importorskip("ray")


@pytest.fixture(scope="module", autouse=True)
def cluster() -> Iterator[None]:
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, ignore_reinit_error=True)
    yield
    ray.shutdown()


def workers() -> set[int]:
    """Return those of our own worker processes that play chunks now."""
    import psutil

    found = set()
    for process in psutil.Process().children(recursive=True):
        try:
            if process.cmdline()[:1] and process.cmdline()[0].startswith("ray::_play_chunk"):
                found.add(process.pid)
        except psutil.Error:
            continue
    return found


def test_the_same_games_as_on_one_machine(tmp_path: Path) -> None:
    made = distributed.simulate(
        "toy", games=250, agents=["random", "greedy"], seed=4, rotate=True, chunk=60, folder=tmp_path
    )
    here = expedition.simulate("toy", games=250, agents=["random", "greedy"], seed=4, rotate=True).to_pandas()
    there = made.to_pandas()
    assert len(made) == 250
    assert there["game"].tolist() == list(range(250))
    assert there.drop(columns="game").equals(here.drop(columns="game"))


def test_a_killed_worker_loses_and_doubles_nothing(tmp_path: Path) -> None:
    killed: list[int] = []

    def kill() -> None:
        until = time.monotonic() + 60
        while not killed and time.monotonic() < until:
            for process in workers():
                os.kill(process, signal.SIGKILL)
                killed.append(process)
                break
            time.sleep(0.02)

    hunter = threading.Thread(target=kill)
    hunter.start()
    made = distributed.simulate("agartha", games=60, agents="mcts:60", seed=1, chunk=10, folder=tmp_path)
    hunter.join()
    assert killed, "a worker was killed while it played"
    games = made.to_pandas()
    assert sorted(games["game"]) == list(range(60))
    assert games["seed"].is_unique


def test_a_second_call_plays_only_what_is_missing(tmp_path: Path) -> None:
    plan = {"games": 40, "seed": 2, "chunk": 10, "folder": tmp_path}
    first = distributed.simulate("toy", **plan).to_pandas()  # type: ignore[arg-type]
    missing = tmp_path / "part-000002.parquet"
    missing.unlink()
    kept = (tmp_path / "part-000001.parquet").stat().st_mtime_ns
    again = distributed.simulate("toy", **plan).to_pandas()  # type: ignore[arg-type]
    assert again.equals(first)
    assert (tmp_path / "part-000001.parquet").stat().st_mtime_ns == kept
    with pytest.raises(ValueError, match="holds another simulation"):
        distributed.simulate("toy", games=40, seed=3, chunk=10, folder=tmp_path)
