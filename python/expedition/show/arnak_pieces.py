"""The pieces of Arnak: goods, travel icons, cards, site tiles, guardians, assistants, research spaces."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from .._engine import Game
from .svg import circle, group, line, measure, paragraph, path, polygon, rect, seat_chip, seat_colour, text
from .view import View

GOODS = ("coin", "compass", "tablet", "arrowhead", "jewel")
ICONS = ("boot", "car", "ship", "plane")
NONE = 255
CARD = (150.0, 150.0)
MINI = (147.0, 54.0)


@dataclass(frozen=True)
class Card:
    """What is printed on a card."""

    id: str
    name: str
    kind: str
    cost: int
    points: int
    travel: tuple[str, ...]
    effect: str


class Tables:
    """The components of a game with their effects in words."""

    def __init__(self, game: Game, content: dict[str, Any]) -> None:
        def words(notation: str | None) -> str:
            return (game.in_words(notation) or notation) if notation else ""

        self.words = words
        self.cards: list[Card] = []
        for kind, table in (("item", "items"), ("artifact", "artifacts"), ("basic", "basics")):
            for row in content[table]:
                effect = words(row["effect"])
                if row.get("exile_self"):
                    effect += "; exile this card"
                travel = tuple(row["travel"])
                self.cards.append(
                    Card(row["id"], row["name"], kind, row.get("cost", 0), row.get("points", 0), travel, effect)
                )
        fear = content["fear"]
        self.fear = Card("fear", fear["name"], "fear", 0, fear["points"], tuple(fear["travel"]), "no effect")
        self.camps = [(row["id"], words(row["effect"])) for row in content["camps"]]
        self.tiles = [(row["id"], words(row["effect"])) for row in content["site_tiles"]]
        self.guardians = [(row["id"], row["cost"], words(row["boon"])) for row in content["guardians"]]
        self.idols = [(row["id"], words(row["effect"])) for row in content["idols"]]
        self.bonus = [(row["id"], words(row["effect"])) for row in content["bonus_tiles"]]
        self.assistants = [(row["id"], words(row["silver"]), words(row["gold"])) for row in content["assistants"]]


def tables_of(view: View) -> Tables:
    """Return the tables of a view's game, made once."""
    if "tables" not in view.memo:
        view.memo["tables"] = Tables(view.game, view.content)
    found: Tables = view.memo["tables"]
    return found


def small(body: str, factor: float) -> str:
    """Return a sign in another size."""
    return f'<g transform="scale({factor:g})">{body}</g>'


def good(name: str) -> str:
    """Return the sign of a resource in a square of 16 around the origin."""
    match name:
        case "coin":
            return circle(0, 0, 7, "yellow", "ink") + circle(0, 0, 4, None, "ink")
        case "compass":
            return circle(0, 0, 7, "card", "ink", pen=1.5) + polygon([(0, -6), (2.2, 0), (0, 6), (-2.2, 0)], "blue")
        case "tablet":
            return (
                rect(-5.5, -7, 11, 14, "silver", "ink", r=2)
                + line(-3, -3, 3, -3, "ink")
                + line(-3, 0, 3, 0, "ink")
                + line(-3, 3, 1, 3, "ink")
            )
        case "arrowhead":
            return polygon([(0, -8), (6, 3), (2, 2), (2, 7), (-2, 7), (-2, 2), (-6, 3)], "brown", "ink")
        case "jewel":
            return polygon([(-7, -2), (-4, -7), (4, -7), (7, -2), (0, 8)], "red", "ink") + line(-7, -2, 7, -2, "ink")
        case "idol":
            return idol()
        case "card":
            return rect(-5, -7, 10, 14, "back", "ink", r=2)
        case "boot" | "car" | "ship" | "plane":
            return small(travel(name), 0.9)
        case _:
            return circle(0, 0, 6, "inset", "ink") + text(0, 3.5, name[:1], 9, anchor="middle")


def idol() -> str:
    """Return the sign of an idol."""
    return (
        path("M-4 8H4V2H6V-2H4C5 -9 -5 -9 -4 -2H-6V2H-4Z", "purple", "ink")
        + circle(-1.5, -3.5, 0.9, "card")
        + circle(1.5, -3.5, 0.9, "card")
    )


def travel(icon: str) -> str:
    """Return the sign of a travel icon in a square of 18 around the origin."""
    colour = {"boot": "brown", "car": "red", "ship": "blue", "plane": "green"}.get(icon, "silver")
    base = rect(-9, -9, 18, 18, "card", colour, r=4, pen=2)
    match icon:
        case "boot":
            return base + path("M-4 -6H0V1C5 1 6 3 6 6H-4Z", colour)
        case "car":
            return (
                base
                + path("M-7 2V-1L-3 -5H3L7 -1V2Z", colour)
                + circle(-3.5, 3.5, 2.2, colour)
                + circle(3.5, 3.5, 2.2, colour)
            )
        case "ship":
            return base + path("M-7 2H7L4 6H-4Z", colour) + path("M-1 1V-7L5 1Z", colour)
        case "plane":
            return base + path("M-1 -7H1L1.5 -2L7 1V3L1 1.5V4L3 6V7H-3V6L-1 4V1.5L-7 3V1L-1.5 -2Z", colour)
        case _:
            return base


