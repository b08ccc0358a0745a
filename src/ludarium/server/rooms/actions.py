"""The requests of a table's WebSocket: each is checked against who sent it, done and acknowledged, or refused."""

import logging
from collections.abc import Awaitable, Callable
from time import perf_counter
from typing import Any

from sqlalchemy.orm import Session

from ludarium.core.errors import LudariumError
from ludarium.server import requests, wire
from ludarium.server.errors import problem
from ludarium.server.limits import Limit
from ludarium.server.pictures import explained
from ludarium.server.rooms import storage
from ludarium.server.rooms.broadcast import Broadcast, send
from ludarium.server.rooms.connection import Connection
from ludarium.server.rooms.errors import RoomError
from ludarium.server.rooms.new_table import begin_if_full, play_again
from ludarium.server.rooms.room import Room
from ludarium.server.rooms.storage import MOST_CHAT_MESSAGES
from ludarium.server.rooms.table_setup import Occupant

_LOG = logging.getLogger(__name__)
_CHAT_LIMIT = Limit(8, 20.0)  # for each person, so many at once and in so many seconds
_MOST_EVENTS = 10_000  # at one table, until nothing is taken back or paused any more: games end by themselves


async def handle(room: Room, connection: Connection, message: Any) -> None:
    """Do what was asked and say so, or say why not."""
    began = perf_counter()
    try:
        if isinstance(message, requests.Ping):
            send(connection, wire.Pong(message.id))
            return
        async with room.lock:
            await _ACTIONS[type(message)](room, connection, message)
    except LudariumError as error:
        send(connection, problem(message.id, error, connection.art_cache.locale))
    except Exception:
        _LOG.exception("table %s: %s failed", room.id, type(message).__name__)
        send(connection, problem(message.id, RoomError("fault", 500), connection.art_cache.locale))
    if isinstance(message, requests.TakeStep):
        room.services.metrics.acknowledged.observe(perf_counter() - began)


def _own(room: Room, connection: Connection, seat: int) -> None:
    """Nobody acts for another."""
    if seat not in room.play.seats_of(connection.person):
        raise RoomError("not_your_seat", 403)


def _seen(room: Room, connection: Connection, seat: int) -> None:
    """The same, and not for a seat that is behind the curtain."""
    _own(room, connection, seat)
    if room.play.table.game.hidden_information and room.play.begun and connection.viewer != seat:
        raise RoomError("covered")


def _check_length(room: Room) -> None:
    """Who takes back and pauses without end fills memory and disk."""
    if room.play.event_count >= _MOST_EVENTS:
        raise RoomError("table_long")


def _done(connection: Connection, message: requests.NumberedRequest) -> None:
    send(connection, wire.Done(message.id))


# --- the game ---------------------------------------------------------------------------------------------------------
async def _step(room: Room, connection: Connection, message: requests.TakeStep) -> None:
    _seen(room, connection, message.seat)
    room.tell(await room.act("step", message.seat, {"step": message.step, "number": message.number}))
    _done(connection, message)
    room.services.metrics.steps.labels("person").inc()


async def _undo(room: Room, connection: Connection, message: requests.TakeBack) -> None:
    _seen(room, connection, message.seat)
    _check_length(room)
    room.tell(await room.act("undo", message.seat, {"number": message.number, "whole": message.whole}))
    _done(connection, message)


async def _resign(room: Room, connection: Connection, message: requests.Resign) -> None:
    _own(room, connection, message.seat)
    room.tell(await room.act("resign", message.seat, {}))
    _done(connection, message)


async def _next(room: Room, connection: Connection, message: requests.NextGame) -> None:
    if not connection.person or (
        connection.person != room.play.setup.owner and not room.play.seats_of(connection.person)
    ):
        raise RoomError("not_your_seat", 403)
    room.tell(await room.act("next", -1, {}))
    _done(connection, message)


# --- by consent -------------------------------------------------------------------------------------------------------
async def _offer(room: Room, connection: Connection, message: requests.MakeOffer) -> None:
    _own(room, connection, message.seat)
    if message.kind in ("undo", "pause"):
        _check_length(room)
    limits = room.services.people.limits
    limits.offers.take(connection.person)
    if message.kind == "rematch":
        limits.tables.take(connection.person)
    await _consent(room, connection, message, "offer", {"kind": message.kind})


async def _answer(room: Room, connection: Connection, message: requests.AnswerOffer) -> None:
    _own(room, connection, message.seat)
    await _consent(room, connection, message, "answer", {"kind": message.kind, "yes": message.yes})


