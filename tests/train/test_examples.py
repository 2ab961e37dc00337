"""The single-file example learns."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import torch

FILE = Path(__file__).parents[2] / "examples" / "masked_ppo.py"


def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("masked_ppo", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["masked_ppo"] = module
    spec.loader.exec_module(module)
    return module


def test_it_beats_random_within_150_lines() -> None:
    assert len(FILE.read_text().splitlines()) <= 152
    masked_ppo = example()
    args = masked_ppo.Args(total_timesteps=6 * 64 * 64, num_envs=64, eval_games=100)
    before, after = masked_ppo.train(args)
    assert after > max(before + 0.2, 0.7), (before, after)


def test_advantages_are_counted_per_seat() -> None:
    masked_ppo = example()
    rewards = torch.tensor([[[0.0, 0.0]], [[0.5, 1.0]], [[0.25, -1.0]]])
    seats, values = torch.tensor([[0], [1], [0]]), torch.tensor([[0.1], [0.2], [0.3]])
    dones = torch.zeros(3, 1, dtype=torch.bool)
    args = masked_ppo.Args(gae_lambda=0.5)
    found = masked_ppo.advantages(args, rewards, dones, seats, values, torch.tensor([1]), torch.tensor([0.4]))
    last = 0.25 + 0.3 - 0.3  # its reward; seat 0 is taken to stand as it did
    middle = (1.0 - 1.0) + 0.4 - 0.2
    first = 0.5 + 0.3 + 0.5 * last - 0.1
    assert torch.allclose(found[:, 0], torch.tensor([first, middle, last]))
