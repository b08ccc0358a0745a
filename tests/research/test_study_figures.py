"""What games say, against numbers worked out by hand."""

from dataclasses import replace
from math import log, log10, sqrt

import pytest

from ludarium.research.study.estimates import (
    LEAST_GAMES,
    Estimate,
    difference,
    features,
    mean_of,
    quantile,
    share_difference,
    share_of,
    worths,
)
from ludarium.research.study.figures import as_json, differences, differing_options, figures
from ludarium.research.study.measures import MEASURES, calibrate, drama_of, winner_at
from ludarium.research.study.watch import FirstTurn, Watched
from tests.research.study_games import FOUR, PLAIN, plan


def mean(name: str) -> Estimate:
    found = figures(plan(), FOUR).means[name]
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("measure", "value", "games"),
    [
        ("turns", (3 + 2 + 4 + 1) / 4, 4),
        ("steps", (3 + 2 + 4 + 2) / 4, 4),
        ("choices", (11 / 3 + 4 + 22 / 4 + 5 / 2) / 4, 4),
        ("tree", (log10(40) + log10(16) + 2 + log10(6)) / 4, 4),
        ("first_seat", (1 + 0 + 0.5 + 1) / 4, 4),
        ("draws", 1 / 4, 4),
        ("lowest", (0.3 + 0.4 + 0.8) / 3, 3),  # the draw has no winner
        ("comebacks", 0.0, 3),  # nobody fell below 25 %
        ("drama", (sqrt(0.4) + sqrt(0.2) + 0) / 3, 3),
        ("leads", (1 + 1 + 0 + 0) / 4, 4),
        ("decided", (2 / 3 + 1 / 2 + 0) / 3, 3),
    ],
)
def test_means(measure: str, value: float, games: int) -> None:
    assert mean(measure).value == pytest.approx(value)
    assert mean(measure).games == games


def test_every_measure_has_a_mean_here() -> None:
    assert [name for name in MEASURES if figures(plan(), FOUR).means[name] is None] == []


def test_wilson_for_the_first_seat() -> None:
    """2.5 of 4: z² = 3.8415; the middle (0.625 + z²/8) / (1 + z²/4) = 0.5638, half of the interval 0.3443."""
    share = figures(plan(), FOUR).seats[0].share
    assert share.low == pytest.approx(0.5638 - 0.3443, abs=0.0002)
    assert share.high == pytest.approx(0.5638 + 0.3443, abs=0.0002)


def test_the_interval_of_a_part_ends_at_the_whole() -> None:
    """Decided after 0 and after all of the turns: ½ ± 1.96 · ½."""
    late = replace(PLAIN, number=1, expected=((0, (0.5, 0.5)),))
    early = replace(PLAIN, expected=((0, (0.9, 0.1)),))
    found = figures(plan(), [early, late]).means["decided"]
    assert found is not None
    assert (found.value, found.low, found.high) == (0.5, 0.0, 1.0)


def test_lengths_endings_and_repetitions() -> None:
    found = figures(plan(), FOUR)
    assert found.lengths == {1: 1, 2: 1, 3: 1, 4: 1}
    assert found.quartiles["turns"] == (1.75, 2.5, 3.25)
    assert {name: share.value for name, share in found.endings.items()} == {
        "three_closes": 0.5,
        "kraken_closed": 0.25,
        "turn_cap": 0.25,
    }
    assert found.different == 3  # the last game is the first one again


def test_choices_by_turn_end_where_few_games_go_on() -> None:
    """First turn: 4, 4, 1 and 2.5; the fourth turn, of a quarter of the games, is the last one."""
    spreads = figures(plan(), FOUR).choices
    assert [one.at for one in spreads] == [1, 2, 3, 4]
    assert [one.games for one in spreads] == [4, 3, 2, 1]
    assert spreads[0].middle == pytest.approx((2.5 + 4) / 2)


def test_first_turns_and_their_sites() -> None:
    black, white = figures(plan(), FOUR).seats
    assert [(one.name, one.games, one.score.value) for one in black.beginnings] == [
        ("+a1", 3, pytest.approx(2 / 3)),
        ("+c1", 1, 0.5),
    ]
    assert (white.began, white.different) == (3, 1)
    assert [(one.name, one.games) for one in white.sites] == [("b2", 3)]
    assert white.sites[0].score.value == pytest.approx((0 + 1 + 0.5) / 3)


