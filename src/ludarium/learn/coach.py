"""A coach beside the board, for somebody who plays computers: at most one remark a turn, whoever asks sees to that.

What it says is found out, not written down for some position: the first time that something new is to be done, what
that is about (``[coach]`` in the game's words, by the name of its prompt); then, at the beginning of a turn and the
weightiest first: a win within this turn, a win that the next opponent threatens, a win that was missed, another threat,
and what the search likes better than the last turn. A game says in ``[threats]`` of which of its events its players
want to be warned.

Everything is made from what the seat may know. What a warning says holds in most of the truths that this leaves open.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from time import perf_counter
from typing import Final, Literal

from ludarium.core.game import HIDDEN, Event, Game
from ludarium.core.history import History
from ludarium.core.insight import Belief
from ludarium.core.rng import Rng
from ludarium.core.state import EventLog, State
from ludarium.core.vocabulary import SHOW
from ludarium.core.words import common_words
from ludarium.players.explain import ExplainedStep, explain_line
from ludarium.players.report import Report
from ludarium.players.style import Limits, ThinkingStyle
from ludarium.players.thinker import Question
from ludarium.search.hidden import draw_truths
from ludarium.search.solver import Solver
from ludarium.search.tactics import find_win
from ludarium.search.tree import Settings, Tree

Kind = Literal["phase", "win", "danger", "missed_win", "threat", "missed"]

_THREATS: Final = "threats"  # sections of a game's words
_PHASES: Final = "coach"
_TRUTHS: Final = 12  # that are looked at where something is hidden
_TURNS: Final = 8  # own turns that are tried: what an opponent can do after most of them is a threat
_MOST: Final = 0.6  # what most are
_DEEP: Final = 3  # steps of an opponent's turn
_WIDE: Final = 150  # steps that are tried for one of them
_SOLVER_STEPS: Final = 2_000  # for one question, so that nothing else waits for long
_SOLVER_SECONDS: Final = 0.03
_COSTLY: Final = 0.15  # what a turn must have cost to be worth a remark
_TRIED: Final = 30  # visits from which on the search knows enough of a step to blame it
_TOLD: Final = 2  # steps of what would have been better
_STYLE: Final = ThinkingStyle(Limits(simulations=1_500))


@dataclass(frozen=True)
class Remark:
    """``key`` names what was said, so that what needs saying only once is not said twice."""

    kind: Kind
    key: str
    events: tuple[Event, ...] = ()
    seat: int = -1  # who threatens

    def sentence(self, game: Game, locale: str) -> str:
        common, words = common_words(locale), game.words(locale)
        if self.kind == "phase":
            return words.say(_PHASES, self.key, {})
        data: dict[str, object] = {"name": words.name("seat", self.seat)} if self.seat >= 0 else {}
        if self.kind == "threat":
            return _threat_sentence(game, self.events[0], locale)
        told = words.joined([game.event_sentence(event, locale) for event in self.events])
        return words.joined([common.say("coach", self.kind, data), *([told] if told else [])])

    @property
    def sites(self) -> tuple[str, ...]:
        """Where that is, of events that name a place."""
        named = (event.data.get("at", event.data.get("to")) for event in self.events)
        return tuple(dict.fromkeys(str(site) for site in named if site is not None))


def _threat_sentence(game: Game, event: Event, locale: str) -> str:
    kind = next(kind for kind in game.events if kind.name == event.kind)
    return game.words(locale).say(_THREATS, event.kind, event.data, dict(kind.fields))


class Coach:
    """Looks at a game in which it is a seat's turn. ``heard``: the keys of what was said once already."""

    def __init__(self, history: History, seat: int, heard: Collection[str] = (), seed: int = 0) -> None:
        self._history = history
        self._game = history.game
        self._seat = seat
        self._heard = heard
        self._rng = Rng(seed)

    @property
    def is_turn(self) -> bool:
        """Whether a turn of the seat has just begun."""
        history = self._history
        begun = not history.steps or history.taken[-1].ends_turn
        return begun and int(history.state.seat) == self._seat

    def remark(self) -> Remark | None:
        """What is seen at once, by rules and solver."""
        if int(self._history.state.seat) != self._seat:
            return None
        if not self.is_turn:  # it was said what there is to say to it; but something new may be to be done
            return self._phase()
        return self._phase() or self._win() or self._danger() or self._missed_win() or self._threat()

    def question(self) -> Question | None:
        """What a search must be asked to judge the last turn; nothing if there was nothing to decide."""
        place = self._last_turn
        if place < 0 or not self.is_turn or len(self._history.states[place].legal()) < 2:
            return None
        views = self._history.views(self._seat, place)
        return Question(self._history.ruleset.name, views, _STYLE, int(self._rng.below(1 << 30)))

    def judged(self, report: Report) -> Remark | None:
        """What the search likes much better than the last turn, if there is such a thing."""
        taken = self._history.steps[self._last_turn]
        played = next((line for line in report.lines if line.step == taken), None)
        best = report.best
        if played is None or best.step == taken or min(best.visits, played.visits) < _TRIED:
            return None
        if best.worth - played.worth < _COSTLY:
            return None
        return self._better("missed", best.steps)

    # --- what is new --------------------------------------------------------------------------------------------------
    @cached_property
    def _view(self) -> State:
        return self._history.seen(self._seat)

    def _phase(self) -> Remark | None:
        prompt = self._game.prompt(self._view, ())
        if prompt is None or prompt.name in self._heard:
            return None
        return Remark("phase", prompt.name) if self._game.words("en").entry(_PHASES, prompt.name) else None

    # --- wins ---------------------------------------------------------------------------------------------------------
    def _win(self) -> Remark | None:
        return Remark("win", "win") if self._winning_turn(self._view) else None

    def _missed_win(self) -> Remark | None:
        if self._last_turn < 0:
            return None
        line = self._winning_turn(self._history.states[self._last_turn].view(self._seat))
        return self._better("missed_win", line) if line else None

    def _winning_turn(self, view: State) -> list[int]:
        """Steps of a turn that win, whatever is hidden."""
        truths = self._truths(view)
        return find_win(Tree(truths, self._game.insight, Settings(), 0), self._solver(), 1)

    def _better(self, kind: Kind, steps: Sequence[int]) -> Remark:
        before = self._history.states[self._last_turn].view(self._seat)
        told = explain_line(self._game, before, self._seat, steps[:_TOLD])
        return Remark(kind, kind, tuple(event for one in _own_turn(told, self._seat) for event in one.events))

    @cached_property
    def _last_turn(self) -> int:
        """The place at which the seat's last turn began; -1 if it has had none, or only a set-up."""
        states, place = self._history.states, len(self._history.steps) - 1
        while place >= 0 and int(states[place].seat) != self._seat:
            place -= 1
        while place > 0 and int(states[place - 1].seat) == self._seat and states[place - 1].turn == states[place].turn:
            place -= 1
        return -1 if place < 0 or self._game.is_setup(states[place]) else place

    # --- threats ------------------------------------------------------------------------------------------------------
    def _danger(self) -> Remark | None:
        """The next opponent wins after most of the seat's turns."""
        found: Counter[tuple[str, str]] = Counter()
        told: dict[tuple[str, str], tuple[Event, ...]] = {}
        looked = 0
        for after in self._after_own_turns:
            looked += 1
            if not self._game.insight.may_win(after):
                continue
            needed, line = self._solver().quickest(after, 1)
            if needed:
                key = self._key(events := self._last_events(after, line))
                told.setdefault(key, events)
                found[key] += 1
        if not looked or found.total() < _MOST * looked:
            return None
        key, times = found.most_common(1)[0]
        # Where there are several ways to win, none is named: stopping one of them would not be enough.
        events = told[key] if times >= _MOST * looked else ()
        return Remark("danger", "danger", events, int(self._after_own_turns[0].seat))

    def _threat(self) -> Remark | None:
        """What the next opponent can do to the seat after most of its turns."""
        warned = self._game.words("en").section(_THREATS)
        if not warned or not self._after_own_turns:
            return None
        own = {piece.site for piece in self._game.scene(self._view, self._seat).pieces if piece.owner == self._seat}
        found: Counter[tuple[str, str]] = Counter()
        told: dict[tuple[str, str], Event] = {}
        for after in self._after_own_turns:
            possible = {self._key([event]): event for event in self._possible(after) if event.kind in warned}
            against = {key: event for key, event in possible.items() if self._is_against(event, own)}
            told |= against
            found.update(against.keys())
        likely = [key for key, times in found.most_common() if times >= _MOST * len(self._after_own_turns)]
        if not likely:
            return None
        event = told[min(likely, key=lambda key: list(warned).index(key[0]))]  # the game names the worst first
        return Remark("threat", "threat", (event,), int(self._after_own_turns[0].seat))

    def _is_against(self, event: Event, own: Collection[str]) -> bool:
        if "owner" in event.data:
            return event.data["owner"] == self._seat
        return "at" not in event.data or str(event.data["at"]) in own

    @cached_property
    def _after_own_turns(self) -> list[State]:
        """What could be after turns that mind no threat: any of the seat's, by chance, but none that ends the game."""
        found: list[State] = []
        truths = self._truths(self._view)
        for number in range(_TURNS):
            state = truths[number % len(truths)].copy()
            turn = state.turn
            while state.seat == self._seat and state.turn == turn:
                state.apply(state.random_step(self._rng))
            if state.seat >= 0 and state.seat != self._seat:
                found.append(state)
        return found

    def _possible(self, state: State) -> Iterator[Event]:
        """What the seat to act can do in the first steps of its turn."""
        turn, mover, left = state.turn, state.seat, _WIDE
        waiting = [(state, 0)]
        while waiting and left > 0:
            before, depth = waiting.pop(0)
            for step in before.legal():
                after, log = before.copy(), EventLog()
                after.apply(step, log)
                left -= 1
                yield from self._game.event_list(log, self._seat, over=False)
                if after.seat == mover and after.turn == turn and depth + 1 < _DEEP:
                    waiting.append((after, depth + 1))

    def _last_events(self, start: State, line: Sequence[int]) -> tuple[Event, ...]:
        """What the last step of a line does."""
        state, log = start.copy(), EventLog()
        for step in line:
            log = EventLog()
            state.apply(step, log)
        return tuple(self._certain(self._game.event_list(log, self._seat, over=False)))

    def _certain(self, events: Sequence[Event]) -> Iterator[Event]:
        """What happens without what others' pieces would turn out to be: that was only guessed."""
        if not self._game.hidden_information:
            yield from events
            return
        kinds = {kind.name: kind for kind in self._game.events}
        for event in events:
            if event.effect == SHOW:
                continue
            pieces = [name for name, type_ in kinds[event.kind].fields if type_ == "piece"]
            guessed = pieces if event.data.get("owner", event.data.get("seat")) != self._seat else ()
            yield replace(event, data={**event.data, **dict.fromkeys(guessed, HIDDEN)})

    def _key(self, events: Sequence[Event]) -> tuple[str, str]:
        """What makes two happenings the same: what happens, and where."""
        if not events:
            return "", ""
        last = events[-1]
        types = next(dict(kind.fields) for kind in self._game.events if kind.name == last.kind)
        named = [value for name, value in last.data.items() if isinstance(value, str) and types[name] != "piece"]
        return last.kind, str(named)

    def _truths(self, view: State) -> list[State]:
        if not self._game.hidden_information:
            return [view.copy()]
        return draw_truths(view, self._seat, Belief(), self._rng, _TRUTHS)

    def _solver(self) -> Solver:
        return Solver(self._game.insight, _SOLVER_STEPS, perf_counter() + _SOLVER_SECONDS, _SOLVER_STEPS)


def _own_turn(steps: Sequence[ExplainedStep], seat: int) -> Iterator[ExplainedStep]:
    for one in steps:
        if one.seat != seat:
            return
        yield one
