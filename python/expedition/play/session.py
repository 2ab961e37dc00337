"""A session of play: people and agents at one game, whatever the interface."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Collection
from dataclasses import dataclass

from .._engine import Agent, Entry, Episode, Game, Record, agents
from .._networks import guided
from ..show import Artist

LAST = frozenset({"pass", "end", "end_turn", "stop", "decline"})
"""The names of the actions that end or forgo something, which are offered last."""

Opponent = str | Callable[[Episode], int]
"""A built-in agent by name, or a function that chooses for the seat to act."""

THINKING = 500
"""Milliseconds per decision for the default opponent and for hints."""


def strongest(game: Game, milliseconds: int = THINKING) -> str:
    """Return the strongest agent that answers within this time.

    >>> strongest(Game("toy"))
    'mcts:500ms,network'
    """
    best = f"{agents(game)[-1]}:{milliseconds}ms" if "mcts" not in agents(game) else f"mcts:{milliseconds}ms"
    return guided(best, game)


@dataclass(frozen=True)
class Choice:
    """A legal action as a person reads it."""

    action: int
    name: str
    means: str
    kind: str
    targets: list[str]
    """The parts of the picture that stand for it."""


@dataclass(frozen=True)
class SeenEntry:
    """A log entry as a viewer may know it, and the parts of the picture that its action touched."""

    entry: Entry
    targets: list[str]


@dataclass(frozen=True)
class Opinion:
    """The search's evaluation of a choice."""

    action: int
    visits: int
    value: float | None
    words: str


def consequences(entry: Entry, name: str) -> list[str]:
    """Return the events of a decision as texts, without those that only repeat the choice of the seat of that name."""
    texts = (event.text for event in entry.events if event.kind != "choice")
    return [text for text in texts if not _echoes(text, name, entry.sentence)]


def _echoes(event: str, name: str, sentence: str) -> bool:
    """Return whether an event only repeats the choice: "Blue puts a token on Patan" after "Put a token on Patan"."""
    if not event.startswith(f"{name} "):
        return False
    does, *rest = _bare(event[len(name) :])
    verb, *more = _bare(sentence)
    return does.startswith(verb[:-1]) and more[: len(rest)] == rest


def _bare(text: str) -> list[str]:
    """Return the words of a text without articles and punctuation."""
    words = (word.strip(".,:;()") for word in text.lower().split())
    return [word for word in words if word not in ("a", "an", "the", "your")]


