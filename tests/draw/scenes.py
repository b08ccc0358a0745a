"""Scenes as the four games give them, made by hand: what the drawings are tried on."""

from math import sqrt

from ludarium.core.game import find_ruleset
from ludarium.core.scene import Note, Path, Piece, Scene, Score, Site, Stock, Stroke
from ludarium.draw.art import art_of

COLUMNS = "abcdefghijkl"


def mur(position: str = "black a3 a2 h1 c2 f3; white b1 b2 b3 g3 e2 d3 c1; kraken d1; next 1") -> Scene:
    ruleset = find_ruleset("mur-en")
    state = ruleset.game.read_position(ruleset.read({}), position)
    return ruleset.game.scene(state, int(state.seat)).with_last(["a2", "c2"])


def walled_mur() -> Scene:
    """White on c2 is walled in by Black and must leave; the kraken on d1 is in a pocket."""
    return mur("black b2 d2 c1 c3 d3 e1; white c2 b3 a1; kraken d1; leave c2; next 1")


def myrmidons() -> Scene:
    """Seat 0's view in the middle of an order: one enemy is face up, one has walked three squares."""
    sites = tuple(
        Site(
            f"{COLUMNS[column]}{row}",
            column + 0.5,
            7 - row + 0.5,
            "square",
            1,
            (*(("dark",) if (column + row) % 2 else ()), *({1: ("home0",), 7: ("home1",)}.get(row, ()))),
        )
        for row in range(1, 8)
        for column in range(6)
    )

    def block(site: str, owner: int, values: str, *marks: str, known: tuple[str, ...] = ()) -> Piece:
        badges = known or tuple(values)
        return Piece(site, values, owner, "block", "", ("A" if owner == 0 else "B") + "?", badges, marks)

    return Scene(
        box=(-0.6, -0.2, 6.8, 7.8),
        viewer=0,
        seat=0,
        seats=2,
        sites=sites,
        pieces=(
            block("a1", 0, "324"),
            block("e1", 0, "333"),
            block("c2", 0, "243", "ordered"),
            block("d2", 0, "111", "commander"),
            block("f2", 0, "522", "shown"),
            block("d3", 0, "432"),
            block("d4", 1, "333", "shown"),
            block("b5", 1, "?", known=("?", "?", "3+")),
            block("d6", 1, "?", known=("?", "?", "?")),
            block("e6", 1, "?", known=("2+", "?", "?")),
            block("a7", 1, "?", known=("?", "?", "2+")),
        ),
        lines=(Stroke("rect", (0, 0, 6, 7), ("thick",)),),
        notes=(
            *(Note(COLUMNS[column], column + 0.5, 7.3) for column in range(6)),
            *(Note(str(row), -0.3, 7 - row + 0.5) for row in range(1, 8)),
        ),
        stock=(Stock(1, "324", "block", 1, ("3", "2", "4")),),
        scores=(Score(0, "removed", 1, 4), Score(1, "removed", 0, 4)),
        paths=(
            Path("d3n1", ("d3", "d4")),
            Path("d3e1", ("d3", "e3")),
            Path("d3ne1", ("d3", "e4")),
            Path("d3w1", ("d3", "c3")),
            Path("a1n1", ("a1", "a2")),
        ),
        last=("b5", "e6"),
        threatened=("d4",),
    )


def hexagon(q: int, r: int, height: int = 1, *tags: str) -> Site:
    return Site(f"{q}:{r}", round(sqrt(3) * (q + r / 2), 4), 1.5 * r, "hexagon", 1, tags, height)


def box_of(sites: list[Site]) -> tuple[float, float, float, float]:
    low_x, high_x = min(s.x for s in sites) - 1, max(s.x for s in sites) + 1
    low_y, high_y = min(s.y for s in sites) - 1.2, max(s.y for s in sites) + 1.4
    return low_x, low_y, high_x - low_x, high_y - low_y


def mutterland() -> Scene:
    """Three players, a tower of five floors with cliffs, a lake."""
    heights = {(4, 3): 5, (4, 4): 3, (5, 3): 2, (5, 4): 2, (3, 4): 2, (3, 5): 2, (2, 4): 2, (6, 2): 4, (3, 6): 4}
    lake = {(6, 4), (1, 6), (4, 1)}
    sites = [
        hexagon(q, r, heights.get((q, r), 1))
        for r in range(8)
        for q in range(10)
        if (q, r) not in lake and 3 <= q + r <= 12 and 0 <= q + r // 2 <= 10
    ]

    def marble(site: str, owner: int, *marks: str) -> Piece:
        return Piece(site, "marble", owner, "marble", token="ABCDEF"[owner], marks=marks)

    return Scene(
        box=box_of(sites),
        viewer=0,
        seat=0,
        seats=3,
        sites=tuple(sites),
        pieces=(
            marble("4:3", 0),
            marble("5:3", 0, "moved"),
            marble("7:3", 0),
            marble("6:2", 1),
            marble("2:5", 1),
            marble("1:4", 1),
            marble("5:2", 2),
            marble("3:3", 2),
            marble("4:5", 2),
            marble("2:6", 2),
        ),
        stock=(Stock(1, "marble", "marble", 1), Stock(2, "marble", "marble", 0)),
        scores=(Score(0, "towers", 1, 2), Score(1, "towers", 1, 2), Score(2, "towers", 0, 2)),
        paths=(Path("7:3-8:2", ("7:3", "8:2")), Path("7:3-7:2", ("7:3", "7:2")), Path("7:3-5:2", ("7:3", "5:2"))),
        last=("5:3", "6:3"),
        threatened=("5:2",),
    )


