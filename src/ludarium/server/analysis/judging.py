"""What a computer thinks of a position, in words and arrows."""

from collections.abc import Sequence

from ludarium.core.game import Game
from ludarium.core.history import History
from ludarium.core.scene import CHOICE
from ludarium.core.state import State
from ludarium.engine import RequestError, question_about
from ludarium.players.explain import explain_line, proof
from ludarium.players.report import Line, Report
from ludarium.players.style import Limits, ThinkingStyle
from ludarium.players.thinker import Question
from ludarium.server import wire

_LINES = 3
_TOLD = 6  # steps of a line


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
        shares=[round(share, 4) for share in report.expectation],
        lines=[_best(game, view, question.seat, line, clicks, locale) for line in report.judged[: _LINES * tells]],
        simulations=report.simulations,
        final=final,
        proof=proof(report, view, locale) if report.best.proven and tells else "",
        id=identity,
    )


def _clicks(game: Game, view: State) -> dict[str, Sequence[str]]:
    """The clicks of every step that the seat to act can take."""
    return {path.step: path.clicks for path in game.scene(view, int(view.seat)).paths}


def _best(
    game: Game, view: State, seat: int, line: Line, clicks: dict[str, Sequence[str]], locale: str
) -> wire.BestLine:
    told = explain_line(game, view, seat, line.steps[:_TOLD])
    words = game.words(locale)
    sites = [click for click in clicks.get(told[0].step, ()) if not click.startswith(CHOICE)]
    return wire.BestLine(
        steps=[one.step for one in told],
        sentences=[words.joined(one.sentences(game, locale)) for one in told],
        arrows=[wire.Arrow(sites)] if sites else [],
        share=None if line.expectation is None else round(line.expectation, 4),
        proven=line.proven,
    )
