"""A tiny game with secrets, for the tests of the table.

Each seat secretly puts 1, 2 and 3 under its three cups (``=2``: the next cup gets a 2). Then, in turn: ``a1xb3`` lifts
two cups, and the smaller number is out (of equal numbers, that of the seat with less luck; luck is drawn from the seed
and known to its seat alone); or ``pass``. Before either, a seat may once ``peek b3``: it looks under a cup, and the
other one does not notice. Who has no cup left has lost.
"""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from librt.vecs import vec
from mypy_extensions import i64

from ludarium.core.errors import NotationError, OptionError
from ludarium.core.game import DRAW, Game, Ruleset
from ludarium.core.options import OptionValue, shortened
from ludarium.core.position import join_parts, read_int, read_state_parts, split_parts, state_parts
from ludarium.core.rng import Rng
from ludarium.core.scene import Path as Clicks
from ludarium.core.scene import Piece, Scene, Site
from ludarium.core.state import EventLog, State
from ludarium.core.vocabulary import PUT, SHOW, TAKE, Ending, EventKind, Option, Reason
from ludarium.core.words import Words

EMPTY, UNKNOWN = 0, 4
SITES = ("a1", "a2", "a3", "b1", "b2", "b3")
PEEK, DUEL, PASS = 10, 20, 60


