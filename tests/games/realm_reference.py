"""Realm once more, slowly and as the rule text says it, to check the rules against.

Nothing here is shared with the rules: pieces have identities, a turn remembers all its moves, and whether a
rearrangement can be completed is found out by trying.
"""

from dataclasses import dataclass, replace

Square = tuple[int, int]
WAYS = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}
OPPOSITE = {"n": "s", "s": "n", "e": "w", "w": "e"}


@dataclass(frozen=True)
class Piece:
    owner: int
    kind: str  # base, power, enforcer, neutral
    facing: str = ""
    number: int = 0  # who it is


def name(square: Square) -> str:
    return "abcdefghijkl"[square[0]] + str(square[1] + 1)


def realm_of(square: Square) -> Square:
    return square[0] // 3, square[1] // 3


def realm_name(realm: Square) -> str:
    return "ABCD"[realm[0]] + str(realm[1] + 1)


def centre_of(realm: Square) -> Square:
    return realm[0] * 3 + 1, realm[1] * 3 + 1


def border_of(realm: Square) -> list[Square]:
    """In board order."""
    squares = [(realm[0] * 3 + x, realm[1] * 3 + y) for y in range(3) for x in range(3)]
    return [square for square in squares if square != centre_of(realm)]


REALMS = [(x, y) for y in range(4) for x in range(4)]
SQUARES = {name((x, y)): (x, y) for x in range(12) for y in range(12)}
REALM_NAMES = {realm_name(realm): realm for realm in REALMS}


