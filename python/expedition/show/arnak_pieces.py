"""The pieces of Arnak: goods, travel icons, cards, site tiles, guardians, assistants, research spaces."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from .._engine import Game
from .svg import circle, group, line, measure, path, polygon, rect, rich, rich_height, seat_chip, seat_colour, text
from .view import View

GOODS = ("coin", "compass", "tablet", "arrowhead", "jewel")
ICONS = ("boot", "car", "ship", "plane")
RIVAL = 5
CARD = (150.0, 138.0)
MINI = 148.0


@dataclass(frozen=True)
class Card:
    """The print on a card."""

    id: str
    name: str
    kind: str
    cost: int
    points: int
    travel: tuple[str, ...]
    effect: str


class Tables:
    """The components of a game, with their effects in words."""

    def __init__(self, game: Game, content: dict[str, Any]) -> None:
        def words(notation: str | None) -> str:
            return (game.in_words(notation) or notation) if notation else ""

        self.words = words
        found: list[Card] = []
        for kind, table in (("item", "items"), ("artifact", "artifacts"), ("basic", "basics")):
            for row in content[table]:
                effect = words(row["effect"]) + ("; exile this card" if row.get("exile_self") else "")
                travel = tuple(row["travel"])
                printed = (row.get("cost", 0), row.get("points", 0), travel, effect)
                found.append(Card(row["id"], row["name"], kind, *printed))
        fear = content["fear"]
        found.append(Card("fear", fear["name"], "fear", 0, fear["points"], tuple(fear["travel"]), "no effect"))
        self.cards = found
        # The engine distinguishes two cards of one name by their icons.
        names = [card.name for card in found]
        self.by_name = {
            card.name if names.count(card.name) == 1 else f"{card.name} ({_amounts(card.travel)})": card
            for card in found
        }
        self.name_of = {card.id: name for name, card in self.by_name.items()}
        self.tiles = [(row["id"], words(row["effect"])) for row in content["site_tiles"]]
        self.guardians = [
            (row.get("name") or row["id"], row["cost"], words(row["boon"])) for row in content["guardians"]
        ]
        self.assistants = [
            (row.get("name") or row["id"], words(row["silver"]), words(row["gold"])) for row in content["assistants"]
        ]

    def card(self, name: str) -> Card:
        """Return the card with this name."""
        return self.by_name.get(name) or Card(name, name, "basic", 0, 0, (), "")


def _amounts(icons: tuple[str, ...]) -> str:
    counts = [(icons.count(icon), icon) for icon in ICONS if icon in icons]
    parts = [f"{n} {icon}{'s' if n > 1 else ''}" for n, icon in counts]
    return ", ".join(parts[:-1]) + (" and " if len(parts) > 1 else "") + parts[-1] if parts else ""


def tables_of(view: View) -> Tables:
    """Return the tables of a view's game, made once."""
    if "tables" not in view.memo:
        view.memo["tables"] = Tables(view.game, view.content)
    found: Tables = view.memo["tables"]
    return found


def small(body: str, factor: float) -> str:
    """Return a sign in another size."""
    return f'<g transform="scale({factor:.3g})">{body}</g>'


# ---------------------------------------------------------------- signs


