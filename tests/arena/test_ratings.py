"""Ratings, intervals and the test of ranks, against values worked out by hand."""

from math import log, log10, sqrt

import pytest

from ludarium.arena.statistics import Pair, chance_of_equality, cross_table, mean_ranks, rate, score_of, wilson
from tests.arena.fakes import result


def pairs(*rows: tuple[Pair, ...]) -> list[list[Pair]]:
    return [list(row) for row in rows]


def test_three_quarters_are_190_8_elo() -> None:
    assert score_of(0) == 0.5
    assert score_of(400 * log10(3)) == pytest.approx(0.75)
    first, second = rate(pairs((Pair(), Pair(75, 0, 25)), (Pair(25, 0, 75), Pair())), prior=0)
    assert first.elo - second.elo == pytest.approx(190.85, abs=0.005)
    assert first.elo == pytest.approx(-second.elo)


def test_a_draw_is_half_a_win() -> None:
    first, second = rate(pairs((Pair(), Pair(50, 50, 0)), (Pair(0, 50, 50), Pair())), prior=0)
    assert first.elo - second.elo == pytest.approx(190.85, abs=0.005)


def test_the_interval_of_two_players_by_hand() -> None:
    """The information about the difference is n·p·(1-p) = 100·¾·¼ = 18.75, so its deviation is 1/√18.75 = 0.23094
    natural units; each player lies half the difference from the mean: 1.96 · 0.23094 / 2 · 400/ln 10 = 39.31.
    """
    first, second = rate(pairs((Pair(), Pair(75, 0, 25)), (Pair(25, 0, 75), Pair())), prior=0)
    assert first.margin == pytest.approx(1.959964 / sqrt(18.75) / 2 * 400 / log(10))
    assert first.margin == pytest.approx(39.31, abs=0.01)
    assert second.margin == pytest.approx(first.margin)


def test_ratings_are_counted_from_an_anchor() -> None:
    """Two steps of 75 % are 2 · 190.85 Elo above the anchor. One step is as uncertain as 1.96 / √18.75 natural units
    (see above), and the two of them, being independent, √2 times that.
    """
    three = pairs(
        (Pair(), Pair(25, 0, 75), Pair()),
        (Pair(75, 0, 25), Pair(), Pair(25, 0, 75)),
        (Pair(), Pair(75, 0, 25), Pair()),
    )
    anchor, middle, top = rate(three, prior=0, anchor=0)
    assert (anchor.elo, anchor.margin) == (0, 0)
    assert middle.elo == pytest.approx(190.85, abs=0.005)
    assert top.elo == pytest.approx(381.70, abs=0.01)
    step = 1.959964 / sqrt(18.75) * 400 / log(10)
    assert middle.margin == pytest.approx(step, rel=1e-6)
    assert top.margin == pytest.approx(step * sqrt(2), rel=1e-6)


def test_three_players_whose_strengths_are_1_2_and_4() -> None:
    """Scores of 2/3, 4/5 and 2/3 fit the strengths 1 : 2 : 4 exactly; a doubling is 400·log10(2) = 120.4 Elo."""
    weak, middle, strong = rate(
        pairs(
            (Pair(), Pair(10, 0, 20), Pair(6, 0, 24)),
            (Pair(20, 0, 10), Pair(), Pair(10, 0, 20)),
            (Pair(24, 0, 6), Pair(20, 0, 10), Pair()),
        ),
        prior=0,
    )
    assert middle.elo == pytest.approx(0, abs=1e-6)
    assert strong.elo == pytest.approx(120.41, abs=0.005)
    assert weak.elo == pytest.approx(-120.41, abs=0.005)


def test_whoever_won_everything_has_a_rating() -> None:
    """With the prior of half a drawn game each, 10 : 0 is finite, and more of it is better."""
    ten, _ = rate(pairs((Pair(), Pair(10, 0, 0)), (Pair(0, 0, 10), Pair())))
    twenty, _ = rate(pairs((Pair(), Pair(20, 0, 0)), (Pair(0, 0, 20), Pair())))
    assert 0 < ten.elo < twenty.elo < 2000


