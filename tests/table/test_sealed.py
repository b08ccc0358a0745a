"""Records of games with secrets: what the public file says, the hashes that bind the rest, and the file beside it."""

import os
import re
import stat
from itertools import count, pairwise
from pathlib import Path

import pytest

from ludarium.core.errors import NotAllowed, RecordError
from ludarium.table import Record, Table, open_record, read_record, verify
from tests.table import play, play_randomly
from tests.table.cups import Cups

SET_UP = "=1, =3, =2, =2, =1, =3"
PLAY = SET_UP + ", peek b1, a2xb1, pass"
PUBLIC = """\
ludarium-record 1
ruleset: cups
option cap: 3
seed: sealed
player 1: Ben
commit seed: sha256:#

1 0: placed 0 ? a1, placed 0 ? a2, placed 0 ? a3
commit 0: sha256:#
1 1: placed 1 ? b1, placed 1 ? b2, placed 1 ? b3
commit 1: sha256:#
1 0: shown 0 3 a2, shown 1 2 b1, removed b1
2 1: passed 1
"""


def unsalted(text: str) -> str:
    return re.sub("[0-9a-f]{32,}", "#", text)


def started(path: Path | None = None) -> tuple[Table, Record]:
    table = Table("cups", {"cap": 3}, 5, ["", "Ben"])
    return table, Record.create(table, path)


def finished() -> str:
    table, record = started()
    play(table, PLAY + ", pass")
    return record.text()


def test_the_public_text() -> None:
    table, record = started()
    play(table, PLAY)
    assert unsalted(record.text()) == PUBLIC
    own = unsalted(record.text(0))
    assert "1 0: =1, =3, =2\n" in own
    assert "1 1: placed 1 ? b1" in own
    assert "1 0: peek b1, a2xb1\n2 1: passed 1\n" in own
    table.resign(0)
    revealed = """\
result: 1 resigned
reveal:
salt seed: #
seed: 5
drawn luck: [8, 8]
salt: #
1 0: =1, =3, =2
salt: #
1 1: =2, =1, =3
1 0: peek b1, a2xb1
2 1: pass
result: 1 resigned
"""
    assert unsalted(record.text()) == PUBLIC + revealed
    assert record.text(0) == record.text(1) == record.text()


def test_the_same_salts_give_the_same_record() -> None:
    """So a record that is made again from what was done, steps taken back and all, is the same to the last byte."""

    def played() -> str:
        salts = (f"{number:032x}" for number in count(1))
        table = Table("cups", {"cap": 3}, 5)
        record = Record.create(table, new_salt=lambda: next(salts))
        play(table, "=1, =3, =2")
        table.undo()
        play(table, "=2, =2, =1, =3, pass")
        table.agree()
        return record.text()

    text = played()
    assert text == played()
    salt_lines = [line for line in text.split("\n") if line.startswith("salt")]
    assert salt_lines == ["salt seed: " + "1".zfill(32), *(f"salt: {number:032x}" for number in (2, 3, 4))]
    assert read_record(text).text() == text


