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
    # An answer of the teacher costs as much as twenty decisions: few are asked for, and each is studied often.
    "kathmandu": {
        "outcome_coef": 0.3, "points_coef": 1.0, "rivalry": 0.0, "past_share": 0.1, "versus": ("random",),
        "versus_share": 0.1, "first": 192, "ent_coef": 0.005, "teacher": "greedy:redeals=1,temperature=0.01",
        "lessons": 0.2, "fade": 0.1, "label_every": 16, "lesson_epochs": 24.0, "evaluate_every": 40,
        "evaluate_games": 60,
    },
    # Wins are rare: points are the credit, the teacher shows how Keys are found and inserted, and half of the games
    # begin on the way of its own, which get further.
    "subterra": {
        "outcome_coef": 0.3, "points_coef": 1.0, "teacher": "greedy:redeals=2,depth=2,temperature=0.003",
        "lessons": 0.25, "fade": 0.2, "label_every": 8, "lesson_epochs": 8.0, "starts": "greedy:redeals=2,depth=2",
        "start_games": 32, "ent_coef": 0.008,
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
