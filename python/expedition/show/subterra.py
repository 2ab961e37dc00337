"""Sub Terra II: the temple with its walls, traps and lava, the figures, the team."""

from __future__ import annotations

from typing import Any

from .._engine import Game
from . import subterra_pieces as pieces
from .svg import (
    Scene,
    banner,
    group,
    heading,
    panel,
    paragraph,
    path,
    pips,
    rect,
    seat_colour,
    stack,
    text,
)  # fmt: skip
from .view import View

_TOP = 58.0
_SIDE = (628.0, 322.0)
_STEPS = pieces.SIDES
_LETTERS = {"N": "north", "E": "east", "S": "south", "W": "west"}
_FACES = {
    "stumble": "brown", "lava": "fire", "collapse": "silver", "trap": "purple", "wake": "green", "activate": "blue",
}  # fmt: skip

Cell = tuple[int, int]


# ---------------------------------------------------------------- the temple


def _cell(place: list[int] | None) -> Cell | None:
    return None if place is None else (place[0], place[1])


class _Temple:
    """The cells of a position and where they are drawn."""

    def __init__(self, state: dict[str, Any]) -> None:
        temple = state["temple"]
        self.cells: dict[Cell, dict[str, Any]] = {(c["cell"][0], c["cell"][1]): c for c in temple["cells"]}
        self.frontier: list[Cell] = [(x, y) for x, y in temple["unrevealed"]]
        left = min(-3, *(x for x, _ in self.cells))
        right = max(3, *(x for x, _ in self.cells))
        self._left = 18 + (598 - (right - left + 1) * pieces.C) / 2 - left * pieces.C
        self.columns = (left, right)
        self.bottom = max(y for _, y in [*self.cells, *self.frontier])

    @property
    def rows(self) -> tuple[int, int]:
        """The first row and the last."""
        return min(y for _, y in self.cells), self.bottom

    def at(self, cell: Cell) -> tuple[float, float]:
        """Return the corner of a cell."""
        return round(self._left + cell[0] * pieces.C, 1), _TOP + (cell[1] + 1) * pieces.C

    def target(self, cell: Cell | None) -> str | None:
        """Return the target name of a cell, or None if it is not on the picture."""
        if cell is None or (cell not in self.cells and cell not in self.frontier):
            return None
        return "cell outer vault" if abs(cell[0]) > 3 else f"cell {cell[0]},{cell[1]}"


def _draw_temple(scene: Scene, state: dict[str, Any], temple: _Temple) -> None:
    scene.add(_axes, temple.columns, temple.rows, temple.at((0, 0)), at=(0, 0))
    for empty in temple.frontier:
        scene.add(pieces.unknown, at=temple.at(empty), target=temple.target(empty), title="not revealed yet")
    guardians = [_cell(place) for place in state["guardians"]]
    keys = [_cell(place) for place in state["keys"]["lying"]]
    lies = _cell(state["artifact"]["cell"])
    for at, cell in temple.cells.items():
        where = temple.at(at)
        ground = (cell["type"], cell["number"] or 0, tuple(cell["open"]), cell["flipped"], cell["consolidated"])
        scene.add(pieces.ground, *ground, at=where, target=temple.target(at), title=_cell_title(at, cell))
        figures = tuple((i, e["state"] == "down") for i, e in enumerate(state["explorers"]) if _cell(e["cell"]) == at)
        things = (figures, guardians.count(at), keys.count(at), lies == at, cell["rubble"])
        if any(things):
            scene.add(pieces.things, *things, at=where)
    for kind, colour, title in (("demolished", "good", "demolished: passable"), ("doors_shut", "accent", "shut")):
        for wall in state["temple"][kind]:
            place = _cell(wall["cell"])
            if place is not None:
                scene.add(pieces.marker, *_STEPS[wall["side"]], colour, at=temple.at(place), title=title)
    asked = _actor(state)
    if asked in temple.cells:
        scene.add(_ring, at=temple.at(asked))