def test_while_it_runs_the_readable_file_says_nothing_secret(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    table, record = started(path)
    play(table, "=1, =3")
    secret = tmp_path / "game.txt.secret"
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600
    assert path.read_text() == record.text()
    assert path.read_text().endswith("1 0: placed 0 ? a1, placed 0 ? a2,")
    assert "1 0: =1, =3," in secret.read_text()
    play(table, "=2, =2, =1, =3, peek b1")
    before = path.read_bytes()
    table.undo()
    assert path.read_bytes() == before, "nobody saw it, so nobody sees that it was taken back"
    play(table, "peek b2, a2xb1, pass, pass")
    assert not secret.exists()
    assert path.read_text() == record.text()
    assert verify(record) == ["seed", "0", "1"]


def test_reading_a_finished_record() -> None:
    text = finished()
    again = read_record(text)
    assert again.text() == text
    assert again.table.outcome is not None
    assert [entry.text for entry in again.table.history.taken][6:8] == ["peek b1", "a2xb1"]
    assert verify(again) == ["seed", "0", "1"]


@pytest.mark.parametrize("seed", range(8))
def test_any_game_can_be_read_back(seed: int, tmp_path: Path) -> None:
    """With steps taken back here and there, also within and after the set-up."""
    path = tmp_path / "game.txt"
    table = Table("cups", {}, seed)
    Record.create(table, path)
    for round_ in range(6):
        play_randomly(table, seed + round_, 2 + seed)
        if table.outcome is None:
            table.undo(1 + seed % 2)
            resumed = open_record(path)
            assert resumed.table.history == table.history
            assert resumed.text(0) == table.recorder.text(0)  # type: ignore[union-attr]
            table = resumed.table
    play_randomly(table, seed)
    again = read_record(path.read_text())
    assert again.table.history == table.history
    assert len(verify(again)) >= 3
    assert os.listdir(tmp_path) == ["game.txt"]


def test_every_change_of_what_was_sealed_is_found() -> None:
    """Each public line must follow from what is revealed, and each hash must fit it."""
    text = finished()
    lines = text.split("\n")

    def line_of(start: str, after: str = "") -> int:
        return lines.index(next(line for line in lines[lines.index(after) if after else 0 :] if line.startswith(start)))

    changes = [
        # (the change, the line that no longer fits)
        (("drawn luck: [8, 8]", "drawn luck: [8, 9]"), line_of("commit seed")),
        (("\nseed: 5\n", "\nseed: 6\n"), line_of("commit seed")),
        (("1 0: =1, =3, =2", "1 0: =2, =3, =1"), line_of("commit 0")),
        (("1 1: =2, =1, =3", "1 1: =2, =3, =1"), line_of("commit 1")),
        (("1 0: peek b1, a2xb1", "1 0: peek b1, a2xb2"), line_of("1 0: shown")),
        (("shown 0 3 a2", "shown 0 2 a2"), line_of("1 0: shown")),
        (("placed 1 ? b2", "placed 1 1 b2"), line_of("1 1: placed")),
        (("2 1: passed 1", "2 1: passed 0"), line_of("2 1")),
        (("2 1: passed 1\n", ""), line_of("2 1")),
        (("2 1: pass\n", ""), line_of("2 1: pass", "reveal:")),
        (("result: draw cap\nreveal:", "result: 0 no_cup_left\nreveal:"), line_of("result")),
        ((lines[line_of("commit 0")], "commit 0: sha256:" + "0" * 64), line_of("commit 0")),
        ((lines[line_of("commit 1")] + "\n", ""), line_of("commit 1")),
        ((lines[line_of("salt: ")], "salt: " + "0" * 32), line_of("commit 0")),
        ((lines[line_of("salt seed")], "salt seed: " + "0" * 32), line_of("commit seed")),
        ((lines[line_of("salt seed")], "salt seed: 0"), line_of("salt seed")),
        ((lines[line_of("salt: ")] + "\n", ""), line_of("1 0: =") - 1),
        (("reveal:", "# reveal"), len(lines) - 2),
    ]
    for (old, new), line in changes:
        assert text.count(old) == 1, old
        with pytest.raises(RecordError) as caught:
            read_record(text.replace(old, new))
        assert caught.value.line == line + 1, (old, new, str(caught.value))


def test_a_record_in_progress_needs_its_secret_file(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    table, record = started(path)
    play(table, PLAY)
    with pytest.raises(NotAllowed, match="once the game is over"):
        verify(record)
    with pytest.raises(RecordError, match="not revealed"):
        read_record(path.read_text())
    secret = tmp_path / "game.txt.secret"
    kept = secret.read_text()
    secret.write_text(kept.replace("=1, =3, =2", "=1, =2, =3"))
    with pytest.raises(RecordError, match="was changed"):
        open_record(path)
    secret.write_text(kept.replace("=1, =3, =2", "=1, =1, =2"))
    with pytest.raises(RecordError, match=r"Line 5 of the file .*secret: CUP-2"):
        open_record(path)
    secret.write_bytes(b"\xff\xfe")
    with pytest.raises(RecordError, match=r"Line 1 of the file .*secret: this is not text"):
        open_record(tmp_path / "game.txt")
    secret.write_text(kept)
    assert open_record(path).table.history == table.history


def test_after_a_crash_at_any_moment(tmp_path: Path) -> None:
    """The secret file is written first; whatever of the two is there, the game goes on and ends whole."""
    table = Table("cups", {"cap": 3}, 5)
    path, secret = tmp_path / "game.txt", tmp_path / "game.txt.secret"
    Record.create(table, path)
    steps = [*PLAY.split(", "), "pass"]
    stages = [(path.read_bytes(), secret.read_bytes())]
    for step in steps[:-1]:
        table.take(table.seat, step)
        stages.append((path.read_bytes(), secret.read_bytes()))
    table.take(table.seat, steps[-1])
    stages.append((path.read_bytes(), stages[-1][1] + b"3 0: pass\nresult: draw cap\n"))
    for (public, hidden), (more_public, more_hidden) in pairwise(stages):
        cuts = [(public, more_hidden[:length]) for length in range(len(hidden), len(more_hidden) + 1, 4)]
        cuts += [(more_public[:length], more_hidden) for length in range(len(public), len(more_public) + 1, 11)]
        for one, two in cuts:
            path.write_bytes(one)
            secret.write_bytes(two)
            record = open_record(path, repair=True)
            taken = len(record.table.history.steps)
            assert [entry.text for entry in record.table.history.taken] == steps[:taken]
            for step in steps[taken:]:
                record.table.take(record.table.seat, step)
            assert path.read_text() == record.text()
            assert not secret.exists()
            assert read_record(path.read_text()).table.history == table.history


def test_a_step_that_cannot_be_written_is_nowhere(tmp_path: Path) -> None:
    path, secret = tmp_path / "game.txt", tmp_path / "game.txt.secret"
    table, record = started(path)
    play(table, SET_UP)
    before = secret.read_text()
    path.rename(tmp_path / "away")
    for act in (lambda: table.take(0, "pass"), table.undo, lambda: table.resign(0)):
        with pytest.raises(NotAllowed):
            act()
    assert secret.read_text() == before
    (tmp_path / "away").rename(path)
    play(table, "peek b1, a2xb1, pass, pass")
    assert read_record(path.read_text()).text() == record.text()


def test_a_start_is_sealed_too(tmp_path: Path) -> None:
    start = Cups((1, 2), 3)
    for step in (3, 2, 1, 1, 2, 3):
        start.apply(step)
    table = Table("cups", {"cap": 3}, 5, start=start)
    record = Record.create(table, tmp_path / "game.txt")
    assert "start: sealed\nseed: sealed\n" in record.text()
    assert "3 2 1" not in record.text()
    play(table, "a1xb1, pass, pass")
    again = read_record(record.text())
    assert again.table.history == table.history
    assert verify(again) == ["seed"]


def test_the_same_set_up_never_has_the_same_hash() -> None:
    hashes = [re.findall("sha256:([0-9a-f]{64})", play_and_text()) for _ in range(3)]
    assert all(len(found) == 3 for found in hashes)
    assert len({one for found in hashes for one in found}) == 9


def play_and_text() -> str:
    table, record = started()
    play(table, SET_UP)
    return record.text()


def test_a_set_up_taken_back_is_committed_anew() -> None:
    table, record = started()
    play(table, "=1, =3, =2")
    table.undo()
    play(table, "=2, =2, =1, =3, pass, pass, pass")
    assert verify(record) == ["seed", "0", "0", "1"]
    first, second = re.findall("commit 0: (.*)", record.text())
    assert first != second, "else one could tell that it is the same set-up"


def test_what_chance_decides_is_sealed_also_where_it_was_chosen() -> None:
    table = Table("cups", {"cap": 3, "luck": [4, 2]}, 5)
    record = Record.create(table)
    assert "luck" not in record.text()
    assert table.options["luck"] == "drawn"
    table.resign(0)
    assert "drawn luck: [4, 2]\n" in record.text()
    assert read_record(record.text()).table.history == table.history
