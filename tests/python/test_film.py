"""Pictures of pixels: positions as PNG, games as GIF, MP4 and moving SVG, environments as frames."""

from __future__ import annotations

import io
import random
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import gymnasium
import numpy as np
import PIL.Image
import pytest

import expedition
from expedition.envs.single import SingleEnv


@pytest.fixture(scope="module")
def record() -> expedition.Record:
    ep, stream = expedition.Game("toy", depth=8).episode(seed=1), random.Random(1)
    while not ep.is_over:
        ep.play(int(stream.choice(ep.legal_actions())))
    return ep.record()


@pytest.mark.parametrize("name", expedition.games())
def test_a_position_is_a_png(name: str, tmp_path: Path) -> None:
    ep = expedition.Game(name).episode(seed=1)
    data = ep.to_png(width=400)
    image = PIL.Image.open(io.BytesIO(data))
    assert image.width == 400
    colours = np.asarray(image.convert("RGB")).reshape(-1, 3)
    assert len(np.unique(colours, axis=0)) > 20
    assert ep.to_png(tmp_path / "a.png", 400) is None
    assert (tmp_path / "a.png").read_bytes() == data
    assert ep.to_png(width=400, theme="dark") != data


def test_the_picture_of_a_seat_hides_what_it_cannot_know() -> None:
    ep = expedition.Game("toy", depth=8).episode(seed=1)
    assert ep.to_png(width=300, viewer=0) == ep.redeal(0, 5).to_png(width=300, viewer=0)
    assert ep.to_png(width=300, viewer=0) != ep.to_png(width=300)


def test_bad_arguments_are_refused(record: expedition.Record, tmp_path: Path) -> None:
    ep = record.replay(0)
    with pytest.raises(ValueError, match="16 to 8192"):
        ep.to_png(width=3)
    with pytest.raises(ValueError, match="light"):
        ep.to_png(theme="sepia")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="at least 1"):
        record.to_gif(tmp_path / "a.gif", every=0)
    with pytest.raises(ValueError, match=r"the name of a GIF must end in \.gif"):
        record.to_gif(tmp_path / "a.png")
    with pytest.raises(OSError, match="no such folder"):
        record.to_gif(tmp_path / "nowhere" / "a.gif")
    with pytest.raises(ValueError, match="no seat 7"):
        record.to_svg_animation(tmp_path / "a.svg", viewer=7)


def test_a_game_is_a_gif(record: expedition.Record, tmp_path: Path) -> None:
    record.to_gif(tmp_path / "game.gif", width=240)
    assert pictures(tmp_path / "game.gif") == len(record) + 1
    record.to_gif(tmp_path / "short.gif", width=240, every=3)
    assert pictures(tmp_path / "short.gif") == -(-len(record) // 3) + 1


def pictures(path: Path) -> int:
    with PIL.Image.open(path) as image:
        return int(image.n_frames)


def test_a_game_is_a_film(record: expedition.Record, tmp_path: Path) -> None:
    import imageio_ffmpeg

    record.to_mp4(tmp_path / "game.mp4", width=240, seconds=0.2)
    frames = imageio_ffmpeg.read_frames(str(tmp_path / "game.mp4"))
    about = next(frames)
    frames.close()
    assert about["size"][0] == 240
    assert about["duration"] == pytest.approx(0.2 * (len(record) + 1), abs=0.3)


def test_a_game_is_an_svg_that_moves(record: expedition.Record, tmp_path: Path) -> None:
    record.to_svg_animation(tmp_path / "game.svg", seconds=0.5)
    root = ET.fromstring((tmp_path / "game.svg").read_text(encoding="utf-8"))
    spaces = {"s": "http://www.w3.org/2000/svg"}
    ids = {g.attrib["id"] for g in root.findall("s:defs/s:g", spaces)}
    uses = root.findall("s:use", spaces)
    assert {use.attrib["href"].removeprefix("#") for use in uses} == ids
    # The first picture is what is visible at the start, part by part.
    first = [use for use in uses if use.attrib.get("visibility", "visible") == "visible"]
    ep = record.replay(0)
    assert len(first) == len(expedition.show.Artist(ep.game).scene(ep).parts)
    for moving in root.iter("{http://www.w3.org/2000/svg}animate"):
        times = [float(t) for t in moving.attrib["keyTimes"].split(";")]
        assert times == sorted(times)
        assert times[0] == 0
        assert times[-1] < 1


def test_what_was_touched_is_framed() -> None:
    game = expedition.Game("agartha")
    ep = game.episode(seed=3)
    artist = expedition.show.Artist(game)
    plain = artist.scene(ep, 0)
    target = artist.targets(ep, int(ep.legal_actions()[0]))[0]
    marked = artist.scene(ep, 0)
    marked.mark([target])
    changed = [part for part, before in zip(marked.parts, plain.parts, strict=True) if part != before]
    assert changed
    assert all(f'data-t="{target}"' in part and 'stroke-width="3.5"' in part for part in changed)
    ET.fromstring(marked.svg())
    assert artist.scene(ep, 0).svg() == plain.svg()


def test_a_film_of_a_seat_frames_no_secret(tmp_path: Path) -> None:
    """Two games that a seat cannot yet tell apart make the same film for it."""
    game = expedition.Game("agartha")
    ep, stream = game.episode(seed=5), random.Random(5)
    for _ in range(14):
        ep.play(int(stream.choice(ep.legal_actions())))
    record = ep.record()
    secret = [step for step, entry in enumerate(ep.log(0)) if entry.action is None]
    assert secret
    record.to_svg_animation(tmp_path / "seat.svg", viewer=0)
    record.to_svg_animation(tmp_path / "all.svg")
    framed = [
        (tmp_path / name).read_text(encoding="utf-8").count('stroke-width="3.5"') for name in ("seat.svg", "all.svg")
    ]
    assert framed[0] < framed[1]


def test_environments_give_frames_of_one_size() -> None:
    env = gymnasium.make("expedition/Agartha-v0", render_mode="rgb_array")
    _, info = env.reset(seed=1)
    shapes = set()
    for _ in range(12):
        frame = env.render()
        assert isinstance(frame, np.ndarray)
        assert frame.dtype == np.uint8
        shapes.add(frame.shape)
        *_, over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        if over:
            break
    assert len(shapes) == 1
    assert next(iter(shapes))[1:] == (960, 3)
    pair = expedition.aec_env("toy", render_mode="rgb_array")
    pair.reset(seed=1)
    assert pair.render().shape[2] == 3
    lanes = gymnasium.make_vec("expedition/Toy-v0", num_envs=2, render_mode="rgb_array")
    lanes.reset(seed=1)
    first, second = lanes.render()
    assert first.shape == second.shape


def test_a_person_who_watches_sees_each_position_once(capsys: pytest.CaptureFixture[str]) -> None:
    env = SingleEnv("toy", render_mode="human", depth=5)
    env.reset(seed=1)
    env.render()
    assert capsys.readouterr().out.count("steps left") == 1
    env.step(0)
    env.render()
    env.render()
    assert capsys.readouterr().out.count("steps left") == 1


def test_without_the_extra_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    ep = expedition.Game("toy").episode(seed=1)
    with pytest.raises(ImportError, match=r"expedition\[pictures\]"):
        ep.to_png()
    with pytest.raises(ImportError, match=r"expedition\[pictures\]"):
        SingleEnv("toy", render_mode="rgb_array")
    assert ep.to_svg().startswith("<svg")
