"""Kathmandu: the valley with its digs and tokens, both lists, the players."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

from .._engine import Game
from . import kathmandu_pieces as pieces
from .kathmandu_pieces import CARD, COLOURS
from .svg import (
    Scene,
    banner,
    circle,
    group,
    heading,
    line,
    panel,
    paragraph,
    polygon,
    rect,
    seat_chip,
    seat_colour,
    seat_panel,
    stack,
    text,
    wrap,
)  # fmt: skip
from .view import View, points

# The cards' functions in brief; the gallery has them in full.
_SHORT = {
    "archaeologist": "places a token",
    "eminence": "joker for an archaeologist or a colour",
    "curator": "removes a dig that has no coloured tokens",
    "rogue": "steals a random card from a hand",
    "controller": "renews two tokens of one dig",
    "bounty_hunter": "replaces two archaeologist tokens of one player",
}
_MAP = (10.0, 52.0, 604.0)
_LIST = (624.0, 326.0)
_PLAYER = (465.0, 190.0)


# ---------------------------------------------------------------- the valley


def _holes(valley: _Valley) -> str:
    mountain, lake = pieces.mountain(valley.s), pieces.lake(valley.s)
    return "".join(
        [group(mountain, at=valley.at(cell)) for cell in valley.mountains]
        + [group(lake, at=valley.at(cell)) for cell in valley.lake]
    )


def _outline(valley: _Valley, cells: tuple[tuple[int, int], ...]) -> str:
    return "".join(line(*edge, "accent", pen=2.5) for edge in valley.edges(cells))


class _Valley:
    """The layout of a board's cells."""

    def __init__(self, board: dict[str, Any]) -> None:
        self.land: list[tuple[int, int]] = [
            (q, row["r"]) for row in sorted(board["row"], key=lambda r: r["r"]) for q in sorted(row["q"])
        ]
        self.rows: list[dict[str, Any]] = board["site"]
        self.mountains = [tuple(c) for c in board["mountains"]["cells"]]
        self.lake = [tuple(c) for c in board["lake"]["cells"]]
        self.sites = [((site["q"], site["r"]), site["letter"], site["name"]) for site in board["site"]]
        everything = [*self.land, *self.mountains, *self.lake]
        xs, ys = [q + r / 2 for q, r in everything], [r for _, r in everything]
        self._left, self._top = min(xs), min(ys)
        wide = max(xs) - self._left + 1
        self.s = min(_MAP[2] / wide / math.sqrt(3), 30.0)
        self.height = self.s * (1.5 * (max(ys) - self._top) + 2)
        self._indent = (_MAP[2] - wide * self.s * math.sqrt(3)) / 2
        self.places = [(cell, self.at(cell), f"cell {cell[0]},{cell[1]}") for cell in self.land]

    def at(self, cell: tuple[int, int]) -> tuple[float, float]:
        """Return the centre of a cell."""
        q, r = cell
        x = _MAP[0] + self._indent + (q + r / 2 - self._left + 0.5) * self.s * math.sqrt(3)
        return round(x, 1), round(_MAP[1] + (1.5 * (r - self._top) + 1) * self.s, 1)

    def edges(self, cells: tuple[tuple[int, int], ...]) -> tuple[tuple[float, float, float, float], ...]:
        """Return the rim of a dig."""
        inside = set(cells)
        corners = pieces.hexagon(self.s * 0.97)
        # The neighbour beyond the edge between corner i and i + 1.
        beyond = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
        out = []
        for q, r in sorted(inside):
            x, y = self.at((q, r))
            for i, (dq, dr) in enumerate(beyond):
                if (q + dq, r + dr) not in inside:
                    (ax, ay), (bx, by) = corners[i], corners[(i + 1) % 6]
                    out.append((round(x + ax, 1), round(y + ay, 1), round(x + bx, 1), round(y + by, 1)))
        return tuple(out)


