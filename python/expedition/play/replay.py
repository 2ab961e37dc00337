"""Replay pages: a record as one HTML file that works offline.

>>> import expedition
>>> ep = expedition.Game("toy").episode(seed=1)
>>> ep.play("lead 2")
>>> "lead 2" in Reel(ep.record()).moves[0]
True
"""

from __future__ import annotations

import base64
import json
import os
import re
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any, Protocol

from .._engine import Episode, Game, Record
from .._files import write_text
from ..show import Artist, theme
from ..show.svg import num
from .session import consequences

__all__ = ["AnalysedRecord", "Reel", "analyse", "embedded", "page", "write_page"]

_KEY = 64
"""One frame in this many is written in full; the others hold the changes."""


class Analyst(Protocol):
    """Anything that can evaluate choices, such as ``expedition.Agent``."""

    def analyse(self, ep: Episode, /) -> Any:
        """Return the visits and values of the choices."""
        ...


class Reel:
    """The frames of a record, packed: pictures are lists of parts, and equal parts are kept once."""

    def __init__(self, record: Record, views: Sequence[int | None] | None = None) -> None:
        self.record = record
        ep = record.replay(0)
        self.game: Game = ep.game
        self.players = self.game.players
        self.views: list[int | None] = list(views) if views is not None else [None, *range(self.players)]
        self.moves = [(seat, action, name) for seat, action, name in record.moves]
        self.frames: dict[str, list[list[int]]] = {self._key(view): [] for view in self.views}
        self.sizes: dict[str, list[tuple[float, float]]] = {self._key(view): [] for view in self.views}
        self.words: dict[str, list[str]] = {self._key(view): [] for view in self.views}
        self.events: dict[str, list[list[str]]] = {self._key(view): [] for view in self.views}
        self.secrets: dict[str, list[int]] = {self._key(view): [] for view in self.views}
        self.scores: list[list[float]] = []
        self.decisions: list[str] = []
        self.targets: list[list[str]] = []
        self._parts: dict[str, int] = {}
        self._last: dict[str, list[int]] = {}
        self.is_over = False
        self.artist = Artist(self.game)
        self.follow(ep)

    def follow(self, ep: Episode) -> None:
        """Add the frames from this position to the end of the record."""
        first, before = len(self.decisions), len(ep.history)
        for _, action, _ in self.moves[first:]:
            self._take(ep)
            self.decisions.append(ep.decision or "")
            self.targets.append(self.artist.targets(ep, action))
            ep.play(action)
        self._take(ep)
        self.is_over = ep.is_over
        self._tell(ep, first, before)

    def _tell(self, ep: Episode, first: int, before: int) -> None:
        """Add the sentences and events of the new decisions, for each view what it may know."""
        unknown = set(range(first, len(self.moves)))
        for view in self.views:
            key = self._key(view)
            for step, entry in enumerate(ep.log(view)[before:], first):
                self.words[key].append(entry.sentence)
                self.events[key].append(consequences(entry, self.game.seat_names[entry.seat]))
                if entry.action is None:
                    self.secrets[key].append(step)
                else:
                    unknown.discard(step)
        for step in unknown:
            self.targets[step] = []

    @property
    def parts(self) -> list[str]:
        """The distinct parts, by number."""
        return list(self._parts)

    @staticmethod
    def _key(view: int | None) -> str:
        return "all" if view is None else str(view)

    def _take(self, ep: Episode) -> None:
        self.scores.append([round(float(s), 3) for s in ep.scores()])
        for view in self.views:
            key = self._key(view)
            scene = self.artist.scene(ep, view)
            frame = [self._parts.setdefault(part, len(self._parts)) for part in scene.parts]
            self.sizes[key].append((float(num(scene.width)), float(num(scene.height))))
            last, written = self._last.get(key), self.frames[key]
            if len(written) % _KEY == 0:
                written.append(frame)
            elif last is None or len(frame) != len(last):
                written.append([-1, *frame])
            else:
                changes = [(i, new) for i, (old, new) in enumerate(zip(last, frame, strict=True)) if old != new]
                written.append([value for change in changes for value in change])
            self._last[key] = frame

    def data(self, analysis: AnalysedRecord | None = None) -> dict[str, Any]:
        """Return the page's data, which holds nothing beyond what its views may know."""
        opinions = None if analysis is None else self._opinions(analysis)
        return {
            "key": _KEY,
            "players": self.players,
            "parts": self.parts,
            "frames": self.frames,
            "sizes": self.sizes,
            "seats": [seat for seat, _, _ in self.moves],
            "names": list(self.game.seat_names),
            "words": self.words,
            "events": self.events,
            "secrets": self.secrets,
            "scores": self.scores,
            "decisions": self.decisions,
            "targets": self.targets,
            "analysis": opinions,
            "over": self.is_over,
        }

    def _opinions(self, analysis: AnalysedRecord) -> dict[str, list[tuple[str, int, float | None, bool]]]:
        """Return the evaluated choices as sentences with the one made marked, for the seats that are shown."""
        shown: dict[str, list[tuple[str, int, float | None, bool]]] = {}
        ep = analysis.record.replay(0)
        for step in range(max(analysis.steps, default=-1) + 1):
            made = self.moves[step] if step < len(self.moves) else None
            rows = analysis.steps.get(step)
            if rows is not None and (None in self.views or (made is not None and made[0] in self.views)):
                chosen = None if made is None else made[2]
                words = {self.game.action_name(action): ep.describe(action) for action in ep.legal_actions().tolist()}
                shown[str(step)] = [(words.get(name, name), n, value, name == chosen) for name, n, value in rows]
            if made is not None:
                ep.play(made[1])
        return shown


