"""The sparse layer is nn.Linear of the dense rows, in values and in gradients."""

from __future__ import annotations

import pytest
import torch

import expedition
from expedition.torch import SparseLinear, sparse_rows


def pair(inputs: int, outputs: int) -> tuple[SparseLinear, torch.nn.Linear]:
    torch.manual_seed(1)
    sparse, dense = SparseLinear(inputs, outputs), torch.nn.Linear(inputs, outputs)
    torch.nn.init.normal_(sparse.bias)
    with torch.no_grad():
        dense.weight.copy_(sparse.weight.t())
        dense.bias.copy_(sparse.bias)
    return sparse, dense


@pytest.mark.parametrize("slots", [None, 40])
def test_values_and_gradients_are_those_of_a_linear_layer(slots: int | None) -> None:
    sparse, dense = pair(300, 17)
    rows = torch.randn(64, 300) * (torch.rand(64, 300) < 0.05)
    rows[3] = 0
    rows[5, 299] = 2.0
    indices, values = sparse_rows(rows, slots)
    assert indices.dtype == torch.int32
    found, expected = sparse(indices, values), dense(rows)
    torch.testing.assert_close(found, expected)
    upstream = torch.randn(64, 17)
    found.backward(upstream)
    expected.backward(upstream)
    torch.testing.assert_close(sparse.weight.grad, dense.weight.grad.t())
    torch.testing.assert_close(sparse.bias.grad, dense.bias.grad)


@pytest.mark.parametrize("name", expedition.games())
def test_observations_of_every_game(name: str) -> None:
    batch = expedition.Batch(name, 32, seed=3, threads=1)
    batch.rollout(20)
    sparse, dense = pair(batch.game.observation_size, 8)
    rows = torch.from_numpy(batch.observations)
    torch.testing.assert_close(sparse(*sparse_rows(rows)), dense(rows))


def test_rows_are_ascending_and_padded() -> None:
    indices, values = sparse_rows(torch.tensor([[0.0, 2.0, 0.0, 3.0], [0.0, 0.0, 0.0, -1.0]]))
    assert indices.tolist() == [[1, 3], [3, 4]]
    assert values.tolist() == [[2.0, 3.0], [-1.0, 0.0]]
    with pytest.raises(ValueError, match="more than 1 slots"):
        sparse_rows(torch.ones(1, 2), 1)


def test_no_rows_and_no_slots() -> None:
    sparse, _ = pair(5, 3)
    assert sparse(*sparse_rows(torch.zeros(0, 5))).shape == (0, 3)
    found = sparse(*sparse_rows(torch.zeros(2, 5)))
    torch.testing.assert_close(found, sparse.bias.expand(2, 3))
    found.sum().backward()
    assert sparse.weight.grad is not None
    assert not sparse.weight.grad.any()


def test_the_embedding_path_of_other_devices_agrees() -> None:
    from expedition.torch import _gathered

    sparse, dense = pair(50, 4)
    rows = torch.randn(6, 50) * (torch.rand(6, 50) < 0.2)
    indices, values = sparse_rows(rows)
    (_gathered(indices, values, sparse.weight) + sparse.bias).sum().backward()
    dense(rows).sum().backward()
    torch.testing.assert_close(sparse.weight.grad, dense.weight.grad.t())
