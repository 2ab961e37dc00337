"""Datasets of decisions: what is written comes back, and matches the episodes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import expedition
from expedition.analysis.dataset import Dataset


@pytest.mark.parametrize("name", ["toy", "agartha", "subterra"])
@pytest.mark.parametrize("end", [".arrow", ".parquet"])
def test_round_trip(name: str, end: str, tmp_path: Path) -> None:
    result = expedition.simulate(name, games=3, agents="random", seed=4, decisions=True)
    data = expedition.dataset(result)
    data.save(tmp_path / f"games{end}")
    again = Dataset.load(tmp_path / f"games{end}")
    assert again.table.equals(data.table)
    assert again.metadata == data.metadata
    assert again.game == result.game
    assert (again.num_games, len(again)) == (3, int(result.columns["length"].sum()))

    masks, seen, row = again.action_masks, again.observations, 0
    for record in expedition.frames.records(result):
        ep = record.replay(0)
        for seat, action, _ in record.moves:
            assert np.array_equal(seen[row], ep.observe())
            assert np.array_equal(masks[row], ep.action_mask())
            assert (again.actions[row], again.column("seat")[row]) == (action, seat)
            ep.play(action)
            row += 1
    assert row == len(again)
    parts = list(again.batches(7))
    assert sum(len(part["actions"]) for part in parts) == len(again)
    assert np.array_equal(np.concatenate([part["observations"] for part in parts]), seen)


@pytest.mark.parametrize("reward", ["outcome", "score"])
def test_rewards_and_outcomes(reward: str) -> None:
    game = expedition.Game("agartha", reward=reward)
    result = expedition.simulate(game, games=4, agents="random", seed=1, decisions=True)
    data = expedition.dataset(result)
    number, seat = data.column("game"), data.column("seat")
    for row, record in enumerate(expedition.frames.records(result)):
        returns = record.replay().returns()
        for each in range(2):
            here = (number == row) & (seat == each)
            assert data.column("reward")[here].sum() == pytest.approx(returns[each], abs=1e-4)
            assert set(data.column("outcome")[here]) == {result.outcomes[row, each]}
            assert set(data.column("score")[here]) == {result.scores[row, each]}
            assert data.column("last")[here].sum() == 1
            assert data.column("last")[np.flatnonzero(here)[-1]]


def test_bad_input_gets_a_sentence(tmp_path: Path) -> None:
    data = expedition.dataset("toy", games=1)
    with pytest.raises(ValueError, match=r"must end in \.arrow or \.parquet"):
        data.save(tmp_path / "games.csv")
    (tmp_path / "noise.arrow").write_bytes(b"noise")
    with pytest.raises(ValueError, match="is not a dataset of expedition"):
        Dataset.load(tmp_path / "noise.arrow")
    ep = expedition.Game("toy").episode(seed=1)
    ep.play("lead 1")
    with pytest.raises(ValueError, match="game 0 is not over"):
        expedition.dataset(ep.record())
    with pytest.raises(ValueError, match="no game to make a dataset of"):
        expedition.dataset([])
