"""What the people at a table are sent: each in their language, and no more than they may know.

After every event the room sends one ``Broadcast``. What several people get alike is made once: the information about
the table for an ``Audience``, the scene for a view, what is shown of it for a theme and a language, and the bytes.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import orjson

from ludarium.core.game import DRAW, Game, rulesets
from ludarium.core.history import notices
from ludarium.core.scene import Scene
from ludarium.core.state import SPECTATOR, State
from ludarium.draw.art import art_of
from ludarium.players.levels import find_level
from ludarium.server import pictures, wire
from ludarium.server.errors import server_words
from ludarium.server.pictures import ArtCache, Shown
from ludarium.server.rooms import games
from ludarium.server.rooms.about_people import MOST_RATED_TOGETHER, AboutPeople
from ludarium.server.rooms.plans import may_plan
from ludarium.server.rooms.play import NEXT_TABLES, RATED_TURNS, Change, Occupant, Play, TableSetup
from ludarium.server.sockets import Outbox
from ludarium.table import Match, Table
from ludarium.table.agreement import agreement_words, would_be_said


class Connection(Outbox):
    """Somebody who looks at a table: what they may see, and what their browser has already.

    ``viewer`` is the seat whose view is shown (-1: a spectator's); ``curtain`` one that must uncover first.
    """

    def __init__(self, person: str, name: str, art_cache: ArtCache, guest: bool = True) -> None:
        super().__init__(art_cache.locale)
        self.person = person
        self.guest = guest
        self.page = "" if guest else name
        self.name = name
        self.art_cache = art_cache
        self.viewer = -1
        self.curtain = -1
        self.uncovered = -1  # of several seats on one screen, the one whose secrets may be seen
        self.planned: list[wire.PlannedLine] = []  # what they were told of their own lines
        self.blocked: frozenset[str] = frozenset()  # people whose messages they do not want to see

    def prefer(self, theme: str, locale: str, flipped: bool) -> None:
        self.locale = locale
        self.art_cache.change(theme, locale, flipped)

    def look(self, play: Play) -> None:
        """Find out whose view is to be shown now.

        Somebody with several seats sees the one to act. Where seats have secrets from each other, nothing of a seat is
        shown until somebody uncovers it, and it is covered again as soon as another one of them is to act.
        """
        seats = play.seats_of(self.person)
        acts = play.acts
        if len(seats) < 2 or not play.begun:  # who looks before the game begins may yet take another seat
            self.viewer, self.curtain = (seats[0] if seats and play.begun else -1), -1
        elif not play.game.hidden_information:
            self.viewer = acts if acts in seats else self.viewer if self.viewer in seats else seats[0]
        elif play.game_outcome is not None:
            self.viewer, self.curtain, self.uncovered = -1, -1, -1
        else:
            if acts in seats and acts != self.uncovered:
                self.uncovered = -1
            self.viewer = self.uncovered
            self.curtain = acts if acts in seats and self.viewer < 0 else -1


@dataclass(frozen=True)
class Presence:
    """Who is at a table, beside the seats' names."""

    persons: frozenset[str]  # who is connected
    spectators: int
    about: AboutPeople
    rematch: str
    counted: bool = False  # whether the result is in the ratings
    kept: wire.KeptSeat | None = None  # for somebody who was challenged


class Audience(NamedTuple):
    """For whom a ``wire.TableInfo`` is: it is the same for everybody of whom all this is the same."""

    person: str  # of somebody with a seat (also one that is kept for them), or the owner; else nobody
    named: bool  # whether they have a name under which to speak and sit
    viewer: int
    curtain: int
    locale: str
    removed: bool = False  # whether they cannot take a seat here any more


class Broadcast:
    """One round of messages, about one moment of a table."""

    def __init__(
        self, narrator: "Narrator", presence: Presence, now: int, claim: Callable[[int], wire.Claim | None]
    ) -> None:
        self._narrator = narrator
        self._play = narrator.play
        self._presence = presence
        self._clock = clock(narrator.play, now)
        self._claim = claim  # of a seat
        self._infos: dict[Audience, wire.TableInfo] = {}
        self._changed: dict[Audience, bytes] = {}
        self._scenes: dict[int, Scene] = {}
        self._shown: dict[tuple[int, str, str, bool], Shown] = {}
        self._ready: dict[tuple[str, Audience, str, str, bool, frozenset[str]], tuple[Shown, bytes]] = {}

    def welcome(self, connection: Connection, chat: Sequence[wire.ChatMessage]) -> None:
        """All there is to know but one's own plans, which are told next."""
        connection.planned = []
        heard = [one for one in chat if one.person not in connection.blocked] if self._play.setup.chat else []
        steps = self._steps(connection)
        self._send(connection, "welcome", lambda info, picture: wire.Welcome(info, steps, picture, heard))

    def tell(self, connection: Connection, change: Change | None, chat: Sequence[wire.ChatMessage]) -> None:
        """What a change means for somebody; nothing if they may not even know that there was one."""
        play, secrets = self._play, self._play.game.hidden_information
        if not secrets:
            connection.look(play)
        before, curtain = connection.viewer, connection.curtain
        happened = change is not None and self._is_noticed(change, before)
        if change is not None and happened:  # shown as they have seen the game until now
            if change.entry is not None:
                steps = self._steps(connection)[-1:]
                self._send(connection, "stepped", lambda info, picture: wire.Stepped(steps, picture, info))
            else:
                kept = len(self._steps(connection))
                self._send(connection, "undone", lambda info, picture: wire.Undone(kept, picture, info))
        if secrets:
            connection.look(play)
        reveals = secrets and change is not None and play.game_outcome is not None
        if connection.viewer != before or reveals or (change is not None and change.anew):
            self.welcome(connection, chat)
        elif not happened and self._is_public(change, curtain != connection.curtain):
            audience = self._audience(connection)
            if audience not in self._changed:
                self._changed[audience] = orjson.dumps(wire.Changed(self._info(audience)))
            connection.send_bytes(self._changed[audience])

    def _is_noticed(self, change: Change, viewer: int) -> bool:
        """Whether a viewer notices that a step was taken, or taken back."""
        game = self._play.game
        if not game.hidden_information:
            return change.entry is not None or bool(change.undone)
        if change.entry is not None:
            return self._play.game_outcome is not None or notices(game, change.entry, viewer)
        return any(notices(game, entry, viewer) for entry in change.undone)

    def _is_public(self, change: Change | None, curtain: bool) -> bool:
        """Whether something changed that everybody may know: a step that nobody noticed is nothing of the kind."""
        if change is None or (change.entry is None and not change.undone):
            return True
        return change.seat != self._play.seat or curtain

    def _audience(self, connection: Connection) -> Audience:
        play, person = self._play, connection.person
        kept = self._presence.kept
        known = play.setup.owner == person or play.seats_of(person) or (kept is not None and kept.person == person)
        removed = person in play.removed
        shown = connection.viewer, connection.curtain, connection.locale
        return Audience(person if known else "", bool(person), *shown, removed)

    def _info(self, audience: Audience) -> wire.TableInfo:
        info = self._infos.get(audience)
        if info is None:
            info = self._infos[audience] = self._narrator.table_info(audience, self._presence, self._clock, self._claim)
        return info

    def _steps(self, connection: Connection) -> list[wire.Step]:
        return self._narrator.steps(connection.viewer, connection.locale)

    def _send(
        self,
        connection: Connection,
        kind: str,
        message: Callable[[wire.TableInfo, wire.Picture], wire.TableMessage],
    ) -> None:
        """Many may look on in the same way: what needs no drawings any more is made and written for all of them."""
        audience, art = self._audience(connection), connection.art_cache
        key = (kind, audience, art.theme, art.written, art.flipped, connection.blocked)
        shown, data = self._ready.get(key, (None, b""))
        if shown is None or not art.has_all_of(shown):
            scene = self._scene(connection.viewer)
            shown = self._show(scene, art.theme, connection.locale, art.flipped)
            picture = art.picture(self._play.game, scene, shown, self._play.table.view(connection.viewer))
            data = orjson.dumps(message(self._info(audience), picture))
            if picture.ground is None and not picture.art:
                self._ready[key] = shown, data
        connection.send_bytes(data)

    def _show(self, scene: Scene, theme: str, locale: str, flipped: bool) -> Shown:
        alike = not self._play.game.hidden_information and not art_of(self._play.game).turns
        key = (SPECTATOR if alike else scene.viewer, theme, locale, flipped)
        shown = self._shown.get(key)
        if shown is None:
            shown = self._shown[key] = pictures.show(self._play.game, scene, theme, locale, flipped)
        return shown

    def _scene(self, viewer: int) -> Scene:
        if viewer not in self._scenes:
            play = self._play
            if not play.game.hidden_information and viewer != play.acts:  # all see the same, and one can act
                scene = self._scene(play.acts)._replace(viewer=viewer, paths=())
            else:
                scene = play.table.scene(viewer)
            self._scenes[viewer] = scene if self._play.begun else scene._replace(seat=-1, paths=(), forced=())
        return self._scenes[viewer]


# --- in words ---------------------------------------------------------------------------------------------------------
class StepList:
    """The steps of a game as one viewer may know them, in one language; each is put into words only once."""

    def __init__(self, table: Table, viewer: int, locale: str, over: bool) -> None:
        self._table = table
        self._viewer = viewer
        self._locale = locale
        self._over = over
        self._told = 0  # entries
        self._steps: list[wire.Step] = []
        self._lengths = [0]  # how many steps are told of so many entries

    def fits(self, table: Table, over: bool) -> bool:
        """Whether what was told is still what may be known: the end of a game reveals things."""
        return table is self._table and (self._over == over or not table.game.hidden_information)

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
                self._steps.append(pictures.step_told(history.game, step, len(self._steps) + 1, self._locale))
            self._lengths.append(len(self._steps))
        self._told = len(history.steps)
        return self._steps


class Narrator:
    """Puts one table into words; what was put into words once is kept."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self._step_lists: dict[tuple[int, str], StepList] = {}
        self._fixed: dict[str, dict[str, Any]] = {}
        self._seat_infos: dict[tuple[str, str], tuple[Presence, list[Occupant], list[wire.SeatInfo]]] = {}

    def steps(self, viewer: int, locale: str) -> list[wire.Step]:
        play = self.play
        reader = viewer if play.game.hidden_information else -1  # without secrets all are told the same
        step_list = self._step_lists.get((reader, locale))
        if step_list is None or not step_list.fits(play.table, play.game_outcome is not None):
            over = play.game_outcome is not None
            step_list = self._step_lists[reader, locale] = StepList(play.table, reader, locale, over)
        return step_list.steps()

    def took_back(self) -> None:
        for step_list in self._step_lists.values():
            step_list.cut(len(self.play.table.history.steps))

    def _seated(self, person: str, presence: Presence, locale: str) -> list[wire.SeatInfo]:
        """The seats, made anew only if somebody sat down, came or went."""
        occupants = self.play.occupants
        known = self._seat_infos.get((person, locale))
        if known is None or known[0] is not presence or known[1] != occupants:
            made = seat_infos(self.play.game, occupants, person, presence, locale)
            known = self._seat_infos[person, locale] = (presence, list(occupants), made)
        return known[2]

    def _setup_info(self, locale: str) -> dict[str, Any]:
        """What stays as it is as long as there is the table."""
        if locale not in self._fixed:
            setup, game = self.play.setup, self.play.game
            self._fixed[locale] = {
                "id": setup.id,
                "ruleset": setup.ruleset.name,
                "game": game.name,
                "title": games.title(game, locale),
                "settings": games.settings(setup.ruleset, self.play.table.changed, locale) + _course(setup, locale),
                "visibility": setup.visibility,
                "rated": setup.rated,
                "hidden_information": game.hidden_information,
            }
        return self._fixed[locale]

    def table_info(
        self, audience: Audience, presence: Presence, clock: wire.Clock, claim: Callable[[int], wire.Claim | None]
    ) -> wire.TableInfo:
        play, locale, over = self.play, audience.locale, self.play.game_outcome
        own = play.seats_of(audience.person)
        return wire.TableInfo(
            **self._setup_info(locale),
            phase=play.phase,
            owner=bool(audience.person) and audience.person == play.setup.owner,
            seats=self._seated(audience.person, presence, locale),
            seat=play.seat,
            viewer=audience.viewer,
            curtain=audience.curtain,
            clock=clock,
            offers=[wire.Offer(one.kind, one.by, sorted(one.waiting)) for one in play.offers.open.values()],
            agreement=_agreement(play, audience),
            claim=claim(own[0]) if len(own) == 1 and play.may_claim else None,
            may=_may(play, audience, presence),
            thinking=play.seat >= 0 and play.occupants[play.seat].kind == "computer",
            spectators=presence.spectators,
            outcome=None if over is None else pictures.outcome_told(play.game, over, locale),
            unrated=_unrated(play, audience, presence),
            series_score=None if play.match is None else _series_score(play.match, locale),
            rematch=presence.rematch,
            kept=presence.kept,
        )


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
            page=occupant.page,
            yours=bool(person) and occupant.person == person,
            here=occupant.kind == "computer" or occupant.person in presence.persons,
            rating=presence.about.ratings.get(occupant.person),
            provisional=occupant.person in presence.about.provisional,
            vacation=presence.about.away_until(occupant.person),
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
        opens = [seat for seat, occupant in enumerate(play.occupants) if occupant.kind == "open"]
        free = [seat for seat in opens if may_take(seat, audience.person, presence.kept)]
        if seats:
            found.add("stand")
        if free and audience.named and not audience.removed and (not seats or play.setup.visibility == "screen"):
            found.add("sit")
        if audience.person == play.setup.owner and audience.person:
            found |= {"close", "remove"}
        if opens and audience.person == play.setup.owner and not play.setup.rated:
            found.add("fill")
    for seat in seats:
        covered = play.game.hidden_information and len(seats) > 1 and seat != audience.viewer
        found |= play.may(seat) - ({"step", "undo"} if covered else set())
        if may_plan(play, seat):
            found.add("plan")
    if audience.person == play.setup.owner and play.phase == "over" and not play.finished:
        found.add("next")
    if presence.rematch:
        found -= set(NEXT_TABLES)
    if play.setup.chat and audience.named:
        found.add("chat")
    return sorted(found)


def _unrated(play: Play, audience: Audience, presence: Presence) -> str:
    """Why a rated game does not count, as far as that can be said."""
    if not play.setup.rated or presence.counted or play.aborted:
        return ""
    words = server_words(audience.locale)
    if presence.about.often:
        key = "unrated_often" if play.seats_of(audience.person) else "unrated_often_others"
        return words.say("rooms", key, {"most": MOST_RATED_TOGETHER})
    return words.say("rooms", "unrated_short", {"turns": RATED_TURNS}) if play.finished else ""


def may_take(seat: int, person: str, kept: wire.KeptSeat | None) -> bool:
    """Whether somebody may take an open seat, or it is kept for somebody else."""
    return kept is None or kept.declined or seat != kept.seat or person == kept.person


def _course(setup: TableSetup, locale: str) -> list[wire.Setting]:
    """What is other than usual in how games follow each other."""
    words, course = server_words(locale), setup.course
    found = []
    if course.start:
        found.append(wire.Setting(words.say("rooms", "start", {}), words.say("rooms", "start_played_on", {})))
    usual = setup.ruleset.game.series
    if setup.series and usual is not None and (course.games or course.sets):
        length = {"games": course.games or usual.games, "sets": course.sets or usual.sets}
        found.append(wire.Setting(words.say("rooms", "series", {}), words.say("rooms", "series_length", length)))
    return found


def _agreement(play: Play, audience: Audience) -> wire.Agreement | None:
    if not play.game.agreement or play.phase not in ("playing", "paused"):
        return None
    if play.game.agreement == DRAW:  # the same for every reader and position
        return _agreement_on_a_draw(play.game, audience.locale)
    own = play.seats_of(audience.person)
    you = own[0] if len(own) == 1 else SPECTATOR  # on a shared screen nobody is you
    return _agreement_in_words(play.game, play.table.state, audience.locale, you)


@cache
def _agreement_on_a_draw(game: Game, locale: str) -> wire.Agreement:
    ruleset = next(one for one in rulesets() if one.game is game)
    return _agreement_in_words(game, ruleset.new(), locale, SPECTATOR)


def _agreement_in_words(game: Game, state: State, locale: str, you: int) -> wire.Agreement:
    words = agreement_words(game, locale).section("agreement")
    names = ("offer", "offered", "asked", "sure_offer", "sure_accept")
    return wire.Agreement(**{name: words[name] for name in names}, now=would_be_said(game, state, locale, you))


def _series_score(match: Match, locale: str) -> wire.SeriesScore:
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
