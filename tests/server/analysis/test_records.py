"""Records that are read for analysis: any of ours, and a sentence for whatever is wrong with others."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ludarium.core.errors import LudariumError, RecordError
from ludarium.core.game import Ruleset, rulesets
from ludarium.core.rng import Rng
from ludarium.server.analysis import records
from ludarium.server.analysis.positions import reached_by
from ludarium.server.analysis.records import read_text
from ludarium.server.errors import refused, status_of
from ludarium.server.requests import MOST_STEPS, PositionRequest
from ludarium.table import Record, Table
from tests.server.visiting import Open


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Open]:
    with Open(tmp_path) as opened:
        yield opened


def played(ruleset: Ruleset | str, most: int = 10**9) -> tuple[Table, Record]:
    """A game of steps at random, to its end or for so many of them."""
    table = Table(ruleset, {}, 3, ["Ada", "Ben"])
    record, rng = Record.create(table), Rng(5)
    while table.outcome is None and len(table.history.steps) < most:
        legal = table.legal(table.seat)
        table.take(table.seat, legal[rng.below(len(legal))])
    return table, record


@pytest.mark.parametrize("ruleset", rulesets(), ids=lambda ruleset: ruleset.name)
def test_a_record_gives_a_position_that_ends_as_the_game_did(ruleset: Ruleset) -> None:
    table, record = played(ruleset)
    (game,) = read_text(record.text(), "en").games
    assert game.start.steps == [entry.text for entry in table.history.taken]
    assert game.players[:2] == ["Ada", "Ben"]
    assert game.outcome is not None
    assert table.outcome is not None
    assert game.outcome.winners == list(table.outcome.winners)
    wanted = PositionRequest(
        ruleset=game.start.ruleset,
        options={name: as_lists(value) for name, value in game.start.options.items()},  # type: ignore[misc]
        position=game.start.position,
        steps=game.start.steps,
    )
    assert reached_by(wanted).state == table.state


def as_lists(value: object) -> object:
    """As JSON brings it."""
    return [as_lists(item) for item in value] if isinstance(value, tuple | list) else value


def test_an_unfinished_game_can_be_studied_if_it_hides_nothing() -> None:
    _, record = played("mur-en", 5)
    (game,) = read_text(record.text(), "en").games
    assert game.outcome is None
    assert len(game.start.steps) == 5
    _, sealed = played("myrmidons", 14)
    with pytest.raises(RecordError) as caught:
        read_text(sealed.text(), "en")
    assert "hidden information" in str(caught.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("hello", "Line 1: "),
        ("", "Line 1: "),
        ("\x00" * 100, "Line 1: "),
        ("ludarium-record 1\nruleset: chess\nseed: 1\n\n", 'Line 2: There is no ruleset "chess"'),
        ("ludarium-record 1\nruleset: mur-en\nseed: 1\n\n1 0: +c2\n2 1: +c2\n", "Line 6: MUR-T1: "),
        ("ludarium-series 1\ngames: 6\nsets: 2\n\n", "Line 5: "),
    ],
)
def test_what_is_no_record_is_refused_with_its_line(text: str, said: str) -> None:
    with pytest.raises(LudariumError) as caught:
        read_text(text, "en")
    assert caught.value.sentence("en").startswith(said)
    assert caught.value.sentence("ja") != caught.value.sentence("en")


def test_a_forbidden_step_is_named_with_its_clause() -> None:
    with pytest.raises(LudariumError) as caught:
        read_text("ludarium-record 1\nruleset: mur-en\nseed: 1\n\n1 0: +c2\n2 1: +c2\n", "en")
    assert refused(caught.value, "en").page == "/rules/mur#MUR-T1"
    assert status_of(caught.value) == 400


def test_what_is_too_long_to_be_studied_is_not_even_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "read_games", lambda *_, **__: pytest.fail("it was read"))
    with pytest.raises(LudariumError) as caught:
        read_text("1 0: +c2,\n" * 40_000, "en")
    assert str(MOST_STEPS) in str(caught.value)
    assert status_of(caught.value) == 413


def test_a_game_of_too_many_steps_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    _, record = played("mur-en", 9)
    monkeypatch.setattr(records, "MOST_STEPS", 8)
    with pytest.raises(LudariumError) as caught:
        read_text(record.text(), "en")
    assert "8" in str(caught.value)


def test_records_are_sent_as_text(server: Open) -> None:
    visitor = server.visitor()
    _, record = played("mur-en", 4)
    answer = visitor.post("/api/records", {"text": record.text()})
    assert answer.status_code == 200
    assert answer.json()["games"][0]["title"] == "Mur"
    wrong = visitor.post("/api/records?lang=ja", {"text": "hello"})
    assert wrong.status_code == 400
    assert "行目" in wrong.json()["sentence"]
    assert visitor.post("/api/records", {"text": ""}).status_code == 422
    assert visitor.post("/api/records", {"text": "x" * 1_000_001}).status_code == 422
    assert visitor.post("/api/records", {"file": "x"}).status_code == 422
