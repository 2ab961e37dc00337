"""A small drawing kit: shapes as SVG text, measured text, scenes made of parts.

A part is the result of a pure function. Equal parts are drawn once and kept, so a replay of thousands of positions
stays small and quick to make.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from html import escape
from typing import Any

from . import theme as themes

# Advance widths of DejaVu Sans in hundredths of the size, starting with the space. It is wider than the other fonts of
# our stack, so what fits by this table fits with all of them.
_WIDTHS = (
    32, 40, 46, 84, 64, 95, 78, 27, 39, 39, 50, 84, 32, 36, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 34,
    34, 84, 84, 84, 53, 100, 68, 69, 70, 77, 63, 58, 77, 75, 29, 29, 66, 56, 86, 75, 79, 60, 79, 69, 63, 61,
    73, 68, 99, 69, 61, 69, 39, 34, 39, 84, 50, 50, 61, 63, 55, 63, 62, 35, 63, 63, 28, 28, 58, 28, 97, 63, 61,
    63, 63, 41, 52, 39, 63, 59, 82, 59, 59, 52, 64, 34, 64, 84,
)  # fmt: skip
_ACCENTED = {"é": 62, "è": 62, "ê": 62, "à": 61, "ç": 55, "î": 28, "ô": 61, "û": 63, "É": 63, "·": 32, "–": 50, "’": 32}
_BOLD = 1.13
# Seats differ by shape and letter as well as by colour.
_SEAT_SHAPES = 6
_SEAT_LETTERS = "BOGPRS"


def measure(text: str, size: float, *, bold: bool = False) -> float:
    """Return the width of a line of text."""
    total = 0
    for char in text:
        code = ord(char) - 32
        total += _WIDTHS[code] if 0 <= code < len(_WIDTHS) else _ACCENTED.get(char, 100)
    return total * size / 100 * (_BOLD if bold else 1.0)


def num(value: float) -> str:
    """Return a coordinate as short text."""
    return f"{value:.1f}".rstrip("0").rstrip(".") if value % 1 else str(int(value))


def cut(text: str, size: float, width: float, *, bold: bool = False) -> str:
    """Shorten a line with an ellipsis to fit a width."""
    if measure(text, size, bold=bold) <= width + 0.01:
        return text
    while text and measure(text + "…", size, bold=bold) > width:
        text = text[:-1]
    return text.rstrip() + "…"


def wrap(text: str, size: float, width: float, *, bold: bool = False) -> list[str]:
    """Break text into lines that fit a width; a word that is too long is broken."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        trial = f"{line} {word}" if line else word
        if measure(trial, size, bold=bold) <= width:
            line = trial
            continue
        if line:
            lines.append(line)
        while measure(word, size, bold=bold) > width and len(word) > 1:
            at = next(n for n in range(len(word), 0, -1) if n == 1 or measure(word[:n], size, bold=bold) <= width)
            lines.append(word[:at])
            word = word[at:]
        line = word
    return [*lines, line] if line else lines


def classes(fill: str | None = None, stroke: str | None = None) -> str:
    """Return the class attribute for a fill and a stroke colour."""
    names = [f"f-{fill}" if fill else "n"]
    if stroke:
        names.append(f"s-{stroke}")
    return f' class="{" ".join(names)}"'


def _pen(stroke: str | None, width: float, dash: str = "") -> str:
    if not stroke:
        return ""
    return (f' stroke-width="{num(width)}"' if width != 1 else "") + (f' stroke-dasharray="{dash}"' if dash else "")


def rect(
    x: float, y: float, w: float, h: float, fill: str | None = None, stroke: str | None = None, *,
    r: float = 0, pen: float = 1, dash: str = "", opacity: float = 1,
) -> str:  # fmt: skip
    """Return a rectangle."""
    rx = f' rx="{num(r)}"' if r else ""
    faint = f' opacity="{opacity:g}"' if opacity != 1 else ""
    where = f'x="{num(x)}" y="{num(y)}" width="{num(w)}" height="{num(h)}"'
    return f"<rect {where}{rx}{classes(fill, stroke)}{_pen(stroke, pen, dash)}{faint}/>"


def circle(
    x: float, y: float, r: float, fill: str | None = None, stroke: str | None = None, *, pen: float = 1, dash: str = ""
) -> str:
    """Return a circle."""
    return f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(r)}"{classes(fill, stroke)}{_pen(stroke, pen, dash)}/>'


def path(d: str, fill: str | None = None, stroke: str | None = None, *, pen: float = 1, dash: str = "") -> str:
    """Return a path."""
    ends = ' stroke-linecap="round" stroke-linejoin="round"' if stroke else ""
    return f'<path d="{d}"{classes(fill, stroke)}{_pen(stroke, pen, dash)}{ends}/>'


