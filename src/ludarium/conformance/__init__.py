"""Whether a game keeps the contract: ``check`` plays random games of every ruleset and looks at everything.

The tests of this project run the very same checks over its own games.
"""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from traceback import extract_tb

from ludarium.conformance import arrays, play, words
from ludarium.conformance.cases import Broken, Case, Target, Trail, cases, conformance_words
from ludarium.core.conformance import Traits

__all__ = ["CHECKS", "Broken", "Case", "Failure", "Report", "Traits", "cases", "check", "look"]

Check = Callable[[Case, Trail], None]
EVERY_CASE: Sequence[Check] = (
    *(play.random_game, play.replay, play.random_steps, play.resampling),
    *(arrays.random_game, arrays.longest_game),
)
EVERY_GAME: Sequence[Check] = (play.options, words.tables, words.notation, words.random_games)
CHECKS = (*EVERY_GAME, *EVERY_CASE)


@dataclass(frozen=True)
class Failure:
    """A rule of the contract that a game breaks, and where: ``steps`` from the start lead to ``position``."""

    rule: str
    case: str
    detail: str
    position: str
    steps: tuple[str, ...]

    def text(self, locale: str = "en") -> str:
        said = conformance_words(locale)
        lines = [said.say("rules", self.rule, {}), said.say("fixes", self.rule, {}), self.detail]
        if self.position:
            lines.append(said.say("report", "position", {"position": self.position}))
        if self.steps:
            lines.append(said.say("report", "steps", {"steps": " ".join(self.steps[-40:]), "number": len(self.steps)}))
        return "\n    ".join([f"✗ {self.case}: {lines[0]}", *filter(None, lines[1:])])


@dataclass(frozen=True)
class Report:
    """What came of the checks of one game."""

    game: str
    checks: int
    failures: tuple[Failure, ...]

    @property
    def passed(self) -> bool:
        return not self.failures

    def text(self, locale: str = "en") -> str:
        key = "passed" if self.passed else "failed"
        data = {"game": self.game, "checks": self.checks, "failures": len(self.failures)}
        said = conformance_words(locale).say("report", key, data)
        return "\n\n".join([*(failure.text(locale) for failure in self.failures), said])

    def __str__(self) -> str:
        return self.text()


def check(
    target: Target,
    steps: int = play.STEPS,
    progress: Callable[[int, int], None] | None = None,
) -> Report:
    """Try a game in every way.

    Games are played for at most so many ``steps``; ``progress`` is told how many checks are done, of how many.
    """
    every = cases(target, steps)
    asked = [(one, every[0]) for one in EVERY_GAME] + [(one, case) for case in every for one in EVERY_CASE]
    failures: list[Failure] = []
    for number, (one, case) in enumerate(asked):
        if progress:
            progress(number, len(asked))
        failure = look(one, case)
        if failure and all((failure.rule, failure.detail) != (other.rule, other.detail) for other in failures):
            failures.append(failure)
    return Report(every[0].game.name, len(asked), tuple(failures))


def look(one: Check, case: Case) -> Failure | None:
    """Run one check; what it finds broken, or what the game raises."""
    trail = Trail(case)
    try:
        one(case, trail)
    except Broken as broken:
        return Failure(broken.rule, case.name, broken.detail, *trail.where())
    except Exception as error:  # whatever a game does wrong is to be told
        place = _place(error, case)
        detail = f"{type(error).__name__}: {error}{place}"
        return Failure("raises", case.name, detail, *trail.where())
    return None


def _place(error: Exception, case: Case) -> str:
    """The last line of the game's own that an error came through; of another file if there is none."""
    lines = [(frame.filename, frame.lineno) for frame in extract_tb(error.__traceback__)]
    own = [line for line in lines if line[0] == sys.modules[type(case.game).__module__].__file__]
    file, number = (own or lines)[-1]
    return f" ({file}:{number})"
