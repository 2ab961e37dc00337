"""``expedition doctor``: the facts for a bug report (versions, extras, threads) and a short self-test."""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import re
import sys
import time
from typing import Any

import numpy as np

from .._engine import Agent, Batch, Game, Soak, __version__, games
from .._extras import install_line
from .._terminal import Progress, table
from ..analysis.simulate import all_threads
from ..testing import check_game
from .arguments import add_json, duration
from .bench import machine

SECONDS = 10.0


def add(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "doctor",
        help="print versions and test this installation",
        description="Print versions, extras and threads, and test this installation for about ten seconds. Include the "
        "output in a bug report. Exit code 1 if the test fails.",
    )
    parser.add_argument("--seconds", type=duration, default=SECONDS, metavar="T", help="time for the self-test (10)")
    add_json(parser, "text")
    parser.set_defaults(run=run)


def extras() -> dict[str, dict[str, str | None]]:
    """Return the packages of each extra with their installed versions, None for a missing one.

    >>> "gymnasium" in extras()["gym"]
    True
    """
    found: dict[str, dict[str, str | None]] = {}
    for line in importlib.metadata.requires("expedition") or []:
        part = re.match(r"([A-Za-z0-9._-]+).*;\s*extra == ['\"]([^'\"]+)['\"]", line)
        if part is None or part[2] == "dev":
            continue
        found.setdefault(part[2], {})[part[1]] = _version(part[1])
    return found


def _version(package: str) -> str | None:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def self_test(seconds: float) -> list[str]:
    """Try every game briefly; return a sentence for everything that is broken."""
    problems: list[str] = []
    names = games()
    share = seconds / len(names)
    with Progress(len(names), "self-test") as bar:
        for number, name in enumerate(names):
            end = time.monotonic() + share
            try:
                problems += _try(name, end)
            except Exception as error:  # a broken installation may fail in any way
                problems.append(f"{name}: {type(error).__name__}: {error}")
            bar.update(number + 1)
    return problems


def _try(name: str, end: float) -> list[str]:
    check_game(name, episodes=2)
    game = Game(name)
    ep = game.episode(seed=1)
    agent = Agent("mcts:50", game, seed=1)
    ep.play(agent.act(ep))
    batches = [Batch(game, 64, seed=1, threads=threads) for threads in (1, all_threads(None))]
    for batch in batches:
        batch.rollout(50)
    problems = []
    if batches[0].observations.tobytes() != batches[1].observations.tobytes():
        problems.append(f"{name}: threads change what is played")
    soak = Soak(name, seed=1)
    soak.run(max(0.05, end - time.monotonic()))
    problems += [f"{name}: {finding['law']}: {finding['detail']}" for finding in soak.report()["findings"]]
    return problems


def run(args: argparse.Namespace) -> int:
    """Print the report."""
    facts = {"expedition": __version__, "numpy": np.__version__, **machine(), "threads": all_threads(None)}
    versions = {name: Game(name).version for name in games()}
    installed = extras()
    problems = self_test(args.seconds)
    if args.json:
        print(json.dumps({**facts, "games": versions, "extras": installed, "problems": problems}, indent=2))
        return 1 if problems else 0
    print(table(["", ""], [[name, str(value)] for name, value in facts.items()], left=2))
    print("\ngames: " + ", ".join(f"{name} {version}" for name, version in versions.items()))
    rows = []
    for extra, packages in installed.items():
        have = all(packages.values())
        words = ", ".join(f"{name} {version or 'missing'}" for name, version in packages.items())
        rows.append([extra, words if have else f"{words}: {install_line(extra)}"])
    print("\n" + table(["extra", "packages"], rows, left=2))
    for problem in problems:
        print(f"expedition: {problem}", file=sys.stderr)
    print(f"\nself-test: {f'{len(problems)} problems' if problems else 'ok'}")
    return 1 if problems else 0
