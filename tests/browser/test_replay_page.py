"""The replay page, used as a reader uses it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import expedition
from expedition.play import replay


def record(name: str, seed: int = 1, **options: object) -> expedition.Record:
    ep, stream = expedition.Game(name, **options).episode(seed=seed), random.Random(seed)
    while not ep.is_over:
        ep.play(int(stream.choice(ep.legal_actions())))
    return ep.record()


def opened(page, path: Path):
    page.goto(path.as_uri())
    page.wait_for_selector("html[data-ready]")
    return page


def at(page) -> int:
    return int(page.input_value("#slider"))


@pytest.mark.parametrize("name", expedition.games())
def test_every_game_is_drawn_and_driven(page, tmp_path: Path, name: str) -> None:
    rec = record(name)
    rec.to_html(tmp_path / "r.html")
    opened(page, tmp_path / "r.html")
    assert page.requests == [(tmp_path / "r.html").as_uri()]
    assert at(page) == 0
    page.click("#next")
    page.click("#next")
    assert at(page) == 2
    assert rec.replay().log()[1].sentence.rstrip(".") in page.text_content("#status")
    page.click("#back")
    assert at(page) == 1
    page.click("#last")
    assert at(page) == len(rec)
    assert page.is_disabled("#next")
    assert page.is_disabled("#last")
    page.click("#first")
    assert at(page) == 0
    assert page.is_disabled("#back")
    shot = page.locator("#board").screenshot()
    blank = page.evaluate("document.querySelector('#board svg').innerHTML = ''") or page.locator("#board").screenshot()
    assert len(shot) > 3 * len(blank)


def test_keyboard(page, tmp_path: Path) -> None:
    rec = record("agartha")
    rec.to_html(tmp_path / "r.html")
    opened(page, tmp_path / "r.html")
    for key, want in (
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("PageDown", 11),
        ("PageUp", 1),
        ("End", len(rec)),
        ("Home", 0),
    ):
        page.keyboard.press(key)
        assert at(page) == want, key
    page.keyboard.press("ArrowDown")
    step = at(page)
    assert step > 0
    assert rec.moves[step][0] != rec.moves[0][0]
    page.keyboard.press("ArrowUp")
    assert at(page) < step


def test_play_and_pause(page, tmp_path: Path) -> None:
    record("agartha").to_html(tmp_path / "r.html")
    opened(page, tmp_path / "r.html")
    page.select_option("#speed", "30")
    page.click("#play")
    page.wait_for_function("() => document.getElementById('slider').value > 5")
    page.click("#play")
    stopped = at(page)
    page.wait_for_timeout(200)
    assert at(page) == stopped
    page.locator("h1").click()
    page.keyboard.press(" ")
    page.wait_for_function(f"() => document.getElementById('slider').value > {stopped}")
    page.keyboard.press("End")
    assert page.text_content("#play") == "play"


def test_slider_list_and_chart_lead_to_positions(page, tmp_path: Path) -> None:
    rec = record("agartha")
    rec.to_html(tmp_path / "r.html")
    opened(page, tmp_path / "r.html")
    page.locator("#slider").fill("40")
    assert at(page) == 40
    assert page.text_content("#moves .now").endswith(rec.replay().log()[39].sentence)
    page.locator("#moves .m").first.click()
    assert at(page) < 40
    box = page.locator("#chart").bounding_box()
    page.mouse.click(box["x"] + box["width"] * 0.5, box["y"] + box["height"] / 2)
    assert abs(at(page) - len(rec) / 2) < len(rec) * 0.1


def test_a_seats_view_hides_what_it_cannot_know(page, tmp_path: Path) -> None:
    rec = record("agartha")
    rec.to_html(tmp_path / "r.html")
    opened(page, tmp_path / "r.html")
    step = next(i for i, (seat, _, name) in enumerate(rec.moves) if seat == 0 and name.startswith("token "))
    page.locator("#slider").fill(str(step + 2))
    everything = page.inner_html("#board svg")
    assert "face down" not in everything
    page.check("#view-1")
    assert "Blue: face down" in page.inner_html("#board svg")
    page.locator("#slider").fill(str(step + 1))
    assert rec.replay().log(1)[step].sentence in page.text_content("#status")
    assert rec.replay().log()[step].sentence not in page.text_content("#status")
    page.check("#view-all")
    assert rec.replay().log()[step].sentence in page.text_content("#status")


class Judge:
    def analyse(self, ep: expedition.Episode) -> dict[str, list[float]]:
        legal = ep.legal_actions().tolist()
        return {"actions": legal, "visits": [10 * (a + 1) for a in legal], "values": [a / 10 for a in legal]}


def test_analysis_is_shown_to_its_seat(page, tmp_path: Path) -> None:
    rec = record("toy")
    replay.analyse(rec, Judge()).to_html(tmp_path / "r.html")
    opened(page, tmp_path / "r.html")
    assert page.is_visible("#analysis")
    rows = page.locator("#choices tr")
    assert rows.count() == 4
    assert rows.nth(1).inner_text().split("\t")[:3] == ["Lead the rope down 3 steps, which leaves 18", "30", "0.200"]
    assert page.locator("#choices tr.played").inner_text().startswith(rec.replay().log()[0].sentence)
    page.check("#view-1")
    assert "Not shown" in page.text_content("#choices")


def test_thousands_of_steps(page, tmp_path: Path) -> None:
    """Thirty games of Agartha one after the other as one long reel: every step of it stays fast."""
    reel = replay.Reel(record("agartha", seed=0))
    for seed in range(1, 30):
        rec = record("agartha", seed=seed)
        # The last picture of a game gives way to the first of the next.
        for lists in (reel.frames, reel.sizes):
            for frames in lists.values():
                frames.pop()
        reel.scores.pop()
        reel._last.clear()
        reel.moves += rec.moves
        reel.follow(rec.replay(0))
    count = len(reel.moves)
    assert count > 3000
    html = replay.page_of(reel)
    assert len(html) < 1_500_000
    (tmp_path / "r.html").write_text(html, encoding="utf-8")
    opened(page, tmp_path / "r.html")
    spent = page.evaluate(
        """() => { const s = document.getElementById("slider"), n = +s.max, t = performance.now();
        for (let i = 0; i < 200; i++) { s.value = Math.floor(i * n / 200); s.dispatchEvent(new Event("input")); }
        return (performance.now() - t) / 200; }"""
    )
    assert spent < 100
    page.keyboard.press("End")
    assert at(page) == count
    assert page.locator("#moves .m").count() < 60
    assert page.text_content("#moves .now").endswith(reel.words["all"][-1])


def test_light_and_dark(page, tmp_path: Path) -> None:
    record("toy").to_html(tmp_path / "r.html")
    opened(page, tmp_path / "r.html")

    def ground() -> str:
        return page.evaluate("getComputedStyle(document.querySelector('#board rect.f-paper')).fill")

    page.emulate_media(color_scheme="light")
    light = ground()
    page.emulate_media(color_scheme="dark")
    dark = ground()
    assert light != dark
    page.select_option("#theme", "light")
    assert ground() == light
    page.select_option("#theme", "dark")
    page.emulate_media(color_scheme="light")
    assert ground() == dark


def test_in_a_notebook_frame(page, tmp_path: Path) -> None:
    (tmp_path / "n.html").write_text(
        "<!doctype html><meta charset=utf-8>" + record("toy")._repr_html_(), encoding="utf-8"
    )
    page.goto((tmp_path / "n.html").as_uri())
    frame = page.frame_locator("iframe")
    frame.locator("#next").click()
    assert frame.locator("#slider").input_value() == "1"


def test_narrow_windows_have_no_sideways_scrolling(page, tmp_path: Path) -> None:
    record("agartha").to_html(tmp_path / "r.html")
    for width in (420, 760, 1600):
        page.set_viewport_size({"width": width, "height": 800})
        opened(page, tmp_path / "r.html")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
