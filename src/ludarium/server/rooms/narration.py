"""Steps and table information for the people at a table, each in their language, and no more than they may know."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from ludarium.core.game import Game, Ruleset
from ludarium.core.options import OptionValue
from ludarium.core.state import SPECTATOR
from ludarium.players.levels import find_level
from ludarium.server import pictures, wire
from ludarium.server.errors import server_words
from ludarium.server.rooms.play import Play
from ludarium.server.rooms.table_setup import Occupant
from ludarium.table import Table
from ludarium.table.agreement import agreement_words, would_be_said


class StepList:
    """The steps of a game as one viewer may know them, in one language; each is put into words only once."""

    def __init__(self, table: Table, viewer: int, locale: str) -> None:
        self._table = table
        self._viewer = viewer
        self._locale = locale
        self._over = table.outcome is not None
        self._told = 0  # entries
        self._steps: list[wire.Step] = []
        self._lengths = [0]  # how many steps are told of so many entries

    def fits(self, table: Table) -> bool:
        """Whether what was told is still what may be known: the end of a game reveals things."""
        return table is self._table and (self._over or table.outcome is None or not table.game.hidden_information)

    def cut(self, entries: int) -> None:
        """Steps were taken back."""
        if entries < self._told:
            self._told = entries
            del self._lengths[entries + 1 :]
            del self._steps[self._lengths[-1] :]

    def steps(self) -> list[wire.Step]:
        history = self._table.history
        told = dict(history.told(self._viewer, self._over, self._told))
        for place in range(self._told + 1, len(history.steps) + 1):
            if step := told.get(place):
                events = pictures.event_list(history.game, step.events, self._locale)
                self._steps.append(wire.Step(len(self._steps) + 1, step.turn, step.seat, step.text, events))
            self._lengths.append(len(self._steps))
        self._told = len(history.steps)
        return self._steps


@dataclass(frozen=True)
class Presence:
    """Who is at a table, beside the seats' names."""

    persons: frozenset[str]  # who is connected
    spectators: int
    ratings: Mapping[str, float]
    rematch: str


@dataclass(frozen=True)
class Audience:
    """For whom a ``wire.TableInfo`` is: it is the same for everybody of whom all this is the same."""

    person: str  # of somebody with a seat, or the owner; else nobody
    named: bool  # whether they have a name under which to speak and sit
    viewer: int
    curtain: int
    locale: str


class Narrator:
    """Puts one table into words; what was put into words once is kept."""

    def __init__(self, play: Play) -> None:
        self._play = play
        self._step_lists: dict[tuple[int, str], StepList] = {}
        self._settings: dict[str, list[wire.Setting]] = {}
        self._seat_infos: dict[tuple[str, str], tuple[Presence, list[Occupant], list[wire.SeatInfo]]] = {}

    def steps(self, viewer: int, locale: str) -> list[wire.Step]:
        table = self._play.table
        reader = viewer if table.game.hidden_information else -1  # without secrets all are told the same
        step_list = self._step_lists.get((reader, locale))
        if step_list is None or not step_list.fits(table):
            step_list = self._step_lists[reader, locale] = StepList(table, reader, locale)
        return step_list.steps()

    def took_back(self) -> None:
        for step_list in self._step_lists.values():
            step_list.cut(len(self._play.table.history.steps))

    def _seated(self, person: str, presence: Presence, locale: str) -> list[wire.SeatInfo]:
        """The seats, made anew only if somebody sat down, came or went."""
        occupants = self._play.occupants
        known = self._seat_infos.get((person, locale))
        if known is None or known[0] is not presence or known[1] != occupants:
            made = seat_infos(self._play.table.game, occupants, person, presence, locale)
            known = self._seat_infos[person, locale] = (presence, list(occupants), made)
        return known[2]

    def table_info(self, audience: Audience, presence: Presence, now: int) -> wire.TableInfo:
        play, locale = self._play, audience.locale
        setup, table, game = play.setup, play.table, play.table.game
        over = table.outcome if play.begun else None
        acts = play.seat
        if locale not in self._settings:
            self._settings[locale] = settings(setup.ruleset, table.changed, locale)
        return wire.TableInfo(
            id=setup.id,
            ruleset=setup.ruleset.name,
            game=game.name,
            title=title(game, locale),
            settings=self._settings[locale],
            phase=play.phase,
            visibility=setup.visibility,
            owner=bool(audience.person) and audience.person == setup.owner,
            rated=setup.rated,
            seats=self._seated(audience.person, presence, locale),
            seat=acts,
            viewer=audience.viewer,
            curtain=audience.curtain,
            hidden_information=game.hidden_information,
            clock=clock(play, now),
            offers=[wire.Offer(one.kind, one.by, sorted(one.waiting)) for one in play.offers.open.values()],
            agreement=_agreement(play, audience),
            may=_may(play, audience, presence),
            thinking=acts >= 0 and play.occupants[acts].kind == "computer",
            spectators=presence.spectators,
            outcome=None if over is None else pictures.outcome_told(game, over, locale),
            series_score=_series_score(play, locale),
            rematch=presence.rematch,
        )


