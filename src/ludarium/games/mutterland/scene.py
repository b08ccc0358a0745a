"""Mutter Land's columns and marbles as a drawing description."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from math import sqrt

from ludarium.core.scene import Note, Path, Piece, Scene, Score, Site, Stock
from ludarium.games.mutterland import rules, rules_steps
from ludarium.games.mutterland.notation import COLOURS, is_site, read_site, site_name, step_text
from ludarium.games.mutterland.rules import MutterLand
from ludarium.games.mutterland.rules_columns import MOVED, SEAT_BITS, TOWER
from ludarium.games.mutterland.rules_land import ORIGIN, TOWARDS, WAY_NAMES, WAYS, can_be_written, q_of, r_of
from ludarium.games.mutterland.terms import MOST_PLAYERS

Box = tuple[float, float, float, float]
_SIZE = 0.97  # of a hexagon; their centres are one step of a grid for size 1 apart
# Around the middles of the outermost hexagons: there is room for names to the left and in front, and for the sides of
# columns.
_LEFT, _RIGHT, _BACK, _FRONT = 2.7, 1.8, 1.6, 2.7
_NAMES = 2.0  # how far to the left of the land the names of rows stand


def scene(view: MutterLand, seat: int) -> Scene:
    rows = view.columns.rows()
    box, sites, notes = _ground(tuple([(one, height) for one, height, _ in (*rows, *_shore(view))]), view.options.floor)
    steps = list(view.legal())
    return Scene(
        box=box,
        viewer=seat,
        seat=int(view.seat),
        seats=int(view.seats),
        sites=sites,
        notes=notes,
        pieces=tuple([_piece(one, marble) for one, _, marble in rows if marble]),
        stock=tuple(Stock(owner, COLOURS[owner], "marble", _beside(view, owner)) for owner in range(view.seats)),
        scores=scores(view),
        paths=tuple(_paths(steps)) if view.seat == seat else (),
        threatened=tuple(_threatened(view, steps)),
    )


def scores(view: MutterLand) -> tuple[Score, ...]:
    """MUT-E1, E2, X1: the marbles on the floor that wins or higher, and how many of them win."""
    goal, floor = view.options.towers_to_win(), view.options.floor
    name = "towers" if floor == TOWER else f"towers_{floor}"
    return tuple(Score(owner, name, int(view.columns.marbles_of(owner, floor)), goal) for owner in range(view.seats))


def _shore(view: MutterLand) -> list[tuple[int, int, int]]:
    """Where a nut can be laid: columns without any yet."""
    if view.stage != rules.LAYING:
        return []
    land = view.columns.land
    return [(int(one), 0, 0) for one in (land.shore() if land.size else [ORIGIN])]


@lru_cache(maxsize=512)
def _ground(columns: tuple[tuple[int, int], ...], goal: int) -> tuple[Box, tuple[Site, ...], tuple[Note, ...]]:
    """All that stays while marbles move, the very same again."""
    ordered = sorted(columns)
    box, notes = _surroundings(tuple([one for one, _ in ordered]))
    return box, tuple([_site(one, height, goal) for one, height in ordered]), notes


@lru_cache(maxsize=512)
def _surroundings(hexagons: tuple[int, ...]) -> tuple[Box, tuple[Note, ...]]:
    """What follows from where hexagons are, however high."""
    sites = tuple([_site(one, 1, 2) for one in hexagons])
    return _box(sites), _notes(sites)


@lru_cache(maxsize=8192)
def _site(one: int, height: int, goal: int) -> Site:
    """Columns that are so high that a marble on them counts are golden (MUT-E1)."""
    tags = ("golden",) if height >= goal else () if height else ("missing",)
    return Site(site_name(one), *_place(one), "hexagon", _SIZE, tags, height)


def _place(one: int) -> tuple[float, float]:
    q, r = float(q_of(one)), float(r_of(one))
    return round(sqrt(3) * (q + r / 2), 4), 1.5 * r


def _box(sites: tuple[Site, ...]) -> Box:
    xs, ys = [site.x for site in sites], [site.y for site in sites]
    left, top = min(xs) - _LEFT, min(ys) - _BACK
    return round(left, 4), round(top, 4), round(max(xs) + _RIGHT - left, 4), round(max(ys) + _FRONT - top, 4)


def _notes(sites: tuple[Site, ...]) -> tuple[Note, ...]:
    """Half a name each, ``3:`` and ``:5``: the row to the left, the other number where its hexagons end in front."""
    left = round(min(site.x for site in sites) - _NAMES, 4)
    rows: dict[str, Note] = {}
    ends: dict[str, Note] = {}
    for site in sites:
        q, r = site.name.split(":")
        rows[r] = Note(f":{r}", left, site.y)
        if q not in ends or ends[q].y < site.y:
            ends[q] = Note(f"{q}:", site.x, site.y)
    step = sqrt(3) / 2  # from a hexagon to the next one in front
    return (*rows.values(), *(Note(one.text, round(one.x + step, 4), one.y + 1.9) for one in ends.values()))


@lru_cache(maxsize=8192)
def _piece(one: int, marble: int) -> Piece:
    owner = (marble & SEAT_BITS) - 1
    colour = COLOURS[owner]
    marks = ("moved",) if marble & MOVED else ()
    return Piece(site_name(one), colour, owner, "marble", token=colour[0].upper(), marks=marks)


def _beside(view: MutterLand, owner: int) -> int:
    """Marbles beside the land: not placed yet, or fallen."""
    if view.stage in (rules.LAYING, rules.PLACING):
        return int(view.options.marbles_each() - view.columns.marbles_of(owner, 1))
    return int(view.fallen_of(owner))


def _threatened(view: MutterLand, steps: list[int]) -> list[str]:
    """Marbles that the seat to act can push off the land."""
    found = []
    for step in steps:
        way = rules_steps.way_of(step)
        second = rules_steps.second_of(step)
        if rules_steps.kind_of(step) == rules_steps.MOVE and way >= 0:
            land = view.columns.land
            if not view.columns.height(land.place(second + TOWARDS[way])):
                found.append(site_name(second))
    return list(dict.fromkeys(found))


def paths(view: MutterLand) -> list[Path]:
    return _paths(list(view.legal()))


def _paths(steps: list[int]) -> list[Path]:
    pushes = Counter(step >> 8 for step in steps if rules_steps.kind_of(step) == rules_steps.MOVE)
    return [_path(step, pushes[step >> 8] > 1) for step in steps]


@lru_cache(maxsize=32_768)
def _path(step: int, ambiguous: bool) -> Path:
    """``ambiguous``: the same two hexagons can mean a push in another way."""
    kind = rules_steps.kind_of(step)
    first, second = site_name(rules_steps.first_of(step)), site_name(rules_steps.second_of(step))
    clicks: tuple[str, ...]
    if kind in (rules_steps.LAY, rules_steps.PLACE):
        clicks = (first,)
    elif kind == rules_steps.MOVE:
        clicks = (first, second)
        if ambiguous:
            clicks += ("#" + WAY_NAMES[rules_steps.way_of(step)],)
    elif kind == rules_steps.BUILD:
        clicks = (first, second)
    elif kind == rules_steps.RETURN:
        clicks = ("#return", f"#seat{rules_steps.second_of(step)}")
    else:
        clicks = ("#end",)
    return Path(step_text(step), clicks)


# --- what clicks can mean -------------------------------------------------------------------------------------
_PUSHES = {"#" + name: way + 1 for way, name in enumerate(WAY_NAMES)}
_BETWEEN = (rules_steps.MOVE, rules_steps.BUILD)
_HELPERS = {f"#seat{seat}": seat for seat in range(MOST_PLAYERS)}


def steps_for_clicks(view: MutterLand, clicks: Sequence[str]) -> list[int]:
    """The steps that a person could mean by these clicks."""
    match [read_site(click) if is_site(click) else click for click in clicks]:
        case ["#end"]:
            return [int(rules_steps.END_TURN)]
        case ["#return"]:
            others = [seat for seat in range(view.seats) if seat != view.seat]
            return [rules_steps.step_of(rules_steps.RETURN, 0, seat, 0) for seat in others]
        case ["#return", str(helper)] if helper in _HELPERS:
            return [rules_steps.step_of(rules_steps.RETURN, 0, _HELPERS[helper], 0)]
        case [int(one)]:
            return _meant_at(view, one)
        case [int(first), int(second)]:
            return _meant_between(view, first, second)
        case [int(first), int(second), str(way)] if way in _PUSHES:
            return [rules_steps.step_of(rules_steps.MOVE, first, second, _PUSHES[way])]
    return []


def _meant_at(view: MutterLand, one: int) -> list[int]:
    """By a click on a hexagon that is to be filled, or on what is to be moved."""
    if view.stage == rules.LAYING:
        return [rules_steps.step_of(rules_steps.LAY, one, 0, 0)]
    if view.stage in (rules.PLACING, rules.RETURNING):
        return [rules_steps.step_of(rules_steps.PLACE, one, 0, 0)]
    begun = [
        step for step in view.legal() if rules_steps.kind_of(step) in _BETWEEN and rules_steps.first_of(step) == one
    ]
    around = [one + TOWARDS[way] for way in range(WAYS) if can_be_written(one + TOWARDS[way])]
    return begun or [step for second in around for step in _meant_between(view, one, second)]


def _meant_between(view: MutterLand, first: int, second: int) -> list[int]:
    """A marble goes, or where there is none a nut. Another one's marble can be pushed in every way, most likely in the
    one that leads on from where the first marble stands.
    """
    seats = {one: (marble & SEAT_BITS) - 1 for one, _, marble in view.columns.rows() if marble}
    if first not in seats:
        return [rules_steps.step_of(rules_steps.BUILD, first, second, 0)]
    pushes = [0]
    if seats.get(second, view.seat) != view.seat:
        (x, y), (to_x, to_y) = _place(first), _place(second)
        ways = [(_place(ORIGIN + TOWARDS[way]), way + 1) for way in range(WAYS)]
        pushes = [
            way for _, way in sorted((-(to_x - x) * dx - (to_y - y) * dy, way) for (dx, dy), way in ways)
        ] + pushes
    return [rules_steps.step_of(rules_steps.MOVE, first, second, push) for push in pushes]