async def _consent(
    room: Room,
    connection: Connection,
    message: requests.MakeOffer | requests.AnswerOffer,
    kind: Any,
    data: dict[str, object],
) -> None:
    again = play_again(room.play, room.now()) if message.kind == "rematch" and room.play.finished else None

    def write(session: Session) -> None:
        if again is not None and play.rematch_agreed:
            storage.add_table(session, again, event)
            storage.write_rematch(session, room.id, again.setup.id)

    play = room.play
    event = begin_if_full(again, room.now()) if again is not None else None
    change = await room.act(kind, message.seat, data, write)
    if again is not None and play.rematch_agreed:
        room.goes_on_at(again.setup.id)
        await room.services.rooms.open(again.setup.id)
    room.tell(change if change.anew or change.undone else None)
    _done(connection, message)


# --- seats ------------------------------------------------------------------------------------------------------------
async def _sit(room: Room, connection: Connection, message: requests.Sit) -> None:
    play = room.play
    if not connection.person:
        raise RoomError("name_first", 401)
    _check_waiting(room)
    if play.setup.rated and connection.guest:
        raise RoomError("rated_account", 403)
    free = [seat for seat, occupant in enumerate(play.occupants) if occupant.kind == "open"]
    seat = next(iter(free), -1) if message.seat < 0 else message.seat
    if seat not in free:
        raise RoomError("seat_taken")
    if play.seats_of(connection.person):
        raise RoomError("seated_already")
    play.occupants[seat] = Occupant("person", connection.person, connection.name)
    await room.begin_if_full([seat])
    _done(connection, message)


async def _stand(room: Room, connection: Connection, message: requests.Stand) -> None:
    _own(room, connection, message.seat)
    _check_waiting(room)
    room.play.occupants[message.seat] = Occupant("open")
    await room.begin_if_full([message.seat])
    _done(connection, message)


async def _fill(room: Room, connection: Connection, message: requests.Fill) -> None:
    play = room.play
    if connection.person != play.setup.owner:
        raise RoomError("not_your_table", 403)
    _check_waiting(room)
    if message.seat >= len(play.occupants) or play.occupants[message.seat].kind != "open":
        raise RoomError("seat_taken")
    if play.setup.rated:
        raise RoomError("rated_people")
    play.occupants[message.seat] = Occupant("computer", level=message.level)
    await room.begin_if_full([message.seat])
    _done(connection, message)


def _check_waiting(room: Room) -> None:
    if room.play.begun:
        raise RoomError("begun")


# --- the view ---------------------------------------------------------------------------------------------------------
async def _uncover(room: Room, connection: Connection, message: requests.Uncover) -> None:
    play = room.play
    if message.seat >= 0:
        _own(room, connection, message.seat)
        if message.seat != play.table.seat:
            raise RoomError("uncover_later")
    connection.uncovered = message.seat
    connection.look(play)
    Broadcast(room).welcome(connection)
    _done(connection, message)


async def _prefer(room: Room, connection: Connection, message: requests.Prefer) -> None:
    connection.art_cache.change(message.theme, message.locale)
    Broadcast(room).welcome(connection)
    _done(connection, message)


async def _explain(room: Room, connection: Connection, message: requests.Explain) -> None:
    _seen(room, connection, message.seat)
    table, locale = room.play.table, connection.art_cache.locale
    if message.seat != room.play.seat:
        raise RoomError("not_your_turn")
    send(connection, explained(table.game, table.view(message.seat), message.clicks, locale, message.id))


# --- talk -------------------------------------------------------------------------------------------------------------
async def _say(room: Room, connection: Connection, message: requests.Say) -> None:
    if not connection.person:
        raise RoomError("name_first", 401)
    if not room.play.setup.chat:
        raise RoomError("chat_off")
    text = "".join(one if one.isprintable() else " " for one in message.text).strip()
    if not text:
        raise RoomError("chat_empty", 422)
    _CHAT_LIMIT.take(connection.person)
    seats = room.play.seats_of(connection.person)
    number = room.chat[-1].number + 1 if room.chat else 1
    seat = seats[0] if len(seats) == 1 else connection.viewer if seats else -1
    chat_message = wire.ChatMessage(number, connection.name, seat, text, room.now())
    await room.write(lambda session: storage.add_chat_message(session, room.id, connection.person, chat_message))
    room.chat = [*room.chat, chat_message][-MOST_CHAT_MESSAGES:]
    for one in room.connections:
        send(one, wire.Chatted(chat_message))
    _done(connection, message)


_ACTIONS: dict[type[requests.NumberedRequest], Callable[[Room, Connection, Any], Awaitable[None]]] = {
    requests.TakeStep: _step,
    requests.TakeBack: _undo,
    requests.Resign: _resign,
    requests.MakeOffer: _offer,
    requests.AnswerOffer: _answer,
    requests.NextGame: _next,
    requests.Uncover: _uncover,
    requests.Sit: _sit,
    requests.Stand: _stand,
    requests.Fill: _fill,
    requests.Say: _say,
    requests.Explain: _explain,
    requests.Prefer: _prefer,
}
