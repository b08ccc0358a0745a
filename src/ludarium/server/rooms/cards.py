"""Games and tables in lists: what can be played, what is being played, and a person's own games."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, cast

import orjson
from sqlalchemy import ColumnElement, case, select
from sqlalchemy.orm import Session

from ludarium.core.game import Game, Outcome, Ruleset, find_ruleset, main_rulesets, rulesets
from ludarium.core.rng import Rng
from ludarium.core.state import SPECTATOR
from ludarium.draw.svg import svg
from ludarium.players.levels import LEVELS
from ludarium.server import pictures, wire
from ludarium.server.rooms import forms, narration
from ludarium.server.rooms.errors import RoomError
from ludarium.server.rooms.models import SeatRow, TableEventRow, TableRow
from ludarium.server.rooms.narration import Presence
from ludarium.server.rooms.new_table import PLAYERS
from ludarium.server.rooms.room import Room
from ludarium.server.rooms.storage import is_last_event, occupant_of
from ludarium.server.rooms.table_setup import Occupant
from ludarium.server.visitor import Visitor

if TYPE_CHECKING:
    from ludarium.server.services import Services

_MOST = 100  # tables in a list
_FRESH = 12 * 3600 * 1000  # milliseconds for which a table without players stays in the lobby
_SEED, _LONGEST = 7, 400  # of the game from whose second half a picture is taken


# When something happened at a table that everybody may know of.
_CHANGED: ColumnElement[int] = case((TableEventRow.at > TableRow.changed, TableEventRow.at), else_=TableRow.changed)


class _Found(NamedTuple):
    row: TableRow
    acts: int  # the seat to act; -1: nobody
    changed: int
    occupants: list[Occupant]
    ratings: dict[str, float]


# --- games ------------------------------------------------------------------------------------------------------------
async def game_cards(locale: str, theme: str) -> list[wire.GameCard]:
    return await asyncio.to_thread(_game_cards, locale, theme)  # the first time, pictures are drawn


@cache
def _game_cards(locale: str, theme: str) -> list[wire.GameCard]:
    return [_game_card(ruleset.game, locale, theme) for ruleset in main_rulesets()]


def _game_card(game: Game, locale: str, theme: str) -> wire.GameCard:
    words = game.words(locale)
    own = [ruleset for ruleset in rulesets() if ruleset.game is game]
    sets = [_ruleset_card(ruleset, locale) for ruleset in own]
    return wire.GameCard(
        name=game.name,
        title=narration.title(game, locale),
        summary=str(words.sections["summary"]),
        hidden_information=game.hidden_information,
        seat_labels=pictures.seat_labels(game, max(max(card.seats) for card in sets), locale),
        rulesets=sets,
        levels=[wire.LevelCard(level.number, level.name(game, locale)) for level in LEVELS],
        picture=_lively_picture(own[0].name, theme),
    )


@cache
def _lively_picture(name: str, theme: str) -> str:
    """The board in the second half of a game, the same every time. It has no words, so it serves every language."""
    game, rng = find_ruleset(name).game, Rng(_SEED)
    played = [find_ruleset(name).new(seed=_SEED)]
    while played[-1].seat >= 0 and len(played) < _LONGEST:
        after = played[-1].copy()
        after.apply(game.insight.rollout_step(played[-1], rng))
        played.append(after)
    scene = game.describe(played[len(played) * 7 // 10], SPECTATOR, open_=True)
    board = replace(scene, seat=-1, seats=0, notes=(), stock=(), scores=(), forced=(), threatened=())
    return svg(board, game, theme=theme, captions=False)


def _ruleset_card(ruleset: Ruleset, locale: str) -> wire.RulesetCard:
    chooser = next((option for option in ruleset.offered if option.name == PLAYERS), None)
    seats = list(range(chooser.low, chooser.high + 1)) if chooser else [int(ruleset.new().seats)]
    shown = [form for form in forms.option_forms(ruleset, locale) if chooser is None or form.name != chooser.name]
    label = narration.ruleset_label(ruleset, locale)
    return wire.RulesetCard(ruleset.name, label, shown, seats, ruleset.game.series is not None)


# --- tables -----------------------------------------------------------------------------------------------------------
async def lobby(services: "Services", who: Visitor) -> list[wire.TableCard]:
    fresh = services.rooms.now() - _FRESH
    wanted = (TableRow.visibility == "lobby", TableRow.phase.in_(("waiting", "playing")), fresh < _CHANGED)
    waiting_first = case((TableRow.phase == "waiting", 0), else_=1)
    return await _cards(services, who, wanted, waiting_first)


async def own_tables(services: "Services", who: Visitor) -> list[wire.TableCard]:
    seated = select(SeatRow.table_id).where(SeatRow.person == who.id)
    return await _cards(services, who, [TableRow.id.in_(seated)])


async def table_card(services: "Services", who: Visitor, id_: str) -> wire.TableCard:
    found = await _cards(services, who, [TableRow.id == id_])
    if not found:
        raise RoomError("table_unknown", 404)
    return found[0]


async def _cards(
    services: "Services", who: Visitor, wanted: Iterable[ColumnElement[bool]], first: ColumnElement[int] | None = None
) -> list[wire.TableCard]:
    def look_up(session: Session) -> list[_Found]:
        order = ([first] if first is not None else []) + [_CHANGED.desc()]
        rows = session.execute(
            select(TableRow, TableEventRow.acts, _CHANGED)
            .outerjoin(TableEventRow, is_last_event(noticed=True))
            .where(*wanted)
            .order_by(*order)
            .limit(_MOST)
        ).all()
        seats: dict[str, list[Occupant]] = {row.id: [] for row, _, _ in rows}
        for seat in session.scalars(select(SeatRow).where(SeatRow.table_id.in_(seats)).order_by(SeatRow.seat)):
            seats[seat.table_id].append(occupant_of(seat))
        return [
            _Found(
                row,
                -1 if acts is None else acts,
                changed,
                seats[row.id],
                _ratings(services, session, row, seats[row.id]),
            )
            for row, acts, changed in rows
        ]

    known = {ruleset.name for ruleset in rulesets()}  # a game from outside may be missing today
    return [_card(services, who, found) for found in await services.store.read(look_up) if found.row.ruleset in known]


def _ratings(services: "Services", session: Session, row: TableRow, occupants: Sequence[Occupant]) -> dict[str, float]:
    persons = [occupant.person for occupant in occupants if occupant.person]
    return services.people.means(session, row.ruleset, persons) if row.rated and persons else {}


def _card(services: "Services", who: Visitor, found: _Found) -> wire.TableCard:
    row, occupants = found.row, found.occupants
    game = find_ruleset(row.ruleset).game
    room = services.rooms.find(row.id)
    presence = room.presence() if room else Presence(frozenset(), 0, found.ratings, row.rematch)
    outcome = orjson.loads(row.outcome) if row.outcome else None
    return wire.TableCard(
        id=row.id,
        game=game.name,
        ruleset=row.ruleset,
        title=narration.title(game, who.locale),
        phase=cast(wire.Phase, row.phase),
        seats=narration.seat_infos(game, occupants, who.id, presence, who.locale),
        clock=_clock(services, row, room, len(occupants)),
        rated=row.rated,
        your_turn=bool(who.id) and 0 <= found.acts < len(occupants) and occupants[found.acts].person == who.id,
        changed=found.changed,
        outcome=pictures.outcome_told(game, _outcome(outcome), who.locale) if outcome else None,
    )


def _clock(services: "Services", row: TableRow, room: Room | None, seats: int) -> wire.Clock:
    if room is not None:
        return narration.clock(room.play, services.rooms.now())
    return wire.Clock(cast(wire.ClockKind, row.clock), row.base, row.increment, -1, [row.base] * seats)


def _outcome(found: dict[str, object]) -> Outcome:
    return Outcome(tuple(cast(list[int], found["winners"])), str(found["reason"]), str(found["clause"]))
