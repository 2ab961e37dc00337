"""``expedition replay``: a record as sentences or as its replay page."""

from __future__ import annotations

import argparse
import json
from typing import Any

from .._engine import Record
from .._files import write_text
from ..play.replay import page
from ..play.session import consequences
from ..play.terminal import points_table
from .arguments import add_json


def add(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "replay",
        help="show a record, or make its replay page",
        description="Play a record again, checking every step; print what happened or write its replay page.",
    )
    parser.add_argument("record", metavar="RECORD", help="the file of a record")
    parser.add_argument("--seat", type=int, metavar="N", help="tell only what this seat may know (the first seat is 0)")
    parser.add_argument("--html", metavar="PAGE", help="write the replay page to this file")
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Replay a record, then print it or write its page."""
    record = Record.load(args.record)
    ep = record.replay()
    seats = range(ep.game.players)
    if args.seat is not None and args.seat not in seats:
        raise ValueError(f"there is no seat {args.seat}: the seats are 0 to {seats[-1]}")
    if args.html:
        write_text(args.html, page(record, views=None if args.seat is None else [args.seat]))
    if args.json:
        facts = {"game": record.game, "version": record.version, "seed": record.seed, "options": record.options}
        result = {"over": ep.is_over, "scores": ep.scores().tolist(), "returns": ep.returns().tolist()}
        print(json.dumps({**facts, **result, "decisions": record.moves, "html": args.html}))
        return 0
    if args.html:
        print(f"{len(record)} decisions of {record.game}, seed {record.seed}: {args.html}")
        return 0
    names = ep.game.seat_names
    for entry in ep.log(args.seat):
        print(f"{entry.step + 1:>{len(str(len(record)))}}  {names[entry.seat]}: {entry.sentence}")
        for text in consequences(entry, names[entry.seat]):
            print(f"{'':>{len(str(len(record))) + 6}}{text}")
    print()
    print(ep.to_text(args.seat))
    if ep.is_over:
        print(ep.result().reason)
        print(points_table(ep, names))
    return 0
