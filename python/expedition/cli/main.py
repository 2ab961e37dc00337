"""The command line: one module a command, errors in one sentence."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence

from .. import __version__
from . import arena, bench, doctor, games, play, replay, review, simulate, soak

COMMANDS = (games, simulate, arena, play, replay, review, bench, soak, doctor)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="expedition", description="Modern board games for agents and people.")
    parser.add_argument("--version", action="version", version=f"expedition {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.add(commands)

    from ..train import commands as training  # torch is not needed until a command runs

    training.add_parsers(commands)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; an error is one sentence, without a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that cannot draw lines shows question marks
    args = _parser().parse_args(argv)
    try:
        return int(args.run(args))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader closed the pipe
        return 0
    except (ValueError, OSError, ImportError) as error:
        print(f"expedition: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nexpedition: interrupted", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
