"""The arguments that commands share, and their parsers."""

from __future__ import annotations

import argparse
from typing import Any

from .._arguments import named_values
from .._engine import Game, agents


def option(text: str) -> dict[str, Any]:
    """Parse NAME=VALUE."""
    try:
        return named_values([text])
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def positive(text: str) -> int:
    """Parse a whole number above 0; thousands separators are allowed."""
    digits = text.replace("_", "").replace(",", "")
    number = int(digits) if digits.isdecimal() else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number above 0")
    return number


def seed(text: str) -> int:
    """Parse a seed."""
    if not text.isdecimal() or int(text) >= 1 << 64:
        raise argparse.ArgumentTypeError(f"{text!r} is not a seed: seeds go from 0 to 2**64 - 1")
    return int(text)


def duration(text: str) -> float:
    """Parse a time above 0."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is not a time: it must be a number above 0")
    return number


def port(text: str) -> int:
    """Parse the number of a port."""
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port: ports go from 0 to 65535")
    return int(text)


def known(name: str) -> str:
    """Return the name of a game, refusing an unknown one with the list of games."""
    return Game(name).name


def agent_help() -> str:
    """Return the help text for an agent."""
    return f"{', '.join(agents())}, network, with settings such as mcts:400 or mcts:400,network"


def add_game(parser: argparse.ArgumentParser) -> None:
    """Add the number of players and the options of a game."""
    parser.add_argument("--players", type=positive, metavar="N", help="number of seats")
    parser.add_argument(
        "-o",
        "--option",
        type=option,
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game; lists are separated by commas; may be repeated",
    )


def add_seed(parser: argparse.ArgumentParser) -> None:
    """Add the seed that makes a run repeatable."""
    parser.add_argument("--seed", type=seed, default=0, metavar="S", help="the same seed gives the same games (0)")


def add_threads(parser: argparse.ArgumentParser) -> None:
    """Add the number of threads."""
    parser.add_argument("--threads", type=positive, metavar="N", help="number of threads (all cores)")


def add_json(parser: argparse.ArgumentParser, instead: str = "a table") -> None:
    """Add the switch for machine-readable output."""
    parser.add_argument("--json", action="store_true", help=f"print JSON instead of {instead}")


def made_game(args: argparse.Namespace, name: str) -> Game:
    """Open the game with the options of the command line."""
    options: dict[str, Any] = {}
    for given in args.option:
        options |= given
    for reserved in ("name", "content"):
        if reserved in options:
            raise ValueError(f"{reserved} is no option of a game: expedition games {name} lists them")
    if args.players is not None:
        options["players"] = args.players
    return Game(known(name), **options)


def listed_agents(text: str) -> list[str]:
    """Split a list of agents; settings stay with their agent, and so does the network of a search.

    >>> listed_agents("mcts:400,cutoff=8,random")
    ['mcts:400,cutoff=8', 'random']
    >>> listed_agents("network,mcts:400,network,greedy")
    ['network', 'mcts:400,network', 'greedy']
    """
    listed: list[str] = []
    for part in text.split(","):
        name = part.partition(":")[0].strip()
        guides = part.strip() == "network" and bool(listed) and listed[-1].strip().startswith("mcts")
        if listed and ("=" in name or (guides and "network" not in listed[-1])):
            listed[-1] += f",{part}"
        else:
            listed.append(part)
    return listed
