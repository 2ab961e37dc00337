"""Measuring a network: a series of games against an agent, and its result."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .._engine import Agent, Batch, Episode, Game
from ..analysis.benchmarks import play_evenly
from ..analysis.statistics import wilson

if TYPE_CHECKING:
    from .ppo import Player


ITSELF = "itself"
"""The name in place of an agent's for a co-operative game in which the network plays all seats."""


def check_agents(game: Game, agents: Iterable[str]) -> None:
    """Refuse agents that cannot play the game, before hours of training are spent."""
    for name in agents:
        if name != ITSELF:
            Agent(name, game)


@dataclass(frozen=True)
class Score:
    """The results of a series of games, each the return of the network's seat."""

    game: str
    against: str
    results: list[float]
    other: float | None
    """In a co-operative game, the share of its own games that the other agent wins."""
    scores: list[float] = field(default_factory=list)
    """Points of the network's seat in each game."""
    players: int = 0
    """Number of seats."""

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
    def points(self) -> float:
        """The mean result from 0 (all lost) to 1 (all won); a draw counts half."""
        return (sum(self.results) / self.games + 1) / 2

    @property
    def score(self) -> float:
        """The network's mean score, in the game's own points."""
        return sum(self.scores) / max(len(self.scores), 1)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % Wilson interval of the win rate."""
        return wilson(self.wins, self.games)

    def to_dict(self) -> dict[str, Any]:
        """Return the score as plain data."""
        return {
            "game": self.game, "players": self.players, "against": self.against, "games": self.games,
            "wins": self.wins, "draws": self.draws, "losses": self.losses, "win_rate": self.win_rate,
            "interval": list(self.interval), "points": self.points,
            "score": self.score, "other": self.other,
        }  # fmt: skip

    def __str__(self) -> str:
        low, high = self.interval
        rate = f"{self.win_rate:.1%} of {self.games} games won ({low:.1%} to {high:.1%})"
        game = f"{self.game} with {self.players}" if self.players > 2 else self.game
        if self.other is not None:
            return f"{game}: {rate}; {self.against} wins {self.other:.1%}"
        if self.against == ITSELF:
            return f"{game}: {rate}"
        return f"{game} against {self.against}: {rate}, {self.draws} drawn, {self.losses} lost"


def evaluate(
    player: Player,
    against: str,
    *,
    games: int = 400,
    seed: int = 0,
    threads: int | None = None,
    starts: Sequence[Episode] = (),
) -> Score:
    """Let a network play games against a built-in agent, from every seat equally often.

    With ``starts`` every game begins at one of these positions. In a co-operative game the network plays all seats, and
    the built-in agent plays its own games for comparison, unless ``against`` is ``"itself"``.
    """
    game = player.game
    begin: dict[str, Any] = {"starts": starts, "start_share": 1.0} if starts else {}
    if game.cooperative or game.players == 1:
        batch = Batch(game, games, seed=seed, threads=threads, observations="sparse", autoplay_forced=True, **begin)
        other = None if against == ITSELF else _built_in(game, against, games, seed, threads)
        return _play(player, batch, 1, against, other)
    rounds = min(game.players, games)
    lanes = -(-games // rounds)
    batch = Batch(
        game, lanes, seed=seed, threads=threads, observations="sparse", autoplay_forced=True, opponents=against,
        learner="rotate", **begin,
    )  # fmt: skip
    return _play(player, batch, rounds, against, None)


def _play(player: Player, batch: Batch, rounds: int, against: str, other: float | None) -> Score:
    """Play ``rounds`` episodes on every lane and return their score."""
    results, scores = play_evenly(batch, rounds, lambda batch, busy: player.decide(batch))
    return Score(player.game.name, against, results, other, scores, player.game.players)


def _built_in(game: Game, agent: str, games: int, seed: int, threads: int | None) -> float:
    """Return the share of co-operative games that a built-in agent wins by playing every seat."""
    from ..analysis.simulate import simulate

    played = simulate(game, games=games, agents=agent, seed=seed, threads=threads)
    if played.interrupted:
        raise KeyboardInterrupt
    return float(played.won[:, 0].mean())
