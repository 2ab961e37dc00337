"""``expedition play``: a game against the built-in agents, in the terminal or the browser."""

from __future__ import annotations

import argparse
import functools
import json
import sys
from typing import Any

from .._engine import games
from ..play.session import Session
from .arguments import add_game, agent_help, made_game, port, seed


def add(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "play",
        help="play in the terminal or the browser",
        description="Play against the built-in agents, in the terminal or, with --web, in the browser.",
    )
    parser.add_argument("game", metavar="GAME", help=f"one of {', '.join(games())}")
    add_game(parser)
    parser.add_argument(
        "--seat",
        type=int,
        action="append",
        metavar="N",
        help="your seat; repeat to play several (0; in a team game, all)",
    )
    parser.add_argument(
        "--opponent",
        metavar="AGENT",
        help=f"plays the other seats: {agent_help()} (the strongest that answers within a second)",
    )
    parser.add_argument("--seed", type=seed, metavar="S", help="the seed of the game (random)")
    parser.add_argument("--json", action="store_true", help="print the outcome as JSON at the end")
    parser.add_argument("--web", action="store_true", help="play on a local page in the browser")
    parser.add_argument("--port", type=port, default=0, metavar="P", help="the port of the page (a free one)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play until the game ends or the player leaves."""
    game = made_game(args, args.game)
    session = Session(game, args.seat, args.opponent, args.seed)
    if args.web:
        from ..play.web import serve

        serve(session, port=args.port)
        return 0
    from ..play.terminal import Terminal

    stream = sys.stderr if args.json else sys.stdout

    def ask(prompt: str) -> str:
        print(prompt, end="", flush=True, file=stream)
        return input()

    show = functools.partial(print, file=stream)
    ep = Terminal(session, read=ask if args.json else input, show=show).play()
    if args.json:
        outcome = {"game": game.name, "seed": session.seed, "over": ep.is_over, "decisions": len(ep.history)}
        print(json.dumps({**outcome, "scores": ep.scores().tolist(), "returns": ep.returns().tolist()}))
    return 0
