"""Masked PPO with self-play for any of the games.

One network plays every seat: it sees the observation of the seat to act, which shows that seat first, and answers with
one logit per action and one expected return per seat, counted from the viewer's. Three kinds of lanes feed it:

* lanes where the network plays every seat;
* lanes where it plays one seat, a different one each episode, and a past snapshot of itself plays the others;
* lanes where built-in agents play the other seats (``versus``).

With a ``teacher`` the run begins with lessons (:mod:`expedition.train.lessons`), whose weight then fades. An update
takes as many epochs as the policy needs to move by ``target_kl``, and the learning rate follows.

>>> from expedition.train import ppo
>>> run = ppo.Trainer(ppo.Config("toy", updates=2, num_envs=16, num_steps=8, against=()))
>>> run.train().update
2
"""

from __future__ import annotations

import copy
import dataclasses
import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .._extras import need
from . import _checkpoint, _device, lessons
from ._log import Log
from ._score import ITSELF, Score, check_agents, evaluate
from .config import CLIP_RATE, Config
from .export import export
from .network import Network, Player, draw
from .rollout import Rollout
from .tables import Table, tables, task_starts
from .transplant import found, transplanted

if TYPE_CHECKING:
    import torch
    from torch import Tensor, nn
else:
    torch = need("torch", "train", "Training")
    nn, Tensor = torch.nn, torch.Tensor


__all__ = ["Config", "Network", "Player", "Score", "Table", "Trainer", "draw", "evaluate"]

Answers = tuple[Tensor, Tensor, Tensor, Tensor, Tensor]
"""Positions, their legal actions, and the share that the teacher gives each: columns of :class:`lessons.Memory`."""

UNSURE = 0.1
"""Decisions taken with less than one minus this probability are always learnt from."""

MEASURED = ("policy_loss", "value_loss", "entropy", "kl", "clipped", "agreed")


