"""How fast the games are through the Python package, in decisions per second."""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from ._engine import Batch, Game


@dataclass(frozen=True)
class Speed:
    """The speed of one game with one number of players."""

    game: str
    players: int
    actions: int
    floats: int
    state_bytes: int
    lane_bytes: int
    threads: int
    rollout_1: float
    rollout_all: float
    step_1: float
    step_all: float
    clone_ns: float

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        return asdict(self)


def player_counts(name: str) -> list[int]:
    """Return the numbers of players that a game takes.

    >>> player_counts("toy")
    [2, 3]
    """

    def takes(players: int) -> bool:
        try:
            Game(name, players=players)
        except ValueError:
            return False
        return True

    return [players for players in range(1, 9) if takes(players)]


def _rate(work: Callable[[], int], seconds: float) -> float:
    """Return how many decisions a second the work makes: the best of three stretches."""
    work()
    best = 0.0
    for _ in range(3):
        done, begin = 0, time.perf_counter()
        while (spent := time.perf_counter() - begin) < seconds / 3:
            done += work()
        best = max(best, done / spent)
    return best


def _rollout(batch: Batch, num_envs: int) -> Callable[[], int]:
    def work() -> int:
        batch.rollout(16)
        return 16 * num_envs

    return work


def _steps(batch: Batch, num_envs: int) -> Callable[[], int]:
    actions = batch.sample()

    def work() -> int:
        batch.step(batch.sample(out=actions))
        return num_envs

    return work


def measure(name: str, players: int, *, num_envs: int = 1024, seconds: float = 1.0, seed: int = 0) -> Speed:
    """Measure one game: rules alone (``rollout``), and rules, mask and observation through ``step`` and ``sample``."""
    game = Game(name, players=players)
    threads = os.cpu_count() or 1
    rates = []
    for make in (_rollout, _steps):
        for count in (1, threads):
            rates.append(_rate(make(Batch(game, num_envs, seed=seed, threads=count), num_envs), seconds))
    ep = game.episode(seed=seed)

    def clones() -> int:
        for _ in range(1000):
            ep.clone()
        return 1000

    return Speed(
        game=name,
        players=players,
        actions=game.num_actions,
        floats=game.observation_size,
        state_bytes=game.state_bytes,
        lane_bytes=Batch(game, 1, seed=seed, threads=1).bytes_per_lane,
        threads=threads,
        rollout_1=rates[0],
        rollout_all=rates[1],
        step_1=rates[2],
        step_all=rates[3],
        clone_ns=1e9 / _rate(clones, min(seconds, 0.3)),
    )


def machine() -> dict[str, Any]:
    """Return what the numbers were measured on."""
    cpu = platform.processor() or platform.machine()
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            cpu = next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), cpu)
    except OSError:
        pass
    return {"cpu": cpu, "cores": os.cpu_count(), "system": platform.system(), "python": platform.python_version()}
