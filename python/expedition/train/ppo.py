"""Masked PPO with self-play for any of the games, in one file.

One network plays every seat: it sees the observation of the seat to act, which shows that seat first, and answers with
one logit per action and one expected return per seat, counted from the viewer's. Three kinds of tables feed it:

* lanes where the network plays every seat;
* lanes where it plays one seat, another each episode, and a past snapshot of itself plays the others;
* lanes where built-in agents play the other seats (``versus``).

With a ``teacher`` the first part of the run imitates the games of a built-in agent (:mod:`expedition.train.clone`), and
what that gave stays among the snapshots.

Every seat has its own stretch of decisions within a lane, so rewards and advantages are counted per seat: what happens
between two decisions of a seat belongs to the first of them.

>>> from expedition.train import ppo
>>> run = ppo.Trainer(ppo.Config("toy", updates=2, lanes=16, steps=8, against=()))
>>> run.train().update
2
"""

from __future__ import annotations

import copy
import dataclasses
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .._engine import Batch, Game
from .._extras import need
from . import _checkpoint, clone
from ._log import Log
from ._score import Score, evaluate
from .network import Network, Player, draw

if TYPE_CHECKING:
    import torch
    from torch import Tensor, nn
else:
    torch = need("torch", "train", "Training")
    nn, Tensor = torch.nn, torch.Tensor


__all__ = ["Config", "Network", "Player", "Score", "Trainer", "draw", "evaluate"]


@dataclass(frozen=True)
class Config:
    """What to train and how. The defaults suit two CPU cores."""

    game: str = "toy"
    options: dict[str, Any] = field(default_factory=dict)
    """Options of the game, such as ``{"players": 3}``."""
    minutes: float | None = None
    """Stop after this much time of training, earlier runs of the same checkpoint included."""
    updates: int | None = None
    """Stop after this many updates. With neither, ten minutes."""
    seed: int = 0
    threads: int | None = None
    """For the engine and for torch: all cores."""

    # the tables
    lanes: int = 256
    steps: int = 64
    """Decisions per lane between two updates."""
    past: float = 0.25
    """The share of lanes whose other seats are played by a past snapshot; 0 in co-operative games."""
    pool: int = 12
    """How many snapshots are kept."""
    snapshot_every: int = 10
    versus: tuple[str, ...] = ()
    """Built-in agents to train against."""
    versus_share: float = 0.25
    """The share of lanes where they play."""
    shaping: float = 0.0
    """How much a game's worth of points counts besides the outcome; between rivals the lead over the others.

    With it, whoever has most points at the end, and not less than none, counts as the winner in training. Tie-breaks
    are not seen then; measurements always use the true outcome."""
    rivalry: float = 1.0
    """How much the points of the others count in that lead. With 0 each seat counts its own."""

    # the lessons
    teacher: str | None = None
    """A built-in agent to imitate at first."""
    lessons: float = 0.3
    """The share of the run that is spent on it."""
    lesson_games: int = 128
    """Games of the teacher in one lesson, which takes the place of an update."""
    lesson_epochs: int = 2
    lesson_minibatch: int = 512
    lesson_rate: float = 1e-3
    """The learning rate of the lessons."""

    # the network
    width: int = 256
    depth: int = 2

    # the update
    learning_rate: float = 1e-3
    anneal: bool = True
    """Let learning rate and entropy sink to a tenth by the end."""
    epochs: int = 2
    """At most; an update stops where the policy has moved by ``kl``."""
    kl: float = 0.04
    minibatch: int = 4096
    discount: float = 1.0
    trace: float = 0.95
    """How far advantages look ahead (the lambda of GAE)."""
    clip: float = 0.2
    entropy: float = 0.01
    value: float = 1.0
    """The weight of the value loss."""
    gradient: float = 0.5
    """The greatest norm of a gradient."""

    # the watch
    against: tuple[str, ...] = ("random", "greedy")
    """Built-in agents to be measured against while training."""
    evaluate_every: int = 25
    evaluate_games: int = 200
    checkpoint_every: int = 25