def six_players() -> Scene:
    """Six players on a wide land under construction: as large as hexagons get on a phone."""
    land = {(q, r) for q in range(14) for r in range(5)}
    sites = [hexagon(q, r) for q, r in sorted(land, key=lambda cell: (cell[1], cell[0]))]
    sites += [hexagon(14, r, 0, "missing") for r in range(5)]
    pieces = [
        Piece(f"{q}:{r}", "marble", (q + r) % 6, "marble", token="ABCDEF"[(q + r) % 6])
        for q, r in sorted(land)
        if r in (0, 4) and q % 2
    ]
    return Scene(
        box=box_of(sites),
        viewer=-1,
        seat=4,
        seats=6,
        sites=tuple(sites),
        pieces=tuple(pieces),
        stock=tuple(Stock(owner, "marble", "marble", 3 - owner % 3) for owner in range(6)),
        scores=tuple(Score(owner, "towers", 0, 1) for owner in range(6)),
    )


def realm() -> Scene:
    """The middle of a turn: one enforcer has moved, an event must be decided in realm D2."""
    sites = []
    for row in range(1, 13):
        for column in range(12):
            tags: tuple[str, ...] = ("tint",) if ((row - 1) // 3 + column // 3) % 2 else ()
            if (row - 1) % 3 == 1 and column % 3 == 1:
                tags += ("centre",)
            sites.append(Site(f"{COLUMNS[column]}{row}", column + 0.5, 12 - row + 0.5, "square", 1, tags))

    def piece(site: str, shape: str, owner: int, facing: str = "", *marks: str) -> Piece:
        return Piece(site, shape, owner, shape, facing, "AB"[owner] + shape[0], marks=marks)

    return Scene(
        box=(-0.7, -0.2, 12.9, 13),
        viewer=0,
        seat=0,
        seats=2,
        sites=tuple(sites),
        pieces=(
            piece("b2", "base", 0),
            piece("h5", "base", 0),
            piece("k11", "base", 0),
            piece("a3", "power", 0),
            piece("g6", "power", 0),
            piece("i4", "power", 0),
            piece("c3", "enforcer", 0, "e"),
            piece("g4", "enforcer", 0, "n"),
            piece("i6", "enforcer", 0, "", "neutralised"),
            piece("j5", "enforcer", 0, "e"),
            piece("e2", "base", 1),
            piece("b8", "base", 1),
            piece("k5", "base", 1),
            piece("f3", "power", 1),
            piece("c9", "power", 1),
            piece("l6", "power", 1),
            piece("d1", "enforcer", 1, "w"),
            piece("j6", "enforcer", 1, "s"),
            piece("l4", "enforcer", 1, "", "neutralised"),
        ),
        lines=tuple(Stroke("rect", (3 * column, 3 * row, 3, 3), ("thick",)) for row in range(4) for column in range(4)),
        notes=(
            *(Note(COLUMNS[column], column + 0.5, 12.4) for column in range(12)),
            *(Note(str(row), -0.35, 12 - row + 0.5) for row in range(1, 13)),
        ),
        stock=(
            Stock(0, "base", "base", 9),
            Stock(0, "power", "power", 0),
            Stock(0, "enforcer", "enforcer", 4),
            Stock(1, "base", "base", 9),
            Stock(1, "power", "power", 0),
            Stock(1, "enforcer", "enforcer", 5),
        ),
        scores=(Score(0, "realms", 3), Score(1, "realms", 3)),
        paths=(Path("c3-f3", ("c3", "c7")), Path("c3-d3", ("c3", "d3")), Path("c3-e3", ("c3", "e3"))),
        last=("h6", "j5"),
        forced=("j6",),
    )


# The same scenes by name, with the game that each one is of.
SCENES = {
    "mur": mur,
    "walled": walled_mur,
    "myrmidons": myrmidons,
    "mutterland": mutterland,
    "six": six_players,
    "realm": realm,
}
GAMES = {
    name: find_ruleset(ruleset).game
    for name, ruleset in {
        "mur": "mur-en",
        "walled": "mur-en",
        "myrmidons": "myrmidons",
        "mutterland": "mutterland",
        "six": "mutterland",
        "realm": "realm",
    }.items()
}
ARTS = {name: art_of(game) for name, game in GAMES.items()}
PICKED = {"mur": "b2", "myrmidons": "d3", "mutterland": "7:3", "realm": "c3"}
