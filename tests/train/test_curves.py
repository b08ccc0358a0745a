"""The picture of a training (it needs no torch)."""

from xml.etree import ElementTree

import pytest

from ludarium.draw.theme import THEMES
from ludarium.train.curves import curves
from ludarium.train.plan import Plan
from ludarium.train.progress import Generation

SVG = "{http://www.w3.org/2000/svg}"


def generation(number: int, score: float, passed: bool = False) -> Generation:
    return Generation(number, 100, 5000, 40.0 + number, 0.66, 0.6, 2.5, score, 60, passed, (1.0, 1.0, 1.0))


def panels(picture: str) -> list[ElementTree.Element]:
    return ElementTree.fromstring(picture).findall(f"{SVG}g[@data-part='panel']")


def labels(panel: ElementTree.Element) -> dict[str, float]:
    """All that is written in a panel, and at which height its middle is."""
    found = panel.findall(f"{SVG}text")
    return {str(one.text): float(one.get("y", "")) - 0.36 * float(one.get("font-size", "")) for one in found}


@pytest.mark.parametrize("scores", [(0.52,), (0.0, 1.0, 0.45), (0.58, 0.61)])
def test_scores_lie_above_or_below_fifty_per_cent(scores: tuple[float, ...]) -> None:
    panel = panels(curves([generation(place + 1, score) for place, score in enumerate(scores)], Plan("mur-en")))[0]
    dots = [float(one.get("cy", "")) for one in panel.findall(f"{SVG}circle")]
    assert [dot < labels(panel)["50%"] for dot in dots] == [score > 0.5 for score in scores]


@pytest.mark.parametrize("theme", THEMES)
def test_nets_that_became_the_best_are_marked_everywhere(theme: str) -> None:
    """In all four panels; of judgement there are two lines, with a net and without."""
    picture = curves(
        [generation(1, 0.6, True), generation(2, 0.5), generation(3, 0.57, True)], Plan("mur-en"), "ja", theme
    )
    gold, paper = THEMES[theme].gold, THEMES[theme].paper
    marked = [[one.get("fill") for one in panel.findall(f"{SVG}circle")] for panel in panels(picture)]
    line = [gold, paper, gold]
    assert marked == [line, line * 2, line, line]
    assert "1、3" in picture


def test_of_many_generations_some_are_numbered() -> None:
    panel = panels(curves([generation(number, 0.5) for number in range(1, 61)], Plan("mur-en")))[2]
    assert [int(label) for label in labels(panel) if label.isdecimal()] == [*range(3, 61, 3)]