def polygon(
    points: Iterable[tuple[float, float]], fill: str | None = None, stroke: str | None = None, *, pen: float = 1
) -> str:
    """Return a polygon."""
    at = " ".join(f"{num(x)},{num(y)}" for x, y in points)
    return f'<polygon points="{at}"{classes(fill, stroke)}{_pen(stroke, pen)}/>'


def line(x1: float, y1: float, x2: float, y2: float, stroke: str, *, pen: float = 1, dash: str = "") -> str:
    """Return a line."""
    where = f'x1="{num(x1)}" y1="{num(y1)}" x2="{num(x2)}" y2="{num(y2)}"'
    return f'<line {where}{classes(None, stroke)}{_pen(stroke, pen, dash)} stroke-linecap="round"/>'


def tip(text: str) -> str:
    """Return a tooltip; put it first inside a group."""
    return f"<title>{escape(text, quote=False)}</title>"


def group(
    body: str,
    *,
    at: tuple[float, float] | None = None,
    target: str | None = None,
    title: str | None = None,
    attr: str = "",
) -> str:
    """Return a group: moved, with a name for clicks, with a tooltip."""
    move = f' transform="translate({num(at[0])} {num(at[1])})"' if at else ""
    name = f' data-t="{escape(target)}"' if target else ""
    return f"<g{move}{name}{attr}>{tip(title) if title else ''}{body}</g>"


def text(
    x: float, y: float, content: str, size: float = 12, *, fill: str = "ink", anchor: str = "start", bold: bool = False,
    italic: bool = False, width: float | None = None, least: float = 0.8,
) -> str:  # fmt: skip
    """Return a line of text with its baseline at y. To fit a width it first shrinks a little, then is shortened."""
    shown = content
    if width is not None:
        need = measure(content, size, bold=bold)
        if need > width:
            size = max(size * least, size * width / need)
            shown = cut(content, size, width, bold=bold)
    end = f' text-anchor="{anchor}"' if anchor != "start" else ""
    heavy = ' font-weight="700"' if bold else ""
    slant = ' font-style="italic"' if italic else ""
    full = tip(content) if shown != content else ""
    return (
        f'<text x="{num(x)}" y="{num(y)}" font-size="{num(size)}"{end}{heavy}{slant}{classes(fill)}>'
        f"{full}{escape(shown, quote=False)}</text>"
    )


def paragraph(
    x: float, y: float, content: str, size: float, width: float, height: float, *, fill: str = "ink",
    anchor: str = "start", bold: bool = False, least: float = 7.5, leading: float = 1.2,
) -> str:  # fmt: skip
    """Return text broken into lines inside a box with its top at y; it shrinks to ``least`` before it is shortened."""
    while True:
        lines = wrap(content, size, width, bold=bold)
        if len(lines) * size * leading <= height + 0.01 or size <= least:
            break
        size = max(least, size - 0.5)
    room = max(1, int((height + 0.01) / (size * leading)))
    short = len(lines) > room
    if short:
        lines = [*lines[: room - 1], cut(" ".join(lines[room - 1 :]), size, width, bold=bold)]
    body = "".join(
        text(x, y + size * 0.95 + i * size * leading, one, size, fill=fill, anchor=anchor, bold=bold)
        for i, one in enumerate(lines)
    )
    return group(body, title=content) if short else body


def seat_colour(seat: int) -> str:
    """Return the name of a seat's colour."""
    return f"seat{seat % _SEAT_SHAPES}"


def seat_chip(seat: int, r: float = 9, label: str | None = None) -> str:
    """Return the sign of a seat around the origin: its colour, its shape, and the first letter of the colour."""
    fill, ink = seat_colour(seat), f"on{seat % _SEAT_SHAPES}"
    match seat % _SEAT_SHAPES:
        case 0:
            shape = circle(0, 0, r, fill, "ink")
        case 1:
            shape = rect(-r * 0.9, -r * 0.9, r * 1.8, r * 1.8, fill, "ink", r=1.5)
        case 2:
            shape = polygon([(0, -r * 1.15), (r * 1.15, 0), (0, r * 1.15), (-r * 1.15, 0)], fill, "ink")
        case 3:
            shape = polygon(
                [(-r * 0.6, -r), (r * 0.6, -r), (r * 1.1, 0), (r * 0.6, r), (-r * 0.6, r), (-r * 1.1, 0)], fill, "ink"
            )
        case 4:
            shape = polygon(
                [(0, -r * 1.1), (r * 1.1, -r * 0.2), (r * 0.7, r), (-r * 0.7, r), (-r * 1.1, -r * 0.2)], fill, "ink"
            )
        case _:
            shape = polygon([(-r, -r * 0.8), (r, -r * 0.8), (0, r * 1.15)], fill, "ink")
    size = max(r * 1.15, 9.0)
    return shape + text(
        0,
        size * 0.36,
        _SEAT_LETTERS[seat % _SEAT_SHAPES] if label is None else label,
        size,
        fill=ink,
        anchor="middle",
        bold=True,
    )


