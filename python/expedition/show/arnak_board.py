"""The board of Arnak: card row, sites, research track, supplies."""

from __future__ import annotations

from typing import Any

from . import arnak_pieces as pieces
from .arnak_pieces import CARD, NONE
from .svg import Scene, group, line, panel, paragraph, polygon, rect, text
from .view import View

RIVAL = 5
_SITE = (146.0, 127.0)
_CAMP = (116.0, 114.0)
_TRACK = (614.0, 336.0)
_LABEL = 76.0
_HALF = 594.0


# ---------------------------------------------------------------- the row


def _gap() -> str:
    return rect(0, 0, *CARD, None, "line", r=6, dash="5 5")


def _staff(round_number: int) -> str:
    out = line(12, 4, 12, CARD[1] - 4, "gold", pen=5)
    return (
        out
        + polygon([(12, 0), (20, 10), (12, 20), (4, 10)], "gold", "ink")
        + (
            rect(2, CARD[1] / 2 - 11, 20, 22, "card", "gold", r=4, pen=2)
            + text(12, CARD[1] / 2 + 5, str(round_number), 13, anchor="middle", bold=True)
        )
    )


def row(scene: Scene, view: View, state: dict[str, Any], y: float) -> float:
    """Draw the card row; return where the next part begins."""
    cards, number = pieces.tables_of(view).cards, state["round"]
    left = list(reversed(state["artifact_row"][:number]))
    right = state["item_row"][: 6 - number]
    x = 10.0
    for side in (left, None, right):
        if side is None:
            scene.add(_staff, number, at=(x - 1, y), title="the moon staff: artifacts to the left, items to the right")
            x += 24
            continue
        for card in side:
            if card == NONE:
                scene.add(_gap, at=(x, y))
            else:
                scene.add(pieces.card, cards[card], at=(x, y), target=f"card {cards[card].id}")
            x += CARD[0] + 3
    return y + CARD[1] + 8


# ---------------------------------------------------------------- the sites


def _figures(state: dict[str, Any], players: int) -> dict[int, int]:
    standing = {
        space: seat for seat in range(players) for space in range(22) if state["players"][seat]["figures"] >> space & 1
    }
    standing.update({space: RIVAL for space in range(22) if state["rival"]["figures"] >> space & 1})
    return standing


def sites(scene: Scene, view: View, state: dict[str, Any], top: float) -> float:
    """Draw the places and the camps; return where the next part begins."""
    tables, content = pieces.tables_of(view), view.content
    snake = view.options["board"] == "snake"
    side = "snake" if snake else "bird"
    standing = _figures(state, view.players)
    names = [row["id"] for row in content["board_spaces"]]

    def guardian(number: int) -> tuple[str, str, str] | None:
        at = state["guardian_at"][number]
        return None if at == NONE else tables.guardians[at]

    for row, first in enumerate((8, 4, 0)):
        for column in range(4):
            place = first + column
            tile, idol = state["tiles"][place], state["idols"][place]
            effect = "" if tile == NONE else tables.tiles[tile][1]
            idol_words = "" if tile != NONE or idol == NONE else tables.idols[idol][1]
            spaces: tuple[tuple[tuple[str, ...], int | None], ...] = (
                (tuple(content["board_spaces"][place][f"travel_{side}"]), standing.get(10 + place)),
            )
            scene.add(
                pieces.site, names[place], effect, idol_words, spaces, guardian(5 + place), _SITE,
                at=(10 + column * 149.3, top + row * (_SITE[1] + 4)), target=f"site {names[place]}",
            )  # fmt: skip
    y = top + 3 * (_SITE[1] + 4)
    for camp, (name, effect) in enumerate(tables.camps):
        spaces = tuple(
            (tuple(needed), standing.get(2 * camp + i))
            for i, needed in enumerate(content["camps"][camp][f"spaces_{side}"])
            if not state["blocked"] >> (2 * camp + i) & 1
        )
        where = (10 + camp * 119.5, y)
        scene.add(pieces.site, name, effect, "", spaces, guardian(camp), _CAMP, at=where, target=f"site {name}")
    return y + _CAMP[1] + 8


# ---------------------------------------------------------------- research


def _label(words: str, worth: int, kind: str) -> str:
    out = group(pieces.token_shape(kind), at=(8, 9)) + text(18, 13, f"{worth} pt", 10, bold=True)
    return out + paragraph(0, 18, words, 8.5, _LABEL, 37, fill="soft", least=7.5, leading=1.15)


