"""The stubs match the built module."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def test_stubs_fit_the_built_module(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mypy.stubtest", "expedition._engine"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_users_see_types(tmp_path: Path) -> None:
    """A program that uses the package passes mypy's strict mode, and a wrong one does not."""
    good = "import expedition\n\ngame = expedition.Game('toy')\nseat: int | None = game.episode(seed=1).seat\n"
    (tmp_path / "good.py").write_text(good)
    (tmp_path / "bad.py").write_text(good + "name: int = game.name\n")
    # mypy's cache of numpy from `make lint`; without it, this takes most of the time.
    cache = Path(__file__).parents[2] / ".mypy_cache"
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(cache), "good.py", "bad.py"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert "bad.py:5" in done.stdout
    assert "good.py" not in done.stdout
