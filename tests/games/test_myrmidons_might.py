"""What a hidden block can still be: exactly what some truth has there that the viewer cannot rule out."""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product

import pytest

from ludarium.core.errors import NotationError
from ludarium.core.game import find_ruleset
from ludarium.core.rng import Rng
from ludarium.games.myrmidons import GAME
from ludarium.games.myrmidons.rules_position import Position
from ludarium.games.myrmidons.terms import BASE_TYPES, TYPES, UNKNOWN
from tests.games.myrmidons_helpers import play, position

AGREED: dict[str, object] = {"army": "agreed", "types": ["225", "135", "315", "441", "333"]}  # three with foot 5
CASES: list[tuple[str, dict[str, object]]] = [
    ("myrmidons", {}),
    ("myrmidons", AGREED),
    ("myrmidons", {"order_distance": "unlimited"}),
    ("myrmidons-secret", {}),
    ("myrmidons-random", {}),
    ("myrmidons-twelve", {}),
    ("myrmidons-random", {"size": 12}),
]
every_case = pytest.mark.parametrize(("name", "options"), CASES, ids=lambda value: str(value)[:40])


def states(name: str, options: dict[str, object], seed: int, every: int = 5) -> Iterator[Position]:
    """Some positions of a random game, the set-up among them."""
    state, rng = find_ruleset(name).new(options, seed), Rng(seed)
    for number in range(150):
        if state.seat < 0:
            return
        if number % every == 3:
            assert isinstance(state, Position)
            yield state
        state.apply(state.random_step(rng))


def listed(state: Position, seat: int) -> dict[str, tuple[str, ...]]:
    """What the scene says by square, of hidden blocks alone."""
    pieces = GAME.scene(state.view(seat), seat).pieces
    assert all(bool(piece.might) == (piece.kind == "?") for piece in pieces)
    return {piece.site: piece.might for piece in pieces if piece.might}


def written(square: int) -> str:
    return str(GAME.code("site", square))


# --- worked out by hand -------------------------------------------------------------------------------------------
def test_steps_feet_fights_and_orders_rule_types_out() -> None:
    """Base types: 243 324 333 432 522, so feet 3, 4, 3, 2, 2."""
    state = position("blue a1=324 b1=333 c1=111 d1=432 e1=522 f1=243; red f7=111 e7=243")
    assert listed(state, 1)["a1"] == ("111", "243", "324", "333", "432", "522")
    state = play(state, "a1n4", "f7s1")  # four squares: only 3-2-4 has such a foot
    seen = listed(state, 1)
    assert seen["a5"] == ("324",)
    assert seen["b1"] == ("111", "243", "333", "432", "522")  # and so nobody else is
    state = play(state, "b1n3", "f6s1", "f1n3", "f5n1")  # two blocks with a foot of 3: those are 2-4-3 and 3-3-3
    seen = listed(state, 1)
    assert seen["b4"] == seen["f4"] == ("243", "333")
    assert seen["c1"] == seen["d1"] == seen["e1"] == ("111", "432", "522")
    state = play(state, "d1n2", "f6s1")  # with a foot of 2 it is one of the last two soldiers, and not the commander
    assert listed(state, 1)["d3"] == ("432", "522")
    assert listed(state, 1)["c1"] == ("111", "432", "522")


def test_the_last_suspect_is_the_commander() -> None:
    state = position("blue a1=? b1=? c1=?; blue_suspects b1; red f7=111; veiled 0; next 1")
    seen = listed(state, 1)
    assert seen == {"a1": BASE_TYPES, "b1": ("111",), "c1": BASE_TYPES}


def test_removed_and_shown_blocks_are_gone_for_the_others() -> None:
    state = position("blue a1=? b1=432! c1=?; blue_lost 324 522; red f7=111; veiled 0; next 1")
    assert listed(state, 1) == {"a1": ("111", "243", "333"), "c1": ("111", "243", "333")}


def test_in_random_ones_own_blocks_are_not_the_enemys() -> None:
    """There are two blocks of each type; the viewer has both 3-3-3 and one 1-3-5."""
    text = "blue a1=? b1=?; red f7=111 e7=333 d7=333 c7=135; veiled 0; next 1"
    seen = listed(position(text, "myrmidons-random"), 1)
    assert set(seen["a1"]) == set(TYPES) - {"333"}


def test_in_memory_the_list_remembers_nothing() -> None:
    """Shown blocks, feet and orders are for the player to remember; removed blocks lie beside the board for all."""
    text = "blue a1=324/4 b1=432! c1=111; blue_lost 522; red f7=111; next 1"
    everything = ("111", "243", "324", "333", "432")
    assert listed(position(text, "myrmidons-memory"), 1) == dict.fromkeys(("a1", "b1", "c1"), everything)
    assert listed(position(text), 1) == {"a1": ("324",), "c1": ("111",)}  # 3-2-4 went four squares


def test_ones_own_blocks_and_those_of_a_finished_game_are_no_riddle() -> None:
    state = position("blue a1=324 b1=111; red f7=111 e7=243")
    assert set(listed(state, 0)) == {"f7", "e7"}
    assert set(listed(state, -1)) == {"a1", "b1", "f7", "e7"}
    over = position("blue a1=324 b1=111; red e7=243; over commander_removed 0")
    assert listed(over, 1) == {}


