"""The requests of a table's WebSocket: each is checked against who sent it, done and acknowledged, or refused."""

import logging
from collections.abc import Awaitable, Callable
from math import ceil
from time import perf_counter
from typing import Any

from sqlalchemy.orm import Session

from ludarium.core.errors import LudariumError
from ludarium.server import requests, wire
from ludarium.server.errors import RoomError, ServerError
from ludarium.server.people import sanctions
from ludarium.server.people.company import who_blocks
from ludarium.server.pictures import explained, previews
from ludarium.server.processes import leases
from ludarium.server.rooms import storage
from ludarium.server.rooms.advice import advise
from ludarium.server.rooms.messages import Connection, may_take
from ludarium.server.rooms.new_table import begin_if_full, play_again, play_on
from ludarium.server.rooms.plans import check_seat
from ludarium.server.rooms.play import NEXT_TABLES, Occupant, TableEventKind
from ludarium.server.rooms.room import Room

_LOG = logging.getLogger(__name__)
_MOST_SAID, _CHAT_TIME = 8, 20_000  # messages of one person at all tables, in so many milliseconds
_MOST_EVENTS = 10_000  # at one table, until nothing is taken back or paused any more: games end by themselves


async def handle(room: Room, connection: Connection, request: requests.TableRequest) -> None:
    """Do what was asked and say so, or say why not."""
    began = perf_counter()
    try:
        if isinstance(request, requests.Ping):
            return connection.send(wire.Pong(request.id))
        if isinstance(request, requests.AskHint | requests.AskCoach):  # the table goes on while a computer thinks
            _seen(room, connection, request.seat)
            return connection.send(await advise(room, request, connection.locale))
        async with room.lock:
            answer = await _ACTIONS[type(request)](room, connection, request)
        connection.send(answer or wire.Done(request.id))
    except LudariumError as error:
        connection.refuse(error, request.id)
    except Exception:
        _LOG.exception("table %s: %s failed", room.id, type(request).__name__)
        connection.refuse(RoomError("fault", 500), request.id)
    if isinstance(request, requests.TakeStep):
        room.rooms.metrics.acknowledged.observe(perf_counter() - began)


def _own(room: Room, connection: Connection, seat: int) -> None:
    """Nobody acts for another."""
    if seat not in room.play.seats_of(connection.person):
        raise RoomError("not_your_seat", 403)


def _seen(room: Room, connection: Connection, seat: int) -> None:
    """The same, and not for a seat that is behind the curtain."""
    _own(room, connection, seat)
    if room.play.game.hidden_information and room.play.begun and connection.viewer != seat:
        raise RoomError("covered")


def _check_length(room: Room) -> None:
    """Taking back and pausing without end would fill memory and disk."""
    if room.play.event_count >= _MOST_EVENTS:
        raise RoomError("table_long")


# --- the game ---------------------------------------------------------------------------------------------------------
async def _step(room: Room, connection: Connection, request: requests.TakeStep) -> None:
    _seen(room, connection, request.seat)
    room.tell(await room.act("step", request.seat, {"step": request.step, "number": request.number}))
    room.rooms.metrics.person_steps.inc()


async def _undo(room: Room, connection: Connection, request: requests.TakeBack) -> None:
    _seen(room, connection, request.seat)
    _check_length(room)
    room.tell(await room.act("undo", request.seat, {"number": request.number, "whole": request.whole}))


async def _resign(room: Room, connection: Connection, request: requests.Resign) -> None:
    _own(room, connection, request.seat)
    room.tell(await room.act("resign", request.seat, {}))


async def _abort(room: Room, connection: Connection, request: requests.Abort) -> None:
    _own(room, connection, request.seat)
    room.tell(await room.act("abort", request.seat, {}))


async def _claim(room: Room, connection: Connection, request: requests.ClaimGame) -> None:
    _own(room, connection, request.seat)
    room.check_absent(request.seat)
    room.tell(await room.act("claim", request.seat, {"win": request.win}))


async def _next(room: Room, connection: Connection, request: requests.NextGame) -> None:
    person, play = connection.person, room.play
    if not person or (person != play.setup.owner and not play.seats_of(person)):
        raise RoomError("not_your_seat", 403)
    room.tell(await room.act("next", -1, {}))


# --- plans ------------------------------------------------------------------------------------------------------------
async def _plan(room: Room, connection: Connection, request: requests.PlanAnswers) -> None:
    _own(room, connection, request.seat)
    check_seat(room.play, request.seat)
    if request.number != room.play.table.number(request.seat):
        raise RoomError("stale")
    added, gone = room.plans.add(room.play, request.seat, request.steps)
    await room.change_plans(connection.person, added, gone)


