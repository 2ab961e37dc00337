"""Creates a new game as a copy of the template: ``make game NAME=crypt``.

Copies The Shaft (``toy``), the smallest complete game, with its rules, tests, picture and the meaning of its
observation, renames it and registers it. Nothing is overwritten: a name that is taken is refused. The copy can be
played at once; change it file by file (CONTRIBUTING.md, "Adding a game").
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent.parent
TEMPLATE, TYPE, TITLE = "toy", "Toy", "The Shaft"
# Phrases that are true of the template alone, and their replacements.
OWN = {
    ", and the template of `make game`.": ".",
    "the template of `make game`, documentation, and a test subject whose value is known.": "write its rules here.",
}
ROOMS = ("src/games/{}", "tests/engine/{}", "python/expedition/show/{}.py")
# The reserved words of Rust.
TAKEN = """
 abstract as async await become box break const continue crate do dyn else enum extern false final fn for gen if impl in
 let loop macro match mod move mut override priv pub ref return self static struct super trait true try type typeof
 unsafe unsized use virtual where while yield
"""


def fail(sentence: str) -> NoReturn:
    """End with a sentence; nothing has changed."""
    sys.exit(f"make game: {sentence}")


def renamed(text: str, name: str, title: str) -> str:
    """Return a text of the template in the words of the new game."""
    type_name = "".join(part.capitalize() for part in name.split("_"))
    for own, instead in OWN.items():
        text = text.replace(own, instead)
    text = re.sub(rf"\b{TYPE}\b", type_name, text.replace(TITLE, title))
    return re.sub(rf"\b{TEMPLATE}\b", name, text)


def insert(path: Path, pattern: str, line: str) -> None:
    """Insert a line among those that match, in alphabetical order."""
    lines = path.read_text().splitlines(keepends=True)
    like = [i for i, text in enumerate(lines) if re.fullmatch(pattern, text.strip())]
    after = [i for i in like if lines[i].strip() < line]
    at = (after[-1] if after else like[0] - 1) + 1
    indent = lines[like[0]][: len(lines[like[0]]) - len(lines[like[0]].lstrip())]
    path.write_text("".join([*lines[:at], f"{indent}{line}\n", *lines[at:]]))


def explain(path: Path, name: str, title: str) -> None:
    """Insert a copy of the template's table among the tables of a file, in alphabetical order."""
    head, *tables = re.split(r"(?m)^(?=\[)", path.read_text())
    copies = [renamed(table, name, title) for table in tables if table.startswith(f"[{TEMPLATE}]")]
    path.write_text(head + "\n\n".join(sorted(table.strip() for table in tables + copies)) + "\n")


def main() -> None:
    """Copy, rename, register."""
    parser = argparse.ArgumentParser(prog="make game", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("name", help="lower case, as in expedition.Game(name)")
    parser.add_argument("--title", help="the title on the box; by default the name, capitalised")
    args = parser.parse_args()
    name = args.name
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name) or name in TAKEN.split():
        fail(f"{name!r} cannot be the name of a game: use a lower-case word such as crypt that is not a keyword")
    title = args.title or name.replace("_", " ").capitalize()
    if any((ROOT / taken.format(name)).exists() for taken in ("tests/engine/{}.rs", "python/expedition/show/{}.py")):
        fail(f"{name!r} is already the name of a file of tests or pictures: choose another one")
    places = [(ROOT / room.format(TEMPLATE), ROOT / room.format(name)) for room in ROOMS]
    for _, to in places:
        if to.exists():
            fail(f"{to.relative_to(ROOT)} already exists: choose another name or delete it first")
    for source, to in places:
        files = [source] if source.is_file() else sorted(path for path in source.rglob("*") if path.is_file())
        for path in files:
            target = to if source.is_file() else to / path.relative_to(source)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
            target.write_text(renamed(path.read_text(), name, title))
    type_name = renamed(TYPE, name, title)
    insert(ROOT / "src/games/mod.rs", r"pub mod \w+;", f"pub mod {name};")
    insert(ROOT / "src/games/mod.rs", r"\w+::\w+,", f"{name}::{type_name},")
    insert(ROOT / "tests/engine/main.rs", r"mod \w+;", f"mod {name};")
    explain(ROOT / "docs/observations.toml", name, title)
    for _, to in places:
        print(f"created {to.relative_to(ROOT)}")
    print("registered in src/games/mod.rs and tests/engine/main.rs, explained in docs/observations.toml")


if __name__ == "__main__":
    main()
