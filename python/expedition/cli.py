"""The command ``expedition``: games, simulate, arena, play, replay, bench and soak."""

from __future__ import annotations

import argparse
import functools
import io
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from . import __version__
from ._bench import machine, measure, player_counts
from ._engine import Game, Record, games
from ._play import Table
from ._simulate import Summary, random_games
from ._soak import save_findings, soak, summary
from ._terminal import Progress, by_seat, count, table
from .arena import arena
from .opponents import BUILT_IN, check
from .simulate import simulate


def _value(text: str) -> Any:
    """Read the value of an option as Python would; commas make a list.

    >>> _value("beginner"), _value("4"), _value("healer,guide,priest")
    ('beginner', 4, ['healer', 'guide', 'priest'])
    """
    if "," in text:
        return [_value(part.strip()) for part in text.split(",")]
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    try:
        return int(text)
    except ValueError:
        return text


def _option(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form name=value")
    return name, _value(value)


def _positive(text: str) -> int:
    number = int(text.replace("_", "").replace(",", "")) if text.replace("_", "").replace(",", "").isdecimal() else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number above 0")
    return number


def _seed(text: str) -> int:
    if not text.isdecimal() or int(text) >= 1 << 64:
        raise argparse.ArgumentTypeError(f"{text!r} is not a seed: seeds go from 0 to 2**64 - 1")
    return int(text)


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port: ports go from 0 to 65535")
    return int(text)


def _game_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--players", type=_positive, metavar="N", help="how many seats play")
    parser.add_argument(
        "-o",
        "--option",
        type=_option,
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game, a list with commas; may be repeated",
    )


def _game(args: argparse.Namespace, name: str) -> Game:
    options = dict(args.option)
    if args.players is not None:
        options["players"] = args.players
    return Game(name, **options)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="expedition", description="Modern board games for agents and people.")
    parser.add_argument("--version", action="version", version=f"expedition {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    listing = commands.add_parser(
        "games", help="list the games, or describe one", description="List the games, or describe one."
    )
    listing.add_argument("game", nargs="?", metavar="GAME", help="the game to describe")
    listing.add_argument("--rules", action="store_true", help="print the game's numbered rules")
    listing.add_argument("--json", action="store_true", help="print JSON instead of a table")
    listing.set_defaults(run=_games)

    simulate = commands.add_parser(
        "simulate",
        help="play random games and sum them up",
        description="Play random games on all cores and sum them up.",
    )
    simulate.add_argument("game", metavar="GAME", help=f"one of {', '.join(games())}, or all")
    simulate.add_argument("-n", "--games", type=_positive, default=10_000, metavar="N", help="how many games (10,000)")
    _game_arguments(simulate)
    simulate.add_argument("--seed", type=_seed, default=0, metavar="S", help="the same seed gives the same games (0)")
    simulate.add_argument("--threads", type=_positive, metavar="N", help="how many threads (all cores)")
    simulate.add_argument(
        "--agents", metavar="A,B,...", help="who plays: one agent for all seats or one for each (random); see arena"
    )
    simulate.add_argument("--rotate", action="store_true", help="let the agents move on by one seat each game")
    simulate.add_argument("--out", metavar="FILE.parquet", help="save one row a game")
    simulate.add_argument("--decisions", metavar="FILE.parquet", help="save one row a decision")
    simulate.add_argument("--json", action="store_true", help="print JSON instead of a table")
    simulate.set_defaults(run=_simulate)

    meeting = commands.add_parser(
        "arena",
        help="let agents meet and rate them",
        description="Let every pair of agents play, seats balanced, and rate them with intervals.",
    )
    meeting.add_argument("game", metavar="GAME", help=f"one of {', '.join(games())}")
    meeting.add_argument(
        "agents", nargs="+", metavar="AGENT", help=f"{', '.join(BUILT_IN)}, with settings such as mcts:400"
    )
    meeting.add_argument("-n", "--games", type=_positive, default=200, metavar="N", help="games of each pair (200)")
    _game_arguments(meeting)
    meeting.add_argument("--seed", type=_seed, default=0, metavar="S", help="the same seed gives the same games (0)")
    meeting.add_argument("--threads", type=_positive, metavar="N", help="how many threads (all cores)")
    meeting.add_argument("--json", action="store_true", help="print JSON instead of a table")
    meeting.set_defaults(run=_arena)

    play = commands.add_parser(
        "play",
        help="play in the terminal or the browser",
        description="Play against the built-in agents, in the terminal or, with --web, in the browser.",
    )
    play.add_argument("game", metavar="GAME", help=f"one of {', '.join(games())}")
    _game_arguments(play)
    play.add_argument(
        "--seat", type=int, action="append", metavar="N", help="your seat; repeat it to play several (0; all of a team)"
    )
    known = f"{', '.join(BUILT_IN)}, with settings such as mcts:400"
    play.add_argument(
        "--opponent", default="random", metavar="AGENT", help=f"who plays the other seats: {known} (random)"
    )
    play.add_argument("--seed", type=_seed, metavar="S", help="the seed of the game (drawn)")
    play.add_argument("--json", action="store_true", help="print the outcome as JSON at the end")
    play.add_argument("--web", action="store_true", help="play on a local page in the browser")
    play.add_argument("--port", type=_port, default=0, metavar="P", help="the port of the page (a free one)")
    play.set_defaults(run=_play)

    replay = commands.add_parser(
        "replay",
        help="show a record, or make its replay page",
        description="Play a record again, checking every step; print its decisions or write its replay page.",
    )
    replay.add_argument("record", metavar="RECORD", help="the file of a record")
    replay.add_argument("--html", metavar="PAGE", help="write the replay page to this file")
    replay.add_argument("--json", action="store_true", help="print JSON instead of a table")
    replay.set_defaults(run=_replay)

    bench = commands.add_parser(
        "bench", help="measure the speed", description="Measure decisions per second through the Python package."
    )
    bench.add_argument("game", nargs="*", metavar="GAME", help="the games to measure (all)")
    bench.add_argument("--players", type=_positive, metavar="N", help="only this many players (all counts)")
    bench.add_argument("--num-envs", type=_positive, default=1024, metavar="N", help="lanes of the batch (1024)")
    bench.add_argument("--seconds", type=float, default=1.0, metavar="T", help="time for each figure (1.0)")
    bench.add_argument("--json", action="store_true", help="print JSON instead of a table")
    bench.set_defaults(run=_bench)

    soaking = commands.add_parser(
        "soak",
        help="look for broken laws",
        description="Play at random and adversarially over every option and check every law on the way: positions are "
        "possible, nothing leaks, copies and records are exact, games end in time. Exit code 1 if one is broken.",
    )
    soaking.add_argument("--minutes", type=float, default=2.0, metavar="M", help="how long, for all games together (2)")
    soaking.add_argument("--game", action="append", metavar="GAME", help="only this game; may be repeated")
    soaking.add_argument("--seed", type=_seed, default=0, metavar="S", help="the same seed does the same jobs (0)")
    soaking.add_argument("--threads", type=_positive, metavar="N", help="how many threads (all cores)")
    soaking.add_argument(
        "--findings", type=Path, default=Path("findings"), metavar="DIR", help="where findings are saved (findings)"
    )
    soaking.add_argument("--json", action="store_true", help="print JSON instead of text")
    soaking.set_defaults(run=_soak)

    from .train import commands as training  # nothing there needs torch before it runs

    training.add_parsers(commands)
    return parser


