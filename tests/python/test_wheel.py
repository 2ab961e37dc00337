"""The shipped files: the wheel in empty virtualenvs of every Python here, the README in one made as it says, the sdist.

`make test` builds the wheel first and sets EXPEDITION_WHEEL; without either these tests are skipped.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WHEELS = sorted((ROOT / "dist").glob("expedition-*.whl"))
README = (ROOT / "README.md").read_text(encoding="utf-8")
MOST_BYTES = {"without networks": 4_000_000, "all": 6_000_000}
VERSIONS = ("3.11", "3.12", "3.13", "3.14")

pytestmark = [
    pytest.mark.wheel,
    pytest.mark.skipif(
        not WHEELS and "EXPEDITION_WHEEL" not in os.environ, reason="no wheel in dist/: make wheel builds it"
    ),
]


def blocks(language: str) -> list[str]:
    """The README's blocks in a language."""
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def interpreters() -> dict[str, str]:
    """Every Python available here, by version: those on the path, and those pyenv knows."""
    candidates = [(["python" + version], {}) for version in VERSIONS] + [([sys.executable], {})]
    if pyenv := shutil.which("pyenv"):
        listed = subprocess.run([pyenv, "versions", "--bare"], capture_output=True, text=True, check=False).stdout
        candidates += [(["python"], {"PYENV_VERSION": name}) for name in listed.split()]
    found: dict[str, str] = {}
    tell = "import sys; print(sys.executable, '%d.%d' % sys.version_info[:2])"
    for command, extra in candidates:
        if shutil.which(command[0]) is None:
            continue
        done = subprocess.run(
            [*command, "-c", tell], capture_output=True, text=True, env=os.environ | extra, check=False
        )
        if done.returncode == 0 and (words := done.stdout.split())[1] in VERSIONS:
            found.setdefault(words[1], words[0])
    return found


def requirement(package: str) -> str:
    """The pinned version of a package, so that the test installs what the other tests use."""
    text = (ROOT / "requirements" / "demo.txt").read_text(encoding="utf-8")
    match = re.search(rf"^{package}==\S+", text, re.MULTILINE)
    assert match
    return match.group()


def make(home: Path, python: str, *packages: str | Path) -> Path:
    """Make a virtualenv without pip, install into it from here, and return its Python."""
    subprocess.run([python, "-m", "venv", "--without-pip", home], check=True)
    inside = home / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(inside), "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, *packages], check=True)
    return inside


def quiet() -> dict[str, str]:
    """The environment, without what would lead to this folder's package."""
    return {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}


@pytest.mark.parametrize("version", VERSIONS)
def test_the_wheel_in_an_empty_virtualenv(version: str, tmp_path: Path) -> None:
    python = interpreters().get(version)
    if python is None:
        pytest.skip(f"no Python {version} here")
    inside = make(tmp_path / "venv", python, requirement("numpy"), WHEELS[0])
    (tmp_path / "example.py").write_text(blocks("python")[0], encoding="utf-8")
    subprocess.run([inside, "example.py"], check=True, cwd=tmp_path, env=quiet(), stdout=subprocess.DEVNULL)
    names = {path.name.split("-")[0].lower() for path in (tmp_path / "venv").rglob("*.dist-info")}
    assert names == {"expedition", "numpy"}, "it needs numpy alone"
    command = [inside.parent / "expedition", "simulate", "all", "-n", "20"]
    assert "decisions/s" in subprocess.check_output(command, text=True, env=quiet())
    for module, extra in (("expedition.envs.single", "gym"), ("expedition.pettingzoo", "pettingzoo")):
        missing = subprocess.run([inside, "-c", f"import {module}"], capture_output=True, text=True, env=quiet())
        assert f"which is not installed: pip install 'expedition[{extra}]'" in missing.stderr


