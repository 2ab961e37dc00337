"""Colours by name, for light and dark pages.

Every colour is a pair: for a light page and for a dark one. Seats use the palette of Okabe and Ito, which stays
distinct for colour-blind readers; nothing in a picture is expressed by colour alone.
"""

from __future__ import annotations

import re
from typing import Literal

Theme = Literal["auto", "light", "dark"]
THEMES: tuple[str, ...] = ("auto", "light", "dark")

COLOURS: dict[str, tuple[str, str]] = {
    # The page
    "paper": ("#ffffff", "#15171c"),
    "panel": ("#f5f3ee", "#20242b"),
    "inset": ("#e9e5db", "#2c313a"),
    "line": ("#b5ae9e", "#505866"),
    "ink": ("#1d2126", "#ece9e3"),
    "soft": ("#585e67", "#aab1bc"),
    "accent": ("#b3001b", "#ff8f8f"),
    "card": ("#fffdf8", "#292e36"),
    "back": ("#6d7480", "#6d7480"),
    "redback": ("#a8352a", "#8f3228"),
    "white": ("#ffffff", "#ffffff"),
    "black": ("#15171c", "#15171c"),
    "onto": ("#ffffff", "#0b1016"),
    # Seats
    "seat0": ("#0072b2", "#3f9fd8"),
    "seat1": ("#e69f00", "#e69f00"),
    "seat2": ("#009e73", "#1fb58c"),
    "seat3": ("#cc79a7", "#d991ba"),
    "seat4": ("#d55e00", "#ea7a26"),
    "seat5": ("#56b4e9", "#7cc6ef"),
    "on0": ("#ffffff", "#0b1016"),
    "on1": ("#17191d", "#0b1016"),
    "on2": ("#17191d", "#0b1016"),
    "on3": ("#17191d", "#0b1016"),
    "on4": ("#17191d", "#0b1016"),
    "on5": ("#17191d", "#0b1016"),
    # Grounds and goods
    "shade": ("#d8d2c3", "#171b21"),
    "jungle": ("#9fc79a", "#35593b"),
    "stone": ("#8d8577", "#2a2e36"),
    "floor": ("#e3d8bd", "#4a4434"),
    "snow": ("#ffffff", "#cfd6e0"),
    "dirt": ("#d9bf8f", "#6a5430"),
    "water": ("#bcdcee", "#1f4a66"),
    "rock": ("#c9c4ba", "#3b3f49"),
    "peak": ("#8a9099", "#666d7a"),
    "earth": ("#efe6cf", "#4a4433"),
    "leaf": ("#cfe3c4", "#2d4730"),
    "lava": ("#f4a582", "#9c3a17"),
    "fire": ("#d55e00", "#ff9c4f"),
    "gold": ("#b58900", "#f0c64a"),
    "sun": ("#f5e27a", "#67570f"),
    "sky": ("#d7ebf7", "#24435a"),
    "rose": ("#f3d4e4", "#573349"),
    "mint": ("#c9ecdf", "#1f4f40"),
    "sand": ("#f7e3b5", "#5c4817"),
    "brown": ("#8b5a2b", "#c08a55"),
    "blue": ("#0072b2", "#56b4e9"),
    "red": ("#c0392b", "#ff7b6b"),
    "yellow": ("#e2b600", "#f0d24a"),
    "green": ("#00835f", "#3fc79e"),
    "purple": ("#8e4585", "#d68ccb"),
    "silver": ("#8a9099", "#b9c0ca"),
    "good": ("#006b4d", "#3fc79e"),
}

_USED = re.compile(r'class="([^"]+)"')


def check(theme: str) -> str:
    """Return a theme, refusing an unknown one with the list of themes."""
    if theme not in THEMES:
        raise ValueError(f'theme={theme!r}: it must be "auto", "light" or "dark"')
    return theme


def _rules(names: list[str], dark: int, prefix: str) -> str:
    out = []
    for name in names:
        kind, _, colour = name.partition("-")
        if colour in COLOURS and kind in "fs":
            out.append(f"{prefix}.{name}{{{'fill' if kind == 'f' else 'stroke'}:{COLOURS[colour][dark]}}}")
    return "".join(out)


def style(body: str | None, theme: str = "auto", *, switch: bool = False) -> str:
    """Return the CSS for the classes a drawing uses, or for all of them.

    With ``switch`` the attribute ``data-theme`` of the page overrides the reader's setting.
    """
    if body is None:
        names = [f"{kind}-{colour}" for colour in COLOURS for kind in "fs"]
    else:
        used = {name for names in _USED.findall(body) for name in names.split()}
        names = sorted(name for name in used if name[:2] in ("f-", "s-"))
    base = (
        ".xpd{font-family:system-ui,'Segoe UI',Roboto,Helvetica,Arial,'DejaVu Sans',sans-serif}"
        ".xpd text{stroke:none}.xpd .n{fill:none}"
    )
    light, dark = _rules(names, 0, ".xpd "), _rules(names, 1, ".xpd ")
    if theme == "light":
        return base + light
    if theme == "dark":
        return base + dark
    css = f"{base}{light}@media (prefers-color-scheme:dark){{{dark}}}"
    if switch:
        css += _rules(names, 0, ":root[data-theme=light] .xpd ") + _rules(names, 1, ":root[data-theme=dark] .xpd ")
    return css
