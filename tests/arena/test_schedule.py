"""Everybody meets everybody equally often, from the same openings and on every seat."""

from collections import Counter

import pytest

from ludarium.arena.games import Pairing, Schedule, count_mixes, mix_seeds, mixes, orders


def games_of(schedule: Schedule, openings: int) -> list[Pairing]:
    return [schedule.game(number) for number in range(openings * schedule.games_per_opening)]


def test_the_mixes_of_a_table() -> None:
    assert mixes(3, 2) == [(0, 1), (0, 2), (1, 2)]
    assert mixes(2, 3) == [(0, 0, 1), (0, 1, 1)]
    assert mixes(2, 4) == [(0, 0, 1, 1)]
    assert mixes(4, 3) == [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)]


@pytest.mark.parametrize(("players", "seats"), [(2, 2), (5, 2), (2, 3), (3, 4), (6, 4)])
def test_the_number_of_mixes_is_known_without_listing_them(players: int, seats: int) -> None:
    assert count_mixes(players, seats) == len(mixes(players, seats))


def test_orders_are_no_rotations_of_each_other() -> None:
    assert orders((0, 1)) == [(0, 1)]
    assert orders((0, 1, 2)) == [(0, 1, 2), (0, 2, 1)]
    assert orders((0, 0, 1, 1)) == [(0, 0, 1, 1), (0, 1, 0, 1)]


def test_two_players_change_seats_in_every_opening() -> None:
    games = games_of(Schedule(2, 2), 2)
    assert [(game.opening, game.seating) for game in games] == [(0, (0, 1)), (0, (1, 0)), (1, (0, 1)), (1, (1, 0))]
    assert [game.number for game in games] == [0, 1, 2, 3]


def test_three_players_at_two_seats_have_six_games_an_opening() -> None:
    games = games_of(Schedule(3, 2), 4)
    assert len(games) == 24
    assert set(Counter(game.seating for game in games).values()) == {4}


@pytest.mark.parametrize(("players", "seats"), [(2, 2), (4, 2), (2, 3), (3, 3), (4, 3), (2, 4), (3, 4), (7, 6)])
def test_every_player_has_every_seat_equally_often(players: int, seats: int) -> None:
    found = Counter(
        (seat, player) for game in games_of(Schedule(players, seats), 2) for seat, player in enumerate(game.seating)
    )
    assert len(found) == players * seats
    assert len(set(found.values())) == 1


def test_the_order_around_a_larger_table_changes() -> None:
    seatings = {game.seating for game in games_of(Schedule(3, 3), 2)}
    assert len(seatings) == 6  # all arrangements of three


def test_more_openings_continue_the_same_schedule() -> None:
    schedule = Schedule(3, 3)
    assert games_of(schedule, 5)[: 2 * schedule.games_per_opening] == games_of(schedule, 2)


def test_seeds_differ_where_any_number_does() -> None:
    drawn = {mix_seeds(*numbers).below(1 << 31) for numbers in [(0, 1, 2), (0, 2, 1), (1, 0, 2), (0, 1, 3), (0, 1)]}
    assert len(drawn) == 5
    assert mix_seeds(3, 4).below(1000) == mix_seeds(3, 4).below(1000)
