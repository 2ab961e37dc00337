"""The notebook about training: its cells run one after the other."""

from __future__ import annotations

import json
from pathlib import Path

import matplotlib
import pytest

FOLDER = Path(__file__).parents[2] / "notebooks"


def test_the_cells_run(monkeypatch: pytest.MonkeyPatch) -> None:
    matplotlib.use("Agg")
    monkeypatch.chdir(FOLDER)
    names: dict[str, object] = {"__name__": "notebook"}
    cells = json.loads((FOLDER / "06_train_your_agent.ipynb").read_text())["cells"]
    for cell in (cell for cell in cells if cell["cell_type"] == "code"):
        exec(compile("".join(cell["source"]), f"06_train_your_agent.ipynb: {cell['id']}", "exec"), names)
    toy, agartha = names["toy"], names["agartha"]
    assert toy[-1][1] > 0.75, "The Shaft is learnt"  # type: ignore[index]
    assert agartha[-1][1] > 0.9, "random play is beaten"  # type: ignore[index]
