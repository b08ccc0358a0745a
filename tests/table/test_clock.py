"""Clocks: whose time runs, what is left, and when it is used up. Times are milliseconds."""

from ludarium.table.clock import Clock, Pace


def test_without_a_clock_nothing_runs() -> None:
    clock = Clock(Pace(), 2)
    clock.start(0, 1_000)
    clock.switch(1, 9_000)
    assert (clock.running, clock.due, clock.flag(10**12)) == (-1, None, -1)
    assert clock.all_remaining(10**12) == [0, 0]


def test_sudden_death_uses_up_the_time_of_the_seat_to_act() -> None:
    clock = Clock(Pace("sudden", 60_000), 2)
    clock.start(0, 1_000)
    assert clock.all_remaining(11_000) == [50_000, 60_000]
    clock.switch(1, 21_000)
    assert clock.all_remaining(31_000) == [40_000, 50_000]
    clock.switch(0, 41_000)  # 40 s left for each
    assert clock.due == 81_000
    assert clock.flag(80_999) == -1
    assert clock.flag(81_000) == 0
    assert clock.remaining(0, 90_000) == 0


def test_fischer_adds_after_each_turn_not_before_it() -> None:
    clock = Clock(Pace("fischer", 10_000, 3_000), 2)
    clock.start(0, 0)
    assert clock.remaining(0, 0) == 10_000
    clock.switch(1, 4_000)
    assert clock.all_remaining(4_000) == [9_000, 10_000]
    clock.switch(1, 5_000)  # two turns running by the same seat
    assert clock.all_remaining(6_000) == [9_000, 11_000]


def test_days_begin_anew_with_every_turn() -> None:
    day = 86_400_000
    clock = Clock(Pace("days", 2 * day), 3)
    clock.start(0, 0)
    clock.switch(1, day)
    assert clock.all_remaining(day + 5) == [day, 2 * day - 5, 2 * day]
    clock.switch(2, 2 * day)
    clock.switch(0, 2 * day)
    assert clock.remaining(0, 2 * day) == 2 * day
    assert clock.flag(4 * day - 1) == -1
    assert clock.flag(4 * day) == 0


def test_a_pause_stops_the_time_and_it_goes_on_where_it_was() -> None:
    clock = Clock(Pace("sudden", 10_000), 2)
    clock.start(1, 0)
    clock.pause(4_000)
    assert (clock.running, clock.due, clock.flag(10**9)) == (-1, None, -1)
    assert clock.all_remaining(10**9) == [10_000, 6_000]
    clock.resume(100_000)
    assert (clock.running, clock.due) == (1, 106_000)


def test_what_was_used_before_a_turn_is_taken_back_stays_used() -> None:
    clock = Clock(Pace("fischer", 10_000, 3_000), 2)
    clock.start(0, 0)
    clock.switch(1, 5_000)
    clock.give_back(0, 6_000)
    assert clock.running == 0
    assert clock.all_remaining(7_000) == [7_000, 9_000]
    clock.give_back(0, 8_000)  # within its own turn: nothing changes
    assert clock.all_remaining(8_000) == [6_000, 9_000]


def test_nobody_is_charged_while_the_server_is_down_unless_days_are_counted() -> None:
    clock = Clock(Pace("sudden", 10_000), 2)
    clock.start(0, 0)
    clock.skip(2_000, 50_000)
    assert clock.remaining(0, 51_000) == 7_000
    clock.skip(40_000, 52_000)  # overlaps with what is charged already
    assert clock.remaining(0, 52_000) == 8_000
    days = Clock(Pace("days", 100_000), 2)
    days.start(0, 0)
    days.skip(2_000, 50_000)
    assert days.remaining(0, 51_000) == 49_000


def test_after_the_end_nothing_runs() -> None:
    clock = Clock(Pace("sudden", 10_000), 2)
    clock.start(0, 0)
    clock.stop(3_000)
    clock.resume(4_000)
    assert (clock.running, clock.flag(10**9)) == (-1, -1)
    assert clock.all_remaining(10**9) == [7_000, 10_000]


def test_a_time_that_goes_backwards_gives_nothing_back() -> None:
    clock = Clock(Pace("sudden", 10_000), 2)
    clock.start(0, 5_000)
    clock.switch(1, 8_000)
    clock.switch(0, 7_000)
    assert clock.all_remaining(8_000)[0] == 7_000 - 1_000
    assert clock.all_remaining(8_000)[1] == 10_000


def test_days_stand_still_while_their_player_rests() -> None:
    clock = Clock(Pace("days", 100), 2)
    clock.rests = [[(20, 50), (60, 90)], []]
    clock.start(0, 0)
    assert [clock.remaining(0, now) for now in (0, 20, 35, 50, 60, 75, 90, 100)] == [100, 80, 80, 80, 70, 70, 70, 60]
    assert clock.due == 160
    clock.rests = [[(20, 50), (60, 70)], []]  # back earlier
    assert (clock.due, clock.flag(139), clock.flag(140)) == (140, -1, 0)
    clock.switch(1, 75)
    assert (clock.due, clock.remaining(1, 100)) == (175, 75)


def test_a_rest_after_the_end_of_a_time_comes_too_late() -> None:
    clock = Clock(Pace("days", 100), 2)
    clock.rests = [[(100, 300)], []]
    clock.start(0, 0)
    assert (clock.due, clock.flag(100)) == (100, 0)
    clock.rests = [[(99, 300)], []]
    assert (clock.due, clock.flag(300), clock.flag(301)) == (301, -1, 0)


def test_only_days_know_rests() -> None:
    clock = Clock(Pace("sudden", 100), 2)
    clock.rests = [[(0, 1000)], []]
    clock.start(0, 0)
    assert (clock.due, clock.remaining(0, 40)) == (100, 60)
