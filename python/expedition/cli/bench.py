"""``expedition bench``: decisions per second through the Python package."""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any, Literal

from .._engine import Batch, Game, games
from .._terminal import Progress, count, table
from .arguments import add_json, duration, known, positive
from .peers import WIDTH, first_layer, peers, rate

_ROLLOUT = 300
"""Decisions per lane in one call of ``rollout``."""


def add(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "bench", help="measure the speed", description="Measure decisions per second through the Python package."
    )
    parser.add_argument("game", nargs="*", metavar="GAME", help="the games to measure (all)")
    parser.add_argument("--players", type=positive, metavar="N", help="only this number of players (all)")
    parser.add_argument("--num-envs", type=positive, default=1024, metavar="N", help="lanes of the batch (1024)")
    parser.add_argument("--seconds", type=duration, default=1.0, metavar="T", help="time for each figure (1.0)")
    parser.add_argument(
        "--no-peers", action="store_true", help="leave out a learner's first layer (torch) and other libraries"
    )
    add_json(parser)
    parser.set_defaults(run=run)


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
    sparse_1: float
    sparse_all: float
    vector: float | None
    vector_sparse: float | None
    single: float | None
    aec: float | None
    clone_ns: float
    max_nonzero: int
    nonzero: float
    layer: dict[str, float] | None = None
    """Rows per second of a learner's first layer, forward and backward, over dense and sparse rows."""
    pieces_1: float | None = None
    pieces_all: float | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the measurements as plain data."""
        return asdict(self)


def _rollout(batch: Batch, num_envs: int) -> Callable[[], int]:
    def work() -> int:
        # Long calls, because the end of each one writes every row.
        batch.rollout(_ROLLOUT)
        return _ROLLOUT * num_envs

    return work


def _steps(batch: Batch, num_envs: int) -> Callable[[], int]:
    actions = batch.sample()

    def work() -> int:
        batch.step(batch.sample(out=actions))
        return num_envs

    return work


def _vector(game: Game, num_envs: int, *, sparse: bool = False) -> Callable[[], int]:
    from ..envs.vector import BatchEnv

    env = BatchEnv(game, num_envs, copy=False, autoreset_mode="SameStep", sparse=sparse)
    env.reset(seed=0)

    def work() -> int:
        env.step(env.sample())
        return num_envs

    return work


def _single(game: Game, _: int) -> Callable[[], int]:
    from ..envs.single import SingleEnv

    env = SingleEnv(game)
    env.reset(seed=0)
    draws = random.Random(0)

    def work() -> int:
        for _ in range(100):
            legal = env.episode.legal_actions()
            if env.step(int(legal[int(draws.random() * len(legal))]))[2]:
                env.reset()
        return 100

    return work


def _aec(game: Game, _: int) -> Callable[[], int]:
    from ..envs.aec import AecEnv

    env = AecEnv(game)
    env.reset(seed=0)
    draws = random.Random(0)

    def work() -> int:
        for _ in range(100):
            legal = env.episode.legal_actions()
            env.step(int(legal[int(draws.random() * len(legal))]))
            if env.episode.is_over:
                env.reset()
            else:
                env.last()
        return 100

    return work


def _of_interface(
    make: Callable[[Game, int], Callable[[], int]], game: Game, num_envs: int, seconds: float
) -> float | None:
    """Return the steps per second of a standard interface, or None if its package is not installed."""
    try:
        return rate(make(game, num_envs), seconds)
    except ImportError:
        return None


def measure(
    name: str, players: int, *, num_envs: int = 1024, seconds: float = 1.0, seed: int = 0, layer: bool = False
) -> Speed:
    """Measure one game: the rules alone, full steps of a batch, the standard interfaces and a clone."""
    game = Game(name, players=players)
    threads = os.cpu_count() or 1
    rates = []
    kinds: tuple[tuple[Callable[[Batch, int], Callable[[], int]], Literal["dense", "sparse"]], ...] = (
        (_rollout, "dense"),
        (_steps, "dense"),
        (_steps, "sparse"),
    )
    for make, written in kinds:
        for used in (1, threads):
            batch = Batch(game, num_envs, seed=seed, threads=used, observations=written)
            rates.append(rate(make(batch, num_envs), seconds))
    pieces: list[float | None] = [None, None]
    if "glance" in game.options:
        plain = Game(name, players=players, glance=False)
        batches = (Batch(plain, num_envs, seed=seed, threads=used, observations="sparse") for used in (1, threads))
        pieces = [rate(_steps(each, num_envs), seconds) for each in batches]
    vector, vector_sparse, single, aec = (
        _of_interface(make, game, num_envs, seconds) for make in (_vector, partial(_vector, sparse=True), _single, _aec)
    )
    ep = game.episode(seed=seed)
    # The last batch has sparse rows and is in mid-game.
    nonzero = float(batch.counts.mean())

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
        sparse_1=rates[4],
        sparse_all=rates[5],
        vector=vector,
        vector_sparse=vector_sparse,
        single=single,
        aec=aec,
        clone_ns=1e9 / rate(clones, min(seconds, 0.3)),
        max_nonzero=game.max_nonzero,
        nonzero=nonzero,
        layer=first_layer(game, seconds) if layer else None,
        pieces_1=pieces[0],
        pieces_all=pieces[1],
    )


def machine() -> dict[str, Any]:
    """Return the processor, cores, system and Python of this machine."""
    cpu = platform.processor() or platform.machine()
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            cpu = next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), cpu)
    except OSError:
        pass
    return {"cpu": cpu, "cores": os.cpu_count(), "system": platform.system(), "python": platform.python_version()}


def run(args: argparse.Namespace) -> int:
    """Measure and print."""
    names = [known(name) for name in args.game] or list(games())
    pairs = [(name, p) for name in names for p in Game(name).player_counts if args.players in (None, p)]
    if not pairs:
        raise ValueError(f"none of these games takes {args.players} players")
    speeds = []
    with Progress(len(pairs), "measuring") as bar:
        for number, (name, players) in enumerate(pairs):
            bar.update(number)
            speeds.append(measure(name, players, num_envs=args.num_envs, seconds=args.seconds, layer=not args.no_peers))
    others = [] if args.no_peers else peers(args.seconds)
    if args.json:
        plain = [s.to_dict() for s in speeds]
        found = [{"library": library, "game": game, "rate": speed} for library, game, speed in others]
        whole = {"machine": machine(), "num_envs": args.num_envs, "speeds": plain, "peers": found}
        print(json.dumps(whole, indent=2))
        return 0
    where, threads = machine(), speeds[0].threads
    print(f"Decisions per second with {args.num_envs} lanes")
    print(f"on {where['cores']} cores of {where['cpu']}, Python {where['python']}\n")
    head = [
        "game",
        "players",
        "actions",
        "floats",
        "state",
        "lane",
        "rules, 1 thread",
        f"rules, {threads}",
        "step, 1 thread",
        f"step, {threads}",
        "sparse, 1",
        f"sparse, {threads}",
        "pieces, 1",
        f"pieces, {threads}",
        "vector",
        "sparse",
        "single",
        "AEC",
        "clone",
    ]
    rows = [
        [s.game, str(s.players), str(s.actions), str(s.floats), f"{s.state_bytes:,} B", f"{s.lane_bytes:,} B",
         count(s.rollout_1), count(s.rollout_all), count(s.step_1), count(s.step_all),
         count(s.sparse_1), count(s.sparse_all),
         *("-" if rate is None else count(rate)
           for rate in (s.pieces_1, s.pieces_all, s.vector, s.vector_sparse, s.single, s.aec)),
         f"{s.clone_ns:.0f} ns"]
        for s in speeds
    ]  # fmt: skip
    print(table(head, rows))
    print("\nrules: batch.rollout, which plays without writing masks and observations until its end")
    print("step:  batch.step(batch.sample()), with every mask, observation and reward written")
    print("sparse: the same with observations='sparse'; pieces: also with glance=False, without the computed features")
    print("vector: the Gymnasium vector environment, with dense and with sparse rows; single and AEC: one environment,")
    print("        random legal actions")
    _print_rows(speeds)
    _print_peers(speeds, others)
    return 0


def _print_rows(speeds: list[Speed]) -> None:
    """Print how sparse the rows are, and the time of a learner's first layer over dense and over sparse rows."""
    rows = [
        [s.game, str(s.players), f"{s.floats:,}", f"{s.nonzero:.0f}", str(s.max_nonzero),
         *("-" if s.layer is None else f"{1e6 / s.layer[kind]:.1f} us" for kind in ("dense", "sparse"))]
        for s in speeds
    ]  # fmt: skip
    print(f"\nRows, and a first layer of {WIDTH} outputs forward and backward (torch, one thread)\n")
    print(table(["game", "players", "floats", "not zero", "at most", "dense row", "sparse row"], rows))


def _print_peers(speeds: list[Speed], others: list[tuple[str, str, float]]) -> None:
    """Print the speed of other libraries, and our sparse steps on all cores as a multiple of it."""
    if not others:
        return
    games = {s.game: s.sparse_all for s in reversed(speeds)}
    rows = [
        [library, game, count(speed), *(f"{own / speed:.2g}" for own in games.values())]
        for library, game, speed in others
    ]
    print("\nOther libraries, random play with observations, and our sparse step as a multiple of theirs\n")
    print(table(["library", "game", "decisions/s", *games], rows))
