"""Bad input of every kind is refused in one sentence that names what was wrong, and nothing changes."""

from __future__ import annotations

import copy
import os
import pickle
import socket
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import expedition
from expedition import Agent, Batch, BatchSearch, Game, Network, Record
from expedition.analysis import frames
from expedition.cli.main import main
from expedition.envs.single import SingleEnv
from expedition.play.replay import analyse

TOY = Game("toy")
ARNAK = Game("arnak", players=2)
NET = Network.load("toy-2")
NAN = float("nan")


def ended() -> expedition.Episode:
    ep = TOY.episode(seed=1)
    while not ep.is_over:
        ep.play(int(ep.legal_actions()[0]))
    return ep


RECORD = ended().record()
ANALYSIS = analyse(RECORD, Agent("mc:2", TOY), every=20)


def nested() -> list[Any]:
    inside: list[Any] = []
    inside.append(inside)
    return inside


class Forged:
    """A pickle that calls what a hostile file names, with these arguments."""

    def __init__(self, *parts: Any) -> None:
        self.parts = parts

    def __reduce__(self) -> tuple[Any, ...]:
        return self.parts


def forged(real: Any, arguments: tuple[Any, ...]) -> Any:
    return pickle.loads(pickle.dumps(Forged(real.__reduce__()[0], arguments)))


def observations(rows: int = 1, fill: float = 0.0) -> np.ndarray:
    return np.full((rows, TOY.observation_size), fill, np.float32)


MASK = np.ones((1, 3), np.bool_)
ONE = np.ones((1, 1), np.float32)

