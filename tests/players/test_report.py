"""Reports: what is said of a step, and what cannot be said."""

import pytest

from ludarium.players.report import Line, Report, merged


@pytest.mark.parametrize(
    ("line", "expectation"),
    [
        (Line((1,), 4, 0.25), 0.25),
        (Line((1,), 3, 0.0), 0.0),  # tried, and always lost
        (Line((1,), 0, 0.0), None),
        (Line((1,), 0, 1.0, winners=1, length=1), 1.0),
        (Line((1,), 0, 0.0, winners=2, length=2), 0.0),
    ],
)
def test_nothing_is_expected_of_what_was_neither_tried_nor_proven(line: Line, expectation: float | None) -> None:
    assert line.expectation == expectation


def test_lines_of_several_processes_count_by_their_visits() -> None:
    """What one process never tried says nothing about what another one found."""

    def report(*lines: Line) -> Report:
        return Report(1, 0, 4, 1.0, (0.5, 0.5), lines)

    both = merged(
        [
            report(Line((1,), 3, 0.5), Line((2,), 0, 0.0), Line((3,), 0, 0.0)),
            report(Line((1,), 1, 0.1), Line((2,), 2, 0.7), Line((3,), 0, 0.0)),
        ]
    )
    assert [(line.step, line.visits) for line in both.lines] == [(1, 4), (2, 2), (3, 0)]
    assert both.lines[0].expectation == pytest.approx(0.4)
    assert both.lines[1].expectation == pytest.approx(0.7)
    assert both.lines[2].expectation is None