class Table:
    """A batch together with what PPO must know about its lanes."""

    def __init__(self, config: Config, game: Game, lanes: int, past: int, opponent: str | None, seed: int) -> None:
        seating: dict[str, Any] = {} if opponent is None else {"opponents": opponent, "learner": "rotate"}
        self.batch = Batch(game, lanes, seed=seed, threads=config.threads, **seating)
        self.shaping, self.rivalry, self.cooperative = config.shaping, config.rivalry, game.cooperative
        # The first `past` lanes seat the learner once and a snapshot elsewhere.
        self.learner = torch.arange(lanes) % game.players
        self.learner[past:] = -1

    def theirs(self) -> Tensor:
        """Return whether a snapshot decides next."""
        return (self.learner >= 0) & (self.learner != torch.from_numpy(self.batch.seats))

    def rewards(self) -> Tensor:
        """Return what the last step gave each seat, with the lead in points if that is to count."""
        rewards = torch.from_numpy(self.batch.rewards)
        if self.shaping == 0:
            return rewards
        if self.cooperative:
            return rewards * self.shaping
        others = (rewards.sum(1, keepdim=True) - rewards) / max(rewards.shape[1] - 1, 1)
        lead = rewards - self.rivalry * others
        scores = torch.from_numpy(self.batch.final_scores)
        best = (scores == scores.max(1, keepdim=True).values) & (scores >= 0)
        won = best / best.sum(1, keepdim=True).clamp(min=1) - ~best / (~best).sum(1, keepdim=True).clamp(min=1)
        won[best.all(1) | ~best.any(1)] = 0
        return lead * self.shaping + won * torch.from_numpy(self.batch.dones)[:, None]

    def step(self, actions: Tensor) -> None:
        """Play an action per lane; the learner moves to the next seat where an episode ends."""
        self.batch.step(actions.numpy())
        ended = torch.from_numpy(self.batch.dones) & (self.learner >= 0)
        self.learner[ended] = (self.learner[ended] + 1) % self.batch.rewards.shape[1]


