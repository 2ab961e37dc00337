"""Films by Gymnasium's own wrapper. It needs moviepy, whose pins contradict the newest Pillow; so it is tested here."""

from __future__ import annotations

from pathlib import Path

import gymnasium
import imageio_ffmpeg
import numpy as np
import pytest
from gymnasium.wrappers import RecordVideo

import expedition  # noqa: F401  registers the environments


@pytest.mark.parametrize("name", ["Agartha", "Arnak", "Kathmandu", "Subterra", "Toy"])
def test_record_video_writes_a_film(name: str, tmp_path: Path) -> None:
    """As many frames as positions, each of the size that `render` gives, and the picture moves."""
    steps = 3
    env = gymnasium.make(f"expedition/{name}-v0", render_mode="rgb_array")
    assert env.metadata["render_fps"] > 0
    film = RecordVideo(env, str(tmp_path / "films"), episode_trigger=lambda _: True)
    _, info = film.reset(seed=1)
    size = film.render()
    assert isinstance(size, np.ndarray)
    for _ in range(steps):
        *_, over, _, info = film.step(int(np.flatnonzero(info["action_mask"])[0]))
        assert not over
    film.close()
    (path,) = tmp_path.glob("films/*.mp4")
    reader = imageio_ffmpeg.read_frames(str(path))
    about = next(reader)
    height, width = size.shape[:2]
    assert about["codec"] == "h264"
    # H.264 has even sides.
    assert about["size"] == (width - width % 2, height - height % 2)
    frames = [np.frombuffer(frame, dtype=np.uint8).astype(int) for frame in reader]
    assert len(frames) == steps + 1
    assert np.abs(frames[0] - frames[-1]).max() > 40, "the first and the last picture differ"
