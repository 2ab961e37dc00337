"""What every environment's ``render`` shares."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from .._arguments import one_of
from .._engine import Episode, Game

MODES = ("ansi", "human", "rgb_array")
Shown = str | npt.NDArray[np.uint8] | None
"""The result of rendering: text, pixels, or nothing if the text was printed."""
WIDTH = 960
"""Pixels across a picture."""


class Renderer:
    """Shows positions as text or pixels.

    Text is returned (``"ansi"``) or printed once per position (``"human"``). Arrays of pixels (``"rgb_array"``, which
    needs the extra ``pictures``) are all of one size, so that they make a film.
    """

    def __init__(self, mode: str | None, modes: tuple[str, ...] = MODES) -> None:
        one_of("render_mode", mode, (*modes, None))
        self.mode = mode
        self._printed: tuple[int, int] | None = None
        self._artist: Any = None
        self._drawn: Game | None = None
        """The game of the artist."""
        self._canvas: Any = None
        if mode == "rgb_array":
            from .._extras import need
            from ..show.film import Canvas

            need("resvg_py", "pictures", 'render_mode="rgb_array"')
            need("PIL.Image", "pictures", 'render_mode="rgb_array"')
            self._canvas = Canvas(WIDTH)

    def show(self, ep: Episode, viewer: int | None) -> Shown:
        """Return or print the position as a seat sees it."""
        if self.mode == "rgb_array":
            return self._pixels(ep, viewer)
        text = ep.to_text(viewer)
        if self.mode == "ansi":
            return text
        # A program may ask for a position that `step` has already printed.
        shown = (id(ep), len(ep.history))
        if shown != self._printed:
            self._printed = shown
            print(text)
        return None

    def _pixels(self, ep: Episode, viewer: int | None) -> npt.NDArray[np.uint8]:
        from ..show import Artist

        if self._artist is None or self._drawn != ep.game:
            self._artist, self._drawn = Artist(ep.game), ep.game
        frame: npt.NDArray[np.uint8] = self._canvas.frame(self._artist.scene(ep, viewer), "light")
        return frame

    def after_step(self, ep: Episode, viewer: int | None) -> None:
        """Print the new position in mode ``"human"``."""
        if self.mode == "human":
            self.show(ep, viewer)
