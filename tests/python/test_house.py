"""Files and functions stay short, and calls name their flags."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = ("python", "tests", "tools", "evidence", "docs", "examples")

# A dict of flags is filled with such values; nothing has to be looked up.
FILLS = ("fromkeys",)


def sources() -> Iterator[tuple[str, str]]:
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")


def test_files_and_functions_are_short() -> None:
    found = []
    for name, text in sources():
        if text.count("\n") > 500:
            found.append(f"{name} has {text.count(chr(10))} lines")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.end_lineno is not None:
                length = node.end_lineno - node.lineno + 1
                if length > 100:
                    found.append(f"{name}: {node.name} has {length} lines")
    assert found == []


def test_no_call_hands_over_a_bare_flag() -> None:
    """``draw(tile, True)`` sends a reader to the definition; ``draw(tile, flipped=True)`` does not."""
    found = []
    for name, text in sources():
        for node in ast.walk(ast.parse(text)):
            if not isinstance(node, ast.Call) or ast.unparse(node.func).endswith(FILLS):
                continue
            if any(isinstance(given, ast.Constant) and isinstance(given.value, bool) for given in node.args):
                found.append(f"{name}:{node.lineno}: {ast.unparse(node)}")
    assert found == []


# `progress` is the third argument of `review` in every notebook.
POSITIONAL = {"review(progress)"}


def test_flags_are_given_by_name() -> None:
    found = set()
    for name, text in sources():
        if not name.startswith("python/expedition") or "/show/" in name:
            continue  # pictures take the fields of a view as they come
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef) and node.name != "_promise":
                for given in [*node.args.posonlyargs, *node.args.args]:
                    if given.annotation is not None and ast.unparse(given.annotation) == "bool":
                        found.add(f"{node.name}({given.arg})")
    assert found == POSITIONAL
