"""What the server refuses, and how an answer says so: a sentence in the visitor's language and a fitting status."""

from functools import cache
from pathlib import Path
from typing import ClassVar

from ludarium.core import errors
from ludarium.core.game import Game, rulesets
from ludarium.core.words import Words, read_words
from ludarium.server.wire import Problem, Refused
from ludarium.table.guide import without_clause

_TEXT = Path(__file__).parent / "text"


def server_words(locale: str) -> Words:
    return read_words(_TEXT, locale)


class ServerError(errors.LudariumError):
    """Its sentence is in ``server/text``, in the section of the part that raises it."""

    section: ClassVar[str] = "server"

    def __init__(self, sentence_key: str, status: int = 400, **data: object) -> None:
        super().__init__(sentence_key, **data)
        self.status = status

    def sentence(self, locale: str) -> str:
        return server_words(locale).say(self.section, self.key, self.data)


class RoomError(ServerError):
    """What is refused at a table."""

    section = "rooms"

    def __init__(self, sentence_key: str, status: int = 409, **data: object) -> None:
        super().__init__(sentence_key, status, **data)


class PeopleError(ServerError):
    section = "people"


class ModerationError(ServerError):
    """What is refused to moderators, administrators and those who report something."""

    section = "moderation"


class NoticeError(ServerError):
    section = "notices"


class AnalysisError(ServerError):
    section = "analysis"


class NotThere(ServerError):
    """There is no such lesson or puzzle."""

    def __init__(self, cause: errors.LudariumError) -> None:
        super().__init__(cause.key, 404)
        self.lacking = cause

    def sentence(self, locale: str) -> str:
        return self.lacking.sentence(locale)


def status_of(error: errors.LudariumError) -> int:
    """The HTTP status that says what kind of mistake it was."""
    own = getattr(error, "status", None)
    if isinstance(own, int):
        return own
    if isinstance(error, errors.UnknownName):
        return 404
    return 409 if isinstance(error, errors.NotAllowed | errors.IllegalStep) else 400


def refused(error: errors.LudariumError, locale: str) -> Refused:
    forbidden = getattr(error, "cause", None) or error  # one step of several, one line of a record
    clause = forbidden.clause if isinstance(forbidden, errors.IllegalStep) else ""
    sentence = without_clause(error.sentence(locale), clause)
    return Refused(error.key, sentence, clause, page_of(clause), rule_of(clause, locale))


def problem(identity: int, error: errors.LudariumError, locale: str) -> Problem:
    """The same as a message of a WebSocket, about what was asked under this id."""
    answer = refused(error, locale)
    return Problem(identity, answer.code, answer.sentence, answer.clause, answer.page, answer.rule)


def page_of(clause: str) -> str:
    """Where a clause is explained; nothing for no clause."""
    game = _games_by_clause().get(clause)
    return f"/rules/{game.name}#{clause}" if game else ""


def rule_of(clause: str, locale: str) -> str:
    """What a clause is about, in a few words."""
    game = _games_by_clause().get(clause)
    return game.words(locale).name("clauses", clause) if game else ""


@cache
def _games_by_clause() -> dict[str, Game]:
    return {clause: ruleset.game for ruleset in rulesets() for clause in ruleset.game.words("en").section("clauses")}
