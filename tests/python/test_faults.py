"""Failures of the machine: no memory, a full disk, no permission, kill -9 in the middle of a write."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import expedition
from expedition import _files
from expedition.analysis.dataset import Dataset
from expedition.play.replay import AnalysedRecord

pytest.importorskip("resource", reason="limits are set as POSIX does")
pytestmark = pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read from /proc")

# Every writer of the package that needs no training library, each with two contents; `tests/train` has the checkpoint.
WRITERS = """
import os, resource, sys
from pathlib import Path
import expedition
from expedition.analysis import frames
from expedition.analysis.selfplay import Plan
from expedition.play.replay import analyse

folder = Path(sys.argv[1])
game = expedition.Game("toy", depth=9)

def played(seed):
    ep = game.episode(seed=seed)
    while not ep.is_over:
        ep.play(ep.legal_actions()[0])
    return ep

records = [played(1).record(), game.episode(seed=2).record()]
tables = [expedition.simulate(game, games, ["random", "random"], seed=1, threads=1) for games in (400, 3)]
networks = [expedition.Network.load(name) for name in ("toy-2", "agartha-2")]
rows = [frames.scores(records), frames.scores(records[1:])]
analyses = [analyse(record, expedition.Agent("mc:4", game, seed=1)) for record in records]
datasets = [expedition.dataset([played(seed).record() for seed in seeds]) for seeds in ((1,), (1, 3, 4))]
reviews = [expedition.review(record, "mcts:8", samples=2, seed=1, threads=1, network=False) for record in records[:1]]

def rows_of(games):
    # the rows of games for learning, as `selfplay` writes them
    def write(path):
        plan = Plan(game, None, {"search": "mcts:4", "seed": 1, "temperature": 1.0, "quick": None}, path.parent, games)
        plan.play(0, games, path, 1)
    return write

writers = {
    "game.record": [record.save for record in records],
    "game.html": [record.to_html for record in records],
    "game.gif": [lambda path, r=record: r.to_gif(path, width=200) for record in records],
    "game.mp4": [lambda path, r=record: r.to_mp4(path, width=200, every=4) for record in records],
    "position.png": [lambda path, r=record: r.replay(0).to_png(path, width=200) for record in records],
    "review.html": [reviews[0].to_html, records[1].to_html],
    "data.parquet": [data.save for data in datasets],
    "data.arrow": [data.save for data in datasets],
    "rows.parquet": [rows_of(2), rows_of(4)],
    "analysis.json": [analysis.save for analysis in analyses],
    "games.parquet": [table.save for table in tables],
    "games.csv": [table.save for table in tables],
    "frame.parquet": [lambda path, rows=rows: frames.write(rows, path) for rows in rows],
    "net.safetensors": [network.save for network in networks],
}
"""

FOREVER = """
for name, (first, _) in writers.items():
    first(folder / name)
print("ready", flush=True)
while True:
    for which in (1, 0):
        for name, pair in writers.items():
            pair[which](folder / name)
"""

# Files may not grow beyond 40 bytes, or the disk is full but for a few pages: every write fails midway.
FULL = """
for name, (first, _) in writers.items():
    first(folder / name)
before = {name: (folder / name).read_bytes() for name in writers}
if "disk" in sys.argv:
    with open(folder / "ballast", "wb", buffering=0) as ballast:
        try:
            while True:
                ballast.write(bytes(1 << 12))
        except OSError:
            pass
else:
    resource.setrlimit(resource.RLIMIT_FSIZE, (40, resource.RLIM_INFINITY))
for name, (_, second) in writers.items():
    try:
        second(folder / name)
    except OSError as error:
        assert name in str(error), (name, error)
    else:
        raise SystemExit(f"{name}: nothing was said")
    assert (folder / name).read_bytes() == before[name], name
assert {path.name for path in folder.iterdir()} - {"ballast"} == set(before), "nothing is left beside the files"
"""

FORBIDDEN = """
for name, (first, _) in writers.items():
    first(folder / name)
folder.chmod(0o555)
if os.getuid() == 0:
    os.setuid(65534)
for name, (_, second) in writers.items():
    try:
        second(folder / name)
    except PermissionError as error:
        assert name in str(error), (name, error)
    else:
        raise SystemExit(f"{name}: nothing was said")