# However a cost is spaced: "1 coin + 2 tablet", "1 coin+2 tablet".
_AMOUNT = re.compile(r"(\d*)\s*([a-z_]+)")


def priced(cost: str, size: float = 0.85, gap: float = 15) -> tuple[str, float]:
    """Return a cost such as ``1 coin + 2 tablet`` as signs, and its width; the origin is at the left, in the middle."""
    out, x = "", 0.0
    for count, name in _AMOUNT.findall(cost):
        if count not in ("", "1"):
            out += text(x, 4, count, 11, bold=True)
            x += measure(count, 11, True) + 1
        out += group(small(good(name), size), at=(x + gap / 2, 0))
        x += gap + 2
    return out, x


def icons(names: tuple[str, ...], size: float = 0.8) -> str:
    """Return travel icons side by side; the origin is at the left, in the middle."""
    step = 20 * size
    return "".join(group(small(travel(name), size), at=(step / 2 + i * step, 0)) for i, name in enumerate(names))


_GROUND = {"item": "sand", "artifact": "sky", "basic": "inset", "fear": "rose"}


def card(it: Card) -> str:
    """Return a card as it lies in the row: name, cost, points, icons, effect in words."""
    w, h = CARD
    out = rect(0, 0, w, h, "card", "line", r=6) + rect(1, 1, w - 2, 26, _GROUND[it.kind], r=5)
    if it.kind in ("item", "artifact"):
        out += group(small(good("coin" if it.kind == "item" else "compass"), 1.25), at=(16, 14)) + text(
            28, 19, str(it.cost), 13, bold=True
        )
        out += text(42, 18, it.name, 11.5, bold=True, width=w - 48, least=0.7)
    else:
        out += text(10, 18, it.name, 11.5, bold=True, width=w - 20)
    out += paragraph(8, 32, it.effect, 10.5, w - 16, 86, least=8)
    return out + group(icons(it.travel, 0.9), at=(8, h - 15)) + _points(it.points, w - 20, h - 15)


def _points(points: int, x: float, y: float) -> str:
    if not points:
        return ""
    fill = "accent" if points < 0 else "gold"
    return polygon([(x - 11, y), (x, y - 11), (x + 11, y), (x, y + 11)], "card", fill, pen=2) + text(
        x, y + 4, str(points), 11, anchor="middle", bold=True
    )


def mini_card(it: Card) -> str:
    """Return a card of a hand."""
    w, h = MINI
    out = rect(0, 0, w, h, "card", "line", r=4) + rect(1, 1, w - 2, 16, _GROUND[it.kind], r=3)
    room = 16 * len(it.travel) + (14 if it.points else 0)
    out += text(6, 13, it.name, 10.5, bold=True, width=w - 12 - room, least=0.75)
    x = w - 3 - 15 * len(it.travel)
    out += group(icons(it.travel, 0.74), at=(x, 9))
    if it.points:
        out += text(x - 3, 13, str(it.points), 10, fill="gold" if it.points > 0 else "accent", anchor="end", bold=True)
    return out + paragraph(6, 18, it.effect, 9, w - 12, 35, fill="soft", least=7)


def card_back(count: int) -> str:
    """Return cards whose faces are not known."""
    return rect(0, 0, 30, 40, "back", "ink", r=4) + text(
        15, 27, str(count), 16, fill="white", anchor="middle", bold=True
    )


_GUARD = 52.0
"""The height of a guardian at a site."""


