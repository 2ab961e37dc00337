"""Lessons: a teacher says what it would do in the positions that the network reaches, and what it said is kept.

Asking about the network's own positions (DAgger) shows it the way out of its own mistakes, which the teacher's games
never visit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._extras import need
from .rollout import SLOTS, widened

if TYPE_CHECKING:
    import torch
    from torch import Tensor
else:
    torch = need("torch", "train", "Training")
    Tensor = torch.Tensor


class Memory:
    """The last answers of the teacher: position, mask and action, in arrays that are written round and round."""

    def __init__(self, size: int, actions: int, inputs: int, slots: int = SLOTS) -> None:
        self.size, self.inputs = size, inputs
        self.indices = torch.full((size, slots), inputs, dtype=torch.int32)
        self.values = torch.zeros(size, slots)
        self.masks = torch.zeros(size, actions, dtype=torch.bool)
        self.actions = torch.zeros(size, dtype=torch.int64)
        self.written = 0
        """Answers that were ever added."""

    def __len__(self) -> int:
        return min(self.written, self.size)

    def add(self, indices: Tensor, values: Tensor, masks: Tensor, actions: Tensor) -> None:
        """Remember answers, over the oldest if there is no room."""
        at = (torch.arange(len(actions)) + self.written) % self.size
        slots = indices.shape[1]
        if slots > self.indices.shape[1]:
            self.indices, self.values = widened(self.indices, slots, self.inputs), widened(self.values, slots, 0)
        self.indices[at, :slots], self.values[at, :slots] = indices, values
        self.indices[at, slots:], self.values[at, slots:] = self.inputs, 0
        self.masks[at], self.actions[at] = masks, actions
        self.written += len(actions)

    def sample(self, count: int, fresh: int, generator: torch.Generator) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Draw answers: half of them from the latest ``fresh``, half from all."""
        old = torch.randint(len(self), (count // 2,), generator=generator)
        back = torch.randint(max(1, min(fresh, len(self))), (count - len(old),), generator=generator)
        rows = torch.cat([old, (self.written - 1 - back) % self.size])
        values = self.values[rows]
        slots = int((self.indices[rows] < self.inputs).sum(1).max())
        return self.indices[rows, :slots], values[:, :slots].contiguous(), self.masks[rows], self.actions[rows]

    def state(self) -> dict[str, Any]:
        """Return what a checkpoint must keep."""
        count = len(self)
        return {
            "indices": self.indices[:count], "values": self.values[:count], "masks": self.masks[:count],
            "actions": self.actions[:count], "written": self.written,
        }  # fmt: skip

    def restore(self, state: dict[str, Any]) -> None:
        """Go on with what a checkpoint kept."""
        count = len(state["actions"])
        slots = state["indices"].shape[1]
        self.indices = torch.full((self.size, slots), self.inputs, dtype=torch.int32)
        self.values = torch.zeros(self.size, slots)
        for name in ("indices", "values", "masks", "actions"):
            getattr(self, name)[:count] = state[name]
        self.written = state["written"]


def loss(log_probs: Tensor, actions: Tensor) -> tuple[Tensor, Tensor]:
    """Return the cross-entropy of the teacher's actions, and how often the network's first choice is the same."""
    with torch.no_grad():
        agreed = (log_probs.argmax(1) == actions).float().mean()
    return -log_probs.gather(1, actions[:, None]).mean(), agreed
