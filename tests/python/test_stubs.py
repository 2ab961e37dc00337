"""The stubs are those of the built module."""

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
    for name, code in (("good.py", 0), ("bad.py", 1)):
        done = subprocess.run(
            [sys.executable, "-m", "mypy", "--strict", name], capture_output=True, text=True, cwd=tmp_path
        )
        assert done.returncode == code, done.stdout + done.stderr
