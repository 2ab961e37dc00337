"""Draws the pictures of the documentation: every game well under way, as the seat to act sees it."""

from __future__ import annotations

from pathlib import Path

import expedition

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
SEED = 3
SHARE = 0.7
"""The share of the game that has been played."""


def main() -> None:
    """Write one picture per game."""
    for name in expedition.games():
        game = expedition.Game(name)
        ep, agent = game.episode(seed=SEED), expedition.Agent("greedy", game, seed=1)
        while not ep.is_over:
            ep.play(agent.act(ep))
        shown = ep.record().replay(int(len(ep.history) * SHARE))
        (FOLDER / f"{name}.svg").write_text(shown.to_svg(viewer=shown.seat) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
