"""Simulates every game and says what to try next: ``python -m expedition.demo``."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from ._bench import player_counts
from ._engine import Game, games
from .cli import simulate_with_bar, summary_table

GAMES = 2_000

NEXT = [
    ("play {game}", "play in the terminal"),
    ("games {game}", "options, actions, and the observation float by float"),
    ("simulate {game} -n 100000", "more games, more statistics"),
    ("bench", "decisions per second on this machine"),
]


def what_next() -> str:
    """Return commands to try, as this machine takes them."""
    command = "expedition"
    if shutil.which(command) is None:
        command = os.path.relpath(Path(sys.executable).parent / command)
    rows = [(f"{command} {words.format(game=games()[0])}", what) for words, what in NEXT]
    rows.append(("README.md", "ten lines for each use: one game, a batch, Gymnasium, PettingZoo"))
    width = max(len(words) for words, _ in rows)
    return "\n".join(["What to try next", *(f"  {words:<{width}}   {what}" for words, what in rows)])


def main() -> int:
    """Play random games of every game and number of players, and print the table."""
    summaries = []
    for name in games():
        counts = player_counts(name)
        for players in sorted({counts[0], counts[-1]}):
            summaries.append(simulate_with_bar(Game(name, players=players), GAMES))
    print(f"\nRandom play, {GAMES:,} games each\n")
    print(summary_table(summaries))
    print(f"\n{what_next()}\n")
    total = sum(summary.games for summary in summaries)
    seconds = sum(summary.seconds for summary in summaries)
    print(f"demo: ok, {total:,} games of {len(games())} kinds in {seconds:.1f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
