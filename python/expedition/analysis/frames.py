"""Tidy DataFrames from records and simulations.

Every function takes a record, a path of one, many of them, or a simulation that kept its decisions, and returns one
row for each observation: a decision, an amount at a moment, a source of points. Needs pandas
(``pip install "expedition[analysis]"``).

>>> import expedition
>>> from expedition.analysis import frames
>>> ep = expedition.Game("toy", depth=3).episode(seed=7)
>>> ep.play("lead 3")
>>> frames.decisions(ep.record())[["seat", "verb", "name", "legal"]].values.tolist()
[[0, 'lead', 'lead 3', 3]]
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from errno import ENOENT
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from .._engine import Episode, Game, Record
from .._extras import need
from .._files import whole_file
from .effects import agent_title, card_rates, display, first_player, openings, over_rounds, shares, team_effects
from .simulate import OWN
from .statistics import wilson

if TYPE_CHECKING:
    import pandas as pd
else:
    pd = need("pandas", "analysis", "expedition.analysis.frames")

__all__ = [
    "agent_title", "breakdown", "card_rates", "decisions", "display", "first_player", "openings", "over_rounds",
    "pick_rates", "read", "records", "resources", "scores", "shares", "team_effects", "wilson", "write",
]  # fmt: skip

Source: TypeAlias = Any
"""A record, the path of one, an iterable of either, or a simulation with decisions."""


def records(source: Source) -> Iterator[Record]:
    """Yield the records of a source, one per game, in order.

    A simulation is replayed from its seeds, so its decisions must have been kept.
    """
    if isinstance(source, Record):
        yield source
    elif isinstance(source, (str, os.PathLike)):
        yield Record.load(source)
    elif hasattr(source, "decisions") and hasattr(source, "metadata"):
        yield from _played_again(source)
    elif isinstance(source, Iterable):
        for one in source:
            yield from records(one)
    else:
        raise TypeError(f"games come as records, their paths or a simulation, not as {type(source).__name__}")


def _played_again(simulation: Any) -> Iterator[Record]:
    game: Game = simulation.game
    seeds = dict(zip(simulation.columns["game"], simulation.columns["seed"], strict=True))
    columns = simulation.decisions.columns
    actions: dict[int, list[int]] = {int(number): [] for number in seeds}
    for number, action in zip(columns["game"], columns["action"], strict=True):
        actions[int(number)].append(int(action))
    for number, seed in seeds.items():
        ep = game.episode(seed=int(seed))
        for action in actions[int(number)]:
            ep.play(action)
        yield ep.record()


def _walk(source: Source) -> Iterator[tuple[int, int, Episode, tuple[int, int, str] | None]]:
    """Yield (game, step, the position, the decision made in it or None at the end)."""
    for number, record in enumerate(records(source)):
        ep = record.replay(0)
        moves = record.moves
        for step, move in enumerate(moves):
            yield number, step, ep, move
            ep.play(move[1])
        yield number, len(moves), ep, None


def decisions(source: Source) -> pd.DataFrame:
    """Return one row per decision: game, step, seat, decision, verb, action, its name and sentence, legal actions."""
    rows = []
    fields: dict[tuple[str, int], str] = {}
    for number, step, ep, move in _walk(source):
        if move is None:
            continue
        seat, action, name = move
        key = (ep.game.name, action)
        if key not in fields:
            fields[key] = str(ep.game.action_fields(action)["verb"])
        chosen = (action, name, ep.describe(action))
        rows.append((number, step, seat, ep.decision, fields[key], *chosen, len(ep.legal_actions())))
    columns = ["game", "step", "seat", "decision", "verb", "action", "name", "sentence", "legal"]
    return pd.DataFrame(rows, columns=columns)


def scores(source: Source, every: int = 1) -> pd.DataFrame:
    """Return the points over time, by source: game, step, round, seat, source, points.

    The first position of a game, one in ``every``, and the last are included.
    """
    rows = []
    for number, step, ep, move in _walk(source):
        if step % every == 0 or move is None:
            now = ep.round
            for name, by_seat in ep.score_breakdown().items():
                rows += [(number, step, now, seat, name, float(points)) for seat, points in enumerate(by_seat)]
    return pd.DataFrame(rows, columns=["game", "step", "round", "seat", "source", "points"])


def resources(source: Source, every: int = 1) -> pd.DataFrame:
    """Return each seat's resources over time: game, step, round, seat, resource, amount."""
    rows = []
    for number, step, ep, move in _walk(source):
        if step % every == 0 or move is None:
            rows += [(number, step, ep.round, seat, name, amount) for seat, name, amount in ep.amounts()]
    return pd.DataFrame(rows, columns=["game", "step", "round", "seat", "resource", "amount"])


