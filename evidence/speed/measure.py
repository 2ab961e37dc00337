"""Measures decisions per second from Python on one core, compared with OpenSpiel's games, and writes speed.csv.

    python evidence/speed/measure.py              (two minutes; without open_spiel only our own games)

Every figure is the median of seven runs with the lowest and the highest, and counts the processor time of one thread,
so that a busy machine hardly affects it. A decision is a random legal one; all but `rules` include the choice, the
mask and the observation of the seat to act, as a learner needs them. `rules` plays 300 decisions a lane in one call,
because the end of a call writes every row. `pieces` is a step with `glance=False`, without the computed features.
`environment` is one environment of `gymnasium.make` with a choice out of `legal_actions()`; `sampled` the same with
`action_space.sample`, which takes longer than the step. OpenSpiel is driven the same way through its Python
interface, one state at a time: it has no batches.
"""

from __future__ import annotations

import csv
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Literal

import gymnasium

import expedition
from expedition.cli.bench import machine
from expedition.envs.register import env_id

HERE = Path(__file__).parent
LANES = 1024
ROLLOUT = 300
RUNS = 7
SECONDS = 0.4
"""Processor time of a run."""
PEERS = ["backgammon", "gin_rummy", "hearts"]
"""Games of OpenSpiel with chance or hidden hands, as long as ours."""


Rates = tuple[float, float, float]


def rate(work: Callable[[], int]) -> Rates:
    """Return decisions per second of processor time: the median of the runs, the lowest and the highest."""
    work()
    rates = []
    for _ in range(RUNS):
        begin, done = time.process_time(), 0
        while (spent := time.process_time() - begin) < SECONDS:
            done += work()
        rates.append(done / spent)
    return median(rates), min(rates), max(rates)


def ours(name: str) -> dict[str, Rates]:
    """Return the rates of one game: the rules alone, steps with every kind of observation, and one environment."""
    found: dict[str, Rates] = {}
    rules = expedition.Batch(name, LANES, threads=1, seed=1)

    def roll() -> int:
        rules.rollout(ROLLOUT)
        return ROLLOUT * LANES

    found["rules"] = rate(roll)
    steps: list[tuple[str, Literal["dense", "sparse"], dict[str, bool]]] = []
    steps += [("dense", "dense", {}), ("sparse", "sparse", {})]
    if "glance" in expedition.Game(name).options:
        pieces = {"glance": False}
        steps += [("dense pieces", "dense", pieces), ("sparse pieces", "sparse", pieces)]
    for what, kind, options in steps:
        batch = expedition.Batch(name, LANES, threads=1, seed=1, observations=kind, **options)
        batch.rollout(50)  # lanes in different phases of the game

        def step(batch: expedition.Batch = batch) -> int:
            batch.step(batch.sample())
            return LANES

        found[what] = rate(step)
    env = gymnasium.make(env_id(name), disable_env_checker=True)
    state, draws = env.reset(seed=1)[1], random.Random(1)

    def single(choose: Callable[[], int]) -> int:
        nonlocal state
        for _ in range(200):
            *_, over, _, state = env.step(choose())
            if over:
                state = env.reset()[1]
        return 200

    def legal() -> int:
        actions = env.unwrapped.episode.legal_actions()  # type: ignore[attr-defined]
        return int(actions[int(draws.random() * len(actions))])

    found["environment"] = rate(lambda: single(legal))
    found["sampled"] = rate(lambda: single(lambda: env.action_space.sample(mask=state["action_mask"])))
    return found


def peer(name: str) -> Rates:
    """Return the rate of a game of OpenSpiel from Python: mask, observation of the player to act, a random choice."""
    import pyspiel

    game, pick = pyspiel.load_game(name), random.Random(1)
    state = game.new_initial_state()

    def steps() -> int:
        nonlocal state
        done = 0
        while done < 100:
            if state.is_terminal():
                state = game.new_initial_state()
            elif state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(pick.choices(actions, chances)[0])
            else:
                player = state.current_player()
                state.legal_actions_mask(player)
                tensor = state.observation_tensor if game.get_type().provides_observation_tensor else None
                (tensor or state.information_state_tensor)(player)
                state.apply_action(pick.choice(state.legal_actions()))
                done += 1
        return done

    return rate(steps)


def main() -> int:
    """Measure and write the table."""
    rows: list[tuple[str, str, str, int, int, int]] = []

    def add(package: str, name: str, what: str, found: Rates) -> None:
        middle, low, high = map(round, found)
        rows.append((package, name, what, middle, low, high))
        print(f"{package:<11} {name:<12} {what:<13} {middle:>12,} ({low:,} to {high:,})", flush=True)

    for name in expedition.games():
        for what, found in ours(name).items():
            add("expedition", name, what, found)
    try:
        import pyspiel  # noqa: F401
    except ImportError:
        print("open_spiel is not installed, so its games are not measured", file=sys.stderr)
    else:
        for name in PEERS:
            add("open_spiel", name, "environment", peer(name))
    where = machine()
    with (HERE / "speed.csv").open("w", newline="", encoding="utf-8") as file:
        about = f"# {where['cpu']}, Python {where['python']}, one thread, {LANES} lanes, medians of {RUNS} runs"
        file.write(f"{about}; made by measure.py\n")
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["package", "game", "what", "decisions_per_second", "lowest", "highest"])
        table.writerows(rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
