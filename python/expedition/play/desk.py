"""The requests of the play page, answered from a session as plain data, one at a time."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .._arguments import value_of
from .._engine import Game, agents
from .replay import page
from .session import SeenEntry, Session, strongest

LOG = 300
"""Number of decisions in the page's log, the newest ones."""


REVIEWER = "mcts:100"
"""The search that reviews a finished game: short, because somebody is waiting."""


class Desk:
    """Answers the page's requests, giving out only what the person at the screen may know."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._lock = threading.Lock()

    def setup(self) -> dict[str, Any]:
        """Return the choices before a game: players, seats, opponent, options."""
        game = self.session.game
        specs = ("random", "greedy", "mcts:100", "mcts:400")
        offered = [spec for spec in specs if spec.partition(":")[0] in agents(game)]
        own = self.session.opponent if isinstance(self.session.opponent, str) else "a function"
        return {
            "game": game.name,
            "title": game.title,
            "players": list(game.player_counts),
            "opponents": list(dict.fromkeys([own, strongest(game), *offered])),
            "cooperative": game.cooperative,
            "options": [
                {**option, "value": game.options[option["name"]]}
                for option in game.option_help
                if option["name"] not in ("players", "reward", "observation")
            ],
        }

    def position(self) -> dict[str, Any]:
        """Return the position as the page shows it."""
        with self._lock:
            return self._position()

    def _position(self) -> dict[str, Any]:
        session = self.session
        ep, viewer = session.ep, session.viewer
        around: dict[str, Any] = {
            "step": len(ep.history),
            "seats": self._seats(),
            "viewer": viewer,
            "over": ep.is_over,
            "waiting": session.waiting,
            "can_undo": session.can_undo,
            "opponent": session.opponent if isinstance(session.opponent, str) else "a function",
            "players": session.game.players,
        }
        if session.curtain:
            name = session.game.seat_names[ep.seat or 0]
            return {**around, "curtain": name, "turn": f"Pass the screen to {name}."}
        scene = session.artist.scene(ep, viewer)
        return {
            **around,
            "curtain": None,
            "turn": self._turn(),
            "width": scene.width,
            "height": scene.height,
            "picture": scene.body(),
            "mine": scene.areas.get(f"seat {viewer}"),
            "text": session.text(viewer),
            "result": self._result() if ep.is_over else None,
            "news": [self._entry(one) for one in session.news()],
            "log": [self._entry(one) for one in session.log()[-LOG:]],
            "legal": [
                {
                    "id": choice.action,
                    "name": choice.name,
                    "means": choice.means,
                    "kind": choice.kind,
                    "targets": choice.targets,
                }
                for choice in session.choices()
            ],
        }

    def _turn(self) -> str:
        session = self.session
        if session.ep.is_over:
            return f"The game is over. {session.verdict()}"
        name = session.seat_name(session.ep.seat or 0)
        asked = session.artist.asks(session.ep, session.viewer)
        return f"{name[0].upper()}{name[1:]}: {asked}" if session.ep.seat in session.seats else f"{name} is choosing …"

    def _seats(self) -> list[dict[str, Any]]:
        session = self.session
        return [
            {
                "seat": seat,
                "name": session.game.seat_names[seat],
                "you": seat in session.seats,
                "acts": seat == session.ep.seat,
                "score": float(score),
            }
            for seat, score in enumerate(session.ep.scores())
        ]

    def _entry(self, seen: SeenEntry) -> dict[str, Any]:
        entry = seen.entry
        return {
            "step": entry.step,
            "seat": entry.seat,
            "who": self.session.seat_name(entry.seat),
            "sentence": entry.sentence,
            "events": self.session.consequences(entry),
            "targets": seen.targets,
        }

    def _result(self) -> dict[str, Any]:
        session = self.session
        result = session.ep.result()
        return {
            "verdict": session.verdict(),
            "reason": result.reason,
            "winners": list(result.winners),
            "together": session.game.cooperative,
            "scores": list(result.scores),
            "breakdown": {source.replace("_", " "): list(points) for source, points in result.breakdown.items()},
        }

    def play(self, action: int, step: int) -> dict[str, Any]:
        """Play a person's choice."""
        with self._lock:
            if step != len(self.session.ep.history):
                raise ValueError("the game has moved on: this is the position now")
            self.session.play(action)
            return self._position()

    def advance(self, steps: int) -> dict[str, Any]:
        """Let the opponents make up to this many decisions, stopping when a person has to choose."""
        with self._lock:
            for _ in range(max(1, min(steps, 10_000))):
                if not self.session.waiting:
                    break
                self.session.advance()
            return self._position()

    def undo(self) -> dict[str, Any]:
        """Go back to the person's last choice."""
        with self._lock:
            self.session.undo()
            return self._position()

    def ready(self) -> dict[str, Any]:
        """Hand the screen to the person who has to choose."""
        with self._lock:
            self.session.lift_curtain()
            return self._position()

    def hint(self, step: int) -> list[dict[str, Any]]:
        """Return the search's evaluation of the choices."""
        with self._lock:
            session = self.session
            if session.curtain or step != len(session.ep.history):
                raise ValueError("the game has moved on: this is the position now")
            return [{"id": o.action, "visits": o.visits, "value": o.value, "words": o.words} for o in session.hint()]

    def again(self) -> dict[str, Any]:
        """Begin another game of the same kind, with a new seed."""
        with self._lock:
            self.session.restart()
            return self._position()

    def new(self, players: int, seats: Sequence[int], opponent: str, options: dict[str, str]) -> dict[str, Any]:
        """Begin another game with other players or options; if they are refused, the old game stays."""
        given = {name: value_of(text) for name, text in options.items()}
        game = Game(self.session.game.name, **{**given, "players": players})
        made = Session(game, None if game.cooperative else seats, opponent)
        with self._lock:
            self.session = made
            return self._position()

    def record(self) -> dict[str, str]:
        """Return the record so far as text, with a name for its file. It holds everything, hidden parts included."""
        with self._lock:
            session = self.session
            return {"name": f"{session.game.name}-{session.seed}.record", "text": session.record().to_text()}

    def review(self) -> str:
        """Return the review page of the finished game."""
        from ..analysis.review import review

        with self._lock:
            if not self.session.is_over:
                raise ValueError("the game is reviewed when it is over: a review shows what everybody held")
            record = self.session.record()
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "review.html"
            review(record, agent=REVIEWER, progress=False).to_html(path)
            return path.read_text(encoding="utf-8")

    def replay(self) -> str:
        """Return the replay page of the game so far: everything once it is over, until then what the person knows."""
        with self._lock:
            session = self.session
            return page(session.record(), views=None if session.is_over else [session.viewer])
