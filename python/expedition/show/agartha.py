"""Agartha: the expedition tiles with their tokens, and the player boards."""

from __future__ import annotations

from typing import Any

from .._engine import Game
from .svg import (
    Scene,
    banner,
    circle,
    group,
    heading,
    line,
    panel,
    paragraph,
    path,
    polygon,
    rect,
    seat_chip,
    seat_colour,
    stack,
    text,
    wrap,
)
from .view import View, points

_GROUND = {
    "character": "rose", "forest": "leaf", "mountain": "rock", "village": "sand", "compass": "sun", "amulet": "mint",
    "knife": "sky", "axe": "sky", "torch": "sky", "vial": "sky",
}  # fmt: skip
_TILE = (306.6, 178.0)
_BOARD = (465.0, 250.0)
_SMALL = (33.0, 42.0)


def icon(card: str) -> str:
    """Return the sign of a card type, in a square of 24 around the origin."""
    match card:
        case "character":
            return circle(0, -5, 4.5, "ink") + path("M-8 10C-8 1 8 1 8 10Z", "ink")
        case "forest":
            return polygon([(0, -11), (8, 4), (-8, 4)], "green", "ink") + rect(-1.5, 4, 3, 6, "brown")
        case "mountain":
            return polygon([(-11, 9), (-3, -9), (2, 1), (5, -4), (11, 9)], "silver", "ink")
        case "village":
            return (
                polygon([(-10, 0), (0, -10), (10, 0)], "red", "ink")
                + rect(-7, 0, 14, 9, "card", "ink")
                + rect(-2, 3, 4, 6, "ink")
            )
        case "compass":
            rays = "".join(
                line(0, -7, 0, -11, "ink", pen=1.5).replace("/>", f' transform="rotate({a})"/>')
                for a in range(0, 360, 45)
            )
            return circle(0, 0, 6.5, "yellow", "ink") + line(0, 0, 3.5, -3.5, "ink", pen=1.5) + rays
        case "amulet":
            return path("M-7 -10C-7 0 7 0 7 -10", None, "ink", pen=1.5) + polygon(
                [(0, -4), (6, 3), (0, 10), (-6, 3)], "purple", "ink"
            )
        case "knife":
            return path("M-9 9L-2 2L8 -10C10 -4 6 1 1 5Z", "silver", "ink") + line(-9, 9, -4, 4, "brown", pen=3.5)
        case "axe":
            return line(-7, 10, 4, -8, "brown", pen=3) + path("M0 -10C6 -12 11 -6 10 2L2 -4Z", "silver", "ink")
        case "torch":
            return line(-4, 10, 1, -1, "brown", pen=3.5) + path("M-2 -2C-4 -8 3 -7 3 -12C9 -6 8 -1 3 1Z", "fire", "ink")
        case "vial":
            return path("M-3 -10H3V-4L8 7C8 11 -8 11 -8 7L-3 -4Z", "sky", "ink") + path(
                "M-6 4H6L7.5 7C7.5 10 -7.5 10 -7.5 7Z", "blue"
            )
        case _:
            return text(0, 4, card[:3], 10, anchor="middle")


def _scaled(body: str, factor: float) -> str:
    return f'<g transform="scale({factor:g})">{body}</g>'


def _card(card: str) -> str:
    """Return a card of 62 x 76 with its corner at the origin."""
    face = rect(1.5, 2.5, 62, 76, "shade", r=6) + rect(0, 0, 62, 76, _GROUND.get(card, "card"), "line", r=6)
    face += rect(4, 4, 54, 50, "card", r=4)
    return face + group(_scaled(icon(card), 1.45), at=(31, 31)) + text(31, 68, card, 11, anchor="middle", width=56)


def _empty_place() -> str:
    return rect(0, 0, 62, 76, None, "line", r=5, dash="4 4")


