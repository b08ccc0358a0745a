"""Every ruleset as an OpenSpiel game: the library's own checks, and what they do not look at."""

import copy
import pickle
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment

from ludarium.core.errors import IllegalStep, LudariumError, NotAllowed
from ludarium.core.game import find_ruleset
from ludarium.core.words import LOCALES
from ludarium.research.errors import ActionError, ResearchError
from ludarium.research.openspiel import SpielState, load
from ludarium.table import Table
from tests.research.spiel import begun, every_long_ruleset, every_ruleset, everything, played


@pytest.mark.slow
@every_ruleset
@pytest.mark.compiled_only
def test_random_simulation_and_serialisation_of_the_library(name: str) -> None:
    pyspiel.random_sim_test(load(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.slow
@every_ruleset
def test_copies_in_mid_game_are_equal_and_go_on_alike(name: str) -> None:
    for steps in (0, 1, 17, 60):
        state = played(name, steps)
        before = everything(state)
        text = pyspiel.serialize_game_and_state(state.get_game(), state)
        twins = [
            state.clone(),
            copy.copy(state),
            copy.deepcopy(state),
            pickle.loads(pickle.dumps(state)),
            state.get_game().deserialize_state(state.serialize()),
            pyspiel.deserialize_game_and_state(text)[1],
        ]
        rng = random.Random(5)
        for twin in twins:
            assert type(twin) is SpielState
            assert everything(twin) == before
        for _ in range(5):
            if state.is_terminal():
                break
            action = rng.choice(state.legal_actions())
            for twin in twins:
                twin.apply_action(action)
            assert everything(state) == before, "a copy's step changed the original"
            state.apply_action(action)
            before = everything(state)
            for twin in twins:
                assert everything(twin) == before


@every_ruleset
def test_games_are_copied_and_kept(name: str) -> None:
    game = load(name)
    for twin in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game), pyspiel.load_game(str(game))):
        assert twin == game
        assert twin.encoding.options == game.encoding.options
        assert str(twin.new_initial_state()) == str(game.new_initial_state())


@every_ruleset
def test_the_adapter_plays_the_same_game_as_the_table(name: str) -> None:
    """Steps chosen through the adapter and taken at a table: the same texts are legal, and the end is the same."""
    state, rng = begun(load(name), random.Random(3)), random.Random(4)
    seed = state.history()[0] if state.history() else 0
    table = Table(name, seed=seed)
    for _ in range(400):
        if state.is_terminal():
            break
        player, actions = state.current_player(), state.legal_actions()
        assert player == table.seat
        assert actions == sorted(set(actions))
        assert {state.action_to_string(player, action) for action in actions} == set(table.legal(player))
        for other in range(state.num_players()):
            assert other == player or state.legal_actions(other) == []
        assert str(state) == table.game.position_text(table.state)
        assert state.returns() == [0.0] * state.num_players()
        action = rng.choice(actions)
        table.take(player, state.action_to_string(player, action))
        state.apply_action(action)
    if table.outcome is not None:
        assert state.is_terminal()
        assert state.current_player() == pyspiel.PlayerId.TERMINAL
        assert state.legal_actions() == []
        won = {seat for seat, amount in enumerate(state.returns()) if amount > 0}
        assert won == set(table.outcome.winners)


@every_ruleset
def test_short_ways_lead_to_the_same_as_the_library_s_own(name: str) -> None:
    """What Python asks a state directly, and what OpenSpiel's programs in C++ are answered."""
    start = load(name).new_initial_state()
    for state in (start, played(name, 1), played(name, 33), played(name, 10_000)):
        base = pyspiel.State
        assert state.is_chance_node() == base.is_chance_node(state)
        assert state.legal_actions() == base.legal_actions(state)
        for seat in range(state.num_players()):
            assert state.legal_actions(seat) == base.legal_actions(state, seat)
            assert state.observation_tensor(seat) == base.observation_tensor(state, seat)
            assert state.information_state_tensor(seat) == base.information_state_tensor(state, seat)
            assert len(state.observation_tensor(seat)) == state.get_game().observation_tensor_size()
        if state.current_player() >= 0:
            assert state.observation_tensor() == state.observation_tensor(state.current_player())
        else:
            with pytest.raises(NotAllowed):
                state.observation_tensor()


@every_ruleset
def test_facts_about_the_game(name: str) -> None:
    game = load(name)
    encoding, kind = game.encoding, game.get_type()
    assert game.num_players() == encoding.start.seats
    assert kind.min_num_players <= game.num_players() <= kind.max_num_players
    hidden_information = kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    assert hidden_information == find_ruleset(name).game.hidden_information
    assert (kind.chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC) == encoding.chance
    assert (game.max_chance_outcomes(), game.max_chance_nodes_in_history()) == (
        (1000, 1) if encoding.chance else (0, 0)
    )
    assert (game.max_utility(), game.min_utility()) == (1.0, -1.0 / (game.num_players() - 1))
    assert game.utility_sum() == 0.0
    assert f"({name}-v" in kind.long_name
    state = begun(game, random.Random(1))
    assert not state.is_chance_node()
    if encoding.chance:
        start = game.new_initial_state()
        assert sum(chance for _, chance in start.chance_outcomes()) == pytest.approx(1.0)
        assert len(start.chance_outcomes()) == 1000
        assert start.information_state_string(0) == "undealt"
        assert not np.any(start.observation_tensor(0))


