"""Records of games without secrets: their text, their file while playing, and reading them back."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from ludarium.core.errors import NotAllowed, RecordError, UnknownName
from ludarium.core.game import find_ruleset, rulesets
from ludarium.table import Record, Table, open_record, read_record, replay, verify
from tests.table import play, play_randomly

SET_UP = "=1, =3, =2, =2, =1, =3"
HEADER = """\
ludarium-record 1
ruleset: mur-en
option turn_cap: 9
seed: 7
player 0: Ada
player 1: Ben 弁
date: 2025-03-01

"""


def started(path: Path | None = None) -> tuple[Table, Record]:
    table = Table("mur-en", {"turn_cap": 9}, 7, ["Ada", "Ben 弁"])
    return table, Record.create(table, path, "2025-03-01")


def test_the_text() -> None:
    table, record = started()
    assert record.text() == HEADER
    play(table, "+c2, +a1")
    record.comment("a quiet start\nof a short game")
    table.undo()
    table.take(1, "+a2")
    table.resign(1)
    body = "1 0: +c2\n2 1: +a1\n# a quiet start\n# of a short game\nundo: 1\n2 1: +a2\nresult: 0 resigned\n"
    assert record.text() == HEADER + body
    assert record.text(0) == record.text(1) == record.text()


@pytest.mark.parametrize(
    ("ruleset", "steps", "end", "line"),
    [
        ("mur-en", "+c2", lambda table: table.time_out(1), "result: 0 timed_out\n"),
        ("mur-en", "+c2", lambda table: table.time_out(0), "result: 1 timed_out\n"),
        ("mur-en", "+c2", Table.agree, "result: draw agreement\n"),
        ("realm", "*A1", Table.agree, "result: 0 agreement\n"),
    ],
)
def test_endings_that_are_the_tables_own(ruleset: str, steps: str, end: Callable[[Table], None], line: str) -> None:
    table = play(Table(ruleset), steps)
    record = Record.create(table)
    end(table)
    assert record.text().endswith(line)
    again = read_record(record.text())
    assert (again.text(), again.table.outcome) == (record.text(), table.outcome)


def test_a_turn_of_several_steps_is_one_line_that_grows() -> None:
    table = play(Table("open-cups", seed=5), SET_UP)
    record = Record.create(table)  # begun late, it has all that was done
    start = record.text()
    assert start.endswith("drawn luck: [8, 8]\n\n1 0: =1, =3, =2\n1 1: =2, =1, =3\n")
    table.take(0, "peek b1")
    assert record.text() == start + "1 0: peek b1,"
    table.take(0, "a2xb1")
    assert record.text() == start + "1 0: peek b1, a2xb1\n"
    table.take(1, "peek a1")
    record.comment("hm")
    table.undo()
    table.take(1, "pass")
    assert record.text() == start + "1 0: peek b1, a2xb1\n2 1: peek a1,\n# hm\nundo: 1\n2 1: pass\n"
    again = read_record(record.text())
    assert again.text() == record.text()
    assert again.table.history == table.history
    assert verify(again) == []


def test_every_step_is_in_the_file_before_it_counts(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    table, record = started(path)
    for _ in range(9):
        step = table.legal(table.seat)[3]
        table.take(table.seat, step)
        seen = read_record(path.read_text())  # a reader at any moment
        assert seen.text() == record.text() == path.read_text()
        assert seen.table.history == table.history
        assert seen.table.outcome == table.outcome
    assert path.read_text().endswith("result: draw turn_cap\n")
    assert os.listdir(tmp_path) == ["game.txt"]


@pytest.mark.parametrize("ruleset", ["mur-jp", "mur-en", "open-cups"])
@pytest.mark.parametrize("seed", range(4))
def test_a_game_is_replayed_exactly_and_written_back(ruleset: str, seed: int) -> None:
    table = Table(ruleset, {}, seed)
    record = Record.create(table)
    play_randomly(table, seed, 5 + seed)
    table.undo()
    play_randomly(table, seed + 1, 60 * seed)
    again = read_record(record.text())
    assert again.text() == record.text()
    assert again.table.history == table.history
    assert again.table.history.taken != [] or not table.history.taken
    assert [entry.log.rows for entry in again.table.history.taken] == [entry.log.rows for entry in table.history.taken]
    assert again.table.outcome == table.outcome
    assert again.table.changed == table.changed
    once_more = Record.create(play(Table(ruleset, {}, seed), ", ".join(entry.text for entry in table.history.taken)))
    assert read_record(once_more.text()).table.history == table.history


@pytest.mark.parametrize("ruleset", [ruleset.name for ruleset in rulesets() if not ruleset.tiny])
def test_every_ruleset(ruleset: str) -> None:
    """A long game of each, with steps taken back, is read as it was played and written back, and tells all seats."""
    for seed in range(2):
        table = Table(ruleset, {}, seed)
        record = Record.create(table)
        play_randomly(table, seed, 15)
        table.undo(2)
        play_randomly(table, seed + 1, 150)
        for seat in range(-1, table.state.seats):
            assert table.scene(seat).viewer == seat
            assert len(table.sentences(seat, "ja")) == len(table.sentences(seat, "en")) == len(table.events(seat))
            assert table.game.read_position(table.options, table.position(seat)) == table.view(seat)
        if table.outcome is None:
            table.resign(seed)
        again = read_record(record.text())
        assert again.text() == record.text()
        assert again.table.history == table.history
        assert [frame.state for frame in replay(again)] == table.history.states


def test_what_was_drawn_decides_not_the_seed() -> None:
    table = play(Table("open-cups", seed=5), SET_UP)
    text = Record.create(table).text()
    other = read_record(text.replace("drawn luck: [8, 8]", "drawn luck: [1, 9]"))
    assert other.table.drawn == {"luck": (1, 9)}
    assert other.table.state != table.state
    other.table.resign(0)
    assert "drawn luck: [1, 9]" in Record.create(other.table).text(), "and it is written so again"


def test_a_given_start() -> None:
    ruleset = find_ruleset("mur-en")
    start = ruleset.game.read_position(ruleset.read({}), "black a1 c2; white b2; turn 3; next 1")
    table = Table(ruleset, start=start)
    record = Record.create(table)
    table.take(1, "+h3")
    assert "start: black a1 c2; white b2; kraken x; turn 3; next 1\nseed: 0\n\n4 1: +h3\n" in record.text()
    again = read_record(record.text())
    assert again.table.history == table.history
    assert again.text() == record.text()


def test_lines_a_person_may_add_or_write_otherwise_are_kept() -> None:
    text = (
        "ludarium-record 1\r\n# from memory\nseed: 0\nruleset: mur-en\r\noption turn_cap:  9\n\n\n"
        "1 0: +c2\r\n  \n2 1:  +a1 \n# the end of my notes\n"
    )
    record = read_record(text)
    assert [entry.text for entry in record.table.history.taken] == ["+c2", "+a1"]
    assert record.text() == text


def test_no_file_is_written_over(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text("precious")
    with pytest.raises(NotAllowed, match="Choose another name"):
        started(path)
    assert path.read_text() == "precious"
    table, record = started()
    with pytest.raises(NotAllowed):
        Record.create(table, path)
    table.take(0, "+c2")
    assert record.text().endswith("1 0: +c2\n"), "the record that there was goes on"
    with pytest.raises(NotAllowed, match="can't be read or written"):
        started(tmp_path / "nowhere" / "game.txt")
    with pytest.raises(UnknownName, match="Check the name"):
        open_record(tmp_path / "none.txt")
    with pytest.raises(NotAllowed, match="can't be read or written"):
        open_record(tmp_path)


def test_a_step_that_cannot_be_written_is_not_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.txt"
    table, record = started(path)
    table.take(0, "+c2")
    before, state = path.read_text(), table.state.copy()
    write = os.write

    def half(handle: int, data: memoryview) -> int:
        write(handle, data[: len(data) // 2])
        raise OSError(28, "No space left on device", str(path))

    with monkeypatch.context() as full_disk:
        full_disk.setattr(os, "write", half)
        for act in (lambda: table.take(1, "+a1"), table.undo, lambda: table.resign(0), lambda: record.comment("!")):
            with pytest.raises(NotAllowed, match=r"No space left on device.*try again"):
                act()
    assert path.read_text() == record.text() == before
    assert table.state == state
    assert table.outcome is None
    table.take(1, "+a1")
    assert path.read_text() == record.text() == before + "2 1: +a1\n"
    path.unlink()
    with pytest.raises(NotAllowed, match="can't be read or written"):
        table.take(0, "+a3")
    assert not path.exists(), "a record without its beginning is none"


def test_two_programs_do_not_write_one_record_together(tmp_path: Path) -> None:
    """Whoever comes second is refused, and the file stays as the first one wrote it."""
    path = tmp_path / "game.txt"
    Record.create(Table("open-cups", seed=5), path)
    one, two = open_record(path), open_record(path)
    play(one.table, SET_UP)
    whole = path.read_text()
    for act in (lambda: two.table.take(0, "=1"), lambda: two.table.resign(0), lambda: two.comment("!")):
        with pytest.raises(NotAllowed, match="changed elsewhere"):
            act()
    assert path.read_text() == whole == one.text()
    assert not two.table.history.taken
    one.table.take(0, "peek b1")
    assert path.read_text() == one.text()


def test_a_name_that_leaves_no_room_for_a_secret_file(tmp_path: Path) -> None:
    path = tmp_path / ("n" * 250)
    table, _ = started(path)
    table.take(0, "+c2")
    assert open_record(path).table.history == table.history


def test_playing_on_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    table = Table("open-cups", seed=5)
    Record.create(table, path)
    play(table, SET_UP + ", peek b1")
    again = open_record(path)
    assert again.table.history == table.history
    again.table.take(0, "a2xb1")
    assert path.read_text() == again.text()
    assert path.read_text().endswith("\n1 0: peek b1, a2xb1\n")


def test_after_a_crash(tmp_path: Path) -> None:
    """Wherever the file was cut off: the reader says so, and repair goes on with all that is whole."""
    table = Table("open-cups", {"cap": 2}, 5, ["Ada", "Ben 弁"])
    whole_record = Record.create(table)
    body = len(whole_record.text().encode())
    play(table, SET_UP + ", peek b1, a2xb1")
    whole_record.comment("良い手")
    play(table, "pass")
    whole = whole_record.text().encode()
    path = tmp_path / "game.txt"
    for length in range(body, len(whole)):
        path.write_bytes(whole[:length])
        kept = whole[:length]
        if kept[-1:] not in (b"\n", b","):
            with pytest.raises(RecordError, match=r"is cut off.*repair") as caught:
                open_record(path)
            assert caught.value.line == kept.count(b"\n") + 1
            assert path.read_bytes() == kept
            kept = kept[: max(kept.rfind(b","), kept.rfind(b"\n")) + 1]
        record = open_record(path, repair=True)
        assert path.read_bytes().startswith(kept)
        assert path.read_text() == record.text()
        taken = [entry.text for entry in record.table.history.taken]
        assert taken == [entry.text for entry in table.history.taken][: len(taken)]
        for entry in table.history.taken[len(taken) :]:
            record.table.take(entry.seat, entry.text)
        assert record.table.history == table.history
        assert path.read_text().endswith("result: draw cap\n")
        assert read_record(path.read_text()).table.outcome == table.outcome


def test_a_header_that_is_cut_off_is_not_guessed() -> None:
    text = HEADER[: HEADER.index("7")]
    with pytest.raises(RecordError, match='Line 4: the part "seed:" is missing') as caught:
        read_record(text, repair=True)
    assert caught.value.line == 4
