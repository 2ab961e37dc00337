"""Run notebooks and keep their outputs, without times and other traces of the machine.

``python tools/notebooks.py notebooks/02_arnak_analysis.ipynb ...``; ``make notebooks`` runs all but the training one.
"""

from __future__ import annotations

import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Any

# Untyped, and not there when the linters run.
nbformat: Any = import_module("nbformat")
nbclient: Any = import_module("nbclient")

METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def joined(outputs: list[Any]) -> list[Any]:
    """Join what was printed in pieces: the pieces depend on the moment."""
    out: list[Any] = []
    for output in outputs:
        last = out[-1] if out else None
        if last and output.output_type == last.output_type == "stream" and output.name == last.name:
            last.text += output.text
        else:
            out.append(output)
    return out


def run(path: Path) -> None:
    """Run a notebook in its folder and write it back."""
    notebook = nbformat.read(path, as_version=4)
    begin = time.monotonic()
    place = {"metadata": {"path": str(path.parent)}}
    nbclient.NotebookClient(
        notebook, timeout=600, kernel_name="python3", record_timing=False, resources=place
    ).execute()
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
    for name in sys.argv[1:]:
        run(Path(name))
