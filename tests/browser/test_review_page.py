"""The review page and the page of a position, used as a reader uses them."""

from __future__ import annotations

import random
from pathlib import Path

import expedition


def record(name: str, seed: int = 1, **options: object) -> expedition.Record:
    ep, stream = expedition.Game(name, **options).episode(seed=seed), random.Random(seed)
    while not ep.is_over:
        ep.play(int(stream.choice(ep.legal_actions())))
    return ep.record()


def test_marks_lead_to_positions(page, tmp_path: Path) -> None:
    review = expedition.review(record("agartha"), "mcts:24", samples=2, progress=False)
    review.to_html(tmp_path / "review.html")
    page.goto((tmp_path / "review.html").as_uri())
    page.wait_for_selector("html[data-ready]")
    assert page.requests == [(tmp_path / "review.html").as_uri()]
    worst = review.summary().costly[0]
    page.click(f'#review-chart .mark[data-step="{worst.step}"]')
    assert int(page.input_value("#slider")) == worst.step
    assert f"cost {worst.loss:.2f}" in page.text_content("#review-text")
    assert worst.best_sentence in page.text_content("#review-choices tr.best")
    assert worst.sentence in page.text_content("#review-choices tr.chosen")
    ep = review.record.replay(worst.step)
    from expedition.show import Artist

    if Artist(review.game).targets(ep, worst.best):
        assert page.locator("#board .best-frame").count() > 0
    if Artist(review.game).targets(ep, worst.action):
        assert page.locator("#board .chosen-frame").count() > 0
    page.keyboard.press("ArrowRight")  # the replay's own keys still work
    assert int(page.input_value("#slider")) == worst.step + 1
    # A seat that did not decide is not shown the values.
    page.keyboard.press("ArrowLeft")
    page.check(f"#view-{1 - worst.seat}")
    assert page.text_content("#review-text") == "Not shown to this seat."
    page.locator("#review-chart .mark").first.focus()
    page.keyboard.press("Enter")
    assert int(page.input_value("#slider")) == worst.step


def test_the_mark_says_what_chance_did(page, tmp_path: Path) -> None:
    game = expedition.Game("subterra", players=2)
    ep, greedy = game.episode(seed=4), expedition.Agent("greedy", game, seed=1)
    while not ep.is_over and len(ep.history) < 30:
        ep.play(greedy.act(ep))
    review = expedition.review(ep, "mcts:24", samples=2, progress=False)
    review.to_html(tmp_path / "review.html")
    page.goto((tmp_path / "review.html").as_uri())
    page.wait_for_selector("html[data-ready]")
    step = max((d for d in review.decisions if d.luck[0] != 0), key=lambda d: abs(d.luck[0])).step
    first = next(text for texts in review.happened[:step] for text in texts)
    page.evaluate("at => document.dispatchEvent(new CustomEvent('expedition:go', { detail: at }))", step)
    told = page.text_content("#review-chance")
    assert told.startswith("Chance before it: ")
    assert f"{review.decisions[step].luck[0]:+.2f} ± " in told
    assert first.rstrip(".") in "".join(page.locator("#review-chart rect title").all_text_contents())
    page.check("#view-0")  # a seat is not told what others drew
    assert page.text_content("#review-chance") == ""
    page.check("#view-all")
    rows = page.locator("#review-marks li")
    assert rows.count() >= len(review.summary().costly)
    assert review.summary().costly[0].sentence.rstrip(".") in rows.first.text_content()
    rows.first.locator("button").click()
    assert int(page.input_value("#slider")) == review.summary().costly[0].step


def test_walk_through_a_position(page, tmp_path: Path) -> None:
    game = expedition.Game("toy", depth=9)
    game.explore(game.episode(seed=1), agent="mcts:60", depth=2, width=3).to_html(tmp_path / "walk.html")
    page.goto((tmp_path / "walk.html").as_uri())
    page.wait_for_selector("html[data-ready]")
    assert page.locator("#choices tr[data-to]").count() == 3
    page.locator("#choices tr[data-to]").first.click()
    page.locator("#choices tr[data-to]").first.click()
    assert page.locator("#line li").count() == 2
    page.click("#keep")
    page.click("#top")
    assert page.locator("#line li").count() == 0
    page.locator("#choices tr[data-to]").nth(1).click()
    page.click("#keep")
    assert page.locator("#lines tr").count() == 3
    page.click("#back")
    page.locator("#lines tr").nth(1).click()
    assert page.locator("#line li").count() == 2
