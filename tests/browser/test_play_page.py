"""The play page: clicks on the picture and in the list, undo, saving, and refusal of foreign pages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files

import pytest

import expedition
from expedition.play import web
from expedition.play.session import Session


@contextmanager
def table(name: str, page, seed: int = 5, **options: object) -> Iterator[web.Server]:
    game = expedition.Game(name, **options)
    with web.Server(Session(game, [0], "random", seed)) as server:
        page.goto(server.url)
        page.wait_for_selector("html[data-settled]")
        page.select_option("#pace", "0")
        yield server


def step(page) -> int:
    return int(page.get_attribute("html", "data-settled"))


def moved(page, before: int) -> None:
    """Wait until a choice has been played and a person has to choose again."""
    page.wait_for_function("s => document.documentElement.dataset.settled !== String(s)", arg=before)


@pytest.mark.parametrize("name", expedition.games())
def test_a_game_is_played_by_clicking(page, name: str) -> None:
    with table(name, page) as server:
        on_picture = 0
        for turn in range(12):
            if page.locator("#legal button").count() == 0:
                break
            before = step(page)
            hot = page.locator("#board .hot .hot-frame")
            if hot.count() and turn % 3 < 2:
                hot.nth(turn % hot.count()).dispatch_event("click")
                on_picture += 1
                if page.is_visible("#menu"):
                    page.locator("#menu button").first.click()
            else:
                page.locator("#legal button").first.click()
            moved(page, before)
        assert on_picture > 0
        assert len(server.session.ep.history) == step(page)
        assert len(page.locator("#board").screenshot()) > 8_000


def test_a_real_click_reaches_the_part(page) -> None:
    with table("agartha", page):
        before = step(page)
        page.locator('#board [data-t="seat 0 village_1"]').click()
        moved(page, before)
        assert "illage 1" in page.inner_text("#news")


def test_several_actions_on_one_part_open_a_menu(page) -> None:
    with table("kathmandu" if "kathmandu" in expedition.games() else "agartha", page) as server:
        crowded = None
        for _ in range(60):
            names = [t for c in server.desk.position()["legal"] for t in c["targets"]]
            crowded = next((n for n in names if names.count(n) > 1), None)
            if crowded or server.desk.position()["over"]:
                break
            before = step(page)
            page.locator("#legal button").last.click()
            moved(page, before)
        assert crowded is not None
        page.locator(f'#board [data-t="{crowded}"] .hot-frame').first.dispatch_event("click")
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
        page.wait_for_function("s => document.documentElement.dataset.settled === String(s)", arg=before)
        page.mouse.move(0, 0)  # the list may have come to lie under the pointer, which lights a place up
        assert page.inner_html("#board svg") == first
        seed = server.session.seed
        page.click("#setup > summary")
        page.click("#again")
        page.wait_for_function("() => !document.body.classList.contains('busy')")
        assert server.session.seed != seed


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
        assert again.replay() == server.session.ep


def test_a_game_to_its_end(page) -> None:
    with table("toy", page):
        while page.locator("#legal button").count():
            before = step(page)
            page.locator("#legal button").first.click()
            moved(page, before)
        assert page.is_visible("#end")
        assert "won" in page.text_content("#end-title")
        assert page.locator("#end-points tr").count() == 4
        page.click("#end-close")
        assert "The game is over." in page.text_content("#turn")


def test_hint_marks_the_best_choice(page) -> None:
    with table("agartha", page):
        page.keyboard.press("h")
        page.wait_for_selector("html[data-hinted]")
        assert page.locator("#legal button.best small").first.inner_text().startswith("best, wins about")
        assert page.is_visible("#bar")


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_the_best_of_many_choices_scrolls_into_view(page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    with table("kathmandu", page):
        while page.locator("#legal button").count() < 100:
            before = step(page)
            page.locator("#legal button").first.click()
            moved(page, before)
        page.keyboard.press("h")
        page.wait_for_selector("html[data-hinted]")
        best = page.locator("#legal button.best").bounding_box()
        assert best["y"] >= 0
        assert best["y"] + best["height"] <= size[1]
        frame = page.locator("#board .best-frame").first.bounding_box()
        board = page.locator("#board").bounding_box()
        assert board["y"] <= frame["y"] + frame["height"] / 2 <= board["y"] + board["height"]


def test_evaluation_on_request_reveals_nothing_about_the_choices(page) -> None:
    with table("agartha", page):
        assert not page.is_visible("#bar")
        page.check("#evaluate")
        page.wait_for_selector("html[data-evaluated]")
        assert page.inner_text("#bar").startswith("you: wins about")
        assert page.locator("#legal button.best, #legal small, .best-frame").count() == 0
        before = step(page)
        page.locator("#legal button").first.click()
        moved(page, before)
        page.wait_for_function(
            "() => document.documentElement.dataset.evaluated === document.documentElement.dataset.settled"
        )
        assert page.is_visible("#bar")
        page.uncheck("#evaluate")
        assert not page.is_visible("#bar")


def test_turns_of_others_are_shown_on_click_and_can_be_skipped(page) -> None:
    shown = "() => [...document.querySelectorAll('#news li')].filter(line => !line.closest('[hidden]')).length"
    with table("agartha", page) as server:
        page.select_option("#pace", "step")
        before = step(page)
        page.locator("#legal button").first.click()
        page.wait_for_selector("#next:visible")
        assert page.is_visible("#skip")
        seen = page.evaluate(shown)
        assert len(server.session.ep.history) == before + 1  # nobody plays on before the reader has read
        page.click("#next")
        # Either more is told, or that was all and the next choice is open.
        page.wait_for_function(
            f"([seen, before]) => ({shown})() > seen || Number(document.documentElement.dataset.settled) > before",
            arg=[seen, before],
        )
        page.keyboard.press("Escape")
        moved(page, before)
        assert not page.is_visible("#next")
        assert not page.is_visible("#skip")
        assert page.locator("#news li[hidden]").count() == 0
        assert len(server.session.ep.history) == step(page)


def test_turns_of_others_are_paced(page) -> None:
    with table("toy", page) as server:
        page.select_option("#pace", "450")
        before = step(page)
        page.locator("#legal button").first.click()
        page.wait_for_selector("#skip:visible")
        moved(page, before)
        assert page.locator("#news li[hidden]").count() == 0
        assert len(server.session.ep.history) == step(page)


def test_keyboard_alone_plays(page) -> None:
    with table("toy", page):
        before = step(page)
        page.keyboard.press("2")
        moved(page, before)
        before = step(page)
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        moved(page, before)
        page.keyboard.press("u")
        page.wait_for_function("s => document.documentElement.dataset.settled === String(s)", arg=before)


def test_on_a_phone_the_choices_are_visible_again_after_the_others_turns(page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    with table("agartha", page):
        for _ in range(8):
            before = step(page)
            page.locator("#legal button").first.click()
            moved(page, before)
            first, sheet = page.locator("#legal button").first.bounding_box(), page.locator("aside").bounding_box()
            assert sheet["y"] <= first["y"]
            assert first["y"] + first["height"] <= sheet["y"] + sheet["height"]


def test_people_at_one_screen_pass_it_on(page) -> None:
    with web.Server(Session(expedition.Game("toy"), [0, 1], "random", 3)) as server:
        page.goto(server.url)
        page.wait_for_selector("html[data-settled]")
        page.locator("#legal button").first.click()
        page.wait_for_selector("#curtain[open]")
        assert page.inner_html("#board svg") == ""
        page.click("#curtain-lift")
        page.wait_for_selector("#legal button")
        assert page.inner_html("#board svg") != ""


@pytest.mark.parametrize("name", [game for game in expedition.games() if game != "toy"])
@pytest.mark.parametrize("size", [(1280, 800), (1366, 768), (390, 844)])
def test_hand_goods_and_choices_are_on_the_screen(page, name: str, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    with table(name, page):
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        first = page.locator("#legal button").first.bounding_box()
        assert first["y"] + first["height"] <= size[1]
        if page.is_visible("#mine"):
            box = page.locator("#mine").bounding_box()
            assert box["y"] + box["height"] <= size[1] + 1
        else:  # then the whole picture is in sight
            box = page.locator("#board svg").bounding_box()
            assert box["y"] + box["height"] <= size[1] + 1


@pytest.mark.parametrize("name", expedition.games())
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(page, name: str, scheme: str) -> None:
    axe = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
    page.emulate_media(color_scheme=scheme)
    for size in ((1280, 800), (390, 844)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        with table(name, page):
            before = step(page)
            page.locator("#legal button").first.click()
            moved(page, before)
            page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })")
            page.evaluate(axe)
            found = page.evaluate("axe.run()")["violations"]
            assert [v["id"] for v in found if v["impact"] in ("serious", "critical")] == []


@pytest.mark.parametrize("name", expedition.games())
def test_a_whole_game_is_played_by_clicking(page, name: str) -> None:
    """Always the first choice of the list; at the end points by source, and links to replay and review."""
    with table(name, page) as server:
        while page.locator("#legal button").count():
            before = step(page)
            page.locator("#legal button").first.click()
            moved(page, before)
        assert server.session.is_over
        assert page.is_visible("#end")
        result = server.session.ep.result()
        rows = page.locator("#end-points tr th[scope=row]").all_inner_texts()
        assert rows == ["points", *(source.replace("_", " ") for source in result.breakdown)]
        assert page.inner_text("#end-why") == result.reason
        assert page.locator("#end-replay").get_attribute("href").startswith("/replay?token=")
        assert page.is_visible("#end-review") == hasattr(expedition, "review")
        told = page.text_content("#log")
        last = server.session.log()[-1].entry
        assert last.sentence in told
        assert all(text in told for text in server.session.consequences(last))
        decisions = len(server.session.ep.history)
        with page.context.expect_page() as opened:
            page.click("#end-replay")
        replay = followed(opened.value, decisions)
        replay.keyboard.press("End")
        assert int(replay.input_value("#slider")) == decisions
        with page.context.expect_page() as opened:
            page.click("#end-review")
        review = followed(opened.value, decisions)
        assert len(review.locator("#review-seats tr").all()) > 1
        mark = review.locator("#review-chart .mark").first
        if mark.count():
            mark.dispatch_event("click")
            assert int(review.input_value("#slider")) == int(mark.get_attribute("data-step"))
            assert "worth" in review.text_content("#review-text")
            assert review.locator("#review-choices tr.chosen").count() == 1
        assert review.complaints == replay.complaints == []


def followed(opened, decisions: int):
    """Wait for the page of a link that was clicked and return it."""
    opened.complaints = []
    opened.on("pageerror", lambda error: opened.complaints.append(str(error)))
    # A review searches every decision.
    opened.wait_for_selector("html[data-ready]", timeout=180_000)
    assert int(opened.get_attribute("#slider", "max")) == decisions
    return opened


def test_filter(page) -> None:
    with table("kathmandu" if "kathmandu" in expedition.games() else "agartha", page) as server:
        for _ in range(40):
            if page.is_visible("#filter"):
                break
            before = step(page)
            page.locator("#legal button").first.click()
            moved(page, before)
        name = server.desk.position()["legal"][-1]["name"]
        page.fill("#filter", name)
        assert page.locator("#legal button").last.get_attribute("title") == name
        before = step(page)
        page.press("#filter", "Enter")
        moved(page, before)


def test_a_foreign_page_cannot_reach_it(browser) -> None:
    """A page of another origin may send requests; the server must not carry them out."""
    game = expedition.Game("toy")
    with (
        web.Server(Session(game, [0], "random", 1)) as server,
        web.Server(Session(game, [0], "random", 2)) as other,
    ):
        context = browser.new_context()
        page = context.new_page()
        page.goto(other.url)
        page.wait_for_selector("html[data-settled]")
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
        assert server.session.ep.history == []
        context.close()