class AnalysedRecord:
    """A record with an agent's evaluation of its choices: by step, rows of (action name, visits, value), best first."""

    def __init__(self, record: Record, steps: Mapping[int, Iterable[tuple[str, int, float | None]]]) -> None:
        self.record = record
        self.steps = {
            int(step): [(str(name), int(visits), value) for name, visits, value in rows] for step, rows in steps.items()
        }
        wrong = [step for step in self.steps if not 0 <= step <= len(record)]
        if wrong:
            raise ValueError(f"step {wrong[0]} was analysed, but the record has {len(record)} decisions")

    def __len__(self) -> int:
        return len(self.steps)

    def __repr__(self) -> str:
        return f"<AnalysedRecord: {len(self)} of the {len(self.record)} choices of {self.record!r}>"

    def to_html(self, path: str | os.PathLike[str]) -> None:
        """Write the replay page with the analysis."""
        write_page(self.record, path, self)

    def _repr_html_(self) -> str:
        return embedded(self.record, self)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the record and its analysis as JSON."""
        plain = {"format": "expedition-analysis", "record": self.record.to_text(), "steps": self.steps}
        write_text(path, json.dumps(plain))

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> AnalysedRecord:
        """Read what ``save`` wrote; ValueError if the file is anything else."""
        try:
            plain = json.loads(Path(path).read_text(encoding="utf-8"))
            if plain["format"] != "expedition-analysis":
                raise ValueError("it has a different format")
            return cls(Record.from_text(plain["record"]), {int(step): rows for step, rows in plain["steps"].items()})
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise ValueError(f"{os.fspath(path)} is not an expedition analysis: {error}") from error


def choices_of(result: Any, game: Game) -> list[tuple[str, int, float | None]]:
    """Convert the result of an agent's ``analyse`` to rows of (action name, visits, value), most visited first."""

    def column(name: str) -> Any:
        return result[name] if isinstance(result, Mapping) else getattr(result, name)

    actions, visits, values = (list(column(name)) for name in ("actions", "visits", "values"))
    rows = [
        (game.action_name(int(action)), int(count), None if value is None or value != value else round(float(value), 4))
        for action, count, value in zip(actions, visits, values, strict=True)
    ]
    return sorted(rows, key=lambda row: (-row[1], -(row[2] if row[2] is not None else -9.0), row[0]))


