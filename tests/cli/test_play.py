"""Playing and replaying at the terminal, with everything typed beforehand."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from ludarium.cli import play, steps
from ludarium.cli.terminal import Terminal
from ludarium.core.game import rulesets
from ludarium.core.words import LOCALES
from ludarium.engine import reach
from ludarium.table import open_record
from tests.cli.conftest import Command

ALL = [ruleset.name for ruleset in rulesets()]
HIDING = [ruleset.name for ruleset in rulesets() if ruleset.game.hidden_information]
TWO = ("--seats", "human:Ada,human:Ben")


def typed(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def only_record(folder: Path) -> Path:
    (file,) = folder.glob("games/*.txt")
    return file


# --- a game ---------------------------------------------------------------------------------------------------------
def test_a_game_for_two_is_played_to_its_end_and_recorded(ludarium: Command, tmp_path: Path) -> None:
    # MUR-R2: with a cap of two turns the game is a draw after them.
    done = ludarium("play", "mur-en", *TWO, "--option", "turn_cap=2", typed=typed("+c2", "+d2"))
    assert done.code == 0
    assert done.err == ""
    assert "Black (Ada) to act" in done.out
    assert "White (Ben) to act" in done.out
    assert "White places a ship on d2." in done.out
    assert "A draw" in done.out
    file = only_record(tmp_path)
    assert f"ludarium replay {file.relative_to(tmp_path)}" in done.out
    table = open_record(file).table
    assert [entry.text for entry in table.history.taken] == ["+c2", "+d2"]
    assert table.players == ("Ada", "Ben")


def test_it_speaks_japanese(ludarium: Command) -> None:
    done = ludarium("play", "mur-en", *TWO, "--lang", "ja", typed=typed("+c2", "+c2", "quit", "n"))
    assert "黒（Ada）の番です" in done.out
    assert "黒がc2に船を置きました。" in done.out
    assert "MUR-T1: 船は空いている点にしか置けません。" in done.out
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
    assert f"ludarium play --resume {file.relative_to(tmp_path)}" in done.out
    more = ludarium("play", "--resume", str(file), typed=typed("+d2", "log"))
    assert "White (Ben) to act" in more.out
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
    assert "Keep the record" in done.out
    assert bool(list(tmp_path.glob("games/*"))) == kept
    assert ("--resume" in done.out) == kept


def test_a_named_record_is_kept_without_asking_and_never_overwritten(ludarium: Command, tmp_path: Path) -> None:
    ludarium("play", "mur-en", "--record", "my game.txt", typed=typed("+c2", "quit"))
    text = (tmp_path / "my game.txt").read_text(encoding="utf-8")
    assert "+c2" in text
    done = ludarium("play", "mur-en", "--record", "my game.txt", typed=typed("+c2"))
    assert done.code == 2
    assert "my game.txt" in done.err
    assert (tmp_path / "my game.txt").read_text(encoding="utf-8") == text
    assert "--resume 'my game.txt'" in ludarium("play", "--resume", "my game.txt", typed=typed("quit")).out


# --- what can be typed ----------------------------------------------------------------------------------------------
def test_refusals_are_explained_and_change_nothing(ludarium: Command, tmp_path: Path) -> None:
    lines = typed("+c2", "+c2", "what", "", "c2r", "\ud800".encode("utf-8", "surrogatepass").decode("latin-1"))
    done = ludarium("play", "mur-en", *TWO, typed=lines)
    assert "MUR-T1: a ship can only be placed on an empty point, and c2 is occupied." in done.out
    assert "rules MUR-T1" in done.out
    assert '"what" is not a step' in done.out
    assert "MUR-T2: there is no ship of yours on c2." in done.out
    assert len(open_record(only_record(tmp_path)).table.history.steps) == 1


def test_the_beginning_of_a_step_shows_how_it_can_go_on(ludarium: Command) -> None:
    done = ludarium("play", "mur-en", *TWO, typed=typed("+c2", "+f3", "c2", "C2R"))
    assert "Steps that begin with c2:\n  c2r  c2l  c2i  c2o\n" in done.out
    assert "The black ship on c2 moves to d2." in done.out


def test_steps_are_listed_in_groups(ludarium: Command) -> None:
    done = ludarium("play", "mur-en", *TWO, typed=typed("+c2", "+f3", "list", "list c2", "list +a"))
    assert "  c2: c2r  c2l  c2i  c2o\n" in done.out
    assert "\n  +a1  +a2  +a3\n" in done.out


def test_a_list_of_nothing_says_so(ludarium: Command) -> None:
    done = ludarium("play", "mur-en", *TWO, typed=typed("list z9"))
    assert "No step that is possible now begins with z9" in done.out


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("line", ["?", "qwertz"])
def test_help_and_garbled_steps_say_how_steps_are_written(line: str, locale: str, name: str, ludarium: Command) -> None:
    words = rulesets()[ALL.index(name)].game.words(locale)
    done = ludarium("play", name, "--lang", locale, typed=typed(line))
    said = "".join(done.out.split())
    for written, meaning in words.section("notation").items():
        assert "".join(written.split()) in said
        assert "".join(meaning.split()) in said
    assert "".join(str(words.sections["board"]).split()) in said


def test_help_shows_a_clause_of_the_game_that_is_played(ludarium: Command) -> None:
    assert "rules RLM-B1: one of them in full" in ludarium("play", "realm", typed=typed("?")).out


def test_undo_takes_back_to_the_last_decision_of_a_person(ludarium: Command, tmp_path: Path) -> None:
    done = ludarium("play", "mur-en", "--seed", "1", typed=typed("undo", "+c2", "+d2", "undo", "undo", "+h3"))
    assert "There is nothing of yours to take back." in done.out
    entries = open_record(only_record(tmp_path)).table.history.taken
    assert entries[0].text == "+h3"
    assert [entry.seat for entry in entries] == [0, 1]


def test_save_copies_the_record(ludarium: Command, tmp_path: Path) -> None:
    done = ludarium("play", "mur-en", *TWO, typed=typed("+c2", "save", "save here.txt", "save here.txt", "save a/b/c"))
    assert "save FILE" in done.out
    assert "There is a file here.txt already" in done.out
    assert "a/b/c cannot be written" in done.out
    assert [entry.text for entry in open_record(tmp_path / "here.txt").table.history.taken] == ["+c2"]


@pytest.mark.parametrize("name", ["~nobody-of-that-name/x", "x" * 5000, "a\0b"])
def test_save_refuses_names_that_no_file_can_have(name: str, ludarium: Command) -> None:
    done = ludarium("play", "mur-en", *TWO, typed=typed("+c2", f"save {name}", "+d2"))
    assert done.code == 0
    assert "cannot be written" in done.out
    assert "White places a ship on d2." in done.out


def test_save_overwrites_no_secrets(ludarium: Command, tmp_path: Path) -> None:
    (tmp_path / "here.txt.secret").write_text("another game's")
    done = ludarium("play", "myrmidons", typed=typed("save here.txt"))
    assert "There is a file here.txt.secret already" in done.out
    assert (tmp_path / "here.txt.secret").read_text() == "another game's"
    assert not (tmp_path / "here.txt").exists()


def test_a_garbled_name_is_spelled_out_in_the_record(ludarium: Command, tmp_path: Path) -> None:
    """Bytes of the command line that are no text come as lone surrogates."""
    done = ludarium("play", "mur-en", "--seats", "human:Ad\udcff", "--record", "g.txt")
    assert done.code == 0
    assert open_record(tmp_path / "g.txt").table.players[0] == r"Ad\udcff"


def test_resign_asks_and_ends_the_game(ludarium: Command, tmp_path: Path) -> None:
    done = ludarium("play", "mur-en", *TWO, typed=typed("resign", "n", "+c2", "resign", "y"))
    assert "Does White (Ben) give up?" in done.out
    assert "Black wins: resignation." in done.out
    outcome = open_record(only_record(tmp_path)).table.outcome
    assert outcome is not None
    assert outcome.winners == (0,)
    over = ludarium("play", "--resume", str(only_record(tmp_path)))
    assert over.code == 2
    assert "ludarium replay" in over.err


def test_help_names_every_command(ludarium: Command) -> None:
    for locale in LOCALES:
        done = ludarium("play", "mur-en", "--lang", locale, typed=typed("?"))
        for word in ("list", "board", "hint", "undo", "log", "rules", "position", "save", "agree", "resign", "quit"):
            assert f"\n  {word} " in done.out


REALMS = ("*A1", "*B2", "*B3", "*C3", "*C2", "*D4", "+a1", "+d4", "+d7", "+g7", "+g4", "+j10")


@pytest.mark.clause("RLM-T4")
def test_two_agree_to_end_and_count_the_realms(ludarium: Command, tmp_path: Path) -> None:
    lines = typed(*REALMS, "a1-a4", "create", "end", "agree", "y", "n", "agree", "y", "y")
    done = ludarium("play", "realm", *TWO, "--record", "g.txt", typed=lines)
    assert done.out.count("Realms: Blue 4, Red 3. Blue would win.") == 4
    assert "Offer to end now and count the realms?" in done.out
    assert "Blue (Ada): Realms: Blue 4, Red 3. Blue would win. End now and count the realms?" in done.out
    assert done.out.count("Blue (Ada) declines.") == 1
    assert "Blue wins: both agreed to end the game here, and the realms are counted." in done.out
    assert "draw" not in done.out.lower()
    assert (tmp_path / "g.txt").read_text().endswith("result: 0 agreement\n")


def test_the_help_says_what_can_be_agreed_on(ludarium: Command) -> None:
    said = {"realm": "end now and count the realms", "mur-en": "a draw", "mutterland": "count the marbles on floor 4"}
    for name, what in said.items():
        out = ludarium("play", name, typed=typed("?")).out
        assert re.search(rf"\n  agree +.*{what}.*, if (both|all) players agree\n  resign ", out), name


def test_a_draw_can_be_agreed_on_without_seeing_what_is_hidden(ludarium: Command, tmp_path: Path) -> None:
    army = ("=243", "=111", "=324", "=522", "=333", "=432")
    lines = typed("", *army[:2], "agree", "y", "n", "", "agree", "y", "y")
    done = ludarium("play", "myrmidons", *TWO, "--record", "g.txt", typed=lines)
    between = done.out.split("Offer a draw? [y/N] y")[1].split("Hand the screen over")[0]
    assert "Red (Ben): The game would be a draw. Accept the draw?" in between
    assert "2-4-3" not in between
    assert (tmp_path / "g.txt").read_text().count("result: draw agreement") == 2  # revealed once more


def test_position_can_be_drawn(ludarium: Command) -> None:
    done = ludarium("play", "mur-en", *TWO, typed=typed("+c2", "position"))
    text = re.search(r"White> position\n(.*)\n", done.out)
    assert text
    assert ludarium("draw", "mur-en", "--position", text[1]).code == 0


def test_no_command_hides_a_step() -> None:
    """A word of the program is never a step of a game."""
    for ruleset in rulesets():
        for word in (
            "?",
            "help",
            "list",
            "board",
            "hint",
            "undo",
            "log",
            "rules",
            "position",
            "save",
            "agree",
            "resign",
            "quit",
        ):
            assert not ruleset.game.is_step(word)


def test_steps_are_found_from_sloppy_typing() -> None:
    assert steps.meant("C2R", ["c2r", "c2l"]) == "c2r"
    assert steps.meant("rearrangeb2", ["rearrange B2", "pass"]) == "rearrange B2"
    assert steps.meant("x", ["a", "b"]) == "x"
    assert steps.meant("D4", ["d4", "D4"]) == "D4"


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
    assert '"9" is none of them' in done.out
    assert '"landlubber" is none of them' in done.out
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
    assert "--resume s.txt" in done.out
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


# --- secrets --------------------------------------------------------------------------------------------------------
CLEARED = "─" * 40


@pytest.mark.parametrize("name", HIDING)
def test_the_screen_is_hidden_between_seats(name: str, ludarium: Command, tmp_path: Path) -> None:
    """What one seat sees during the other's set-up does not depend on it."""
    ruleset = next(ruleset for ruleset in rulesets() if ruleset.name == name)
    screens = []
    for pick in (0, -1):
        setup: list[str] = []
        while True:
            reached = reach(ruleset, {}, 0, None, setup)
            if reached.state.seat != 0:
                break
            legal = [ruleset.game.step_text(step) for step in reached.state.legal()]
            setup.append(legal[pick])
        lines = typed("", *setup, "", "", "list", "log", "undo")
        done = ludarium("play", name, *TWO, "--seed", "0", "--record", f"g{pick}.txt", typed=lines)
        assert done.code == 0
        for own in (f"g{pick}.txt", f"g{pick}.txt.secret"):
            assert (tmp_path / own).exists()
        before, between, after = done.out.rsplit(CLEARED, 2)
        assert setup[0] in before
        assert "Ben" in between
        assert setup[0] not in between
        assert "only the moves of your own unfinished turn" in after
        screens.append((between, re.sub(r"\S+\.txt", "FILE", after)))
    assert screens[0] == screens[1]


