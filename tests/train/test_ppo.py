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
from expedition.analysis.benchmarks import starts
from expedition.torch import batch_rows
from expedition.train import az, ppo
from expedition.train._checkpoint import FORMAT
from expedition.train.commands import main
from expedition.train.network import listed
from expedition.train.presets import preset
from expedition.train.rollout import Rollout
from expedition.train.tables import Table, late_starts

SMALL = ppo.Config(
    "toy", options={"depth": 10}, updates=4, num_envs=24, num_steps=16, first=32, width=32, minibatch_size=128,
    threads=1, against=("random",), evaluate_every=2, evaluate_games=40, snapshot_every=1, checkpoint_every=2,
    stagger=4,
)  # fmt: skip


def change(**changes: object) -> ppo.Config:
    return dataclasses.replace(SMALL, **changes)  # type: ignore[arg-type]


def test_a_few_updates_beat_random_on_toy() -> None:
    run = ppo.Trainer(
        change(
            options={"depth": 6},
            updates=40,
            num_envs=128,
            num_steps=32,
            first=64,
            width=64,
            minibatch_size=512,
            learning_rate=3e-3,
            against=(),
        )
    )
    before = ppo.evaluate(run.player(), "random", games=400, seed=5)
    after = ppo.evaluate(run.train().player(), "random", games=400, seed=5)
    assert after.interval[0] > max(0.65, before.interval[1]), f"{before}; {after}"


def test_agents_to_measure_against_are_known_before_a_run() -> None:
    with pytest.raises(ValueError, match='no built-in agent "nope"'):
        ppo.Trainer(dataclasses.replace(SMALL, against=("random", "nope")))


def test_half_a_minute_of_a_small_task_beats_random_by_far() -> None:
    """The last rounds of Agartha: of 200 games a network that has learnt nothing wins half, give or take 7 %."""
    run = ppo.Trainer(preset("agartha-small").changed(updates=16, threads=1, against=())).train()
    score = ppo.evaluate(run.player(), "random", games=200, seed=5, threads=1, starts=starts("agartha-small"))
    assert score.interval[0] > 0.7, str(score)


def test_the_games_of_a_task_begin_at_its_positions() -> None:
    run = ppo.Trainer(preset("agartha-small").changed(num_envs=4, threads=1, stagger=1))
    batch = run.tables[0].batch
    assert {batch.episode(lane).state["round"] for lane in range(4)} == {4}
    with pytest.raises(ValueError, match="players belongs to the task agartha-small, which has 2: leave it out"):
        preset("agartha-small", players=3)


def test_decisions_that_are_kept_stand_for_those_left_out() -> None:
    """Over many draws the sampled decisions weigh as much as all of them, whatever is summed over them."""
    run = ppo.Trainer(change(num_envs=64, num_steps=32, sure_share=0.25))
    run.collect(run.rollout, ask=False, scale=1.0)
    sure = torch.rand(run.rollout.log_probs.shape, generator=torch.Generator().manual_seed(3)) < 0.7
    run.rollout.log_probs[sure], run.rollout.log_probs[~sure] = -0.001, -1.0
    every = torch.arange(run.rollout.log_probs.numel())
    figure = torch.sin(every.float()) + 2
    draws, sizes = [], []
    for _ in range(200):
        kept, weights = run._kept(every)
        assert set(every[~sure.flatten()].tolist()) <= set(kept.tolist()), "the unsure ones are always learnt from"
        assert weights.max() == 4
        draws.append(float(weights @ figure[kept]))
        sizes.append(len(kept))
    assert sum(sizes) / len(sizes) < 0.55 * len(every)
    # The standard error of the mean is about 0.2 % of the sum.
    assert sum(draws) / len(draws) == pytest.approx(float(figure.sum()), rel=0.01)
    run.config = change(sure_share=1.0)
    kept, weights = run._kept(every)
    assert torch.equal(kept, every)
    assert torch.equal(weights, torch.ones(len(every)))
    with pytest.raises(ValueError, match="sure_share must be above 0"):
        change(sure_share=0.0)


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
    rows = [list(csv.DictReader((tmp_path / part / "log.csv").read_text().splitlines())) for part in ("whole", "parts")]
    assert [row["update"] for row in rows[0]] == [row["update"] for row in rows[1]] == list("123456")
    for name in ("policy_loss", "value_loss", "entropy", "against_random"):
        assert [row[name] for row in rows[0]] == [row[name] for row in rows[1]], name
    assert list((tmp_path / "whole").glob("events.out.tfevents.*")), "TensorBoard has its events"


