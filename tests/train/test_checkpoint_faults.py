"""A checkpoint on a full disk, and one killed while being written: the old one or the new one is there."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from expedition.train import _checkpoint

pytest.importorskip("resource", reason="limits are set as POSIX does")

WRITER = """
import resource, sys
from pathlib import Path
import torch
from expedition import Game
from expedition.train import _checkpoint
from expedition.train.config import Config

path = Path(sys.argv[1])
game, config = Game("toy"), Config("toy")
states = [{"weights": torch.full((size,), float(size))} for size in (1_000, 200_000)]
_checkpoint.write(path, config, game, states[0])
"""

FULL = """
before = path.read_bytes()
resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, resource.RLIM_INFINITY))
try:
    _checkpoint.write(path, config, game, states[1])
except OSError as error:
    assert path.name in str(error), error
else:
    raise SystemExit("nothing was said")
assert path.read_bytes() == before
assert [file.name for file in path.parent.iterdir()] == [path.name]
"""

FOREVER = """
print("ready", flush=True)
while True:
    for state in states:
        _checkpoint.write(path, config, game, state)
"""


def test_a_full_disk_leaves_the_old_checkpoint(tmp_path: Path) -> None:
    command = [sys.executable, "-c", WRITER + FULL, tmp_path / "checkpoint.pt"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_kill_leaves_a_whole_checkpoint(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint.pt"
    for delay in (0.07, 0.19):
        with subprocess.Popen(
            [sys.executable, "-c", WRITER + FOREVER, path], stdout=subprocess.PIPE, text=True
        ) as running:
            assert running.stdout is not None
            assert running.stdout.readline() == "ready\n"
            time.sleep(delay)
            running.send_signal(signal.SIGKILL)
        weights = _checkpoint.read(path, any_version=True)[1]["weights"]
        assert float(weights[0]) == len(weights)
