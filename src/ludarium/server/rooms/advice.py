"""What computers say to somebody who plays at a table: a hint, and a coach's remark when a turn begins."""

import asyncio
import secrets

from ludarium.learn.coach import Coach, Remark
from ludarium.players.style import Limits, ThinkingStyle
from ludarium.players.thinker import Question
from ludarium.server import requests, wire
from ludarium.server.analysis.judging import judgement
from ludarium.server.errors import RoomError
from ludarium.server.rooms.room import Room

_HINT_SECONDS = 0.7
_SEED_BITS = 30


async def advise(room: Room, request: requests.AskHint | requests.AskCoach, locale: str) -> wire.Hint | wire.Coached:
    """Only where nobody could mind it."""
    if "hint" not in room.play.may(request.seat):
        raise RoomError("no_hints")
    if isinstance(request, requests.AskHint):
        return await _hint(room, request, locale)
    return await _coach(room, request, locale)


def _asker(room: Room, seat: int) -> str:
    return room.play.occupants[seat].person


async def _hint(room: Room, request: requests.AskHint, locale: str) -> wire.Hint:
    table = room.play.table
    style = ThinkingStyle(Limits(seconds=_HINT_SECONDS))
    question = Question(table.ruleset.name, table.views(request.seat), style, secrets.randbits(_SEED_BITS))
    report = await room.rooms.thinkers.decide(question, urgent=False, person=_asker(room, request.seat))
    told = judgement(question, report, True, locale, request.id)
    return wire.Hint(request.id, told.lines[0], told.proof)


async def _coach(room: Room, request: requests.AskCoach, locale: str) -> wire.Coached:
    history = room.play.table.history.copy()  # the game may go on meanwhile
    coach = Coach(history, request.seat, set(request.heard), secrets.randbits(_SEED_BITS))
    remark: Remark | None = await asyncio.to_thread(coach.remark)
    if remark is None and (question := coach.question()) is not None:
        asker = _asker(room, request.seat)
        remark = coach.judged(await room.rooms.thinkers.decide(question, urgent=False, person=asker))
    if remark is None:
        return wire.Coached(request.id, "", "", "", [])
    return wire.Coached(request.id, remark.kind, remark.key, remark.sentence(history.game, locale), list(remark.sites))