def _known(name: str) -> str:
    if name not in games():
        raise ValueError(f"there is no game {name!r}: the games are {', '.join(games())}")
    return name


def _games(args: argparse.Namespace) -> int:
    if args.game is None:
        if args.rules:
            raise ValueError("say whose rules: expedition games GAME --rules")
        all_games = [describe(name) for name in games()]
        if args.json:
            print(json.dumps(all_games, indent=2))
            return 0
        rows = [
            [
                d["name"],
                d["title"],
                span(d["players"]),
                str(d["actions"]),
                str(d["observation_size"]),
                str(d["version"]),
            ]
            for d in all_games
        ]
        print(table(["id", "game", "players", "actions", "floats", "version"], rows, left=2))
        print("\nexpedition games GAME tells more about one, expedition play GAME plays it.")
        return 0
    game = Game(_known(args.game))
    if args.rules:
        print(game.rules)
        return 0
    described = describe(game.name)
    if args.json:
        print(json.dumps(described, indent=2))
        return 0
    print(f"{described['title']} ({game.name}), version {game.version}, {span(described['players'])} players")
    print(f"{game.num_actions} actions, {game.observation_size} floats per observation\n")
    print(table(["option", "default"], [[name, repr(value)] for name, value in game.options.items()], left=2))
    print("\nobservation")
    rows = [[f.name, str(f.offset), str(f.size), f"{f.low:g} to {f.high:g}"] for f in game.layout]
    print(table(["feature", "from", "size", "values"], rows))
    print(f"\nexpedition games {game.name} --rules prints the rules.")
    return 0