class Cups(State):
    def __init__(self, luck: tuple[int, ...], cap: int) -> None:
        super().__init__()
        self.luck, self.cap = luck, cap
        self.cups = [EMPTY] * 6
        self.filled = [0, 0]
        self.lifted = [False] * 6
        self.known: tuple[int, ...] = (0, 0)  # bits of the cups that each seat has peeked at
        self.peeked = False

    def judge(self, step: int) -> int:
        if self.seat < 0:
            return 1
        own, other = range(self.seat * 3, self.seat * 3 + 3), range(3 - self.seat * 3, 6 - self.seat * 3)
        if self.filled[self.seat] < 3:
            return 0 if step < PEEK and step not in [self.cups[cup] for cup in own] else 2
        if step < PEEK:
            return 3
        if step == PASS:
            return 0
        at, to = (own[0], step - PEEK) if step < DUEL else divmod(step - DUEL, 6)
        if to not in other or self.cups[to] == EMPTY:
            return 4
        if step < DUEL:
            return 5 if self.peeked else 0
        return 0 if at in own and self.cups[at] != EMPTY else 4

    def legal(self) -> vec[i64]:
        return vec[i64]([step for step in self.universe() if not self.judge(step)])

    def universe(self) -> vec[i64]:
        return vec[i64]([1, 2, 3, *range(PEEK, PEEK + 6), *range(DUEL, DUEL + 36), PASS])

    def apply(self, step: int, log: EventLog | None = None) -> None:
        log = log or EventLog()
        seat = self.seat
        if step < PEEK:
            at = seat * 3 + self.filled[seat]
            self.cups[at] = step
            self.filled[seat] += 1
            log.add(0, seat, step, at)
            if self.filled[seat] == 3:
                self.seat = 1 - seat
            return
        if step < DUEL:
            self.peeked = True
            self.known = tuple(bits | (one == seat) << step - PEEK for one, bits in enumerate(self.known))
            log.add(1, seat, self.cups[step - PEEK], step - PEEK)
            return
        if step == PASS:
            log.add(4, seat)
        else:
            self._duel(*divmod(step - DUEL, 6), log)
        self.peeked = False
        self.turn += 1
        self.seat = 1 - seat
        for loser in (0, 1):
            if not any(self.cups[loser * 3 : loser * 3 + 3]):
                self.seat, self.winners, self.ending = -1, 1 << 1 - loser, 1
        if self.seat >= 0 and self.turn == self.cap:
            self.seat, self.ending = -1, 2

    def _duel(self, at: int, to: int, log: EventLog) -> None:
        for cup in sorted((at, to)):
            self.lifted[cup] = True
            log.add(2, cup // 3, self.cups[cup], cup)
        strength = {cup: (self.cups[cup], self.luck[cup // 3]) for cup in (at, to)}
        if strength[at] != strength[to]:
            loser = min(at, to, key=lambda cup: strength[cup])
            self.cups[loser] = EMPTY
            log.add(3, loser)

    def copy(self) -> "Cups":
        twin = Cups(self.luck, self.cap)
        twin.seat, twin.turn, twin.winners, twin.ending = self.seat, self.turn, self.winners, self.ending
        twin.cups, twin.filled, twin.lifted = self.cups[:], self.filled[:], self.lifted[:]
        twin.known, twin.peeked = self.known, self.peeked
        return twin

    def view(self, seat: int) -> "Cups":
        view = self.copy()
        if self.seat < 0:
            return view
        view.luck = tuple(luck if one == seat else -1 for one, luck in enumerate(self.luck))
        view.known = tuple(bits if one == seat else 0 for one, bits in enumerate(self.known))
        view.peeked = self.peeked and seat == self.seat
        for cup, value in enumerate(self.cups):
            seen = cup // 3 == seat or self.lifted[cup] or (seat >= 0 and self.known[seat] >> cup & 1)
            view.cups[cup] = value if seen or value == EMPTY else UNKNOWN
        return view

    def fields(self) -> tuple[object, ...]:
        mine = (self.luck, self.cap, tuple(self.cups), tuple(self.filled), tuple(self.lifted), self.known, self.peeked)
        return (*mine, self.seat, self.turn, self.winners, self.ending)


def _words(locale: str) -> Words:
    end = "." if locale == "en" else "。"
    sections = {
        "events": {
            "placed": "{seat} puts {piece} under {at}" + end,
            "peeked": "{seat} looks under {at}: {piece}" + end,
            "shown": "{at} of {owner}: {piece}" + end,
            "removed": "{at} is out" + end,
            "passed": "{seat} passes" + end,
        },
        "reasons": {name: name + end for name in ("over", "used", "set", "no_cup", "peeked")},
        "endings": {"no_cup_left": "no cup left", "cap": "cap"},
        "results": {"win": "{seat} wins: {how}.", "shared": "", "draw": "A draw: {how}."},
    }
    return Words(locale, sections)


class CupsGame(Game):
    name = "cups"
    folder = Path()
    options = (
        Option("luck", "drawn", "CUP-1", values=("drawn",), lists="0–9 0–9"),
        Option("cap", 20, "CUP-2", low=1, high=1000),
    )
    events: ClassVar[Sequence[EventKind]] = (
        EventKind("placed", (("seat", "seat"), ("piece", "piece"), ("at", "site")), PUT, private=("piece",)),
        EventKind("peeked", (("seat", "seat"), ("piece", "piece"), ("at", "site")), secret=True),
        EventKind("shown", (("owner", "seat"), ("piece", "piece"), ("at", "site")), SHOW),
        EventKind("removed", (("at", "site"),), TAKE),
        EventKind("passed", (("seat", "seat"),)),
    )
    reasons = tuple(
        Reason(clause, name)
        for clause, name in (
            ("", ""),
            ("CUP-1", "over"),
            ("CUP-2", "used"),
            ("CUP-3", "set"),
            ("CUP-4", "no_cup"),
            ("CUP-5", "peeked"),
        )
    )
    endings = (Ending("", ""), Ending("CUP-6", "no_cup_left"), Ending("CUP-7", "cap"))
    hidden_information = True
    agreement = DRAW

    def new(self, options: Mapping[str, OptionValue], seed: int) -> State:
        rng = Rng(seed)
        luck = (int(rng.below(10)), int(rng.below(10)))
        return Cups(luck if options["luck"] == "drawn" else _luck(options), int(str(options["cap"])))

    def check_options(self, options: Mapping[str, OptionValue]) -> None:
        luck = options["luck"]
        if luck != "drawn" and (not isinstance(luck, tuple) or [type(one) for one in luck] != [int, int]):
            raise OptionError("option_value", option="luck", value=shortened(luck), takes="0–9 0–9")

    def chance(self, state: State) -> Mapping[str, OptionValue]:
        return {"luck": _cups(state).luck}

    def is_setup(self, state: State) -> bool:
        return state.seat >= 0 and _cups(state).filled != [3, 3]

    def step_text(self, step: int) -> str:
        if step < PEEK:
            return f"={step}"
        if step < DUEL:
            return f"peek {SITES[step - PEEK]}"
        return "pass" if step == PASS else "x".join(SITES[cup] for cup in divmod(step - DUEL, 6))

    def read_step(self, text: str) -> int:
        if match := re.fullmatch("=([123])", text):
            return int(match[1])
        if match := re.fullmatch("peek ([ab][123])", text):
            return PEEK + SITES.index(match[1])
        if match := re.fullmatch("([ab][123])x([ab][123])", text):
            return DUEL + SITES.index(match[1]) * 6 + SITES.index(match[2])
        if text == "pass":
            return PASS
        raise NotationError("step_syntax", text=shortened(text), examples=["=2", "peek b3", "a1xb3", "pass"])

    def position_text(self, state: State) -> str:
        cups = _cups(state)
        lifted = [site for site, up in zip(SITES, cups.lifted, strict=True) if up]
        parts: list[tuple[str, Sequence[object]]] = [("cups", cups.cups), ("filled", cups.filled), ("lifted", lifted)]
        parts += [("luck", cups.luck), ("known", cups.known), ("peeked", [int(cups.peeked)])]
        return join_parts([*parts, *state_parts(state, self.endings)])

    def read_position(self, options: Mapping[str, OptionValue], text: str) -> State:
        parts = split_parts(text, ("cups", "filled", "lifted", "luck", "known", "peeked"))

        def numbers(key: str, count: int, high: int) -> list[int]:
            if len(parts.get(key, [])) != count:
                raise NotationError("position_value", key=key, value="", takes=str(count))
            return [read_int(key, one, -1, high) for one in parts[key]]

        state = Cups(tuple(numbers("luck", 2, 9)), int(str(options["cap"])))
        state.cups, state.filled = numbers("cups", 6, 4), numbers("filled", 2, 3)
        state.lifted = [site in parts.get("lifted", []) for site in SITES]
        state.known, state.peeked = tuple(numbers("known", 2, 63)), numbers("peeked", 1, 1) == [1]
        read_state_parts(state, parts, self.endings)
        return state

    def code(self, kind: str, value: int) -> object:
        return SITES[value] if kind == "site" else value

    def scene(self, view: State, seat: int) -> Scene:
        cups = _cups(view)
        kinds = ["", "1", "2", "3", "?"]
        pieces = [
            Piece(site, kinds[value], place // 3, "block")
            for place, (site, value) in enumerate(zip(SITES, cups.cups, strict=True))
            if value != EMPTY
        ]
        sites = [Site(site, place % 3, place // 3, "square", 1) for place, site in enumerate(SITES)]
        steps = [self.step_text(step) for step in view.legal()] if seat >= 0 and seat == view.seat else []
        paths = tuple(Clicks(step, ("#" + step,)) for step in steps)
        return Scene((0, 0, 3, 2), seat, view.seat, 2, tuple(sites), tuple(pieces), paths=paths)

    def words(self, locale: str) -> Words:
        return _words(locale)


def _cups(state: State) -> Cups:
    assert isinstance(state, Cups)
    return state


def _luck(options: Mapping[str, OptionValue]) -> tuple[int, ...]:
    luck = options["luck"]
    assert isinstance(luck, tuple)
    return tuple(int(str(one)) for one in luck)


class OpenCupsGame(CupsGame):
    """The same with all cards on the table: turns of several steps and something drawn, but no secrets."""

    name = "open-cups"
    events = tuple(kind._replace(private=(), secret=False) for kind in CupsGame.events)
    hidden_information = False
    agreement = ""


RULESET = Ruleset("cups", CupsGame(), {})
OPEN = Ruleset("open-cups", OpenCupsGame(), {})