def _axes(columns: tuple[int, int], rows: tuple[int, int], origin: tuple[float, float]) -> str:
    """Return the coordinates that sentences use: columns above the temple, rows beside it."""
    (x, y), middle = origin, pieces.C / 2
    left, top = x + columns[0] * pieces.C, y + rows[0] * pieces.C
    across = range(columns[0], columns[1] + 1)
    out = "".join(
        text(x + at * pieces.C + middle, top - 3, str(at), 9.5, fill="soft", anchor="middle") for at in across
    )
    down = range(rows[0], rows[1] + 1)
    return out + "".join(
        text(left - 5, y + at * pieces.C + middle + 3, str(at), 9.5, fill="soft", anchor="end") for at in down
    )


def _cell_title(at: Cell, cell: dict[str, Any]) -> str:
    words = [f"{at[0]},{at[1]} {cell['type'].replace('_', ' ')}"]
    words += [str(cell["number"])] if cell["number"] else []
    words += [mark for mark in ("rubble", "flipped", "consolidated") if cell[mark]]
    return ", ".join(words)


def _ring() -> str:
    return rect(2, 2, pieces.C - 4, pieces.C - 4, None, "accent", r=8, pen=3.5)


def _actor(state: dict[str, Any]) -> Cell:
    """Return the cell from which the open choice is made."""
    found = _cell(state["turn"]["cell"]) if state["turn"] else None
    return (99, 99) if found is None else found


# ---------------------------------------------------------------- the side


def _row(number: int, sheet: str, who: str, hp: int, most: int, note: str, hand: str, acts: bool, ap: int) -> str:
    wide = _SIDE[1] - 16
    out = rect(0, 0, wide, 48, "card", seat_colour(number) if acts else "line", r=7, pen=3 if acts else 1)
    out += group(pieces.explorer_chip(number, note == "down", r=11), at=(21, 27))
    out += text(40, 19, sheet, 12.5, bold=True, width=116) + text(
        40, 37, f"{who} · {note}", 10.5, fill="soft", width=122
    )
    gap = min(12.0, 100 / max(1, most))
    out += group(_hearts(hp, most, gap), at=(172, 15)) + text(176 + gap * most, 19, f"{hp}/{most}", 10.5)
    if acts and ap:
        out += group(pips(ap, 4.5, 13, "accent"), at=(172, 34))
        out += text(170 + 13 * ap, 38, f"{ap} {'action' if ap == 1 else 'actions'}", 10.5)
    if hand == "key":
        out += group(pieces.key(), at=(wide - 20, 34))
    elif hand == "artifact":
        out += group(pieces.artifact(), at=(wide - 18, 34))
    return out


def _hearts(hp: int, most: int, gap: float) -> str:
    heart = "M0 4.5C-7 -1 -4 -6 0 -2.6C4 -6 7 -1 0 4.5Z"
    return "".join(group(path(heart, "red" if i < hp else None, "red"), at=(i * gap, 0)) for i in range(most))


def _volcano(marker: int, most: int, erupted: bool, cursed: bool) -> str:
    width = _SIDE[1] - 74
    out = panel(_SIDE[1], 66, "", "the curse is active" if cursed else "no curse yet")
    mountain = path("M-22 20L-7 -14H7L22 20Z", "rock", "ink") + path("M-7 -14L-3 -4L1 -9L4 -2L7 -14Z", "fire", "ink")
    smoke = (
        path("M-2 -18q-6 -5 0 -10t0 -9", None, "soft", pen=2)
        if not erupted
        else path("M0 -14V-32M-4 -15L-11 -29M4 -15L11 -29", None, "fire", pen=3.5)
    )
    out += group(group(mountain + smoke, attr=' transform="scale(0.85)"'), at=(32, 42)) + text(
        60, 18, "Volcano", 12.5, bold=True
    )
    out += rect(60, 28, width, 12, "inset", "line", r=6)
    done = width if erupted or most == 0 else width * (1 - min(marker, most) / most)
    out += rect(60, 28, max(done, 1), 12, "fire", r=6)
    words = (
        "erupted: lava spreads"
        if erupted
        else "armed: the next lava face erupts it"
        if marker == 0
        else f"{marker} steps until it is armed"
    )
    return out + text(60, 56, words, 11, fill="accent" if erupted or marker == 0 else "ink")


