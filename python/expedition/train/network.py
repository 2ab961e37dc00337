"""The network of every learner here, and a player that decides with it."""

from __future__ import annotations

import itertools
import math
import os
from typing import TYPE_CHECKING

import numpy as np

from .._engine import Episode, Game
from .._extras import need
from . import _checkpoint

if TYPE_CHECKING:
    import torch
    from torch import Tensor, nn
else:
    torch = need("torch", "train", "Training")
    nn, Tensor = torch.nn, torch.Tensor


class Network(nn.Module):
    """Observation in; logits of the actions and the expected return of every seat, the viewer's first, out."""

    def __init__(self, game: Game, width: int, depth: int) -> None:
        super().__init__()
        sizes = [game.observation_size] + [width] * depth
        layers = [_layer(a, b, math.sqrt(2)) for a, b in itertools.pairwise(sizes)]
        self.body = nn.Sequential(*(part for layer in layers for part in (layer, nn.ReLU())))
        self.policy = _layer(width, game.num_actions, 0.01)
        self.value = _layer(width, game.players, 0.1)

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Return the logarithms of the probabilities, very low where the mask is False, and the values."""
        hidden = self.body(observations)
        logits = self.policy(hidden).masked_fill(~masks, -1e9)
        return torch.log_softmax(logits, dim=-1), self.value(hidden)


def _layer(inputs: int, outputs: int, gain: float) -> nn.Linear:
    layer = nn.Linear(inputs, outputs)
    nn.init.orthogonal_(layer.weight, gain)
    nn.init.zeros_(layer.bias)
    return layer


def draw(log_probs: Tensor, generator: torch.Generator) -> Tensor:
    """Draw an action per row (the greatest of logits with Gumbel noise)."""
    noise = torch.rand(log_probs.shape, generator=generator).clamp_(1e-9, 1 - 1e-7)
    return (log_probs - torch.log(-torch.log(noise))).argmax(dim=-1)


class Player:
    """A trained network that plays: an opponent for any environment, and many lanes at once."""

    def __init__(self, game: Game, network: Network) -> None:
        self.game, self.network = game, network

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Player:
        """Read the network of a checkpoint."""
        config, state = _checkpoint.read(path)
        game = Game(config.game, **config.options)
        network = Network(game, config.width, config.depth)
        network.load_state_dict(state["network"])
        return cls(game, network.eval())

    def choose(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Return the most probable action of each row."""
        with torch.no_grad():
            log_probs, _ = self.network(torch.from_numpy(observations), torch.from_numpy(masks))
        return log_probs.argmax(dim=-1).numpy()

    def act(self, ep: Episode) -> int:
        """Return the most probable action for the seat to act."""
        return int(self.choose(ep.observe()[None], ep.action_mask()[None])[0])