class Trainer:
    """A training run: make it, ``train()`` it, ``save`` and ``load`` it."""

    def __init__(self, config: Config, folder: str | os.PathLike[str] | None = None) -> None:
        self.config = config
        self.folder = None if folder is None else Path(folder)
        if config.threads is not None:
            torch.set_num_threads(config.threads)
        torch.manual_seed(config.seed)
        self.game = config.largest(reward="score")
        check_agents(self.game, config.against)
        self.device = _device.resolve(config.device)
        self.network = Network.of(self.game, config).to(self.device)
        # Games are played on the CPU; with another device, by a copy refreshed after each update.
        self.actor = self.network if self.device == torch.device("cpu") else copy.deepcopy(self.network).cpu()
        self.average = self._snapshot()
        """The average of the weights, on the CPU."""
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=config.learning_rate, eps=1e-5, fused=True)
        self.generator = torch.Generator().manual_seed(config.seed)
        # Games that are played while another device learns draw from a stream of their own.
        self.overlap = config.overlap and self.actor is not self.network
        self.dice = torch.Generator().manual_seed(config.seed + 1) if self.overlap else self.generator
        self.tables = tables(config)
        for number, table in enumerate(self.tables):
            table.stagger(config.stagger, config.seed + number)
        self.pool = [self._snapshot()]
        self.rival = copy.deepcopy(self.actor)
        self.update, self.decisions, self.seconds, self.cpu = 0, 0, 0.0, 0.0
        self.rate, self.scale = config.learning_rate, 1.0
        self.spent = dict.fromkeys(("environment", "network", "update", "teacher", "evaluation"), 0.0)
        seated = [table.game.players for table in self.tables for _ in range(len(table))]
        self.rollout, self.spare = (Rollout(self.game, config.num_steps, seated) for _ in range(2))
        """The decisions learnt from, and with ``overlap`` those played meanwhile."""
        self.ahead: list[Answers] | None = None
        """With ``overlap``: ``spare`` holds games not yet learnt from, and this is what the teacher said."""
        self.shuttle = _device.Shuttle(self.device)
        self.memory = lessons.Memory(config.replay, self.game.observation_size) if config.teacher else None
        alone = self.game.cooperative or self.game.players == 1
        self.against = (ITSELF,) if alone and config.against else config.against
        self.fresh = 0
        """Answers of the teacher that this update brought."""

    def adopt(self, source: str | os.PathLike[str]) -> Trainer:
        """Start from the network of a checkpoint, even of an older version, or of an exported or shipped file."""
        game, weights, inputs, actions, scale = found(source)
        if game != self.config.game:
            raise ValueError(f"{source} plays {game}, not {self.config.game}")
        weights = transplanted(weights, inputs, actions, self.game, self.network)
        self.network.load_state_dict(weights)
        self.actor.load_state_dict(weights)
        self.average = self._snapshot()
        self.pool = [self._snapshot()]
        self.scale = scale
        return self

    def _snapshot(self) -> dict[str, Tensor]:
        return copy.deepcopy(self.actor.state_dict())

    @contextmanager
    def _timed(self, what: str) -> Iterator[None]:
        # When two things run at once, processor time cannot be attributed to either.
        clock = time.perf_counter if self.overlap else time.process_time
        begin = clock()
        yield
        self.spent[what] += clock() - begin

    def done(self) -> float:
        """Return the finished share of the run, from 0 to 1."""
        config, minutes = self.config, self.config.minutes
        if minutes is None and config.updates is None and config.cpu_minutes is None:
            minutes = 10.0
        shares = [0.0 if minutes is None else self.seconds / (60 * minutes)]
        if config.cpu_minutes is not None:
            shares.append(self.cpu / (60 * config.cpu_minutes))
        if config.updates is not None:
            shares.append(self.update / max(config.updates, 1))
        return max(shares)

    def sunk(self) -> float:
        """Return the remaining share of the settings that decay."""
        return 1 - 0.8 * min(self.done(), 1) if self.config.anneal else 1.0

    def lesson_share(self) -> float:
        """Return the weight of the lessons: 1 at first, then decaying to 0."""
        config = self.config
        if config.teacher is None or self.done() >= config.lessons + config.fade:
            return 0.0
        if self.done() < config.lessons:
            return 1.0
        return config.lesson_coef * (1 - (self.done() - config.lessons) / config.fade)

    def train(self, tick: Callable[[Trainer], None] = lambda run: None) -> Trainer:
        """Train to the end of the budget. An interruption leaves a checkpoint behind."""
        config = self.config
        with Log(self.folder, config, self.against, self.update) as log:
            try:
                while self.done() < 1:
                    begin, busy = time.perf_counter(), time.process_time()
                    row = self.practise()
                    self._blend()
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

    def practise(self) -> dict[str, float]:
        """Play and learn from it."""
        taught = self.lesson_share()
        if self.overlap:
            row = self._learn_while_playing(taught)
        else:
            self.hear(self.collect(self.rollout, ask=taught > 0, scale=self.scale))
            with self._timed("update"):
                row = self.learn(taught)
        if self.actor is not self.network:
            self.actor.load_state_dict(self.network.state_dict())
        self.decisions += self.rollout.choices.numel()
        if (self.update + 1) % self.config.snapshot_every == 0:
            kept = self.pool[:1] if self.config.teacher else []
            recent = [*self.pool[len(kept) :], self._snapshot()]
            self.pool = kept + recent[-self.config.pool + len(kept) :]
        if taught == 1:  # the network that the lessons made stays among the snapshots
            self.pool = [self._snapshot()]
        return row

    def _learn_while_playing(self, taught: float) -> dict[str, float]:
        """Learn from the games of the last turn while the next ones are played by the network as it was before."""
        how: dict[str, Any] = {"ask": taught > 0, "scale": self.scale}
        if self.ahead is None:
            self.ahead = self.collect(self.spare, **how)
        self.hear(self.ahead)
        self.ahead, self.rollout, self.spare = None, self.spare, self.rollout
        with ThreadPoolExecutor(1) as aside:
            playing = aside.submit(self.collect, self.spare, **how)
            with self._timed("update"):
                row = self.learn(taught)
            self.ahead = playing.result()
        return row

    def watch(self) -> dict[str, float]:
        """Measure the network against the built-in agents."""
        player, row = self.player(), {}
        for name in self.against:
            seed, games = 1_000_000 + self.update, self.config.evaluate_games
            starts = task_starts(self.config.task)
            scores = [
                evaluate(each, name, games=games, seed=seed, threads=self.config.threads, starts=starts)
                for each in player.seated(self.config)
            ]
            for column, measure in (("against", "win_rate"), ("points", "points"), ("score", "score")):
                row[f"{column}_{name}"] = sum(getattr(score, measure) for score in scores) / len(scores)
        return row

    def averaged(self) -> Network:
        """Return the network with the average of the weights."""
        network = copy.deepcopy(self.actor)
        network.load_state_dict(self.average)
        return network.eval()

    def _blend(self) -> None:
        """Take the weights of this update into the average."""
        decay = min(self.config.ema_decay, (1 + self.update) / (10 + self.update))
        for name, weights in self.actor.state_dict().items():
            self.average[name].lerp_(weights, 1 - decay)

    def player(self) -> Player:
        """Return the averaged network, ready to play."""
        return Player(self.config.largest(), self.averaged())

    def export(self, path: str | os.PathLike[str], **facts: Any) -> Path:
        """Write the averaged network for the engine (:mod:`expedition.train.export`)."""
        about = {"decisions": self.decisions, "cpu_minutes": round(self.cpu / 60, 1), **self.config.facts(self.scale)}
        return export(self.averaged(), self.config.largest(), path, **(about | facts))

    def _look(self, seen: Rollout, step: int) -> None:
        first = 0
        for table in self.tables:
            rows = slice(first, first := first + len(table))
            seen.see(step, rows, *table.shown())

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def collect(self, seen: Rollout, *, ask: bool, scale: float) -> list[Answers]:
        """Play ``num_steps`` decisions on every lane into ``seen``; return the teacher's answers if it is asked.

        Values are the network's times ``scale``, as it is when the games begin.
        """
        answers: list[Answers] = []
        which = int(torch.randint(len(self.pool), (1,), generator=self.dice))
        self.rival.load_state_dict(self.pool[which])
        for step in range(self.config.num_steps):
            with self._timed("environment"):
                self._look(seen, step)
                theirs = torch.cat([table.theirs() for table in self.tables])
            if ask and (step + self.update) % self.config.label_every == 0:
                with self._timed("teacher"):
                    answers.append(self._ask(seen, step, ~theirs))
            with self._timed("network"):
                shown = seen.shown(step)
                log_probs, seen.values[step] = self.actor.among(*shown)
                if theirs.any():
                    log_probs[theirs] = self.rival.among(*(rows[theirs] for rows in shown))[0]
                choices = draw(log_probs, self.dice)[:, None]
                seen.choices[step], seen.ours[step] = choices[:, 0], ~theirs
                seen.log_probs[step] = log_probs.gather(1, choices)[:, 0]
                actions = shown[2].gather(1, choices)[:, 0]
            with self._timed("environment"):
                first = 0
                for table in self.tables:
                    rows = slice(first, first := first + len(table))
                    table.step(actions[rows])
                    seen.rewards[step, rows, : table.game.players] = table.credit()
                    seen.dones[step, rows] = torch.from_numpy(table.batch.dones)
        self._look(seen, self.config.num_steps)
        seen.values[-1] = self.actor.among(*seen.shown(self.config.num_steps))[1]
        seen.values *= scale
        return answers

    def _ask(self, seen: Rollout, step: int, ours: Tensor) -> Answers:
        """Ask the teacher about the positions that have a choice."""
        seed = (self.config.seed * 1_000_003 + self.update) * 1_009 + step
        indices, values, legal, counts = seen.shown(step)
        told = torch.zeros(legal.shape)
        first = 0
        for table in self.tables:
            lanes = slice(first, first := first + len(table))
            told[lanes] = table.advice(self.config.teacher or "", seed, legal[lanes], counts[lanes])
        rows = (ours & (counts > 1)).nonzero()[:, 0]
        return indices[rows], values[rows], legal[rows], counts[rows], told[rows]

    def hear(self, answers: list[Answers]) -> None:
        """Keep the teacher's answers."""
        self.fresh = 0
        for answer in answers:
            assert self.memory is not None
            self.memory.add(*answer)
            self.fresh += len(answer[0])

    def learn(self, taught: float) -> dict[str, float]:
        """Improve the network on the collected games and the teacher's answers."""
        config, seen = self.config, self.rollout
        advantages, targets = (x.flatten(0, 1) for x in seen.advantages(config.gamma, config.gae_lambda))
        # Forced decisions and those of snapshots teach nothing about choosing.
        chosen = (seen.ours & (seen.counts[:-1] > 1)).flatten().nonzero()[:, 0]
        own = advantages[chosen]
        chosen, weights = self._kept(chosen)
        advantages = (advantages - own.mean()) / (own.std() + 1e-8)
        size = targets[chosen].abs()
        self.scale = max(1.0, 0.95 * self.scale + 0.05 * float(size.mean() + 2 * size.std()))
        targets = targets / self.scale
        rate = config.lesson_rate if taught == 1 else self.rate
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        total, count, moved, epochs = torch.zeros(len(MEASURED)), 0, 0.0, 0
        limit = config.target_kl * self.sunk()
        steps = round(config.lesson_epochs * self.fresh / config.lesson_minibatch) if taught == 1 else 0
        while epochs < (config.update_epochs if taught < 1 else 1):
            epochs += 1
            order = torch.randperm(len(chosen), generator=self.generator)
            parts = [part for part in order.split(config.minibatch_size) if len(part) > 1]
            measured = [self._descend(chosen[part], weights[part], advantages, targets, taught) for part in parts]
            total += sum(measured, torch.zeros(len(MEASURED)))
            count += len(parts)
            # The first minibatches of an epoch have moved least, so the second half is measured.
            late = measured[len(measured) // 2 :]
            moved = float(sum(each[3] for each in late)) / max(len(late), 1)
            if moved > limit:
                break
        for _ in range(max(0, steps - count)):
            total += self._study()
            count += 1
        if config.adapt and taught < 1:
            self._adapt(moved, limit, epochs)
        row = dict(zip(MEASURED, (total / max(count, 1)).tolist(), strict=True))
        row["kl"] = moved
        spread = targets[chosen, 0].var() if len(chosen) > 1 else torch.tensor(0.0)
        row["explained"] = 1 - row["value_loss"] / max(float(spread), 1e-8)
        row["episodes"] = int(seen.dones.sum())
        row["epochs"], row["learning_rate"], row["scale"], row["lesson_share"] = epochs, rate, self.scale, taught
        return row

    def _kept(self, chosen: Tensor) -> tuple[Tensor, Tensor]:
        """Return the decisions that this update learns from, and how many decisions each stands for.

        The gradient of a choice's logarithm is at most as large as the probability of the other choices, so what is
        certain is sampled: the expected gradient stays the same.
        """
        if self.config.sure_share == 1:
            return chosen, torch.ones(len(chosen))
        unsure = 1 - self.rollout.log_probs.flatten()[chosen].exp()
        share = (unsure / UNSURE).clamp(self.config.sure_share, 1)
        kept = torch.rand(len(chosen), generator=self.generator) < share
        return chosen[kept], 1 / share[kept]

    def _adapt(self, moved: float, limit: float, epochs: int) -> None:
        """Adapt the learning rate: up if all epochs moved too little, down if the first moved too much."""
        start = self.config.learning_rate
        if moved > 1.5 * limit and epochs <= max(1, self.config.update_epochs // 2):
            self.rate = max(self.rate / 1.3, start / CLIP_RATE)
        elif moved < limit and epochs == self.config.update_epochs:
            self.rate = min(self.rate * 1.3, start * CLIP_RATE)

    def _descend(self, part: Tensor, weights: Tensor, advantages: Tensor, targets: Tensor, taught: float) -> Tensor:
        """Make one gradient step on some of the decisions."""
        config, seen = self.config, self.rollout
        shown = (self.shuttle.rows(place, rows, part) for place, rows in enumerate(seen.flat()))
        choices, old = seen.choices.flatten()[part, None], seen.log_probs.flatten()[part]
        weights = self._here(weights / weights.sum())
        new, value = self.network.among(*shown)
        value_loss = weights @ (value - self._here(targets[part])).square().mean(1)
        loss = config.vf_coef * value_loss
        log_ratio = new.gather(1, self._here(choices))[:, 0] - self._here(old)
        ratio, advantage = log_ratio.exp(), self._here(advantages[part])
        clipped = ratio.clamp(1 - config.clip_coef, 1 + config.clip_coef)
        policy_loss = -weights @ torch.min(ratio * advantage, clipped * advantage)
        # exp is many times slower where it underflows, as at the very low logarithms of illegal actions.
        entropy = -weights @ (new.clamp(min=-80).exp() * new).sum(1)
        if taught < 1:
            loss = loss + policy_loss - config.ent_coef * self.sunk() * entropy
        agreed = loss.new_zeros(())
        if taught > 0 and self.memory is not None and len(self.memory):
            lesson_loss, agreed = self._lesson()
            loss = loss + taught * lesson_loss
        self._step(loss)
        with torch.no_grad():
            far = weights @ ((ratio - 1).abs() > config.clip_coef).float()
            kl = weights @ (ratio - 1 - log_ratio)
            return torch.stack([x.detach() for x in (policy_loss, value_loss, entropy, kl, far, agreed)]).cpu()

    def _study(self) -> Tensor:
        """Make one gradient step on the teacher's answers alone."""
        loss, agreed = self._lesson()
        self._step(loss)
        zero = agreed.new_zeros(())
        return torch.stack([loss.detach(), zero, zero, zero, zero, agreed]).cpu()

    def _lesson(self) -> tuple[Tensor, Tensor]:
        assert self.memory is not None
        sample = self.memory.sample(self.config.lesson_minibatch, self.fresh, self.generator)
        *shown, shares = map(self._here, sample)
        return lessons.loss(self.network.among(*shown)[0], shares)

    def _here(self, rows: Tensor) -> Tensor:
        """Move rows to the device of the updates."""
        return self.shuttle.bring(rows)

    def _step(self, loss: Tensor) -> None:
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), self.config.max_grad_norm)
        self.optimizer.step()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write everything needed to continue exactly from here."""
        state = {
            "network": {name: weights.cpu() for name, weights in self.network.state_dict().items()},
            "average": self.average,
            "optimizer": self.optimizer.state_dict(),
            "pool": self.pool,
            "generator": self.generator.get_state(),
            "dice": self.dice.get_state(),
            "ahead": None if self.ahead is None else [self.ahead, self.spare.state()],
            "lanes": [torch.frombuffer(bytearray(t.batch.to_bytes()), dtype=torch.uint8) for t in self.tables],
            "learners": [table.learner for table in self.tables],
            "memory": None if self.memory is None or self.lesson_share() == 0 else self.memory.state(),
            "progress": [self.update, self.decisions, self.seconds, self.cpu, self.rate, self.scale],
            "spent": self.spent,
        }
        _checkpoint.write(path, self.config, self.game, state)

    @classmethod
    def load(
        cls, path: str | os.PathLike[str], folder: str | os.PathLike[str] | None = None, **changes: Any
    ) -> Trainer:
        """Continue from a checkpoint, exactly as if it had never stopped; ``changes`` replace parts of its config."""
        config, state = _checkpoint.read(path)
        run = cls(dataclasses.replace(config, **changes), folder)
        run.network.load_state_dict(state["network"])
        run.actor.load_state_dict(state["network"])
        run.average = state["average"]
        run.optimizer.load_state_dict(state["optimizer"])
        run.pool = state["pool"]
        run.generator.set_state(state["generator"])
        if run.overlap:
            run.dice.set_state(state["dice"])
            if state["ahead"] is not None:
                run.ahead, played = [tuple(answer) for answer in state["ahead"][0]], state["ahead"][1]
                run.spare.restore(played)
        for table, lanes, learner in zip(run.tables, state["lanes"], state["learners"], strict=True):
            table.batch.restore(lanes.numpy().tobytes())
            table.learner = learner
        if run.memory is not None and state["memory"] is not None:
            run.memory.restore(state["memory"])
        run.update, run.decisions, run.seconds, run.cpu, run.rate, run.scale = state["progress"]
        run.spent = state["spent"]
        return run
