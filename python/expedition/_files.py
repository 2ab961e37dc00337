"""Atomic writes: to a temporary file next to the target, which is then moved into place.

Whatever happens in between (a full disk, Ctrl-C, kill -9), the target is either the old file or the complete new one.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EACCES, EISDIR, ENOENT
from pathlib import Path


@contextmanager
def whole_file(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Yield a temporary path next to a file and, on success, move what was written into place; errors name the file."""
    place = Path(path)
    _check_folder(place)
    part = place.with_name(
        f".{place.stem}.{os.getpid()}.part{place.suffix}"
    )  # some writers choose the format by the suffix
    try:
        yield part
        os.replace(part, place)
    except OSError as error:
        if error.errno is None or error.strerror is None:
            raise OSError(f"{place} could not be written: {error}") from error
        raise OSError(error.errno, f"could not be written: {error.strerror}", str(place)) from error
    finally:
        with suppress(OSError):  # if nothing could be written there is nothing to remove
            part.unlink(missing_ok=True)


def _check_folder(place: Path) -> None:
    try:
        found = place.parent.is_dir()
    except OSError as error:
        raise OSError(error.errno, f"could not be written: {error.strerror}", str(place)) from error
    if not found:
        raise FileNotFoundError(ENOENT, "could not be written: there is no such folder", str(place))
    if place.is_dir():
        raise IsADirectoryError(EISDIR, "could not be written: this is a folder", str(place))


def check_place(path: str | os.PathLike[str]) -> None:
    """Refuse a file that could not be written, before the work begins whose result it will hold."""
    place = Path(path)
    _check_folder(place)
    if not os.access(place.parent, os.W_OK):
        raise PermissionError(EACCES, "could not be written: the folder may not be changed", str(place))


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Write a text file, completely or not at all."""
    write_bytes(path, text.encode())


def write_bytes(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a file, completely or not at all."""
    with whole_file(path) as part:
        part.write_bytes(data)
