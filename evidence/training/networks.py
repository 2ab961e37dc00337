"""Compares networks in equal processor time, by the meter: `python evidence/training/networks.py kathmandu agartha`.

Every network learns to imitate ``greedy`` on the positions of ``meter.py``, for as long as the flat one of 256-256
needs for twelve passes, and is tested on held-out positions. Writes ``networks.csv``.

* ``flat 256-256``: the shipped shape; ``flat 128-128`` and ``flat 512-512``;
* ``action features``: actions share the weights of their parts. The weights of an action are the sum of those of its
  verb, of each of its arguments and its own, so that what is learnt about a card holds wherever the card is;
* ``hex convolution`` (Kathmandu): two layers over the cells and their neighbours, which learn about everything else
  through the flat part; a cell's logit comes from its own channels.
"""

from __future__ import annotations

import csv
import itertools
import re
import sys
import time
from pathlib import Path

import torch
from meter import EPOCHS, POSITIONS, ROWS, SEED, gathered
from torch import Tensor, nn

import expedition
from expedition.train import lessons
from expedition.train.network import Network

HERE = Path(__file__).parent
CHANNELS = 32
STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))


class ActionFeatures(Network):
    """The weights of an action are the sum of those of its parts."""

    def __init__(self, game: expedition.Game) -> None:
        super().__init__(game, 256, 256, 2)
        parts: dict[object, int] = {}
        rows = []
        for action in range(game.num_actions):
            fields = game.action_fields(action)
            verb, arguments = fields["verb"], fields["arguments"].items()
            named = [("verb", verb), *arguments, *((verb, *argument) for argument in arguments)]
            rows.append([parts.setdefault(each, len(parts)) for each in named])
        shared = torch.zeros(game.num_actions, len(parts))
        for action, row in enumerate(rows):
            shared[action, row] = 1.0
        self.register_buffer("shared", shared)
        self.parts = nn.Parameter(torch.zeros(len(parts), 256))

    def among(self, indices: Tensor, values: Tensor, legal: Tensor, counts: Tensor) -> tuple[Tensor, Tensor]:
        """Return the logarithms of the probabilities of the legal actions, and the values."""
        x = self._hidden(indices, values)
        logits = self.policy(x) + x @ (self.shared @ self.parts).T
        return chosen(logits, legal, counts), torch.tanh(self.value(x))


class HexConvolution(Network):
    """Flat layers, and beside them two convolutions over the cells of Kathmandu."""

    def __init__(self, game: expedition.Game) -> None:
        super().__init__(game, 256, 256, 2)
        at: dict[tuple[int, int], int] = {}
        for action in range(game.num_actions):
            found = re.fullmatch(r"cell (-?\d+),(-?\d+)", game.action_name(action))
            if found:
                at[int(found[1]), int(found[2])] = action
        self.cells = len(at)
        beside = torch.zeros(self.cells, self.cells)
        for (q, r), cell in at.items():
            near = [at[q + a, r + b] for a, b in STEPS if (q + a, r + b) in at]
            beside[cell, near] = 1 / max(len(near), 1)
        self.register_buffer("beside", beside)
        features = [f for f in game.layout if f.name.startswith("board.")]
        self.planes = sum(f.size for f in features) // self.cells
        assert self.planes * self.cells == features[-1].offset + features[-1].size, "the cells come first"
        self.inputs = game.observation_size
        self.look = nn.Linear(self.planes * 2, CHANNELS)
        self.context, self.again = nn.Linear(256, CHANNELS), nn.Linear(CHANNELS * 2, CHANNELS)
        self.place = nn.Linear(CHANNELS, 1)

    def among(self, indices: Tensor, values: Tensor, legal: Tensor, counts: Tensor) -> tuple[Tensor, Tensor]:
        """Return the logarithms of the probabilities of the legal actions, and the values."""
        x = self._hidden(indices, values)
        dense = torch.zeros(len(indices), self.inputs + 1).scatter_(1, indices.long(), values)
        board = dense[:, : self.planes * self.cells].view(-1, self.planes, self.cells).transpose(1, 2)
        y = (self.look(self._with_neighbours(board)) + self.context(x)[:, None]).relu_()
        y = self.again(self._with_neighbours(y)).relu_()
        logits = self.policy(x)
        places = torch.nn.functional.pad(self.place(y)[..., 0], (0, logits.shape[1] - self.cells))
        return chosen(logits + places, legal, counts), torch.tanh(self.value(x))

    def _with_neighbours(self, rows: Tensor) -> Tensor:
        return torch.cat([rows, self.beside @ rows], dim=2)


def chosen(logits: Tensor, legal: Tensor, counts: Tensor) -> Tensor:
    """Return the logarithms of the probabilities of the legal actions."""
    unused = torch.arange(legal.shape[1]) >= counts[:, None]
    return torch.log_softmax(logits.gather(1, legal.long()).masked_fill_(unused, -1e9), dim=-1)


KINDS = {
    "flat 256-256": lambda game: Network(game, 256, 256, 2),
    "flat 128-128": lambda game: Network(game, 128, 128, 2),
    "flat 512-512": lambda game: Network(game, 512, 512, 2),
    "action features": ActionFeatures,
    "hex convolution": HexConvolution,
}


def taught(network: Network, memory: lessons.Memory, seconds: float | None) -> tuple[float, float, float]:
    """Train for some seconds of processor time, or for twelve passes; return agreement, passes and seconds."""
    optimizer = torch.optim.Adam(network.parameters(), lr=1e-3, fused=True)
    generator = torch.Generator().manual_seed(SEED)
    columns = (memory.indices, memory.values, memory.legal, memory.counts, memory.shares)
    cut, steps, begin = memory.size * 4 // 5, 0, time.process_time()
    parts = (p for _ in itertools.count() for p in torch.randperm(cut, generator=generator).split(ROWS))
    whole = EPOCHS * -(-cut // ROWS)
    while (steps < whole) if seconds is None else (time.process_time() - begin < seconds):
        part = next(parts)
        *shown, shares = (column[part] for column in columns)
        loss, _ = lessons.loss(network.among(*shown)[0], shares)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        steps += 1
    spent = time.process_time() - begin
    with torch.no_grad():
        agreed = 0.0
        for rows in torch.arange(cut, memory.size).split(ROWS):
            *shown, shares = (column[rows] for column in columns)
            agreed += float(lessons.loss(network.among(*shown)[0], shares)[1]) * len(rows)
    return agreed / (memory.size - cut), steps * ROWS / cut, spent


def main() -> int:
    """Measure and write the table."""
    torch.set_num_threads(1)
    rows = []
    for name in sys.argv[1:] or sorted(POSITIONS):
        game, memory, _ = gathered(name)
        seconds = None
        for what, kind in KINDS.items():
            if kind is HexConvolution and name != "kathmandu":
                continue
            torch.manual_seed(SEED)
            network = kind(game)
            agreed, passes, spent = taught(network, memory, seconds)
            seconds = seconds or spent
            size = sum(weights.numel() for weights in network.parameters())
            rows.append((name, what, size, memory.size, round(spent, 1), round(passes, 1), round(agreed, 3)))
            print(*rows[-1], flush=True)
    with (HERE / "networks.csv").open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(("game", "network", "weights", "positions", "cpu_seconds", "passes", "agreed"))
        table.writerows(rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
