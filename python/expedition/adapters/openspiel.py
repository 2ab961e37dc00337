"""OpenSpiel: games and states with pyspiel's methods, for its Python algorithms.

The algorithms of ``open_spiel.python`` need nothing else, so they run on our states unchanged::

    from open_spiel.python.algorithms import ismcts, mcts
    game = expedition.adapters.openspiel.load_game("toy")
    bot = mcts.MCTSBot(game, uct_c=2, max_simulations=200, evaluator=mcts.RandomRolloutEvaluator())
    bot.step(game.new_initial_state())

The engine draws chance (pyspiel calls this sampled stochastic). A clone continues identically, so plain MCTS would see
future dice and hidden cards: in games that have them use IS-MCTS, whose ``resample_from_infostate`` redeals both.

In ``toy`` the deal is the only chance event. ``load_game("toy", chance="explicit")`` makes it a chance node at the
root, so that CFR, best responses and exploitability run over the whole tree.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from .._arguments import make_game
from .._engine import Episode, Game
from .._extras import need

if TYPE_CHECKING:
    import pyspiel
else:
    pyspiel = need("pyspiel", "openspiel", "The OpenSpiel adapter")


class SpielState:
    """A position, with the methods of ``pyspiel.State``."""

    def __init__(self, game: SpielGame, episode: Episode, dealt: tuple[int, ...] = (), *, waits: bool = False) -> None:
        self._game, self.episode = game, episode
        self._dealt, self._waits = dealt, waits
        """The deal that led here, and whether it is still to come, if the deal is a chance node."""

    # the turn
    def current_player(self) -> int:
        """Return the seat to act, ``pyspiel.PlayerId.CHANCE`` or ``pyspiel.PlayerId.TERMINAL``."""
        if self._waits:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.episode.seat
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def is_terminal(self) -> bool:
        return self.episode.is_over

    def is_chance_node(self) -> bool:
        return self._waits

    def is_simultaneous_node(self) -> bool:
        return False

    def is_mean_field_node(self) -> bool:
        return False

    def is_player_node(self) -> bool:
        return not (self._waits or self.episode.is_over)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return every possible deal with its probability; empty if this is no chance node."""
        return [(number, share) for number, (_, share) in enumerate(self._game.deals)] if self._waits else []

    # choices
    def legal_actions(self, player: int | None = None) -> list[int]:
        if self._waits:
            return [] if player is not None and player >= 0 else list(range(len(self._game.deals)))
        if player is not None and player != self.episode.seat:
            return []
        return self.episode.legal_actions().tolist()

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        if self._waits or (player is not None and player != self.episode.seat):
            return [0] * self._game.num_distinct_actions()
        return self.episode.action_mask().astype(int).tolist()

    def apply_action(self, action: int) -> None:
        if self._waits:
            self.episode, self._dealt, self._waits = self._game.deals[action][0].clone(), (action,), False
        else:
            self.episode.play(int(action))

    apply_action_with_legality_check = apply_action

    def child(self, action: int) -> SpielState:
        state = self.clone()
        state.apply_action(action)
        return state

    def action_to_string(self, player: int, action: int | None = None) -> str:
        """Return the name of an action; the player may be left out."""
        return self._game.rules.action_name(player if action is None else action)

    def string_to_action(self, player: int | str, text: str | None = None) -> int:
        return self._game.rules.action_id(player if text is None else text)  # type: ignore[arg-type]

    # results
    def returns(self) -> list[float]:
        return self.episode.returns().tolist()

    def rewards(self) -> list[float]:
        """Return the final returns, or zeros before the end: rewards are terminal."""
        return self.returns() if self.is_terminal() else [0.0] * self.num_players()

    def player_return(self, player: int) -> float:
        return self.returns()[player]

    def player_reward(self, player: int) -> float:
        return self.rewards()[player]

    # observations
    def observation_tensor(self, player: int | None = None) -> list[float]:
        return self.episode.observe(self._seat(player)).tolist()

    def observation_string(self, player: int | None = None) -> str:
        return self.episode.to_text(self._seat(player))

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        return self.observation_tensor(player)

    def information_state_string(self, player: int | None = None) -> str:
        """Return what a player can see now, without the past: equal strings mean equal observations."""
        seat = self._seat(player)
        return f"{seat} {self.episode.observe(seat).tobytes().hex()}"

    def resample_from_infostate(self, player: int, sampler: Callable[[], float] | None = None) -> SpielState:
        """Return a copy in which everything a player cannot know, and all future chance, is redealt."""
        fraction = self._game.chance.random() if sampler is None else sampler()
        return SpielState(self._game, self.episode.redeal(player, int(fraction * (1 << 53))))

    # copies and texts
    def clone(self) -> SpielState:
        return SpielState(self._game, self.episode.clone(), self._dealt, waits=self._waits)

    __copy__ = clone

    def __deepcopy__(self, memo: Any) -> SpielState:
        return self.clone()

    def history(self) -> list[int]:
        return [*self._dealt, *(action for _, action, _ in self.episode.history)]

    def full_history(self) -> list[tuple[int, int]]:
        dealt = [(int(pyspiel.PlayerId.CHANCE), deal) for deal in self._dealt]
        return dealt + [(seat, action) for seat, action, _ in self.episode.history]

    def history_str(self) -> str:
        return ", ".join(map(str, self.history()))

    def move_number(self) -> int:
        return len(self.history())

    def to_dict(self) -> dict[str, Any]:
        state: dict[str, Any] = self.episode.state
        return state

    def to_string(self) -> str:
        return self.episode.to_text()

    __str__ = to_string

    def serialize(self) -> str:
        """Return the position as text for ``deserialize_state``."""
        return self.episode.to_bytes().hex()

    def get_game(self) -> SpielGame:
        return self._game

    def num_players(self) -> int:
        return self._game.num_players()

    def num_distinct_actions(self) -> int:
        return self._game.num_distinct_actions()

    def _seat(self, player: int | None) -> int:
        seat = self.episode.seat if player is None else player
        return 0 if seat is None else seat


