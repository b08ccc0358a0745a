"""The stopping test, against values worked out by hand."""

from math import log

import pytest

from ludarium.arena.statistics import LOWER, UPPER, Hypotheses, judge, log_likelihood_ratio, score_of, unit_scores
from tests.arena.fakes import result

HALF_OR_SIX = Hypotheses(0.5, 0.6)


def test_the_bounds_are_those_of_five_percent() -> None:
    """ln(0.95 / 0.05) = ln 19."""
    assert pytest.approx(log(19)) == UPPER
    assert pytest.approx(-log(19)) == LOWER


def test_winning_everything() -> None:
    """With the mean s, the most likely distribution gives 2–0 the chance s and the rest to 0–2: each opening
    counts ln(0.6 / 0.5) = 0.1823.
    """
    assert log_likelihood_ratio([0, 0, 0, 0, 10], HALF_OR_SIX) == pytest.approx(10 * log(1.2), abs=0.02)


def test_drawing_everything() -> None:
    """A mean of ½ fits exactly (chance 1); a mean of 0.6 leaves the draw 0.8 and gives 0.2 to 2–0: ln 0.8."""
    assert log_likelihood_ratio([0, 0, 10, 0, 0], HALF_OR_SIX) == pytest.approx(10 * log(0.8), abs=0.02)


def test_two_outcomes_are_a_coin() -> None:
    """With 2–0 and 0–2 only, the most likely chances are s and 1 - s: 7 ln(0.6/0.5) + 3 ln(0.4/0.5) = 0.6068."""
    expected = 7 * log(1.2) + 3 * log(0.8)
    assert log_likelihood_ratio([3, 0, 0, 0, 7], HALF_OR_SIX) == pytest.approx(expected, abs=0.02)
    assert expected == pytest.approx(0.6068, abs=0.0001)


def test_nothing_played_says_nothing() -> None:
    assert log_likelihood_ratio([0] * 5, HALF_OR_SIX) == 0


def test_exchanging_the_hypotheses_mirrors_the_ratio() -> None:
    counts = [3, 1, 4, 1, 5]
    mirrored = Hypotheses(1 - HALF_OR_SIX.high, 1 - HALF_OR_SIX.low)
    assert log_likelihood_ratio(counts, HALF_OR_SIX) == pytest.approx(-log_likelihood_ratio(counts[::-1], mirrored))


def test_an_opening_counts_once_both_games_are_played() -> None:
    games = [
        result(0, (0, 1), (0,), opening=0),
        result(1, (1, 0), (1,), opening=0),  # 2–0
        result(2, (0, 1), (1,), opening=1),
        result(3, (1, 0), (), opening=1),  # ½ of 2
        result(4, (0, 1), (0,), opening=2),  # its other game is missing
    ]
    assert unit_scores(games) == [1.0, 0.25]


def test_at_a_table_for_three_an_opening_is_six_games() -> None:
    """The first player has one of three seats in three of them, two in the others: three lone wins of its own, a win
    that it shares with the other one, a draw at a table where it has two seats of three, and a defeat:
    (3 + 1/2 + 2/3 + 0) / 6 = 25/36.
    """
    games = [
        result(0, (0, 0, 1), (0,)),
        result(1, (0, 1, 0), (2,)),
        result(2, (1, 0, 0), ()),
        result(3, (0, 1, 1), (0,), mix=1),
        result(4, (1, 1, 0), (0, 2), mix=1),
        result(5, (1, 0, 1), (2,), mix=1),
    ]
    assert unit_scores(games) == [pytest.approx(25 / 36)]
    assert unit_scores(games[:5]) == []
    assert judge(HALF_OR_SIX, games).score == pytest.approx(25 / 36)


def test_at_a_table_for_three_it_stops_where_it_does_for_two() -> None:
    """Openings won altogether count as they do at a table for two: the seventeenth decides."""
    seatings = [(0, 0, 1), (0, 1, 0), (1, 0, 0), (0, 1, 1), (1, 1, 0), (1, 0, 1)]
    games = [
        result(6 * opening + place, seating, (seating.index(0),), opening, place // 3)
        for opening in range(17)
        for place, seating in enumerate(seatings)
    ]
    assert judge(HALF_OR_SIX, games[:-1]).accepted is None
    assert judge(HALF_OR_SIX, games).accepted == 1


def test_it_stops_at_the_seventeenth_opening_won() -> None:
    """It takes ln 19 / ln 1.2 = 16.15."""
    games = [
        result(2 * opening + side, (side, 1 - side), (side,), opening) for opening in range(17) for side in range(2)
    ]
    before, after = judge(HALF_OR_SIX, games[:32]), judge(HALF_OR_SIX, games)
    assert (before.units, before.accepted) == (16, None)
    assert (after.units, after.accepted) == (17, 1)


def test_draws_accept_the_lower_hypothesis() -> None:
    """It takes ln 19 / -ln 0.8 = 13.2."""
    games = [result(2 * opening + side, (side, 1 - side), (), opening) for opening in range(14) for side in range(2)]
    assert judge(HALF_OR_SIX, games[:26]).accepted is None
    assert judge(HALF_OR_SIX, games).accepted == 0


def test_hypotheses_in_elo() -> None:
    assert score_of(20) == pytest.approx(0.52875, abs=0.00001)  # 1 / (1 + 10^-0.05)
