"""The pieces of Kathmandu: terrain, sites, tokens, people."""

from __future__ import annotations

import math

from .svg import circle, group, num, path, polygon, rect, seat_chip, text

COLOURS = ("black", "blue", "brown", "red", "yellow", "green")
SIGNS = ("k", "b", "n", "r", "y", "g")
# The functions on a card in hand.
DOES = {
    "archaeologist": "places a token",
    "eminence": "joker",
    "curator": "removes a dig",
    "rogue": "steals a card",
    "controller": "renews tokens",
    "bounty_hunter": "replaces tokens",
}
# The functions of cards without a colour as signs of 6 x 6: renews, replaces, steals, removes, is a joker.
_MARKS = {
    "controller": "M-3 -1.4H2.4M1 -3L2.8 -1.4M3 1.4H-2.4M-1 3L-2.8 1.4",
    "bounty_hunter": "M-2.7 0A2.7 2.7 0 1 1 2.7 0A2.7 2.7 0 1 1 -2.7 0M-0.3 0H0.3",
    "rogue": "M-3 2.6V-0.4Q0 -3.6 3 -0.4V2.6M-3 0.6H3",
    "curator": "M-2.3 -2.3L2.3 2.3M2.3 -2.3L-2.3 2.3",
    "eminence": "M0 -3.2L0.9 -1L3.2 -0.9L1.4 0.5L2 2.8L0 1.5L-2 2.8L-1.4 0.5L-3.2 -0.9L-0.9 -1Z",
}
CARD = (76.0, 56.0)


def hexagon(s: float) -> list[tuple[float, float]]:
    """Return the corners of a cell."""
    return [(s * math.sin(math.radians(60 * i)), -s * math.cos(math.radians(60 * i))) for i in range(6)]


def mountain(s: float) -> str:
    """Return a mountain, which nobody enters."""
    peak = [
        (-0.72 * s, 0.45 * s),
        (-0.2 * s, -0.62 * s),
        (0.12 * s, -0.1 * s),
        (0.3 * s, -0.3 * s),
        (0.72 * s, 0.45 * s),
    ]
    snow = [
        (-0.36 * s, -0.28 * s),
        (-0.2 * s, -0.62 * s),
        (0.0, -0.3 * s),
        (-0.12 * s, -0.18 * s),
        (-0.22 * s, -0.3 * s),
    ]
    return polygon(hexagon(s), "rock", "rock") + polygon(peak, "peak") + polygon(snow, "snow")


def lake(s: float) -> str:
    """Return a piece of the lake."""
    wave = f"M{-0.5 * s:.1f} 0q{0.25 * s:.1f} {-0.3 * s:.1f} {0.5 * s:.1f} 0t{0.5 * s:.1f} 0"
    return polygon(hexagon(s), "water", "water") + path(wave, None, "blue", pen=1.2)


def stupa(s: float, letter: str) -> str:
    """Return a site in play around the origin: a stupa with its letter."""
    dome = path("M-6.6 5.2V2C-6.6 -5.5 6.6 -5.5 6.6 2V5.2Z", "card", "ink", pen=1.1)
    spire = polygon([(-2, -3.4), (0, -8.6), (2, -3.4)], "gold", "ink", pen=0.7)
    drawn = group(spire + dome, attr=f' transform="scale({s / 10:.3g})"')
    return drawn + (text(0, 0.42 * s, letter, max(9.0, 0.62 * s), anchor="middle", bold=True) if letter else "")


def land(s: float, letter: str, active: bool, owner: int | None, colour: int | None, in_dig: bool, lit: bool) -> str:
    """Return a land cell: a site letter, a site in play, an excavation token or an archaeologist's tent."""
    out = polygon(hexagon(s), "dirt" if in_dig else "earth", "paper")
    if letter and not active:
        out += circle(0, 0, 0.62 * s, None, "soft", dash="3 2")
        if owner is None and colour is None:
            out += text(0, 0.2 * s, letter, max(9.0, 0.6 * s), fill="soft", anchor="middle")
    if active:
        out += stupa(s, letter)
    if colour is not None:
        out += dig_token(colour, 0.6 * s)
    if owner is not None:
        out += seat_chip(owner, 0.58 * s)
    if lit:
        out += circle(0, 0, 0.85 * s, None, "accent", pen=2.5)
    return out


