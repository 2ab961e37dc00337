"""Arenas: ratings with intervals."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from expedition import arena
from expedition.analysis.statistics import ELO, Meeting, bradley_terry, paired_share, rate, wilson
from expedition.cli.main import main


def test_the_stronger_agent_is_rated_higher() -> None:
    standings = arena("toy", ["random", "mcts:200", "greedy"], games=60, depth=14, seed=1)
    assert standings.ratings[0].agent == "mcts:200"
    by_name = {r.agent: r for r in standings.ratings}
    assert by_name["random"].elo == 0
    assert by_name["mcts:200"].low > 100
    assert by_name["mcts:200"].low < by_name["mcts:200"].elo < by_name["mcts:200"].high
    assert len(standings.pairings) == 3
    assert all(p.games == 60 for p in standings.pairings)
    assert standings.to_pandas()["agent"].tolist() == [r.agent for r in standings.ratings]
    assert "mcts:200" in str(standings)
    assert standings.to_dict()["anchor"] == "random"


def test_seats_are_balanced_on_equal_deals() -> None:
    games = arena("toy", ["random", "greedy"], games=10, seed=4).games[0]
    assert games.columns["agent_0"].tolist() == ["random", "greedy"] * 5
    seeds = games.columns["seed"]
    assert (seeds[0::2] == seeds[1::2]).all()
    assert len(set(seeds.tolist())) == 5


def test_more_than_two_seats() -> None:
    standings = arena("toy", ["random", "mcts:100"], games=40, players=3, depth=8, seed=2)
    assert standings.ratings[0].agent == "mcts:100"
    assert standings.games[0].seats[0].tolist() == [0, 1, 0]
    assert standings.games[0].seats[1].tolist() == [1, 0, 1]


def test_arenas_repeat() -> None:
    one, two = (arena("toy", ["random", "mcts:20"], games=20, seed=3, threads=t).to_dict() for t in (1, 3))
    assert one == two


def test_ratings_recover_known_strengths() -> None:
    rng = np.random.default_rng(0)
    true = np.array([0.0, 0.8, 1.7, -0.5])
    wins = np.zeros((4, 4))
    for i in range(4):
        for j in range(i):
            won = rng.binomial(4000, 1 / (1 + np.exp(true[j] - true[i])))
            wins[i, j], wins[j, i] = won, 4000 - won
    found, covariance = bradley_terry(wins, 0)
    errors = np.sqrt(np.diag(covariance))
    assert np.abs(found - true).max() < 0.15
    assert (np.abs(found - true)[1:] < 4 * errors[1:]).all()
    # Two agents: the interval of the rating is the interval of the log odds.
    _, two = bradley_terry(np.array([[0.0, 30.0], [70.0, 0.0]]), 0)
    assert np.isclose(two[1, 1], 1 / (101 * 0.3 * 0.7), rtol=0.05)
    assert np.isclose(ELO, 173.717, atol=1e-3)


def test_a_clean_sweep_stays_finite() -> None:
    ratings, covariance = bradley_terry(np.array([[0.0, 0.0], [50.0, 0.0]]), 0)
    assert 3 < ratings[1] < 8
    assert np.isfinite(covariance).all()
    assert wilson(50, 50)[0] > 0.9
    assert wilson(0, 0) == (0.0, 1.0)


def test_mistakes_are_sentences() -> None:
    with pytest.raises(ValueError, match="at least two agents"):
        arena("toy", ["random", "random"])
    with pytest.raises(ValueError, match="anchor"):
        arena("toy", ["random", "greedy"], anchor="mcts")
    with pytest.raises(ValueError, match="confidence"):
        arena("toy", ["random", "greedy"], confidence=95)


def test_the_command_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["arena", "toy", "random", "greedy", "-n", "8", "--seed", "1", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert {r["agent"] for r in printed["ratings"]} == {"random", "greedy"}
    assert main(["arena", "toy", "random", "greedy", "-n", "4"]) == 0
    assert "Elo" in capsys.readouterr().out
    saved = [str(tmp_path / "games.parquet"), str(tmp_path / "decisions.parquet")]
    listed = ["--agents", "mcts:20,cutoff=2,random", "--out", saved[0], "--decisions", saved[1], "--rotate"]
    assert main(["simulate", "toy", "-n", "6", *listed, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["agents"] == ["mcts:20,cutoff=2", "random"]
    assert all(Path(path).exists() for path in saved)
    assert main(["simulate", "toy", "-n", "2", "--agents", "mcts:8,network,network", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["agents"] == ["mcts:8,network", "network"]
    assert main(["arena", "toy", "random", "oracle"]) == 2
    assert "no built-in agent" in capsys.readouterr().err


def climb(folder: Path, *asked: str) -> subprocess.CompletedProcess[str]:
    tool = Path(__file__).parents[2] / "tools" / "ladder.py"
    kept = ["--folder", str(folder), "--page", str(folder / "page.md")]
    return subprocess.run([sys.executable, tool, *asked, *kept], capture_output=True, text=True, check=False)


def test_the_ladder_goes_on_where_it_stopped(tmp_path: Path) -> None:
    agents = ["--agents", "random", "greedy", "network", "--seed", "5"]
    done = climb(tmp_path, "agartha", "-n", "2", *agents)
    assert done.returncode == 0, done.stderr
    begun = json.loads((tmp_path / "agartha.json").read_text())
    assert climb(tmp_path, "agartha", "-n", "6", "--chunk", "2", *agents).returncode == 0
    data = json.loads((tmp_path / "agartha.json").read_text())
    assert [table["agents"] for table in data["tables"]] == [
        ["random", "greedy"], ["random", "network"], ["greedy", "network"]
    ]  # fmt: skip
    assert all(len(table["points"]) == 6 for table in data["tables"])
    for before, now in zip(begun["tables"], data["tables"], strict=True):
        assert now["points"][:2] == before["points"]
    whole = tmp_path / "whole"
    assert climb(whole, "agartha", "-n", "6", *agents).returncode == 0
    assert json.loads((whole / "agartha.json").read_text())["tables"] == data["tables"]
    page = (tmp_path / "page.md").read_text()
    assert "6 games a pair" in page
    assert "| `network` |" in page
    assert page == (whole / "page.md").read_text()
    # The same games as an arena plays.
    played = arena("agartha", ["random", "greedy"], games=6, seed=5, players=2)
    assert played.pairings[0].share == 1 - np.mean(data["tables"][0]["points"])


def test_games_of_networks_that_have_changed_are_dropped(tmp_path: Path) -> None:
    agents = ["--agents", "random", "network"]
    assert climb(tmp_path, "agartha", "-n", "2", *agents).returncode == 0
    path = tmp_path / "agartha.json"
    data = json.loads(path.read_text())
    data["networks"] = dict.fromkeys(data["networks"], "another")
    data["tables"][0]["points"] = [7.0, 7.0]
    path.write_text(json.dumps(data))
    done = climb(tmp_path, "agartha", "-n", "2", *agents)
    assert "the networks have changed; 1 tables are played again" in done.stderr
    assert max(json.loads(path.read_text())["tables"][0]["points"]) <= 1


def test_a_pair_has_one_table_whoever_was_named_first(tmp_path: Path) -> None:
    assert climb(tmp_path, "agartha", "-n", "4", "--agents", "random", "greedy").returncode == 0
    path = tmp_path / "agartha.json"
    data = json.loads(path.read_text())
    [table] = data["tables"]
    turned = {key: [row[::-1] for row in table[key]] for key in ("won", "score")}
    turned |= {"agents": table["agents"][::-1], "points": [1 - points for points in table["points"]]}
    short = {key: rows if key == "agents" else rows[:2] for key, rows in table.items()}
    # Options that only affect how a game is shown came and went after some games were played.
    data["options"] = {key: value for key, value in data["options"].items() if key != "glance"}
    path.write_text(json.dumps({**data, "tables": [short, turned]}))
    assert climb(tmp_path, "agartha", "-n", "6", "--agents", "greedy", "random").returncode == 0
    [found] = json.loads(path.read_text())["tables"]
    assert found["agents"] == ["random", "greedy"]
    assert found["points"][:4] == table["points"]
    assert len(found["points"]) == 6


def test_the_ladder_of_a_team(tmp_path: Path) -> None:
    done = climb(tmp_path, "subterra", "-n", "2", "--agents", "random", "greedy", "network:nothing-9")
    assert done.returncode == 0, done.stderr
    assert "there is no shipped network" in done.stderr
    page = (tmp_path / "page.md").read_text()
    assert "| agent | games | won (95 %) | entered the Sanctuary (95 %) | mean score |" in page
    assert "| `greedy` | 2 |" in page
    refused = climb(tmp_path, "chess")
    assert refused.returncode == 2
    assert "there is no ladder of 'chess'" in refused.stderr
    odd = climb(tmp_path, "agartha", "-n", "3")
    assert "each deal is played from both sides" in odd.stderr


def test_mirrored_deals_count_as_one_observation() -> None:
    """If every deal is played once from each side, pairs tell more than games; if a deal only repeats itself, less."""
    rng = np.random.default_rng(1)
    deals = np.arange(400) // 2
    alternating = np.tile([1.0, 0.0], 200)
    alternating[:20] = 1.0
    repeated = np.repeat(rng.integers(0, 2, 200), 2).astype(float)
    alone = np.arange(400)
    widths = {}
    for name, points in (("alternating", alternating), ("repeated", repeated)):
        for kind, told in (("pairs", deals), ("games", alone)):
            share, low, high = paired_share(points, told)
            ratings, covariance = rate(2, [Meeting(1, 0, points, told)], 0)
            widths[name, kind] = (high - low, covariance[1, 1])
            assert low < share < high
            assert np.isclose(ratings[1], np.log((share * 400 + 0.5) / ((1 - share) * 400 + 0.5)), atol=1e-6)
    for at in (0, 1):
        assert widths["alternating", "pairs"][at] < 0.7 * widths["alternating", "games"][at]
        assert widths["repeated", "pairs"][at] > 1.3 * widths["repeated", "games"][at]
    # Games that are all separate deals have Wilson's interval and the variance of the Fisher information.
    points = rng.integers(0, 2, 400).astype(float)
    _, low, high = paired_share(points, alone)
    assert np.allclose((low, high), wilson(points.sum(), 400), atol=0.002)
    _, fisher = bradley_terry(np.array([[0.0, 400 - points.sum()], [points.sum(), 0.0]]), 0)
    _, found = rate(2, [Meeting(1, 0, points, alone)], 0)
    assert np.isclose(found[1, 1], fisher[1, 1], rtol=0.05)


def test_the_interval_of_pairs_holds_what_it_promises() -> None:
    """Of many ladders with deals that favour a seat, about 95 in 100 intervals contain the true rating."""
    rng = np.random.default_rng(3)
    deals = np.arange(200) // 2
    inside = narrow = 0
    for _ in range(300):
        # The first seat wins 80 % by the deal; the agents differ in nothing else.
        first_wins = rng.random(200) < 0.8
        points = np.where(np.arange(200) % 2 == 0, first_wins, ~first_wins).astype(float)
        ratings, covariance = rate(2, [Meeting(1, 0, points, deals)], 0)
        inside += abs(ratings[1]) < 1.96 * np.sqrt(covariance[1, 1])
        narrow += covariance[1, 1] < bradley_terry(np.array([[0, 100.0], [100.0, 0]]), 0)[1][1, 1]
    assert 0.91 < inside / 300 < 0.99
    assert narrow > 290