class Trainer:
    """A run of training: make it, ``train()`` it, ``save`` and ``load`` it."""

    def __init__(self, config: Config, folder: str | os.PathLike[str] | None = None) -> None:
        self.config = config
        self.folder = None if folder is None else Path(folder)
        if config.threads is not None:
            torch.set_num_threads(config.threads)
        torch.manual_seed(config.seed)
        reward = {"reward": "score"} if config.shaping else {}
        self.game = Game(config.game, **(config.options | reward))
        self.network = Network(self.game, config.width, config.depth)
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=config.learning_rate, eps=1e-5)
        self.generator = torch.Generator().manual_seed(config.seed)
        self.tables = self._tables()
        self.pool = [copy.deepcopy(self.network.state_dict())]
        self.rival = copy.deepcopy(self.network)
        self.update, self.decisions, self.seconds, self.cpu = 0, 0, 0.0, 0.0
        self.spent = dict.fromkeys(("environment", "network", "update", "teacher", "evaluation"), 0.0)
        lanes, steps, seats = sum(len(t.batch) for t in self.tables), config.steps, self.game.players
        self.observations = torch.zeros(steps + 1, lanes, self.game.observation_size)
        self.masks = torch.zeros(steps + 1, lanes, self.game.num_actions, dtype=torch.bool)
        self.seats = torch.zeros(steps + 1, lanes, dtype=torch.int64)
        self.values = torch.zeros(steps + 1, lanes, seats)
        self.actions = torch.zeros(steps, lanes, dtype=torch.int64)
        self.log_probs = torch.zeros(steps, lanes)
        self.ours = torch.zeros(steps, lanes, dtype=torch.bool)
        self.rewards = torch.zeros(steps, lanes, seats)
        self.dones = torch.zeros(steps, lanes, dtype=torch.bool)

    def _tables(self) -> list[Table]:
        config, game = self.config, self.game
        versus = config.versus if game.players > 1 and not game.cooperative else ()
        each = round(config.lanes * config.versus_share / len(versus)) if versus else 0
        own = config.lanes - each * len(versus)
        past = round(config.lanes * config.past) if game.players > 1 and not game.cooperative else 0
        tables = [Table(config, game, own, min(past, own), None, config.seed)]
        return tables + [Table(config, game, each, 0, name, config.seed + 1 + i) for i, name in enumerate(versus)]

    @contextmanager
    def _timed(self, what: str) -> Iterator[None]:
        begin = time.perf_counter()
        yield
        self.spent[what] += time.perf_counter() - begin

    def done(self) -> float:
        """Return how much of the run is done, from 0 to 1."""
        minutes = self.config.minutes
        if minutes is None and self.config.updates is None:
            minutes = 10.0
        shares = [0.0 if minutes is None else self.seconds / (60 * minutes)]
        if self.config.updates is not None:
            shares.append(self.update / max(self.config.updates, 1))
        return max(shares)

    def sunk(self) -> float:
        """Return what is left now of the rates that sink."""
        return 1 - 0.9 * min(self.done(), 1) if self.config.anneal else 1.0

    def train(self, tick: Callable[[Trainer], None] = lambda run: None) -> Trainer:
        """Train to the end of the budget. An interruption leaves a checkpoint behind."""
        config = self.config
        with Log(self.folder, config, self.update) as log:
            try:
                while self.done() < 1:
                    begin, busy = time.perf_counter(), time.process_time()
                    row = self.imitate() if config.teacher and self.done() < config.lessons else self.practise()
                    self.update += 1
                    self.seconds += time.perf_counter() - begin
                    self.cpu += time.process_time() - busy
                    last = self.done() >= 1
                    if last or self.update % config.evaluate_every == 0:
                        with self._timed("evaluation"):
                            row |= self.watch()
                    log.write(self, row)
                    tick(self)
                    if self.folder is not None and not last and self.update % config.checkpoint_every == 0:
                        self.save(self.folder / "checkpoint.pt")
            finally:
                if self.folder is not None:
                    self.save(self.folder / "checkpoint.pt")
        return self

    def imitate(self) -> dict[str, float]:
        """Learn from games of the teacher. The network it leaves is the first snapshot."""
        config = self.config
        with self._timed("teacher"):
            seed = config.seed * 1_000_003 + self.update
            table = Table(config, self.game, config.lesson_games, 0, None, seed)
            lesson = clone.watch(table, config.teacher or "", seed, config.threads)
        with self._timed("update"):
            row = clone.study(self.network, self.optimizer, lesson, config, self.generator)
        self.decisions += len(lesson)
        self.pool = [copy.deepcopy(self.network.state_dict())]
        return row

    def practise(self) -> dict[str, float]:
        """Play and learn from it."""
        config = self.config
        with torch.no_grad():
            self.collect()
        with self._timed("update"):
            row = self.learn()
        self.decisions += self.actions.numel()
        if (self.update + 1) % config.snapshot_every == 0:
            taught = self.pool[:1] if config.teacher else []
            recent = [*self.pool[len(taught) :], copy.deepcopy(self.network.state_dict())]
            self.pool = taught + recent[-config.pool + len(taught) :]
        return row

    def watch(self) -> dict[str, float]:
        """Measure the network against the built-in agents."""
        player, row = self.player(), {}
        for name in self.config.against:
            seed, games = 1_000_000 + self.update, self.config.evaluate_games
            score = evaluate(player, name, games=games, seed=seed, threads=self.config.threads)
            row[f"against_{name}"] = score.win_rate
        return row

    def player(self) -> Player:
        """Return the network as it is now, ready to play."""
        game = Game(self.config.game, **self.config.options)
        return Player(game, copy.deepcopy(self.network).eval())

    def _look(self, step: int) -> None:
        first = 0
        for table in self.tables:
            rows = slice(first, first := first + len(table.batch))
            self.observations[step, rows] = torch.from_numpy(table.batch.observations)
            self.masks[step, rows] = torch.from_numpy(table.batch.action_masks)
            self.seats[step, rows] = torch.from_numpy(table.batch.seats)

    def collect(self) -> None:
        """Play ``steps`` decisions on every lane and remember them."""
        which = int(torch.randint(len(self.pool), (1,), generator=self.generator))
        self.rival.load_state_dict(self.pool[which])
        for step in range(self.config.steps):
            with self._timed("environment"):
                self._look(step)
                theirs = torch.cat([table.theirs() for table in self.tables])
            with self._timed("network"):
                log_probs, self.values[step] = self.network(self.observations[step], self.masks[step])
                if theirs.any():
                    log_probs[theirs] = self.rival(self.observations[step, theirs], self.masks[step, theirs])[0]
                actions = draw(log_probs, self.generator)
                self.actions[step], self.ours[step] = actions, ~theirs
                self.log_probs[step] = log_probs.gather(1, actions[:, None])[:, 0]
            with self._timed("environment"):
                first = 0
                for table in self.tables:
                    rows = slice(first, first := first + len(table.batch))
                    table.step(actions[rows])
                    self.rewards[step, rows] = table.rewards()
                    self.dones[step, rows] = torch.from_numpy(table.batch.dones)
        self._look(self.config.steps)
        self.values[-1] = self.network(self.observations[-1], self.masks[-1])[1]

    def advantages(self) -> tuple[Tensor, Tensor]:
        """Return the advantage of every decision, and the return of every seat as the viewer should expect it.

        Going backward through a lane, each seat carries the value and the advantage of its next decision and what it
        has earned since the one before.
        """
        seats = self.game.players
        # Column k of a value is about the seat k places after the viewer; `places` finds the column of each seat.
        places = (torch.arange(seats) - self.seats[..., None]) % seats
        values = self.values.gather(2, places)
        next_value, next_advantage, earned = (
            values[-1].clone(),
            torch.zeros_like(values[0]),
            torch.zeros_like(values[0]),
        )
        advantages, targets = torch.zeros_like(self.log_probs), torch.zeros_like(self.values[:-1])
        for step in reversed(range(self.config.steps)):
            ended = self.dones[step]
            for carried in (next_value, next_advantage, earned):
                carried[ended] = 0
            earned += self.rewards[step]
            own = self.seats[step][:, None]
            target = earned + self.config.discount * (next_value + self.config.trace * next_advantage)
            value = values[step].gather(1, own)
            advantage = target.gather(1, own) - value
            advantages[step], targets[step] = advantage[:, 0], target
            next_value.scatter_(1, own, value)
            next_advantage.scatter_(1, own, advantage)
            earned.scatter_(1, own, 0.0)
        viewers = (torch.arange(seats) + self.seats[:-1, :, None]) % seats
        return advantages, targets.gather(2, viewers)

    def learn(self) -> dict[str, float]:
        """Improve the network on what was collected."""
        config = self.config
        advantages, targets = self.advantages()
        # Forced decisions and those of snapshots teach nothing about choosing.
        chosen = (self.ours & (self.masks[:-1].sum(2) > 1)).flatten().nonzero()[:, 0]
        flat = [x.flatten(0, 1) for x in (self.observations[:-1], self.masks[:-1], self.actions, self.log_probs)]
        observations, masks, actions, log_probs = flat
        advantages, targets = advantages.flatten(), targets.flatten(0, 1)
        rate, curiosity = config.learning_rate * self.sunk(), config.entropy * self.sunk()
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        sums, count = dict.fromkeys(("policy_loss", "value_loss", "entropy", "kl", "clipped"), 0.0), 0
        for _ in range(config.epochs):
            moved = 0.0
            order = chosen[torch.randperm(len(chosen), generator=self.generator)]
            for part in order.split(config.minibatch):
                if len(part) < 2:
                    continue
                new, value = self.network(observations[part], masks[part])
                log_ratio = new.gather(1, actions[part, None])[:, 0] - log_probs[part]
                ratio = log_ratio.exp()
                advantage = advantages[part]
                advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
                policy_loss = -torch.min(
                    ratio * advantage, ratio.clamp(1 - config.clip, 1 + config.clip) * advantage
                ).mean()
                value_loss = (value - targets[part]).square().mean()
                entropy = -(new.exp() * new).sum(1).mean()
                self.optimizer.zero_grad(set_to_none=True)
                (policy_loss + config.value * value_loss - curiosity * entropy).backward()
                nn.utils.clip_grad_norm_(self.network.parameters(), config.gradient)
                self.optimizer.step()
                with torch.no_grad():
                    seen = (policy_loss.detach(), value_loss.detach(), entropy.detach(), (ratio - 1 - log_ratio).mean(),
                            ((ratio - 1).abs() > config.clip).float().mean())  # fmt: skip
                for name, number in zip(sums, seen, strict=True):
                    sums[name] += number.item()
                moved += seen[3].item() * len(part) / len(order)
                count += 1
            if moved > config.kl:
                break
        row = {name: total / max(count, 1) for name, total in sums.items()}
        spread = targets[chosen, 0].var() if len(chosen) > 1 else torch.tensor(0.0)
        row["explained"] = 1 - row["value_loss"] / max(float(spread), 1e-8)
        row["episodes"] = int(self.dones.sum())
        row["learning_rate"] = rate
        return row

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write everything that is needed to go on exactly from here."""
        state = {
            "network": self.network.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "pool": self.pool,
            "generator": self.generator.get_state(),
            "lanes": [torch.frombuffer(bytearray(t.batch.to_bytes()), dtype=torch.uint8) for t in self.tables],
            "learners": [table.learner for table in self.tables],
            "progress": [self.update, self.decisions, self.seconds, self.cpu],
            "spent": self.spent,
        }
        _checkpoint.write(path, self.config, self.game, state)

    @classmethod
    def load(
        cls, path: str | os.PathLike[str], folder: str | os.PathLike[str] | None = None, **changes: Any
    ) -> Trainer:
        """Go on from a checkpoint, exactly as if it had never stopped; ``changes`` replace parts of its config."""
        config, state = _checkpoint.read(path)
        run = cls(dataclasses.replace(config, **changes), folder)
        run.network.load_state_dict(state["network"])
        run.optimizer.load_state_dict(state["optimizer"])
        run.pool = state["pool"]
        run.generator.set_state(state["generator"])
        for table, lanes, learner in zip(run.tables, state["lanes"], state["learners"], strict=True):
            table.batch.restore(lanes.numpy().tobytes())
            table.learner = learner
        run.update, run.decisions, run.seconds, run.cpu = state["progress"]
        run.spent = state["spent"]
        return run
