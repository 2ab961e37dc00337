"""The picture of a game without a drawing module: its text in a frame."""

from __future__ import annotations

from html import escape

from .._engine import Game
from .svg import Scene, classes, heading, panel, text
from .view import View

_SIZE = 12.0


def _lines(content: str) -> str:
    rows = content.rstrip("\n").split("\n")
    # The widest monospaced fonts need 0.62 of the size for a character.
    size = min(_SIZE, 920 / max(1, 0.62 * max(map(len, rows))))
    return "".join(
        f'<text x="20" y="{64 + i * 15}" font-size="{size:.1f}" font-family="monospace" xml:space="preserve"'
        f"{classes('ink')}>"
        f"{escape(row, quote=False)}</text>"
        for i, row in enumerate(rows)
    )


def draw(view: View, scene: Scene, content: str) -> None:
    """Draw the text of a position."""
    height = 15 * content.count("\n") + 40
    scene.add(heading, 940, view.game.name, view.turn, at=(10, 10))
    scene.add(panel, 940, height, at=(10, 40))
    scene.add(_lines, content)
    scene.grow(height + 50)


def components(game: Game, scene: Scene) -> None:
    """Draw a list of the content's tables."""
    scene.add(heading, 940, game.name, "components", at=(10, 10))
    y = 60.0
    for name, table in game.content.items():
        size = len(table) if isinstance(table, (list, dict)) else 1
        scene.add(text, 20, y, f"{name}: {size} entries", 12)
        y += 18
    scene.grow(y + 10)


def targets(view: View, name: str) -> list[str]:
    """Return nothing: text has no parts that stand for an action."""
    return []
