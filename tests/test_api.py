"""The front door: what ``import ludarium`` gives, used as a person would."""

import copy
import doctest
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import ludarium
from ludarium import api
from ludarium.core.game import rulesets
from ludarium.draw.theme import THEMES
from ludarium.engine import client
from tests.api_page import page

ROOT = Path(__file__).parent.parent
WON = "black b3 h3; white e1; kraken a3"  # Black closes on the kraken with +a2


def test_nothing_else_stands_in_the_door() -> None:
    shown = subprocess.run(
        [sys.executable, "-c", "import ludarium; print([name for name in dir(ludarium) if name[0] != '_'])"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert shown.stdout.strip() == (
        "['ComputerPlayer', 'EngineClient', 'GameSession', 'LudariumError', 'check', 'games', 'load', 'new', 'player']"
    )
    with pytest.raises(AttributeError):
        ludarium.nonsense  # noqa: B018


def test_the_games_can_be_listed_whatever_was_imported_before() -> None:
    """The folder of the games has the same name as the function."""
    code = "import ludarium, ludarium.games, ludarium.games.mur; print(len(ludarium.games()), ludarium.games()[1])"
    shown = subprocess.run([sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.split()[1:] == ["<mur-en:", "Mur>"]
    assert [one.name for one in ludarium.games()] == [ruleset.name for ruleset in rulesets()]
    lands = next(one for one in ludarium.games() if one.name == "mutterland")
    assert (lands.game, lands.options["players"], lands.hidden_information) == ("Mutter Land", 2, False)


@pytest.mark.parametrize(("module", "least"), [(ludarium, 6), (api, 6), (client, 1)], ids=["ludarium", "api", "client"])
def test_the_examples_of_the_docstrings_run(module: object, least: int) -> None:
    found = doctest.testmod(module, extraglobs={"ludarium": ludarium})  # type: ignore[arg-type]
    assert found.attempted >= least
    assert found.failed == 0


def test_the_page_is_what_the_docstrings_say() -> None:
    assert (ROOT / "docs" / "api.md").read_text(encoding="utf-8") == page(), "write it anew: make api"


def test_playing_and_taking_back() -> None:
    game = ludarium.new("mur-en", seed=1)
    assert (game.seat, game.turn, game.seats, len(game.legal)) == (0, 1, 2, 24)
    assert game.play("+c2", "+d2") is game
    assert (game.seat, game.turn, game.steps) == (0, 3, ["+c2", "+d2"])
    assert game.undo().steps == ["+c2"]
    with pytest.raises(ludarium.LudariumError, match="MUR-T1"):
        game.play("+d2", "+e2", "+e2")  # all or nothing
    assert game.steps == ["+c2"]
    with pytest.raises(ludarium.LudariumError):
        game.undo(2)
    assert game.steps == ["+c2"]


def test_why_not_has_clause_and_sentence() -> None:
    game = ludarium.new("mur-en").play("+c2")
    assert game.why_not("+d2") is None
    refusal = game.why_not("+c2")
    assert refusal is not None
    assert refusal.clause == "MUR-T1"
    assert str(refusal).startswith("MUR-T1: c2 is occupied.")
    said = game.why_not("+c2", locale="ja")
    assert said is not None
    assert said.sentence.startswith("MUR-T1: c2には")
    garbled = game.why_not("castle")
    assert garbled is not None
    assert (garbled.clause, "isn't a move" in garbled.sentence) == ("", True)


def test_the_end_can_be_taken_back_and_resigning_too() -> None:
    game = ludarium.GameSession.from_position("mur-en", WON)
    assert game.outcome is None
    game.play("+a2")
    assert game.outcome is not None
    assert (game.outcome.winners, game.outcome.clause, game.seat, game.legal) == ((0,), "MUR-C3", -1, [])
    assert repr(game) == f"<mur-en: turn 2, over: {game.outcome.sentence}>"
    with pytest.raises(ludarium.LudariumError):
        game.play("+b2")
    assert game.undo().outcome is None
    game.resign()
    assert game.outcome is not None
    assert (game.outcome.winners, game.outcome.reason) == ((1,), "resigned")
    assert game.undo(0).outcome is None


def test_copies_equality_and_pickle(tmp_path: Path) -> None:
    game = ludarium.new("mutterland", seed=3, players=3)
    game.play(
        game.legal[0],
    )
    for twin in (game.copy(), copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert twin == game
        twin.play(twin.legal[-1])
        assert twin != game
        assert len(game.steps) == 1
    assert game.undo() != ludarium.new("mutterland", seed=4, players=3)
    assert game == ludarium.new("mutterland", seed=3, players=3)
    game.play(game.legal[0])
    assert game != "game"
    game.save(tmp_path / "land.txt")
    assert ludarium.load(tmp_path / "land.txt") == game
    with pytest.raises(ludarium.LudariumError):
        game.save(tmp_path / "land.txt")  # what is there stays
    resigned = game.copy().resign()
    assert resigned != game
    resigned.save(tmp_path / "resigned.txt")
    assert ludarium.load(str(tmp_path / "resigned.txt")) == resigned


def test_a_game_with_secrets_shows_a_seat_what_it_may_know(tmp_path: Path) -> None:
    game = ludarium.new("myrmidons", seed=1)
    while game.seat == 0:
        game.play(game.legal[0])
    own, other, crowd = (game.view(seat) for seat in (0, 1, -1))
    placed = game.steps[0].removeprefix("=")
    assert placed in own.position
    assert placed not in other.position
    assert placed not in crowd.position
    assert (own.legal, other.legal) == ([], game.legal)
    assert other.position in repr(other)
    game.save(tmp_path / "secret.txt")
    assert placed not in (tmp_path / "secret.txt").read_text().split("commit")[0].split("seed")[0]
    assert ludarium.load(tmp_path / "secret.txt") == game
    for twin in (pickle.loads(pickle.dumps(game)), game.copy()):
        assert twin.view(1).position == other.position


def test_pictures() -> None:
    game = ludarium.new("mur-en").play("+c2")
    assert "B1" in str(game)
    assert game._repr_svg_() == game.svg()
    drawings = [game.svg(theme=theme) for theme in THEMES]
    assert len(set(drawings)) == len(THEMES)
    assert all(drawing.startswith("<svg") for drawing in drawings)
    assert 'width="300"' in game.svg(width=300)
    assert game.view(-1).svg().startswith("<svg")
    assert str(game.view(1)) == str(game)


def test_players_choose_and_think() -> None:
    game = ludarium.GameSession.from_position("mur-en", WON)
    player = ludarium.player("best:100sims", seed=1)
    assert player.choose(game) == "+a2"
    thought = player.think(game)
    assert (thought.step, thought.expectation, thought.lines[0].steps, thought.lines[0].proven) == (
        "+a2",
        (1.0, 0.0),
        ("+a2",),
        True,
    )
    assert game.steps == []
    start = ludarium.new("mur-en")
    assert ludarium.player("random", seed=5).choose(start) == ludarium.player("random", seed=5).choose(start)
    quick = ludarium.player(5, seconds=0.05)
    assert "0.05" in repr(quick)
    assert quick.think(start).seconds < 0.05 * 20
    with pytest.raises(ludarium.LudariumError, match="over"):
        player.choose(game.play("+a2"))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda: ludarium.new("murr"), "mur-jp, mur-en"),
        (lambda: ludarium.new("mur-en", colour="red"), "colour"),
        (lambda: ludarium.new("mutterland", players=9), "2–6"),
        (lambda: ludarium.player("7"), "1 to 5"),
        (lambda: ludarium.load("nowhere.txt"), "nowhere.txt"),
        (lambda: ludarium.new("mur-en").view(2), "seat"),
        (lambda: ludarium.GameSession.from_position("mur-en", "black z9"), "z9"),
    ],
)
def test_what_is_wrong_is_said(wrong: object, said: str) -> None:
    assert callable(wrong)
    with pytest.raises(ludarium.LudariumError, match=said):
        wrong()


def test_a_game_of_a_series_is_chosen_by_its_number(tmp_path: Path) -> None:
    from ludarium.table import Match  # noqa: PLC0415

    match = Match("mur-en", games=2, sets=1)
    match.begin(tmp_path / "series.txt").resign(0)
    match.next().resign(1)
    assert [ludarium.load(tmp_path / "series.txt", game=number).outcome.winners for number in (1, 2)] == [(1,), (0,)]  # type: ignore[union-attr]
    assert ludarium.load(tmp_path / "series.txt") == ludarium.load(tmp_path / "series.txt", game=2)
    with pytest.raises(ludarium.LudariumError, match="1 to 2"):
        ludarium.load(tmp_path / "series.txt", game=3)


def test_a_game_is_checked() -> None:
    report = ludarium.check("connect-four")
    assert report.failures == ()
