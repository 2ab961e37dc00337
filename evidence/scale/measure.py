"""Measures rates, memory and storage on this machine and writes scale.json, from which docs/scale.md is made.

    python evidence/scale/measure.py              (three minutes; Ray is measured where it is installed)
    python evidence/scale/measure.py --quick      (each figure from a tenth of the time, to try the script)
    python evidence/scale/measure.py --only ray   (the other tables stay as they are)

Lanes from 1 to 65,536 on one thread and on all; memory per lane as the engine counts it and as the process grows;
chunks of games on 1, 2 and 4 Ray workers; bytes written for a million games. One thread is measured in processor time,
the rest by the clock: use a quiet machine, or give this the highest priority (`chrt --rr 10 python ...`, as root). The
time that the measured threads spent waiting for a processor in use by others is recorded, and the page reports it.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import expedition
from expedition.analysis.simulate import all_threads
from expedition.cli.bench import machine

HERE = Path(__file__).parent
GAME = "arnak"
LANES = (1, 8, 64, 512, 4096, 16384, 65536)
WORKERS = (1, 2, 4)
RUNS = 5
"""Measurements of a rate by number of lanes; the table has their median, the lowest and the highest."""


def used() -> int:
    """Return the memory of this process in bytes."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


WAITED: list[float] = []
"""Seconds that threads were ready to run but had no processor, per second of their own, one entry per measurement."""


def waiting() -> float:
    """Return the seconds that the threads of this process have been ready to run but were not running."""
    spent = (path.read_text().split()[1] for path in Path("/proc/self/task").glob("*/schedstat"))
    return sum(map(int, spent)) / 1e9


def rate(batch: expedition.Batch, lanes: int, seconds: float, threads: int) -> float:
    """Return decisions per second: by processor time on one thread, otherwise by the clock."""
    clock = time.process_time if threads == 1 else time.perf_counter
    batch.step(batch.sample())
    waited, wall = waiting(), time.perf_counter()
    begin, done = clock(), 0
    while clock() - begin < seconds:
        batch.step(batch.sample())
        done += lanes
    rate = done / (clock() - begin)
    WAITED.append((waiting() - waited) / (time.perf_counter() - wall) / threads)
    return rate


def lanes_table(seconds: float) -> list[dict[str, Any]]:
    """Return rates and memory for every number of lanes, dense and sparse, on one thread and on all."""
    rows = []
    for kind in ("dense", "sparse"):
        for lanes in LANES:
            row: dict[str, Any] = {"game": GAME, "observations": kind, "lanes": lanes}
            for name, threads in (("one", 1), ("all", all_threads(None))):
                before = used()
                batch = expedition.Batch(GAME, lanes, players=2, seed=1, threads=threads, observations=kind)
                batch.rollout(20)
                rates = sorted(round(rate(batch, lanes, seconds / RUNS, threads)) for _ in range(RUNS))
                row |= {f"steps_{name}": rates[RUNS // 2], f"low_{name}": rates[0], f"high_{name}": rates[-1]}
                row["grown_per_lane"] = round((used() - before) / lanes)
                row["bytes_per_lane"] = batch.bytes_per_lane
                del batch
            rows.append(row)
    return rows


def network_rate(name: str, seconds: float) -> float:
    """Return decisions per second on one thread with a shipped network choosing, in the variant it was trained on."""
    network = [network for network in expedition.networks() if network["game"] == name][-1]
    batch = expedition.Batch(expedition.Game(name, **network["options"]), 1024, seed=1, threads=1)
    begin, done = time.process_time(), 0
    while time.process_time() - begin < seconds:
        batch.step(batch.advise("network")[0])
        done += 1024
    return done / (time.process_time() - begin)


def games_table(seconds: float) -> list[dict[str, Any]]:
    """Return rates and memory of every game with 1,024 lanes, and the mean length of random games."""
    rows = []
    for name in expedition.games():
        row: dict[str, Any] = {"game": name}
        for label, threads in (("one", 1), ("all", all_threads(None))):
            batch = expedition.Batch(name, 1024, seed=1, threads=threads)
            batch.rollout(20)
            row[f"steps_{label}"] = round(rate(batch, 1024, seconds, threads))
            row["bytes_per_lane"] = batch.bytes_per_lane
        row["steps_network"] = round(network_rate(name, seconds))
        result = expedition.simulate(name, 400, seed=1, threads=1)
        row["decisions_per_game"] = round(float(result.columns["length"].mean()), 1)
        rows.append(row)
    return rows


def files_table() -> list[dict[str, Any]]:
    """Return the size of a million games with a row per game and per decision, and of a record per decision."""
    rows = []
    for name in expedition.games():
        with tempfile.TemporaryDirectory() as folder:
            where = Path(folder)
            games = 1000
            result = expedition.simulate(name, games, seed=1, decisions=True)
            result.save(where / "games.parquet")
            result.decisions.save(where / "decisions.parquet")
            ep = expedition.Game(name).episode(seed=1)
            while not ep.is_over:
                ep.play(int(ep.legal_actions()[0]))
            ep.record().save(where / "one.record")
            size = {path.name: path.stat().st_size for path in where.iterdir()}
        rows.append({
            "game": name,
            "games_gb": round(size["games.parquet"] / games / 1000, 3),
            "decisions_gb": round(size["decisions.parquet"] / games / 1000, 3),
            "record_bytes_a_decision": round(size["one.record"] / max(len(ep.history), 1)),
        })  # fmt: skip
    return rows


def ray_table(games: int) -> list[dict[str, Any]]:
    """Return games per second with 1, 2 and 4 workers on this machine, not counting the time to start them."""
    import ray

    from expedition.analysis import distributed

    rows = []
    for workers in WORKERS:
        ray.init(num_cpus=workers, log_to_driver=False, include_dashboard=False)
        with tempfile.TemporaryDirectory() as folder:
            distributed.simulate(GAME, 40 * workers, folder=f"{folder}/warm", chunk=40, players=2)
            begin = time.perf_counter()
            distributed.simulate(GAME, games, folder=f"{folder}/run", chunk=max(1, games // 16), players=2, seed=1)
            seconds = time.perf_counter() - begin
        rows.append({"game": GAME, "workers": workers, "games": games, "games_per_second": round(games / seconds)})
        ray.shutdown()
    return rows


def main() -> int:
    """Measure and write the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="a tenth of the time; figures to try the script with")
    parser.add_argument("--only", nargs="+", metavar="TABLE", choices=("lanes", "games", "files", "ray"))
    args = parser.parse_args()
    seconds = 0.15 if args.quick else 1.5
    path = HERE / "scale.json"
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if args.only else {}
    found |= {"machine": machine(), "seconds": seconds, "load": round(os.getloadavg()[0], 1)}
    waited = found.setdefault("waited", {})
    for name, table in (
        ("lanes", lambda: lanes_table(seconds)),
        ("games", lambda: games_table(seconds)),
        ("files", files_table),
        ("ray", lambda: ray_table(20_000 if args.quick else 400_000)),
    ):
        if args.only and name not in args.only:
            continue
        begin = time.perf_counter()
        WAITED.clear()
        try:
            found[name] = table()
        except ImportError as error:
            found[name] = []
            print(f"{name}: {error}", file=sys.stderr)
        if WAITED:
            waited[name] = round(max(WAITED), 3)
        print(f"{name}: {time.perf_counter() - begin:.0f} s, waited {waited.get(name)}", file=sys.stderr)
    path.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
