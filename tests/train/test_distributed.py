"""Simulations and self-play on Ray: the same games as on one machine, none lost and none twice."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
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


def workers(task: str = "_play_chunk") -> set[int]:
    """Return those of our own worker processes that work on such a task now."""
    import psutil

    found = set()
    for process in psutil.Process().children(recursive=True):
        try:
            if process.cmdline()[:1] and process.cmdline()[0].startswith(f"ray::{task}"):
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


@contextmanager
def a_worker_dies(task: str) -> Iterator[None]:
    """Kill one of our own workers while it works on such a task."""
    killed: list[int] = []

    def kill() -> None:
        until = time.monotonic() + 60
        while not killed and time.monotonic() < until:
            for process in workers(task):
                os.kill(process, signal.SIGKILL)
                killed.append(process)
                break
            time.sleep(0.02)

    hunter = threading.Thread(target=kill)
    hunter.start()
    yield
    hunter.join()
    assert killed, "a worker was killed while it played"


def test_a_killed_worker_loses_and_doubles_nothing(tmp_path: Path) -> None:
    with a_worker_dies("_play_chunk"):
        made = distributed.simulate("agartha", games=60, agents="mcts:60", seed=1, chunk=10, folder=tmp_path)
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


SELF_PLAY = {"games": 25, "network": "toy-2", "search": "mcts:12,gumbel=3", "seed": 6, "games_per_file": 10}


def test_self_play_writes_the_same_rows_as_on_one_machine(tmp_path: Path) -> None:
    told: list[int] = []
    there = distributed.selfplay("toy", **SELF_PLAY, folder=tmp_path / "there", tick=told.append)  # type: ignore[arg-type]
    here = expedition.selfplay("toy", **SELF_PLAY, folder=tmp_path / "here")  # type: ignore[arg-type]
    assert there.games == here.games == 25
    assert told[-1] == 25
    assert [path.name for path in there.files] == [path.name for path in here.files]
    assert there.to_arrow().equals(here.to_arrow())


def test_self_play_goes_on_from_either_side(tmp_path: Path) -> None:
    whole = distributed.selfplay("toy", **SELF_PLAY, folder=tmp_path)  # type: ignore[arg-type]
    rows = whole.to_arrow()
    whole.files[1].unlink()
    kept = whole.files[0].stat().st_mtime_ns
    again = expedition.selfplay("toy", **SELF_PLAY, folder=tmp_path)  # type: ignore[arg-type]
    assert again.to_arrow().equals(rows)
    assert again.files[0].stat().st_mtime_ns == kept
    more = distributed.selfplay("toy", **(SELF_PLAY | {"games": 40}), folder=tmp_path)  # type: ignore[arg-type]
    assert sorted(set(more.to_arrow()["game"].to_pylist())) == list(range(40))
    assert len(more.files) == 4
    with pytest.raises(ValueError, match="holds 40 games already"):
        distributed.selfplay("toy", **SELF_PLAY, folder=tmp_path)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="holds games with another search"):
        distributed.selfplay("toy", **(SELF_PLAY | {"search": "mcts:13", "games": 40}), folder=tmp_path)  # type: ignore[arg-type]


def test_self_play_survives_the_death_of_a_worker(tmp_path: Path) -> None:
    with a_worker_dies("_play_file"):
        made = distributed.selfplay(
            "agartha", games=24, search="mcts:60", seed=1, games_per_file=4, folder=tmp_path / "there"
        )
    here = expedition.selfplay(
        "agartha", games=24, search="mcts:60", seed=1, games_per_file=4, folder=tmp_path / "here"
    )
    assert made.to_arrow().equals(here.to_arrow())
    assert sorted(set(made.to_arrow()["game"].to_pylist())) == list(range(24))
