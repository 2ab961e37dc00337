"""Many games between agents, as tables: one row per game and, on request, one row per decision."""

from __future__ import annotations

import csv
import json
import os
import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .._arguments import agent_names, make_game, number_of_games
from .._engine import Game, __version__, play_matches
from .._extras import need
from .._files import whole_file
from .._terminal import Progress, table

if TYPE_CHECKING:
    import pandas
    import pyarrow


OWN = ("agent", "score", "rank", "won", "outcome")
"""The columns that every seat has, whatever the game."""


def source_column(source: str, seat: int) -> str:
    """Return the name of the column of a seat's points from one source.

    >>> source_column("explorers lost", 0), source_column("won", 1)
    ('explorers_lost_0', 'won_points_1')
    """
    name = source.replace(" ", "_")
    return f"{name}_points_{seat}" if name in OWN else f"{name}_{seat}"


def check_format(path: str | os.PathLike[str]) -> None:
    """Refuse a file name whose suffix is not that of a table.

    >>> check_format("games.parquet")
    """
    if Path(path).suffix not in (".parquet", ".csv"):
        raise ValueError(f"{os.fspath(path)!r}: the name of a table must end in .parquet or .csv")


def all_threads(threads: int | None) -> int:
    """Return the number of threads: as given, or one per core."""
    if threads is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return threads


