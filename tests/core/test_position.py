"""The frame of position texts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludarium.core.errors import NotationError
from ludarium.core.position import join_parts, read_int, read_number, split_parts


def test_parts_come_back() -> None:
    text = join_parts([("black", ["a1", "c2"]), ("white", []), ("turn", [3])])
    assert text == "black a1 c2; white; turn 3"
    assert split_parts(text, ("black", "white")) == {"black": ["a1", "c2"], "white": [], "turn": ["3"]}


@pytest.mark.parametrize("text", ["grey a1", "black a1; black a2", "", "black a1;", "; ;", "black" + " a1" * 50_000])
def test_unknown_repeated_empty_and_endless_parts_are_refused(text: str) -> None:
    with pytest.raises(NotationError):
        split_parts(text, ("black",))


@pytest.mark.parametrize("text", ["-1", "8", "٣", "1.0", "", "+1", "1e3", "9" * 5000])
def test_numbers_are_plain_digits_within_limits(text: str) -> None:
    with pytest.raises(NotationError):
        read_int("turn", text, 0, 7)


def test_one_number_only() -> None:
    assert read_number({"turn": ["7"]}, "turn", 0, 7) == 7
    with pytest.raises(NotationError):
        read_number({"turn": ["7", "7"]}, "turn", 0, 7)
    assert read_int("turn", "-3", -5, 5) == -3


@given(st.text())
def test_any_text_is_split_or_refused(text: str) -> None:
    try:
        split_parts(text, ("black",))
    except NotationError as error:
        assert error.sentence("ja")
        assert str(error)
