"""Terminal output: a progress bar and aligned tables."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Sequence
from types import TracebackType
from typing import TextIO


class Progress:
    """A progress bar on stderr; silent if that is not a terminal, so that pipes stay clean."""

    def __init__(self, total: int, label: str, *, stream: TextIO | None = None) -> None:
        self._stream = stream or sys.stderr
        self._total = max(total, 1)
        self._label = label
        self._shown = self._stream.isatty()
        self._last = 0.0

    def __enter__(self) -> Progress:
        self.update(0)
        return self

    def update(self, done: int) -> None:
        """Show the progress, at most twenty times a second."""
        now = time.monotonic()
        if not self._shown or (now - self._last < 0.05 and done < self._total):
            return
        self._last = now
        width = max(10, min(40, shutil.get_terminal_size().columns - len(self._label) - 30))
        share = min(done / self._total, 1.0)
        bar = "█" * round(width * share)
        self._stream.write(f"\r{self._label}  {bar:·<{width}}  {share:4.0%}  {done:,}/{self._total:,}")
        self._stream.flush()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._shown:
            self._stream.write("\r\x1b[2K")
            self._stream.flush()


def table(head: Sequence[str], rows: Sequence[Sequence[str]], *, left: int = 1) -> str:
    """Return an aligned table; the first ``left`` columns hold words, the others numbers.

    >>> print(table(["game", "games/s"], [["toy", "1,234"], ["longer", "5"]]))
    game    games/s
    ──────  ───────
    toy       1,234
    longer        5
    """
    widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]

    def line(cells: Sequence[str]) -> str:
        parts = (f"{c:<{w}}" if i < left else f"{c:>{w}}" for i, (c, w) in enumerate(zip(cells, widths, strict=True)))
        return "  ".join(parts).rstrip()

    return "\n".join([line(head), "  ".join("─" * w for w in widths), *(line(row) for row in rows)])


def count(number: float) -> str:
    """Return a large number with thousands separators.

    >>> count(1234567.8)
    '1,234,568'
    """
    return f"{number:,.0f}"


def by_seat(values: Sequence[float], pattern: str = "{:.1f}") -> str:
    """Return one value per seat on a line, or a single one if all are equal.

    >>> by_seat([1.0, 2.25])
    '1.0 / 2.2'
    >>> by_seat([1.0, 1.0])
    '1.0 each'
    """
    words = [pattern.format(value) for value in values]
    return f"{words[0]} each" if len(words) > 1 and len(set(words)) == 1 else " / ".join(words)