def dig_token(colour: int, r: float) -> str:
    """Return an excavation token: its colour, and its letter for readers who cannot tell the colour."""
    ink = "black" if COLOURS[colour] == "yellow" else "onto"
    out = rect(-r, -r, 2 * r, 2 * r, COLOURS[colour], "ink", r=r * 0.35)
    if colour == 0:
        # A glint: without it a black token looks like an empty frame on a dark page.
        glint = f"M{num(-r / 2)} {num(r / 8)}Q{num(-r / 2)} {num(-r / 2)} {num(r / 8)} {num(-r / 2)}"
        return out + path(glint, None, "silver", pen=r / 4)
    return out + text(0, max(3.2, r * 0.42), SIGNS[colour], max(9.0, r * 1.25), fill=ink, anchor="middle", bold=True)


def called(card: str) -> str:
    """Return the display name of a card."""
    words = card.replace("_", " ")
    return words[0].upper() + words[1:]


def person(name: str, colour: str, r: float) -> str:
    """Return a portrait around the origin: on its colour with its letter, or on gold with the sign of its function."""
    number = COLOURS.index(colour) if colour else None
    hat = name == "archaeologist"
    fill = "silver" if hat else COLOURS[number] if number is not None else "gold"
    drawn = path("M-7 9C-7 0.5 7 0.5 7 9Z", "card", "ink", pen=0.8) + circle(0, -3.2, 4.2, "sand", "ink", pen=0.8)
    if hat:
        drawn += rect(-7, -6.6, 14, 2, "brown", r=1) + path("M-4 -6.4C-4 -11.5 4 -11.5 4 -6.4Z", "brown")
    out = circle(0, 0, r, fill, "ink") + group(drawn, attr=f' transform="scale({r / 12:.3g})"')
    at = 0.72 * r
    badge = circle(at, at, 5.5, "card", "ink", pen=0.8)
    if number is not None:
        return out + badge + text(at, at + 3.2, SIGNS[number], 9, anchor="middle", bold=True)
    mark = _MARKS.get(name)
    return out + badge + group(path(mark, None, "ink", pen=1.1), at=(at, at)) if mark else out


def card(name: str, colour: str, played: bool, width: float, count: int) -> str:
    """Return a card with its effect and its count; a played one is darker."""
    h = CARD[1]
    out = rect(1.5, 2, width, h, "shade", r=6) + rect(0, 0, width, h, "inset" if played else "card", "line", r=6)
    named = width >= CARD[0]
    out += group(person(name, colour, 12), at=(width / 2, 15 if named else h / 2)) + _times(width, count)
    if not named:
        return out
    does = f"pays {colour}" if colour else DOES.get(name, "")
    out += text(width / 2, 38, called(name), 9.5, anchor="middle", width=width - 4, least=0.94)
    return out + text(width / 2, 50, does, 9.5, fill="soft", anchor="middle", width=width - 4, least=0.94)


def _times(width: float, count: int) -> str:
    if count < 2:
        return ""
    return circle(width - 8, 8, 9, "sun", "gold") + text(width - 8, 11.5, f"×{count}", 9.5, anchor="middle", bold=True)


def card_back(width: float, count: int) -> str:
    """Return face-down cards with their count."""
    h = CARD[1]
    out = rect(1.5, 2, width, h, "shade", r=6) + rect(0, 0, width, h, "redback", "line", r=6)
    out += rect(4, 4, width - 8, h - 8, None, "white", r=3, pen=1.2) + circle(
        width / 2, h / 2 - 3, 11, None, "white", pen=1.2
    )
    out += text(width / 2, h / 2 + 2, "?", 14, fill="white", anchor="middle", bold=True) + _times(width, count)
    return out + (text(width / 2, h - 8, "face down", 9.5, fill="white", anchor="middle") if width >= CARD[0] else "")
