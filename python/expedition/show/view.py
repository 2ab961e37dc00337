"""The input of a picture: a position as one seat knows it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .._engine import Episode, Game


@dataclass(frozen=True)
class View:
    """A position as one seat knows it, or all of it (``viewer`` None). Drawings read nothing else."""

    game: Game
    content: dict[str, Any]
    options: dict[str, Any]
    players: int
    state: dict[str, Any]
    viewer: int | None
    seat: int | None
    decision: str | None
    scores: tuple[float, ...]
    winners: tuple[int, ...]
    """At the end, the seats that won: none, one or several. Empty before."""
    memo: dict[str, Any] = field(default_factory=dict, compare=False)
    """Tables that a drawing derives from the content, kept from picture to picture."""

    @property
    def is_over(self) -> bool:
        """Whether the episode has ended."""
        return self.seat is None

    @property
    def turn(self) -> str:
        """The seat to act and its question, or the ending."""
        if self.seat is None:
            return f"over{self._ended()}"
        return f"{self.name(self.seat)}: {self.asks}"

    @property
    def asks(self) -> str:
        """The question to the seat to act."""
        return str(self.state.get("asks") or (self.decision or "").replace("_", " "))

    def name(self, seat: int) -> str:
        """Return the name of a seat."""
        name = self.game.seat_names[seat]
        return name[0].upper() + name[1:]

    def _ended(self) -> str:
        if self.game.cooperative or self.players == 1:
            return ": won" if self.winners else ": lost"
        if not self.winners:
            return ", without a winner"
        if len(self.winners) == self.players:
            return ": all have won"
        return f": {' and '.join(map(self.name, self.winners))} won"

    def framed(self, seat: int) -> bool:
        """Return whether a seat's board is framed: the seat is to act or, at the end, has won."""
        return seat == self.seat or seat in self.winners

    def own_first(self) -> list[int]:
        """Return the seats, the viewer's first."""
        start = self.viewer or 0
        return [(start + i) % self.players for i in range(self.players)]


class Views:
    """Makes views of one game, reading its tables once."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.content, self.options, self.players = game.content, game.options, game.players
        self._memo: dict[str, Any] = {}

    def of(self, ep: Episode, viewer: int | None) -> View:
        """Return the view of a seat: what it may know according to the engine, and nothing else."""
        state = ep.view(viewer)
        scores = tuple(float(s) for s in ep.scores())
        winners = ep.result().winners if ep.is_over else ()
        facts = (ep.seat, ep.decision, scores, winners, self._memo)
        return View(self.game, self.content, self.options, self.players, state, viewer, *facts)


def points(value: float) -> str:
    """Return a number of points in words.

    >>> points(1), points(2.5)
    ('1 point', '2.5 points')
    """
    return f"{value:g} {'point' if abs(value) == 1 else 'points'}"