def _stores(bag: int, guardians: int, most: int, inserted: int, needed: int, artifact: str, sanctuary: bool) -> str:
    out = panel(_SIDE[1], 80)
    out += rect(14, 8, 20, 24, "dirt", "ink", r=6) + text(24, 25, str(bag), 11, anchor="middle", bold=True)
    out += text(42, 25, "tiles in the bag", 11.5, width=110)
    out += group(pieces.guardian_shape("red"), at=(178, 21)) + text(
        196, 25, f"{guardians} of {most} awake", 11.5, width=120
    )
    out += group(pieces.key(), at=(24, 48)) + text(42, 52, f"{inserted} of {needed} inserted", 11.5, width=120)
    out += group(pieces.artifact(), at=(178, 48)) + text(196, 52, f"artifact {artifact}", 11.5, width=120)
    found = "The Sanctuary is in play" if sanctuary else "The Sanctuary has not been found yet"
    return out + text(14, 71, found, 10, fill="soft")


def _die(face: str) -> str:
    out = rect(2, 3, 66, 30, "shade", r=7) + rect(0, 0, 66, 30, "card", _FACES.get(face, "ink"), r=7, pen=3)
    return out + text(33, 20, face, 11.5, anchor="middle", bold=True, width=58)


def _in_hand(kind: str, number: int, open_sides: tuple[str, ...], name: str) -> str:
    return pieces.ground(kind, number, open_sides, size=66) + text(33, 79, name, 9.5, anchor="middle", width=150)


def _side(scene: Scene, view: View) -> float:
    state, (x, width) = view.state, _SIDE
    y = _TOP
    volcano, keys = state["volcano"], state["keys"]
    scene.add(_volcano, volcano["marker"], volcano["start"], volcano["erupted"], volcano["cursed"], at=(x, y))
    y += 74
    awake = len(state["guardians"])
    artifact = (
        state["artifact"]["state"] if not state["artifact"]["carrier"] else f"with the {state['artifact']['carrier']}"
    )
    counts = (state["tiles_left"], awake, awake + state["guardians_in_supply"], keys["inserted"], keys["needed"])
    scene.add(_stores, *counts, artifact, state["sanctuary"] is not None, at=(x, y))
    y += 88
    team = state["explorers"]
    scene.add(panel, width, 28 + 53 * len(team), "Team", "in turn order", at=(x, y))
    for seat in range(view.players):
        scene.area(f"seat {seat}", x, y, width, 28 + 53 * len(team))
    for i, e in enumerate(team):
        note = e["state"] + (", braced" if e["braced"] else "")
        acts = e["has_turn"] and not view.is_over
        points = e["action_points"] if acts else 0
        row = (i, e["name"].capitalize(), view.name(e["seat"]), e["hit_points"], e["most_hit_points"], note)
        scene.add(
            _row, *row, e["holds"] or "", acts, points, at=(x + 8, y + 24 + 53 * i), target=f"explorer {e['name']}"
        )
    y += 36 + 53 * len(team)
    return _pending(scene, view, y)


