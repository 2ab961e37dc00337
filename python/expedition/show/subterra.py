"""Sub Terra II: the temple with its walls, traps and lava, the figures, the team."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .._engine import Game
from . import subterra_pieces as pieces
from .svg import (
    Scene,
    group,
    heading,
    panel,
    paragraph,
    pips,
    rect,
    seat_colour,
    stack,
    text,
)  # fmt: skip
from .view import View

_TOP = 44.0
_SIDE = (628.0, 322.0)
_STEPS = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
_LETTERS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
_FACES = {
    "stumble": "brown", "lava": "fire", "collapse": "silver", "trap": "purple", "wake": "green", "activate": "blue",
}  # fmt: skip

Cell = tuple[int, int]


def hide(state: dict[str, Any], viewer: int, players: int, over: bool) -> dict[str, Any]:
    """Everything is public but the order of the draws, and that is not stored."""
    return state


# ---------------------------------------------------------------- the temple


class _Temple:
    """The cells of a state and where they are drawn."""

    def __init__(self, state: dict[str, Any]) -> None:
        self._outer_west = state["hall"] is not None and state["hall"][0] == -3
        self.cells: dict[Cell, dict[str, Any]] = {self.true(c["cell"]): c for c in state["map"]["cells"]}
        self.frontier = sorted(
            {
                (x + dx, y + dy)
                for (x, y), cell in self.cells.items()
                if not cell["flipped"]
                for dx, dy in (_LETTERS[side] for side in cell["open"])
                if -3 <= x + dx <= 3 and y + dy >= 1
            }
            - set(self.cells)
        )
        left = min(-3, *(x for x, _ in self.cells))
        right = max(3, *(x for x, _ in self.cells))
        self._left = 10 + (610 - (right - left + 1) * pieces.C) / 2 - left * pieces.C
        self.bottom = max(y for _, y in [*self.cells, *self.frontier])

    def true(self, cell: list[int] | None) -> Cell:
        """The place of a cell; the fourth column east is the outer vault, which may lie in the west."""
        if cell is None:
            return (99, 99)
        x, y = cell
        return (-4, y + 1) if x == 4 and self._outer_west else (x, y)

    def at(self, cell: Cell) -> tuple[float, float]:
        """The corner of a cell."""
        return self._left + cell[0] * pieces.C, _TOP + (cell[1] + 1) * pieces.C

    def target(self, cell: Cell) -> str | None:
        """The name of a cell on the picture."""
        if cell not in self.cells and cell not in self.frontier:
            return None
        return "cell outer vault" if abs(cell[0]) > 3 else f"cell {cell[0]},{cell[1]}"


def _draw_temple(scene: Scene, state: dict[str, Any], temple: _Temple) -> None:
    for empty in temple.frontier:
        scene.add(pieces.unknown, at=temple.at(empty), target=temple.target(empty))
    guardians = [temple.true(g) for g in state["guardians"]]
    keys = [temple.true(k) for k in state["keys"]]
    artifact = state["artifact"]
    lies = temple.true(artifact["on"]) if isinstance(artifact, dict) else None
    for at, cell in temple.cells.items():
        where = temple.at(at)
        ground = (cell["kind"], cell["number"], cell["open"], cell["flipped"], cell["consolidated"])
        scene.add(pieces.ground, *ground, at=where, target=temple.target(at), title=_told(at, cell))
        figures = tuple(
            (i, e["hp"] == 0)
            for i, e in enumerate(state["explorers"])
            if e["status"] == "in_temple" and temple.true(e["cell"]) == at
        )
        things = (figures, guardians.count(at), keys.count(at), lies == at, cell["rubble"])
        if any(things):
            scene.add(pieces.things, *things, at=where)
    for placed, side in state["map"]["demolished"]:
        scene.add(pieces.marker, *_STEPS[side], "good", at=temple.at(temple.true(placed)), title="demolished: passable")
    for placed, side in state["map"]["doors_shut"]:
        scene.add(pieces.marker, *_STEPS[side], "accent", at=temple.at(temple.true(placed)), title="shut")
    for asked in _asked(state, temple):
        scene.add(_ring, at=temple.at(asked))


def _told(at: Cell, cell: dict[str, Any]) -> str:
    words = [f"{at[0]},{at[1]} {cell['kind'].replace('_', ' ')}"]
    words += [str(cell["number"])] if cell["number"] else []
    words += [mark for mark in ("rubble", "flipped", "consolidated") if cell[mark]]
    return ", ".join(words)


def _ring() -> str:
    return rect(1.5, 1.5, pieces.C - 3, pieces.C - 3, None, "accent", r=4, pen=3)


def _actor(state: dict[str, Any], temple: _Temple) -> Cell:
    """The cell from which the open choice is made."""
    match state["decision"]:
        case "guardian_step" | "guardian_dig" | "victim":
            return temple.true(state["guardians"][state["guardian"]])
        case "research_side" | "site_side" | "orient" | "journal":
            return temple.true(state["from"])
        case "command" | "consent":
            return temple.true(state["explorers"][state["mover"]]["cell"])
        case "draft" | "none":
            return (99, 99)
        case _:
            return temple.true(state["explorers"][state["turn"]]["cell"])


def _asked(state: dict[str, Any], temple: _Temple) -> Iterator[Cell]:
    cell = _actor(state, temple)
    if cell in temple.cells:
        yield cell


# ---------------------------------------------------------------- the side


def _row(number: int, sheet: str, seat: int, hp: int, most: int, note: str, hand: str, acts: bool, ap: int) -> str:
    out = rect(0, 0, _SIDE[1] - 16, 48, "card", seat_colour(number) if acts else "line", r=5, pen=2.5 if acts else 1)
    out += group(pieces.explorer_chip(number, r=10), at=(19, 24))
    out += text(38, 18, sheet, 12, bold=True, width=118) + text(
        38, 36, f"seat {seat} · {note}", 10.5, fill="soft", width=118
    )
    out += group(pips(hp, 4, 11, "red", most), at=(166, 14)) + text(
        166 + 11 * most, 18, f"{hp}/{most} HP", 10.5, width=68
    )
    out += (
        group(pips(ap, 4, 12, "accent"), at=(166, 34)) + text(166 + 12 * ap, 38, f"{ap} AP", 10.5)
        if acts and ap
        else ""
    )
    if hand == "key":
        out += group(pieces.key(), at=(280, 34))
    elif hand == "artifact":
        out += group(pieces.artifact(), at=(282, 34))
    return out


def _volcano(marker: int, most: int, erupted: bool, cursed: bool) -> str:
    width = _SIDE[1] - 36
    out = panel(_SIDE[1], 62, "Volcano", "the curse is active" if cursed else "no curse yet")
    out += rect(18, 28, width, 12, "inset", "line", r=6)
    done = width if erupted or most == 0 else width * (1 - min(marker, most) / most)
    out += rect(18, 28, max(done, 1), 12, "fire", r=6)
    words = (
        "erupted: lava spreads"
        if erupted
        else "armed: the next lava face erupts"
        if marker == 0
        else f"{marker} steps to go"
    )
    return out + text(18, 55, words, 11, fill="accent" if erupted or marker == 0 else "ink")


def _stores(bag: int, guardians: int, inserted: int, needed: int, artifact: str, sanctuary: bool) -> str:
    out = panel(_SIDE[1], 66)
    out += text(12, 20, f"bag {bag} tiles · guardians {guardians} of 5", 11.5, width=300)
    out += group(pieces.key(), at=(22, 36)) + text(38, 40, f"{inserted} of {needed} inserted", 11.5)
    out += group(pieces.artifact(), at=(166, 36)) + text(180, 40, f"artifact {artifact}", 11.5, width=130)
    return out + text(
        12, 58, "the sanctuary is in play" if sanctuary else "the sanctuary is not found yet", 11, fill="soft"
    )


def _die(face: str) -> str:
    return rect(0, 0, 66, 30, "card", _FACES.get(face, "ink"), r=6, pen=3) + text(
        33, 20, face, 11.5, anchor="middle", bold=True, width=58
    )


def _tile_of(name: str) -> tuple[str, int, str]:
    """Type, number and shape of a tile by its name, such as ruins_4_tee."""
    kind = next((k for k in sorted(pieces.KINDS, key=len, reverse=True) if name.startswith(k)), "normal")
    rest = name.removeprefix(kind).strip("_").split("_", 1)
    if rest[0].isdecimal():
        return kind, int(rest[0]), rest[1] if len(rest) > 1 else ""
    return kind, 0, "_".join(rest)


def _tile_names(view: View) -> list[str]:
    game = view.game
    first = game.action_id("agree")
    names = [game.action_name(i) for i in range(first)]
    return [name.removeprefix("tile ") for name in names if name.startswith("tile ")]


def _in_hand(name: str, open_sides: str) -> str:
    kind, number, shape = _tile_of(name)
    return pieces.ground(kind, number, open_sides, False, False, 64) + text(
        32, 76, shape.replace("_", " "), 10, fill="soft", anchor="middle"
    )


def _side(scene: Scene, view: View) -> float:
    state, (x, width) = view.state, _SIDE
    content = view.content
    hp = {row["id"]: row["hp"] for row in content["explorers"]}
    y = _TOP
    scene.add(_volcano, state["marker"], content["volcano"]["track_max"], state["erupted"], state["cursed"], at=(x, y))
    y += 70
    artifact = "lies in the temple" if isinstance(state["artifact"], dict) else str(state["artifact"])
    needed = max(0, content["items"]["keys_to_unlock"])
    stores = (
        sum(state["bag"]),
        len(state["guardians"]),
        state["inserted"],
        needed,
        artifact,
        state["hall"] is not None,
    )
    scene.add(_stores, *stores, at=(x, y))
    y += 74
    team = state["explorers"]
    scene.add(panel, width, 28 + 53 * len(team), "Team", at=(x, y))
    for seat in range(view.players):
        scene.area(f"seat {seat}", x, y, width, 28 + 53 * len(team))
    for i, e in enumerate(team):
        note = e["status"].replace("_", " ") if e["status"] != "in_temple" else "down" if e["hp"] == 0 else "active"
        if e["sheet"] == "veteran" and state["shield"]:
            note += ", braced"
        turn = i == state["turn"] and not view.is_over and state["stage"] != "draft"
        row = (
            i,
            e["sheet"],
            e["seat"],
            e["hp"],
            hp[e["sheet"]],
            note,
            e["hand"] or "",
            turn,
            state["ap"] if turn else 0,
        )
        scene.add(_row, *row, at=(x + 8, y + 24 + 53 * i), target=f"explorer {e['sheet']}")
    y += 36 + 53 * len(team)
    return _pending(scene, view, y)


def _pending(scene: Scene, view: View, y: float) -> float:
    """What is open: dice, tiles in hand, sheets to draft."""
    state, (x, width) = view.state, _SIDE
    if state["dice"] or state["six"]:
        scene.add(panel, width, 66, "Dice", at=(x, y))
        faces = list(state["dice"])
        for i, face in enumerate(faces):
            scene.add(_die, face, at=(x + 12 + 74 * i, y + 26), target=f"die {face}")
        if state["six"]:
            roll, value = state["six"]
            scene.add(_die, f"{roll} {value}", at=(x + 12 + 74 * len(faces), y + 26), target="die six")
        y += 74
    tiles = [t for t in (state["drawn"], state["other"]) if t is not None]
    if tiles and not view.is_over:
        names, shapes = _tile_names(view), view.content["shapes"]
        scene.add(panel, width, 112, "Tile drawn", at=(x, y))
        for i, tile in enumerate(tiles):
            _, _, shape = _tile_of(names[tile])
            scene.add(
                _in_hand,
                names[tile],
                "".join(shapes.get(shape, [])),
                at=(x + 14 + 84 * i, y + 26),
                target=f"tile {names[tile]}",
            )
        y += 120
    if state["stage"] == "draft":
        free = [row for row in view.content["explorers"] if row["id"] not in {e["sheet"] for e in state["explorers"]}]
        scene.add(panel, width, 30 + 24 * len(free), "Free sheets", at=(x, y))
        for i, row in enumerate(free):
            scene.add(
                _free,
                row["id"],
                row["hp"],
                ", ".join(a["name_en"] for a in row["abilities"]),
                at=(x + 8, y + 24 + 24 * i),
                target=f"explorer {row['id']}",
            )
        y += 38 + 24 * len(free)
    if view.is_over:
        scene.add(_verdict, str(state["end"]).replace("_", " "), f"{view.scores[0]:g}", at=(x, y))
        y += 60
    return y


def _free(sheet: str, hp: int, abilities: str) -> str:
    out = rect(0, 0, _SIDE[1] - 16, 21, "card", "line", r=4) + text(8, 15, sheet, 11, bold=True, width=92)
    return out + text(104, 15, f"{hp} HP", 10.5, fill="soft") + text(146, 15, abilities, 10.5, fill="soft", width=154)


def _verdict(end: str, score: str) -> str:
    return panel(_SIDE[1], 52, f"The end: {end}") + text(10, 40, f"score {score}", 12)


def draw(view: View, scene: Scene) -> None:
    """Draw a position."""
    temple = _Temple(view.state)
    scene.add(
        heading,
        940,
        f"Sub Terra II · {view.options['difficulty']} · round {view.state['rounds'] + 1}",
        view.turn,
        at=(10, 10),
    )
    _draw_temple(scene, view.state, temple)
    bottom = _side(scene, view)
    scene.grow(max(bottom, _TOP + (temple.bottom + 2) * pieces.C + 12) + 6)


# ---------------------------------------------------------------- components


def _sheet(number: int, name: str, hp: int, abilities: tuple[tuple[str, int, str], ...]) -> str:
    out = rect(0, 0, 308, 136, "card", "line", r=5) + text(12, 19, name, 12.5, bold=True, width=150)
    out += group(pips(hp, 4, 11, "red"), at=(296 - 11 * hp, 14))
    for i, (ability, cost, effect) in enumerate(abilities):
        y = 30 + 53 * i
        out += text(12, y + 10, f"{ability} ({f'{cost} AP' if cost else 'passive'})", 11, bold=True, width=284)
        out += paragraph(12, y + 13, effect, 10, 284, 38, fill="soft", least=7.5)
    return out


def _tile_kind(kind: str, number: int, open_sides: str, label: str, effect: str) -> str:
    out = pieces.ground(kind, number, open_sides, False, False, 64) + text(74, 14, label, 11.5, bold=True, width=230)
    return out + paragraph(74, 18, effect, 10, 230, 50, fill="soft", least=7.5)


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
        scene.add(_tile_kind, kind, 0, "".join(content["shapes"][shape]), label, effect, at=(10 + x, top + y))
    scene.grow(top + -(-len(kinds) // 3) * 82 + 8)


# ---------------------------------------------------------------- actions


def _reached(temple: _Temple, start: Cell, step: Cell, verb: str) -> Cell:
    """Where a direction leads: the neighbour, or for a scope the first empty cell in line."""
    x, y = start
    if verb == "scope":
        while (x, y) in temple.cells:
            x, y = x + step[0], y + step[1]
        return (x, y)
    return (x + step[0], y + step[1])


def targets(view: View, name: str) -> list[str]:
    """Return the parts of the picture an action is about."""
    state = view.state
    temple = _Temple(state)
    here = _actor(state, temple)
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
            drawn = [_tile_names(view)[t] for t in (state["drawn"], state["other"]) if t is not None]
            found = name if tile in drawn else None
        case ["push" | "brace"]:
            found = f"explorer {state['explorers'][state['turn']]['sheet']}"
        case _:
            found = None
    return [found] if found else []


def whispered(view: View, name: str) -> str:
    """The team hides nothing."""
    return name
