"""Lessons: the games are the teacher's, the returns the seats' own, and a network that studies them plays better."""

from __future__ import annotations

import csv
import dataclasses
from pathlib import Path

import numpy as np
import pytest
import torch

import expedition
from expedition.train import clone, ppo

TAUGHT = ppo.Config(
    "toy", options={"depth": 10}, updates=6, lanes=24, steps=16, width=32, minibatch=128, threads=1, teacher="mcts:20",
    lessons=0.5, lesson_games=8, against=(), snapshot_every=1, checkpoint_every=2, pool=3,
)  # fmt: skip


def lesson_of(config: ppo.Config, teacher: str, games: int, seed: int) -> tuple[expedition.Game, clone.Lesson]:
    run = ppo.Trainer(config)
    return run.game, clone.watch(ppo.Table(config, run.game, games, 0, None, seed), teacher, seed, 1)


@pytest.mark.parametrize("name", ["agartha", "arnak", "toy"])
def test_a_lesson_shows_the_teachers_games(name: str) -> None:
    game, lesson = lesson_of(ppo.Config(name, threads=1), "random", 3, 7)
    played = expedition.simulate(name, games=3, agents="random", seed=7, decisions=True)
    rows = played.decisions.columns
    at, several = 0, []
    for number in range(3):
        ep = game.episode(seed=int(played.columns["seed"][number]))
        for ply in range(int(played.columns["length"][number])):
            action, seat = int(rows["action"][at]), ep.seat
            assert seat is not None
            if len(ep.legal_actions()) > 1:
                to_come = np.roll(played.outcomes[number][: game.players], -seat)
                several.append((ply, number, ep.observe(), ep.action_mask(), action, to_come))
            ep.play(action)
            at += 1
    several.sort(key=lambda row: row[:2])
    _, _, observations, masks, actions, returns = map(np.array, zip(*several, strict=True))
    assert np.array_equal(lesson.observations, observations)
    assert np.array_equal(lesson.masks, masks)
    assert np.array_equal(lesson.actions, actions)
    assert np.array_equal(lesson.returns, returns), "own seat first"


def test_lessons_alone_beat_random_on_agartha() -> None:
    config = ppo.Config("agartha", updates=3, teacher="greedy", lessons=1.0, lesson_games=32, threads=1, against=())
    before = ppo.evaluate(ppo.Trainer(config).player(), "random", games=100, seed=5)
    score = ppo.evaluate(ppo.Trainer(config).train().player(), "random", games=100, seed=5)
    assert score.interval[0] > max(0.75, before.interval[1]), f"{before}; {score}"


def test_lessons_come_first_and_leave_a_snapshot_for_good() -> None:
    taught: list[dict[str, torch.Tensor]] = []

    def tick(run: ppo.Trainer) -> None:
        if run.update == 3:
            taught.append({name: weights.clone() for name, weights in run.network.state_dict().items()})

    run = ppo.Trainer(TAUGHT).train(tick)
    assert run.spent["teacher"] > 0
    assert len(run.pool) == 3, "the taught network and the last two"
    for name, weights in taught[0].items():
        assert torch.equal(weights, run.pool[0][name]), name
        assert torch.equal(run.network.state_dict()[name], run.pool[-1][name]), name


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
    rows = [list(csv.DictReader((tmp_path / part / "log.csv").open())) for part in ("whole", "parts")]
    for name in ("update", "decisions", "policy_loss", "agreed"):
        assert [row[name] for row in rows[0]] == [row[name] for row in rows[1]], name
    assert [bool(row["agreed"]) for row in rows[0]] == [True] * 3 + [False] * 3


def test_an_update_stops_where_the_policy_has_moved_far() -> None:
    steps: dict[float, int] = {}
    for kl in (0.0, 1e9):
        run = ppo.Trainer(dataclasses.replace(TAUGHT, teacher=None, updates=1, epochs=5, kl=kl, learning_rate=1e-2))
        run.train()
        steps[kl] = int(next(iter(run.optimizer.state.values()))["step"])
    assert steps[1e9] == 5 * steps[0.0] > 0
