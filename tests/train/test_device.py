"""Updates on another device: a second device of this machine stands in for a GPU."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
import torch

import expedition.torch
from expedition.torch import SparseLinear
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


ELSEWHERE = torch.device("cpu", 0)
"""A device that is foreign to the learner, though torch copies nothing to get there."""


def test_a_copy_plays_and_the_result_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    here = ppo.Trainer(SMALL).train()
    monkeypatch.setattr(_device, "resolve", lambda name: ELSEWHERE)
    there = ppo.Trainer(SMALL.changed(overlap=False))
    assert there.actor is not there.network
    there.train()
    for name, weights in here.network.state_dict().items():
        assert torch.equal(weights, there.network.state_dict()[name]), name
        assert torch.equal(weights, there.actor.state_dict()[name]), "what plays is what was learnt"


class There(torch.Tensor):
    """A tensor on a device that copies nothing by itself: it meets only its like, parameters and single numbers."""

    device = ELSEWHERE

    @classmethod
    def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        kwargs = kwargs or {}
        if func is torch.Tensor.cpu:
            with torch._C.DisableTorchFunctionSubclass():
                return func(*args, **kwargs).as_subclass(torch.Tensor)
        for each in (*args, *kwargs.values()):
            if isinstance(each, torch.Tensor) and not isinstance(each, cls | torch.nn.Parameter) and each.dim():
                raise AssertionError(f"{func} was given a tensor of the CPU")
        return super().__torch_function__(func, types, args, kwargs)


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let "cpu:0" stand for another device, with tensors that refuse those of the CPU."""
    monkeypatch.setattr(_device, "resolve", lambda name: ELSEWHERE)
    arange = torch.arange

    def made_there(*args: Any, device: torch.device | None = None, **kwargs: Any) -> torch.Tensor:
        made = arange(*args, **kwargs)
        return made.as_subclass(There) if device == ELSEWHERE else made

    monkeypatch.setattr(torch, "arange", made_there)
    for name in ("rows", "bring"):
        carried = getattr(_device.Shuttle, name)
        monkeypatch.setattr(
            _device.Shuttle, name, lambda *args, carried=carried: carried(*args).clone().as_subclass(There)
        )
    # The sum of rows that the CPU has of its own reads the memory of the tensors; other devices gather.
    monkeypatch.setattr(
        SparseLinear, "forward", lambda self, *rows: expedition.torch._gathered(*rows, self.weight) + self.bias
    )


@pytest.mark.usefixtures("elsewhere")
def test_nothing_is_copied_implicitly(monkeypatch: pytest.MonkeyPatch) -> None:
    taught = SMALL.changed(teacher="greedy", lessons=0.4, fade=0.4, label_every=2)
    ppo.Trainer(taught).train()
    # The stand-in does refuse: a learner that forgets to move its rows is caught.
    monkeypatch.setattr(_device.Shuttle, "bring", lambda self, rows: rows)
    with pytest.raises(AssertionError, match="a tensor of the CPU"):
        ppo.Trainer(taught).train()


@pytest.mark.usefixtures("elsewhere")
def test_the_next_games_are_played_while_the_device_learns(monkeypatch: pytest.MonkeyPatch) -> None:
    where: list[threading.Thread] = []
    collect, learn = ppo.Trainer.collect, ppo.Trainer.learn
    playing = threading.Event()

    def collected(self: ppo.Trainer, *args: Any, **how: Any) -> Any:
        where.append(threading.current_thread())
        playing.set()
        return collect(self, *args, **how)

    def learnt(self: ppo.Trainer, taught: float) -> Any:
        assert playing.wait(10), "the next games have begun"
        playing.clear()
        return learn(self, taught)

    monkeypatch.setattr(ppo.Trainer, "collect", collected)
    monkeypatch.setattr(ppo.Trainer, "learn", learnt)
    run = ppo.Trainer(SMALL).train()
    assert [thread is threading.main_thread() for thread in where] == [True, False, False, False]
    assert run.ahead is not None


@pytest.mark.usefixtures("elsewhere")
def test_a_run_with_games_ahead_resumes_exactly(tmp_path: Path) -> None:
    whole = ppo.Trainer(SMALL).train()
    half = ppo.Trainer(SMALL)
    for _ in range(2):
        half.practise()
        half.update += 1
    half.save(tmp_path / "checkpoint.pt")
    again = ppo.Trainer.load(tmp_path / "checkpoint.pt").train()
    for name, weights in whole.network.state_dict().items():
        assert torch.equal(weights, again.network.state_dict()[name]), name


def test_missing_devices_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert _device.resolve("cpu") == torch.device("cpu")
    assert _device.resolve("auto").type in ("cpu", "cuda", "mps")
    with pytest.raises(ValueError, match="use one of auto, cpu, cuda, mps"):
        _device.resolve("abacus")
    if not torch.cuda.is_available():
        assert main(["train", "toy", "--device", "cuda", "--updates", "1"]) == 2
        assert "finds no cuda device" in capsys.readouterr().err
