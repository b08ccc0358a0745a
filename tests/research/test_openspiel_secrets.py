"""Games with secrets through OpenSpiel: what a player may not know is in nothing that it is given."""

import pickle
import random
from collections.abc import Iterator

import numpy as np
import pyspiel
import pytest

from ludarium.core.errors import NotAllowed
from ludarium.core.rng import Rng
from ludarium.research.errors import ResearchError
from ludarium.research.openspiel import SpielState, load
from ludarium.research.openspiel.history import SpielHistory
from tests.research.spiel import begun, hiding_ruleset, played


def _known(state: SpielState, seat: int) -> tuple[object, ...]:
    """All that a seat is told of a state."""
    return (
        state.information_state_string(seat),
        tuple(state.information_state_tensor(seat)),
        state.observation_string(seat),
        tuple(state.observation_tensor(seat)),
    )


def _positions(name: str, steps: int, seed: int) -> Iterator[SpielState]:
    """A random game, position after position."""
    rng = random.Random(seed)
    state = begun(load(name), rng)
    for _ in range(steps):
        yield state
        if state.is_terminal():
            return
        state.apply_action(rng.choice(state.legal_actions()))


@hiding_ruleset
def test_truths_that_a_seat_cannot_tell_apart_look_the_same_and_go_on_so(name: str) -> None:
    """Two truths side by side, the seat's own steps taken in both: as long as the others' are the same, too, and have
    shown nothing else, everything that the seat is told is equal.
    """
    compared = 0
    for seed in range(6):
        rng = random.Random(seed)
        one = played(name, rng.randrange(60), seed)
        for seat in range(one.num_players()):
            if one.is_terminal():
                continue
            two = one.resample_from_infostate(seat, rng.random)
            state = one.clone()
            for _ in range(6):
                if state.spiel_history.state.view(seat) != two.spiel_history.state.view(seat) or state.is_terminal():
                    break
                if state.spiel_history.told() != two.spiel_history.told():
                    break
                assert _known(state, seat) == _known(two, seat)
                assert state.current_player() == two.current_player()
                compared += str(state) != str(two)
                if state.current_player() == seat:
                    assert state.legal_actions() == two.legal_actions()
                both = sorted(set(state.legal_actions()) & set(two.legal_actions()))
                if not both:
                    break
                action = rng.choice(both)
                state.apply_action(action)
                two.apply_action(action)
    assert compared > 10, "the truths were never different"


@pytest.mark.slow
@hiding_ruleset
def test_equal_information_states_have_equal_legal_actions(name: str) -> None:
    """Found by replaying games with other truths for the seat to act."""
    seen: dict[tuple[int, str], list[int]] = {}
    tensors: dict[tuple[int, tuple[float, ...]], list[int]] = {}
    met = 0
    for seed in range(4):
        for number, state in enumerate(_positions(name, 50, seed)):
            if state.is_terminal():
                break
            seat = state.current_player()
            draw = random.Random(number).random
            for truth in (state, *(state.resample_from_infostate(seat, draw) for _ in range(2))):
                text, legal = (seat, truth.information_state_string(seat)), truth.legal_actions()
                met += text in seen
                assert seen.setdefault(text, legal) == legal
                key = seat, tuple(truth.information_state_tensor(seat))
                assert tensors.setdefault(key, legal) == legal
    assert met > 20


@hiding_ruleset
def test_nothing_is_forgotten(name: str) -> None:
    """Perfect recall: what everybody saw stays at the beginning of all later information states, in words and in
    numbers.
    """
    for seed in range(3):
        earlier: list[list[str]] = [[], []]
        rows: list[list[float]] = [[], []]
        for state in _positions(name, 80, seed):
            observer = state.get_game().make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
            for seat in range(2):
                told = state.information_state_string(seat).split("\n")[:-1]
                assert told[: len(earlier[seat])] == earlier[seat]
                earlier[seat] = told
                observer.set_from(state, seat)
                events = observer.dict["events"]
                count = int((events[:, 0] > 0).sum())
                assert not events[count:].any()
                flat = events[:count].flatten().tolist()
                assert flat[: len(rows[seat])] == rows[seat]
                rows[seat] = flat
        assert earlier[0] == earlier[1] != []


def test_a_short_game_of_many_events_is_all_there() -> None:
    """Twelve blocks are put, each seat orders three, and at the end twelve are shown: 30 events in 20 steps, of 26 that
    such a game can have at most.
    """
    game = load("myrmidons", {"turn_cap": 2})
    state = game.new_initial_state()
    army = "=324 =111 =243 =333 =432 =522"
    for text in f"{army} {army} !n a1:1 c1:1 . !s a7:1 c7:1 .".split():
        state.apply_action(state.string_to_action(text))
    assert state.is_terminal()
    assert game.max_game_length() == 26
    observer = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    observer.set_from(state, 0)
    events = observer.dict["events"]
    assert int((events[:, 0] > 0).sum()) == 30
    # The first of ten kinds, the first of two seats, a hidden piece, the first of 42 squares: a1.
    assert np.array_equal(events[0], np.array([1 / 10, 1 / 2, 0, 1 / 42], np.float32))


@hiding_ruleset
def test_a_view_is_no_state_to_go_on_from(name: str) -> None:
    state = played(name, 13, seed=5)
    game, truth = state.get_game(), state.spiel_history.state
    for seat in (-1, 0, 1):
        with pytest.raises(ResearchError, match="whole position"):
            game.new_initial_state(game.encoding.game.position_text(truth.view(seat)))
    assert str(game.new_initial_state(str(state))) == str(state)


