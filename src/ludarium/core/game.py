"""A game as everything outside its folder sees it, and the registry of all games.

Nothing but this registry knows which games there are, and nothing asks a game for its name to treat it otherwise.
"""

import pathlib
import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from importlib import import_module
from multiprocessing import parent_process
from typing import ClassVar

from mypy_extensions import mypyc_attr

from ludarium.core.arrays import Arrays
from ludarium.core.bits import bit_list
from ludarium.core.errors import GameError, IllegalStep, NotationError, OptionError, UnknownName
from ludarium.core.insight import Insight
from ludarium.core.listing import PieceList, PlaceList
from ludarium.core.options import OptionValue, read_options, shortened
from ludarium.core.scene import Path, Scene, Score
from ludarium.core.state import EventLog, State
from ludarium.core.vocabulary import SHOW, Ending, EventKind, Option, Reason
from ludarium.core.words import LOCALES, Words, common_words, game_words

HIDDEN = "?"  # stands for a value that a seat may not know
DRAW, COUNT = "draw", "count"  # what it can mean that all seats agree to end a game here
AGREEMENT = "agreement"  # the reason of an outcome on which all seats agreed


@dataclass(frozen=True)
class Event:
    """What a step did, as one seat may know it: the words' key, and codes (``c2``, ``kraken``, 3) by field name."""

    kind: str
    data: Mapping[str, object]
    effect: str = ""

    def as_json(self) -> dict[str, object]:
        return {"kind": self.kind, **self.data}


@dataclass(frozen=True)
class Refusal:
    """Why a step is illegal, as data."""

    clause: str
    name: str
    data: Mapping[str, object]


@dataclass(frozen=True)
class WhyNot:
    """What can be said about clicks: they mean a legal step (``allowed``), or something that a clause forbids
    (``refusal``), or, without either, nothing that anybody could guess.
    """

    allowed: bool = False
    refusal: Refusal | None = None


@dataclass(frozen=True)
class Prompt:
    """A sentence for who plays, as data: the key of its words, its values, and of what type those are whose names do
    not tell it.
    """

    name: str
    data: Mapping[str, object] = field(default_factory=dict)
    types: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Outcome:
    """How a game ended. ``winners`` is empty for a draw between all seats; several seats share a win."""

    winners: tuple[int, ...]
    reason: str
    clause: str

    def as_json(self) -> dict[str, object]:
        return {"winners": list(self.winners), "reason": self.reason, "clause": self.clause}

    def share(self, seat: int, seats: int) -> float:
        """What part of the win a seat has; in a draw, everybody has the same."""
        if not self.winners:
            return 1 / seats
        return 1 / len(self.winners) if seat in self.winners else 0.0


