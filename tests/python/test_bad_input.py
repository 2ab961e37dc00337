"""Every bad input is refused with a sentence that says what is accepted."""

from __future__ import annotations

import copy

import numpy as np
import pytest

import expedition
from expedition import Batch, Game, IllegalAction


def refused(match: str, *kinds: type[Exception]):
    """The input is refused with a sentence that contains these words."""
    return pytest.raises(kinds or (ValueError,), match=match)


SENTENCE = r"[a-z]+ \S+ \S+"
"""For messages whose words may change: at least it is a sentence."""


def test_unknown_game() -> None:
    with refused('no game "chess": the games are .*"toy"'):
        Game("chess")


def test_unknown_option() -> None:
    with refused('no option "plyers": its options are players, depth'):
        Game("toy", plyers=2)


@pytest.mark.parametrize("players", [0, 1, 4, -1, 2.5, "two", None, True, 10**30])
def test_unknown_player_count(players: object) -> None:
    with refused("players=|does not fit", ValueError):
        Game("toy", players=players)


def test_every_game_refuses_too_many_players(name: str) -> None:
    with refused("players=99"):
        Game(name, players=99)


def test_option_of_a_wrong_kind() -> None:
    with refused('reward=\'?"?win.*one of "outcome", "score"'):
        Game("toy", reward="win")


@pytest.mark.parametrize("seed", [-1, 1 << 64, 1 << 80])
def test_seeds_out_of_range(toy: Game, seed: int) -> None:
    for use in (
        lambda: toy.episode(seed=seed),
        lambda: Batch(toy, 2, seed=seed),
        lambda: Batch(toy, 2).reset(seed=seed),
    ):
        with refused("seed", ValueError, OverflowError):
            use()


@pytest.mark.parametrize("seed", [0, 1, (1 << 63) + 1, (1 << 64) - 1, np.uint64(2**64 - 1), np.int32(5)])
def test_seeds_in_range(toy: Game, seed: int) -> None:
    assert toy.episode(seed=seed) == toy.episode(seed=int(seed))
    Batch(toy, 2, seed=seed)


def test_options_of_numpy() -> None:
    given = {"players": np.int64(2), "glance": np.False_, "board": np.str_("snake")}
    assert Game("arnak", **given) == Game("arnak", players=2, glance=False, board="snake")


@pytest.mark.parametrize("seed", [1.0, "1", [1]])
def test_seeds_of_a_wrong_kind(toy: Game, seed: object) -> None:
    with refused("seed", TypeError, ValueError):
        toy.episode(seed=seed)  # type: ignore[arg-type]


@pytest.mark.parametrize("num_envs", [0, -1, 1 << 40])
def test_num_envs_out_of_range(toy: Game, num_envs: int) -> None:
    with refused("num_envs="):
        Batch(toy, num_envs)


@pytest.mark.parametrize("threads", [0, -1, 1 << 20])
def test_threads_out_of_range(toy: Game, threads: int) -> None:
    with refused("threads="):
        Batch(toy, 1, threads=threads)


def test_unknown_autoreset(toy: Game) -> None:
    with refused("autoreset=\"?'?never"):
        Batch(toy, 1, autoreset="never")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "actions",
    [np.zeros(2, np.float32), np.zeros(2, np.float64), [0.0, 1.0], np.zeros(2, np.bool_), ["a", "b"], None, "01", 0],
    ids=str,
)
def test_actions_of_a_wrong_kind(toy: Game, actions: object) -> None:
    with refused("actions", TypeError, ValueError):
        Batch(toy, 2, seed=1).step(actions)  # type: ignore[arg-type]


@pytest.mark.parametrize("actions", [[], [0], [0, 0, 0], np.zeros((2, 1), np.int64)], ids=str)
def test_actions_of_a_wrong_length(toy: Game, actions: object) -> None:
    with refused("actions", TypeError, ValueError):
        Batch(toy, 2, seed=1).step(actions)  # type: ignore[arg-type]


@pytest.mark.parametrize("action", [-1, 3, 2**31, -(2**63), 2**63 - 1])
def test_ids_out_of_range(toy: Game, action: int) -> None:
    with refused("does not exist: ids go from 0 to 2", IllegalAction):
        Batch(toy, 2, seed=1).step(np.array([0, action], np.int64))
    with refused("does not exist: ids go from 0 to 2", ValueError, IllegalAction):
        toy.episode(seed=1).play(action)
    with refused("0 to 2", ValueError, IndexError, OverflowError):
        toy.action_name(action)


def test_huge_unsigned_ids(toy: Game) -> None:
    with refused("does not exist", IllegalAction):
        Batch(toy, 2, seed=1).step(np.array([0, 2**64 - 1], np.uint64))


def test_unknown_action_name(toy: Game) -> None:
    with refused("lead 9"):
        toy.action_id("lead 9")
    with refused("lead 9"):
        toy.episode(seed=1).play("lead 9")