def _token(seat: int, value: int | None) -> str:
    """Return a bid token of 26 x 26 around the origin: face up with its value, or its back in its owner's colour."""
    if value is None:
        ink = f"on{seat}"
        back = rect(-13, -13, 26, 26, seat_colour(seat), "ink", r=6) + rect(-10, -10, 20, 20, None, ink, r=4, pen=1.2)
        eye = path("M-7.5 0C-4 -5 4 -5 7.5 0C4 5 -4 5 -7.5 0Z", None, ink, pen=1.5) + circle(0, 0, 2.2, ink)
        return back + eye + line(-7, 7, 7, -7, ink, pen=1.8)
    face = rect(-13, -13, 26, 26, "card", seat_colour(seat), r=6, pen=3)
    return face + text(0, 6, str(value), 16, anchor="middle", bold=True)


def _zone(label: str, width: float) -> str:
    return rect(0, 0, width, 52, "inset", "line", r=5) + text(7, 13, label, 10.5, fill="soft", width=width - 10)


def _counted(cards: tuple[tuple[str, int], ...], width: float, height: float = 46) -> str:
    """Return small cards with their counts, scaled down to fit if there are many kinds."""
    wide, high = _SMALL
    shown = "".join(
        group(_small_card(card, count), at=(i * (wide + 5), 0), title=f"{count} {card}")
        for i, (card, count) in enumerate(cards)
    )
    # A badge reaches beyond its card.
    room = width / max(1, len(cards) * (wide + 5) + 1)
    return _scaled(shown, min(1.0, height / high, room))


def _small_card(card: str, count: int) -> str:
    """Return a card on a board, with a badge for the number of its kind."""
    wide, high = _SMALL
    out = rect(1, 1.5, wide, high, "shade", r=4) + rect(0, 0, wide, high, _GROUND.get(card, "card"), "line", r=4)
    out += rect(3, 3, wide - 6, high - 6, "card", r=3) + group(icon(card), at=(wide / 2, high / 2))
    if count > 1:
        out += circle(wide - 2, high - 5, 8, "sun", "gold") + text(
            wide - 2, high - 1.3, str(count), 10.5, anchor="middle", bold=True
        )
    return out


def _slot(label: str, width: float, cards: tuple[tuple[str, int], ...], is_open: bool) -> str:
    frame = rect(0, 0, width, 66, "card", "accent" if is_open else "line", r=5, pen=2 if is_open else 1)
    name = label.replace("_", " ") + (" (open)" if is_open else "")
    return (
        frame
        + text(7, 13, name, 10.5, fill="accent" if is_open else "soft", width=width - 12)
        + group(_counted(cards, width - 14), at=(7, 18))
    )


def _levels(covered: tuple[int, ...], table: tuple[tuple[int, int, int], ...]) -> str:
    out = ""
    for i, (places, characters, worth) in enumerate(table):
        done = i + 1 in covered
        x = i * 70
        out += rect(x, 0, 64, 34, "inset" if done else "card", "line", r=4, dash="" if done else "3 3")
        out += text(x + 32, 14, f"{places}+{characters}: {worth} pt", 10.5, anchor="middle", width=60)
        out += text(
            x + 32,
            28,
            "explored" if done else "open",
            10.5,
            fill="good" if done else "soft",
            anchor="middle",
            bold=done,
        )
    return out


def _title(seat: int, note: str, score: str, acts: bool) -> str:
    out = panel(*_BOARD, "", "", seat if acts else None) + group(seat_chip(seat, 11), at=(21, 20))
    out += rect(40, 7, 38, 25, "sun", "gold", r=6, pen=1.5) + text(59, 25, score, 15, anchor="middle", bold=True)
    return out + text(86, 25, note, 12.5, bold=acts, width=270, least=0.8)


def _cards(counts: dict[str, int]) -> tuple[tuple[str, int], ...]:
    return tuple(counts.items())


def _ground(title: str, note: str) -> str:
    """Return the panel of a tile, with the mountain range that the expedition crosses."""
    peaks = path("M220 104L244 68L254 82L272 52L300 104Z", "inset") + path("M265 64L272 52L280 67L273 63Z", "card")
    return panel(*_TILE, title, note) + peaks


