"""Agents and searches from Python."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import expedition
from expedition import Agent, Batch, BatchSearch, Game


def winning(left: int) -> int | None:
    """The winning number of steps of The Shaft, counted from 0."""
    return left % 4 - 1 if left % 4 else None


def test_agents_are_listed_for_every_game() -> None:
    for name in expedition.games():
        assert expedition.agents(name) == ("random", "greedy", "mc", "mcts")
    assert expedition.agents(Game("toy")) == expedition.agents()
    with pytest.raises(ValueError, match=r"there is no game .chess."):
        expedition.agents("chess")


@pytest.mark.parametrize("name", expedition.games())
@pytest.mark.parametrize("agent", ["random", "greedy", "mc:4", "mcts:8"])
def test_every_agent_plays_every_game(name: str, agent: str) -> None:
    game = Game(name)
    player, ep = Agent(agent, game, seed=3), game.episode(seed=1)
    for _ in range(12):
        if ep.is_over:
            break
        before = ep.to_bytes()
        action = player.act(ep)
        assert action in ep.legal_actions()
        assert ep.to_bytes() == before
        ep.play(action)


def test_mcts_finds_the_winning_move_and_says_why() -> None:
    game = Game("toy", depth=6)
    ep = game.episode(seed=7)
    agent = Agent("mcts", game, simulations=400, seed=1)
    assert agent.spec == "mcts:simulations=400"
    assert agent.act(ep) == winning(6)
    found = Agent("mcts", game, simulations=400, seed=1).analyse(ep)
    assert found.best == winning(6)
    assert found.names == ["lead 1", "lead 2", "lead 3"]
    assert found.actions.tolist() == [0, 1, 2]
    assert found.visits.sum() == 400
    assert found.visits.argmax() == found.values.argmax() == winning(6)
    assert found.to_pandas().columns.tolist() == ["action", "name", "visits", "value", "share"]
    assert "lead 2" in repr(found)


def test_the_same_seed_gives_the_same_choices() -> None:
    game = Game("toy", depth=30)
    ep = game.episode(seed=0)
    one, two = Agent("mcts:20", game, seed=5), Agent("mcts:20", game, seed=5)
    first = [one.act(ep) for _ in range(6)]
    assert first == [two.act(ep) for _ in range(6)]
    one.reset(5)
    assert first == [one.act(ep) for _ in range(6)]


def test_the_settings_in_the_guide_exist() -> None:
    guide = (Path(__file__).parents[2] / "docs/guides/agents.md").read_text()
    agent, settings = "", []
    for first, second in re.findall(r"^\| (`\w+`)? ?\| (`[^|]+`) \|", guide, re.MULTILINE):
        agent = first.strip("`") or agent
        settings += [(agent, name) for name in re.findall(r"`(\w+)`", second)]
    assert len(settings) > 10
    game = Game("toy")
    for agent, name in settings:
        for value in (2, "random", "yes", "0.5"):
            try:
                Agent(agent, game, seed=1, **{name: value})
            except ValueError as error:
                if "there is no setting" in str(error):
                    raise


def test_mistakes_are_sentences() -> None:
    game = Game("toy", depth=1)
    with pytest.raises(ValueError, match="choose one of random, greedy, mc, mcts, network"):
        Agent("stockfish", game)
    with pytest.raises(ValueError, match="there is no setting"):
        Agent("mcts", game, wisdom=3)
    ep = game.episode(seed=0)
    ep.play(0)
    with pytest.raises(ValueError, match="the episode is over"):
        Agent("greedy", game).act(ep)


def test_opponents_of_a_batch() -> None:
    batch = Batch("toy", 32, depth=9, opponents={0: "mcts:300"}, seed=1)
    left = batch.observations[:, 0] * 40
    assert np.allclose(left, 8), "the opponent leads down to a multiple of four"
    with pytest.raises(ValueError, match="choose one of random, greedy, mc, mcts, network"):
        Batch("toy", 2, opponents={1: "oracle"})


MOST = {"agartha": 4, "arnak": 4, "kathmandu": 4, "subterra": 6, "toy": 3}


@pytest.mark.parametrize("name", expedition.games())
def test_a_learner_sits_among_many_opponents(name: str) -> None:
    players = MOST[name]
    crowd = dict(zip(range(1, players), ["mcts:4", "greedy", "random", "mc:4", "mcts:3,rollout=random"], strict=False))
    one, two = (Batch(name, 3, players=players, opponents=crowd, seed=5, threads=t) for t in (1, 2))
    for _ in range(4):
        assert (one.seats == 0).all()
        assert one.observations.tobytes() == two.observations.tobytes()
        actions = one.sample()
        one.step(actions)
        two.step(actions)
    rotating = Batch(name, 6, players=players, opponents="greedy", learner="rotate", seed=5)
    assert len(set(rotating.seats.tolist())) > 1
    before = rotating.seats.copy()
    rotating.step(rotating.sample())
    assert (rotating.dones | (rotating.seats == before)).all(), "the learner keeps its seat for an episode"


def test_gymnasium_seats_agents_with_settings() -> None:
    gymnasium = pytest.importorskip("gymnasium", reason="the extra gym, part of dev")
    env = gymnasium.make("expedition/Toy-v0", depth=9, opponents="mcts:200", seat=1)
    observation, _ = env.reset(seed=3)
    assert np.isclose(observation[0] * 40, 8), "the opponent leads down to a multiple of four"
    envs = gymnasium.make_vec("expedition/Toy-v0", num_envs=4, depth=9, opponents="mcts:200", seat=1)
    observations, _ = envs.reset(seed=3)
    assert np.allclose(observations[:, 0] * 40, 8)
    with pytest.raises(ValueError, match="no built-in agent"):
        gymnasium.make("expedition/Toy-v0", opponents="oracle:200")


def uniform(observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return masks / masks.sum(axis=1, keepdims=True), np.zeros(len(observations))


@pytest.mark.parametrize("depth", [2, 3, 5, 6, 7, 9])
@pytest.mark.parametrize("gumbel", [False, True])
def test_batch_search_finds_the_exact_move(depth: int, gumbel: bool) -> None:
    batch = Batch("toy", 5, depth=depth, seed=2)
    before = [batch.episode(i).to_bytes() for i in range(5)]
    result = BatchSearch(batch, uniform, simulations=400, gumbel=gumbel, considered=3).run()
    assert result.actions.tolist() == [winning(depth)] * 5
    assert result.visits.sum(axis=1).tolist() == [400] * 5
    assert result.visits.shape == result.values.shape == (5, batch.game.num_actions)
    assert gumbel or (result.root_values > 0).all()
    assert np.allclose(result.policy().sum(axis=1), 1)
    assert [batch.episode(i).to_bytes() for i in range(5)] == before, "the batch is not changed"


def test_batch_search_agrees_with_mcts() -> None:
    game = Game("toy", depth=7)
    batch = Batch(game, 4, seed=0)
    found = BatchSearch(batch, uniform, simulations=1500, exploration=1.2).run()
    agent = Agent("mcts", game, simulations=1501, rollout="random", cutoff=0, guided=False, seed=1)
    expected = agent.analyse(game.episode(seed=0))
    for lane in range(4):
        shares = found.visits[lane] / 1500
        assert np.abs(shares - expected.visits / 1500).max() < 0.1
        often = expected.visits > 500
        assert np.abs(found.values[lane] - expected.values)[often].max() < 0.25


def test_batch_search_takes_logits_noise_and_values_by_seat() -> None:
    batch = Batch("toy", 3, players=3, depth=2, seed=0)
    calls = []

    def evaluator(observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        calls.append((observations.shape, masks.shape))
        return np.where(masks, 0.0, 50.0), np.zeros((3, 3))

    search = BatchSearch(batch, evaluator, simulations=100, logits=True, noise=(0.5, 0.25))
    assert search.run().actions.tolist() == [1, 1, 1]
    assert set(calls) == {((3, batch.game.observation_size), (3, batch.game.num_actions))}
    assert len(calls) <= 101


def test_batch_search_names_what_is_wrong() -> None:
    batch = Batch("toy", 2, seed=0)
    with pytest.raises(ValueError, match="priors of shape"):
        BatchSearch(batch, lambda o, m: (np.zeros((2, 7)), np.zeros(2))).run()
    with pytest.raises(ValueError, match="values of shape"):
        BatchSearch(batch, lambda o, m: (m, np.zeros((2, 5)))).run()
    with pytest.raises(TypeError, match="two arrays"):
        BatchSearch(batch, lambda o, m: None).run()  # type: ignore[arg-type,return-value]
    with pytest.raises(ValueError, match="simulations=0"):
        BatchSearch(batch, uniform, simulations=0)


def test_score_breakdowns_add_up() -> None:
    for name in expedition.games():
        ep = Game(name).episode(seed=1)
        agent = Agent("random", ep.game, seed=1)
        while not ep.is_over:
            ep.play(agent.act(ep))
        assert np.allclose(sum(ep.score_breakdown().values()), ep.scores(), atol=1e-3)