def good(name: str) -> str:
    """Return the sign of a resource in a square of 16 around the origin."""
    match name:
        case "coin":
            return (
                circle(0, 0, 7, "yellow", "ink")
                + circle(0, 0, 4.4, None, "brown")
                + line(0, -2.2, 0, 2.2, "brown", pen=1.6)
            )
        case "compass":
            needle = polygon([(0, -5.6), (1.9, 0), (-1.9, 0)], "red") + polygon([(0, 5.6), (1.9, 0), (-1.9, 0)], "blue")
            return circle(0, 0, 7, "card", "ink", pen=1.4) + f'<g transform="rotate(35)">{needle}</g>'
        case "tablet":
            lines = "".join(line(-3, y, 3 if y < 3 else 0.5, y, "card") for y in (-3.5, -0.3, 3))
            return path("M-5.5 -7H5.5V5L3 7H-5.5Z", "silver", "ink") + lines
        case "arrowhead":
            return polygon(
                [(0, -8), (5.5, 2.5), (1.8, 1.4), (1.8, 7), (-1.8, 7), (-1.8, 1.4), (-5.5, 2.5)], "brown", "ink"
            )
        case "jewel":
            cut = line(-7, -2, 7, -2, "card") + line(-3, -7, -2.2, -2, "card") + line(3, -7, 2.2, -2, "card")
            return polygon([(-7, -2), (-4, -7), (4, -7), (7, -2), (0, 8)], "red", "ink") + cut
        case "idol":
            return idol()
        case "card":
            return rect(-5, -7, 10, 14, "back", "ink", r=2) + circle(0, 0, 2.4, "card")
        case "boot" | "car" | "ship" | "plane":
            return small(travel(name), 0.86)
        case _:
            return circle(0, 0, 6, "inset", "ink") + text(0, 3.5, name[:1], 9, anchor="middle")


def idol() -> str:
    """Return the sign of an idol."""
    face = circle(-1.7, -3.4, 1, "card") + circle(1.7, -3.4, 1, "card") + line(-1.6, 0, 1.6, 0, "card")
    return path("M-4 8H4V2H6V-2H4C5 -9 -5 -9 -4 -2H-6V2H-4Z", "purple", "ink") + face


def travel(icon: str) -> str:
    """Return the sign of a travel icon in a square of 18 around the origin."""
    colour = {"boot": "brown", "car": "red", "ship": "blue", "plane": "green"}.get(icon, "silver")
    base = rect(-9, -9, 18, 18, "card", colour, r=4, pen=2)
    match icon:
        case "boot":
            return base + path("M-4 -6H0V1C5 1 6 3 6 6H-4Z", colour)
        case "car":
            wheels = circle(-3.5, 3.5, 2.2, colour, "card") + circle(3.5, 3.5, 2.2, colour, "card")
            return base + path("M-7 3V-1L-3 -5H3L7 -1V3Z", colour) + wheels
        case "ship":
            return base + path("M-7 2H7L4 6H-4Z", colour) + path("M-1 1V-7L5 1Z", colour)
        case "plane":
            return base + path("M-1 -7H1L1.5 -2L7 1V3L1 1.5V4L3 6V7H-3V6L-1 4V1.5L-7 3V1L-1.5 -2Z", colour)
        case _:
            return base


_PLURALS = {
    "coins": "coin", "compasses": "compass", "tablets": "tablet", "arrowheads": "arrowhead", "jewels": "jewel",
    "boots": "boot", "cars": "car", "ships": "ship", "planes": "plane", "idols": "idol",
}  # fmt: skip


def sign_of(word: str) -> str | None:
    """Return the sign that stands for a word of an effect, or None if the word is written."""
    name = _PLURALS.get(word, word)
    return good(name) if name in GOODS or name in ICONS or name == "idol" else None


def gain(x: float, y: float, words: str, size: float, width: float, height: float = 1e9, fill: str = "ink") -> str:
    """Return an effect as words and signs."""
    return rich(x, y, words, size, width, sign_of, fill=fill, height=height)


def gain_height(words: str, size: float, width: float) -> float:
    """Return the height of an effect."""
    return rich_height(words, size, width, sign_of)


# An amount in any notation of a cost: "1 coin + 2 tablet", "1 coin, 1 tablet and 1 arrowhead".
_AMOUNT = re.compile(r"(\d+)\s*(?:hand )?([a-z_]+)")


def priced(cost: str, size: float = 0.85, gap: float = 15) -> tuple[str, float]:
    """Return a cost as signs, and its width; the origin is at the left, in the middle."""
    out, x = "", 0.0
    for count, name in _AMOUNT.findall(cost):
        if count != "1":
            out += text(x, 4, count, 11, bold=True)
            x += measure(count, 11, bold=True) + 1
        out += group(small(good(_PLURALS.get(name, name)), size), at=(x + gap / 2, 0))
        x += gap + 2
    return out, x


