"""What a study's report and its errors say."""

from functools import cache
from pathlib import Path

from ludarium.core.errors import LudariumError
from ludarium.core.words import Words, read_words


@cache
def study_words(locale: str) -> Words:
    return read_words(Path(__file__).parent / "text", locale)


class StudyError(LudariumError):
    """A study that cannot be made or gone on with."""

    def sentence(self, locale: str) -> str:
        return study_words(locale).say(self.section, self.key, self.data)
