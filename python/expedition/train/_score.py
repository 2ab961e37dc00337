"""What a series of games against an agent came to."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from .._engine import Game


@dataclass(frozen=True)
class Score:
    """The results of games, each the return of the network's seat."""

    game: str
    against: str
    results: list[float]
    other: float | None
    """In a co-operative game, how often the other agent wins its own games."""

    @property
    def games(self) -> int:
        return len(self.results)

    @property
    def wins(self) -> int:
        return sum(result > 0 for result in self.results)

    @property
    def draws(self) -> int:
        return sum(result == 0 for result in self.results)

    @property
    def losses(self) -> int:
        return self.games - self.wins - self.draws

    @property
    def win_rate(self) -> float:
        return self.wins / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """The Wilson interval of the win rate, 95 %."""
        n, p, z = self.games, self.win_rate, 1.96
        middle, half = p + z * z / (2 * n), z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return (middle - half) / (1 + z * z / n), (middle + half) / (1 + z * z / n)

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "game": self.game, "against": self.against, "games": self.games, "wins": self.wins, "draws": self.draws,
            "losses": self.losses, "win_rate": self.win_rate, "interval": list(self.interval), "other": self.other,
        }  # fmt: skip

    def __str__(self) -> str:
        low, high = self.interval
        rate = f"{self.win_rate:.1%} of {self.games} games won ({low:.1%} to {high:.1%})"
        if self.other is not None:
            return f"{self.game}: {rate}; {self.against} wins {self.other:.1%}"
        return f"{self.game} against {self.against}: {rate}, {self.draws} drawn, {self.losses} lost"


def built_in(game: Game, agent: str, games: int, seed: int) -> float:
    """Return how often a built-in agent wins a co-operative game when it plays every seat."""
    from ..simulate import simulate

    return float(simulate(game, games=games, agents=agent, seed=seed).won[:, 0].mean())