GAMES: dict[str, tuple[str, Callable[[], Any]]] = {
    "game misspelt": ('no game "arnk": the games are', lambda: Game("arnk")),
    "game in capitals": ('no game "Arnak"', lambda: Game("Arnak")),
    "game of no letters": ('no game "🗿"', lambda: Game("🗿")),
    "option misspelt": ('no option "dept": its options are', lambda: Game("toy", dept=3)),
    "option of another game": ('arnak has no option "depth"', lambda: Game("arnak", depth=3)),
    "option nan": ("depth holds the number NaN, which is not finite", lambda: Game("toy", depth=NAN)),
    "option infinite": ("depth holds the number inf", lambda: Game("toy", depth=float("inf"))),
    "option of 71 bits": ("depth holds the number 1180.*does not fit", lambda: Game("toy", depth=2**70)),
    "option an array": (
        "depth holds an object of type ndarray: use None, bool",
        lambda: Game("toy", depth=np.arange(3)),
    ),
    "option an object": ("depth holds an object of type object", lambda: Game("toy", depth=object())),
    "option a circle": ("depth is nested more than 64 deep", lambda: Game("toy", depth=nested())),
    "option a list": (r"depth=\[\].*a whole number from 1 to 40", lambda: Game("toy", depth=[])),
    "option out of range": ("depth=-1.*from 1 to 40", lambda: Game("toy", depth=-1)),
    "choice misspelt": ('board="snak".*one of "bird", "snake"', lambda: Game("arnak", board="snak")),
    "flag as text": ("glance.*True or False", lambda: Game("arnak", glance="yes")),
    "content of bytes": ("gem holds an object of type bytes", lambda: Game("toy", content={"gem": b"x"})),
    "content a circle": ("gem is nested", lambda: Game("toy", content={"gem": nested()})),
    "content keyed by numbers": ("keys of a dict must be strings", lambda: Game("toy", content={3: []})),  # type: ignore[dict-item]
    "state none": ("not a state of toy: a state is a dict", lambda: TOY.episode_from_state(None)),
    "state a text": ("not a state of toy: a state is a dict", lambda: TOY.episode_from_state("{}")),
    "state nan": ("left holds the number NaN", lambda: TOY.episode_from_state(TOY.episode(1).state | {"left": NAN})),
    "state of another game": ("not a state of arnak", lambda: ARNAK.episode_from_state(TOY.episode(1).state)),
    "bytes of nothing": ("not an episode of toy: they are too short", lambda: TOY.episode_from_bytes(b"")),
    "bytes of chance": ("not an episode of toy, or damaged", lambda: TOY.episode_from_bytes(os.urandom(99))),
    "name nearly right": ('no action "site camp2": did you mean "site camp_2"', lambda: ARNAK.action_id("site camp2")),
    "name in capitals": ('no action "Lead 1": did you mean "lead 1"', lambda: TOY.episode(1).play("Lead 1")),
    "name far off": ('no action "foo": names look like "lead 1"', lambda: TOY.episode(1).describe("foo")),
    "name of a page": (r'no action "x{60}\.\.\.": names look like', lambda: TOY.episode(1).play("x" * 100_000)),
    "action not legal": ("is not legal now; the open decision is", lambda: ARNAK.episode(1).play(281)),
    "action of 100 bits": ("does not exist: ids go from 0 to 2", lambda: TOY.episode(1).play(10**30)),
    "action true": ("a whole number or a name, not bool True", lambda: TOY.episode(1).play(action=True)),
    "action after the end": ("the episode is over: no action is legal", lambda: ended().play(0)),
    "result too early": ("not over: there is no result yet", lambda: TOY.episode(1).result()),
    "seat as text": ("seat must be a whole number from 0 to 1, not str 'me'", lambda: TOY.episode(1).view("me")),  # type: ignore[arg-type]
    "seat of nobody": ("no seat 9: the seats are 0 to 1", lambda: TOY.episode(1).log(viewer=9)),
    "out big-endian": ("out must be a writable", lambda: TOY.episode(1).observe(out=np.zeros(13, ">f4"))),
    "explain nan": ("float 0 of this array is NaN", lambda: TOY.explain(observations(1, NAN)[0])),
    "explain infinite": ("float 0 of this array is inf", lambda: TOY.explain(observations(1, np.inf)[0])),
    "explain too short": (
        "has 3 values; an observation of this game has 13",
        lambda: TOY.explain(np.zeros(3, np.float32)),
    ),
    "explore nothing": ("a position to explore is an Episode, not NoneType", lambda: TOY.explore(None)),  # type: ignore[arg-type]
    "explore another game": ("this episode belongs to Game", lambda: TOY.explore(Game("toy", depth=3).episode(1))),
    "picture of no width": ("width=-1: it must be from 16", lambda: TOY.episode(1).to_png(width=-1)),
    "picture of another theme": ("theme='pink'", lambda: TOY.episode(1).to_svg(theme="pink")),  # type: ignore[arg-type]
    "pickled bytes forged": ("not an episode of toy", lambda: forged(TOY.episode(1), (b"x",))),
    "pickled game forged": ('no game "nope"', lambda: forged(TOY, ("nope", {}, {}))),
    "pickled option forged": ("depth=-4", lambda: forged(TOY, ("toy", {"depth": -4}, {}))),
    "pickled record forged": ("not an expedition record", lambda: forged(RECORD, ("junk",))),
    "pickled network forged": ("not a network", lambda: forged(NET, (b"junk",))),
}