def pips(count: int, r: float = 3, gap: float = 8, fill: str = "ink", of: int | None = None) -> str:
    """Return filled dots, and hollow ones up to ``of``."""
    return "".join(circle(i * gap, 0, r, fill if i < count else None, fill) for i in range(max(count, of or 0)))


_TARGET = re.compile(r'<g[^>]*? (data-t="[^"]*")')
_SHAPE = re.compile(r"<(?:rect|polygon|circle) [^>]*/>")
_LOOK = re.compile(r' (?:class|stroke-width|stroke-dasharray|opacity)="[^"]*"')


class Cache(dict[Any, str]):
    """The parts drawn so far, shared by the scenes of a replay."""


class Scene:
    """A picture made of parts, in drawing order."""

    def __init__(self, width: float, title: str, cache: Cache | None = None) -> None:
        self.width, self.height = width, 0.0
        self.title = title
        self.parts: list[str] = []
        self.areas: dict[str, tuple[float, float, float, float]] = {}
        """Named areas as (x, y, width, height): ``"seat 0"`` is everything that belongs to the seat."""
        self._cache = Cache() if cache is None else cache

    def add(
        self,
        draw: Callable[..., str],
        *args: Any,
        at: tuple[float, float] = (0, 0),
        target: str | None = None,
        title: str | None = None,
    ) -> None:
        """Add what ``draw(*args)`` returns, moved to a place. The arguments must be hashable."""
        key = (draw, args, at, target, title)
        part = self._cache.get(key)
        if part is None:
            part = self._cache[key] = group(draw(*args), at=at, target=target, title=title)
        self.parts.append(part)

    def area(self, name: str, x: float, y: float, width: float, height: float) -> None:
        """Name an area, so that a page can show it alone; a second call with the name extends it."""
        if name in self.areas:
            left, top, w, h = self.areas[name]
            right, bottom = max(left + w, x + width), max(top + h, y + height)
            x, y = min(left, x), min(top, y)
            width, height = right - x, bottom - y
        self.areas[name] = (x, y, width, height)

    def mark(self, targets: Collection[str]) -> None:
        """Frame the parts with these names: the outline of each is drawn once more, in the highlight colour."""
        wanted = {f'data-t="{escape(name)}"' for name in targets}
        for i, part in enumerate(self.parts):
            name = _TARGET.match(part)
            shape = _SHAPE.search(part) if name is not None and name[1] in wanted else None
            if shape is not None:
                bare = _LOOK.sub("", shape[0])[:-2]
                self.parts[i] = f'{part[:-4]}{bare} class="n s-accent" stroke-width="3.5"/></g>'

    def grow(self, bottom: float) -> None:
        """Make the picture reach down to a line."""
        self.height = max(self.height, bottom)

    def body(self) -> str:
        """Return the parts as one text."""
        return "".join(self.parts)

    def svg(self, theme: str = "auto") -> str:
        """Return the whole document."""
        body = rect(0, 0, self.width, self.height, "paper", r=6) + self.body()
        w, h = num(self.width), num(self.height)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="xpd" viewBox="0 0 {w} {h}" width="{w}" height="{h}" '
            f'style="max-width:100%;height:auto" role="img" aria-label="{escape(self.title)}">'
            f"<style>{themes.style(body, theme)}</style>{tip(self.title)}{body}</svg>"
        )


def heading(width: float, title: str, right: str) -> str:
    """Return the line at the top of a gallery."""
    used = measure(title, 16, bold=True)
    return text(0, 16, title, 16, bold=True, width=width * 0.6) + text(
        width, 16, right, 12.5, fill="soft", anchor="end", width=width - min(used, width * 0.6) - 16
    )


def banner(width: float, emblem: str, title: str, note: str, turn: str, seat: int | None) -> str:
    """Return the head of a position: the game, its progress, and on the right the seat to act and its question."""
    out = rect(0, 0, width, 34, "panel", "line", r=8) + group(emblem, at=(22, 17))
    out += text(42, 22.5, title, 15, bold=True)
    left = 42 + measure(title, 15, bold=True) + 12
    out += text(left, 22, note, 12, fill="soft")
    left += measure(note, 12) + 16
    wide = min(measure(turn, 12, bold=True) + (40 if seat is not None else 24), width - left - 4)
    x = width - wide - 4
    out += rect(x, 4, wide, 26, "card", seat_colour(seat) if seat is not None else "line", r=13, pen=2)
    if seat is not None:
        out += group(seat_chip(seat, 8), at=(x + 16, 17))
    inset = 30 if seat is not None else 12
    return out + text(x + inset, 21.5, turn, 12, bold=True, width=wide - inset - 10, least=0.75)


