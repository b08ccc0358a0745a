"""Myrmidons' arrays, mirrored and from the other side: as its board (``traits.py``), orders with their directions."""

from functools import partial

from ludarium.core.state import State, expect
from ludarium.games.myrmidons.notation import DIRECTIONS
from ludarium.games.myrmidons.rules import Myrmidons
from ludarium.games.myrmidons.rules_board import SQUARES
from ludarium.games.myrmidons.terms import BOARDS
from ludarium.games.myrmidons.traits import square_image, step_map, way_images
from ludarium.games.symmetric import Symmetric, Turn


def ways(start: State) -> list[Turn]:
    board = BOARDS[expect(start, Myrmidons).options.board]
    return [
        _turn("as it is", board, False, False),
        _turn("mirrored", board, True, False),
        _turn("from the other side", board, False, True),
        _turn("mirrored, from the other side", board, True, True),
    ]


def _turn(name: str, board: tuple[int, int], columns: bool, rows: bool) -> Turn:
    squares, images = partial(square_image, board, columns, rows), way_images(columns, rows)
    directions = [1 + DIRECTIONS.index(images[way]) for way in DIRECTIONS]
    cells = [squares(square) for square in range(int(SQUARES))]
    return Turn(name, cells, step_map(squares, images), counts={"order_way": [0, *directions]})


# Blocks are put, and those that follow an order named, in the order of the board.
SYMMETRIC = Symmetric(ways, unlike=("own_left", "other_left", "order_way"), side="far_row")
