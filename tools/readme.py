"""Keeps the tables of README.md in step with the package: the games, and with --speed the measured speeds.

python tools/readme.py            writes the table of games
python tools/readme.py --speed    measures (some minutes) and writes the table of speeds too
python tools/readme.py --check    only says whether the table of games is current
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

import expedition
from expedition._terminal import Progress
from expedition.cli.bench import Speed, machine, measure
from expedition.cli.games import describe, span

README = Path(__file__).parents[1] / "README.md"


def row(*cells: object) -> str:
    """Return a line of a Markdown table."""
    return f"| {' | '.join(str(cell).replace('|', chr(92) + '|') for cell in cells)} |"


def games_table() -> str:
    """Return the table of games."""
    lines = [row("id", "game", "players", "own options (default)", "actions", "floats", "rules"), row(*["---"] * 7)]
    for name in expedition.games():
        game, about = expedition.Game(name), describe(name)
        own = {k: v for k, v in game.options.items() if k not in ("players", "reward", "observation")}
        options = ", ".join(f"`{k}` ({v})" for k, v in own.items()) or "none"
        rules = f"[rules](src/games/{name}/RULES.md)"
        floats = f"{game.observation_size:,}"
        lines.append(row(f"`{name}`", about["title"], span(about["players"]), options, game.num_actions, floats, rules))
    return "\n".join(lines)


def millions(rate: float) -> str:
    """Return decisions per second, in millions."""
    return f"{rate / 1e6:.2f} M"


def speed_table() -> str:
    """Measure and return the table of speeds."""
    pairs = [(name, players) for name in expedition.games() for players in expedition.Game(name).player_counts]
    speeds: list[Speed] = []
    with Progress(len(pairs), "measuring") as bar:
        for number, (name, players) in enumerate(pairs):
            bar.update(number)
            speeds.append(measure(name, players))
    threads = speeds[0].threads
    head = [
        "game",
        "players",
        "rules, 1 thread",
        f"rules, {threads} threads",
        "step, 1 thread",
        f"step, {threads} threads",
    ]
    lines = [row(*head, "state", "lane", "clone"), row(*["---"] * 9)]
    for s in speeds:
        rates = map(millions, (s.rollout_1, s.rollout_all, s.step_1, s.step_all))
        lines.append(
            row(s.game, s.players, *rates, f"{s.state_bytes} B", f"{s.lane_bytes:,} B", f"{s.clone_ns:.0f} ns")
        )
    where = machine()
    lines.append(f"\nMeasured on {where['cores']} cores of {where['cpu']}, Python {where['python']}, 1,024 lanes.")
    return "\n".join(lines)


def replaced(text: str, part: str, table: str) -> str:
    """Return the text with the part between its marks replaced."""
    pattern = rf"(<!-- {part} -->\n).*?(<!-- /{part} -->)"
    assert re.search(pattern, text, re.DOTALL), f"README.md has no part {part}"
    return re.sub(pattern, lambda found: f"{found[1]}{table}\n{found[2]}", text, flags=re.DOTALL)


def main() -> int:
    """Write or check the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--speed", action="store_true", help="measure the speeds too")
    parser.add_argument("--check", action="store_true", help="change nothing; fail where the table of games is stale")
    args = parser.parse_args()
    old = README.read_text(encoding="utf-8")
    new = replaced(old, "games", games_table())
    if args.check:
        if new != old:
            print("README.md: the table of games is not current; make readme writes it", file=sys.stderr)
        return int(new != old)
    if args.speed:
        new = replaced(new, "speed", speed_table())
    README.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
