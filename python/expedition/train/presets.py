"""Settings found by experiment: one file per game, ``settings/<game>.toml``.

>>> from expedition.train.presets import preset
>>> preset("arnak").teacher
'greedy'
>>> preset("arnak", players=4).options
{'players': 4}
>>> preset("arnak-small").updates > 0
True
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

from .._engine import Game, games
from ..analysis.benchmarks import Task, tasks
from .config import Config


def _settings(game: str) -> dict[str, Any]:
    """Return the settings in a game's file, with those of larger tables under ``players``; empty without a file."""
    file = files("expedition.train").joinpath("settings", f"{game}.toml")
    found = tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return {name: tuple(value) if isinstance(value, list) else value for name, value in found.items()}


# Small tasks are learnt from scratch within a budget of decisions, so with many small updates from every decision.
_SMALL: dict[str, Any] = {
    "teacher": None, "lessons": 0.0, "fade": 0.0, "starts": None, "versus": (), "past_share": 0.0, "num_envs": 128,
    "minibatch_size": 512, "learning_rate": 1e-3, "target_kl": 0.02, "sure_share": 1.0, "evaluate_every": 10,
    "evaluate_games": 200,
}  # fmt: skip


def preset(name: str, **options: Any) -> Config:
    """Return the settings for a game with these options, or for a benchmark task.

    Games without settings of their own get the defaults.
    """
    if name not in games():
        task = tasks().get(name)
        if task is not None:
            return _of_task(name, task, options)
        raise ValueError(
            f'there is no game "{name}": the games are {", ".join(games())}, and the tasks {", ".join(tasks())}'
        )
    settings = _settings(name)
    larger = settings.pop("players", {})
    return Config(name, options, **(settings | larger.get(str(Game(name, **options).players), {})))


def _of_task(name: str, task: Task, options: dict[str, Any]) -> Config:
    changed = sorted(options.keys() & task.options.keys())
    if changed:
        fixed = task.options[changed[0]]
        raise ValueError(f"{changed[0]} belongs to the task {name}, which has {fixed!r}: leave it out")
    config = preset(task.game, **(task.options | options)).changed(task=name, against=(task.opponent,))
    if task.begin is None and task.opponent != "random":
        return config
    small = config.changed(**_SMALL)
    return small.changed(updates=max(1, task.decisions // (small.num_envs * small.num_steps)))
