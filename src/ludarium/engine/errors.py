"""What can be wrong with a request, and how an answer says so."""

from ludarium.core.errors import IllegalStep, LudariumError
from ludarium.core.options import shortened
from ludarium.core.words import common_words

Answer = dict[str, object]


class RequestError(LudariumError):
    """A request that cannot be answered."""

    section = "requests"


class StepError(LudariumError):
    """One of several steps is garbled or illegal; ``index`` counts from 0."""

    def __init__(self, index: int, text: str, cause: LudariumError) -> None:
        super().__init__(cause.key, **cause.data)
        self.index = index
        self.text = text
        self.cause = cause

    def sentence(self, locale: str) -> str:
        data = {"number": self.index + 1, "step": shortened(self.text), "said": self.cause.sentence(locale)}
        return common_words(locale).say("requests", "step_at", data)


def error_json(error: LudariumError) -> Answer:
    said: Answer = {"code": error.key, "message": error.sentence("en"), "message_ja": error.sentence("ja")}
    if isinstance(error, StepError):
        said["index"] = error.index
        error = error.cause
    if isinstance(error, IllegalStep):
        said |= {"clause": error.clause, "reason": error.name}
    return said
