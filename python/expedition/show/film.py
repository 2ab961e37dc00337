"""Positions as PNG, games as GIF, MP4 or an animated SVG.

An SVG needs no extra; the others need ``pictures``: a rasteriser, Pillow, and for films ffmpeg.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterator, Sequence
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from .._arguments import whole
from .._engine import Episode, Record
from .._extras import need
from .._files import check_place, whole_file, write_bytes, write_text
from . import Artist
from . import theme as themes
from .svg import Scene, num

Frame = npt.NDArray[np.uint8]


def png(document: str, width: int) -> bytes:
    """Return an SVG document as a PNG of the given width in pixels."""
    rasteriser = need("resvg_py", "pictures", "a PNG picture")
    _check_fonts()
    return bytes(rasteriser.svg_to_bytes(svg_string=document, width=width))


@lru_cache(maxsize=1)
def _check_fonts() -> None:
    """Refuse to draw on a machine without fonts: all text would silently be missing."""
    rasteriser = need("resvg_py", "pictures", "a PNG picture")
    box = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">'
    font = "font-family=\"system-ui,'Segoe UI',Roboto,Helvetica,Arial,'DejaVu Sans',sans-serif\""
    blank, letter = (
        bytes(rasteriser.svg_to_bytes(svg_string=f'{box}<text x="2" y="16" {font}>{text}</text></svg>'))
        for text in ("", "W")
    )
    if blank == letter:
        raise RuntimeError(
            "a picture needs a font for its text, and this machine has none: install one, such as DejaVu Sans"
        )


def _width(value: int) -> int:
    if not 16 <= whole("width", value) <= 8192:
        raise ValueError(f"width={value}: it must be from 16 to 8192 pixels")
    return value


def _fixed(theme: str) -> str:
    """Return the theme of a picture made of pixels, which cannot follow its reader's setting."""
    return "light" if themes.check(theme) == "auto" else theme


def to_png(
    ep: Episode, path: str | os.PathLike[str] | None = None, width: int = 1200, viewer: int | None = None,
    theme: str = "light",
) -> bytes | None:  # fmt: skip
    """Return the picture of a position as PNG, or write it to a file."""
    data = png(Artist(ep.game).scene(ep, viewer).svg(_fixed(theme)), _width(width))
    if path is None:
        return data
    write_bytes(path, data)
    return None


