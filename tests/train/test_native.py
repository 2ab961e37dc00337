"""The engine's numbers are torch's on the same stored weights."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

import expedition
from expedition.torch import sparse_rows
from expedition.train.export import export
from expedition.train.network import Network


def is_torch(native: expedition.Network, network: Network, batch: expedition.Batch) -> np.ndarray:
    """Compare the two on the rows of a batch; return torch's probabilities."""
    with torch.no_grad():
        indices, values = sparse_rows(torch.from_numpy(batch.observations))
        expected = network(indices, values, torch.from_numpy(batch.action_masks))
    for given in ({"observations": batch.observations}, {"indices": indices.numpy(), "values": values.numpy()}):
        probabilities, worth = native.evaluate(masks=batch.action_masks, **given)
        np.testing.assert_allclose(probabilities, expected[0].exp().numpy(), atol=1e-4)
        np.testing.assert_allclose(worth, expected[1].numpy(), atol=1e-4)
        assert (probabilities.argmax(axis=1) == expected[0].argmax(dim=1).numpy()).mean() > 0.95
    found: np.ndarray = expected[0].exp().numpy()
    return found


@pytest.mark.parametrize("bits", [16, 8])
@pytest.mark.parametrize("name", expedition.games())
def test_the_engine_computes_what_torch_computes(name: str, bits: int, tmp_path: Path) -> None:
    batch = expedition.Batch(name, 64, seed=2)
    batch.rollout(40)
    torch.manual_seed(1)
    network = Network(batch.game, 64, 48, 3)
    # Logits of a fresh network are nearly alike: these are as far apart as a trained one's.
    torch.nn.init.normal_(network.policy.weight, std=0.5)
    path = export(network, batch.game, tmp_path / "it.safetensors", strength="none")
    native = expedition.Network.load(path)
    assert native.info["strength"] == "none"
    if bits == 16:
        stored = {key: weights.half().float() for key, weights in network.state_dict().items()}
    else:
        native.quantized().save(path)
        native = expedition.Network.load(path)
        stored = {key: torch.from_numpy(weights) for key, weights in native.tensors().items()}
    network.load_state_dict(stored)
    is_torch(native, network, batch)


@pytest.mark.parametrize("name", [each["name"] for each in expedition.networks()])
def test_shipped_files_are_what_torch_computes_from_their_weights(name: str) -> None:
    native = expedition.Network.load(name)
    batch = expedition.Batch(native.game, 48, seed=3)
    batch.rollout(30)
    first, *rest = native.info["widths"]
    network = Network(native.game, first, rest[-1] if rest else first, 1 + len(rest))
    network.load_state_dict({key: torch.from_numpy(weights) for key, weights in native.tensors().items()})
    is_torch(native, network, batch)
