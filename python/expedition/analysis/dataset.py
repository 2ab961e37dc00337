"""Decisions as a dataset for offline learning: what a seat saw, could do and did, and the result.

>>> import expedition
>>> data = expedition.dataset("toy", games=4, agents="greedy", seed=1, depth=6)
>>> data.num_games, data.observations.shape[1] == data.game.observation_size
(4, True)

One row per decision, games one after the other. Observations are kept sparse (`game.max_nonzero` bounds a row), legal
actions as lists, so that a million games fit on a disk. ``save`` writes Arrow (``.arrow``) or Parquet (``.parquet``)
with the origin in the schema's metadata; ``load`` reads them. ``to_minari`` turns the games of each seat into a Minari
dataset.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .._arguments import make_game
from .._engine import Game, Record
from .._extras import need
from .._files import whole_file
from .simulate import Simulation, simulate

if TYPE_CHECKING:
    import pyarrow

__all__ = ["Dataset", "dataset"]

_FORMAT = "expedition-decisions 1"


class Dataset:
    """Decisions of many games; a thin layer over an Arrow table.

    Columns: game, step, seat, action, legal (list of ids), indices and values (a sparse observation), reward (what the
    seat earned from this decision to its next one, or to the end), outcome (the seat's result of the game),
    score (its points at the end), last (whether it was the seat's last decision of the game).
    """

    def __init__(self, game: Game, table: pyarrow.Table, metadata: dict[str, Any]) -> None:
        self.game, self.table, self.metadata = game, table, metadata

    def __len__(self) -> int:
        return int(self.table.num_rows)

    def __repr__(self) -> str:
        return f"<expedition.Dataset of {self.game.name}: {len(self):,} decisions of {self.num_games:,} games>"

    @property
    def num_games(self) -> int:
        """Number of games."""
        return int(self.metadata["games"])

    def column(self, name: str) -> NDArray[Any]:
        """Return a column of numbers by its name."""
        column: NDArray[Any] = self.table.column(name).to_numpy()
        return column

    @property
    def actions(self) -> NDArray[np.int64]:
        """The actions taken."""
        return self.column("action").astype(np.int64)

    @property
    def observations(self) -> NDArray[np.float32]:
        """The observations, dense: (decisions, observation_size). For many games use ``batches``."""
        return next(iter(self.batches(max(len(self), 1))))["observations"]

    @property
    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions: (decisions, num_actions)."""
        return next(iter(self.batches(max(len(self), 1))))["action_masks"]

    def batches(self, size: int = 4096) -> Iterator[dict[str, NDArray[Any]]]:
        """Yield dense rows in batches: observations, action_masks, actions, rewards, outcomes, seats."""
        if size < 1:
            raise ValueError(f"size={size}: a batch has at least one row")
        for begin in range(0, max(len(self), 1), size):
            part = self.table.slice(begin, size).combine_chunks()
            rows = part.num_rows
            seen = np.zeros((rows, self.game.observation_size), np.float32)
            mask = np.zeros((rows, self.game.num_actions), np.bool_)
            if rows:
                at, indices = _flat(part.column("indices"))
                seen[at, indices] = _flat(part.column("values"))[1]
                at, legal = _flat(part.column("legal"))
                mask[at, legal] = True
            yield {
                "observations": seen,
                "action_masks": mask,
                "actions": part.column("action").to_numpy().astype(np.int64),
                "rewards": part.column("reward").to_numpy(),
                "outcomes": part.column("outcome").to_numpy(),
                "seats": part.column("seat").to_numpy().astype(np.int64),
            }

    def to_arrow(self) -> pyarrow.Table:
        """Return the Arrow table, with its origin in the schema's metadata."""
        return self.table.replace_schema_metadata({"expedition": json.dumps(self.metadata)})

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write ``.arrow`` (fastest to map) or ``.parquet`` (smallest), completely or not at all."""
        where = Path(path)
        if where.suffix not in (".arrow", ".parquet"):
            raise ValueError(f"{os.fspath(path)!r}: the name of a dataset must end in .arrow or .parquet")
        with whole_file(where) as part:
            if where.suffix == ".parquet":
                need("pyarrow.parquet", "analysis", "save()").write_table(self.to_arrow(), part, compression="zstd")
            else:
                feather = need("pyarrow.feather", "analysis", "save()")
                feather.write_feather(self.to_arrow(), part, compression="zstd")

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Dataset:
        """Read what ``save`` wrote; ValueError if the file is of another kind or was made with other rules."""
        where = Path(path)
        try:
            if where.suffix == ".parquet":
                table = need("pyarrow.parquet", "analysis", "load()").read_table(where)
            else:
                table = need("pyarrow.feather", "analysis", "load()").read_table(where)
            metadata = json.loads(table.schema.metadata[b"expedition"])
            if metadata["format"] != _FORMAT:
                raise ValueError("it has a different format")
        except FileNotFoundError:
            raise
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise ValueError(f"{where} is not a dataset of expedition: {error}") from None
        game = Game(metadata["game"], **metadata["options"])
        if game.version != metadata["version"] or game.content_digest != metadata["content"]:
            raise ValueError(
                f"{where} was made with version {metadata['version']} of {game.name}, content {metadata['content']}; "
                f"here it is version {game.version} and {game.content_digest}"
            )
        return cls(game, table.replace_schema_metadata(None), metadata)

    def to_minari(self, dataset_id: str, **settings: Any) -> Any:
        """Return the games as a Minari dataset, one episode for each seat of each game. Needs ``minari``.

        An observation is a dict of ``observation`` and ``action_mask``, as in the Gymnasium environments.
        """
        minari = need("minari", "minari", "to_minari()")
        spaces = need("gymnasium.spaces", "gym", "to_minari()")
        buffers = [self._episode(minari, rows) for rows in self._seats()]
        space = spaces.Dict({
            "observation": spaces.Box(-np.inf, np.inf, (self.game.observation_size,), np.float32),
            "action_mask": spaces.MultiBinary(self.game.num_actions),
        })  # fmt: skip
        facts = {"observation_space": space, "action_space": spaces.Discrete(self.game.num_actions)}
        return minari.create_dataset_from_buffers(dataset_id=dataset_id, buffer=buffers, **facts, **settings)

    def _seats(self) -> Iterator[NDArray[np.int64]]:
        """Yield the rows of each seat of each game."""
        key = self.column("game").astype(np.int64) * self.game.players + self.column("seat")
        order = np.argsort(key, kind="stable")
        ends = np.flatnonzero(np.diff(key[order])) + 1
        yield from np.split(order, ends) if len(order) else []

    def _episode(self, minari: Any, rows: NDArray[np.int64]) -> Any:
        part = Dataset(self.game, self.table.take(rows), self.metadata)
        seen = next(iter(part.batches(len(rows))))
        # The observation after the last decision is not kept, but Minari expects one, so the last one is repeated.
        again = {
            "observation": np.concatenate([seen["observations"], seen["observations"][-1:]]),
            "action_mask": np.concatenate([seen["action_masks"], seen["action_masks"][-1:]]).astype(np.int8),
        }
        ended = np.zeros(len(rows), np.bool_)
        ended[-1] = True
        return minari.data_collector.EpisodeBuffer(
            observations=again,
            actions=seen["actions"],
            rewards=seen["rewards"].astype(np.float64),
            terminations=ended,
            truncations=np.zeros(len(rows), np.bool_),
        )


def _flat(column: Any) -> tuple[NDArray[np.int64], NDArray[Any]]:
    """Flatten a column of lists: return the row of each number, and the numbers."""
    chunk = column.chunk(0) if column.num_chunks else column.combine_chunks()
    lengths = np.diff(chunk.offsets.to_numpy())
    return np.repeat(np.arange(len(lengths)), lengths), chunk.flatten().to_numpy()


def dataset(
    source: str | Game | Simulation | Record | Iterable[Record],
    games: int = 1000,
    agents: Any = "greedy",
    *,
    seed: int = 0,
    threads: int | None = None,
    progress: bool = False,
    **options: Any,
) -> Dataset:
    """Return a dataset of decisions: from games played now, from a simulation, or from records.

    With the name of a game (or a Game) ``games`` are played between ``agents`` as in :func:`expedition.simulate`; a
    simulation must have kept its decisions.
    """
    need("pyarrow", "analysis", "expedition.dataset()")
    from . import frames

    given: Any = source
    origin: dict[str, Any] = {}
    if isinstance(source, str | Game):
        made = make_game(source, options, dataset)
        given = simulate(made, games, agents, seed=seed, threads=threads, decisions=True, progress=progress)
    elif options:
        raise ValueError(f"options ({', '.join(options)}) apply to games played now, not to games played before")
    if isinstance(given, Simulation):
        origin = {name: given.metadata[name] for name in ("agents", "seed", "package")}
    rows = _Rows()
    game: Game | None = None
    for record in frames.records(given):
        ep = record.replay(0)
        if game is not None and ep.game != game:
            raise ValueError(f"a dataset holds one game with one set of options: {game!r} and {ep.game!r} were given")
        game = ep.game
        rows.add(record)
    if game is None:
        raise ValueError("there is no game to make a dataset of")
    metadata = {
        "format": _FORMAT,
        "game": game.name,
        "version": game.version,
        "options": game.options,
        "content": game.content_digest,
        "games": rows.games,
        **origin,
    }
    return Dataset(game, rows.table(), metadata)


class _Rows:
    """The columns of a dataset, filled game by game."""

    def __init__(self) -> None:
        self.games = 0
        self.columns: dict[str, list[Any]] = {
            name: [] for name in ("game", "step", "seat", "action", "reward", "outcome", "score", "last")
        }
        self.lists: dict[str, list[NDArray[Any]]] = {name: [] for name in ("legal", "indices", "values")}

    def add(self, record: Record) -> None:
        from .review_search import end_of

        ep = record.replay(0)
        moves = record.moves
        players = ep.game.players
        first = len(self.columns["game"])
        latest: dict[int, int] = {}
        ep.take_rewards()
        for step, (seat, action, _) in enumerate(moves):
            latest[seat] = first + step
            indices, values = ep.observe_sparse()
            self.lists["legal"].append(ep.legal_actions())
            self.lists["indices"].append(indices)
            self.lists["values"].append(values)
            for name, value in (("game", self.games), ("step", step), ("seat", seat), ("action", action)):
                self.columns[name].append(value)
            self.columns["reward"].append(0.0)
            ep.play(action)
            gained = ep.take_rewards()
            for one in range(players):
                if one in latest:
                    self.columns["reward"][latest[one]] += float(gained[one])
        if not ep.is_over:
            raise ValueError(f"game {self.games} is not over: a dataset holds whole games")
        outcome, score = end_of(ep)
        for step, (seat, _, _) in enumerate(moves):
            self.columns["outcome"].append(float(outcome[seat]))
            self.columns["score"].append(float(score[seat]))
            self.columns["last"].append(latest[seat] == first + step)
        self.games += 1

    def table(self) -> pyarrow.Table:
        arrow = need("pyarrow", "analysis", "expedition.dataset()")
        kinds = {
            "game": np.int32, "step": np.int32, "seat": np.int8, "action": np.int32, "reward": np.float32,
            "outcome": np.float32, "score": np.float32, "last": np.bool_,
        }  # fmt: skip
        made = {name: arrow.array(np.asarray(values, kinds[name])) for name, values in self.columns.items()}
        for name, kind in (("legal", np.int32), ("indices", np.int32), ("values", np.float32)):
            parts = self.lists[name]
            ends = np.concatenate([[0], np.cumsum([len(part) for part in parts])]).astype(np.int32)
            flat = np.concatenate(parts).astype(kind) if parts else np.zeros(0, kind)
            made[name] = arrow.ListArray.from_arrays(arrow.array(ends), arrow.array(flat))
        return arrow.table(made)
