"""Fixed tasks: everybody plays the same games, from every seat equally often."""

from __future__ import annotations

import numpy as np
import pytest

import expedition
from expedition.analysis.benchmarks import starts, tasks


def first(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
    return masks.argmax(1)


def test_every_task_can_be_played() -> None:
    assert expedition.benchmarks() == tuple(tasks())
    for name, task in tasks().items():
        game = expedition.Game(task.game, **task.options)
        assert task.opponent in expedition.agents(task.game), name
        assert task.games % game.players == 0, "every seat equally often"


@pytest.mark.parametrize("task", ["toy", "agartha-small", "arnak-small", "kathmandu-small"])
def test_functions_and_names_are_measured_alike(task: str) -> None:
    chance = np.random.default_rng(1)

    def uniform(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        return (masks * chance.random(masks.shape)).argmax(1)

    by_function = expedition.benchmark(task, uniform, games=60)
    by_name = expedition.benchmark(task, "random", games=60)
    assert by_function.games == by_name.games == 60
    assert by_function.agent == "uniform"
    assert abs(by_function.points - by_name.points) < 0.25
    assert abs(by_name.points - 0.5) < 0.2, "random play against itself"


def test_the_agent_is_found_in_every_seat() -> None:
    found = expedition.benchmark("toy", "mcts:100", games=40)
    assert found.interval[0] > 0.6, repr(found)
    assert "mcts:100 against random" in repr(found)
    assert found.to_dict()["win_rate"] == found.win_rate


def test_the_same_task_gives_the_same_result() -> None:
    a, b = (expedition.benchmark("toy", first, games=30) for _ in range(2))
    assert np.array_equal(a.results, b.results)


def test_networks_are_measured_by_their_first_choice() -> None:
    class Uniform:
        name = "uniform"

        def evaluate(self, observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
            return masks / masks.sum(1, keepdims=True), np.zeros((len(masks), 2))

    found = expedition.benchmark("toy", Uniform(), games=30)  # type: ignore[arg-type]
    assert found.agent == "uniform"
    assert np.array_equal(found.results, expedition.benchmark("toy", first, games=30).results)


@pytest.mark.parametrize(("task", "number", "last"), [("agartha-small", 4, 6), ("arnak-small", 3, 5)])
def test_small_tasks_begin_three_rounds_before_the_end(task: str, number: int, last: int) -> None:
    positions = starts(task)
    assert len(positions) == 128
    assert {ep.state["round"] for ep in positions} == {number}
    assert starts(task) is positions, "found once"
    ep = positions[0].clone()
    while not ep.is_over:
        rounds = ep.state["round"]
        ep.play(int(ep.legal_actions()[-1]))
    assert rounds == last


def test_the_small_temple_has_a_bag_of_six_tiles() -> None:
    for ep in starts("subterra-small"):
        assert sum(ep.state["bag"]) == 6
    assert sum(ep.state["bag"]) + sum(ep.state["discarded"]) == 30
    assert expedition.benchmark("subterra-small", "random", games=40).win_rate == 0
    assert expedition.benchmark("subterra-small", "greedy", games=8).win_rate > 0.7


def test_unknown_tasks_are_refused() -> None:
    with pytest.raises(ValueError, match="there are agartha-small, agartha-2p"):
        expedition.benchmark("chess", "random")
