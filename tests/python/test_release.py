"""What a release promises: one version everywhere, only a tag publishes, missing extras give the same sentence."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import expedition

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
OPTIONAL = {
    "gymnasium", "pettingzoo", "pandas", "pyarrow", "matplotlib", "torch", "scipy", "safetensors", "tensorboard", "ray",
    "stable_baselines3", "sb3_contrib", "torchrl", "tensordict", "pufferlib", "pyspiel",
}  # fmt: skip


def test_one_version_everywhere() -> None:
    version = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))["package"]["version"]
    assert expedition.__version__ == version
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\n## {version}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_workflows_trust_no_tag_and_may_do_little(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    used = re.findall(r"uses: *(\S+)", text)
    assert used
    ours = {f"./.github/workflows/{workflow.name}" for workflow in WORKFLOWS}
    for action in set(used) - ours:
        assert re.fullmatch(r"[\w.-]+/[\w./-]+@[0-9a-f]{40}", action), f"{action} is not pinned by its commit"
    assert "\npermissions:\n  contents: read\n" in text, "what is not asked for is not given"
    assert "pull_request_target" not in text
    assert text.count("persist-credentials: false") == text.count("uses: actions/checkout@")


def test_only_a_tag_publishes() -> None:
    (publishing,) = [path for path in WORKFLOWS if "pypi-publish" in path.read_text(encoding="utf-8")]
    text = publishing.read_text(encoding="utf-8")
    events = re.search(r"^on:\n((?:  .*\n|\n)+)", text, re.MULTILINE)
    assert events
    assert events[1].strip() == 'push:\n    tags: ["v*"]'
    publish = text[text.index("\n  publish:") :]
    assert "startsWith(github.ref, 'refs/tags/v')" in publish
    assert publish.index("attest-build-provenance") < publish.index("pypi-publish")
    assert "needs: [everything, wheels, sdist]" in publish, "all tests have passed on that very commit"
    assert "id-token: write" not in text[: text.index("\n  publish:")]


def test_requirements_have_hashes() -> None:
    for path in (ROOT / "requirements").glob("*.txt"):
        pins = re.split(r"\n(?=\S)", path.read_text(encoding="utf-8").strip())
        bare = [pin for pin in pins if "==" in pin.split("\n")[0] and "--hash=sha256:" not in pin]
        assert not bare, f"{path.name}: {bare[:3]}: make requirements"


def test_tables_of_the_project_file_name_nothing_twice() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    for table in project["tool"]["mypy"]["overrides"]:
        assert len(table["module"]) == len(set(table["module"]))


def fnv(data: bytes) -> int:
    """The checksum of a record's text, FNV-1a."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return value


@pytest.mark.parametrize("name", [name for name in expedition.games() if expedition.Game(name).version > 1])
def test_records_of_an_older_game_are_refused(name: str, tmp_path: Path) -> None:
    game = expedition.Game(name)
    ep = game.episode(seed=1)
    ep.play(int(ep.legal_actions()[0]))
    body, end = ep.record().to_text().rsplit('{"end":', 1)
    assert int(end[1:17], 16) == fnv(body.encode()), "the checksum is the one this test writes"
    old = body.replace(f'"version":{game.version},', f'"version":{game.version - 1},', 1)
    path = tmp_path / "old.record"
    path.write_text(f'{old}{{"end":"{fnv(old.encode()):016x}"}}\n', encoding="utf-8")
    with pytest.raises(ValueError, match=rf"version {game.version - 1}.*version {game.version}"):
        expedition.Record.load(path).replay()


def imports_at_once(path: Path) -> list[str]:
    """The optional packages that a file imports as it is loaded, without `need`."""
    found: list[str] = []
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Import):
            found += [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found.append(node.module or "")
    return [name for name in found if name.partition(".")[0] in OPTIONAL]


def test_optional_packages_are_asked_for_in_one_place() -> None:
    for path in (ROOT / "python" / "expedition").rglob("*.py"):
        assert not imports_at_once(path), f"{path.name}: expedition._extras.need says it in a sentence"


WITHOUT = """
import json, sys
for name in json.loads(sys.argv[1]):
    sys.modules[name] = None
import expedition
game = expedition.Game("toy")
uses = {
    "gym": lambda: __import__("expedition.envs.single"),
    "pettingzoo": lambda: expedition.aec_env("toy"),
    "analysis": lambda: expedition.simulate("toy", 2, ["random", "random"]).to_pandas(),
    "train": lambda: __import__("expedition.train.ppo"),
    "ray": lambda: __import__("expedition.adapters.rllib"),
    "sb3": lambda: __import__("expedition.adapters.sb3"),
    "torchrl": lambda: __import__("expedition.adapters.torchrl"),
    "puffer": lambda: __import__("expedition.adapters.puffer"),
    "openspiel": lambda: __import__("expedition.adapters.openspiel"),
}
said = {}
for extra, use in uses.items():
    try:
        use()
    except ImportError as error:
        said[extra] = str(error)
print(json.dumps(said))
"""


def test_a_missing_extra_is_the_same_sentence_everywhere() -> None:
    command = [sys.executable, "-c", WITHOUT, json.dumps(sorted(OPTIONAL))]
    said = json.loads(subprocess.check_output(command, text=True))
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert said.keys() <= extras.keys()
    assert len(said) == 9
    for extra, sentence in said.items():
        wanted = rf"\S.* needs \w+, which is not installed: pip install 'expedition\[{extra}\]'"
        assert re.fullmatch(wanted, sentence), (extra, sentence)


def test_free_threads_are_not_claimed() -> None:
    """The module has not been tried without the interpreter's lock; by default PyO3 would claim that it is safe."""
    module = (ROOT / "src" / "python" / "mod.rs").read_text(encoding="utf-8")
    assert re.findall(r"#\[pymodule(?!_)(.*)\]", module) == ["(gil_used = true)"]


def test_an_action_is_a_whole_number_everywhere() -> None:
    import gymnasium

    env = gymnasium.make("expedition/Toy-v0")
    env.reset(seed=1)
    with pytest.raises(TypeError, match=r"an action must be a whole number, not float 3\.0"):
        env.step(3.0)
    with pytest.raises(TypeError, match=r"an action must be a whole number or a name, not float 3\.0"):
        expedition.Game("toy").episode(seed=1).play(3.0)
