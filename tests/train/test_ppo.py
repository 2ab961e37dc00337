"""Self-play PPO: it learns, it resumes exactly, it counts rewards per seat."""

from __future__ import annotations

import csv
import dataclasses
import subprocess
import sys
import time
from pathlib import Path

import pytest
import torch

import expedition
from expedition.train import ppo
from expedition.train._checkpoint import FORMAT
from expedition.train.commands import main

SMALL = ppo.Config(
    "toy", options={"depth": 10}, updates=4, lanes=24, steps=16, width=32, minibatch=128, threads=1,
    against=("random",), evaluate_every=2, evaluate_games=40, snapshot_every=1, checkpoint_every=2,
)  # fmt: skip


def change(**changes: object) -> ppo.Config:
    return dataclasses.replace(SMALL, **changes)  # type: ignore[arg-type]


def test_a_few_updates_beat_random_on_toy() -> None:
    run = ppo.Trainer(
        change(
            options={"depth": 6},
            updates=40,
            lanes=128,
            steps=32,
            width=64,
            minibatch=512,
            learning_rate=3e-3,
            against=(),
        )
    )
    before = ppo.evaluate(run.player(), "random", games=400, seed=5)
    after = ppo.evaluate(run.train().player(), "random", games=400, seed=5)
    assert after.interval[0] > max(0.65, before.interval[1]), f"{before}; {after}"


def test_a_few_updates_beat_random_on_agartha() -> None:
    run = ppo.Trainer(
        ppo.Config("agartha", updates=16, lanes=128, steps=64, width=128, threads=1, against=(), snapshot_every=4)
    )
    run.train()
    score = ppo.evaluate(run.player(), "random", games=200, seed=5)
    assert score.interval[0] > 0.7, str(score)


@pytest.mark.parametrize("players", [2, 3])
def test_resuming_is_exact(tmp_path: Path, players: int) -> None:
    options = {"depth": 10, "players": players}
    whole = ppo.Trainer(change(options=options, updates=6), tmp_path / "whole").train()
    ppo.Trainer(change(options=options, updates=6), tmp_path / "parts")
    first = ppo.Trainer(change(options=options, updates=6), tmp_path / "parts")
    stop = KeyboardInterrupt()

    def interrupt(run: ppo.Trainer) -> None:
        if run.update == 3:
            raise stop

    with pytest.raises(KeyboardInterrupt):
        first.train(interrupt)
    second = ppo.Trainer.load(tmp_path / "parts" / "checkpoint.pt", tmp_path / "parts").train()
    assert second.update == whole.update == 6
    assert second.decisions == whole.decisions
    for name, weights in whole.network.state_dict().items():
        assert torch.equal(weights, second.network.state_dict()[name]), name
    assert whole.tables[0].batch.to_bytes() == second.tables[0].batch.to_bytes()
    rows = [list(csv.DictReader((tmp_path / part / "log.csv").open())) for part in ("whole", "parts")]
    assert [row["update"] for row in rows[0]] == [row["update"] for row in rows[1]] == list("123456")
    for name in ("policy_loss", "value_loss", "entropy", "against_random"):
        assert [row[name] for row in rows[0]] == [row[name] for row in rows[1]], name
    assert list((tmp_path / "whole").glob("events.out.tfevents.*")), "TensorBoard has its events"


def test_advantages_are_counted_per_seat() -> None:
    """Three decisions of two seats with known values, by hand."""
    run = ppo.Trainer(change(lanes=1, steps=3, trace=0.5, discount=1.0))
    run.seats = torch.tensor([[0], [1], [0], [1]])
    # The viewer's own value comes first.
    run.values = torch.tensor([[[0.1, 0.0]], [[0.2, 0.0]], [[0.3, 0.0]], [[0.4, -0.4]]])
    run.rewards = torch.tensor([[[0.0, 0.0]], [[0.5, 1.0]], [[0.25, -1.0]]])
    run.dones = torch.zeros(3, 1, dtype=torch.bool)
    advantages, targets = run.advantages()
    last = 0.25 - 0.4 - 0.3  # its reward, the bootstrap for seat 0, its value
    middle = (1.0 - 1.0) + 0.4 - 0.2  # both rewards until seat 1 acts again, the bootstrap, its value
    first = 0.5 + 0.3 + 0.5 * last - 0.1  # the reward until seat 0 acts again, the next value, half the next advantage
    assert torch.allclose(advantages[:, 0], torch.tensor([first, middle, last]))
    assert torch.allclose(targets[1, 0], torch.tensor([0.4, 0.5 + 0.3 + 0.5 * last])), "own seat first, then the other"
    run.dones[1] = True
    advantages, _ = run.advantages()
    assert torch.allclose(advantages[:2, 0], torch.tensor([0.5 - 0.1, 1.0 - 0.2])), "nothing is seen beyond an end"


def test_snapshots_and_built_in_agents_play_but_do_not_teach() -> None:
    run = ppo.Trainer(change(past=0.5, versus=("random",), versus_share=0.25))
    assert [len(table.batch) for table in run.tables] == [18, 6]
    with torch.no_grad():
        run.collect()
    assert run.ours[:, 12:].all(), "lanes of self-play and of built-in agents are all ours"
    share = run.ours[:, :12].float().mean()
    assert 0.3 < share < 0.7, "against a snapshot about every second decision is ours"


