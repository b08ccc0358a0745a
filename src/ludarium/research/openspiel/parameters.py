"""A ruleset's options as the parameters of an OpenSpiel game, both ways.

OpenSpiel writes a game with its parameters on one line, ``name(key=value,key=value)``, and reads it again wherever it
keeps a state. A comma would end a value there, so that a list is written with semicolons: ``types=["324";"333";…]``.
"""

import json
from collections.abc import Mapping

from ludarium.core.errors import OptionError
from ludarium.core.game import Ruleset
from ludarium.core.options import OptionValue, read_text, shortened
from ludarium.core.vocabulary import Option

Parameter = int | str | bool
DEALS = "deals"  # from so many starts chance draws one, where it draws any
USUAL_DEALS = 1000
MOST_DEALS = 1_000_000


def usual_parameters(ruleset: Ruleset) -> dict[str, Parameter]:
    """What a game of this ruleset can be given, with the values it has otherwise."""
    usual = ruleset.read({})
    return {**{option.name: write(usual[option.name]) for option in ruleset.offered}, DEALS: USUAL_DEALS}


def write(value: OptionValue) -> Parameter:
    """An option's value as a parameter; an empty list is an empty text."""
    return _as_text(value) if isinstance(value, tuple) else value


def _as_text(value: tuple[OptionValue, ...]) -> str:
    return json.dumps(value, separators=(";", ":"), ensure_ascii=False) if value else ""


def read(ruleset: Ruleset, given: Mapping[str, object]) -> tuple[tuple[tuple[str, OptionValue], ...], int]:
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
    now = {**{option.name: write(options[option.name]) for option in ruleset.offered}, DEALS: deals}
    return {name: value for name, value in now.items() if value != usual[name]}
