"""Correlates of winning, counted by hand on games whose result is known."""

from __future__ import annotations

import numpy as np
import pytest

import expedition
from expedition.analysis import frames
from expedition.analysis.statistics import mean_interval, wilson


@pytest.fixture(scope="module")
def toys() -> expedition.Simulation:
    """Shafts of five steps: a seat that leads down to four wins if it plays on well."""
    return expedition.simulate("toy", games=300, agents="random", seed=3, decisions=True, depth=5)


def test_openings(toys: expedition.Simulation) -> None:
    table = frames.openings(toys)
    decisions = toys.decisions.to_pandas()
    for row in table.itertuples():
        first = decisions.drop_duplicates(["game", "seat"])
        mine = first[first.name.map(frames.display) == row.name]
        won = toys.won[mine.game.to_numpy(), mine.seat.to_numpy()]
        assert row.seats == len(mine)
        assert row.share == pytest.approx(won.mean())
        assert (row.low, row.high) == wilson(won.sum(), len(won))
    assert list(table.seats) == sorted(table.seats, reverse=True)
    twice = frames.openings(toys, length=2)
    assert twice.name.str.contains(", then ").all()
    named = frames.openings(toys, lambda kind, name: "big" if name == "lead 3" else None)
    assert list(named.name) == ["big"]
    with pytest.raises(ValueError, match="length=0"):
        frames.openings(toys, length=0)


def test_card_rates(toys: expedition.Simulation) -> None:
    table = frames.card_rates(toys, lambda kind, name: name.removeprefix("lead "))
    decisions = toys.decisions.to_pandas().drop_duplicates(["game", "seat", "name"])
    for row in table.itertuples():
        mine = decisions[decisions.name == f"lead {row.name}"]
        assert row.seats == len(mine)
        assert row.rate == pytest.approx(len(mine) / 600)
        assert row.share == pytest.approx(toys.won[mine.game.to_numpy(), mine.seat.to_numpy()].mean())
        low, high = wilson(row.share * row.seats, row.seats)
        assert row.low < low  # three intervals that hold together are wider than one alone
        assert high < row.high
    assert table.share.is_monotonic_decreasing
    assert len(frames.card_rates(toys, lambda kind, name: name, least=10_000)) == 0


def test_first_player(toys: expedition.Simulation) -> None:
    table = frames.first_player(toys)
    assert table.share.sum() == pytest.approx(1)
    assert list(table.fair) == [0.5, 0.5]
    assert table.share[0] == pytest.approx(toys.won[:, 0].mean())
    assert table.mean_score[1] == pytest.approx(toys.scores[:, 1].mean())
    assert ((table.low < table.share) & (table.share < table.high)).all()


def test_shares_of_three_sum_to_one() -> None:
    result = expedition.simulate("arnak", games=20, agents="random", seed=1, players=3)
    assert np.allclose(frames.shares(result).sum(axis=1), 1)


def test_teams_and_rounds() -> None:
    result = expedition.simulate("subterra", games=30, agents="random", seed=2, decisions=True)
    teams = frames.team_effects(result)
    assert teams.games.sum() == 30 * len(result.game.episode(seed=0).state["explorers"])
    assert ((teams.share == 0) | (teams.share <= 1)).all()
    # A member determined by the seed alone: its games are all there are.
    one = frames.team_effects(result, lambda state: ["anybody"])
    assert one.games.tolist() == [30]
    assert one.share[0] == pytest.approx((result.outcomes[:, 0] > 0).mean())
    points = frames.scores(next(frames.records(result)), every=5)
    table = frames.over_rounds(points)
    last = points[points["round"] == points["round"].max()]
    end = last[last.step == last.step.max()]
    for source, part in end.groupby("source"):
        found = table[(table["round"] == points["round"].max()) & (table.source == source)]
        assert found["mean"].item() == pytest.approx(mean_interval(part.points)[0])


def test_style() -> None:
    matplotlib = pytest.importorskip("matplotlib", reason="the look is matplotlib's")
    before = matplotlib.rcParams["figure.dpi"], matplotlib.rcParams["axes.facecolor"]
    with expedition.style("dark"):
        assert matplotlib.rcParams["figure.dpi"] >= 120
        assert matplotlib.rcParams["axes.facecolor"] == "#15171c"
        assert matplotlib.rcParams["axes.prop_cycle"].by_key()["color"][0] == "#3f9fd8"
    assert (matplotlib.rcParams["figure.dpi"], matplotlib.rcParams["axes.facecolor"]) == before
    with pytest.raises(ValueError, match='it must be "light" or "dark"'):
        expedition.style("blue")  # type: ignore[arg-type]
