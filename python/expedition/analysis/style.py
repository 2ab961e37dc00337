"""A matplotlib style for figures: the colours and fonts of the pictures, light or dark.

>>> from expedition.analysis.style import colours
>>> colours("light")["seat0"]
'#0072b2'
"""

from __future__ import annotations

from typing import Any, Literal

from .._extras import need
from ..show.theme import COLOURS

__all__ = ["colours", "seat_colours", "style"]

_SEATS = [f"seat{seat}" for seat in range(6)]
_FONTS = ["Segoe UI", "Roboto", "Helvetica", "Arial", "DejaVu Sans"]


def colours(theme: Literal["light", "dark"] = "light") -> dict[str, str]:
    """Return the colours of the pictures by name."""
    if theme not in ("light", "dark"):
        raise ValueError(f'theme={theme!r}: it must be "light" or "dark"')
    return {name: pair[theme == "dark"] for name, pair in COLOURS.items()}


def seat_colours(theme: Literal["light", "dark"] = "light") -> list[str]:
    """Return the colours of the seats, in order."""
    found = colours(theme)
    return [found[name] for name in _SEATS]


def settings(theme: Literal["light", "dark"] = "light") -> dict[str, Any]:
    """Return matplotlib's rcParams for a theme."""
    c = colours(theme)
    cycler = need("cycler", "analysis", "expedition.style()").cycler
    return {
        "figure.dpi": 130,
        "savefig.dpi": 130,
        "figure.figsize": (8.4, 4.6),
        "figure.constrained_layout.use": True,
        "figure.facecolor": c["paper"],
        "savefig.facecolor": c["paper"],
        "axes.facecolor": c["paper"],
        "axes.edgecolor": c["line"],
        "axes.labelcolor": c["soft"],
        "axes.titlecolor": c["ink"],
        "axes.titlelocation": "left",
        "axes.titlesize": 12,
        "axes.titleweight": "bold",
        "axes.labelsize": 10,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.axisbelow": True,
        "axes.grid": True,
        "axes.prop_cycle": cycler(color=seat_colours(theme)),
        "grid.color": c["inset"],
        "grid.linewidth": 0.8,
        "text.color": c["ink"],
        "xtick.color": c["soft"],
        "ytick.color": c["soft"],
        "xtick.labelsize": 9.5,
        "ytick.labelsize": 9.5,
        "legend.frameon": False,
        "legend.fontsize": 9.5,
        "lines.linewidth": 2.0,
        "errorbar.capsize": 2.5,
        "font.family": "sans-serif",
        "font.sans-serif": _FONTS,
    }


def style(theme: Literal["light", "dark"] = "light") -> Any:
    """Give matplotlib the look of the pictures: from here on, or for the duration of a ``with`` block.

    Seats have the colours they have on the board, in their order: ``C0`` is seat 0.
    """
    matplotlib = need("matplotlib", "analysis", "expedition.style()")
    before = dict(matplotlib.rcParams)
    changed = settings(theme)
    have = {font.name for font in need("matplotlib.font_manager", "analysis", "expedition.style()").fontManager.ttflist}
    changed["font.sans-serif"] = [font for font in _FONTS if font in have] or ["sans-serif"]
    matplotlib.rcParams.update(changed)
    return _Undo(matplotlib, {name: before[name] for name in changed})


class _Undo:
    """Restores matplotlib's settings at the end of a ``with`` block."""

    def __init__(self, matplotlib: Any, before: dict[str, Any]) -> None:
        self._matplotlib, self._before = matplotlib, before

    def __enter__(self) -> _Undo:
        return self

    def __exit__(self, *_: object) -> None:
        self._matplotlib.rcParams.update(self._before)

    def __repr__(self) -> str:
        return "<expedition.style>"
