"""Makes the file of a shipped network: weights in eight bits, zero for inputs that never occur in play.

    python tools/ship_network.py runs/mine.safetensors python/expedition/networks/arnak-2.safetensors

Some inputs are zero in every game with a network's options, such as those of boards it does not play. Training leaves
their weights as initialised, so they mean nothing, but they fill up to a fifth of the file. An input counts as never
occurring if it was zero in all of ``--positions`` positions: a third each against itself, ``random`` and ``greedy``,
with one decision in five at random.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
from numpy.typing import NDArray

import expedition

DERIVED = ("game", "version", "players", "options", "layout", "widths", "parameters")
"""The entries of a network's info that are derived rather than given."""
LANES = 256


def shown(net: expedition.Network, positions: int, seed: int) -> NDArray[np.bool_]:
    """Return which inputs are nonzero in any position of play."""
    game, chance = net.game, np.random.default_rng(seed)
    found = np.zeros(game.observation_size, np.bool_)
    tables: list[dict[str, Any]] = [{}, {"opponents": "random"}, {"opponents": "greedy"}]
    for seating in tables[: 1 if game.players == 1 else 3]:
        batch = expedition.Batch(game, LANES, seed=seed, **({**seating, "learner": "rotate"} if seating else {}))
        for _ in range(positions // LANES // len(tables)):
            found |= (batch.observations != 0).any(axis=0)
            actions = net.evaluate(batch.observations, batch.action_masks)[0].argmax(axis=1)
            stray = chance.random(LANES) < 0.2
            batch.step(np.where(stray, batch.sample(), actions))
    return found


def compact(net: expedition.Network, positions: int, seed: int) -> expedition.Network:
    """Return the network as it is shipped."""
    tensors, info = net.tensors(), net.info
    kept = shown(net, positions, seed)
    tensors["first.weight"][~kept] = 0
    free = sorted(net.game.options.keys() - info["options"].keys() - {"reward"})
    facts = {key: value for key, value in info.items() if key not in DERIVED}
    same = expedition.Network.from_tensors(tensors, net.game, players=info["players"], indifferent=free, **facts)
    print(f"{(~kept).sum()} of {len(kept)} inputs never occurred in {positions:,} positions")
    return same.quantized()


def main() -> None:
    """Read a network and write the file to ship."""
    parser = argparse.ArgumentParser(description="Make the file of a shipped network.")
    parser.add_argument("source", help="a file, or the name of a shipped network")
    parser.add_argument("file")
    parser.add_argument("--positions", type=int, default=300_000)
    parser.add_argument("--seed", type=int, default=7)
    args = parser.parse_args()
    net = expedition.Network.load(args.source)
    small = compact(net, args.positions, args.seed)
    small.save(args.file)
    print(f"{args.file}: {len(small.to_bytes()):,} bytes, {len(net.to_bytes()):,} before")


if __name__ == "__main__":
    main()
