"""How well a game was played: every step judged, and sent as soon as it is."""

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from ludarium.core.history import History
from ludarium.players.analysis import GOOD, Ask, Judged, analyse, mean_losses, turning_points
from ludarium.players.report import Report
from ludarium.players.style import Limits, ThinkingStyle
from ludarium.players.thinker import Question
from ludarium.server import wire

Quality = Literal["quick", "normal", "deep"]
SIMULATIONS: dict[Quality, int] = {"quick": 200, "normal": 800, "deep": 3200}  # for each position
_KEPT = 50  # curves


class Curves:
    """The last games that were judged to their end: the same game judged again gives the same."""

    def __init__(self) -> None:
        self._kept: OrderedDict[object, list[Judged]] = OrderedDict()

    def find(self, history: History, quality: Quality) -> list[Judged] | None:
        return self._kept.get(_key(history, quality))

    def keep(self, history: History, quality: Quality, judged: Iterable[Judged]) -> None:
        self._kept[_key(history, quality)] = list(judged)
        if len(self._kept) > _KEPT:
            self._kept.popitem(last=False)


def _key(history: History, quality: Quality) -> object:
    return history.ruleset.name, history.states[0], tuple(history.steps), quality


def judge_game(history: History, quality: Quality, ask: Ask, jobs: int) -> Iterator[Judged]:
    """The same figures as ``ludarium analyse`` with as many simulations."""
    style = ThinkingStyle(Limits(simulations=SIMULATIONS[quality]))
    return analyse(history, style, ask, jobs=jobs)


def is_whole(report: Report, question: Question) -> bool:
    """Whether somebody thought as long as was asked for, or as long as there was anything to think about."""
    wanted = question.style.limits.simulations or 0
    return report.simulations >= wanted or report.best.proven or len(report.lines) == 1


class CurveUpdates:
    """Puts what was found into messages, each with what is new since the last one."""

    def __init__(self, history: History, locale: str, identity: int) -> None:
        self._history = history
        self._locale = locale
        self._identity = identity
        self._judged: list[Judged] = []

    def update(self, judged: Sequence[Judged]) -> wire.CurveUpdate:
        self._judged += judged
        done, of = len(self._judged), len(self._history.steps)
        over, seats = done == of, int(self._history.states[0].seats)
        return wire.CurveUpdate(
            done=done,
            of=of,
            start=_rounded(self._judged[0].before) if self._judged else [],
            steps=[self._step(one) for one in judged],
            turning=[one.number for one in turning_points(self._judged)] if over else [],
            losses=_rounded(mean_losses(self._judged, seats)) if over else [],
            id=self._identity,
        )

    def _step(self, one: Judged) -> wire.JudgedStep:
        game, locale = self._history.game, self._locale
        better = one.told_better(game, self._history.states[one.number - 1])
        return wire.JudgedStep(
            number=one.number,
            seat=one.seat,
            shares=_rounded(one.after),
            loss=round(one.loss, 4),
            mark=one.mark,
            better=better[0].step if better else "",
            better_sentence=game.words(locale).joined(better[0].sentences(game, locale)) if better else "",
            better_line=[told.step for told in better],
            sentence=one.sentence(game, locale) if one.mark != GOOD else "",
        )


def _rounded(shares: Iterable[float]) -> list[float]:
    return [round(share, 4) for share in shares]
