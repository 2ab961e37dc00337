"""Long play that looks for broken laws, with what it reached: the command ``expedition soak``."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ._engine import Soak
from ._terminal import count, table

SLICE = 0.5


def soak(
    names: Sequence[str],
    seconds: float,
    *,
    seed: int = 0,
    threads: int | None = None,
    tick: Callable[[float, int], None] = lambda seconds, decisions: None,
) -> tuple[list[dict[str, Any]], bool]:
    """Soak the games in turn for so many seconds in all; the reports, and whether Ctrl-C ended it early.

    >>> reports, interrupted = soak(["toy"], 0.05, threads=1)
    >>> reports[0]["game"], reports[0]["found"], interrupted
    ('toy', 0, False)
    """
    soaks = {name: Soak(name, seed=seed, threads=threads) for name in names}
    spent = dict.fromkeys(names, 0.0)
    decisions = dict.fromkeys(names, 0)
    interrupted = False
    begin = time.monotonic()
    try:
        # The games take turns, so that an early end leaves none out. Who has had the least time is next.
        # Each has a turn, however short the time.
        while (left := seconds - (time.monotonic() - begin)) > 0 or not all(spent.values()):
            name = min(names, key=spent.__getitem__)
            start = time.monotonic()
            decisions[name] = soaks[name].run(min(SLICE, seconds / len(names), max(left, 0.01)))
            spent[name] += time.monotonic() - start
            tick(min(time.monotonic() - begin, seconds), sum(decisions.values()))
    except KeyboardInterrupt:
        interrupted = True
    return [{**soaks[name].report(), "seconds": round(spent[name], 2)} for name in names], interrupted


def save_findings(reports: Sequence[dict[str, Any]], folder: Path) -> list[str]:
    """Write the record of every finding into a folder and return a sentence for each."""
    sentences = []
    for report in reports:
        for number, finding in enumerate(report["findings"]):
            sentence = (
                f"{finding['game']}: {finding['law']}: {finding['detail']}\n"
                f"  after {finding['ply']} decisions of the episode with seed {finding['seed']}"
                f" (job {finding['job']} of seed {report['seed']}), options {json.dumps(finding['options'])}"
            )
            if finding["record"]:
                folder.mkdir(parents=True, exist_ok=True)
                path = folder / f"{finding['game']}-{report['seed']}-{finding['job']}-{number}.record"
                path.write_text(finding["record"], encoding="utf-8")
                sentence += f"\n  saved to {path}"
            sentences.append(sentence)
    return sentences


def _some(names: Sequence[str], most: int = 12) -> str:
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def summary(reports: Sequence[dict[str, Any]]) -> str:
    """Return what was done and reached as text: a table, then one paragraph per game."""
    head = ["game", "decisions", "episodes", "longest", "checks", "leak checks", "snapshots", "replays", "findings"]
    rows = []
    for r in reports:
        laws = r["laws"]
        figures = (r["decisions"], r["episodes"], r["longest_episode"])
        figures += tuple(laws.get(law, 0) for law in ("check", "leak", "snapshot", "replay"))
        rows.append([r["game"], *map(count, figures), count(r["found"])])
    parts = [table(head, rows)]
    for r in reports:
        actions, components = r["actions"], r["components"]
        verbs = (f"{verb} {v['reached']}/{v['actions']}" for verb, v in r["verbs"].items())
        lines = [
            f"\n{r['game']}: {actions['reached']} of {actions['total']} actions were chosen,",
            f"  {components['reached']} of {components['total']} components were seen,",
            f"  {len(r['options'])} values of options were played",
            f"  verbs: {', '.join(verbs)}",
            f"  decisions: {', '.join(f'{name} {count(times)}' for name, times in r['choices'].items())}",
        ]
        if actions["never"]:
            lines.append(f"  never chosen: {_some(actions['never'])}")
        if components["never"]:
            lines.append(f"  never seen: {_some(components['never'])}")
        parts.append("\n".join(lines))
    return "\n".join(parts)
