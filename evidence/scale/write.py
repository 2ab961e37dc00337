"""Writes the tables of docs/scale.md from scale.json, and the plan of ten billion decisions from the same constants.

python evidence/scale/write.py           (--check only reports whether the page is current)
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "tools"))

from readme import replaced, row  # noqa: E402

PAGE = ROOT / "docs" / "scale.md"
PLANNED = 10_000_000_000
HOURS = 10
CORES = 32
"""Cores per machine."""
LOST = 100
"""Machine-hours until a machine is lost."""


def table(head: list[str], rows: list[list[object]]) -> str:
    """Return a Markdown table."""
    return "\n".join([row(*head), row(*["---"] * len(head)), *(row(*cells) for cells in rows)])


def lanes(found: dict[str, Any]) -> str:
    """Return rates and memory by lanes."""
    threads = found["machine"]["cores"]
    head = ["observations", "lanes", "1 thread, a second", f"{threads} threads, a second", "times", "memory, all lanes"]
    rows: list[list[object]] = []
    for r in found["lanes"]:
        memory = r["bytes_per_lane"] * r["lanes"]
        size = f"{memory / 1e6:,.1f} MB" if memory > 1e5 else f"{memory / 1e3:,.1f} kB"
        times = f"{r['steps_all'] / r['steps_one']:.2f}"
        rows.append([r["observations"], f"{r['lanes']:,}", f"{r['steps_one']:,}", f"{r['steps_all']:,}", times, size])
    return table(head, rows)


def games(found: dict[str, Any]) -> str:
    """Return rates, memory and files by game."""
    files = {r["game"]: r for r in found["files"]}
    head = ["game", "1 thread, a second", "all threads", "a network chooses, 1 thread", "bytes a lane",
            "decisions a random game", "GB a million games", "GB with every decision"]  # fmt: skip
    rows: list[list[object]] = [
        [r["game"], f"{r['steps_one']:,}", f"{r['steps_all']:,}", f"{r['steps_network']:,}", f"{r['bytes_per_lane']:,}",
         r["decisions_per_game"],
         files[r["game"]]["games_gb"], files[r["game"]]["decisions_gb"]]
        for r in found["games"]
    ]  # fmt: skip
    return table(head, rows)


def ray(found: dict[str, Any]) -> str:
    """Return games per second by workers."""
    if not found["ray"]:
        return "Ray was not installed where this was measured."
    first = found["ray"][0]["games_per_second"]
    rows: list[list[object]] = [
        [r["workers"], f"{r['games_per_second']:,}", f"{r['games_per_second'] / first:.2f}"] for r in found["ray"]
    ]
    return table(["workers", "games a second", "times one worker"], rows)


def plan(found: dict[str, Any]) -> str:
    """Return the plan: machines, hours, machines lost and storage for each game, by who chooses."""
    files = {r["game"]: r for r in found["files"]}
    rows: list[list[object]] = []
    for r in found["games"]:
        if r["game"] == "toy":
            continue
        played = PLANNED / r["decisions_per_game"]
        each = files[r["game"]]
        for who, rate in (("random", r["steps_one"]), ("network", r["steps_network"])):
            hours = PLANNED / rate / 3600
            machines = -(-hours // (CORES * HOURS))
            rows.append([
                r["game"], who, f"{hours:,.1f}", f"{machines:.0f}", f"{hours / (machines * CORES):.2f}",
                f"{hours / CORES / LOST:.2f}", f"{played / 1e6:,.0f} M", f"{played / 1e6 * each['games_gb']:,.0f} GB",
                f"{played / 1e6 * each['decisions_gb']:,.0f} GB",
            ])  # fmt: skip
    head = ["game", "who chooses", "core-hours", f"machines of {CORES} cores", "hours", "machines lost", "games",
            "a row a game", "a row a decision"]  # fmt: skip
    return table(head, rows)


def about(found: dict[str, Any]) -> str:
    """Return the machine of the measurement, and how busy it was otherwise."""
    where, waited = found["machine"], max(found["waited"].values())
    text = f"Measured on {where['cores']} cores of {where['cpu']}, Python {where['python']}. "
    text += f"Threads waited for a processor at most {waited:.0%} of the time"
    text += "." if waited <= 0.1 else ": the machine was not quiet, so rates by the clock are too low."
    if found["load"] > 1.5:
        text += (
            f" Work of lower priority used the rest of the machine (load {found['load']:.0f}), so a single thread or "
            "worker is a little faster on an idle one."
        )
    return text


def main() -> int:
    """Write the page, or check it."""
    found = json.loads((HERE / "scale.json").read_text(encoding="utf-8"))
    new = old = PAGE.read_text(encoding="utf-8")
    for name, make in (("about", about), ("lanes", lanes), ("games", games), ("ray", ray), ("plan", plan)):
        new = replaced(new, name, make(found))
    if "--check" in sys.argv:
        if new != old:
            print("docs/scale.md is not current: python evidence/scale/write.py", file=sys.stderr)
        return int(new != old)
    PAGE.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