"""


# In its own namespace, so that only this test sees the disk, and it goes away with the test.
SMALL_DISK = ("unshare", "--mount", "--map-root-user", "sh", "-ec", 'mount -t tmpfs -o size=4m none "$1"; shift; "$@"')


def run(program: str, folder: Path, *words: str, inside: tuple[str | Path, ...] = ()) -> None:
    command = [*inside, sys.executable, "-c", WRITERS + program, folder, *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_files_that_may_not_grow_leave_the_old_ones(tmp_path: Path) -> None:
    run(FULL, tmp_path)


def test_a_full_disk_leaves_the_old_files(tmp_path: Path) -> None:
    inside = (*SMALL_DISK, "disk", tmp_path)
    if (
        shutil.which("unshare") is None
        or subprocess.run([*inside, "true"], capture_output=True, check=False).returncode
    ):
        pytest.skip("a small disk may not be mounted here")
    run(FULL, tmp_path, "disk", inside=inside)


def test_a_forbidden_place_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    folder.mkdir()
    try:
        run(FORBIDDEN, folder)
    finally:
        folder.chmod(0o755)


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    record = expedition.Game("toy").episode(seed=1).record()
    for write in (record.save, record.to_html, expedition.simulate("toy", 2, ["random", "random"]).save):
        with pytest.raises(FileNotFoundError, match=r"nowhere.*x\.csv|x\.csv.*nowhere"):
            write(tmp_path / "nowhere" / "x.csv")


def test_every_writer_goes_through_the_one_room() -> None:
    for path in sorted(set(Path(expedition.__file__).parent.rglob("*.py")) - {Path(_files.__file__)}):
        for line in path.read_text(encoding="utf-8").splitlines():
            around = re.search(
                r"(?<!part)\.write_(text|bytes)\(|to_parquet\((?!part)|write_table\((?!.*\bpart\b)|os\.re(place|name)\(",
                line,
            )
            assert not around, f"{path.name}: {line.strip()}: expedition._files writes whole files"


def read(folder: Path) -> None:
    """Read every file completely; a partial one raises."""
    import imageio_ffmpeg
    import pandas
    from PIL import Image, ImageSequence

    assert expedition.Record.load(folder / "game.record").replay()
    for name in ("game.html", "review.html"):
        assert (folder / name).read_text(encoding="utf-8").rstrip().endswith("</html>")
    for name in ("game.gif", "position.png"):
        with Image.open(folder / name) as image:
            assert [frame.load() for frame in ImageSequence.Iterator(image)]
    assert imageio_ffmpeg.count_frames_and_secs(str(folder / "game.mp4"))[0] > 0
    for name in ("data.parquet", "data.arrow"):
        assert Dataset.load(folder / name).num_games in (1, 3)
    assert set(pandas.read_parquet(folder / "rows.parquet")["game"]) in ({0, 1}, {0, 1, 2, 3})
    assert AnalysedRecord.load(folder / "analysis.json").record is not None
    assert len(pandas.read_parquet(folder / "games.parquet")) in (400, 3)
    assert len(pandas.read_csv(folder / "games.csv")) in (400, 3)
    assert "points" in pandas.read_parquet(folder / "frame.parquet").columns
    assert expedition.Network.load(folder / "net.safetensors").game.name in ("toy", "agartha")


def test_kill_leaves_the_old_file_or_the_new_one(tmp_path: Path) -> None:
    command = [sys.executable, "-c", WRITERS + FOREVER, tmp_path]
    for delay in (0.05, 0.11, 0.23, 0.37):
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
            assert running.stdout is not None
            assert running.stdout.readline() == "ready\n"
            time.sleep(delay)
            running.send_signal(signal.SIGKILL)
        read(tmp_path)


HUNGRY = """
import json, resource, sys
import expedition

def used():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[0]) * resource.getpagesize()

expedition.Batch("toy", 4, threads=1)
expedition.Network.load("toy-2")
said = []
for more in (1, 3, 6, 12, 24, 48, 96, 192):
    resource.setrlimit(resource.RLIMIT_AS, (used() + more * 2**20, resource.RLIM_INFINITY))
    for make in (
        lambda: expedition.Network.load("arnak-2"),
        lambda: expedition.Batch("arnak", 30_000, players=2, threads=1),
        lambda: expedition.Batch("arnak", 30_000, players=2, threads=1, observations="sparse"),
    ):
        try:
            make()
        except (MemoryError, ValueError) as error:
            said.append(str(error))
    batch = expedition.Batch("toy", 4, threads=1)
    batch.step(batch.sample())
    resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
print(json.dumps(said))
"""


def test_without_memory_a_sentence_is_raised_and_play_goes_on() -> None:
    # With a single arena: glibc would take what the limit refuses from those it keeps for other threads.
    one = os.environ | {"MALLOC_ARENA_MAX": "1"}
    done = subprocess.run([sys.executable, "-c", HUNGRY], capture_output=True, text=True, check=False, env=one)
    assert done.returncode == 0, done.stderr[-2000:]
    said = json.loads(done.stdout)
    assert len(said) >= 6
    assert all("memory" in sentence for sentence in said), said
    assert any("weights" in sentence or "networks" in sentence for sentence in said), said


LEAKS = """
import gc, resource, sys
import expedition

def used():
    gc.collect()
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()

game = expedition.Game("toy")
batch = expedition.Batch("arnak", 256, players=2, threads=1)

def objects(number):
    for seed in range(number):
        ep = game.episode(seed=seed)
        ep.play(int(ep.legal_actions()[0]))
        ep.observe(), ep.clone(), ep.record(), ep.history, ep.to_bytes()
        try:
            ep.play(10**6)
        except ValueError:
            pass

def steps(number):
    for _ in range(number // 256):
        batch.step(batch.sample())

kind, warm, number = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
work = {"objects": objects, "steps": steps}[kind]
work(warm)
before = used()
work(number)
print(used() - before)
"""


@pytest.mark.parametrize(("kind", "warm", "number"), [("steps", 100_000, 1_000_000), ("objects", 2_000, 14_000)])
def test_nothing_leaks(kind: str, warm: int, number: int) -> None:
    """A million steps, and about a hundred thousand objects that cross the border: seven for each episode."""
    command = [sys.executable, "-c", LEAKS, kind, str(warm), str(number)]
    grown = int(subprocess.check_output(command, text=True, env=os.environ | {"PYTHONMALLOC": "malloc"}))
    assert grown < 3 * 2**20, f"{grown:,} bytes more after {number:,}"
