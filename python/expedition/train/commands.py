"""The commands ``expedition train``, ``eval`` and ``export``. Nothing here needs torch until it runs."""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
from errno import ENOENT
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .._arguments import named_values, number_of_games
from ._log import WORK
from .config import Config, names
from .presets import preset

if TYPE_CHECKING:
    from .ppo import Trainer


def add_train(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of ``expedition train``."""
    parser.add_argument(
        "game",
        metavar="GAME",
        nargs="?",
        help="the game, or a benchmark task such as arnak-small; left out with --resume",
    )
    parser.add_argument(
        "--algorithm", choices=("ppo", "az"), help="ppo, or az: search and learning in turn (expedition.train.az)"
    )
    parser.add_argument("--minutes", type=float, metavar="T", help="minutes to train (10)")
    parser.add_argument("--cpu-minutes", type=float, metavar="T", help="minutes of processor time to train instead")
    parser.add_argument("--updates", type=int, metavar="N", help="number of updates to make instead")
    parser.add_argument("--players", type=int, metavar="N", help="number of seats")
    parser.add_argument(
        "-o", "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game"
    )
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a setting of the training, such as width=512 (expedition.train.config.Config)",
    )
    parser.add_argument(
        "--versus",
        action="append",
        metavar="AGENT",
        help="a built-in agent to train against, besides itself; may be repeated",
    )
    parser.add_argument("--teacher", metavar="AGENT", help="a built-in agent to imitate in the first part of the run")
    parser.add_argument(
        "--against", action="append", metavar="AGENT", help="a built-in agent to measure against (random, greedy)"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="the seed of everything (0)")
    parser.add_argument(
        "--folder", metavar="DIR", help="where checkpoint, log.csv and TensorBoard events go (runs/GAME-SEED)"
    )
    parser.add_argument(
        "--resume", metavar="CHECKPOINT", help="continue from a checkpoint, exactly as if the run had not stopped"
    )
    parser.add_argument(
        "--from",
        dest="source",
        metavar="SOURCE",
        help="start with this network: a checkpoint, even from an older version, an exported file, or a shipped name",
    )
    parser.add_argument("--device", choices=("auto", "cpu", "cuda", "mps"), help="where updates are computed (auto)")
    parser.add_argument("--defaults", action="store_true", help="start from the defaults, not from the game's preset")
    parser.add_argument("--json", action="store_true", help="print the outcome as JSON")


def add_eval(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of ``expedition eval``."""
    parser.add_argument("checkpoint", metavar="CHECKPOINT", help="a checkpoint of expedition train, or its folder")
    parser.add_argument("--against", action="append", metavar="AGENT", help="a built-in agent (random and greedy)")
    parser.add_argument("-n", "--games", type=int, default=400, metavar="N", help="games against each agent (400)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="the same seed gives the same games (0)")
    parser.add_argument("--json", action="store_true", help="print JSON")


def add_export(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of ``expedition export``."""
    parser.add_argument("checkpoint", metavar="CHECKPOINT", help="a checkpoint of expedition train, or its folder")
    parser.add_argument("file", metavar="FILE", help="the network for the engine, such as arnak-2.safetensors")


def run_export(args: argparse.Namespace) -> int:
    """Write the network of a checkpoint for the engine."""
    checkpoint = _checkpoint(args.checkpoint)
    from . import _checkpoint as checkpoints
    from . import ppo
    from .export import export

    player = ppo.Player.load(checkpoint)
    config, state = checkpoints.read(checkpoint)
    path = export(player.network, player.game, args.file, **config.facts(state["progress"][5]))
    print(f"{path}: {path.stat().st_size:,} bytes")
    return 0


def run_train(args: argparse.Namespace) -> int:
    """Train, and say where the checkpoint is."""
    options = named_values(args.option) | ({"players": args.players} if args.players is not None else {})
    if args.resume is None:
        if args.game is None:
            raise ValueError("name the game to train, or --resume a checkpoint")
        config = preset(args.game, **options)  # a wrong name or option is reported before torch is loaded

    known = set(names())
    settings: dict[str, Any] = {
        name: tuple(v) if isinstance(v, list) else v for name, v in named_values(args.set).items()
    }
    wrong = sorted(settings.keys() - known)
    if wrong:
        raise ValueError(f"there is no setting {wrong[0]!r}: the settings are {', '.join(sorted(known))}")
    for name in ("versus", "against"):
        if isinstance(settings.get(name), str):  # one agent is a list of one
            settings[name] = (settings[name],)
    for name in ("teacher", "starts", "search"):
        if isinstance(settings.get(name), tuple):  # an agent with several settings of its own
            settings[name] = ",".join(map(str, settings[name]))
    for name in ("algorithm", "minutes", "cpu_minutes", "updates", "teacher", "device"):
        if getattr(args, name) is not None:
            settings[name] = getattr(args, name)
    for name in ("versus", "against"):
        if getattr(args, name):
            settings[name] = tuple(getattr(args, name))
    if args.resume is not None:
        path = _checkpoint(args.resume)
        folder = Path(args.folder) if args.folder else path.parent
        algorithm = _config(path).algorithm
        if settings.pop("algorithm", algorithm) != algorithm:
            raise ValueError(
                f"{path} is a run of {algorithm}: --from begins a new one of another kind with its network"
            )
        run = _learner(algorithm).load(path, folder, **settings)
    else:
        folder = Path(args.folder or f"runs/{args.game}-{args.seed}")
        if args.defaults:
            config = Config(config.game, config.options, task=config.task)
        config = config.changed(seed=args.seed, **settings)
        if config.updates is not None and "updates" not in settings and settings.keys() & {"minutes", "cpu_minutes"}:
            config = config.changed(updates=None)  # the task's budget, unless another is given
        if config.algorithm == "az" and (args.teacher or args.versus):
            raise ValueError("az learns from its own search: --teacher and --versus are settings of ppo")
        run = _learner(config.algorithm)(config, folder)
        if args.source is not None:
            run.adopt(str(_at(args.source)))
    # A machine about to be taken away sends SIGTERM: leave a checkpoint then, too.
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        run.train()
    except KeyboardInterrupt:
        print(f"\nstopped; go on with: expedition train --resume {folder / 'checkpoint.pt'}", file=sys.stderr)
        return 130
    finally:
        signal.signal(signal.SIGTERM, before)
    working = sum(run.spent[name] for name in WORK)
    shares = {name: run.spent[name] / max(working, 1e-9) for name in WORK if run.spent[name] > 0}
    if args.json:
        print(json.dumps({"checkpoint": str(folder / "checkpoint.pt"), "updates": run.update,
                          "decisions": run.decisions,
                          "minutes": run.seconds / 60, "shares": shares}))  # fmt: skip
        return 0
    print(f"{run.game.name}: {run.update} updates, {run.decisions:,} decisions in {run.seconds / 60:.1f} minutes")
    print("time in " + ", ".join(f"{name} {share:.0%}" for name, share in shares.items()))
    print(f"expedition eval {folder / 'checkpoint.pt'} measures it.")
    return 0


def run_eval(args: argparse.Namespace) -> int:
    """Measure a checkpoint against built-in agents."""
    number_of_games(args.games)
    checkpoint = _checkpoint(args.checkpoint)
    from . import ppo
    from ._score import check_agents

    player = ppo.Player.load(checkpoint)
    against = args.against or ("random", "greedy")
    check_agents(player.game, against)
    scores = [
        ppo.evaluate(seated, name, games=args.games, seed=args.seed)
        for seated in player.seated(_config(checkpoint))
        for name in against
    ]
    if args.json:
        print(json.dumps([score.to_dict() for score in scores], indent=2))
    else:
        print("\n".join(map(str, scores)))
    return 0


def _learner(algorithm: str) -> type[Trainer]:
    """Return the class of a run."""
    from . import az, ppo

    return az.Trainer if algorithm == "az" else ppo.Trainer


def _config(path: Path) -> Config:
    """Return the settings of a checkpoint."""
    from ._checkpoint import read

    return read(path, any_version=True)[0]


def _checkpoint(text: str) -> Path:
    """Return the file of a checkpoint; a missing one is reported before torch is loaded."""
    path = _at(text)
    if not path.exists():
        raise FileNotFoundError(ENOENT, os.strerror(ENOENT), str(path))
    return path


def _at(text: str) -> Path:
    path = Path(text)
    return path / "checkpoint.pt" if path.is_dir() else path


def add_parsers(commands: Any) -> None:
    """Add the commands to a command line."""
    train = commands.add_parser(
        "train", help="train a network by self-play", description="Train a network by self-play."
    )
    add_train(train)
    train.set_defaults(run=run_train)
    measure = commands.add_parser(
        "eval", help="measure a trained network", description="Measure a checkpoint against built-in agents."
    )
    add_eval(measure)
    measure.set_defaults(run=run_eval)
    write = commands.add_parser(
        "export",
        help="write a trained network for the engine",
        description="Write a network for the engine.",
    )
    add_export(write)
    write.set_defaults(run=run_export)


def main(argv: list[str] | None = None) -> int:
    """Run ``python -m expedition.train train|eval|export``."""
    parser = argparse.ArgumentParser(prog="python -m expedition.train", description="Train and measure networks.")
    add_parsers(parser.add_subparsers(title="commands", metavar="COMMAND", required=True))
    args = parser.parse_args(argv)
    try:
        return int(args.run(args))
    except (ValueError, OSError, ImportError, MemoryError) as error:
        print(f"expedition: {error or 'out of memory'}", file=sys.stderr)
        return 2
