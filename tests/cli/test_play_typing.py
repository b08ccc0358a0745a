"""What can be typed in a game at the terminal: steps and commands."""

import re
from pathlib import Path

import pytest

from ludarium.cli.sitting import meant_step
from ludarium.core.errors import NotationError
from ludarium.core.game import rulesets
from ludarium.core.words import LOCALES
from ludarium.table import Table, open_record
from tests.cli.conftest import ALL, TWO, Command, only_record, typed

# The commands that the help explains.
WORDS = ("goal", "list", "board", "hint", "undo", "log", "rules", "position", "save", "agree", "resign", "quit")


def test_refusals_are_explained_and_change_nothing(ludarium: Command, tmp_path: Path) -> None:
    lines = typed("+c2", "+c2", "what", "", "c2r", "\ud800".encode("utf-8", "surrogatepass").decode("latin-1"))
    done = ludarium("play", "mur-en", *TWO, typed=lines)
    assert "MUR-T1: c2 is occupied. Choose an empty intersection." in done.out
    assert "rules MUR-T1" in done.out
    assert '"what" isn\'t a move' in done.out
    assert "MUR-T2: You have no ship on c2." in done.out
    assert len(open_record(only_record(tmp_path)).table.history.steps) == 1


def test_the_beginning_of_a_step_shows_how_it_can_go_on(ludarium: Command) -> None:
    done = ludarium("play", "mur-en", *TWO, typed=typed("+c2", "+f3", "c2", "C2R"))
    assert "Moves that begin with c2:\n  c2r  c2l  c2i  c2o\n" in done.out
    assert "The black ship on c2 moves to d2." in done.out


def test_an_error_with_a_whole_step_is_told_and_not_taken_for_a_beginning(
    ludarium: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(table: Table, seat: int, text: str) -> None:
        raise NotationError("step_syntax", text=text, examples=["+c2"])

    monkeypatch.setattr(Table, "take", refuse)
    done = ludarium("play", "mur-en", *TWO, typed=typed("+g1"))
    assert "begin with" not in done.out
    assert '"+g1" isn\'t a move' in done.out


def test_several_steps_fit_on_one_line(ludarium: Command) -> None:
    done = ludarium("play", "myrmidons", "--seed", "2", "--record", "g.txt", typed=typed("=243 =111 =324", "undo"))
    assert "Undone: Blue, =324" in done.out
    assert [entry.text for entry in open_record(Path("g.txt")).table.history.taken] == ["=243", "=111"]


def test_steps_end_with_the_turn_or_with_one_that_is_not_possible(ludarium: Command) -> None:
    done = ludarium("play", "mur-en", *TWO, typed=typed("+c2 +d2 +e1", "+d2 what"))
    assert done.out.count("Not played: +d2 +e1\n") == 1
    assert done.out.count("Not played: what\n") == 1
    done = ludarium("play", "myrmidons", "--seed", "2", "--record", "g.txt", typed=typed("=243, =243, =111"))
    assert "Not played: =243 =111\n" in done.out
    assert [entry.text for entry in open_record(Path("g.txt")).table.history.taken] == ["=243"]


@pytest.mark.parametrize(
    ("lines", "said"),
    [(("+c2 +d2",), "Not played: +d2\n"), (("+c2", "undo"), "Undone: Black (Ada), +c2\n")],
)
def test_what_became_of_a_line_is_told_below_the_board_that_follows(
    lines: tuple[str, ...], said: str, ludarium: Command
) -> None:
    # Above the board it would scroll away: a board is higher than many a window.
    out = ludarium("play", "mur-en", *TWO, typed=typed(*lines)).out
    assert out.rindex("White  closes 0/3") < out.index(said)


def test_the_error_that_ends_a_line_is_told_below_the_board_once(ludarium: Command) -> None:
    out = ludarium("play", "myrmidons", "--seed", "2", typed=typed("=243 =243 =111")).out
    assert out.rindex("  Red  ") < out.index("Not played: =243 =111") < out.index("MYR-")
    assert out.count("Not played") == 1


def test_the_last_step_of_a_turn_is_taken_by_itself_if_there_is_no_other(ludarium: Command) -> None:
    # Six blocks and six squares: after five of them there is one left, and it goes where there is room.
    done = ludarium("play", "myrmidons", *TWO, "--record", "g.txt", typed=typed("", "=243 =111 =324 =522 =333"))
    assert "Only one move is left: =432\n" in done.out
    taken = open_record(Path("g.txt")).table.history.taken
    assert [entry.text for entry in taken] == ["=243", "=111", "=324", "=522", "=333", "=432"]


def test_undo_says_whose_step_it_takes_back(ludarium: Command) -> None:
    done = ludarium("play", "mur-en", *TWO, "--record", "g.txt", typed=typed("+c2", "+d2", "undo", "undo", "undo"))
    assert "Undone: White (Ben), +d2\n" in done.out
    assert "Undone: Black (Ada), +c2\n" in done.out
    assert "You have no move to undo." in done.out
    assert not open_record(Path("g.txt")).table.history.taken


def test_undo_skips_what_was_taken_by_itself(ludarium: Command) -> None:
    # The last block has no choice, so whoever undoes after it decides about the one before it anew.
    lines = typed("=243 =111 =324 =522 =333", "undo", "=432")
    done = ludarium("play", "myrmidons", "--seed", "2", "--record", "g.txt", typed=lines)
    assert "Undone: Blue, =333\n" in done.out
    own = [entry.text for entry in open_record(Path("g.txt")).table.history.taken if entry.is_setup and entry.seat == 0]
    assert own == ["=243", "=111", "=324", "=522", "=432", "=333"]


def test_steps_are_listed_in_groups(ludarium: Command) -> None:
    done = ludarium("play", "mur-en", *TWO, typed=typed("+c2", "+f3", "list", "list c2", "list +a"))
    assert "  c2: c2r  c2l  c2i  c2o\n" in done.out
    assert "\n  +a1  +a2  +a3\n" in done.out


def test_a_list_of_nothing_says_so(ludarium: Command) -> None:
    done = ludarium("play", "mur-en", *TWO, typed=typed("list z9"))
    assert "No legal move begins with z9" in done.out


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
    assert "You have no move to undo." in done.out
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
    assert "Resign as White (Ben)?" in done.out
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
        for word in WORDS:
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
    between = done.out.split("Offer a draw? [y/N] y")[1].split("Pass the device")[0]
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
        for word in ("?", "help", *WORDS):
            assert not ruleset.game.is_step(word)


def test_steps_are_found_from_sloppy_typing() -> None:
    assert meant_step("C2R", ["c2r", "c2l"]) == "c2r"
    assert meant_step("rearrangeb2", ["rearrange B2", "pass"]) == "rearrange B2"
    assert meant_step("x", ["a", "b"]) == "x"
    assert meant_step("D4", ["d4", "D4"]) == "D4"