def test_shaping_adds_the_lead_in_points() -> None:
    table = ppo.Trainer(change(shaping=0.5, options={"depth": 2}, past=0.0)).tables[0]
    table.batch.step([1] * len(table.batch))
    assert table.batch.dones.all()
    rewards, points = table.rewards(), torch.from_numpy(table.batch.rewards)
    lead = points[:, 0] - points[:, 1]
    assert torch.allclose(rewards[:, 0], 1 + 0.5 * lead)
    assert torch.allclose(rewards.sum(1), torch.zeros(len(table.batch)))


def test_without_rivalry_each_seat_counts_its_own_points() -> None:
    table = ppo.Trainer(change(shaping=0.5, rivalry=0.0, options={"depth": 2}, past=0.0)).tables[0]
    table.batch.step([1] * len(table.batch))
    points = torch.from_numpy(table.batch.rewards)
    assert torch.allclose(table.rewards(), torch.tensor([1.0, -1.0]) + 0.5 * points)


def test_nobody_wins_below_zero() -> None:
    table = ppo.Trainer(change(game="kathmandu", options={}, shaping=1.0, rivalry=0.0, lanes=4, past=0.0)).tables[0]
    batch, ended = table.batch, 0
    while ended < 4:
        batch.step(batch.sample())
        below = batch.dones & (batch.final_scores.max(1) < 0)
        ended += int(below.sum())
        assert torch.equal(table.rewards()[below], torch.from_numpy(batch.rewards[below]))


def test_a_player_is_an_opponent_for_environments(tmp_path: Path) -> None:
    ppo.Trainer(change(updates=1), tmp_path).train()
    player = ppo.Player.load(tmp_path / "checkpoint.pt")
    ep = player.game.episode(seed=1)
    while not ep.is_over:
        ep.play(player.act(ep))
    assert len(ep.history) >= 4


def test_a_run_that_is_told_to_end_leaves_a_checkpoint(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "expedition", "train", "toy", "--minutes", "10", "--folder", str(tmp_path)]
    small = ["--set", "lanes=8", "--set", "width=16", "--set", "threads=1", "--set", "checkpoint_every=1000000"]
    with subprocess.Popen([*command, *small], stderr=subprocess.PIPE, text=True) as run:
        while not (tmp_path / "log.csv").exists() or len((tmp_path / "log.csv").read_text().splitlines()) < 4:
            assert run.poll() is None, run.stderr.read() if run.stderr else ""
            time.sleep(0.1)
        run.terminate()
        _, said = run.communicate()
    assert run.returncode == 130
    assert "expedition train --resume" in said
    assert ppo.Trainer.load(tmp_path / "checkpoint.pt").update >= 3


def test_one_agent_is_a_list_of_one(tmp_path: Path) -> None:
    small = ["--set", "lanes=8", "--set", "width=16", "--set", "threads=1", "--set", "evaluate_games=2"]
    one = ["--set", "versus=random", "--set", "against=random", "--updates", "1", "--folder", str(tmp_path)]
    assert main(["train", "toy", *small, *one]) == 0
    config = ppo.Trainer.load(tmp_path / "checkpoint.pt").config
    assert (config.versus, config.against) == (("random",), ("random",))


def test_the_commands_train_resume_and_measure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(tmp_path / "run")
    small = [
        "--set",
        "lanes=16",
        "--set",
        "steps=8",
        "--set",
        "width=16",
        "--set",
        "threads=1",
        "--set",
        "evaluate_games=8",
    ]
    assert main(["train", "toy", "--updates", "2", "--folder", folder, "--against", "random", *small]) == 0
    assert "time in environment" in capsys.readouterr().out
    assert main(["train", "--resume", folder, "--updates", "3", "--json"]) == 0
    assert '"updates": 3' in capsys.readouterr().out
    assert main(["eval", folder, "--against", "random", "-n", "20"]) == 0
    assert "toy against random" in capsys.readouterr().out
    assert main(["train", "toy", "--set", "widht=3"]) == 2
    assert "there is no setting 'widht'" in capsys.readouterr().err


def test_foreign_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint.pt"
    path.write_bytes(b"not a checkpoint")
    with pytest.raises(ValueError, match="not a checkpoint of expedition"):
        ppo.Player.load(path)
    torch.save({"format": 99}, path)
    with pytest.raises(ValueError, match="another version"):
        ppo.Trainer.load(path)
    torch.save({"format": FORMAT}, path)
    with pytest.raises(ValueError, match="or damaged"):
        ppo.Trainer.load(path)
    with pytest.raises(OSError):
        ppo.Player.load(tmp_path / "nothing.pt")


def test_every_game_and_player_count_trains_one_update() -> None:
    for name in expedition.games():
        for players in (2, 3, 4):
            try:
                game = expedition.Game(name, players=players)
            except ValueError:
                continue
            run = ppo.Trainer(change(game=name, options={"players": players}, updates=1, lanes=8, against=())).train()
            assert run.network.value.out_features == game.players
