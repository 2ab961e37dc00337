"""Registration of the games with Gymnasium and PettingZoo, as soon as a program imports them and only then.

Neither has a plug-in mechanism, and importing them takes longer than importing all of expedition. So a finder on
``sys.meta_path`` waits for their registries to be imported and registers the games right after.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

from .._engine import Game, games

RELEASED: dict[str, int] = {}
"""The first released version of each game's rules, which is v0; empty as long as nothing has been released."""


def env_version(game: str) -> int:
    """Return N in the ids ``expedition/Name-vN`` and ``name_vN``: it grows with every release that changes the rules.

    >>> env_version("toy")
    0
    """
    return Game(game).version - RELEASED.get(game, Game(game).version)


def env_id(game: str) -> str:
    """Return the Gymnasium id of a game.

    >>> env_id("toy")
    'expedition/Toy-v0'
    """
    return f"expedition/{game.capitalize()}-v{env_version(game)}"


def module_name(game: str) -> str:
    """Return the name of a game's PettingZoo module.

    >>> module_name("toy")
    'toy_v0'
    """
    return f"{game}_v{env_version(game)}"


def _with_gymnasium(module: ModuleType) -> None:
    for game in games():
        if env_id(game) not in module.registry:
            module.register(
                id=env_id(game),
                entry_point="expedition.envs.single:SingleEnv",
                vector_entry_point="expedition.envs.vector:BatchEnv",
                kwargs={"game": game},
                # Our tests run Gymnasium's checks; in user programs they would take half the time of a step.
                disable_env_checker=True,
            )


def _with_pettingzoo(module: ModuleType) -> None:
    registration = sys.modules["pettingzoo.env_registry.registration"]
    for game in games():
        name = module_name(game)
        if f"expedition/{game}-v{env_version(game)}" not in registration.aec_registry:
            registration.register("aec", f"expedition/{name}", f"expedition.pettingzoo.{name}:env")
            registration.register("parallel", f"expedition/{name}", f"expedition.pettingzoo.{name}:parallel_env")


_WAITING: dict[str, Callable[[ModuleType], None]] = {
    "gymnasium.envs": _with_gymnasium,
    "pettingzoo.env_registry": _with_pettingzoo,
}


class _ThenRegister(Loader):
    """Loads a module with its own loader, then registers the games with it."""

    def __init__(self, loader: Loader, register: Callable[[ModuleType], None]) -> None:
        self._loader = loader
        self._register = register

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        if module.__spec__ is not None:
            module.__spec__.loader = self._loader
        module.__loader__ = self._loader
        self._loader.exec_module(module)
        self._register(module)


class _Finder(MetaPathFinder):
    """Reacts to the import of the two registries and ignores every other module."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if name not in _WAITING:
            return None
        register = _WAITING.pop(name)
        spec = importlib.util.find_spec(name)
        if spec is None or spec.loader is None:
            return None
        spec.loader = _ThenRegister(spec.loader, register)
        return spec


def install() -> None:
    """Register with the libraries already imported, and wait for the others."""
    for name in tuple(_WAITING):
        if name in sys.modules:
            _WAITING.pop(name)(sys.modules[name])
    if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Finder())
