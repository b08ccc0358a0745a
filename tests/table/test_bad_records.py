"""Records that are wrong: each is refused with its line and what to do, whatever the text."""

import os
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ludarium.core.errors import LudariumError, RecordError
from ludarium.core.words import LOCALES
from ludarium.table import Match, Record, Table, open_record, read_record
from tests.table import play, play_randomly

HEAD = "ludarium-record 1\nruleset: mur-en\nseed: 0\n"
CUPS = "ludarium-record 1\nruleset: open-cups\nseed: 5\n1 0: =1, =3, =2\n1 1: =2, =1, =3\n"
LONG = "x" * 1_000_000


@pytest.mark.parametrize(
    ("text", "line", "key"),
    [
        ("", 1, "record_first"),
        ("\n", 1, "record_first"),
        ("hello\n", 1, "record_first"),
        ("ludarium-record 2\n", 1, "record_version"),
        ("\ufeff" + HEAD, 1, "record_mark"),
        ("ludarium-record 1", 1, "record_cut"),
        ("ludarium-record 1\n", 2, "record_lacks"),
        ("ludarium-record 1\nruleset: mur-en\n", 3, "record_lacks"),
        ("ludarium-record 1\nseed: 0\n1 0: +a1\n", 3, "record_lacks"),
        ("ludarium-record 1\nruleset: mur-es\nseed: 0\n", 2, "ruleset_unknown"),
        (HEAD + "ruleset: mur-en\n", 4, "record_twice"),
        (HEAD + "option turn_cap: 9\noption turn_cap: 9\n", 5, "record_twice"),
        (HEAD + "salt seed: 00\n", 4, "record_line"),
        (HEAD + "\noption colour: 1\n", 5, "option_unknown"),
        (HEAD + "drawn colour: 1\n", 4, "option_unknown"),
        (HEAD + 'option kraken_walls: "any"\n', 4, "option_unknown"),
        (HEAD + 'option turn_cap: "many"\n', 4, "option_value"),
        (HEAD + "option turn_cap: -1\n", 4, "option_value"),
        (HEAD + "option turn_cap: nine\n", 4, "record_json"),
        (HEAD + "option turn_cap: 1.5\n", 4, "record_json"),
        (HEAD + "option turn_cap: NaN\n", 4, "record_json"),
        (HEAD + "option turn_cap: {}\n", 4, "record_json"),
        (HEAD + "option turn_cap: null\n", 4, "record_json"),
        (HEAD + f"option turn_cap: {'9' * 10_000}\n", 4, "record_json"),
        (HEAD + f"option turn_cap: {'[' * 100_000}\n", 4, "record_json"),
        (HEAD + f"option turn_cap: {'[' * 500}{']' * 500}\n", 4, "record_json"),
        (HEAD + "option turn_cap: [[1]]\n", 4, "option_value"),
        (HEAD.replace("0", "one"), 3, "record_seed"),
        (HEAD.replace("0", "0x1"), 3, "record_seed"),
        (HEAD.replace("0", "1" * 50), 3, "record_seed"),
        (HEAD.replace("0", "sealed"), 3, "record_no_seal"),
        (HEAD.replace("mur-en", "cups"), 3, "record_seal"),
        (HEAD.replace("mur-en", "cups").replace("0", "sealed"), 3, "record_sealed"),
        (HEAD + "start: black z9\n", 4, "position_value"),
        (HEAD + "start: \n", 4, "position_key"),
        (HEAD + "player 2: Eve\n", 4, "players_many"),
        (HEAD + "Player 0: Eve\n", 4, "record_line"),
        (HEAD + "1 0: +a1\nplayer 0: Eve\n", 5, "record_late"),
        (HEAD + "1 0: +a1\nsomething\n", 5, "record_line"),
        (HEAD + "1 0: +a1\n\0\n", 5, "record_line"),
        (HEAD + "salt: 00000000000000000000000000000000\n", 4, "record_line"),
        (HEAD + "1 0: +a1\nreveal:\n", 5, "record_line"),
        (HEAD + "1 0: +a1\ncommit 0: sha256:00\n", 5, "record_line"),
        (HEAD + "1 1: +a1\n", 4, "record_label"),
        (HEAD + "2 0: +a1\n", 4, "record_label"),
        (HEAD + "1 0: +a1\n1 0: +a2\n", 5, "record_label"),
        (HEAD + "01 0: +a1\n", 4, "record_line"),
        (HEAD + "1 0 +a1\n", 4, "record_line"),
        (HEAD + "1 0:\n", 4, "step_syntax"),
        (HEAD + "1 0: a\n", 4, "step_syntax"),
        (HEAD + "1 0: +a1, +a2\n", 4, "record_turn_over"),
        (HEAD + "1 0: +a1,\n", 4, "record_comma"),
        (HEAD + "1 0: +a1 +a2\n", 4, "step_syntax"),
        (HEAD + "1 0: +a1\n2 1: +a1\n", 5, "illegal"),
        (HEAD + "1 0: +a1\n2 1: +b", 5, "record_cut"),
        (HEAD + "undo: 1\n", 4, "undo_count"),
        (HEAD + "1 0: +a1\nundo: 2\n", 5, "undo_count"),
        (HEAD + "1 0: +a1\nundo: 0\n", 5, "record_line"),
        (HEAD + "1 0: +a1\nresult: 0 three_closes\n", 5, "record_result_early"),
        (HEAD + "1 0: +a1\nresult: draw resigned\n", 5, "record_result_early"),
        (HEAD + "1 0: +a1\nresult: 0 1 resigned\n", 5, "record_result_early"),
        (HEAD + "1 0: +a1\nresult: 0 7 resigned\n", 5, "record_differs"),
        (HEAD + "1 0: +a1\nresult: draw timed_out\n", 5, "record_result_early"),
        (HEAD + "1 0: +a1\nresult: 0 1 timed_out\n", 5, "record_result_early"),
        (HEAD + "1 0: +a1\nresult: draw left\n", 5, "record_result_early"),
        (HEAD + "1 0: +a1\nresult: draw aborted\n", 5, "record_differs"),
        (HEAD + "1 0: +a1\nresult: none agreement\n", 5, "record_differs"),
        (HEAD + "1 0: +a1\nresult: 0 agreement\n", 5, "record_differs"),
        (HEAD + "result: draw agreement\n1 0: +a1\n", 5, "game_over"),
        (HEAD + "option turn_cap: 1\n1 0: +a1\nresult: draw agreement\n", 6, "record_differs"),
        (HEAD + "1 0: +a1\nresult: won\n", 5, "record_line"),
        (HEAD + "result: 0 resigned\n1 0: +a1\n", 5, "game_over"),
        (HEAD + "result: 0 resigned\nundo: 1\n", 5, "game_over"),
        (HEAD + "result: 0 resigned\nresult: 0 resigned\n", 5, "record_extra"),
        (HEAD + "option turn_cap: 1\n1 0: +a1\nresult: 0 three_closes\n", 6, "record_differs"),
        (HEAD + "option turn_cap: 1\n1 0: +a1\n2 1: +a2\n", 6, "game_over"),
        (CUPS + "1 0: peek b1\n", 6, "record_no_comma"),
        (CUPS + "1 0: peek b1,\n2 1: pass\n", 7, "record_label"),
        (CUPS + "1 0: pass,\n", 6, "record_comma"),
        (CUPS + "1 0: peek b1, pass, pass\n", 6, "record_turn_over"),
        (CUPS + "drawn luck: [1]\n", 6, "record_late"),
        (CUPS.replace("seed: 5", "seed: 5\ndrawn luck: [1]"), 4, "option_value"),
        (LONG, 1, "record_line_long"),
        (HEAD + f"1 0: {LONG}\n", 4, "record_line_long"),
        (HEAD + f"player 0: {LONG}\n", 4, "record_line_long"),
        (HEAD + "1 0: +a1\n" * 1_100_000, 1, "record_long"),
        (HEAD + "1 0: +a1\n" * 100_000, 5, "record_label"),
    ],
    ids=lambda value: repr(value)[:40] if isinstance(value, str) else str(value),
)
def test_what_is_wrong_and_where(text: str, line: int, key: str) -> None:
    with pytest.raises(RecordError) as caught:
        read_record(text)
    assert (caught.value.line, caught.value.key) == (line, key), str(caught.value)
    for locale, place in (("en", f"Line {line}: "), ("ja", f"{line}行目：")):
        said = caught.value.sentence(locale)
        assert said.startswith(place)
        assert len(said) < 400


