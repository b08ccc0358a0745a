"""Everything that can be said has words in every language, and the languages say the same things."""

import ast
import random
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

import ludarium
from ludarium.core import words as core_words
from ludarium.core.game import AGREEMENT, COUNT, Game, find_ruleset, rulesets
from ludarium.core.scene import CHOICE, Scene
from ludarium.core.state import EventLog, State
from ludarium.core.vocabulary import Field
from ludarium.core.words import LOCALES, Words, common_words, read_words
from tests.traits import traits

SOURCE = Path(ludarium.__file__).parent
CORE_TEXT = Path(core_words.__file__).parent / "text"
GAMES = {ruleset.game.name: ruleset.game for ruleset in rulesets()}
SPEAKERS: Mapping[str, Callable[[str], Words]] = {"core": common_words, **{name: GAMES[name].words for name in GAMES}}

WORD = re.compile(r"[a-z_]+|[a-z_]{2,}\d+")  # other codes, such as "324", "B2" or "?", are shown as they are

each_speaker = pytest.mark.parametrize("speaker", SPEAKERS)
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
each_locale = pytest.mark.parametrize("locale", LOCALES)


def entries(table: object, path: str = "") -> Iterator[tuple[str, str]]:
    """All texts of a language with their full keys."""
    if isinstance(table, dict):
        for key, value in table.items():
            yield from entries(value, f"{path}.{key}" if path else key)
    else:
        yield path, str(table)


def shape(step: str) -> str:
    """What is left of a step without the names of sites, numbers and directions: its signs and words."""
    without_minus = re.sub(r"(?<!\d)-(?=\d)", "", step)
    return re.sub(r"[A-Za-z]{3,}|[A-Za-z0-9]", lambda found: found[0] if len(found[0]) > 2 else "", without_minus)