@pytest.mark.parametrize("action", [1.0, None, [1], b"lead 1"], ids=str)
def test_actions_of_a_wrong_type(toy: Game, action: object) -> None:
    with refused(SENTENCE, TypeError, ValueError):
        toy.episode(seed=1).play(action)  # type: ignore[arg-type]


def test_stepping_a_finished_episode(toy: Game) -> None:
    ep = toy.episode(seed=1)
    while not ep.is_over:
        ep.play(0)
    before = ep.clone()
    with refused("the episode is over", IllegalAction):
        ep.play(0)
    assert ep == before


def test_no_such_seat(toy: Game) -> None:
    ep = toy.episode(seed=1)
    for use in (lambda: ep.observe(2), lambda: ep.observe(-1), lambda: ep.redeal(5, 1), lambda: ep.to_text(9)):
        with refused("seat", ValueError, IndexError, OverflowError):
            use()


def test_no_such_lane(toy: Game) -> None:
    for lane in (3, -1):
        with refused("lane", ValueError, IndexError, OverflowError):
            Batch(toy, 3).episode(lane)


def bad_outs(size: int, dtype: type) -> dict[str, np.ndarray]:
    read_only = np.zeros(size, dtype)
    read_only.flags.writeable = False
    return {
        "short": np.zeros(size - 1, dtype),
        "long": np.zeros(size + 1, dtype),
        "flat twice": np.zeros((1, size), dtype),
        "not contiguous": np.zeros(size * 2, dtype)[::2],
        "read-only": read_only,
        "wrong dtype": np.zeros(size, np.complex128),
    }


@pytest.mark.parametrize("kind", bad_outs(4, np.float32))
def test_bad_out_arrays(toy: Game, kind: str) -> None:
    with refused(SENTENCE, ValueError, TypeError):
        toy.episode(seed=1).observe(out=bad_outs(toy.observation_size, np.float32)[kind])
    with refused(SENTENCE, ValueError, TypeError):
        Batch(toy, 4).sample(out=bad_outs(4, np.int32)[kind])


def test_out_that_is_not_an_array(toy: Game) -> None:
    with refused(SENTENCE, TypeError, ValueError):
        toy.episode(seed=1).observe(out=[0.0] * toy.observation_size)  # type: ignore[arg-type]


def test_out_of_the_batch_itself(toy: Game) -> None:
    """A buffer made read-only is noticed instead of written to."""
    batch = Batch(toy, 2, seed=1)
    batch.observations.flags.writeable = False
    with refused("observations", RuntimeError):
        batch.step(batch.sample())
    batch.observations.flags.writeable = True
    batch.step(batch.sample())


def test_arrays_of_a_batch_own_nothing(toy: Game) -> None:
    """What numpy lets a user do to an array never moves the memory that the engine writes to."""
    batch = Batch(toy, 2, seed=1, observations="both", final_observations=True)
    names = [name for name in dir(batch) if isinstance(getattr(batch, name), np.ndarray) and name != "episode_seeds"]
    assert len(names) == 15
    for name in names:
        array = getattr(batch, name)
        assert array is getattr(batch, name)
        assert not array.flags.owndata
        assert array.flags.aligned
        with pytest.raises(ValueError, match="resize"):
            array.resize(10_000, refcheck=False)
        memory = array.base.obj
        with pytest.raises(BufferError):
            memory.clear()
        array.base.release()
        with pytest.raises(BufferError):
            memory.clear()
    batch.step(batch.sample())


@pytest.mark.parametrize(("name", "dtype"), [("seats", np.int16), ("rewards", np.int32), ("values", np.float16)])
def test_arrays_of_a_batch_that_were_changed(toy: Game, name: str, dtype: type) -> None:
    """Another dtype or shape is noticed before anything moves."""
    batch = Batch(toy, 2, seed=1, observations="both")
    array, actions = getattr(batch, name), batch.sample()
    before = batch.to_bytes()
    was = array.dtype, array.shape
    array.dtype = dtype
    with refused(name, RuntimeError):
        batch.step(actions)
    array.dtype = was[0]
    array.shape = (array.size,) if len(was[1]) == 2 else (array.size, 1)
    with refused(name, RuntimeError):
        batch.step(actions)
    assert batch.to_bytes() == before
    array.shape = was[1]
    batch.step(actions)


@pytest.mark.parametrize("lanes", [[True], np.ones(3, np.int64), "all", np.ones((3, 1), np.bool_)], ids=str)
def test_bad_lane_masks(toy: Game, lanes: object) -> None:
    with refused("lane", ValueError, TypeError):
        Batch(toy, 3).reset(lanes=lanes)  # type: ignore[arg-type]


