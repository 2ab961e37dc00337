"""The notebooks' figures, as committed: sharp, as wide as the notebook, titled, with intervals; no warnings."""

from __future__ import annotations

import base64
import json
import struct
from pathlib import Path

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[2] / "notebooks").glob("[0-9]*.ipynb"))
INCHES = 8.4
WITHOUT_INTERVALS = {
    "07_position_analysis": "review.plot() draws them",
    "08_batch_performance": "a speed is measured once",
}


def cells(path: Path) -> list[dict]:
    """The cells with code."""
    return [c for c in json.loads(path.read_text(encoding="utf-8"))["cells"] if c["cell_type"] == "code"]


def figures(cell: dict) -> list[tuple[int, int]]:
    """Width and height of every figure a cell shows."""
    pictures = [output["data"]["image/png"] for output in cell["outputs"] if "image/png" in output.get("data", {})]
    sizes = [base64.b64decode(text if isinstance(text, str) else "".join(text))[16:24] for text in pictures]
    return [struct.unpack(">II", size) for size in sizes]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_figures_can_stand_in_a_paper(path: Path) -> None:
    shown = [(cell, size) for cell in cells(path) for size in figures(cell)]
    assert shown, "a notebook has a figure"
    for cell, (wide, _) in shown:
        # A figure is saved with what overflows it, so a title that is too long makes it wider.
        assert 120 * INCHES <= wide <= 132 * INCHES
        code = "".join(cell["source"])
        assert "title=" in code or "set_title(" in code or "suptitle(" in code
        if path.stem not in WITHOUT_INTERVALS:
            assert "errorbar(" in code or "fill_between(" in code


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_nothing_was_complained_about(path: Path) -> None:
    for cell in cells(path):
        assert not [output for output in cell["outputs"] if output.get("name") == "stderr"]
        assert not [output for output in cell["outputs"] if output["output_type"] == "error"]