def icons(names: tuple[str, ...], size: float = 0.8) -> str:
    """Return travel icons side by side; the origin is at the left, in the middle."""
    step = 20 * size
    return "".join(group(small(travel(name), size), at=(step / 2 + i * step, 0)) for i, name in enumerate(names))


def spelled(amounts: str) -> tuple[str, ...]:
    """Return the icons in words such as ``2 cars``."""
    return tuple(icon for n, name in _AMOUNT.findall(amounts) for icon in [_PLURALS.get(name, name)] * int(n))


def figure(seat: int, r: float = 9) -> str:
    """Return an archaeologist around the origin: a figure with a hat on the sign of its seat."""
    hat = rect(-6, -13.4, 12, 2, "brown", "ink", r=1, pen=0.7) + path(
        "M-3.4 -13.4C-3.4 -18 3.4 -18 3.4 -13.4Z", "brown", "ink", pen=0.7
    )
    head = circle(0, -10.5, 3.4, "sand", "ink", pen=0.7)
    return group(
        head + hat + seat_chip(seat, 8, "R" if seat == RIVAL else None), attr=f' transform="scale({r / 9:.3g})"'
    )


def guardian_sign() -> str:
    """Return the sign of a guardian."""
    eyes = circle(-2.8, 0, 1.6, "yellow") + circle(2.8, 0, 1.6, "yellow")
    return path("M-7 8V-1L-9 -7L-4 -4H4L9 -7L7 -1V8L4 6L2 8L0 6L-2 8L-4 6Z", "red", "ink") + eyes


def tree(x: float, y: float, r: float) -> str:
    """Return a tree with its foot at a place."""
    return line(x, y, x, y - r, "brown", pen=1.4) + circle(x, y - 1.5 * r, r, "green")


# ---------------------------------------------------------------- cards

_GROUND = {"item": "sand", "artifact": "sky", "basic": "inset", "fear": "rose"}


def _emblem(kind: str) -> str:
    """Return the sign of a kind of card, 30 wide around the origin."""
    match kind:
        case "item":
            straps = line(-5, -9, -5, 11, "sand", pen=2) + line(5, -9, 5, 11, "sand", pen=2)
            return (
                path("M-5 -10C-5 -16 5 -16 5 -10", None, "dirt", pen=2.5) + rect(-12, -10, 24, 22, "dirt", r=5) + straps
            )
        case "artifact":
            vase = path("M-5 -14H5L4 -9C14 -3 10 12 4 14H-4C-10 12 -14 -3 -4 -9Z", "water")
            return vase + path("M-8 0q4 -4 8 0t8 0", None, "sky", pen=2)
        case "fear":
            return (
                circle(0, -2, 11, "rose")
                + rect(-6, 6, 12, 7, "rose", r=2)
                + circle(-4, -3, 3, "card")
                + circle(4, -3, 3, "card")
            )
        case _:
            return path("M-12 12L0 -12L12 12Z", "shade") + path("M-4 12L0 2L4 12Z", "card")


def card(it: Card) -> str:
    """Return a card as it lies in the row: name, cost, points, icons, effect in words."""
    w, h = CARD
    out = rect(2, 3, w, h, "shade", r=7) + rect(0, 0, w, h, "card", "line", r=7)
    out += path(f"M0.5 27V7Q0.5 0.5 7 0.5H{w - 7}Q{w - 0.5} 0.5 {w - 0.5} 7V27Z", _GROUND[it.kind])
    out += group(small(_emblem(it.kind), 1.05), at=(w / 2, h - 27))
    if it.kind in ("item", "artifact"):
        coin = small(good("coin" if it.kind == "item" else "compass"), 1.2)
        out += group(coin, at=(15, 14)) + text(26, 18.5, str(it.cost), 13, bold=True)
        out += text(38, 18, it.name, 11.5, bold=True, width=w - 44, least=0.78)
    else:
        out += text(10, 18, it.name, 11.5, bold=True, width=w - 20)
    out += gain(8, 32, it.effect, 10.5, w - 16, 64)
    return out + group(icons(it.travel, 0.9), at=(7, h - 14)) + _points(it.points, w - 17, h - 15)


