"""What a computer thinks of a position, in words and arrows, and of every step of a game."""

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ludarium.core.game import Game
from ludarium.core.history import History
from ludarium.core.scene import CHOICE
from ludarium.core.state import State
from ludarium.engine import RequestError, question_about
from ludarium.players.analysis import GOOD, Ask, Judged, analyse, mean_losses, turning_points
from ludarium.players.explain import explain_line, proof
from ludarium.players.report import Line, Report
from ludarium.players.style import Limits, ThinkingStyle
from ludarium.players.thinker import Question
from ludarium.server import wire
from ludarium.server.analysis.positions import sound_rules
from ludarium.server.requests import Quality

_LINES = 3
_TOLD = 6  # steps of a line
SIMULATIONS: dict[Quality, int] = {"quick": 200, "normal": 800, "deep": 3200}  # for each position
_WHOLE = 80  # positions that get so many; those of a longer game share what as many would get
_LEAST = 0.25  # of them, however long the game is: with fewer a step that is merely unusual looks like a mistake
_KEPT = 50  # curves


# --- a position -------------------------------------------------------------------------------------------------------
@sound_rules()
def question_for(reached: History, view: int | None, seconds: float) -> Question:
    """What to think about: by the knowledge of the seat for which the position is shown, else of the one to act."""
    if reached.state.seat < 0:
        raise RequestError("search_over")
    return question_about(reached, None if view is None or view < 0 else view, ThinkingStyle(Limits(seconds=seconds)))


def judgement(question: Question, report: Report, final: bool, locale: str, identity: int) -> wire.Judgement:
    """A report in words. Lines of a seat that is not to act would tell what it merely imagines of the other."""
    game, view = question.game, question.view
    tells = question.seat == view.seat or not game.hidden_information
    clicks = _clicks(game, view) if tells else {}
    return wire.Judgement(
        shares=_rounded(report.expectation),
        lines=[_best(game, view, question.seat, line, clicks, locale) for line in report.judged[: _LINES * tells]],
        simulations=report.simulations,
        final=final,
        proof=proof(report, view, locale) if report.best.proven and tells else "",
        id=identity,
    )


def _clicks(game: Game, view: State) -> dict[str, Sequence[str]]:
    """The clicks of every step that the seat to act can take."""
    return {path.step: path.clicks for path in game.scene(view, int(view.seat)).paths}


def _sites(clicks: dict[str, Sequence[str]], step: str) -> list[str]:
    """The sites that a step leads over."""
    return [click for click in clicks.get(step, ()) if not click.startswith(CHOICE)]


def _best(
    game: Game, view: State, seat: int, line: Line, clicks: dict[str, Sequence[str]], locale: str
) -> wire.BestLine:
    told = explain_line(game, view, seat, line.steps[:_TOLD])
    words = game.words(locale)
    sites = _sites(clicks, told[0].step)
    return wire.BestLine(
        steps=[one.step for one in told],
        sentences=[words.joined(one.sentences(game, locale)) for one in told],
        arrows=[wire.Arrow(sites)] if sites else [],
        share=None if line.expectation is None else round(line.expectation, 4),
        proven=line.proven,
    )


# --- a game -----------------------------------------------------------------------------------------------------------
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


def simulations_for(history: History, quality: Quality) -> int:
    """How many for each position, so that a game with several steps in a turn takes about as long as others."""
    positions = sum(not history.game.is_setup(state) for state in history.states)
    return round(SIMULATIONS[quality] * max(_LEAST, min(1.0, _WHOLE / max(1, positions))))


def judge_game(history: History, quality: Quality, ask: Ask, jobs: int) -> Iterator[Judged]:
    """The same figures as ``ludarium analyse`` with as many simulations."""
    style = ThinkingStyle(Limits(simulations=simulations_for(history, quality)))
    return analyse(history, style, ask, jobs=jobs)


@dataclass
class CurveUpdates:
    """Puts what was found into messages, each with what is new since the last one."""

    history: History
    locale: str
    identity: int
    judged: list[Judged] = field(default_factory=list)

    def update(self, judged: Sequence[Judged]) -> wire.CurveUpdate:
        self.judged += judged
        done, of = len(self.judged), len(self.history.steps)
        over, seats = done == of, int(self.history.states[0].seats)
        return wire.CurveUpdate(
            done=done,
            of=of,
            start=_rounded(self.judged[0].before) if self.judged else [],
            steps=[self._step(one) for one in judged],
            turning=[one.number for one in turning_points(self.judged)] if over else [],
            losses=_rounded(mean_losses(self.judged, seats)) if over else [],
            id=self.identity,
        )

    def _step(self, one: Judged) -> wire.JudgedStep:
        game, locale, before = self.history.game, self.locale, self.history.states[one.number - 1]
        better = one.told_better(game, before)
        clicks = _clicks(game, before.view(one.seat)) if better and one.mark != GOOD else {}
        return wire.JudgedStep(
            number=one.number,
            seat=one.seat,
            shares=_rounded(one.after),
            loss=round(one.loss, 4),
            mark=one.mark,
            better=better[0].step if better else "",
            better_sentence=game.words(locale).joined(better[0].sentences(game, locale)) if better else "",
            better_line=[told.step for told in better],
            better_sites=_sites(clicks, better[0].step) if better else [],
            sentence=one.sentence(game, locale) if one.mark != GOOD else "",
        )


def _rounded(shares: Iterable[float]) -> list[float]:
    return [round(share, 4) for share in shares]
