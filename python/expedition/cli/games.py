"""``expedition games``: the list of games, or a description of one."""

from __future__ import annotations

import argparse
import json
import shutil
import textwrap
from collections.abc import Sequence
from typing import Any

from .._engine import Game, games
from .._terminal import table
from .arguments import add_json, known


def add(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "games", help="list the games, or describe one", description="List the games, or describe one."
    )
    parser.add_argument("game", nargs="?", metavar="GAME", help="the game to describe")
    parser.add_argument("--rules", action="store_true", help="print the game's numbered rules")
    add_json(parser)
    parser.set_defaults(run=run)


def span(players: Sequence[int]) -> str:
    """Return a range of player counts as text.

    >>> span(Game("toy").player_counts)
    '2-3'
    """
    return f"{players[0]}-{players[-1]}" if len(players) > 1 else str(players[0])


def describe(name: str) -> dict[str, Any]:
    """Return a description of a game as plain data."""
    game = Game(name)
    return {
        "name": name,
        "title": game.title,
        "version": game.version,
        "players": list(game.player_counts),
        "actions": game.num_actions,
        "observation_size": game.observation_size,
        "options": game.options,
        "option_help": game.option_help,
    }


def run(args: argparse.Namespace) -> int:
    """Print the list of games, or the description of one."""
    if args.game is None:
        if args.rules:
            raise ValueError("--rules needs the name of a game: expedition games GAME --rules")
        return _all(args)
    game = Game(known(args.game))
    if args.rules:
        print(game.rules)
        return 0
    described = describe(game.name)
    if args.json:
        print(json.dumps(described, indent=2))
        return 0
    print(f"{described['title']} ({game.name}), version {game.version}, {span(described['players'])} players")
    print(f"{game.num_actions} actions, {game.observation_size} floats per observation\n")
    print(_options(game))
    print("\nactions")
    print(table(["verb", "arguments", "for example", "first id", "actions"], _verbs(game), left=3))
    print("\nobservation")
    rows = [[f.name, str(f.offset), str(f.size), f"{f.low:g} to {f.high:g}"] for f in game.layout]
    print(table(["feature", "from", "size", "values"], rows))
    print(f"\nexpedition games {game.name} --rules prints the rules.")
    return 0


def _verbs(game: Game) -> list[list[str]]:
    """Return one row per verb: arguments, an example, first id, number of actions."""
    rows: dict[str, list[str]] = {}
    for action in range(game.num_actions):
        fields = game.action_fields(action)
        first = [fields["verb"], ", ".join(fields["arguments"]) or "none", game.action_name(action), str(action), "0"]
        row = rows.setdefault(fields["verb"], first)
        row[-1] = str(int(row[-1]) + 1)
    return list(rows.values())


def _options(game: Game) -> str:
    """Return the options as text: default, values and meaning of each."""
    width = max(60, shutil.get_terminal_size().columns - 2)
    lines = ["options"]
    for row in game.option_help:
        lines.append(f"  {row['name']} = {row['default']!r}")
        for text in (f"takes {row['takes']}", str(row["help"])):
            lines += textwrap.wrap(text, width, initial_indent="      ", subsequent_indent="      ")
    return "\n".join(lines)


def _all(args: argparse.Namespace) -> int:
    described = [describe(name) for name in games()]
    if args.json:
        print(json.dumps(described, indent=2))
        return 0
    rows = [
        [d["name"], d["title"], span(d["players"]), str(d["actions"]), str(d["observation_size"]), str(d["version"])]
        for d in described
    ]
    print(table(["id", "game", "players", "actions", "floats", "version"], rows, left=2))
    print("\nexpedition games GAME tells more about one, expedition play GAME plays it.")
    return 0