def _pending(scene: Scene, view: View, y: float) -> float:
    """Draw the open choice (dice, tiles in hand, sheets to draft) and the result; return the bottom."""
    state, (x, width) = view.state, _SIDE
    if state["dice"] or state["d6"]:
        scene.add(panel, width, 66, "Dice", at=(x, y))
        for i, face in enumerate(state["dice"]):
            scene.add(_die, face, at=(x + 12 + 74 * i, y + 26), target=f"die {face}")
        if state["d6"]:
            rolled = f"{state['d6']['for']} {state['d6']['value']}"
            scene.add(_die, rolled, at=(x + 12 + 74 * len(state["dice"]), y + 26), target="die six")
        y += 74
    if state["tiles_in_hand"] and not view.is_over:
        drawn = "Tile drawn" if len(state["tiles_in_hand"]) == 1 else "Tiles drawn"
        scene.add(panel, width, 116, drawn, at=(x, y))
        for i, tile in enumerate(state["tiles_in_hand"]):
            parts = (tile["type"], tile["number"] or 0, tuple(tile["open"]), tile["name"])
            scene.add(_in_hand, *parts, at=(x + 50 + 156 * i, y + 26), target=f"tile {tile['tile']}")
        y += 124
    if state["stage"] == "draft":
        free = [row for row in view.content["explorers"] if row["id"] not in {e["name"] for e in state["explorers"]}]
        scene.add(panel, width, 30 + 24 * len(free), "Free sheets", at=(x, y))
        for i, row in enumerate(free):
            abilities = ", ".join(a["name_en"] for a in row["abilities"])
            where = (x + 8, y + 24 + 24 * i)
            scene.add(_free, row["id"], row["hp"], abilities, at=where, target=f"explorer {row['id']}")
        y += 38 + 24 * len(free)
    if state["result"]:
        scene.add(_verdict, state["result"]["grade"], state["result"]["reason"], at=(x, y))
        y += 76
    return y


def _free(sheet: str, hp: int, abilities: str) -> str:
    out = rect(0, 0, _SIDE[1] - 16, 21, "card", "line", r=5) + text(8, 15, sheet.capitalize(), 11, bold=True, width=92)
    return out + text(104, 15, f"{hp} HP", 10.5, fill="soft") + text(146, 15, abilities, 10.5, fill="soft", width=154)


def _verdict(grade: str, reason: str) -> str:
    return panel(_SIDE[1], 68, f"The end: {grade}") + paragraph(10, 24, reason, 11, _SIDE[1] - 20, 42, least=9)


def _emblem() -> str:
    return rect(-15, -13, 30, 26, "lava", "ink", r=6) + pieces.sign("lava")


def draw(view: View, scene: Scene) -> None:
    """Draw a position."""
    temple = _Temple(view.state)
    note = f"{view.options['difficulty']} · round {view.state['round']}"
    scene.add(banner, 940, _emblem(), "Sub Terra II", note, _turn(view), None, at=(10, 8))
    _draw_temple(scene, view.state, temple)
    bottom = _side(scene, view)
    scene.grow(max(bottom, _TOP + (temple.bottom + 2) * pieces.C + 12) + 6)


def asks(view: View) -> str:
    """Return the question to the seat to act, and the explorer it concerns."""
    turn = view.state["turn"]
    if turn is None:
        return view.asks
    sheet = next((e["name"] for e in view.state["explorers"] if e["has_turn"]), None)
    question = str(turn["question"] or turn["decision"])
    return f"the turn of the {sheet}: {question}" if sheet and sheet not in question else question


def _turn(view: View) -> str:
    turn = view.state["turn"]
    return view.turn if turn is None else f"{view.name(turn['seat'])}: {asks(view)}"


# ---------------------------------------------------------------- components


def _sheet(number: int, name: str, hp: int, abilities: tuple[tuple[str, int, str], ...]) -> str:
    out = rect(0, 0, 308, 136, "card", "line", r=5) + text(12, 19, name, 12.5, bold=True, width=150)
    out += group(pips(hp, 4, 11, "red"), at=(296 - 11 * hp, 14))
    for i, (ability, cost, effect) in enumerate(abilities):
        y = 30 + 53 * i
        out += text(12, y + 10, f"{ability} ({f'{cost} AP' if cost else 'passive'})", 11, bold=True, width=284)
        out += paragraph(12, y + 13, effect, 10, 284, 38, fill="soft", least=9)
    return out