def _tile(scene: Scene, view: View, tile: dict[str, Any], at: tuple[float, float]) -> None:
    (x, y), number, resolving = at, tile["number"], view.state["resolving"]
    here = resolving is not None and resolving["tile"] == number
    scene.add(_ground, f"Tile {number}", f"resolving the {resolving['zone']}" if here else "", at=at)
    for i, card in enumerate(tile["cards"]):
        where = (x + 14 + i * 70, y + 28)
        if card is None:
            scene.add(_empty_place, at=where)
        else:
            scene.add(_card, card, at=where, target=f"tile {number} card {i + 1}")
    action = [tile["action"]] if tile["action"] else []
    for tokens, label, left, width in ((action, "action", 14, 74), (tile["auction"], "auction", 96, 196)):
        scene.add(_zone, label, width, at=(x + left, y + 114), target=f"tile {number} {label}")
        gap = min(32.0, (width - 34) / max(1, len(tokens) - 1))
        for i, token in enumerate(tokens):
            owner = view.state["boards"][token["seat"]]["name"]
            what = "face down" if token["value"] is None else f"{token['value']} ({token['action']})"
            place = (x + left + 19 + i * gap, y + 147)
            scene.add(_token, token["seat"], token["value"], at=place, title=f"{owner}: {what}")


def _board(scene: Scene, view: View, board: dict[str, Any], at: tuple[float, float]) -> None:
    state, (x, y), seat = view.state, at, board["seat"]
    acts = seat == state["to_act"]
    notes = [board["name"]]
    if not view.is_over and board["at_end"] != board["points"]:
        notes.append(f"{points(board['at_end'])} if it ended now")
    if state["holder"] == seat:
        notes.append("testament")
    if seat in view.winners:
        notes.append("won")
    scene.add(
        _title, seat, " · ".join(notes), str(board["points"]), view.framed(seat), at=at, title=points(board["points"])
    )
    scene.area(f"seat {seat}", *at, *_BOARD)
    taken_up = state["taken_up"]
    for i, token in enumerate(board["tokens"]):
        value = token["value"]
        up = acts and taken_up is not None and value is not None and taken_up["value"] == value
        where = (x + 445 - 30 * i, y + (15 if up else 19))
        title = "taken up" if up else None
        scene.add(_token, seat, value, at=where, target=f"seat {seat} token {value}", title=title)
    for i, (slot, cards) in enumerate(board["slots"].items()):
        column, row = i % 3, i // 3
        width = 144.0 if slot != "exploration" else 220.0
        where = (x + 10 + column * 150, y + 38 + row * 71)
        is_open = acts and slot in state["open"]
        scene.add(_slot, slot, width, _cards(cards), is_open, at=where, target=f"seat {seat} {slot}")
    levels = tuple(
        (row["min_places"], row["min_characters"], row["points"]) for row in view.content["exploration_activations"]
    )
    scene.add(_levels, tuple(board["explored"]), levels, at=(x + 245, y + 180))
    scene.add(_sector, board["encounter"], board["amulets"], at=(x + 245, y + 218), target=f"seat {seat} amulets")


def _sector(encounter: int, amulets: int) -> str:
    left = group(_scaled(icon("character"), 0.8), at=(10, 12)) + text(22, 16, f"encounter {encounter}", 11, width=80)
    return left + group(_scaled(icon("amulet"), 0.8), at=(120, 12)) + text(132, 16, f"amulets {amulets}", 11, width=75)


def _transit(label: str, cards: tuple[str, ...]) -> str:
    out = rect(0, 0, 306, 84, "panel", "accent", r=6, pen=2) + text(10, 17, label, 12, bold=True, width=70)
    if len(cards) > 1:
        out += paragraph(10, 24, "the left one is placed first", 10.5, 66, 50, fill="soft")
    return out + "".join(group(_card(card), at=(84 + i * 70, 4)) for i, card in enumerate(cards))


def _pile(pile: int, under: tuple[str, ...], discards: tuple[tuple[str, int], ...], width: float) -> str:
    out = rect(0, 0, width, 84, "panel", "line", r=6) + rect(12, 10, 42, 56, "back", "ink", r=4)
    out += text(33, 44, str(pile), 16, fill="white", anchor="middle", bold=True) + text(
        33, 79, "pile", 10.5, anchor="middle"
    )
    out += text(66, 18, "discards" if discards else "no discards", 10.5, fill="soft")
    below = f"at the bottom: {', '.join(under)}" if under else ""
    rows = min(2, len(wrap(below, 10, width - 78)))
    out += paragraph(66, 84 - 13 * rows - 3, below, 10, width - 78, 13.0 * rows, fill="soft", least=9) if rows else ""
    return out + group(_counted(discards, width - 78, 30 if rows == 2 else 40), at=(66, 23))


