"""Realm's board as a drawing description."""

from collections.abc import Sequence
from functools import lru_cache

from ludarium.core.scene import CHOICE, Note, Path, Piece, Scene, Score, Site, Stock, Stroke
from ludarium.games.realm import rules, rules_board
from ludarium.games.realm.notation import COLUMNS, FACINGS, SQUARES, WORDS, lifted_pieces, site_name, step_text
from ludarium.games.realm.rules import Realm
from ludarium.games.realm.rules_event import MAY_CAPTURE, MAY_ENFORCE, MAY_NEUTRALISE
from ludarium.games.realm.rules_rearrange import first_place, next_is_power
from ludarium.games.realm.terms import PIECES

_SHAPES = ("base", "power", "enforcer", "enforcer")
_LETTERS = "BPEN"  # capitals for seat 0, small letters for seat 1
_ARROWS = "^>v<"


def _sites() -> tuple[Site, ...]:
    """Squares of side 1, row 12 at the top; a square's x and y are its middle."""
    sites = []
    for square in range(rules_board.SQUARES):
        column, row = int(rules_board.column_of(square)), int(rules_board.row_of(square))
        tags: tuple[str, ...] = ("tint",) if (column // 3 + row // 3) % 2 else ()
        if square % 9 == rules_board.CENTRE:
            tags += ("centre",)
        sites.append(Site(site_name(square), column, 11 - row, "square", 1, tags))
    return tuple(sites)


_SITES = _sites()
_LINES = tuple(
    line
    for at in (-0.5, 2.5, 5.5, 8.5, 11.5)
    for line in (Stroke("path", (at, -0.5, at, 11.5), ("thick",)), Stroke("path", (-0.5, at, 11.5, at), ("thick",)))
)
_BOX = (-1.15, -1.15, 13.3, 13.3)  # with a rim around the squares
_NOTES = (
    *(Note(letter, column, 11.88) for column, letter in enumerate(COLUMNS)),
    *(Note(str(row + 1), -0.88, 11 - row) for row in range(12)),
)


def scene(view: Realm, seat: int) -> Scene:
    return Scene(
        box=_BOX,
        viewer=seat,
        seat=int(view.seat),
        seats=2,
        sites=_SITES,
        pieces=tuple(_piece(square, piece) for square, piece in enumerate(view.board) if piece),
        lines=_LINES,
        notes=_NOTES,
        stock=tuple(stock for owner in (0, 1) for stock in _stock(view, owner)),
        scores=scores(view),
        paths=paths(view) if view.seat == seat else (),
        forced=tuple(_forced(view)),
        threatened=tuple(_threatened(view)),
    )


def scores(view: Realm) -> tuple[Score, ...]:
    """RLM-F2: what is counted at the end."""
    return tuple(
        score
        for owner in (0, 1)
        for score in (
            Score(owner, "realms", view.realms(owner)),
            Score(owner, "enforcers", view.enforcers(owner)),
        )
    )


@lru_cache(maxsize=8192)
def _piece(square: int, piece: int) -> Piece:
    kind, owner = (piece >> 3) - 1, piece >> 2 & 1
    pointed = PIECES[kind] == "enforcer"
    token = _LETTERS[kind] if owner == 0 else _LETTERS[kind].lower()
    return Piece(
        site_name(square),
        PIECES[kind],
        owner,
        _SHAPES[kind],
        facing=FACINGS[piece & 3] if pointed else "",
        token=token + (_ARROWS[piece & 3] if pointed else ""),
        marks=("neutralised",) if PIECES[kind] == "neutralised" else (),
    )


def _stock(view: Realm, owner: int) -> list[Stock]:
    """What lies beside the board; powers only while they are put, in the set-up or in a rearrangement."""
    stock = []
    if view.stage in (rules.PUTS_BASE, rules.PUTS_POWER):
        placed = sum(piece >> 2 == rules_board.POWER + owner for piece in view.board)
        stock.append(Stock(owner, "power", "power", view.powers - placed))
    if view.stage == rules.REARRANGES and view.seat == owner:
        coming = [piece for square, piece in lifted_pieces(view) if view.left >> 3 * (square % 9) & 1]
        powers = sum(piece >> 2 == rules_board.POWER + owner for piece in coming)
        stock.append(Stock(owner, "lifted_power", "power", powers))
        stock.append(Stock(owner, "lifted_enforcer", "enforcer", len(coming) - powers))
    stock.append(Stock(owner, "enforcer", "enforcer", view.hand[rules.HAND_ENFORCERS + owner]))
    stock.append(Stock(owner, "base", "base", view.hand[rules.HAND_BASES + owner]))
    stock.append(Stock(owner, "captured", "base", view.hand[rules.CAPTURED + owner]))
    return stock


def _forced(view: Realm) -> list[str]:
    """The piece whose event is to be decided, or the old square of the piece to be put down."""
    if view.event:
        return [site_name(view.stopped)]
    return [site_name(view.lifted * 9 + first_place(view.left))] if view.left else []


def _threatened(view: Realm) -> list[str]:
    """What the event to be decided could cost the opponent."""
    if view.event == MAY_CAPTURE:
        return [site_name(rules_board.centre_of(view.stopped // 9))]
    if view.event != MAY_NEUTRALISE:
        return []
    victims = [step for step in view.legal() if step < rules_board.CREATE]
    return [site_name(step - rules_board.VICTIM) for step in victims]


def paths(view: Realm) -> tuple[Path, ...]:
    return tuple([_path(step) for step in view.legal()])


@lru_cache(maxsize=32_768)
def _path(step: int) -> Path:
    text = step_text(step)
    if step < rules_board.PUT_POWER:
        clicks: tuple[str, ...] = (_centre(step),)
    elif step < rules_board.MOVE:
        clicks = (text[1:],)
    elif step < rules_board.PUT_ENFORCER:
        clicks = tuple(text.split("-"))
    elif step < rules_board.VICTIM:
        clicks = (text[1:-1], CHOICE + text[-1])
    elif step < rules_board.CREATE:
        clicks = (text[1:],)
    elif step < rules_board.REARRANGE:
        clicks = (CHOICE + text,)
    elif step < rules_board.RETURN_POWER:
        clicks = (CHOICE + "rearrange", _centre(step - rules_board.REARRANGE))
    elif step < rules_board.RETURN_ENFORCER:
        clicks = (text,)
    else:
        clicks = (text[:-1], CHOICE + text[-1])
    return Path(text, clicks)


def _centre(realm: int) -> str:
    return site_name(rules_board.centre_of(realm))


# --- what clicks can mean -------------------------------------------------------------------------------------
_TURNS = {CHOICE + facing: way for way, facing in enumerate(FACINGS)}
_WORDS = {CHOICE + word: int(step) for word, step in WORDS.items()}


def steps_for_clicks(view: Realm, clicks: Sequence[str]) -> list[int]:
    """The steps that a person could mean by these clicks."""
    match [SQUARES.get(click, click) for click in clicks]:
        case [str(word)] if word in _WORDS:
            return [_WORDS[word]]
        case ["#rearrange"]:
            return [rules_board.REARRANGE + realm for realm in range(rules_board.REALMS)]
        case ["#rearrange", int(square)] if rules_board.is_centre(square):
            return [rules_board.REARRANGE + rules_board.realm_of(square)]
        case [int(square), str(facing)] if facing in _TURNS:
            return [_pointed(view, square) + _TURNS[facing]]
        case [int(start), int(stop)] if start != stop:
            return [int(rules_board.move_step(start, stop))]
        case [int(square)]:
            return _meant_at(view, square)
    return []


def _meant_at(view: Realm, square: int) -> list[int]:
    """By a click on a square that is to be filled, or on a piece that is to move or to be lost."""
    if view.stage == rules.PUTS_BASE and rules_board.is_centre(square):
        return [rules_board.PUT_BASE + rules_board.realm_of(square)]
    if view.stage in (rules.PUTS_BASE, rules.PUTS_POWER):
        return [rules_board.PUT_POWER + square]
    if view.stage == rules.REARRANGES and next_is_power(view.old, view.left):
        return [rules_board.RETURN_POWER + square]
    if view.stage == rules.REARRANGES or view.event == MAY_ENFORCE:
        return [_pointed(view, square) + way for way in range(rules_board.WAYS)]
    if view.event:
        return [rules_board.VICTIM + square]
    first = rules_board.MOVE + square * rules_board.LINE
    return list(range(first, first + rules_board.LINE))


def _pointed(view: Realm, square: int) -> int:
    """Putting an enforcer there that points north; the other ways follow."""
    kind = rules_board.RETURN_ENFORCER if view.stage == rules.REARRANGES else rules_board.PUT_ENFORCER
    return kind + square * rules_board.WAYS