@pytest.mark.parametrize("algorithm", ["ppo", "az"])
def test_the_average_of_the_weights_is_what_is_measured_and_exported(algorithm: str, tmp_path: Path) -> None:
    run = {"ppo": ppo, "az": az}[algorithm].Trainer(
        change(algorithm=algorithm, ema_decay=0.5, updates=5, games_per_update=4, simulations=4)
    )
    expected = {name: weights.clone() for name, weights in run.network.state_dict().items()}

    def tick(now: ppo.Trainer) -> None:
        decay = min(0.5, now.update / (9 + now.update))
        for name, weights in now.network.state_dict().items():
            expected[name] = decay * expected[name] + (1 - decay) * weights

    run.train(tick)
    exported = expedition.Network.load(run.export(tmp_path / "toy.safetensors")).tensors()
    for name, weights in run.player().network.state_dict().items():
        assert torch.allclose(weights, expected[name], atol=1e-6)
        assert torch.allclose(torch.from_numpy(exported[name]), weights, atol=2e-3), "half precision"
        assert not torch.equal(weights, run.network.state_dict()[name])


def test_without_a_decay_the_last_weights_count() -> None:
    run = ppo.Trainer(change(ema_decay=0.0, updates=2)).train()
    for name, weights in run.player().network.state_dict().items():
        assert torch.equal(weights, run.network.state_dict()[name])
    with pytest.raises(ValueError, match=r"ema_decay must be at least 0 and below 1, not 1\.0"):
        change(ema_decay=1.0)


def test_advantages_are_counted_per_seat() -> None:
    """Three decisions of two seats with known values, by hand."""
    seen = Rollout(expedition.Game("toy"), 3, [2])
    seen.seats = torch.tensor([[0], [1], [0], [1]])
    # The viewer's own value comes first.
    seen.values = torch.tensor([[[0.1, 0.0]], [[0.2, 0.0]], [[0.3, 0.0]], [[0.4, -0.4]]])
    seen.rewards = torch.tensor([[[0.0, 0.0]], [[0.5, 1.0]], [[0.25, -1.0]]])
    advantages, targets = seen.advantages(1.0, 0.5)
    last = 0.25 - 0.4 - 0.3  # its reward, the bootstrap for seat 0, its value
    middle = (1.0 - 1.0) + 0.4 - 0.2  # both rewards until seat 1 acts again, the bootstrap, its value
    first = 0.5 + 0.3 + 0.5 * last - 0.1  # the reward until seat 0 acts again, the next value, half the next advantage
    assert torch.allclose(advantages[:, 0], torch.tensor([first, middle, last]))
    assert torch.allclose(targets[1, 0], torch.tensor([0.4, 0.5 + 0.3 + 0.5 * last])), "own seat first, then the other"
    seen.dones[1] = True
    advantages, _ = seen.advantages(1.0, 0.5)
    assert torch.allclose(advantages[:2, 0], torch.tensor([0.5 - 0.1, 1.0 - 0.2])), "nothing is seen beyond an end"