def pick_rates(source: Source, verbs: Iterable[str] | None = None) -> pd.DataFrame:
    """Return how often each action was open, how often it was taken, and how its taker fared.

    Columns: verb, name, offered, taken, rate, mean_return (of the seats that took it, counted once per game), games.
    ``verbs`` restricts the kinds of actions.
    """
    wanted = None if verbs is None else frozenset(verbs)
    offered: dict[str, int] = {}
    taken: dict[str, int] = {}
    takers: dict[str, set[tuple[int, int]]] = {}
    verb_of: dict[str, str] = {}
    known: dict[tuple[str, int], tuple[str, str]] = {}
    returns: dict[tuple[int, int], float] = {}
    for number, _, ep, move in _walk(source):
        if move is None:
            for seat, value in enumerate(ep.returns()):
                returns[number, seat] = float(value)
            continue
        game = ep.game
        for action in ep.legal_actions():
            key = (game.name, int(action))
            if key not in known:
                known[key] = (str(game.action_fields(key[1])["verb"]), game.action_name(key[1]))
            verb, name = known[key]
            if wanted is None or verb in wanted:
                verb_of[name] = verb
                offered[name] = offered.get(name, 0) + 1
        seat, _, name = move
        if name in verb_of:
            taken[name] = taken.get(name, 0) + 1
            takers.setdefault(name, set()).add((number, seat))
    rows = []
    for name, times in offered.items():
        who = takers.get(name, set())
        mean = sum(returns[one] for one in who) / len(who) if who else float("nan")
        rows.append((verb_of[name], name, times, taken.get(name, 0), taken.get(name, 0) / times, mean, len(who)))
    frame = pd.DataFrame(rows, columns=["verb", "name", "offered", "taken", "rate", "mean_return", "games"])
    return frame.sort_values(["verb", "taken", "name"], ascending=[True, False, True], ignore_index=True)


def breakdown(simulation: Any) -> pd.DataFrame:
    """Return the sources of points in a simulation's games: game, seat, agent, won, source, points."""
    columns = simulation.columns
    players = simulation.metadata["players"]
    names = {name.rsplit("_", 1)[0] for name in columns if name.rsplit("_", 1)[-1].isdecimal()}
    parts = []
    for name in sorted(names - set(OWN)):
        for seat in range(players):
            part = {
                "game": columns["game"],
                "seat": seat,
                "agent": columns[f"agent_{seat}"],
                "won": columns[f"won_{seat}"],
                "source": name,
                "points": columns[f"{name}_{seat}"],
            }
            parts.append(pd.DataFrame(part))
    empty = pd.DataFrame(columns=["game", "seat", "agent", "won", "source", "points"])
    return pd.concat(parts, ignore_index=True) if parts else empty


def write(frame: pd.DataFrame, path: str | os.PathLike[str]) -> None:
    """Write a frame to a Parquet file."""
    where = Path(path)
    if where.suffix != ".parquet":
        raise ValueError(f"{str(where)!r}: frames are written as Parquet, so the name must end in .parquet")
    with whole_file(where) as part:
        frame.to_parquet(part, index=False, compression="zstd")


def read(path: str | os.PathLike[str]) -> pd.DataFrame:
    """Read a frame from a Parquet or CSV file; a CSV's first line, if a ``#`` comment, goes to ``attrs["made"]``."""
    if not Path(path).exists():
        raise FileNotFoundError(ENOENT, os.strerror(ENOENT), os.fspath(path))
    if Path(path).suffix != ".csv":
        return pd.read_parquet(path)
    frame = pd.read_csv(path, comment="#")
    with Path(path).open(encoding="utf-8") as file:
        first = file.readline().strip()
    if first.startswith("#"):
        frame.attrs["made"] = first.lstrip("# ")
    return frame
