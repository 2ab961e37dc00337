"""The trained networks that come with the package.

Their files lie in the folder ``networks``, which holds data alone: `expedition.networks` is the function below.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ._engine import Network, network_names, set_networks_folder

set_networks_folder(Path(__file__).with_name("networks"))


def networks() -> list[dict[str, Any]]:
    """Return what is shipped: one dict a network with its name, game, players and what its file says of it.

    >>> import expedition
    >>> [(network["name"], network["players"]) for network in expedition.networks() if network["game"] == "toy"]
    [('toy-2', [2])]
    """
    return [{"name": name, **Network.load(name).info} for name in network_names()]