def test_a_team_counts_as_one_seat() -> None:
    """The next decision is the next one, whoever makes it."""
    seen = Rollout(expedition.Game("subterra", players=2), 2, [2])
    seen.seats = torch.tensor([[0], [1], [0]])
    seen.values = torch.tensor([[[0.1, 0.9]], [[0.2, 0.9]], [[0.3, 0.9]]])
    seen.rewards = torch.tensor([[[0.5, 0.5]], [[0.25, 0.25]]])
    advantages, targets = seen.advantages(1.0, 0.5)
    second = 0.25 + 0.3 - 0.2
    first = 0.5 + 0.2 + 0.5 * second - 0.1
    assert torch.allclose(advantages[:, 0], torch.tensor([first, second]))
    assert torch.allclose(targets[:, 0], torch.tensor([[first + 0.1] * 2, [second + 0.2] * 2])), (
        "the same for all seats"
    )


def test_snapshots_and_built_in_agents_play_but_do_not_teach() -> None:
    run = ppo.Trainer(change(past_share=0.5, versus=("random",), versus_share=0.25))
    assert [len(table.batch) for table in run.tables] == [18, 6]
    run.collect(run.rollout, ask=False, scale=1.0)
    assert run.rollout.ours[:, 12:].all(), "lanes of self-play and of built-in agents are all ours"
    share = run.rollout.ours[:, :12].float().mean()
    assert 0.3 < share < 0.7, "against a snapshot about every second decision is ours"


def ended(**changes: object) -> Table:
    """A lane of toy in which every game has just ended."""
    table = ppo.Trainer(change(options={"depth": 2}, past_share=0.0, stagger=1, **changes)).tables[0]
    table.batch.step([1] * len(table.batch))
    assert table.batch.dones.all()
    return table


def test_credit_is_the_result_and_the_lead_in_points() -> None:
    table = ended(outcome_coef=0.5, points_coef=0.25)
    points = torch.from_numpy(table.batch.rewards)
    lead = points[:, 0] - points[:, 1]
    assert torch.allclose(table.credit()[:, 0], 0.5 + 0.25 * lead)
    assert torch.allclose(table.credit().sum(1), torch.zeros(len(table.batch)))


def test_gains_alone_take_nothing_away() -> None:
    table = ended(outcome_coef=0.5, points_coef=0.25, rivalry=0.0, gains_only=True)
    points = torch.from_numpy(table.batch.rewards)
    assert torch.allclose(table.credit(), torch.tensor([1.0, 0.0]) + 0.25 * points.clamp(min=0))
    assert change(gains_only=True).facts(1.0)["gains_only"] == 1


def test_without_rivalry_each_seat_counts_its_own_points() -> None:
    table = ended(points_coef=0.5, rivalry=0.0)
    points = torch.from_numpy(table.batch.rewards)
    assert torch.allclose(table.credit(), torch.tensor([1.0, -1.0]) + 0.5 * points)


def test_nobody_wins_below_zero() -> None:
    changes = {"game": "kathmandu", "options": {}, "points_coef": 1.0, "rivalry": 0.0, "num_envs": 4, "past_share": 0.0}
    table = ppo.Trainer(change(**changes)).tables[0]
    batch, ended = table.batch, 0
    while ended < 4:
        batch.step(batch.sample())
        below = batch.dones & (batch.final_scores.max(1) < 0)
        ended += int(below.sum())
        assert torch.equal(table.credit()[below], torch.from_numpy(batch.rewards[below]))


def test_staggered_lanes_end_their_games_at_different_times() -> None:
    def ends(stagger: int) -> list[int]:
        table = ppo.Trainer(change(game="agartha", options={}, num_envs=64, stagger=stagger)).tables[0]
        found = []
        for _ in range(10):
            found.append(0)
            for _ in range(20):
                table.batch.step(table.batch.sample())
                found[-1] += int(table.batch.dones.sum())
        return found

    together, staggered = ends(1), ends(16)
    assert 0 in together[:5], "all lanes are in the middle of their games"
    assert min(staggered) > 0


