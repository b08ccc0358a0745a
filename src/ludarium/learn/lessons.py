"""The paths of lessons that the games bring.

They lie in the folder ``lessons`` of the game's own folder, one TOML file for each path, named after its first ruleset.
A game in one file has them in a folder ``lessons`` beside it, or as texts of TOML in its attribute ``lessons``, by name
of the ruleset.
"""

import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from ludarium.core.errors import GameError
from ludarium.core.game import Game, Ruleset, by_game, warn
from ludarium.core.words import LOCALES, Words
from ludarium.learn.format import LearnError, LessonError, LessonPath
from ludarium.learn.reading import PathReader

_LEFT_OUT = "lessons_left_out"  # the key of what is said about such a file


def _left_out(problem: LessonError) -> GameError:
    """A file of lessons that cannot be read; the game can be played without it."""
    said = {locale: problem.sentence(locale).replace("{", "{{").replace("}", "}}") for locale in LOCALES}
    words = {locale: Words(locale, {"errors": {_LEFT_OUT: sentence}}) for locale, sentence in said.items()}
    return GameError(_LEFT_OUT, file=problem.data["file"]).in_words(words)


def lesson_texts(game: Game, members: Sequence[Ruleset]) -> dict[str, str]:
    """The files of a game, by the name of the ruleset that they are called after."""
    own: Mapping[str, str] = getattr(game, "lessons", {})
    if own:
        return dict(own)
    folder = getattr(game, "folder", None)
    files = sorted((Path(folder or _beside(game)) / "lessons").glob("*.toml"))
    names = [ruleset.name for ruleset in members]
    # A folder beside a file may have lessons of other games in other files.
    found = [file for file in files if folder is not None or file.stem in names]
    return {file.stem: file.read_text(encoding="utf-8") for file in found}


def _beside(game: Game) -> Path:
    return Path(sys.modules[type(game).__module__].__file__ or "").parent


def read_paths(members: Sequence[Ruleset], texts: Mapping[str, str]) -> tuple[list[LessonPath], list[LessonError]]:
    """The paths of a game, given all of its rulesets, and everything that is wrong with their form."""
    found: list[LessonPath] = []
    problems: list[LessonError] = []
    for file in texts:
        reader = PathReader(members, file, texts)
        path = reader.read()
        problems += reader.problems
        if path is not None:
            found.append(path)
    order = [ruleset.name for ruleset in members]
    return sorted(found, key=lambda path: order.index(path.name)), problems


@cache
def paths() -> Sequence[LessonPath]:
    """All paths that can be used, in the order of the games; what is wrong with others is told once."""
    found: list[LessonPath] = []
    for game, members in by_game():
        own, problems = read_paths(members, lesson_texts(game, members))
        broken = {str(problem.data["file"]) for problem in problems}
        found += [path for path in own if path.file not in broken]
        for file in broken:
            warn(_left_out(next(problem for problem in problems if problem.data["file"] == file)))
    return found


def has_lessons(ruleset: str) -> bool:
    return ruleset in _taught()


def _taught() -> dict[str, LessonPath]:
    """The path that teaches each ruleset."""
    taught: dict[str, LessonPath] = {}
    for path in paths():
        for one in path.taught:
            taught.setdefault(one.name, path)
    return taught


def path_of(ruleset: str) -> LessonPath:
    """The path that teaches a ruleset."""
    taught = _taught()
    if ruleset not in taught:
        raise LearnError("no_lessons", ruleset=ruleset, known=list(taught))
    return taught[ruleset]
