"""``expedition review``: the review of a finished game."""

from __future__ import annotations

import argparse
import json
from typing import Any

from .._engine import Record
from .._files import check_place, whole_file
from ..analysis.simulate import check_format
from .arguments import add_json, add_seed, add_threads, positive


def add(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "review",
        help="show the value and cost of every decision of a game, and the effect of luck",
        description="Review a record: the value and cost of every decision, and the effect of luck. "
        "Values come from search on what the acting seat knew.",
    )
    parser.add_argument("record", metavar="RECORD", help="the file of a record")
    parser.add_argument("--agent", default="mcts:400", metavar="SPEC", help="the search whose values count (mcts:400)")
    parser.add_argument("--no-network", action="store_true", help="search without the shipped network")
    parser.add_argument(
        "--samples", type=positive, default=6, metavar="N", help="copies in which a choice is valued (6)"
    )
    parser.add_argument("--out", metavar="PAGE", help="write the review page to this HTML file")
    parser.add_argument("--table", metavar="FILE", help="write one row per decision to this .csv or .parquet file")
    parser.add_argument(
        "--file", metavar="FILE", help="keep finished work in this file: a stopped review continues from it"
    )
    add_seed(parser)
    add_threads(parser)
    add_json(parser, "the summary")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Review a record, write the requested files, print the summary."""
    from ..analysis.review import review

    if args.table is not None:
        check_format(args.table)
    for path in filter(None, (args.out, args.table)):
        check_place(path)
    made = review(
        Record.load(args.record),
        args.agent,
        samples=args.samples,
        seed=args.seed,
        threads=args.threads,
        network=not args.no_network,
        file=args.file,
    )
    if args.out:
        made.to_html(args.out)
    if args.table:
        frame = made.to_pandas()
        frame.attrs = {}
        with whole_file(args.table) as part:
            if part.suffix == ".csv":
                frame.to_csv(part, index=False)
            else:
                frame.to_parquet(part, index=False)
    summary = made.summary()
    if args.json:
        costly = [
            {
                "step": d.step,
                "seat": d.seat,
                "chosen": d.name,
                "best": d.best_name,
                "loss": d.loss,
                "loss_se": d.loss_error,
                "loss_points": d.loss_points,
            }
            for d in summary.costly
        ]
        facts = {"game": made.game.name, "agent": made.agent, "decisions": len(made), "outcome": made.outcome.tolist()}
        print(json.dumps({**facts, "seats": summary.seats, "costly": costly, "page": args.out, "table": args.table}))
        return 0
    print(summary)
    if args.out:
        print(f"\nThe page is {args.out}")
    return 0
