"""Myrmidons' board and blocks as a drawing description."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from mypy_extensions import u8

from ludarium.core.bits import count_bits
from ludarium.core.game import Refusal
from ludarium.core.scene import Note, Path, Piece, Scene, Score, Site, Stock, Stroke
from ludarium.core.vocabulary import Reason
from ludarium.games.myrmidons import rules, rules_board, rules_orders, terms
from ludarium.games.myrmidons.notation import DIRECTIONS, HIDDEN, site_name, step_text, store_list, type_name
from ludarium.games.myrmidons.rules import Myrmidons
from ludarium.games.myrmidons.rules_knowledge import possible_types
from ludarium.games.myrmidons.terms import TYPES, UNKNOWN

_LETTERS = "BR"


class _Ground(NamedTuple):
    """The board, which for both seats is the same: row 1 is below."""

    box: tuple[float, float, float, float]
    sites: tuple[Site, ...]
    lines: tuple[Stroke, ...]
    notes: tuple[Note, ...]


@lru_cache(maxsize=16)
def _ground(columns: int, rows: int) -> _Ground:
    sites = []
    for row in range(rows):
        for column in range(columns):
            tags = ["dark"] if (column + row) % 2 == 0 else []
            tags += ["home0"] if row == 0 else ["home1"] if row == rows - 1 else []
            name = site_name(row * int(rules_board.ROW) + column)
            sites.append(Site(name, column + 0.5, rows - 0.5 - row, "square", 1.0, tuple(tags)))
    letters = [Note("abcdef"[column], column + 0.5, rows + 0.27) for column in range(columns)]
    numbers = [Note(str(row + 1), -0.28, rows - 0.5 - row) for row in range(rows)]
    lines = (Stroke("rect", (0, 0, columns, rows), ("thick",)),)
    return _Ground((-0.56, -0.48, columns + 1.08, rows + 1.08), tuple(sites), lines, (*letters, *numbers))


def scene(view: Myrmidons, seat: int) -> Scene:
    ground = _ground(terms.BOARDS[view.options.board][0], int(view.rows))
    return Scene(
        box=ground.box,
        viewer=seat,
        seat=int(view.seat),
        seats=2,
        sites=ground.sites,
        pieces=tuple(_pieces(view)),
        lines=ground.lines,
        notes=ground.notes,
        stock=tuple(_stock(view)),
        scores=_scores(view),
        paths=paths(view) if view.seat == seat else (),
        forced=(site_name(view.next_square()),) if view.left and view.seat == seat else (),
    )


def _scores(view: Myrmidons) -> tuple[Score, ...]:
    """MYR-E1, X3: how many blocks have been removed, if there are enough beside the commander to win by that."""
    goal = int(rules.REMOVED_TO_WIN)
    if view.size <= goal:
        return ()
    return tuple(Score(owner, "removed", int(count_bits(view.lost(1 - owner))), goal) for owner in range(2))


def _pieces(view: Myrmidons) -> list[Piece]:
    """Blocks as the view has them; with display = memory the enemy's back tells nothing (MYR-F1)."""
    memory = view.options.display == "memory"
    might = might_be(view)
    pieces = []
    for square in range(42):
        if (view.blue | view.red) >> square & 1:
            owner = 1 if view.red >> square & 1 else 0
            hidden = memory and view.veiled >> owner & 1
            pieces.append(
                _piece(
                    square,
                    owner,
                    UNKNOWN if hidden else view.type_at(square),
                    1 if memory else view.least_at(square),
                    shown=view.seat < 0 or bool(view.shown >> square & 1 and not memory),
                    ordered=view.order >= 0 and _is_ordered(view, square),
                    might=might.get(square, ()),
                )
            )
    return pieces


def might_be(view: Myrmidons) -> dict[int, tuple[str, ...]]:
    """By square: the types that each block that the viewer does not know can still be."""
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


@lru_cache(maxsize=8192)
def _piece(
    square: int, owner: int, type_: int, least: int, *, shown: bool, ordered: bool, might: tuple[str, ...]
) -> Piece:
    kind = type_name(type_)
    badges = (kind[0], kind[1], kind[2]) if type_ != UNKNOWN else (HIDDEN, HIDDEN, f"{least}+" if least > 1 else HIDDEN)
    leads = kind == TYPES[0] or might == (TYPES[0],)  # of an enemy it can follow from what was seen
    present = {"shown": shown, "commander": leads, "ordered": ordered}
    marks = tuple(mark for mark, is_there in present.items() if is_there)
    letter = _LETTERS[owner]
    return Piece(site_name(square), kind, owner, "block", token=letter, badges=badges, marks=marks, might=might)


