"""Expert iteration: search with the network, then teach the network what the search found (AlphaZero style).

Each update hands the network to the engine, which plays ``games_per_update`` games of it against itself on all cores,
in Rust. The root of a search samples ``considered`` actions without replacement and halves them step by step (Gumbel),
so that few simulations improve the policy; a share of the decisions is only played, with ``quick_simulations``
(playout cap randomisation), so that more games reach their end. What was searched in full teaches the policy; the
values of all seats learn the credit that was still to come, counted as in PPO. Decisions are kept in ring buffers.

Network, log, evaluation, checkpoints, export and command line are those of :mod:`expedition.train.ppo`.

>>> from expedition.train import az
>>> run = az.Trainer(az.Config("toy", algorithm="az", updates=2, games_per_update=4, simulations=8, against=()))
>>> run.train().update
2
"""

from __future__ import annotations

import copy
import dataclasses
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .._engine import Game, play_itself
from .._engine import Network as Native
from .._extras import need
from ..analysis.simulate import all_threads
from . import _checkpoint, _device, ppo
from ._score import ITSELF, check_agents
from .config import Config
from .network import Network
from .tables import positions, start_share

if TYPE_CHECKING:
    import torch
    from torch import Tensor
else:
    torch = need("torch", "train", "Training")
    Tensor = torch.Tensor

__all__ = ["Config", "Memory", "Trainer"]

COLUMNS = ("indices", "values", "legal", "shares", "credit", "full")
"""The stored fields of a decision."""


class Memory:
    """The last decisions, one row each, in ring buffers."""

    def __init__(self, size: int, game: Game) -> None:
        self.size, self.unused, self.actions = size, game.observation_size, game.num_actions
        self.indices = torch.full((size, 1), self.unused, dtype=torch.int32)
        self.values = torch.zeros(size, 1)
        # Unused slots hold the number after the last action, which is cut off.
        self.legal = torch.full((size, 1), self.actions, dtype=torch.int16)
        self.shares = torch.zeros(size, 1)
        self.credit = torch.zeros(size, game.players)
        """What each seat still earned, the viewer first."""
        self.full = torch.zeros(size, dtype=torch.bool)
        self.written = 0
        """Decisions that were ever added."""

    def __len__(self) -> int:
        return min(self.written, self.size)

    def add(self, data: dict[str, Any]) -> int:
        """Add the rows of :func:`expedition._engine.play_itself`, replacing the oldest; return their number."""
        count = len(data["full"])
        keep = np.arange(max(0, count - self.size), count)
        at = torch.from_numpy((keep + self.written) % self.size)
        for offsets, names in (("input_offsets", ("indices", "values")), ("legal_offsets", ("legal", "shares"))):
            starts = data[offsets][:-1][keep]
            lengths = data[offsets][1:][keep] - starts
            for name in names:
                empty = {"indices": self.unused, "legal": self.actions}.get(name, 0)
                rows = _padded(data[name], starts, lengths, empty)
                held: Tensor = getattr(self, name)
                if rows.shape[1] > held.shape[1]:
                    wider = (0, rows.shape[1] - held.shape[1])
                    held = torch.nn.functional.pad(held, wider, value=empty)
                    setattr(self, name, held)
                held[at, rows.shape[1] :] = empty
                held[at, : rows.shape[1]] = torch.from_numpy(rows).to(held.dtype)
        self.credit[at] = torch.from_numpy(data["credit"][keep])
        self.full[at] = torch.from_numpy(data["full"][keep])
        self.written += count
        return count

    def rows(self, at: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor, Tensor]:
        """Return indices, values, masks, shares, credit and whether they were searched in full."""
        slots = int((self.indices[at] < self.unused).sum(1).max())
        legal = self.legal[at].long()
        masks = torch.zeros(len(at), self.actions + 1, dtype=torch.bool).scatter_(1, legal, value=True)
        shares = torch.zeros(len(at), self.actions + 1).scatter_(1, legal, self.shares[at])
        return (
            self.indices[at, :slots], self.values[at, :slots].contiguous(), masks[:, : self.actions],
            shares[:, : self.actions], self.credit[at], self.full[at],
        )  # fmt: skip

    def state(self) -> dict[str, Any]:
        """Return the state to keep in a checkpoint."""
        count = len(self)
        return {"written": self.written} | {name: getattr(self, name)[:count].clone() for name in COLUMNS}

    def restore(self, state: dict[str, Any]) -> None:
        """Restore the state from a checkpoint."""
        for name in COLUMNS:
            kept, held = state[name], getattr(self, name)
            empty = {"indices": self.unused, "legal": self.actions}.get(name, 0)
            fresh = torch.full((self.size, *kept.shape[1:]), empty, dtype=held.dtype)
            fresh[: len(kept)] = kept
            setattr(self, name, fresh)
        self.written = state["written"]


