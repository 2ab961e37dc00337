"""Games of a network against itself, written as rows that any trainer reads."""

from __future__ import annotations

import json
import os
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .._arguments import make_game
from .._engine import Game, Network, __version__, play_itself
from .._extras import need
from .._files import whole_file, write_text
from .._terminal import Progress
from .simulate import all_threads

if TYPE_CHECKING:
    import pyarrow

SETTINGS = "settings.json"


class SelfPlay:
    """A folder of games that were played for learning: Parquet files of one row a decision."""

    def __init__(self, folder: Path, settings: dict[str, Any], games: int, *, interrupted: bool) -> None:
        self.folder = folder
        self.settings = settings
        self.games = games
        self.interrupted = interrupted

    @property
    def files(self) -> list[Path]:
        """The files that are whole, in order."""
        return sorted(self.folder.glob("games-*.parquet"))

    def to_arrow(self) -> pyarrow.Table:
        """Return all rows as one Arrow table."""
        parquet = need("pyarrow.parquet", "analysis", "to_arrow()")
        table: pyarrow.Table = parquet.read_table(self.files)
        return table

    def __repr__(self) -> str:
        state = " (interrupted)" if self.interrupted else ""
        return f"<expedition.SelfPlay {self.settings['game']}, {self.games} games in {self.folder}{state}>"


def _table(game: Game, data: dict[str, Any], settings: dict[str, Any]) -> pyarrow.Table:
    """Return the rows of some games: lists keep what is not zero and what is legal."""
    arrow = need("pyarrow", "analysis", "selfplay()")

    def lists(offsets: str, values: str) -> Any:
        return arrow.ListArray.from_arrays(arrow.array(data[offsets]), arrow.array(data[values]))

    outcome = arrow.FixedSizeListArray.from_arrays(arrow.array(data["outcome"].reshape(-1)), game.players)
    columns = {
        "game": data["game"], "ply": data["ply"], "seat": data["seat"],
        "indices": lists("input_offsets", "indices"), "values": lists("input_offsets", "values"),
        "legal": lists("legal_offsets", "legal"), "shares": lists("legal_offsets", "shares"),
        "action": data["action"], "value": data["value"], "outcome": outcome,
    }  # fmt: skip
    return arrow.table(columns).replace_schema_metadata({"expedition": json.dumps(settings)})


def selfplay(
    game: str | Game,
    games: int = 1000,
    network: str | os.PathLike[str] | Network | None = None,
    search: str = "mcts:100,noise=0.25",
    *,
    folder: str | os.PathLike[str],
    seed: int = 0,
    temperature: float = 1.0,
    threads: int | None = None,
    games_per_file: int = 100,
    progress: bool = False,
    **options: Any,
) -> SelfPlay:
    """Let an agent play against itself on all cores, in Rust, and write every decision for learning.

    ``search`` is the agent at every seat: ``"mcts:100,noise=0.25"``, or ``"network:temperature=1"`` without search.
    ``network`` guides it: a loaded one, a shipped name or a path; without one ``mcts`` searches as it does without a
    network. Actions are drawn from the shares of the visits to the power of ``1/temperature``. Forced decisions are
    played and not written.

    The folder gets files of ``games_per_file`` games, each written whole or not at all. The same call again goes on
    where it stopped, and the rows are the same as without a break, whatever ``threads`` is. Columns: ``game``,
    ``ply``, ``seat``; ``indices`` and ``values`` of the observation where it is not zero; ``legal`` and the
    ``shares`` of the visits; the ``action`` played, the ``value`` the search saw, and the ``outcome``, own seat
    first.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     played = selfplay("toy", 4, network="toy-2", search="mcts:20", folder=folder)
    ...     played.to_arrow().column_names[:4]
    ['game', 'ply', 'seat', 'indices']
    """
    made = make_game(game, options)
    for name, number in (("games", games), ("games_per_file", games_per_file)):
        if number < 1:
            raise ValueError(f"{name}={number}: at least one game must be played")
    if not 0 <= temperature <= 1000:
        raise ValueError(f"temperature={temperature}: it is a number from 0 to 1000")
    parquet = need("pyarrow.parquet", "analysis", "selfplay()")
    loaded = network if isinstance(network, Network) or network is None else Network.load(network)
    settings = {
        "game": made.name, "version": made.version, "package": __version__, "options": made.options,
        "search": search, "network": None if loaded is None else f"{hash(loaded) & (2**64 - 1):016x}",
        "seed": seed, "temperature": temperature, "games_per_file": games_per_file,
    }  # fmt: skip
    where = Path(folder)
    where.mkdir(parents=True, exist_ok=True)
    _claim(where, settings)
    interrupted, done = False, 0
    bar = Progress(games, f"{made.name}, {made.players} players") if progress else nullcontext()
    with bar as shown:
        for first in range(0, games, games_per_file):
            last = min(first + games_per_file, games)
            path = where / f"games-{first:09d}-{last:09d}.parquet"
            if not path.exists():
                begun = done
                tick = (lambda new, begun=begun: shown.update(begun + new)) if shown is not None else None
                numbers = np.arange(first, last, dtype=np.uint64)
                data, interrupted = play_itself(
                    made, search, loaded, seed, numbers, temperature, all_threads(threads), tick
                )
                if interrupted:
                    break
                with whole_file(path) as part:
                    parquet.write_table(_table(made, data, settings), part, compression="zstd")
            done += last - first
    return SelfPlay(where, settings, done, interrupted=interrupted)


def _claim(folder: Path, settings: dict[str, Any]) -> None:
    """Note what a folder is for; one with games of other settings is refused."""
    path = folder / SETTINGS
    if path.exists():
        found = json.loads(path.read_text(encoding="utf-8"))
        other = sorted(key for key in settings.keys() | found.keys() if settings.get(key) != found.get(key))
        if other:
            raise ValueError(
                f"{folder} holds games with another {', '.join(other)}: "
                "give the same settings to go on, or another folder"
            )
        return
    write_text(path, json.dumps(settings, indent=2))
