"""Experience for RLlib from one :class:`expedition.Batch`, without Python code per game in a step.

RLlib's own multi-agent runner keeps a tree of Python objects for each game and touches it at every decision. Here all
games step together, decisions are kept as arrays, and at the end they are cut into RLlib's episodes: the decisions of
one seat in one game are one ``SingleAgentEpisode``. So one network learns from every seat, each with its own rewards
and the values of its own next decision.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from .._arguments import make_game
from .._engine import Batch, Game
from .._extras import need
from ..envs.spaces import action_space, observation_space

if TYPE_CHECKING:
    import torch
    from gymnasium import spaces
    from gymnasium.vector import VectorEnv
    from gymnasium.vector.utils import batch_space
    from ray.rllib.core.columns import Columns
    from ray.rllib.env.single_agent_env_runner import SingleAgentEnvRunner
    from ray.rllib.env.single_agent_episode import SingleAgentEpisode
    from ray.rllib.env.utils.infinite_lookback_buffer import InfiniteLookbackBuffer
else:
    SingleAgentEnvRunner = need("ray.rllib.env.single_agent_env_runner", "ray", "RLlib").SingleAgentEnvRunner
    SingleAgentEpisode = need("ray.rllib.env.single_agent_episode", "ray", "RLlib").SingleAgentEpisode
    InfiniteLookbackBuffer = need("ray.rllib.env.utils.infinite_lookback_buffer", "ray", "RLlib").InfiniteLookbackBuffer
    Columns = need("ray.rllib.core.columns", "ray", "RLlib").Columns
    torch = need("torch", "ray", "RLlib")
    spaces = need("gymnasium", "ray", "RLlib").spaces
    VectorEnv = need("gymnasium.vector", "ray", "RLlib").VectorEnv
    batch_space = need("gymnasium.vector.utils", "ray", "RLlib").batch_space

Array = npt.NDArray[Any]
KEPT = (Columns.ACTIONS, Columns.ACTION_LOGP, Columns.ACTION_DIST_INPUTS)
"""The columns of a decision besides the observation."""


def masked_space(game: Game) -> spaces.Dict:
    """Return the space of a seat's observations, as RLlib's masking module expects it."""
    return spaces.Dict({
        "observations": observation_space(game),
        "action_mask": spaces.Box(0.0, 1.0, (game.num_actions,), np.float32),
    })  # fmt: skip


class BatchSpaces(VectorEnv):
    """Describes the games of a batch to RLlib. :class:`BatchRunner` plays them; nothing passes through here."""

    def __init__(self, batch: Batch) -> None:
        self.batch, self.num_envs = batch, len(batch)
        self.single_observation_space = masked_space(batch.game)
        self.single_action_space = action_space(batch.game)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)


@dataclass
class OpenSeat:
    """A seat of a game between two samples: its last decision stays open until its next one is seen."""

    name: str
    decided: int = 0
    """Number of decisions handed out in earlier samples."""
    last: dict[str, Array] | None = None
    earned: float = 0.0
    """The reward the seat has earned since its last decision."""


class BatchRunner(SingleAgentEnvRunner):
    """An ``EnvRunner`` that plays ``num_envs_per_env_runner`` games in one batch, every seat by the same network.

    ``env_config`` holds ``game``, ``threads`` and the game's options. Connectors from the environment to the module and
    back are not run: observations and actions are exactly the network's inputs and outputs.
    """

    env: BatchSpaces | None

    def make_env(self) -> None:
        """Open the batch that ``env_config`` describes."""
        options = dict(self.config.env_config)
        threads = options.pop("threads", None)
        game = make_game(options.pop("game"), options)
        self.env = BatchSpaces(Batch(game, self.config.num_envs_per_env_runner, seed=self._seed, threads=threads))
        self.num_envs = self.env.num_envs
        self._deal()
        self._needs_initial_reset = False

    def _deal(self) -> None:
        assert self.env is not None
        seats = range(self.env.batch.game.players)
        self._open_seats = [[OpenSeat(uuid.uuid4().hex) for _ in seats] for _ in range(self.num_envs)]

    def _decide(self, *, explore: bool, random_actions: bool) -> dict[str, Array]:
        """Return an action for every game, its log-probability and the distribution's inputs."""
        assert self.env is not None
        batch = self.env.batch
        if random_actions:
            legal = batch.action_masks
            return {
                Columns.ACTIONS: batch.sample().astype(np.int64),
                Columns.ACTION_LOGP: -np.log(legal.sum(1, dtype=np.float32)),
                Columns.ACTION_DIST_INPUTS: np.where(legal, np.float32(0), np.finfo(np.float32).min),
            }
        seen = {
            "observations": torch.from_numpy(batch.observations).to(self._device),
            "action_mask": torch.from_numpy(batch.action_masks).to(self._device, torch.float32),
        }
        with torch.no_grad():
            if explore:
                logits = self.module.forward_exploration({Columns.OBS: seen})[Columns.ACTION_DIST_INPUTS]
                chosen = self.module.get_exploration_action_dist_cls().from_logits(logits)
            else:
                logits = self.module.forward_inference({Columns.OBS: seen})[Columns.ACTION_DIST_INPUTS]
                chosen = self.module.get_inference_action_dist_cls().from_logits(logits)
            actions = (chosen if explore else chosen.to_deterministic()).sample()
            found = (actions, chosen.logp(actions), logits)
        return {name: tensor.cpu().numpy() for name, tensor in zip(KEPT, found, strict=True)}

    def _sample(
        self,
        *,
        num_timesteps: int | None = None,
        num_episodes: int | None = None,
        explore: bool,
        random_actions: bool = False,
        force_reset: bool = False,
    ) -> list[SingleAgentEpisode]:
        """Play until there are that many decisions, or finished games counted by seat, and cut them into episodes."""
        assert self.env is not None
        batch = self.env.batch
        if force_reset or self._needs_initial_reset or num_episodes is not None:
            batch.reset()
            self._deal()
            self._ongoing_episodes_for_metrics.clear()
            self._needs_initial_reset = False
        steps: list[dict[str, Array]] = []
        played = ended = 0
        while (played < num_timesteps) if num_timesteps is not None else (ended < (num_episodes or 0)):
            step = {
                "observations": batch.observations.copy(), "action_mask": batch.action_masks.copy(),
                "seats": batch.seats.copy(), **self._decide(explore=explore, random_actions=random_actions),
            }  # fmt: skip
            batch.step(step[Columns.ACTIONS])
            steps.append(step | {"rewards": batch.rewards.copy(), "dones": batch.dones.copy()})
            played += self.num_envs
            ended += int(batch.dones.sum()) * batch.game.players
        if not steps:
            return []
        columns = {name: np.stack([step[name] for step in steps], axis=1) for name in steps[0]}
        whole: list[SingleAgentEpisode] = []
        parts: list[SingleAgentEpisode] = []
        for lane, seats in enumerate(self._open_seats):
            rows = {name: column[lane] for name, column in columns.items()}
            begin = 0
            for end in (np.flatnonzero(rows["dones"]) + 1).tolist():
                for seat in range(len(seats)):
                    whole += self._cut(rows, seats, seat, begin, end, over=True)
                begin = end
            for seat in range(len(seats)):
                parts += self._cut(rows, seats, seat, begin, len(steps), over=False)
        self._done_episodes_for_metrics.extend(whole)
        for part in parts:
            self._ongoing_episodes_for_metrics[part.id_].append(part)
        self._log_env_steps(metric=self._metrics_num_env_steps_sampled, num_steps=played)
        self._increase_sampled_metrics(sum(map(len, whole)) + sum(map(len, parts)), len(whole))
        return whole + parts

    def _cut(
        self, table: dict[str, Array], seats: list[OpenSeat], seat: int, begin: int, end: int, *, over: bool
    ) -> list[SingleAgentEpisode]:
        """Return a seat's decisions from one step to another as a list of one episode, empty without any decision.

        If the game goes on, the last decision stays open: its observation follows the others.
        """
        opened = seats[seat]
        times = begin + np.flatnonzero(table["seats"][begin:end] == seat)
        earned = table["rewards"][begin:end, seat]
        first = times[0] - begin if len(times) else end - begin
        opened.earned += float(earned[:first].sum())
        rewards = np.add.reduceat(earned, times - begin) if len(times) else np.empty(0, np.float32)
        rows = {name: table[name][times] for name in ("observations", "action_mask", *KEPT)}
        if opened.last is not None:
            rows = {name: np.concatenate([row[None], rows[name]]) for name, row in opened.last.items()}
            rewards = np.concatenate([np.array([opened.earned], np.float32), rewards])
        if over:
            seats[seat] = OpenSeat(uuid.uuid4().hex)
            # After the end every value is zero, whatever the observation shows.
            behind = {name: np.concatenate([rows[name], rows[name][-1:]]) for name in ("observations", "action_mask")}
            count = len(rewards)
        else:
            if not len(rewards):
                return []
            opened.last = {name: column[-1].copy() for name, column in rows.items()}
            opened.earned = float(rewards[-1])
            behind, count = rows, len(rewards) - 1
        if not count:
            return []
        episode = SingleAgentEpisode(
            opened.name,
            observations=InfiniteLookbackBuffer({
                "observations": behind["observations"], "action_mask": behind["action_mask"].astype(np.float32)
            }),
            infos=InfiniteLookbackBuffer([{}] * (count + 1)),
            actions=InfiniteLookbackBuffer(rows[Columns.ACTIONS][:count]),
            rewards=InfiniteLookbackBuffer(rewards[:count].astype(np.float32)),
            extra_model_outputs={
                name: InfiniteLookbackBuffer(rows[name][:count])
                for name in (Columns.ACTION_LOGP, Columns.ACTION_DIST_INPUTS)
            },
            terminated=over,
            t_started=opened.decided,
            len_lookback_buffer=0,
        )  # fmt: skip
        opened.decided += count
        return [episode]
