"""Searches choose the same, whatever is done to make them faster."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import expedition

WIDTH = 32

# Digests of the searches' choices. A change of the rules, of a game's evaluation or of the search itself changes them;
# a change for speed must not.
CHOICES: list[tuple[str, dict[str, Any], str, int, str]] = [
    ("toy", {}, "mcts:100", 20, "b2b2237ffe2e37dd"),
    ("agartha", {}, "mcts:60", 40, "f99521724a358d32"),
    ("agartha", {"players": 4}, "mcts:60,guided=no", 30, "f17b110fe5b7d527"),
    ("agartha", {}, "mcts:60,network", 40, "a1aa8a18b05f060d"),
    ("agartha", {"players": 3}, "mcts:60,network,gumbel=8", 20, "4768cb1fe97af102"),
    ("arnak", {}, "mcts:60", 30, "00d64f5eb55a64d7"),
    ("arnak", {"players": 3}, "mcts:40,redeals=8", 20, "ba69c3288d3ea1bc"),
    ("arnak", {}, "mcts:60,network,leaves=4", 30, "dabf972e2887729f"),
    ("kathmandu", {}, "mcts:40", 15, "6bbe8a296fb462b0"),
    ("kathmandu", {}, "mcts:60,network", 20, "a2d91c9290d95e1a"),
    ("subterra", {"players": 2}, "mcts:20", 15, "c79179abbcdc939b"),
    ("subterra", {"players": 3, "difficulty": "beginner"}, "mcts:20,rollout=random", 15, "79c15f0b2937a4fa"),
    ("subterra", {}, "mcts:40,network,blend=0.5", 20, "48edfcfff5fd38d0"),
]


def drawn(game: expedition.Game) -> expedition.Network:
    """Return a network with weights drawn around zero."""
    rng = np.random.default_rng(3)
    shapes = {
        "first.weight": (game.observation_size, WIDTH), "first.bias": (WIDTH,),
        "policy.weight": (game.num_actions, WIDTH), "policy.bias": (game.num_actions,),
        "value.weight": (game.players, WIDTH), "value.bias": (game.players,),
    }  # fmt: skip
    # Uniform numbers are the same everywhere, normal ones need not be.
    tensors = {name: ((rng.random(shape) - 0.5) / 2).astype(np.float32) for name, shape in shapes.items()}
    return expedition.Network.from_tensors(tensors, game)


@pytest.mark.parametrize("case", CHOICES, ids=lambda case: f"{case[0]}-{case[2]}")
def test_choices_stay_the_same(case: tuple[str, dict[str, Any], str, int, str], tmp_path: Path) -> None:
    name, options, spec, left, wanted = case
    game = expedition.Game(name, **options)
    if "network" in spec:
        drawn(game).save(tmp_path / "it.safetensors")
        spec = spec.replace("network", f"network={tmp_path / 'it.safetensors'}")
    agent, total, deal = expedition.Agent(spec, game, seed=7), hashlib.sha256(), 0
    while left:
        ep = game.episode(seed=deal)
        deal += 1
        while left and not ep.is_over:
            action = agent.act(ep)
            if len(ep.legal_actions()) > 1:
                total.update(action.to_bytes(2, "little"))
                left -= 1
            ep.play(action)
    assert total.hexdigest()[:16] == wanted
