"""Myrmidons: two armies of blocks that only their owners see, on a board of 6 by 7 squares.

Clause numbers are those of ``docs/rules/myrmidons.en.md``, which also marks the rulings taken. The tables of the board
are in ``rules_board``, orders in ``rules_orders``; what a state consists of and what each seat may know of it, in
``rules_position``.
"""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from ludarium.core.bits import count_bits, first_bit, nth_bit
from ludarium.core.rng import Rng
from ludarium.core.state import NOBODY, EventLog
from ludarium.games.myrmidons import rules_board as b
from ludarium.games.myrmidons import rules_orders as orders
from ludarium.games.myrmidons import terms as t
from ludarium.games.myrmidons.rules_position import Options, Position

REMOVED_TO_WIN: Final[i64] = 4  # MYR-E1

# A step is a number: types put during the set-up, then moves by (square, direction, distance), then the opening of an
# order by direction, then companions by (square, distance), then the order's end.
PUT: Final[i64] = 0
MOVES: Final[i64] = 20
ORDERS: Final[i64] = MOVES + b.SQUARES * 8 * 6
COMPANIONS: Final[i64] = ORDERS + 8
CARRY_OUT: Final[i64] = COMPANIONS + b.SQUARES * 6


@final
class Myrmidons(Position):
    """The rules. Only full states are played on: in a view, what a hidden block does in a fight is unknown."""

    def copy(self) -> "Myrmidons":
        new = Myrmidons(self.options, self.cells[:], self)
        new.take_over(self)
        return new

    # --- judging ----------------------------------------------------------------------------------------------------
    def judge(self, step: i64) -> i64:
        if self.seat < 0:
            return t.R_OVER
        if self.veiled & (1 << self.seat):
            return t.R_VEILED
        if self.left:
            return self._judge_put(step)
        if step < MOVES:
            return t.R_SET_UP_OVER
        if self.order >= 0:
            if step < COMPANIONS:
                return t.R_ORDER_OPEN
            if step == CARRY_OUT:
                return orders.judge_end(self)
            return orders.judge_companion(self, (step - COMPANIONS) // 6, (step - COMPANIONS) % 6 + 1)
        if step < ORDERS:
            number: i64 = step - MOVES
            own: i64 = self.men(self.seat)
            if not own & b.bit(number // 48):
                return t.R_NOT_YOURS
            if b.TARGET[number] < 0 or self.beyond & b.bit(b.TARGET[number]):
                return t.R_OFF_BOARD
            if number % 6 >= b.FOOT[self.type_at(number // 48)]:
                return t.R_TOO_FAR
            own |= self.beyond
            if b.may_march(number, own, own | self.men(1 - self.seat)):
                return 0
            return t.R_BLOCKED if b.BETWEEN[number] & (self.blue | self.red) else t.R_OWN_BLOCK
        return orders.judge_order(self, step - ORDERS) if step < COMPANIONS else t.R_NO_ORDER

    def _judge_put(self, type_: i64) -> i64:
        """MYR-P1, X1."""
        if type_ >= MOVES:
            return t.R_SET_UP_FIRST
        hand: i64 = self.hand(self.seat)
        if not hand & b.bit(type_ * 2):
            return t.R_USED if self.secret else t.R_NOT_IN_HAND
        if hand & b.COMMANDER_BIT and type_ != t.COMMANDER and self.left_of(self.seat) == 1:
            return t.R_COMMANDER_LAST
        return 0

    # --- what a refusal says ----------------------------------------------------------------------------------------
    def facts(self, step: i64, reason: i64) -> list[int]:
        if reason in (t.R_NOT_IN_HAND, t.R_USED):
            return [step]
        if reason == t.R_COMMANDER_BLOCKED:
            return [b.TARGET[b.march(self.chief(), step - ORDERS, 1)]]
        if reason == t.R_NO_COMPANION:
            return [step - ORDERS]
        if reason == t.R_MAKE_ROOM:
            before: i64 = 8
            if step != CARRY_OUT:
                before = b.place_beside(self.chief(), (step - COMPANIONS) // 6)
            return [orders.must_go(self, before)]
        if step < ORDERS:
            return self._way_facts((step - MOVES) // 48, (step - MOVES) // 6 % 8, (step - MOVES) % 6 + 1, reason)
        if step < COMPANIONS:
            return [self.chief()] if reason == t.R_OFF_BOARD else []
        number: i64 = step - COMPANIONS
        return self._way_facts(number // 6, self.order & 7, number % 6 + 1, reason)

    def _way_facts(self, square: i64, way: i64, distance: i64, reason: i64) -> list[int]:
        number: i64 = b.march(square, way, distance)
        if reason in (t.R_TOO_FAR, t.R_ORDER_TOO_FAR):
            return [square, b.FOOT[self.type_at(square)], distance]
        if reason == t.R_BLOCKED:
            by: i64 = b.march(square, way, 1)
            while not (self.blue | self.red) & b.bit(b.TARGET[by]):
                by += 1
            return [square, b.TARGET[by]]
        if reason == t.R_IN_THE_WAY:
            return [square, b.TARGET[number]]
        if reason == t.R_TOO_SHORT:
            return [square, orders.need(self, square)]
        if reason == t.R_OWN_BLOCK:
            return [b.TARGET[number]]
        one_site = (t.R_NOT_YOURS, t.R_OFF_BOARD, t.R_IS_COMMANDER, t.R_NOT_NEXT, t.R_NAMED_TOO_LATE)
        return [square] if reason in one_site else []

    # --- steps ------------------------------------------------------------------------------------------------------
    def legal(self) -> vec[i64]:
        if self.seat < 0 or self.veiled & (1 << self.seat):
            return vec[i64]()
        if self.left:
            return self._legal_puts()
        if self.order >= 0:
            steps = orders.list_companions(self, vec[i64](capacity=32), COMPANIONS)
            return steps if orders.judge_end(self) else append(steps, CARRY_OUT)
        steps = vec[i64](capacity=60)
        rest: i64 = self.men(self.seat)
        own: i64 = rest | self.beyond
        occupied: i64 = own | self.men(1 - self.seat)
        while rest:
            square: i64 = first_bit(rest)
            rest &= rest - 1
            foot: i64 = b.FOOT[self.type_at(square)]
            ways: i64 = b.open_ways(square, own)
            while ways:
                number: i64 = (square * 8 + (ways & 7)) * 6
                ways >>= 4
                last: i64 = number + foot - 1
                steps = append(steps, MOVES + number)  # as this way is open
                end: i64 = b.END[number]
                while number < last and not end & occupied:
                    number += 1
                    end = b.END[number]
                    if not end & ~own:
                        break  # nor can it go any farther
                    steps = append(steps, MOVES + number)
        for way in range(i64(0), 8):
            if not orders.judge_order(self, way):
                steps = append(steps, ORDERS + way)
        return steps

    def _legal_puts(self) -> vec[i64]:
        steps = vec[i64](capacity=20)
        rest: i64 = b.types_in(self.hand(self.seat))
        while rest:
            type_: i64 = first_bit(rest) >> 1
            rest &= rest - 1
            if not self._judge_put(type_):
                steps = append(steps, type_)
        return steps

    def random_step(self, rng: Rng) -> i64:
        if not self.left and self.order < 0 and self.seat >= 0:
            men: i64 = self.men(self.seat)
            own: i64 = men | self.beyond
            occupied: i64 = own | self.men(1 - self.seat)
            low, high = self._squares_and_feet(men)
            span: i64 = count_bits(men) * 40 + 8  # a block, a direction, a distance up to 5, or an order
            for _try in range(i64(100)):
                drawn: i64 = rng.below(span)
                if drawn < 8:
                    if not orders.judge_order(self, drawn):
                        return ORDERS + drawn
                else:
                    drawn -= 8
                    man: i64 = drawn // 40
                    packed: i64 = low >> man * 9 if man < 6 else high >> (man - 6) * 9
                    distance: i64 = drawn % 5
                    if distance < packed & 7:
                        number: i64 = (((packed >> 3) & 63) * 8 + drawn // 5 % 8) * 6 + distance
                        if b.may_march(number, own, occupied):
                            return MOVES + number
        elif self.seat >= 0 and self.left and not self.veiled & (1 << self.seat):
            types: i64 = b.types_in(self.hand(self.seat))
            type_: i64 = nth_bit(types, rng.below(count_bits(types))) >> 1
            if not self._judge_put(type_):
                return type_
        return super().random_step(rng)

    def _squares_and_feet(self, men: i64) -> tuple[i64, i64]:
        """Of the first six blocks and of the others, nine bits each: the square and the foot. So a draw need not look
        for its block again.
        """
        low: i64 = 0
        high: i64 = 0
        at: i64 = 0
        while men:
            square: i64 = first_bit(men)
            men &= men - 1
            packed: i64 = square << 3 | b.FOOT[self.type_at(square)]
            if at < 54:
                low |= packed << at
            else:
                high |= packed << (at - 54)
            at += 9
        return low, high

    def universe(self) -> vec[i64]:
        steps = vec[i64](capacity=2300)
        for step in range(i64(0), CARRY_OUT + 1):
            steps = append(steps, step)
        return steps

    # --- taking a step ----------------------------------------------------------------------------------------------
    def apply(self, step: i64, log: EventLog | None = None) -> None:
        if step < MOVES:
            self._put(step, log)
        elif step < ORDERS:
            self._move(step - MOVES, log)
        elif step < COMPANIONS:
            self.order = step - ORDERS
            if log is not None:
                log.add(t.E_ORDERING, self.seat, self.chief(), self.order)
        elif step < CARRY_OUT:
            square: i64 = (step - COMPANIONS) // 6
            distance: i64 = (step - COMPANIONS) % 6 + 1
            self.order |= distance << (3 + 3 * b.place_beside(self.chief(), square))
            if log is not None:
                log.add(t.E_NAMED, self.seat, square, distance)
        else:
            self._carry_out(log)

    def _put(self, type_: i64, log: EventLog | None) -> None:
        """MYR-P1: seat 0 completes its set-up, then seat 1."""
        seat: i64 = self.seat
        square: i64 = self.next_square()
        self.cells[square] = u8(type_ | 32)
        self.suspects |= b.bit(square)
        self.set_men(seat, self.men(seat) | b.bit(square))
        if type_ == t.COMMANDER:
            self._set_chief(square)
        if log is not None:
            log.add(t.E_PUT, seat, type_, square)
        self.left -= 1
        done: bool = self.left_of(seat) == 0
        self.set_hand(seat, i64(0) if done else b.without_block(self.hand(seat), type_))
        if done:
            self.seat = 1 - seat

    def _move(self, number: i64, log: EventLog | None) -> None:
        """MYR-M1."""
        square: i64 = number // 48
        distance: i64 = number % 6 + 1
        if log is not None:
            log.add(t.E_MOVED, self.seat, square, b.TARGET[number])
        if distance > 1:
            self.suspects &= ~b.bit(square)
        self._march(square, number // 6 % 8, distance, 0, log)
        self._finish(log)

    def _carry_out(self, log: EventLog | None) -> None:
        """MYR-O2, O3: all go, those in front first; then the fights count."""
        way: i64 = self.order & 7
        chief: i64 = self.chief()
        moving: i64 = 0
        for number in range(i64(0), 9):
            if orders.distance_around(self, number):
                moving |= b.bit(b.square_around(chief, number))
        commanders: i64 = 0  # for all that the enemy sees
        for number in range(i64(0), 9):
            distance: i64 = orders.distance_around(self, number)
            if distance:
                square: i64 = b.square_around(chief, number)
                here: i64 = b.bit(square)
                if distance == 1 and not moving & ~here & ~b.NEAR[square]:
                    commanders |= here
                if log is not None:
                    log.add(t.E_MOVED, self.seat, square, b.TARGET[b.march(square, way, distance)])
        self.suspects &= ~self.men(self.seat) | commanders
        fallen: i64 = 0  # where blocks that fell back stand
        upwards: bool = way <= 2 or way == 7  # towards greater numbers of squares
        for count in range(i64(0), 9):
            number = 8 - count if upwards else count
            distance = orders.distance_around(self, number)
            if distance:
                fallen |= self._march(b.square_around(chief, number), way, distance, fallen, log)
        self._finish(log)

    def _march(self, start: i64, way: i64, distance: i64, fallen: i64, log: EventLog | None) -> i64:
        """Bring one block where it goes and let it fight. If it falls back: the square where it stands then, as a set.

        All of an order's blocks in front of it have gone before, and ``fallen`` says where those that fell back stand.
        The fights of an order cannot change each other, so each can be decided when its attacker arrives.
        """
        seat: i64 = self.seat
        end: i64 = b.TARGET[b.march(start, way, distance)]
        back: i64 = start if distance == 1 else b.TARGET[b.march(start, way, distance - 1)]
        type_: i64 = self.type_at(start)
        least: i64 = self.least_at(start)
        shown: bool = self.shown & b.bit(start) != 0
        suspect: bool = self.suspects & b.bit(start) != 0
        if not shown and distance > least and (self.order < 0 or not self.unlimited):
            least = distance
        self._clear(start, seat)
        stand: i64 = end
        if (self.blue if seat else self.red) & b.bit(end):
            if not self._fight(type_, end, log):
                stand = back
                if log is not None:
                    log.add(t.E_FELL_BACK, seat, end, back)
            shown = True
            least = 1
            suspect = type_ == t.COMMANDER
            if suspect:
                self.suspects &= ~self.men(seat)
        elif fallen & b.bit(end):
            stand = back
            if log is not None:
                log.add(t.E_PUSHED_BACK, seat, end, back)
        here: i64 = b.bit(stand)
        self.cells[stand] = u8(type_ | (least << 5))
        self.set_men(seat, self.men(seat) | here)
        if shown:
            self.shown |= here
        if suspect:
            self.suspects |= here
        if type_ == t.COMMANDER:
            self._set_chief(stand)
        return here if stand != end else i64(0)

    def _fight(self, attacker: i64, square: i64, log: EventLog | None) -> bool:
        """MYR-F1: whether the attacker wins; the defender is shown or removed."""
        seat: i64 = self.seat
        defender: i64 = self.type_at(square)
        wins: bool = b.SWORD[attacker] >= b.SHIELD[defender]
        if log is not None:
            kind = t.E_GLIMPSED if self.options.display == "memory" else t.E_SHOWN
            log.add(kind, seat, attacker, square)
            log.add(kind, 1 - seat, defender, square)
        if wins:
            self._clear(square, 1 - seat)
            self.set_lost(1 - seat, b.with_block(self.lost(1 - seat), defender))
            if log is not None:
                log.add(t.E_REMOVED, 1 - seat, defender, square)
            return True
        self.cells[square] = u8(defender | 32)
        self.shown |= b.bit(square)
        self.suspects &= ~b.bit(square)  # a commander loses every fight
        return False

    def _clear(self, square: i64, seat: i64) -> None:
        others: i64 = ~b.bit(square)
        self.cells[square] = u8(0)
        self.shown &= others
        self.suspects &= others
        self.set_men(seat, self.men(seat) & others)

    def _set_chief(self, square: i64) -> None:
        if self.seat:
            self.red_chief = square
        else:
            self.blue_chief = square

    def _finish(self, log: EventLog | None) -> None:
        """MYR-E1, E2, E3: the end of a turn."""
        seat: i64 = self.seat
        lost: i64 = self.lost(1 - seat)
        self.order = NOBODY
        self.turn += 1
        self.seat = 1 - seat
        if lost & b.COMMANDER_BIT:
            self._end_game(t.END_COMMANDER, 1 << seat, log)
        elif count_bits(lost) >= REMOVED_TO_WIN:
            self._end_game(t.END_FOUR_REMOVED, 1 << seat, log)
        elif self.men(1 - seat) & b.far_row(1 - seat, self.rows):
            self._end_game(t.END_FAR_ROW, 1 << (1 - seat), log)
        elif 0 < self.cap <= self.turn:
            self._end_game(t.END_TURN_CAP, 0, log)

    def _end_game(self, ending: i64, winners: i64, log: EventLog | None) -> None:
        """MYR-O4: when the game is over everything is shown."""
        self.end(ending, winners)
        self.find_chiefs()
        if log is not None:
            seen: i64 = 0 if self.options.display == "memory" else self.shown
            for square in range(i64(0), b.SQUARES):
                if (self.blue | self.red) & ~seen & b.bit(square):
                    log.add(t.E_REVEALED, 1 if self.red & b.bit(square) else 0, self.type_at(square), square)


def empty(options: Options) -> Myrmidons:
    """A board without blocks."""
    state = Myrmidons(options, vec[u8]([u8(0) for _ in range(b.SQUARES)]))
    columns, rows = t.BOARDS[options.board]
    state.rows = rows
    state.beyond = b.beyond(columns, rows)
    return state


def new_game(options: Options, drawn: list[list[int]], seed: int) -> Myrmidons:
    """The start: empty board, full hands. ``drawn`` (MYR-X1 random) takes the place of what the seed would draw."""
    state = empty(options)
    state.left = 2 * state.size
    state.blue_hand = b.COMMANDER_BIT | b.ONE_OF_EACH
    if options.army != "secret":
        state.blue_hand = b.COMMANDER_BIT
        for name in options.types:
            state.blue_hand = b.with_block(state.blue_hand, t.TYPES.index(name))
    state.red_hand = state.blue_hand
    if options.army == "random":
        armies = drawn or _draw_armies(options.size - 1, Rng(seed))
        for type_ in armies[0]:
            state.blue_hand = b.with_block(state.blue_hand, type_)
        for type_ in armies[1]:
            state.red_hand = b.with_block(state.red_hand, type_)
    return state


def _draw_armies(number: int, rng: Rng) -> list[list[int]]:
    """MYR-X1: both draw from the 38 blocks, without putting any back."""
    pool: i64 = b.TWO_OF_EACH
    armies: list[list[int]] = [[], []]
    for army in armies:
        for _ in range(number):
            drawn: i64 = nth_bit(pool, rng.below(count_bits(pool))) >> 1
            pool = b.without_block(pool, drawn)
            army.append(drawn)
    return armies
