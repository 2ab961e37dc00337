"""The message when an optional package is missing."""

from __future__ import annotations

import importlib
from types import ModuleType


class MissingExtraError(ImportError):
    """An optional package is not installed; the message says how to install it."""


def install_line(extra: str) -> str:
    """Return the command that installs an extra, worded the same in every message."""
    return f"pip install 'expedition[{extra}]'"


def need(module: str, extra: str, what: str) -> ModuleType:
    """Import an optional package, or say in one sentence how to install it."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        package = module.partition(".")[0]
        if error.name is None or error.name.partition(".")[0] != package:
            raise
        sentence = f"{what} needs {package}, which is not installed: {install_line(extra)}"
        raise MissingExtraError(sentence, name=package) from None
