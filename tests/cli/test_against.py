"""Playing against the computer, with everything typed beforehand and at a real terminal."""

import os
import re
import signal
import time
from pathlib import Path

import pytest

from ludarium.cli.play import read_seats
from ludarium.cli.terminal import CommandError, Terminal
from ludarium.cli.thinking import TerminalPool
from ludarium.core.errors import UnknownName
from ludarium.core.game import Ruleset, find_ruleset, rulesets
from ludarium.core.rng import Rng
from ludarium.core.state import State
from ludarium.core.words import LOCALES
from ludarium.players.levels import LEVELS, read_level
from ludarium.players.report import Report
from ludarium.players.thinker import Question, Thinker
from ludarium.table import open_record
from tests.cli.conftest import HIDING, Command, Screen, only_record, typed


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Question]:
    """The computer players think in this process, with few simulations; these are the questions they were asked."""
    questions: list[Question] = []

    def decide(self: TerminalPool, question: Question, message: str) -> Report:
        questions.append(question)
        style = LEVELS[0].style
        return Thinker().decide(Question(question.ruleset, question.views, style, question.seed, question.viewer))

    monkeypatch.setattr(TerminalPool, "decide", decide)
    monkeypatch.setattr(TerminalPool, "prepare", lambda self, cores=None: None)
    return questions


# --- who sits where -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("ruleset", rulesets(), ids=lambda ruleset: ruleset.name)
def test_levels_go_by_their_numbers_and_by_their_names_in_both_languages(ruleset: Ruleset) -> None:
    for level in LEVELS:
        for locale in LOCALES:
            assert read_level(f" {level.name(ruleset.game, locale).upper()} ", ruleset.game) == level
        assert read_level(str(level.number), ruleset.game) == level


@pytest.mark.parametrize("text", ["0", "6", "9", "-1", "1.5", "landlubber", "", "x" * 1000])
def test_what_is_no_level_is_refused_with_those_that_are(text: str) -> None:
    with pytest.raises(UnknownName) as caught:
        read_level(text, find_ruleset("mur-en").game)
    for locale in LOCALES:
        said = caught.value.sentence(locale)
        assert len(said) < 400
        assert all(str(level.number) in said for level in LEVELS)


def test_people_and_levels_mix_on_six_seats() -> None:
    game = find_ruleset("mutterland").game
    seats = read_seats("human:Ada, 3 ,random,level-5,human", 6, game, "level-1")
    assert seats == ["Ada", "level-3", "random", "level-5", "", "level-1"]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("human:random", "name_computer"),
        ("human:level-3", "name_computer"),
        ("human:level-77", "name_computer"),
        ("robot", "kind_unknown"),
        ("level-6", "kind_unknown"),
        ("9", "kind_unknown"),
        ("human,,human", "kind_unknown"),
        ("1,2,3", "seats_many"),
    ],
)
def test_seats_that_cannot_be_are_refused(text: str, key: str) -> None:
    with pytest.raises(CommandError) as caught:
        read_seats(text, 2, find_ruleset("mur-en").game, "random")
    assert caught.value.key == key
    assert all(caught.value.sentence(locale) for locale in LOCALES)


@pytest.mark.parametrize(
    "arguments",
    [
        ("--against", "9"),
        ("--against", "landlubber"),
        ("--against", "2", "--seconds", "0"),
        ("--seats", "human:level-1"),
    ],
)
def test_bad_wishes_are_refused_before_anything_is_written(
    arguments: tuple[str, ...], ludarium: Command, tmp_path: Path
) -> None:
    done = ludarium("play", "mur-en", *arguments)
    assert done.code == 2
    assert len(done.err.splitlines()) == 1
    assert not list(tmp_path.iterdir())


# --- a game ---------------------------------------------------------------------------------------------------------
def test_the_computer_answers_and_the_record_remembers_it(ludarium: Command, tmp_path: Path) -> None:
    done = ludarium("play", "mur-en", "--against", "1", typed=typed("+c2"))
    assert done.code == 0
    assert done.err == ""
    assert "· White " in done.out
    file = only_record(tmp_path)
    table = open_record(file).table
    assert table.players == ("", "level-1")
    assert [entry.seat for entry in table.history.taken] == [0, 1]
    step = table.legal(0)[0]
    again = ludarium("play", "--resume", str(file), typed=typed(step))
    assert again.code == 0
    assert [entry.seat for entry in open_record(file).table.history.taken] == [0, 1, 0, 1]
    assert "level 1" in ludarium("replay", str(file)).out


