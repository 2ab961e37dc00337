"""Measure how the speed of a batch grows with its lanes: ``python evidence/speed/lanes.py BUILD`` writes lanes.csv.

BUILD names what was measured, for the first line of the table: ``release``, or ``quick`` for a quick build.

One thread, and processor time instead of the clock's, so that other programs on the machine count for little.
"""

from __future__ import annotations

import os
import platform
import sys
import time
from pathlib import Path

import expedition

LANES = (1, 8, 64, 512, 2048)
TRIES, SECONDS = 5, 0.4


def speed(name: str, lanes: int) -> float:
    """Return decisions per processor second."""
    batch = expedition.Batch(name, num_envs=lanes, seed=0, threads=1)
    actions = batch.sample()
    steps, begin = 0, time.process_time()
    while (spent := time.process_time() - begin) < SECONDS:
        batch.sample(out=actions)
        batch.step(actions)
        steps += 1
    return steps * lanes / spent


def main(build: str) -> None:
    """Measure every game and write the table."""
    rows = []
    for name in expedition.games():
        for lanes in LANES:
            tries = [speed(name, lanes) for _ in range(TRIES)]
            rows.append(f"{name},{lanes},{min(tries):.0f},{max(tries):.0f}")
            print(rows[-1], flush=True)
    about = f"{platform.machine()}, {os.cpu_count()} processors, Python {platform.python_version()}, one thread"
    tries = f"worst and best of {TRIES} tries of {SECONDS} s each"
    note = f"# made by: python evidence/speed/lanes.py {build}; {about}; {build} build; {tries}"
    path = Path(__file__).with_name("lanes.csv")
    path.write_text("\n".join([note, "game,lanes,worst,best", *rows]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
