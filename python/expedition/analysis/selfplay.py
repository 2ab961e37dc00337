"""Self-play: games of a network against itself, written as rows that any trainer can read."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
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
    """A folder of games played for learning: Parquet files with one row per decision."""

    def __init__(self, folder: Path, settings: dict[str, Any], games: int, *, interrupted: bool) -> None:
        self.folder = folder
        self.settings = settings
        self.games = games
        self.interrupted = interrupted

    @property
    def files(self) -> list[Path]:
        """The finished files, in order."""
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
    """Return the rows of some games, with lists for the nonzero inputs and the legal actions."""
    arrow = need("pyarrow", "analysis", "selfplay()")

    def lists(offsets: str, values: str) -> Any:
        return arrow.ListArray.from_arrays(arrow.array(data[offsets]), arrow.array(data[values]))

    outcome = arrow.FixedSizeListArray.from_arrays(arrow.array(data["outcome"].reshape(-1)), game.players)
    columns = {
        "game": data["game"], "ply": data["ply"], "seat": data["seat"],
        "indices": lists("input_offsets", "indices"), "values": lists("input_offsets", "values"),
        "legal": lists("legal_offsets", "legal"), "shares": lists("legal_offsets", "shares"),
        "action": data["action"], "value": data["value"], "full": data["full"], "outcome": outcome,
    }  # fmt: skip
    return arrow.table(columns).replace_schema_metadata({"expedition": json.dumps(settings)})


@dataclass(frozen=True)
class Plan:
    """Games to be played into a folder, file by file."""

    game: Game
    network: Network | None
    settings: dict[str, Any]
    folder: Path
    games: int

    @classmethod
    def of(
        cls,
        game: Game,
        games: int,
        network: str | os.PathLike[str] | Network | None,
        folder: str | os.PathLike[str],
        **settings: Any,
    ) -> Plan:
        """Check the arguments of :func:`selfplay` and claim the folder."""
        for name, number in (("games", games), ("games_per_file", settings["games_per_file"])):
            if number < 1:
                raise ValueError(f"{name}={number}: at least one game must be played")
        if not 0 <= settings["temperature"] <= 1000:
            raise ValueError(f"temperature={settings['temperature']}: it must be a number from 0 to 1000")
        quick = settings["quick"]
        if quick is not None and not (len(quick) == 2 and isinstance(quick[0], str) and 0 <= quick[1] <= 1):
            raise ValueError(
                f"quick={quick!r}: it must be an agent and its share of decisions, such as ('mcts:16', 0.75)"
            )
        need("pyarrow.parquet", "analysis", "selfplay()")
        loaded = network if isinstance(network, Network) or network is None else Network.load(network)
        about = {
            "game": game.name, "version": game.version, "package": __version__, "options": game.options,
            "content": game.content_digest,
            "network": None if loaded is None else f"{hash(loaded) & (2**64 - 1):016x}",
        }  # fmt: skip
        where = Path(folder).resolve()
        where.mkdir(parents=True, exist_ok=True)
        about |= settings | {"quick": None if quick is None else list(quick)}
        _claim(where, about)
        last = max((int(path.stem.rsplit("-", 1)[1]) for path in where.glob("games-*.parquet")), default=0)
        if last > games:
            raise ValueError(f"{where} holds {last} games already: ask for at least as many, or take another folder")
        return cls(game, loaded, about, where, games)

    def files(self) -> list[tuple[int, int, Path]]:
        """Return the first game, the one after the last, and the path of every file."""
        size = self.settings["games_per_file"]
        ends = [(first, min(first + size, self.games)) for first in range(0, self.games, size)]
        return [(first, last, self.folder / f"games-{first:09d}-{last:09d}.parquet") for first, last in ends]

    def play(self, first: int, last: int, path: Path, threads: int, tick: Callable[[int], None] | None = None) -> bool:
        """Play the games of one file and write it, completely or not at all; return whether it was interrupted."""
        settings, quick = self.settings, self.settings["quick"]
        data, interrupted = play_itself(
            self.game, settings["search"], self.network, settings["seed"], np.arange(first, last, dtype=np.uint64),
            settings["temperature"], threads, tick, None if quick is None else (quick[0], quick[1]),
        )  # fmt: skip
        if not interrupted:
            parquet = need("pyarrow.parquet", "analysis", "selfplay()")
            with whole_file(path) as part:
                parquet.write_table(_table(self.game, data, settings), part, compression="zstd")
            # If the last call asked for fewer games, its last file was shorter and is replaced by this one.
            for shorter in path.parent.glob(f"games-{first:09d}-*.parquet"):
                if shorter != path:
                    shorter.unlink()
        return interrupted


def selfplay(
    game: str | Game,
    games: int = 1000,
    network: str | os.PathLike[str] | Network | None = None,
    search: str = "mcts:100,noise=0.25",
    *,
    folder: str | os.PathLike[str],
    seed: int = 0,
    temperature: float = 1.0,
    quick: tuple[str, float] | None = None,
    threads: int | None = None,
    games_per_file: int = 100,
    progress: bool = False,
    **options: Any,
) -> SelfPlay:
    """Let an agent play against itself on all cores, in Rust, and write every decision for learning.

    ``search`` is the agent at every seat: ``"mcts:100,noise=0.25"``, ``"mcts:50,gumbel=16"`` (which needs a network),
    or ``"network:temperature=1"`` without search. ``network`` guides it: a loaded one, a shipped name or a path;
    without one ``mcts`` searches as it does without a network. Actions are drawn from the shares of the visits to the
    power of ``1/temperature``; with ``gumbel`` the search draws them itself, and the shares are those of the improved
    policy.
    With ``quick=("mcts:16", 0.75)`` a quick agent plays that share of the decisions (playout cap randomisation).
    Forced decisions are played but not written.

    The folder gets files of ``games_per_file`` games, each written completely or not at all. Repeating the call
    resumes where it stopped, and the rows are the same as without a break, whatever ``threads`` is. Columns:
    ``game``, ``ply``, ``seat``; ``indices`` and ``values`` of the nonzero floats of the observation; ``legal`` and the
    ``shares`` of the visits; the ``action`` played, the ``value`` the search found, whether it was searched in ``full``
    rather than by the quick agent, and the ``outcome``, own seat first.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     played = selfplay("toy", 4, network="toy-2", search="mcts:20", folder=folder)
    ...     played.to_arrow().column_names[:4]
    ['game', 'ply', 'seat', 'indices']
    """
    made = make_game(game, options, selfplay)
    plan = Plan.of(
        made, games, network, folder, search=search, seed=seed, temperature=temperature, quick=quick,
        games_per_file=games_per_file,
    )  # fmt: skip
    interrupted, done = False, 0
    bar = Progress(games, f"{made.name}, {made.players} players") if progress else nullcontext()
    with bar as shown:
        for first, last, path in plan.files():
            if not path.exists():
                begun = done
                tick = (lambda new, begun=begun: shown.update(begun + new)) if shown is not None else None
                interrupted = plan.play(first, last, path, all_threads(threads), tick)
                if interrupted:
                    break
            done += last - first
    return SelfPlay(plan.folder, plan.settings, done, interrupted=interrupted)


def _claim(folder: Path, settings: dict[str, Any]) -> None:
    """Record the settings of a folder, refusing one that holds games with other settings."""
    path = folder / SETTINGS
    if path.exists():
        found = json.loads(path.read_text(encoding="utf-8"))
        other = sorted(key for key in settings.keys() | found.keys() if settings.get(key) != found.get(key))
        if other:
            raise ValueError(
                f"{folder} holds games with another {', '.join(other)}: "
                "use the same settings to go on, or another folder"
            )
        return
    write_text(path, json.dumps(settings, indent=2))
