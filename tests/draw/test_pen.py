"""Pens that are turned; paint that is more than a colour."""

import pytest

from ludarium.draw.pen import Pen


def test_equal_paint_has_one_id_and_is_written_once() -> None:
    pen = Pen()
    wood = pen.linear((0, "#b98a55"), (1, "#6a4526", 0.5))
    assert wood == pen.at(3, 4, 10).linear((0, "#b98a55"), (1, "#6a4526", 0.5))
    assert wood != pen.linear((0, "#b98a55"), (1, "#6a4526"))
    gradients = [part for part in pen.parts if part.startswith("<linearGradient")]
    assert len(gradients) == 2
    assert f'id="{wood[5:-1]}" x1="0" y1="0" x2="0" y2="1"' in gradients[0]
    assert '<stop offset="1" stop-color="#6a4526" stop-opacity="0.5"/>' in gradients[0]


def test_paint_around_a_point() -> None:
    pen = Pen()
    glow = pen.radial((0, "#fff"), (1, "#ffc94a", 0), middle=(0.4, 0.3), radius=0.6)
    assert pen.parts[0].startswith(f'<radialGradient id="{glow[5:-1]}" cx="0.4" cy="0.3" r="0.6">')


def test_a_pattern_is_drawn_in_the_units_of_its_pen() -> None:
    pen = Pen().at(10, 20, 4)
    waves = pen.pattern(3, 2, lambda tile: tile.line((0, 1), (3, 1), stroke="#f4fbf8", width=0.5))
    assert (
        f'<pattern id="{waves[5:-1]}" width="12" height="8" x="10" y="20" patternUnits="userSpaceOnUse">'
        in pen.parts[0]
    )
    assert '<polyline points="0,4 12,4" fill="none" stroke="#f4fbf8" stroke-width="2"/>' in pen.parts[0]


@pytest.mark.parametrize(
    ("turn", "point"),
    [(0, "10,10"), (1, "20,20"), (2, "10,30"), (3, "0,20"), (0.5, "17.07,12.93"), (-0.5, "2.93,12.93")],
)
def test_a_turned_pen_draws_clockwise_from_above(turn: float, point: str) -> None:
    pen = Pen().at(10, 20, 10).at(0, 0, turn=turn)
    pen.line((0, 0), (0, -1), stroke="#000000", cap="butt")
    assert pen.parts == [
        f'<polyline points="10,20 {point}" fill="none" stroke="#000000" stroke-width="10" stroke-linecap="butt"/>'
    ]


def test_texts_stay_upright() -> None:
    pen = Pen().at(10, 20, 10).at(0, 0, turn=0.5)
    pen.text(0, 0, "4", 1)
    assert pen.parts == ['<text x="10" y="23.6" font-size="10" text-anchor="middle" fill="none">4</text>']