class Reference:
    """A game of Realm that is told its steps as text."""

    def __init__(
        self,
        powers: int,
        enforcers: int,
        bases: int,
        centres: str,
        events: str,
        counter: str,
        quiet_cap: int,
        turn_cap: int,
    ) -> None:
        self.powers, self.counter = powers, counter
        self.centres_block = centres == "blocked"
        self.must_take = events == "compulsory"
        self.quiet_cap, self.turn_cap = quiet_cap, turn_cap
        self.board: dict[Square, Piece] = {}
        self.bases = [bases, bases]
        self.enforcers = [enforcers, enforcers]
        self.seat, self.over = 0, False
        self.numbers = 0
        self.turns: list[str] = []  # what each turn was: moves, pass or a realm's name
        self.quiet = 0
        self.new_turn()

    def new_turn(self) -> None:
        self.moved: list[tuple[int, Square, Square]] = []  # piece, source and target of this turn's moves
        self.created: set[int] = set()
        self.event = ""
        self.stopped: Square | None = None
        self.taken = False
        self.lifted: list[tuple[Square, Piece]] = []
        self.waiting: list[tuple[Square, Piece]] = []
        self.realm: Square = (-1, -1)

    # --- questions ------------------------------------------------------------------------------------------------
    def count(self, realm: Square, owner: int, kind: str) -> int:
        here = [self.board[square] for square in [*border_of(realm), centre_of(realm)] if square in self.board]
        return sum(piece.owner == owner and piece.kind == kind for piece in here)

    def own(self, kind: str, seat: int | None = None) -> list[Square]:
        owner = self.seat if seat is None else seat
        return [square for square, piece in self.board.items() if piece.owner == owner and piece.kind == kind]

    def legal(self) -> set[str]:
        if self.over:
            return set()
        if not self.turns and (len(self.own("base", 0)) < self.powers or len(self.own("base", 1)) < self.powers):
            return self.legal_bases()
        if not self.turns and (len(self.own("power", 0)) < self.powers or len(self.own("power", 1)) < self.powers):
            if not self.moved and not self.waiting:
                return self.legal_powers()
        if self.waiting:
            return self.legal_returns()
        if self.event:
            choices = self.legal_choices()
            return choices - {"no"} if self.must_take else choices
        steps = {f"{name(a)}-{name(b)}" for a in self.board for b in SQUARES.values() if self.may_move(a, b)}
        if self.moved:
            return steps | {"end"}
        steps |= {f"rearrange {realm_name(realm)}" for realm in REALMS if self.may_rearrange(realm)}
        return steps | {"pass"}

    def legal_bases(self) -> set[str]:
        empty = [realm for realm in REALMS if centre_of(realm) not in self.board]
        mine = [realm_of(square) for square in self.own("base")]
        apart = [realm for realm in empty if all(realm[0] != x and realm[1] != y for x, y in mine)]
        return {"*" + realm_name(realm) for realm in apart or empty}

    def legal_powers(self) -> set[str]:
        realms = [realm_of(square) for square in self.own("base")]
        free = [realm for realm in realms if not self.count(realm, self.seat, "power")]
        return {"+" + name(square) for realm in free for square in border_of(realm)}

    def may_move(self, start: Square, stop: Square) -> bool:
        piece = self.board[start]
        if piece.owner != self.seat or piece.kind not in ("power", "enforcer"):
            return False
        if piece.number in self.created or piece.number in [number for number, _, _ in self.moved]:
            return False
        for way, (x, y) in WAYS.items():
            path = [(start[0] + x * n, start[1] + y * n) for n in range(1, 12)]
            if stop in path:
                path = path[: path.index(stop) + 1]
                if piece.kind == "enforcer" and way == OPPOSITE[piece.facing]:
                    return False
                break
        else:
            return False
        if any(square in self.board for square in path) or stop == centre_of(realm_of(stop)):
            return False
        if self.centres_block and any(square == centre_of(realm_of(square)) for square in path):
            return False
        if realm_of(start) == realm_of(stop):
            return False
        turn = [*self.moved, (piece.number, realm_of(start), realm_of(stop))]
        return len({source for _, source, _ in turn}) == 1 or len({target for _, _, target in turn}) == 1

    def legal_choices(self) -> set[str]:
        assert self.stopped is not None
        realm = realm_of(self.stopped)
        if self.event == "E1":
            return {"create", "no"}
        if self.event == "E4":
            return {"capture", "no"}
        squares = border_of(realm)
        if self.event == "E2":
            return {f"+{name(square)}{way}" for square in squares if square not in self.board for way in WAYS} | {"no"}
        enemy = [square for square in squares if square in self.board and self.board[square].owner != self.seat]
        return {"x" + name(square) for square in enemy if self.board[square].kind == "enforcer"} | {"no"}

    # --- rearrangement --------------------------------------------------------------------------------------------
    def mobile_in(self, realm: Square) -> list[tuple[Square, Piece]]:
        here = [(square, self.board[square]) for square in border_of(realm) if square in self.board]
        return [(s, piece) for s, piece in here if piece.owner == self.seat and piece.kind in ("power", "enforcer")]

    def may_rearrange(self, realm: Square) -> bool:
        mine = self.turns[::-1][1::2]  # the last turn was the opponent's
        pieces = self.mobile_in(realm)
        if not pieces or mine[:2] == [realm_name(realm)] * 2:
            return False
        board = {square: piece for square, piece in self.board.items() if (square, piece) not in pieces}
        return completes(board, realm, pieces, pieces)

    def legal_returns(self) -> set[str]:
        (old, piece), *rest = self.waiting
        steps = set()
        for square in border_of(self.realm):
            if square in self.board or square == old:
                continue
            for way in WAYS if piece.kind == "enforcer" else ("",):
                board = {**self.board, square: replace(piece, facing=way)}
                if completes(board, self.realm, rest, self.lifted):
                    steps.add(name(square) + way)
        return steps

    # --- steps ----------------------------------------------------------------------------------------------------
    def take(self, text: str) -> None:
        assert text in self.legal(), text
        if text[0] == "*":
            self.put_base(REALM_NAMES[text[1:]])
            self.seat = 1 - self.seat
        elif text[0] == "+" and text[1:] in SQUARES:
            self.put(SQUARES[text[1:]], Piece(self.seat, "power"))
            self.seat = 1 - self.seat
        elif "-" in text:
            self.move(*(SQUARES[square] for square in text.split("-")))
        elif text == "end":
            self.end_turn("moves")
        elif text == "pass":
            self.end_turn("pass")
        elif text.startswith("rearrange"):
            self.realm = REALM_NAMES[text.split()[1]]
            self.lifted = self.mobile_in(self.realm)
            self.waiting = list(self.lifted)
            for square, _ in self.lifted:
                del self.board[square]
        elif self.waiting:
            (_, piece), *self.waiting = self.waiting
            where, facing = (text, "") if piece.kind == "power" else (text[:-1], text[-1])
            self.board[SQUARES[where]] = replace(piece, facing=facing)
            if not self.waiting:
                self.end_turn(realm_name(self.realm))
        else:
            self.choose(text)

    def put(self, square: Square, piece: Piece) -> None:
        self.numbers += 1
        self.board[square] = replace(piece, number=self.numbers)

    def put_base(self, realm: Square) -> None:
        self.put(centre_of(realm), Piece(self.seat, "base"))
        self.bases[self.seat] -= 1

    def move(self, start: Square, stop: Square) -> None:
        piece = self.board.pop(start)
        if piece.kind == "enforcer":
            across, up = stop[0] - start[0], stop[1] - start[1]
            piece = replace(piece, facing=("n" if up > 0 else "s") if up else ("e" if across > 0 else "w"))
        self.board[stop] = piece
        self.moved.append((piece.number, realm_of(start), realm_of(stop)))
        realm, enemy = realm_of(stop), 1 - self.seat
        base = self.board.get(centre_of(realm))
        active = self.count(realm, enemy, "enforcer")
        possible = []
        if piece.kind == "power":
            if base is None and not self.count(realm, enemy, "power") and self.bases[self.seat]:
                possible.append("E1")
            room = any(square not in self.board for square in border_of(realm))
            if base is not None and base.owner == self.seat and self.enforcers[self.seat] and room:
                if not active and not self.count(realm, self.seat, "enforcer"):
                    possible.append("E2")
        else:
            if active:
                possible.append("E3")
            if base is not None and base.owner == enemy and not active:
                if self.count(realm, self.seat, "power") > self.count(realm, enemy, "power"):
                    possible.append("E4")
        assert len(possible) <= 1
        self.event, self.stopped = "".join(possible), stop

    def choose(self, text: str) -> None:
        assert self.stopped is not None
        realm, enemy = realm_of(self.stopped), 1 - self.seat
        event, self.event = self.event, ""
        if text == "no":
            return
        self.taken = True
        lead = self.count(realm, self.seat, "power") - self.count(realm, enemy, "power")
        if event == "E1":
            self.put_base(realm)
            self.over = self.bases[self.seat] == 0
        elif event == "E2":
            self.put(SQUARES[text[1:-1]], Piece(self.seat, "enforcer", text[-1]))
            self.created.add(self.numbers)
            self.enforcers[self.seat] -= 1
        elif event == "E3":
            self.neutralise(SQUARES[text[1:]])
            if lead < 0 or (lead == 0 and self.counter == "not_superior"):
                self.neutralise(self.stopped)
        else:
            del self.board[centre_of(realm)]
            if lead == 1:
                self.neutralise(self.stopped)

    def neutralise(self, square: Square) -> None:
        self.board[square] = replace(self.board[square], kind="neutral", facing="")

    def end_turn(self, what: str) -> None:
        self.turns.append(what)
        self.quiet = 0 if self.taken else self.quiet + 1
        agreed = self.turns[-2:] == ["pass", "pass"]
        self.over = agreed or self.quiet == self.quiet_cap > 0 or len(self.turns) == self.turn_cap
        self.seat = 1 - self.seat
        self.new_turn()

    def winners(self) -> list[int]:
        """RLM-F2."""
        realms = [len(self.own("base", seat)) for seat in (0, 1)]
        enforcers = [len(self.own("enforcer", seat)) + self.enforcers[seat] for seat in (0, 1)]
        for figures in (realms, enforcers):
            if figures[0] != figures[1]:
                return [0 if figures[0] > figures[1] else 1]
        return []


def completes(
    board: dict[Square, Piece], realm: Square, waiting: list[tuple[Square, Piece]], lifted: list[tuple[Square, Piece]]
) -> bool:
    """Whether the waiting pieces can be put down so that the realm looks different, by trying."""
    if not waiting:
        seat = lifted[0][1].owner
        old = {(square, piece.kind, piece.facing) for square, piece in lifted}
        new = {
            (square, board[square].kind, board[square].facing)
            for square in border_of(realm)
            if square in board and board[square].owner == seat and board[square].kind in ("power", "enforcer")
        }
        return old != new
    (own, piece), *rest = waiting
    return any(
        completes({**board, square: replace(piece, facing=way)}, realm, rest, lifted)
        for square in border_of(realm)
        if square not in board and square != own
        for way in (WAYS if piece.kind == "enforcer" else ("",))
    )