def template_fields(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def section(words: Words, name: str) -> dict[str, str]:
    found = words.sections.get(name, {})
    assert isinstance(found, dict), f"[{name}] is no section"
    return found


@each_speaker
def test_no_article_stands_before_what_is_filled_in(speaker: str) -> None:
    """Else it would be "a amber marble"."""
    found = [key for key, text in entries(SPEAKERS[speaker]("en").sections) if re.search(r"\b[Aa]n? \{", text)]
    assert found == []


@each_speaker
def test_the_languages_have_the_same_keys_and_fields(speaker: str) -> None:
    first, *others = LOCALES
    english = dict(entries(SPEAKERS[speaker](first).sections))
    for locale in others:
        other = dict(entries(SPEAKERS[speaker](locale).sections))
        place = f"{speaker} ({locale})"
        assert not (lack := sorted(english.keys() - other.keys())), f"{place} lacks {', '.join(lack)}"
        assert not (more := sorted(other.keys() - english.keys())), f"{speaker} ({first}) lacks {', '.join(more)}"
        for key, template in english.items():
            assert template_fields(other[key]) == template_fields(template), f"{place}: {key} has other fields"
            assert other[key].strip(), f"{place}: {key} is empty"


@each_game
@each_locale
def test_tables_and_words_match(game: Game, locale: str) -> None:
    """Nothing that the tables name lacks words, and no words are left over."""
    words = game.words(locale)
    place = f"{game.name} ({locale})"
    named = {
        "events": {kind.name for kind in game.events},
        "reasons": {reason.name for reason in game.reasons[1:]},
        "endings": {ending.name for ending in game.endings[1:]} | ({AGREEMENT} if game.agreement == COUNT else set()),
        "agreement": set(common_words("en").section("agreement")) if game.agreement == COUNT else set(),
        "options": {option.name for option in game.options},
        "rulesets": {ruleset.name for ruleset in rulesets() if ruleset.game is game},
        "results": {"win", "shared", "draw"},
    }
    for name, keys in named.items():
        present = set(section(words, name))
        assert not (lack := sorted(keys - present)), f"{place} [{name}] lacks {', '.join(lack)}"
        assert not (more := sorted(present - keys)), f"{place} [{name}] has what no table names: {', '.join(more)}"
    for key in ("name", "summary", "board"):
        assert words.sections.get(key), f"{place} lacks {key}"


@each_game
@each_locale
def test_the_notation_tells_of_steps_of_every_kind(game: Game, locale: str) -> None:
    """What is explained can be written, and everything that can be written begins as something explained does."""
    explained = [text for key in game.words(locale).section("notation") for text in game.split_steps(key)]
    for text in explained:
        assert game.step_text(game.read_step(text)) == text
    shapes = {shape(text) for text in explained}
    for ruleset in rulesets():
        if ruleset.game is game:
            for step in ruleset.new().universe():
                assert shape(game.step_text(step)) in shapes, f"{game.step_text(step)} is not explained"


@each_game
@each_locale
def test_templates_use_the_fields_of_their_tables(game: Game, locale: str) -> None:
    words = game.words(locale)
    given = {("events", kind.name): {name for name, _ in kind.fields} for kind in game.events}
    given |= {("reasons", reason.name): {name for name, _ in reason.fields} for reason in game.reasons[1:]}
    given |= {("endings", ending.name): set() for ending in game.endings[1:]}
    given |= {("results", key): {"seat", "how"} for key in ("win", "shared", "draw")}
    for (name, key), fields in given.items():
        strange = sorted(template_fields(words.entry(name, key) or "") - fields)
        place = f"{game.name} ({locale})"
        assert not strange, f"{place} [{name}] {key} uses {', '.join(strange)}, which its table does not give"


# --- what random games bring up ---------------------------------------------------------------------------------
def said_by_scene(scene: Scene) -> Iterator[tuple[str, str]]:
    """(section, key) of everything in a picture that people read as a word."""
    for piece in scene.pieces:
        yield "piece", piece.kind
    for pile in scene.stock:
        yield "piece", pile.kind
    for score in scene.scores:
        yield "score", score.name
    for path in scene.paths:
        for click in path.clicks:
            if click.startswith(CHOICE):
                yield "choice", click.removeprefix(CHOICE)
    for seat in range(scene.seats):
        yield "seat", str(seat)


def said_by_fields(fields: tuple[Field, ...], data: dict[str, object], sites: set[str]) -> Iterator[tuple[str, str]]:
    for name, kind in fields:
        value = data[name]
        for code in value if isinstance(value, list | tuple) else [value]:
            if isinstance(code, str) and code not in sites:
                yield kind, code


def random_games(game: Game) -> Iterator[State]:
    """The beginnings of games with all the options that the game's traits name."""
    for number, (name, options) in enumerate(traits(game.name).OPTION_SETS):
        yield find_ruleset(name).new(options, number)


@cache
def said(game: Game) -> set[tuple[str, str]]:
    """(section, key) of everything that came up in random games; every sentence is made in every language."""
    found: set[tuple[str, str]] = set()
    rng = random.Random(1)
    for state in random_games(game):
        for _ in range(150):
            if state.seat < 0:
                break
            seat = int(state.seat)
            scene = game.scene(state.view(seat), seat)
            sites = {site.name for site in scene.sites}
            found.update(said_by_scene(scene))
            universe = list(state.universe())
            for step in rng.sample(universe, min(len(universe), 10)):
                refusal = game.explain(state, step)
                if refusal is not None:
                    fields = next(reason.fields for reason in game.reasons if reason.name == refusal.name)
                    found.update(said_by_fields(fields, dict(refusal.data), sites))
                    assert all(game.refusal_sentence(refusal, locale) for locale in LOCALES)
            log = EventLog()
            state.apply(rng.choice(list(state.legal())), log)
            for event in game.event_list(log, seat, state.seat < 0):
                fields = next(kind.fields for kind in game.events if kind.name == event.kind)
                found.update(said_by_fields(fields, dict(event.data), sites))
                assert all(game.event_sentence(event, locale) for locale in LOCALES)
        outcome = game.outcome(state)
        if outcome is not None:
            assert all(game.outcome_sentence(outcome, locale) for locale in LOCALES)
    return found


@each_game
@each_locale
def test_whatever_comes_up_in_random_games_has_words(game: Game, locale: str) -> None:
    words = game.words(locale)
    lack = sorted(
        f"[{name}] {key}"
        for name, key in said(game)
        if (name == "seat" or WORD.fullmatch(key)) and words.entry(name, key) is None
    )
    assert not lack, f"{game.name} ({locale}) lacks {', '.join(lack)}"


# --- errors -----------------------------------------------------------------------------------------------------
ERRORS = ("GameError", "UnknownName", "OptionError", "NotationError", "NotAllowed")


def raised() -> Iterator[tuple[Path, str, set[str]]]:
    """The key and the fields of every error that the source raises."""
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ERRORS and node.args:
                if isinstance(node.args[0], ast.Constant):
                    yield path, str(node.args[0].value), {word.arg for word in node.keywords if word.arg}


@each_locale
def test_every_error_has_its_sentence(locale: str) -> None:
    """In the words of the game that raises it, or in those that all share."""
    seen = 0
    for path, key, fields in raised():
        own = path.parent / "text"
        folders = [folder for folder in (own, CORE_TEXT) if folder.is_dir()]
        template = next(filter(None, (read_words(folder, locale).entry("errors", key) for folder in folders)), None)
        assert template is not None, f"{folders[0]}/{locale}.toml [errors] lacks {key}, raised in {path}"
        strange = sorted(template_fields(template) - fields)
        assert not strange, f"{path} raises {key} without {', '.join(strange)}, which {locale}.toml uses"
        seen += 1
    assert seen
