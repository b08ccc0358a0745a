"""The options of a ruleset as a form shows them, and what somebody has filled in, checked before a table is made."""

from collections.abc import Mapping
from functools import cache
from typing import cast

from pydantic import ValidationError

from ludarium.core.errors import OptionError
from ludarium.core.game import Game, Ruleset, find_ruleset, rulesets
from ludarium.core.options import OptionValue, read_text, read_value, value_text
from ludarium.core.vocabulary import Option
from ludarium.server import wire
from ludarium.server.requests import OPTION_LIST, OptionsRequest
from ludarium.server.rooms import narration


def option_forms(ruleset: Ruleset, locale: str) -> list[wire.OptionForm]:
    defaults = ruleset.read({})
    sealed = _sealed(ruleset.game)
    return [
        _option_form(ruleset.game, option, defaults, locale) for option in ruleset.offered if option.name not in sealed
    ]


@cache
def _sealed(game: Game) -> frozenset[str]:
    """Options that stand for what chance decides and only one seat may know: nobody chooses them for a table."""
    own = [ruleset for ruleset in rulesets() if ruleset.game is game] if game.hidden_information else []
    return frozenset(name for ruleset in own for name in game.chance(ruleset.new()))


def _option_form(game: Game, option: Option, defaults: Mapping[str, OptionValue], locale: str) -> wire.OptionForm:
    values = (True, False) if isinstance(option.default, bool) else option.values
    labels = game.words(locale).section("called")
    only_lists = bool(option.lists) and not values
    return wire.OptionForm(
        name=option.name,
        label=narration.option_label(game, option.name, locale),
        sentence=game.words(locale).name("options", option.name),
        clause=option.clause,
        default="" if only_lists else cast("str | int | bool", defaults[option.name]),
        choices=[wire.Choice(one, narration.value_label(game, option.name, one, locale)) for one in values],
        low=option.low,
        high=option.high,
        stride=option.stride,
        zero=option.zero,
        lists=bool(option.lists),
        own=labels.get(f"{option.name}.list", "") if values else "",
        none=labels.get(f"{option.name}.none", "") if only_lists else "",
        example=_example(game, option, defaults),
    )


def _example(game: Game, option: Option, options: Mapping[str, OptionValue]) -> str:
    found = game.example(option.name, options) if option.lists else ()
    return value_text(found) if found else ""


def checked(given: OptionsRequest, locale: str) -> wire.OptionsChecked:
    ruleset = find_ruleset(given.ruleset)
    known = {option.name: option for option in ruleset.offered if option.lists}
    examples = _examples(ruleset, known, given.options)
    lists: dict[str, object] = {}
    for name, text in given.texts.items():
        if name in examples and (text.strip() or known[name].values):  # instead of a choice, nothing is an empty list
            lists[name] = _written(known[name], text.strip()) if text.strip() else []
    problem = _problem(ruleset, {**given.options, **lists})
    return wire.OptionsChecked(
        sentence=problem.sentence(locale) if problem else "",
        option=_fault(ruleset, given.options, lists, problem) if problem else "",
        values={name: value for name, value in lists.items() if isinstance(value, list)} if not problem else {},
        examples=examples,
    )


def _written(option: Option, text: str) -> object:
    """The list that somebody wrote; the text itself if it is none that a table could be made with."""
    found = read_text(option, text)
    try:
        OPTION_LIST.validate_python(found, strict=True)
    except ValidationError:
        return text
    return found


def _problem(ruleset: Ruleset, options: Mapping[str, object]) -> OptionError | None:
    try:
        ruleset.read(options)
    except OptionError as error:
        return error
    return None


def _fault(ruleset: Ruleset, options: Mapping[str, object], lists: Mapping[str, object], problem: OptionError) -> str:
    """The option with the list that is wrong or missing; none where the others do not go together."""
    for name in lists:
        if _problem(ruleset, {**options, **{other: lists[other] for other in lists if other != name}}) is None:
            return name
    named = problem.data.get("option")
    return named if isinstance(named, str) and any(one.name == named and one.lists for one in ruleset.offered) else ""


def _examples(ruleset: Ruleset, known: Mapping[str, Option], options: Mapping[str, object]) -> dict[str, str]:
    """By what was chosen besides, as far as each of that can be taken."""
    defaults = ruleset.read({})
    for option in ruleset.offered:
        if option.name in options and option.name not in known:
            try:
                defaults[option.name] = read_value(option, options[option.name])
            except OptionError:
                continue
    found = {name: _example(ruleset.game, option, defaults) for name, option in known.items()}
    return {name: example for name, example in found.items() if example}
