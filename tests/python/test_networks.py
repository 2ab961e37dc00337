"""Networks without torch: files, numbers, agents, batches and searches that use them."""

from __future__ import annotations

import copy
import pickle
import runpy
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import expedition
from expedition import Agent, Batch, BatchSearch, Game, Network
from expedition._networks import card
from expedition.analysis.speed import network_speed, search_speed

SHIPPED = Path(expedition.__file__).parent / "networks"


def drawn(game: Game, widths: tuple[int, ...] = (16, 8), seed: int = 0, **facts: object) -> Network:
    """Return a network with weights drawn around zero."""
    rng = np.random.default_rng(seed)
    tensors = {"first.weight": rng.normal(size=(game.observation_size, widths[0])) * 0.2}
    tensors["first.bias"] = rng.normal(size=widths[0]) * 0.2
    for i, (a, b) in enumerate(pairwise(widths)):
        tensors[f"hidden.{i}.weight"] = rng.normal(size=(b, a)) / np.sqrt(a)
        tensors[f"hidden.{i}.bias"] = rng.normal(size=b) * 0.2
    for name, outputs in (("policy", game.num_actions), ("value", game.players)):
        tensors[f"{name}.weight"] = rng.normal(size=(outputs, widths[-1])) / np.sqrt(widths[-1])
        tensors[f"{name}.bias"] = rng.normal(size=outputs) * 0.2
    return Network.from_tensors(tensors, game, **facts)


