"""What programs that study games are refused, in words."""

from ludarium.core.errors import LudariumError
from ludarium.core.words import common_words


class ResearchError(LudariumError):
    """Something asked of an adapter that it cannot do."""

    section = "research"


class ActionError(ResearchError):
    """An action that nobody can take, in one game of many: ``cause`` says which rule forbids it, where one does."""

    def __init__(self, sentence_key: str, cause: LudariumError | None = None, **data: object) -> None:
        super().__init__(sentence_key, **data)
        self.cause = cause

    def sentence(self, locale: str) -> str:
        why = "" if self.cause is None else self.cause.sentence(locale)
        return common_words(locale).say(self.section, self.key, {**self.data, "why": why})
