"""The Shaft: the rope in the shaft, and the gems."""

from __future__ import annotations

from .._engine import Game
from .svg import Scene, circle, heading, line, panel, polygon, rect, seat_chip, text
from .view import View, points

_STEP = 11.0
_TOP = 64.0


def _gem(name: str, value: int) -> str:
    shape = polygon([(-16, -6), (-8, -16), (8, -16), (16, -6), (0, 16)], "sky", "ink", pen=1.5)
    shape += line(-16, -6, 16, -6, "ink") + text(0, 8, str(value), 11, anchor="middle", bold=True)
    return shape + text(0, 34, name, 11, anchor="middle", width=80)


def _face_down() -> str:
    return rect(-14, -16, 28, 32, "back", "ink", r=4) + text(0, 5, "?", 15, fill="white", anchor="middle", bold=True)


def _lantern() -> str:
    return rect(-8, -10, 16, 22, "sun", "ink", r=3) + circle(0, -14, 4, None, "ink") + circle(0, 1, 4, "fire")


def _shaft(depth: int) -> str:
    out = rect(0, 0, 130, depth * _STEP, "rock", "line", r=3)
    for i in range(depth + 1):
        out += line(50, i * _STEP, 80, i * _STEP, "line", pen=1.5)
    out += line(50, 0, 50, depth * _STEP, "line", pen=2) + line(80, 0, 80, depth * _STEP, "line", pen=2)
    return out


def _label(left: int) -> str:
    return text(0, 0, str(left), 10, fill="soft", anchor="end")


def _rung() -> str:
    return rect(0, -_STEP / 2, 130, _STEP, "panel", opacity=0.01)


def _rope(length: float) -> str:
    return line(0, 0, 0, length, "brown", pen=4) + circle(0, length, 7, "brown", "ink", pen=1.5)


def draw(view: View, scene: Scene) -> None:
    """Draw a position."""
    state = view.state
    depth, left = state["depth"], state["left"]
    scene.width = 480
    acting = next((each["name"] for each in state["explorers"] if each["seat"] == state["to_act"]), None)
    turn = view.turn if acting is None else f"{acting} to lead"
    scene.add(heading, 460, "The Shaft", f"{left} of {depth} steps left · {turn}", at=(10, 10))
    scene.add(_shaft, depth, at=(50, _TOP))
    for step in range(0, depth + 1, 5):
        scene.add(_label, step, at=(42, _TOP + (depth - step) * _STEP + 4))
    for i in range(1, depth + 1):
        scene.add(_rung, at=(50, _TOP + i * _STEP), target=f"step {i}")
    scene.add(_rope, (depth - left) * _STEP, at=(115, _TOP))
    y = _TOP - 10
    for each in state["explorers"]:
        acts = each["seat"] == state["to_act"]
        framed = each["seat"] if view.framed(each["seat"]) else None
        scene.add(panel, 260, 92, "", "", framed, at=(205, y))
        scene.area(f"seat {each['seat']}", 205, y, 260, 92)
        scene.add(seat_chip, each["seat"], 13, at=(230, y + 26))
        scene.add(text, 0, 0, f"{each['name']}: {points(each['points'])}", 13, at=(252, y + 31))
        note = "to act" if acts else "has the lantern" if each["lantern"] else ""
        scene.add(text, 0, 0, note, 11, at=(252, y + 50))
        if each["gem"] is None:
            scene.add(_face_down, at=(420, y + 38))
        else:
            scene.add(_gem, each["gem"]["name"], each["gem"]["value"], at=(420, y + 30))
        if each["lantern"]:
            scene.add(_lantern, at=(370, y + 36))
        y += 104
    scene.grow(max(y, _TOP + depth * _STEP + 16))


def components(game: Game, scene: Scene) -> None:
    """Draw the gems."""
    kinds = game.content["gems"]
    scene.width = 480
    scene.add(heading, 460, "The Shaft", "components", at=(10, 10))
    for i, kind in enumerate(kinds):
        x = 60 + i * 110
        scene.add(_gem, kind["id"], kind["value"], at=(x, 70))
        scene.add(text, 0, 0, f"{kind['count']} in the bag", 11, at=(x - 36, 124))
    scene.grow(145)


def targets(view: View, name: str) -> list[str]:
    """Return the rung that a lead reaches."""
    gone = view.state["depth"] - view.state["left"]
    return [f"step {gone + int(name.rsplit(' ', 1)[1])}"]
