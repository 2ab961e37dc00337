"""Lost Ruins of Arnak: sites, research track, card row, supplies and player boards."""

from __future__ import annotations

from typing import Any

from .._engine import Game
from . import arnak_board as board
from . import arnak_pieces as pieces
from . import arnak_players as players
from .arnak_pieces import CARD, Tables
from .svg import Scene, banner, group, heading, paragraph, rect, stack, text, wrap
from .view import View


def _emblem() -> str:
    return rect(-15, -13, 30, 26, "sun", "ink", r=6) + pieces.small(pieces.idol(), 1.25)


def _open(state: dict[str, Any]) -> str:
    """Return the payment in progress and the icons left over, in words."""
    words = []
    if state["to_pay"]:
        words.append(f"to pay {state['to_pay']}, paid {state['paid'] or 'nothing'}")
    if state["left_over_icons"]:
        words.append(f"left over {state['left_over_icons']}")
    return "; ".join(words)


def draw(view: View, scene: Scene) -> None:
    """Draw a position."""
    state = view.state
    turn = "; ".join(filter(None, [view.turn, _open(state) if not view.is_over else ""]))
    scene.add(
        banner,
        940,
        _emblem(),
        "Lost Ruins of Arnak",
        f"round {state['round']} of 5",
        turn,
        view.seat,
        at=(10, 8),
    )
    y = board.row(scene, view, state, 50.0)
    below = board.sites(scene, view, state, y, y + board.research_height() + 4)
    board.research(scene, view, state, y, below - y - 8)
    y = board.supplies(scene, view, state, below)
    if state["exile"]:
        names = ", ".join(state["exile"])
        lines = len(wrap(names, 10, 880))
        scene.add(_exile, names, lines, at=(10, y))
        y += 12 + 12 * lines
    scene.grow(players.all_of(scene, view, state, y))


def _exile(names: str, lines: int) -> str:
    return text(0, 11, "Exiled", 10.5, bold=True) + paragraph(52, 1, names, 10, 880, 12.0 * lines, fill="soft", least=9)


# ---------------------------------------------------------------- components


def _section(title: str) -> str:
    return text(0, 14, title, 13, bold=True)


def _guardian(name: str, cost: str, boon: str) -> str:
    signs, _ = pieces.priced(cost)
    out = rect(0, 0, 184, 62, "rose", "line", r=6) + group(pieces.guardian_sign(), at=(16, 17))
    out += text(32, 16, name, 11, bold=True, width=146) + group(signs, at=(32, 28))
    return out + pieces.gain(10, 41, boon, 10, 166, 20)


def components(game: Game, scene: Scene) -> None:
    """Draw all cards, site tiles, guardians and assistants."""
    tables = Tables(game, game.content)
    scene.add(heading, 940, "Lost Ruins of Arnak", "components", at=(10, 10))
    y = 38.0
    kinds = (("item", "Items"), ("artifact", "Artifacts"), ("basic", "Basic cards and Fear"))
    for kind, title in kinds:
        cards = [card for card in tables.cards if card.kind == kind or (kind == "basic" and card.kind == "fear")]
        scene.add(_section, title, at=(10, y))
        y += 22
        for card, (dx, dy) in zip(cards, stack([CARD] * len(cards), 944, 8), strict=True):
            scene.add(pieces.card, card, at=(10 + dx, y + dy))
        y += -(-len(cards) // 6) * (CARD[1] + 8) + 8
    scene.add(_section, "Site tiles", at=(10, y))
    y += 22
    for (name, effect), (dx, dy) in zip(tables.tiles, stack([(150, 128)] * len(tables.tiles), 944, 7), strict=True):
        level = 2 if name.startswith("l2") else 1
        parts = (f"level {level}", level, effect, "", "", (), None, (150.0, 128.0))
        scene.add(pieces.site, *parts, at=(10 + dx, y + dy))
    y += -(-len(tables.tiles) // 6) * 135 + 8
    scene.add(_section, "Guardians", at=(10, y))
    y += 22
    boxes = stack([(184, 62)] * len(tables.guardians), 944, 5)
    for (name, cost, boon), (dx, dy) in zip(tables.guardians, boxes, strict=True):
        scene.add(_guardian, name, cost, boon, at=(10 + dx, y + dy))
    y += -(-len(tables.guardians) // 5) * 67 + 8
    scene.add(_section, "Assistants", at=(10, y))
    y += 22
    size = (230.0, 90.0)
    boxes = stack([size] * len(tables.assistants), 944, 6)
    for (name, silver, gold), (dx, dy) in zip(tables.assistants, boxes, strict=True):
        scene.add(pieces.assistant, (name,), silver, gold, "", size, at=(10 + dx, y + dy))
    scene.grow(y + -(-len(tables.assistants) // 4) * 96 + 8)


# ---------------------------------------------------------------- actions


def targets(view: View, name: str) -> list[str]:
    """Return the parts of the picture that an action refers to."""
    state, seat = view.state, view.seat
    verb, _, what = name.partition(" ")
    tables = pieces.tables_of(view)
    if seat is None:
        return []
    player = state["players"][seat]
    hand = {tables.card(card).id for card in player["hand"] or []}
    row = {tables.card(card).id for card in [*state["artifacts"], *state["items"]] if card}
    match verb:
        case "play" if what in hand:
            return [f"seat {seat} card {what}"]
        case "pick":
            if what in ("fear_in_play", "fear_tile"):
                return [f"seat {seat} play"]
            found = [f"seat {seat} card {what}"] if what in hand else []
            return found + ([f"card {what}"] if what in row else [])
        case "space":
            return [f"site {what[:-1] if what.startswith('camp_') else what}"]
        case "site" | "temple":
            return [name]
        case "magnifier" | "notebook":
            return _research_target(state, player["magnifying_glass" if verb == "magnifier" else verb], int(what))
        case "use" | "boon":
            return [f"seat {seat} {what}"]
        case "assistant":
            own = [each["id"] for each in player["assistants"]]
            supply = state["assistants"]
            there = [each["top"]["id"] for each in supply["stacks"] if each["top"]] + [
                a["id"] for a in supply["rescue"]
            ]
            return [f"seat {seat} {what}"] if what in own else [name] if what in there else []
        case "slot" | "free_slot" | "pilot":
            return [f"seat {seat} goods"]
        case _:
            return []


def _research_target(state: dict[str, Any], at: str | None, column: int) -> list[str]:
    spaces = state["research"]
    row = next((space["row"] + 1 for space in spaces if space["name"] == at), 1)
    return [f"research {space['id']}" for space in spaces if space["row"] == row and space["column"] == column]
