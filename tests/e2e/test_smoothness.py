"""How ``make bench-pages`` counts frames."""

import pytest

from benchmarks.pages import shown_steps


def test_frames_are_counted_while_something_moves() -> None:
    """A step is heard of at 100; something moves from 140 to 200, with frames at 160 and 200 after the first one: two
    in 60 milliseconds, the longest time between them 40.
    """
    seen = {"frames": [74, 90, 140, 160, 200, 216, 1100], "steps": [100], "moves": [140, 160, 200]}
    (found,) = shown_steps(seen)
    assert found.frames == 2
    assert (found.wait, found.gap) == pytest.approx((0.04, 0.04))
    assert found.rate == pytest.approx(2 / 0.06)


def test_a_step_is_over_when_the_next_one_comes_and_one_that_moves_nothing_does_not_count() -> None:
    seen = {"frames": [0, 120, 150, 220, 250], "steps": [100, 200, 400], "moves": [120, 150, 220, 250]}
    assert [(one.frames, round(one.seconds, 3)) for one in shown_steps(seen)] == [(1, 0.03), (1, 0.03)]
