"""Lessons: the teacher's answers are about the network's own positions, they are kept, and they make it play better."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
import torch

import expedition
from expedition.train import ppo
from expedition.train.lessons import Memory

TAUGHT = ppo.Config(
    "toy", options={"depth": 10}, updates=6, num_envs=24, num_steps=16, first=32, width=32, minibatch_size=128,
    threads=1, teacher="mcts:20", lessons=0.5, fade=0.25, label_every=4, replay=200, against=(), snapshot_every=1,
    checkpoint_every=2, pool=3, stagger=4,
)  # fmt: skip


def test_answers_are_what_the_teacher_would_do_there() -> None:
    run = ppo.Trainer(TAUGHT.changed(game="agartha", options={}, teacher="greedy", num_envs=6, past_share=0.0))
    run._look(run.rollout, 0)
    run.hear([run._ask(run.rollout, 0, torch.ones(6, dtype=torch.bool))])
    memory, batch = run.memory, run.tables[0].batch
    assert memory is not None
    several = [lane for lane in range(6) if batch.action_masks[lane].sum() > 1]
    assert len(memory) == run.fresh == len(several)
    for row, lane in enumerate(several):
        dense = torch.zeros(run.game.observation_size + 1)
        dense[memory.indices[row].long()] = memory.values[row]
        assert torch.equal(dense[:-1], torch.from_numpy(batch.episode(lane).observe()))
        legal = memory.legal[row, : memory.counts[row]]
        assert legal.tolist() == batch.episode(lane).legal_actions().tolist()
        assert memory.shares[row].sum() == pytest.approx(1)


def test_shares_stand_at_the_actions_that_they_are_for() -> None:
    """If action 0 is advised, the unused places of the list, which also hold 0, receive no share."""
    config = TAUGHT.changed(game="agartha", options={}, num_envs=64, past_share=0.0, stagger=1)
    table = ppo.Trainer(config).tables[0]
    table.batch.rollout(12)
    for teacher in ("greedy", "greedy:temperature=0.05"):
        _, _, legal, counts, _ = table.shown()
        told = table.advice(teacher, 3, legal, counts)
        _, shares = table.batch.advise(teacher, seed=3)
        for lane in range(64):
            used = int(counts[lane])
            assert torch.equal(told[lane, :used], torch.from_numpy(shares[lane])[legal[lane, :used].long()])
            assert not told[lane, used:].any()
    several = (told > 0.01).sum(1).float().mean()
    assert several > 1.2, "a warm teacher leaves something to actions that are nearly as good"


def test_the_oldest_answers_are_forgotten_first() -> None:
    memory = Memory(4, 9)
    for number in range(6):
        memory.add(
            torch.tensor([[number]], dtype=torch.int32), torch.ones(1, 1), torch.tensor([[0, 1, 2]], dtype=torch.int16),
            torch.tensor([3], dtype=torch.int16), torch.tensor([[0.5, 0.5, 0.0]]),
        )  # fmt: skip
    assert len(memory) == 4
    assert memory.indices[:, 0].tolist() == [4, 5, 2, 3]
    assert (memory.indices[:, 1:] == 9).all()
    indices, values, legal, _, shares = memory.sample(400, 1, torch.Generator().manual_seed(1))
    assert indices.shape == values.shape == (400, 1), "no more slots than are used"
    assert legal.shape == shares.shape == (400, 3)
    latest = (indices[:, 0] == 5).float().mean()
    assert 0.55 < latest < 0.7, "half of the sample is the latest answers, and a quarter of the rest happens to be"


def test_lessons_alone_beat_random_on_agartha() -> None:
    config = TAUGHT.changed(
        game="agartha", options={}, teacher="greedy", updates=6, num_envs=64, num_steps=32, lessons=1.0, fade=0.0,
        replay=8192,
    )  # fmt: skip
    before = ppo.evaluate(ppo.Trainer(config).player(), "random", games=100, seed=5, threads=1)
    score = ppo.evaluate(ppo.Trainer(config).train().player(), "random", games=100, seed=5, threads=1)
    assert score.interval[0] > max(0.7, before.interval[1]), f"{before}; {score}"


def test_lessons_come_first_fade_and_leave_a_snapshot_for_good() -> None:
    taught: list[dict[str, torch.Tensor]] = []
    weights: list[float] = []

    def tick(run: ppo.Trainer) -> None:
        weights.append(run.lesson_share())
        if run.update == 3:
            taught.append({name: tensor.clone() for name, tensor in run.network.state_dict().items()})

    run = ppo.Trainer(TAUGHT).train(tick)
    assert weights[:2] == [1.0, 1.0]
    assert weights[2] == pytest.approx(TAUGHT.lesson_coef)
    assert 0 < weights[3] < weights[2]
    assert weights[4:] == [0.0, 0.0]
    assert run.spent["teacher"] > 0
    assert len(run.pool) == 3, "the taught network and the last two"
    for name, tensor in taught[0].items():
        assert torch.equal(tensor, run.pool[0][name]), name


@pytest.mark.parametrize("stop", [2, 4])
def test_resuming_is_exact_with_a_teacher(tmp_path: Path, stop: int) -> None:
    whole = ppo.Trainer(TAUGHT, tmp_path / "whole").train()

    def interrupt(run: ppo.Trainer) -> None:
        if run.update == stop:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ppo.Trainer(TAUGHT, tmp_path / "parts").train(interrupt)
    parts = ppo.Trainer.load(tmp_path / "parts" / "checkpoint.pt", tmp_path / "parts").train()
    for name, weights in whole.network.state_dict().items():
        assert torch.equal(weights, parts.network.state_dict()[name]), name
    rows = [list(csv.DictReader((tmp_path / part / "log.csv").read_text().splitlines())) for part in ("whole", "parts")]
    for name in ("update", "decisions", "policy_loss", "agreed", "lesson_share"):
        assert [row[name] for row in rows[0]] == [row[name] for row in rows[1]], name


def test_a_teacher_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="nobody"):
        ppo.Trainer(TAUGHT.changed(teacher="nobody")).train()
    assert "greedy" in expedition.agents("toy")
