"""Measures how well a network imitates a built-in agent, with and without the computed features of the observations.

    python evidence/training/meter.py             (about ten minutes of one core; needs expedition[train])

`greedy`, with some of its moves drawn at random, plays games and labels every decision with its own choice. A flat
network of 256-256 learns the labels of four fifths of the games and is tested on the others: the share of its first
choices that are `greedy`'s, and the value that its choices lose by `greedy`'s own analysis (near ties count as misses
in the first, but not in the second). It is trained once with all inputs and once with the components alone, without
what is computed from them (distances, fences, what can be paid).
"""

from __future__ import annotations

import csv
import fnmatch
import sys
import time
from pathlib import Path

import numpy as np
import torch

import expedition
from expedition.torch import batch_rows
from expedition.train import lessons
from expedition.train.network import Network, listed

HERE = Path(__file__).parent
SEED = 4711
COMPUTED = {
    "agartha": (
        "hand_gain", "lead", "*.at_end", "*.village_*", "*.exploration_*", "*.lots", "*.lot_potential",
        "*.different_objects", "*.card_gain", "*.auction_least", "*.auction_most", "*.surely_won",
        "*.may_be_won", "*.brings",
    ),
    "arnak": ("affordable.*", "site_gains", "*.fear_due", "*.next_step"),
    "kathmandu": (
        "board.grows", "board.counts", "board.gaps", "board.rival_gaps", "board.tight", "sites.ring", "sites.missing",
        "sites.facts", "sites.wall", "sites.behind", "sites.lacking",
    ),
    "subterra": ("glance.*",),
}  # fmt: skip
POSITIONS = {"agartha": 40_000, "arnak": 40_000, "kathmandu": 12_000, "subterra": 40_000}
TEACHERS = {"subterra": "greedy:redeals=2,depth=2"}
OPTIONS = {
    "subterra": {
        "players": 4, "difficulty": "beginner", "explorers": ["archaeologist", "veteran", "sapper", "sharpshooter"]
    }
}  # fmt: skip
LANES, EPOCHS, ROWS = 64, 12, 512


def gathered(name: str) -> tuple[expedition.Game, lessons.Memory, list[expedition.Episode]]:
    """Play games and return the teacher's labels, and some of the last positions for analysis."""
    game = expedition.Game(name, **OPTIONS.get(name, {"players": 2}))
    batch = expedition.Batch(game, LANES, seed=SEED, threads=1, observations="sparse", autoplay_forced=True)
    memory = lessons.Memory(POSITIONS[name], game.observation_size)
    draw, kept, step = np.random.default_rng(SEED), [], 0
    while memory.written < memory.size:
        actions, shares = batch.advise(TEACHERS.get(name, "greedy"), seed=SEED + step)
        (indices, values), (legal, counts) = batch_rows(batch), listed(batch.action_masks)
        labels = torch.from_numpy(shares).gather(1, legal.long())
        labels[torch.arange(legal.shape[1]) >= counts[:, None]] = 0
        memory.add(indices.clone(), values.clone(), legal, counts, labels)
        if memory.written > 0.9 * memory.size and len(kept) < 200:
            kept += [batch.episode(lane) for lane in range(0, LANES, 8)]
        random = batch.sample()
        batch.step(np.where(draw.random(LANES) < 0.2, random, actions))
        step += 1
    return game, memory, kept


def learnt(game: expedition.Game, memory: lessons.Memory, hidden: torch.Tensor) -> tuple[Network, float]:
    """Train a network on the first four fifths; return it with its agreement on the last."""
    torch.manual_seed(SEED)
    network = Network(game, 256, 256, 2)
    optimizer = torch.optim.Adam(network.parameters(), lr=1e-3, fused=True)
    values = memory.values * (~hidden)[memory.indices.long()]
    cut = memory.size * 4 // 5
    generator = torch.Generator().manual_seed(SEED)
    columns = (memory.indices, values, memory.legal, memory.counts, memory.shares)
    for _ in range(EPOCHS):
        for part in torch.randperm(cut, generator=generator).split(ROWS):
            *shown, shares = (column[part] for column in columns)
            loss, _ = lessons.loss(network.among(*shown)[0], shares)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
    with torch.no_grad():
        *shown, shares = (column[cut:] for column in columns)
        return network, float(lessons.loss(network.among(*shown)[0], shares)[1])


def lost(game: expedition.Game, network: Network, positions: list[expedition.Episode], hidden: torch.Tensor) -> float:
    """Return the mean value that the network's choices lose by the teacher's own analysis."""
    agent = expedition.Agent("greedy", game, seed=SEED)
    losses = []
    for ep in positions:
        indices, values = ep.observe_sparse()
        shown = torch.from_numpy(indices)[None], torch.from_numpy(values)[None]
        shown = shown[0], shown[1] * (~hidden)[shown[0].long()]
        mask = torch.from_numpy(ep.action_mask())[None]
        with torch.no_grad():
            choice = int(network(*shown, mask)[0].argmax())
        seen = agent.analyse(ep)
        worth = dict(zip(seen.actions.tolist(), seen.values.tolist(), strict=True))
        losses.append(max(worth.values()) - worth.get(choice, min(worth.values())))
    return float(np.mean(losses))


def main() -> int:
    """Measure and write the table."""
    torch.set_num_threads(1)
    rows = []
    for name in sys.argv[1:] or expedition.games():
        if name not in COMPUTED:
            continue
        begin = time.process_time()
        game, memory, positions = gathered(name)
        hidden = torch.zeros(game.observation_size + 1, dtype=torch.bool)
        for feature in game.layout:
            if any(fnmatch.fnmatch(feature.name, pattern) for pattern in COMPUTED[name]):
                hidden[feature.offset : feature.offset + feature.size] = True
        for what, mask in (("components", hidden), ("all", torch.zeros_like(hidden))):
            network, agreed = learnt(game, memory, mask)
            value = lost(game, network, positions, mask)
            rows.append((name, what, int((~mask[:-1]).sum()), memory.size, round(agreed, 3), round(value, 4)))
            print(*rows[-1], f"{time.process_time() - begin:.0f} s", flush=True)
    with (HERE / "meter.csv").open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(("game", "inputs", "floats", "positions", "agreed", "value_lost"))
        table.writerows(rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