def _points(points: int, x: float, y: float) -> str:
    if not points:
        return ""
    fill = "accent" if points < 0 else "gold"
    shape = polygon([(x - 11, y), (x, y - 11), (x + 11, y), (x, y + 11)], "card", fill, pen=2)
    return shape + text(x, y + 4, str(points), 11, anchor="middle", bold=True)


def mini_height(it: Card) -> float:
    """Return the height of a card in a hand."""
    return 24 + gain_height(it.effect, 9.5, MINI - 12)


def mini_card(it: Card, height: float) -> str:
    """Return a card in a hand."""
    out = rect(1.5, 2, MINI, height, "shade", r=5) + rect(0, 0, MINI, height, "card", "line", r=5)
    out += path(f"M0.5 18V5Q0.5 0.5 5 0.5H{MINI - 5}Q{MINI - 0.5} 0.5 {MINI - 0.5} 5V18Z", _GROUND[it.kind])
    x = MINI - 3 - 15 * len(it.travel)
    room = x - 6 - (12 if it.points else 0)
    out += text(6, 13.5, it.name, 10.5, bold=True, width=room, least=0.86) + group(icons(it.travel, 0.74), at=(x, 9.5))
    if it.points:
        out += text(
            x - 3, 13.5, str(it.points), 10.5, fill="ink" if it.points > 0 else "accent", anchor="end", bold=True
        )
    return out + gain(6, 20, it.effect, 9.5, MINI - 12)


def card_back(count: int) -> str:
    """Return a stack of face-down cards with its size, or an empty place."""
    if count == 0:
        return rect(0, 0, 32, 42, None, "line", r=4, dash="4 3") + text(16, 27, "0", 14, fill="soft", anchor="middle")
    out = "".join(rect(3 * i, -2 * i, 32, 42, "back", "card", r=4) for i in range(min(3, count)))
    at = 3 * (min(3, count) - 1)
    return out + text(16 + at, 27 - at * 2 / 3, str(count), 16, fill="white", anchor="middle", bold=True)


# ---------------------------------------------------------------- sites


def _landscape(w: float, h: float, level: int) -> str:
    """Return the hills and trees of a discovered site."""
    hill = path(
        f"M1 {h - 3}V{h - 14}Q{w * 0.25:.0f} {h - 26} {w * 0.5:.0f} {h - 12}T{w - 1} {h - 16}V{h - 3}Z", "jungle"
    )
    if level == 0:
        tent = path(f"M{w - 34} {h - 5}L{w - 22} {h - 24}L{w - 10} {h - 5}Z", "sand", "brown")
        return hill + tent + path(f"M{w - 25} {h - 5}L{w - 22} {h - 15}L{w - 19} {h - 5}Z", "brown")
    arch = (
        rect(w - 34, h - 22, 5, 18, "rock")
        + rect(w - 17, h - 22, 5, 18, "rock")
        + rect(w - 37, h - 27, 28, 6, "rock", r=1)
    )
    trees = tree(14, h - 5, 6) + tree(26, h - 5, 5)
    return (
        hill
        + trees
        + (arch if level == 1 else arch + polygon([(w - 39, h - 27), (w - 23, h - 37), (w - 7, h - 27)], "rock"))
    )


