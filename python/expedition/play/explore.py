"""A position to explore in a notebook: its choices, their values, and the positions they lead to.

>>> import expedition
>>> game = expedition.Game("toy", depth=6)
>>> tree = game.explore(game.episode(seed=1), agent="mcts:100", depth=1, width=3)
>>> [choice.name for choice in tree.root.choices][:1]
['lead 2']

Everything is computed in advance, so it needs no kernel and works in a saved notebook. What the seat to act in the
first position cannot know is redealt once: the positions that follow show what might happen, not what will.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from typing import Any

from .._engine import Agent, Episode, Game
from .._files import write_text
from ..analysis.review_search import end_of, resolved
from ..show import Artist, theme
from ..show.svg import num
from .replay import asset, fill, framed, packed

__all__ = ["Choice", "Exploration", "Place", "explore"]

_MOST = 400
"""The largest number of positions computed."""


@dataclass
class Choice:
    """A choice in a position."""

    action: int
    name: str
    sentence: str
    visits: int
    value: float | None
    """Its value for the seat to act; None if the search did not try it."""
    targets: list[str]
    leads: Place | None = None


@dataclass
class Place:
    """A position of an exploration."""

    seat: int | None
    decision: str
    scores: list[float]
    parts: list[int]
    size: tuple[float, float]
    events: list[str]
    choices: list[Choice] = field(default_factory=list)


class Exploration:
    """A position with its choices, some plies deep. A notebook shows it; ``to_html`` writes it to a file."""

    def __init__(self, game: Game, root: Place, parts: list[str], agent: str) -> None:
        self.game, self.root, self.agent = game, root, agent
        self._parts = parts

    def places(self) -> Iterator[Place]:
        """Yield every position, beginning with the first."""
        todo = [self.root]
        while todo:
            place = todo.pop(0)
            yield place
            todo += [choice.leads for choice in place.choices if choice.leads is not None]

    def __len__(self) -> int:
        return sum(1 for _ in self.places())

    def __repr__(self) -> str:
        return f"<expedition.Exploration of {self.game.name}: {len(self)} positions by {self.agent}>"

    def page(self) -> str:
        """Return the exploration as an HTML page that works offline."""
        numbers = {id(place): number for number, place in enumerate(self.places())}
        places = [
            {
                "seat": place.seat,
                "decision": place.decision,
                "scores": place.scores,
                "parts": place.parts,
                "size": place.size,
                "events": place.events,
                "choices": [
                    [c.sentence, c.visits, c.value, c.targets, None if c.leads is None else numbers[id(c.leads)]]
                    for c in place.choices
                ],
            }
            for place in self.places()
        ]
        data = {"names": list(self.game.seat_names), "parts": self._parts, "places": places, "agent": self.agent}
        values = {
            "TITLE": escape(f"{self.game.title}: a position"),
            "COMMON": asset("common.css"),
            "STYLE": theme.style(None, switch=True),
            "SHARED": asset("common.js"),
            "SCRIPT": asset("explore.js"),
            "DATA": packed(data),
        }
        return fill(asset("explore.html"), values)

    def to_html(self, path: str | os.PathLike[str]) -> None:
        """Write the page to a file."""
        write_text(path, self.page())

    def _repr_html_(self) -> str:
        return framed(self.page(), "position")


def explore(
    game: Game, episode: Episode, *, agent: str | None = None, depth: int = 2, width: int = 4, seed: int = 0
) -> Exploration:
    """Return a position with its choices and their values, ``depth`` plies deep along the ``width`` best of each.

    ``agent`` values the choices: by default a search, with the network shipped for the game if there is one.
    """
    if not isinstance(episode, Episode):
        raise TypeError(f"a position to explore is an Episode, not {type(episode).__name__}")
    if episode.game != game:
        alike = episode.game.name == game.name
        raise ValueError(
            f"this episode belongs to {episode.game!r}, not to {game!r}"
            if alike
            else f"this episode belongs to {episode.game.name}, not to {game.name}"
        )
    if episode.is_over:
        raise ValueError("the episode is over: there is nothing to choose")
    if not 1 <= depth <= 8 or not 1 <= width <= 50:
        raise ValueError(f"depth={depth}, width={width}: depth goes from 1 to 8, width from 1 to 50")
    if sum(width**level for level in range(depth + 1)) > _MOST:
        raise ValueError(f"depth={depth}, width={width}: that is more than {_MOST} positions; reduce one of them")
    assert episode.seat is not None
    spec = agent or resolved("mcts:200", game, network=True)
    explorer = _Explorer(game, Agent(spec, game, seed=seed), episode.seat, width)
    # A copy in which everything this seat cannot know is redealt.
    root = explorer.place(episode.redeal(episode.seat, seed), depth, 0)
    return Exploration(game, root, list(explorer.parts), spec)


class _Explorer:
    """Follows the best choices of a position, as one seat sees them."""

    def __init__(self, game: Game, agent: Agent, viewer: int, width: int) -> None:
        self.agent, self.viewer, self.width = agent, viewer, width
        self.artist = Artist(game)
        self.parts: dict[str, int] = {}

    def place(self, ep: Episode, depth: int, known: int) -> Place:
        """Return a position and what follows it; the first ``known`` entries of its log have been shown before."""
        scene = self.artist.scene(ep, self.viewer)
        place = Place(
            seat=ep.seat,
            decision=ep.decision or "",
            scores=[round(float(s), 2) for s in ep.scores()],
            parts=[self.parts.setdefault(part, len(self.parts)) for part in scene.parts],
            size=(float(num(scene.width)), float(num(scene.height))),
            events=[event.text for entry in ep.log(self.viewer)[known:] for event in entry.events],
        )
        if ep.is_over or depth == 0:
            return place
        place.choices = self.choices(ep)
        for choice in place.choices[: self.width]:
            copy = ep.clone()
            before = len(copy.log(self.viewer))
            copy.play(choice.action)
            choice.leads = self.place(copy, depth - 1, before)
            if choice.value is None:
                choice.value = self.value_of(copy, choice.leads, ep.seat)
        place.choices.sort(key=lambda c: (c.value is None, -c.visits, -(c.value or 0.0), c.action))
        return place

    def value_of(self, after: Episode, place: Place, seat: int | None) -> float | None:
        """Return the value to its seat of a choice the search left out, judged by where it leads; None if unknown."""
        assert seat is not None
        if after.is_over:
            return round(float(end_of(after)[0][seat]), 3)
        value = place.choices[0].value if place.choices else None
        if value is None or place.seat == seat or after.game.cooperative:
            return value
        return -value if after.game.players == 2 else None

    def choices(self, ep: Episode) -> list[Choice]:
        """Return the choices of a position, best first."""
        found: Any = self.agent.analyse(ep)
        rows = zip(found.actions, found.names, found.visits, found.values, strict=True)
        choices = [
            Choice(
                int(action),
                name,
                ep.describe(int(action)),
                int(visits),
                None if value != value else round(float(value), 3),
                self.artist.targets(ep, int(action)),
            )
            for action, name, visits, value in rows
        ]
        return sorted(choices, key=lambda c: (-c.visits, -(c.value if c.value is not None else -9.0), c.action))
