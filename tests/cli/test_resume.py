"""``ludarium resume``: saved games are listed and gone on with, by number, name or file."""

import os
from pathlib import Path

import pytest

from ludarium.table import open_record
from tests.cli.conftest import TWO, Command, typed


def save(ludarium: Command, folder: Path, name: str, at: int, *lines: str, options: tuple[str, ...] = TWO) -> Path:
    """A game saved under that name, last changed at a time."""
    file = folder / "games" / f"{name}.txt"
    done = ludarium("play", *options, "--record", str(file), typed=typed(*lines))
    assert done.code == 0, done.err
    os.utime(file, (at, at))
    return file


def row(out: str, name: str) -> str:
    (found,) = (line for line in out.splitlines() if f" {name} " in line)
    return found


@pytest.fixture
def games(ludarium: Command, tmp_path: Path) -> Path:
    """Two games that are not over, the later one with secrets; and one that was resigned, the latest of all."""
    save(ludarium, tmp_path, "old", 1_000_000_000, "+c2", "+d2", "undo", "+e1", options=("mur-en", *TWO))
    save(ludarium, tmp_path, "blocks", 1_100_000_000, *["=333"], options=("myrmidons", "--against", "2"))
    save(ludarium, tmp_path, "given-up", 1_200_000_000, "+c2", "resign", "y", "n", options=("mur-en", *TWO))
    return tmp_path / "games"


def test_the_list_tells_what_each_game_is(games: Path, ludarium: Command) -> None:
    (games / "notes.txt").write_text("nothing\n")
    done = ludarium("resume")
    assert done.code == 0
    old, blocks, over = (row(done.out, name) for name in ("old", "blocks", "given-up"))
    assert blocks.split()[0] == "1"
    assert old.split()[0] == "2"
    assert over.split()[0] == "3"
    assert "mur-en: Black (Ada), White (Ben)" in old
    assert "2 moves" in old, "the step that was undone does not count"
    assert "2001-09-0" in old
    assert "myrmidons: " in blocks
    assert "level 2" in blocks
    assert "1 move " in blocks
    assert done.out.index("Games to continue") < done.out.index("old") < done.out.index("Finished games")
    assert "notes.txt" in done.err
    assert "=333" not in done.out


def test_the_list_in_japanese(games: Path, ludarium: Command) -> None:
    out = ludarium("resume", "--lang", "ja").out
    assert "途中の対局" in out
    assert "2手" in row(out, "old")


@pytest.mark.parametrize("which", ["2", "old", "ol", "games/old.txt", "old.txt"])
def test_a_game_is_gone_on_with_by_number_name_or_file(which: str, games: Path, ludarium: Command) -> None:
    done = ludarium("resume", which, typed=typed("+a1"))
    assert done.code == 0, done.err
    assert "Black (Ada) to move" in done.out
    assert [entry.text for entry in open_record(games / "old.txt").table.history.taken] == ["+c2", "+e1", "+a1"]


@pytest.mark.parametrize(
    ("which", "said"),
    [
        ("9", 'no saved game "9"'),
        ("nothing", 'no saved game "nothing"'),
        ("", 'no saved game ""'),
        ("no/where.txt", "no/where.txt"),
        ("given-up", "ludarium replay given-up"),
        ("x" * 5000, "no saved game"),
    ],
)
def test_what_cannot_be_gone_on_with_is_told(which: str, said: str, games: Path, ludarium: Command) -> None:
    done = ludarium("resume", which)
    assert done.code == 2
    assert said in done.err


def test_other_commands_find_a_saved_game_by_its_name(games: Path, ludarium: Command) -> None:
    assert "Black wins: resignation." in ludarium("replay", "given-up").out
    assert "off the board" in ludarium("draw", "given-up", "--text").out


def test_games_in_the_folder_of_earlier_versions_are_found_by_name(
    ludarium: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = save(ludarium, tmp_path, "old", 1_000_000_000, "+c2", options=("mur-en", *TWO))
    monkeypatch.setenv("LUDARIUM_HOME", str(tmp_path / "home"))
    assert "No saved games yet" in ludarium("resume").out
    assert ludarium("resume", "old", typed=typed("+d2")).code == 0
    assert len(open_record(file).table.history.taken) == 2


def test_a_series_is_over_only_after_all_its_games(ludarium: Command, tmp_path: Path) -> None:
    series = ("mur-en", "--seats", "random", "--series", "1x2", "--seed", "1", "--option", "turn_cap=2")
    save(ludarium, tmp_path, "one", 1_000_000_000, options=series)
    save(ludarium, tmp_path, "two", 1_100_000_000, "", options=series)
    out = ludarium("resume").out
    assert out.index("Games to continue") < out.index(" one ") < out.index("Finished games") < out.index(" two ")


def test_many_finished_games_are_shown_on_demand(games: Path, ludarium: Command) -> None:
    for number in range(10):
        (games / f"copy-{number}.txt").write_bytes((games / "given-up.txt").read_bytes())
    out = ludarium("resume").out
    assert "1 more finished game: ludarium resume --all" in out
    assert sum("copy-" in line for line in ludarium("resume", "--all").out.splitlines()) == 10


def test_a_folder_that_cannot_be_used_is_told(
    ludarium: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("LUDARIUM_HOME", str(tmp_path / "file"))
    done = ludarium("play", "mur-en")
    assert done.code == 2
    assert f"Games can't be saved in {tmp_path}/file/games: " in done.err
    assert "--record FILE" in done.err
    assert f"{tmp_path}/file/games can't be read" in ludarium("resume").err


def test_a_record_of_somebody_else_cannot_steer_the_terminal(ludarium: Command, tmp_path: Path) -> None:
    file = save(
        ludarium, tmp_path, "sent", 1_000_000_000, "+c2", options=("mur-en", "--seats", "human:E\x1b[2Jve,human")
    )
    (tmp_path / "wrong.txt").write_text("\x1b]0;title\x07\n")
    (tmp_path / "games" / "\x1b[2J.txt").write_text("nothing\n")
    assert "\x1b" in file.read_text()
    for words, typed_in in ((("resume",), ""), (("replay", "sent"), ""), (("resume", "sent"), "+d2\n")):
        done = ludarium(*words, typed=typed_in)
        assert "E[2Jve" in done.out
        assert "\x1b" not in done.out + done.err
    wrong = ludarium("replay", "wrong.txt").err
    assert "]0;title" in wrong
    assert not {"\x1b", "\x07"} & set(wrong)