def test_the_reason_is_the_rules_own() -> None:
    with pytest.raises(RecordError) as caught:
        read_record(HEAD + "1 0: +a1\n2 1: +a1\n")
    assert str(caught.value) == ("Line 5: MUR-T1: a1 is occupied. Choose an empty intersection.")


def test_files_that_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    for data, line, key in (
        (b"\xff\xfe\x00", 1, "record_binary"),
        (HEAD.encode() + b"# \x80 \n1 0: +a1\n", 4, "record_binary"),
        (os.urandom(3) + b"\x80" * 100, 1, "record_binary"),
        (b"\x7fELF" + bytes(1000), 1, "record_cut"),
        (b"x" * 10_000_000, 1, "record_long"),
        (b"x" * 40_000_000, 1, "record_long"),
    ):
        path.write_bytes(data)
        with pytest.raises(RecordError) as caught:
            open_record(path)
        assert (caught.value.line, caught.value.key) == (line, key)
        assert path.stat().st_size == len(data), "what cannot be read is left alone"


# --- changed at random -----------------------------------------------------------------------------------------------
@cache
def good_records() -> list[str]:
    tables = [Table("mur-jp", {"turn_cap": 40}, 1, ["Ada", "弁"]), Table("mur-en"), Table("open-cups", {"cap": 9}, 2)]
    tables.append(Table("cups", {"cap": 9}, 3))
    texts = []
    for seed, table in enumerate(tables):
        record = Record.create(table, date="2025-03-01")
        play_randomly(table, seed, 9)
        table.undo(2)
        record.comment("back")
        play_randomly(table, seed, 25)
        if table.game.hidden_information and table.outcome is None:
            table.resign(0)
        texts.append(record.text())
    return texts


