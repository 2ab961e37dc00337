"""A game in the terminal against the built-in agents."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

from ._engine import Episode, Game
from ._series import OPPONENT_STREAM
from ._stream import Stream, mix
from ._terminal import by_seat
from .opponents import Opponent, choose

HELP = """  a number or a name   plays that action (a unique beginning of the name will do)
  Enter                plays the only action there is
  undo                 takes back to your last decision
  random               plays a random legal action
  save PATH            saves the game so far as a record
  rules                prints the rules
  help                 prints this
  quit                 leaves the game"""


def told(ep: Episode, action: int, viewers: set[int]) -> str:
    """Return the name of an action that the seat to act is about to play, or that it is hidden from one of the viewers.

    It is hidden where the viewer, seeing the position after it, could take it for another one: that holds if another
    action leads to the same view, here or in a position that differs only in what the viewer does not know.
    """
    name = ep.game.action_name(action)
    if ep.game.cooperative:
        return name  # a team has no secrets; two actions may come to the same
    for viewer in viewers:
        seen = _view(ep, action, viewer)
        for world in (ep, *(ep.redeal(viewer, seed) for seed in range(4))):
            others = (other for other in world.legal_actions().tolist() if other != action)
            if any(_view(world, other, viewer) == seen for other in others):
                return "a hidden choice"
    return name


def _view(ep: Episode, action: int, viewer: int) -> tuple[bytes, str]:
    after = ep.clone()
    after.play(action)
    return after.observe(viewer).tobytes(), after.to_text(viewer)


class Table:
    """One game at the terminal: the people's seats, the opponents, and the positions to go back to."""

    def __init__(
        self,
        game: Game,
        seats: set[int],
        opponent: Opponent,
        seed: int | None,
        *,
        read: Callable[[str], str] = input,
        show: Callable[[str], None] = print,
    ) -> None:
        self.seed = random.getrandbits(32) if seed is None else seed
        self._game, self._seats, self._opponent = game, seats, opponent
        self._read, self._show = read, show
        self._ep = game.episode(seed=self.seed)
        self._stream = Stream(mix(self.seed, OPPONENT_STREAM))
        self._past: list[Episode] = []
        self._news: list[str] = []

    def play(self) -> Episode:
        """Play until the game ends or the player leaves; return the episode."""
        people = ", ".join(map(str, sorted(self._seats))) or "none"
        self._show(f"{self._game.name}, seed {self.seed}. You play seat {people}. Type help for what you can say.\n")
        while (seat := self._ep.seat) is not None:
            if seat not in self._seats:
                action = choose(self._opponent, self._ep, self._stream)
                action = self._game.action_id(action) if isinstance(action, str) else action
                self._news.append(f"  seat {seat}: {told(self._ep, action, self._seats)}")
                self._ep.play(action)
            elif not self._decide(seat):
                self._show(f"Left after {len(self._ep.history)} decisions.")
                return self._ep
        self._tell_news()
        self._show(self._ep.to_text())
        self._show(
            f"Over after {len(self._ep.history)} decisions. Scores: {by_seat(self._ep.scores().tolist(), '{:g}')}"
        )
        self._show(self._verdict())
        return self._ep

    def _verdict(self) -> str:
        returns = list(self._ep.returns())
        best = max(returns)
        winners = [seat for seat, value in enumerate(returns) if value == best]
        if len(winners) == len(returns):
            if best:
                return "You have won together." if best > 0 else "You have lost together."
            return "Nobody is ahead of the others."
        words = " and ".join(f"seat {seat}{' (you)' if seat in self._seats else ''}" for seat in winners)
        return f"Best: {words}."

    def _tell_news(self) -> None:
        """Say what the others have done since the player last looked, as far as the player may know."""
        for line in self._news:
            self._show(line)
        self._news.clear()

    def _decide(self, seat: int) -> bool:
        """Ask until an action is played; return False to leave."""
        self._tell_news()
        self._show(self._ep.to_text(seat))
        legal = self._ep.legal_actions().tolist()
        names = [self._game.action_name(action) for action in legal]
        width = len(str(len(legal)))
        for number, name in enumerate(names, 1):
            words = self._ep.describe(name)
            self._show(f"  {number:>{width}}  {name}" + (f"  ({words})" if words != name else ""))
        while True:
            try:
                words = self._read(f"seat {seat}> ").strip()
            except EOFError:
                return False
            if words in ("quit", "exit", "q"):
                return False
            if words == "undo":
                if self._undo():
                    return True
                continue
            picked = self._picked(words, legal, names)
            if picked is not None:
                self._past.append(self._ep.clone())
                self._ep.play(picked)
                return True

    def _undo(self) -> bool:
        if not self._past:
            self._show("There is nothing to take back.")
            return False
        self._ep = self._past.pop()
        return True

    def _picked(self, words: str, legal: list[int], names: list[str]) -> int | None:
        """Return the action that the words mean; answer everything else."""
        if not words and len(legal) == 1:
            return legal[0]
        if words.isdecimal() and 1 <= int(words) <= len(legal):
            return legal[int(words) - 1]
        if words == "random":
            return random.choice(legal)
        if words in names:
            return legal[names.index(words)]
        if words == "help":
            self._show(HELP)
        elif words == "rules":
            self._show(self._game.rules)
        elif words == "save" or words.startswith("save "):
            self._save(words[4:].strip())
        else:
            begin = [i for i, name in enumerate(names) if words and name.startswith(words)]
            if len(begin) == 1:
                return legal[begin[0]]
            what = f"{words!r} begins several actions" if begin else f"{words!r} is not legal now"
            self._show(f"{what}: choose a number from 1 to {len(legal)}, or type help.")
        return None

    def _save(self, path: str) -> None:
        if not path:
            self._show("Say where: save PATH")
            return
        try:
            self._ep.record().save(Path(path).expanduser())
        except OSError as error:
            self._show(f"It could not be saved: {error}")
        else:
            self._show(f"Saved to {path}")
