"""Simulations and self-play spread over a Ray cluster, written as Parquet files.

On one machine Ray starts by itself. On a cluster, ``ray start --head`` on one machine and
``ray start --address=HEAD:6379`` on the others; then ``expedition.analysis.distributed.simulate(..., address="auto")``.

The games are cut into chunks. A chunk is written under a temporary name and then renamed, and its games depend only on
the seed and their numbers: a chunk whose worker dies is played again elsewhere with the same result, so no game
is lost or counted twice. Another call with the same folder plays only the missing chunks.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .._arguments import make_game
from .._engine import Game, Network
from .._extras import need
from .._files import whole_file, write_text
from .._terminal import Progress
from .selfplay import Plan, SelfPlay
from .simulate import run, seating

if TYPE_CHECKING:
    import pyarrow.dataset

PLAN = "plan.json"


class Games:
    """The games in a folder of Parquet files, one per chunk."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def dataset(self) -> pyarrow.dataset.Dataset:
        """Return the games as an Arrow dataset, which reads only what is needed."""
        made: pyarrow.dataset.Dataset = need("pyarrow.dataset", "analysis", "A dataset").dataset(
            sorted(str(path) for path in self.folder.glob("part-*.parquet")), format="parquet"
        )
        return made

    def to_arrow(self) -> Any:
        """Return all games as one Arrow table, in their order."""
        return self.dataset().to_table()

    def to_pandas(self) -> Any:
        """Return all games as a DataFrame, in their order."""
        return self.to_arrow().to_pandas()

    def __len__(self) -> int:
        return int(self.dataset().count_rows())


def simulate(
    game: str | Game,
    games: int = 1000,
    agents: str | Sequence[str] = "random",
    *,
    folder: str | os.PathLike[str],
    seed: int = 0,
    rotate: bool = False,
    chunk: int = 1000,
    cpus: float = 1.0,
    address: str | None = None,
    progress: bool = False,
    tick: Callable[[int], None] = lambda done: None,
    **options: Any,
) -> Games:
    """Play the games of ``expedition.simulate`` on a Ray cluster, into a folder that all machines can reach.

    The rows are the same as those of ``expedition.simulate`` with the same arguments. ``cpus`` is the number of cores
    that one chunk occupies. ``tick`` is called with the number of finished games.
    """
    ray = need("ray", "ray", "A distributed simulation")
    need("pyarrow.parquet", "analysis", "A Parquet dataset")
    made = make_game(game, options, simulate)
    if games < 1 or chunk < 1:
        raise ValueError(f"games={games}, chunk={chunk}: both are whole numbers above 0")
    listed, unique, seats = seating(agents, made.players, games, rotate=rotate)
    where = Path(folder).resolve()
    where.mkdir(parents=True, exist_ok=True)
    _agree(where, {"game": made.name, "version": made.version, "options": made.options,
                   "content": made.content_digest, "agents": listed,
                   "rotate": rotate,
                   "games": games, "seed": seed, "chunk": chunk})  # fmt: skip
    shared = _cluster(ray, address).put((made, unique))
    # If a worker dies, Ray restarts its task on another one.
    play = ray.remote(num_cpus=cpus, max_retries=-1)(_play_chunk)
    waiting = {}
    for first in range(0, games, chunk):
        path = where / f"part-{first // chunk:06d}.parquet"
        count = min(chunk, games - first)
        if not path.exists():
            deals = np.arange(first, first + count)
            waiting[play.remote(shared, deals, seats[first : first + count], seed, str(path))] = count
    _await(ray, waiting, games, f"{made.name}, {made.players} players" if progress else None, tick)
    return Games(where)


def selfplay(
    game: str | Game,
    games: int = 1000,
    network: str | os.PathLike[str] | Network | None = None,
    search: str = "mcts:100,noise=0.25",
    *,
    folder: str | os.PathLike[str],
    seed: int = 0,
    temperature: float = 1.0,
    quick: tuple[str, float] | None = None,
    games_per_file: int = 100,
    cpus: float = 1.0,
    address: str | None = None,
    progress: bool = False,
    tick: Callable[[int], None] = lambda done: None,
    **options: Any,
) -> SelfPlay:
    """Play the games of ``expedition.selfplay`` on a Ray cluster, into a folder that all machines can reach.

    Files and rows are the same as those of ``expedition.selfplay`` with the same arguments: either can finish what the
    other began. The network is sent along with the work, whatever file it came from. ``cpus`` is the number of cores
    that one file occupies while it is played. ``tick`` is called with the number of finished games.
    """
    ray = need("ray", "ray", "Distributed self-play")
    made = make_game(game, options, selfplay)
    plan = Plan.of(
        made, games, network, folder, search=search, seed=seed, temperature=temperature, quick=quick,
        games_per_file=games_per_file,
    )  # fmt: skip
    shared = _cluster(ray, address).put(plan)
    play = ray.remote(num_cpus=cpus, max_retries=-1)(_play_file)
    waiting = {
        play.remote(shared, first, last, path): last - first for first, last, path in plan.files() if not path.exists()
    }
    _await(ray, waiting, games, f"{made.name}, {made.players} players" if progress else None, tick)
    return SelfPlay(plan.folder, plan.settings, games, interrupted=False)


def _cluster(ray: Any, address: str | None) -> Any:
    """Start Ray unless it is running, and return it."""
    if not ray.is_initialized():
        ray.init(address=address, log_to_driver=False, include_dashboard=False)
    return ray


def _await(ray: Any, waiting: dict[Any, int], games: int, title: str | None, tick: Callable[[int], None]) -> None:
    """Wait until all tasks are done, given the number of games in each; an exception cancels the remaining ones."""
    finished = games - sum(waiting.values())
    bar = Progress(games, title) if title is not None else None
    try:
        while waiting:
            done, _ = ray.wait(list(waiting), num_returns=1)
            for task in done:
                ray.get(task)
                finished += waiting.pop(task)
            tick(finished)
            if bar is not None:
                bar.update(finished)
    except BaseException:
        for task in waiting:
            ray.cancel(task, force=True)
        raise
    finally:
        if bar is not None:
            bar.__exit__(None, None, None)


def _agree(folder: Path, plan: dict[str, Any]) -> None:
    """Refuse a folder that holds other games."""
    path, text = folder / PLAN, json.dumps(plan, indent=2, sort_keys=True) + "\n"
    if path.exists() and path.read_text() != text:
        raise ValueError(f"{folder} holds another simulation: {PLAN} there differs; take an empty folder")
    if not path.exists() and any(folder.glob("part-*.parquet")):
        raise ValueError(f"{folder} holds Parquet files that are not of this simulation: take an empty folder")
    write_text(path, text)


def _play_chunk(shared: tuple[Game, list[str]], deals: np.ndarray, seats: np.ndarray, seed: int, path: str) -> None:
    """Play one chunk and write its file, completely or not at all."""
    game, agents = shared
    result = run(game, agents, deals, seats, seed=seed, threads=1, decisions=False, tick=None)
    result.columns["game"] = deals.astype(result.columns["game"].dtype)
    with whole_file(path) as part:
        parquet = need("pyarrow.parquet", "analysis", "A Parquet dataset")
        parquet.write_table(result.to_arrow(), part, compression="zstd")


def _play_file(plan: Plan, first: int, last: int, path: Path) -> None:
    """Play one file of self-play."""
    if plan.play(first, last, path, threads=1):
        raise KeyboardInterrupt