def research(scene: Scene, view: View, state: dict[str, Any], top: float) -> float:
    """Draw the research track; return where the next part begins."""
    tables = pieces.tables_of(view)
    track = view.content[f"research_{view.options['board']}"]
    (x, width), height = _TRACK, 55.0
    tokens: dict[int, list[tuple[int, str]]] = {}
    for seat in range(view.players):
        for kind in ("magnifier", "notebook"):
            tokens.setdefault(state["players"][seat][kind], []).append((seat, kind))
    if "rival" in view.memo:
        tokens.setdefault(state["rival"]["magnifier"], []).append((RIVAL, "magnifier"))
    scene.add(panel, width, 9 * height + 12, "Research", "top: the Lost Temple", at=(x, top))
    for number, space in enumerate(track["spaces"]):
        row = space["row"]
        beside = [s for s in track["spaces"] if s["row"] == row]
        y = top + 22 + (8 - row) * height
        room = width - 2 * _LABEL - 20
        wide = room / max(len(beside), 2)
        left = x + 10 + _LABEL + (room - wide * len(beside)) / 2 + wide * beside.index(space)
        tiles = tuple(tables.bonus[kind][0] for kind in state["bonus"][number] if kind != NONE)
        gains = ", ".join(tables.bonus[kind][1] for kind in state["bonus"][number] if kind != NONE)
        told = f"{space['id']}: {gains or 'no bonus tile'}"
        scene.add(
            pieces.research_space, space["cost"], tiles, tuple(tokens.get(number, [])), (wide - 3, height - 4),
            at=(left, y), target=f"research {space['id']}", title=told,
        )  # fmt: skip
    for row in track["rows"]:
        y = top + 22 + (8 - row["row"]) * height
        scene.add(_label, tables.words(row["magnifier_effect"]), row["magnifier_points"], "magnifier", at=(x + 8, y))
        scene.add(
            _label,
            tables.words(row["notebook_effect"]),
            row["notebook_points"],
            "notebook",
            at=(x + width - _LABEL - 6, y),
        )
    kinds = state["temple_kinds"]
    known = (
        [tables.bonus[k][0].removeprefix("bonus_") for k, n in enumerate(kinds or []) if n]
        if state["temple_seen"]
        else []
    )
    scene.add(_stack, state["temple_tiles"], ", ".join(known), tuple(track["arrival_points"]), at=(x + 8, top + 22))
    start = sorted(tokens.get(NONE, []))
    scene.add(_start, tuple(start), at=(x + 8, top + 22 + 8 * height))
    return top + 9 * height + 20


def _stack(count: int, known: str, arrivals: tuple[int, ...]) -> str:
    out = text(0, 13, f"{count} tiles", 10, bold=True) + paragraph(
        0, 16, known or "face down", 8.5, 62, 26, fill="soft"
    )
    return (
        out
        + text(_TRACK[1] - _LABEL - 14, 13, "arrive for", 9.5, fill="soft")
        + text(_TRACK[1] - _LABEL - 14, 27, ", ".join(map(str, arrivals)), 9.5, width=_LABEL)
    )


def _start(tokens: tuple[tuple[int, str], ...]) -> str:
    out = text(0, 20, "start", 10.5, fill="soft")
    return out + "".join(group(pieces.token(seat, kind), at=(46 + 22 * i, 17)) for i, (seat, kind) in enumerate(tokens))


# ---------------------------------------------------------------- supplies


def _temple(worth: int, left: int, cost: str) -> str:
    out = rect(0, 0, 100, 37, "card" if left else "inset", "line", r=4, dash="" if left else "4 3")
    out += text(8, 24, str(worth), 17, bold=True) + text(34, 14, f"{left} left", 9.5, fill="soft")
    priced, x = "", 0.0
    if not cost:
        return out + text(34, 30, "free", 9.5)
    for part in cost.split(" / "):
        signs, wide = pieces.priced(part, 0.7, 12)
        priced += group(signs, at=(x, 0))
        x += wide + 5
    return out + group(pieces.small(priced, min(0.85, 64 / max(x, 1.0))), at=(34, 27))


def supplies(scene: Scene, view: View, state: dict[str, Any], y: float) -> float:
    """Draw the assistants and the temple tiles; return where the next part begins."""
    tables = pieces.tables_of(view)
    scene.add(panel, _HALF, 102, "Assistants", f"fear cards left {state['fear_supply']}", at=(10, y))
    shown = [(top, below) for top, below in zip(state["supply"], state["supply_below"], strict=True) if top != NONE]
    if view.options["board"] == "snake":
        shown += [(top, state["rescue_below"] + len(state["rescue"]) - 1 - i) for i, top in enumerate(state["rescue"])]
    size = (min(190.0, (_HALF - 16) / max(1, len(shown)) - 4), 76.0)
    for i, (top, below) in enumerate(shown):
        name, silver, gold = tables.assistants[top]
        scene.add(
            pieces.assistant,
            name,
            silver,
            gold,
            "",
            below,
            size,
            False,
            at=(18 + i * (size[0] + 4), y + 22),
            target=f"assistant {name}",
        )
    x, width = _TRACK
    scene.add(panel, width, 102, "Temple tiles", at=(x, y))
    costs = view.content["temple"]["costs"][view.options["board"]]
    for i, tile in enumerate(view.content["temple"]["stacks"]):
        cost = " / ".join(costs[part] for part in tile["pays"])
        where = (x + 12 + (i % 3) * 106, y + 22 + (i // 3) * 40)
        scene.add(
            _temple,
            tile["points"],
            state["temple_left"][i],
            cost,
            at=where,
            target=f"temple {tile['id']}",
            title=f"{tile['points']} points for {cost or 'nothing'}",
        )
    return y + 110
