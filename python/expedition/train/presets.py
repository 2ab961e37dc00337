"""Settings that are known to work, for each game and number of players.

>>> from expedition.train.presets import preset
>>> preset("arnak").teacher
'greedy'
>>> preset("arnak", players=4).options
{'players': 4}
"""

from __future__ import annotations

from typing import Any

from .._engine import Game
from .config import Config

_GAMES: dict[str, dict[str, Any]] = {
    # A short lesson, then result and lead in points together; the taught network stays among the opponents.
    "agartha": {
        "outcome_coef": 1.0, "points_coef": 0.3, "past_share": 0.3, "teacher": "greedy", "fade": 0.02, "label_every": 4,
        "ent_coef": 0.008,
    },
    "arnak": {
        "outcome_coef": 1.0, "points_coef": 0.3, "past_share": 0.3, "teacher": "greedy", "fade": 0.02, "label_every": 4,
        "ent_coef": 0.008,
    },
    # Nobody wins below zero, so each seat counts its own points. The first layer is narrower: the observation is wide.
    "kathmandu": {
        "outcome_coef": 0.3, "points_coef": 1.0, "rivalry": 0.0, "past_share": 0.1, "versus": ("random",),
        "versus_share": 0.1, "first": 192, "ent_coef": 0.003, "teacher": "greedy:deals=1", "lessons": 0.3,
        "label_every": 8, "lesson_epochs": 6.0,
    },
    # Wins are rare: points are the credit, and the teacher shows how Keys are found and inserted.
    "subterra": {
        "outcome_coef": 0.3, "points_coef": 1.0, "teacher": "greedy", "lessons": 0.4, "fade": 0.3, "label_every": 8,
        "lesson_epochs": 6.0, "ent_coef": 0.003,
    },
    "toy": {"learning_rate": 3e-3, "first": 64, "width": 64, "minibatch_size": 512},
}  # fmt: skip

_TABLES: dict[tuple[str, int], dict[str, Any]] = {
    # More seats: each of them decides less often within the same number of steps.
    ("arnak", 3): {"num_steps": 96},
    ("arnak", 4): {"num_steps": 128},
}


def preset(game: str, **options: Any) -> Config:
    """Return the settings for a game with these options. Games without settings of their own get the defaults."""
    players = Game(game, **options).players
    return Config(game, options, **(_GAMES.get(game, {}) | _TABLES.get((game, players), {})))
