"""Everything that a game can say has words."""

import random
import re
from collections.abc import Iterator, Mapping
from string import Formatter

from ludarium.conformance.cases import Case, Trail, cases, demand
from ludarium.core.game import AGREEMENT, COUNT, Game
from ludarium.core.scene import CHOICE, Scene
from ludarium.core.state import EventLog, State
from ludarium.core.vocabulary import Field
from ludarium.core.words import LOCALES, common_words, lacking

WORD = re.compile(r"[a-z_]+|[a-z_]{2,}\d+")  # other codes, such as "324", "B2" or "?", are shown as they are


def template_fields(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def tables(case: Case, trail: Trail) -> None:
    """Nothing that the tables name lacks words, no words are left over, and they use the fields of their tables."""
    game = case.game
    counts = game.agreement == COUNT
    named: Mapping[str, Mapping[str, set[str]]] = {
        "events": {kind.name: {name for name, _ in kind.fields} for kind in game.events},
        "reasons": {reason.name: {name for name, _ in reason.fields} for reason in game.reasons[1:]},
        "endings": {name: set() for name in [one.name for one in game.endings[1:]] + [AGREEMENT] * counts},
        "options": {option.name: set() for option in game.options},
        "rulesets": {ruleset.name: set() for ruleset in case.rulesets},
        "results": {key: {"seat", "how"} for key in ("win", "shared", "draw")},
        "agreement": {key: set() for key in common_words("en").section("agreement") if counts},
    }
    for locale in LOCALES:
        words = game.words(locale)
        for section, keys in named.items():
            present = words.section(section)
            demand(keys.keys() <= present.keys(), "words_lack", f"{locale} [{section}]", *sorted(keys - present.keys()))
            demand(present.keys() <= keys.keys(), "words_more", f"{locale} [{section}]", *sorted(present.keys() - keys))
            for key, fields in keys.items() if section != "agreement" else ():
                strange = sorted(template_fields(present[key]) - fields)
                demand(not strange, "words_fields", f"{locale} [{section}] {key}:", *strange)
        for key in ("name", "summary", "board"):
            demand(words.sections[key] not in ("", lacking("", key)), "words_lack", locale, key)
        clauses = words.section("clauses")
        cited = {one.clause for table in (game.reasons[1:], game.endings[1:], game.options) for one in table}
        strange = sorted(cited - clauses.keys())
        demand(not strange, "words_lack", f"{locale} [clauses]", *strange)


def notation(case: Case, trail: Trail) -> None:
    """What is explained can be written, and everything that can be written looks like something explained."""
    game = case.game
    for locale in LOCALES:
        explained = [text for key in game.words(locale).section("notation") for text in game.split_steps(key)]
        for text in explained:
            demand(game.is_step(text) and game.step_text(game.read_step(text)) == text, "notation", locale, text)
        shapes = {_shape(text) for text in explained}
        for ruleset in case.rulesets:
            for step in ruleset.new().universe():
                demand(_shape(game.step_text(step)) in shapes, "notation", locale, game.step_text(step))


def _shape(step: str) -> str:
    """What is left of a step without the names of sites, numbers and directions: its signs and words."""
    without_minus = re.sub(r"(?<!\d)-(?=\d)", "", step)
    return re.sub(r"[A-Za-z]{3,}|[A-Za-z0-9]", lambda found: found[0] if len(found[0]) > 2 else "", without_minus)


def random_games(case: Case, trail: Trail) -> None:
    """Whatever comes up in games with all options has words."""
    said: set[tuple[str, str]] = set()
    for seed, other in enumerate(cases(case.rulesets[0], case.limit)):
        trail.case = other
        said.update(_said(trail, seed))
    for locale in LOCALES:
        words = case.game.words(locale)
        keys = [(name, key) for name, key in said if name == "seat" or WORD.fullmatch(key)]
        lack = sorted(f"[{name}] {key}" for name, key in keys if words.entry(name, key) is None)
        demand(not lack, "words_lack", locale, *lack)


def _said(trail: Trail, seed: int) -> Iterator[tuple[str, str]]:
    """(section, key) of everything that comes up in a random game."""
    game, state, rng = trail.case.game, trail.start(seed), random.Random(1)
    for _ in range(150):
        if state.seat < 0:
            break
        seat = int(state.seat)
        scene = game.scene(state.view(seat), seat)
        written = {site.name for site in scene.sites} | {note.text for note in scene.notes}  # names as they are
        yield from _in_scene(scene)
        yield from _told(game, state.view(seat), scene, rng)
        universe = list(state.universe())
        for step in rng.sample(universe, min(len(universe), 10)):
            refusal = game.explain(state, step)
            if refusal is not None:
                fields = next(reason.fields for reason in game.reasons if reason.name == refusal.name)
                yield from _in_fields(fields, refusal.data, written)
        log = EventLog()
        state = trail.take(rng.choice(list(state.legal())), log)
        for event in game.event_list(log, seat, state.seat < 0):
            fields = next(kind.fields for kind in game.events if kind.name == event.kind)
            yield from _in_fields(fields, event.data, written)


def _told(game: Game, view: State, scene: Scene, rng: random.Random) -> Iterator[tuple[str, str]]:
    """What the seat to act is told about the goal, and before each click of one of its steps."""
    clicks = rng.choice(scene.paths).clicks if scene.paths else ()
    told = {"goal": [game.goal(view)], "prompt": [game.prompt(view, clicks[:length]) for length in range(len(clicks))]}
    for section, prompts in told.items():
        yield from ((section, prompt.name) for prompt in prompts if prompt is not None)


def _in_scene(scene: Scene) -> Iterator[tuple[str, str]]:
    """Everything in a picture that people read as a word."""
    yield from (("piece", piece.kind) for piece in scene.pieces)
    yield from (("piece", stock.kind) for stock in scene.stock)
    yield from (("score", score.name) for score in scene.scores)
    yield from (("seat", str(seat)) for seat in range(scene.seats))
    clicks = {click for path in scene.paths for click in path.clicks}
    yield from (("choice", click.removeprefix(CHOICE)) for click in clicks if click.startswith(CHOICE))


def _in_fields(fields: tuple[Field, ...], data: Mapping[str, object], written: set[str]) -> Iterator[tuple[str, str]]:
    for name, kind in fields:
        value = data[name]
        for code in value if isinstance(value, list | tuple) else [value]:
            if isinstance(code, str) and code not in written:
                yield kind, code