def _emblem() -> str:
    return rect(-15, -13, 30, 26, "mint", "ink", r=6) + icon("mountain")


def draw(view: View, scene: Scene) -> None:
    """Draw a position."""
    state = view.state
    note = f"round {state['round']} of {state['rounds']}"
    scene.add(banner, 940, _emblem(), "Agartha", note, view.turn, view.seat, at=(10, 8))
    tiles = state["tiles"]
    for tile, (x, y) in zip(tiles, stack([_TILE] * len(tiles), 940, 10), strict=True):
        _tile(scene, view, tile, (10 + x, 50 + y))
    y = 50 + -(-len(tiles) // 3) * (_TILE[1] + 10)
    pile = state["pile"]
    # Five tiles leave room for the pile beside them.
    beside = len(tiles) % 3 == 2
    moving = _moving(state)
    left, top, width = (643.2, y - _TILE[1] - 10, _TILE[0]) if beside else (10.0, y, 623.0 if moving else 940.0)
    scene.add(_pile, pile["cards"], tuple(pile["bottom"]), _cards(state["discards"]), width, at=(left, top))
    if moving:
        scene.add(_transit, "In hand", tuple(moving), at=(643.2, top + 94 if beside else y))
    y += 0 if beside else 94
    for seat, (dx, dy) in zip(view.own_first(), stack([_BOARD] * view.players, 940, 10), strict=True):
        _board(scene, view, state["boards"][seat], (10 + dx, y + dy))
    scene.grow(y + -(-view.players // 2) * (_BOARD[1] + 10))


def _moving(state: dict[str, Any]) -> list[str]:
    """Return the cards in transit, the next one to be placed first."""
    if state["named"]:
        return [state["named"]["card"]]
    if state["drawn"]:
        return [state["drawn"]]
    acts = state["to_act"]
    if acts is None:
        return []
    others = [card for board in state["boards"] if board["seat"] != acts for card in board["transit"]]
    return [*state["boards"][acts]["transit"], *others]


def _component(card: str, name: str, counts: tuple[int, int, int]) -> str:
    out = _card(card) + text(72, 16, name, 12, bold=True, width=105)
    for i, (players, count) in enumerate(zip((2, 3, 4), counts, strict=True)):
        out += text(72, 34 + 15 * i, f"{count} with {players} players", 11, fill="soft", width=105)
    return out


def components(game: Game, scene: Scene) -> None:
    """Draw the cards and the tokens."""
    scene.add(heading, 940, "Agartha", "components", at=(10, 10))
    rows = game.content["cards"]
    for row, (x, y) in zip(rows, stack([(178, 86)] * len(rows), 940, 10), strict=True):
        first = row["no_dot"]
        counts = (first, first + row["dots_3"], first + row["dots_3"] + row["dots_4"])
        scene.add(_component, row["id"], row.get("name") or row["id"], counts, at=(10 + x, 50 + y))
    y = 40 + -(-len(rows) // 5) * 96 + 20
    for i, token in enumerate(game.content["bid_tokens"]):
        scene.add(_token, 0, token["value"], at=(24 + i * 150, y))
        scene.add(text, 0, 0, f"bid {token['value']}, action {token['action']}", 11.5, at=(44 + i * 150, y + 4))
    scene.grow(y + 28)


def targets(view: View, name: str) -> list[str]:
    """Return the parts of the picture that an action refers to."""
    words = name.split()
    match words:
        case ["token", value]:
            return [f"seat {view.seat} token {value}"]
        case ["place", "tile", tile, zone]:
            return [f"tile {tile} {zone}"]
        case ["put", slot]:
            return [f"seat {view.seat} {slot}"]
        case ["take", _, "from", slot] | ["activate", slot, *_]:
            return [f"seat {view.seat} {slot}"]
        case ["choose", "tile", tile, "card", card]:
            return [f"tile {tile} card {card}"]
        case _:
            return []
