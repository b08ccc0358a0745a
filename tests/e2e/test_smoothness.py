"""How ``make bench-pages`` counts frames."""

import pytest

from benchmarks.pages import shown_steps


def test_frames_are_counted_while_something_moves() -> None:
    """A step is heard of at 100 and shown until 200: frames at 140, 160 and 200 in a tenth of a second. The longest
    gap is from 90, before it, to 140. At 1100 somebody points at something, which is no part of it.
    """
    seen = {"frames": [74, 90, 140, 160, 200, 216, 1100], "steps": [100], "moves": [140, 160, 200, 1100]}
    (found,) = shown_steps(seen)
    assert found.frames == 3
    assert [found.seconds, found.gap] == pytest.approx([0.1, 0.05])
    assert found.rate == pytest.approx(30)


def test_a_step_is_over_when_the_next_one_comes_and_one_that_moves_nothing_does_not_count() -> None:
    seen = {"frames": [0, 120, 220, 250], "steps": [100, 200, 400], "moves": [120, 220, 250]}
    assert [(one.frames, round(one.seconds, 3), round(one.gap, 3)) for one in shown_steps(seen)] == [
        (1, 0.02, 0.12),
        (2, 0.05, 0.1),
    ]
