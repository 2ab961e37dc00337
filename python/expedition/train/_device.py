"""The device on which the updates of a run are computed."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from .._extras import need

if TYPE_CHECKING:
    import torch
    from torch import Tensor
else:
    torch = need("torch", "train", "Training")
    Tensor = torch.Tensor

NAMES = ("auto", "cpu", "cuda", "mps")


def resolve(name: str) -> torch.device:
    """Return the device with this name; ``auto`` takes a GPU if there is one."""
    here = {"cpu": True, "cuda": torch.cuda.is_available(), "mps": torch.backends.mps.is_available()}
    if name == "auto":
        name = next(kind for kind in ("cuda", "mps", "cpu") if here[kind])
    if name not in here:
        raise ValueError(f"there is no device {name!r}: use one of {', '.join(NAMES)}")
    if not here[name]:
        there = ", ".join(kind for kind, found in here.items() if found)
        raise ValueError(f"torch finds no {name} device here; it finds {there}")
    return torch.device(name)


class Shuttle:
    """Moves rows from the CPU to the device of the updates.

    Rows for a CUDA device pass through reused pinned memory, so that the copy overlaps with the device's work. (That
    part is not tested: it needs a CUDA device.)
    """

    def __init__(self, device: torch.device) -> None:
        self.device = device
        self.pinned = device.type == "cuda"
        self._docks: dict[int, list[Dock]] = {}

    def rows(self, place: int, rows: Tensor, which: Tensor) -> Tensor:
        """Move some of the rows. A ``place`` has two buffers: one is filled while the other may be in transit."""
        if self.device == torch.device("cpu"):
            return rows[which]
        docks = self._docks.setdefault(place, [Dock(), Dock()])
        docks.reverse()
        dock = docks[0]
        there = dock.load(rows, which, pinned=self.pinned).to(self.device, non_blocking=self.pinned)
        if self.pinned:
            dock.leave()
        return there

    def bring(self, rows: Tensor) -> Tensor:
        """Move rows that are used once."""
        return rows.pin_memory().to(self.device, non_blocking=True) if self.pinned else rows.to(self.device)


class Dock:
    """A buffer from which rows leave for the device."""

    def __init__(self) -> None:
        self.buffer: Tensor | None = None
        self.left: torch.cuda.Event | None = None

    def load(self, rows: Tensor, which: Tensor, *, pinned: bool) -> Tensor:
        """Copy some of the rows into the buffer, once its previous content has arrived."""
        if self.left is not None:
            self.left.synchronize()
        shape = (len(which), *rows.shape[1:])
        size = math.prod(shape)
        if self.buffer is None or self.buffer.numel() < size:
            self.buffer = torch.empty(size + size // 4, dtype=rows.dtype, pin_memory=pinned)
        return torch.index_select(rows, 0, which, out=self.buffer[:size].view(shape))

    def leave(self) -> None:
        """Note that a copy to the device has been started."""
        self.left = torch.cuda.Event()
        self.left.record()
