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


@pytest.mark.parametrize("name", expedition.games())
def test_the_engine_computes_what_torch_computes(name: str, tmp_path: Path) -> None:
    batch = expedition.Batch(name, 64, seed=2)
    batch.rollout(40)
    torch.manual_seed(1)
    network = Network(batch.game, 64, 48, 3)
    # Logits of a fresh network are nearly alike: these are as far apart as a trained one's.
    torch.nn.init.normal_(network.policy.weight, std=0.5)
    path = export(network, batch.game, tmp_path / "it.safetensors", strength="none")
    native = expedition.Network.load(path)
    network.load_state_dict({key: weights.half().float() for key, weights in network.state_dict().items()})
    with torch.no_grad():
        indices, values = sparse_rows(torch.from_numpy(batch.observations))
        expected = network(indices, values, torch.from_numpy(batch.action_masks))
    probabilities, worth = native.evaluate(batch.observations, batch.action_masks)
    np.testing.assert_allclose(probabilities, expected[0].exp().numpy(), atol=1e-4)
    np.testing.assert_allclose(worth, expected[1].numpy(), atol=1e-4)
    assert native.info["strength"] == "none"
    assert (probabilities.argmax(axis=1) == expected[0].argmax(dim=1).numpy()).mean() > 0.95
