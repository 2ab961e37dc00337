"""The commands ``expedition train`` and ``expedition eval``. Nothing here needs torch until it runs."""

from __future__ import annotations

import argparse
import dataclasses
import json
import signal
import sys
from pathlib import Path
from typing import Any

from ._log import WORK


def add_train(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of ``expedition train``."""
    parser.add_argument("game", metavar="GAME", nargs="?", help="the game; left out with --resume")
    parser.add_argument("--minutes", type=float, metavar="T", help="how long to train (10)")
    parser.add_argument("--updates", type=int, metavar="N", help="how many updates to make instead")
    parser.add_argument("--players", type=int, metavar="N", help="how many seats play")
    parser.add_argument(
        "-o", "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game"
    )
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a setting of the training, such as width=512 (expedition.train.ppo.Config)",
    )
    parser.add_argument(
        "--versus",
        action="append",
        metavar="AGENT",
        help="a built-in agent to train against, besides itself; may be repeated",
    )
    parser.add_argument("--teacher", metavar="AGENT", help="a built-in agent to imitate in the first part of the run")
    parser.add_argument(
        "--against", action="append", metavar="AGENT", help="a built-in agent to be measured against (random, greedy)"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="the seed of everything (0)")
    parser.add_argument(
        "--folder", metavar="DIR", help="where checkpoint, log.csv and TensorBoard events go (runs/GAME-SEED)"
    )
    parser.add_argument(
        "--resume", metavar="CHECKPOINT", help="go on from a checkpoint, exactly as if it had not stopped"
    )
    parser.add_argument("--json", action="store_true", help="print the outcome as JSON")


def add_eval(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of ``expedition eval``."""
    parser.add_argument("checkpoint", metavar="CHECKPOINT", help="a checkpoint of expedition train, or its folder")
    parser.add_argument("--against", action="append", metavar="AGENT", help="a built-in agent (random and greedy)")
    parser.add_argument("-n", "--games", type=int, default=400, metavar="N", help="how many games each (400)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="the same seed gives the same games (0)")
    parser.add_argument("--json", action="store_true", help="print JSON")


def _pairs(given: list[str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise ValueError(f"{text!r} is not of the form name=value")
        try:
            found[name] = json.loads(value.lower() if value in ("True", "False") else value)
        except json.JSONDecodeError:
            found[name] = value
    return found


def run_train(args: argparse.Namespace) -> int:
    """Train, and say where the checkpoint is."""
    from . import ppo

    known = {f.name for f in dataclasses.fields(ppo.Config)}
    settings: dict[str, Any] = {name: tuple(v) if isinstance(v, list) else v for name, v in _pairs(args.set).items()}
    wrong = sorted(settings.keys() - known)
    if wrong:
        raise ValueError(f"there is no setting {wrong[0]!r}: the settings are {', '.join(sorted(known))}")
    for name in ("versus", "against"):
        if isinstance(settings.get(name), str):  # one agent is a list of one
            settings[name] = (settings[name],)
    for name in ("minutes", "updates", "teacher"):
        if getattr(args, name) is not None:
            settings[name] = getattr(args, name)
    for name in ("versus", "against"):
        if getattr(args, name):
            settings[name] = tuple(getattr(args, name))
    if args.resume is not None:
        path = _checkpoint(args.resume)
        folder = Path(args.folder) if args.folder else path.parent
        run = ppo.Trainer.load(path, folder, **settings)
    elif args.game is None:
        raise ValueError("say which game to train, or --resume a checkpoint")
    else:
        options = _pairs(args.option) | ({"players": args.players} if args.players is not None else {})
        folder = Path(args.folder or f"runs/{args.game}-{args.seed}")
        run = ppo.Trainer(ppo.Config(game=args.game, options=options, seed=args.seed, **settings), folder)
    # A machine that is taken away says SIGTERM: leave a checkpoint then, too.
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
    from . import ppo

    if args.games < 1:
        raise ValueError(f"--games {args.games}: at least one game must be played")
    player = ppo.Player.load(_checkpoint(args.checkpoint))
    scores = [
        ppo.evaluate(player, name, games=args.games, seed=args.seed) for name in args.against or ("random", "greedy")
    ]
    if args.json:
        print(json.dumps([score.to_dict() for score in scores], indent=2))
    else:
        print("\n".join(map(str, scores)))
    return 0


def _checkpoint(text: str) -> Path:
    path = Path(text)
    return path / "checkpoint.pt" if path.is_dir() else path


def add_parsers(commands: Any) -> None:
    """Add both commands to a command line."""
    train = commands.add_parser(
        "train", help="train a network by self-play", description="Train a network by self-play (PPO)."
    )
    add_train(train)
    train.set_defaults(run=run_train)
    measure = commands.add_parser(
        "eval", help="measure a trained network", description="Measure a checkpoint against built-in agents."
    )
    add_eval(measure)
    measure.set_defaults(run=run_eval)


def main(argv: list[str] | None = None) -> int:
    """Run ``python -m expedition.train train|eval``."""
    parser = argparse.ArgumentParser(prog="python -m expedition.train", description="Train and measure networks.")
    add_parsers(parser.add_subparsers(title="commands", metavar="COMMAND", required=True))
    args = parser.parse_args(argv)
    try:
        return int(args.run(args))
    except (ValueError, OSError, ImportError) as error:
        print(f"expedition: {error}", file=sys.stderr)
        return 2