# --- against other ways to find it out -------------------------------------------------------------------------------
def truths(view: Position, seat: int) -> Iterator[dict[str, str]]:
    """Every way to fill in the hidden blocks of a base army that the reader of positions lets pass."""
    hidden = {owner: [at for at in range(42) if view.unknown(owner) >> at & 1] for owner in range(2)}
    (squares,) = [found for found in hidden.values() if found]
    text = GAME.position_text(view)
    for types in permutations(["111", *view.options.types], len(squares)):
        filled = text.replace("; veiled 0", "").replace("; veiled 1", "")
        for at, type_ in zip(squares, types, strict=True):
            filled = filled.replace(f"{written(at)}=?", f"{written(at)}={type_}")
        try:
            truth = position(filled, "myrmidons", **AGREED)
        except NotationError:
            continue
        if truth.view(seat) == view:
            yield dict(zip(map(written, squares), types, strict=True))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_exactly_the_types_of_all_truths_are_listed(seed: int) -> None:
    checked = 0
    for state in states("myrmidons", AGREED, seed, every=9):
        for seat in (0, 1):
            view = state.view(seat)
            if not state.left and view.unknown(1 - seat):
                found: dict[str, set[str]] = {}
                for truth in truths(view, seat):
                    for site, type_ in truth.items():
                        found.setdefault(site, set()).add(type_)
                assert {site: set(types) for site, types in listed(state, seat).items()} == found
                checked += 1
    assert checked


def can_be_filled(feet: list[int], blocks: list[str]) -> bool:
    """Whether a block of its own, with at least that foot, is found for every place, by trying to swap."""
    taken: dict[int, int] = {}

    def settle(place: int, tried: set[int]) -> bool:
        for block in range(len(blocks)):
            if block not in tried and int(blocks[block][2]) >= feet[place]:
                tried.add(block)
                if block not in taken or settle(taken[block], tried):
                    taken[block] = place
                    return True
        return False

    return all(settle(place, set()) for place in range(len(feet)))


def stored(store: int) -> list[str]:
    return [type_ for number, type_ in enumerate(TYPES) for half in (0, 1) if store >> 2 * number + half & 1]


def visible(view: Position, owner: int) -> list[str]:
    """The types of a seat's blocks that the view shows, wherever they are."""
    on_board = [TYPES[view.type_at(at)] for at in squares_of(view.men(owner) & ~view.unknown(owner))]
    in_hand = stored(view.hand(owner)) if view.left_of(owner) and view.options.army == "random" else []
    return on_board + stored(view.lost(owner)) + in_hand


def possible(view: Position, seat: int, square: int, type_: str) -> bool:
    """Whether the hidden blocks can be filled in so that this type stands there, whoever commands."""
    shared = view.options.army == "random"  # both armies come from the same blocks
    known = Counter(visible(view, seat) + (visible(view, 1 - seat) if shared else []))
    kinds = view.options.types or TYPES[1:]
    blocks = [kind for kind in kinds for _ in range((2 if shared else 1) - known[kind])]
    owners = [owner for owner in range(2) if view.unknown(owner) and (owner == seat or shared)]
    commanders: list[list[int]] = []  # of each of these seats: where its commander can stand, -1 in hand or known
    for owner in owners:
        suspects = squares_of(view.unknown(owner) & view.suspects)
        in_hand = [-1] if view.left_of(owner) else []
        commanders.append([-1] if "111" in visible(view, owner) else suspects + in_hand)
    for chosen in product(*commanders):
        places = [at for owner in owners for at in squares_of(view.unknown(owner)) if at not in (*chosen, square)]
        left = list(blocks)
        if (square in chosen) != (type_ == "111"):
            continue
        if type_ != "111":
            if type_ not in left or int(type_[2]) < view.least_at(square):
                continue
            left.remove(type_)
        if can_be_filled([view.least_at(at) for at in places], left):
            return True
    return False


def squares_of(squares: int) -> list[int]:
    return [square for square in range(42) if squares >> square & 1]


@pytest.mark.slow
@every_case
def test_as_many_types_as_a_matching_finds(name: str, options: dict[str, object]) -> None:
    checked = 0
    for seed in range(3):
        for state in states(name, options, seed, every=7):
            for viewer in (-1, 0, 1):
                view = state.view(viewer)
                assert isinstance(view, Position)
                told = listed(state, viewer)
                for owner in range(2):
                    for square in squares_of(view.unknown(owner)):
                        found = tuple(type_ for type_ in TYPES if possible(view, owner, square, type_))
                        assert told[written(square)] == found, (GAME.position_text(view), written(square))
                        checked += 1
    assert checked > 50


@pytest.mark.parametrize(("name", "options"), [*CASES, ("myrmidons-memory", {})], ids=lambda value: str(value)[:40])
def test_whatever_is_drawn_is_listed_and_lists_depend_on_the_view_alone(name: str, options: dict[str, object]) -> None:
    rng = Rng(7)
    for state in states(name, options, 5):
        for viewer in (-1, 0, 1):
            told = listed(state, viewer)
            for _ in range(4):
                other = state.resample(viewer, rng)
                assert isinstance(other, Position)
                assert listed(other, viewer) == told
                for site, types in told.items():
                    square = next(at for at in range(42) if written(at) == site)
                    assert TYPES[other.type_at(square)] in types
                    assert other.type_at(square) != UNKNOWN
