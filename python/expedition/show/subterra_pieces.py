"""The pieces of Sub Terra II: tiles as corridors in the rock, figures, objects."""

from __future__ import annotations

from .svg import circle, group, line, measure, path, polygon, rect, seat_chip, text

C = 78.0
"""The side of a cell."""
# The floor and short name of each type of cell.
KINDS = {
    "normal": ("floor", ""), "bridge": ("floor", "Bridge"), "key": ("sun", "Key"), "lava": ("lava", "Lava"),
    "spike_trap": ("rose", "Spikes"), "dart_trap": ("sky", "Darts"), "ruins": ("rock", "Ruins"),
    "guardian": ("mint", "Guardian"), "journal": ("leaf", "Journal"), "entrance_exit": ("sand", "Exit"),
    "entrance_crossing": ("sand", "Entrance"), "sanctuary_hall": ("sun", "Hall"), "sanctuary_vault": ("sun", "Vault"),
}  # fmt: skip
SIDES = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}


def sign(kind: str, number: int = 0) -> str:
    """Return the sign of a type around the origin, about 22 wide."""
    match kind:
        case "bridge":
            planks = "".join(line(x, -8, x, 8, "brown", pen=3) for x in (-8, -3, 2, 7))
            return planks + line(-12, -5, 11, -5, "brown") + line(-12, 5, 11, 5, "brown")
        case "lava":
            flame = path("M0 -11C8 -3 7 2 5 6C4 10 -4 10 -5 6C-8 1 -2 -2 0 -11Z", "fire", "ink")
            return flame + path("M0 -3C3 1 3 3 2 5C1 7 -2 7 -2 4C-3 2 -1 0 0 -3Z", "yellow")
        case "spike_trap":
            return "".join(polygon([(x - 3.5, 8), (x, -8), (x + 3.5, 8)], "silver", "ink") for x in (-8, 0, 8))
        case "dart_trap":
            return "".join(
                line(-9, y, 5, y, "ink", pen=1.5) + polygon([(5, y - 3), (11, y), (5, y + 3)], "red", "ink")
                for y in (-6, 1, 8)
            )
        case "ruins":
            die = rect(-10, -10, 20, 20, "card", "ink", r=5)
            return die + text(0, 5, str(number or "?"), 14, anchor="middle", bold=True)
        case "guardian":
            return guardian_shape("silver")
        case "key":
            return key()
        case "journal":
            lines = "".join(line(-4, y, 5, y, "soft") for y in (-4, 0, 4))
            return rect(-8, -9, 16, 18, "card", "ink", r=2) + line(-6, -9, -6, 9, "brown", pen=2) + lines
        case "entrance_exit":
            sun = circle(0, -2, 9, "yellow", "ink")
            return sun + path("M-9 10V0C-9 -10 9 -10 9 0V10H5V1C5 -4 -5 -4 -5 1V10Z", "silver", "ink")
        case "sanctuary_hall" | "sanctuary_vault":
            roof = polygon([(-11, -3), (0, -10), (11, -3)], "gold", "ink")
            return roof + "".join(rect(x, -3, 4, 11, "gold", "ink") for x in (-9, -2, 5))
        case _:
            return ""


def guardian_shape(fill: str) -> str:
    """Return a Guardian around the origin: a stone head with burning eyes."""
    head = path("M-8 9V-3L-10 -8L-5 -7C-3 -11 3 -11 5 -7L10 -8L8 -3V9Z", fill, "ink")
    eyes = circle(-3, -2, 1.8, "yellow", "ink") + circle(3, -2, 1.8, "yellow", "ink")
    return head + eyes + path("M-4 5L-2 3L0 5L2 3L4 5", None, "ink", pen=1.3)


def key() -> str:
    """Return a Key around the origin."""
    bow = circle(-5, 0, 4.8, "gold", "ink") + circle(-5, 0, 1.7, "card", "ink")
    return line(-1, 0, 9, 0, "ink", pen=3) + line(6, 0, 6, 4, "ink", pen=2) + line(9, 0, 9, 4, "ink", pen=2) + bow


def artifact() -> str:
    """Return the Artifact around the origin."""
    gem = polygon([(0, -9), (8, -2), (5, 8), (-5, 8), (-8, -2)], "purple", "ink", pen=1.5)
    return gem + circle(0, 1, 3, "yellow", "ink")


