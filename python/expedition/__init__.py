"""Modern board games of exploration as fast, exact environments.

>>> import expedition
>>> game = expedition.Game("toy")
>>> ep = game.episode(seed=7)
>>> while not ep.is_over:
...     ep.play(ep.legal_actions()[0])
>>> ep.returns().tolist()
[1.0, -1.0]
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from . import _register
from ._engine import (
    Agent,
    Analysis,
    Batch,
    Episode,
    Feature,
    Game,
    IllegalAction,
    Record,
    __version__,
    agents,
    games,
)
from .arena import Standings, arena
from .search import BatchSearch, SearchResult
from .simulate import Simulation, simulate

if TYPE_CHECKING:
    from . import adapters as adapters
    from . import aec as aec
    from . import distributed as distributed
    from . import frames as frames
    from . import opponents as opponents
    from . import parallel as parallel
    from . import pettingzoo as pettingzoo
    from . import replay as replay
    from . import show as show
    from . import single as single
    from . import spaces as spaces
    from . import testing as testing
    from . import train as train
    from . import vector as vector
    from . import web as web
    from .aec import aec_env

__all__ = [
    "Agent",
    "Analysis",
    "Batch",
    "BatchSearch",
    "Episode",
    "Feature",
    "Game",
    "IllegalAction",
    "Record",
    "SearchResult",
    "Simulation",
    "Standings",
    "__version__",
    "aec_env",
    "agents",
    "arena",
    "games",
    "simulate",
    "testing",
]

# What is imported when it is first asked for, so that `import expedition` stays fast and needs numpy alone.
_LAZY = {"aec_env": "aec"}
_MODULES = (
    "adapters",
    "aec",
    "distributed",
    "frames",
    "opponents",
    "parallel",
    "pettingzoo",
    "replay",
    "show",
    "single",
    "spaces",
    "testing",
    "train",
    "vector",
    "web",
)


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        return getattr(importlib.import_module(f"{__name__}.{_LAZY[name]}"), name)
    if name in _MODULES:
        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*__all__, *_MODULES})


_register.install()