def test_a_site_touched_twice_in_a_turn_counts_once_for_each_turn_that_names_it() -> None:
    twice = replace(PLAIN, first=(FirstTurn("a1-b1", ("a1", "b1")), None))
    assert [(one.name, one.games) for one in figures(plan(), [twice]).seats[0].sites] == [("a1", 1), ("b1", 1)]


def test_sites_are_not_added_up_over_different_boards() -> None:
    assert figures(plan(), FOUR).same_board
    assert not figures(plan(), [PLAIN, replace(PLAIN, number=1, board="other")]).same_board


def test_figures_of_no_games_are_empty() -> None:
    found = figures(plan(), [])
    assert found.games == 0
    assert set(found.means.values()) == {None}
    assert as_json(found)["games"] == 0


# --- the course of a game -------------------------------------------------------------------------------------------
def test_a_small_lead_is_none() -> None:
    wavering = replace(PLAIN, expected=((0, (0.54, 0.46)), (1, (0.46, 0.54)), (2, (0.54, 0.46))))
    drama = drama_of(wavering)
    assert drama is not None
    assert drama.lead_changes == 0


def test_the_lead_among_three() -> None:
    """A leads, nobody does for a while, B leads, A again: two changes."""
    shares = ((0.6, 0.2, 0.2), (0.4, 0.35, 0.25), (0.3, 0.6, 0.1), (0.7, 0.2, 0.1))
    game = replace(PLAIN, seating=(0, 0, 0), first=(None,) * 3, expected=tuple(enumerate(shares)))
    drama = drama_of(game)
    assert drama is not None
    assert drama.lead_changes == 2


def test_uncertainty_is_one_in_an_even_game_and_zero_in_a_decided_one() -> None:
    even, over = (replace(PLAIN, expected=((0, shares),)) for shares in ((0.5, 0.5), (1.0, 0.0)))
    found = [drama_of(game) for game in (even, over)]
    assert [one and one.uncertainty for one in found] == [pytest.approx(1.0), pytest.approx(0.0)]


def test_the_winner_on_its_way() -> None:
    """Turns 0, 1 and 2 of three: after a third of the game turn 1 begins, at the end the win is certain."""
    assert [winner_at(PLAIN, part) for part in (0.0, 0.34, 0.67, 1.0)] == [0.5, 0.3, 0.9, 1.0]
    assert winner_at(FOUR[2], 0.5) is None


def test_expectations_against_what_became_of_them() -> None:
    """Of the four games, the seats that were expected to get about 0.8 are the second one's White and the last one's
    Black, and both won; those near 0.5 (two of the first game, four of the third) got 1, 0 and four times a half.
    """
    found = {round(one.expected, 3): one for one in calibrate(FOUR)}
    assert (found[0.8].won, found[0.8].moments, found[0.8].games) == (1.0, 2, 2)
    assert (found[0.5].won, found[0.5].moments, found[0.5].games) == (0.5, 6, 2)


# --- what one more is worth -----------------------------------------------------------------------------------------
def with_counts(number: int, winner: int, **counts: tuple[int, ...]) -> Watched:
    kinds = {kind.replace("_", "/"): count for kind, count in counts.items()}
    return replace(PLAIN, number=number, winners=(winner,), counts=(kinds, kinds, kinds))


def test_the_worth_of_one_more_with_its_interval() -> None:
    """Whoever has the tower wins 30 of 40 games: odds 3, so ln 3. The three moments of a game are one game's worth of
    knowledge: the deviation is 1 / √(40 · ¾ · ¼), as if each game were counted once.
    """
    games = [with_counts(number, int(number >= 30), tower_tower=(1, 0)) for number in range(40)]
    (found,) = worths(games)
    assert found.odds == pytest.approx(log(3), abs=0.01)
    assert found.high - found.odds == pytest.approx(1.96 / sqrt(7.5), rel=0.03)
    assert found.chance(found.odds) == pytest.approx(0.75, abs=0.01)