def rich(
    x: float, y: float, content: str, size: float, width: float, signs: Callable[[str], str | None], *,
    fill: str = "ink", least: float = 9, height: float = 1e9, leading: float = 1.24,
) -> str:  # fmt: skip
    """Return lines of text with their top at y; words that ``signs`` knows are drawn as signs of 16 x 16."""
    while size > least and rich_height(content, size, width, signs, leading) > height + 0.01:
        size = max(least, size - 0.5)
    out = ""
    for number, row in enumerate(_rich_lines(content, size, width, signs)):
        base, cursor, run, start = y + size * 0.95 + number * size * leading, x, "", x
        for word, sign in row:
            if sign is None:
                run, start = (f"{run} {word}", start) if run else (word, cursor)
                continue
            if run:
                out += text(start, base, run, size, fill=fill)
                cursor = start + measure(run, size)
            cursor += 0.28 * size if cursor > x else 0
            middle = f"translate({num(cursor + 0.62 * size)} {num(base - 0.36 * size)}) scale({size / 13:.3g})"
            out += f'<g transform="{middle}">{sign}</g>'
            cursor += 1.24 * size
            run, start = word, cursor
            if not word:
                cursor += 0.28 * size
        if run:
            out += text(start, base, run, size, fill=fill)
    return group(out, title=content)


def rich_height(
    content: str, size: float, width: float, signs: Callable[[str], str | None], leading: float = 1.24
) -> float:
    """Return the height of a text drawn by ``rich``."""
    return len(_rich_lines(content, size, width, signs)) * size * leading


def _rich_lines(
    content: str, size: float, width: float, signs: Callable[[str], str | None]
) -> list[list[tuple[str, str | None]]]:
    """Break a text into lines of (text, sign), where a sign's text is the punctuation after it."""
    lines: list[list[tuple[str, str | None]]] = [[]]
    used = 0.0
    for raw in content.split():
        bare = raw.rstrip(".,;:)")
        sign = signs(bare)
        if sign is not None:
            word, need = raw[len(bare) :], size * 1.8 + measure(raw[len(bare) :], size)
        else:
            word, need = raw, measure(raw, size) + 0.32 * size
        if used + need > width + 0.32 * size and lines[-1]:
            # A number stays on the line of the sign that it counts.
            kept = [lines[-1].pop()] if sign is not None and len(lines[-1]) > 1 and lines[-1][-1][0].isdigit() else []
            lines.append(kept)
            used = sum(measure(text, size) + 0.32 * size for text, _ in kept)
        lines[-1].append((word, sign))
        used += need
    return lines


def panel(w: float, h: float, title: str = "", note: str = "", mark: int | None = None) -> str:
    """Return a framed area with a caption; ``mark`` draws the frame in a seat's colour."""
    frame = rect(
        0, 0, w, h, "panel", seat_colour(mark) if mark is not None else "line", r=6, pen=2.5 if mark is not None else 1
    )
    if title:
        frame += text(10, 17, title, 12, bold=True, width=w * 0.62 if note else w - 20)
    if note:
        frame += text(
            w - 10, 17, note, 11, fill="soft", anchor="end", width=w - 30 - min(measure(title, 12, bold=True), w * 0.62)
        )
    return frame


def seat_panel(w: float, h: float, seat: int, words: str, score: str, acts: bool) -> str:
    """Return the panel of a seat: its sign, some words, and its score at the right; framed if the seat acts."""
    out = panel(w, h, "", "", seat if acts else None) + group(seat_chip(seat, 11), at=(21, 20))
    out += rect(w - 50, 7, 42, 25, "sun", "gold", r=6, pen=1.5)
    out += text(w - 29, 25, score, 15, anchor="middle", bold=True)
    return out + text(40, 25, words, 12.5, bold=acts, width=w - 98, least=0.8)


def stack(items: Sequence[tuple[float, float]], width: float, gap: float) -> list[tuple[float, float]]:
    """Return the positions of boxes of these sizes, set in rows from left to right."""
    out: list[tuple[float, float]] = []
    x = y = row = 0.0
    for w, h in items:
        if x and x + w > width:
            x, y, row = 0.0, y + row + gap, 0.0
        out.append((x, y))
        x, row = x + w + gap, max(row, h)
    return out