LINES = ["undo: 1", "result: 0 resigned", "reveal:", "# ", "", "1 0: +a1", "seed: sealed", "seed: 1", "2 1: pass,"]


@st.composite
def changed_records(draw: st.DrawFn) -> str:
    """A good record with a few characters or lines taken out, put in, changed, moved or cut off."""
    text = draw(st.sampled_from(good_records()))
    for _ in range(draw(st.integers(1, 3))):
        lines = text.split("\n")
        at, to = (draw(st.integers(0, max(0, len(text) - 1))) for _ in range(2))
        here, there = (draw(st.integers(0, len(lines) - 1)) for _ in range(2))
        change = draw(st.integers(0, 7))
        letters = draw(st.text(st.sampled_from("0123 ,:#+-=xab\r\n?\0☃"), max_size=3))
        if change == 0:
            text = text[:at] + text[at + 1 :]
        elif change == 1:
            text = text[:at] + letters + text[at:]
        elif change == 2:
            text = text[:at] + letters + text[at + len(letters) :]
        elif change == 3:
            text = text[: min(at, to)] + text[max(at, to) :] if abs(at - to) < 30 else text[:at]
        else:
            if change == 4:
                lines.insert(there, lines.pop(here))
            elif change == 5:
                del lines[here]
            elif change == 6:
                lines.insert(here, lines[there])
            else:
                lines.insert(here, draw(st.sampled_from(LINES)))
            text = "\n".join(lines)
    return text


@pytest.mark.slow
@settings(max_examples=600, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=changed_records(), repair=st.booleans())
def test_a_changed_record_is_a_game_or_refused(text: str, repair: bool) -> None:
    """Never another exception; and what is read is written back, and is the same game when read again."""
    try:
        record = read_record(text, repair=repair)
    except RecordError as error:
        refusal = error
    else:
        check_read(record, text, repair)
        return
    assert 1 <= refusal.line <= text.count("\n") + 2
    for locale in LOCALES:
        assert refusal.sentence(locale)


def check_read(record: Record, text: str, repair: bool) -> None:
    assert text.startswith(record.text()) if repair else record.text() == text
    again = read_record(record.text())
    assert again.table.history == record.table.history
    anew = Record.create(record.table).text()
    assert read_record(anew).table.history == record.table.history


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(max_size=200), repair=st.booleans())
def test_any_text_at_all(text: str, repair: bool) -> None:
    for start in ("", HEAD, CUPS, "ludarium-series 1\ngames: 2\nsets: 1\n" + HEAD):
        for read in (read_record, Match.read):
            with suppress(RecordError):
                read(start + text, repair=repair)


def test_refused_records_leave_a_table_alone() -> None:
    """A record that is being read has a table of its own."""
    table = play(Table("mur-en"), "+c2, +a1")
    before = table.position(0)
    with pytest.raises(LudariumError):
        read_record(Record.create(table).text() + "3 0: +c2\n")
    assert table.position(0) == before
