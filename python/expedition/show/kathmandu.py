"""Kathmandu: the valley with its digs and tokens, both lists, the players."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

from .._engine import Game
from .svg import (
    Scene,
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
    stack,
    text,
    wrap,
)  # fmt: skip
from .view import View, points

COLOURS = ("black", "blue", "brown", "red", "yellow", "green")
_SIGNS = ("k", "b", "n", "r", "y", "g")
CARDS = (
    "archaeologist", "chronicler", "anthropologist", "palaeontologist", "historian", "naturalist", "eminence",
    "curator", "rogue", "controller", "bounty_hunter",
)  # fmt: skip
# The functions in a few words; the gallery has them whole.
_SHORT = {
    "eminence": "joker for an archaeologist or a colour",
    "curator": "removes alone a black dig or a bare site",
    "rogue": "steals a random card of a hand",
    "controller": "exchanges two tokens of a dig",
    "bounty_hunter": "exchanges two archaeologist tokens",
}
_MAP = (10.0, 40.0, 604.0)
_LIST = (624.0, 326.0)
_PLAYER = (465.0, 158.0)


def hide(state: dict[str, Any], viewer: int, players: int, over: bool) -> dict[str, Any]:
    """Take out the faces of the others' cards (R15.2), what is known of thefts, and the deck: its size stays."""
    cards = [
        _backs(held)
        if seat != viewer
        else sorted(({"card": h["card"], "place": h["place"]} for h in held), key=lambda h: h["card"])
        for seat, held in enumerate(state["cards"])
    ]
    decision = state["decision"]
    if isinstance(decision, dict) and "use" in decision and state["active"] != viewer:
        decision = {"use": {"left": decision["use"]["left"], "least": None}}
    shown = {**state, "cards": cards, "decision": decision, "deck": [sum(state["deck"])]}
    del shown["thefts"]
    return shown


