"""What is checked: a game with options, one of its games being played, and the way a broken rule is told."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TypeVar

from ludarium.core.conformance import Traits
from ludarium.core.errors import GameError
from ludarium.core.game import Game, Ruleset, rulesets
from ludarium.core.options import OptionValue
from ludarium.core.state import EventLog, State
from ludarium.core.words import Words, read_words
from ludarium.games import outside
from ludarium.games.parts import traits_of

T = TypeVar("T")
Target = str | ModuleType | Ruleset  # a file, a module, a ruleset or the name of one


class Broken(Exception):
    """A rule of the contract does not hold; ``detail`` says for what."""

    def __init__(self, rule: str, *details: object) -> None:
        self.rule = rule
        self.detail = " ".join(map(str, details))
        super().__init__(f"{rule}: {self.detail}")


def demand(holds: object, rule: str, *details: object) -> None:
    """Go on only if a rule (a key of ``text/``) holds."""
    if not holds:
        raise Broken(rule, *details)


@dataclass(frozen=True)
class Case:
    """A ruleset with options, to be played for at most so many steps."""

    name: str
    rulesets: Sequence[Ruleset]  # all of its game
    options: dict[str, OptionValue]
    traits: Traits
    limit: int

    @property
    def game(self) -> Game:
        return self.rulesets[0].game


class Trail:
    """A game of a case as far as it has been played: where something broken was found."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.state: State | None = None
        self.steps: list[int] = []

    def start(self, seed: int) -> State:
        self.state, self.steps = self.case.game.new(self.case.options, seed), []
        return self.state

    def take(self, step: int, log: EventLog | None = None) -> State:
        """The state after a step; the one before stays as it is."""
        assert self.state is not None
        after = self.state.copy()
        after.apply(step, log)
        self.state = after
        self.steps.append(step)
        return after

    def where(self) -> tuple[str, tuple[str, ...]]:
        """The position and the steps that led to it, as far as the game can write them."""
        game = self.case.game
        position = "" if self.state is None else _written(game.position_text, self.state)
        return position, tuple(_written(game.step_text, step) for step in self.steps)


def _written(write: Callable[[T], str], what: T) -> str:
    try:
        return write(what)
    except Exception as error:  # the notation may be what is broken
        return f"({type(error).__name__}: {error})"


def cases(target: Target, limit: int) -> list[Case]:
    """Every ruleset of a game, and every set of options that its traits name."""
    members = _rulesets(target)
    game, found = members[0].game, list[Case]()
    named = {ruleset.name: ruleset for ruleset in members}
    plain = [(name, dict[str, object]()) for name in named]
    try:
        more = [(named[name].name, dict(given)) for name, given in traits_of(game).option_sets]
    except (KeyError, TypeError, ValueError) as error:
        raise GameError("game_traits", file=game.name, why=f"option_sets: {type(error).__name__}: {error}") from error
    for name, options in [*plain, *more]:
        label = "-".join([name, *(f"{option}={_short(value)}" for option, value in options.items())])
        case = Case(label, members, named[name].read(options), traits_of(game), limit)
        if all(case.options != other.options for other in found):
            found.append(case)
    return found


def _short(value: object) -> str:
    return str(value) if isinstance(value, int | str) else f"{len(list(value))} items"  # type: ignore[call-overload]


def _rulesets(target: Target) -> Sequence[Ruleset]:
    """All rulesets of the game that is meant; a file or module is loaded, but not registered."""
    known: Sequence[Ruleset] = rulesets()
    if isinstance(target, ModuleType):
        target = target.__name__
    if isinstance(target, str):
        named = next((ruleset for ruleset in known if ruleset.name == target), None)
        known = known if named else outside.load(target)
        target = named or known[0]
    return [ruleset for ruleset in known if ruleset.game is target.game] or [target]


@cache
def conformance_words(locale: str) -> Words:
    return read_words(Path(__file__).parent / "text", locale)
