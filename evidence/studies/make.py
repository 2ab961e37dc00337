"""Makes the tables that the notebooks read: ``python evidence/studies/make.py arnak agartha kathmandu subterra``.

Every table is a CSV whose first line names the command, the commit, the games it was made from and the networks that
played, each with a digest of its file. The same command at the same commit gives the same table. After a new network
has been shipped, ``--networks`` replays the games of networks and keeps the rows of the other agents; the first line
then names both commits.
"""

from __future__ import annotations

import hashlib
import re
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
# From the weakest to the strongest; the strongest plays fewer games. No network is shipped for the Snake board.
ARNAK = {
    "bird": {"greedy": 2000, "network": 3000, "mcts:100,network": 800},
    "snake": {"greedy": 2000, "mcts:50": 200},
}
AGARTHA = {"random": 2000, "greedy": 2000, "network": 4000, "mcts:100,network": 400}
KATHMANDU = {"greedy": 600, "network": 1000, "mcts:100,network": 120}
LEVELS = ("beginner", "normal", "advanced", "expert")
# Sub Terra II: for a team and its agent the number of games at the beginner level, and at each other level. The network
# was trained with the chosen team at the beginner level; elsewhere it plays only if it is named.
SUBTERRA = {
    ("dealt", "greedy"): (400, 60),
    ("chosen", "network"): (1000, 300),
    ("chosen", "greedy"): (200, 60),
    ("chosen", "mcts:100,network"): (150, 40),
}
AGENTS = {
    "arnak": {agent for plan in ARNAK.values() for agent in plan},
    "agartha": set(AGARTHA),
    "kathmandu": set(KATHMANDU),
    "subterra": {agent for _, agent in SUBTERRA},
}
REPLAYED = 400  # games whose auctions are replayed
TEAM = ("archaeologist", "veteran", "sapper", "sharpshooter")
AGAIN = "--networks" in sys.argv[1:]


def commit() -> str:
    """Return the commit of the code, marked as dirty if the code differs from it, whatever the tables do."""
    here = Path(expedition.__file__).parents[2]

    def git(*words: str) -> str:
        return subprocess.run(["git", *words], cwd=here, check=True, capture_output=True, text=True).stdout.strip()

    changed = git("status", "--porcelain", "--untracked-files=no", "--", "src", "python", "evidence/studies/make.py")
    return git("rev-parse", "--short", "HEAD") + ("-dirty" if changed else "")


COMMIT = commit()  # of the code that plays, before it plays


def networks(game: str) -> str:
    """Return the shipped networks of a game, each with a digest of its file."""
    names = [each["name"] for each in expedition.networks() if each["game"] == game]
    return ", ".join(f"{n} {hashlib.sha256(expedition.Network.load(n).to_bytes()).hexdigest()[:16]}" for n in names)


def plays(agent: str) -> bool:
    """Return whether an agent's games are played, rather than its rows kept from the existing table."""
    return not AGAIN or "network" in agent


def kept(name: str, study: str) -> tuple[pd.DataFrame | None, str]:
    """Return the rows kept from an existing table, and the commit that made them."""
    path = HERE / name
    if not AGAIN or not path.exists():
        return None, ""
    before = pd.read_csv(path, comment="#")
    line = path.read_text(encoding="utf-8").split("\n", 1)[0]
    made = re.search(r"commit (\S+)(?: \(networks\), (\S+) \(others\))?;", line)
    stay = before["agent"].isin(AGENTS[study]) & ~before["agent"].str.contains("network")
    return before[stay], (made[2] or made[1]) if made else "unknown"


def write(frame: pd.DataFrame, name: str, study: str, games: str) -> None:
    """Write a table whose first line states its origin."""
    rows, earlier = kept(name, study)
    if rows is not None and len(rows):
        frame = pd.concat([rows, frame], ignore_index=True)
    which = f"{COMMIT} (networks), {earlier} (others)" if earlier else COMMIT
    note = f"# made by: python evidence/studies/make.py {study}; commit {which}; {games}; networks: {networks(study)}\n"
    (HERE / name).write_text(
        note + frame.to_csv(index=False, float_format="%.5g", lineterminator="\n"), encoding="utf-8"
    )
    print(f"{name}: {len(frame)} rows", flush=True)