BATCHES: dict[str, tuple[str, Callable[[], Any]]] = {
    "no lanes": ("num_envs=0 is out of range", lambda: Batch("toy", 0)),
    "half a lane": ("num_envs must be a whole number", lambda: Batch("toy", 2.5)),  # type: ignore[call-overload]
    "too many lanes": ("does not fit into memory: its shape", lambda: Batch("arnak", 10**7)),
    "keyword misspelt": ("no keyword num_env: did you mean num_envs", lambda: Batch("toy", num_env=8)),  # type: ignore[call-arg]
    "reset misspelt": ('autoreset="same-step": it must be', lambda: Batch("toy", 2, autoreset="same-step")),  # type: ignore[arg-type]
    "agent misspelt": ('no built-in agent "gredy": choose', lambda: Batch("toy", 2, opponents="gredy")),
    "setting misspelt": ('no setting "epsilom"', lambda: Batch("toy", 2, opponents="greedy:epsilom=1")),
    "setting nan": ('epsilon is "nan"', lambda: Batch("toy", 2, opponents="greedy:epsilon=nan")),
    "setting twice": ("network sets what was already set", lambda: Batch("toy", 2, opponents="mcts:5,network,network")),
    "setting left out": ("a setting is missing after", lambda: Batch("toy", 2, opponents="mcts:")),
    "no simulations": ('number of simulations is "0"', lambda: Batch("toy", 2, opponents="mcts:0")),
    "opponents as a list": ("opponents must be the name", lambda: Batch("toy", 2, opponents=["greedy"])),  # type: ignore[arg-type]
    "opponent at a text": ("a key of opponents must be", lambda: Batch("toy", 2, opponents={"1": "greedy"})),  # type: ignore[dict-item]
    "learner alone": ("learner= needs opponents=", lambda: Batch("toy", 2, learner="rotate")),
    "share alone": ("start_share= needs starts=", lambda: Batch("toy", 2, start_share=0.3)),
    "share nan": ("start_share=NaN", lambda: Batch("toy", 2, starts=[TOY.episode(1)], start_share=NAN)),
    "starts over": ("number 0 is over", lambda: Batch("toy", 2, starts=[ended()])),
    "starts of another game": ("number 0 belongs to another game", lambda: Batch("arnak", 2, starts=[TOY.episode(1)])),
    "starts of nothing": ("there is no position to begin at", lambda: Batch("toy", 2, starts=[])),
    "starts nowhere": ("there is no such folder of records", lambda: Batch("toy", 2, starts="nowhere")),
    "search over a number": ("a search is over an expedition.Batch, not int", lambda: BatchSearch(3, NET)),  # type: ignore[arg-type]
    "search of nothing": ("simulations=0", lambda: BatchSearch(Batch("toy", 2), NET, simulations=0)),
    "search of half": (
        "simulations must be a whole number",
        lambda: BatchSearch(Batch("toy", 2), NET, simulations=1.5),
    ),  # type: ignore[arg-type]
}

# On one batch of four lanes, which must not change.
STEPS: dict[str, tuple[str, Callable[[Batch], Any]]] = {
    "floats": ("actions must be whole numbers", lambda b: b.step(np.zeros(4))),
    "nan": ("actions must be whole numbers", lambda b: b.step([NAN] * 4)),
    "objects": ("not object", lambda b: b.step(np.array([0, None, 1, 2], object))),
    "dates": ("not datetime64", lambda b: b.step(np.zeros(4, "M8[s]"))),
    "a generator": ("actions must be whole numbers", lambda b: b.step(a for a in range(4))),  # type: ignore[arg-type]
    "another shape": (r"the shape \(4,\), not \(2, 2\)", lambda b: b.step(np.zeros((2, 2), int))),
    "too few": ("2 actions for 4 lanes", lambda b: b.step([0, 1])),
    "no such action": ("action 99 in lane 1 does not exist.*no lane has moved", lambda b: b.step([0, 99, 0, 0])),
    "out of bytes": ("out must be a writable", lambda b: b.sample(out=np.zeros(4, np.int8))),
    "no steps": ("steps=-1 is out of range", lambda b: b.rollout(-1)),
    "too few seeds": ("seed has 1 values; this batch has 4", lambda b: b.reset(seed=[1])),
    "a seed below zero": ("seed=-1 is out of range", lambda b: b.reset(seed=[1, -1, 2, 3])),
    "a pickle": ("a Batch cannot be pickled or copied: make one in each process", pickle.dumps),
    "a copy": ("a Batch cannot be pickled or copied", copy.deepcopy),
    "lanes by number": ("lanes must be a bool array", lambda b: b.reset(lanes=[0, 1])),
    "no such lane": ("no lane 99", lambda b: b.episode(99)),
    "advice of nobody": ('no built-in agent "gredy"', lambda b: b.advise("gredy")),
    "bytes of chance": ("not a batch of toy, or damaged", lambda b: b.restore(os.urandom(99))),
    "bytes of fewer lanes": ("hold 3 lanes; this batch has 4", lambda b: b.restore(Batch("toy", 3).to_bytes())),
    "bytes of another game": ("these bytes are", lambda b: b.restore(Batch("arnak", 4).to_bytes())),
    "rows that are not written": ("writes no indices: make it with", lambda b: b.indices),
}

