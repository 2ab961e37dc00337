"""Tree search over all lanes of a batch, with an evaluator that answers many positions at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _engine
from ._arguments import positive
from ._engine import Batch, Network

Evaluator = Callable[..., tuple[Any, Any]]
"""A function of observations (lanes, floats) and masks (lanes, actions), or of indices, values and masks.

It returns priors and values.
"""


@dataclass(frozen=True)
class SearchResult:
    """The result of a search, one row per lane."""

    visits: NDArray[np.uint32]
    """Number of visits of each action."""
    values: NDArray[np.float32]
    """The value of each action for the seat to act; 0 where it was not tried."""
    actions: NDArray[np.int64]
    """The chosen action of each lane; -1 where the episode is over."""
    root_values: NDArray[np.float32]
    """The value of each position for its seat to act."""

    def policy(self, temperature: float = 1.0) -> NDArray[np.float32]:
        """Return the shares of the visits as training targets, sharper below a temperature of 1 and flatter above."""
        if temperature <= 0:
            raise ValueError(f"temperature={temperature}: it must be above 0; for the best action alone use `actions`")
        weights = self.visits.astype(np.float64)
        weights /= np.maximum(weights.max(axis=1, keepdims=True), 1)
        weights **= 1 / temperature
        total = weights.sum(axis=1, keepdims=True)
        shares: NDArray[np.float32] = np.divide(weights, total, out=np.zeros_like(weights), where=total > 0).astype(
            np.float32
        )
        return shares


def _array(data: Any, name: str) -> NDArray[np.float32]:
    """Return an evaluator's answer as an array; tensors on any device are copied to the CPU."""
    if hasattr(data, "detach"):
        data = data.detach().cpu().numpy()
    try:
        return np.ascontiguousarray(data, dtype=np.float32)
    except (TypeError, ValueError) as error:
        raise TypeError(f"the evaluator's {name} are not numbers: {error}") from None


