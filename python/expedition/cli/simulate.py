"""``expedition simulate``: many games between agents, as statistics and files."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from typing import Any

from .._engine import games
from .._files import check_place
from .._terminal import by_seat, count, table
from ..analysis.simulate import Simulation, check_format, simulate
from .arguments import add_game, add_json, add_seed, add_threads, known, listed_agents, made_game, positive


def add(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "simulate",
        help="play games between agents and summarise them",
        description="Play games between agents on all cores and summarise them. Ctrl-C keeps the finished games.",
    )
    parser.add_argument("game", metavar="GAME", help=f"one of {', '.join(games())}, or all")
    parser.add_argument("-n", "--games", type=positive, default=10_000, metavar="N", help="number of games (10,000)")
    add_game(parser)
    add_seed(parser)
    add_threads(parser)
    parser.add_argument(
        "--agents",
        default="random",
        metavar="A,B,...",
        help="one agent for all seats or one for each (random), such as mcts:400,network,greedy; see arena",
    )
    parser.add_argument("--rotate", action="store_true", help="move the agents on by one seat each game")
    parser.add_argument("--out", metavar="FILE", help="save one row per game: FILE.parquet or FILE.csv")
    parser.add_argument("--decisions", metavar="FILE", help="save one row per decision: FILE.parquet or FILE.csv")
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Simulate, save the requested files, print the tables."""
    together = args.game == "all"
    if together and (args.out or args.decisions):
        raise ValueError("--out and --decisions hold a single game: name the game instead of all")
    for path in filter(None, (args.out, args.decisions)):
        check_format(path)
        check_place(path)
    results = []
    for name in games() if together else (known(args.game),):
        results.append(_simulate(args, name))
        if results[-1].interrupted:
            break
    if args.json:
        plain = [result.to_dict() for result in results]
        print(json.dumps(plain if together else plain[0], indent=2))
    elif together:
        print(overview(results))
    else:
        print(results[0])
        print(f"\n{overview(results)}")
    return 130 if results[-1].interrupted else 0


def _simulate(args: argparse.Namespace, name: str) -> Simulation:
    agents = listed_agents(args.agents)
    result = simulate(
        made_game(args, name),
        args.games,
        agents[0] if len(agents) == 1 else agents,
        seed=args.seed,
        threads=args.threads,
        decisions=args.decisions is not None,
        rotate=args.rotate,
        progress=True,
    )
    if args.out:
        result.save(args.out)
    if args.decisions:
        result.decisions.save(args.decisions)
    return result


def overview(results: Sequence[Simulation]) -> str:
    """Return a table of simulations, one row each, with their speed."""
    head = ["game", "players", "games/s", "decisions/s", "decisions/game", "mean score by seat", "wins by seat"]
    rows = []
    for result in results:
        seats = result.by_seat()
        rows.append([
            result.metadata["game"],
            str(result.metadata["players"]),
            count(result.games_per_second),
            count(result.decisions_per_second),
            f"{result.columns['length'].mean():.1f}" if len(result) else "",
            by_seat([seat["mean_score"] for seat in seats]) if seats else "",
            by_seat([seat["won"] for seat in seats], "{:.0%}") if seats else "",
        ])  # fmt: skip
    return table(head, rows)