def _padded(flat: np.ndarray, starts: np.ndarray, lengths: np.ndarray, empty: float) -> np.ndarray:
    """Return lists of different lengths as rows of one."""
    width = int(lengths.max(initial=1))
    places = starts[:, None] + np.arange(width)
    inside = np.arange(width) < lengths[:, None]
    rows: np.ndarray = np.where(inside, flat[np.minimum(places, max(len(flat) - 1, 0))], empty)
    return rows


class Trainer(ppo.Trainer):
    """A run of search and learning: make it, ``train()`` it, ``save`` and ``load`` it."""

    def __init__(self, config: Config, folder: str | os.PathLike[str] | None = None) -> None:
        self.config = config = config.changed(algorithm="az")
        if config.tables:
            raise ValueError("az plays at one table: tables is a setting of ppo")
        self.folder = None if folder is None else Path(folder)
        if config.threads is not None:
            torch.set_num_threads(config.threads)
        torch.manual_seed(config.seed)
        self.game = Game(config.game, **config.options)
        check_agents(self.game, config.against)
        self.device = _device.resolve(config.device)
        self.network = Network.of(self.game, config).to(self.device)
        # The engine plays on the CPU; with another device, on a copy refreshed after each update.
        self.actor = self.network if self.device == torch.device("cpu") else copy.deepcopy(self.network).cpu()
        self.average = self._snapshot()
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=config.learning_rate, eps=1e-5, fused=True)
        self.overlap, self.shuttle = False, _device.Shuttle(self.device)
        self.generator = torch.Generator().manual_seed(config.seed)
        self.update, self.decisions, self.seconds, self.cpu = 0, 0, 0.0, 0.0
        self.rate, self.scale, self.pool = config.learning_rate, 1.0, []
        self.spent = dict.fromkeys(("environment", "network", "update", "teacher", "evaluation"), 0.0)
        self.memory = Memory(config.window, self.game)  # type: ignore[assignment]
        alone = self.game.cooperative or self.game.players == 1
        self.against = (ITSELF,) if alone and config.against else config.against
        self.starts = positions(config, self.game, config.seed)
        self.games = 0
        """Games that were played."""
        self.fresh = 0
        """Decisions that were played and not yet learnt from."""

    @property
    def remembered(self) -> Memory:
        """The actions played."""
        assert isinstance(self.memory, Memory)
        return self.memory

    def practise(self) -> dict[str, float]:
        """Play games and learn from them. Interrupted while learning, it will learn from the same games again."""
        if not self.fresh:
            with self._timed("environment"):
                self.fresh = self.play()
        before = copy.deepcopy((self.network.state_dict(), self.optimizer.state_dict(), self.generator.get_state()))
        try:
            with self._timed("update"):
                row = self.study()
        except BaseException:
            self.network.load_state_dict(before[0])
            self.optimizer.load_state_dict(before[1])
            self.generator.set_state(before[2])
            raise
        self.fresh = 0
        if self.actor is not self.network:
            self.actor.load_state_dict(self.network.state_dict())
        return row

    def play(self) -> int:
        """Let the network play against itself in the engine and remember it; return how many decisions there were."""
        config = self.config
        tensors = {name: weights.detach().numpy() for name, weights in self.averaged().state_dict().items()}
        native = Native.from_tensors(tensors, self.game, **config.facts(self.scale))
        more = f",{config.search}" if config.search else ""
        quick = None
        if config.quick_share > 0:
            quick = (f"mcts:{config.quick_simulations},reuse=no{more}", config.quick_share)
        data, interrupted = play_itself(
            self.game,
            f"mcts:{config.simulations},gumbel={config.considered}{more}",
            native,
            config.seed,
            np.arange(self.games, self.games + config.games_per_update, dtype=np.uint64),
            config.temperature,
            all_threads(config.threads),
            quick=quick,
            starts=(self.starts, start_share(config)) if self.starts else None,
        )
        if interrupted:
            raise KeyboardInterrupt
        self.games += config.games_per_update
        size = np.abs(data["credit"])
        if size.size:
            self.scale = max(1.0, 0.95 * self.scale + 0.05 * float(size.mean() + 2 * size.std()))
        fresh = self.remembered.add(data)
        self.decisions += fresh
        return fresh

    def study(self) -> dict[str, float]:
        """Make gradient steps on the buffer: each decision is studied about ``studies`` times while it is in there."""
        config, memory = self.config, self.remembered
        steps = max(1, round(config.studies * self.fresh / config.minibatch_size))
        count = min(config.minibatch_size, len(memory))
        total = torch.zeros(4)
        for _ in range(steps):
            at = torch.randint(len(memory), (count,), generator=self.generator)
            indices, values, masks, shares, credit, full = map(self._here, memory.rows(at))
            log_probs, worth = self.network(indices, values, masks)
            policy_loss = -(shares * log_probs.clamp(min=-80)).sum(1)[full].sum() / max(int(full.sum()), 1)
            value_loss = (worth - credit / self.scale).square().mean()
            self._step(policy_loss + config.vf_coef * value_loss)
            with torch.no_grad():
                entropy = -(log_probs.clamp(min=-80).exp() * log_probs).sum(1).mean()
                agreed = (log_probs.argmax(1) == shares.argmax(1))[full].float().sum() / max(int(full.sum()), 1)
                total += torch.stack([policy_loss, value_loss, entropy, agreed]).cpu()
        row = dict(zip(("policy_loss", "value_loss", "entropy", "agreed"), (total / steps).tolist(), strict=True))
        spread = float((memory.credit[: len(memory), 0] / self.scale).var()) if len(memory) > 1 else 0.0
        row["explained"] = 1 - row["value_loss"] / max(spread, 1e-8)
        row["episodes"], row["epochs"], row["learning_rate"] = config.games_per_update, steps, config.learning_rate
        return row

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write everything needed to continue exactly from here."""
        state = {
            "network": {name: weights.cpu() for name, weights in self.network.state_dict().items()},
            "average": self.average,
            "optimizer": self.optimizer.state_dict(),
            "generator": self.generator.get_state(),
            "memory": self.remembered.state(),
            "progress": [self.update, self.decisions, self.seconds, self.cpu, self.rate, self.scale],
            "played": [self.games, self.fresh],
            "spent": self.spent,
        }
        _checkpoint.write(path, self.config, self.game, state)

    @classmethod
    def load(
        cls, path: str | os.PathLike[str], folder: str | os.PathLike[str] | None = None, **changes: Any
    ) -> Trainer:
        """Continue from a checkpoint, exactly as if it had never stopped; ``changes`` replace parts of its config."""
        config, state = _checkpoint.read(path)
        if config.algorithm != "az":
            raise ValueError(f"{path} is a checkpoint of {config.algorithm}: --from begins a new run with its network")
        run = cls(dataclasses.replace(config, **changes), folder)
        run.network.load_state_dict(state["network"])
        run.actor.load_state_dict(state["network"])
        run.average = state["average"]
        run.optimizer.load_state_dict(state["optimizer"])
        run.generator.set_state(state["generator"])
        run.remembered.restore(state["memory"])
        run.update, run.decisions, run.seconds, run.cpu, run.rate, run.scale = state["progress"]
        run.games, run.fresh = state["played"]
        run.spent = state["spent"]
        return run