class Canvas:
    """Makes frames of one size; a picture that is too high is scaled down.

    Without a height, the first picture determines it, with room for higher ones.
    """

    def __init__(self, width: int, height: int | None = None) -> None:
        # Films need even numbers.
        self.width, self.height = _width(width) // 2 * 2, height

    def frame(self, scene: Scene, theme: str) -> Frame:
        """Return a picture as an array of (height, width, 3) bytes."""
        pillow = need("PIL.Image", "pictures", "a picture as an array")
        natural = scene.height * self.width / scene.width
        if self.height is None:
            self.height = int(natural * 1.15) // 2 * 2
        wide = max(16, int(self.width * min(1.0, self.height / natural)))
        image = pillow.open(io.BytesIO(png(scene.svg(theme), wide))).convert("RGBA")
        paper = themes.COLOURS["paper"][theme == "dark"]
        whole = pillow.new("RGB", (self.width, self.height), paper)
        whole.paste(image, ((self.width - image.width) // 2, 0), image)
        return np.asarray(whole)


def _scenes(record: Record, every: int, viewer: int | None) -> Iterator[Scene]:
    """Yield the first position, one in ``every``, and the last, framing what was touched in between."""
    if whole("every", every) < 1:
        raise ValueError(f"every={every}: it must be at least 1")
    ep = record.replay(0)
    if viewer is not None and not 0 <= viewer < ep.game.players:
        raise ValueError(f"there is no seat {viewer}: the seats are 0 to {ep.game.players - 1}")
    artist = Artist(ep.game)
    # Actions that the seat may not know are not framed.
    known = [entry.action is not None for entry in record.replay().log(viewer)]
    touched: set[str] = set()
    for step, (_, action, _) in enumerate(record.moves):
        if step % every == 0:
            yield _marked(artist.scene(ep, viewer), touched)
            touched = set()
        if known[step]:
            touched.update(artist.targets(ep, action))
        ep.play(action)
    yield _marked(artist.scene(ep, viewer), touched)


def _marked(scene: Scene, touched: set[str]) -> Scene:
    """Frame the parts touched since the last picture."""
    scene.mark(touched)
    return scene


def _frames(scenes: Sequence[Scene], width: int, theme: str) -> Iterator[Frame]:
    wide = _width(width) // 2 * 2
    high = max(scene.height * wide / scene.width for scene in scenes)
    canvas = Canvas(wide, int(high) // 2 * 2 + 2)
    return (canvas.frame(scene, _fixed(theme)) for scene in scenes)


def _seconds(value: float) -> float:
    if not 0.02 <= value <= 60:
        raise ValueError(f"seconds={value}: a picture is shown for 0.02 to 60 seconds")
    return value


def to_gif(
    record: Record, path: str | os.PathLike[str], *, every: int = 1, seconds: float = 0.6, width: int = 800,
    viewer: int | None = None, theme: str = "light",
) -> None:  # fmt: skip
    """Write a game as an animated GIF; the last position is shown longer."""
    pillow = need("PIL.Image", "pictures", "a GIF")
    if Path(path).suffix != ".gif":
        raise ValueError(f"{os.fspath(path)!r}: the name of a GIF must end in .gif")
    check_place(path)
    scenes = list(_scenes(record, every, viewer))
    shown = int(1000 * _seconds(seconds))
    images = [pillow.fromarray(frame).quantize(128) for frame in _frames(scenes, width, theme)]
    lasts = [shown] * (len(images) - 1) + [max(shown, 3000)]
    with whole_file(path) as part:
        images[0].save(part, format="GIF", save_all=True, append_images=images[1:], duration=lasts, loop=0)


def to_mp4(
    record: Record, path: str | os.PathLike[str], *, every: int = 1, seconds: float = 0.6, width: int = 1200,
    viewer: int | None = None, theme: str = "light",
) -> None:  # fmt: skip
    """Write a game as an MP4 film."""
    ffmpeg: Any = need("imageio_ffmpeg", "pictures", "a film")
    if Path(path).suffix != ".mp4":
        raise ValueError(f"{os.fspath(path)!r}: the name of a film must end in .mp4")
    check_place(path)
    scenes = list(_scenes(record, every, viewer))
    frames = _frames(scenes, width, theme)
    first = next(frames)
    high, wide, _ = first.shape
    rate = 1 / _seconds(seconds)
    with whole_file(path) as part:
        part.touch()  # if nothing may be written there, Python's error is the better one
        writer = ffmpeg.write_frames(
            os.fspath(part), (wide, high), fps=rate, codec="libx264", quality=7, macro_block_size=2,
            ffmpeg_log_level="error", output_params=["-r", str(max(10, round(rate))), "-movflags", "+faststart"],
        )  # fmt: skip
        writer.send(None)
        try:
            for frame in (first, *frames):
                writer.send(np.ascontiguousarray(frame))
        finally:
            writer.close()
        # The writer does not report whether ffmpeg finished: on a full disk it does not.
        try:
            ffmpeg.count_frames_and_secs(os.fspath(part))
        except (OSError, RuntimeError) as error:
            raise OSError("ffmpeg did not finish the film; is the disk full?") from error


def to_svg_animation(
    record: Record, path: str | os.PathLike[str], *, every: int = 1, seconds: float = 0.6, viewer: int | None = None,
    theme: str = "auto",
) -> None:  # fmt: skip
    """Write a game as one animated SVG file for browsers, which stores every part once."""
    themes.check(theme)
    scenes = list(_scenes(record, every, viewer))
    total = _seconds(seconds) * (len(scenes) + 3)
    parts: dict[str, int] = {}
    frames = [[parts.setdefault(part, len(parts)) for part in scene.parts] for scene in scenes]
    body = "".join(_shown(slot, frames, _seconds(seconds), total) for slot in range(max(map(len, frames))))
    width, height = max(s.width for s in scenes), max(s.height for s in scenes)
    defs = "".join(f'<g id="p{number}">{part}</g>' for part, number in parts.items())
    w, h = num(width), num(height)
    ground = f'<rect width="{w}" height="{h}" rx="6" class="f-paper"/>'
    title = escape(f"{record.replay(0).game.title}: a game of {len(record)} decisions")
    write_text(
        path,
        f'<svg xmlns="http://www.w3.org/2000/svg" class="xpd" viewBox="0 0 {w} {h}" width="{w}" height="{h}" '
        f'role="img" aria-label="{title}"><style>{themes.style(ground + defs, theme)}</style><title>{title}</title>'
        f"<defs>{defs}</defs>{ground}{body}</svg>",
    )


def _shown(slot: int, frames: list[list[int]], seconds: float, total: float) -> str:
    """Return the parts at one place of the drawing order, each shown for as long as it stays there."""
    out, last = "", len(frames)
    start = 0
    while start < last:
        part = frames[start][slot] if slot < len(frames[start]) else None
        end = start + 1
        while end < last and (frames[end][slot] if slot < len(frames[end]) else None) == part:
            end += 1
        if part is not None:
            out += _use(part, start, end, last, seconds, total)
        start = end
    return out


def _use(part: int, start: int, end: int, last: int, seconds: float, total: float) -> str:
    if start == 0 and end == last:
        return f'<use href="#p{part}"/>'
    marks = [(0.0, "visible" if start == 0 else "hidden")]
    if start:
        marks.append((start * seconds / total, "visible"))
    if end < last:
        marks.append((end * seconds / total, "hidden"))
    values, times = ";".join(v for _, v in marks), ";".join(f"{t:.5g}" for t, _ in marks)
    return (
        f'<use href="#p{part}" visibility="{marks[0][1]}"><animate attributeName="visibility" values="{values}" '
        f'keyTimes="{times}" dur="{total:g}s" calcMode="discrete" repeatCount="indefinite"/></use>'
    )