@dataclass(frozen=True)
class Series:
    """Several games played as one: sets of so many games each."""

    games: int
    sets: int


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(ABC):
    """One game: its rules' tables, its notation, its looks and its words."""

    name: ClassVar[str]
    # Words as TOML, English and perhaps Japanese; without them they are ``text/en.toml`` and ``ja.toml`` in ``folder``.
    text: ClassVar[tuple[str, ...]] = ()
    folder: ClassVar[pathlib.Path]
    options: ClassVar[Sequence[Option]]
    events: ClassVar[Sequence[EventKind]]
    reasons: ClassVar[Sequence[Reason]]
    endings: ClassVar[Sequence[Ending]]
    codes: ClassVar[Mapping[str, Callable[[int], object]]] = {}  # by type of field: names of its values, if it has any
    hidden_information: ClassVar[bool] = False  # whether seats know different things
    series: ClassVar[Series | None] = None
    insight: ClassVar[Insight] = Insight()  # what computer players know beyond the rules
    # Of computer players of levels 1 to 4: how many simulations they make, and how often they take a step at random.
    # ``make levels`` finds what is right for a game.
    levels: ClassVar[Sequence[tuple[int, float]]] = ((3, 0.5), (6, 0.35), (15, 0.2), (40, 0.05))
    arrays: ClassVar[Arrays | None] = None  # the game as numbers; without them, programs that learn cannot play it
    art: ClassVar[object] = None  # how it looks: a ``draw.art.Art``; without one, pieces are lettered discs
    vague: ClassVar[Sequence[str]] = ()  # names of reasons that ``why_not`` tells only where it has no other
    # What all seats can agree on before the rules end the game: ``DRAW`` where the rules know draws, ``COUNT`` where
    # they count when nobody goes on (see ``agreed`` and ``counted``); nothing where they have neither.
    agreement: ClassVar[str] = ""

    # --- rules ----------------------------------------------------------------------------------------------------
    @abstractmethod
    def new(self, options: Mapping[str, OptionValue], seed: int) -> State:
        """The start of a game; ``options`` are complete and checked."""

    def check_options(self, options: Mapping[str, OptionValue]) -> None:
        """Refuse (``OptionError``) what the options allow one by one but not together."""

    def example(self, option: str, options: Mapping[str, OptionValue]) -> tuple[OptionValue, ...]:
        """A list that an option could have beside these others, so that people see how one is written; empty where it
        takes none with them.
        """
        return ()

    def listing(self, option: str, options: Mapping[str, OptionValue], seed: int) -> PieceList | PlaceList | None:
        """What an option's list holds beside these others, so that people choose or draw it; nothing where they write
        it. ``seed`` is for lists to begin with.
        """
        return None

    def chance(self, state: State) -> Mapping[str, OptionValue]:
        """What the seed decided at the start, as options that would give the same start without it."""
        return {}

    def is_setup(self, state: State) -> bool:
        """Whether the next step is part of a secret set-up, which a record commits to by a hash."""
        return False

    def agreed(self, state: State) -> Outcome:
        """How a running game ends when all seats agree to end it here: a draw, unless the rules count then."""
        return Outcome(tuple(bit_list(state.count_winners())), AGREEMENT, "")

    def counted(self, state: State) -> Sequence[Score]:
        """What would be counted then, of every seat; of several scores the first one that differs decides."""
        return ()

    def next_game(self, state: State, number: int) -> State:
        """In a series: the start of game ``number`` (1, 2, …) after a finished game."""
        raise NotImplementedError

    # --- notation -------------------------------------------------------------------------------------------------
    @abstractmethod
    def step_text(self, step: int) -> str:
        """A step as it is written."""

    @abstractmethod
    def read_step(self, text: str) -> int:
        """The step that is written so; ``NotationError`` if none is."""

    @abstractmethod
    def position_text(self, state: State) -> str:
        """All of a state (or view) but its options, on one line."""

    @abstractmethod
    def read_position(self, options: Mapping[str, OptionValue], text: str) -> State:
        """The state (or view) that is written so; ``NotationError`` with the reason if there is none."""

    def code(self, kind: str, value: int) -> object:
        """A field's value as JSON and sentences have it: a site's name, a list of such, a number …"""
        write = self.codes.get(kind)
        return write(value) if write else value

    # --- looks ----------------------------------------------------------------------------------------------------
    @abstractmethod
    def scene(self, view: State, seat: int) -> Scene:
        """The drawing description of what a seat (-1: a spectator) sees; ``view`` is ``state.view(seat)``."""

    def paths(self, view: State) -> Sequence[Path]:
        """The legal steps of the seat to act, whose ``view`` it is, with what is clicked for each: those of its scene.
        A game that finds them without the rest of the scene answers faster.
        """
        return self.scene(view, int(view.seat)).paths

    def steps_for_clicks(self, view: State, clicks: Sequence[str]) -> list[int]:
        """The steps, legal or not, that a person could mean by these clicks (see ``scene.Path``), the likeliest first.

        Clicks come from anybody: whatever they are, the answer is a list. A game that does not say more than this
        knows the legal steps whose clicks begin so; one that says which illegal steps are meant can explain them.
        """
        return [self.read_step(path.step) for path in self.paths(view) if path.clicks[: len(clicks)] == tuple(clicks)]

    def explain_clicks(self, view: State, clicks: Sequence[str]) -> Refusal | None:
        """Why clicks by which no step can be meant make none: a block does not go there by any way, say."""
        return None

    # --- what people are told -------------------------------------------------------------------------------------
    def goal(self, view: State) -> Prompt | None:
        """How one wins, in the words' section ``goal``; nothing if the game does not say."""
        return None

    def prompt(self, view: State, clicks: Sequence[str]) -> Prompt | None:
        """What the seat to act does now, after clicks that begin a step, in the section ``prompt``; nothing if the game
        does not say: then people are told what they can click. ``view`` is what that seat may know.
        """
        return None

    def odds(self, view: State, step: int) -> Prompt | None:
        """What it depends on what a step does, in the section ``odds``: the strengths in a fight, say. ``view`` is what
        the seat to act may know.
        """
        return None

    # --- what follows from these ----------------------------------------------------------------------------------
    def event_list(self, log: EventLog, seat: int, over: bool) -> list[Event]:
        """The events of a step as a seat (-1: a spectator) may know them; after the end everything is shown."""
        shown = []
        for row in log.rows:
            kind = self.events[row[0]]
            data = {name: self.code(type_, value) for (name, type_), value in zip(kind.fields, row[1:], strict=True)}
            if not over and (kind.secret or kind.private) and data["seat"] != seat:
                if kind.secret:
                    continue
                data.update(dict.fromkeys(kind.private, HIDDEN))
            shown.append(Event(kind.name, data, kind.effect))
        return shown

    def describe(self, state: State, seat: int, events: Iterable[Event] = (), open_: bool = False) -> Scene:
        """The drawing description for a seat (-1: a spectator) with the sites of the last step's events marked, but
        not those where something was merely shown: after the end that is everywhere.
        ``open_`` shows everything, whatever the seat may know.
        """
        sites: list[str] = []
        for event in events:
            if event.effect == SHOW:
                continue
            types = dict(next(kind.fields for kind in self.events if kind.name == event.kind))
            for name, value in event.data.items():
                if types[name] in ("site", "sites"):
                    sites += map(str, value) if isinstance(value, list | tuple) else [str(value)]
        return self.scene(state if open_ else state.view(seat), seat).with_last(sites)

    def explain(self, state: State, step: int) -> Refusal | None:
        """The clause that forbids a step, with what its sentence needs; nothing if the step is legal."""
        number = state.judge(step)
        if not number:
            return None
        reason = self.reasons[number]
        values = state.facts(step, number)
        data = {name: self.code(kind, value) for (name, kind), value in zip(reason.fields, values, strict=True)}
        # After the end the rule that ended the game forbids every step.
        clause = self.endings[state.ending].clause if state.seat < 0 else reason.clause
        return Refusal(clause, reason.name, data)

    def why_not(self, view: State, clicks: Sequence[str]) -> WhyNot:
        """Why clicks make no step, as the seat to act may know it."""
        refusals: list[Refusal] = []
        for step in self.steps_for_clicks(view, clicks):
            refusal = self.explain(view, step)
            if refusal is None:
                return WhyNot(allowed=True)
            refusals.append(refusal)
        if not refusals:
            return WhyNot(refusal=self.explain_clicks(view, clicks))
        telling = [refusal for refusal in refusals if refusal.name not in self.vague]
        return WhyNot(refusal=(telling or refusals)[0])

    def refuse_illegal(self, state: State, step: int) -> None:
        """Raise ``IllegalStep`` unless the step is legal."""
        refusal = self.explain(state, step)
        if refusal is not None:
            sentences = {locale: self.refusal_sentence(refusal, locale) for locale in LOCALES}
            raise IllegalStep(refusal.clause, refusal.name, sentences, dict(refusal.data))

    def outcome(self, state: State) -> Outcome | None:
        if state.seat >= 0:
            return None
        ending = self.endings[state.ending]
        return Outcome(tuple(bit_list(state.winners)), ending.name, ending.clause)

    def split_steps(self, text: str) -> list[str]:
        """The steps written one after the other, apart by spaces (or commas); a step may have a space in it."""
        if "," in text:
            return [part.strip() for part in text.split(",") if part.strip()]
        steps: list[str] = []
        for word in text.split():
            if steps and not self.is_step(steps[-1]) and self.is_step(f"{steps[-1]} {word}"):
                steps[-1] += " " + word
            else:
                steps.append(word)
        return steps

    def is_step(self, text: str) -> bool:
        try:
            self.read_step(text)
        except NotationError:
            return False
        return True

    def words(self, locale: str) -> Words:
        found = _WORDS.get((self, locale))
        if found is None:
            folder = None if self.text else self.folder / "text"
            found = _WORDS[self, locale] = game_words(folder, self.text, locale)
        return found

    def event_sentence(self, event: Event, locale: str) -> str:
        """What happened. A game can say it otherwise where something of it is hidden (``events_hidden``)."""
        kind = next(kind for kind in self.events if kind.name == event.kind)
        words = self.words(locale)
        unknown = HIDDEN in event.data.values() and words.entry("events_hidden", event.kind) is not None
        return words.say("events_hidden" if unknown else "events", event.kind, event.data, dict(kind.fields))

    def refusal_sentence(self, refusal: Refusal, locale: str) -> str:
        reason = next(reason for reason in self.reasons if reason.name == refusal.name)
        said = self.words(locale).say("reasons", refusal.name, refusal.data, dict(reason.fields))
        return f"{refusal.clause}: {said}"

    def goal_sentence(self, view: State, locale: str) -> str:
        """How one wins; empty if the game does not say."""
        return self._prompt_sentence("goal", self.goal(view), locale)

    def prompt_sentence(self, view: State, clicks: Sequence[str], locale: str) -> str:
        """What the seat to act does now; empty if the game does not say."""
        return self._prompt_sentence("prompt", self.prompt(view, clicks), locale)

    def odds_sentence(self, view: State, step: int, locale: str) -> str:
        """What it depends on what a step does; empty if on nothing, or if the game does not say."""
        return self._prompt_sentence("odds", self.odds(view, step), locale)

    def _prompt_sentence(self, section: str, said: Prompt | None, locale: str) -> str:
        return "" if said is None else self.words(locale).say(section, said.name, said.data, said.types)

    def outcome_sentence(self, outcome: Outcome, locale: str) -> str:
        words = self.words(locale)
        key = "draw" if not outcome.winners else "shared" if len(outcome.winners) > 1 else "win"
        known = words if words.entry("endings", outcome.reason) else common_words(locale)  # the table's own: resigned
        how = known.say("endings", outcome.reason, {})
        return words.say("results", key, {"seat": list(outcome.winners), "how": how})