def describe(name: str) -> dict[str, Any]:
    """Return what there is to know about a game, as plain data."""
    game = Game(name)
    heading = game.rules.lstrip("# ").split("\n", 1)[0]
    title = heading.split("(")[0].split(": the rules")[0].strip()
    return {
        "name": name,
        "title": title,
        "version": game.version,
        "players": player_counts(name),
        "actions": game.num_actions,
        "observation_size": game.observation_size,
        "options": game.options,
    }


def span(players: list[int]) -> str:
    """Return numbers of players in words: from the fewest to the most."""
    return f"{players[0]}-{players[-1]}" if len(players) > 1 else str(players[0])


def simulate_with_bar(game: Game, games: int, *, seed: int = 0, threads: int | None = None) -> Summary:
    """Play random games with a progress bar."""
    with Progress(games, f"{game.name}, {game.players} players") as bar:
        return random_games(game, games, seed=seed, threads=threads, tick=bar.update)


def summary_table(summaries: Sequence[Summary]) -> str:
    """Return the statistics of random games as a table, one row per kind of game."""
    head = ["game", "players", "games/s", "decisions/s", "decisions/game", "mean score by seat", "wins by seat"]
    rows = []
    for s in summaries:
        rows.append([
            s.game,
            str(len(s.score_mean)),
            count(s.games_per_second),
            count(s.decisions_per_second),
            f"{s.decisions_mean:.1f}",
            by_seat(s.score_mean),
            by_seat(s.wins, "{:.0%}"),
        ])  # fmt: skip
    return table(head, rows)


def _agents(text: str) -> list[str]:
    """Return the agents of a list; settings stay with their agent: ``mcts:400,cutoff=8,random`` is two agents.

    >>> _agents("mcts:400,cutoff=8,random")
    ['mcts:400,cutoff=8', 'random']
    """
    listed: list[str] = []
    for part in text.split(","):
        if "=" in part.partition(":")[0] and listed:
            listed[-1] += f",{part}"
        else:
            listed.append(part)
    return listed


def _played(args: argparse.Namespace) -> int:
    """Games between agents, as tables."""
    listed = _agents(args.agents or "random")
    result = simulate(
        _game(args, _known(args.game)),
        args.games,
        listed[0] if len(listed) == 1 else listed,
        seed=args.seed,
        threads=args.threads,
        decisions=args.decisions is not None,
        rotate=args.rotate,
        progress=True,
    )
    if args.out:
        result.save(args.out)
    if args.decisions:
        result.decisions.save(args.decisions)
    print(json.dumps(result.to_dict(), indent=2) if args.json else result)
    return 0


def _arena(args: argparse.Namespace) -> int:
    game = _game(args, _known(args.game))
    standings = arena(game, args.agents, args.games, seed=args.seed, threads=args.threads, progress=True)
    print(json.dumps(standings.to_dict(), indent=2) if args.json else standings)
    return 0


def _simulate(args: argparse.Namespace) -> int:
    if args.agents or args.out or args.decisions or args.rotate:
        return _played(args)
    names = games() if args.game == "all" else (_known(args.game),)
    summaries = [
        simulate_with_bar(_game(args, name), args.games, seed=args.seed, threads=args.threads) for name in names
    ]
    if args.json:
        plain = [s.to_dict() for s in summaries]
        print(json.dumps(plain if args.game == "all" else plain[0], indent=2))
        return 0
    print(summary_table(summaries))
    for s in summaries:
        print(f"\n{s.game}: {s.games:,} random games from seed {s.seed} in {s.seconds:.2f} s")
        by_seats = zip(s.score_mean, s.score_std, s.score_min, s.score_max, s.wins, strict=True)
        rows = [
            [f"seat {seat}", f"{mean:.2f}", f"{std:.2f}", f"{least:g}", f"{most:g}", f"{wins:.1%}"]
            for seat, (mean, std, least, most, wins) in enumerate(by_seats)
        ]
        print(table(["score", "mean", "std", "least", "most", "wins"], rows))
        print(f"decisions per game: {s.decisions_mean:.1f} on average, {s.decisions_min} to {s.decisions_max}")
    return 0


