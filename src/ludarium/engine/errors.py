"""What can be wrong with a request, and how an answer says so."""

from time import monotonic

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


class Clock:
    """Raises ``RequestError`` when the time that a request may take is over."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.end = monotonic() + seconds

    def look(self) -> None:
        if monotonic() > self.end:
            raise RequestError("too_long", seconds=self.seconds)


def error_json(error: LudariumError) -> Answer:
    said: Answer = {"code": error.key, "message": error.sentence("en"), "message_ja": error.sentence("ja")}
    if isinstance(error, StepError):
        said["index"] = error.index
        error = error.cause
    if isinstance(error, IllegalStep):
        said |= {"clause": error.clause, "reason": error.name}
    return said