@dataclass(frozen=True)
class Ruleset:
    """A game with fixed options: an edition or a named variant."""

    name: str
    game: Game
    preset: Mapping[str, OptionValue]
    without: tuple[str, ...] = ()  # options of the game that this ruleset does not have
    tiny: bool = False  # so small that it can be solved: for people who study games, not in the lists of those who play

    @property
    def offered(self) -> list[Option]:
        return [option for option in self.game.options if option.name not in self.without]

    def read(self, given: Mapping[str, object]) -> dict[str, OptionValue]:
        """All options, from those that somebody gave; ``OptionError`` says what is wrong with them."""
        values = read_options(self.offered, self.preset, given, self.name)
        for option in self.game.options:
            values.setdefault(option.name, option.default)
        try:
            self.game.check_options(values)
        except OptionError as error:
            raise error.in_words({locale: self.game.words(locale) for locale in LOCALES}) from None
        return values

    def __reduce__(self) -> tuple[object, ...]:
        return find_ruleset, (self.name,)

    def new(self, given: Mapping[str, object] | None = None, seed: int = 0) -> State:
        return self.game.new(self.read(given or {}), seed)


_WORDS: dict[tuple[Game, str], Words] = {}
_RULESETS: dict[str, Ruleset] = {}
_WARNINGS: list[GameError] = []


