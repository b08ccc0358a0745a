"""New tables: as a request describes them, and for a rematch with everybody one seat further."""

import secrets
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from ludarium.core.game import Ruleset, find_ruleset
from ludarium.engine import PLAYERS
from ludarium.players.levels import find_level, is_person, player_name
from ludarium.server.errors import RoomError
from ludarium.server.people.names import read_name
from ludarium.server.requests import ClockRequest, NewTableRequest, SeatRequest
from ludarium.server.rooms.play import Course, Occupant, Play, TableEvent, TableSetup
from ludarium.server.visitor import Visitor
from ludarium.server.wire import Visibility
from ludarium.table import Table
from ludarium.table.clock import Pace

_ID_BYTES = 12
_SEED_BITS = 62  # too many to try all of them: what chance decided may be a secret
_DAY = 86_400
_LUCK = secrets.SystemRandom()


def new_play(wanted: NewTableRequest, visitor: Visitor, now: int) -> Play:
    """The table that somebody wants; an error says what cannot be."""
    ruleset = find_ruleset(wanted.ruleset)
    options = _options(ruleset, wanted)
    setup = TableSetup(
        id=_new_id(),
        ruleset=ruleset,
        options=options,
        seed=secrets.randbits(_SEED_BITS),
        secret=secrets.token_hex(),
        owner=visitor.id,
        pace=_pace(wanted.clock),
        made=now,
        course=Course(wanted.games or 0, wanted.sets or 0) if wanted.series else Course(),
        **wanted.model_dump(include={"visibility", "lots", "rated", "series", "chat"}),
    )
    if wanted.rated and visitor.guest:
        raise RoomError("rated_account", 403)
    play = Play(setup, [_occupant(seat, visitor, wanted.visibility) for seat in wanted.seats])
    _check_seats(play, wanted)
    if wanted.series and ruleset.game.series is None:
        raise RoomError("no_series", 422)
    chosen = set(wanted.options) & set(ruleset.game.chance(play.table.state))
    if ruleset.game.hidden_information and chosen:  # the owner would know what the others may not
        raise RoomError("option_secret", 422, option=", ".join(sorted(chosen)))
    return play


def kept_seat_of(play: Play, wanted: NewTableRequest, visitor: Visitor) -> int:
    """The seat that is kept for whoever is challenged; -1 where nobody is."""
    if not wanted.challenge:
        return -1
    if visitor.guest:
        raise RoomError("challenge_account", 403)
    opens = [seat for seat, occupant in enumerate(play.occupants) if occupant.kind == "open"]
    if not opens or wanted.visibility != "private" or not play.seats_of(visitor.id):
        raise RoomError("challenge_seats", 422)
    return opens[0]


def play_again(play: Play, now: int) -> Play:
    """The same once more, everybody one seat further."""
    course = replace(play.setup.course, start="", number=1)
    return Play(_once_more(play, now, course), [*play.occupants[1:], *play.occupants[:1]])


def play_on(play: Play, now: int) -> Play | None:
    """Another game from this board, as the rules say for a series; everybody keeps their seat, and so their pieces.
    Nothing where the rules do not say it, or a series goes its own way.
    """
    if play.game.series is None or play.match is not None:
        return None
    number = play.setup.course.number + 1
    start = play.game.position_text(play.game.next_game(play.table.state, number))
    return Play(_once_more(play, now, Course(start=start, number=number)), list(play.occupants))


def _once_more(play: Play, now: int, course: Course) -> TableSetup:
    return replace(
        play.setup,
        id=_new_id(),
        seed=secrets.randbits(_SEED_BITS),
        secret=secrets.token_hex(),
        lots=False,
        rated=play.setup.rated and play.setup.pace.kind != "none",  # a table of an earlier version may have had none
        made=now,
        course=course,
    )


def begin_if_full(play: Play, now: int) -> TableEvent | None:
    """Once all seats are taken, draw lots for them if that is wanted, and begin; the event of that."""
    if any(occupant.kind == "open" for occupant in play.occupants):
        return None
    if play.setup.lots:
        _LUCK.shuffle(play.occupants)
    event = TableEvent(
        "begin", -1, {"players": _recorded_names(play.occupants), "date": f"{datetime.now(UTC):%Y-%m-%d}"}, now
    )
    play.apply(event)
    return event


def _new_id() -> str:
    return secrets.token_urlsafe(_ID_BYTES)


def _options(ruleset: Ruleset, wanted: NewTableRequest) -> dict[str, object]:
    options: dict[str, object] = dict(wanted.options)
    if any(option.name == PLAYERS for option in ruleset.offered):
        options.setdefault(PLAYERS, len(wanted.seats))
    seats = int(Table(ruleset, options).state.seats)
    if seats != len(wanted.seats):
        raise RoomError("seats_number", 422, seats=seats, given=len(wanted.seats))
    return options


def _occupant(seat: SeatRequest, visitor: Visitor, visibility: Visibility) -> Occupant:
    if seat.who == "you":
        named = visibility == "screen" and seat.name.strip()  # where others come, everybody has their own name
        page = "" if visitor.guest or visibility == "screen" else visitor.name
        return Occupant("person", visitor.id, read_name(seat.name) if named else visitor.name, page=page)
    if seat.who == "computer":
        return Occupant("computer", level=find_level(seat.level).number)
    return Occupant("open")


def _check_seats(play: Play, wanted: NewTableRequest) -> None:
    own = sum(seat.who == "you" for seat in wanted.seats)
    opens = sum(seat.who == "open" for seat in wanted.seats)
    computers = len(wanted.seats) - own - opens
    if wanted.visibility == "screen" and opens:
        raise RoomError("screen_open", 422)
    if wanted.visibility != "screen" and own > 1:
        raise RoomError("one_seat", 422)
    if wanted.rated and (computers or own > 1 or wanted.visibility == "screen"):
        raise RoomError("rated_people", 422)
    if wanted.rated and wanted.clock.kind == "none":
        raise RoomError("rated_clock", 422)


def _pace(wanted: ClockRequest) -> Pace:
    if wanted.kind == "none":
        return Pace()
    if wanted.base < 1 or (wanted.kind == "days" and wanted.base > 30):
        raise RoomError("clock_base", 422)
    if wanted.kind == "days":
        return Pace("days", wanted.base * _DAY * 1000)
    return Pace(wanted.kind, wanted.base * 1000, wanted.increment * 1000 if wanted.kind == "fischer" else 0)


def _recorded_names(occupants: Sequence[Occupant]) -> list[str]:
    """As records name players: a person who is called like a computer player is set in quotation marks."""
    names = []
    for occupant in occupants:
        name = player_name(find_level(occupant.level)) if occupant.kind == "computer" else occupant.name
        names.append(name if occupant.kind == "computer" or is_person(name) else f'"{name}"')
    return names
