"""Files for the engine, and networks that outlive a change of the layout."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest
import torch
from safetensors import safe_open

import expedition
from expedition.train import az, ppo
from expedition.train.commands import main
from expedition.train.export import action_names, export, input_names
from expedition.train.network import Network
from expedition.train.presets import preset
from expedition.train.transplant import transplanted


@pytest.mark.parametrize("name", expedition.games())
def test_every_float_has_a_name_of_its_own(name: str) -> None:
    game = expedition.Game(name)
    found = input_names(game)
    assert len(found) == game.observation_size == len(set(found))
    assert len(set(action_names(game))) == game.num_actions


def test_the_file_has_the_agreed_tensors(tmp_path: Path) -> None:
    game = expedition.Game("arnak")
    network = Network(game, 32, 16, 2)
    path = export(network, game, tmp_path / "arnak-2.safetensors", strength={"greedy": 0.5})
    with safe_open(path, "pt") as file:
        shapes = {name: tuple(file.get_tensor(name).shape) for name in file.keys()}  # noqa: SIM118
        about = file.metadata()
        assert torch.equal(file.get_tensor("first.weight"), network.first.weight.detach().half())
    assert shapes == {
        "first.weight": (game.observation_size, 32), "first.bias": (32,), "hidden.0.weight": (16, 32),
        "hidden.0.bias": (16,), "policy.weight": (game.num_actions, 16), "policy.bias": (game.num_actions,),
        "value.weight": (2, 16), "value.bias": (2,),
    }  # fmt: skip
    assert (about["game"], about["version"], about["players"]) == ("arnak", str(game.version), "2")
    assert json.loads(about["strength"]) == {"greedy": 0.5}


@pytest.mark.parametrize("name", ["agartha", "arnak", "kathmandu", "subterra"])
def test_shipped_sizes_fit_two_megabytes(name: str, tmp_path: Path) -> None:
    config = preset(name)
    game = expedition.Game(name)
    path = export(Network.of(game, config), game, tmp_path / f"{name}.safetensors")
    assert path.stat().st_size <= 2 * 1024 * 1024


def test_a_transplant_keeps_what_it_finds_by_name() -> None:
    game = expedition.Game("toy")
    network = Network(game, 8, 8, 2)
    inputs, actions = input_names(game), action_names(game)
    # The older layout had the inputs the other way round, one of them not at all, and one that is gone.
    old_inputs, old_actions = ["gone/0", *inputs[:0:-1]], actions[::-1]
    state = {name: tensor.clone() for name, tensor in Network(game, 8, 8, 2).state_dict().items()}
    state["first.weight"] = torch.arange(float(len(old_inputs) * 8)).reshape(-1, 8)
    state["policy.bias"] = torch.arange(float(len(actions)))
    found = transplanted(state, old_inputs, old_actions, game, network)
    assert not found["first.weight"][0].any()
    for row, name in enumerate(inputs[1:], 1):
        assert torch.equal(found["first.weight"][row], state["first.weight"][old_inputs.index(name)])
    assert found["policy.bias"].tolist() == list(range(len(actions)))[::-1]
    assert torch.equal(found["hidden.0.weight"], state["hidden.0.weight"])
    with pytest.raises(ValueError, match="the networks differ"):
        transplanted(state, old_inputs, old_actions, game, Network(game, 8, 9, 2))


def test_a_run_begins_with_the_network_of_another(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    small = ["--set", "num_envs=8", "--set", "num_steps=8", "--set", "threads=1", "--set", "evaluate_games=2"]
    assert main(["train", "toy", "--updates", "1", "--folder", str(tmp_path / "a"), *small]) == 0
    first = ppo.Trainer.load(tmp_path / "a" / "checkpoint.pt")
    again = ppo.Trainer(dataclasses.replace(first.config, seed=9)).adopt(tmp_path / "a" / "checkpoint.pt")
    for name, weights in first.average.items():
        assert torch.equal(weights, again.network.state_dict()[name])
    assert main(["export", str(tmp_path / "a"), str(tmp_path / "toy.safetensors")]) == 0
    assert "bytes" in capsys.readouterr().out
    info = expedition.Network.load(tmp_path / "toy.safetensors").info
    assert (info["players"], info["scale"]) == ([2], first.scale), "a search must know what the values count"


@pytest.mark.parametrize(
    ("algorithm", "counted"),
    [("ppo", ("0.5", "0.25", "0.75", "1.5")), ("az", ("0.5", "0.25", "0.75", "1.5"))],
)
def test_a_file_says_what_its_values_count(algorithm: str, counted: tuple[str, ...], tmp_path: Path) -> None:
    config = dataclasses.replace(
        preset("toy"), algorithm=algorithm, outcome_coef=0.5, points_coef=0.25, rivalry=0.75, num_envs=8, num_steps=8,
        threads=1,
    )  # fmt: skip
    run = {"ppo": ppo, "az": az}[algorithm].Trainer(config)
    run.scale = 1.5
    info = expedition.Network.load(run.export(tmp_path / "toy.safetensors")).info
    assert tuple(str(info[key]) for key in ("outcome_coef", "points_coef", "rivalry", "scale")) == counted


def test_a_run_begins_with_an_exported_or_shipped_network(tmp_path: Path) -> None:
    shipped = expedition.Network.load("toy-2")
    config = preset("toy").changed(threads=1, num_envs=8, num_steps=8, against=(), first=43, depth=1)
    run = ppo.Trainer(config).adopt("toy-2")
    for name, weights in shipped.tensors().items():
        assert torch.equal(run.network.state_dict()[name], torch.from_numpy(weights))
    run.export(tmp_path / "again.safetensors")
    again = ppo.Trainer(config.changed(seed=3)).adopt(tmp_path / "again.safetensors")
    assert again.scale == run.scale
    with pytest.raises(ValueError, match="plays toy, not arnak"):
        ppo.Trainer(preset("arnak").changed(threads=1, against=())).adopt("toy-2")