def described(plan: dict[str, int]) -> str:
    """Return the number of games of each agent, in words."""
    return ", ".join(f"{games} games of {agent} against itself" for agent, games in plan.items())


def played(game: expedition.Game, plan: dict[str, int], seed: int) -> Iterator[tuple[str, Any]]:
    """Yield the games of each agent against itself."""
    for agent, games in plan.items():
        if plays(agent):
            yield agent, expedition.simulate(game, games, agent, seed=seed, decisions=True)


# ---------------------------------------------------------------------- Arnak

OPENINGS = {"magnifier": "Research", "notebook": "Research", "site": "Overcome a guardian", "pass": "Pass"}


def arnak_opening(kind: str, name: str) -> str | None:
    """Return the name of a first main action; None for cards played for their goods, which are free actions."""
    verb, _, what = name.partition(" ")
    if kind != "turn":
        return None
    if verb == "space":
        return "Dig at a camp" if what.startswith("camp") else "Discover a site"
    return "Buy a card" if verb == "pick" else OPENINGS.get(verb)


def arnak() -> None:
    """Write the tables of cards and openings on both boards, in greedy and strong play."""
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
    games = "; ".join(f"{board}: {described(plan)}" for board, plan in ARNAK.items()) + "; seed 23"
    write(pd.concat(cards), "arnak_cards.csv", "arnak", games)
    write(pd.concat(openings), "arnak_openings.csv", "arnak", games)
    write(pd.concat(begins), "arnak_first.csv", "arnak", games)


# ---------------------------------------------------------------------- Agartha


def agartha_tokens(result: Any) -> pd.DataFrame:
    """Return one row per token placed: game, round, seat, token, zone, won."""
    d = result.decisions.to_pandas()
    d = d[d["name"].str.startswith(("token ", "place tile"))].reset_index(drop=True)
    place = d[d["name"].str.startswith("place")].copy()
    before = d["name"].shift(1)
    taken_up = before.where(before.str.startswith("token", na=False))
    place["token"] = taken_up[place.index].str.removeprefix("token ").astype(float)
    # The last token of a round is not a choice: it is the one the seat has not placed yet.
    each = place.groupby(["game", "round", "seat"])["token"]
    place["token"] = place["token"].fillna(6 - each.transform("sum")).astype(int)
    place["zone"] = place["name"].str.rsplit(" ", n=1).str[1]
    place["won"] = frames.shares(result)[place["game"].to_numpy(), place["seat"].to_numpy()]
    return place


def auctions(result: Any, most: int) -> pd.DataFrame:
    """Return one row per revealed bid: its value, whether it was contested, whether it took cards."""
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
    """Write the tables of token placements and of bids."""
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
    games = f"{described(AGARTHA)}, seed 29"
    write(pd.concat(tokens), "agartha_tokens.csv", "agartha", games)
    write(pd.concat(bids), "agartha_bids.csv", "agartha", f"{games}; bids of the first {REPLAYED} games of each")


# ---------------------------------------------------------------------- Kathmandu


def kathmandu() -> None:
    """Write the table of actions (placing tokens, taking cards) by tenths of the game, of winners and losers."""
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
    write(pd.DataFrame(parts), "kathmandu_actions.csv", "kathmandu", f"{described(KATHMANDU)}, seed 31")


# ---------------------------------------------------------------------- Sub Terra


