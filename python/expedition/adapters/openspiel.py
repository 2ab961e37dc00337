"""OpenSpiel: games and states with pyspiel's names, for its Python algorithms.

The algorithms of ``open_spiel.python`` ask their states for nothing but these methods, so ours run there as they are::

    from open_spiel.python.algorithms import ismcts, mcts
    game = expedition.adapters.openspiel.load_game("toy")
    bot = mcts.MCTSBot(game, uct_c=2, max_simulations=200, evaluator=mcts.RandomRolloutEvaluator())
    bot.step(game.new_initial_state())

Chance is drawn by the engine (pyspiel calls this sampled stochastic). A clone continues identically, so plain MCTS
would see dice to come and hidden cards: use IS-MCTS in games that have them. Its
``resample_from_infostate`` deals both afresh.
"""

from __future__ import annotations

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
    """A position, with the names of ``pyspiel.State``."""

    def __init__(self, game: SpielGame, episode: Episode) -> None:
        self._game, self.episode = game, episode

    # whose turn it is
    def current_player(self) -> int:
        """Return the seat to act, or ``pyspiel.PlayerId.TERMINAL``."""
        seat = self.episode.seat
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def is_terminal(self) -> bool:
        return self.episode.is_over

    def is_chance_node(self) -> bool:
        return False

    def is_simultaneous_node(self) -> bool:
        return False

    def is_mean_field_node(self) -> bool:
        return False

    def is_player_node(self) -> bool:
        return not self.episode.is_over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return []

    # choices
    def legal_actions(self, player: int | None = None) -> list[int]:
        if player is not None and player != self.episode.seat:
            return []
        return self.episode.legal_actions().tolist()

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        if player is not None and player != self.episode.seat:
            return [0] * self._game.num_distinct_actions()
        return self.episode.action_mask().astype(int).tolist()

    def apply_action(self, action: int) -> None:
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
        """Return what has been earned at the end; nothing before, as rewards are terminal."""
        return self.returns() if self.is_terminal() else [0.0] * self.num_players()

    def player_return(self, player: int) -> float:
        return self.returns()[player]

    def player_reward(self, player: int) -> float:
        return self.rewards()[player]

    # what a player knows
    def observation_tensor(self, player: int | None = None) -> list[float]:
        return self.episode.observe(self._seat(player)).tolist()

    def observation_string(self, player: int | None = None) -> str:
        return self.episode.to_text(self._seat(player))

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        return self.observation_tensor(player)

    def information_state_string(self, player: int | None = None) -> str:
        """Return what a player can see now, exactly: equal strings mean equal observations. The past is not in it."""
        seat = self._seat(player)
        return f"{seat} {self.episode.observe(seat).tobytes().hex()}"

    def resample_from_infostate(self, player: int, sampler: Callable[[], float] | None = None) -> SpielState:
        """Return a copy in which all that a player cannot know, and chance to come, is dealt afresh."""
        fraction = self._game.chance.random() if sampler is None else sampler()
        return SpielState(self._game, self.episode.redeal(player, int(fraction * (1 << 53))))

    # copies and texts
    def clone(self) -> SpielState:
        return SpielState(self._game, self.episode.clone())

    __copy__ = clone

    def __deepcopy__(self, memo: Any) -> SpielState:
        return self.clone()

    def history(self) -> list[int]:
        return [action for _, action, _ in self.episode.history]

    def full_history(self) -> list[tuple[int, int]]:
        return [(seat, action) for seat, action, _ in self.episode.history]

    def history_str(self) -> str:
        return ", ".join(map(str, self.history()))

    def move_number(self) -> int:
        return len(self.episode.history)

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


class SpielGame:
    """A game, with the names of ``pyspiel.Game``. New states take their seeds from ``seed`` in turn."""

    def __init__(self, rules: Game, seed: int = 0) -> None:
        self.rules = rules
        self.chance = np.random.default_rng(seed)
        cooperative = rules.cooperative
        self._type = pyspiel.GameType(
            short_name=f"expedition_{rules.name}",
            long_name=f"{rules.name} (expedition)",
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
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
        return SpielState(self, self.rules.episode(seed=int(self.chance.integers(1 << 63))))

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
        return 0

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


def load_game(game: str | Game, *, seed: int = 0, **options: Any) -> SpielGame:
    """Return a game for OpenSpiel's algorithms. Rewards must be outcomes, which is the default.

    >>> state = load_game("toy").new_initial_state()
    >>> state.current_player(), state.legal_actions()
    (0, [0, 1, 2])
    """
    rules = make_game(game, options)
    if rules.options["reward"] != "outcome":
        raise ValueError("OpenSpiel's algorithms take rewards at the end: use reward='outcome'")
    return SpielGame(rules, seed)