def site(
    label: str, level: int, effect: str, idol_words: str, discover: str,
    spaces: tuple[tuple[tuple[str, ...], int | None], ...], guardian: tuple[str, str, str] | None,
    size: tuple[float, float],
) -> str:  # fmt: skip
    """Return a site: spaces with figures, effect, idol, guardian. A site without an effect is undiscovered."""
    w, h = size
    out = rect(0, 0, w, h, "leaf" if effect else "inset", "line", r=7, dash="" if effect else "4 3")
    out += _landscape(w, h, level) if effect and not guardian else ""
    out += text(8, 15, label, 10.5, bold=True, width=w - 14, least=0.88)
    x = 7.0
    for needed, who in spaces:
        wide = 16.4 * len(needed)
        out += group(icons(needed, 0.8), at=(x, 33))
        if who is not None:
            # Beside the signs, so that the cost of the space stays visible.
            out += group(figure(who), at=(x + wide + 12, 37))
            wide += 20
        x += wide + 9
    if effect:
        out += gain(8, 50, effect, 10, w - 16, h - 52 - (guard_height(guardian[2], w - 6) if guardian else 0))
    else:
        signs, wide = priced(discover, 0.85, 14)
        out += group(signs, at=(w - wide - 8, 33))
    if idol_words:
        out += group(small(idol(), 1.5), at=(18, 66)) + gain(34, 53, idol_words, 9.5, w - 42, h - 54, "soft")
    if guardian:
        out += group(_guard(*guardian, w - 6), at=(3, h - 3 - guard_height(guardian[2], w - 6)))
    return out


def guard_height(boon: str, w: float) -> float:
    """Return the height of a guardian on a site."""
    return 38 + gain_height(boon, 9.5, w - 14)


def _guard(name: str, cost: str, boon: str, w: float) -> str:
    signs, _ = priced(cost, 0.72, 12)
    out = rect(0, 0, w, guard_height(boon, w), "rose", "accent", r=5, pen=1.5) + group(guardian_sign(), at=(14, 14))
    out += text(27, 14, name, 9.5, bold=True, width=w - 32, least=0.92)
    out += group(signs, at=(27, 25)) if cost else ""
    return out + gain(7, 34, boon, 9.5, w - 14)


# ---------------------------------------------------------------- research


def token(seat: int, kind: str) -> str:
    """Return a research token of a seat around the origin."""
    ink = f"on{seat % 6}"
    label = "R" if seat == RIVAL else "BOGP"[seat]
    letter = text(0 if kind == "magnifying glass" else 1, 3.2, label, 9, fill=ink, anchor="middle", bold=True)
    if kind == "magnifying glass":
        return line(4, 4, 9, 9, "ink", pen=3) + circle(0, 0, 7, seat_colour(seat), "ink", pen=1.5) + letter
    return rect(-6, -7, 12, 14, seat_colour(seat), "ink", r=1.5) + line(-3.4, -7, -3.4, 7, "ink") + letter


def token_shape(kind: str) -> str:
    """Return a research token without an owner."""
    if kind == "magnifying glass":
        return line(3, 3, 7, 7, "ink", pen=2) + circle(0, 0, 5, "card", "ink")
    return rect(-4.5, -5.5, 9, 11, "card", "ink", r=1) + line(-2.5, -5.5, -2.5, 5.5, "ink")


def bonus_sign(words: str) -> str:
    """Return a research bonus tile around the origin, by its effect."""
    out = rect(-9, -9, 18, 18, "sun", "ink", r=4)
    names = [_PLURALS.get(word, word) for word in words.split()]
    if "gain" in names:
        return out + small(good(next((name for name in names if name in GOODS), "coin")), 0.84)
    up = path("M0 6V-5M-4 -1L0 -6L4 -1", None, "green", pen=2.2)
    if "upgrade" in names and "tablet" in names:
        return (
            out
            + group(small(good("tablet"), 0.5), at=(-4.5, 3))
            + group(small(good("arrowhead"), 0.5), at=(4.5, 3))
            + group(small(up, 0.6), at=(0, -4))
        )
    if "draw" in names:
        return (
            out
            + group(small(good("card"), 0.7), at=(-2, 1))
            + line(4, 1, 4, 7, "green", pen=2)
            + line(1, 4, 7, 4, "green", pen=2)
        )
    if "exile" in names:
        return (
            out
            + small(good("card"), 0.8)
            + line(-6, -6, 6, 6, "accent", pen=2.2)
            + line(-6, 6, 6, -6, "accent", pen=2.2)
        )
    return out + small(up, 0.9)


