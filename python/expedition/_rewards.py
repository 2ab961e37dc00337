"""What each seat earned since rewards were last given, in the engine's own arithmetic."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ._engine import Episode


class Purse:
    """Gives rewards that are equal to the batch's, bit for bit."""

    def __init__(self, ep: Episode) -> None:
        game = ep.game
        self._scale = np.float32(game.score_scale) if game.options["reward"] == "score" else None
        self._given = self._worth(ep)

    def _worth(self, ep: Episode) -> npt.NDArray[np.float32]:
        return np.asarray(ep.returns() if self._scale is None else ep.scores(), np.float32)

    def take(self, ep: Episode) -> npt.NDArray[np.float32]:
        """Return what each seat earned since the last call."""
        now = self._worth(ep)
        earned = now - self._given
        self._given = now
        return earned if self._scale is None else earned * self._scale
