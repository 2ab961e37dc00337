"""The board of Arnak: card row, sites, research track, supplies."""

from __future__ import annotations

from typing import Any

from . import arnak_pieces as pieces
from .arnak_pieces import CARD, RIVAL
from .svg import Scene, group, line, panel, polygon, rect, text
from .view import View

_SITES = 572.0
_TRACK = (592.0, 358.0)
_LABEL = 92.0
_ROW = 58.0


def seat_of(view: View, name: str | None) -> int | None:
    """Return the seat with this name; the rival has a number of its own."""
    if name is None:
        return None
    return view.game.seat_names.index(name) if name in view.game.seat_names else RIVAL


# ---------------------------------------------------------------- the row


def _gap() -> str:
    return rect(0, 0, *CARD, None, "line", r=7, dash="5 5")


def _staff(round_number: int) -> str:
    moon = polygon([(12, 0), (20, 10), (12, 20), (4, 10)], "gold", "ink")
    middle = CARD[1] / 2
    badge = rect(1, middle - 12, 22, 24, "card", "gold", r=5, pen=2)
    return (
        line(12, 4, 12, CARD[1] - 4, "gold", pen=5)
        + moon
        + badge
        + text(12, middle + 5, str(round_number), 13, anchor="middle", bold=True)
    )


def row(scene: Scene, view: View, state: dict[str, Any], y: float) -> float:
    """Draw the card row; return the top of the next part."""
    tables = pieces.tables_of(view)
    x = 10.0
    for side in (list(reversed(state["artifacts"])), None, state["items"]):
        if side is None:
            tip = "the moon staff: artifacts to the left, items to the right"
            scene.add(_staff, state["round"], at=(x - 1, y), title=tip)
            x += 24
            continue
        for name in side:
            if name is None:
                scene.add(_gap, at=(x, y))
            else:
                card = tables.card(name)
                scene.add(pieces.card, card, at=(x, y), target=f"card {card.id}")
            x += CARD[0] + 3
    return y + CARD[1] + 12


# ---------------------------------------------------------------- the sites


def _guardian(view: View, site: dict[str, Any]) -> tuple[str, str, str] | None:
    return (site["guardian"], site["guardian_cost"], site["guardian_boon"]) if site["guardian"] else None


def _height(site: dict[str, Any], width: float) -> float:
    """Return the height that a site needs for what is on it."""
    words = site["effect"] or ""
    needed = 53 + pieces.gain_height(words, 10, width - 16) if words else 50
    if not words and site["idol"]:
        needed = 57 + max(28.0, pieces.gain_height(site["idol"], 9.5, width - 42))
    guard = pieces.guard_height(site["guardian_boon"], width - 6) + 6 if site["guardian"] else 0.0
    return max(92.0, needed + (guard or (14 if words else 4)))


def sites(scene: Scene, view: View, state: dict[str, Any], top: float, bottom: float) -> float:
    """Draw the places and the camps, down to ``bottom`` at least; return the top of the next part."""
    levels = [[site for site in state["sites"] if site["level"] == level] for level in (0, 1, 2)]
    half = len(levels[1]) // 2
    rows = [levels[2], levels[1][half:], levels[1][:half], levels[0]]
    widths = [(_SITES - 4 * (len(each) - 1)) / max(1, len(each)) for each in rows]
    heights = [max(_height(site, wide) for site in each) for each, wide in zip(rows, widths, strict=True)]
    spare = max(0.0, bottom - top - sum(heights) - 4 * len(rows)) / len(rows)
    costs = view.content["discover"]["compass"]
    y = top
    for each, wide, high in zip(rows, widths, heights, strict=True):
        for column, site in enumerate(each):
            spaces = tuple(
                (pieces.spelled(space["travel"]), seat_of(view, space["figure"])) for space in site["spaces"]
            )
            price = f"{costs[site['level'] - 1]} compass" if site["level"] else ""
            parts = (site["name"], site["level"], site["effect"] or "", "" if site["effect"] else site["idol"] or "")
            scene.add(
                pieces.site, *parts, price, spaces, _guardian(view, site), (wide, high + spare),
                at=(10 + column * (wide + 4), y), target=f"site {site['id']}",
            )  # fmt: skip
        y += high + spare + 4
    return y + 4


# ---------------------------------------------------------------- research


def _label(words: str, worth: int, kind: str) -> str:
    out = group(pieces.token_shape(kind), at=(8, 9)) + text(
        18, 13, f"{worth} {'point' if worth == 1 else 'points'}", 10, bold=True
    )
    return out + pieces.gain(0, 17, words, 9.5, _LABEL, _ROW - 17, "soft")


def _bridges(edges: tuple[tuple[float, float, float, float], ...]) -> str:
    return "".join(line(*edge, "dirt", pen=5) + line(*edge, "brown", pen=1, dash="2 3") for edge in edges)


def research_height() -> float:
    """Return the height of the research track."""
    return 8 * _ROW + 62