def test_an_update_stops_where_the_policy_has_moved_far() -> None:
    steps: dict[float, int] = {}
    for kl in (0.0, 1e9):
        run = ppo.Trainer(change(updates=1, update_epochs=5, target_kl=kl, learning_rate=1e-2, adapt=False)).train()
        steps[kl] = int(next(iter(run.optimizer.state.values()))["step"])
    assert steps[1e9] == 5 * steps[0.0] > 0


def test_the_learning_rate_follows_the_target() -> None:
    timid = ppo.Trainer(change(target_kl=1e9)).train()
    assert timid.rate == pytest.approx(timid.config.learning_rate * 1.3**4)
    bold = ppo.Trainer(change(target_kl=0.0, learning_rate=1e-2)).train()
    assert bold.rate == pytest.approx(1e-2 / 1.3**4)


def test_values_are_scaled_where_returns_are_large() -> None:
    large = ppo.Trainer(change(outcome_coef=5.0)).train()
    assert large.scale > 1.3
    assert ppo.Trainer(change(outcome_coef=0.5)).train().scale == 1.0


def test_a_player_is_an_opponent_for_environments(tmp_path: Path) -> None:
    ppo.Trainer(change(updates=1), tmp_path).train()
    player = ppo.Player.load(tmp_path / "checkpoint.pt")
    ep = player.game.episode(seed=1)
    while not ep.is_over:
        ep.play(player.act(ep))
    assert len(ep.history) >= 4


def test_a_run_that_is_told_to_end_leaves_a_checkpoint(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "expedition", "train", "toy", "--minutes", "10", "--folder", str(tmp_path)]
    small = ["--set", "num_envs=8", "--set", "width=16", "--set", "threads=1", "--set", "checkpoint_every=1000000"]
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
    small = ["--set", "num_envs=8", "--set", "width=16", "--set", "threads=1", "--set", "evaluate_games=2"]
    one = ["--set", "versus=random", "--set", "against=random", "--updates", "1", "--folder", str(tmp_path)]
    assert main(["train", "toy", *small, *one]) == 0
    config = ppo.Trainer.load(tmp_path / "checkpoint.pt").config
    assert (config.versus, config.against) == (("random",), ("random",))


def test_the_commands_train_resume_and_measure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(tmp_path / "run")
    small = [
        "--set",
        "num_envs=16",
        "--set",
        "num_steps=8",
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
    with pytest.raises(ValueError, match="or is damaged"):
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
            run = ppo.Trainer(
                change(game=name, options={"players": players}, updates=1, num_envs=8, against=())
            ).train()
            assert run.network.value.out_features == game.players


def test_probabilities_of_listed_actions_are_those_of_all() -> None:
    batch = expedition.Batch("kathmandu", 32, seed=3, threads=1, observations="sparse")
    batch.rollout(50)
    network = ppo.Network(batch.game, 16, 16, 2)
    torch.nn.init.normal_(network.policy.weight)
    legal, counts = listed(batch.action_masks)
    rows = batch_rows(batch)
    dense, values = network(*rows, torch.from_numpy(batch.action_masks))
    found, same = network.among(*rows, legal, counts)
    assert torch.equal(values, same)
    for lane in range(32):
        used = int(counts[lane])
        assert legal[lane, :used].tolist() == batch.action_masks[lane].nonzero()[0].tolist()
        torch.testing.assert_close(found[lane, :used], dense[lane, legal[lane, :used].long()])
        assert (found[lane, used:] < -1e8).all()


def test_episodes_begin_where_an_agent_has_been() -> None:
    config = change(game="agartha", options={}, start_games=8, start_share=1.0, stagger=1)
    plain, late = (ppo.Trainer(config.changed(starts=agent)).tables[0].batch for agent in (None, "greedy"))
    shown = [{row.tobytes() for row in batch.indices} for batch in (plain, late)]
    assert shown[1] - shown[0], "some lanes begin where no game does"
    assert late_starts(late.game, "greedy", 4, 0, 1) == late_starts(late.game, "greedy", 4, 0, 2)