def analyse(
    record: Record, agent: Analyst, *, every: int = 1, tick: Callable[[int], object] | None = None
) -> AnalysedRecord:
    """Let an agent evaluate the choices of a record: all, or one in ``every``. ``tick`` receives the steps done."""
    if every < 1:
        raise ValueError(f"every={every}: it must be at least 1")
    ep = record.replay(0)
    steps: dict[int, list[tuple[str, int, float | None]]] = {}
    for step, (_, action, _) in enumerate(record.moves):
        if step % every == 0:
            steps[step] = choices_of(agent.analyse(ep), ep.game)
        ep.play(action)
        if tick is not None:
            tick(step + 1)
    return AnalysedRecord(record, steps)


def asset(name: str) -> str:
    """Return the text of a file in ``pages``."""
    return files("expedition.play").joinpath("pages", name).read_text(encoding="utf-8")


def fill(template: str, values: Mapping[str, str]) -> str:
    """Replace a template's marks by values, in one pass: a value may contain anything."""
    return re.sub(r"@([A-Z]+)@", lambda mark: values.get(mark[1], mark[0]), template)


def packed(data: Mapping[str, Any]) -> str:
    """Return the data of a page as compressed JSON in base64, as ``common.js`` unpacks it."""
    plain = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
    return base64.b64encode(zlib.compress(plain.encode(), 9)).decode()


def framed(html: str, title: str, height: int = 760) -> str:
    """Return a page in a frame, for notebooks."""
    inside, look = escape(html, quote=True), f"width:100%;height:{height}px;border:0"
    return f'<iframe srcdoc="{inside}" style="{look}" sandbox="allow-scripts" title="{title}"></iframe>'


def page(record: Record, analysis: AnalysedRecord | None = None, *, views: Sequence[int | None] | None = None) -> str:
    """Return the replay page of a record.

    ``views`` are the seats whose knowledge it can show, and None for everything; by default all of these. The
    page holds nothing beyond what its views may know.
    """
    return page_of(Reel(record, views), analysis)


def page_of(reel: Reel, analysis: AnalysedRecord | None = None) -> str:
    """Return the page of a reel."""
    record = reel.record
    # With the seed anybody could reconstruct the hidden cards.
    seed = f", seed {record.seed}" if None in reel.views else ""
    return fill(
        asset("replay.html"),
        {
            "TITLE": escape(f"{reel.game.title}{seed}"),
            "NOTE": escape(_note(reel)),
            "OPTIONS": escape(", ".join(f"{name} {value}" for name, value in record.options.items())),
            "COMMON": asset("common.css"),
            "STYLE": theme.style(None, switch=True),
            "SHARED": asset("common.js"),
            "SCRIPT": asset("replay.js"),
            "DATA": packed(reel.data(analysis)),
        },
    )


def _note(reel: Reel) -> str:
    """Return the game in brief: players, options that differ from the defaults, length."""
    defaults = {row["name"]: row["default"] for row in reel.game.option_help}
    chosen = reel.record.options.items()
    changed = [f"{name.replace('_', ' ')}: {value}" for name, value in chosen if value != defaults.get(name, value)]
    players = f"{reel.players} {'player' if reel.players == 1 else 'players'}"
    return ", ".join([players, *(words for words in changed if not words.startswith("players:"))]) + (
        f"; {len(reel.moves)} decisions"
    )


def write_page(record: Record, path: str | os.PathLike[str], analysis: AnalysedRecord | None = None) -> None:
    """Write the replay page of a record to a file."""
    if not isinstance(analysis, AnalysedRecord | None):
        raise TypeError(f"analysis is what expedition.play.replay.analyse returns, not {type(analysis).__name__}")
    if analysis is not None and analysis.record != record:
        raise ValueError("this analysis belongs to another record")
    write_text(path, page(record, analysis))


def embedded(record: Record, analysis: AnalysedRecord | None = None, height: int = 760) -> str:
    """Return the replay page in a frame, for notebooks."""
    return framed(page(record, analysis), "replay", height)
