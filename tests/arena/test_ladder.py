"""The ladder: who plays whom and until when; the careful beginner; how slips are found for a score."""

from math import log
from pathlib import Path

import pytest
from connect_four import ConnectFourGame

from benchmarks.beginner import choose_step
from benchmarks.ladder import LADDER, TABLES, Earlier, Ladder, Table, connected, is_settled, next_pair
from benchmarks.levels import Trial, fitting_slips
from ludarium.arena.statistics import Cross, Pair
from ludarium.core.rng import Rng

GAME = ConnectFourGame()


def crossed(players: int, *played: tuple[int, int, int, int]) -> Cross:
    """A cross table from rows of two players, and the wins of the first and of the second."""
    table = [[Pair() for _ in range(players)] for _ in range(players)]
    for one, other, wins, losses in played:
        table[one][other], table[other][one] = Pair(wins, 0, losses), Pair(losses, 0, wins)
    return table


# --- who plays whom -------------------------------------------------------------------------------------------------
def test_first_everybody_meets_the_next_in_the_list() -> None:
    assert next_pair(crossed(3), [(2, 1)]) == (0, 1)
    assert next_pair(crossed(3, (0, 1, 5, 15)), [(2, 1)]) == (1, 2)


def test_then_the_steps_are_played_those_with_the_fewest_games_first() -> None:
    met = crossed(3, (0, 1, 5, 15), (1, 2, 5, 15))
    assert next_pair(met, [(2, 1), (2, 0)]) == (2, 0)
    met = crossed(3, (0, 1, 7, 15), (1, 2, 7, 15), (2, 0, 25, 5))
    assert next_pair(met, [(2, 1), (2, 0)]) == (2, 1)


def test_then_neighbours_by_their_ratings_whatever_the_list_says() -> None:
    """The last in the list beats the first one and loses to the second one, each by 3 : 1: it stands between them."""
    met = crossed(3, (0, 1, 20, 180), (1, 2, 150, 50), (2, 0, 15, 5))
    assert next_pair(met, [(1, 2)]) == (0, 2)


def test_nobody_plays_once_all_is_known() -> None:
    assert next_pair(crossed(3, (0, 1, 50, 150), (1, 2, 50, 150)), [(1, 2)]) is None


def test_only_those_whom_games_connect_can_be_compared() -> None:
    met = crossed(5, (0, 1, 5, 5), (3, 4, 5, 5), (4, 2, 5, 5))
    assert connected(met, 0) == [0, 1]
    assert connected(met, 2) == [2, 3, 4]
    assert connected(crossed(2), 1) == [1]


def test_a_match_ends_when_its_score_is_known_or_after_200_games() -> None:
    """Of 20 games won all, Wilson's interval is 20 / 23.84 = 83.9 % to 100 %, half of it 8 points; of 30 it is
    30 / 33.84 = 88.7 % to 100 %, half of it less than 6.
    """
    assert not is_settled(Pair())
    assert not is_settled(Pair(20, 0, 0))
    assert is_settled(Pair(30, 0, 0))
    assert not is_settled(Pair(60, 79, 60))
    assert is_settled(Pair(60, 80, 60))


def test_every_table_has_its_players() -> None:
    for table in TABLES:
        assert len(set(table.players)) == len(table.players) >= len(LADDER)


def test_what_was_played_elsewhere_counts_for_both(tmp_path: Path) -> None:
    file, table = tmp_path / "ladder.json", Table("realm")
    key = Ladder(table, Earlier()).key((0, 1))
    Earlier(7, {"realm": {key: "3 1 16", "somebody – else": "1 0 0"}}).write(file)
    ladder = Ladder(table, Earlier.read(file))
    assert (ladder.seed, ladder.games) == (7, 20)
    assert (ladder.cross[0][1], ladder.cross[1][0]) == (Pair(3, 1, 16), Pair(16, 1, 3))
    assert ladder.results() == {key: "3 1 16"}
    assert Earlier.read(tmp_path / "none").seed == 1


# --- the careful beginner -------------------------------------------------------------------------------------------
def chosen(steps: str) -> set[str]:
    """What the beginner takes after these steps, with many seeds."""
    state = GAME.new({}, 0)
    for step in steps:
        state.apply(GAME.read_step(step))
    return {GAME.step_text(choose_step(GAME, state, int(state.seat), Rng(seed))) for seed in range(30)}


def test_a_beginner_takes_a_win() -> None:
    assert chosen("agagab") == {"a"}  # three in column a


def test_a_beginner_prevents_a_win() -> None:
    assert chosen("agaga") == {"a"}


def test_a_beginner_does_not_look_further_than_that() -> None:
    """After d e, both ends are open: c or f would have to be taken now, but the loss is two turns away."""
    assert len(chosen("dde")) > 2


# --- how slips are found --------------------------------------------------------------------------------------------
def test_slips_are_found_on_the_line_through_the_trials() -> None:
    """Log odds of 80 % (ln 4) at 0.2 and of 50 % (0) at 0.4 are a line; on it ln 2, which is 2/3, lies at 0.3."""
    many = 1_000_000
    trials = [Trial(0.2, 0.8 * many, many), Trial(0.4, 0.5 * many, many)]
    assert fitting_slips(trials, 2 / 3) == pytest.approx(0.3, abs=1e-3)
    assert fitting_slips(trials, 0.5) == pytest.approx(0.4, abs=1e-3)
    assert log(4) / 0.2 == pytest.approx(6.93, abs=0.01)  # about the usual steepness, which therefore changes little


def test_slips_keep_within_their_bounds() -> None:
    assert fitting_slips([Trial(0.1, 0, 40)], 0.8) == 0.0
    assert fitting_slips([Trial(0.9, 40, 40)], 0.2) == 0.95
