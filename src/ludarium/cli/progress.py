"""Which lessons somebody has done at the terminal of this machine: a file beside what else belongs to the user."""

import json
import os
from contextlib import suppress

from ludarium.folders import data_folder
from ludarium.learn.format import Lesson, LessonPath

Done = tuple[str, str]  # the ruleset of the path, and the id of the lesson


class Progress:
    """A file that cannot be read is begun anew, one that cannot be written is not kept: a lesson need not fail."""

    def __init__(self) -> None:
        self.file = data_folder(os.environ) / "lessons.json"
        self._done: set[Done] = set()
        with suppress(OSError, ValueError, TypeError):
            found = json.loads(self.file.read_text(encoding="utf-8"))
            self._done = {(str(ruleset), str(lesson)) for ruleset, lesson in found}

    def is_done(self, path: LessonPath, lesson: Lesson) -> bool:
        return (path.name, lesson.id) in self._done

    def count(self, path: LessonPath) -> int:
        return sum(self.is_done(path, lesson) for lesson in path.lessons)

    def next_lesson(self, path: LessonPath, after: Lesson | None = None) -> Lesson | None:
        """The first one that is not done, after this one if there is such."""
        place = -1 if after is None else path.lessons.index(after)
        order = [*path.lessons[place + 1 :], *path.lessons[: place + 1]]
        return next((lesson for lesson in order if not self.is_done(path, lesson)), None)

    def note(self, path: LessonPath, lesson: Lesson) -> None:
        self._done.add((path.name, lesson.id))
        with suppress(OSError):
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self.file.write_text(json.dumps(sorted(self._done)), encoding="utf-8")
