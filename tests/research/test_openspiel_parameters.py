"""Options as the parameters of an OpenSpiel game, and which games there are."""

import pickle
import random
import subprocess
import sys
from pathlib import Path

import pyspiel
import pytest

from ludarium.core.errors import OptionError
from ludarium.core.game import find_ruleset, main_rulesets
from ludarium.games.parts import traits_of
from ludarium.research.errors import ActionError
from ludarium.research.openspiel import game_name, load, register
from tests.research.spiel import begun, every_ruleset, everything


def test_parameters() -> None:
    """Options as parameters: numbers, words, truth values, lists; given in a text or by name."""
    game = pyspiel.load_game("ludarium_mutterland(players=4,push_uphill=True)")
    assert (game.num_players(), game.encoding.options["push_uphill"]) == (4, True)
    assert game.min_utility() == pytest.approx(-1 / 3)
    assert str(game) == "ludarium_mutterland(players=4,push_uphill=True)"
    assert pyspiel.load_game(game_name("mutterland"), {"players": 4, "push_uphill": True}) == game
    kind = game.get_type()
    assert (kind.min_num_players, kind.max_num_players) == (2, 6)
    armies = [["135", "144", "153", "225", "234"], ["135", "144", "153", "225", "243"]]
    listed = load("myrmidons-random", {"drawn": armies})
    assert listed.encoding.options["drawn"] == tuple(map(tuple, armies))
    assert not listed.deals, "nothing is left to chance"
    assert pyspiel.load_game(str(listed)).encoding.options == listed.encoding.options
    typed = pyspiel.load_game("ludarium_myrmidons(army=agreed,types=135;144;153;225;234)")
    assert typed.encoding.options["types"] == ("135", "144", "153", "225", "234")
    state = typed.new_initial_state()
    assert everything(pickle.loads(pickle.dumps(state))) == everything(state)


@every_ruleset
def test_what_chance_decided_can_be_given_instead(name: str) -> None:
    """The same start by a deal and by options: lists of lists go through a game's text and back."""
    ruleset = find_ruleset(name)
    start = ruleset.new({}, seed=5)
    decided = ruleset.game.chance(start)
    game = load(name, decided)
    assert not game.deals
    state = pickle.loads(pickle.dumps(game)).new_initial_state()
    assert str(state) == ruleset.game.position_text(start)
    assert state.legal_actions()
    assert str(pickle.loads(pickle.dumps(state))) == str(state)


_OPTION_SETS = [(name, given) for ruleset in main_rulesets() for name, given in traits_of(ruleset.game).option_sets]


@pytest.mark.parametrize(("name", "given"), _OPTION_SETS, ids=[str(number) for number in range(len(_OPTION_SETS))])
def test_every_option_goes_through_a_game_s_text(name: str, given: dict[str, object]) -> None:
    game = load(name, given)
    again = pyspiel.load_game(str(game))
    assert again == game
    assert again.encoding.options == find_ruleset(name).read(given)
    rng = random.Random(0)
    state = begun(again, rng)
    for _ in range(40):
        if not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
    assert everything(pickle.loads(pickle.dumps(state))) == everything(state)


def test_deals_are_the_starts_of_the_first_seeds() -> None:
    game = pyspiel.load_game("ludarium_mutterland(deals=3)")
    state = game.new_initial_state()
    assert state.chance_outcomes() == [(0, 1 / 3), (1, 1 / 3), (2, 1 / 3)]
    starts = [str(state.child(seed)) for seed in range(3)]
    ruleset = find_ruleset("mutterland")
    assert starts == [ruleset.game.position_text(ruleset.new({}, seed)) for seed in range(3)]
    with pytest.raises(ActionError):
        state.apply_action(3)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("ludarium_mutterland(players=7)", "players"),
        ("ludarium_mutterland(players=two)", "players"),
        ("ludarium_mutterland(playerz=2)", "playerz"),
        ("ludarium_mutterland(land=moon)", "land"),
        ("ludarium_mutterland(deals=0)", "deals"),
        ("ludarium_myrmidons(army=agreed,types=135)", "types"),
        ("ludarium_myrmidons(army=agreed,types=[[;)", "types"),
        ("ludarium_nothing", "ludarium_nothing"),
    ],
)
def test_wrong_parameters_are_refused_in_words(text: str, said: str) -> None:
    with pytest.raises((OptionError, pyspiel.SpielError), match=said):
        pyspiel.load_game(text)


def test_two_games_at_once_do_not_meet() -> None:
    two, four = load("mutterland"), load("mutterland", {"players": 4})
    one, other = begun(two, random.Random(0)), begun(four, random.Random(0))
    assert (len(one.returns()), len(other.returns())) == (2, 4)
    assert one.get_game() == two
    assert other.get_game() == four
    assert one.num_distinct_actions() == two.num_distinct_actions()


def test_a_game_without_arrays_says_so(tmp_path: Path) -> None:
    source = Path(__file__).parents[2] / "examples" / "connect_four.py"
    bare = tmp_path / "bare_four.py"
    text = (
        source.read_text()
        .replace("arrays: ClassVar[Arrays | None] = Grid()", "")
        .replace('"connect-four"', '"bare-four"')
    )
    bare.write_text(text)
    program = (
        "import pyspiel, ludarium.research.openspiel\n"
        "try:\n    pyspiel.load_game('ludarium_bare_four')\n"
        "except Exception as error:\n    print(type(error).__name__, error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={"LUDARIUM_GAMES": str(bare), "PYTHONPATH": ":".join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith("ResearchError")
    assert "docs/adding-a-game.md" in done.stdout


def test_registering_again_changes_nothing() -> None:
    before = load("connect-four")
    register()
    assert load("connect-four") == before


@pytest.mark.parametrize("library", ["pyspiel", "numpy"])
def test_without_the_library_one_is_told_what_to_install(library: str) -> None:
    """Names of players are known without it; only who wants one of them needs it."""
    program = f"""
import sys
import ludarium.research.openspiel_players
from ludarium.arena.contestants import read_contestant
from ludarium.core.errors import LudariumError
assert {library!r} not in sys.modules
sys.modules[{library!r}] = None
try:
    read_contestant("openspiel:random")
except LudariumError as error:
    print(error)
import ludarium.research.openspiel
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    for said in (done.stdout, done.stderr.splitlines()[-1]):
        assert 'pip install "ludarium[openspiel]"' in said


def test_a_library_that_cannot_be_loaded_is_not_called_missing(tmp_path: Path) -> None:
    """As with one that was built for another system."""
    (tmp_path / "pyspiel.py").write_text("raise ImportError('GLIBC_9.99 not found', name='pyspiel')")
    done = subprocess.run(
        [sys.executable, "-c", "import ludarium.research.openspiel"],
        env={"PYTHONPATH": ":".join([str(tmp_path), *sys.path])},
        capture_output=True,
        text=True,
        check=False,
    )
    said = done.stderr.splitlines()[-1]
    assert said.startswith("ImportError: GLIBC_9.99 not found. ")
    assert "not installed" not in said