def explorer_chip(number: int, down: bool = False, r: float = 8) -> str:
    """Return the figure of an explorer by its number in turn order; one that is down is pale and has a cross."""
    lamp = circle(0, -r * 1.05, r * 0.45, "yellow", "ink") if not down else ""
    out = lamp + seat_chip(number, r, str(number + 1))
    if not down:
        return out
    a, b = r * 0.45, r * 1.25
    cross = line(a, a, b, b, "accent", pen=2.5) + line(a, b, b, a, "accent", pen=2.5)
    return group(out, attr=' opacity="0.55"') + cross


def rubble() -> str:
    """Return Rubble around the origin."""
    stones = ((-14, 6, 7), (-2, 10, 8), (12, 7, 7), (4, 0, 6), (-8, -2, 5))
    return "".join(circle(x, y, r, "silver", "ink") for x, y, r in stones)


def ground(
    kind: str,
    number: int,
    open_sides: tuple[str, ...],
    flipped: bool = False,
    consolidated: bool = False,
    size: float = C,
) -> str:
    """Return a tile with its corner at the origin: rock with a room cut into it, and a corridor to each open side."""
    fill, label = KINDS.get(kind, ("floor", kind))
    floor = "fire" if flipped else "floor" if consolidated else fill
    out = rect(0, 0, size, size, "stone")
    out += "".join(
        circle(x * size, y * size, 3.2, "rock") for x, y in ((0.07, 0.08), (0.93, 0.1), (0.08, 0.93), (0.92, 0.9))
    )
    edge, wide = size * 0.13, size * 0.56
    room = rect(edge, edge, size - 2 * edge, size - 2 * edge, floor, r=size * 0.12)
    arms = ""
    for side in open_sides:
        dx, dy = SIDES[side]
        x, y = (size - wide) / 2, (size - wide) / 2
        if dx:
            x, w, h = (size - edge * 1.6 if dx > 0 else 0), edge * 1.6, wide
        else:
            y, w, h = (size - edge * 1.6 if dy > 0 else 0), wide, edge * 1.6
        arms += rect(x, y, w, h, floor)
    out += room + arms
    if flipped:
        return out + "".join(
            path(f"M16 {y * size:.0f}q6 -7 12 0t12 0t12 0t8 -3", None, "yellow", pen=2.5) for y in (0.36, 0.55, 0.74)
        )
    if kind == "bridge" and not consolidated:
        out += rect(edge + 4, edge + 4, size - 2 * edge - 8, size - 2 * edge - 8, "water", r=8)
    shown = sign(kind, number)
    if size == C and label:
        out += text(edge + 3, edge + 11, label, 9, width=size - 2 * edge - 6, least=1)
    # A sign goes beside its label, or below a long one.
    lower = 11 if measure(label, 9) > size - 2 * edge - 20 else 0
    out += group(f'<g transform="scale(0.74)">{shown}</g>', at=(size - edge - 10, edge + 11 + lower)) if shown else ""
    if consolidated:
        out += path(f"M{edge + 4} {size - edge - 8}l4 5l8 -11", None, "good", pen=3)
    return out


def unknown() -> str:
    """Return a cell that can be revealed."""
    dark = rect(4, 4, C - 8, C - 8, "inset", "line", r=10, dash="5 5")
    return dark + text(C / 2, C / 2 + 7, "?", 20, fill="soft", anchor="middle", bold=True)


def marker(dx: int, dy: int, colour: str) -> str:
    """Return a mark on the edge towards a neighbour."""
    x, y = C / 2 + dx * C / 2, C / 2 + dy * C / 2
    a, b = (x - 12 * dy, y - 12 * dx), (x + 12 * dy, y + 12 * dx)
    return line(*a, *b, colour, pen=6, dash="3 4")


def things(
    figures: tuple[tuple[int, bool], ...], guardians: int, keys: int, has_artifact: bool, has_rubble: bool
) -> str:
    """Return the figures and objects on a cell."""
    items = [explorer_chip(number, down) for number, down in figures]
    if guardians:
        items.append(guardian_shape("red") + _number(guardians))
    objects = [key() + _number(keys)] if keys else []
    objects += [artifact()] if has_artifact else []
    # Things on the floor have a row of their own below the figures.
    rows = [items[i : i + 3] for i in range(0, len(items), 3)] + ([objects] if objects else [])
    out = group(rubble(), at=(C / 2, C - 22)) if has_rubble else ""
    for down, row in enumerate(rows):
        left = C / 2 - 10 * (len(row) - 1)
        out += "".join(group(item, at=(left + 20 * i, 43 + 19 * down)) for i, item in enumerate(row))
    return out


def _number(count: int) -> str:
    """Return the badge with the number of equal pieces, at the upper right."""
    if count < 2:
        return ""
    return circle(8, -8, 6, "card", "ink") + text(8, -4.8, str(count), 9, anchor="middle", bold=True)