@pytest.mark.slow
@hiding_ruleset
def test_an_information_state_tells_the_steps_of_its_seat(name: str) -> None:
    """Many ways to play a seat's first turns after a set-up, against an enemy that always takes its first step: no two
    of them lead to the same information state.
    """
    start = played(name, 0)
    rng = random.Random(1)
    while start.spiel_history.encoding.game.is_setup(start.spiel_history.state):
        start.apply_action(rng.choice(start.legal_actions()))
    seat = start.current_player()
    ways: dict[str, list[int]] = {}
    waiting = [start]
    while waiting and len(ways) < 1500:
        state = waiting.pop(0)
        text = state.information_state_string(seat)
        own = [one.action for one in state.full_history() if one.player == seat]
        assert ways.setdefault(text, own) == own, text
        actions = state.legal_actions()
        waiting += [state.child(action) for action in (actions if state.current_player() == seat else actions[:1])]
    assert len(ways) >= 1500


@hiding_ruleset
def test_a_resampled_state_carries_no_truth(name: str) -> None:
    """Neither its history nor anything that it keeps can tell the truth from the others that were possible: made from
    the seat's view alone, it is the same.
    """
    for seed in range(5):
        state = played(name, 10 + 7 * seed, seed)
        if state.is_terminal():
            continue
        for seat in range(state.num_players()):
            draw = random.Random(seed)
            twin = state.resample_from_infostate(seat, draw.random)
            assert twin.history() == []
            other = state.resample_from_infostate(seat, random.Random(99).random)
            again = other.resample_from_infostate(seat, random.Random(seed).random)
            assert again.spiel_history.state.view(seat) == twin.spiel_history.state.view(seat)
            assert pickle.dumps(again.spiel_history) == pickle.dumps(twin.spiel_history), (
                "it depends on which truth it came from"
            )
            for player in range(state.num_players()):  # it answers for every seat, also for one that knows otherwise
                assert _known(twin, player) == _known(pickle.loads(pickle.dumps(twin)), player)
            twin.apply_action(twin.legal_actions()[0])
            assert len(twin.history()) == 1


@hiding_ruleset
def test_what_is_public_is_the_same_for_all_truths(name: str) -> None:
    kind = pyspiel.IIGObservationType(perfect_recall=True, private_info=pyspiel.PrivateInfoType.NONE)
    state = played(name, 30, seed=1)
    observer = state.get_game().make_py_observer(kind)
    seen = set()
    for number in range(10):
        truth = state.spiel_history.state.resample(-1, Rng(number))
        state.spiel_history.told()
        twin = state.get_game().state_of(
            SpielHistory(state.spiel_history.encoding, truth, told=state.spiel_history._told)
        )
        observer.set_from(twin, 0)
        seen.add((observer.string_from(twin, 0), observer.tensor.tobytes()))
    assert len(seen) == 1


def test_all_players_information_is_every_seats_own() -> None:
    state = played("myrmidons", 20)
    game = state.get_game()
    private = pyspiel.PrivateInfoType.ALL_PLAYERS
    observer = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=False, private_info=private))
    observer.set_from(state, 1)
    assert np.array_equal(observer.dict["planes"].flatten(), np.array(state.observation_tensor(1), np.float32))
    assert np.array_equal(observer.dict["planes_1"].flatten(), np.array(state.observation_tensor(0), np.float32))


def test_a_set_up_by_hand() -> None:
    """A block that is put is seen by all, what it is by its owner alone."""
    state = load("myrmidons").new_initial_state()
    state.apply_action(state.string_to_action("=324"))
    for seat in (0, 1):
        assert state.information_state_string(seat).split("\n")[0] == "put seat=0 piece=? at=a1"
        events = state.information_state_tensor(seat)[state.get_game().observation_tensor_size() :]
        assert events[:5] == np.array([1 / 10, 1 / 2, 0, 1 / 42, 0], np.float32).tolist()
    assert "324" in state.information_state_string(0)
    assert "324" not in state.information_state_string(1)


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_who_is_no_player_is_told_nothing(seat: int) -> None:
    """Also not what the last seat knows, which -1 would be in a list."""
    state = played("myrmidons", 8)
    observer = state.get_game().make_py_observer()
    for ask in (
        lambda: observer.set_from(state, seat),
        lambda: observer.string_from(state, seat),
        lambda: state.resample_from_infostate(seat, random.Random(0).random),
    ):
        with pytest.raises(NotAllowed, match="no seat"):
            ask()
    assert not observer.tensor.any()


def test_the_truth_is_not_resampled_into_itself() -> None:
    """Most resampled truths differ from the real one: otherwise nothing would be hidden."""
    state = played("myrmidons", 12)
    rng = random.Random(0)
    others = [str(state.resample_from_infostate(0, rng.random)) for _ in range(20)]
    assert len(set(others)) > 10


def test_resampling_before_the_deal_is_still_before_it() -> None:
    start = load("myrmidons-random").new_initial_state()
    assert start.resample_from_infostate(0, random.Random(0).random).is_chance_node()
    with pytest.raises(pyspiel.SpielError):
        start.resample_from_infostate(0, random.Random(0).random).information_state_string(5)