@every_long_ruleset
def test_every_action_that_is_not_legal_is_refused_and_nothing_changes(name: str) -> None:
    state = played(name, 12, seed=2)
    before = everything(state)
    legal = set(state.legal_actions())
    some = random.Random(0).sample(range(state.num_distinct_actions()), min(100, state.num_distinct_actions()))
    for action in some:
        if action not in legal:
            with pytest.raises(LudariumError) as caught:
                state.apply_action(action)
            assert isinstance(caught.value, IllegalStep | ActionError)
            assert all(caught.value.sentence(locale) for locale in LOCALES)
    for action in (state.num_distinct_actions(), -2, 2**40):
        with pytest.raises(ActionError, match="whole number from 0 to"):
            state.apply_action(action)
    for nonsense in ("3", 1.5, None):
        with pytest.raises(TypeError):
            state.apply_action(nonsense)
    with pytest.raises(pyspiel.SpielError):
        state.apply_action(pyspiel.INVALID_ACTION)
    with pytest.raises(pyspiel.SpielError):
        state.observation_string(state.num_players())
    assert everything(state) == before


def test_nothing_is_taken_after_the_end() -> None:
    state = played("connect-four", 100)
    assert state.is_terminal()
    with pytest.raises(NotAllowed, match="over"):
        state.apply_action(3)


def test_a_game_worked_out_by_hand() -> None:
    """Blue fills the bottom of column d to g, red stacks on column a: blue wins with its fourth stone."""
    state = pyspiel.load_game("ludarium_connect_four").new_initial_state()
    for action in (3, 0, 4, 0, 5, 0):
        state.apply_action(action)
    assert state.information_state_string(1) == "\n".join(
        ["d", "a", "e", "a", "f", "a", "seat=1 next=0 blue d1 e1 f1; red a1 a2 a3"]
    )
    planes = np.array(state.observation_tensor(1)).reshape(3, 6, 7)
    assert (planes[0] == 2 / 2).all(), "the seat after the one that looks acts next"
    assert [tuple(cell) for cell in np.argwhere(planes[1])] == [(3, 0), (4, 0), (5, 0)]
    assert [tuple(cell) for cell in np.argwhere(planes[2])] == [(5, 3), (5, 4), (5, 5)]
    recalled = state.information_state_tensor(1)[3 * 42 :]
    assert np.array_equal(recalled, np.array([4, 1, 5, 1, 6, 1] + [0] * 36, np.float32) / 7)
    state.apply_action(6)
    assert state.is_terminal()
    assert state.returns() == [1.0, -1.0]


def test_a_position_to_start_from() -> None:
    state = load("connect-four").new_initial_state("blue d1 e1 f1; red a1 a2 a3")
    state.apply_action(6)
    assert state.returns() == [1.0, -1.0]
    with pytest.raises(LudariumError):
        load("connect-four").new_initial_state("green d1")


def test_observers_of_every_kind() -> None:
    """What is asked for is what there is: with and without the past, with no, one's own or all private information."""
    state = played("connect-four", 9)
    game = state.get_game()
    for recall in (True, False):
        for private in pyspiel.PrivateInfoType.__members__.values():
            kind = pyspiel.IIGObservationType(perfect_recall=recall, public_info=True, private_info=private)
            observer = game.make_py_observer(kind)
            observer.set_from(state, 1)
            assert ("steps" in observer.dict) == recall
            assert ("planes_1" in observer.dict) == (private == pyspiel.PrivateInfoType.ALL_PLAYERS)
            assert observer.dict["planes"].shape == (3, 6, 7)
            assert observer.dict["planes"][1].sum() == 4
            assert observer.string_from(state, 1).count("\n") == 9 * recall + ("planes_1" in observer.dict)
    private_only = pyspiel.IIGObservationType(perfect_recall=True, public_info=False)
    assert game.make_py_observer(private_only).string_from(state, 0) == ""
    with pytest.raises(ResearchError, match="parameters"):
        game.make_py_observer(None, {"colour": "red"})
    with pytest.raises(ResearchError, match="public"):
        load("myrmidons").make_py_observer(private_only)


def test_the_past_that_is_too_long_for_a_tensor_is_its_latest_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludarium.research.openspiel.observer.MOST_RECALLED", 4)
    state = played("connect-four", 6)
    observer = state.get_game().make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    observer.set_from(state, 0)
    latest = np.array([1 + action for action in state.history()[-4:]], np.float32)
    assert np.array_equal(observer.dict["steps"], latest / 7)


def test_a_program_ends_in_peace_and_a_state_wakes_up_elsewhere(tmp_path: Path) -> None:
    """OpenSpiel keeps what was registered until after Python's end; and a pickle brings what it needs."""
    state = played("connect-four", 7)
    kept = tmp_path / "state"
    for one in (state, state.get_game()):
        kept.write_bytes(pickle.dumps(one))
        program = f"import pickle\nprint(pickle.load(open({str(kept)!r}, 'rb')))\nraise SystemExit(3)"
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout.strip(), done.stderr) == (3, str(one), "")


def test_a_state_of_another_version_is_refused() -> None:
    kept = pickle.dumps(played("connect-four", 7).spiel_history)
    with pytest.raises(ResearchError, match="connect-four-v1"):
        pickle.loads(kept.replace(b"connect-four-v1", b"connect-four-v7"))


@pytest.mark.parametrize("name", ["connect-four", "myrmidons-random"])
def test_the_library_s_environment_for_learners_plays_it(name: str) -> None:
    environment = rl_environment.Environment(load(name), observation_type=rl_environment.ObservationType.OBSERVATION)
    chance = np.random.RandomState(0)
    moment = environment.reset()
    steps = 0
    while not moment.last():
        seat = moment.observations["current_player"]
        assert moment.observations["info_state"][seat] == environment.get_state.observation_tensor(seat)
        moment = environment.step([chance.choice(moment.observations["legal_actions"][seat])])
        steps += 1
    assert steps > 6
    assert sum(moment.rewards) == 0.0
