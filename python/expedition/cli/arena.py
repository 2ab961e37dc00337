"""``expedition arena``: games between every pair of agents, and their ratings."""

from __future__ import annotations

import argparse
import json
from typing import Any

from .._engine import games
from ..analysis.arena import arena
from .arguments import add_game, add_json, add_seed, add_threads, agent_help, made_game, positive


def add(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "arena",
        help="let agents play each other and rate them",
        description="Let every pair of agents play, seats balanced, and rate them with intervals.",
    )
    parser.add_argument("game", metavar="GAME", help=f"one of {', '.join(games())}")
    parser.add_argument("agents", nargs="+", metavar="AGENT", help=agent_help())
    parser.add_argument("-n", "--games", type=positive, default=200, metavar="N", help="games per pair (200)")
    add_game(parser)
    add_seed(parser)
    add_threads(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play and print the standings."""
    game = made_game(args, args.game)
    standings = arena(game, args.agents, args.games, seed=args.seed, threads=args.threads, progress=True)
    print(json.dumps(standings.to_dict(), indent=2) if args.json else standings)
    return 130 if standings.interrupted else 0
