"""Everything that can be refused, as one family of errors.

An error is a key and data, like an event: ``core/text`` has its sentence in every language
(a game's own errors are in its own words).
``str(error)`` is the English one. The state is never changed by a call that raises one of these.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar, Self

from ludarium.core.words import LOCALES, Words, common_words, game_words


class LudariumError(Exception):
    """The parent of all errors that tell a person what to do next."""

    section: ClassVar[str] = "errors"

    def __init__(self, sentence_key: str, **data: object) -> None:
        super().__init__(sentence_key)
        self.key = sentence_key
        self.data = data
        self.words: Mapping[str, Words] = {}

    def in_words(self, words: Mapping[str, Words]) -> Self:
        """The same error, said with these words by language, or those in ``core/text`` where they have none."""
        self.words = words
        return self

    def in_words_of(self, folder: Path) -> Self:
        return self.in_words({locale: game_words(folder, (), locale) for locale in LOCALES})

    def sentence(self, locale: str) -> str:
        own = self.words.get(locale)
        words = own if own and own.entry(self.section, self.key) else common_words(locale)
        return words.say(self.section, self.key, self.data)

    def __str__(self) -> str:
        return self.sentence("en")


class GameError(LudariumError):
    """A game from outside this package that cannot be played."""

    def warning(self, locale: str) -> str:
        """The sentence for those who want to play other games."""
        return common_words(locale).say(self.section, "game_skipped", {**self.data, "why": self.sentence(locale)})


class StaleGame(GameError):
    """A compiled game that does not fit what is there now, and so runs interpreted."""

    def warning(self, locale: str) -> str:
        return self.sentence(locale)


class UnknownName(LudariumError):
    """No ruleset, option, command … of that name."""


class OptionError(LudariumError):
    """An option that the ruleset does not have, or a value that it does not take."""


class NotationError(LudariumError):
    """A text that is no step, no position or no record."""


class IllegalStep(LudariumError):
    """A step that can be written but not taken; ``clause`` says which rule forbids it."""

    def __init__(self, clause: str, name: str, sentences: dict[str, str], data: dict[str, object]) -> None:
        super().__init__("illegal", clause=clause, name=name, **data)
        self.clause = clause
        self.name = name
        self.sentences = sentences

    def sentence(self, locale: str) -> str:
        return self.sentences[locale]


class NotAllowed(LudariumError):
    """The wrong seat, the wrong time, a game that is over."""


class RecordError(LudariumError):
    """A record that cannot be read; ``line`` says where (counted from 1), ``cause`` what was refused there."""

    def __init__(self, line: int, sentence_key: str, cause: LudariumError | None = None, **data: object) -> None:
        super().__init__(sentence_key, **data)
        self.line = line
        self.cause = cause
        self.file = ""  # where the line is, if not in the record itself

    def sentence(self, locale: str) -> str:
        why = super().sentence(locale) if self.cause is None else self.cause.sentence(locale)
        place = "record_at_in" if self.file else "record_at"
        return common_words(locale).say("errors", place, {"line": self.line, "file": self.file, "why": why})
