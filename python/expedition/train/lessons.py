"""Lessons: a teacher labels positions that the network reaches, and its answers are kept.

Labelling the network's own positions (DAgger) shows it the way out of its own mistakes, which the teacher's games
never visit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._extras import need
from .rollout import CHOICES, SLOTS, widened

if TYPE_CHECKING:
    import torch
    from torch import Tensor
else:
    torch = need("torch", "train", "Training")
    Tensor = torch.Tensor


KEPT = ("indices", "values", "legal", "counts", "shares")


class Memory:
    """The teacher's latest answers, in ring buffers.

    An answer is a position, its legal actions and the teacher's share for each of them.
    """

    def __init__(self, size: int, inputs: int) -> None:
        self.size, self.inputs = size, inputs
        self.indices = torch.full((size, SLOTS), inputs, dtype=torch.int32)
        self.values = torch.zeros(size, SLOTS)
        self.legal = torch.zeros(size, CHOICES, dtype=torch.int16)
        self.counts = torch.zeros(size, dtype=torch.int16)
        self.shares = torch.zeros(size, CHOICES)
        self.written = 0
        """Number of answers ever added."""

    def __len__(self) -> int:
        return min(self.written, self.size)

    def add(self, indices: Tensor, values: Tensor, legal: Tensor, counts: Tensor, shares: Tensor) -> None:
        """Add answers, replacing the oldest if there is no room."""
        at = (torch.arange(len(counts)) + self.written) % self.size
        slots, wide = indices.shape[1], legal.shape[1]
        if slots > self.indices.shape[1]:
            self.indices, self.values = widened(self.indices, slots, self.inputs), widened(self.values, slots, 0)
        if wide > self.legal.shape[1]:
            self.legal, self.shares = widened(self.legal, wide, 0), widened(self.shares, wide, 0)
        self.indices[at, :slots], self.values[at, :slots] = indices, values
        self.indices[at, slots:], self.values[at, slots:] = self.inputs, 0
        self.legal[at, :wide], self.shares[at, :wide] = legal, shares
        self.legal[at, wide:], self.shares[at, wide:] = 0, 0
        self.counts[at] = counts
        self.written += len(counts)

    def sample(
        self, count: int, fresh: int, generator: torch.Generator
    ) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
        """Draw answers: half of them from the latest ``fresh``, half from all."""
        old = torch.randint(len(self), (count // 2,), generator=generator)
        back = torch.randint(max(1, min(fresh, len(self))), (count - len(old),), generator=generator)
        rows = torch.cat([old, (self.written - 1 - back) % self.size])
        indices, counts = self.indices[rows], self.counts[rows]
        slots, wide = int((indices < self.inputs).sum(1).max()), int(counts.max())
        return (
            indices[:, :slots].contiguous(), self.values[rows, :slots], self.legal[rows, :wide], counts,
            self.shares[rows, :wide],
        )  # fmt: skip

    def state(self) -> dict[str, Any]:
        """Return the state to keep in a checkpoint."""
        return {name: getattr(self, name)[: len(self)] for name in KEPT} | {"written": self.written}

    def restore(self, state: dict[str, Any]) -> None:
        """Restore the state from a checkpoint."""
        for name in KEPT:
            saved = state[name]
            room = torch.full((self.size, *saved.shape[1:]), self.inputs if name == "indices" else 0, dtype=saved.dtype)
            room[: len(saved)] = saved
            setattr(self, name, room)
        self.written = state["written"]


def loss(log_probs: Tensor, shares: Tensor) -> tuple[Tensor, Tensor]:
    """Return the cross-entropy of the teacher's shares, and the share of rows with the same first choice."""
    with torch.no_grad():
        agreed = (log_probs.argmax(1) == shares.argmax(1)).float().mean()
    return -(log_probs * shares).sum(1).mean(), agreed