@pytest.mark.clause("MYR-O4")
def test_an_order_is_taken_back_at_a_shared_terminal(ludarium: Command, tmp_path: Path) -> None:
    army = ("=243", "=111", "=324", "=522", "=333", "=432")
    lines = typed("", *army, "", "", *army, "", "", "!n", "a1:2", "undo", "c1:1", "undo", "undo", "undo", "f1n2")
    done = ludarium("play", "myrmidons", *TWO, "--record", "g.txt", typed=lines)
    assert done.out.count("only the moves of your own unfinished turn") == 1
    secret = (tmp_path / "g.txt.secret").read_text()
    assert secret.endswith("1 0: !n, a1:2,\nundo: 1\n1 0: c1:1,\nundo: 1\nundo: 1\n1 0: f1n2\n")
    assert "undo" not in (tmp_path / "g.txt").read_text()


def test_what_was_typed_cannot_be_called_back_after_the_screen_was_hidden() -> None:
    readline = pytest.importorskip("readline")
    readline.add_history("=111")
    Terminal("en").clear()
    assert readline.get_current_history_length() == 0


def test_a_terminal_that_cannot_clear_its_screen_moves_all_out_of_sight(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setenv("FORCE_COLOR", "1")  # for rich: this is a terminal
    terminal = Terminal("en")
    terminal.clear()
    assert capsys.readouterr().out == "\n" * terminal.out.height


@pytest.mark.parametrize("name", HIDING)
def test_a_game_with_secrets_can_be_resumed_and_verified(name: str, ludarium: Command, tmp_path: Path) -> None:
    ludarium("play", name, "--seed", "2", "--record", "g.txt", typed=typed("=111", "save copy.txt"))
    assert (tmp_path / "copy.txt.secret").exists()
    done = ludarium("play", "--resume", "copy.txt", typed=typed("resign", "y"))
    assert "wins: resignation" in done.out
    replayed = ludarium("replay", "copy.txt")
    assert replayed.code == 0
    assert "=111" in replayed.out
    assert "checked" in replayed.out
    (tmp_path / "g.txt.secret").unlink()
    assert ludarium("replay", "g.txt").code == 2


# --- replay and draw ------------------------------------------------------------------------------------------------
def test_replay_tells_the_game(ludarium: Command, tmp_path: Path) -> None:
    ludarium("play", "mur-en", *TWO, "--record", "g.txt", typed=typed("+c2", "+d2", "c2r", "resign", "y"))
    done = ludarium("replay", "g.txt")
    assert done.code == 0
    assert "Black: Ada" in done.out
    assert "   2  White +d2  White places a ship on d2.\n" in done.out
    assert done.out.rstrip().endswith("wins: resignation.")
    at = ludarium("replay", "g.txt", "--at", "1")
    assert "+d2" not in at.out
    assert "B1" in at.out
    assert ludarium("replay", "g.txt", "--at", "99").code == 2
    assert ludarium("replay", "g.txt", "--seat", "7").code == 2
    assert ludarium("replay", "g.txt", "--lang", "ja").out.rstrip().endswith("投了。")


def test_replay_and_draw_refuse_what_is_no_record(ludarium: Command, tmp_path: Path) -> None:
    for content in (b"", b"hello", b"\x00\xff" * 1000, b"ludarium-record 1\nruleset: mur-en\nseed: 0\n\n1 0: +z9\n"):
        (tmp_path / "bad.txt").write_bytes(content)
        for command in (("replay", "bad.txt"), ("draw", "bad.txt"), ("play", "--resume", "bad.txt")):
            done = ludarium(*command)
            assert done.code == 2, (content, command)
            assert len(done.err.splitlines()) == 1
            assert (tmp_path / "bad.txt").read_bytes() == content


def test_draw_shows_a_record(ludarium: Command, tmp_path: Path) -> None:
    ludarium("play", "mur-en", *TWO, "--record", "g.txt", typed=typed("+c2", "+d2"))
    end = ludarium("draw", "g.txt").out
    assert end == ludarium("draw", "g.txt", "--at", "2").out
    assert end != ludarium("draw", "g.txt", "--at", "1").out
    assert ludarium("draw", "g.txt", "--steps", "+a1").code == 2
    assert "W1" in ludarium("draw", "g.txt", "--text").out


def test_games_begun_in_the_same_second_get_files_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    expected = [Path("games/mur-en.txt"), Path("games/mur-en-1.txt"), Path("games/mur-en-2.txt")]
    Path("games").mkdir()
    for file in expected:
        assert play.new_file("mur-en") == file
        file.touch()


# --- at a real terminal ---------------------------------------------------------------------------------------------
class Screen:
    """A program at a terminal of its own."""

    def __init__(self, *arguments: str, folder: Path) -> None:
        self.master, slave = pty.openpty()
        environment = {**os.environ, "LUDARIUM_LANG": "en", "TERM": "xterm", "COLUMNS": "100"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "ludarium", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=folder,
            env=environment,
            start_new_session=True,
        )
        os.close(slave)
        self.unread = ""

    def read_until(self, text: str) -> str:
        """What is shown, up to and with this text."""
        end = time.monotonic() + 30
        while text not in self.unread:
            ready, _, _ = select.select([self.master], [], [], max(0, end - time.monotonic()))
            assert ready, f"{text!r} did not come; seen: {self.unread!r}"
            try:
                self.unread += os.read(self.master, 65536).decode("utf-8", "replace")
            except OSError:  # the program has ended
                break
        seen, found, self.unread = self.unread.partition(text)
        assert found
        return seen + found

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def close(self) -> int:
        code = self.process.wait(timeout=30)
        os.close(self.master)
        return code


def test_a_terminal_gets_colours_and_completion(tmp_path: Path) -> None:
    screen = Screen("play", "mur-en", folder=tmp_path)
    assert "\x1b[" in screen.read_until("Black> ")
    screen.type("+c\t\t")
    assert "+c3" in screen.read_until("+c3")
    screen.type("2\n")
    screen.read_until("Turn 3")
    screen.type("quit\n")
    screen.read_until("[Y/n]")
    screen.type("n\n")
    screen.read_until("removed")
    assert screen.close() == 0


def test_an_interrupt_keeps_the_game(tmp_path: Path) -> None:
    screen = Screen("play", "mur-en", folder=tmp_path)
    screen.read_until("Black> ")
    screen.type("+c2\n")
    screen.read_until("Turn 3")
    screen.read_until("Black> ")
    time.sleep(0.5)  # a signal between the prompt and the wait for a key would be seen with the next key only
    screen.process.send_signal(2)
    assert "Traceback" not in screen.read_until("--resume")
    assert screen.close() == 0
    assert only_record(tmp_path).exists()


def test_an_interrupt_ends_a_measurement_quietly(tmp_path: Path) -> None:
    """Ctrl-C reaches every process that the terminal knows of."""
    screen = Screen("bench", "mur-en", folder=tmp_path)
    screen.read_until("round 1")
    os.killpg(screen.process.pid, signal.SIGINT)
    assert screen.process.wait(timeout=30) == 130
    with suppress(OSError):  # the program has ended, and with it its terminal
        while shown := os.read(screen.master, 65536):
            screen.unread += shown.decode("utf-8", "replace")
    assert "Traceback" not in screen.unread
    screen.close()


def test_a_recorded_game_is_walked_through(tmp_path: Path, ludarium: Command) -> None:
    ludarium("play", "mur-en", *TWO, "--record", "g.txt", typed=typed("+c2", "+d2"))
    screen = Screen("replay", "g.txt", folder=tmp_path)
    screen.read_until("Step 0 of 2")
    screen.type("\n")
    assert "Black places" in screen.read_until("Step 1 of 2")
    screen.type("x\n")
    screen.read_until("Press Enter")
    screen.type("e\n")
    screen.read_until("Step 2 of 2")
    screen.type("b\n")
    screen.read_until("Step 1 of 2")
    screen.type("2\n")
    screen.read_until("Step 2 of 2")
    screen.type("\n")
    screen.read_until("not over")
    assert screen.close() == 0
