"""Rulesets as OpenSpiel's games, and their options as parameters, both ways.

OpenSpiel writes a game with its parameters on one line, ``name(key=value,key=value)``, and reads it again wherever it
keeps a state. A comma would end a value there, so that a list is written with semicolons: ``types=["324";"333";…]``.
"""

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache

import pyspiel

from ludarium import __version__
from ludarium.core.errors import OptionError
from ludarium.core.game import Ruleset, find_ruleset, rulesets
from ludarium.core.options import OptionValue, read_text, shortened
from ludarium.core.vocabulary import Option
from ludarium.research.encoding import Encoding, arrays_of
from ludarium.research.openspiel.history import Given, SpielHistory, encoding_of
from ludarium.research.openspiel.observer import Observer
from ludarium.research.openspiel.state import SpielState
from ludarium.search.values import payoff

Parameter = int | str | bool
DEALS = "deals"  # from so many starts chance draws one, where it draws any
USUAL_DEALS = 1000
MOST_DEALS = 1_000_000
_PREFIX = "ludarium_"
_FEW = 16  # values of an option that are tried to find out how many can play


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A ruleset with its options. It never changes, so that one object serves all who load the same game."""

    def __init__(self, encoding: Encoding, deals: int) -> None:
        self.encoding = encoding
        self.deals = deals if encoding.chance else 0
        self.beginning = SpielHistory(encoding, encoding.start, dealt=not encoding.chance)
        self._observers: dict[bool, Observer] = {}
        super().__init__(
            _game_type(encoding.ruleset, encoding.chance),
            pyspiel.GameInfo(
                num_distinct_actions=encoding.actions,
                max_chance_outcomes=self.deals,
                num_players=encoding.seats,
                min_utility=payoff(1, 1, encoding.seats),
                max_utility=payoff(1, 0, encoding.seats),
                utility_sum=0.0,
                max_game_length=encoding.longest,
            ),
            changed_parameters(encoding.ruleset, encoding.options, deals),
        )

    def new_initial_state(self, position: str | None = None) -> SpielState:
        """The start, or the position that is written so (as ``str(state)`` writes it)."""
        if position is None:
            return SpielState(self)
        return self.state_of(SpielHistory(self.encoding, self.encoding.read_position(position)))

    def state_of(self, history: SpielHistory) -> SpielState:
        """A state with this history, which is its own from now on."""
        state = SpielState(self)
        state.spiel_history = history
        return state

    def max_chance_nodes_in_history(self) -> int:
        return 1 if self.deals else 0

    def make_py_observer(
        self, kind: "pyspiel.IIGObservationType | None" = None, params: Mapping[str, object] | None = None
    ) -> Observer:
        return Observer(self.encoding, kind or pyspiel.IIGObservationType(perfect_recall=False), params)

    def observer(self, recall: bool) -> Observer:
        """The usual one, with or without the past."""
        if recall not in self._observers:
            self._observers[recall] = self.make_py_observer(pyspiel.IIGObservationType(perfect_recall=recall))
        return self._observers[recall]

    def __reduce__(self) -> tuple[object, ...]:
        return _thaw, (str(self),)

    def __deepcopy__(self, memo: object) -> "SpielGame":
        return self


def _thaw(text: str) -> SpielGame:
    game: SpielGame = pyspiel.load_game(text)  # registered, because this module is there
    return game


def game_name(ruleset: str) -> str:
    """What OpenSpiel calls a ruleset: ``ludarium_mur_en``."""
    return _PREFIX + re.sub(r"\W", "_", ruleset)


def load(ruleset: str, options: Mapping[str, object] | None = None) -> SpielGame:
    """The game of a ruleset with options as the rest of Ludarium takes them: lists may be lists."""
    found = find_ruleset(ruleset)
    game: SpielGame = pyspiel.load_game(
        game_name(ruleset), changed_parameters(found, found.read(options or {}), USUAL_DEALS)
    )
    return game


def register() -> None:
    """Let ``pyspiel.load_game`` know every ruleset."""
    for ruleset in rulesets():
        pyspiel.register_game(_game_type(ruleset, chance=False), _Creator(ruleset))


class _Creator:
    """Makes the games of a ruleset."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        # OpenSpiel lets go of it after Python's end, when nothing can be tidied up any more: it must not be the last.
        self._itself = self

    def __call__(self, given: Mapping[str, Parameter]) -> SpielGame:
        arrays_of(self._ruleset.game)
        return _made(self._ruleset.name, *_read(self._ruleset, given))


