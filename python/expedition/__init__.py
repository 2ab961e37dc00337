"""Modern board games of exploration as fast, exact environments.

>>> import expedition
>>> game = expedition.Game("toy")
>>> ep = game.episode(seed=7)
>>> while not ep.is_over:
...     ep.play(ep.legal_actions()[0])
>>> ep.returns().tolist()
[1.0, -1.0]
"""

from expedition._engine import Batch, Episode, Feature, Game, IllegalAction, Record, games

__all__ = ["Batch", "Episode", "Feature", "Game", "IllegalAction", "Record", "games"]
