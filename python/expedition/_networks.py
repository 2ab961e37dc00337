"""The trained networks shipped with the package.

Their files are in the folder ``networks``, which holds only data: ``expedition.networks`` is the function below.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ._engine import Agent, Game, Network, network_names, set_networks_folder

set_networks_folder(Path(__file__).with_name("networks"))

UNMEASURED = "not measured"


def networks() -> list[dict[str, Any]]:
    """Return the shipped networks as dicts: name, game, players, strength, and the notes in the file.

    >>> import expedition
    >>> [(network["name"], network["players"]) for network in expedition.networks() if network["game"] == "toy"]
    [('toy-2', [2])]
    """
    return [{"name": name, "strength": UNMEASURED, **Network.load(name).info} for name in network_names()]


def guided(spec: str, game: Game) -> str:
    """Return the spec of a search with a shipped network added, or unchanged if none plays the game with these options.

    >>> guided("mcts:40", Game("toy")), guided("mcts:40", Game("subterra", difficulty="expert"))
    ('mcts:40,network', 'mcts:40')
    """
    if not any(one["game"] == game.name and game.players in one["players"] for one in networks()):
        return spec
    try:
        Agent(f"{spec},network", game)
    except ValueError:  # trained for other options
        return spec
    return f"{spec},network"


def card(about: dict[str, Any]) -> str:
    """Return the card of a shipped network as Markdown, from an entry of :func:`networks`.

    >>> import expedition
    >>> print(card(next(each for each in expedition.networks() if each["name"] == "toy-2")).splitlines()[0])
    ## toy-2
    """
    game = Game(about["game"], **about["options"])
    defaults = Game(about["game"], players=game.players).options
    aside = ("players", "reward", "observation")
    other = {k: v for k, v in about["options"].items() if k not in aside and defaults.get(k) != v}
    free = sorted(defaults.keys() - about["options"].keys() - {"reward", "glance"})
    players = ", ".join(map(str, about["players"]))
    widths = "-".join(map(str, about["widths"]))
    limits = [f"It plays only {game.title} with {players} players, version {about['version']}."]
    if other:
        limits.append(f"Its options differ from the defaults: {_listed(other)}.")
    else:
        limits.append("It was trained with the default options.")
    if free:
        limits.append(f"It plays with any {' and '.join(f'`{name}`' for name in free)}.")
    if about["options"].get("observation") == "padded":
        limits.append("It reads padded observations, even in a game with compact ones.")
    if "limits" in about:
        limits.append(str(about["limits"]))
    rows = [
        ("plays", f"{game.title} (`{about['game']}`, version {about['version']}), {players} players"),
        ("layers", f"{widths}, {about['parameters']:,} weights, {game.observation_size:,} inputs"),
        ("data", about.get("data", about.get("training", "not stated"))),
        ("strength", about["strength"]),
        ("limits", " ".join(limits)),
    ]
    listed = ("name", "game", "version", "players", "options", "layout", "widths", "parameters", "training", "data",
              "strength", "limits")  # fmt: skip
    if "data" in about and "training" in about:
        rows.insert(3, ("training", about["training"]))
    rows += [
        (key, _listed(value) if isinstance(value, dict) else value) for key, value in about.items() if key not in listed
    ]
    lines = [f"## {about['name']}", "", "| | |", "|---|---|"]
    lines += [f"| {key} | {str(value).replace('|', chr(92) + '|')} |" for key, value in rows]
    return "\n".join([*lines, ""])


def _listed(values: dict[str, Any]) -> str:
    """Return settings as text."""
    return ", ".join(f"`{k}={v if isinstance(v, str) else json.dumps(v)}`" for k, v in values.items())
