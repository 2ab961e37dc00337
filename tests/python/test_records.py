"""Damaged, truncated and foreign bytes give a ValueError, never a crash and never a wrong game."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import expedition
from expedition import Game, Record

settings.register_profile("expedition", deadline=None, max_examples=150, suppress_health_check=list(HealthCheck))
settings.load_profile("expedition")


def finished(name: str) -> expedition.Episode:
    game = Game(name)
    ep = game.episode(seed=3)
    while not ep.is_over:
        ep.play(int(ep.legal_actions()[-1]))
    return ep


EPISODES = {name: finished(name) for name in expedition.games()}
RECORDS = {name: ep.record().to_text().encode() for name, ep in EPISODES.items()}
SNAPSHOTS = {name: Game(name).episode(seed=3).to_bytes() for name in expedition.games()}
names = st.sampled_from(expedition.games())


def read(data: bytes) -> None:
    """A record that can be read must replay or say why not."""
    Record.from_bytes(data).replay()


@given(names, st.data())
def test_truncated_records(name: str, data: st.DataObject) -> None:
    text = RECORDS[name]
    # Without its last newline a record is still whole.
    cut = data.draw(st.integers(0, len(text) - 2))
    with pytest.raises(ValueError):
        read(text[:cut])


@given(names, st.data())
def test_flipped_bits_in_records(name: str, data: st.DataObject) -> None:
    text = bytearray(RECORDS[name])
    at = data.draw(st.integers(0, len(text) - 2))
    text[at] ^= 1 << data.draw(st.integers(0, 7))
    with pytest.raises(ValueError):
        read(bytes(text))


@given(st.binary(max_size=400))
def test_foreign_bytes_are_not_a_record(data: bytes) -> None:
    with pytest.raises(ValueError):
        read(data)


@given(st.text(max_size=400))
def test_foreign_text_is_not_a_record(text: str) -> None:
    with pytest.raises(ValueError):
        Record.from_text(text)


@given(names, st.data())
def test_damaged_snapshots(name: str, data: st.DataObject) -> None:
    snapshot = bytearray(SNAPSHOTS[name])
    if data.draw(st.booleans()):
        snapshot = snapshot[: data.draw(st.integers(0, len(snapshot) - 1))]
    else:
        at = data.draw(st.integers(0, len(snapshot) - 1))
        snapshot[at] ^= 1 << data.draw(st.integers(0, 7))
    with pytest.raises(ValueError):
        Game(name).episode_from_bytes(bytes(snapshot))


@given(names, st.binary(max_size=300))
def test_foreign_bytes_are_not_a_snapshot(name: str, data: bytes) -> None:
    with pytest.raises(ValueError):
        Game(name).episode_from_bytes(data)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-300, 300) | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)


@given(names, JSON, st.data())
def test_states_with_a_changed_part(name: str, value: object, data: st.DataObject) -> None:
    """A state with any part replaced is refused, or is a position that can be played to its end."""
    game = Game(name)
    state = game.episode(seed=3).state
    state[data.draw(st.sampled_from(sorted(state)))] = value
    try:
        ep = game.episode_from_state(state)
    except (ValueError, TypeError):
        return
    for _ in range(game.max_decisions):
        if ep.is_over:
            return
        ep.play(int(ep.legal_actions()[0]))
    assert ep.is_over


def test_files_that_are_not_records(tmp_path: Path) -> None:
    for content in (b"", b"\n", b"\x00" * 100, b"PK\x03\x04", b"{}\n", pickle.dumps({"a": 1})):
        path = tmp_path / "file"
        path.write_bytes(content)
        with pytest.raises(ValueError):
            Record.load(path).replay()
    with pytest.raises(OSError):
        Record.load(tmp_path / "missing")
    with pytest.raises(OSError):
        Record.load(tmp_path)


def test_a_record_of_another_version_says_so() -> None:
    text = RECORDS["toy"].decode().replace('"version":1', '"version":9', 1)
    with pytest.raises(ValueError, match=r"damaged|version 9"):
        Record.from_text(text).replay()


def test_a_file_that_cannot_be_read_or_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"No such file.*nope") as error:
        Record.load(tmp_path / "nope")
    assert Path(error.value.filename) == tmp_path / "nope"
    (tmp_path / "folder").mkdir()
    with pytest.raises(IsADirectoryError, match="folder"):
        Record.load(tmp_path / "folder")
    with pytest.raises(FileNotFoundError, match=r"missing.x\.record"):
        Game("toy").episode(seed=1).record().save(tmp_path / "missing" / "x.record")