def test_a_kind_that_never_differs_or_too_rarely_says_nothing() -> None:
    same = [with_counts(number, number % 2, tower_tower=(2, 2)) for number in range(60)]
    rare = [with_counts(number, number % 2, tower_tower=(1 + (number < LEAST_GAMES - 1), 1)) for number in range(60)]
    assert worths(same) == worths(rare) == []


def test_a_kind_that_decides_every_game_has_a_finite_worth() -> None:
    (found,) = worths([with_counts(number, 0, tower_tower=(1, 0)) for number in range(40)])
    assert 3 < found.odds < 20


def test_a_score_that_counts_pieces_is_not_counted_again() -> None:
    games = [
        with_counts(number, int(number % 4 == 0), tower_tower=(1, 0), score_towers=(1, 0), score_lost=(0, 1))
        for number in range(40)
    ]
    assert [one.kinds for one in worths(games)] == [("tower",)]


def test_pieces_named_after_their_owner_are_counted_together() -> None:
    games = [with_counts(0, 0, ship_black=(2, 0), ship_white=(0, 3), tower_high=(1, 0), tower_low=(1, 1))]
    assert sorted(features(games).values()) == [["ship/black", "ship/white"], ["tower/high"], ["tower/low"]]


# --- numbers --------------------------------------------------------------------------------------------------------
def test_quantiles_lie_between_values() -> None:
    assert [quantile([4, 1, 3, 2], part) for part in (0, 0.25, 0.5, 1)] == [1, 1.75, 2.5, 4]
    assert quantile([7], 0.25) == 7


def test_means_and_differences() -> None:
    """1, 2, 3: variance 1, so ± 1.96 / √3; another 1, 2, 3 lifted by 2: ± 1.96 · √(2/3)."""
    one = mean_of([1, 2, 3])
    more = difference([1, 2, 3], [3, 4, 5])
    assert one is not None
    assert more is not None
    assert one.high == pytest.approx(2 + 1.96 / sqrt(3), abs=0.001)
    assert more.value == 2
    assert more.low == pytest.approx(2 - 1.96 * sqrt(2 / 3), abs=0.001)
    assert more.excludes(0.0)
    assert mean_of([]) is None
    assert mean_of([5]) == Estimate(5, None, None, 1)
    assert difference([5], [6]) == Estimate(1, None, None, 2)
    assert difference([], [6]) is None


def test_shares_that_are_both_nothing_may_differ_all_the_same() -> None:
    """0 of 10 and 0 of 10: Wilson's interval of each ends at z² / (10 + z²) = 0.2775."""
    more = share_difference([0.0] * 10, [0.0] * 10)
    assert more is not None
    assert more.low == pytest.approx(-0.2775, abs=0.0001)
    assert more.high == pytest.approx(0.2775, abs=0.0001)
    assert share_of(0, 10).high == pytest.approx(0.2775, abs=0.0001)


# --- rulesets compared ----------------------------------------------------------------------------------------------
def test_options_that_differ_are_named() -> None:
    assert differing_options([plan("mur-jp"), plan("mur-en")]) == {"edition": ["jp", "en"]}
    assert differing_options([plan("mur-jp"), plan("mur-jp-any")]) == {"kraken_walls": ["own", "any"]}


def test_a_clear_difference_is_one() -> None:
    longer = [replace(game, turns=10 * game.turns) for game in FOUR]
    found = {one.measure: one for one in differences([FOUR, longer])}
    assert found["turns"].more.value == pytest.approx(9 * 2.5)
    assert found["turns"].is_clear
    assert found["first_seat"].more.value == 0
    assert not found["first_seat"].is_clear


def test_a_forfeit_says_nothing_about_how_a_win_comes_about() -> None:
    forfeit = replace(PLAIN, ending="forfeit", fault="ended")
    drama = drama_of(forfeit)
    assert drama is not None
    assert (drama.lowest, drama.drama, drama.decided) == (None, None, None)
    assert drama.lead_changes == 1  # 0.3 : 0.7, then 0.9 : 0.1
    assert winner_at(forfeit, 0.5) is None
    assert figures(plan(), [forfeit, PLAIN]).means["decided"] == figures(plan(), [PLAIN]).means["decided"]
