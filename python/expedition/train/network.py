"""The network of every learner here, and a player that decides with it."""

from __future__ import annotations

import itertools
import math
import os
from typing import TYPE_CHECKING

import numpy as np

from .._engine import Batch, Episode, Game
from .._extras import need
from ..torch import SparseLinear, batch_rows, sparse_rows
from . import _checkpoint

if TYPE_CHECKING:
    import torch
    from torch import Tensor, nn

    from .config import Config
else:
    torch = need("torch", "train", "Training")
    nn, Tensor = torch.nn, torch.Tensor


UNLIKELY = -1e9
"""The logit of an illegal action."""


def listed(masks: np.ndarray) -> tuple[Tensor, Tensor]:
    """Return the legal actions of each row in ascending order, with unused places holding 0, and their number."""
    counts = masks.sum(1)
    rows, actions = masks.nonzero()
    legal = np.zeros((len(masks), int(counts.max(initial=1))), dtype=np.int16)
    legal[rows, np.arange(len(rows)) - np.repeat(counts.cumsum() - counts, counts)] = actions
    return torch.from_numpy(legal), torch.from_numpy(counts.astype(np.int16))


class Network(nn.Module):
    """Maps a sparse observation to logits of the actions and the expected return of every seat, the viewer's first.

    ReLU between the layers, tanh on the values. The names of the parts are those of the exported files.
    """

    def __init__(self, game: Game, first: int, width: int, depth: int) -> None:
        super().__init__()
        self.first = SparseLinear(game.observation_size, first)
        # About a hundred inputs of a row are nonzero, whatever the game.
        nn.init.normal_(self.first.weight, std=math.sqrt(2 / 100))
        sizes = [first] + [width] * (depth - 1)
        self.hidden = nn.ModuleList(_layer(a, b, math.sqrt(2)) for a, b in itertools.pairwise(sizes))
        self.policy = _layer(sizes[-1], game.num_actions, 0.01)
        self.value = _layer(sizes[-1], game.players, 0.1)

    def forward(self, indices: Tensor, values: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Return the logarithms of the probabilities, very low where the mask is False, and the values."""
        x = self._hidden(indices, values)
        logits = self.policy(x).masked_fill_(~masks, UNLIKELY)
        return torch.log_softmax(logits, dim=-1), torch.tanh(self.value(x))

    def among(self, indices: Tensor, values: Tensor, legal: Tensor, counts: Tensor) -> tuple[Tensor, Tensor]:
        """Do the same with the legal actions as :func:`listed` gives them: one probability for each place in the list.

        Only a few of hundreds of actions are legal, so everything after the logits is cheap.
        """
        x = self._hidden(indices, values)
        logits = self.policy(x).gather(1, legal.long())
        unused = torch.arange(legal.shape[1], device=counts.device) >= counts[:, None]
        return torch.log_softmax(logits.masked_fill_(unused, UNLIKELY), dim=-1), torch.tanh(self.value(x))

    def _hidden(self, indices: Tensor, values: Tensor) -> Tensor:
        x = self.first(indices, values).relu_()
        for layer in self.hidden:
            x = layer(x).relu_()
        return x

    @classmethod
    def of(cls, game: Game, config: Config) -> Network:
        """Make the network that a run asks for."""
        return cls(game, config.first, config.width, config.depth)


def _layer(inputs: int, outputs: int, gain: float) -> nn.Linear:
    layer = nn.Linear(inputs, outputs)
    nn.init.orthogonal_(layer.weight, gain)
    nn.init.zeros_(layer.bias)
    return layer


def draw(log_probs: Tensor, generator: torch.Generator) -> Tensor:
    """Draw a choice per row (the largest of the logits with Gumbel noise)."""
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
        game = config.largest()
        network = Network.of(game, config)
        network.load_state_dict(state["average"])
        return cls(game, network.eval())

    def seated(self, config: Config) -> list[Player]:
        """Return the player at each of a run's tables."""
        return [Player(game, self.network) for game in config.games()]

    def choose(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Return the most probable action of each row."""
        with torch.no_grad():
            log_probs, _ = self.network(*sparse_rows(torch.from_numpy(observations)), torch.from_numpy(masks))
        return log_probs.argmax(dim=-1).numpy()

    def decide(self, batch: Batch) -> np.ndarray:
        """Return the most probable action of each lane of a sparse batch."""
        (indices, values), (legal, counts) = batch_rows(batch), listed(batch.action_masks)
        with torch.no_grad():
            log_probs, _ = self.network.among(indices, values.contiguous(), legal, counts)
        return legal.gather(1, log_probs.argmax(dim=-1, keepdim=True))[:, 0].numpy()

    def act(self, ep: Episode) -> int:
        """Return the most probable action for the seat to act."""
        return int(self.choose(ep.observe()[None], ep.action_mask()[None])[0])
