"""Playing at the terminal: games, the menu and series, with everything typed beforehand."""

import re
from pathlib import Path

import pytest

from ludarium.cli import play
from ludarium.core.game import rulesets
from ludarium.table import open_record
from tests.cli.conftest import ALL, TWO, Command, only_record, typed


def test_a_game_for_two_is_played_to_its_end_and_recorded(ludarium: Command, tmp_path: Path) -> None:
    # MUR-R2: with a cap of two turns the game is a draw after them.
    done = ludarium("play", "mur-en", *TWO, "--option", "turn_cap=2", typed=typed("+c2", "+d2"))
    assert done.code == 0
    assert done.err == ""
    assert "Black (Ada) to move" in done.out
    assert "White (Ben) to move" in done.out
    assert "White places a ship on d2." in done.out
    assert "A draw" in done.out
    file = only_record(tmp_path)
    assert f"ludarium replay {file.stem}\n" in done.out
    table = open_record(file).table
    assert [entry.text for entry in table.history.taken] == ["+c2", "+d2"]
    assert table.players == ("Ada", "Ben")


def test_it_speaks_japanese(ludarium: Command) -> None:
    done = ludarium("play", "mur-en", *TWO, "--lang", "ja", typed=typed("+c2", "+c2", "quit", "n"))
    assert "黒（Ada）の番です" in done.out
    assert "黒がc2に船を置く" in done.out
    assert "MUR-T1: c2には駒があります。" in done.out
    assert not re.search("[A-Za-z]{4,} [A-Za-z]{4,} [A-Za-z]{4,}", done.out)


@pytest.mark.parametrize("name", ALL)
def test_random_players_play_every_game_alone(name: str, ludarium: Command, tmp_path: Path) -> None:
    caps = [option.name for option in rulesets()[ALL.index(name)].offered if option.name == "turn_cap"]
    options = [part for cap in caps for part in ("--option", f"{cap}=6")]
    done = ludarium("play", name, "--seats", "random", "--seed", "3", *options)
    assert done.code == 0
    assert done.err == ""
    assert open_record(only_record(tmp_path)).table.outcome is not None
    again = ludarium("play", name, "--seats", "random", "--seed", "3", *options, "--record", "again.txt")
    assert again.out.splitlines()[1:-2] == done.out.splitlines()[1:-2]


@pytest.mark.parametrize("name", ALL)
def test_a_person_plays_every_game_against_random_players(name: str, ludarium: Command, tmp_path: Path) -> None:
    ruleset = rulesets()[ALL.index(name)]
    state = ruleset.new(seed=3)
    first, last = (ruleset.game.step_text(step) for step in (state.legal()[0], state.legal()[-1]))
    done = ludarium("play", name, "--seed", "3", typed=typed("list", first))
    assert done.code == 0
    assert first in done.out.split("> list")[1]
    assert last in done.out.split("> list")[1]
    table = open_record(only_record(tmp_path)).table
    assert table.history.taken[0].text == first
    assert table.seat in (0, -1)  # the others have stepped


def test_the_end_of_the_input_keeps_the_record(ludarium: Command, tmp_path: Path) -> None:
    done = ludarium("play", "mur-en", *TWO, typed=typed("+c2"))
    assert done.code == 0
    file = only_record(tmp_path)
    assert f"ludarium resume {file.stem}\n" in done.out
    more = ludarium("play", "--resume", str(file), typed=typed("+d2", "log"))
    assert "White (Ben) to move" in more.out
    assert "1 Black +c2" in more.out
    assert "2 White +d2" in more.out
    assert [entry.text for entry in open_record(file).table.history.taken] == ["+c2", "+d2"]


def test_a_resumed_game_has_the_same_players(ludarium: Command, tmp_path: Path) -> None:
    ludarium("play", "mur-en", "--seed", "1", typed=typed("+c2"))
    file = only_record(tmp_path)
    ludarium("play", "--resume", str(file), typed=typed("+c3"))
    seats = [entry.seat for entry in open_record(file).table.history.taken]
    assert seats == [0, 1, 0, 1]  # White still steps at random


