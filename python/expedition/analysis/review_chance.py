"""What chance did in a game, told apart from what was chosen.

A choice that involves chance is played again with other seeds: the events that another seed would have changed are
chance, all others follow from the choice.

>>> import expedition
>>> ep = expedition.Game("kathmandu").episode(seed=5)
>>> while ep.decision != "exchange_second":
...     ep.play(ep.legal_actions()[-1])
>>> action = int(ep.legal_actions()[0])
>>> before = ep.clone()
>>> ep.play(action)
>>> all(event.kind == "exchange" for event in by_chance(before, action, ep.log()[-1].events))
True
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .._engine import Episode, Record
from .review_search import involves_chance, replayed

__all__ = ["by_chance", "happened"]

_TELLING = frozenset({
    "bonus_tile", "d6", "deal", "dice", "discover", "draw", "exchange", "extend", "guardian", "guardian_appears",
    "hazard", "hazard_roll", "look", "new_personality", "new_site", "refill", "reshuffle", "reveal", "roll", "shuffle",
    "site_tile", "supply", "theft", "tile", "uncover", "volcano",
})  # fmt: skip
"""Kinds that name the chance event itself; the others tell its consequences."""


_UNSEEN = "Something is drawn unseen"


def happened(record: Record) -> list[list[str]]:
    """Return what chance did at each decision, in words; an empty list where none was involved."""
    ep = record.replay(0)
    found = []
    for (_, action, _), entry in zip(record.moves, record.replay().log(), strict=True):
        words: list[str] = []
        if involves_chance(ep, action):
            words = [event.text for event in by_chance(ep, action, entry.events)] or [_UNSEEN]
        found.append(words)
        ep.play(action)
    return found


def by_chance(ep: Episode, action: int, events: Sequence[Any]) -> list[Any]:
    """Return which of a choice's events were chance; ``ep`` is the position before the choice.

    Chance may have had one thing left to give, which every seed then gives: those events are known by their kind.
    """
    others = [frozenset(event.text for event in copy.log()[-1].events) for copy in replayed(ep, action)]
    changed = [event for event in events if any(event.text not in other for other in others)]
    telling = [event for event in changed or events if event.kind in _TELLING]
    return telling or changed