def _tile_kind(kind: str, number: int, open_sides: tuple[str, ...], label: str, effect: str) -> str:
    out = pieces.ground(kind, number, open_sides, size=64) + text(74, 14, label, 11.5, bold=True, width=230)
    return out + paragraph(74, 18, effect, 10, 230, 50, fill="soft", least=9)


def components(game: Game, scene: Scene) -> None:
    """Draw the explorers' sheets and the tiles."""
    content = game.content
    scene.add(heading, 940, "Sub Terra II", "components", at=(10, 10))
    rows = content["explorers"]
    for i, (row, (x, y)) in enumerate(zip(rows, stack([(308, 136)] * len(rows), 944, 8), strict=True)):
        abilities = tuple((a["name_en"], a["ap"], a["effect"]) for a in row["abilities"])
        scene.add(_sheet, i, row["name_en"], row["hp"], abilities, at=(10 + x, 40 + y))
    top = 40 + -(-len(rows) // 3) * 144 + 8
    effects = {row["id"]: (row["name_en"], row["effect"]) for row in content["tile_types"]}
    kinds: dict[tuple[str, str], int] = {}
    for tile in [*content["tiles"], *content["journals"]]:
        key = (tile["type"], tile["shape"])
        kinds[key] = kinds.get(key, 0) + 1
    for ((kind, shape), count), (x, y) in zip(kinds.items(), stack([(308, 74)] * len(kinds), 944, 8), strict=True):
        name, effect = effects.get(kind, (kind, ""))
        effect = "no effect" if effect == "none" else effect
        label = f"{count} × {name}, {shape.replace('_', ' ')}"
        sides = tuple(_LETTERS[letter] for letter in content["shapes"][shape])
        scene.add(_tile_kind, kind, 0, sides, label, effect, at=(10 + x, top + y))
    scene.grow(top + -(-len(kinds) // 3) * 82 + 8)


# ---------------------------------------------------------------- actions


def _reached(temple: _Temple, start: Cell, step: Cell, verb: str) -> Cell:
    """Return the cell in a direction: the neighbour, or for a scope the first empty cell in line."""
    x, y = start
    if verb == "scope":
        while (x, y) in temple.cells:
            x, y = x + step[0], y + step[1]
        return (x, y)
    return (x + step[0], y + step[1])


def targets(view: View, name: str) -> list[str]:
    """Return the parts of the picture that an action refers to."""
    state = view.state
    temple = _Temple(state)
    here = _actor(state)
    words = name.split()
    found: str | None = None
    match words:
        case (
            ["draft" | "heal" | "command" | "cure" | "revive" | "victim", sheet]
            | ["take", "from", sheet]
            | ["give", "to", sheet]
        ):
            found = f"explorer {sheet}"
        case ["shoot", side, reach]:
            dx, dy = _STEPS[side]
            found = temple.target((here[0] + dx * int(reach), here[1] + dy * int(reach)))
        case ["cell", "outer", "vault"]:
            found = "cell outer vault"
        case ["cell", at]:
            x, y = at.split(",")
            found = temple.target((int(x), int(y)))
        case [verb, side] if side in _STEPS:
            found = temple.target(_reached(temple, here, _STEPS[side], verb))
        case [_, "here"] | ["attack" | "consolidate" | "annihilate" | "research"] | ["pick", "up", _] | ["put", "down"]:
            found = temple.target(here)
        case ["reroll" | "resolve", face]:
            found = "die six" if face == "d6" else f"die {face}"
        case ["tile", tile]:
            found = name if tile in [drawn["tile"] for drawn in state["tiles_in_hand"]] else None
        case ["push" | "brace"]:
            found = next((f"explorer {e['name']}" for e in state["explorers"] if e["has_turn"]), None)
        case _:
            found = None
    return [found] if found else []
