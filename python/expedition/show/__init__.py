"""Pictures of positions and components: our own vector drawings, without any publisher's artwork.

>>> import expedition
>>> ep = expedition.Game("toy").episode(seed=1)
>>> ep.to_svg(viewer=0).startswith("<svg")
True

Each game has a module here with the same functions: ``draw`` (a position), ``components`` (the gallery), ``targets``
(the parts of the picture that stand for an action). They draw the result of ``ep.view(seat)`` and know nothing else of
the position, so what is hidden from a seat cannot be in its picture. A game without a module is shown as text.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from .._engine import Episode, Game
from . import theme as themes
from .svg import Cache, Scene
from .view import View, Views

__all__ = ["Artist", "gallery", "to_svg"]


def module_of(name: str) -> ModuleType:
    """Return the drawing module of a game."""
    try:
        return import_module(f"{__name__}.{name}")
    except ModuleNotFoundError as error:
        if error.name != f"{__name__}.{name}":
            raise
        return import_module(f"{__name__}.plain")


class Artist:
    """Draws positions of one game, keeping the parts already drawn."""

    def __init__(self, game: Game) -> None:
        self.module = module_of(game.name)
        self.cache = Cache()
        self._views = Views(game)

    def view(self, ep: Episode, viewer: int | None = None) -> View:
        """Return the view of a seat."""
        return self._views.of(ep, viewer)

    def scene(self, ep: Episode, viewer: int | None = None) -> Scene:
        """Return the picture of a position as a scene."""
        view = self.view(ep, viewer)
        scene = Scene(960, f"{view.game.name}: {view.turn}", self.cache)
        if self.module.__name__.endswith(".plain"):
            self.module.draw(view, scene, ep.to_text(viewer))
        else:
            self.module.draw(view, scene)
        return scene

    def asks(self, ep: Episode, viewer: int | None = None) -> str:
        """Return the question to the seat to act, in words."""
        view = self.view(ep, viewer)
        words: str = getattr(self.module, "asks", lambda view: view.asks)(view)
        return words

    def targets(self, ep: Episode, action: int) -> list[str]:
        """Return the names of the parts of the picture that stand for an action."""
        return list(self.module.targets(self.view(ep), self._views.game.action_name(action)))


def to_svg(ep: Episode, viewer: int | None = None, theme: str = "auto") -> str:
    """Return the picture of a position as an SVG document; with a viewer, only what that seat may know."""
    return Artist(ep.game).scene(ep, viewer).svg(themes.check(theme))


def gallery(game: Game, theme: str = "auto") -> str:
    """Return a picture of the components of a game as an SVG document."""
    scene = Scene(960, f"{game.name}: components")
    module_of(game.name).components(game, scene)
    return scene.svg(themes.check(theme))