def _play(args: argparse.Namespace) -> int:
    game = _game(args, _known(args.game))
    # Who plays with others against the game runs the whole team unless told otherwise.
    seats = set(args.seat or (range(game.players) if game.cooperative else [0]))
    wrong = [seat for seat in seats if not 0 <= seat < game.players]
    if wrong:
        raise ValueError(f"there is no seat {wrong[0]}: the seats are 0 to {game.players - 1}")
    stream = sys.stderr if args.json else sys.stdout

    def ask(prompt: str) -> str:
        print(prompt, end="", flush=True, file=stream)
        return input()

    show = functools.partial(print, file=stream)
    check(args.opponent, 1)
    if args.web:
        from . import web

        web.serve(
            game,
            seats=seats,
            opponent=web.built_in(args.opponent, game, args.seed or 0),
            seed=args.seed,
            port=args.port,
        )
        return 0
    at_table = Table(game, seats, args.opponent, args.seed, read=ask if args.json else input, show=show)
    ep = at_table.play()
    if args.json:
        outcome = {"game": game.name, "seed": at_table.seed, "over": ep.is_over, "decisions": len(ep.history)}
        print(
            json.dumps({**outcome, "scores": list(map(float, ep.scores())), "returns": list(map(float, ep.returns()))})
        )
    return 0


def _replay(args: argparse.Namespace) -> int:
    record = Record.load(args.record)
    ep = record.replay()
    if args.html:
        record.to_html(args.html)
    if args.json:
        facts = {"game": record.game, "version": record.version, "seed": record.seed, "options": record.options}
        result = {
            "over": ep.is_over,
            "scores": list(map(float, ep.scores())),
            "returns": list(map(float, ep.returns())),
        }
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


def _bench(args: argparse.Namespace) -> int:
    if args.seconds <= 0:
        raise ValueError(f"--seconds {args.seconds:g}: it must be above 0")
    names = [_known(name) for name in args.game] or list(games())
    pairs = [(name, p) for name in names for p in player_counts(name) if args.players in (None, p)]
    if not pairs:
        raise ValueError(f"none of these games takes {args.players} players")
    speeds = []
    with Progress(len(pairs), "measuring") as bar:
        for number, (name, players) in enumerate(pairs):
            bar.update(number)
            speeds.append(measure(name, players, num_envs=args.num_envs, seconds=args.seconds))
    if args.json:
        plain = [s.to_dict() for s in speeds]
        print(json.dumps({"machine": machine(), "num_envs": args.num_envs, "speeds": plain}, indent=2))
        return 0
    where, threads = machine(), speeds[0].threads
    print(f"Decisions per second with {args.num_envs} lanes")
    print(f"on {where['cores']} cores of {where['cpu']}, Python {where['python']}\n")
    head = [
        "game",
        "players",
        "actions",
        "floats",
        "state",
        "lane",
        "rules, 1 thread",
        f"rules, {threads}",
        "step, 1 thread",
        f"step, {threads}",
        "clone",
    ]
    rows = [
        [s.game, str(s.players), str(s.actions), str(s.floats), f"{s.state_bytes:,} B", f"{s.lane_bytes:,} B",
         count(s.rollout_1), count(s.rollout_all), count(s.step_1), count(s.step_all), f"{s.clone_ns:.0f} ns"]
        for s in speeds
    ]  # fmt: skip
    print(table(head, rows))
    print("\nrules: batch.rollout, which plays without writing masks and observations until its end")
    print("step:  batch.step(batch.sample()), with every mask, observation and reward written")
    return 0


def _soak(args: argparse.Namespace) -> int:
    if not 0 < args.minutes < float("inf"):
        raise ValueError(f"--minutes {args.minutes:g}: it must be above 0")
    names = list(dict.fromkeys(_known(name) for name in args.game or games()))
    seconds = args.minutes * 60
    with Progress(round(seconds), "soak, seconds") as bar:
        reports, interrupted = soak(
            names, seconds, seed=args.seed, threads=args.threads, tick=lambda done, decisions: bar.update(round(done))
        )
    sentences = save_findings(reports, args.findings)
    if args.json:
        print(json.dumps({"interrupted": interrupted, "games": reports}, indent=2))
    else:
        print(summary(reports))
        total, found = sum(r["decisions"] for r in reports), sum(r["found"] for r in reports)
        print(f"\n{total:,} decisions from seed {args.seed}, {found} findings", end="")
        print(", ended early by Ctrl-C" if interrupted else "")
    for sentence in sentences:
        print(f"expedition: broken law: {sentence}", file=sys.stderr)
    return 1 if sentences else 130 if interrupted else 0


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; an error is one sentence, without a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that cannot draw lines shows question marks
    args = _parser().parse_args(argv)
    try:
        return int(args.run(args))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # whoever read us has seen enough
        return 0
    except (ValueError, OSError, ImportError) as error:
        print(f"expedition: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nexpedition: interrupted", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