def site(
    label: str, effect: str, idol_kind: str, spaces: tuple[tuple[tuple[str, ...], int | None], ...],
    guardian: tuple[str, str, str] | None, size: tuple[float, float],
) -> str:  # fmt: skip
    """Return a site: its spaces with figures, what it gives, the idol, the guardian. No effect: undiscovered."""
    w, h = size
    out = rect(0, 0, w, h, "leaf" if effect else "inset", "line", r=5, dash="" if effect else "4 3")
    x = 6.0
    for needed, who in spaces:
        # A figure stands on the icons of its space.
        wide = 15.2 * len(needed)
        if who is None:
            out += group(icons(needed, 0.74), at=(x, 12))
        else:
            out += group(seat_chip(who, 8, "R" if who == 5 else None), at=(x + max(8.0, wide / 2), 13))
        x += max(wide, 16.0) + 7
    out += text(w - 6, 14, label, 9.5, fill="soft", anchor="end", width=w - x - 8)
    room = h - 26 - (_GUARD + 2 if guardian else 0)
    if effect:
        out += paragraph(6, 24, effect, 10, w - 12, room, least=7.5)
    else:
        out += text(6, 36, "undiscovered", 10.5, fill="soft")
    if idol_kind:
        out += group(idol(), at=(14, 53)) + paragraph(26, 44, idol_kind, 9.5, w - 32, 40, fill="soft")
    if guardian:
        name, cost, boon = guardian
        signs, wide = priced(cost, 0.72, 12)
        top = h - _GUARD - 3
        out += rect(3, top, w - 6, _GUARD, "rose", "accent", r=4) + group(guardian_sign(), at=(15, top + 12))
        out += group(signs, at=(29, top + 12)) + text(
            w - 8, top + 15, name.replace("guardian_", "#"), 9, fill="soft", anchor="end", width=w - 40 - wide
        )
        out += paragraph(8, top + 22, boon, 9, w - 16, 28, least=7.5)
    return out


def guardian_sign() -> str:
    """Return the sign of a guardian."""
    return (
        path("M-7 8V-1L-9 -7L-4 -4H4L9 -7L7 -1V8Z", "red", "ink")
        + circle(-2.5, 0, 1.3, "card")
        + circle(2.5, 0, 1.3, "card")
    )


def token(seat: int, kind: str) -> str:
    """Return a research token of a seat around the origin."""
    ink = f"on{seat % 6}"
    label = "R" if seat == 5 else str(seat)
    if kind == "magnifier":
        return (
            line(3, 3, 8, 8, "ink", pen=2.5)
            + circle(0, 0, 6.5, seat_colour(seat), "ink")
            + text(0, 3, label, 8.5, fill=ink, anchor="middle", bold=True)
        )
    return (
        rect(-5.5, -6.5, 11, 13, seat_colour(seat), "ink", r=1)
        + line(-3, -6.5, -3, 6.5, "ink")
        + text(1, 3, label, 8.5, fill=ink, anchor="middle", bold=True)
    )


def token_shape(kind: str) -> str:
    """Return a research token without an owner."""
    if kind == "magnifier":
        return line(3, 3, 7, 7, "ink", pen=2) + circle(0, 0, 5, "card", "ink")
    return rect(-4.5, -5.5, 9, 11, "card", "ink", r=1) + line(-2.5, -5.5, -2.5, 5.5, "ink")


def bonus_sign(kind: str) -> str:
    """Return a research bonus tile around the origin."""
    name = kind.removeprefix("bonus_")
    out = rect(-8, -8, 16, 16, "sun", "ink", r=3)
    if name in GOODS:
        return out + small(good(name), 0.72)
    return out + text(
        0, 3, {"exile": "ex", "draw": "dr", "upgrade": "up"}.get(name, name[:2]), 8.5, anchor="middle", bold=True
    )


def research_space(
    cost: str, tiles: tuple[str, ...], tokens: tuple[tuple[int, str], ...], size: tuple[float, float]
) -> str:
    """Return a space of the research track."""
    w, h = size
    signs, wide = priced(cost, 0.72, 12)
    out = rect(0, 0, w, h, "card", "line", r=4) + group(signs, at=((w - wide) / 2, 10))
    for i, kind in enumerate(tiles):
        out += group(bonus_sign(kind), at=(11 + i * 17, h - 11))
    start = 11 + 17 * len(tiles)
    gap = min(15.0, (w - start - 6) / max(1, len(tokens) - 1)) if len(tokens) > 1 else 15.0
    return out + "".join(
        group(token(seat, kind), at=(start + i * gap, h - 11)) for i, (seat, kind) in enumerate(tokens)
    )


def assistant(
    name: str, silver: str, gold: str, side: str, below: int | None, size: tuple[float, float], used: bool
) -> str:
    """Return an assistant: of the supply with both sides, of a player with the side that shows."""
    w, h = size
    ground = "inset" if used else {"gold": "sun", "silver": "sky"}.get(side, "card")
    out = rect(0, 0, w, h, ground, "line", r=5, dash="4 3" if used else "")
    more = " · used" if used else f" +{below} below" if below else ""
    words = name.replace("_", " ") + (f" {side}" if side == "gold" else "") + more
    out += text(6, 13, words, 9.5, fill="soft", width=w - 12, least=0.7)
    if side in ("gold", "silver"):
        return out + paragraph(6, 17, gold if side == "gold" else silver, 9.5, w - 12, h - 19, least=7.5)
    out += paragraph(6, 17, f"silver: {silver}", 9.5, w - 12, (h - 20) / 2, least=7.5)
    return out + paragraph(6, 17 + (h - 18) / 2, f"gold: {gold}", 9.5, w - 12, (h - 20) / 2, least=7.5)
