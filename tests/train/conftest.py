"""Tests that need the heavy libraries. `make test-train` runs them in a virtualenv of its own."""

from __future__ import annotations

import os

import pytest

# Small networks gain nothing from many threads, and a shared machine loses.
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "")
os.environ.setdefault("JAX_PLATFORMS", "cpu")
os.environ.setdefault("RAY_ENABLE_UV_RUN_RUNTIME_ENV", "0")
os.environ.setdefault("RAY_TRAIN_V2_ENABLED", "1")


@pytest.fixture
def elsewhere(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> object:
    """Work in an empty folder: some libraries leave things in the current one."""
    monkeypatch.chdir(tmp_path)  # type: ignore[arg-type]
    return tmp_path
