"""Replay pages: self-contained, small, and packed frames unpack to the pictures."""

from __future__ import annotations

import base64
import json
import random
import re
import zlib
from pathlib import Path

import pytest

import expedition
from expedition.play import replay
from expedition.play.session import consequences
from expedition.show import Artist


def played(name: str, seed: int = 1, steps: int | None = None, **options: object) -> expedition.Episode:
    ep, stream = expedition.Game(name, **options).episode(seed=seed), random.Random(seed)
    while not ep.is_over and steps != 0:
        ep.play(int(stream.choice(ep.legal_actions())))
        steps = None if steps is None else steps - 1
    return ep


def unpacked(html: str) -> dict:
    data = re.search(r'<script id="data" type="text/plain">([^<]*)</script>', html)
    assert data is not None
    return json.loads(zlib.decompress(base64.b64decode(data[1])))


def frame(data: dict, view: str, at: int) -> list[int]:
    """The page's own way to a frame, in Python."""
    start = at - at % data["key"]
    out = list(data["frames"][view][start])
    for change in data["frames"][view][start + 1 : at + 1]:
        if change[:1] == [-1]:
            out = change[1:]
        else:
            for place, part in zip(change[::2], change[1::2], strict=True):
                out[place] = part
    return out


@pytest.mark.parametrize("name", expedition.games())
def test_frames_unpack_to_the_pictures(name: str) -> None:
    ep = played(name, seed=3, steps=150)
    data = unpacked(replay.page(ep.record()))
    artist, again = Artist(ep.game), ep.record().replay(0)
    for step in range(len(ep.history) + 1):
        if step % 7 == 0:
            for view in (None, 0, ep.game.players - 1):
                key = "all" if view is None else str(view)
                assert [data["parts"][i] for i in frame(data, key, step)] == artist.scene(again, view).parts
        if step < len(ep.history):
            again.play(ep.history[step][1])
    assert len(data["scores"]) == len(ep.history) + 1
    assert data["scores"][-1] == pytest.approx(ep.scores().tolist(), abs=1e-3)
    assert data["seats"] == [seat for seat, _, _ in ep.history]
    assert data["words"]["all"] == [entry.sentence for entry in ep.log()]
    assert data["events"]["0"] == [consequences(entry, ep.game.seat_names[entry.seat]) for entry in ep.log(0)]


@pytest.mark.parametrize("name", expedition.games())
def test_page_is_one_file_without_network(name: str, tmp_path: Path) -> None:
    rec = played(name, seed=2, steps=60).record()
    rec.to_html(tmp_path / "replay.html")
    html = (tmp_path / "replay.html").read_text(encoding="utf-8")
    assert "default-src 'none'" in html
    outside = re.findall(r"""(?:src|href)\s*=\s*["']?(?!data:)[^"'\s>]+|url\(|@import|https?://[^\s"'<]+""", html)
    assert set(outside) <= {"http://www.w3.org/2000/svg", "https://www.w3.org/2000/svg"}, outside
    assert not re.search(r"@[A-Z]+@", html)


def test_thousands_of_steps_stay_small() -> None:
    """A page grows with what changes, not with the number of pictures."""
    longest = max((played(name, seed=1).record() for name in expedition.games()), key=len)
    html = replay.page(longest)
    assert len(html) < 60_000 + 2_500 * len(longest)


def test_secret_actions_are_not_in_a_seats_view() -> None:
    rec = played("agartha", seed=4).record()
    data = unpacked(replay.page(rec))
    for step, (seat, _, name) in enumerate(rec.moves):
        for viewer in range(2):
            secret = name.startswith("token ") and seat != viewer
            assert (data["words"][str(viewer)][step] == data["words"]["all"][step]) == (not secret)
            assert (step in data["secrets"][str(viewer)]) == secret
    assert data["secrets"]["all"] == []


def test_a_page_of_one_seat_holds_nothing_that_the_seat_may_not_know() -> None:
    """Two games that differ in what seat 0 cannot know alone make the same page."""
    rec = played("agartha", seed=4, steps=40).record()
    secret = next(i for i, (seat, _, name) in enumerate(rec.moves) if seat == 1 and name.startswith("token "))
    ep = rec.replay(secret)
    pages = set()
    for action in ep.legal_actions().tolist():
        other = ep.clone()
        other.play(action)
        html = replay.page(other.record(), replay.analyse(other.record(), Judge()), views=[0])
        data = unpacked(html)
        assert other.log()[-1].sentence not in json.dumps([data["words"], data["events"]])
        assert set(data["analysis"]) == {str(i) for i, (seat, _, _) in enumerate(other.history) if seat == 0}
        assert "seed" not in html
        pages.add(html)
    assert len(ep.legal_actions()) > 1
    assert len(pages) == 1


