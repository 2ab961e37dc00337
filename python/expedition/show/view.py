"""The input of a picture."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .._engine import Episode, Game


@dataclass(frozen=True)
class View:
    """A position as one seat knows it, or as it is (``viewer`` None). Drawings read nothing else."""

    game: Game
    content: dict[str, Any]
    options: dict[str, Any]
    players: int
    state: dict[str, Any]
    viewer: int | None
    seat: int | None
    decision: str | None
    scores: tuple[float, ...]
    outcome: tuple[float, ...]
    """At the end, the returns of the seats; empty before, and if rewards are points."""
    memo: dict[str, Any] = field(default_factory=dict, compare=False)
    """Tables that a drawing derives from the content, kept from picture to picture."""

    @property
    def is_over(self) -> bool:
        """Whether the episode has ended."""
        return self.seat is None

    @property
    def turn(self) -> str:
        """Say whose decision it is, or how it ended."""
        if self.seat is None:
            return f"over{self._ended()}"
        return f"{self.name(self.seat)}: {self.asks}"

    @property
    def asks(self) -> str:
        """Say what the seat to act is asked."""
        return str(self.state.get("asks") or (self.decision or "").replace("_", " "))

    def name(self, seat: int) -> str:
        """Return the name of a seat."""
        name = self.game.seat_names[seat]
        return name[0].upper() + name[1:]

    def _ended(self) -> str:
        winners = [seat for seat, value in enumerate(self.outcome) if value > 0]
        if not self.outcome:
            return ""
        if len(winners) == self.players:
            return ": won"
        if not winners:
            return ": lost" if max(self.outcome) < 0 else ", without a winner"
        return f": {' and '.join(map(self.name, winners))} won"

    def own_first(self) -> list[int]:
        """Return the seats, the viewer's first."""
        start = self.viewer or 0
        return [(start + i) % self.players for i in range(self.players)]


class Views:
    """Views of one game, whose tables are read once."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.content, self.options, self.players = game.content, game.options, game.players
        self._memo: dict[str, Any] = {}

    def of(self, ep: Episode, viewer: int | None) -> View:
        """Return the view of a seat: what the engine says it may know, and nothing else."""
        state = ep.view(viewer)
        scores = tuple(float(s) for s in ep.scores())
        told = ep.is_over and self.options.get("reward") == "outcome"
        outcome = tuple(float(r) for r in ep.returns()) if told else ()
        facts = (ep.seat, ep.decision, scores, outcome, self._memo)
        return View(self.game, self.content, self.options, self.players, state, viewer, *facts)


def points(value: float) -> str:
    """Return points as people write them."""
    return f"{value:g} {'point' if abs(value) == 1 else 'points'}"