class Table:
    """Named columns of equal length, with metadata about their origin."""

    def __init__(self, columns: dict[str, Any], metadata: dict[str, Any]) -> None:
        self.columns = columns
        self.metadata = metadata

    def __len__(self) -> int:
        return len(next(iter(self.columns.values()))) if self.columns else 0

    def to_pandas(self) -> pandas.DataFrame:
        """Return the table as a DataFrame."""
        frame: pandas.DataFrame = need("pandas", "analysis", "to_pandas()").DataFrame(self.columns)
        frame.attrs["expedition"] = self.metadata
        return frame

    def to_arrow(self) -> pyarrow.Table:
        """Return the table as Arrow data, with its origin in the schema's metadata."""
        arrow = need("pyarrow", "analysis", "to_arrow()")
        made: pyarrow.Table = arrow.table(self.columns)
        return made.replace_schema_metadata({"expedition": json.dumps(self.metadata)})

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the table to a ``.parquet`` file (compressed, with its metadata) or a ``.csv`` file.

        The file is written completely or not at all.
        """
        where = Path(path)
        check_format(where)
        with whole_file(where) as part:
            if where.suffix == ".csv":
                self._write_csv(part)
            else:
                need("pyarrow.parquet", "analysis", "save()").write_table(self.to_arrow(), part, compression="zstd")

    def _write_csv(self, path: Path) -> None:
        columns = [values.tolist() if hasattr(values, "tolist") else list(values) for values in self.columns.values()]
        with path.open("w", newline="", encoding="utf-8") as file:
            rows = csv.writer(file)
            rows.writerow(self.columns)
            rows.writerows(zip(*columns, strict=True))


class Simulation(Table):
    """The games of a simulation, one row per game; ``decisions`` has one row per decision."""

    def __init__(
        self,
        game: Game,
        columns: dict[str, Any],
        metadata: dict[str, Any],
        grids: dict[str, NDArray[np.float32]],
        decisions: Table | None,
        *,
        interrupted: bool,
        seconds: float,
    ) -> None:
        super().__init__(columns, metadata)
        self.game = game
        self._decisions = decisions
        self.interrupted = interrupted
        self.seconds = seconds
        self.seats = grids["agent"].astype(np.int64)
        self.scores = grids["score"]
        self.outcomes = grids["outcome"]
        self.ranks = grids["rank"].astype(np.int64)
        self.won = grids["won"] > 0

    @property
    def agents(self) -> list[str]:
        """The agents that played."""
        return list(self.metadata["agents"])

    @property
    def decisions(self) -> Table:
        """One row per decision: game, ply, round, seat, kind, action, its name and sentence, legal actions, value."""
        if self._decisions is None:
            raise ValueError("the decisions were not kept: ask for them with simulate(..., decisions=True)")
        return self._decisions

    def summary(self) -> list[dict[str, Any]]:
        """Return the results of each agent over all its seats, one dict per agent."""
        rows = []
        for number, agent in enumerate(self.agents):
            here = self.seats == number
            if not here.any():
                continue
            rows.append({
                "agent": agent,
                "seats": int(here.sum()),
                "won": float(self.won[here].mean()),
                "mean_score": float(self.scores[here].mean(dtype=np.float64)),
                "std_score": float(self.scores[here].std(dtype=np.float64)),
                "mean_rank": float(self.ranks[here].mean()),
            })  # fmt: skip
        return rows

    def by_seat(self) -> list[dict[str, Any]]:
        """Return the results of each seat, whichever agent sat there, one dict per seat."""
        if not len(self):
            return []
        return [
            {
                "seat": seat,
                "won": float(self.won[:, seat].mean()),
                "mean_score": float(score.mean(dtype=np.float64)),
                "std_score": float(score.std(dtype=np.float64)),
                "min_score": float(score.min()),
                "max_score": float(score.max()),
            }
            for seat, score in enumerate(self.scores.T)
        ]

    @property
    def games_per_second(self) -> float:
        """Games per second, all threads together."""
        return len(self) / max(self.seconds, 1e-9)

    @property
    def decisions_per_second(self) -> float:
        """Decisions per second, all threads together."""
        return float(self.columns["length"].sum()) / max(self.seconds, 1e-9)

    def to_dict(self) -> dict[str, Any]:
        """Return the summary as plain data."""
        length = self.columns["length"]
        return {
            **self.metadata,
            "finished": len(self),
            "interrupted": self.interrupted,
            "seconds": self.seconds,
            "games_per_second": self.games_per_second,
            "decisions_per_second": self.decisions_per_second,
            "mean_length": float(np.mean(length)) if len(self) else None,
            "min_length": int(length.min()) if len(self) else None,
            "max_length": int(length.max()) if len(self) else None,
            "by_agent": self.summary(),
            "by_seat": self.by_seat(),
        }

    def __str__(self) -> str:
        head = ["agent", "seats", "won", "mean score", "std", "mean rank"]
        rows = [
            [r["agent"], f"{r['seats']:,}", f"{r['won']:.1%}"]
            + [f"{r[value]:.2f}" for value in ("mean_score", "std_score", "mean_rank")]
            for r in self.summary()
        ]
        title = f"{self.metadata['game']}, {self.metadata['players']} players, {len(self):,} games"
        if self.interrupted:
            title += f" of {self.metadata['games']:,} (interrupted)"
        title += f" from seed {self.metadata['seed']}"
        if not len(self):
            return title
        seats = [
            [f"seat {s['seat']}", f"{s['won']:.1%}", f"{s['mean_score']:.2f}", f"{s['std_score']:.2f}",
             f"{s['min_score']:g}", f"{s['max_score']:g}"]
            for s in self.by_seat()
        ]  # fmt: skip
        length = self.columns["length"]
        decisions = f"decisions per game: {length.mean():.1f} on average, {length.min()} to {length.max()}"
        by_seat = table(["", "won", "mean score", "std", "least", "most"], seats)
        return f"{title}\n{table(head, rows)}\n\n{by_seat}\n{decisions}"

    __repr__ = __str__


def seating(
    agents: str | Sequence[str], players: int, games: int, *, rotate: bool
) -> tuple[list[str], list[str], NDArray[np.int64]]:
    """Return the agents by seat, the distinct agents, and for each game the index of the agent at each seat.

    >>> listed, unique, seats = seating(["greedy", "random", "greedy"], 3, 2, rotate=True)
    >>> unique, seats.tolist()
    (['greedy', 'random'], [[0, 1, 0], [1, 0, 0]])
    """
    listed = agent_names(agents) * (players if isinstance(agents, str) else 1)
    if len(listed) != players:
        raise ValueError(
            f"agents lists {len(listed)} agents, but {players} seats play: give one for each, or one for all"
        )
    unique = list(dict.fromkeys(listed))
    places = [unique.index(agent) for agent in listed]
    shift = np.arange(games) if rotate else np.zeros(games, np.int64)
    seats: NDArray[np.int64] = (np.arange(len(places))[None, :] + shift[:, None]) % len(places)
    return listed, unique, np.take(np.asarray(places, np.int64), seats)


def run(
    game: Game,
    agents: Sequence[str],
    deals: NDArray[np.int64],
    seats: NDArray[np.int64],
    *,
    seed: int,
    threads: int | None,
    decisions: bool,
    tick: Callable[[int], None] | None,
) -> Simulation:
    """Play a list of games, each given by its deal (equal deals begin alike) and the agent at each seat."""
    begin = time.perf_counter()
    data, interrupted = play_matches(
        game, list(agents), seed, deals.astype(np.uint64), seats, all_threads(threads), decisions, tick
    )
    seconds = time.perf_counter() - begin
    metadata = {
        "game": game.name,
        "version": game.version,
        "package": __version__,
        "options": game.options,
        "content": game.content_digest,
        "players": game.players,
        "agents": list(agents),
        "seed": seed,
        "games": len(deals),
    }
    columns: dict[str, Any] = {
        "game": data["game"],
        "seed": data["seed"],
        "length": data["length"],
        "rounds": data["rounds"],
    }
    names = np.asarray(agents, dtype=object)
    for seat in range(game.players):
        columns[f"agent_{seat}"] = names[data["agent"][:, seat].astype(np.int64)]
        columns[f"score_{seat}"] = np.ascontiguousarray(data["score"][:, seat])
        columns[f"rank_{seat}"] = data["rank"][:, seat].astype(np.int32)
        columns[f"won_{seat}"] = data["won"][:, seat] > 0
        columns[f"outcome_{seat}"] = np.ascontiguousarray(data["outcome"][:, seat])
    for source, points in data["breakdown"].items():
        for seat in range(game.players):
            columns[source_column(source, seat)] = np.ascontiguousarray(points[:, seat])
    kept = None
    if decisions:
        rows = data["decisions"]
        actions = np.asarray([game.action_name(i) for i in range(game.num_actions)], dtype=object)
        kinds = np.asarray(rows["kinds"], dtype=object)
        kept = Table(
            {
                "game": rows["game"],
                "ply": rows["ply"],
                "round": rows["round"],
                "seat": rows["seat"],
                "kind": kinds[rows["kind"]] if len(kinds) else kinds,
                "action": rows["action"],
                "name": actions[rows["action"]],
                "sentence": np.asarray(rows["sentence"], dtype=object),
                "legal": rows["legal"],
                "value": rows["value"],
            },
            metadata,
        )
    return Simulation(game, columns, metadata, data, kept, interrupted=interrupted, seconds=seconds)


def simulate(
    game: str | Game,
    games: int = 1000,
    agents: str | Sequence[str] = "random",
    *,
    seed: int = 0,
    threads: int | None = None,
    decisions: bool = False,
    rotate: bool = False,
    progress: bool = False,
    **options: Any,
) -> Simulation:
    """Play many games on all cores and return their tables.

    ``agents`` is one agent for every seat or a list with one for each seat: ``"random"``, ``"greedy"``, ``"mc:200"``,
    ``"mcts:400"``. With ``rotate`` the list moves on by one seat each game. The same seed gives the same tables,
    whatever ``threads`` is (agents with a time budget aside). Ctrl-C ends it early and keeps the finished games;
    ``interrupted`` says so.

    >>> result = simulate("toy", games=6, agents=["mcts:50", "random"], seed=1)
    >>> len(result), sorted(result.columns)[:3]
    (6, ['agent_0', 'agent_1', 'game'])
    """
    made = make_game(game, options, simulate)
    games = number_of_games(games)
    _, unique, seats = seating(agents, made.players, games, rotate=rotate)
    bar = Progress(games, f"{made.name}, {made.players} players") if progress else nullcontext()
    with bar as shown:
        tick = shown.update if shown is not None else None
        return run(made, unique, np.arange(games), seats, seed=seed, threads=threads, decisions=decisions, tick=tick)
