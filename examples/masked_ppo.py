"""Masked self-play PPO in one file, to be copied and changed: `python examples/masked_ppo.py --game agartha`.

One network plays every seat of every lane. `batch.rewards` has a column per seat, so each seat's decisions are credited
with what that seat earned until its next one. The package's own learner (`expedition train`) adds sparse observations,
opponents, lessons, a KL target and checkpoints.
"""

import argparse
import time
from dataclasses import dataclass, fields

import numpy as np
import torch
from torch import nn

import expedition


@dataclass
class Args:
    """The settings of a run, each of them an argument of the command line."""

    game: str = "agartha"
    seed: int = 1
    total_timesteps: int = 300_000
    num_envs: int = 128
    num_steps: int = 64
    learning_rate: float = 1e-3
    gamma: float = 1.0
    gae_lambda: float = 0.95
    minibatch_size: int = 512
    update_epochs: int = 4
    clip_coef: float = 0.2
    ent_coef: float = 0.01
    vf_coef: float = 0.5
    max_grad_norm: float = 0.5
    target_kl: float = 0.03
    eval_games: int = 200


class Agent(nn.Module):
    """Maps an observation to a masked distribution over actions and the value of the seat to act."""

    def __init__(self, game: expedition.Game) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(game.observation_size, 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU())
        self.actor, self.critic = nn.Linear(128, game.num_actions), nn.Linear(128, 1)
        nn.init.orthogonal_(self.actor.weight, 0.01)

    def forward(self, obs: torch.Tensor, masks: torch.Tensor) -> tuple[torch.distributions.Categorical, torch.Tensor]:
        """Return the distribution and the value; illegal actions get the logit -1e9, so they have no probability."""
        x = self.body(obs)
        logits = self.actor(x).masked_fill(~masks, -1e9)
        return torch.distributions.Categorical(logits=logits, validate_args=False), self.critic(x)[:, 0]


@torch.no_grad()
def win_rate(agent: Agent, game: expedition.Game, games: int, seed: int) -> float:
    """Play one game per lane against random opponents, from every seat in turn, and return the fraction won."""
    batch = expedition.Batch(game, games, seed=seed, opponents="random", learner="rotate")
    won, open_ = np.zeros(games, bool), np.ones(games, bool)
    while open_.any():
        seats = batch.learner_seats.copy()
        dist, _ = agent(torch.from_numpy(batch.observations), torch.from_numpy(batch.action_masks))
        batch.step(dist.logits.argmax(1).numpy())
        ended = np.flatnonzero(batch.dones & open_)
        won[ended] = batch.rewards[ended, seats[ended]] > 0
        open_[ended] = False
    return float(won.mean())


def advantages(args: Args, rewards: torch.Tensor, dones: torch.Tensor, seats: torch.Tensor, values: torch.Tensor,
               last_seats: torch.Tensor, last_values: torch.Tensor) -> torch.Tensor:  # fmt: skip
    """Return GAE per seat: going backward, each seat carries its next value and advantage and its earnings since."""
    lanes, players = rewards.shape[1:]
    next_value, next_adv, earned = (torch.zeros(lanes, players) for _ in range(3))
    # At the end only the seat to act has a value; the others keep the one of their last decision.
    rows = torch.arange(lanes)
    for step in range(len(seats)):
        next_value[rows, seats[step]] = values[step]
    next_value[rows, last_seats] = last_values
    found = torch.zeros_like(values)
    for step in reversed(range(len(seats))):
        for carried in (next_value, next_adv, earned):
            carried[dones[step]] = 0
        earned += rewards[step]
        seat = seats[step]
        delta = earned[rows, seat] + args.gamma * next_value[rows, seat] - values[step]
        found[step] = delta + args.gamma * args.gae_lambda * next_adv[rows, seat]
        next_value[rows, seat], next_adv[rows, seat], earned[rows, seat] = values[step], found[step], 0.0
    return found


def train(args: Args) -> tuple[float, float]:
    """Train, and return the win rate against random play before and after."""
    torch.manual_seed(args.seed)
    game = expedition.Game(args.game)
    batch = expedition.Batch(game, args.num_envs, seed=args.seed)
    agent = Agent(game)
    optimizer = torch.optim.Adam(agent.parameters(), lr=args.learning_rate, eps=1e-5)
    shape = (args.num_steps, args.num_envs)
    obs, masks = torch.zeros(*shape, game.observation_size), torch.zeros(*shape, game.num_actions, dtype=torch.bool)
    actions, seats = torch.zeros(shape, dtype=torch.int64), torch.zeros(shape, dtype=torch.int64)
    logprobs, values, dones = torch.zeros(shape), torch.zeros(shape), torch.zeros(shape, dtype=torch.bool)
    rewards = torch.zeros(*shape, game.players)
    before, begin, steps = win_rate(agent, game, args.eval_games, 99), time.perf_counter(), 0
    for update in range(1, 1 + args.total_timesteps // (args.num_envs * args.num_steps)):
        with torch.no_grad():
            for step in range(args.num_steps):
                obs[step], masks[step] = torch.from_numpy(batch.observations), torch.from_numpy(batch.action_masks)
                seats[step] = torch.from_numpy(batch.seats)
                dist, values[step] = agent(obs[step], masks[step])
                actions[step] = dist.sample()
                logprobs[step] = dist.log_prob(actions[step])
                batch.step(actions[step].numpy())  # the arrays of the batch now show the next position
                rewards[step], dones[step] = torch.from_numpy(batch.rewards), torch.from_numpy(batch.dones)
            last = agent(torch.from_numpy(batch.observations), torch.from_numpy(batch.action_masks))[1]
            adv = advantages(args, rewards, dones, seats, values, torch.from_numpy(batch.seats).long(), last)
            returns = (adv + values).flatten()
        adv = ((adv - adv.mean()) / (adv.std() + 1e-8)).flatten()
        flat = [x.flatten(0, 1) for x in (obs, masks, actions, logprobs)]
        for _ in range(args.update_epochs):
            moved = []
            for part in torch.randperm(len(adv)).split(args.minibatch_size):
                o, m, a, old = (x[part] for x in flat)
                dist, value = agent(o, m)
                log_ratio = dist.log_prob(a) - old
                ratio = log_ratio.exp()
                clipped = ratio.clamp(1 - args.clip_coef, 1 + args.clip_coef)
                pg_loss = -torch.min(ratio * adv[part], clipped * adv[part]).mean()
                v_loss = (value - returns[part]).square().mean()
                loss = pg_loss + args.vf_coef * v_loss - args.ent_coef * dist.entropy().mean()
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(agent.parameters(), args.max_grad_norm)
                optimizer.step()
                moved.append(float((ratio.detach() - 1 - log_ratio.detach()).mean()))
            if np.mean(moved) > args.target_kl:
                break
        steps += len(adv)
        rate = steps / (time.perf_counter() - begin)
        print(f"update {update}: {steps:,} decisions, {rate:,.0f}/s, KL {np.mean(moved):.4f}, value loss {v_loss:.3f}")
    after = win_rate(agent, game, args.eval_games, 99)
    print(f"{args.game}: wins {before:.0%} against random before, {after:.0%} after")
    return before, after


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    for field in fields(Args):
        parser.add_argument("--" + field.name.replace("_", "-"), type=type(field.default), default=field.default)
    train(Args(**vars(parser.parse_args())))
