"""The curve of expectations: every seat, every step, in words too."""

from xml.etree import ElementTree

import pytest

from ludarium.core.game import find_ruleset, rulesets
from ludarium.core.words import LOCALES
from ludarium.draw.curve import Costly, curve
from ludarium.draw.theme import THEMES
from tests.draw.test_svg import groups, parsed, texts

SVG = "{http://www.w3.org/2000/svg}"
GAME = find_ruleset("mur-en").game


def points(group: ElementTree.Element) -> list[tuple[float, float]]:
    line = next(group.iter(f"{SVG}polyline"))
    return [(float(x), float(y)) for x, y in (pair.split(",") for pair in line.attrib["points"].split())]


def test_a_curve_goes_from_the_start_to_the_end_and_up_is_good() -> None:
    drawn = curve([(0.5, 0.5), (0.75, 0.25), (1.0, 0.0)], GAME)
    first, second = (points(groups(drawn, data_part="curve", data_seat=str(seat))[0]) for seat in (0, 1))
    assert len(first) == len(second) == 3
    assert first[0] == second[0]  # both have half at the start
    assert first[0][0] < first[1][0] < first[2][0]
    assert first[1][0] - first[0][0] == pytest.approx(first[2][0] - first[1][0], abs=0.02)
    assert first[0][1] > first[1][1] > first[2][1]
    # What one seat has more than half, the other one has less.
    assert [one[1] + other[1] for one, other in zip(first, second, strict=True)] == pytest.approx([2 * first[0][1]] * 3)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("seats", range(2, 7))
def test_all_seats_have_their_curve_sign_and_name(seats: int, locale: str, theme: str) -> None:
    ruleset = next(one for one in rulesets() if any(option.name == "players" for option in one.offered))
    words = ruleset.game.words(locale)
    shares = [1 / seats] * seats
    drawn = curve([shares] * 40, ruleset.game, theme=theme, locale=locale)
    assert len(groups(drawn, data_part="curve")) == seats
    names = texts(groups(drawn, data_part="seats")[0])
    assert names == [words.name("seat", seat) for seat in range(seats)]
    assert drawn == curve([shares] * 40, ruleset.game, theme=theme, locale=locale)


@pytest.mark.parametrize("locale", LOCALES)
def test_it_is_told_to_those_who_listen(locale: str) -> None:
    expected = [(0.5, 0.5), (0.61, 0.39), (0.2, 0.8)]
    words = GAME.words(locale)
    drawn = parsed(curve(expected, GAME, costly=[Costly(2, 0)], locale=locale))
    title, description = drawn.find(f"{SVG}title"), drawn.find(f"{SVG}desc")
    assert title is not None
    assert str(words.sections["name"]) in str(title.text)
    assert description is not None
    for part in (words.name("seat", 0), words.name("seat", 1), "50", "61", "39", "20", "80", "2"):
        assert part in str(description.text)
    assert drawn.attrib["lang"] == locale


def test_costly_steps_are_marked_on_the_curve_of_who_took_them() -> None:
    drawn = curve([(0.5, 0.5), (0.2, 0.8), (0.9, 0.1)], GAME, costly=[Costly(1, 0), Costly(2, 1)])
    for step, seat in ((1, 0), (2, 1)):
        (mark,) = groups(drawn, data_step=str(step))
        circle = next(mark.iter(f"{SVG}circle"))
        place = points(groups(drawn, data_part="curve", data_seat=str(seat))[0])[step]
        assert (float(circle.attrib["cx"]), float(circle.attrib["cy"])) == place
        assert texts(mark) == [str(step)]


@pytest.mark.parametrize("steps", [0, 1, 9, 10, 11, 99, 1000])
def test_there_are_neither_too_many_nor_too_few_numbers(steps: int) -> None:
    drawn = curve([(0.5, 0.5)] * (steps + 1), GAME)
    numbers = [text for text in texts(groups(drawn, data_part="ground")[0]) if text.isdigit()]
    assert 1 <= len(numbers) <= 11
    assert numbers[0] == "0"
    if steps >= 10:
        assert len(numbers) >= 5