def plain(net: Network, observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Evaluate with numpy in double precision."""
    tensors = {name: array.astype(np.float64) for name, array in net.tensors().items()}
    x = np.maximum(observations.astype(np.float64) @ tensors["first.weight"] + tensors["first.bias"], 0)
    layer = 0
    while f"hidden.{layer}.weight" in tensors:
        x = np.maximum(x @ tensors[f"hidden.{layer}.weight"].T + tensors[f"hidden.{layer}.bias"], 0)
        layer += 1
    logits = np.where(masks, x @ tensors["policy.weight"].T + tensors["policy.bias"], -np.inf)
    shares = np.exp(logits - logits.max(axis=1, keepdims=True))
    values = np.tanh(x @ tensors["value.weight"].T + tensors["value.bias"])
    return shares / shares.sum(axis=1, keepdims=True), values


@pytest.mark.parametrize("name", expedition.games())
def test_one_padded_network_plays_with_any_number_of_players(name: str, tmp_path: Path) -> None:
    counts = Game(name).player_counts
    games = [Game(name, players=players, observation="padded") for players in counts]
    layouts = [[(f.name, f.offset, f.shape, f.labels, f.low, f.high) for f in game.layout] for game in games]
    assert all(layout == layouts[0] for layout in layouts), "padded, all tables show the same"
    file = tmp_path / "padded.safetensors"
    drawn(games[-1], players=list(counts)).save(file)
    for players in counts:
        agent = Agent(f"network:{file}", Game(name, players=players), seed=1)
        ep = agent.game.episode(seed=3)
        assert agent.act(ep) in ep.legal_actions()


@pytest.mark.parametrize("name", expedition.games())
def test_numbers_are_those_of_a_plain_evaluation(name: str) -> None:
    batch = Batch(name, 40, seed=3)
    batch.rollout(30)
    net = drawn(batch.game, (48, 32))
    probabilities, values = net.evaluate(batch.observations, batch.action_masks)
    shares, worth = plain(net, batch.observations, batch.action_masks)
    np.testing.assert_allclose(probabilities, shares, atol=1e-5)
    np.testing.assert_allclose(values, worth, atol=1e-5)
    assert not probabilities[~batch.action_masks].any()
    # Alone and among others a row gives the same numbers, bit for bit.
    for row in (0, 17, 39):
        alone = net.evaluate(batch.observations[row : row + 1], batch.action_masks[row : row + 1])
        assert np.array_equal(alone[0][0], probabilities[row])
        assert np.array_equal(alone[1][0], values[row])


def test_sparse_rows_are_the_same_rows() -> None:
    batch = Batch("agartha", 12, seed=1)
    net = drawn(batch.game)
    size, most = batch.game.observation_size, int((batch.observations != 0).sum(axis=1).max())
    indices = np.full((12, most), size, np.int32)
    values = np.zeros((12, most), np.float32)
    for row, observation in enumerate(batch.observations):
        found = np.flatnonzero(observation)[::-1]
        indices[row, : len(found)], values[row, : len(found)] = found, observation[found]
    dense = net.evaluate(batch.observations, batch.action_masks)
    sparse = net.evaluate(indices=indices, values=values, masks=batch.action_masks)
    assert np.array_equal(dense[0], sparse[0])
    assert np.array_equal(dense[1], sparse[1])


def test_a_file_brings_everything_back(tmp_path: Path) -> None:
    net = drawn(Game("arnak", players=3), training={"minutes": 3}, strength="untrained")
    net.save(tmp_path / "mine.safetensors")
    back = Network.load(tmp_path / "mine.safetensors")
    assert back == net == pickle.loads(pickle.dumps(net)) == copy.deepcopy(net)
    assert hash(back) == hash(net)
    assert back != drawn(Game("arnak", players=3), seed=1)
    assert back.to_bytes() == net.to_bytes() == (tmp_path / "mine.safetensors").read_bytes()
    assert back.game == Game("arnak", players=3)
    info = back.info
    assert (info["game"], info["players"], info["training"], info["strength"]) == (
        "arnak", [3], {"minutes": 3}, "untrained",
    )  # fmt: skip
    assert info["parameters"] == sum(array.size for array in net.tensors().values())
    assert repr(back) == "<expedition.Network arnak for 3 players, 16-8>"
    assert [path.name for path in tmp_path.iterdir()] == ["mine.safetensors"]


@pytest.mark.parametrize("name", ["agartha", "arnak"])
def test_weights_in_eight_bits_are_nearly_the_same_network(name: str, tmp_path: Path) -> None:
    batch = Batch(name, 60, seed=4)
    batch.rollout(30)
    net = drawn(batch.game, (64, 32), strength="untrained")
    small = net.quantized()
    small.save(tmp_path / "small.safetensors")
    back = Network.load(tmp_path / "small.safetensors")
    assert back == small == small.quantized() != net
    assert back.info == net.info
    assert len(small.to_bytes()) < 0.6 * len(net.to_bytes())
    shares, worth = back.evaluate(batch.observations, batch.action_masks)
    exact, exactly = plain(back, batch.observations, batch.action_masks)
    np.testing.assert_allclose(shares, exact, atol=1e-5)
    np.testing.assert_allclose(worth, exactly, atol=1e-5)
    before, valued = net.evaluate(batch.observations, batch.action_masks)
    assert 0 < np.abs(shares - before).max() < 0.05
    assert np.abs(worth - valued).max() < 0.05


def test_inputs_that_play_never_shows_are_taken_out(tmp_path: Path) -> None:
    script = runpy.run_path(str(Path(__file__).parents[2] / "tools" / "ship_network.py"))
    net = drawn(Game("agartha"), training="none", strength={"greedy": 0.5})
    small = script["compact"](net, positions=6000, seed=1)
    shown = script["shown"](net, positions=6000, seed=1)
    empty = ~small.tensors()["first.weight"].any(axis=1)
    assert np.array_equal(empty, ~shown)
    assert 0 < empty.sum() < len(empty)
    assert small.info == net.info
    batch = Batch("agartha", 50, seed=2)  # a batch this small shows only first decisions
    exact, _ = net.evaluate(batch.observations, batch.action_masks)
    assert np.abs(small.evaluate(batch.observations, batch.action_masks)[0] - exact).max() < 0.05


def test_mistakes_are_named(tmp_path: Path) -> None:
    game = Game("toy")
    net = drawn(game)
    batch = Batch(game, 2)
    for call, problem in [
        (lambda: net.evaluate(batch.observations), "masks is missing"),
        (lambda: net.evaluate(masks=batch.action_masks), "observations, or indices and values"),
        (lambda: net.evaluate(batch.observations, batch.action_masks, indices=[[0], [0]]), "observations, or indices"),
    ]:
        with pytest.raises(TypeError, match=problem):
            call()
    sizes = game.observation_size
    for call, problem in [
        (lambda: net.evaluate(batch.observations[:, :-1], batch.action_masks), r"observations has the shape \[2, 12\]"),
        (lambda: net.evaluate(batch.observations[:1], batch.action_masks), "observations has the shape"),
        (lambda: net.evaluate(batch.observations, batch.action_masks[:, :1]), "masks has the shape"),
        (
            lambda: net.evaluate(np.full((2, sizes), np.nan), batch.action_masks),
            "row 0 holds a number that is not finite",
        ),
        (lambda: net.evaluate(indices=[[-1]] * 2, values=[[1.0]] * 2, masks=batch.action_masks), "holds -1"),
        (lambda: net.evaluate(indices=[[1, 1]] * 2, values=[[1.0, 2.0]] * 2, masks=batch.action_masks), "1 twice"),
        (lambda: Network.load("chess-2"), 'there is no shipped network "chess-2"'),
        (lambda: Network.from_bytes(b"what"), "not a network"),
        (lambda: Network.from_tensors({}, game), "has no tensor first.weight"),
        (lambda: Network.from_tensors(net.tensors(), game, indifferent=["hue"]), '"hue", which is no option of toy'),
        (lambda: Network.from_tensors({**net.tensors(), "value.bias": [np.inf, 0]}, game), "not a finite number"),
        (lambda: Network.from_tensors(net.tensors(), Game("agartha")), "another layout"),
        (lambda: Agent("network", "toy", players=3), "players"),
        (lambda: Agent("network", Game("toy", players=3)), 'use "mcts:400" or "greedy"'),
        (lambda: Agent("greedy", game, network=net), "takes no network"),
        (lambda: Agent("mcts", Game("agartha"), network=net), "plays toy, not agartha"),
        (lambda: Agent("network:hot=1", game), "a name or path, temperature"),
        (lambda: Batch("toy", 2, players=3, opponents="network"), 'use "mcts:400" or "greedy"'),
        (
            lambda: expedition.simulate("toy", 2, ["network", "random", "random"], players=3),
            "no shipped network plays toy",
        ),
        (lambda: BatchSearch(Batch("agartha", 2), net).run(), "plays toy, not agartha"),
    ]:
        with pytest.raises(ValueError, match=problem):
            call()
    with pytest.raises(FileNotFoundError):
        Network.load(tmp_path / "none.safetensors")
    with pytest.raises(TypeError, match=r"first\.weight is not an array"):
        Network.from_tensors({"first.weight": "no"}, game)


def test_networks_observe_as_they_were_trained() -> None:
    whole, pieces = Game("agartha"), Game("agartha", glance=False)
    net = Network.load("agartha-2")
    batch = Batch(pieces, 4, seed=1)
    with pytest.raises(ValueError, match="observations"):
        net.evaluate(batch.observations, batch.action_masks)
    with pytest.raises(ValueError, match="another layout"):
        Network.from_tensors(net.tensors(), pieces)
    ep, same = pieces.episode(seed=3), whole.episode(seed=3)
    assert Agent("network", pieces).act(ep) == Agent("network", whole).act(same)


def test_agents_play_what_the_network_says() -> None:
    game = Game("toy", depth=11)
    for agent in (
        Agent("network", game),
        Agent("network:toy-2", game),
        Agent("network", game, network="toy-2"),
        Agent("network", game, network=Network.load("toy-2"), temperature=0.1),
        Agent("mcts", game, simulations=30, network="toy-2"),
        Agent("mcts:30,network", game),
        Agent("mcts", game, simulations=30, network=Network.load("toy-2")),
    ):
        ep = game.episode(seed=1)
        assert agent.act(ep) == 2, agent
        analysis = agent.analyse(ep)
        assert analysis.best == 2
        assert analysis.shares.sum() == pytest.approx(1, abs=1e-5)
        assert analysis.values[2] > 0.9
        assert not analysis.values[0] > 0


def test_networks_sit_at_tables(tmp_path: Path) -> None:
    Network.load("toy-2").save(tmp_path / "mine.safetensors")
    for spec in ("network", f"network:{tmp_path}/mine.safetensors", "mcts:20,network"):
        played = expedition.simulate("toy", 40, [spec, "random"], seed=1)
        assert played.won[:, 0].mean() > 0.9, spec
        batch = Batch("toy", 64, opponents=spec, learner="rotate", seed=2)
        lost = games = 0
        for _ in range(40):
            batch.step(batch.sample())
            ended = np.flatnonzero(batch.dones)
            games += len(ended)
            lost += int((batch.rewards[ended] < 0).any(axis=1).sum())
        assert games > 100
        assert lost == games
    table = expedition.arena("toy", ["network", "random"], games=20)
    assert table.ratings[0].agent == "network"


def test_choices_do_not_depend_on_threads() -> None:
    for spec in ("network:temperature=1", "mcts:10,network"):
        one, two = (expedition.simulate("toy", 30, [spec, "random"], seed=4, threads=n, decisions=True) for n in (1, 3))
        assert np.array_equal(one.decisions.columns["action"], two.decisions.columns["action"])


def test_a_search_over_a_batch_stays_in_rust() -> None:
    batch = Batch("agartha", 6, seed=5)
    batch.rollout(5)
    net = drawn(batch.game)
    for how in ({}, {"gumbel": True}, {"noise": (0.5, 0.25)}):
        native = BatchSearch(batch, net, simulations=40, seed=3, **how).run()
        assert native.visits.sum(axis=1).tolist() == [40] * 6

        searches: list[BatchSearch] = []

        def evaluate(
            observations: np.ndarray, masks: np.ndarray, searches: list[BatchSearch] = searches
        ) -> tuple[np.ndarray, np.ndarray]:
            probabilities, values = net.evaluate(observations, masks)
            values = values - values.mean(axis=1, keepdims=True)  # the engine compares each seat with the mean of all
            seats = searches[0]._seats
            return probabilities, np.stack([np.roll(row, seat) for row, seat in zip(values, seats, strict=True)])

        searches.append(BatchSearch(batch, evaluate, simulations=40, seed=3, **how))
        found = searches[0].run()
        assert np.array_equal(native.visits, found.visits)
        assert np.array_equal(native.actions, found.actions)
        assert np.array_equal(native.values, found.values)


def test_what_is_shipped_is_whole() -> None:
    listed = expedition.networks()
    assert [entry["name"] for entry in listed] == sorted(path.stem for path in SHIPPED.glob("*.safetensors"))
    assert "toy-2" in [entry["name"] for entry in listed]
    for entry in listed:
        path = SHIPPED / f"{entry['name']}.safetensors"
        assert path.stat().st_size <= 1024 * 1024, f"{path.name} is too long: tools/ship_network.py makes it shorter"
        assert entry["name"].startswith(f"{entry['game']}-")
        assert {"training", "strength"} <= entry.keys(), path
        net = Network.load(entry["name"])
        game = net.game
        ep = game.episode(seed=1)
        assert ep.legal_actions()[0] <= Agent("network", game, network=net).act(ep)


def test_the_network_of_the_toy_is_what_its_script_makes() -> None:
    script = Path(__file__).parents[2] / "tools" / "toy_network.py"
    assert runpy.run_path(str(script))["made"]() == Network.load("toy-2")


def test_self_play_resumes_with_the_same_rows(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="self-play writes Parquet")
    game = Game("agartha")
    net = drawn(game)
    how = {"network": net, "search": "mcts:6,noise=0.25", "seed": 5, "games_per_file": 2}
    whole = expedition.selfplay(game, 5, folder=tmp_path / "whole", threads=1, **how)
    expedition.selfplay(game, 2, folder=tmp_path / "parts", threads=2, **how)
    (tmp_path / "parts" / "games-000000002-000000004.part").write_bytes(b"half a file")
    parts = expedition.selfplay(game, 5, folder=tmp_path / "parts", threads=2, **how)
    assert (whole.games, parts.games, parts.interrupted) == (5, 5, False)
    table = whole.to_arrow()
    assert table.equals(parts.to_arrow())
    assert [path.name for path in parts.files] == [
        "games-000000000-000000002.parquet", "games-000000002-000000004.parquet", "games-000000004-000000005.parquet",
    ]  # fmt: skip
    rows = table.to_pylist()
    assert {row["game"] for row in rows} == set(range(5))
    for row in rows[:40]:
        assert len(row["legal"]) == len(row["shares"]) > 1
        assert sum(row["shares"]) == pytest.approx(1, abs=1e-5)
        assert row["action"] in row["legal"]
        assert row["indices"] == sorted(row["indices"])
        assert max(row["indices"]) < game.observation_size
        assert 0 not in row["values"]
        assert sum(row["outcome"]) == pytest.approx(0, abs=1e-6)
    with pytest.raises(ValueError, match="games with another seed: use the same settings"):
        expedition.selfplay(game, 5, folder=tmp_path / "parts", **{**how, "seed": 6})
    with pytest.raises(ValueError, match="cannot be learnt from"):
        expedition.selfplay(game, 5, search="greedy", folder=tmp_path / "other")
    for wrong in ({"games": 0}, {"temperature": -1}, {"games_per_file": 0}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            expedition.selfplay(game, folder=tmp_path / "other", **wrong)


def test_self_play_at_temperature_zero_plays_the_best(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="self-play writes Parquet")
    played = expedition.selfplay("toy", 3, "toy-2", "mcts:40", folder=tmp_path, temperature=0, depth=11)
    rows = played.to_arrow().to_pylist()
    assert rows
    for row in rows:
        assert row["shares"][row["legal"].index(row["action"])] == max(row["shares"])
    first = [row for row in rows if row["ply"] == 0]
    assert all(row["action"] == 2 and row["outcome"] == [1.0, -1.0] for row in first)


def test_every_shipped_network_has_a_card() -> None:
    for about in expedition.networks():
        assert about["game"] in expedition.games()
        assert about["players"]
        assert about["strength"] != "not measured", f"{about['name']} says nothing of its strength"
        text = card(about)
        assert text.startswith(f"## {about['name']}\n")
        for row in ("| plays |", "| data |", "| strength |", "| limits |"):
            assert row in text, f"{about['name']}: {row}"
        assert str(about["strength"]) in text


def test_a_card_says_what_the_file_says() -> None:
    about = next(each for each in expedition.networks() if each["name"] == "toy-2")
    text = card(about | {"data": "none", "limits": "It is a toy.", "settings": {"seed": 3}, "players": [2, 3]})
    for told in ("2, 3 players", "none", "constructed by", "It is a toy.", "`seed=3`", "any `depth`"):
        assert told in text, told


def test_where_no_network_is_shipped_an_alternative_is_named() -> None:
    found = {(each["game"], count) for each in expedition.networks() for count in each["players"]}
    missing = [
        (name, count)
        for name in expedition.games()
        for count in expedition.Game(name).player_counts
        if (name, count) not in found
    ]
    assert missing
    for name, count in missing:
        game = expedition.Game(name, players=count)
        for agent in ("network", "mcts:10,network"):
            with pytest.raises(ValueError, match=r'use "mcts:400" or "greedy", or name a file of your own') as refused:
                expedition.Agent(agent, game)
            assert name in str(refused.value)
    with pytest.raises(ValueError, match='use "mcts:400" or "greedy"'):
        expedition.Batch("toy", 4, players=3, opponents="network")


def test_a_search_is_no_worse_for_a_network() -> None:
    """With few simulations the search alone misses what the network knows; from either seat."""
    standings = expedition.arena("toy", ["mcts:12", "mcts:12,network"], games=200, depth=30, seed=9)
    duel = standings.pairings[0]
    assert duel.agent == "mcts:12,network", str(standings)
    assert duel.low > 0.5, str(standings)


def test_speed_is_measured() -> None:
    found = network_speed("toy", "toy-2", seconds=0.03)
    assert min(found[kind] for kind in ("alone", "together", "observed", "alone_per_core")) > 0
    for agent in ("mcts:10", "mcts:10,network"):
        rates = search_speed("agartha", agent, seconds=0.05)
        assert rates["simulations"] > rates["decisions"] > 0
    with pytest.raises(ValueError, match="seconds=0"):
        search_speed("toy", seconds=0)
    with pytest.raises(ValueError, match='agent "greedy" is no search'):
        search_speed("toy", "greedy", seconds=0.1)
