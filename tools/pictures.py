"""Draw the pictures of the documentation: a position of each game in the middle of play, as the seat to act sees it."""

from __future__ import annotations

from pathlib import Path

import expedition

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
# Game, seed, and how many decisions greedy agents have made.
SHOWN = (("agartha", 3, 70), ("arnak", 3, 120), ("kathmandu", 3, 100), ("subterra", 3, 90))


def main() -> None:
    """Write them all."""
    for name, seed, steps in SHOWN:
        game = expedition.Game(name)
        ep, agent = game.episode(seed=seed), expedition.Agent("greedy", game, seed=1)
        while not ep.is_over and len(ep.history) < steps:
            ep.play(agent.act(ep))
        (FOLDER / f"{name}.svg").write_text(ep.to_svg(viewer=ep.seat) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