async def _unplan(room: Room, connection: Connection, request: requests.ForgetPlan) -> None:
    _own(room, connection, request.seat)
    gone = [room.plans.find(request.seat, request.line)]
    room.plans.remove(gone)
    await room.change_plans(connection.person, [], gone)


# --- by consent -------------------------------------------------------------------------------------------------------
async def _offer(room: Room, connection: Connection, request: requests.MakeOffer) -> None:
    _own(room, connection, request.seat)
    if request.kind in ("undo", "pause"):
        _check_length(room)
    room.rooms.limits.offers.take(connection.person)
    if request.kind in NEXT_TABLES:
        room.rooms.limits.tables.take(connection.person)
    await _consent(room, request, "offer", {"kind": request.kind})


async def _answer(room: Room, connection: Connection, request: requests.AnswerOffer) -> None:
    _own(room, connection, request.seat)
    await _consent(room, request, "answer", {"kind": request.kind, "yes": request.yes})


async def _consent(
    room: Room, request: requests.MakeOffer | requests.AnswerOffer, kind: TableEventKind, data: dict[str, object]
) -> None:
    again = None
    if request.kind in NEXT_TABLES and room.play.finished:
        again = play_again(room.play, room.now()) if request.kind == "rematch" else play_on(room.play, room.now())

    def write(session: Session) -> None:
        if again is not None and play.rematch_agreed:
            storage.add_table(session, again, event)
            leases.begin(session, again.setup.id, room.rooms.number)
            storage.write_table(session, room.id, rematch=again.setup.id)

    play = room.play
    if again is not None:
        again.rest(room.about.vacations)
    event = begin_if_full(again, room.now()) if again is not None else None
    change = await room.act(kind, request.seat, data, write)
    if again is not None and play.rematch_agreed:
        room.goes_on_at(again.setup.id)
        (await room.rooms.open(again.setup.id)).tell_absent(anew=True)
    room.tell(change if change.anew or change.undone else None)
    room.tell_declined(change)


# --- seats ------------------------------------------------------------------------------------------------------------
async def _sit(room: Room, connection: Connection, request: requests.Sit) -> None:
    play = room.play
    if not connection.person:
        raise RoomError("name_first", 401)
    _check_waiting(room)
    if play.setup.rated and connection.guest:
        raise RoomError("rated_account", 403)
    if connection.person in play.removed:
        raise RoomError("removed", 403)
    free = [seat for seat, occupant in enumerate(play.occupants) if occupant.kind == "open"]
    kept = room.kept
    own = [kept.seat] if kept is not None and kept.person == connection.person and kept.seat in free else []
    takes = own or [seat for seat in free if may_take(seat, connection.person, kept)]
    seat = next(iter(takes), -1) if request.seat < 0 else request.seat
    if seat not in free:
        raise RoomError("seat_taken")
    if play.seats_of(connection.person):
        raise RoomError("seated_already")
    if kept is not None and not may_take(seat, connection.person, kept):
        raise RoomError("seat_kept", name=kept.name)
    present = {play.setup.owner, *(occupant.person for occupant in play.occupants)}
    if await room.rooms.store.read(lambda session: who_blocks(session, connection.person, present)):
        raise RoomError("seat_taken")  # nobody is told that they are blocked
    play.occupants[seat] = Occupant("person", connection.person, connection.name, page=connection.page)
    await room.begin_if_full([seat])


async def _stand(room: Room, connection: Connection, request: requests.Stand) -> None:
    _own(room, connection, request.seat)
    _check_waiting(room)
    room.play.occupants[request.seat] = Occupant("open")
    await room.begin_if_full([request.seat])


async def _fill(room: Room, connection: Connection, request: requests.Fill) -> None:
    play = room.play
    _check_owner(room, connection)
    _check_waiting(room)
    if request.seat >= len(play.occupants) or play.occupants[request.seat].kind != "open":
        raise RoomError("seat_taken")
    if play.setup.rated:
        raise RoomError("rated_people")
    play.occupants[request.seat] = Occupant("computer", level=request.level)
    await room.begin_if_full([request.seat])


async def _remove(room: Room, connection: Connection, request: requests.RemovePlayer) -> None:
    """The owner sends somebody away who took a seat."""
    play = room.play
    _check_owner(room, connection)
    _check_waiting(room)
    person = play.occupants[request.seat].person if request.seat < len(play.occupants) else ""
    if not person or person == play.setup.owner:
        raise RoomError("nobody_to_remove")
    play.occupants[request.seat] = Occupant("open")
    play.removed.add(person)
    await room.begin_if_full([request.seat], lambda session: storage.note_removed(session, room.id, person))
    for one in room.connections:
        if one.person == person:
            one.refuse(RoomError("removed", 403))


