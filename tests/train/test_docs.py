"""The examples in the docstrings of what needs the training libraries."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import expedition.adapters
import expedition.train

MODULES = [
    m.name
    for package in (expedition.adapters, expedition.train)
    for m in pkgutil.iter_modules(package.__path__, f"{package.__name__}.")
    if not m.name.endswith("__main__")
]


@pytest.mark.parametrize("module", MODULES)
def test_doctests(module: str, elsewhere: Path) -> None:
    if module.endswith("puffer"):
        pytest.importorskip("pufferlib")
    flags = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    failed, _ = doctest.testmod(importlib.import_module(module), optionflags=flags)
    assert failed == 0