def subterra() -> None:
    """Write the tables of teams' results by difficulty, agent, member and pace."""
    levels, members, paces = [], [], []
    for (team, agent), (easy, hard) in SUBTERRA.items():
        if not plays(agent):
            continue
        for level, games in ((level, easy if level == LEVELS[0] else hard) for level in LEVELS):
            if not games:
                continue
            chosen = {"explorers": list(TEAM)} if team == "chosen" else {"players": len(TEAM)}
            game = expedition.Game("subterra", difficulty=level, **chosen)
            result = expedition.simulate(game, games, _named(agent), seed=37)
            levels.append(
                {"agent": agent, "team": team, "difficulty": level, "games": games, "score": result.scores[:, 0].mean()}
                | _shared("keys", result.columns["keys_0"] > 0)
                | _shared("won", result.outcomes[:, 0] > 0)
            )
            if level == LEVELS[0] and team == "dealt":
                members.append(_members(result).assign(agent=agent))
            if level == LEVELS[0] and team == "chosen":
                paces.append(_pace(result).assign(agent=agent))
        games = "four explorers, chosen or dealt; games as each row says, seed 37"
        write(pd.DataFrame(levels), "subterra_difficulty.csv", "subterra", games)
    if members:
        write(pd.concat(members), "subterra_members.csv", "subterra", "beginner games with a dealt team, seed 37")
    write(pd.concat(paces), "subterra_pace.csv", "subterra", f"beginner games with {', '.join(TEAM)}, seed 37")


def _named(agent: str) -> str:
    """Return the agent with its network named, so that it also plays games it was not trained for."""
    name = next(each["name"] for each in expedition.networks() if each["game"] == "subterra")
    return (
        agent.replace(",network", f",network={name}") if "," in agent else agent.replace("network", f"network:{name}")
    )


def _shared(what: str, came: Any) -> dict[str, float]:
    """Return the columns of a share of the games with its interval."""
    low, high = frames.wilson(int(came.sum()), len(came))
    return {what: float(came.mean()), f"{what}_low": low, f"{what}_high": high}


def _members(result: Any) -> pd.DataFrame:
    """Return each explorer's gain (the mean score with it minus that without it) and share of games won."""
    from expedition.analysis.statistics import mean_interval

    teams = [
        {e["sheet"] for e in result.game.episode(seed=int(seed)).state["explorers"]} for seed in result.columns["seed"]
    ]
    score, won = result.scores[:, 0], result.outcomes[:, 0] > 0
    rows = []
    for name in sorted(set().union(*teams)):
        there = np.array([name in team for team in teams])
        means = {"score": mean_interval(score[there]), "without": mean_interval(score[~there])}
        gain = means["score"][0] - means["without"][0]
        # Two means of separate games: their errors add up in squares.
        half = float(np.hypot(*((high - low) / 2 for _, low, high in means.values())))
        rows.append(
            {"name": frames.display(name), "games": int(there.sum()), "score": means["score"][0]}
            | {"without": means["without"][0], "gain": gain, "low": gain - half, "high": gain + half}
            | _shared("won", won[there])
        )
    return pd.DataFrame(rows).sort_values("gain", ascending=False, ignore_index=True)


def _pace(result: Any) -> pd.DataFrame:
    """Return score and wins by quarter of the games, ordered by the tiles uncovered per round."""
    from expedition.analysis.statistics import mean_interval

    pace = result.columns["tiles_0"] / np.maximum(result.columns["rounds"], 1)
    bounds = np.quantile(pace, [0, 0.25, 0.5, 0.75, 1])
    rows = []
    for quarter in range(4):
        here = (pace >= bounds[quarter]) & ((pace < bounds[quarter + 1]) | (quarter == 3))
        if not here.any():  # many games have the same pace, so a quarter may be empty
            continue
        mean, low, high = mean_interval(result.scores[here, 0])
        rows.append(
            {"quarter": quarter + 1, "slowest": bounds[quarter], "fastest": bounds[quarter + 1]}
            | {"games": int(here.sum()), "score": mean, "low": low, "high": high}
            | _shared("won", result.outcomes[here, 0] > 0)
        )
    return pd.DataFrame(rows)


if __name__ == "__main__":
    for study in (word for word in sys.argv[1:] if word != "--networks"):
        {"arnak": arnak, "agartha": agartha, "kathmandu": kathmandu, "subterra": subterra}[study]()
