"""A new game from the template: touched files, refused names, and a temporary copy that is green at once."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def tracked() -> list[str]:
    """The files of the repository, new ones too."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    return [name for name in listed.stdout.splitlines() if (ROOT / name).is_file()]


@pytest.fixture
def copy(tmp_path: Path) -> Iterator[Path]:
    place = tmp_path / "copy"
    for name in tracked():
        target = place / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, target)
        shutil.copymode(ROOT / name, target)
    yield place
    shutil.rmtree(place)


def make(copy: Path, *args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(copy / "tools/new_game.py"), *args], capture_output=True, text=True, check=False
    )


def contents(place: Path) -> dict[str, bytes]:
    return {str(path.relative_to(place)): path.read_bytes() for path in place.rglob("*") if path.is_file()}


def test_a_new_game_is_three_rooms_three_lines_and_a_table(copy: Path) -> None:
    before = contents(copy)
    made = make(copy, "crypt", "--title", "The Crypt")
    assert made.returncode == 0, made.stderr
    after = contents(copy)
    new = {name for name in after if name not in before}
    changed = {name for name, text in before.items() if after[name] != text}
    assert changed == {"src/games/mod.rs", "tests/engine/main.rs", "docs/observations.toml"}
    rooms = ("src/games/crypt/", "tests/engine/crypt/", "python/expedition/show/crypt.py")
    assert all(name.startswith(rooms) for name in new)
    of_template = {name for name in before if name.startswith(("src/games/toy/", "tests/engine/toy/"))}
    assert len(new) == len(of_template) + 1
    for name in new:
        text = after[name].decode()
        assert "toy" not in text.lower().split()
        assert "Shaft" not in text
    registry = after["src/games/mod.rs"].decode()
    assert "pub mod crypt;" in registry
    assert "    crypt::Crypt,\n" in registry
    tables = [tomllib.loads(made["docs/observations.toml"].decode()) for made in (before, after)]
    assert tables[1] == {**tables[0], "crypt": tables[0]["toy"]}
    assert list(tables[1]) == sorted(tables[1])
    contributing = (ROOT / "CONTRIBUTING.md").read_text()
    for place in (
        "src/games/<game>",
        "tests/engine/<game>",
        "show/<game>.py",
        "src/games/mod.rs",
        "tests/engine/main.rs",
        "docs/observations.toml",
    ):
        assert place in contributing, f"CONTRIBUTING.md names {place}"


def test_names_that_cannot_be_are_refused_and_nothing_changes(copy: Path) -> None:
    before = contents(copy)
    for name in ("Crypt", "9lives", "match", "toy", "a-b", "_x", "batch", "svg"):
        made = make(copy, name)
        assert made.returncode != 0, name
        assert "make game:" in made.stderr, name
    assert contents(copy) == before


@pytest.mark.skipif("EXPEDITION_TEMPLATE" not in os.environ, reason="builds the engine a second time: make test-game")
def test_a_new_game_is_green_at_once(copy: Path) -> None:
    # The dependencies are those of the repository itself, so only the engine and its tests are built.
    environment = {**os.environ, "CARGO_TARGET_DIR": str(ROOT / "target")}
    made = subprocess.run(
        ["make", "game", "NAME=crypt"], cwd=copy, env=environment, capture_output=True, text=True, check=False
    )
    assert made.returncode == 0, made.stdout + made.stderr
    assert "make game: ok" in made.stdout
    assert (copy / "tests/golden/crypt/digest.txt").is_file()