def test_misspelt_keywords_of_a_batch(toy: Game) -> None:
    for game in ("toy", toy):
        with refused("Batch has no keyword num_env: did you mean num_envs?", TypeError):
            Batch(game, num_env=8)  # type: ignore[call-arg]
        with refused("Batch has no keyword thread: did you mean threads?", TypeError):
            Batch(game, 8, thread=2)
        with refused("Batch needs num_envs", TypeError):
            Batch(game)  # type: ignore[call-arg]
    with refused('has no option "dept"'):
        Batch("toy", 8, dept=3)


def test_bad_opponents(toy: Game) -> None:
    with refused("no built-in agent"):
        Batch(toy, 1, opponents={1: "deep_blue"})
    with refused("seat 7"):
        Batch(toy, 1, opponents={7: "random"})
    with refused("learner"):
        Batch(toy, 1, opponents={1: "random"}, learner=5)
    with refused("learner"):
        Batch(toy, 1, opponents={0: "random", 1: "random"})
    with refused("opponents", TypeError, ValueError):
        Batch(toy, 1, opponents=3)  # type: ignore[arg-type]


def needed(name: str, table: str, rows: list[dict[str, object]], field: str) -> bool:
    """Whether content without the field is refused; if so, it is named."""
    missing = copy.deepcopy(rows)
    del missing[0][field]
    try:
        Game(name, content={table: missing})
    except ValueError as error:
        return field in str(error)
    return False


def test_content_with_missing_and_unknown_fields(name: str) -> None:
    game = Game(name)
    tried = 0
    for table, rows in game.content.items():
        if not (isinstance(rows, list) and rows and isinstance(rows[0], dict)):
            continue
        unknown = copy.deepcopy(rows)
        unknown[0]["colour_of_the_sky"] = 1
        with refused("colour_of_the_sky"):
            Game(name, content={table: unknown})
        tried += sum(needed(name, table, rows, field) for field in rows[0])
    assert tried, "every table has fields that it needs"


def test_content_of_an_unknown_table(toy: Game) -> None:
    with refused("pearls"):
        Game("toy", content={"pearls": []})


def test_malformed_content() -> None:
    for content in (3, "gems", [1]):
        with refused(SENTENCE, TypeError, ValueError):
            Game("toy", content=content)  # type: ignore[arg-type]
    for rows in (3, "gems", [], [1], [{}], {"id": 1}, None):
        with refused(SENTENCE, TypeError, ValueError):
            Game("toy", content={"gem": rows})


@pytest.mark.parametrize("state", [None, 3, [], {}, {"left": 1}, "left"], ids=str)
def test_malformed_states(toy: Game, state: object) -> None:
    with refused(SENTENCE, ValueError, TypeError):
        toy.episode_from_state(state)


def test_a_card_is_in_a_hand_once() -> None:
    game = Game("arnak")
    state = game.episode(seed=1).state
    state["players"][0]["hand"].append(state["players"][0]["hand"][0])
    with pytest.raises(ValueError, match="named twice"):
        game.episode_from_state(state)


@pytest.mark.parametrize(
    ("key", "value"), [("left", 99), ("left", -1), ("left", 2.5), ("seat", 5), ("gems", []), ("more", 1)]
)
def test_impossible_states(toy: Game, key: str, value: object) -> None:
    state = toy.episode(seed=1).state
    state[key] = value
    with refused(SENTENCE, ValueError):
        toy.episode_from_state(state)


def test_states_of_another_game(game: Game) -> None:
    for other in expedition.games():
        if other != game.name:
            with refused(SENTENCE, ValueError):
                game.episode_from_state(Game(other).episode(seed=1).state)
            with refused(SENTENCE, ValueError):
                game.episode_from_bytes(Game(other).episode(seed=1).to_bytes())


def test_explain_of_a_wrong_array(toy: Game) -> None:
    for array in (np.zeros(3, np.float32), np.zeros(toy.observation_size, np.float64), [1.0], None):
        with refused(SENTENCE, ValueError, TypeError):
            toy.explain(array)  # type: ignore[arg-type]


def test_more_lanes_than_memory() -> None:
    """Impossible requests are refused; nothing aborts and nothing panics."""
    with pytest.raises((MemoryError, ValueError)):
        Batch("subterra", 1 << 24, players=6, observation="padded", final_observations=True)


@pytest.mark.parametrize("error", [KeyboardInterrupt, ZeroDivisionError, TypeError], ids=lambda e: e.__name__)
def test_what_an_index_raises_comes_through(toy: Game, error: type[BaseException]) -> None:
    class Broken:
        def __index__(self) -> int:
            raise error("mine")

    for call in (
        lambda: toy.episode(seed=Broken()),
        lambda: toy.episode(seed=1).play(Broken()),
        lambda: Batch(toy, Broken()),
        lambda: Batch(toy, 2, seed=Broken()),
        lambda: Batch(toy, 2).episode(Broken()),
        lambda: Batch(toy, 2).rollout(Broken()),
        lambda: toy.action_name(Broken()),
    ):
        with pytest.raises(error, match="mine"):
            call()
