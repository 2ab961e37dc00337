"""A first run: simulates every game and suggests commands to try next: ``python -m expedition.cli.demo``."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from .._engine import Game, games
from ..analysis.simulate import simulate
from .simulate import overview

GAMES = 2_000

NEXT = [
    ("play {game}", "play in the terminal"),
    ("games {game}", "options, actions, and the observation float by float"),
    ("simulate {game} -n 100000", "more games, more statistics"),
    ("bench", "decisions per second on this machine"),
]


def what_next() -> str:
    """Return commands to try next, in a form that works on this machine."""
    command = "expedition"
    if shutil.which(command) is None:
        command = os.path.relpath(Path(sys.executable).parent / command)
    rows = [(f"{command} {words.format(game=games()[0])}", what) for words, what in NEXT]
    rows.append(("README.md", "ten lines for each use: one game, a batch, Gymnasium, PettingZoo"))
    width = max(len(words) for words, _ in rows)
    return "\n".join(["What to try next", *(f"  {words:<{width}}   {what}" for words, what in rows)])


def main() -> int:
    """Play random games with the fewest and the most players of every game, and print the table."""
    results = []
    for name in games():
        counts = Game(name).player_counts
        for players in sorted({counts[0], counts[-1]}):
            results.append(simulate(Game(name, players=players), GAMES, progress=True))
    print(f"\nRandom play, {GAMES:,} games each\n")
    print(overview(results))
    print(f"\n{what_next()}\n")
    total, seconds = sum(map(len, results)), sum(result.seconds for result in results)
    print(f"demo: ok, {total:,} games of {len(games())} kinds in {seconds:.1f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