@pytest.mark.parametrize(
    ("locale", "offer", "how", "end"),
    [
        (
            "en",
            "White (Apprentice sailor, level 1) offers a draw.",
            "Type agree to accept.",
            "A draw: by agreement.",
        ),
        ("ja", "引き分けを提案しています。", "agreeと入力してください。", "引き分け：合意による。"),
    ],
)
def test_the_computer_offers_a_draw_that_a_move_declines(
    asked: list[Question],
    ludarium: Command,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    locale: str,
    offer: str,
    how: str,
    end: str,
) -> None:
    monkeypatch.setattr("ludarium.cli.seating.offers_end", lambda game, views, seat, report: views[-1].seat == 0)
    command = ("play", "mur-en", "--against", "1", "--seed", "1", "--lang", locale)
    done = ludarium(*command, typed=typed("+c2", "agree", "n", "+c3", "agree", "y"))
    assert done.out.count(offer) == done.out.count(how) == 2
    assert end in done.out
    assert only_record(tmp_path).read_text().endswith("result: draw agreement\n")
    assert len(asked) == 2, "whoever has offered it is not asked again"


def test_computers_agree_among_themselves(
    asked: list[Question], ludarium: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludarium.cli.seating.offers_end", lambda game, views, seat, report: views[-1].turn == 3)
    monkeypatch.setattr("ludarium.cli.seating.accepts_end", lambda game, views, seat, report: seat == 1)
    done = ludarium("play", "mur-en", "--seats", "1,2", "--seed", "4")
    assert "A draw: by agreement." in done.out
    assert len(asked) == 4  # three steps and an answer


def test_computers_play_alone_and_alike_with_the_same_seed(ludarium: Command, tmp_path: Path) -> None:
    played = []
    for name in ("a.txt", "b.txt"):
        command = ("play", "mur-en", "--seats", "1,2", "--seed", "4", "--option", "turn_cap=8", "--record", name)
        assert ludarium(*command).code == 0
        played.append([entry.text for entry in open_record(tmp_path / name).table.history.taken])
    assert played[0] == played[1]
    assert len(played[0]) >= 8


def test_a_record_with_a_level_that_there_is_not_is_refused(ludarium: Command, tmp_path: Path) -> None:
    (tmp_path / "g.txt").write_text("ludarium-record 1\nruleset: mur-en\nseed: 0\nplayer 1: level-9\n\n1 0: +c2\n")
    done = ludarium("play", "--resume", "g.txt")
    assert done.code == 2
    assert "There is no level 9." in done.err


def test_resuming_takes_no_level_but_other_seats(asked: list[Question], ludarium: Command, tmp_path: Path) -> None:
    ludarium("play", "mur-en", "--against", "1", "--record", "g.txt", typed=typed("+c2"))
    assert ludarium("play", "--resume", "g.txt", "--against", "2").code == 2
    done = ludarium("play", "--resume", "g.txt", "--seats", "4,human", typed=typed("quit"))
    assert done.code == 0
    assert asked[-1].style == LEVELS[3].style


def test_time_is_for_the_highest_level_and_for_hints(asked: list[Question], ludarium: Command) -> None:
    ludarium("play", "mur-en", "--seats", "human,5", "--seconds", "0.25", typed=typed("hint", "+c2"))
    assert [question.style.limits.seconds for question in asked] == [0.25, 0.25]
    ludarium("play", "mur-en", "--seats", "human,5", typed=typed("+c2"))
    assert asked[-1].style.limits.seconds == 1.0
    ludarium("play", "mur-en", "--seats", "human,4", "--seconds", "0.25", typed=typed("+c2"))
    assert asked[-1].style == LEVELS[3].style


def test_undo_goes_back_to_the_person_s_own_decision(asked: list[Question], ludarium: Command, tmp_path: Path) -> None:
    ludarium("play", "mur-en", "--against", "3", "--seed", "1", typed=typed("undo", "+c2", "undo", "+h3"))
    entries = open_record(only_record(tmp_path)).table.history.taken
    assert entries[0].text == "+h3"
    assert [entry.seat for entry in entries] == [0, 1]


@pytest.mark.parametrize("name", HIDING)
def test_computers_and_hints_get_nothing_but_the_views_of_their_seat(
    name: str, asked: list[Question], ludarium: Command
) -> None:
    ludarium("play", name, "--seats", "1,human", "--seed", "3", typed=typed("hint"))
    seats = [int(question.view.seat) for question in asked]
    assert seats[-1] == 1
    assert set(seats[:-1]) == {0}
    for seat, question in zip(seats, asked, strict=True):
        assert question.seat == seat
        for view in question.views:
            assert view == view.view(seat)
    # The hint's seat has seen that the other one set up, but nothing of what.
    hidden: State = asked[-1].view
    assert hidden != hidden.resample(1, Rng(1))
    assert [len(question.views) for question in asked[:-1]] == list(range(1, len(asked)))


@pytest.mark.parametrize("ruleset", rulesets(), ids=lambda ruleset: ruleset.name)
@pytest.mark.parametrize("locale", LOCALES)
def test_hint_says_what_to_do_and_what_to_expect(
    ruleset: Ruleset, locale: str, asked: list[Question], ludarium: Command
) -> None:
    done = ludarium("play", ruleset.name, "--lang", locale, "--seed", "2", typed=typed("hint"))
    assert done.code == 0
    said = done.out.split("> hint\n")[1]
    legal = [ruleset.game.step_text(step) for step in ruleset.new(seed=2).legal()]
    assert any(f"  {step}" in said.splitlines()[0] for step in legal)
    assert said.splitlines()[1].startswith("· ")
    line = next(line for line in said.splitlines() if line.startswith(("Winning chances", "勝率")))
    shares = [int(found) for found in re.findall(r"(\d+)%", line)]
    assert len(shares) == ruleset.new(seed=2).seats
    assert abs(sum(shares) - 100) <= len(shares)


def test_a_series_is_played_against_the_computer(asked: list[Question], ludarium: Command, tmp_path: Path) -> None:
    command = ("play", "mur-jp", "--series", "--seats", "1,2", "--option", "turn_cap=1", "--record", "s.txt")
    done = ludarium(*command, typed=typed("", ""))
    assert done.code == 0
    assert "Set 1, game 3" in done.out
    assert len(asked) == 3  # one turn in each game
    rest = ludarium("play", "--resume", "s.txt", typed=typed("", ""))
    assert "Set 1, game 6" in rest.out
    assert len(asked) == 6


# --- at a real terminal ---------------------------------------------------------------------------------------------
def wait_until_all_have_ended(group: int) -> None:
    """No process of a group is left; those that still end get some time for it."""
    for _ in range(100):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    raise AssertionError("processes were left behind")


@pytest.mark.slow
def test_ctrl_c_ends_the_thinking_and_then_the_game(tmp_path: Path) -> None:
    screen = Screen("play", "mur-en", "--against", "5", "--seconds", "3000", folder=tmp_path)
    screen.read_until("Black> ")
    screen.type("+c2\n")
    screen.read_until("is thinking")
    time.sleep(1)  # long enough to have looked at something
    os.killpg(screen.process.pid, signal.SIGINT)
    screen.read_until("Turn 3")
    screen.read_until("Black> ")
    time.sleep(0.5)  # a signal between the prompt and the wait for a key would be seen with the next key only
    os.killpg(screen.process.pid, signal.SIGINT)
    assert "Traceback" not in screen.read_until("ludarium resume")
    assert screen.close() == 0
    wait_until_all_have_ended(screen.process.pid)


def test_two_interruptions_of_the_thinking_mean_to_leave() -> None:
    thinker = TerminalPool(Terminal("en"))
    with thinker._hurried() as hurry:
        assert not hurry.is_set()
        signal.raise_signal(signal.SIGINT)
        assert hurry.is_set()
    with thinker._hurried() as hurry, pytest.raises(KeyboardInterrupt):  # the next decision, right after
        signal.raise_signal(signal.SIGINT)
    assert not hurry.is_set()
