"""A session of play in the terminal."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path

from .._engine import Episode
from .._terminal import table
from .session import Choice, Session

HELP = """  a number or a name   plays that choice (an unambiguous beginning of a name is enough)
  undo                 goes back to your last choice
  hint                 shows the search's opinion of the choices
  random               plays a random choice
  save PATH            saves the game so far as a record
  rules                prints the rules
  help                 prints this
  quit                 leaves the game"""


def points_table(ep: Episode, names: Sequence[str]) -> str:
    """Return a table of the final points by source, one row per seat, or one row for a team."""
    result = ep.result()
    if ep.game.cooperative:
        names = ["The team"]
    rows = [
        [name, f"{result.scores[seat]:g}", *(f"{points[seat]:g}" for points in result.breakdown.values())]
        for seat, name in enumerate(names)
    ]
    return table(["", "points", *(source.replace("_", " ") for source in result.breakdown)], rows)


class Terminal:
    """Asks people for their choices and shows them what they may know."""

    def __init__(
        self, session: Session, *, read: Callable[[str], str] = input, show: Callable[[str], None] = print
    ) -> None:
        self._session = session
        self._read, self._show = read, show

    def play(self) -> Episode:
        """Play until the game ends or the person leaves; return the episode."""
        session = self._session
        people = ", ".join(session.game.seat_names[seat] for seat in sorted(session.seats))
        opponent = f" against {session.opponent}" if len(session.seats) < session.game.players else ""
        self._show(f"{session.game.title}, seed {session.seed}. You play {people}{opponent}.")
        self._show("Type help for a list of commands.\n")
        session.settle()
        while not session.is_over:
            if not self._turn():
                self._show(f"Left after {len(session.ep.history)} decisions.")
                return session.ep
            session.settle()
        self._show_news()
        self._show(session.text())
        self._end()
        return session.ep

    def _end(self) -> None:
        session = self._session
        reason = session.ep.result().reason
        self._show(f"Over after {len(session.ep.history)} decisions. {reason} {session.verdict()}")
        self._show(points_table(session.ep, [session.seat_name(seat) for seat in range(session.game.players)]))

    def _show_news(self) -> None:
        """Show what has happened since the person's last choice."""
        session = self._session
        for seen in session.news():
            self._show(f"  {session.seat_name(seen.entry.seat)}: {seen.entry.sentence}")
            for text in session.consequences(seen.entry):
                self._show(f"      {text}")

    def _turn(self) -> bool:
        """Show the position and ask for a choice; return False to leave."""
        session = self._session
        if session.curtain:
            name = session.game.seat_names[session.ep.seat or 0]
            try:
                self._read("\n" * 60 + f"Pass the screen to {name}. {name}, press Enter. ")
            except EOFError:
                return False
            session.lift_curtain()
        self._show_news()
        self._show(session.text(session.viewer))
        choices = session.choices()
        width = len(str(len(choices)))
        for number, choice in enumerate(choices, 1):
            self._show(f"  {number:>{width}}  {choice.means}" + self._id_of(choice))
        return self._ask(choices)

    @staticmethod
    def _id_of(choice: Choice) -> str:
        return f"  [{choice.name}]" if choice.means != choice.name else ""

    def _ask(self, choices: list[Choice]) -> bool:
        """Ask until a choice is played or undone; return False to leave."""
        session = self._session
        while True:
            try:
                words = self._read(f"{session.game.seat_names[session.viewer]}> ").strip()
            except EOFError:
                return False
            if words in ("quit", "exit", "q"):
                return False
            if words == "undo":
                if session.can_undo:
                    session.undo()
                    return True
                self._show("There is nothing to undo.")
                continue
            picked = self._picked(words, choices)
            if picked is not None:
                session.play(picked)
                return True

    def _picked(self, words: str, choices: list[Choice]) -> int | None:
        """Return the action that the words name; carry out any other command."""
        if words.isdecimal() and 1 <= int(words) <= len(choices):
            return choices[int(words) - 1].action
        if words == "random":
            return random.choice(choices).action
        exact = [choice.action for choice in choices if choice.name == words]
        if exact:
            return exact[0]
        if words == "help":
            self._show(HELP)
        elif words == "hint":
            self._hint(choices)
        elif words == "rules":
            self._show(self._session.game.rules)
        elif words == "save" or words.startswith("save "):
            self._save(words[4:].strip())
        else:
            begin = [choice.action for choice in choices if words and choice.name.startswith(words)]
            if len(begin) == 1:
                return begin[0]
            what = f"{words!r} begins several actions" if begin else f"{words!r} is not legal now"
            self._show(f"{what}: choose a number from 1 to {len(choices)}, or type help.")
        return None

    def _hint(self, choices: list[Choice]) -> None:
        numbers = {choice.action: number for number, choice in enumerate(choices, 1)}
        means = {choice.action: choice.means for choice in choices}
        rows = [
            [str(numbers[opinion.action]), means[opinion.action], opinion.words, str(opinion.visits)]
            for opinion in self._session.hint()[:8]
        ]
        self._show(table(["choice", "", "", "visits"], rows, left=3))

    def _save(self, path: str) -> None:
        if not path:
            self._show("Say where: save PATH")
            return
        try:
            self._session.record().save(Path(path).expanduser())
        except OSError as error:
            self._show(f"It could not be saved: {error}")
        else:
            self._show(f"Saved to {path}")
