"""Many records: read one by one from files, packed or not, and what stands beside their steps."""

import gzip
import lzma
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from ludarium.core.errors import RecordError, UnknownName
from ludarium.table.collection import each_game, find_files, holds_records, is_over
from ludarium.table.reading import read_record, step_comments

FIRST = "ludarium-record 1\nruleset: mur-en\nseed: 0\n# game 0\n1 0: +c2\nresult: 0 resigned\n"
SECOND = "ludarium-record 1\nruleset: mur-en\nseed: 0\n# game 1\n1 0: +c2\n2 1: +a2\n"
SERIES = "ludarium-series 1\ngames: 2\nsets: 1\n\n"


@pytest.mark.parametrize("name", ["games.txt", "games.txt.xz", "games.txt.gz"])
def test_games_are_read_one_by_one_packed_or_not(name: str, tmp_path: Path) -> None:
    data = (FIRST + SECOND).encode()
    packed = {".txt": data, ".xz": lzma.compress(data), ".gz": gzip.compress(data)}
    (tmp_path / name).write_bytes(packed[Path(name).suffix])
    assert list(each_game(tmp_path / name)) == [(1, FIRST), (7, SECOND)]
    assert holds_records(tmp_path / name)


def test_a_series_is_its_games(tmp_path: Path) -> None:
    file = tmp_path / "series.txt"
    file.write_text(SERIES + FIRST)
    assert list(each_game(file)) == [(5, FIRST)]
    assert holds_records(file)


def test_the_lines_of_a_later_game_are_counted_from_the_beginning_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text(FIRST + SECOND.replace("+a2", "+c2"))
    line, text = list(each_game(file))[1]
    with pytest.raises(RecordError) as caught:
        read_record(text, first_line=line)
    assert caught.value.line == 12


def test_what_holds_no_game_is_given_whole(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("Dear diary\n")
    assert list(each_game(file)) == [(1, "Dear diary\n")]
    assert not holds_records(file)


def test_a_packed_file_that_is_cut_off_is_refused(tmp_path: Path) -> None:
    for name, pack in (("games.txt.xz", lzma.compress), ("games.txt.gz", gzip.compress)):
        (tmp_path / name).write_bytes(pack((FIRST * 50).encode())[:-20])
        with pytest.raises(RecordError, match="cut off or damaged"):
            list(each_game(tmp_path / name))


def test_a_file_that_is_no_text_is_named_with_the_line(tmp_path: Path) -> None:
    """Many files may have been asked for."""
    file = tmp_path / "games.txt"
    file.write_bytes((FIRST + SECOND).encode() + b"# \xff\n3 0: +b1\n")
    with pytest.raises(RecordError, match=r"13 of the file .*games\.txt: this is not text"):
        list(each_game(file))


def test_a_last_game_may_be_cut_off_within_a_character(tmp_path: Path) -> None:
    """As while it is being played: the others are read."""
    file = tmp_path / "games.txt"
    file.write_bytes((FIRST + SECOND).encode() + "# 弁".encode()[:-1])
    assert list(each_game(file)) == [(1, FIRST), (7, SECOND + "# \ufffd")]


@pytest.mark.parametrize(("name", "pack"), [("games.txt.xz", lzma.compress), ("games.txt.gz", gzip.compress)])
def test_a_packed_file_that_is_damaged_is_refused(name: str, pack: Callable[[bytes], bytes], tmp_path: Path) -> None:
    packed = pack(FIRST.encode())
    file = tmp_path / name
    for place in range(len(packed)):
        file.write_bytes(packed[:place] + bytes([packed[place] ^ 0xFF]) + packed[place + 1 :])
        with suppress(RecordError):  # no other error; what can still be unpacked says itself what is wrong with it
            list(each_game(file))


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match=r"no game record .*games\.txt"):
        list(each_game(tmp_path / "games.txt"))


def test_folders_stand_for_the_records_in_them_and_nothing_is_read_twice(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    names = ["b.txt", "a.txt.xz", "inner/c.txt.gz", "results.jsonl", "d.txt.secret"]
    for name in names:
        (tmp_path / name).touch()
    files = [tmp_path / name for name in ("a.txt.xz", "b.txt", "inner/c.txt.gz")]
    assert find_files([tmp_path]) == files
    assert find_files([files[1], tmp_path]) == [files[1], files[0], files[2]]


def test_a_game_is_over_when_it_has_a_result() -> None:
    assert is_over(FIRST)
    assert not is_over(SECOND)


def test_comments_belong_to_the_step_after_them() -> None:
    """The second step was taken back, and with it what stood before it; of two comments the last one counts."""
    text = (
        "ludarium-record 1\nruleset: realm\n# all of the game\nseed: 0\n\n# one\n1 0: a, b,\n# two\n# three\n"
        "1 0: c,\nundo: 1\n1 0: d\n# four\n2 1: e, f\n"
    )
    assert step_comments(text) == ["one", "", "", "four", ""]


def test_comments_of_a_game_with_secrets_are_those_beside_what_was_really_done() -> None:
    text = "# public\n1 0: put 0 ? a1\nresult: 0 resigned\nreveal:\nsalt seed: 0\nseed: 1\n# mine\n1 0: =243\n"
    assert step_comments(text) == ["mine"]
