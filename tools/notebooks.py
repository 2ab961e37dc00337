"""Runs notebooks and keeps their outputs, without times and other traces of the machine.

``python tools/notebooks.py notebooks/02_arnak_analysis.ipynb ...``; ``make notebooks`` runs all but the training one.
``--check`` writes nothing: it runs them and fails if the printed or displayed text differs from the committed one, so
that no number in a text is older than its data.
"""

from __future__ import annotations

import sys
import time
from importlib import import_module
from itertools import zip_longest
from pathlib import Path
from typing import Any

# Untyped, and absent when the linters run.
nbformat: Any = import_module("nbformat")
nbclient: Any = import_module("nbclient")

METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def joined(outputs: list[Any]) -> list[Any]:
    """Join pieces of printed output, which is cut at random moments."""
    out: list[Any] = []
    for output in outputs:
        last = out[-1] if out else None
        if last and output.output_type == last.output_type == "stream" and output.name == last.name:
            last.text += output.text
        else:
            out.append(output)
    return out


def executed(path: Path) -> Any:
    """Run a notebook in its folder and return it with its outputs."""
    notebook = nbformat.read(path, as_version=4)
    place = {"metadata": {"path": str(path.parent)}}
    nbclient.NotebookClient(
        notebook, timeout=600, kernel_name="python3", record_timing=False, resources=place
    ).execute()
    return notebook


def texts(notebook: Any) -> list[str]:
    """Return the text that the cells print and display, without pictures and pages."""
    out = []
    for cell in notebook.cells:
        for output in joined(cell.get("outputs", [])):
            if output.output_type == "stream" and output.name == "stdout":
                out.append(output.text)
            elif "text/markdown" in output.get("data", {}):
                out.append(output.data["text/markdown"])
    return out


def check(path: Path) -> bool:
    """Run a notebook and report whether it still shows what is committed."""
    before, after = texts(nbformat.read(path, as_version=4)), texts(executed(path))
    for old, new in zip_longest(before, after, fillvalue="(nothing)"):
        if old != new:
            print(f"{path}: committed:\n{old}\nnow:\n{new}\nRun `make notebooks` and commit it.", file=sys.stderr)
            return False
    print(f"{path}: agrees with its data", flush=True)
    return True


def run(path: Path) -> None:
    """Run a notebook in its folder and write it back."""
    begin = time.monotonic()
    notebook = executed(path)
    notebook.metadata = nbformat.from_dict(METADATA)
    for cell in notebook.cells:
        cell.metadata = nbformat.from_dict({})
        if cell.cell_type == "code":
            cell.outputs = joined(cell.outputs)
            for output in cell.outputs:
                if "metadata" in output:
                    output.metadata = nbformat.from_dict({})
    nbformat.write(notebook, path)
    print(f"{path}: {time.monotonic() - begin:.0f} s, {path.stat().st_size // 1000} kB", flush=True)


if __name__ == "__main__":
    names = [Path(name) for name in sys.argv[1:] if name != "--check"]
    if "--check" in sys.argv[1:]:
        stale = [path for path in names if not check(path)]
        sys.exit(1 if stale else 0)
    for path in names:
        run(path)