def test_nothing_is_left_of_a_game_that_nobody_began(ludarium: Command, tmp_path: Path) -> None:
    done = ludarium("play", "mur-en", typed=typed("quit"))
    assert done.code == 0
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("answer", "kept"), [("", True), ("y", True), ("n", False)])
def test_quit_offers_to_keep_the_record(answer: str, kept: bool, ludarium: Command, tmp_path: Path) -> None:
    done = ludarium("play", "mur-en", typed=typed("+c2", "quit", answer))
    assert done.code == 0
    assert "Keep the game record" in done.out
    assert bool(list(tmp_path.glob("games/*"))) == kept
    assert ("ludarium resume" in done.out) == kept


def test_a_named_record_is_kept_without_asking_and_never_overwritten(ludarium: Command, tmp_path: Path) -> None:
    ludarium("play", "mur-en", "--record", "my game.txt", typed=typed("+c2", "quit"))
    text = (tmp_path / "my game.txt").read_text(encoding="utf-8")
    assert "+c2" in text
    done = ludarium("play", "mur-en", "--record", "my game.txt", typed=typed("+c2"))
    assert done.code == 2
    assert "my game.txt" in done.err
    assert (tmp_path / "my game.txt").read_text(encoding="utf-8") == text
    assert "ludarium resume 'my game.txt'" in ludarium("play", "--resume", "my game.txt", typed=typed("quit")).out


def test_games_begun_in_the_same_second_get_files_of_their_own(tmp_path: Path) -> None:
    expected = [tmp_path / "games" / f"mur-en{number}.txt" for number in ("", "-1", "-2")]
    (tmp_path / "games").mkdir()
    for file in expected:
        assert play.new_file("mur-en") == file
        file.touch()


# --- the menu -------------------------------------------------------------------------------------------------------
def test_the_menu_leads_to_a_game(ludarium: Command, tmp_path: Path) -> None:
    done = ludarium("play", typed=typed("0", "mur", "9", "2", "?", "turn_cap=no", "turn_cap=9", "3", "2", "+c2"))
    assert done.code == 0
    assert "Welcome" in done.out
    table = open_record(only_record(tmp_path)).table
    assert (table.ruleset.name, table.options["turn_cap"], table.players) == ("mur-en", 9, ("", ""))


@pytest.mark.parametrize(
    ("locale", "answer"), [("en", "Mutter Land"), ("en", "mutter land"), ("ja", "ナットランド"), ("ja", "mutterland")]
)
def test_the_menu_takes_the_names_it_shows(locale: str, answer: str, ludarium: Command) -> None:
    done = ludarium("play", "--lang", locale, typed=typed(answer, "", "", "", "random"))
    assert "games/mutterland-" in done.out


def test_the_menu_explains_the_options_of_a_ruleset(ludarium: Command) -> None:
    done = ludarium("play", typed=typed("mur", "mur-en", "?"))
    assert "after this many turns the game is a draw" in done.out
    assert "kraken_walls" not in done.out  # an option of the other edition


def test_nothing_is_asked_or_listed_where_there_are_no_options(ludarium: Command) -> None:
    done = ludarium("play", typed=typed("connect-four"))
    assert "How many people" in done.out
    assert "Options" not in done.out
    assert "Options" not in ludarium("games", "connect-four").out


def test_the_menu_is_content_with_enter(ludarium: Command, tmp_path: Path) -> None:
    ludarium("play", typed=typed("", "", "", "", "", "+c2"))
    table = open_record(only_record(tmp_path)).table
    assert table.ruleset == rulesets()[0]
    assert table.players == ("", "level-2")


@pytest.mark.parametrize(("answer", "player"), [("4", "level-4"), ("random", "random"), ("RANDOM", "random")])
def test_the_menu_asks_how_well_the_computer_should_play(
    answer: str, player: str, ludarium: Command, tmp_path: Path
) -> None:
    done = ludarium("play", typed=typed("mur", "", "", "1", "9", "landlubber", answer, "+c2"))
    assert '"9" isn\'t on the list' in done.out
    assert '"landlubber" isn\'t on the list' in done.out
    assert open_record(only_record(tmp_path)).table.players == ("", player)


def test_the_menu_is_not_confused_by_long_numbers(ludarium: Command) -> None:
    done = ludarium("play", typed=typed("9" * 5000, "1", "9" * 5000, "1", "", "9" * 5000, "q"))
    assert done.code == 0
    assert done.out.count("9" * 5000) >= 3


