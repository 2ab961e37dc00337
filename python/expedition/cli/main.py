"""The entry point of the command line: one module per command, every error one sentence."""

from __future__ import annotations

import argparse
import difflib
import io
import os
import sys
from collections.abc import Collection, Sequence

from .. import __version__
from . import arena, bench, doctor, games, play, replay, review, simulate, soak

COMMANDS = (games, simulate, arena, play, replay, review, bench, soak, doctor)


_ALIKE = (
    {"--agent", "--agents", "--opponent", "--opponents"},
    {"--out", "--output", "--html", "--save", "--page"},
    {"--games", "--num-games", "--number"},
    {"--num-envs", "--lanes", "--envs", "--num-lanes"},
    {"--minutes", "--seconds", "--time"},
)
"""Options that people take for one another."""


def _parser() -> tuple[argparse.ArgumentParser, Collection[str]]:
    """Return the parser and the names of the commands."""
    parser = argparse.ArgumentParser(prog="expedition", description="Modern board games for agents and people.")
    parser.add_argument("--version", action="version", version=f"expedition {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    for command in COMMANDS:
        command.add(commands)

    from ..train import commands as training  # torch is not needed until a command runs

    training.add_parsers(commands)
    for each in commands.choices.values():
        each.set_defaults(parser=each)
    return parser, commands.choices


def _read(argv: Sequence[str] | None) -> argparse.Namespace:
    """Parse the command line: without a command print the help; for unknown words suggest similar ones."""
    parser, commands = _parser()
    given = sys.argv[1:] if argv is None else argv
    if given and not given[0].startswith("-") and given[0] not in commands:
        near = difflib.get_close_matches(given[0], commands, 1)
        hint = f"did you mean {near[0]}?" if near else f"the commands are {', '.join(commands)}"
        parser.error(f'there is no command "{given[0]}": {hint}')
    args, unknown = parser.parse_known_args(argv)
    if "run" not in args:
        if unknown:
            parser.error(f"there is no option {unknown[0]}")
        parser.print_help()
        parser.exit()
    if unknown:
        known = [name for action in args.parser._actions for name in action.option_strings]
        args.parser.error(f"{' '.join(unknown)} is not understood{_hint(unknown[0].partition('=')[0], known, given)}")
    return args


def _hint(word: str, known: list[str], given: Sequence[str]) -> str:
    """Return what was probably meant by a word that a command does not know, as the end of a sentence."""
    if not word.startswith("-"):
        return ": agents are separated by commas, as in --agents greedy,random" if "--agents" in given else ""
    alike = next((group for group in _ALIKE if word in group), None)
    near = difflib.get_close_matches(word, known, 1) if alike is None else [name for name in known if name in alike][:1]
    return f": did you mean {near[0]}?" if near else f": the options are {', '.join(known)}"


def _sentence(error: Exception) -> str:
    """Return an error's message, without the system's error number."""
    if isinstance(error, OSError) and error.filename is not None and error.strerror:
        return f"{os.fsdecode(error.filename)}: {error.strerror}"
    return str(error) or "out of memory"


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; errors are printed as one sentence, without a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that cannot draw lines shows question marks
    args = _read(argv)
    try:
        return int(args.run(args))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader closed the pipe
        return 0
    except (ValueError, OSError, ImportError, MemoryError) as error:
        print(f"expedition: {_sentence(error)}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nexpedition: interrupted", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
