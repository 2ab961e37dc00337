"""The searches of a review, on all cores, each saved as soon as it is done, so that a review can be stopped."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import nullcontext
from pathlib import Path
from typing import Any, TextIO

from .._engine import Episode, Record
from .._files import whole_file
from .._terminal import Progress
from . import review_search as search
from .review_search import Judge

FORMAT = "expedition-review 1"


def to_text(header: dict[str, Any], raw: dict[str, list[dict[str, Any]]]) -> str:
    """Return a review as the text of its file."""
    lines = [json.dumps(header), *(json.dumps({kind: row}) for kind, rows in raw.items() for row in rows)]
    return "\n".join(lines) + "\n"


def read(path: Path) -> tuple[dict[str, Any], dict[str, list[dict[str, Any]]]]:
    """Return the header and the rows of a file, leaving out an incomplete last line."""
    raw: dict[str, list[dict[str, Any]]] = {"decisions": [], "anchors": [], "end": []}
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
        header: dict[str, Any] = json.loads(lines[0])
        if header["format"] != FORMAT:
            raise ValueError("it has a different format")
        for number, line in enumerate(lines[1:], 1):
            try:
                row = json.loads(line)
            except json.JSONDecodeError:
                if number == len(lines) - 1:
                    break
                raise
            for kind, content in row.items():
                raw[kind].append(content)
    except json.JSONDecodeError:
        raise ValueError(f"{path} is not an expedition review: a line of it is not JSON") from None
    except (IndexError, KeyError, TypeError, ValueError, AttributeError) as error:
        raise ValueError(f"{path} is not an expedition review: {error}") from None
    return header, raw


def choices(record: Record) -> Iterator[tuple[int, int, Episode]]:
    """Yield (step, action, copy of the position) for the decisions that had a choice."""
    ep = record.replay(0)
    for step, (_, action, _) in enumerate(record.moves):
        if len(ep.legal_actions()) > 1:
            yield step, action, ep.clone()
        ep.play(action)


def anchors_of(steps: list[int]) -> list[int]:
    """Return the steps from which copies are played to the end, spread evenly over the game."""
    if len(steps) <= search.ANCHORS:
        return steps
    return [steps[round(i * (len(steps) - 1) / (search.ANCHORS - 1))] for i in range(search.ANCHORS)]


def missing(record: Record, raw: dict[str, list[dict[str, Any]]]) -> bool:
    """Return whether a review lacks any search."""
    steps = [step for step, _, _ in choices(record)]
    there = {row["step"] for row in raw["decisions"]}
    played = {row["step"] for row in raw["anchors"]}
    return not (there >= set(steps) and played >= set(anchors_of(steps)) and (record.replay().is_over or raw["end"]))


def resume(path: Path, header: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """Return the rows of a review's file; ValueError if it belongs to another review."""
    found, raw = read(path)
    for name in ("record", "agent", "samples", "seed"):
        if found.get(name) != header[name]:
            digest = hashlib.sha256(str(found.get(name)).encode()).hexdigest()[:8]
            was = f"{found.get(name)!r}" if name != "record" else f"another one ({digest})"
            raise ValueError(f"{path} holds a review whose {name} is {was}: use another file or remove this one")
    return raw


class Work:
    """The searches of a review still to be done."""

    def __init__(
        self, judge: Judge, raw: dict[str, list[dict[str, Any]]], file: Path | None, header: dict[str, Any]
    ) -> None:
        self.judge, self.raw, self.file, self.header = judge, raw, file, header

    def _todo(self, end: Episode) -> list[Callable[[], tuple[str, dict[str, Any]]]]:
        there = {row["step"] for row in self.raw["decisions"]}
        played = {row["step"] for row in self.raw["anchors"]}
        open_ones = list(choices(self.judge.record))
        anchors = set(anchors_of([step for step, _, _ in open_ones]))
        todo: list[Callable[[], tuple[str, dict[str, Any]]]] = []
        for step, action, ep in open_ones:
            if step not in there:
                todo.append(lambda e=ep, s=step, a=action: ("decisions", self.judge.decision(e, s, a)))  # type: ignore[misc]
            if step in anchors and step not in played:
                todo.append(lambda e=ep, s=step: ("anchors", self.judge.anchor(e, s)))  # type: ignore[misc]
        if not end.is_over and not self.raw["end"]:
            seat = end.seat
            assert seat is not None
            copy = end.redeal(seat, search.seed_of(self.judge.seed, "end"))
            last = len(self.judge.record)
            todo.append(lambda: ("end", {"step": last, "worth": self.judge.position(copy, self.judge.seed).plain()}))
        return todo

    def _open(self, path: Path) -> TextIO:
        """Open the file for appending, after dropping an incomplete last line."""
        with whole_file(path) as part:
            part.write_text(to_text(self.header, self.raw), encoding="utf-8")
        return path.open("a", encoding="utf-8")

    def run(self, end: Episode, threads: int, *, progress: bool, tick: Callable[[int, int], object] | None) -> None:
        """Run the remaining searches."""
        todo = self._todo(end)
        label = f"review {self.judge.game.name} {self.judge.spec}"
        bar = Progress(len(todo), label) if progress and todo else nullcontext()
        out = None if self.file is None else self._open(self.file)
        pool = ThreadPoolExecutor(max_workers=threads, thread_name_prefix="review")
        try:
            with bar as shown:
                waiting: set[Future[tuple[str, dict[str, Any]]]] = {pool.submit(one) for one in todo}
                done = 0
                while waiting:
                    finished, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                    for future in finished:
                        kind, row = future.result()
                        self.raw[kind].append(row)
                        if out is not None:
                            out.write(json.dumps({kind: row}) + "\n")
                            out.flush()
                        done += 1
                        if shown is not None:
                            shown.update(done)
                        if tick is not None:
                            tick(done, len(todo))
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
            if out is not None:
                out.close()
