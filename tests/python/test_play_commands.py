"""The commands ``play --web`` and ``replay``: they serve, write pages and end with an interrupt."""

from __future__ import annotations

import http.client
import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import expedition


def test_the_command_serves_and_ends_with_an_interrupt() -> None:
    command = [sys.executable, "-u", "-m", "expedition", "play", "toy", "--web", "--seed", "4"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        line = running.stdout.readline()
        assert "The Shaft, seed 4: open http://127.0.0.1:" in line
        address = line.split("open ")[1].strip()
        link = http.client.HTTPConnection(address.split("/")[2], timeout=10)
        link.request("GET", "/" + address.split("/", 3)[3])
        assert link.getresponse().status == 200
        link.close()
        running.send_signal(signal.SIGINT)
        _, errors = running.communicate(timeout=20)
    assert running.returncode == 130
    assert "Traceback" not in errors


def test_the_command_makes_a_replay_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from expedition.cli.main import main

    ep = expedition.Game("toy", depth=3).episode(seed=1)
    ep.play("lead 3")
    ep.record().save(tmp_path / "g.record")
    assert main(["replay", str(tmp_path / "g.record"), "--html", str(tmp_path / "g.html")]) == 0
    assert (tmp_path / "g.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert main(["replay", str(tmp_path / "g.record")]) == 0
    told = capsys.readouterr().out
    assert "\n1  Blue: Lead the rope down 3 steps to the bottom and take the lantern\n" in told
    assert "Blue reaches the bottom and takes the lantern: 10 points" in told
    assert "The rope has reached the bottom: Blue has the lantern." in told
    assert main(["replay", str(tmp_path / "g.record"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["decisions"] == [[0, 2, "lead 3"]]
    assert main(["replay", str(tmp_path / "g.record"), "--seat", "2"]) == 2
    assert "the seats are 0 to 1" in capsys.readouterr().err
    (tmp_path / "bad.record").write_text("nothing")
    assert main(["replay", str(tmp_path / "bad.record")]) == 2
    assert main(["play", "toy", "--web", "--seat", "7"]) == 2


def test_a_record_is_printed_as_a_seat_saw_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from expedition.cli.main import main

    ep = expedition.Game("agartha").episode(seed=3)
    agent = expedition.Agent("random", ep.game, seed=1)
    while "token" not in {name.split()[0] for _, _, name in ep.history}:
        ep.play(agent.act(ep))
    seat, _, _ = ep.history[-1]
    ep.record().save(tmp_path / "g.record")
    assert main(["replay", str(tmp_path / "g.record"), "--seat", str(seat)]) == 0
    assert ep.log()[-1].sentence in capsys.readouterr().out
    assert main(["replay", str(tmp_path / "g.record"), "--seat", str(1 - seat)]) == 0
    line = next(line for line in capsys.readouterr().out.splitlines() if line.startswith(f"{len(ep.history)}  "))
    assert line == f"{len(ep.history)}  {ep.game.seat_names[seat]}: Take up a token"
