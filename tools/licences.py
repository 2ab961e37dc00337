"""Checks licences, sources and bans of the dependencies against deny.toml, using cargo's own metadata.

``make deny`` always runs this, and cargo-deny as well if it is installed, which also knows the advisories.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
REGISTRY = "registry+https://github.com/rust-lang/crates.io-index"


def allowed(expression: str, names: set[str]) -> bool:
    """Return whether a licence expression can be met with these licences.

    >>> allowed("(MIT OR GPL-3.0) AND Zlib", {"MIT", "Zlib"}), allowed("MIT AND GPL-3.0", {"MIT"})
    (True, False)
    """
    words = re.findall(r"\(|\)|[^\s()]+", expression.replace("/", " OR "))

    def either() -> bool:
        value = both()
        while words and words[0] == "OR":
            words.pop(0)
            value = both() or value
        return value

    def both() -> bool:
        value = one()
        while words and words[0] == "AND":
            words.pop(0)
            value = one() and value
        return value

    def one() -> bool:
        word = words.pop(0) if words else ""
        if word == "(":
            value = either()
            if words:
                words.pop(0)
            return value
        if words and words[0] == "WITH":
            word = " ".join([word, words.pop(0), words.pop(0)])
        return word in names

    return either() and not words


def main() -> int:
    """Check every package of the lock file."""
    rules = tomllib.loads((ROOT / "deny.toml").read_text(encoding="utf-8"))
    command = ["cargo", "metadata", "--format-version", "1", "--all-features", "--locked"]
    data = json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout)
    names = set(rules["licenses"]["allow"])
    banned = {entry["crate"]: entry["reason"] for entry in rules["bans"]["deny"]}
    problems = []
    for package in data["packages"]:
        what = f"{package['name']} {package['version']}"
        if package["source"] not in (None, REGISTRY):
            problems.append(f"{what} comes from {package['source']}")
        if not allowed(package["license"] or "none", names):
            problems.append(f"{what} has the licence {package['license']}")
        if package["name"] in banned:
            problems.append(f"{what} is banned: {banned[package['name']]}")
    for problem in problems:
        print(f"deny: {problem}", file=sys.stderr)
    if not problems:
        print(f"deny: ok, {len(data['packages'])} packages have allowed licences and sources")
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main())
