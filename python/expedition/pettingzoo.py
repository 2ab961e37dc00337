"""The games as PettingZoo modules: ``from expedition.pettingzoo import toy_v0``.

There is one module for each of ``expedition.games()``. It has ``env`` (in PettingZoo's usual wrappers: an illegal
action loses, an id out of range is an error), ``raw_env`` (the bare environment: an illegal action raises) and
``parallel_env``.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

from ._engine import Game, games
from ._extras import need
from .envs.register import module_name

if TYPE_CHECKING:
    from pettingzoo import AECEnv

    from .envs.aec import AecEnv
    from .envs.parallel import TurnParallelEnv

need("pettingzoo", "pettingzoo", "expedition.pettingzoo")


def _module(game: str) -> ModuleType:
    """Make the module of a game."""
    module = ModuleType(
        f"{__name__}.{module_name(game)}", f"The game {game} for PettingZoo, version {Game(game).version}."
    )

    def raw_env(*, render_mode: str | None = None, **options: Any) -> AecEnv:
        """Return the bare AEC environment: an illegal action raises IllegalAction."""
        from .envs.aec import AecEnv

        return AecEnv(game, render_mode=render_mode, **options)

    def env(*, render_mode: str | None = None, illegal_reward: float = -1.0, **options: Any) -> AECEnv[str, Any, Any]:
        """Return the AEC environment in PettingZoo's usual wrappers: an illegal action loses the game."""
        from pettingzoo.utils import wrappers

        wrapped: AECEnv[str, Any, Any] = raw_env(render_mode=render_mode, **options)
        wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=illegal_reward)
        wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
        return wrappers.OrderEnforcingWrapper(wrapped)

    def parallel_env(
        *, illegal_action: str = "raise", render_mode: str | None = None, **options: Any
    ) -> TurnParallelEnv:
        """Return the parallel environment: every seat observes, the seat to act decides."""
        from .envs.parallel import TurnParallelEnv

        return TurnParallelEnv(game, illegal_action=illegal_action, render_mode=render_mode, **options)

    for function in (env, raw_env, parallel_env):
        function.__module__, function.__qualname__ = module.__name__, function.__name__
        setattr(module, function.__name__, function)
    return module


__all__ = [module_name(game) for game in games()]
for _game in games():
    _made = _module(_game)
    sys.modules[_made.__name__] = _made
    globals()[module_name(_game)] = _made


def __getattr__(name: str) -> Any:
    raise AttributeError(f"expedition.pettingzoo has no {name}: it has {', '.join(__all__)}")
