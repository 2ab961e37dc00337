"""Make the tables that the notebooks read: ``python evidence/studies/make.py arnak agartha kathmandu subterra team``.

Every table is a CSV whose first line says the command, the commit and the games it was made of. The same command at the
same commit gives the same table.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

import expedition
from expedition.analysis import frames

HERE = Path(__file__).parent
# Strong agents that are cheap come first: thousands of games say more than a handful of better ones. No network is
# shipped for the Snake board, and that of Sub Terra II plays one team at one level: the chosen one, beginner. A search
# is too slow there; the notebook takes its games from the ladder.
ARNAK = {"bird": {"greedy": 2000, "network": 4000}, "snake": {"greedy": 2000, "mcts:50": 80}}
AGARTHA = {"random": 2000, "greedy": 2000, "network": 4000, "mcts:100,network": 400}
KATHMANDU = {"greedy": 600, "mcts:30": 120}
SUBTERRA = {"beginner": 1000, "normal": 300, "advanced": 300, "expert": 300}
CHOSEN = 3000  # games of the network with the team it was trained for
REPLAYED = 400  # games whose auctions are looked at one by one
TEAM = ("archaeologist", "veteran", "sapper", "sharpshooter")


def commit() -> str:
    """Return the commit of the code, marked where the code differs from it; tables made before do not count."""
    here = Path(expedition.__file__).parents[2]

    def git(*words: str) -> str:
        return subprocess.run(["git", *words], cwd=here, check=True, capture_output=True, text=True).stdout.strip()

    changed = git("status", "--porcelain", "--untracked-files=no", "--", "src", "python", "evidence/studies/make.py")
    return git("rev-parse", "--short", "HEAD") + ("-dirty" if changed else "")


COMMIT = commit()  # of the code that plays, before it plays


def write(frame: pd.DataFrame, name: str, study: str, games: str) -> None:
    """Write a table with a line that says where it comes from."""
    note = f"# made by: python evidence/studies/make.py {study}; commit {COMMIT}; {games}\n"
    (HERE / name).write_text(
        note + frame.to_csv(index=False, float_format="%.5g", lineterminator="\n"), encoding="utf-8"
    )
    print(f"{name}: {len(frame)} rows", flush=True)


def told(plan: dict[str, int]) -> str:
    """Return how many games of which agent a table is made of."""
    return ", ".join(f"{games} games of {agent} against itself" for agent, games in plan.items())


def played(game: expedition.Game, plan: dict[str, int], seed: int) -> Iterator[tuple[str, Any]]:
    """Yield the games of each agent against itself."""
    for agent, games in plan.items():
        yield agent, expedition.simulate(game, games, agent, seed=seed, decisions=True)


# ---------------------------------------------------------------------- Arnak

OPENINGS = {"magnifier": "Research", "notebook": "Research", "site": "Overcome a guardian", "pass": "Pass"}


def arnak_opening(kind: str, name: str) -> str | None:
    """Return the first main action in words: cards played for their goods are free and do not count."""
    verb, _, what = name.partition(" ")
    if kind != "turn":
        return None
    if verb == "space":
        return "Dig at a camp" if what.startswith("camp") else "Discover a site"
    return "Buy a card" if verb == "pick" else OPENINGS.get(verb)


def arnak() -> None:
    """Cards and openings on both boards, greedy and strong play."""
    cards, openings, begins = [], [], []
    for board, plan in ARNAK.items():
        game = expedition.Game("arnak", board=board)
        names = {c["id"]: c["name"] for table in ("items", "artifacts") for c in game.content[table]}
        kinds = {c["name"]: table[:-1] for table in ("items", "artifacts") for c in game.content[table]}

        def card(kind: str, name: str, names: dict[str, str] = names) -> str | None:
            return names.get(name.removeprefix("pick ")) if kind == "turn" and name.startswith("pick ") else None

        for agent, result in played(game, plan, seed=23):
            found = frames.card_rates(result, card, least=max(3, len(result) // 20))
            found.insert(1, "kind", found["name"].map(kinds))
            cards.append(found.assign(board=board, agent=agent))
            openings.append(frames.openings(result, arnak_opening).assign(board=board, agent=agent))
            begins.append(frames.first_player(result).assign(board=board, agent=agent))
    games = "; ".join(f"{board}: {told(plan)}" for board, plan in ARNAK.items()) + "; seed 23"
    write(pd.concat(cards), "arnak_cards.csv", "arnak", games)
    write(pd.concat(openings), "arnak_openings.csv", "arnak", games)
    write(pd.concat(begins), "arnak_first.csv", "arnak", games)


# ---------------------------------------------------------------------- Agartha


def agartha_tokens(result: Any) -> pd.DataFrame:
    """Return one row a token placed: game, round, seat, token, zone, won."""
    d = result.decisions.to_pandas()
    d = d[d["name"].str.startswith(("token ", "place tile"))].reset_index(drop=True)
    place = d[d["name"].str.startswith("place")].copy()
    before = d["name"].shift(1)
    taken_up = before.where(before.str.startswith("token", na=False))
    place["token"] = taken_up[place.index].str.removeprefix("token ").astype(float)
    # The last token of a round is not asked for: it is the one the seat has not placed yet.
    each = place.groupby(["game", "round", "seat"])["token"]
    place["token"] = place["token"].fillna(6 - each.transform("sum")).astype(int)
    place["zone"] = place["name"].str.rsplit(" ", n=1).str[1]
    place["won"] = frames.shares(result)[place["game"].to_numpy(), place["seat"].to_numpy()]
    return place


def auctions(result: Any, most: int) -> pd.DataFrame:
    """Return one row a bid that was revealed: bid, whether it met another, whether it took cards."""
    rows = []
    for number, record in enumerate(frames.records(result)):
        if number == most:
            break
        ep, seen = record.replay(0), None
        for _, action, _ in record.moves:
            ep.play(action)
            state = ep.state
            spot = state["revealed"] - 1
            here = (state["round"], spot)
            # Odd spots are auctions; takers are known when the cards are handed out.
            if spot % 2 == 1 and here != seen and state["takers"]:
                seen = here
                bid = [0, 0]
                for i, one in enumerate(state["bids"]):
                    if one["spot"] == spot:
                        bid[(state["holder"] + i) % 2] += one["token"] + 1
                rows += [(bid[s], bid[1 - s] > 0, s in state["takers"]) for s in (0, 1) if bid[s]]
    return pd.DataFrame(rows, columns=["bid", "contested", "took"])


def agartha() -> None:
    """Where tokens go, what a bid wins, and what winners do."""
    tokens, bids = [], []
    for agent, result in played(expedition.Game("agartha"), AGARTHA, seed=29):
        placed = agartha_tokens(result)
        auction = placed[placed["zone"] == "auction"]
        rows = []
        for token in (1, 2, 3):
            here, all_of = len(auction[auction["token"] == token]), len(placed[placed["token"] == token])
            rows.append((agent, token, all_of, here / all_of, *frames.wilson(here, all_of)))
        tokens.append(pd.DataFrame(rows, columns=["agent", "token", "tokens", "auction", "low", "high"]))
        found = auctions(result, REPLAYED)
        rows = []
        for (bid, contested), part in found.groupby(["bid", "contested"]):
            share = part["took"].mean()
            rows.append((agent, bid, contested, len(part), share, *frames.wilson(part["took"].sum(), len(part))))
        bids.append(pd.DataFrame(rows, columns=["agent", "bid", "contested", "bids", "took", "low", "high"]))
    games = f"{told(AGARTHA)}, seed 29"
    write(pd.concat(tokens), "agartha_tokens.csv", "agartha", games)
    write(pd.concat(bids), "agartha_bids.csv", "agartha", f"{games}; bids of the first {REPLAYED} games of each")


# ---------------------------------------------------------------------- Kathmandu


def kathmandu() -> None:
    """What winners and losers do when: placing tokens or taking cards, by tenths of the game."""
    parts = []
    for agent, result in played(expedition.Game("kathmandu"), KATHMANDU, seed=31):
        d = result.decisions.to_pandas()
        d = d[d["kind"] == "action"].copy()
        d["buys"] = d["name"].str.startswith("take personality")
        d["places"] = d["name"].str.startswith("place")
        rounds = np.asarray(result.columns["rounds"])
        d["tenth"] = np.minimum((10 * (d["round"] - 1)) // rounds[d["game"].to_numpy()], 9)
        d["won"] = frames.shares(result)[d["game"].to_numpy(), d["seat"].to_numpy()] > 0.5
        for (tenth, won), part in d.groupby(["tenth", "won"]):
            row = {"agent": agent, "tenth": int(tenth), "won": bool(won), "actions": len(part)}
            for what in ("buys", "places"):
                low, high = frames.wilson(int(part[what].sum()), len(part))
                row |= {what: part[what].mean(), f"{what}_low": low, f"{what}_high": high}
            parts.append(row)
    write(pd.DataFrame(parts), "kathmandu_actions.csv", "kathmandu", f"{told(KATHMANDU)}, seed 31")


# ---------------------------------------------------------------------- Sub Terra


FAR = ["agent", "team", "difficulty", "games", "keys", "keys_low", "keys_high", "won", "won_low", "won_high"]


def subterra() -> None:
    """How far teams dealt at random come, by difficulty and by member."""
    rows = []
    for level, games in SUBTERRA.items():
        result = expedition.simulate(expedition.Game("subterra", difficulty=level), games, "greedy", seed=37)
        rows.append(("greedy", "dealt", level, *_far(result)))
        if level == "beginner":
            columns = ["name", "games", "score", "low", "high", "without"]
            note = f"{games} beginner games of greedy with a dealt team, seed 37"
            write(pd.DataFrame(_members(result), columns=columns), "subterra_members.csv", "subterra", note)
    note = "four explorers, as many games as each row says, seed 37"
    write(pd.DataFrame(rows, columns=FAR), "subterra_difficulty.csv", "subterra", note)


def team() -> None:
    """How far the network comes with the team it knows, and at what pace."""
    game = expedition.Game("subterra", difficulty="beginner", explorers=list(TEAM))
    result = expedition.simulate(game, CHOSEN, "network", seed=37)
    note = f"{CHOSEN} beginner games of network with {', '.join(TEAM)}, seed 37"
    rows = [("network", "chosen", "beginner", *_far(result))]
    write(pd.DataFrame(rows, columns=FAR), "subterra_team.csv", "team", note)
    columns = ["quarter", "slowest", "fastest", "games", "score", "low", "high"]
    write(pd.DataFrame(_pace(result), columns=columns), "subterra_pace.csv", "team", note)


def _far(result: Any) -> tuple[Any, ...]:
    """Return games, the share with a key and the share that won, with their intervals."""
    games = len(result)
    keys, won = int((result.columns["keys_0"] > 0).sum()), int((result.outcomes[:, 0] > 0).sum())
    return games, keys / games, *frames.wilson(keys, games), won / games, *frames.wilson(won, games)


def _members(result: Any) -> list[tuple[Any, ...]]:
    from expedition.analysis.statistics import mean_interval

    teams = [
        {e["sheet"] for e in result.game.episode(seed=int(seed)).state["explorers"]} for seed in result.columns["seed"]
    ]
    score = result.scores[:, 0]
    rows = []
    for name in sorted(set().union(*teams)):
        there = np.array([name in team for team in teams])
        rows.append((frames.display(name), int(there.sum()), *mean_interval(score[there]), float(score[~there].mean())))
    return sorted(rows, key=lambda row: -row[2])


def _pace(result: Any) -> list[tuple[Any, ...]]:
    """Return the mean score in each quarter of the games, from those that uncover the fewest tiles a round."""
    from expedition.analysis.statistics import mean_interval

    pace = result.columns["tiles_0"] / np.maximum(result.columns["rounds"], 1)
    bounds = np.quantile(pace, [0, 0.25, 0.5, 0.75, 1])
    rows = []
    for quarter in range(4):
        here = (pace >= bounds[quarter]) & ((pace < bounds[quarter + 1]) | (quarter == 3))
        score = mean_interval(result.scores[here, 0])
        rows.append((quarter + 1, bounds[quarter], bounds[quarter + 1], int(here.sum()), *score))
    return rows


if __name__ == "__main__":
    for study in sys.argv[1:]:
        {"arnak": arnak, "agartha": agartha, "kathmandu": kathmandu, "subterra": subterra, "team": team}[study]()