def test_every_block_of_the_readme_runs_as_it_says(tmp_path: Path) -> None:
    """The virtualenv is that of `make demo`, with the wheel in place of the build."""
    first, *others = [line.split("#")[0].strip() for line in blocks("sh")[0].splitlines()]
    assert first == "make demo"
    inside = make(tmp_path / ".venv", sys.executable, "-r", ROOT / "requirements" / "demo.txt")
    pip = [sys.executable, "-m", "pip", "--python", str(inside), "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "--no-deps", WHEELS[0]], check=True)
    for line in others:
        subprocess.run(
            line.split(), check=True, cwd=tmp_path, env=quiet(), input="quit\n", text=True, capture_output=True
        )
    assert len(blocks("python")) >= 5
    for number, block in enumerate(blocks("python")):
        (tmp_path / f"block_{number}.py").write_text(block, encoding="utf-8")
        done = subprocess.run([inside, f"block_{number}.py"], cwd=tmp_path, env=quiet(), capture_output=True, text=True)
        assert done.returncode == 0, block + done.stderr


def test_each_block_names_the_extra_it_needs() -> None:
    """In the paragraph before a block, or on its own lines."""
    for use, extra in (
        ("import expedition, gymnasium", "gym"),
        ("from expedition.pettingzoo", "pettingzoo"),
        ("to_pandas", "analysis"),
    ):
        paragraphs = README.split("\n\n")
        place = next(i for i, text in enumerate(paragraphs) if use in text)
        assert f"pip install 'expedition[{extra}]'" in paragraphs[place - 1] + paragraphs[place], use


def test_the_wheel_is_one_for_every_python_and_small() -> None:
    assert len(WHEELS) == 1, WHEELS
    assert "-cp311-abi3-" in WHEELS[0].name, "one wheel for every Python from 3.11"
    with zipfile.ZipFile(WHEELS[0]) as wheel:
        names = wheel.namelist()
        networks = sum(part.compress_size for part in wheel.infolist() if part.filename.endswith(".safetensors"))
    size = WHEELS[0].stat().st_size
    assert size - networks < MOST_BYTES["without networks"]
    assert size < MOST_BYTES["all"]
    assert any(".dist-info/sboms/" in name for name in names), "it lists its components"
    assert not [name for name in names if name.endswith((".pyc", ".part"))]
    for name in ("py.typed", "_engine.pyi", "networks/toy-2.safetensors", "play/pages/replay.js"):
        assert f"expedition/{name}" in names


def test_the_index_would_take_it() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "twine", "check", "--strict", WHEELS[0]], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="manylinux is of Linux")
def test_it_runs_on_every_linux() -> None:
    assert "manylinux_2_17" in WHEELS[0].name
    shown = subprocess.check_output([sys.executable, "-m", "auditwheel", "show", WHEELS[0]], text=True)
    tag = re.search(r'platform tag:\s*"manylinux_2_(\d+)_', " ".join(shown.split()))
    assert tag, shown
    assert int(tag[1]) <= 17, shown


def test_the_source_distribution_builds_offline(tmp_path: Path) -> None:
    """It contains everything the build reads, and every crate is locked: nothing is looked up."""
    maturin = Path(sys.executable).parent / "maturin"
    subprocess.run([maturin, "sdist", "--out", tmp_path], check=True, cwd=ROOT, capture_output=True)
    with tarfile.open(next(tmp_path.glob("*.tar.gz"))) as packed:
        packed.extractall(tmp_path, filter="data")
    home = next(path for path in tmp_path.iterdir() if path.is_dir())
    listed = subprocess.check_output(["git", "ls-files", "src", "python"], cwd=ROOT, text=True).splitlines()
    missing = [name for name in listed if (ROOT / name).exists() and not (home / name).exists()]
    assert not missing
    assert {path.name for path in home.iterdir()} <= {
        "src", "python", "benches", "Cargo.toml", "Cargo.lock", "pyproject.toml", "README.md", "PKG-INFO",
        "LICENSE-MIT", "LICENSE-APACHE",
    }  # fmt: skip
    command = ["cargo", "metadata", "--offline", "--locked", "--format-version", "1"]
    done = subprocess.run(command, cwd=home, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
