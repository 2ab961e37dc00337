"""Keeps README.md up to date: the games from the package, speed and strength from the measurements.

python tools/readme.py            writes the three parts
python tools/readme.py --check    only reports whether they are current
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import json
import re
import sys
from pathlib import Path
from typing import Any

import numpy as np

import expedition
from expedition.analysis.statistics import paired_share, wilson
from expedition.cli.games import describe, span

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
SPEED = ROOT / "evidence" / "speed" / "speed.csv"
LADDER = ROOT / "evidence" / "ladder"

ENOUGH = 20
"""Games that a pair must have played to be listed; docs/strength.md lists every pair."""


def row(*cells: object) -> str:
    """Return a line of a Markdown table."""
    return f"| {' | '.join(str(cell).replace('|', chr(92) + '|') for cell in cells)} |"


def games_table() -> str:
    """Return the table of games."""
    lines = [row("id", "game", "players", "actions", "floats", "options"), row(*["---"] * 6)]
    for name in expedition.games():
        game, about = expedition.Game(name), describe(name)
        own = len(game.options.keys() - {"players", "reward", "observation", "glance"})
        title = f"{about['title']} ([rules](src/games/{name}/RULES.md))"
        lines.append(
            row(f"`{name}`", title, span(about["players"]), game.num_actions, f"{game.observation_size:,}", own)
        )
    return "\n".join(lines)


def millions(rate: float) -> str:
    """Return decisions per second, in millions or thousands."""
    return f"{rate / 1e6:.2f} M" if rate > 2e5 else f"{rate / 1e3:.0f} k"


def speed_table() -> str:
    """Return the table of speeds, with the fastest OpenSpiel game measured alongside."""
    about, *lines = SPEED.read_text(encoding="utf-8").splitlines()
    rates: dict[str, dict[str, dict[str, float]]] = {}
    for found in csv.DictReader(lines):
        rates.setdefault(found["package"], {}).setdefault(found["game"], {})[found["what"]] = float(
            found["decisions_per_second"]
        )
    peers = {name: values["environment"] for name, values in rates.get("open_spiel", {}).items()}
    best = max(peers, key=peers.__getitem__, default=None)
    columns = {
        "rules": "rules alone",
        "dense": "step, dense",
        "sparse": "step, sparse",
        "sparse pieces": "sparse, `glance=False`",
        "environment": "one environment",
    }
    # A column that has not been measured is left out.
    columns = {what: title for what, title in columns.items() if what in rates["expedition"]["agartha"]}
    head = ["game", *columns.values()]
    out = [row(*head, *([f"step beside OpenSpiel's {best}"] if best else []))]
    out.append(row(*["---"] * (len(head) + bool(best))))
    for name, values in rates["expedition"].items():
        if name == "toy":
            continue
        cells = [millions(values[what]) for what in columns]
        out.append(row(name, *cells, *([f"{values['dense'] / peers[best]:,.0f} times"] if best else [])))
    if best:
        others = ", ".join(f"{name} {rate:,.0f}" for name, rate in sorted(peers.items(), key=lambda p: -p[1]))
        out.append(f"\nOpenSpiel from Python, decisions a second: {others}.")
    out.append(f"{'' if best else chr(10)}Measured on {about.lstrip('# ').partition(';')[0]}.")
    return "\n".join(out)


def percent(share: float, low: float, high: float) -> str:
    """Return a share with its interval."""
    return f"{100 * share:.0f} % ({100 * low:.0f}-{100 * high:.0f})"


def digests(game: str, players: int | None = None) -> dict[str, str]:
    """Return the digests of a game's shipped networks by name.

    With a number of ``players``, only those that the agent ``network`` may stand for at such a table.

    >>> list(digests("toy")), digests("toy", 5)
    (['toy-2'], {})
    """
    found = [each for each in expedition.networks() if each["game"] == game and players in (None, *each["players"])]
    if players is not None:  # a network for exactly this number goes before one for several
        fewest = min((len(each["players"]) for each in found), default=0)
        found = [each for each in found if len(each["players"]) == fewest]
    names = [each["name"] for each in found]
    return {n: hashlib.sha256(expedition.Network.load(n).to_bytes()).hexdigest()[:16] for n in names}


def has_earlier_networks(data: dict[str, Any]) -> bool:
    """Return whether the networks that played are no longer the shipped ones."""
    return "networks" in data and data["networks"] != digests(data["game"], data.get("options", {}).get("players"))


def strength_line(data: dict[str, Any]) -> str:
    """Return a game's line: each agent's share against the one below it, or the share of games a team wins."""
    title = describe(data["game"])["title"]
    tables = [table for table in data["tables"] if table["won"]]
    if all(len(table["agents"]) == 1 for table in tables):
        won = sorted(((sum(t["won"]), len(t["won"]), t["agents"][0]) for t in tables), key=lambda x: -x[0] / x[1])
        old = has_earlier_networks(data)
        shares = [
            f"`{agent}`{' (an earlier network)' if old and 'network' in agent else ''} wins "
            f"{percent(wins / games, *wilson(wins, games))} of {games}"
            for wins, games, agent in won
        ]
        return f"- {title}, together, share of games won: {', '.join(shares)}."
    met: dict[tuple[str, str], Any] = {}
    for table in tables:
        if len(table["won"]) < ENOUGH:
            continue
        first, second = table["agents"]
        points = np.array(table["points"], dtype=float)
        met[first, second], met[second, first] = points, 1 - points
    earlier = has_earlier_networks(data)
    shares = []
    for pair in next_below({pair: float(points.mean()) for pair, points in met.items()}):
        share = percent(*paired_share(met[pair], np.arange(len(met[pair])) // 2))
        what = " of an earlier network" if earlier and any("network" in agent for agent in pair) else ""
        shares.append(f"`{pair[0]}` against `{pair[1]}` {share} of {len(met[pair])} games{what}")
    return f"- {title}: {', '.join(shares)}."


def next_below(shares: dict[tuple[str, str], float]) -> list[tuple[str, str]]:
    """Return each agent with the strongest one that it met and at least equalled, strongest agents first.

    Ladders have gaps: not every agent has met its neighbour, so only pairs that have met are considered. If any
    pair has met, at least one is returned.

    >>> next_below({("a", "b"): 0.9, ("b", "a"): 0.1, ("a", "c"): 1, ("c", "a"): 0, ("x", "y"): 0.5, ("y", "x"): 0.5})
    [('a', 'b'), ('x', 'y')]
    """
    below: dict[str, set[str]] = {}
    for (upper, lower), share in shares.items():
        if share >= 0.5 and (upper not in below.get(lower, ())):
            below.setdefault(upper, set()).add(lower)
    reach = {agent: len(others) for agent, others in below.items()}
    found = [
        (upper, max(sorted(others), key=lambda o: (reach.get(o, 0), -shares[upper, o])))
        for upper, others in below.items()
    ]
    return sorted(found, key=lambda pair: -reach[pair[0]])


def earlier_line(name: str, found: dict[str, Any]) -> str:
    """Return a game's line from a ladder of an earlier version, of which only sums are kept."""
    title = describe(name)["title"]
    if "team" in found:
        won = [(team["won"], team["games"], team["agent"]) for team in reversed(found["team"])]
        shares = [f"`{agent}` wins {percent(wins / games, *wilson(wins, games))}" for wins, games, agent in won]
        return f"- {title}, together, {found['games']} games of an earlier version: {', '.join(shares)}."
    pairs = {(p["agent"], p["other"]): percent(p["share"], p["low"], p["high"]) for p in found["pairings"]}
    order = next_below({(p["agent"], p["other"]): p["share"] for p in found["pairings"]})
    shares = [f"`{upper}` against `{lower}` {pairs[upper, lower]}" for upper, lower in order]
    return f"- {title}, {found['games']} games of version {found['version']} a pair: {', '.join(shares)}."


def strength_lines() -> str:
    """Return one line for each game whose ladder has been played."""
    earlier = json.loads((LADDER / "readme.json").read_text(encoding="utf-8"))
    lines = []
    for name in expedition.games():
        path = LADDER / f"{name}.json"
        data = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {"tables": []}
        if any(table["won"] for table in data["tables"]):
            lines.append(strength_line(data))
        elif name in earlier:
            lines.append(earlier_line(name, earlier[name]))
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
