"""Search with a network improves the network."""

from __future__ import annotations

from expedition.train import az, ppo


def test_it_improves_over_its_own_start_on_toy() -> None:
    run = az.Trainer(
        az.Config(
            "toy",
            options={"depth": 6},
            iterations=12,
            lanes=64,
            moves=16,
            simulations=32,
            width=64,
            learning_rate=3e-3,
            epochs=4,
            seed=1,
        )
    )
    run.train()
    assert run.losses[-1] < run.losses[0]
    assert run.against_start(games=400, seed=3) > 0.2, "a win is 1, a loss is -1"
    score = ppo.evaluate(run.player(), "random", games=400, seed=4)
    assert score.interval[0] > 0.6, str(score)


def test_three_players_learn_together() -> None:
    run = az.Trainer(
        az.Config("toy", options={"players": 3, "depth": 9}, iterations=1, lanes=8, moves=12, simulations=6, width=16)
    )
    run.train()
    _observation, mask, shares, outcome = run.memory[0]
    assert outcome.shape == (3,)
    assert abs(outcome.sum()) < 1e-6
    assert abs(shares.sum() - 1) < 1e-5
    assert mask[shares > 0].all()
