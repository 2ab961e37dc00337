"""The play page: clicks on the picture and in the list, undo, saving, and no way in for strangers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

import expedition
from expedition import web


@contextmanager
def table(name: str, page, seed: int = 5, **options: object) -> Iterator[web.Server]:
    game = expedition.Game(name, **options)
    with web.Server(web.Table(game, [0], web.random_player(1), seed=seed)) as server:
        page.goto(server.url)
        page.wait_for_selector("html[data-step]")
        yield server


def step(page) -> int:
    return int(page.get_attribute("html", "data-step"))


def moved(page, before: int) -> None:
    page.wait_for_function("s => document.documentElement.dataset.step !== String(s)", arg=before)


@pytest.mark.parametrize("name", expedition.games())
def test_a_game_is_played_by_clicking(page, name: str) -> None:
    with table(name, page) as server:
        on_picture = 0
        for turn in range(12):
            if page.locator("#legal button").count() == 0:
                break
            before = step(page)
            hot = page.locator(".hot .hot-frame")
            if hot.count() and turn % 3 < 2:
                hot.nth(turn % hot.count()).dispatch_event("click")
                on_picture += 1
                if page.is_visible("#menu"):
                    page.locator("#menu button").first.click()
            else:
                page.locator("#legal button").first.click()
            moved(page, before)
        assert on_picture > 0
        assert len(server.table._ep.history) == step(page)
        assert len(page.locator("#board").screenshot()) > 8_000


def test_a_real_click_reaches_the_part(page) -> None:
    with table("agartha", page):
        before = step(page)
        page.locator('[data-t="seat 0 village_1"]').click()
        moved(page, before)
        assert "put village_1" in page.inner_text("#log")


def test_several_actions_on_one_part_open_a_menu(page) -> None:
    with table("kathmandu" if "kathmandu" in expedition.games() else "agartha", page) as server:
        crowded = None
        for _ in range(60):
            names = [t for c in server.table.position()["legal"] for t in c["targets"]]
            crowded = next((n for n in names if names.count(n) > 1), None)
            if crowded or server.table.position()["over"]:
                break
            before = step(page)
            page.locator("#legal button").last.click()
            moved(page, before)
        assert crowded is not None
        page.locator(f'[data-t="{crowded}"] .hot-frame').first.dispatch_event("click")
        assert page.locator("#menu button").count() > 1
        page.keyboard.press("Escape")
        assert not page.is_visible("#menu")


def test_undo_and_new_game(page) -> None:
    with table("agartha", page) as server:
        assert page.is_disabled("#undo")
        first = page.inner_html("#board svg")
        before = step(page)
        page.locator("#legal button").first.click()
        moved(page, before)
        page.click("#undo")
        page.wait_for_function("s => document.documentElement.dataset.step === String(s)", arg=before)
        assert page.inner_html("#board svg") == first
        seed = server.table.seed
        page.click("#again")
        page.wait_for_function("() => !document.body.classList.contains('busy')")
        assert server.table.seed != seed


def test_the_record_is_saved(page, tmp_path) -> None:
    with table("toy", page, seed=9) as server:
        before = step(page)
        page.locator("#legal button").first.click()
        moved(page, before)
        with page.expect_download() as download:
            page.click("#save")
        download.value.save_as(tmp_path / "game.record")
        again = expedition.Record.load(tmp_path / "game.record")
        assert download.value.suggested_filename == "toy-9.record"
        assert again.replay() == server.table._ep


def test_a_game_to_its_end(page) -> None:
    with table("toy", page):
        while page.locator("#legal button").count():
            before = step(page)
            page.locator("#legal button").first.click()
            moved(page, before)
        assert "The game is over. Best: seat" in page.text_content("#status")


def test_filter(page) -> None:
    with table("kathmandu" if "kathmandu" in expedition.games() else "agartha", page) as server:
        for _ in range(40):
            if page.is_visible("#filter"):
                break
            before = step(page)
            page.locator("#legal button").first.click()
            moved(page, before)
        name = server.table.position()["legal"][-1]["name"]
        page.fill("#filter", name)
        assert page.locator("#legal button").last.get_attribute("title") == name
        before = step(page)
        page.press("#filter", "Enter")
        moved(page, before)


def test_a_foreign_page_cannot_reach_it(browser) -> None:
    """A page of another origin may send requests; the server must not carry them out."""
    game = expedition.Game("toy")
    with (
        web.Server(web.Table(game, [0], web.random_player(1), seed=1)) as server,
        web.Server(web.Table(game, [0], web.random_player(1), seed=2)) as other,
    ):
        context = browser.new_context()
        page = context.new_page()
        page.goto(other.url)
        page.wait_for_selector("html[data-step]")
        # The other server's policy lets its page talk to itself alone, so a page without a policy is used.
        page.goto("about:blank")
        sent = page.evaluate(
            """async ([port, token]) => { try {
            await fetch(`http://127.0.0.1:${port}/api/play`, {method: "POST", mode: "no-cors",
              body: JSON.stringify({action: 0, step: 0}),
              headers: {"Content-Type": "text/plain"}}); return "sent"; } catch (e) { return "blocked"; } }""",
            [server.port, server.token],
        )
        assert sent in ("sent", "blocked")
        assert server.table._ep.history == []
        context.close()
