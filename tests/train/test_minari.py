"""Decisions of simulated games as a Minari dataset, and back: the dataset holds exactly the games."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import expedition


@pytest.mark.parametrize("name", ["toy", "agartha"])
def test_what_is_read_is_what_was_played(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    import minari

    data = expedition.dataset(name, games=3, agents="random", seed=2)
    data.to_minari(f"{name}/random-v0")
    made = minari.load_dataset(f"{name}/random-v0")
    assert made.total_episodes == 6  # two seats a game
    assert made.total_steps == len(data)
    returns = sorted(float(episode.rewards.sum()) for episode in made.iterate_episodes())
    assert returns == [-1.0] * 3 + [1.0] * 3
    actions = np.concatenate([episode.actions for episode in made.iterate_episodes()])
    assert sorted(actions) == sorted(data.column("action"))
