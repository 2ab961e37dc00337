"""The page about masks: every block of code on it runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "masks.md").read_text()
BLOCKS = [
    (heading.strip(), code)
    for heading, body in re.findall(r"^## (.*?)\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    for code in re.findall(r"^```python\n(.*?)^```", body, re.MULTILINE | re.DOTALL)
]


@pytest.mark.parametrize(("heading", "code"), BLOCKS, ids=[heading for heading, _ in BLOCKS])
def test_block_runs(heading: str, code: str, elsewhere: Path) -> None:
    if heading.startswith("PufferLib"):
        pytest.importorskip("pufferlib")
    exec(compile(code, f"docs/masks.md: {heading}", "exec"), {"__name__": "page"})


def test_the_page_has_all_libraries() -> None:
    names = " ".join(heading for heading, _ in BLOCKS)
    for library in (
        "PyTorch",
        "JAX",
        "Gymnasium",
        "PettingZoo",
        "Stable-Baselines3",
        "RLlib",
        "TorchRL",
        "PufferLib",
        "Tianshou",
        "AgileRL",
        "OpenSpiel",
    ):
        assert library in names, library
