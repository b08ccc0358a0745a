"""Mutter Land's columns and marbles as a drawing description."""

from collections import Counter
from functools import lru_cache
from math import sqrt

from ludarium.core.scene import Path, Piece, Scene, Score, Site, Stock
from ludarium.games.mutterland import rules, rules_steps
from ludarium.games.mutterland.notation import COLOURS, site_name, step_text
from ludarium.games.mutterland.rules import MutterLand
from ludarium.games.mutterland.rules_columns import MOVED, SEAT_BITS, TOWER
from ludarium.games.mutterland.rules_land import ORIGIN, TOWARDS, WAY_NAMES, q_of, r_of

_SIZE = 0.97  # of a hexagon; their centres are one step of a grid for size 1 apart
_MARGIN = 1.6


def scene(view: MutterLand, seat: int) -> Scene:
    rows = view.column_rows()
    sites = _sites(tuple((one, height) for one, height, _ in (*rows, *_shore(view))))
    steps = list(view.legal())
    return Scene(
        box=_box(sites),
        viewer=seat,
        seat=int(view.seat),
        seats=int(view.seats),
        sites=sites,
        pieces=tuple(_piece(one, marble) for one, _, marble in rows if marble),
        stock=tuple(Stock(owner, COLOURS[owner], "marble", _beside(view, owner)) for owner in range(view.seats)),
        scores=tuple(
            Score(owner, "towers", int(view.columns.marbles_of(owner, TOWER)), int(rules.towers_to_win(view.seats)))
            for owner in range(view.seats)
        ),
        paths=tuple(_paths(steps)) if view.seat == seat else (),
        threatened=tuple(_threatened(view, steps)),
    )


def _shore(view: MutterLand) -> list[tuple[int, int, int]]:
    """Where a nut can be laid: columns without any yet."""
    if view.stage != rules.LAYING:
        return []
    land = view.columns.land
    return [(int(one), 0, 0) for one in (land.shore() if land.size else [ORIGIN])]


@lru_cache(maxsize=512)
def _sites(columns: tuple[tuple[int, int], ...]) -> tuple[Site, ...]:
    sites = []
    for one, height in sorted(columns):
        q, r = float(q_of(one)), float(r_of(one))
        tags = () if height else ("missing",)
        sites.append(Site(site_name(one), round(sqrt(3) * (q + r / 2), 4), 1.5 * r, "hexagon", _SIZE, tags, height))
    return tuple(sites)


def _box(sites: tuple[Site, ...]) -> tuple[float, float, float, float]:
    xs, ys = [site.x for site in sites], [site.y for site in sites]
    left, top = min(xs) - _MARGIN, min(ys) - _MARGIN
    return round(left, 4), round(top, 4), round(max(xs) + _MARGIN - left, 4), round(max(ys) + _MARGIN - top, 4)


@lru_cache(maxsize=8192)
def _piece(one: int, marble: int) -> Piece:
    owner = (marble & SEAT_BITS) - 1
    colour = COLOURS[owner]
    marks = ("moved",) if marble & MOVED else ()
    return Piece(site_name(one), colour, owner, "marble", token=colour[0].upper(), marks=marks)


def _beside(view: MutterLand, owner: int) -> int:
    """Marbles beside the land: not placed yet, or fallen."""
    if view.stage in (rules.LAYING, rules.PLACING):
        return int(rules.marbles_each(view.seats) - view.columns.marbles_of(owner, 1))
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
