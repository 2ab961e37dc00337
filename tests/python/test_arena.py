"""Arenas: ratings with intervals."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from expedition import arena
from expedition.analysis.statistics import ELO, bradley_terry, wilson
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
    assert main(["arena", "toy", "random", "oracle"]) == 2
    assert "no built-in agent" in capsys.readouterr().err


def test_the_ladder_of_the_readme(tmp_path: Path) -> None:
    tool = Path(__file__).parents[2] / "tools" / "ladder.py"
    asked = [sys.executable, tool, "agartha", "subterra", "-n", "2", "--agents", "random", "greedy", "--dry"]
    done = subprocess.run(asked, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.returncode == 0, done.stderr
    assert "| agartha | `greedy` |" in done.stdout
    assert "| agent | games | won (95 %) | entered the Sanctuary (95 %) | mean score |" in done.stdout
    assert "expedition arena agartha random greedy -n 2 --seed" in done.stdout
    joined = [*asked[:2], "agartha", "-n", "2", "--agents", "random", "greedy", "--join", "--dry"]
    other = subprocess.run(joined, capture_output=True, text=True, check=False)
    assert other.returncode == 1, "two games cannot be joined to four hundred"
    assert "what was measured before differs in" in other.stderr
    refused = subprocess.run([*asked[:2], "chess"], capture_output=True, text=True, check=False)
    assert refused.returncode == 2
    assert "there is no ladder of 'chess'" in refused.stderr
