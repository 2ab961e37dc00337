"""``expedition replay``: a record as a list of decisions, or as its replay page."""

from __future__ import annotations

import argparse
import json
from typing import Any

from .._engine import Record
from .._terminal import table
from .arguments import add_json


def add(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "replay",
        help="show a record, or make its replay page",
        description="Play a record again, checking every step; print its decisions or write its replay page.",
    )
    parser.add_argument("record", metavar="RECORD", help="the file of a record")
    parser.add_argument("--html", metavar="PAGE", help="write the replay page to this file")
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Replay, then print or write."""
    record = Record.load(args.record)
    ep = record.replay()
    if args.html:
        record.to_html(args.html)
    if args.json:
        facts = {"game": record.game, "version": record.version, "seed": record.seed, "options": record.options}
        result = {"over": ep.is_over, "scores": ep.scores().tolist(), "returns": ep.returns().tolist()}
        print(json.dumps({**facts, **result, "decisions": record.moves, "html": args.html}))
        return 0
    if args.html:
        print(f"{len(record)} decisions of {record.game}, seed {record.seed}: {args.html}")
        return 0
    rows = [[str(i), str(seat), name] for i, (seat, _, name) in enumerate(record.moves, 1)]
    print(table(["decision", "seat", "action"], rows))
    print()
    print(ep.to_text())
    return 0
