"""What a picture tells of the blocks that its viewer does not know: the types that each can still be."""

from functools import lru_cache

from mypy_extensions import u8

from ludarium.games.myrmidons import rules_board
from ludarium.games.myrmidons.notation import store_list
from ludarium.games.myrmidons.rules import Myrmidons
from ludarium.games.myrmidons.rules_knowledge import possible_types
from ludarium.games.myrmidons.terms import UNKNOWN


def might_be(view: Myrmidons) -> dict[int, tuple[str, ...]]:
    """By square: the types that each hidden block can still be."""
    if not view.veiled:
        return {}
    seen = _forgotten(view) if view.options.display == "memory" else view
    return {square: _names(store) for square, store in enumerate(possible_types(seen)) if store}


@lru_cache(maxsize=4096)
def _names(store: int) -> tuple[str, ...]:
    return tuple(store_list(store))


def _forgotten(view: Myrmidons) -> Myrmidons:
    """MYR-F1 memory: what the board alone shows: of the hidden seats no more than how many blocks stand where."""
    new = view.copy()
    for owner in range(2):
        if view.veiled >> owner & 1:
            for square in range(rules_board.SQUARES):
                if view.men(owner) >> square & 1:
                    new.cells[square] = u8(UNKNOWN | 32)
            new.suspects |= view.men(owner)
    return new
