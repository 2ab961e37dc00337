"""The conformance suite for people who add games: ``expedition.testing.check_game("toy")``.

It runs the engine's laws and plays random episodes through the public interface. The engine's own tests check more
(position counts, recorded games, rule numbers); this suite needs nothing but the installed package.
"""

from __future__ import annotations

import copy
import json
import pickle
from typing import Any

import numpy as np

from . import show
from ._arguments import make_game
from ._engine import Batch, Episode, Game, IllegalAction, Record, Stream


class BrokenGameError(AssertionError):
    """A game breaks a promise; the message says which one and where."""


def check_game(game: str | Game, *, episodes: int = 20, seed: int = 0, **options: Any) -> None:
    """Check that a game keeps the promises of the interface; BrokenGameError names the first broken one.

    >>> check_game("toy", episodes=2, players=3)
    """
    rules = make_game(game, options)
    try:
        rules._check_laws(episodes, seed)
    except ValueError as broken:
        raise BrokenGameError(str(broken)) from None
    _check_names(rules)
    _check_layout(rules)
    for number in range(episodes):
        _check_episode(rules, seed + number, thorough=number < 3)
    _check_batch(rules, seed)


def _promise(kept: bool | np.bool_, promise: str, where: object) -> None:
    if not kept:
        raise BrokenGameError(f"{promise}: {where}")


def _check_names(game: Game) -> None:
    names = [game.action_name(action) for action in range(game.num_actions)]
    _promise(len(set(names)) == len(names), "action names are unique", game)
    for action, name in enumerate(names):
        _promise(game.action_id(name) == action, "an action's name leads back to its id", name)
    _promise(game == pickle.loads(pickle.dumps(game)), "a pickled game is equal", game)


def _check_layout(game: Game) -> None:
    offset = 0
    for feature in game.layout:
        _promise(feature.offset == offset, "features follow each other without gaps", feature.name)
        _promise(int(np.prod(feature.shape)) == feature.size, "a feature's shape has its size", feature.name)
        offset += feature.size
    _promise(offset == game.observation_size, "the features make up the whole observation", offset)
    names = [feature.name for feature in game.layout]
    _promise(len(set(names)) == len(names), "feature names are unique", game)


def _bounds(game: Game) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    low = np.concatenate([np.full(f.size, f.low, np.float32) for f in game.layout])
    high = np.concatenate([np.full(f.size, f.high, np.float32) for f in game.layout])
    return low, high


def _check_episode(game: Game, seed: int, *, thorough: bool) -> None:
    ep, twin, stream = game.episode(seed=seed), game.episode(seed=seed), Stream("test", seed)
    low, high = _bounds(game)
    returns = ep.returns()
    while not ep.is_over:
        where = f"seed {seed} after {len(ep.history)} decisions"
        _check_position(game, ep, low, high, where)
        if thorough:
            _check_copies(game, ep, where)
        legal = ep.legal_actions()
        action = int(legal[stream.below(len(legal))])
        ep.play(action)
        twin.play(game.action_name(action))
        _promise(ep == twin, "the same seed and actions give the same episode", where)
        returns = ep.returns()
    where = f"seed {seed} at its end"
    _promise(ep.seat is None and len(ep.legal_actions()) == 0, "nothing is legal when the episode is over", where)
    _promise(len(returns) == len(ep.scores()) == game.players, "there is a score and a return per seat", where)
    for seat in range(game.players):
        _promise(np.isfinite(ep.observe(seat)).all(), "the last observation is finite", where)
    try:
        ep.play(0)
    except IllegalAction:
        pass
    else:
        raise BrokenGameError(f"a finished episode refuses every action: {where}")
    again = Record.from_text(ep.record().to_text()).replay()
    _promise(again == ep, "a record replays to the same episode", where)


def _check_position(game: Game, ep: Episode, low: np.ndarray[Any, Any], high: np.ndarray[Any, Any], where: str) -> None:
    legal, mask = ep.legal_actions(), ep.action_mask()
    _promise(len(legal) > 0, "something is legal while the episode runs", where)
    _promise(np.array_equal(np.flatnonzero(mask), legal), "the mask marks the legal actions", where)
    _promise(ep.seat is not None and 0 <= ep.seat < game.players, "a seat is to act", where)
    for seat in range(game.players):
        obs = ep.observe(seat)
        _promise(obs.shape == (game.observation_size,), "an observation has the declared size", where)
        inside = (obs >= low) & (obs <= high)
        if not inside.all():
            at = int(np.flatnonzero(~inside)[0])
            name = next(f.name for f in game.layout if f.offset <= at < f.offset + f.size)
            raise BrokenGameError(f"an observation stays within its bounds: {name} is {obs[at]}, {where}")
    illegal = np.flatnonzero(~mask)
    if len(illegal):
        before = ep.to_bytes()
        try:
            ep.play(int(illegal[0]))
        except IllegalAction:
            _promise(ep.to_bytes() == before, "a refused action changes nothing", where)
        else:
            raise BrokenGameError(f"an illegal action is refused: {where}")


def _check_copies(game: Game, ep: Episode, where: str) -> None:
    for other in (ep.clone(), copy.copy(ep), copy.deepcopy(ep), pickle.loads(pickle.dumps(ep))):
        _promise(other == ep, "a copy is equal", where)
    _promise(game.episode_from_bytes(ep.to_bytes()).state == ep.state, "a snapshot holds the position", where)
    plain = json.loads(json.dumps(ep.state))
    _promise(game.episode_from_state(plain, seed=0).state == ep.state, "a state as JSON holds the position", where)
    seat = ep.seat
    assert seat is not None
    picture = show.to_svg(ep, seat)
    for seed in range(3):
        dealt = ep.redeal(seat, seed)
        _promise(np.array_equal(dealt.observe(seat), ep.observe(seat)), "what a seat sees survives a redeal", where)
        _promise(np.array_equal(dealt.legal_actions(), ep.legal_actions()), "what is legal survives a redeal", where)
        _promise(show.to_svg(dealt, seat) == picture, "the picture a seat sees survives a redeal", where)


def _check_batch(game: Game, seed: int) -> None:
    """Check that lanes are the same on one thread and on two, and the same as episodes played one by one."""
    lanes = 8
    one, two = (Batch(game, lanes, seed=seed, threads=threads) for threads in (1, 2))
    singles = [one.episode(lane) for lane in range(lanes)]
    for number in range(60):
        actions = one.sample()
        where = f"batch step {number}"
        _promise(np.array_equal(actions, two.sample()), "threads do not change what is sampled", where)
        one.step(actions)
        two.step(actions)
        for name in ("observations", "action_masks", "seats", "rewards", "dones", "final_scores"):
            same = getattr(one, name).tobytes() == getattr(two, name).tobytes()
            _promise(same, f"threads do not change {name}", where)
        for lane in range(lanes):
            singles[lane].play(int(actions[lane]))
            if one.dones[lane]:
                scores = np.asarray(singles[lane].scores(), np.float32)
                _promise(np.array_equal(one.final_scores[lane], scores), "a lane ends like its episode", where)
                singles[lane] = one.episode(lane)
            else:
                same = np.array_equal(one.observations[lane], singles[lane].observe())
                _promise(same, "a lane shows what its episode shows", where)