def _is_ordered(view: Myrmidons, square: int) -> bool:
    """Whether the unfinished order, which is in its owner's view alone, moves this block."""
    chief = view.chief()
    if square == chief:
        return True
    near = rules_board.NEAR[chief] >> square & 1
    return bool(near and rules_orders.named(view, rules_board.place_beside(chief, square)))


def _stock(view: Myrmidons) -> list[Stock]:
    """Removed blocks, and during the set-up those in hand; what is not chosen or not known yet has no type."""
    stock = []
    for owner in range(2):
        kinds = store_list(view.lost(owner))
        if view.left_of(owner):
            unknown = view.options.army == "secret" or view.veiled >> owner & 1
            kinds = [HIDDEN] * int(view.left_of(owner)) if unknown else store_list(view.hand(owner))
        for kind, number in Counter(kinds).items():
            stock.append(Stock(owner, kind, "block", number, tuple(kind) if kind != HIDDEN else ()))
    return stock


def paths(view: Myrmidons) -> tuple[Path, ...]:
    chief, way = int(view.chief()), view.order % 8
    return tuple([_path(step, chief if step >= rules.ORDERS else 0, way) for step in view.legal()])


@lru_cache(maxsize=32_768)
def _path(step: int, chief: int, way: int) -> Path:
    """``chief`` is where the commander stands who gives the order, ``way`` where the one leads that has begun."""
    text = step_text(step)
    if step < rules.MOVES:
        return Path(text, ("#" + text[1:],))
    if step < rules.ORDERS:
        square = (step - rules.MOVES) // 48
        return Path(text, (site_name(square), site_name(_target(way, step))))
    if step < rules.COMPANIONS:
        return Path(text, (site_name(chief), "#order", "#" + text[1:]))
    if step < rules.CARRY_OUT:
        square = (step - rules.COMPANIONS) // 6
        return Path(text, (site_name(square), site_name(_target(way, step))))
    return Path(text, ("#carry_out",))


# --- what clicks can mean -------------------------------------------------------------------------------------
CROOKED = Reason("MYR-M1", "crooked", (("at", "site"), ("to", "site")))
SQUARES = {site_name(square): square for square in range(rules_board.SQUARES)}
_PUTS = {"#" + name: type_ for type_, name in enumerate(TYPES)}
_WAYS = {"#" + name: way for way, name in enumerate(DIRECTIONS)}


def steps_for_clicks(view: Myrmidons, clicks: Sequence[str]) -> list[int]:
    """The steps that a person could mean by these clicks."""
    match [SQUARES.get(click, click) for click in clicks]:
        case [str(type_)] if type_ in _PUTS:
            return [rules.PUT + _PUTS[type_]]
        case ["#carry_out"]:
            return [int(rules.CARRY_OUT)]
        case [int(chief), "#order"] if chief == view.chief():
            return [rules.ORDERS + way for way in range(8)]
        case [int(chief), "#order", str(way)] if chief == view.chief() and way in _WAYS:
            return [rules.ORDERS + _WAYS[way]]
        case [int(square)]:
            orders = steps_for_clicks(view, (clicks[0], "#order")) if view.order < 0 else []
            return [*_marches(view, square), *orders]
        case [int(square), int(target)]:
            return [step for step in _marches(view, square) if _target(view.order % 8, step) == target]
    return []


def _marches(view: Myrmidons, square: int) -> list[int]:
    """What the block on that square could do, if it had the feet: go where it likes, or as the order says."""
    first = rules.MOVES + square * 48
    steps = list(range(first, first + 48))
    if view.order >= 0:
        companion = rules.COMPANIONS + square * 6
        steps = [*range(companion, companion + 6), *steps]
    return [step for step in steps if _target(view.order % 8, step) >= 0]


def _target(way: int, step: int) -> int:
    if step < rules.ORDERS:
        return rules_board.TARGET[step - rules.MOVES]
    square, distance = divmod(step - rules.COMPANIONS, 6)
    return rules_board.TARGET[(square * 8 + way) * 6 + distance]


def explain_clicks(view: Myrmidons, clicks: Sequence[str]) -> Refusal | None:
    """A block was sent where no straight line leads."""
    match [SQUARES.get(click, click) for click in clicks]:
        case [int(square), int(target)] if square != target and view.seat >= 0 and view.men(view.seat) >> square & 1:
            return Refusal(CROOKED.clause, CROOKED.name, {"at": clicks[0], "to": clicks[1]})
    return None