STUDIES: dict[str, tuple[str, Callable[[], Any]]] = {
    "no games": ("games=0: at least one", lambda: expedition.simulate("toy", 0)),
    "half a game": ("games must be a whole number, not float 1.5", lambda: expedition.simulate("toy", 1.5)),  # type: ignore[arg-type]
    "endless games": ("games=1.*it must be a whole number from 1 to", lambda: expedition.simulate("toy", 10**30)),
    "agents by number": ("agents takes names.*int 1 was given", lambda: expedition.simulate("toy", 2, [1, 2])),  # type: ignore[list-item]
    "agents as objects": ("agents takes names.*Agent", lambda: expedition.simulate("toy", 2, Agent("random", TOY))),  # type: ignore[arg-type]
    "three agents at two seats": ("lists 3 agents, but 2 seats", lambda: expedition.simulate("toy", 2, ["random"] * 3)),
    "no threads": ("threads=0 is out of range", lambda: expedition.simulate("toy", 2, threads=0)),
    "keyword misspelt": ("no keyword progres: did you mean progress", lambda: expedition.simulate("toy", progres=True)),
    "keyword beside a game": (
        "no keyword thread: did you mean threads", lambda: expedition.arena(TOY, ["random", "greedy"], thread=1)
    ),
    "opponent for opponents": (
        "no keyword opponent: did you mean opponents", lambda: SingleEnv("toy", opponent="greedy")
    ),
    "arena of one text": ("at least two agents", lambda: expedition.arena("toy", "random")),
    "arena of one agent twice": ("all different", lambda: expedition.arena("toy", ["random", "random"])),
    "review of nothing": ("a review is of a Record", lambda: expedition.review(None)),  # type: ignore[arg-type]
    "review by chance": ("a review needs a search", lambda: expedition.review(RECORD, "random")),
    "benchmark misspelt": ("no benchmark 'arnak2p': there are", lambda: expedition.benchmark("arnak2p", "random")),
    "benchmark by nobody": ("agent is the name of", lambda: expedition.benchmark("toy", None)),  # type: ignore[arg-type]
    "benchmark of another game": ("plays toy, but arnak-2p is", lambda: expedition.benchmark("arnak-2p", NET)),
    "benchmark of no games": ("games=0", lambda: expedition.benchmark("toy", "random", games=0)),
    "dataset of nothing": ("no game to make a dataset of", lambda: expedition.dataset([])),
    "dataset of numbers": ("games come as records.*not as int", lambda: expedition.dataset([1])),  # type: ignore[list-item]
    "points of a number": ("games come as records", lambda: frames.resources(3)),  # type: ignore[arg-type]
    "a table that is not there": ("No such file.*nope.parquet", lambda: frames.read("nope.parquet")),
    "film of another kind": ("the name of a film must end in .mp4", lambda: RECORD.to_mp4("x.txt")),
    "film of a text's width": ("width must be a whole number, not str", lambda: RECORD.to_gif("x.gif", width="a")),
    "film of no pictures": ("every=0: it must be at least 1", lambda: RECORD.to_gif("x.gif", every=0)),
    "page with a number": ("analysis is what .* returns, not int", lambda: RECORD.to_html("x.html", analysis=3)),
    "page with another's": (
        "belongs to another record", lambda: TOY.episode(3).record().to_html("x.html", analysis=ANALYSIS)
    ),
    "steps beyond the end": ("this record has 21 decisions, not 999", lambda: RECORD.replay(999)),
    "agent for another game": ("this agent plays arnak, not toy", lambda: Agent("random", ARNAK).act(TOY.episode(1))),
    "agent pickled": (
        r'an Agent cannot be pickled.*expedition\.Agent\("mcts:4", game', lambda: pickle.dumps(Agent("mcts:4", TOY))
    ),
    "agent at the end": ("over: there is nothing to choose", lambda: Agent("mcts:4", TOY).analyse(ended())),
    "agent's setting": ('no setting "simulation"', lambda: Agent("mcts", TOY, simulation=3)),
    "network of another game": ("this network plays arnak, not toy", lambda: Agent("mcts", TOY, network="arnak-2")),
    "network not shipped": ("no shipped network \"arnak-9\": shipped are", lambda: Network.load("arnak-9")),
    "network of nan": ("row 0 holds a number that is not finite", lambda: NET.evaluate(observations(1, NAN), MASK)),
    "network without masks": ("masks is missing", lambda: NET.evaluate(observations())),
    "network of other rows": (r"observations has the shape \[2, 13\]", lambda: NET.evaluate(observations(2), MASK)),
    "network below zero": (
        "an index is 0 or more", lambda: NET.evaluate(indices=np.array([[-1]]), values=ONE, masks=MASK)
    ),
    "network of no tensors": ("has no tensor first.weight", lambda: Network.from_tensors({}, TOY)),
    "network of texts": ("is not an array of numbers", lambda: Network.from_tensors({"first.weight": "a"}, TOY)),
}  # fmt: skip

