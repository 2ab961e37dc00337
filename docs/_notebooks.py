"""Pages generated from the notebooks, with their committed outputs."""

from __future__ import annotations

import base64
import json
import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

FOLDER = Path(__file__).parents[1] / "notebooks"
_ANSI = re.compile(r"\x1b\[[0-9;]*m")


def _paths() -> list[Path]:
    return sorted(FOLDER.glob("[0-9]*.ipynb"))


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put the notebooks into the section of studies, before the longer ones."""
    nav: list[Any] = config.nav or []
    studies = next(entry["Studies"] for entry in nav if "Studies" in entry)
    studies[:0] = [f"notebooks/{path.stem}.md" for path in _paths()]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add a page for each notebook and a file for each of its pictures."""
    for path in _paths():
        page, pictures = _page(path)
        files.append(File.generated(config, f"notebooks/{path.stem}.md", content=page))
        for name, content in pictures.items():
            files.append(File.generated(config, f"notebooks/{name}", content=content))
    return files


def _page(path: Path) -> tuple[str, dict[str, bytes]]:
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    parts: list[str] = []
    pictures: dict[str, bytes] = {}
    for number, cell in enumerate(cells):
        source = _text(cell["source"])
        if cell["cell_type"] == "markdown":
            # In the documentation the notebooks are in a folder of its root.
            parts.append(re.sub(r"\((\w+)\.ipynb\)", r"(\1.md)", source).replace("(../docs/", "(../"))
        elif cell["cell_type"] == "code":
            parts.append(f"```python\n{source}\n```")
            for i, output in enumerate(_merged(cell["outputs"])):
                parts.append(_output(output, f"{path.stem}_{number}_{i}", pictures))
        if number == 0:
            parts.append(f"*This page is `notebooks/{path.name}` with its outputs.*")
    # Code is wide and these pages have few headings, so the page takes the space of the table of contents.
    return "---\nhide: [toc]\n---\n\n" + "\n\n".join(part for part in parts if part) + "\n", pictures


def _text(lines: str | list[str]) -> str:
    return lines if isinstance(lines, str) else "".join(lines)


def _merged(outputs: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Join pieces of printed output."""
    out: list[dict[str, Any]] = []
    for output in outputs:
        if output["output_type"] == "stream" and out and out[-1]["output_type"] == "stream":
            out[-1] = {**out[-1], "text": _text(out[-1]["text"]) + _text(output["text"])}
        else:
            out.append(output)
    return out


def _output(output: dict[str, Any], name: str, pictures: dict[str, bytes]) -> str:
    data = output.get("data", {})
    if "image/png" in data:
        pictures[f"{name}.png"] = base64.b64decode(_text(data["image/png"]))
        return f"![Output]({name}.png)"
    if "image/svg+xml" in data:
        pictures[f"{name}.svg"] = _text(data["image/svg+xml"]).encode()
        return f"![Output]({name}.svg)"
    if "text/markdown" in data:
        return _text(data["text/markdown"])
    if "text/html" in data:
        # Blank lines would end the HTML block in Markdown; the style of a data frame is the notebook's.
        html = re.sub(r"<style.*?</style>", "", _text(data["text/html"]), flags=re.DOTALL)
        html = re.sub(r"<table[^>]*>", "<table>", html)
        return re.sub(r"\n\s*", "\n", html).strip()
    printed = _ANSI.sub("", _text(output.get("text", data.get("text/plain", "")))).rstrip()
    return f"```text\n{printed}\n```" if printed else ""