def _deals(rules: Game) -> list[tuple[Episode, float]]:
    """Return every deal of ``toy`` (one gem per seat, from the bag) with its probability."""
    first = rules.episode(seed=0).state
    seats, bag = rules.players, np.array(first["bag"])
    for gem in first["gems"][:seats]:
        bag[gem] += 1
    found = []
    for gems in itertools.product(np.flatnonzero(bag).tolist(), repeat=seats):
        left, share = bag.copy(), 1.0
        for gem in gems:
            share *= left[gem] / left.sum()
            left[gem] -= 1
        if share > 0:
            state = first | {"gems": [*gems, *first["gems"][seats:]], "bag": left.tolist()}
            found.append((rules.episode_from_state(state), float(share)))
    return found


class SpielGame:
    """A game, with the methods of ``pyspiel.Game``. The seeds of its states are drawn from ``seed``."""

    def __init__(self, rules: Game, seed: int = 0, *, explicit: bool = False) -> None:
        self.rules = rules
        self.deals = _deals(rules) if explicit else []
        modes = pyspiel.GameType.ChanceMode
        self.chance = np.random.default_rng(seed)
        cooperative = rules.cooperative
        self._type = pyspiel.GameType(
            short_name=f"expedition_{rules.name}",
            long_name=f"{rules.name} (expedition)",
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=modes.EXPLICIT_STOCHASTIC if explicit else modes.SAMPLED_STOCHASTIC,
            information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.IDENTICAL if cooperative else pyspiel.GameType.Utility.ZERO_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=rules.players,
            min_num_players=rules.players,
            provides_information_state_string=True,
            provides_information_state_tensor=True,
            provides_observation_string=True,
            provides_observation_tensor=True,
        )

    def new_initial_state(self) -> SpielState:
        if self.deals:
            return SpielState(self, self.deals[0][0].clone(), waits=True)
        return SpielState(self, self.rules.episode(seed=int(self.chance.integers(1 << 63))))

    def new_initial_states(self) -> list[SpielState]:
        return [self.new_initial_state()]

    def deserialize_state(self, text: str) -> SpielState:
        return SpielState(self, self.rules.episode_from_bytes(bytes.fromhex(text)))

    def get_type(self) -> pyspiel.GameType:
        return self._type

    def get_parameters(self) -> dict[str, Any]:
        return self.rules.options

    def num_players(self) -> int:
        return self.rules.players

    def num_distinct_actions(self) -> int:
        return self.rules.num_actions

    def policy_tensor_shape(self) -> list[int]:
        return [self.rules.num_actions]

    def max_game_length(self) -> int:
        return self.rules.max_decisions

    max_history_length = max_game_length

    def max_chance_outcomes(self) -> int:
        return len(self.deals)

    def min_utility(self) -> float:
        return -1.0

    def max_utility(self) -> float:
        return 1.0

    def utility_sum(self) -> float | None:
        return None if self.rules.cooperative else 0.0

    def observation_tensor_shape(self) -> list[int]:
        return [self.rules.observation_size]

    information_state_tensor_shape = observation_tensor_shape

    def observation_tensor_size(self) -> int:
        return self.rules.observation_size

    information_state_tensor_size = observation_tensor_size

    def __str__(self) -> str:
        return f"{self._type.short_name}()"


def load_game(game: str | Game, *, seed: int = 0, chance: str = "sampled", **options: Any) -> SpielGame:
    """Return a game for OpenSpiel's algorithms; its rewards must be outcomes, which is the default.

    ``chance`` is ``"sampled"``, or ``"explicit"`` in games whose deals can be listed.

    >>> state = load_game("toy").new_initial_state()
    >>> state.current_player(), state.legal_actions()
    (0, [0, 1, 2])
    """
    rules = make_game(game, options)
    if rules.options["reward"] != "outcome":
        raise ValueError("OpenSpiel's algorithms expect rewards at the end: use reward='outcome'")
    if chance not in ("sampled", "explicit"):
        raise ValueError(f"chance is 'sampled' or 'explicit', not {chance!r}")
    if chance == "explicit" and rules.name != "toy":
        raise ValueError(f"the chance of {rules.name} cannot be listed: use chance='sampled', or the game toy")
    return SpielGame(rules, seed, explicit=chance == "explicit")