FILES: dict[str, tuple[str, str, bytes]] = {
    "empty": ("not an expedition record", "record", b""),
    "chance": ("not an expedition record: it is not text", "record", b"\xff" * 99),
    "another encoding": ("it is not text", "record", RECORD.to_text().encode("utf-16")),
    "other line ends": ("damaged", "record", RECORD.to_text().replace("\n", "\r\n").encode()),
    "cut": ("damaged: it ends inside a line", "record", RECORD.to_text().encode()[:-9]),
    "twice": ("damaged", "record", RECORD.to_text().encode() * 2),
    "a network as a record": ("it is not text", "record", NET.to_bytes()),
    "a record as a network": ("this is not a network", "safetensors", RECORD.to_text().encode()),
    "an empty network": ("not a network", "safetensors", b""),
    "a cut network": ("damaged", "safetensors", NET.to_bytes()[:1000]),
    "a huge header": ("header would have", "safetensors", struct.pack("<Q", 2**60) + b"{}"),
    "a pickle": ("not a network", "safetensors", pickle.dumps({"a": 1})),
}


def one_sentence(use: Callable[[], Any], words: str) -> None:
    with pytest.raises(
        (ValueError, TypeError, OSError, RuntimeError, AttributeError, MemoryError), match=words
    ) as caught:
        use()
    said = str(caught.value)
    assert "\n" not in said
    assert len(said.split()) >= 4
    assert len(said) < 1000, "it is read, not searched"


