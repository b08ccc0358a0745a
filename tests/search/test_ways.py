"""All that can be done with a turn, on games that a person can count."""

from ludarium.search.ways import ways_of
from tests.search.toys import Pile


def test_a_turn_of_one_step_has_as_many_ways_as_steps() -> None:
    assert [len(steps) for _, steps in ways_of(Pile(5), 100)] == [1] * len(Pile(5).legal())


def test_turns_that_lead_to_the_same_position_are_one_way() -> None:
    # Of 10, two steps of 1 to 3 take 2 to 6: five different positions, though nine pairs of steps lead there.
    ways = ways_of(Pile(10, steps_per_turn=2), 100)
    assert len(ways) == 5
    assert len({after for after, _ in ways}) == 5


def test_more_ways_than_allowed_are_none() -> None:
    assert ways_of(Pile(10, steps_per_turn=2), 4) == []