def test_no_games_say_nothing() -> None:
    assert [rating.elo for rating in rate(cross_table([], 3))] == [0, 0, 0]


def test_a_lopsided_table_converges() -> None:
    first, _ = rate(pairs((Pair(), Pair(99_999, 0, 1)), (Pair(1, 0, 99_999), Pair())), prior=0)
    assert 2 * first.elo == pytest.approx(400 * log10(99_999))


def test_wilsons_interval() -> None:
    """For 8 of 10 (z = 1.96): middle (0.8 + 0.19207) / 1.38415 = 0.71674,
    half 1.96 / 1.38415 · √(0.016 + 0.0096037) = 0.22658.
    """
    low, high = wilson(0.8, 10)
    assert low == pytest.approx(0.4902, abs=5e-4)
    assert high == pytest.approx(0.9433, abs=5e-4)
    assert wilson(0, 0) == (0, 1)
    assert wilson(1, 5)[1] == 1


def test_a_game_for_two_in_the_cross_table() -> None:
    cross = cross_table([result(0, (0, 1), (0,)), result(1, (1, 0), (0,)), result(2, (0, 1), ())], 2)
    assert cross[0][1] == Pair(1, 1, 1)
    assert cross[1][0] == Pair(1, 1, 1)
    assert cross[0][0].games == 0


def test_a_table_for_three_is_taken_apart_into_pairs() -> None:
    """Player 0 sits on two seats and wins on one of them: it beat player 1 once and drew once."""
    cross = cross_table([result(0, (0, 0, 1), (0,))], 2)
    assert cross[0][1] == Pair(1, 1, 0)
    assert cross[1][0] == Pair(0, 1, 1)


def test_places_are_shared() -> None:
    assert result(0, (0, 1), (1,)).ranks() == (2, 1)
    assert result(0, (0, 1), ()).ranks() == (1.5, 1.5)
    assert result(0, (0, 1, 2), (1,)).ranks() == (2.5, 1, 2.5)
    assert result(0, (0, 1, 2), (0, 2)).ranks() == (1.5, 3, 1.5)
    assert result(0, (0, 1, 2, 3), ()).ranks() == (2.5, 2.5, 2.5, 2.5)


def test_mean_ranks_with_their_interval() -> None:
    """Player 0 is first in one opening and last (2.5) in the other: mean 1.75; the two openings deviate by 0.75 each,
    so the deviation of the mean is 0.75 and the margin 1.96 · 0.75 = 1.47.
    """
    games = [result(0, (0, 1, 2), (0,), opening=0), result(1, (0, 1, 2), (1,), opening=1)]
    ranks = mean_ranks(games, 3)
    assert [one.rank for one in ranks] == [1.75, 1.75, 2.5]
    assert ranks[0].margin == pytest.approx(1.47, abs=0.001)
    assert ranks[2].margin == 0


def _rotations(openings: int, winner: int | None) -> list[tuple[int, tuple[int, ...], int, int]]:
    """(number, seating, opening, winning seat): either always this player wins, or always the first seat."""
    found: list[tuple[int, tuple[int, ...], int, int]] = []
    for opening in range(openings):
        for shift, seating in enumerate([(0, 1, 2), (1, 2, 0), (2, 0, 1)]):
            seat = 0 if winner is None else seating.index(winner)
            found.append((3 * opening + shift, seating, opening, seat))
    return found


def test_a_player_who_always_wins_is_no_chance() -> None:
    """Only the exchanges in which in all five openings the same player wins everything are as far apart: nearly none
    of 999, so p is at most a few thousandths.
    """
    games = [result(number, seating, (seat,), opening) for number, seating, opening, seat in _rotations(5, 1)]
    assert chance_of_equality(games, 3) <= 0.005


def test_an_advantage_of_a_seat_is_no_difference_between_players() -> None:
    """All outcomes of an opening are the same, so every exchange is as far apart."""
    games = [result(number, seating, (seat,), opening) for number, seating, opening, seat in _rotations(5, None)]
    assert chance_of_equality(games, 3) == 1
