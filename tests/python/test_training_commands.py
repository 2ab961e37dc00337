"""`expedition train` and `expedition eval` where the training libraries are not installed."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from expedition.cli.main import main


@pytest.mark.skipif(importlib.util.find_spec("torch") is not None, reason="torch is installed")
@pytest.mark.parametrize("words", [["train", "toy", "--minutes", "1"], ["eval", "checkpoint.pt"]])
def test_a_missing_library_is_one_sentence(
    words: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "checkpoint.pt").touch()
    assert main(words) == 2
    text = capsys.readouterr().err
    assert "pip install 'expedition[train]'" in text
    assert "Traceback" not in text


@pytest.mark.parametrize("words", [["arnk"], ["toy", "-o", "dept=3"], ["toy", "--players", "9"], []])
def test_a_wrong_game_is_said_before_torch_is_missed(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", *words]) == 2
    text = capsys.readouterr().err
    assert "torch" not in text
    assert "arnak" in text or "toy" in text or "name the game" in text


@pytest.mark.parametrize("words", [["eval", "nope.pt"], ["export", "nope.pt", "x"], ["train", "--resume", "nope.pt"]])
def test_a_missing_file_is_named_before_torch_is_missed(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    text = capsys.readouterr().err
    assert "nope.pt" in text
    assert "torch" not in text


@pytest.mark.parametrize("word", ["train", "eval"])
def test_they_have_help(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main([word, "--help"])
    assert end.value.code == 0
    assert "--against" in capsys.readouterr().out