class GameWarning(UserWarning):
    """Something is wrong with a game from outside the package: it is skipped, or runs interpreted."""


def _known() -> dict[str, Ruleset]:
    """All rulesets by name: they register themselves in ``games.registered``, which is imported here."""
    import_module("ludarium.games.registered")
    return _RULESETS


def register(*rulesets: Ruleset) -> None:
    """Make rulesets known; ``GameError``, and none of them is, if another game has one of their names already."""
    known = dict(_known())
    owners = {name: one.game for one in known.values() for name in (one.name, one.game.name)}
    for ruleset in rulesets:
        for name in (ruleset.name, ruleset.game.name):
            if ruleset.name in known or owners.setdefault(name, ruleset.game) is not ruleset.game:
                raise GameError("game_twice", name=name)
        known[ruleset.name] = ruleset
    _RULESETS.update(known)


def warn(error: GameError) -> None:
    """Go on without a game that cannot be played, and say so once: not in the processes that this one starts."""
    _WARNINGS.append(error)
    if parent_process() is None:
        warnings.warn(error.warning("en"), GameWarning, stacklevel=2)


def game_warnings() -> list[GameError]:
    """What is wrong with games that were to be loaded."""
    _known()
    return _WARNINGS


def rulesets() -> list[Ruleset]:
    """All rulesets in the order of registration; the first one of a game is its main one."""
    return list(_known().values())


def by_game() -> list[tuple[Game, list[Ruleset]]]:
    """The games with their rulesets, in the order of registration."""
    members: dict[str, list[Ruleset]] = {}
    for ruleset in rulesets():
        members.setdefault(ruleset.game.name, []).append(ruleset)
    return [(group[0].game, group) for group in members.values()]


def main_rulesets() -> list[Ruleset]:
    """The main ruleset of every game."""
    return [group[0] for _, group in by_game()]


def find_step(text: str, steps: Mapping[str, int], examples: Sequence[str]) -> int:
    """The one of these steps that is written so."""
    if text not in steps:
        raise NotationError("step_syntax", text=shortened(text), examples=list(examples))
    return steps[text]


def find_ruleset(name: str) -> Ruleset:
    known = _known()
    found = known.get(name)
    if found is None:
        near = get_close_matches(name[:60], known, n=3) or list(known)
        unknown = UnknownName("ruleset_unknown", ruleset=shortened(name), near=near)
        for error in _WARNINGS:  # a note is for whoever started this program, and is told to nobody else
            unknown.add_note(error.warning("en"))
        raise unknown
    return found