@lru_cache(maxsize=256)
def _made(ruleset: str, given: Given, deals: int) -> SpielGame:
    return SpielGame(encoding_of(ruleset, given), deals)


def _game_type(ruleset: Ruleset, chance: bool) -> "pyspiel.GameType":
    kind, game = pyspiel.GameType, ruleset.game
    fewest, most = _seats(ruleset.name)
    version = "" if game.arrays is None else f"-v{game.arrays.version}"
    return kind(
        short_name=game_name(ruleset.name),
        long_name=f"{game.words('en').sections['name']} ({ruleset.name}{version}, ludarium {__version__})",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if chance else kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.IMPERFECT_INFORMATION
        if game.hidden_information
        else kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=usual_parameters(ruleset),
    )


@lru_cache
def _seats(name: str) -> tuple[int, int]:
    """The fewest and the most seats that a single option can give this ruleset."""
    ruleset = find_ruleset(name)
    found = {int(ruleset.new().seats)}
    for option in ruleset.offered:
        numbers = range(option.low, option.high + 1, option.stride)
        for value in numbers if len(numbers) <= _FEW else ():
            with suppress(OptionError):
                found.add(int(ruleset.new({option.name: value}).seats))
    return min(found), max(found)


# --- parameters -------------------------------------------------------------------------------------------------------
def usual_parameters(ruleset: Ruleset) -> dict[str, Parameter]:
    """What a game of this ruleset can be given, with the values it has otherwise."""
    usual = ruleset.read({})
    return {**{option.name: _write(usual[option.name]) for option in ruleset.offered}, DEALS: USUAL_DEALS}


def _write(value: OptionValue) -> Parameter:
    """An option's value as a parameter; an empty list is an empty text."""
    return _as_text(value) if isinstance(value, tuple) else value


def _as_text(value: tuple[OptionValue, ...]) -> str:
    return json.dumps(value, separators=(";", ":"), ensure_ascii=False) if value else ""


def _read(ruleset: Ruleset, given: Mapping[str, object]) -> tuple[tuple[tuple[str, OptionValue], ...], int]:
    """The options that are not the ruleset's own, checked, and the number of deals; ``OptionError`` says what is wrong
    with them.
    """
    known = {option.name: option for option in ruleset.offered}
    values = {name: _value(known.get(name), value) for name, value in given.items() if name != DEALS}
    deals = given.get(DEALS, USUAL_DEALS)
    if not isinstance(deals, int) or isinstance(deals, bool) or not 1 <= deals <= MOST_DEALS:
        raise OptionError("option_value", option=DEALS, value=shortened(deals), takes=f"1–{MOST_DEALS}")
    usual, now = ruleset.read({}), ruleset.read(values)
    return tuple(
        (option.name, now[option.name]) for option in ruleset.offered if now[option.name] != usual[option.name]
    ), deals


def _value(option: Option | None, value: object) -> object:
    if option is None or not option.lists or not isinstance(value, str):
        return value
    return read_text(option, value.replace(";", ",")) if value else ()


def changed_parameters(ruleset: Ruleset, options: Mapping[str, OptionValue], deals: int) -> dict[str, Parameter]:
    """The parameters that are not the usual ones: enough to load the same game again."""
    usual = usual_parameters(ruleset)
    now = {**{option.name: _write(options[option.name]) for option in ruleset.offered}, DEALS: deals}
    return {name: value for name, value in now.items() if value != usual[name]}
