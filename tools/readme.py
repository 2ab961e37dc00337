"""Keeps README.md in step: the games from the package, speed and strength from what was measured.

python tools/readme.py            writes the three parts
python tools/readme.py --check    only says whether they are current
"""

from __future__ import annotations

import argparse
import csv
import json
import re
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import expedition
from expedition.analysis.statistics import wilson
from expedition.cli.games import describe, span

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
SPEED = ROOT / "evidence" / "speed" / "speed.csv"
LADDER = ROOT / "tools" / "ladder.json"


def row(*cells: object) -> str:
    """Return a line of a Markdown table."""
    return f"| {' | '.join(str(cell).replace('|', chr(92) + '|') for cell in cells)} |"


def games_table() -> str:
    """Return the table of games."""
    lines = [row("id", "game", "players", "actions", "floats", "options"), row(*["---"] * 6)]
    for name in expedition.games():
        game, about = expedition.Game(name), describe(name)
        own = len(game.options.keys() - {"players", "reward", "observation"})
        title = f"{about['title']} ([rules](src/games/{name}/RULES.md))"
        lines.append(
            row(f"`{name}`", title, span(about["players"]), game.num_actions, f"{game.observation_size:,}", own)
        )
    return "\n".join(lines)


def millions(rate: float) -> str:
    """Return decisions per second, in millions or thousands."""
    return f"{rate / 1e6:.2f} M" if rate > 2e5 else f"{rate / 1e3:.0f} k"


def speed_table() -> str:
    """Return the table of speeds, beside the quickest game of OpenSpiel that was measured with them."""
    about, *lines = SPEED.read_text(encoding="utf-8").splitlines()
    rates: dict[str, dict[str, dict[str, float]]] = {}
    for found in csv.DictReader(lines):
        rates.setdefault(found["package"], {}).setdefault(found["game"], {})[found["what"]] = float(
            found["decisions_per_second"]
        )
    peers = {name: values["environment"] for name, values in rates.get("open_spiel", {}).items()}
    best = max(peers, key=peers.__getitem__, default=None)
    head = ["game", "rules alone", "step, dense", "step, sparse", "one environment"]
    out = [row(*head, *([f"step beside OpenSpiel's {best}"] if best else []))]
    out.append(row(*["---"] * (len(head) + bool(best))))
    for name, values in rates["expedition"].items():
        if name == "toy":
            continue
        cells = [millions(values[what]) for what in ("rules", "dense", "sparse", "environment")]
        out.append(row(name, *cells, *([f"{values['dense'] / peers[best]:,.0f} times"] if best else [])))
    if best:
        others = ", ".join(f"{name} {rate:,.0f}" for name, rate in sorted(peers.items(), key=lambda p: -p[1]))
        out.append(f"\nOpenSpiel from Python, decisions a second: {others}.")
    out.append(f"{'' if best else chr(10)}Measured on {about.lstrip('# ').partition(';')[0]}.")
    return "\n".join(out)


def percent(wins: float, games: int) -> str:
    """Return a share with its interval."""
    low, high = wilson(wins, games)
    return f"{100 * wins / games:.0f} % ({100 * low:.0f}-{100 * high:.0f})"


def strength_lines() -> str:
    """Return one line a game: what each agent scores against the one below it."""
    results: dict[str, Any] = json.loads(LADDER.read_text(encoding="utf-8"))
    lines = []
    for name, found in sorted(results.items()):
        title = describe(name)["title"]
        if "team" in found:
            shares = [
                f"`{team['agent']}` wins {percent(team['won'], team['games'])}" for team in reversed(found["team"])
            ]
            lines.append(f"- {title}, together, {found['games']} games: {', '.join(shares)}.")
            continue
        pairs = {(pair["agent"], pair["other"]): pair for pair in found["pairings"]}
        order = [rating["agent"] for rating in found["ratings"]]
        shares = []
        for upper, lower in pairwise(order):
            pair, share = pairs.get((upper, lower)), 1.0
            if pair is None:
                pair, share = pairs[lower, upper], -1.0
            points = (0.5 + share * (pair["share"] - 0.5)) * pair["games"]
            shares.append(f"`{upper}` against `{lower}` {percent(points, pair['games'])}")
        old = found["version"] != expedition.Game(name).version
        version = f" of version {found['version']}" if old else ""
        lines.append(f"- {title}, {found['games']} games{version} a pair: {', '.join(shares)}.")
    return "\n".join(lines)


def replaced(text: str, part: str, table: str) -> str:
    """Return the text with the part between its marks replaced."""
    pattern = rf"(<!-- {part} -->\n).*?(<!-- /{part} -->)"
    assert re.search(pattern, text, re.DOTALL), f"the page has no part {part}"
    return re.sub(pattern, lambda found: f"{found[1]}{table}\n{found[2]}", text, flags=re.DOTALL)


def main() -> int:
    """Write or check the parts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="change nothing; fail where a part is stale")
    args = parser.parse_args()
    new = old = README.read_text(encoding="utf-8")
    for part, made in (("games", games_table), ("speed", speed_table), ("strength", strength_lines)):
        new = replaced(new, part, made())
    if args.check:
        if new != old:
            print("README.md is not current; make readme writes it", file=sys.stderr)
        return int(new != old)
    README.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
