"""The games that can be played, and their options: as forms show them, in words, and checked for a new table."""

from collections.abc import Mapping
from functools import cache
from typing import cast

from pydantic import ValidationError

from ludarium.core.errors import OptionError
from ludarium.core.game import Game, Ruleset, find_ruleset, main_rulesets, rulesets
from ludarium.core.options import OptionValue, read_text, value_text
from ludarium.core.rng import Rng
from ludarium.core.state import SPECTATOR
from ludarium.core.vocabulary import Option
from ludarium.draw.svg import svg
from ludarium.engine import PLAYERS, seat_numbers
from ludarium.players.levels import LEVELS
from ludarium.server import pictures, wire
from ludarium.server.errors import ServerError, server_words
from ludarium.server.requests import OPTION_LIST, OptionsRequest
from ludarium.server.rooms.lists import as_far_as_taken
from ludarium.table.series import MOST

_SEED, _LONGEST = 7, 400  # of the game from whose second half a picture is taken


# --- games ------------------------------------------------------------------------------------------------------------
@cache
def game_cards(locale: str) -> list[wire.GameCard]:
    return [_game_card(ruleset.game, locale) for ruleset in main_rulesets()]


def _game_card(game: Game, locale: str) -> wire.GameCard:
    words = game.words(locale)
    own = [ruleset for ruleset in rulesets() if ruleset.game is game and not ruleset.tiny]
    sets = [_ruleset_card(ruleset, locale) for ruleset in own]
    return wire.GameCard(
        name=game.name,
        title=title(game, locale),
        summary=str(words.sections["summary"]),
        hidden_information=game.hidden_information,
        seat_labels=pictures.seat_labels(game, max(max(card.seats) for card in sets), locale),
        rulesets=sets,
        levels=[wire.LevelCard(level.number, level.name(game, locale)) for level in LEVELS],
    )


@cache
def lively_picture(name: str, theme: str) -> str:
    """The board in the second half of a game, the same every time. It has no words, so it serves every language."""
    ruleset = next((one for one in rulesets() if one.game.name == name), None)
    if ruleset is None:
        raise ServerError("path_unknown", 404)
    game, rng = ruleset.game, Rng(_SEED)
    played = [ruleset.new(seed=_SEED)]
    while played[-1].seat >= 0 and len(played) < _LONGEST:
        after = played[-1].copy()
        after.apply(game.insight.rollout_step(played[-1], rng))
        played.append(after)
    scene = game.describe(played[len(played) * 7 // 10], SPECTATOR, open_=True)
    board = scene._replace(seat=-1, seats=0, notes=(), stock=(), scores=(), forced=(), threatened=())
    return svg(board, game, theme=theme, captions=False)


def _ruleset_card(ruleset: Ruleset, locale: str) -> wire.RulesetCard:
    shown = [form for form in option_forms(ruleset, locale) if form.name != PLAYERS]
    label = ruleset_label(ruleset, locale)
    usual = ruleset.game.series
    series = None if usual is None else wire.SeriesForm(usual.games, usual.sets, MOST)
    return wire.RulesetCard(ruleset.name, label, shown, seat_numbers(ruleset), series)


@cache
def title(game: Game, locale: str) -> str:
    return str(game.words(locale).sections.get("name", game.name))


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


# --- forms ------------------------------------------------------------------------------------------------------------
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
        label=option_label(game, option.name, locale),
        sentence=game.words(locale).name("options", option.name),
        clause=option.clause,
        rule=game.words(locale).name("clauses", option.clause),
        default="" if only_lists else cast("str | int | bool", defaults[option.name]),
        choices=[wire.Choice(one, value_label(game, option.name, one, locale)) for one in values],
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
    return value_text(found, option.places) if found else ""


def checked(given: OptionsRequest, locale: str) -> wire.OptionsChecked:
    ruleset = find_ruleset(given.ruleset)
    known = {option.name: option for option in ruleset.offered if option.lists}
    examples = _examples(ruleset, known, given.options)
    lists: dict[str, object] = {}
    for name, text in given.texts.items():
        if name in examples and (text.strip() or known[name].values):  # instead of a choice, nothing is an empty list
            lists[name] = _written(known[name], text.strip()) if text.strip() else []
    problem = _problem(ruleset, {**given.options, **lists})
    values = {name: value for name, value in lists.items() if isinstance(value, list)}
    # Where nothing written stands for something, an empty list is one that is not finished.
    unfinished = next((name for name, value in lists.items() if value == [] and not known[name].values), "")
    sentence = server_words(locale).say("rooms", "list_empty", {}) if unfinished else ""
    return wire.OptionsChecked(
        sentence=problem.sentence(locale) if problem else sentence,
        option=_fault(ruleset, given.options, lists, problem) if problem else unfinished,
        values=values,
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
    chosen = as_far_as_taken(ruleset, {name: value for name, value in options.items() if name not in known})
    found = {name: _example(ruleset.game, option, chosen) for name, option in known.items()}
    return {name: example for name, example in found.items() if example}
