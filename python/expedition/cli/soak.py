"""``expedition soak``: long play in search of broken laws, with a report of its coverage."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from .._engine import Soak, games
from .._files import write_text
from .._terminal import Progress, count, table
from . import arguments
from .arguments import add_json, add_threads, duration, known

SLICE = 0.5
"""Seconds that each game is soaked before the next one takes its turn."""


def add(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "soak",
        help="look for broken laws",
        description="Play at random and adversarially over every option and check every law along the way: positions "
        "are possible, nothing leaks, copies and records are exact, games end in time. Exit code 1 if one is broken.",
    )
    parser.add_argument(
        "--minutes", type=duration, default=2.0, metavar="M", help="how long, for all games together (2)"
    )
    parser.add_argument("--game", action="append", metavar="GAME", help="only this game; may be repeated")
    parser.add_argument(
        "--seed", type=arguments.seed, default=0, metavar="S", help="the same seed does the same jobs (0)"
    )
    add_threads(parser)
    parser.add_argument(
        "--findings", type=Path, default=Path("findings"), metavar="DIR", help="where findings are saved (findings)"
    )
    add_json(parser, "text")
    parser.set_defaults(run=run)


def soak(
    names: Sequence[str],
    seconds: float,
    *,
    seed: int = 0,
    threads: int | None = None,
    tick: Callable[[float, int], None] = lambda seconds, decisions: None,
) -> tuple[list[dict[str, Any]], bool]:
    """Soak the games in turn for ``seconds`` in all; return the reports, and whether Ctrl-C ended it early.

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
        # The games take turns, so that an early end leaves none out: the one with the least time so far is next.
        # Each gets a turn, however short the time.
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
                write_text(path, finding["record"])
                sentence += f"\n  saved to {path}"
            sentences.append(sentence)
    return sentences


def _some(names: Sequence[str], most: int = 12) -> str:
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def summary(reports: Sequence[dict[str, Any]]) -> str:
    """Return counts and coverage as text: a table, then one paragraph per game."""
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


def run(args: argparse.Namespace) -> int:
    """Soak the games, save the findings, print the report."""
    own = not args.findings.exists()
    args.findings.mkdir(parents=True, exist_ok=True)  # now, not after hours of play
    names = list(dict.fromkeys(known(name) for name in args.game or games()))
    seconds = args.minutes * 60
    with Progress(round(seconds), "soak, seconds") as bar:
        reports, interrupted = soak(
            names, seconds, seed=args.seed, threads=args.threads, tick=lambda done, decisions: bar.update(round(done))
        )
    sentences = save_findings(reports, args.findings)
    if own and not any(args.findings.iterdir()):
        args.findings.rmdir()
    if args.json:
        print(json.dumps({"interrupted": interrupted, "games": reports}, indent=2))
    else:
        print(summary(reports))
        total, found = sum(r["decisions"] for r in reports), sum(r["found"] for r in reports)
        print(f"\n{total:,} decisions from seed {args.seed}, {found} findings", end="")
        print(", ended early by Ctrl-C" if interrupted else "")
    for sentence in sentences:
        print(f"expedition: broken law: {sentence}", file=sys.stderr)
    return 1 if sentences else 130 if interrupted else 0
