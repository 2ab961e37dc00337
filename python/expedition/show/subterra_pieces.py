"""The pieces of Sub Terra II: tiles, figures, objects."""

from __future__ import annotations

from .svg import circle, group, line, path, polygon, rect, seat_chip, text

C = 76.0
"""The side of a cell."""
# Ground and short name of each type of cell.
KINDS = {
    "normal": ("earth", ""), "bridge": ("water", "bridge"), "key": ("sun", "key"), "lava": ("lava", "lava"),
    "spike_trap": ("rose", "spikes"), "dart_trap": ("sky", "darts"), "ruins": ("rock", "ruins"),
    "guardian": ("mint", "guard"),
    "journal": ("leaf", "journal"), "entrance_exit": ("sand", "exit"), "entrance_crossing": ("sand", "crossing"),
    "sanctuary_hall": ("sun", "hall"), "sanctuary_vault": ("sun", "vault"),
}  # fmt: skip


def sign(kind: str, number: int = 0) -> str:
    """The sign of a type around the origin, about 22 wide."""
    match kind:
        case "bridge":
            return (
                "".join(line(x, -8, x, 8, "brown", pen=3) for x in (-8, -3, 2, 7))
                + line(-12, -5, 11, -5, "brown")
                + line(-12, 5, 11, 5, "brown")
            )
        case "lava":
            return path("M0 -11C8 -3 7 2 5 6C4 10 -4 10 -5 6C-8 1 -2 -2 0 -11Z", "fire", "ink")
        case "spike_trap":
            return "".join(polygon([(x - 3.5, 8), (x, -8), (x + 3.5, 8)], "silver", "ink") for x in (-8, 0, 8))
        case "dart_trap":
            return "".join(
                line(-9, y, 5, y, "ink", pen=1.5) + polygon([(5, y - 3), (11, y), (5, y + 3)], "ink")
                for y in (-6, 1, 8)
            )
        case "ruins":
            return rect(-10, -10, 20, 20, "card", "ink", r=4) + text(
                0, 5, str(number or "?"), 14, anchor="middle", bold=True
            )
        case "guardian":
            return guardian_shape("silver")
        case "key":
            return key()
        case "journal":
            return rect(-8, -9, 16, 18, "card", "ink", r=2) + "".join(line(-5, y, 5, y, "soft") for y in (-4, 0, 4))
        case "entrance_exit":
            return polygon([(-8, 8), (-8, -2), (0, -9), (8, -2), (8, 8)], "card", "ink") + rect(-3, 0, 6, 8, "ink")
        case "sanctuary_hall" | "sanctuary_vault":
            return polygon([(-11, -3), (0, -10), (11, -3)], "gold", "ink") + "".join(
                rect(x, -3, 4, 11, "gold", "ink") for x in (-9, -2, 5)
            )
        case _:
            return ""


def guardian_shape(fill: str) -> str:
    """Return a Guardian around the origin."""
    return (
        path("M-7 9V-2C-7 -12 7 -12 7 -2V9Z", fill, "ink")
        + circle(-2.5, -3, 1.5, "ink")
        + circle(2.5, -3, 1.5, "ink")
        + line(-3, 3, 3, 3, "ink")
    )


def key() -> str:
    """Return a Key around the origin."""
    return (
        circle(-5, 0, 4.5, "gold", "ink")
        + line(-1, 0, 9, 0, "ink", pen=3)
        + line(6, 0, 6, 4, "ink", pen=2)
        + line(9, 0, 9, 4, "ink", pen=2)
    )


def artifact() -> str:
    """Return the Artifact around the origin."""
    return polygon([(0, -9), (8, -2), (5, 8), (-5, 8), (-8, -2)], "purple", "ink", pen=1.5) + circle(0, 1, 3, "sun")


def explorer_chip(number: int, down: bool = False, r: float = 8) -> str:
    """Return the figure of an explorer by its number in turn order; who is down is pale and bears a cross."""
    out = seat_chip(number, r, str(number + 1))
    if not down:
        return out
    a, b = r * 0.45, r * 1.25
    cross = line(a, a, b, b, "accent", pen=2.5) + line(a, b, b, a, "accent", pen=2.5)
    return group(out, attr=' opacity="0.55"') + cross


def rubble() -> str:
    """Return Rubble around the origin."""
    stones = ((-14, 6, 7), (-2, 10, 8), (12, 7, 7), (4, 0, 6), (-8, -2, 5))
    return "".join(circle(x, y, r, "silver", "ink") for x, y, r in stones)


def ground(kind: str, number: int, open_sides: str, flipped: bool, consolidated: bool, size: float = C) -> str:
    """A tile with its corner at the origin: thick lines are walls."""
    fill, label = KINDS.get(kind, ("earth", kind))
    if flipped:
        out = rect(0, 0, size, size, "lava") + "".join(
            path(f"M6 {y}q8 -9 16 0t16 0t16 0t16 0", None, "fire", pen=2.5) for y in (24, 42, 60)
        )
    else:
        out = rect(0, 0, size, size, "earth" if consolidated else fill)
        shown = sign(kind, number)
        out += text(6, 14, label, 10, width=size - (36 if shown else 10))
        out += group(shown, at=(size - 16, 17)) if shown else ""
        if consolidated:
            out += path(f"M6 {size - 10}l4 5l8 -11", None, "good", pen=3)
    ends = {"N": (0, 0, size, 0), "E": (size, 0, size, size), "S": (0, size, size, size), "W": (0, 0, 0, size)}
    out += rect(0.5, 0.5, size - 1, size - 1, None, "line")
    for side, (ax, ay, bx, by) in ends.items():
        if side not in open_sides:
            inset = {"N": (0, 2), "E": (-2, 0), "S": (0, -2), "W": (2, 0)}[side]
            out += line(ax + inset[0], ay + inset[1], bx + inset[0], by + inset[1], "ink", pen=4.5)
    return out


def unknown() -> str:
    """Return a cell that can be revealed."""
    return rect(3, 3, C - 6, C - 6, None, "line", r=5, dash="5 5") + text(
        C / 2, C / 2 + 6, "?", 18, fill="soft", anchor="middle"
    )


def marker(dx: int, dy: int, colour: str) -> str:
    """A mark on the edge towards a neighbour."""
    x, y = C / 2 + dx * C / 2, C / 2 + dy * C / 2
    a, b = (x - 10 * dy, y - 10 * dx), (x + 10 * dy, y + 10 * dx)
    return line(*a, *b, colour, pen=6, dash="3 4")


def things(
    figures: tuple[tuple[int, bool], ...], guardians: int, keys: int, has_artifact: bool, has_rubble: bool
) -> str:
    """Return what stands and lies on a cell."""
    items = [explorer_chip(number, down) for number, down in figures]
    if guardians:
        items.append(guardian_shape("red") + (text(9, 8, f"×{guardians}", 10.5, bold=True) if guardians > 1 else ""))
    if keys:
        items.append(key() + (text(8, -3, f"×{keys}", 10, bold=True) if keys > 1 else ""))
    if has_artifact:
        items.append(artifact())
    out = group(rubble(), at=(C / 2, C - 20)) if has_rubble else ""
    for i, item in enumerate(items):
        out += group(item, at=(15 + (i % 3) * 23, 36 + (i // 3) * 20))
    return out