def research(scene: Scene, view: View, state: dict[str, Any], top: float, height: float) -> None:
    """Draw the research track."""
    tables = pieces.tables_of(view)
    track = view.content[f"research_{view.options['board']}"]
    x, width = _TRACK
    scene.add(panel, width, height, "Research", "up to the Lost Temple", at=(x, top))
    step = (height - 60) / 8
    where: dict[str, tuple[float, float, float]] = {}
    for space in state["research"]:
        beside = [s for s in state["research"] if s["row"] == space["row"]]
        room = width - 2 * _LABEL - 24
        wide = room / max(len(beside), 2)
        left = x + 12 + _LABEL + (room - wide * len(beside)) / 2 + wide * beside.index(space)
        where[space["id"]] = (left, top + 24 + (8 - space["row"]) * step, wide - 4)
    high = step - 10
    edges = []
    for space in track["spaces"]:
        for other in space["next"]:
            (ax, ay, aw), (bx, by, bw) = where[space["id"]], where[other]
            edges.append((ax + aw / 2, ay + 2, bx + bw / 2, by + high - 2))
    scene.add(_bridges, tuple(edges))
    for space in state["research"]:
        left, y, wide = where[space["id"]]
        tokens = tuple((seat_of(view, t["owner"]) or 0, t["token"]) for t in space["tokens"])
        title = f"{space['name']}: {', '.join(space['bonus_tiles']) or 'no bonus tile'}"
        scene.add(
            pieces.research_space, space["cost"], tuple(space["bonus_tiles"]), tokens, (wide, high),
            at=(left, y), target=f"research {space['id']}", title=title,
        )  # fmt: skip
    for row in track["rows"]:
        y = top + 24 + (8 - row["row"]) * step
        for kind, key, at in (
            ("magnifying glass", "magnifier", x + 10),
            ("notebook", "notebook", x + width - _LABEL - 8),
        ):
            scene.add(_label, tables.words(row[f"{key}_effect"]), row[f"{key}_points"], kind, at=(at, y - 4))
    temple = state["lost_temple"]
    kinds = tuple(sorted(temple["kinds"])) if temple["kinds"] else ()
    scene.add(_stack, temple["bonus_tiles"], kinds, temple["next_arrival_points"], at=(x + 10, top + 22))
    start = [
        (seat, token)
        for seat, player in enumerate(state["players"])
        for token, at in (("magnifying glass", player["magnifying_glass"]), ("notebook", player["notebook"]))
        if at is None
    ]
    if "rival" in state and state["rival"]["magnifying_glass"] is None:
        start.append((RIVAL, "magnifying glass"))
    scene.add(_start, tuple(start), at=(x + 10, top + height - 34))


def _stack(count: int, known: tuple[str, ...], arrival: int | None) -> str:
    """Return the tiles in the Lost Temple, with their kinds if known, and the points for the next arrival."""
    out = text(0, 13, f"{count} temple tiles" if count != 1 else "1 temple tile", 9.5, bold=True, width=_LABEL)
    for i, kind in enumerate(known):
        out += group(pieces.bonus_sign(kind), at=(10 + 20 * (i % 4), 28 + 20 * (i // 4)))
    if not known and count:
        out += "".join(rect(20 * i, 20, 18, 18, "back", "ink", r=4) for i in range(min(count, 4)))
    x = _TRACK[1] - _LABEL - 18
    return out + (text(x, 13, f"arrive: {arrival} points", 9.5, bold=True, width=_LABEL, least=0.92) if arrival else "")


def _start(tokens: tuple[tuple[int, str], ...]) -> str:
    if not tokens:
        return ""
    out = text(0, 20, "at the start", 10, fill="soft")
    return out + "".join(group(pieces.token(seat, kind), at=(78 + 24 * i, 17)) for i, (seat, kind) in enumerate(tokens))


# ---------------------------------------------------------------- supplies


def _temple(worth: int, left: int, cost: str) -> str:
    out = rect(0, 0, 110, 37, "card" if left else "inset", "line", r=6, dash="" if left else "4 3")
    star = polygon([(4, 18), (19, 3), (34, 18), (19, 33)], "sun", "gold", pen=2)
    out += (
        star + text(19, 23, str(worth), 13, anchor="middle", bold=True) + text(40, 14, f"{left} left", 9.5, fill="soft")
    )
    if not cost:
        return out + text(40, 30, "free", 9.5)
    signs, wide = pieces.priced(cost, 0.72, 11)
    return out + group(pieces.small(signs, min(1.0, 68 / max(wide, 1.0))), at=(39, 26))


def supplies(scene: Scene, view: View, state: dict[str, Any], y: float) -> float:
    """Draw the assistants and the temple tiles; return the top of the next part."""
    supply = state["assistants"]
    shown = [(each["top"], each["below"]) for each in supply["stacks"] if each["top"]]
    rescue = supply["rescue"]
    shown += [(top, supply["rescue_below"] + len(rescue) - 1 - i) for i, top in enumerate(rescue)]
    wide = min(190.0, (_SITES - 16) / max(1, len(shown)) - 4)
    words = [side for top, _ in shown for side in (top["silver"], top["gold"])]
    titles = [pieces.supply_title(top["name"], below, wide) for top, below in shown]
    lines = max([1, *map(len, titles)])
    high = 19 + 11 * lines + 2 * max([26.0, *(pieces.gain_height(side, 9.5, wide - 27) for side in words)])
    height = max(112.0, high + 32)
    scene.add(panel, _SITES, height, "Assistants", f"{state['fear_supply']} fear cards left", at=(10, y))
    for i, ((top, _), title) in enumerate(zip(shown, titles, strict=True)):
        scene.add(
            pieces.assistant, title, top["silver"], top["gold"], "", (wide, height - 32),
            at=(18 + i * (wide + 4), y + 24), target=f"assistant {top['id']}",
        )  # fmt: skip
    x, width = _TRACK
    scene.add(panel, width, height, "Temple tiles", at=(x, y))
    for i, tile in enumerate(state["lost_temple"]["temple_tiles"]):
        scene.add(
            _temple, tile["points"], tile["left"], tile["cost"],
            at=(x + 9 + (i % 3) * 115, y + 25 + (i // 3) * 41), target=f"temple {tile['id']}",
            title=f"{tile['name']} for {tile['cost'] or 'nothing'}",
        )  # fmt: skip
    return y + height + 8
