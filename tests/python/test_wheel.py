"""The wheel in dist/ works in an empty virtualenv: it needs numpy alone, and the README's first example runs.

`make test` builds the wheel first and sets EXPEDITION_WHEEL; without either this test is skipped.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WHEELS = sorted((ROOT / "dist").glob("expedition-*.whl"))


def requirement(package: str) -> str:
    """The pinned version of a package, so that the test installs what the other tests use."""
    text = (ROOT / "requirements" / "demo.txt").read_text(encoding="utf-8")
    match = re.search(rf"^{package}==.*$", text, re.MULTILINE)
    assert match
    return match.group()


@pytest.mark.wheel
@pytest.mark.skipif(
    not WHEELS and "EXPEDITION_WHEEL" not in os.environ, reason="no wheel in dist/: make wheel builds it"
)
def test_the_wheel_in_an_empty_virtualenv(tmp_path: Path) -> None:
    assert len(WHEELS) == 1, WHEELS
    assert "-abi3-" in WHEELS[0].name, "one wheel for every Python from 3.11"
    home = tmp_path / "venv"
    venv.create(home, with_pip=True)
    python = home / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*install, requirement("numpy"), WHEELS[0]], check=True)
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    example = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)[0]
    (tmp_path / "example.py").write_text(example, encoding="utf-8")
    subprocess.run([python, "example.py"], check=True, cwd=tmp_path)
    listed = subprocess.check_output([python, "-m", "pip", "list", "--format=freeze"], text=True)
    names = {line.split("==")[0].lower() for line in listed.splitlines()}
    assert names <= {"expedition", "numpy", "pip", "setuptools"}
    text = subprocess.check_output([python.parent / "expedition", "simulate", "all", "-n", "20"], text=True)
    assert "decisions/s" in text
    missing = subprocess.run([python, "-c", "import expedition.envs.single"], capture_output=True, text=True)
    assert "pip install 'expedition[gym]'" in missing.stderr
