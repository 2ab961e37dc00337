"""Measures decisions a second from Python on one core, beside OpenSpiel's games, and writes speed.csv.

    python evidence/speed/measure.py              (one and a half minutes; without open_spiel only our own games)

Every figure counts the processor time of one thread, so that a busy machine changes it little. A decision is a random
legal one; all but `rules` include the choice, the mask and the observation of the seat to act, as a learner needs them.
OpenSpiel is driven the same way through its Python interface, one state at a time: it has no batches.
"""

from __future__ import annotations

import csv
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

import gymnasium

import expedition
from expedition.cli.bench import machine
from expedition.envs.register import env_id

HERE = Path(__file__).parent
LANES = 1024
SECONDS = 1.5
PEERS = ["backgammon", "gin_rummy", "hearts"]
"""Games of OpenSpiel with chance or hidden hands, as long as ours."""


def rate(work: Callable[[], int], seconds: float = SECONDS) -> float:
    """Return decisions a second of processor time, best of three."""
    work()
    best = 0.0
    for _ in range(3):
        begin, done = time.process_time(), 0
        while time.process_time() - begin < seconds / 3:
            done += work()
        best = max(best, done / (time.process_time() - begin))
    return best


def ours(name: str) -> dict[str, float]:
    """Return what one game does: the rules alone, with dense and with sparse observations, and one environment."""
    found: dict[str, float] = {}
    rules = expedition.Batch(name, LANES, threads=1, seed=1)

    def roll() -> int:
        rules.rollout(16)
        return 16 * LANES

    found["rules"] = rate(roll)
    for kind in ("dense", "sparse"):
        batch = expedition.Batch(name, LANES, threads=1, seed=1, observations=kind)
        batch.rollout(50)  # lanes in different phases of the game

        def step(batch: expedition.Batch = batch) -> int:
            batch.step(batch.sample())
            return LANES

        found[kind] = rate(step)
    env = gymnasium.make(env_id(name), disable_env_checker=True)
    state = env.reset(seed=1)[1]

    def single() -> int:
        nonlocal state
        for _ in range(200):
            *_, over, _, state = env.step(env.action_space.sample(mask=state["action_mask"]))
            if over:
                state = env.reset()[1]
        return 200

    found["environment"] = rate(single)
    return found


def peer(name: str) -> float:
    """Return what a game of OpenSpiel does from Python: mask, observation of the player to act, a random choice."""
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
    rows: list[tuple[str, str, str, int]] = []
    for name in expedition.games():
        rows += [("expedition", name, what, round(value)) for what, value in ours(name).items()]
    try:
        import pyspiel  # noqa: F401
    except ImportError:
        print("open_spiel is not installed, so its games are not measured", file=sys.stderr)
    else:
        rows += [("open_spiel", name, "environment", round(peer(name))) for name in PEERS]
    where = machine()
    with (HERE / "speed.csv").open("w", newline="", encoding="utf-8") as file:
        file.write(f"# {where['cpu']}, Python {where['python']}, one thread, {LANES} lanes; made by measure.py\n")
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["package", "game", "what", "decisions_per_second"])
        table.writerows(rows)
    for line in rows:
        print("{:<11} {:<12} {:<12} {:>12,}".format(*line))
    return 0


if __name__ == "__main__":
    sys.exit(main())
