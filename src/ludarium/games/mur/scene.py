"""Mur's round board as a drawing description."""

from collections import Counter
from math import cos, pi, sin

from ludarium.core.scene import Line, Note, Path, Piece, Scene, Score, Site, Stock
from ludarium.games.mur import rules
from ludarium.games.mur.notation import DIRECTIONS, SIDES, site_list, site_name, step_text
from ludarium.games.mur.rules import Mur

_WAYS = dict(zip(DIRECTIONS, ("#clockwise", "#counter_clockwise", "#inward", "#outward"), strict=True))


def _place(point: int) -> tuple[float, float]:
    """Spoke a points up, the others follow clockwise; the rings are one unit apart."""
    if point == rules.CENTRE:
        return 0.0, 0.0
    radius, angle = point // 8 + 1, point % 8 * pi / 4
    return round(radius * sin(angle), 4), round(-radius * cos(angle), 4)


def _sites(ports: bool) -> tuple[Site, ...]:
    sites = []
    for point in range(rules.POINTS):
        x, y = _place(point)
        tags = ("port",) if ports and rules.PORTS >> point & 1 else ()
        sites.append(Site(site_name(point), x, y, "point", 0.34, tags))
    return tuple(sites)


_LINES = (
    Line("circle", (0, 0, 3.6), ("sea",)),
    *(Line("circle", (0, 0, ring)) for ring in (1, 2, 3)),
    *(Line("path", (*_place(16 + spoke), *_place(20 + spoke))) for spoke in range(4)),
)
_NOTES = tuple(Note("abcdefgh"[spoke], *(round(value * 1.25, 4) for value in _place(16 + spoke))) for spoke in range(8))


def scene(view: Mur, seat: int) -> Scene:
    return Scene(
        box=(-3.9, -3.9, 7.8, 7.8),
        viewer=seat,
        seat=int(view.seat),
        seats=2,
        sites=_sites(not view.jp),
        pieces=tuple(_pieces(view)),
        lines=_LINES,
        notes=_NOTES,
        stock=tuple(
            Stock(owner, SIDES[owner], "ship", rules.SHIPS - rules.count(ships))
            for owner, ships in enumerate((view.black, view.white))
        ),
        scores=tuple(
            Score(owner, "traps" if view.jp else "closes", closes, rules.CLOSES_TO_WIN)
            for owner, closes in enumerate((view.closes_black, view.closes_white))
        ),
        paths=tuple(_paths(view)) if view.seat == seat else (),
        forced=tuple(site_list(view.leave or (view.owed if view.owed_by == view.seat else 0))),
        threatened=tuple(_threatened(view)),
    )


def _pieces(view: Mur) -> list[Piece]:
    pieces = []
    for owner, ships, others in ((0, view.black, view.white), (1, view.white, view.black)):
        walled = rules.walled_by(others)
        for name in site_list(ships):
            bit = 1 << _index(name)
            number = str(rules.class_of(bit, ships))
            marks = ("walled",) if walled & bit else ()
            pieces.append(
                Piece(name, SIDES[owner], owner, "ship", token="BW"[owner] + number, badges=(number,), marks=marks)
            )
    marks = ("walled",) if (rules.walled_by(view.black) | rules.walled_by(view.white)) >> view.kraken & 1 else ()
    pieces.append(Piece(site_name(view.kraken), "kraken", -1, "kraken", token="K", marks=marks))
    return pieces


def _index(name: str) -> int:
    return next(point for point in range(rules.POINTS) if site_name(point) == name)


def _threatened(view: Mur) -> list[str]:
    """Pieces in a pocket: one point is missing, and empty, for the opponent to close on them."""
    found = []
    occupied = view.black | view.white | 1 << view.kraken
    for pieces, walls in (
        (view.black | 1 << view.kraken, view.white),
        (view.white | 1 << view.kraken, view.black),
    ):
        for name in site_list(pieces):
            open_points = rules.neighbours(1 << _index(name)) & ~walls
            if rules.count(open_points) == 1 and not open_points & occupied and name not in found:
                found.append(name)
    return found


def _paths(view: Mur) -> list[Path]:
    steps = list(view.legal())
    ends = {step: _end(view, step) for step in steps if rules.MOVES <= step < rules.WITHDRAW}
    shared = Counter((rules.start_of(step), end) for step, end in ends.items())
    only_withdrawals = all(step >= rules.WITHDRAW for step in steps)
    paths = []
    for step in steps:
        text = step_text(step)
        if step < rules.MOVES:
            clicks: tuple[str, ...] = (text[1:],)
        elif step < rules.WITHDRAW:
            start = rules.start_of(step)
            clicks = (site_name(start), site_name(ends[step]))
            if shared[start, ends[step]] > 1:
                clicks += (_WAYS[text[-1]] if start != rules.CENTRE else "#" + text[-1],)
        elif step == rules.WITHDRAW_ALL:
            clicks = ("#withdraw_all",)
        else:
            clicks = (text[1:],) if only_withdrawals else (text[1:], "#withdraw")
        paths.append(Path(text, clicks))
    return paths


def _end(view: Mur, step: int) -> int:
    return rules.arrival(step, rules.class_of(1 << rules.start_of(step), view.white if view.seat else view.black))
