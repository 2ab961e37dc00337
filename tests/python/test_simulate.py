"""Simulations: tables, reproducible, kept when interrupted."""

from __future__ import annotations

import json
import os
import signal
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import expedition
from expedition import Game, simulate
from expedition.analysis.simulate import source_column


@pytest.mark.parametrize("name", expedition.games())
def test_one_row_a_game(name: str) -> None:
    result = simulate(name, games=5, agents="random", seed=3)
    frame = result.to_pandas()
    assert len(result) == len(frame) == 5
    players = Game(name).players
    for seat in range(players):
        assert {f"agent_{seat}", f"score_{seat}", f"rank_{seat}", f"won_{seat}", f"outcome_{seat}"} <= set(
            frame.columns
        )
    sources = expedition.Game(name).episode(seed=0).score_breakdown()
    for seat in range(players):
        total = sum(frame[source_column(source, seat)] for source in sources)
        assert np.allclose(total, frame[f"score_{seat}"], atol=1e-3)
        assert frame[f"won_{seat}"].dtype == bool
    assert (frame["length"] > 0).all()
    assert name in str(result)


def test_a_game_is_replayed_from_its_row() -> None:
    result = simulate("toy", games=4, agents=["greedy", "random"], seed=1, decisions=True)
    games, rows = result.to_pandas(), result.decisions.to_pandas()
    for _, row in games.iterrows():
        ep = Game("toy").episode(seed=int(row["seed"]))
        for _, step in rows[rows["game"] == row["game"]].iterrows():
            assert (ep.seat, ep.decision, len(ep.legal_actions())) == (step["seat"], step["kind"], step["legal"])
            assert ep.describe(int(step["action"])) == step["sentence"]
            ep.play(step["name"])
        assert ep.is_over
        assert ep.scores().tolist() == [row["score_0"], row["score_1"]]
        assert len(ep.history) == row["length"]
    assert rows["value"].notna().any()


def test_threads_change_nothing() -> None:
    one = simulate("toy", games=20, agents=["mcts:20", "greedy"], seed=2, threads=1, decisions=True)
    many = simulate("toy", games=20, agents=["mcts:20", "greedy"], seed=2, threads=4, decisions=True)
    assert one.to_pandas().equals(many.to_pandas())
    assert one.decisions.to_pandas().equals(many.decisions.to_pandas())


def test_seats_rotate_on_request() -> None:
    fixed = simulate("toy", games=4, agents=["greedy", "random"])
    assert set(fixed.columns["agent_0"]) == {"greedy"}
    turned = simulate("toy", games=4, agents=["greedy", "random"], rotate=True)
    assert turned.columns["agent_0"].tolist() == ["greedy", "random"] * 2


def test_parquet_keeps_where_it_came_from(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    result = simulate("toy", games=6, agents="random", seed=9, decisions=True)
    result.save(tmp_path / "games.parquet")
    result.decisions.save(tmp_path / "decisions.parquet")
    file = parquet.ParquetFile(tmp_path / "games.parquet")
    assert file.metadata.row_group(0).column(0).compression == "ZSTD"
    note = json.loads(file.schema_arrow.metadata[b"expedition"])
    assert (note["game"], note["seed"], note["agents"], note["games"]) == ("toy", 9, ["random"], 6)
    assert parquet.read_table(tmp_path / "decisions.parquet").num_rows == result.columns["length"].sum()
    with pytest.raises(ValueError, match=r"\.parquet or \.csv"):
        result.save(tmp_path / "games.xlsx")


def test_csv_holds_the_same_table(tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    result = simulate("toy", games=6, agents=["greedy", "random"], seed=9, decisions=True)
    result.save(tmp_path / "games.csv")
    result.decisions.save(tmp_path / "decisions.csv")
    read = pandas.read_csv(tmp_path / "games.csv", dtype={"seed": "uint64"})
    assert list(read.columns) == list(result.columns)
    for name in read.columns:
        assert read[name].tolist() == pytest.approx(result.columns[name].tolist()) if name.startswith("score") else True
    assert read["agent_0"].tolist() == ["greedy"] * 6
    assert read["seed"].tolist() == result.columns["seed"].tolist()
    assert len((tmp_path / "decisions.csv").read_text().splitlines()) == len(result.decisions) + 1


def test_a_table_that_cannot_be_written_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result = simulate("toy", games=2, seed=9)
    result.save(tmp_path / "games.csv")
    before = (tmp_path / "games.csv").read_bytes()

    def full(self, path):
        path.write_text("half")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(type(result), "_write_csv", full)
    with pytest.raises(OSError, match="No space"):
        result.save(tmp_path / "games.csv")
    assert (tmp_path / "games.csv").read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["games.csv"]


def test_other_content_is_another_simulation() -> None:
    """Two simulations that differ only in content can be told apart, and each is replayed with its own."""
    content = Game("toy").content
    content["gems"][0]["value"] += 3
    plain = simulate("toy", games=3, seed=1, decisions=True)
    other = simulate(Game("toy", content=content), games=3, seed=1, decisions=True)
    assert plain.metadata["content"] != other.metadata["content"]
    assert plain.metadata["content"] == simulate("toy", games=1, players=3).metadata["content"]
    from expedition.analysis import frames

    for record, score in zip(frames.records(other), other.scores, strict=True):
        assert record.content_digest == other.metadata["content"]
        assert record.replay().scores().tolist() == score.tolist()
    assert next(iter(frames.records(plain))).content_digest is None


def test_ctrl_c_keeps_what_is_finished() -> None:
    threading.Thread(target=lambda: (time.sleep(1.0), os.kill(os.getpid(), signal.SIGINT)), daemon=True).start()
    result = simulate("toy", games=100_000, agents="mcts:60", depth=40)
    assert result.interrupted
    assert 0 < len(result) < 100_000
    assert "interrupted" in str(result)


def test_mistakes_are_sentences() -> None:
    with pytest.raises(ValueError, match="2 seats play"):
        simulate("toy", games=1, agents=["random"] * 3)
    with pytest.raises(ValueError, match="at least one game"):
        simulate("toy", games=0)
    with pytest.raises(ValueError, match="choose one of"):
        simulate("toy", games=1, agents="oracle")
    with pytest.raises(ValueError, match="decisions=True"):
        _ = simulate("toy", games=1).decisions
    with pytest.raises(ValueError, match="come with a ready Game"):
        simulate(Game("toy"), games=1, depth=3)