@cache
def title(game: Game, locale: str) -> str:
    return str(game.words(locale).sections.get("name", game.name))


def seat_infos(
    game: Game, occupants: list[Occupant], person: str, presence: Presence, locale: str
) -> list[wire.SeatInfo]:
    labels = pictures.seat_labels(game, len(occupants), locale)
    return [
        wire.SeatInfo(
            seat=seat,
            label=labels[seat],
            look=f"seat:{seat}",
            occupant=occupant.kind,
            name=find_level(occupant.level).name(game, locale) if occupant.kind == "computer" else occupant.name,
            level=occupant.level,
            person=occupant.person,
            yours=bool(person) and occupant.person == person,
            here=occupant.kind == "computer" or occupant.person in presence.persons,
            rating=presence.ratings.get(occupant.person),
        )
        for seat, occupant in enumerate(occupants)
    ]


def clock(play: Play, now: int) -> wire.Clock:
    pace = play.setup.pace
    return wire.Clock(pace.kind, pace.base, pace.increment, play.clock.running, list(play.clock.all_remaining(now)))


def _may(play: Play, audience: Audience, presence: Presence) -> list[str]:
    found: set[str] = set()
    seats = play.seats_of(audience.person)
    if not play.begun:
        opens = any(occupant.kind == "open" for occupant in play.occupants)
        if seats:
            found.add("stand")
        if opens and audience.named and (not seats or play.setup.visibility == "screen"):
            found.add("sit")
        if opens and audience.person == play.setup.owner and not play.setup.rated:
            found.add("fill")
    for seat in seats:
        covered = play.table.game.hidden_information and len(seats) > 1 and seat != audience.viewer
        found |= play.may(seat) - ({"step", "undo"} if covered else set())
    if audience.person == play.setup.owner and play.phase == "over" and not play.finished:
        found.add("next")
    if presence.rematch:
        found.discard("rematch")
    if play.setup.chat and audience.named:
        found.add("chat")
    return sorted(found)


def _agreement(play: Play, audience: Audience) -> wire.Agreement | None:
    table, locale = play.table, audience.locale
    if not table.game.agreement or play.phase not in ("playing", "paused"):
        return None
    words = agreement_words(table.game, locale).section("agreement")
    own = play.seats_of(audience.person)
    you = own[0] if len(own) == 1 else SPECTATOR  # on a shared screen nobody is you
    now = would_be_said(table.game, table.state, locale, you)
    return wire.Agreement(
        words["offer"], words["offered"], words["asked"], words["sure_offer"], words["sure_accept"], now
    )


def _series_score(play: Play, locale: str) -> wire.SeriesScore | None:
    match = play.match
    if match is None:
        return None
    outcome = match.outcome
    of_set, game = match.place
    return wire.SeriesScore(
        set=of_set,
        game=game,
        games=match.games,
        sets=match.sets,
        games_won=match.games_won(),
        sets_won=match.sets_won(),
        outcome=None if outcome is None else pictures.outcome_told(match.ruleset.game, outcome, locale),
    )


# --- options in words -------------------------------------------------------------------------------------------------
def settings(ruleset: Ruleset, changed: Mapping[str, OptionValue], locale: str) -> list[wire.Setting]:
    """What is played: the ruleset, and what was chosen otherwise than by default."""
    game = ruleset.game
    found = [wire.Setting(server_words(locale).say("rooms", "ruleset", {}), ruleset_label(ruleset, locale))]
    for name, value in changed.items():
        found.append(wire.Setting(option_label(game, name, locale), value_label(game, name, value, locale)))
    return found


def ruleset_label(ruleset: Ruleset, locale: str) -> str:
    return ruleset.game.words(locale).name("rulesets", ruleset.name)


@cache
def option_label(game: Game, name: str, locale: str) -> str:
    """A short name of an option; in words of its own, or as it is written."""
    return game.words(locale).entry("called", name) or name.replace("_", " ")


def value_label(game: Game, name: str, value: OptionValue, locale: str) -> str:
    words = server_words(locale)
    if isinstance(value, bool):
        return words.say("rooms", "yes" if value else "no", {})
    if isinstance(value, str):
        return game.words(locale).entry("called", f"{name}.{value}") or value.replace("_", " ")
    if isinstance(value, tuple):
        if all(isinstance(one, str) for one in value):
            return game.words(locale).name("piece", value)
        return words.say("rooms", "list", {"count": len(value)})
    return str(value)