async def _close(room: Room, connection: Connection, request: requests.CloseTable) -> None:
    """The owner does not wait for players any more."""
    _check_owner(room, connection)
    _check_waiting(room)
    room.check_open()
    await room.write(lambda session: storage.close_table(session, room.id))
    room.rooms.shut(room)


def _check_owner(room: Room, connection: Connection) -> None:
    if not connection.person or connection.person != room.play.setup.owner:
        raise RoomError("not_your_table", 403)


def _check_waiting(room: Room) -> None:
    if room.play.begun:
        raise RoomError("begun")


# --- the view ---------------------------------------------------------------------------------------------------------
async def _uncover(room: Room, connection: Connection, request: requests.Uncover) -> None:
    play = room.play
    if request.seat >= 0:
        _own(room, connection, request.seat)
        if request.seat != play.acts:
            raise RoomError("uncover_later")
    connection.uncovered = request.seat
    connection.look(play)
    room.welcome(connection)


async def _prefer(room: Room, connection: Connection, request: requests.Prefer) -> None:
    connection.prefer(request.theme, request.locale, request.flipped)
    room.welcome(connection)


async def _explain(room: Room, connection: Connection, request: requests.Explain) -> wire.Explained:
    _seen(room, connection, request.seat)
    play = room.play
    if request.seat != play.seat:
        raise RoomError("not_your_turn")
    return explained(play.game, play.table.view(request.seat), request.clicks, connection.locale, request.id)


async def _preview(room: Room, connection: Connection, request: requests.AskPreview) -> wire.Previewed:
    _seen(room, connection, request.seat)
    play = room.play
    if request.seat != play.seat:
        raise RoomError("not_your_turn")
    scene = play.table.scene(request.seat)
    view = play.table.view(request.seat)
    found, art = previews(play.game, view, scene, request.clicks, connection.art_cache)
    return wire.Previewed(request.id, request.clicks, found, art)


# --- talk -------------------------------------------------------------------------------------------------------------
def _check_may_say(session: Session, person: str, now: int) -> None:
    """Messages are counted where all of them are, whichever process has the tables."""
    sanctions.check(session, person, "mute")
    latest = storage.latest_said(session, person, now - _CHAT_TIME, _MOST_SAID)
    if len(latest) == _MOST_SAID:
        raise ServerError("too_often", 429, seconds=ceil((latest[-1] + _CHAT_TIME - now) / 1000))


async def _say(room: Room, connection: Connection, request: requests.Say) -> None:
    if not connection.person:
        raise RoomError("name_first", 401)
    if not room.play.setup.chat:
        raise RoomError("chat_off")
    text = "".join(one if one.isprintable() else " " for one in request.text).strip()
    if not text:
        raise RoomError("chat_empty", 422)
    await room.rooms.store.read(lambda session: _check_may_say(session, connection.person, room.now()))
    seats = room.play.seats_of(connection.person)
    number = room.chat[-1].number + 1 if room.chat else 1
    seat = seats[0] if len(seats) == 1 else connection.viewer if seats else -1
    chat_message = wire.ChatMessage(number, connection.name, seat, text, room.now(), connection.person, connection.page)
    await room.write(lambda session: storage.add_chat_message(session, room.id, chat_message))
    room.chat = [*room.chat, chat_message][-storage.MOST_CHAT_MESSAGES :]
    for one in room.connections:
        if connection.person not in one.blocked:
            one.send(wire.Chatted(chat_message))


_Answer = wire.Explained | wire.Previewed | None
_ACTIONS: dict[type[requests.NumberedRequest], Callable[[Room, Connection, Any], Awaitable[_Answer]]] = {
    requests.TakeStep: _step,
    requests.TakeBack: _undo,
    requests.Abort: _abort,
    requests.Resign: _resign,
    requests.ClaimGame: _claim,
    requests.PlanAnswers: _plan,
    requests.ForgetPlan: _unplan,
    requests.MakeOffer: _offer,
    requests.AnswerOffer: _answer,
    requests.NextGame: _next,
    requests.Uncover: _uncover,
    requests.Sit: _sit,
    requests.Stand: _stand,
    requests.Fill: _fill,
    requests.RemovePlayer: _remove,
    requests.CloseTable: _close,
    requests.Say: _say,
    requests.Explain: _explain,
    requests.AskPreview: _preview,
    requests.Prefer: _prefer,
}
