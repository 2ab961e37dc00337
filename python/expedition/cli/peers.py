"""What ``expedition bench`` compares the engine with: a learner's first layer, and other libraries."""

from __future__ import annotations

import importlib
import random
import time
from collections.abc import Callable
from importlib.util import find_spec
from statistics import median
from typing import Any

from .._engine import Batch, Game

WIDTH = 256
"""Outputs of the measured first layer."""

_LANES = 1024


def rate(work: Callable[[], int], seconds: float) -> float:
    """Return the rate of some work that returns its count: the median of five runs."""
    work()
    rates = []
    for _ in range(5):
        done, begin = 0, time.perf_counter()
        while (spent := time.perf_counter() - begin) < seconds / 5:
            done += work()
        rates.append(done / spent)
    return median(rates)


def first_layer(game: Game, seconds: float) -> dict[str, float] | None:
    """Return rows per second of a layer, forward and backward, over dense and sparse rows; None without torch."""
    if find_spec("torch") is None:
        return None
    torch = importlib.import_module("torch")
    layers = importlib.import_module("expedition.torch")
    batch = Batch(game, _LANES, seed=0, threads=1, observations="both")
    batch.rollout(40)
    dense, (indices, values) = torch.from_numpy(batch.observations), layers.batch_rows(batch)
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        linear = torch.nn.Linear(game.observation_size, WIDTH)
        sparse = layers.SparseLinear(game.observation_size, WIDTH)

        def of(call: Callable[[], Any]) -> Callable[[], int]:
            def work() -> int:
                call().sum().backward()
                return _LANES

            return work

        return {
            "dense": rate(of(lambda: linear(dense)), seconds),
            "sparse": rate(of(lambda: sparse(indices, values)), seconds),
        }
    finally:
        torch.set_num_threads(threads)


def _open_spiel(name: str) -> Callable[[], int]:
    spiel: Any = importlib.import_module("pyspiel")
    game, draws = spiel.load_game(name), random.Random(0)

    def work() -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(draws.choices(outcomes, chances)[0])
            else:
                state.observation_tensor(state.current_player())
                legal = state.legal_actions()
                state.apply_action(legal[int(draws.random() * len(legal))])
                decisions += 1
        return decisions

    return work


def _pgx(name: str) -> Callable[[], int]:
    jax: Any = importlib.import_module("jax")
    env = importlib.import_module("pgx").make(name)
    step = importlib.import_module("pgx.experimental").auto_reset(env.step, env.init)

    def turn(state: Any, key: Any) -> tuple[Any, None]:
        draw, chance = jax.random.split(key)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        actions = jax.random.categorical(draw, logits, axis=-1)
        return jax.vmap(step)(state, actions, jax.random.split(chance, _LANES)), None

    run = jax.jit(lambda state, key: jax.lax.scan(turn, state, jax.random.split(key, 16))[0])
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), _LANES))
    key = jax.random.PRNGKey(1)

    def work() -> int:
        nonlocal state, key
        key, now = jax.random.split(key)
        state = jax.block_until_ready(run(state, now))
        return 16 * _LANES

    return work


def _envpool(name: str) -> Callable[[], int]:
    env: Any = importlib.import_module("envpool").make(name, env_type="gymnasium", num_envs=_LANES)
    env.reset()
    numpy: Any = importlib.import_module("numpy")
    draws = numpy.random.default_rng(0)

    def work() -> int:
        env.step(draws.integers(env.action_space.n, size=_LANES))
        return _LANES

    return work


_PEERS: tuple[tuple[str, str, str, Callable[[str], Callable[[], int]]], ...] = (
    ("OpenSpiel", "pyspiel", "backgammon", _open_spiel),
    ("OpenSpiel", "pyspiel", "tic_tac_toe", _open_spiel),
    ("Pgx", "pgx", "backgammon", _pgx),
    ("Pgx", "pgx", "tic_tac_toe", _pgx),
    ("EnvPool", "envpool", "CartPole-v1", _envpool),
)


def peers(seconds: float) -> list[tuple[str, str, float]]:
    """Return (library, game, decisions per second) for the installed libraries, which may use all cores."""
    return [
        (library, game, rate(make(game), seconds))
        for library, module, game, make in _PEERS
        if find_spec(module) is not None
    ]