def research_space(
    cost: str, tiles: tuple[str, ...], tokens: tuple[tuple[int, str], ...], size: tuple[float, float]
) -> str:
    """Return a space of the research track."""
    w, h = size
    signs, wide = priced(cost, 0.76, 12.5)
    out = rect(0, 0, w, h, "card", "line", r=6) + group(signs, at=((w - wide + 2) / 2, 11))
    for i, kind in enumerate(tiles):
        out += group(bonus_sign(kind), at=(12 + i * 19, h - 13))
    start = 12 + 19 * len(tiles)
    gap = min(17.0, (w - start - 10) / max(1, len(tokens) - 1)) if len(tokens) > 1 else 17.0
    return out + "".join(
        group(token(seat, kind), at=(start + i * gap, h - 13)) for i, (seat, kind) in enumerate(tokens)
    )


# ---------------------------------------------------------------- assistants


def person(ground: str) -> str:
    """Return the portrait of an assistant in a circle of 24."""
    body = path("M-7 9C-7 1 7 1 7 9A11.5 11.5 0 0 1 -7 9Z", "brown") + circle(0, -2, 4.4, "sand", "ink", pen=0.8)
    return circle(0, 0, 11.5, ground, "ink") + body + path("M-5 -4C-5 -9 5 -9 5 -4Z", "brown")


def _bare(name: str) -> str:
    return name.removeprefix("the ")


def supply_title(name: str, below: int, wide: float) -> tuple[str, ...]:
    """Return the title of an assistant in the supply: the number below it stands beside its name, or under it."""
    name = _bare(name)
    if not below:
        return (name,)
    beside = f"{name} · {below} below"
    return (beside,) if measure(beside, 9, bold=True) <= wide - 14 else (name, f"{below} below")


def assistant(
    title: tuple[str, ...], silver: str, gold: str, side: str, size: tuple[float, float], used: bool = False
) -> str:
    """Return an assistant: in the supply with both sides, a player's with the side that is up."""
    w, h = size
    ground = "inset" if used else {"gold": "sun", "silver": "sky"}.get(side, "card")
    out = rect(0, 0, w, h, ground, "line", r=6, dash="4 3" if used else "")
    if side:
        out += group(small(person("yellow" if side == "gold" else "silver"), 0.72), at=(13, 13))
        out += text(25, 16, _bare(title[0]) + (" · used" if used else ""), 9.5, bold=True, width=w - 29, least=0.92)
        return out + gain(6, 24, gold if side == "gold" else silver, 9.5, w - 12, h - 26)
    head = 9.0 + 11 * len(title)
    out += text(8, 15, _bare(title[0]), 10, bold=True, width=w - 14, least=0.9)
    out += "".join(text(8, 27, more, 9, fill="soft") for more in title[1:])
    half = (h - head - 2) / 2
    for top, medal, words in ((head, "silver", silver), (head + half, "yellow", gold)):
        out += circle(12, top + 7, 4.5, medal, "ink") + gain(21, top + 1, words, 9.5, w - 27, half)
    return out


def overcome(name: str, boon: str, used: bool, size: tuple[float, float]) -> str:
    """Return a guardian that a player has overcome."""
    out = rect(0, 0, *size, "inset" if used else "rose", "line", r=6, dash="4 3" if used else "")
    out += group(guardian_sign(), at=(13, 14))
    out += text(26, 16, name + (" · used" if used else ""), 9.5, bold=True, width=size[0] - 30, least=0.92)
    return out + gain(6, 24, boon, 9.5, size[0] - 12, size[1] - 26)
