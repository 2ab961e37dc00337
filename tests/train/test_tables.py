"""Tables of several sizes in one run, and the network that plays at all of them."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
import torch

import expedition
from expedition.train import az, ppo
from expedition.train.commands import main
from expedition.train.rollout import Rollout

SIZES = ({"players": 2}, {"players": 3}, {"players": 4})
MIXED = ppo.Config(
    "agartha", options={"observation": "padded"}, tables=SIZES, updates=2, num_envs=20, num_steps=16, first=16,
    width=16, minibatch_size=128, threads=1, against=("random",), evaluate_every=2, evaluate_games=12,
    versus=("random",), versus_share=0.3, points_coef=0.3, stagger=2,
)  # fmt: skip


def test_tables_share_the_lanes() -> None:
    run = ppo.Trainer(MIXED)
    assert [(table.game.players, table.opponent, len(table)) for table in run.tables] == [
        (2, None, 4), (2, "random", 2), (3, None, 5), (3, "random", 2), (4, None, 5), (4, "random", 2),
    ]  # fmt: skip
    assert run.network.value.out_features == 4
    assert run.rollout.seated.tolist() == [2] * 6 + [3] * 7 + [4] * 7


def test_lanes_of_different_sizes_do_not_touch() -> None:
    """Advantages and targets are those of each lane alone."""
    torch.manual_seed(1)
    together = Rollout(expedition.Game("toy", players=3), 6, [2, 3])
    apart = [Rollout(expedition.Game("toy", players=players), 6, [players]) for players in (2, 3)]
    for lane, players in enumerate((2, 3)):
        seats = torch.randint(players, (7,))
        values, rewards = torch.rand(7, players), torch.rand(6, players)
        for seen, at in ((together, lane), (apart[lane], 0)):
            seen.seats[:, at], seen.values[:, at, :players], seen.rewards[:, at, :players] = seats, values, rewards
            seen.dones[3, at] = True
    advantages, targets = together.advantages(0.9, 0.8)
    for lane, players in enumerate((2, 3)):
        own = apart[lane].advantages(0.9, 0.8)
        assert torch.equal(advantages[:, lane], own[0][:, 0])
        assert torch.equal(targets[:, lane, :players], own[1][:, 0])


def test_one_network_plays_at_every_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tables = "tables=" + str([dict(table) for table in SIZES]).replace("'", '"')
    settings = ["num_envs=12", "num_steps=8", "threads=1", "evaluate_games=6", "first=16", "width=16", "versus=[]"]
    asked = [part for setting in (tables, *settings) for part in ("--set", setting)]
    folder, file = str(tmp_path / "run"), tmp_path / "agartha-padded.safetensors"
    train = ["train", "agartha", "-o", "observation=padded", "--defaults", "--updates", "1", "--folder", folder]
    assert main([*train, "--against", "random", *asked]) == 0
    with (tmp_path / "run" / "log.csv").open() as log:
        assert 0 <= float(next(csv.DictReader(log))["against_random"]) <= 1
    assert main(["eval", folder, "--against", "random", "-n", "6"]) == 0
    told = capsys.readouterr().out
    assert "agartha against random" in told
    assert "agartha with 3 against random" in told
    assert main(["export", folder, str(file)]) == 0
    info = expedition.Network.load(file).info
    assert info["players"] == [2, 3, 4]
    for players in (2, 3, 4):
        batch = expedition.Batch("agartha", 4, seed=1, players=players, opponents=f"network:{file}", learner="rotate")
        batch.step(batch.sample())
        search = expedition.Agent(f"mcts:8,network={file}", expedition.Game("agartha", players=players), seed=1)
        assert search.act(batch.episode(0)) in batch.episode(0).legal_actions()
    # It goes on from its checkpoint, and from a network for fewer seats.
    assert main(["train", "--resume", folder, "--updates", "2"]) == 0
    widths = {"first": 256, "width": 256}
    begun = ppo.Trainer(MIXED.changed(**widths)).adopt("agartha-2")
    old, new = expedition.Network.load("agartha-2").tensors(), begun.network.state_dict()
    assert torch.equal(new["value.weight"][:2], torch.from_numpy(old["value.weight"]))
    assert new["value.weight"].shape == (4, 256)


def test_a_network_for_all_boards_has_no_board_option() -> None:
    boards = ppo.Config("arnak", {"observation": "padded"}, ({"board": "bird"}, {"board": "snake"}))
    assert boards.facts(2.0)["indifferent"] == ["board"]
    assert boards.facts(2.0)["players"] == [2]


def test_tables_that_show_different_things_are_refused() -> None:
    with pytest.raises(ValueError, match="add the option observation"):
        ppo.Trainer(MIXED.changed(options={}))
    with pytest.raises(ValueError, match="az plays at one table"):
        az.Trainer(MIXED)