class BatchSearch:
    """PUCT over all lanes of a batch at once.

    Each wave walks one simulation down in every lane and calls ``evaluator(observations, masks)`` once with all
    leaves; the number of rows is always the number of lanes, so that compiled models keep their shape. The
    evaluator returns priors (lanes, actions), as probabilities or, with ``logits=True``, as logits, and values:
    (lanes,) for the seat that acts in that row, or (lanes, players). The search drops illegal actions from the
    priors. Every simulation redeals what the seat cannot know: the search never sees hidden information or future
    chance. With a :class:`expedition.Network` as the evaluator everything runs in Rust, without returning to Python.

    With ``sparse=True``, the default for a batch of sparse observations, the evaluator is called with
    ``(indices, values, masks)``: sparse rows as in :class:`expedition.Batch`.

    ``exploration`` weighs an action's prior against its value; it defaults to that of ``"mcts:64,network"``.
    ``gumbel=True`` samples ``considered`` actions at the root and halves them step by step; otherwise
    ``noise=(alpha, share)`` mixes a Dirichlet draw into the priors of the root.

    >>> import numpy as np, expedition
    >>> batch = expedition.Batch("toy", 2, depth=6, seed=0)
    >>> uniform = lambda obs, mask: (mask / mask.sum(1, keepdims=True), np.zeros(len(obs)))
    >>> BatchSearch(batch, uniform, simulations=200).run().actions.tolist()
    [1, 1]
    """

    def __init__(
        self,
        batch: Batch,
        evaluator: Evaluator | Network,
        *,
        simulations: int = 64,
        exploration: float | None = None,
        gumbel: bool = False,
        considered: int = 16,
        noise: tuple[float, float] | None = None,
        logits: bool = False,
        sparse: bool | None = None,
        seed: int = 0,
    ) -> None:
        if not isinstance(batch, Batch):
            raise TypeError(f"a search is over an expedition.Batch, not {type(batch).__name__}")
        positive("simulations", simulations, 1_000_000)
        if exploration is not None and not 0 <= exploration < 1000:
            raise ValueError(f"exploration={exploration}: it must be a number from 0 to 1000")
        if considered < 1:
            raise ValueError(f"considered={considered}: at least one action must be considered")
        alpha, share = noise if noise is not None else (1.0, 0.0)
        if alpha <= 0 or not 0 <= share <= 1:
            raise ValueError(f"noise={noise}: it must be (alpha above 0, share from 0 to 1)")
        self.batch = batch
        self.evaluator = evaluator
        self.simulations = int(simulations)
        self.exploration = None if exploration is None else float(exploration)
        self.gumbel = int(considered) if gumbel else None
        self.noise = (float(alpha), float(share))
        self.logits = logits
        self.seed = int(seed)
        self._runs = 0
        lanes, game = batch.num_envs, batch.game
        self.sparse = not hasattr(batch, "observations") if sparse is None else bool(sparse)
        self._observations: tuple[NDArray[Any], ...] = (np.zeros((lanes, game.observation_size), np.float32),)
        if self.sparse:
            slots = (lanes, game.max_nonzero)
            self._observations = (np.full(slots, game.observation_size, np.int32), np.zeros(slots, np.float32))
        self._masks = np.ones((lanes, game.num_actions), np.bool_)
        self._seats = np.zeros(lanes, np.int32)

    def run(self) -> SearchResult:
        """Search the current positions of the batch, leaving it unchanged. Each run has its own random stream."""
        seed = (self.seed + self._runs * 0x9E3779B97F4A7C15) % 2**64
        self._runs += 1
        search = _engine.BatchSearch(self.batch, self.simulations, self.exploration, self.gumbel, *self.noise, seed)
        if isinstance(self.evaluator, Network):
            search.run(self.evaluator)
            return SearchResult(*search.results())
        for _ in range(search.waves):
            if search.descend(self._observations, self._masks, self._seats):
                search.absorb(*self._answers(cooperative=search.cooperative))
            else:
                nothing = self._spread(np.zeros(len(self._seats), np.float32), cooperative=True)
                search.absorb(np.zeros(self._masks.shape, np.float32), nothing)
        return SearchResult(*search.results())

    __call__ = run

    def _answers(self, *, cooperative: bool) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        assert not isinstance(self.evaluator, Network)
        answer = self.evaluator(*self._observations, self._masks)
        if not isinstance(answer, tuple | list) or len(answer) != 2:
            raise TypeError("the evaluator must return two arrays: priors and values")
        priors, values = _array(answer[0], "priors"), _array(answer[1], "values")
        if priors.shape != self._masks.shape:
            raise ValueError(f"the evaluator gave priors of shape {priors.shape}, but {self._masks.shape} is needed")
        if self.logits:
            masked = np.where(self._masks, priors, -np.inf)
            priors = np.exp(masked - masked.max(axis=1, keepdims=True)).astype(np.float32)
        if values.ndim == 2 and values.shape[1] == 1:
            values = values[:, 0]
        if values.ndim == 1 and len(values) == len(self._seats):
            values = self._spread(values, cooperative=cooperative)
        if values.shape != (len(self._seats), self.batch.game.players):
            shape = f"({len(self._seats)},) or ({len(self._seats)}, {self.batch.game.players})"
            raise ValueError(f"the evaluator gave values of shape {values.shape}, but {shape} is needed")
        return priors, values

    def _spread(self, values: NDArray[np.float32], *, cooperative: bool) -> NDArray[np.float32]:
        """Extend values of the acting seats to all seats: equal for a team, otherwise summing to zero."""
        players = self.batch.game.players
        if cooperative or players == 1:
            return np.ascontiguousarray(np.broadcast_to(values[:, None], (len(values), players)), dtype=np.float32)
        spread = np.repeat(-values[:, None] / (players - 1), players, axis=1)
        spread[np.arange(len(values)), self._seats] = values
        return np.ascontiguousarray(spread, dtype=np.float32)
