"""AlphaZero-style learning: search with the network, then teach the network what the search found.

Every lane of a batch is searched at once (:class:`expedition.BatchSearch`): one call of the network per wave. The
shares of the visits teach the policy, the outcome of the game teaches the value.

>>> from expedition.train import az
>>> run = az.Trainer(az.Config("toy", iterations=1, lanes=8, moves=8, simulations=4)).train()
>>> len(run.losses)
1
"""

from __future__ import annotations

import copy
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from .._engine import Batch, Game
from .._extras import need
from ..torch import sparse_rows
from .network import Network, Player

if TYPE_CHECKING:
    import torch
else:
    torch = need("torch", "train", "Training")


@dataclass(frozen=True)
class Config:
    """What to train and how."""

    game: str = "toy"
    options: dict[str, Any] = field(default_factory=dict)
    iterations: int = 20
    seed: int = 0
    threads: int | None = None
    lanes: int = 64
    moves: int = 64
    """Decisions per lane in an iteration."""
    simulations: int = 32
    noise: tuple[float, float] = (0.5, 0.25)
    """Dirichlet noise at the root: concentration and share."""
    width: int = 128
    depth: int = 2
    learning_rate: float = 1e-3
    epochs: int = 2
    minibatch: int = 512
    memory: int = 50_000
    """How many decisions are remembered."""


class Trainer:
    """A run of search and learning."""

    def __init__(self, config: Config) -> None:
        self.config = config
        torch.manual_seed(config.seed)
        self.chance = np.random.default_rng(config.seed)
        self.game = Game(config.game, **config.options)
        game = self.game
        self.network = Network(game, config.width, config.width, config.depth)
        self.start = copy.deepcopy(self.network)
        self.optimizer = torch.optim.AdamW(self.network.parameters(), lr=config.learning_rate, weight_decay=1e-4)
        self.batch = Batch(game, config.lanes, seed=config.seed, threads=config.threads)
        self.memory: deque[tuple[Any, ...]] = deque(maxlen=config.memory)
        # What each lane has decided in its present episode: observation, mask, shares of the visits, seat.
        self.open: list[list[tuple[Any, ...]]] = [[] for _ in range(config.lanes)]
        self.iteration = 0
        self.losses: list[float] = []

    def evaluate(self, observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Answer a wave of the search: probabilities of actions, and the value for the seat to act."""
        with torch.no_grad():
            log_probs, values = self.network(*sparse_rows(torch.from_numpy(observations)), torch.from_numpy(masks))
        return log_probs.exp().numpy(), values[:, 0].clamp(-1, 1).numpy()

    def play(self) -> None:
        """Play ``moves`` decisions on every lane and remember the games that end."""
        from ..search import BatchSearch

        config, batch = self.config, self.batch
        search = BatchSearch(
            batch, self.evaluate, simulations=config.simulations, noise=config.noise,
            seed=config.seed * 1_000_003 + self.iteration,
        )  # fmt: skip
        for _ in range(config.moves):
            policy = search.run().policy()
            seats = batch.seats.copy()
            # A sample of the visits explores: inverse of the cumulative shares.
            actions = (policy.cumsum(1) > self.chance.random((len(policy), 1)) * policy.sum(1, keepdims=True)).argmax(1)
            for lane, row in enumerate(
                zip(batch.observations.copy(), batch.action_masks.copy(), policy, seats, strict=True)
            ):
                self.open[lane].append(row)
            batch.step(actions)
            for lane in np.flatnonzero(batch.dones).tolist():
                outcome = batch.rewards[lane].copy()
                for observation, mask, shares, seat in self.open[lane]:
                    # As the viewer counts: own seat first.
                    self.memory.append((observation, mask, shares, np.roll(outcome, -seat)))
                self.open[lane] = []

    def learn(self) -> float:
        """Teach the network what it remembers; return the mean loss."""
        if not self.memory:
            return float("nan")
        columns = [torch.from_numpy(np.stack(column)) for column in zip(*self.memory, strict=True)]
        losses = []
        for _ in range(self.config.epochs):
            for part in torch.from_numpy(self.chance.permutation(len(self.memory))).split(self.config.minibatch):
                observations, masks, shares, outcomes = (column[part] for column in columns)
                log_probs, values = self.network(*sparse_rows(observations), masks)
                loss = -(shares * log_probs).sum(1).mean() + (values - outcomes).square().mean()
                self.optimizer.zero_grad(set_to_none=True)
                loss.backward()
                self.optimizer.step()
                losses.append(float(loss.detach()))
        return float(np.mean(losses))

    def train(self, tick: Callable[[Trainer], None] = lambda run: None) -> Trainer:
        """Go through all iterations."""
        while self.iteration < self.config.iterations:
            self.play()
            self.losses.append(self.learn())
            self.iteration += 1
            tick(self)
        return self

    def player(self) -> Player:
        """Return the network without search, ready to play."""
        return Player(self.game, copy.deepcopy(self.network).eval())

    def against_start(self, games: int = 200, seed: int = 0) -> float:
        """Return the mean outcome against its own start, both drawing from their policies without search."""
        return match(self.game, [self.network, self.start], games, seed)


def match(game: Game, networks: list[Network], games: int, seed: int = 0) -> float:
    """Let the first network play the others from every seat; return its mean outcome."""
    lanes = -(-games // game.players) * game.players
    batch = Batch(game, lanes, seed=seed)
    own = np.arange(lanes) % game.players
    generator = torch.Generator().manual_seed(seed)
    result = np.full(lanes, np.nan)
    while np.isnan(result).any():
        observations, masks = torch.from_numpy(batch.observations), torch.from_numpy(batch.action_masks)
        who = (batch.seats - own) % game.players % len(networks)
        actions = np.zeros(lanes, np.int64)
        with torch.no_grad():
            for number, network in enumerate(networks):
                rows = torch.from_numpy(np.flatnonzero(who == number))
                if len(rows):
                    log_probs, _ = network(*sparse_rows(observations[rows]), masks[rows])
                    actions[rows.numpy()] = torch.multinomial(log_probs.exp(), 1, generator=generator)[:, 0].numpy()
        batch.step(actions)
        ended = np.flatnonzero(batch.dones & np.isnan(result))
        result[ended] = batch.rewards[ended, own[ended]]
    return float(result.mean())
