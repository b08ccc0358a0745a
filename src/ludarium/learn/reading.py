"""Files of lessons, read: their form is checked here, what they say about the game in ``checking``.

A file is TOML, ``lessons/RULESET.toml`` in the game's folder; docs/adding-a-game.md has an example of every key.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ludarium.core.game import Game, Ruleset
from ludarium.core.options import shortened
from ludarium.core.words import LOCALES
from ludarium.learn.format import (
    EVENT,
    SAFE,
    WIN,
    Goal,
    LearnError,
    Lesson,
    LessonError,
    LessonPath,
    Mistake,
    Said,
    Task,
)

Table = Mapping[str, object]
MOST_TURNS = 5  # of a forced win
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_PATH_KEYS = ("rulesets", "lessons")
_LESSON_KEYS = ("id", "title", "clauses", "tasks")
_TASK_KEYS = ("position", "options", "seat", "say", "steps", "goal", "hint", "right", "wrong", "after")
_NOTHING: Said = dict.fromkeys(LOCALES, "")


class PathReader:
    """Reads one file. What is wrong with its form is collected in ``problems``; the rest is read all the same."""

    def __init__(self, rulesets: Sequence[Ruleset], file: str, texts: Mapping[str, str]) -> None:
        self.rulesets = rulesets  # of the game
        self.file = file
        self.texts = texts  # all files of the game, by name
        self.problems: list[LessonError] = []
        self._lesson = ""
        self._task = 0

    @property
    def game(self) -> Game:
        return self.rulesets[0].game

    def problem(self, sentence_key: str, **data: object) -> None:
        self.problems.append(
            LessonError(f"{self.file}.toml", self._lesson, self._task, LearnError(sentence_key, **data))
        )

    def read(self) -> LessonPath | None:
        """The path; nothing if not even its first lines can be read."""
        table = self._parsed(self.file)
        if table is None:
            return None
        self._known_keys(table, _PATH_KEYS)
        named = self._texts(table, "rulesets", needed=True)
        known = {ruleset.name: ruleset for ruleset in self.rulesets}
        for name in named:
            if name not in known:
                self.problem("ruleset", ruleset=shortened(name), known=list(known))
        taught = [known[name] for name in named if name in known]
        if not taught:
            return None
        if taught[0].name != self.file:
            self.problem("file_name", file=f"{taught[0].name}.toml")
        lessons = list(self._lessons(table))
        for place, lesson in enumerate(lessons):
            if any(lesson.id == other.id for other in lessons[:place]):
                self._lesson, self._task = lesson.id, 0
                self.problem("id_twice", id=lesson.id)
        return LessonPath(taught[0], taught, lessons, f"{self.file}.toml")

    def _parsed(self, file: str) -> Table | None:
        if file not in self.texts:
            self.problem("file_unknown", file=shortened(file), known=list(self.texts))
            return None
        try:
            return tomllib.loads(self.texts[file])
        except tomllib.TOMLDecodeError as error:
            self.problem("toml", why=error)
            return None

    # --- lessons ------------------------------------------------------------------------------------------------------
    def _lessons(self, table: Table) -> Iterator[Lesson]:
        for place, one in enumerate(self._tables(table, "lessons", needed=True)):
            self._lesson, self._task = str(one.get("id") or one.get("use") or place + 1), 0
            found = self._used(one) if "use" in one else self._read_lesson(one)
            if found is not None:
                yield found
        self._lesson, self._task = "", 0

    def _used(self, table: Table) -> Lesson | None:
        """A lesson of another file of the same game."""
        self._known_keys(table, ("use",))
        file, colon, wanted = str(table["use"]).partition(":")
        if not colon or file == self.file:
            self.problem("use", use=shortened(str(table["use"])))
            return None
        other = self._parsed(file)
        for one in self._tables(other, "lessons") if other is not None else ():
            if one.get("id") == wanted:
                return self._read_lesson(one)
        if other is not None:
            self.problem("use_unknown", file=f"{file}.toml", id=shortened(wanted))
        return None

    def _read_lesson(self, table: Table) -> Lesson:
        self._known_keys(table, _LESSON_KEYS)
        id_ = str(table.get("id", ""))
        if not _ID.fullmatch(id_) or len(id_) > 40:
            self.problem("id", id=shortened(id_))
        title = self._said(table, "title", needed=True) or _NOTHING
        clauses = self._texts(table, "clauses", needed=bool(self.game.words(LOCALES[0]).section("clauses")))
        tasks = []
        for place, one in enumerate(self._tables(table, "tasks", needed=True)):
            self._task = place + 1
            tasks.append(self._read_task(one, place))
        self._task = 0
        return Lesson(id_, title, clauses, tuple(tasks))

    # --- tasks --------------------------------------------------------------------------------------------------------
    def _read_task(self, table: Table, place: int) -> Task:
        self._known_keys(table, _TASK_KEYS)
        if "steps" in table and "goal" in table:
            self.problem("steps_and_goal")
        if place and "position" not in table and "options" in table:
            self.problem("options_go_on")
        options = self._typed(table, "options", dict, {})
        position, seat = self._typed(table, "position", str, None), self._typed(table, "seat", int, None)
        if position is not None:
            position = " ".join(position.split())  # it may be written over several lines
        goal = self._goal(self._typed(table, "goal", dict, {})) if "goal" in table else None
        task = Task(
            say=self._said(table, "say", needed=True) or _NOTHING,
            position=position,
            options={str(name): value for name, value in options.items()},
            seat=seat,
            steps=tuple(self._split(text) for text in self._texts(table, "steps")),
            goal=goal,
            hint=self._said(table, "hint"),
            right=self._said(table, "right"),
            wrong=tuple(self._mistakes(table)),
            after=tuple(step for text in self._texts(table, "after") for step in self._split(text)),
        )
        if task.is_read and (task.wrong or task.hint):
            self.problem("only_read")
        return task

    def _mistakes(self, table: Table) -> Iterator[Mistake]:
        for one in self._tables(table, "wrong"):
            self._known_keys(one, ("steps", "say"))
            yield Mistake(
                self._split(self._typed(one, "steps", str, "")), self._said(one, "say", needed=True) or _NOTHING
            )

    def _split(self, text: str) -> tuple[str, ...]:
        steps = tuple(self.game.split_steps(text))
        if not steps:
            self.problem("no_steps")
        return steps

    def _goal(self, table: Table) -> Goal | None:
        rest = {str(key): value for key, value in table.items()}
        if "event" in rest:
            return self._event_goal(str(rest.pop("event")), rest)
        if rest == {SAFE: True}:
            return Goal(SAFE)
        turns = rest.pop("turns", 1)
        if rest == {WIN: True} and isinstance(turns, int) and 1 <= turns <= MOST_TURNS:
            return Goal(WIN, turns=turns)
        self.problem("goal", goal=shortened(dict(table)), most=MOST_TURNS)
        return None

    def _event_goal(self, name: str, fields: Table) -> Goal | None:
        kind = next((kind for kind in self.game.events if kind.name == name), None)
        if kind is None:
            self.problem("event", event=shortened(name), known=[kind.name for kind in self.game.events])
            return None
        known = [field for field, _ in kind.fields]
        for field in fields:
            if field not in known:
                self.problem("event_field", field=shortened(field), event=name, known=known)
        return Goal(EVENT, name, dict(fields))

    # --- values -------------------------------------------------------------------------------------------------------
    def _known_keys(self, table: Table, known: Sequence[str]) -> None:
        for key in table:
            if key not in known:
                self.problem("key", key=shortened(key), known=list(known))

    def _typed(self, table: Table, key: str, kind: type, usual: object) -> Any:
        value = table.get(key, usual)
        if key in table and (not isinstance(value, kind) or isinstance(value, bool)):
            self.problem("value", key=key, value=shortened(value))
            value = usual
        return value

    def _texts(self, table: Table, key: str, needed: bool = False) -> tuple[str, ...]:
        value = table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            self.problem("value", key=key, value=shortened(value))
            return ()
        if not value and needed:
            self.problem("missing", key=key)
        return tuple(value)

    def _tables(self, table: Table, key: str, needed: bool = False) -> list[Table]:
        value = table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
            self.problem("value", key=key, value=shortened(value))
            return []
        if not value and needed:
            self.problem("missing", key=key)
        return value

    def _said(self, table: Table, key: str, needed: bool = False) -> Said | None:
        """Words in every language."""
        if key not in table:
            if needed:
                self.problem("missing", key=key)
            return None
        value = table[key]
        said = value if isinstance(value, dict) else {}
        self._known_keys(said, LOCALES)
        for locale in LOCALES:
            if not isinstance(said.get(locale), str) or not str(said[locale]).strip():
                self.problem("language", key=key, locale=locale)
        return {locale: _one_line(str(said.get(locale, "")), locale) for locale in LOCALES}


def _one_line(text: str, locale: str) -> str:
    """Words may be written over several lines; Japanese has no spaces between them."""
    return ("" if locale == "ja" else " ").join(line.strip() for line in text.strip().splitlines())
