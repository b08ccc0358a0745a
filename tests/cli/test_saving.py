"""What becomes of a game whose file cannot be written while it is played, and what people are told about it."""

import os
import shutil
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ludarium.core.words import LOCALES
from ludarium.table import Match, open_record
from tests import full_disk
from tests.cli.conftest import TWO, Command

PLAY = ("play", "mur-en", *TWO, "--record", "here/g.txt")


class Disk:
    """The disk on which ``here/g.txt`` lies."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "here"
        self.file = self.folder / "g.txt"
        self.secret = self.folder / "g.txt.secret"

    def lose_file(self) -> None:
        self.file.unlink()

    def lose_folder(self) -> None:
        shutil.rmtree(self.folder)

    def bring_folder(self) -> None:
        self.folder.mkdir()

    def fill(self) -> None:
        """There is room for two characters more."""
        full_disk.fill(self.file.stat().st_size + 2)

    def free(self) -> None:
        full_disk.free()

    def steps(self, name: str = "here/g.txt") -> list[str]:
        """The steps in a file."""
        return [entry.text for entry in open_record(self.folder.parent / name).table.history.taken]


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    found = Disk(tmp_path)
    yield found
    found.free()


# --- while a game is played -----------------------------------------------------------------------------------------
def test_a_record_that_is_gone_is_written_again_and_the_step_counts(ludarium: Command, disk: Disk) -> None:
    done = ludarium(*PLAY, typed=["+c2", disk.lose_file, "+g1", "log", "quit"])
    assert "Moves that begin with" not in done.out
    assert "White places a ship on g1." in done.out
    assert "here/g.txt was missing. It has been written again, with the whole game." in done.out
    assert disk.steps() == ["+c2", "+g1"]
    assert "The game is saved in here/g.txt." in done.out
    assert (done.code, done.err) == (0, "")


def test_a_full_disk_is_told_after_every_step_and_nothing_is_lost_once_there_is_room(
    ludarium: Command, disk: Disk
) -> None:
    seen: list[list[str]] = []

    def look() -> None:
        seen.append(disk.steps())

    lines = ["+c2", disk.fill, "+g1", look, "+a2", "+b2", "undo", look, disk.free, "+b1", "quit"]
    done = ludarium(*PLAY, typed=lines)
    assert done.out.count("Not saved: here/g.txt can't be written (File too large).") == 4
    assert "To keep it elsewhere now, type: save FILE" in done.out
    assert seen == [["+c2"], ["+c2"]], "nothing half-written stays in the file"
    assert done.out.count("Saved: here/g.txt has the whole game again.") == 1
    assert disk.steps() == ["+c2", "+g1", "+a2", "+b1"]
    assert "undo: 1\n" in disk.file.read_text()
    assert (done.code, done.err) == (0, "")


def test_a_folder_that_is_gone_is_told_until_it_is_back(ludarium: Command, disk: Disk) -> None:
    lines = ["+c2", disk.lose_folder, "+g1", "+a2", disk.bring_folder, "+b2", "quit"]
    done = ludarium(*PLAY, typed=lines)
    assert done.out.count("Not saved: here/g.txt can't be written (No such file or directory).") == 2
    assert disk.steps() == ["+c2", "+g1", "+a2", "+b2"]
    assert done.code == 0


def test_a_file_that_is_brought_back_is_gone_on_with(ludarium: Command, disk: Disk) -> None:
    away = disk.folder.with_name("away")
    lines = ["+c2", lambda: disk.folder.rename(away), "+g1", lambda: away.rename(disk.folder), "+a2"]
    done = ludarium(*PLAY, typed=lines)
    assert disk.steps() == ["+c2", "+g1", "+a2"]
    assert done.code == 0


def test_a_record_that_another_program_changed_is_left_alone(ludarium: Command, disk: Disk) -> None:
    def play_on_elsewhere() -> None:
        open_record(disk.file).table.take(1, "+h3")

    done = ludarium(*PLAY, typed=["+c2", play_on_elsewhere, "+g1", "save mine.txt", "+a2", "quit"])
    assert "Not saved: here/g.txt can't be written (another program changed it)." in done.out
    assert disk.steps() == ["+c2", "+h3"]
    assert disk.steps("mine.txt") == ["+c2", "+g1", "+a2"]


def test_what_a_computer_does_is_not_lost_either(ludarium: Command, disk: Disk) -> None:
    command = ("play", "mur-en", "--seed", "1", "--record", "here/g.txt")
    done = ludarium(*command, typed=["+c2", disk.fill, "+c3", disk.free, "+a1"])
    assert done.out.count("Not saved:") == 1
    assert len(disk.steps()) == 6
    assert done.code == 0


def test_the_same_in_japanese(ludarium: Command, disk: Disk) -> None:
    done = ludarium(*PLAY, "--lang", "ja", typed=["+c2", disk.fill, "+g1", "quit", ""])
    assert "保存できませんでした：here/g.txtに書き込めません（File too large）。" in done.out
    assert "here/g.txtにあるのはこの対局の1手目までです（File too large）。その後は保存されていません。" in done.err


# --- save -----------------------------------------------------------------------------------------------------------
def test_save_writes_all_of_the_game_elsewhere_and_it_goes_on_there(ludarium: Command, disk: Disk) -> None:
    lines = ["+c2", disk.lose_folder, "+g1", "save here/h.txt", "save there.txt", "+a2", "quit"]
    done = ludarium(*PLAY, typed=lines)
    assert "here/h.txt cannot be written: No such file or directory." in done.out
    assert "The whole game is saved in there.txt and continues there." in done.out
    assert done.out.count("Not saved:") == 1
    assert disk.steps("there.txt") == ["+c2", "+g1", "+a2"]
    assert "The game is saved in there.txt." in done.out
    assert (done.code, done.err) == (0, "")


def test_a_save_that_fails_leaves_no_file(ludarium: Command, disk: Disk, tmp_path: Path) -> None:
    done = ludarium(*PLAY, typed=["+c2", disk.fill, "+g1", f"save {'x' * 40}.txt", "save y.txt", disk.free, "+a2"])
    assert "y.txt cannot be written: File too large." in done.out
    assert [path.name for path in tmp_path.iterdir()] == ["here"]
    assert disk.steps() == ["+c2", "+g1", "+a2"]


# --- leaving --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("leave", [["quit"], []])
def test_who_leaves_hears_how_much_of_the_game_is_kept(leave: list[str], ludarium: Command, disk: Disk) -> None:
    done = ludarium(*PLAY, typed=["+c2", "+g1", disk.fill, "+a2", *leave])
    assert "here/g.txt has this game up to move 2 (File too large). What came after that isn't saved." in done.err
    assert "kept" not in done.out
    assert "ludarium resume" not in done.out
    assert done.code == 2
    assert disk.steps() == ["+c2", "+g1"]


def test_who_leaves_hears_that_no_move_is_kept(ludarium: Command, disk: Disk) -> None:
    done = ludarium(*PLAY, typed=[disk.fill, "+c2", "quit"])
    assert "here/g.txt has no moves of this game (File too large). The moves aren't saved." in done.err
    assert done.code == 2
    assert disk.steps() == []


def test_who_leaves_hears_that_nothing_is_kept(ludarium: Command, disk: Disk) -> None:
    done = ludarium(*PLAY, typed=["+c2", disk.lose_folder, "+g1", "quit"])
    assert "here/g.txt doesn't have this game (No such file or directory). Nothing of the game is saved." in done.err
    assert "kept" not in done.out
    assert done.code == 2


def test_who_leaves_can_still_name_another_file(ludarium: Command, disk: Disk) -> None:
    (disk.folder.parent / "taken.txt").write_text("another's")
    lines = ["+c2", disk.lose_folder, "+g1", "quit", "taken.txt", "here/h.txt", "there.txt"]
    done = ludarium(*PLAY, typed=lines)
    assert "There is a file taken.txt already. Choose another name." in done.err
    assert "here/h.txt cannot be written: No such file or directory." in done.err
    assert disk.steps("there.txt") == ["+c2", "+g1"]
    assert "The game is saved in there.txt. Continue with:\n  ludarium resume there.txt" in done.out
    assert done.code == 0


def test_quit_looks_whether_the_record_is_still_there(ludarium: Command, disk: Disk) -> None:
    done = ludarium(*PLAY, typed=["+c2", disk.lose_file, "quit"])
    assert "The game is saved in here/g.txt." in done.out
    assert disk.steps() == ["+c2"]
    done = ludarium("play", "--resume", "here/g.txt", typed=["+g1", disk.lose_folder, "quit"])
    assert "Nothing of the game is saved." in done.err
    assert done.code == 2


def test_quit_looks_whether_the_record_is_still_the_same(ludarium: Command, disk: Disk) -> None:
    def scribble() -> None:
        disk.file.write_text(disk.file.read_text().replace("+c2", "+c3"))

    done = ludarium(*PLAY, typed=["+c2", scribble, "quit"])
    assert "here/g.txt doesn't have this game (another program changed it)." in done.err
    assert done.code == 2


def test_the_end_of_a_game_is_not_lost(ludarium: Command, disk: Disk) -> None:
    done = ludarium(*PLAY, typed=["+c2", disk.fill, "resign", "y", disk.free, ""])
    assert "Black wins: resignation." in done.out
    assert "here/g.txt has this game up to move 1" in done.err
    assert done.code == 2
    done = ludarium("play", "--resume", "here/g.txt", typed=["resign", disk.fill, "y", "end.txt", disk.free])
    assert "The whole game is saved in" not in done.out, "there is no room for it yet"
    done = ludarium("play", "--resume", "here/g.txt", typed=["resign", disk.lose_folder, "y", "end.txt"])
    assert "ludarium replay end.txt" in done.out
    assert done.code == 0
    assert open_record(disk.folder.parent / "end.txt").table.outcome is not None


def test_a_file_that_cannot_be_removed_is_told(
    ludarium: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path, missing_ok: bool = False) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    with monkeypatch.context() as locked:
        locked.setattr(Path, "unlink", refuse)
        for lines in (["quit"], ["+c2", "quit", "n"]):
            done = ludarium("play", "mur-en", typed=lines)
            assert "can't be removed: Permission denied." in done.err
            assert "removed" not in done.out
            assert done.code == 2


# --- the start ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("arguments", [("mur-en",), ("myrmidons",), ("mur-jp", "--series")])
def test_a_disk_that_is_full_from_the_start(
    arguments: tuple[str, ...], locale: str, ludarium: Command, disk: Disk, tmp_path: Path
) -> None:
    full_disk.fill(20)
    done = ludarium("play", *arguments, "--record", "g.txt", "--lang", locale)
    disk.free()
    assert done.code == 2
    assert "g.txt" in done.err
    assert "File too large" in done.err
    assert not list(tmp_path.iterdir())


def test_a_record_that_can_only_be_read_is_not_resumed(
    ludarium: Command, disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    ludarium(*PLAY, typed=["+c2"])
    usual: Callable[..., object] = Path.open

    def refuse(path: Path, mode: str = "r", *more: object, **others: object) -> object:
        if mode == "ab":
            raise OSError(30, "Read-only file system", str(path))
        return usual(path, mode, *more, **others)

    monkeypatch.setattr(Path, "open", refuse)
    done = ludarium("play", "--resume", "here/g.txt", typed=["+g1"])
    assert "here/g.txt cannot be written: Read-only file system." in done.err
    assert done.code == 2


# --- series and secrets ---------------------------------------------------------------------------------------------
def test_a_series_is_written_again_with_all_its_games(ludarium: Command, disk: Disk) -> None:
    command = ("play", "mur-jp", "--series", *TWO, "--record", "here/g.txt")
    lines = ["+c2", "resign", "y", "", "+g1", disk.lose_file, "+a2", "resign", disk.lose_file, "y", "", "+b1", "quit"]
    done = ludarium(*command, typed=lines)
    assert done.code == 0
    assert done.out.count("here/g.txt was missing.") == 2
    games = [[entry.text for entry in record.table.history.taken] for record in Match.open(disk.file).records]
    assert games == [["+c2"], ["+g1", "+a2"], ["+b1"]]


def test_a_series_goes_on_in_another_file(ludarium: Command, disk: Disk) -> None:
    command = ("play", "mur-jp", "--series", *TWO, "--record", "here/g.txt")
    lines = ["+c2", disk.lose_folder, "resign", "y", "there.txt", "", "+g1", "quit"]
    done = ludarium(*command, typed=lines)
    assert done.code == 0
    records = Match.open(disk.folder.parent / "there.txt").records
    assert [[entry.text for entry in record.table.history.taken] for record in records] == [["+c2"], ["+g1"]]


def test_a_game_that_is_not_saved_is_not_thrown_away_by_a_slip(ludarium: Command, tmp_path: Path) -> None:
    """Where nobody named the file, leaving usually asks whether to keep it; here it asks for another one at once."""
    lines = ["+c2", lambda: shutil.rmtree(tmp_path / "games"), "+g1", "quit", "there.txt"]
    done = ludarium("play", "mur-en", "--seats", "human:Ada,human:Ben", typed=lines)
    assert "Keep the game record" not in done.out
    assert [entry.text for entry in open_record(tmp_path / "there.txt").table.history.taken] == ["+c2", "+g1"]


def test_what_is_neither_yes_nor_no_is_asked_again(ludarium: Command, tmp_path: Path) -> None:
    for lines in (["+c2", "quit", "there.txt", "y"], ["+c2", "quit", "there.txt"]):  # or nothing more comes
        done = ludarium("play", "mur-en", "--seats", "human:Ada,human:Ben", typed=lines)
        assert done.out.count("Keep the game record") == 2
        assert len(list((tmp_path / "games").iterdir())) == 1
        shutil.rmtree(tmp_path / "games")


def test_secrets_stay_secret_when_files_are_written_again_and_elsewhere(ludarium: Command, disk: Disk) -> None:
    def lose_both() -> None:
        disk.file.unlink()
        disk.secret.unlink()

    command = ("play", "myrmidons", "--seed", "2", "--record", "here/g.txt")
    lines = ["=111", lose_both, "=243", disk.fill, "=324", "save t.txt", disk.free]
    done = ludarium(*command, typed=lines)
    assert done.code == 0
    assert disk.steps() == ["=111", "=243", "=324"]
    assert stat.S_IMODE(disk.secret.stat().st_mode) == 0o600
    assert "=111" not in disk.file.read_text()
    again = ludarium("play", "--resume", "here/g.txt", typed=[disk.lose_folder, "=333", "save t.txt"])
    assert again.code == 0
    assert disk.steps("t.txt") == ["=111", "=243", "=324", "=333"]
    assert stat.S_IMODE(os.stat("t.txt.secret").st_mode) == 0o600
    assert "=111" not in Path("t.txt").read_text()
    assert "=" not in done.err + again.err


def test_a_secret_file_is_kept_until_the_end_is_saved(ludarium: Command, disk: Disk) -> None:
    command = ("play", "myrmidons", "--seed", "2", "--record", "here/g.txt")
    done = ludarium(*command, typed=["=111", disk.fill, "resign", "y", disk.free])
    assert "here/g.txt has this game up to move" in done.err
    assert disk.steps() == ["=111"], "with its secret file, the game can be resumed"
    done = ludarium("play", "--resume", "here/g.txt", typed=["resign", disk.lose_folder, "y", "t.txt"])
    assert done.code == 0
    assert not Path("t.txt.secret").exists()
    assert ludarium("replay", "t.txt").out.count("=111") == 1


# --- other commands -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "arguments",
    [("draw", "mur-en", "-o", "p.svg"), ("analyse", "here/g.txt", "--sims", "1", "--jobs", "1", "--json", "p.svg")],
)
def test_an_error_while_writing_says_file_and_reason(arguments: list[str], ludarium: Command, disk: Disk) -> None:
    ludarium(*PLAY, typed=["+c2"])
    full_disk.fill(20)
    done = ludarium(*arguments)
    disk.free()
    assert done.code == 2
    assert "p.svg cannot be written: File too large." in done.err