def _valley(view: View) -> _Valley:
    if "valley" not in view.memo:
        view.memo["valley"] = _Valley(next(b for b in view.content["boards"] if b["id"] == view.options["board"]))
    found: _Valley = view.memo["valley"]
    return found


def _pairs(cells: list[list[int]]) -> list[tuple[int, int]]:
    return [(q, r) for q, r in cells]


def _map(scene: Scene, view: View, valley: _Valley) -> None:
    state = view.state
    scene.add(_holes, valley)
    owners = {cell: player["seat"] for player in state["players"] for cell in _pairs(player["tokens"])}
    dug = {(c["at"][0], c["at"][1]): c["colour"] for dig in state["sites"] for c in dig["cells"]}
    letters = {at: letter for at, letter, _ in valley.sites}
    active = set(_pairs([dig["at"] for dig in state["sites"]]))
    lit = set(_pairs(state["question"].get("cells", [])))
    for cell, where, name in valley.places:
        colour = dug.get(cell)
        scene.add(
            pieces.land, valley.s, letters.get(cell, ""), cell in active, owners.get(cell),
            None if colour is None else COLOURS.index(colour), cell in dug, cell in lit,
            at=where, target=name,
        )  # fmt: skip
    for dig in state["sites"]:
        if len(dig["cells"]) > 1:
            scene.add(_outline, valley, tuple(_pairs([c["at"] for c in dig["cells"]])))
    lost = {player["seat"]: player["lost"] for player in state["players"] if player["lost"]}
    if lost and valley.lake:
        x, y = valley.at(valley.lake[len(valley.lake) // 2])
        scene.add(_grave, tuple(lost.items()), at=(x, y))


def _grave(lost: tuple[tuple[int, int], ...]) -> str:
    across, down = min(len(lost), 2), -(-len(lost) // 2)
    wide, high = across * 46 + 10, down * 24 + 20
    out = rect(-wide / 2, -high / 2, wide, high, "card", "line", r=8)
    out += text(0, 13 - high / 2, "lost", 9.5, fill="soft", anchor="middle")
    for i, (seat, count) in enumerate(lost):
        x, y = i % 2 * 46 - across * 23 + 13, i // 2 * 24 - high / 2 + 28
        out += group(seat_chip(seat, 7), at=(x, y)) + text(x + 11, y + 4, f"×{count}", 11, bold=True)
    return group(out, title="lost tokens")


# ---------------------------------------------------------------- the lists


def _chips(tokens: tuple[int, ...], gap: float) -> str:
    return "".join(group(seat_chip(seat, 7), at=(8 + i * gap, 0)) for i, seat in enumerate(tokens))


def _dots(counts: tuple[int, ...], r: float = 6.5) -> str:
    """Return excavation tokens by colour, with their counts."""
    out, x = "", r + 1
    for colour, count in enumerate(counts):
        if count:
            label = str(count)
            out += group(pieces.dig_token(colour, r), at=(x, 0)) + text(x + r + 3, 4, label, 11)
            x += 2 * r + 8 + 7.5 * len(label)
    return out


def _dots_width(counts: tuple[int, ...], r: float) -> float:
    return sum(2 * r + 8 + 7.5 * len(str(count)) for count in counts if count)


def _rank(rank: int) -> str:
    return circle(18, 18, 9, "inset") + text(18, 22, str(rank), 11, anchor="middle", bold=True)


def _site_row(
    rank: int, letter: str, name: str, counts: tuple[int, ...], more: int, tokens: tuple[int, ...], worth: int,
    extends: bool, holder: int | None,
) -> str:  # fmt: skip
    wide = _LIST[1] - 16
    out = rect(
        0,
        0,
        wide,
        36,
        "card",
        seat_colour(holder) if holder is not None else "line",
        r=6,
        pen=2 if holder is not None else 1,
    )
    out += _rank(rank) + group(pieces.stupa(13, letter), at=(40, 19))
    # On the frame, because not everyone can tell its owner by the colour alone.
    out += group(seat_chip(holder, 8), at=(0, 18)) if holder is not None else ""
    name += f" +{more}" if more else ""
    out += text(58, 15, name, 11.5, bold=True, width=120)
    out += text(
        wide - 8,
        15,
        f"{'grows next · ' if extends else ''}{worth} points",
        9.5,
        fill="accent" if extends else "soft",
        anchor="end",
    )
    out += group(_dots(counts, 5.5), at=(58, 26)) if any(counts) else text(58, 30, "bare", 10.5, fill="soft")
    room = wide - 66 - _dots_width(counts, 5.5)
    gap = min(17.0, room / max(1, len(tokens)))
    return out + group(_chips(tokens, gap), at=(wide - 8 - gap * len(tokens), 26))


def _personality_row(rank: int, name: str, colour: str, note: str, tokens: tuple[int, ...]) -> str:
    out = rect(0, 0, _LIST[1] - 16, 36, "card", "line", r=6) + _rank(rank)
    out += group(pieces.person(name, colour, 12), at=(40, 18)) + text(
        58, 15, pieces.called(name), 11.5, bold=True, width=112
    )
    if tokens:
        out += group(_chips(tokens, min(17.0, 128 / len(tokens))), at=(174, 11))
    return out + text(58, 29, note, 10, fill="soft", width=246, least=0.9)


def _note(row: dict[str, Any] | None, name: str) -> str:
    """Return the effect of a card, in brief."""
    if row is not None and row["kind"] == "base":
        return f"pays for the {row['colour']} tokens of a dig"
    return _SHORT.get(name, "")


def _in_deck(cards: int) -> str:
    return f"{cards} {'card' if cards == 1 else 'cards'} in the deck"


def _lists(scene: Scene, view: View, valley: _Valley) -> float:
    state, (x, width) = view.state, _LIST
    y = _MAP[1]
    rows = state["sites"]
    letters = {name: letter for _, letter, name in valley.sites}
    ids = {row["id"]: (row["letter"], row["name"]) for row in valley.rows}
    scene.add(panel, width, 30 + 40 * len(rows), "Sites", _in_deck(state["site_deck"]), at=(x, y))
    for i, dig in enumerate(rows):
        letter, name = ids.get(dig["site"], (letters.get(dig["name"], ""), dig["name"]))
        counts = Counter(c["colour"] for c in dig["cells"] if c["colour"])
        holder = dig["controlled_by"][0] if len(dig["controlled_by"]) == 1 else None
        facts = [] if holder is None else [f"controlled by {view.name(holder)}"]
        facts += (
            [f"with {len(dig['under'])} more site {'card' if len(dig['under']) == 1 else 'cards'} under it"]
            if dig["under"]
            else []
        )
        scene.add(
            _site_row, i + 1, letter, name, tuple(counts[c] for c in COLOURS), len(dig["under"]), tuple(dig["tokens"]),
            dig["points"], dig["extends"] and not view.is_over, holder,
            at=(x + 8, y + 25 + 40 * i), target=f"site {i + 1}", title=", ".join([name, *facts]),
        )  # fmt: skip
    y += 40 + 40 * len(rows)
    people = state["personalities"]
    scene.add(panel, width, 30 + 40 * len(people), "Personalities", _in_deck(state["deck"]), at=(x, y))
    table = {row["id"]: row for row in view.content["personality"]}
    for i, listed in enumerate(people):
        name = listed["card"]
        row = table.get(name, {})
        note = _note(row or None, name)
        scene.add(
            _personality_row, i + 1, name, row.get("colour", ""), note, tuple(listed["tokens"]),
            at=(x + 8, y + 25 + 40 * i), target=f"personality {i + 1}", title=row.get("effect", note),
        )  # fmt: skip
    return y + 40 + 40 * len(people)


# ---------------------------------------------------------------- the players


def _label(label: str) -> str:
    return text(0, 0, label, 10.5, fill="soft")


def _held(pile: dict[str, Any]) -> list[tuple[str | None, int]]:
    """Return the cards of a pile with their counts; None is a red back, a grey one reveals an archaeologist."""
    if pile["cards"] is not None:
        return list(pile["cards"].items())
    return [(name, n) for name, n in (("archaeologist", pile["grey"]), (None, pile["red"])) if n]


def _player(scene: Scene, view: View, seat: int, at: tuple[float, float]) -> None:
    (x, y), player = at, view.state["players"][seat]
    words = [player["name"], f"{player['supply']} tokens left", f"{player['lost']} lost"]
    if view.state["first"] == seat:
        words.append("first player")
    if seat in view.winners:
        words.append("won")
    title = (*_PLAYER, seat, " · ".join(words), str(player["points"]), view.framed(seat))
    scene.add(seat_panel, *title, at=at, title=points(player["points"]))
    scene.area(f"seat {seat}", *at, *_PLAYER)
    table = {row["id"]: row for row in view.content["personality"]}
    for row, label in enumerate(("hand", "played")):
        top = y + 38 + row * (CARD[1] + 5)
        scene.add(_label, label, at=(x + 10, top + 30))
        held = _held(player[label])
        if not held:
            scene.add(_label, "none", at=(x + 52, top + 30))
        # Many kinds of cards show their portraits alone.
        width = CARD[0] if len(held) <= 5 else 36.0
        for i, (name, n) in enumerate(held):
            where = (x + 52 + i * (width + 4), top)
            if name is None:
                scene.add(pieces.card_back, width, n, at=where, title=f"{n} face down, red backs")
                continue
            target = f"seat {seat} card {name}" if label == "hand" else None
            tip = f"{pieces.called(name)}: {_note(table.get(name), name)}"
            shown = (name, table.get(name, {}).get("colour", ""), label == "played", width, n)
            scene.add(pieces.card, *shown, at=where, target=target, title=tip)
    taken = tuple(player["taken"].get(colour, 0) for colour in COLOURS)
    scene.add(_loot, taken, len(player["sites"]), at=(x + 10, y + _PLAYER[1] - 16))


def _loot(taken: tuple[int, ...], sites: int) -> str:
    out = text(0, 4, f"site cards {sites}, tokens taken:", 11, fill="soft", width=170)
    return out + (group(_dots(taken), at=(174, 0)) if any(taken) else text(174, 4, "none", 11, fill="soft"))


def _emblem() -> str:
    return rect(-15, -13, 30, 26, "water", "ink", r=6) + group(pieces.stupa(13, ""), at=(0, 2))


def draw(view: View, scene: Scene) -> None:
    """Draw a position."""
    valley = _valley(view)
    scene.add(banner, 940, _emblem(), "Kathmandu", f"round {view.state['round']}", view.turn, view.seat, at=(10, 8))
    _map(scene, view, valley)
    below = _lists(scene, view, valley)
    top = _MAP[1] + valley.height + 12
    names = ", ".join(pieces.called(card) + (f" ×{n}" if n > 1 else "") for card, n in view.state["discards"].items())
    beside = below <= top
    width = 940.0 if beside else _MAP[2]
    rows = len(wrap(names, 10.5, width - 84))
    scene.add(_bag, tuple(view.state["bag"].get(colour, 0) for colour in COLOURS), names, width, rows, at=(10, top))
    y = max(below, top + 62 + 13 * max(0, rows - 1))
    for seat, (dx, dy) in zip(view.own_first(), stack([_PLAYER] * view.players, 940, 10), strict=True):
        _player(scene, view, seat, (10 + dx, y + dy))
    scene.grow(y + -(-view.players // 2) * (_PLAYER[1] + 10))


def _bag(bag: tuple[int, ...], discards: str, width: float, rows: int) -> str:
    out = panel(width, 52 + 13 * max(0, rows - 1)) + text(10, 20, "Bag", 11.5, bold=True)
    out += group(_dots(bag), at=(72, 16)) if any(bag) else text(74, 20, "empty", 10.5, fill="soft")
    out += text(10, 42, "Discards", 11.5, bold=True)
    return out + paragraph(74, 32, discards or "none", 10.5, width - 84, 13.0 * max(1, rows), fill="soft")


def _portrait(name: str, colour: str, copies: int, note: str) -> str:
    out = rect(0, 0, 228, 92, "card", "line", r=6) + group(pieces.person(name, colour, 13), at=(21, 20))
    out += text(42, 18, pieces.called(name), 12, bold=True, width=178) + text(
        42, 33, f"{copies} cards", 10.5, fill="soft"
    )
    return out + paragraph(10, 40, note, 10.5, 208, 48, fill="soft", least=9)


def _site(letter: str, name: str, region: str) -> str:
    out = polygon([(0, 22), (0, 8), (9, 0), (18, 8), (18, 22)], "inset", "ink") + text(
        9, 19, letter, 10.5, anchor="middle", bold=True
    )
    return out + text(26, 10, name, 11, bold=True, width=118) + text(26, 22, region, 10, fill="soft", width=118)


def components(game: Game, scene: Scene) -> None:
    """Draw the personalities, the tokens and the sites of the board."""
    content = game.content
    scene.add(heading, 940, "Kathmandu", "components", at=(10, 10))
    rows = content["personality"]
    for row, (x, y) in zip(rows, stack([(228, 92)] * len(rows), 940, 9), strict=True):
        note = f"pays for the {row['colour']} tokens of a dig" if row["kind"] == "base" else row.get("effect", "")
        scene.add(_portrait, row["id"], row.get("colour", ""), row["copies"], note, at=(10 + x, 40 + y))
    y = 40 + -(-len(rows) // 4) * 101 + 14
    for i, row in enumerate(content["excavation"]):
        scene.add(pieces.dig_token, COLOURS.index(row["id"]), 10, at=(24 + i * 155, y))
        scene.add(text, 0, 0, f"{row['count']} {row['id']}, {row['points']} points", 11, at=(40 + i * 155, y + 4))
    y += 24
    sites = next(b for b in content["boards"] if b["id"] == game.options["board"])["site"]
    for site, (dx, dy) in zip(sites, stack([(146, 26)] * len(sites), 940, 10), strict=True):
        scene.add(_site, site["letter"], site["name"], site.get("region", ""), at=(10 + dx, y + dy))
    scene.grow(y + -(-len(sites) // 6) * 36 + 6)


# ---------------------------------------------------------------- actions


def targets(view: View, name: str) -> list[str]:
    """Return the parts of the picture that an action refers to."""
    seat = view.seat
    words = name.split()
    match words:
        case ["cell", at] if not at.startswith("#"):
            return [f"cell {at}"]
        case ["put", "on", which, rank] | ["take", "back", "from", which, rank]:
            return [f"{which} {rank}"]
        case ["take", "personality", rank]:
            return [f"personality {rank}"]
        case ["remove" | "curator", *site]:
            return [f"site {dig['place']}" for dig in view.state["sites"] if [dig["site"]] == site]
        case ["place", "with", *cards]:
            # "as" is followed by what a card is played as, not by another card.
            known = {"archaeologist", *(row["id"] for row in view.content["personality"])}
            played = [card for last, card in zip(["", *cards], cards, strict=False) if card in known and last != "as"]
            return list(dict.fromkeys(f"seat {seat} card {card}" for card in played))
        case ["card", card]:
            return [f"seat {seat} card {card}"]
        case ["rogue"]:
            return [f"seat {seat} card rogue"]
        case ["controller"] | ["bounty", "hunter"]:
            return [f"seat {seat} card {'_'.join(words)}"]
        case _:
            return []
