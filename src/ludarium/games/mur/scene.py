"""Mur's round board as a drawing description."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from math import cos, pi, sin

from ludarium.core.bits import bit_list, count_bits32
from ludarium.core.game import Refusal
from ludarium.core.scene import Note, Path, Piece, Scene, Score, Site, Stock, Stroke
from ludarium.core.vocabulary import Reason
from ludarium.games.mur import rules_board as board
from ludarium.games.mur.notation import DIRECTIONS, NAMES, POINTS, SIDES, site_list, site_name, step_text
from ludarium.games.mur.rules import Mur

_WAYS = dict(zip(DIRECTIONS, ("#clockwise", "#counter_clockwise", "#inward", "#outward"), strict=True))


def _place(point: int) -> tuple[float, float]:
    """Spoke a points up, the others follow clockwise; the rings are one unit apart."""
    if point == board.CENTRE:
        return 0.0, 0.0
    radius, angle = point // 8 + 1, point % 8 * pi / 4
    return round(radius * sin(angle), 4), round(-radius * cos(angle), 4)


def _sites(ports: bool) -> tuple[Site, ...]:
    sites = []
    for point in range(board.POINTS):
        x, y = _place(point)
        tags = ("port",) if ports and board.PORTS >> point & 1 else ()
        sites.append(Site(site_name(point), x, y, "point", 0.34, tags))
    return tuple(sites)


_SITES = _sites(ports=False)
_SITES_WITH_PORTS = _sites(ports=True)
_LINES = (
    Stroke("circle", (0, 0, 3.5), ("sea",)),
    *(Stroke("circle", (0, 0, ring)) for ring in (1, 2, 3)),
    *(Stroke("path", (*_place(16 + spoke), *_place(20 + spoke))) for spoke in range(4)),
)
_NOTES = tuple(
    Note("abcdefgh"[spoke], *(round(value * 1.2333, 4) for value in _place(16 + spoke))) for spoke in range(8)
)


def scene(view: Mur, seat: int) -> Scene:
    return Scene(
        box=(-4, -4, 8, 8),
        viewer=seat,
        seat=int(view.seat),
        seats=2,
        sites=_SITES if view.jp else _SITES_WITH_PORTS,
        pieces=tuple(_pieces(view)),
        lines=_LINES,
        notes=_NOTES,
        stock=tuple(
            Stock(owner, SIDES[owner], "ship", view.options.ships - count_bits32(ships))
            for owner, ships in enumerate((view.black, view.white))
        ),
        scores=tuple(
            Score(owner, "traps" if view.jp else "closes", closes, view.options.closes)
            for owner, closes in enumerate((view.closes_black, view.closes_white))
        ),
        paths=tuple(paths(view)) if view.seat == seat else (),
        forced=tuple(site_list(_forced(view))),
        threatened=tuple(site_list(_threatened(view))),
    )


def _pieces(view: Mur) -> list[Piece]:
    pieces = []
    for owner, ships, others in ((0, view.black, view.white), (1, view.white, view.black)):
        walled = board.walled_by(others)
        for point in bit_list(ships):
            pieces.append(_ship(point, owner, board.class_of(1 << point, ships), bool(walled >> point & 1)))
    walled = 0
    for walls in _kraken_walls(view):
        walled |= board.walled_by(walls)
    pieces.append(_kraken(view.kraken, bool(walled >> view.kraken & 1)))
    return pieces


@lru_cache(maxsize=1024)
def _ship(point: int, owner: int, size: int, walled: bool) -> Piece:
    """Its shape says where it heads: outwards."""
    shape = "ship_" + ("a" if point == board.CENTRE else NAMES[point][0])
    marks = ("walled",) if walled else ()
    return Piece(NAMES[point], SIDES[owner], owner, shape, "", "BW"[owner] + str(size), (str(size),), marks)


@lru_cache(maxsize=64)
def _kraken(point: int, walled: bool) -> Piece:
    return Piece(NAMES[point], "kraken", -1, "kraken", token="K", marks=("walled",) if walled else ())


def _kraken_walls(view: Mur) -> tuple[int, ...]:
    """The sets of ships that can wall in the kraken (MUR-C1)."""
    return (view.black | view.white,) if view.any_walls else (view.black, view.white)


def _forced(view: Mur) -> int:
    """The ships that the seat to act has to withdraw."""
    if view.seat < 0:
        return 0
    return view.leave or (view.owed if view.owed_by == view.seat else 0)


def _threatened(view: Mur) -> int:
    """Pieces in a pocket: one point is missing, and empty, to close on them."""
    found = 0
    kraken = 1 << view.kraken
    occupied = _occupied(view)
    threats = [(view.black, view.white), (view.white, view.black)]
    for pieces, walls in threats + [(kraken, walls) for walls in _kraken_walls(view)]:
        for point in bit_list(pieces):
            missing = board.neighbours(1 << point) & ~walls
            if count_bits32(missing) == 1 and not missing & occupied:
                found |= 1 << point
    return found


def paths(view: Mur) -> list[Path]:
    steps = list(view.legal())
    classes = {point: board.class_of(1 << point, _own(view)) for point in bit_list(_own(view))}
    ways = {}  # from where to where
    for step in steps:
        if board.MOVES <= step < board.WITHDRAW:
            start = board.start_of(step)
            ways[step] = start, board.arrival(step, classes[start])
    shared = Counter(ways.values())
    if most := [way for way, count in shared.items() if count > 1]:
        alike = _without_difference(view, {step: way for step, way in ways.items() if way in most})
        steps = [step for step in steps if step not in alike]
        shared -= Counter(ways[step] for step in alike)
    only_withdrawals = bool(steps) and steps[0] >= board.WITHDRAW  # they are the last ones
    found = []
    for step in steps:
        way = ways.get(step)
        asks = not only_withdrawals if way is None else shared[way] > 1
        found.append(_path(step, -1 if way is None else way[1], asks))
    return found


def _without_difference(view: Mur, ways: dict[int, tuple[int, int]]) -> set[int]:
    """Those of these steps that do the same as an earlier one between the same points: nobody need be asked which."""
    seen: set[tuple[tuple[int, int], Mur]] = set()
    found = set()
    for step, way in ways.items():
        after = view.copy()
        after.apply(step)
        if (way, after) in seen:
            found.add(step)
        seen.add((way, after))
    return found


@lru_cache(maxsize=4096)
def _path(step: int, end: int, asks: bool) -> Path:
    """The clicks of a step that leads to that point; ``asks`` if the last one could mean something else, too."""
    text = step_text(step)
    if step < board.MOVES:
        clicks: tuple[str, ...] = (text[1:],)
    elif step < board.WITHDRAW:
        clicks = (NAMES[board.start_of(step)], NAMES[end])
        if asks:  # MUR-V5; never from the centre, whose eight ways part for good
            clicks += (_WAYS[text[-1]],)
    elif step == board.WITHDRAW_ALL:
        clicks = ("#withdraw_all",)
    else:
        clicks = (text[1:], "#withdraw") if asks else (text[1:],)
    return Path(text, clicks)


def _end(view: Mur, step: int) -> int:
    return board.arrival(step, _class_at(view, board.start_of(step)))


def _class_at(view: Mur, point: int) -> int:
    """The class of the ship of the seat to act on that point."""
    return board.class_of(1 << point, _own(view))


def _own(view: Mur) -> int:
    return view.white if view.seat else view.black


# --- what clicks can mean -------------------------------------------------------------------------------------
ELSEWHERE = Reason("MUR-V1", "elsewhere", (("at", "site"), ("class", "number"), ("to", "site")))


def steps_for_clicks(view: Mur, clicks: Sequence[str]) -> list[int]:
    """The steps that a person could mean by these clicks."""
    match [POINTS.get(click, click) for click in clicks]:
        case ["#withdraw_all"]:
            return [int(board.WITHDRAW_ALL)]
        case [int(point), "#withdraw"]:
            return [board.WITHDRAW + point]
        case [int(point)] if _own(view) >> point & 1:
            return [*_moves(point), board.WITHDRAW + point]
        case [int(point)]:
            return [board.PLACE + point]
        case [int(start), int(end), *way] if start != end and len(way) < 2:
            moves = _moves(start) if _occupied(view) >> start & 1 else []
            if _own(view) >> start & 1 and not _owes_withdrawal(view):
                moves = [step for step in moves if _end(view, step) == end]
            return [step for step in moves if not way or _WAYS.get(step_text(step)[-1]) == way[0]]
    return []


def explain_clicks(view: Mur, clicks: Sequence[str]) -> Refusal | None:
    """A ship was sent where none of its moves ends."""
    match [POINTS.get(click, click) for click in clicks]:
        case [int(start), int(end)] if start != end and view.seat >= 0 and _own(view) >> start & 1:
            data = {"at": NAMES[start], "class": int(_class_at(view, start)), "to": NAMES[end]}
            return Refusal(ELSEWHERE.clause, ELSEWHERE.name, data)
    return None


def _occupied(view: Mur) -> int:
    return view.black | view.white | 1 << view.kraken


def _owes_withdrawal(view: Mur) -> bool:
    """Whether every place and move is forbidden, wherever it leads."""
    return view.seat < 0 or bool(view.leave) or view.seat in (view.owed_by, view.penalty)


def _moves(start: int) -> list[int]:
    first = board.FROM_CENTRE if start == board.CENTRE else board.MOVES + start * 4
    return list(range(first, first + board.ways(start)))
