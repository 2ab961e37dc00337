"""DataFrames of records: their contents agree with the games."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

import expedition

pd = pytest.importorskip("pandas", reason="the extra analysis, part of dev")
from expedition.analysis import frames  # noqa: E402


def record(name: str, seed: int = 1) -> expedition.Record:
    ep, stream = expedition.Game(name).episode(seed=seed), random.Random(seed)
    while not ep.is_over:
        ep.play(int(stream.choice(ep.legal_actions())))
    return ep.record()


@pytest.mark.parametrize("name", expedition.games())
def test_decisions_are_the_moves(name: str) -> None:
    recs = [record(name, seed) for seed in (1, 2)]
    frame = frames.decisions(recs)
    assert len(frame) == sum(map(len, recs))
    for number, rec in enumerate(recs):
        mine = frame[frame.game == number]
        assert list(zip(mine.seat, mine.action, mine.name, strict=True)) == rec.moves
    assert (frame.legal >= 1).all()
    assert frame.decision.notna().all()


@pytest.mark.parametrize("name", expedition.games())
def test_scores_end_with_the_scores_of_the_game(name: str) -> None:
    rec = record(name)
    frame = frames.scores(rec, every=10)
    last = frame[frame.step == len(rec)].groupby("seat").points.sum()
    assert last.tolist() == pytest.approx(rec.replay().scores().tolist(), abs=1e-3)
    assert set(frame.step) == {*range(0, len(rec), 10), len(rec)}
    assert frame["round"].is_monotonic_increasing
    assert name == "toy" or frame["round"].max() > 0


@pytest.mark.parametrize("name", expedition.games())
def test_every_game_has_resources(name: str) -> None:
    frame = frames.resources(record(name), every=7)
    assert len(frame)
    assert set(frame.seat) == set(range(expedition.Game(name).players))
    assert frame.amount.dtype.kind == "i"


def test_amounts_are_those_of_the_position() -> None:
    ep = record("arnak").replay()
    held = {(seat, name): amount for seat, name, amount in ep.amounts()}
    for seat, player in enumerate(ep.state["players"][: ep.game.players]):
        assert [held[seat, good] for good in ("coin", "compass", "tablet", "arrowhead", "jewel")] == player["goods"]
        assert held[seat, "guardians"] == player["guardians"].bit_count()
    ep = record("kathmandu").replay()
    for seat, name, amount in ep.amounts():
        assert name != "supply" or amount == ep.state["supply"][seat]


@pytest.mark.parametrize("name", expedition.games())
def test_pick_rates_count_offers_and_choices(name: str) -> None:
    rec = record(name)
    rates = frames.pick_rates(rec)
    assert rates.taken.sum() == len(rec)
    assert (rates.taken <= rates.offered).all()
    assert rates.offered.sum() == frames.decisions(rec).legal.sum()
    verb = rates.verb.iloc[0]
    assert set(frames.pick_rates(rec, verbs=[verb]).verb) == {verb}


def test_pick_rates_of_a_known_game() -> None:
    ep = expedition.Game("toy", depth=4).episode(seed=1)
    ep.play("lead 1")
    ep.play("lead 3")
    rates = frames.pick_rates(ep.record()).set_index("name")
    assert rates.loc["lead 1", ["offered", "taken"]].tolist() == [2, 1]
    assert rates.loc["lead 3", "mean_return"] == 1.0
    assert rates.loc["lead 1", "mean_return"] == -1.0


def test_sources_may_be_paths_and_lists(tmp_path: Path) -> None:
    rec = record("toy")
    rec.save(tmp_path / "a.record")
    assert list(frames.records([tmp_path / "a.record", rec, [rec]])) == [rec, rec, rec]
    assert list(frames.records(str(tmp_path / "a.record"))) == [rec]


def test_parquet_in_and_out(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="the extra analysis, part of dev")
    frame = frames.decisions(record("toy"))
    frames.write(frame, tmp_path / "d.parquet")
    assert frames.read(tmp_path / "d.parquet").equals(frame)
    with pytest.raises(ValueError, match="parquet"):
        frames.write(frame, tmp_path / "d.csv")


def test_a_table_says_how_it_was_made(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("# made by: this test\nname,share\na,0.5\n", encoding="utf-8")
    table = frames.read(tmp_path / "t.csv")
    assert table.attrs["made"] == "made by: this test"
    assert table.to_dict("list") == {"name": ["a"], "share": [0.5]}


@pytest.mark.parametrize("name", expedition.games())
def test_simulations_are_played_again(name: str) -> None:
    result = expedition.simulate(name, games=4, agents="random", seed=3, decisions=True)
    recs = list(frames.records(result))
    assert [len(rec) for rec in recs] == list(result.columns["length"])
    ends = np.array([rec.replay().scores() for rec in recs])
    assert ends == pytest.approx(result.scores, abs=1e-3)
    parts = frames.breakdown(result)
    sums = parts.groupby(["game", "seat"]).points.sum().unstack().to_numpy()
    assert sums == pytest.approx(result.scores, abs=1e-2)
