"""What the ``render`` of every environment does."""

from __future__ import annotations

from .._arguments import one_of
from .._engine import Episode

MODES = ("ansi", "human")


class Renderer:
    """Shows positions: as text that is returned (``"ansi"``) or printed once per position (``"human"``)."""

    def __init__(self, mode: str | None, modes: tuple[str, ...] = MODES) -> None:
        one_of("render_mode", mode, (*modes, None))
        self.mode = mode
        self._printed: tuple[int, int] | None = None

    def show(self, ep: Episode, viewer: int | None) -> str | None:
        """Return or print the position as a seat sees it."""
        text = ep.to_text(viewer)
        if self.mode == "ansi":
            return text
        # A program may ask for what `step` has printed already.
        shown = (id(ep), len(ep.history))
        if shown != self._printed:
            self._printed = shown
            print(text)
        return None

    def after_step(self, ep: Episode, viewer: int | None) -> None:
        """Print a new position if a person is watching."""
        if self.mode == "human":
            self.show(ep, viewer)
