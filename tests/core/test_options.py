"""Options from JSON values and from ``name=value`` texts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludarium.core.errors import OptionError
from ludarium.core.options import frozen, read_options, read_text, read_value, value_text, what_it_takes
from ludarium.core.vocabulary import Option

WALLS = Option("walls", "own", "X-1", values=("own", "any"))
CAP = Option("cap", 400, "X-2", low=1, high=1000, zero=True)
UPHILL = Option("uphill", False, "X-3")
LAND = Option("land", "block", "X-4", values=("block", "built"), lists="70 × [q, r]")
SIZE = Option("size", 6, "X-5", low=6, high=12, stride=6)
OPTIONS = (WALLS, CAP, UPHILL, LAND)


def test_defaults_preset_and_given() -> None:
    read = read_options(OPTIONS, {"walls": "any"}, {"cap": 7, "land": [[0, 1]]}, "x")
    assert read == {"walls": "any", "cap": 7, "uphill": False, "land": ((0, 1),)}


@pytest.mark.parametrize(
    ("option", "good"), [(WALLS, "any"), (CAP, 0), (CAP, 1), (CAP, 1000), (UPHILL, True), (LAND, "built"), (SIZE, 12)]
)
def test_what_an_option_takes(option: Option, good: object) -> None:
    assert read_value(option, good) == good


@pytest.mark.parametrize(
    ("option", "bad"),
    [
        (WALLS, "ANY"),
        (WALLS, 1),
        (WALLS, ["own"]),
        (CAP, -1),
        (SIZE, 7),
        (SIZE, 18),
        (SIZE, 0),
        (CAP, 1001),
        (CAP, "400"),
        (CAP, True),
        (CAP, 3.0),
        (CAP, None),
        (UPHILL, 1),
        (UPHILL, "true"),
        (LAND, {"q": 0}),
        (LAND, [{"q": 0}]),
        (LAND, [None]),
    ],
)
def test_what_it_does_not_take(option: Option, bad: object) -> None:
    with pytest.raises(OptionError):
        read_value(option, bad)


def test_the_error_says_what_would_be_taken() -> None:
    with pytest.raises(OptionError, match=r'cap does not take "-5"\. It takes: 0 \| 1–1000'):
        read_value(CAP, -5)
    with pytest.raises(OptionError, match=r'x has no option "hight"\. It has: cap, land, uphill, walls'):
        read_options(OPTIONS, {}, {"hight": 3}, "x")
    assert what_it_takes(LAND) == "block | built | 70 × [q, r]"
    assert what_it_takes(SIZE) == "6 | 12"


def test_texts_of_the_command_line() -> None:
    assert read_text(WALLS, "any") == "any"
    assert read_text(CAP, "12") == 12
    assert read_text(UPHILL, "true") is True
    assert read_text(LAND, "[[0, 1]]") == [[0, 1]]
    assert read_text(LAND, "324, 333") == ["324", "333"]


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(), st.lists))
def test_anything_is_read_or_refused(value: object) -> None:
    for option in OPTIONS:
        try:
            read_value(option, value)
        except OptionError as error:
            assert str(error)
            assert error.sentence("ja")


def test_a_list_of_words_needs_no_brackets() -> None:
    words = Option("types", (), "X", lists='["a", …]')
    for text in ("a, b", "a b", "a、b", " a ,b,", '["a", "b"]'):
        assert read_text(words, text) == ["a", "b"]
    assert read_text(words, "7") == ["7"]
    assert read_text(words, "[7, 8]") == ["7", "8"], "words, though they look like numbers"
    assert read_text(LAND, "[[0, 1], [2, 3]]") == [[0, 1], [2, 3]]
    assert read_text(LAND, "blok") == "blok", "a choice that is not there, not a list"
    for value in (("7", "8"), ((0, 1), (2, 3))):
        assert frozen(read_text(words if value[0] == "7" else LAND, value_text(value))) == value


def test_places_of_a_grid_are_written_in_rows() -> None:
    places = Option("land", "block", "X", values=("block",), lists="q:r", places=True)
    assert read_text(places, "0:0..2:0 -1:3, 7:-2") == [[0, 0], [1, 0], [2, 0], [-1, 3], [7, -2]]
    assert read_text(places, "block") == "block"
    assert read_text(places, "5:0..2:0 0:0..1:1") == ["5:0..2:0", "0:0..1:1"], "no runs: the game refuses them"
    assert len(read_text(places, "0:0..999:0 " * 50)) < 2500  # type: ignore[arg-type]
    shape = ((2, 0), (0, 0), (1, 0), (-1, 3))
    assert value_text(shape, places=True) == "0:0..2:0 -1:3"
    assert value_text(((1, 2), (1, 2)), places=True) == "[[1, 2], [1, 2]]", "what is twice stays so"
