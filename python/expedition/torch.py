"""A PyTorch layer for the sparse rows of a batch, and the rows as tensors.

>>> import expedition, torch
>>> from expedition.torch import SparseLinear, batch_rows
>>> batch = expedition.Batch("toy", 4, seed=1, observations="sparse")
>>> indices, values = batch_rows(batch)
>>> layer = SparseLinear(batch.game.observation_size, 32)
>>> layer(indices, values).shape
torch.Size([4, 32])
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from ._engine import Batch
from ._extras import need

if TYPE_CHECKING:
    import torch
    from torch import Tensor, nn
else:
    torch = need("torch", "train", "expedition.torch")
    nn, Tensor = torch.nn, torch.Tensor

__all__ = ["SparseLinear", "batch_rows", "sparse_rows"]


class SparseLinear(nn.Module):
    """A linear layer over rows that are mostly zeros: ``nn.Linear`` at the cost of the nonzero inputs.

    The weight has one row per input. Slots that hold ``in_features``, or the value zero, contribute nothing. Gradients
    flow to weight and bias, not to the values.
    """

    def __init__(self, in_features: int, out_features: int) -> None:
        super().__init__()
        self.in_features, self.out_features = in_features, out_features
        self.weight = nn.Parameter(torch.empty(in_features, out_features))
        self.bias = nn.Parameter(torch.zeros(out_features))
        # Initialised like nn.Linear.
        nn.init.uniform_(self.weight, -1 / math.sqrt(in_features), 1 / math.sqrt(in_features))

    def forward(self, indices: Tensor, values: Tensor) -> Tensor:
        """Map ``(rows, slots)`` of indices and values to ``(rows, out_features)``."""
        if self.weight.device.type == "cpu":
            return _RowSum.apply(indices, values, self.weight) + self.bias
        return _gathered(indices, values, self.weight) + self.bias

    def extra_repr(self) -> str:
        """Return the arguments that ``repr`` shows."""
        return f"in_features={self.in_features}, out_features={self.out_features}"


def _gathered(indices: Tensor, values: Tensor, weight: Tensor) -> Tensor:
    if indices.numel() == 0:
        return weight.new_zeros(len(indices), weight.shape[1]) + 0 * weight.sum()
    # An unused slot has the value zero, so any row of the weight will do.
    known = indices.clamp(max=len(weight) - 1)
    return nn.functional.embedding_bag(known, weight, per_sample_weights=values, mode="sum")


class _RowSum(torch.autograd.Function):
    """A sum of gathered rows whose gradient is a sum of gathered rows as well.

    Torch's own gradient of ``embedding_bag`` sorts; here the rows are transposed in linear time, and the gradient of an
    input is the sum over the rows that hold it.
    """

    @staticmethod
    def forward(ctx: Any, indices: Tensor, values: Tensor, weight: Tensor) -> Tensor:
        ctx.save_for_backward(indices, values)
        ctx.inputs = len(weight)
        return _gathered(indices, values, weight)

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[None, None, Tensor]:
        indices, values = ctx.saved_tensors
        if indices.numel() == 0:
            return None, None, gradients[0].new_zeros(ctx.inputs, gradients[0].shape[1])
        rows, shares, starts = _transposed(indices, values, ctx.inputs)
        gradient = nn.functional.embedding_bag(
            rows, gradients[0].contiguous(), starts, per_sample_weights=shares, mode="sum", include_last_offset=True
        )
        return None, None, gradient


def _transposed(indices: Tensor, values: Tensor, inputs: int) -> tuple[Tensor, Tensor, Tensor]:
    """Transpose sparse rows: return the rows that hold each input, their values there, and where each input starts."""
    sparse = need("scipy.sparse", "train", "expedition.torch")
    rows, slots = indices.shape
    starts = torch.arange(0, rows * slots + 1, slots, dtype=indices.dtype)
    flat = indices.reshape(-1), values.reshape(-1)
    by_row = sparse.csr_matrix((flat[1].numpy(), flat[0].numpy(), starts.numpy()), shape=(rows, inputs + 1), copy=False)
    by_input = by_row.tocsc()
    # Unused slots end up in an extra last input.
    ends = torch.from_numpy(by_input.indptr[: inputs + 1])
    used = int(ends[-1])
    return torch.from_numpy(by_input.indices[:used]), torch.from_numpy(by_input.data[:used]), ends


def batch_rows(batch: Batch) -> tuple[Tensor, Tensor]:
    """Return the indices and values of a sparse batch, no wider than its fullest row.

    They share the batch's memory: the next step overwrites them.
    """
    width = int(batch.counts.max())
    return torch.from_numpy(batch.indices)[:, :width], torch.from_numpy(batch.values)[:, :width]


def sparse_rows(observations: Tensor, slots: int | None = None) -> tuple[Tensor, Tensor]:
    """Return dense observations as sparse rows: ascending indices, and in unused slots the number of inputs and zero.

    ``slots`` defaults to what the fullest row needs.
    """
    rows, inputs = observations.shape
    filled = observations != 0
    counts = filled.sum(1)
    width = int(counts.max()) if rows else 0
    if slots is not None:
        if slots < width:
            raise ValueError(f"a row has {width} nonzero values, more than {slots} slots")
        width = slots
    indices = torch.full((rows, width), inputs, dtype=torch.int32)
    values = torch.zeros(rows, width)
    used = torch.arange(width) < counts[:, None]
    row, column = filled.nonzero(as_tuple=True)
    indices[used] = column.to(torch.int32)
    values[used] = observations[row, column]
    return indices, values
