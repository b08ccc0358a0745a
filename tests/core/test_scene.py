"""A board that follows a game by its events."""

import pytest

from ludarium.core import vocabulary
from ludarium.core.scene import Board, Piece, Scene, Site

SITES = tuple(Site(name, 0, 0, "square", 1, height=height) for name, height in (("a", 1), ("b", 2), ("c", 0)))


def board(*pieces: Piece) -> Board:
    return Board(Scene((0, 0, 1, 1), 0, 0, 2, SITES, pieces))


SHIP = Piece("a", "ship", 0, "ship")
OTHER = Piece("b", "ship", 1, "ship", facing="n")


def test_a_mover_knocks_the_piece_that_was_there_first() -> None:
    followed = board(SHIP, OTHER)
    followed.change(vocabulary.MOVE, {"from": "a", "to": "b"})
    followed.change(vocabulary.PUSH, {"from": "b", "to": "c"})
    assert followed.contents()[0] == {"b": [(0, "ship", "")], "c": [(1, "ship", "n")]}


def test_an_attacker_falls_back_from_a_square_that_is_held() -> None:
    followed = board(SHIP, OTHER)
    followed.change(vocabulary.MOVE, {"from": "a", "to": "b"})
    followed.change(vocabulary.MOVE, {"from": "b", "to": "a"})
    assert followed.contents()[0] == {"a": [(0, "ship", "")], "b": [(1, "ship", "n")]}


@pytest.mark.parametrize(
    ("effect", "data", "pieces"),
    [
        (vocabulary.PUT, {"at": "c", "piece": "ship", "seat": 1}, {"a": [(0, "ship", "")], "c": [(1, "ship", "")]}),
        (vocabulary.TAKE, {"at": "a"}, {}),
        (vocabulary.TURN, {"at": "a", "facing": "e"}, {"a": [(0, "ship", "e")]}),
        (vocabulary.SHOW, {"at": "a", "owner": 0, "piece": "324"}, {"a": [(0, "324", "")]}),
        (vocabulary.MOVE, {"from": "a", "to": "c", "facing": "s"}, {"c": [(0, "ship", "s")]}),
        (vocabulary.NOTHING, {"at": "a"}, {"a": [(0, "ship", "")]}),
    ],
)
def test_effects(effect: str, data: dict[str, object], pieces: object) -> None:
    followed = board(SHIP)
    followed.change(effect, data)
    assert followed.contents()[0] == pieces


def test_heights() -> None:
    followed = board()
    followed.change(vocabulary.LOWER, {"at": "a"})
    followed.change(vocabulary.RAISE, {"at": "b"})
    followed.change(vocabulary.RAISE, {"at": "c"})
    assert followed.contents()[1] == {"b": 3, "c": 1}


def test_last_sites_are_those_of_the_board() -> None:
    scene = Scene((0, 0, 1, 1), 0, 0, 2, SITES, ()).with_last(["b", "elsewhere", "b", "a"])
    assert scene.last == ("b", "a")
    assert scene.as_json()["last"] == ("b", "a")
