"""Where the updates of a run are computed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._extras import need

if TYPE_CHECKING:
    import torch
else:
    torch = need("torch", "train", "Training")

NAMES = ("auto", "cpu", "cuda", "mps")


def resolve(name: str) -> torch.device:
    """Return the device of that name; ``auto`` takes a GPU where there is one."""
    here = {"cpu": True, "cuda": torch.cuda.is_available(), "mps": torch.backends.mps.is_available()}
    if name == "auto":
        name = next(kind for kind in ("cuda", "mps", "cpu") if here[kind])
    if name not in here:
        raise ValueError(f"there is no device {name!r}: say one of {', '.join(NAMES)}")
    if not here[name]:
        there = ", ".join(kind for kind, found in here.items() if found)
        raise ValueError(f"torch finds no {name} device here; it finds {there}")
    return torch.device(name)
