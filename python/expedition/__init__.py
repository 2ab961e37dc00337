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

from ._engine import (
    Agent,
    Analysis,
    Batch,
    Entry,
    Episode,
    Event,
    Feature,
    Game,
    IllegalAction,
    Network,
    Record,
    Result,
    __version__,
    agents,
    games,
)
from ._networks import networks
from .analysis.arena import Standings, arena
from .analysis.benchmarks import Benchmark, benchmark, benchmarks
from .analysis.review import Review, review
from .analysis.selfplay import SelfPlay, selfplay
from .analysis.simulate import Simulation, simulate
from .envs import register
from .search import BatchSearch, SearchResult

if TYPE_CHECKING:
    from . import adapters as adapters
    from . import analysis as analysis
    from . import envs as envs
    from . import pettingzoo as pettingzoo
    from . import play as play
    from . import show as show
    from . import testing as testing
    from . import train as train
    from .analysis import frames as frames
    from .analysis.dataset import Dataset, dataset
    from .analysis.style import style
    from .envs.aec import aec_env

__all__ = [
    "Agent",
    "Analysis",
    "Batch",
    "BatchSearch",
    "Benchmark",
    "Dataset",
    "Entry",
    "Episode",
    "Event",
    "Feature",
    "Game",
    "IllegalAction",
    "Network",
    "Record",
    "Result",
    "Review",
    "SearchResult",
    "SelfPlay",
    "Simulation",
    "Standings",
    "__version__",
    "aec_env",
    "agents",
    "arena",
    "benchmark",
    "benchmarks",
    "dataset",
    "frames",
    "games",
    "networks",
    "review",
    "selfplay",
    "simulate",
    "style",
    "testing",
]

# Imported only when first asked for, so that `import expedition` stays fast and needs only numpy.
_LAZY = {"Dataset": "analysis.dataset", "aec_env": "envs.aec", "dataset": "analysis.dataset", "style": "analysis.style"}
_ROOMS = ("adapters", "analysis", "envs", "pettingzoo", "play", "show", "testing", "torch", "train")

# Also reachable by a short name.
_ALSO = {"frames": "analysis.frames"}


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        return getattr(importlib.import_module(f"{__name__}.{_LAZY[name]}"), name)
    if name in _ROOMS:
        return importlib.import_module(f"{__name__}.{name}")
    if name in _ALSO:
        return importlib.import_module(f"{__name__}.{_ALSO[name]}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*__all__, *_ROOMS, *_ALSO})


register.install()
del register
