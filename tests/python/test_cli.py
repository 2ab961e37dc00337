"""The command line: tidy tables, JSON that parses, errors in one sentence."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import expedition
from expedition._terminal import Progress, table
from expedition.cli.main import main


def run(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(words) == 0
    return capsys.readouterr().out


def test_games(capsys: pytest.CaptureFixture[str]) -> None:
    text = run(capsys, "games")
    for name in expedition.games():
        assert f"\n{name} " in text
    described = json.loads(run(capsys, "games", "--json"))
    assert [d["name"] for d in described] == list(expedition.games())


def test_one_game(capsys: pytest.CaptureFixture[str], name: str) -> None:
    text = run(capsys, "games", name)
    assert "players" in text
    assert "reward" in text
    assert json.loads(run(capsys, "games", name, "--json"))["options"] == expedition.Game(name).options
    unwrapped = " ".join(text.split())
    for row in expedition.Game(name).option_help:
        assert f"{row['name']} = {row['default']!r}" in text
        assert " ".join(f"takes {row['takes']}".split()) in unwrapped
        assert " ".join(row["help"].split()) in unwrapped
    game = expedition.Game(name)
    verbs = [str(game.action_fields(action)["verb"]) for action in range(game.num_actions)]
    listed = text.partition("\nactions\n")[2].partition("\n\n")[0].splitlines()[2:]
    assert [(re.split(r"  +", row)[0], int(row.split()[-1])) for row in listed] == [
        (v, verbs.count(v)) for v in dict.fromkeys(verbs)
    ]
    assert run(capsys, "games", name, "--rules").strip() == expedition.Game(name).rules.strip()


TIMING = ("seconds", "games_per_second", "decisions_per_second")


def test_simulate(capsys: pytest.CaptureFixture[str], name: str) -> None:
    text = run(capsys, "simulate", name, "-n", "50")
    assert "50 games from seed 0" in text
    result = json.loads(run(capsys, "simulate", name, "--games", "50", "--json", "--threads", "1"))
    assert result["games"] == 50
    assert len(result["by_seat"]) == expedition.Game(name).players
    again = json.loads(run(capsys, "simulate", name, "--games", "50", "--json", "--threads", "2"))
    assert {k: v for k, v in result.items() if k not in TIMING} == {k: v for k, v in again.items() if k not in TIMING}


def test_the_command_line_plays_the_games_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    printed = json.loads(run(capsys, "simulate", "toy", "-n", "30", "--seed", "4", "-o", "depth=7", "--json"))
    played = json.loads(json.dumps(expedition.simulate("toy", games=30, seed=4, depth=7).to_dict()))
    assert {k: v for k, v in printed.items() if k not in TIMING} == {k: v for k, v in played.items() if k not in TIMING}


def test_an_option_may_be_a_list(capsys: pytest.CaptureFixture[str]) -> None:
    team = ["healer", "guide", "priest"]
    chosen = f"explorers={', '.join(team)}"
    result = json.loads(run(capsys, "simulate", "subterra", "-n", "1", "--json", "--players", "3", "-o", chosen))
    assert result["options"]["explorers"] == team


def test_simulate_all_with_options(capsys: pytest.CaptureFixture[str]) -> None:
    results = json.loads(run(capsys, "simulate", "all", "-n", "20", "--json", "-o", "reward=score"))
    assert [r["game"] for r in results] == list(expedition.games())
    assert all(r["options"]["reward"] == "score" for r in results)


def test_bench(capsys: pytest.CaptureFixture[str]) -> None:
    text = run(capsys, "bench", "toy", "--seconds", "0.02", "--num-envs", "32")
    assert "toy " in text
    result = json.loads(
        run(capsys, "bench", "toy", "--players", "3", "--seconds", "0.02", "--num-envs", "32", "--json")
    )
    (speed,) = result["speeds"]
    assert speed["players"] == 3
    assert speed["step_1"] > 0
    assert result["machine"]["cores"] >= 1


def test_play_to_the_end(name: str) -> None:
    """Typing `random` at every decision ends every game."""
    command = [sys.executable, "-m", "expedition", "play", name, "--seed", "3", "--opponent", "random", "--json"]
    done = subprocess.run(command, input="random\n" * 20_000, capture_output=True, text=True, check=True)
    outcome = json.loads(done.stdout)
    assert outcome["over"]
    assert "Over after" in done.stderr


def test_play_answers_commands_and_undoes(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    from expedition.play.session import Session
    from expedition.play.terminal import Terminal

    path = tmp_path / "my.record"
    said = iter(
        [
            "help",
            "hint",
            "99",
            "lead",
            "undo",
            "lead 2",
            "undo",
            "3",
            f"save {path}",
            "save",
            "save /no/such/dir/x",
            "rules",
            "quit",
        ]
    )
    ep = Terminal(Session(expedition.Game("toy"), [0], "random", 5), read=lambda prompt: next(said)).play()
    text = capsys.readouterr().out
    assert ep.history[0] == (0, 2, "lead 3")
    assert len(ep.history) == 2, "taking back removed the first try and its answer"
    for part in (
        f"You play {expedition.Game('toy').seat_names[0]}",
        "lead 1",
        "goes back to your last choice",
        "best, wins about",
        "'99' is not legal now",
        "'lead' begins several actions",
        "There is nothing to undo.",
        f"Saved to {path}",
        "Say where: save PATH",
        "It could not be saved",
        "# The Shaft",
        "Left after 2 decisions.",
    ):
        assert part in text, part
    assert expedition.Record.load(path).replay() == ep


def test_play_hides_what_the_player_cannot_know(capsys: pytest.CaptureFixture[str]) -> None:
    from expedition.play.session import Session
    from expedition.play.terminal import Terminal

    Terminal(Session(expedition.Game("toy"), [0], "random", 5), read=lambda prompt: "quit").play()
    assert "Orange: gem face down" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words",
    [
        ["simulate", "toy", "-n", "0"],
        ["simulate", "toy", "-o", "x"],
        ["simulate", "toy", "--seed", "-1"],
        ["fly"],
        ["--fl"],
    ],
)
def test_wrong_words(words: list[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(words)
    assert stop.value.code == 2


@pytest.mark.parametrize("words", [[], ["games"], ["simulate"], ["play"], ["bench"]])
def test_help(capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main([*words, "--help"])
    assert stop.value.code == 0
    text = capsys.readouterr().out
    assert "usage: expedition" in text
    assert not words or "--json" in text


def test_without_a_command_the_help_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main([])
    assert stop.value.code == 0
    assert "commands:" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["simulate", "toy", "--jsn"], "--jsn is not understood: did you mean --json?"),
        (["train", "toy", "--minuts", "3"], "--minuts 3 is not understood: did you mean --minutes?"),
        (["games", "toy", "xyz"], "xyz is not understood\n"),
        (["play", "toy", "--agent", "mc"], "--agent mc is not understood: did you mean --opponent?"),
        (["replay", "a.record", "--out", "a.html"], "--out a.html is not understood: did you mean --html?"),
        (["simulate", "toy", "--agents", "mc", "mc"], "mc is not understood: agents are separated by commas"),
        (["doctor", "--foo"], "--foo is not understood: the options are -h, --help, --seconds, --json\n"),
    ],
)
def test_unknown_words_are_answered_with_similar_ones(
    capsys: pytest.CaptureFixture[str], words: list[str], sentence: str
) -> None:
    with pytest.raises(SystemExit) as stop:
        main(words)
    assert stop.value.code == 2
    assert f"expedition {words[0]}: error: {sentence}" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("word", "hint"), [("gmes", "did you mean games?"), ("foo", "the commands are games, simulate, arena, play,")]
)
def test_an_unknown_command(capsys: pytest.CaptureFixture[str], word: str, hint: str) -> None:
    with pytest.raises(SystemExit) as stop:
        main([word, "toy"])
    assert stop.value.code == 2
    assert f'expedition: error: there is no command "{word}": {hint}' in capsys.readouterr().err


def test_a_folder_is_no_place_for_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    ep = expedition.Game("toy", depth=3).episode(seed=1)
    ep.play("lead 3")
    ep.record().save(tmp_path / "game.record")
    for folder in (str(tmp_path), "."):
        assert main(["replay", str(tmp_path / "game.record"), "--html", folder]) == 2
        assert capsys.readouterr().err == f"expedition: {folder}: could not be written: this is a folder\n"


def test_entry_points() -> None:
    for command in ([sys.executable, "-m", "expedition"], [str(Path(sys.executable).parent / "expedition")]):
        text = subprocess.check_output([*command, "--version"], text=True)
        assert text == f"expedition {expedition.__version__}\n"


def test_demo(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    from expedition.cli import demo

    monkeypatch.setattr(demo, "GAMES", 30)
    assert demo.main() == 0
    text = capsys.readouterr().out
    for part in (*expedition.games(), "games/s", "decisions/s", "mean score", "What to try next", "demo: ok"):
        assert part in text


def test_doctor(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    from expedition.cli import doctor

    text = run(capsys, "doctor", "--seconds", "0.5")
    assert f"expedition  {expedition.__version__}" in " ".join(text.split(" ")).replace("       ", "  ")
    assert "self-test: ok" in text
    monkeypatch.setattr(doctor, "check_game", lambda name, episodes: 1 / 0)
    assert main(["doctor", "--seconds", "0.5", "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert report["extras"]["gym"]["gymnasium"]
    assert report["problems"][0].startswith("agartha: ZeroDivisionError")


def test_tables_are_aligned() -> None:
    lines = table(["a", "number"], [["x", "1"], ["longer", "22,222,222"]]).splitlines()
    assert len({len(line) for line in lines}) == 1


def test_progress_draws_on_terminals_only() -> None:
    import io

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    loud, quiet = Terminal(), io.StringIO()
    for stream in (loud, quiet):
        with Progress(10, "work", stream=stream) as bar:
            bar.update(10)
    assert "100%  10/10" in loud.getvalue()
    assert quiet.getvalue() == ""


def test_soak(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    folder = tmp_path / "findings"
    text = run(capsys, "soak", "--minutes", "0.01", "--game", "toy", "--threads", "1", "--findings", str(folder))
    assert "toy: 3 of 3 actions were chosen" in text
    assert "0 findings" in text
    result = json.loads(run(capsys, "soak", "--minutes", "0.02", "--json"))
    assert [g["game"] for g in result["games"]] == list(expedition.games())
    assert all(g["decisions"] > 0 and g["laws"]["check"] > g["decisions"] for g in result["games"])
    assert not folder.exists()
    assert main(["soak", "--game", "chess"]) == 2


def test_soak_saves_what_it_finds(tmp_path: Path) -> None:
    from expedition.cli.soak import save_findings

    finding = {"game": "toy", "law": "a law", "detail": "how", "ply": 3, "seed": 5, "job": 7, "options": {"players": 2}}
    report = {"seed": 1, "findings": [{**finding, "record": "text"}, {**finding, "record": None}]}
    sentences = save_findings([report], tmp_path / "found")
    assert (tmp_path / "found" / "toy-1-7-0.record").read_text() == "text"
    assert "toy: a law: how\n  after 3 decisions of the episode with seed 5 (job 7 of seed 1)" in sentences[0]
    assert "saved to" not in sentences[1]


def test_soak_ends_early_with_what_was_done() -> None:
    """Ctrl-C prints the totals so far."""
    import signal
    import time

    command = [sys.executable, "-m", "expedition", "soak", "--game", "toy", "--minutes", "10", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        time.sleep(4)
        running.send_signal(signal.SIGINT)
        out, _ = running.communicate(timeout=60)
    result = json.loads(out)
    assert running.returncode == 130
    assert result["interrupted"]
    assert result["games"][0]["decisions"] > 0