class Session:
    """One game: the people's seats, their opponents, and what each person may know.

    ``seats`` are the people's; None means seat 0, or every seat of a team. ``play`` plays a person's choice;
    ``advance`` plays one decision of an opponent, or a forced one; ``settle`` does so until a person has to choose.
    People who share a screen take turns at it: see ``curtain``.

    >>> session = Session(Game("toy"), [0], "random", seed=5)
    >>> session.play(session.choices()[0].action)
    >>> session.settle()
    >>> [seen.entry.seat for seen in session.news()]
    [0, 1]
    """

    def __init__(
        self,
        game: Game,
        seats: Collection[int] | None = None,
        opponent: Opponent | None = None,
        seed: int | None = None,
    ) -> None:
        if seats is None:
            seats = range(game.players) if game.cooperative else [0]
        wrong = [seat for seat in seats if not 0 <= seat < game.players]
        if wrong or not seats:
            missing = wrong[0] if wrong else "to play"
            raise ValueError(f"there is no seat {missing}: the seats are 0 to {game.players - 1}")
        self.game = game
        self.seats = frozenset(seats)
        self.opponent = strongest(game) if opponent is None else opponent
        self.artist = Artist(game)
        self._agent = Agent(self.opponent, game) if isinstance(self.opponent, str) else None
        self._analyst: Agent | None = None
        self.restart(seed)

    def restart(self, seed: int | None = None) -> None:
        """Begin another game, with a random seed unless one is given."""
        self.seed = random.SystemRandom().getrandbits(32) if seed is None else seed
        self.ep = self.game.episode(seed=self.seed)
        if self._agent is not None:
            self._agent.reset(self.seed)
        self._targets: list[list[str]] = []
        self._chosen: list[int] = []
        first = self.ep.seat
        self.viewer = first if first in self.seats else min(self.seats)

    # ------------------------------------------------------------------ turns

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.ep.is_over

    @property
    def waiting(self) -> bool:
        """Whether the next decision is an opponent's, or forced."""
        seat = self.ep.seat
        return seat is not None and (seat not in self.seats or len(self.ep.legal_actions()) == 1)

    @property
    def curtain(self) -> bool:
        """Whether the screen has to change hands: the person to choose is not the one at the screen."""
        return not self.game.cooperative and not self.is_over and not self.waiting and self.ep.seat != self.viewer

    def lift_curtain(self) -> None:
        """Show the game to the person who has to choose."""
        if self.ep.seat in self.seats:
            self.viewer = self.ep.seat

    # ------------------------------------------------------------------ playing

    def _play(self, action: int) -> None:
        targets = self.artist.targets(self.ep, action)
        self.ep.play(action)
        self._targets.append(targets)
        if self.game.cooperative and self.ep.seat in self.seats:
            self.viewer = self.ep.seat

    def play(self, action: int) -> None:
        """Play the choice of the person to act; ValueError, and no change, if it is illegal."""
        if self.is_over:
            raise ValueError("the game is over")
        if self.ep.seat not in self.seats:
            raise ValueError("it is an opponent's turn")
        if action not in self.ep.legal_actions():
            raise ValueError(f"action {action} is not legal now")
        self.viewer = self.ep.seat
        self._chosen.append(len(self.ep.history))
        self._play(int(action))

    def advance(self) -> None:
        """Play one decision that no person has to make; do nothing if a person has to choose."""
        if not self.waiting:
            return
        legal = self.ep.legal_actions()
        if len(legal) == 1:
            action = int(legal[0])
        elif self._agent is not None:
            action = self._agent.act(self.ep)
        else:
            assert not isinstance(self.opponent, str), "a name has become an agent"
            action = int(self.opponent(self.ep))
        self._play(action)

    def settle(self) -> None:
        """Play on until a person has to choose or the game is over."""
        while self.waiting:
            self.advance()

    @property
    def can_undo(self) -> bool:
        """Whether a person has made a choice."""
        return bool(self._chosen)

    def undo(self) -> None:
        """Go back to the last choice of a person."""
        if not self._chosen:
            raise ValueError("there is nothing to undo")
        step = self._chosen.pop()
        self.ep = self.ep.record().replay(step)
        del self._targets[step:]
        self.lift_curtain()

    # ------------------------------------------------------------------ what the viewer sees

    def choices(self) -> list[Choice]:
        """Return the choices of the person to act, those that end a turn last; none while others act."""
        if self.is_over or self.ep.seat not in self.seats:
            return []
        choices = [
            Choice(
                action,
                self.game.action_name(action),
                means,
                # Every sentence begins with its verb.
                means.partition(" ")[0].rstrip(":,."),
                self.artist.targets(self.ep, action),
            )
            for action in self.ep.legal_actions().tolist()
            for means in [self.ep.describe(action)]
        ]
        return sorted(choices, key=lambda choice: choice.name in LAST)

    def log(self) -> list[SeenEntry]:
        """Return all decisions as the viewer may know them."""
        return [
            SeenEntry(entry, targets if entry.action is not None else [])
            for entry, targets in zip(self.ep.log(self.viewer), self._targets, strict=True)
        ]

    def consequences(self, entry: Entry) -> list[str]:
        """Return the events of a decision as texts, without those that only repeat the choice."""
        return consequences(entry, self.game.seat_names[entry.seat])

    def news(self) -> list[SeenEntry]:
        """Return the log from the viewer's last choice on."""
        own = [step for step in self._chosen if self.ep.history[step][0] == self.viewer or self.game.cooperative]
        return self.log()[own[-1] if own else 0 :]

    def hint(self) -> list[Opinion]:
        """Return a search's evaluation of the choices of the person to act, best first."""
        if self.is_over or self.ep.seat not in self.seats:
            raise ValueError("nobody here has to choose now")
        if self._analyst is None:
            self._analyst = Agent(strongest(self.game), self.game)
        found = self._analyst.analyse(self.ep)
        rows = zip(found.actions.tolist(), found.visits.tolist(), found.values.tolist(), strict=True)
        known = [(action, visits, value if visits and value == value else None) for action, visits, value in rows]
        best = found.best
        top = next((value for action, _, value in known if action == best), None)
        opinions = [
            Opinion(action, visits, value, self._in_words(value, top, is_best=action == best))
            for action, visits, value in known
        ]
        return sorted(opinions, key=lambda o: (o.action != best, -o.visits, -(o.value if o.value is not None else -9)))

    def _in_words(self, value: float | None, top: float | None, *, is_best: bool) -> str:
        if value is None or top is None:
            return "not searched"
        gap = top - value
        rank = "best" if is_best else "as good" if gap < 0.02 else "a little worse" if gap < 0.1 else "worse"
        if not is_best and gap >= 0.3:
            rank = "much worse"
        return f"{rank}, {self.chances(value)}"

    def chances(self, value: float) -> str:
        """Return an expected outcome in words: the chance to win, or a team's value, as its success has grades."""
        if self.game.cooperative or self.game.players == 1:
            return f"value {value:+.2f} on a scale from -1 to +1"
        loss = -1 / (self.game.players - 1)  # a loser's outcome where one seat wins
        share = min(1.0, max(0.0, (value - loss) / (1 - loss)))
        return f"wins about {share:.0%}"

    # ------------------------------------------------------------------ names

    def seat_name(self, seat: int) -> str:
        """Return the name of a seat, marked if it is the only person's.

        >>> Session(Game("toy"), [1], seed=1).seat_name(1).endswith("(you)")
        True
        """
        name = self.game.seat_names[seat]
        return f"{name} (you)" if seat in self.seats and len(self.seats) == 1 else name

    def text(self, viewer: int | None = None) -> str:
        """Return the position as text, with the names of the seats.

        >>> Session(Game("toy"), [0], seed=1).text(0).splitlines()[1].startswith("  Blue: gem")
        True
        """
        names = self.game.seat_names
        return re.sub(r"\bseat ([0-9])\b", lambda seat: names[int(seat[1])], self.ep.to_text(viewer))

    def verdict(self) -> str:
        """Return the ending of the game as a sentence."""
        winners = self.ep.result().winners
        if self.game.cooperative or self.game.players == 1:
            together = " together" if self.game.players > 1 else ""
            return f"You have {'won' if winners else 'lost'}{together}."
        if not winners:
            return "Nobody won."
        if len(winners) == self.game.players:
            return "All share the victory."
        names = " and ".join(self.seat_name(seat) for seat in winners)
        return f"{names[0].upper()}{names[1:]} won."

    def record(self) -> Record:
        """Return the record of the game so far."""
        return self.ep.record()
