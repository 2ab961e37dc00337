"""The opponents in the other seats of a single-agent environment.

An opponent is the name of a built-in agent (``"random"``), a function that takes the episode and returns an action, or
an object with such a method ``act``. It receives the episode itself, hidden parts included: to play fair, use
``ep.observe()`` and ``ep.legal_actions()``, or ``ep.redeal`` before searching.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Protocol, TypeAlias, runtime_checkable

from .._engine import Agent, Episode, Game, Stream, agents

BUILT_IN = agents()
"""The built-in agents that can be seated by name; settings follow a colon: ``"mcts:400"``."""


@runtime_checkable
class Acts(Protocol):
    """Anything that chooses an action for the seat to act."""

    def act(self, ep: Episode, /) -> int | str:
        """Choose an action, by id or name."""
        ...


Opponent: TypeAlias = str | Callable[[Episode], "int | str"] | Acts
Opponents: TypeAlias = Opponent | Mapping[int, Opponent] | Sequence["Opponent | None"]


def seated(opponents: Opponents, game: Game, learner: int | None) -> dict[int, Opponent]:
    """Return the opponent of every seat except the learner's.

    ``learner=None`` means that the learner takes every seat in turn; seats are then counted from the learner's.

    >>> seated("random", Game("toy", players=3), learner=1)
    {0: 'random', 2: 'random'}
    """
    own, players = 0 if learner is None else learner, game.players
    if isinstance(opponents, Mapping):
        given: dict[int, Any] = dict(opponents)
    elif isinstance(opponents, Sequence) and not isinstance(opponents, str):
        if len(opponents) != players:
            raise ValueError(
                f"opponents lists {len(opponents)} seats, but {players} play: give one per seat, None for the learner's"
            )
        given = {seat: opponent for seat, opponent in enumerate(opponents) if opponent is not None}
    else:
        given = {seat: opponents for seat in range(players) if seat != own}
    unknown = [seat for seat in given if not isinstance(seat, int) or not 0 <= seat < players]
    if unknown:
        raise ValueError(f"opponents names seat {unknown[0]!r}, but the seats are 0 to {players - 1}")
    if own in given:
        raise ValueError(f"opponents gives seat {own} an opponent, but it is the learner's seat")
    missing = [seat for seat in range(players) if seat != own and seat not in given]
    if missing:
        raise ValueError(f"opponents leaves seat {missing[0]} empty: give every seat but the learner's an opponent")
    for seat, opponent in sorted(given.items()):
        check(opponent, game, seat)
    return {seat: given[seat] for seat in sorted(given)}


def check(opponent: object, game: Game, seat: int) -> None:
    """Refuse an opponent that cannot play the game."""
    if isinstance(opponent, str):
        try:
            Agent(opponent, game)
        except ValueError as error:
            raise ValueError(f"the opponent of seat {seat}: {error}") from None
    elif not (callable(opponent) or isinstance(opponent, Acts)):
        raise TypeError(
            f"the opponent of seat {seat} is a {type(opponent).__name__}: "
            "it takes the name of a built-in agent, a function of an episode, or an object with act(episode)"
        )


@lru_cache(maxsize=64)
def _agent(spec: str, game: Game) -> Agent:
    return Agent(spec, game)


def choose(opponent: Opponent, ep: Episode, stream: Stream) -> int | str:
    """Return an opponent's choice. Built-in ones draw from the stream, ``random`` exactly as in a batch."""
    if isinstance(opponent, str) and opponent != "random":
        agent = _agent(opponent, ep.game)
        agent.reset(stream.bits())
        return agent.act(ep)
    if isinstance(opponent, str):
        return stream.legal_action(ep)
    return opponent.act(ep) if isinstance(opponent, Acts) else opponent(ep)
