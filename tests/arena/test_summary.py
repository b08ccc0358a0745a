"""What is said about a tournament, as figures and as a picture."""

import json
import re
from xml.etree import ElementTree

import pytest

from ludarium.arena.chart import chart
from ludarium.arena.summary import Summary, as_json, summarise
from ludarium.core.game import find_ruleset
from ludarium.core.words import LOCALES
from tests.arena.fakes import result

GAMES = [
    result(0, (0, 1), (0,)),
    result(1, (1, 0), (1,)),
    result(2, (0, 1), (), opening=1),
    result(3, (1, 0), (0,), opening=1),
]


@pytest.fixture
def summary() -> Summary:
    """The first player has won two games, drawn one and lost one."""
    return summarise(["strong", "weak"], 2, GAMES, given_seconds=[0.4, None])


def test_the_figures(summary: Summary) -> None:
    first, second = summary.standings
    assert (first.name, first.points, first.games, first.pairs) == ("strong", 2.5, 4, 4)
    assert (second.name, second.points) == ("weak", 1.5)
    assert first.rating.elo > 0
    assert (summary.games, summary.draws, summary.steps, summary.turns) == (4, 1, 10, 5)
    assert summary.endings == {"sets": 4}
    assert summary.by_seat == [0.625, 0.375]  # two wins and half a draw; one win and half a draw


def test_time(summary: Summary) -> None:
    """Each seat thought 1 s for 5 decisions, 0.5 s at most: 0.1 s more than the first one was given."""
    first, second = summary.standings
    assert (first.seconds, first.slowest) == (0.2, 0.5)
    assert first.overrun == pytest.approx(0.1)
    assert second.overrun is None


def test_the_summary_is_json(summary: Summary) -> None:
    said = json.loads(json.dumps(as_json(summary), allow_nan=False))
    assert said["pairs"][0] | {"interval": None} == {
        "first": "strong",
        "second": "weak",
        "wins": 2,
        "draws": 1,
        "losses": 1,
        "score": 0.625,
        "interval": None,
    }
    assert [player["name"] for player in said["players"]] == ["strong", "weak"]
    assert said["p_equal"] is None


def test_no_games_at_all_can_be_summarised() -> None:
    said = as_json(summarise(["a", "b", "c"], 3, []))
    assert said["games"] == 0
    assert json.dumps(said, allow_nan=False)


@pytest.mark.parametrize("locale", LOCALES)
def test_the_picture_has_everybody_and_every_pair(summary: Summary, locale: str) -> None:
    drawn = chart(summary, find_ruleset("mur-en"), locale)
    texts = [element.text or "" for element in ElementTree.fromstring(drawn).iter("{http://www.w3.org/2000/svg}text")]
    assert [text for text in texts if text in {"strong", "weak"}] == ["strong", "weak"] * 2
    assert "62%" in texts
    assert "+2 =1 −1" in texts
    assert "+1 =1 −2" in texts
    assert ("大会" in drawn) == (locale == "ja")


def test_names_are_no_markup(summary: Summary) -> None:
    drawn = chart(summarise(["<b>&", "engine:" + "long" * 20], 2, GAMES), find_ruleset("mur-en"), "en")
    root = ElementTree.fromstring(drawn)
    texts = [element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "<b>&" in texts
    assert all(len(text) < 40 for text in texts)


def test_the_axis_has_a_few_round_numbers() -> None:
    """A player who won a thousand games and one who lost them are far apart."""
    games = [result(number, (number % 2, 1 - number % 2), (number % 2,), number // 2) for number in range(1000)]
    drawn = chart(summarise(["a", "b"], 2, games), find_ruleset("mur-en"), "en")
    marks = [int(text) for text in re.findall(r">([+-]?\d+)</text>", drawn)]
    assert 3 <= len(marks) <= 8
    assert 0 in marks
    assert all(mark % 100 == 0 for mark in marks)
