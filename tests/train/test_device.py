"""Updates on another device: a second device of this machine stands in for a GPU."""

from __future__ import annotations

import pytest
import torch

from expedition.train import _device, ppo
from expedition.train.commands import main

SMALL = ppo.Config(
    "toy",
    updates=3,
    num_envs=16,
    num_steps=8,
    first=16,
    width=16,
    minibatch_size=32,
    threads=1,
    against=(),
    device="cpu",
)


def test_a_copy_plays_and_the_result_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    here = ppo.Trainer(SMALL).train()
    # "cpu:0" is another device to the learner, though torch copies nothing to get there.
    monkeypatch.setattr(_device, "resolve", lambda name: torch.device("cpu", 0))
    there = ppo.Trainer(SMALL)
    assert there.actor is not there.network
    there.train()
    for name, weights in here.network.state_dict().items():
        assert torch.equal(weights, there.network.state_dict()[name]), name
        assert torch.equal(weights, there.actor.state_dict()[name]), "what plays is what was learnt"


def test_devices_that_are_not_here_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert _device.resolve("cpu") == torch.device("cpu")
    assert _device.resolve("auto").type in ("cpu", "cuda", "mps")
    with pytest.raises(ValueError, match="say one of auto, cpu, cuda, mps"):
        _device.resolve("abacus")
    if not torch.cuda.is_available():
        assert main(["train", "toy", "--device", "cuda", "--updates", "1"]) == 2
        assert "finds no cuda device" in capsys.readouterr().err
