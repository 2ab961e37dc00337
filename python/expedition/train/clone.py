"""Lessons: games that a built-in agent plays against itself, and a network that learns to decide and expect as it did.

The agent plays in Rust; its games are then played again on a batch, one a lane, for what the seats saw.

>>> import expedition
>>> from expedition.train import clone, ppo
>>> run = ppo.Trainer(ppo.Config("toy", {"depth": 6}, teacher="mcts:50", lessons=1.0, updates=2, against=()))
>>> run.train().update
2
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from .._extras import need
from ..simulate import simulate

if TYPE_CHECKING:
    import torch
    from torch import Tensor

    from .ppo import Config, Network, Table
else:
    torch = need("torch", "train", "Training")


@dataclass(frozen=True)
class Lesson:
    """What the seats saw, what they chose, and what every seat earned from there on, the viewer's first."""

    observations: Tensor
    masks: Tensor
    actions: Tensor
    returns: Tensor

    def __len__(self) -> int:
        return len(self.actions)


def watch(table: Table, teacher: str, seed: int, threads: int | None) -> Lesson:
    """Let the teacher play one game per lane of a table, and look at every choice among several actions."""
    batch = table.batch
    game, lanes = batch.game, len(batch)
    played = simulate(game, games=lanes, agents=teacher, seed=seed, threads=threads, decisions=True)
    if played.interrupted:  # a simulation keeps what is finished; a lesson is whole or not at all
        raise KeyboardInterrupt
    lengths = np.asarray(played.columns["length"])
    starts, moves = np.cumsum(lengths) - lengths, np.asarray(played.decisions.columns["action"])
    batch.reset(seed=played.columns["seed"])
    seen: list[tuple[np.ndarray, ...]] = []
    rewards = np.zeros((int(lengths.max()), lanes, game.players), np.float32)
    for ply in range(len(rewards)):
        running = ply < lengths
        rows = np.flatnonzero(running & (batch.action_masks.sum(1) > 1))
        actions = batch.sample()  # a lane whose game is over idles
        actions[running] = moves[starts[running] + ply]
        seen.append((
            np.full_like(rows, ply), rows, batch.seats[rows].copy(), batch.observations[rows], batch.action_masks[rows],
            actions[rows],
        ))  # fmt: skip
        batch.step(actions)
        rewards[ply, running] = table.rewards().numpy()[running]
    plies, rows, seats, observations, masks, actions = (np.concatenate(column) for column in zip(*seen, strict=True))
    to_come = np.cumsum(rewards[::-1], axis=0)[::-1]
    viewers = (np.arange(game.players) + seats[:, None]) % game.players
    returns = to_come[plies[:, None], rows[:, None], viewers]
    return Lesson(*map(torch.from_numpy, (observations, masks, actions.astype(np.int64), returns)))


def study(
    network: Network, optimizer: torch.optim.Optimizer, lesson: Lesson, config: Config, generator: torch.Generator
) -> dict[str, float]:
    """Make the choices of a lesson more probable, and expect what came of them."""
    for group in optimizer.param_groups:
        group["lr"] = config.lesson_rate
    sums = dict.fromkeys(("policy_loss", "value_loss", "entropy", "agreed"), 0.0)
    count = 0
    for _ in range(config.lesson_epochs):
        for part in torch.randperm(len(lesson), generator=generator).split(config.lesson_minibatch):
            log_probs, values = network(lesson.observations[part], lesson.masks[part])
            actions = lesson.actions[part]
            policy_loss = -log_probs.gather(1, actions[:, None]).mean()
            value_loss = (values - lesson.returns[part]).square().mean()
            optimizer.zero_grad(set_to_none=True)
            (policy_loss + config.value * value_loss).backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), config.gradient)
            optimizer.step()
            with torch.no_grad():
                entropy = -(log_probs.exp() * log_probs).sum(1).mean()
                agreed = (log_probs.argmax(1) == actions).float().mean()
            for name, number in zip(sums, (policy_loss, value_loss, entropy, agreed), strict=True):
                sums[name] += number.item()
            count += 1
    row = {name: total / max(count, 1) for name, total in sums.items()}
    row["explained"] = 1 - row["value_loss"] / max(float(lesson.returns[:, 0].var()), 1e-8)
    return row
