"""Mur's arrays, turned and mirrored: as its board (``traits.py``), spoke by spoke."""

from ludarium.core.state import State, expect
from ludarium.games.mur.arrays import ROWS, SPOKES
from ludarium.games.mur.rules import Mur
from ludarium.games.mur.traits import step_image, turns
from ludarium.games.symmetric import Symmetric, Turn


def ways(start: State) -> list[Turn]:
    return [
        Turn(
            f"{'mirrored, ' if mirrored else ''}turned by {45 * spokes[0]}°",
            [int(row * SPOKES) + spoke for row in range(ROWS) for spoke in spokes],
            step_image(spokes, mirrored),
        )
        for spokes, mirrored in turns(expect(start, Mur).jp)
    ]


SYMMETRIC = Symmetric(ways)