def test_record_that_begins_in_the_middle() -> None:
    ep = played("toy", seed=1, steps=2, depth=20)
    later = ep.game.episode_from_state(ep.state, seed=5)
    later.play("lead 1")
    data = unpacked(replay.page(later.record()))
    assert data["words"]["all"] == [later.log()[0].sentence]


def test_record_of_no_decisions() -> None:
    data = unpacked(replay.page(expedition.Game("toy").episode(seed=1).record()))
    assert data["seats"] == []
    assert len(data["frames"]["all"]) == 1
    assert not data["over"]


def test_replay_of_a_part() -> None:
    ep = played("toy", seed=1)
    rec = ep.record()
    assert rec.replay(0) == ep.game.episode(seed=1)
    assert rec.replay(len(rec)) == ep == rec.replay()
    assert len(rec.replay(2).history) == 2
    with pytest.raises(ValueError, match="decisions"):
        rec.replay(len(rec) + 1)
    with pytest.raises(ValueError, match="decisions"):
        rec.replay(-1)
    with pytest.raises(TypeError):
        rec.replay(1.5)  # type: ignore[arg-type]


class Judge:
    """Rates high numbers well."""

    def analyse(self, ep: expedition.Episode) -> dict[str, list[float]]:
        legal = ep.legal_actions().tolist()
        return {"actions": legal, "visits": [10 * (a + 1) for a in legal], "values": [a / 10 for a in legal]}


def test_analysis_reaches_the_page_and_survives_a_file(tmp_path: Path) -> None:
    rec = played("toy", seed=1).record()
    told: list[int] = []
    analysed = replay.analyse(rec, Judge(), every=2, tick=told.append)
    assert sorted(analysed.steps) == list(range(0, len(rec), 2))
    assert told[-1] == len(rec)
    assert analysed.steps[0] == [("lead 3", 30, 0.2), ("lead 2", 20, 0.1), ("lead 1", 10, 0.0)]
    analysed.to_html(tmp_path / "a.html")
    data = unpacked((tmp_path / "a.html").read_text(encoding="utf-8"))
    best = "Lead the rope down 3 steps, which leaves 18"
    assert data["analysis"]["0"][0] == [best, 30, 0.2, rec.moves[0][2] == "lead 3"]
    analysed.save(tmp_path / "a.json")
    again = replay.AnalysedRecord.load(tmp_path / "a.json")
    assert again.steps == analysed.steps
    assert again.record == rec
    assert analysed._repr_html_().startswith("<iframe")


def test_foreign_analyses_are_refused(tmp_path: Path) -> None:
    rec, other = played("toy", seed=1).record(), played("toy", seed=2, steps=3).record()
    with pytest.raises(ValueError, match="another record"):
        other.to_html(tmp_path / "x.html", analysis=replay.analyse(rec, Judge()))
    with pytest.raises(ValueError, match="step 99"):
        replay.AnalysedRecord(rec, {99: []})
    with pytest.raises(ValueError, match="every"):
        replay.analyse(rec, Judge(), every=0)
    for content in (
        "",
        "[]",
        "{}",
        '{"format": "x"}',
        '{"format": "expedition-analysis", "record": 3, "steps": {}}',
        "{" * 50,
    ):
        path = tmp_path / "foreign.json"
        path.write_text(content)
        with pytest.raises(ValueError, match="not an expedition analysis"):
            replay.AnalysedRecord.load(path)


def test_notebook_frame_is_escaped_and_boxed() -> None:
    html = played("toy", seed=1).record()._repr_html_()
    assert html.startswith("<iframe srcdoc=")
    assert 'sandbox="allow-scripts"' in html
    assert html.count("<") == 2  # the frame's own signs: the page inside is escaped


def test_an_agent_analyses_a_record() -> None:
    rec = played("toy", seed=1, depth=9).record()
    agent = expedition.Agent("mcts:100", expedition.Game("toy", depth=9), seed=1)
    analysed = replay.analyse(rec, agent)
    assert len(analysed) == len(rec)
    assert analysed.steps[0][0][0] == "lead 1"  # to a multiple of four
