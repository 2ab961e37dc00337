"""Search with a network improves the network, and an interrupted run ends like an uninterrupted one."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import expedition
from expedition.cli.main import main
from expedition.train import az, ppo

SMALL: dict[str, Any] = {
    "algorithm": "az", "games_per_update": 8, "simulations": 12, "quick_simulations": 4, "considered": 4, "first": 16,
    "width": 16, "minibatch_size": 64, "against": (), "options": {"depth": 9},
}  # fmt: skip


def weights(run: ppo.Trainer) -> dict[str, torch.Tensor]:
    return run.network.state_dict()


def same(one: ppo.Trainer, two: ppo.Trainer) -> bool:
    return all(torch.equal(a, b) for a, b in zip(weights(one).values(), weights(two).values(), strict=True))


def test_it_learns_the_toy_from_nothing() -> None:
    """Against random play the first network wins about half of the games."""
    config = az.Config(
        "toy", options={"depth": 6}, algorithm="az", updates=12, games_per_update=128, simulations=24,
        quick_simulations=8, quick_share=0.5, considered=8, first=64, width=64, learning_rate=3e-3, minibatch_size=128,
        studies=16.0, window=4_000, against=("random",), evaluate_every=100, seed=1,
    )  # fmt: skip
    run = az.Trainer(config)
    before = ppo.evaluate(run.player(), "random", games=400, seed=4)
    remembered: list[int] = []
    run.train(lambda now: remembered.append(len(now.memory or ())))
    score = ppo.evaluate(run.player(), "random", games=400, seed=4)
    assert score.interval[0] > max(before.interval[1], 0.65), f"{before}; {score}"
    assert run.games == 12 * 128
    assert remembered == sorted(remembered)


def test_three_players_learn_together() -> None:
    run = az.Trainer(az.Config("toy", **(SMALL | {"options": {"players": 3, "depth": 9}}), updates=2))
    run.train()
    _indices, _values, masks, shares, credit, full = run.remembered.rows(torch.arange(len(run.remembered)))
    assert credit.shape[1] == 3
    assert credit.sum(1).abs().max() < 1e-6, "the result alone sums to zero"
    assert ((shares.sum(1) - 1).abs() < 1e-5).all()
    assert not (shares[~masks] > 0).any()
    assert 0 < full.float().mean() < 1, "some decisions are searched in full, others are only played"


def test_a_stopped_run_goes_on_exactly(tmp_path: Path) -> None:
    whole = az.Trainer(az.Config("toy", **SMALL, updates=5, seed=3)).train()
    part = az.Trainer(az.Config("toy", **SMALL, updates=2, seed=3), tmp_path).train()
    assert not same(whole, part)
    rest = az.Trainer.load(tmp_path / "checkpoint.pt", tmp_path, updates=5).train()
    assert same(whole, rest)
    assert (whole.update, whole.decisions) == (rest.update, rest.decisions)
    with (tmp_path / "log.csv").open() as file:
        assert [int(row["update"]) for row in csv.DictReader(file)] == [1, 2, 3, 4, 5]


def test_an_interruption_while_it_learns_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = az.Trainer(az.Config("toy", **SMALL, updates=4, seed=5)).train()
    run = az.Trainer(az.Config("toy", **SMALL, updates=4, seed=5), tmp_path)
    step, count = run._step, 0

    def stop(loss: torch.Tensor) -> None:
        nonlocal count
        count += 1
        step(loss)
        if count == 4:
            raise KeyboardInterrupt

    monkeypatch.setattr(run, "_step", stop)
    with pytest.raises(KeyboardInterrupt):
        run.train()
    again = az.Trainer.load(tmp_path / "checkpoint.pt")
    assert again.fresh, "the games of the update that was cut short are kept"
    assert same(whole, again.train())


def test_the_window_forgets_the_oldest() -> None:
    game = expedition.Game("toy")
    memory = az.Memory(5, game)

    def rows(values: list[int]) -> dict[str, Any]:
        count = len(values)
        return {
            "full": np.ones(count, bool), "credit": np.repeat(np.array(values, np.float32)[:, None], 2, 1),
            "input_offsets": np.arange(count + 1, dtype=np.int32), "indices": np.zeros(count, np.int32),
            "values": np.array(values, np.float32), "legal_offsets": np.arange(0, 2 * count + 1, 2, dtype=np.int32),
            "legal": np.array([0, 2] * count, np.uint16), "shares": np.array([0.25, 0.75] * count, np.float32),
        }  # fmt: skip

    assert memory.add(rows([1, 2, 3])) == 3
    assert len(memory) == 3
    memory.add(rows([4, 5, 6, 7]))
    assert sorted(memory.credit[:, 0].tolist()) == [3, 4, 5, 6, 7]
    memory.add(rows(list(range(10, 22))))
    assert sorted(memory.credit[:, 0].tolist()) == [17, 18, 19, 20, 21]
    _, values, masks, shares, _, _ = memory.rows(torch.tensor([0]))
    assert values.shape == (1, 1)
    assert masks.tolist() == [[True, False, True]]
    assert shares.tolist() == [[0.25, 0.0, 0.75]]
    other = az.Memory(5, game)
    other.restore(memory.state())
    assert torch.equal(other.credit, memory.credit)
    assert other.written == memory.written


def test_values_learn_the_credit_to_come() -> None:
    """Points made before a decision are not to come; those made by the end are, and so is the result."""
    game = expedition.Game("agartha")
    config = az.Config("agartha", algorithm="az", outcome_coef=0.5, points_coef=0.25, rivalry=0.0, first=8, width=8)
    network = expedition.Network.from_tensors(
        {name: weights.numpy() for name, weights in az.Trainer(config).network.state_dict().items()},
        game,
        **config.facts(2.0),
    )
    data, _ = expedition._engine.play_itself(game, "mcts:2", network, 7, np.arange(3, dtype=np.uint64), 1.0, 1)
    to_come = (data["credit"] - 0.5 * data["outcome"]) / (0.25 * game.score_scale)
    assert np.abs(to_come - to_come.round()).max() < 1e-3, "points are whole"
    for number in range(3):
        rows = np.flatnonzero(data["game"] == number)
        first, last = rows[0], rows[-1]
        assert data["ply"][first] < 4, "nothing is scored yet, so all points are still to come"
        lead = to_come[first, 0] - to_come[first, 1]
        assert lead == 0 or np.sign(lead) == np.sign(data["outcome"][first, 0])
        assert to_come[first].sum() >= to_come[last].sum()
    assert to_come.max() > 0


def test_games_begin_where_a_run_says() -> None:
    """With starts, what is learnt from is late in the game."""
    late = az.Trainer(az.Config("toy", **SMALL, updates=1, starts="random", start_share=1.0)).train()
    whole = az.Trainer(az.Config("toy", **SMALL, updates=1)).train()
    assert late.decisions < whole.decisions


def test_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(tmp_path / "run")
    sets = [x for name in ("games_per_update=8", "simulations=8", "evaluate_games=20") for x in ("--set", name)]
    asked = ["train", "toy", "--algorithm", "az", "--updates", "2", "--folder", folder, "--json", *sets]
    assert main(asked) == 0
    assert json.loads(capsys.readouterr().out)["updates"] == 2
    assert main(["train", "--resume", folder, "--updates", "3", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["updates"] == 3
    assert main(["train", "--resume", folder, "--algorithm", "ppo"]) == 2
    assert "is a run of az" in capsys.readouterr().err
    assert main(["train", "toy", "--algorithm", "az", "--teacher", "greedy"]) == 2
    assert "--teacher and --versus are settings of ppo" in capsys.readouterr().err
    file = tmp_path / "mine.safetensors"
    assert main(["export", folder, str(file)]) == 0
    assert expedition.Network.load(file).info["game"] == "toy"
    assert main(["eval", folder, "--against", "random", "-n", "20", "--json"]) == 0


def test_a_run_of_ppo_can_be_taken_up(tmp_path: Path) -> None:
    sizes = {"first": 16, "width": 16, "against": ()}
    ppo.Trainer(ppo.Config("toy", updates=1, num_envs=8, num_steps=8, **sizes), tmp_path).train()  # type: ignore[arg-type]
    run = az.Trainer(az.Config("toy", **(SMALL | {"options": {}}), updates=1)).adopt(tmp_path / "checkpoint.pt")
    assert torch.equal(weights(run)["first.bias"], ppo.Player.load(tmp_path / "checkpoint.pt").network.first.bias)
    run.train()
    with pytest.raises(ValueError, match="is a checkpoint of ppo"):
        az.Trainer.load(tmp_path / "checkpoint.pt")
