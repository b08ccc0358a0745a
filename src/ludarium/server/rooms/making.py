"""Making tables: from what somebody wants, and again with the seats moved on."""

import secrets
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from ludarium.core.game import Ruleset, find_ruleset
from ludarium.players.levels import find_level, is_person, player_name
from ludarium.server.asked import ClockWanted, SeatWanted, TableWanted
from ludarium.server.asker import Asker
from ludarium.server.people.names import read_name
from ludarium.server.rooms.errors import RoomError
from ludarium.server.rooms.play import Play
from ludarium.server.rooms.terms import Deed, Sitter, Terms
from ludarium.server.wire import Visibility
from ludarium.table import Table
from ludarium.table.clock import Pace

_ID_BYTES = 12
_SEED_BITS = 62  # too many to try all of them: what chance decided may be a secret
_DAY = 86_400
PLAYERS = "players"  # the option that says how many play, where a game has one
_LUCK = secrets.SystemRandom()


def new_play(wanted: TableWanted, asker: Asker, now: int) -> Play:
    """The table that somebody wants; an error says what cannot be."""
    ruleset = find_ruleset(wanted.ruleset)
    options = _options(ruleset, wanted)
    terms = Terms(
        id=_new_id(),
        ruleset=ruleset,
        options=options,
        seed=secrets.randbits(_SEED_BITS),
        secret=secrets.token_hex(),
        owner=asker.id,
        visibility=wanted.visibility,
        pace=_pace(wanted.clock),
        lots=wanted.lots,
        rated=wanted.rated,
        series=wanted.series,
        chat=wanted.chat,
        made=now,
    )
    if wanted.rated and asker.guest:
        raise RoomError("rated_account", 403)
    play = Play(terms, [_sitter(seat, asker, wanted.visibility) for seat in wanted.seats])
    _check_seats(play, wanted)
    if wanted.series and ruleset.game.series is None:
        raise RoomError("no_series", 422)
    chosen = set(wanted.options) & set(ruleset.game.chance(play.table.state))
    if ruleset.game.hidden_information and chosen:  # whoever made the table would know what the others may not
        raise RoomError("option_secret", 422, option=", ".join(sorted(chosen)))
    return play


def play_again(play: Play, now: int) -> Play:
    """The same once more, everybody one seat further."""
    terms = replace(
        play.terms,
        id=_new_id(),
        seed=secrets.randbits(_SEED_BITS),
        secret=secrets.token_hex(),
        lots=False,
        made=now,
    )
    return Play(terms, [*play.sitters[1:], *play.sitters[:1]])


def begin_if_full(play: Play, now: int) -> Deed | None:
    """Once all seats are taken, draw lots for them if that is wanted, and begin; the deed that was done."""
    if any(sitter.company == "open" for sitter in play.sitters):
        return None
    if play.terms.lots:
        _LUCK.shuffle(play.sitters)
    deed = Deed("begin", -1, {"players": _recorded_names(play.sitters), "date": f"{datetime.now(UTC):%Y-%m-%d}"}, now)
    play.do(deed)
    return deed


def _new_id() -> str:
    return secrets.token_urlsafe(_ID_BYTES)


def _options(ruleset: Ruleset, wanted: TableWanted) -> dict[str, object]:
    options: dict[str, object] = dict(wanted.options)
    if any(option.name == PLAYERS for option in ruleset.offered):
        options.setdefault(PLAYERS, len(wanted.seats))
    seats = int(Table(ruleset, options).state.seats)
    if seats != len(wanted.seats):
        raise RoomError("seats_number", 422, seats=seats, given=len(wanted.seats))
    return options


def _sitter(seat: SeatWanted, asker: Asker, visibility: Visibility) -> Sitter:
    if seat.who == "you":
        named = visibility == "screen" and seat.name.strip()  # where others come, everybody has their own name
        return Sitter("person", asker.id, read_name(seat.name) if named else asker.name)
    if seat.who == "computer":
        return Sitter("computer", level=find_level(seat.level).number)
    return Sitter("open")


def _check_seats(play: Play, wanted: TableWanted) -> None:
    own = sum(seat.who == "you" for seat in wanted.seats)
    opens = sum(seat.who == "open" for seat in wanted.seats)
    computers = len(wanted.seats) - own - opens
    if wanted.visibility == "screen" and opens:
        raise RoomError("screen_open", 422)
    if wanted.visibility != "screen" and own > 1:
        raise RoomError("one_seat", 422)
    if wanted.rated and (computers or own > 1 or wanted.visibility == "screen"):
        raise RoomError("rated_company", 422)


def _pace(wanted: ClockWanted) -> Pace:
    if wanted.kind == "none":
        return Pace()
    if wanted.base < 1 or (wanted.kind == "days" and wanted.base > 30):
        raise RoomError("clock_base", 422)
    if wanted.kind == "days":
        return Pace("days", wanted.base * _DAY * 1000)
    return Pace(wanted.kind, wanted.base * 1000, wanted.increment * 1000 if wanted.kind == "fischer" else 0)


def _recorded_names(sitters: Sequence[Sitter]) -> list[str]:
    """As records name players: a person who is called like a computer player is set in quotation marks."""
    names = []
    for sitter in sitters:
        name = player_name(find_level(sitter.level)) if sitter.company == "computer" else sitter.name
        names.append(name if sitter.company == "computer" or is_person(name) else f'"{name}"')
    return names
