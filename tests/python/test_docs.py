"""Every example runs: the README's, and those in the docstrings of the package and of the native module."""

from __future__ import annotations

import csv
import doctest
import importlib
import inspect
import os
import pkgutil
import re
import runpy
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import expedition
import expedition._engine as engine

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


def native() -> Iterator[tuple[str, str]]:
    """The docstrings of the native module."""
    for name, thing in vars(engine).items():
        yield name, inspect.getdoc(thing) or ""
        if inspect.isclass(thing):
            for part, member in vars(thing).items():
                yield f"{name}.{part}", inspect.getdoc(member) or ""


# `make test-train` runs those that need the training libraries.
HEAVY = ("expedition.adapters.", "expedition.train.", "expedition.torch")
MODULES = [
    m.name
    for m in pkgutil.walk_packages(expedition.__path__, "expedition.")
    if not m.name.endswith("__main__") and not m.name.startswith(HEAVY)
]
NATIVE = {name: doc for name, doc in native() if ">>>" in doc}
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda text: text.strip().splitlines()[0][:40])
def test_readme_examples_run(example: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(example, "README.md", "exec"), {})


def test_the_readme_has_an_example_for_each_use() -> None:
    assert len(EXAMPLES) >= 4
    for use in ("game.episode(", "expedition.Batch(", "gymnasium.make_vec(", "expedition.pettingzoo"):
        assert any(use in example for example in EXAMPLES), use


def test_the_table_of_games_is_current() -> None:
    done = subprocess.run([sys.executable, ROOT / "tools" / "readme.py", "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_every_line_of_strength_names_the_opponent() -> None:
    lines = README.partition("<!-- strength -->")[2].partition("<!-- /strength -->")[0].strip().splitlines()
    assert lines
    for line in lines:
        assert re.fullmatch(r"- [^`]+: `.+ % \(\d+-\d+\).*\.", line), line


def test_a_ladder_with_gaps_still_yields_pairs() -> None:
    tool = runpy.run_path(str(ROOT / "tools" / "readme.py"))
    apart = {("search", "short search"): 0.84, ("network", "greedy"): 0.93, ("greedy", "random"): 1.0}
    shares = {**apart, **{(lower, upper): 1 - share for (upper, lower), share in apart.items()}}
    assert sorted(tool["next_below"](shares)) == sorted(apart)
    table = {"agents": ["a", "b"], "won": [[0.5, 0.5]] * 20, "points": [0.5] * 20}
    short = {"agents": ["b", "c"], "won": [[1, 0]] * 4, "points": [1] * 4}
    line = tool["strength_line"]({"game": "toy", "tables": [table, short]})
    assert "`a` against `b` 50 %" in line
    assert "`c`" not in line, "four games say nothing on a front page"


def test_results_of_an_earlier_network_are_labelled() -> None:
    tool = runpy.run_path(str(ROOT / "tools" / "readme.py"))
    table = {"agents": ["network", "greedy"], "won": [[1, 0]] * 20, "points": [1.0] * 20}
    current = {"game": "toy", "tables": [table], "networks": tool["digests"]("toy")}
    assert "earlier" not in tool["strength_line"](current)
    assert "of 20 games of an earlier network" in tool["strength_line"]({**current, "networks": {"toy-2": "another"}})


def test_the_page_of_scale_is_current() -> None:
    tool = ROOT / "evidence" / "scale" / "write.py"
    done = subprocess.run([sys.executable, tool, "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_the_page_of_reviews_says_what_decisions_cost() -> None:
    """The table is that of `evidence/reviews/losses.csv`, and what the words beside it claim holds there."""
    lines = (ROOT / "evidence" / "reviews" / "losses.csv").read_text(encoding="utf-8").splitlines()
    rows = list(csv.DictReader(line for line in lines if not line.startswith("#")))
    page = (ROOT / "docs" / "guides" / "reviews.md").read_text(encoding="utf-8")
    for name in expedition.games():
        title = expedition.Game(name).title.partition(":")[0]
        (cells,) = re.findall(rf"^\| {title} \| (.*) \|$", page, re.MULTILINE)
        mine = [row for row in rows if row["game"] == name]
        for cell, row in zip(cells.split(" | "), mine, strict=True):
            said = re.fullmatch(r"([\d.]+) \(([\d.]+)-([\d.]+)\)", cell)
            assert said, cell
            for text, column in zip(said.groups(), ("loss", "low", "high"), strict=True):
                digits = len(text.partition(".")[2])
                assert text == f"{float(row[column]):.{digits}f}", (name, row["agent"], column)
        # The Shaft's greedy apart, each player loses less than the one before, beyond the interval.
        assert all(float(row["less_low"]) > 0 for row in mine[1:] if (name, row["agent"]) != ("toy", "greedy"))
        assert max(float(row["largest_gap"]) for row in mine) < 1e-9


def test_links_of_the_readme_lead_somewhere() -> None:
    links = re.findall(r"\]\((?!https?:|#)([^)#]+)\)", README)
    assert links
    for link in links:
        assert (ROOT / link).exists(), link


@pytest.mark.parametrize("module", ["expedition", *(m for m in MODULES if m != "expedition._engine")])
def test_doctests(module: str) -> None:
    failed, _ = doctest.testmod(importlib.import_module(module), optionflags=FLAGS)
    assert failed == 0


@pytest.mark.parametrize("name", NATIVE)
def test_native_doctests(name: str) -> None:
    test = doctest.DocTestParser().get_doctest(NATIVE[name], {}, name, None, None)
    assert doctest.DocTestRunner(optionflags=FLAGS).run(test).failed == 0


def test_the_public_surface_is_documented() -> None:
    bare = [name for name, doc in native() if not name.rpartition(".")[2].startswith("_") and not doc]
    assert not bare


@pytest.mark.parametrize("name", expedition.games())
def test_every_number_of_an_observation_is_explained(name: str) -> None:
    tell = tomllib.loads((ROOT / "docs" / "observations.toml").read_text(encoding="utf-8")).get(name, {})
    boards = {"arnak": [{}, {"board": "snake"}]}.get(name, [{}])
    games = [
        expedition.Game(name, players=players, observation=observation, **options)
        for players in expedition.Game(name).player_counts
        for observation in ("compact", "padded")
        for options in boards
    ]
    features = {re.sub(r"_\d+\.", ".", feature.name) for game in games for feature in game.layout}
    assert features == tell.keys(), f"docs/observations.toml, table {name}"
    assert all(words.strip() for words in tell.values())


def test_no_path_of_a_machine_is_in_the_docs() -> None:
    for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md"):
        assert str(Path.home()) + os.sep not in (ROOT / name).read_text(encoding="utf-8")