@pytest.mark.parametrize("what", GAMES | BATCHES | STUDIES)
def test_bad_input_gets_one_sentence(what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    words, use = (GAMES | BATCHES | STUDIES)[what]
    one_sentence(use, words)
    assert not list(tmp_path.iterdir()), "nothing is left behind"


@pytest.mark.parametrize("what", STEPS)
def test_a_bad_step_changes_nothing(what: str) -> None:
    batch = Batch("toy", 4, seed=1)
    before = batch.to_bytes()
    words, use = STEPS[what]
    one_sentence(lambda: use(batch), words)
    assert batch.to_bytes() == before
    batch.step(batch.sample())


@pytest.mark.parametrize("what", FILES)
def test_a_bad_file_is_named(what: str, tmp_path: Path) -> None:
    words, kind, data = FILES[what]
    path = tmp_path / f"bad.{kind}"
    path.write_bytes(data)
    one_sentence(lambda: (Record if kind == "record" else Network).load(path), f"bad.{kind}.*{words}")


def test_a_port_in_use_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert main(["play", "toy", "--web", "--port", str(port)]) == 2
    assert f"port {port} cannot be used: " in capsys.readouterr().err


def test_pettingzoo_says_what_is_missing() -> None:
    env = expedition.aec_env("toy")
    one_sentence(lambda: env.step(0), "no episode yet: call reset first")
    env.reset(seed=1)
    one_sentence(lambda: env.observe("nobody"), "agent='nobody': it must be 'player_0' or 'player_1'")
    one_sentence(lambda: env.step(None), "an action must be a whole number")


LINES = {
    "nope": 'there is no command "nope": the commands are games, ',
    "games chess": 'there is no game "chess": the games are',
    "games --rules": "--rules needs the name of a game",
    "games toy extra": "extra is not understood",
    "simulate toy -n 1.5": "'1.5' is not a whole number above 0",
    "simulate toy -n 99999999999999999999": "from 1 to 1,000,000,000",
    "simulate toy --seed -1": "is not a seed",
    "simulate toy --threads 99999": "threads=99999",
    "simulate toy -o depth": "not of the form NAME=VALUE",
    "simulate toy -o depth=1e999": "depth holds the number inf",
    "simulate toy -o dept=3": 'no option "dept"',
    "simulate toy -o content=3": "content is no option of a game: expedition games toy lists them",
    "simulate toy -o name=toy": "name is no option",
    "simulate toy --agents mcts:": "a setting is missing",
    "simulate toy --agents network:bad.safetensors": "bad.safetensors: this is not a network",
    "simulate toy --out x.xyz": "must end in .parquet or .csv",
    "simulate toy --out nowhere/x.csv": "nowhere/x.csv",
    "simulate all --out x.csv": "hold a single game",
    "arena toy random": "at least two agents",
    "arena toy random greedy -n 99999999999": "from 1 to 1,000,000,000",
    "play toy --seat 5": "there is no seat 5",
    "play toy --opponent nope": 'no built-in agent "nope"',
    "replay nope": "nope: No such file or directory",
    "replay .": "Is a directory",
    "replay bad.record": "bad.record: this is not an expedition record",
    "replay ok.record --html nowhere/x.html": "nowhere/x.html",
    "review ok.record --agent random": "a review needs a search",
    "review ok.record --out nowhere/x.html": "nowhere/x.html",
    "review ok.record --table x.xyz": "must end in .parquet or .csv",
    "review ok.record --file bad.record": "bad.record is not an expedition review",
    "bench toy --seconds nan": "'nan' is not a time",
    "bench toy --players 9": "none of these games takes 9 players",
    "soak --minutes inf": "'inf' is not a time",
    "soak --minutes 0.01 --game toy --findings ok.record": "ok.record: File exists",
    "doctor --seconds 0": "'0' is not a time: it must be a number above 0",
    "doctor --seconds x": "'x' is not a time",
    "train arnk": 'no game "arnk"',
    "train arnak-smal": "and the tasks agartha-small, agartha-2p",
    "train toy --minutes 0": "minutes must be above 0, not 0.0",
    "train toy --minutes nan": "minutes must be a number, not nan",
    "train toy --updates 0": "updates must be above 0",
    "train toy --seed -1": "seed must be a whole number from 0",
    "train toy --set width=x": "width must be a whole number, not 'x'",
    "train toy --set evaluate_every=0": "evaluate_every must be at least 1",
    "train toy --set overlap=3": "overlap must be True or False, not 3",
    "train toy --set nope=3": "there is no setting 'nope'",
    "train --resume nope": "nope: No such file or directory",
    "eval nope": "nope: No such file or directory",
    "export nope x.safetensors": "nope: No such file or directory",
}


@pytest.mark.parametrize("line", LINES)
def test_a_bad_command_gets_one_sentence(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Errors of a command are its last line; nothing else is printed but how it is used."""
    monkeypatch.chdir(tmp_path)
    RECORD.save("ok.record")
    for name in ("bad.record", "bad.safetensors"):
        Path(name).write_bytes(b"\xff\xfe" * 40)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    try:
        code = main(line.split())
    except SystemExit as end:
        code = int(end.code or 0)
    said = capsys.readouterr()
    assert code == 2, said
    *usage, sentence = said.err.strip().splitlines()
    assert LINES[line] in sentence
    assert sentence.startswith("expedition")
    assert "Traceback" not in said.err
    assert all(text.startswith(("usage:", "       ")) for text in usage)
    assert not said.out
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before, "nothing changed"
