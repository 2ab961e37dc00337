"""Settings known to work, for each game and number of players.

>>> from expedition.train.presets import preset
>>> preset("arnak").teacher
'greedy'
>>> preset("arnak", players=4).options
{'players': 4}
>>> preset("kathmandu-small").game
'kathmandu'
"""

from __future__ import annotations

from typing import Any

from .._engine import Game, games
from ..analysis.benchmarks import TASKS, Task
from .config import Config

_GAMES: dict[str, dict[str, Any]] = {
    # A short lesson, then result and lead in points together; the taught network stays among the opponents. With less
    # entropy the policy settles before it has found what beats its teacher.
    "agartha": {
        "outcome_coef": 1.0, "points_coef": 0.3, "past_share": 0.3, "teacher": "greedy", "fade": 0.02, "label_every": 4,
        "ent_coef": 0.015,
    },
    "arnak": {
        "outcome_coef": 1.0, "points_coef": 0.3, "past_share": 0.3, "teacher": "greedy", "fade": 0.02, "label_every": 4,
        "lessons": 0.06, "ent_coef": 0.015,
    },
    # Nobody wins below zero, so each seat counts its own points. The first layer is narrower: the observation is wide.
    # An answer of the teacher costs as much as twenty decisions, so few are asked for and each is studied often.
    "kathmandu": {
        "outcome_coef": 0.3, "points_coef": 1.0, "rivalry": 0.0, "past_share": 0.1, "versus": ("random",),
        "versus_share": 0.1, "first": 192, "ent_coef": 0.005, "teacher": "greedy:redeals=1,temperature=0.01",
        "lessons": 0.2, "fade": 0.1, "label_every": 16, "lesson_epochs": 24.0, "evaluate_every": 40,
        "evaluate_games": 60,
    },
    # Every game is lost at first, so losses count nothing: credit that is taken away teaches to wait. Games with
    # few tiles in the bag are won within minutes, and what wins them wins longer ones later. The lessons save the time
    # in which a network that knows nothing finds out what tiles are for. Later credit is worth a little less, so that a
    # push and the heal that makes up for it are not free.
    "subterra": {
        "teacher": "greedy:redeals=2,depth=2,temperature=0.003", "lessons": 0.15, "fade": 0.05, "label_every": 4,
        "gains_only": True, "outcome_coef": 1.0, "points_coef": 2.0, "starts": "bags", "start_share": 0.9,
        "width": 128, "learning_rate": 7e-4, "minibatch_size": 1024, "target_kl": 0.015, "ent_coef": 0.005,
        "gamma": 0.997,
    },
    "toy": {"learning_rate": 3e-3, "first": 64, "width": 64, "minibatch_size": 512},
}  # fmt: skip

_TABLES: dict[tuple[str, int], dict[str, Any]] = {
    # More seats: each of them decides less often within the same number of steps.
    ("arnak", 3): {"num_steps": 96},
    ("arnak", 4): {"num_steps": 128},
}


# A small task is learnt from scratch, within its budget of decisions: many small steps, from every decision.
_SMALL: dict[str, Any] = {
    "teacher": None, "lessons": 0.0, "fade": 0.0, "starts": None, "versus": (), "past_share": 0.0, "num_envs": 128,
    "minibatch_size": 512, "learning_rate": 1e-3, "target_kl": 0.02, "sure_share": 1.0, "evaluate_every": 10,
    "evaluate_games": 200,
}  # fmt: skip


def preset(name: str, **options: Any) -> Config:
    """Return the settings for a game with these options, or for a benchmark task.

    Games without settings of their own get the defaults.
    """
    task = TASKS.get(name)
    if task is not None and name not in _GAMES:
        return _of_task(name, task, options)
    if name not in games():
        raise ValueError(
            f'there is no game "{name}": the games are {", ".join(games())}, and the tasks {", ".join(TASKS)}'
        )
    players = Game(name, **options).players
    return Config(name, options, **(_GAMES.get(name, {}) | _TABLES.get((name, players), {})))


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