def test_the_menu_changes_the_language(ludarium: Command) -> None:
    done = ludarium("play", typed=typed("l", "l", "ja", "q"))
    assert done.code == 0
    assert done.out.count("Welcome") == 2
    assert done.out.count("ようこそ") == 2


@pytest.mark.parametrize("lines", [(), ("1",), ("1", "1"), ("1", "1", "")])
def test_the_menu_can_be_left(lines: tuple[str, ...], ludarium: Command, tmp_path: Path) -> None:
    assert ludarium("play", typed=typed(*lines)).code == 0
    assert not list(tmp_path.iterdir())


# --- series ---------------------------------------------------------------------------------------------------------
def test_a_series_goes_on_from_game_to_game(ludarium: Command, tmp_path: Path) -> None:
    command = ("play", "mur-jp", "--series", "--seats", "random", "--option", "turn_cap=1", "--record", "s.txt")
    done = ludarium(*command, typed=typed("", ""))
    assert [line for line in done.out.splitlines() if line.startswith("Set ")] == [
        "Set 1, game 1",
        "Set 1, game 2",
        "Set 1, game 3",
    ]
    assert "ludarium resume s.txt" in done.out
    rest = ludarium("play", "--resume", "s.txt", typed=typed(*[""] * 20))
    assert "Set 2, game 6" in rest.out
    assert "A draw: as many sets and games won." in rest.out
    assert ludarium("play", "--resume", "s.txt").code == 2
    replayed = ludarium("replay", "s.txt")
    assert "Game 12 of 12" in replayed.out
    one = ludarium("replay", "s.txt", "--game", "2")
    assert "Game 2 of 12" in one.out
    assert "Game 3 of 12" not in one.out
    assert ludarium("replay", "s.txt", "--game", "13").code == 2


@pytest.mark.clause("MUR-S2")
def test_a_series_can_have_another_length(ludarium: Command, tmp_path: Path) -> None:
    command = ("play", "mur-jp", "--seats", "random", "--option", "turn_cap=1", "--record", "s.txt")
    done = ludarium(*command, "--series", "2x1", typed=typed(*[""] * 4))
    assert [line for line in done.out.splitlines() if line.startswith("Set ")] == ["Set 1, game 1", "Set 2, game 1"]
    assert "games: 1\nsets: 2" in (tmp_path / "s.txt").read_text()
    assert "A draw: as many sets and games won." in done.out


@pytest.mark.parametrize(("length", "said"), [("six", "SETSxGAMES"), ("0x6", "1"), ("2x101", "100")])
def test_lengths_that_no_series_has_are_refused(ludarium: Command, tmp_path: Path, length: str, said: str) -> None:
    done = ludarium("play", "mur-jp", "--series", length)
    assert done.code == 2
    assert said in done.err
    assert not list(tmp_path.iterdir())


def test_a_ruleset_may_follow_a_series_without_a_length(ludarium: Command) -> None:
    command = ("play", "--series", "mur-jp", "--seats", "random", "--option", "turn_cap=1", "--record", "s.txt")
    assert "Set 1, game 1" in ludarium(*command).out


@pytest.mark.clause("MUR-S1")
def test_a_game_is_played_on_from_its_board(ludarium: Command, tmp_path: Path) -> None:
    command = ("play", "mur-jp", "--seats", "human:Ada,human:Ben", "--option", "turn_cap=2", "--record", "g.txt")
    done = ludarium(*command, typed=typed("+c2", "+f3", "y", "+d3", "+a3", "n"))
    assert "Play another game from this board?" in done.out
    text = (tmp_path / "g-2.txt").read_text()
    assert "game 2, on the board of the game before" in text
    (start,) = [line for line in text.splitlines() if line.startswith("start: ")]
    assert "black c2" in start
    assert "white f3" in start
    (first,) = [line for line in text.splitlines() if "+d3" in line]
    assert first.split()[1] == "1:", "White begins the second game"
    assert "A draw" in ludarium("replay", "g-2.txt").out
    assert not (tmp_path / "g-3.txt").exists()
    alone = ludarium(*command[:-1], "h.txt", typed=typed("+c2", "+f3"))
    assert alone.code == 0, "whoever has gone away does not play on"