def _backs(held: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Cards as others see them: a grey or red back, in hand or played, in an order that tells nothing."""
    backs = [{"card": 0 if h["card"] == 0 else None, "place": "hand" if h["place"] == "hand" else "used"} for h in held]
    return sorted(backs, key=lambda h: (h["place"], h["card"] is None))


# ---------------------------------------------------------------- the valley


def _hexagon(s: float) -> list[tuple[float, float]]:
    return [(s * math.sin(math.radians(60 * i)), -s * math.cos(math.radians(60 * i))) for i in range(6)]


def _mountain(s: float) -> str:
    peak = polygon(
        [(-0.55 * s, 0.4 * s), (-0.1 * s, -0.5 * s), (0.15 * s, -0.05 * s), (0.3 * s, -0.25 * s), (0.62 * s, 0.4 * s)],
        "silver",
    )
    return polygon(_hexagon(s), "rock", "paper") + peak


def _lake(s: float) -> str:
    wave = f"M{-0.5 * s:.1f} 0q{0.25 * s:.1f} {-0.3 * s:.1f} {0.5 * s:.1f} 0t{0.5 * s:.1f} 0"
    return polygon(_hexagon(s), "water", "paper") + path(wave, None, "line")


def _cell(s: float, letter: str, active: bool, owner: int | None, colour: int | None, lit: bool) -> str:
    """A land cell: a site letter, an active marker, an excavation token or an archaeologist token."""
    out = polygon(_hexagon(s), "earth", "paper")
    if letter and not active:
        out += circle(0, 0, 0.62 * s, None, "soft", dash="3 2")
        if owner is None and colour is None:
            out += text(0, 0.2 * s, letter, 0.6 * s, fill="soft", anchor="middle")
    if active:
        out += polygon(
            [(-0.6 * s, 0.5 * s), (-0.6 * s, -0.15 * s), (0, -0.7 * s), (0.6 * s, -0.15 * s), (0.6 * s, 0.5 * s)],
            "card",
            "ink",
            pen=2,
        )
        out += text(0, 0.36 * s, letter, 0.62 * s, anchor="middle", bold=True)
    if colour is not None:
        out += dig_token(colour, 0.62 * s)
    if owner is not None:
        out += seat_chip(owner, 0.55 * s)
    if lit:
        out += circle(0, 0, 0.85 * s, None, "accent", pen=2.5)
    return out


def dig_token(colour: int, r: float) -> str:
    """Return an excavation token: its colour, and its letter for those who do not see it."""
    ink = "black" if COLOURS[colour] == "yellow" else "onto"
    out = rect(-r, -r, 2 * r, 2 * r, COLOURS[colour], "ink", r=r * 0.35)
    return out + (text(0, r * 0.42, _SIGNS[colour], r * 1.25, fill=ink, anchor="middle", bold=True) if colour else "")


def _holes(valley: _Valley) -> str:
    mountain, lake = _mountain(valley.s), _lake(valley.s)
    return "".join(
        [group(mountain, at=valley.at(cell)) for cell in valley.mountains]
        + [group(lake, at=valley.at(cell)) for cell in valley.lake]
    )


def _outline(valley: _Valley, cells: tuple[int, ...]) -> str:
    return "".join(line(*edge, "accent", pen=2.5) for edge in valley.edges(cells))


class _Valley:
    """Where the cells of a board lie."""

    def __init__(self, board: dict[str, Any]) -> None:
        self.land: list[tuple[int, int]] = [
            (q, row["r"]) for row in sorted(board["row"], key=lambda r: r["r"]) for q in sorted(row["q"])
        ]
        self.number = {at: i for i, at in enumerate(self.land)}
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
        self.places = [(self.at(cell), f"cell {cell[0]},{cell[1]}") for cell in self.land]

    def at(self, cell: tuple[int, int]) -> tuple[float, float]:
        """The middle of a cell."""
        q, r = cell
        x = _MAP[0] + self._indent + (q + r / 2 - self._left + 0.5) * self.s * math.sqrt(3)
        return round(x, 1), round(_MAP[1] + (1.5 * (r - self._top) + 1) * self.s, 1)

    def edges(self, cells: tuple[int, ...]) -> tuple[tuple[float, float, float, float], ...]:
        """The rim of a dig."""
        inside = {self.land[c] for c in cells}
        corners = _hexagon(self.s * 0.97)
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


def _lit(decision: Any) -> set[int]:
    if not isinstance(decision, dict):
        return set()
    (fields,) = decision.values()
    return {fields[key] for key in ("cell", "second") if isinstance(fields, dict) and key in fields}


def _map(scene: Scene, view: View, valley: _Valley) -> None:
    state = view.state
    scene.add(_holes, valley)
    owners = {cell: seat for seat, cells in enumerate(state["tokens"]) for cell in cells}
    colours = {cell: colour for colour, cells in enumerate(state["excavation"]) for cell in cells}
    letters = {valley.number[at]: letter for at, letter, _ in valley.sites}
    active = {valley.number[valley.sites[d["card"]["site"]][0]] for d in state["sites"]}
    lit = _lit(state["decision"])
    for number, (where, name) in enumerate(valley.places):
        scene.add(
            _cell, valley.s, letters.get(number, ""), number in active, owners.get(number), colours.get(number),
            number in lit,
            at=where, target=name,
        )  # fmt: skip
    for dig in state["sites"]:
        if len(dig["card"]["cells"]) > 1:
            scene.add(_outline, valley, tuple(dig["card"]["cells"]))
    lost = Counter({seat: n for seat, n in enumerate(state["graveyard"][: view.players]) if n})
    if lost and valley.lake:
        x, y = valley.at(valley.lake[len(valley.lake) // 2])
        scene.add(_grave, tuple(lost.items()), at=(x, y))


def _grave(lost: tuple[tuple[int, int], ...]) -> str:
    out, across = "", min(len(lost), 2)
    for i, (seat, count) in enumerate(lost):
        x, y = i % 2 * 44 - across * 22 + 12, (i // 2 - (len(lost) - 1) // 2 / 2) * 24
        out += group(seat_chip(seat, 7), at=(x, y)) + text(x + 11, y + 4, f"×{count}", 11, bold=True)
    return group(out, title="lost tokens")


# ---------------------------------------------------------------- the lists


def _chips(tokens: tuple[int, ...], gap: float) -> str:
    return "".join(group(seat_chip(seat, 7), at=(8 + i * gap, 0)) for i, seat in enumerate(tokens))


def _dots(counts: tuple[int, ...], r: float = 6.5) -> str:
    """Excavation tokens by colour with their numbers."""
    out, x = "", r + 1
    for colour, count in enumerate(counts):
        if count:
            label = str(count)
            out += group(dig_token(colour, r), at=(x, 0)) + text(x + r + 3, 4, label, 11)
            x += 2 * r + 8 + 7.5 * len(label)
    return out


def _dots_width(counts: tuple[int, ...], r: float) -> float:
    return sum(2 * r + 8 + 7.5 * len(str(count)) for count in counts if count)


def _site_row(
    rank: int, letter: str, name: str, counts: tuple[int, ...], stack_size: int, tokens: tuple[int, ...], extends: bool
) -> str:
    out = rect(0, 0, _LIST[1] - 16, 34, "card", "line", r=4)
    out += text(16, 22, str(rank), 12, fill="soft", anchor="middle")
    out += polygon([(28, 26), (28, 12), (37, 4), (46, 12), (46, 26)], "inset", "ink") + text(
        37, 23, letter, 10.5, anchor="middle", bold=True
    )
    more = f" +{stack_size - 1}" if stack_size > 1 else ""
    out += text(52, 14, name + more, 11.5, bold=True, width=138)
    if extends:
        out += text(_LIST[1] - 24, 14, "grows next", 10, fill="accent", anchor="end")
    out += group(_dots(counts, 5.5), at=(52, 25)) if any(counts) else text(52, 28, "bare", 10.5, fill="soft")
    room = 302.0 - 52 - _dots_width(counts, 5.5)
    gap = min(17.0, room / max(1, len(tokens)))
    return out + group(_chips(tokens, gap), at=(302 - gap * len(tokens), 25))


def _personality_row(rank: int, name: str, colour: str, note: str, tokens: tuple[int, ...]) -> str:
    out = rect(0, 0, _LIST[1] - 16, 34, "card", "line", r=4)
    out += text(16, 22, str(rank), 12, fill="soft", anchor="middle")
    out += _person(colour, 37, 16)
    out += text(52, 14, name.replace("_", " "), 11.5, bold=True, width=110)
    if tokens:
        out += group(_chips(tokens, min(17.0, 138 / len(tokens))), at=(166, 11))
    return out + text(52, 28, note, 10, fill="soft", width=252, least=0.85)


def _person(colour: str, x: float, y: float) -> str:
    """The sign of a personality: its colour and letter, or a star for a special one."""
    if colour:
        return group(dig_token(COLOURS.index(colour), 8.5), at=(x, y))
    star = [
        (math.sin(math.pi * i / 5) * (9 if i % 2 == 0 else 4), -math.cos(math.pi * i / 5) * (9 if i % 2 == 0 else 4))
        for i in range(10)
    ]
    return group(polygon(star, "gold", "ink"), at=(x, y))


def _lists(scene: Scene, view: View, valley: _Valley) -> float:
    state, (x, width) = view.state, _LIST
    y = 40.0
    colour_of = {cell: colour for colour, cells in enumerate(state["excavation"]) for cell in cells}
    grows = view.content["extension"]["two_sites_when_the_list_has"]
    count = 2 if len(state["sites"]) >= grows else 1
    rows = state["sites"]
    scene.add(panel, width, 30 + 38 * len(rows), "Sites", f"{state['site_deck']} cards in the deck", at=(x, y))
    for i, listed in enumerate(rows):
        dig = listed["card"]
        _, letter, name = valley.sites[dig["site"]]
        counts = Counter(colour_of[c] for c in dig["cells"] if c in colour_of)
        size = 1 + bin(dig["under"]).count("1")
        scene.add(
            _site_row, i + 1, letter, name, tuple(counts[c] for c in range(6)), size, tuple(listed["tokens"]),
            i < count and not view.is_over,
            at=(x + 8, y + 25 + 38 * i), target=f"site {i + 1}",
        )  # fmt: skip
    y += 40 + 38 * len(rows)
    people = state["personalities"]
    scene.add(
        panel, width, 30 + 38 * len(people), "Personalities", f"{sum(state['deck'])} cards in the deck", at=(x, y)
    )
    table = {row["id"]: row for row in view.content["personality"]}
    for i, listed in enumerate(people):
        name = CARDS[listed["card"]]
        row = table[name]
        note = f"pays for {row['colour']} tokens" if row["kind"] == "base" else _SHORT[name]
        scene.add(
            _personality_row, i + 1, name, row.get("colour", ""), note, tuple(listed["tokens"]),
            at=(x + 8, y + 25 + 38 * i), target=f"personality {i + 1}", title=row.get("effect", note),
        )  # fmt: skip
    return y + 40 + 38 * len(people)


# ---------------------------------------------------------------- the players


def _card(name: str, colour: str, played: bool) -> str:
    """A card of 66 x 42; a played one is darker."""
    out = rect(0, 0, 67, 42, "inset" if played else "card", "line", r=4)
    sign = (
        circle(33, 13, 7, "silver", "ink") + text(33, 17, "a", 10, fill="black", anchor="middle", bold=True)
        if name == "archaeologist"
        else _person(colour, 33, 13)
    )
    return out + sign + text(33, 36, name.replace("_", " "), 9.5, anchor="middle", width=62, least=0.75)


def _back(played: bool) -> str:
    out = rect(0, 0, 66, 42, "red", "line", r=4) + text(33, 18, "?", 14, fill="onto", anchor="middle", bold=True)
    return out + text(33, 36, "red back", 9.5, fill="onto", anchor="middle", width=62)


def _title(seat: int, words: str, acts: bool, first: bool) -> str:
    out = panel(*_PLAYER, "", "", seat if acts else None) + group(seat_chip(seat, 10), at=(20, 19))
    note = words + (" · first player" if first else "")
    return out + text(38, 24, note, 12.5, bold=acts, width=415)


def _played_label(label: str) -> str:
    return text(0, 0, label, 10.5, fill="soft")


def _player(scene: Scene, view: View, seat: int, at: tuple[float, float]) -> None:
    state, (x, y) = view.state, at
    acts = seat == view.seat
    taken = state["taken_sites"][seat]
    words = f"{points(view.scores[seat])} · {state['supply'][seat]} tokens left · {state['graveyard'][seat]} lost"
    scene.add(_title, seat, words, acts, state["first"] == seat, at=at)
    scene.area(f"seat {seat}", *at, *_PLAYER)
    table = {row["id"]: row for row in view.content["personality"]}
    for row, (label, is_hand) in enumerate((("hand", True), ("played", False))):
        top = y + 36 + row * 48
        scene.add(_played_label, label, at=(x + 10, top + 24))
        held = [h["card"] for h in state["cards"][seat] if (h["place"] == "hand") == is_hand]
        if not held:
            scene.add(_played_label, "none", at=(x + 52, top + 24))
        for i, card in enumerate(sorted(held, key=lambda c: (c is None, c))):
            where = (x + 52 + i * 68, top)
            if card is None:
                scene.add(_back, not is_hand, at=where)
            else:
                name = CARDS[card]
                target = f"seat {seat} card {name}" if is_hand else None
                scene.add(_card, name, table.get(name, {}).get("colour", ""), not is_hand, at=where, target=target)
    scene.add(_loot, tuple(state["taken"][seat]), bin(taken).count("1"), at=(x + 10, y + 144))


def _loot(taken: tuple[int, ...], sites: int) -> str:
    out = text(0, 4, f"site cards {sites}, tokens taken:", 11, fill="soft", width=170)
    return out + (group(_dots(taken), at=(174, 0)) if any(taken) else text(174, 4, "none", 11, fill="soft"))


def draw(view: View, scene: Scene) -> None:
    """Draw a position."""
    valley = _valley(view)
    scene.add(heading, 940, f"Kathmandu · round {view.state['round']}", view.turn, at=(10, 10))
    _map(scene, view, valley)
    below = _lists(scene, view, valley)
    top = _MAP[1] + valley.height + 12
    names = ", ".join(f"{n} {CARDS[i].replace('_', ' ')}" for i, n in enumerate(view.state["discard"]) if n)
    beside = below <= top
    width = 940.0 if beside else _MAP[2]
    rows = len(wrap(names, 10.5, width - 84))
    scene.add(_bag, tuple(view.state["bag"]), names, width, rows, at=(10, top))
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
    out = rect(0, 0, 228, 92, "card", "line", r=5) + _person(colour, 20, 20)
    out += text(36, 18, name.replace("_", " "), 12, bold=True, width=184) + text(
        36, 33, f"{copies} cards", 10.5, fill="soft"
    )
    return out + paragraph(10, 40, note, 10.5, 208, 48, fill="soft", least=8.5)


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
        scene.add(dig_token, COLOURS.index(row["id"]), 10, at=(24 + i * 155, y))
        scene.add(text, 0, 0, f"{row['count']} {row['id']}, {row['points']} points", 11, at=(40 + i * 155, y + 4))
    y += 24
    sites = next(b for b in content["boards"] if b["id"] == game.options["board"])["site"]
    for site, (dx, dy) in zip(sites, stack([(146, 26)] * len(sites), 940, 10), strict=True):
        scene.add(_site, site["letter"], site["name"], site.get("region", ""), at=(10 + dx, y + dy))
    scene.grow(y + -(-len(sites) // 6) * 36 + 6)


# ---------------------------------------------------------------- actions


def targets(view: View, name: str) -> list[str]:
    """Return the parts of the picture an action is about."""
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
            ids = [s["id"] for s in next(b for b in view.content["boards"] if b["id"] == view.options["board"])["site"]]
            ranks = [i for i, listed in enumerate(view.state["sites"]) if [ids[listed["card"]["site"]]] == site]
            return [f"site {rank + 1}" for rank in ranks]
        case ["place", "with", *cards]:
            # "as" names what a card is played as, not another card.
            played = [card for said, card in zip(["", *cards], cards, strict=False) if card in CARDS and said != "as"]
            return list(dict.fromkeys(f"seat {seat} card {card}" for card in played))
        case ["card", card]:
            return [f"seat {seat} card {card}"]
        case ["rogue"]:
            return [f"seat {seat} card rogue"]
        case ["controller"] | ["bounty", "hunter"]:
            return [f"seat {seat} card {'_'.join(words)}"]
        case _:
            return []


def whispered(view: View, name: str) -> str:
    """Used cards stay face down: others learn their number, backs and effect (R15.3)."""
    if name.startswith("place with "):
        cards = name.removeprefix("place with ")
        if cards.startswith("eminence as ") and "archaeologist" not in cards:
            return "place with eminence and a personality beside it"
        if " and " in cards:
            return "place with two different personalities"
        if cards.startswith("two ") and cards != "two archaeologist":
            return "place with two identical personalities"
    elif name.startswith("card ") and view.decision == "use" and name != "card archaeologist":
        return "card face down, red back"
    return name
