"""The games between two updates, and the advantage of every decision in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .._engine import Game
from .._extras import need

if TYPE_CHECKING:
    import torch
    from torch import Tensor
else:
    torch = need("torch", "train", "Training")
    Tensor = torch.Tensor


SLOTS, CHOICES = 64, 8
"""The initial room for a row's inputs and legal actions. Rows are widened on demand: what a game could need at most is
far more than it ever needs."""


def widened(rows: Tensor, slots: int, unused: int) -> Tensor:
    """Return rows padded to this many slots, with some to spare."""
    return torch.nn.functional.pad(rows, (0, slots + slots // 8 - rows.shape[-1]), value=unused)


class Rollout:
    """Arrays of ``steps`` decisions on every lane, and a final observation."""

    def __init__(self, game: Game, steps: int, seated: Sequence[int], slots: int = SLOTS) -> None:
        """Make room for one lane per entry of ``seated``, its number of players, which is at most the game's."""
        seats, lanes = game.players, len(seated)
        self.inputs, self.players = game.observation_size, seats
        self.team = game.cooperative
        """Whether all seats share one result."""
        self.seated = torch.tensor(seated, dtype=torch.int64)
        self.indices = torch.full((steps + 1, lanes, slots), self.inputs, dtype=torch.int32)
        self.inputs_at = torch.zeros(steps + 1, lanes, slots)
        self.slots = torch.zeros(steps + 1, dtype=torch.int64)
        """Number of slots in use at each step."""
        self.legal = torch.zeros(steps + 1, lanes, CHOICES, dtype=torch.int16)
        self.counts = torch.zeros(steps + 1, lanes, dtype=torch.int16)
        """The number of legal actions in each row of ``legal``."""
        self.seats = torch.zeros(steps + 1, lanes, dtype=torch.int64)
        self.values = torch.zeros(steps + 1, lanes, seats)
        self.choices = torch.zeros(steps, lanes, dtype=torch.int64)
        """The index of the action taken among the legal ones."""
        self.log_probs = torch.zeros(steps, lanes)
        self.ours = torch.zeros(steps, lanes, dtype=torch.bool)
        self.rewards = torch.zeros(steps, lanes, seats)
        self.dones = torch.zeros(steps, lanes, dtype=torch.bool)

    def state(self) -> dict[str, Tensor]:
        """Return the state to keep in a checkpoint of games not yet learnt from."""
        return {name: rows for name, rows in vars(self).items() if isinstance(rows, Tensor)}

    def restore(self, state: dict[str, Tensor]) -> None:
        """Restore the state from a checkpoint."""
        vars(self).update(state)

    def see(
        self, step: int, rows: slice, indices: Tensor, values: Tensor, legal: Tensor, counts: Tensor, seats: Tensor
    ) -> None:
        """Write the rows of some lanes at a step."""
        self.seats[step, rows], self.counts[step, rows] = seats, counts
        wide = legal.shape[1]
        if wide > self.legal.shape[2]:
            self.legal = widened(self.legal, wide, 0)
        self.legal[step, rows, :wide], self.legal[step, rows, wide:] = legal, 0
        used = indices.shape[1]
        if used > self.indices.shape[2]:
            self.indices, self.inputs_at = widened(self.indices, used, self.inputs), widened(self.inputs_at, used, 0)
        self.indices[step, rows, :used], self.inputs_at[step, rows, :used] = indices, values
        self.indices[step, rows, used:], self.inputs_at[step, rows, used:] = self.inputs, 0
        self.slots[step] = max(int(self.slots[step]), used) if rows.start else used

    def shown(self, step: int) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Return the rows of all lanes at a step: inputs, their values, legal actions and their number."""
        used, wide = int(self.slots[step]), int(self.counts[step].max())
        inputs, values = self.indices[step, :, :used], self.inputs_at[step, :, :used].contiguous()
        return inputs, values, self.legal[step, :, :wide], self.counts[step]

    def flat(self) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Return the rows of all steps but the last, one row per decision."""
        used, wide = int(self.slots[:-1].max()), int(self.counts[:-1].max())
        inputs, values = (x[:-1].flatten(0, 1)[:, :used] for x in (self.indices, self.inputs_at))
        return inputs, values, self.legal[:-1].flatten(0, 1)[:, :wide], self.counts[:-1].flatten()

    def advantages(self, gamma: float, gae_lambda: float) -> tuple[Tensor, Tensor]:
        """Return the advantage of every decision, and the target return of every seat from the viewer's side.

        Every seat has its own sequence of decisions within a lane: what happens between two of them is credited to the
        first. Going backward, each seat carries the value and the advantage of its next decision and what it has earned
        since the one before. A team is one seat here: its next decision is the next one, whoever makes it, and credit
        need not wait for a round of dice and the choices of the others.
        """
        seats = 1 if self.team else self.players
        acting = torch.zeros_like(self.seats) if self.team else self.seats
        rewards = self.rewards[..., :seats]
        # Column k of a value is about the seat k places after the viewer; `places` finds the column of each seat.
        around = self.seated.clamp(max=seats)[:, None]
        places = (torch.arange(seats) - acting[..., None]) % around
        values = self.values[..., :seats].gather(2, places)
        next_value = values[-1].clone()
        next_advantage, earned = torch.zeros_like(values[0]), torch.zeros_like(values[0])
        advantages, targets = torch.zeros_like(self.log_probs), torch.zeros_like(rewards)
        for step in reversed(range(len(self.choices))):
            ended = self.dones[step]
            for carried in (next_value, next_advantage, earned):
                carried[ended] = 0
            earned += rewards[step]
            own = acting[step][:, None]
            target = earned + gamma * (next_value + gae_lambda * next_advantage)
            value = values[step].gather(1, own)
            advantage = target.gather(1, own) - value
            advantages[step], targets[step] = advantage[:, 0], target
            next_value.scatter_(1, own, value)
            next_advantage.scatter_(1, own, advantage)
            earned.scatter_(1, own, 0.0)
        viewers = (torch.arange(self.players) + acting[:-1, :, None]) % around
        return advantages, targets.gather(2, viewers)
