"""Judging over a WebSocket: what is said meanwhile, what ends it, and that nobody goes on thinking in vain."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TypeVar

import pytest

from ludarium.core.game import find_ruleset
from ludarium.core.history import History
from ludarium.engine import reach
from ludarium.players.analysis import analyse, mean_losses, turning_points
from ludarium.players.report import Line, Report
from ludarium.players.style import Limits, ThinkingStyle
from ludarium.players.thinker import Question, Thinker
from ludarium.server import wire
from ludarium.server.analysis import judging
from ludarium.server.analysis.connection import MOST_OF_ONE, Analyses, AnalysisConnection
from ludarium.server.analysis.judging import SIMULATIONS, judgement, question_for, simulations_for
from ludarium.server.errors import AnalysisError
from ludarium.server.requests import ANALYSIS_REQUEST
from ludarium.server.thinking import Thinkers

PATIENCE = 60  # seconds: more than anything here takes
BEFORE_THE_END = "black b3 d3; white c3 g1; closes 2 0"  # +c2 closes on c3 and wins
T = TypeVar("T")


@pytest.fixture(scope="module")
def thinkers() -> Iterator[Thinkers]:
    made = Thinkers(1)
    yield made
    made.close()


@dataclass
class Talk:
    """A connection and all that it said."""

    thinkers: Thinkers
    analyses: Analyses = field(default_factory=Analyses)
    person: str = "somebody"
    said: list[wire.AnalysisMessage] = field(default_factory=list)
    tables: dict[str, History] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.judging = AnalysisConnection(self.analyses, self.thinkers, self.person, self._send, self._find)

    def _send(self, message: wire.AnalysisMessage) -> None:
        self.said.append(message)

    async def _find(self, table: str, game: int) -> History:
        assert game == 0
        if table not in self.tables:
            raise AnalysisError("game_unknown", 404, game=table, known=[])
        return self.tables[table]

    async def ask(self, do: str, identity: int = 1, **more: object) -> None:
        await self.judging.handle(ANALYSIS_REQUEST.validate_python({"do": do, "id": identity, **more}))

    async def until(self, kind: type[T], identity: int = 1) -> T:
        async with asyncio.timeout(PATIENCE):
            while True:
                for message in self.said:
                    if isinstance(message, kind) and message.id == identity:
                        return message
                await asyncio.sleep(0.01)

    def judgements(self, identity: int = 1) -> list[wire.Judgement]:
        return [one for one in self.said if isinstance(one, wire.Judgement) and one.id == identity]

    def curve(self, identity: int = 1) -> list[wire.CurveUpdate]:
        return [one for one in self.said if isinstance(one, wire.CurveUpdate) and one.id == identity]


def talk_with(thinkers: Thinkers, work: Callable[[Talk], Awaitable[None]]) -> Talk:
    async def whole() -> Talk:
        talk = Talk(thinkers)
        try:
            await work(talk)
        finally:
            await talk.judging.close()
        return talk

    return asyncio.run(whole())


async def nobody_thinks(thinkers: Thinkers) -> None:
    """Wait until all processes are free: all of them, and nobody waits for one."""
    pool = thinkers._pool
    assert pool is not None
    async with asyncio.timeout(PATIENCE):
        while len(pool._idle) < pool.cores or thinkers._free < thinkers.cores:
            await asyncio.sleep(0.01)


# --- positions --------------------------------------------------------------------------------------------------------
def test_a_forced_win_is_found_and_said(thinkers: Thinkers) -> None:
    async def work(talk: Talk) -> None:
        await talk.ask("judge", position={"ruleset": "mur-en", "position": BEFORE_THE_END, "locale": "en"}, seconds=1.0)
        await talk.until(wire.Done)

    *_, last = talk_with(thinkers, work).judgements()
    assert last.final
    assert last.shares == [1.0, 0.0]
    best = last.lines[0]
    assert best.steps == ["+c2"]
    assert best.proven
    assert best.share == 1.0
    assert "closes" in best.sentences[0]
    assert best.arrows == [wire.Arrow(["c2"])]
    assert last.proof == "Forced win in 1 turn."


def test_nothing_is_expected_of_a_step_that_was_never_tried() -> None:
    """The best line is told all the same: where all that was tried is lost, it is one that was not."""
    ruleset = find_ruleset("mur-en")
    question = question_for(reach(ruleset, {}, 0, None, []), None, 1.0)
    untried, tried, other = (ruleset.game.read_step(text) for text in ("+c2", "+d2", "+e2"))
    lines = Line((untried,), 0, 0.0), Line((tried,), 1, 0.0, winners=2, length=4), Line((other,), 0, 0.0)
    said = judgement(question, Report(untried, 0, 1, 1.0, (0.5, 0.5), lines), True, "en", 1)
    assert [(line.steps, line.share) for line in said.lines] == [(["+c2"], None), (["+d2"], 0.0)]


def test_a_search_is_told_while_it_runs_and_stopped_when_that_is_wished(thinkers: Thinkers) -> None:
    async def work(talk: Talk) -> None:
        await talk.ask("judge", 7, position={"ruleset": "mur-en", "steps": ["+c2", "+d2"]}, seconds=10.0)
        first = await talk.until(wire.Judgement, 7)
        assert not first.final
        await talk.ask("stop", 7)
        await talk.until(wire.Done, 7)
        await nobody_thinks(thinkers)

    judgements = talk_with(thinkers, work).judgements(7)
    assert [one.final for one in judgements] == [False] * (len(judgements) - 1) + [True]
    for one in judgements:
        assert sum(one.shares) == pytest.approx(1, abs=1e-3)
        assert 1 <= len(one.lines) <= 3
        assert all(line.arrows for line in one.lines)  # every step of this game has a site
    simulations = [one.simulations for one in judgements]
    assert simulations == sorted(simulations)


def test_whoever_leaves_lets_nobody_go_on_thinking(thinkers: Thinkers) -> None:
    async def work(talk: Talk) -> None:
        await talk.ask(
            "judge", position={"ruleset": "realm", "position": "powers0 d2; bases1 C1; powers1 d9"}, seconds=10
        )
        await talk.until(wire.Judgement)
        await talk.judging.close()
        await nobody_thinks(thinkers)
        assert not talk.analyses.running

    talk_with(thinkers, work)


def test_another_question_ends_the_one_before(thinkers: Thinkers) -> None:
    async def work(talk: Talk) -> None:
        await talk.ask("judge", 1, position={"ruleset": "mur-en"}, seconds=10)
        await talk.ask("judge", 2, position={"ruleset": "mur-en", "position": BEFORE_THE_END}, seconds=1)
        await talk.until(wire.Done, 2)
        assert not talk.analyses.running

    kinds = [(type(one).__name__, one.id) for one in talk_with(thinkers, work).said if isinstance(one, wire.Done)]
    assert kinds == [("Done", 1), ("Done", 2)]


def test_a_wrong_step_and_a_game_that_is_over_are_refused(thinkers: Thinkers) -> None:
    async def work(talk: Talk) -> None:
        await talk.ask("judge", 1, position={"ruleset": "mur-en", "steps": ["+c2", "+c2"], "locale": "ja"})
        await talk.until(wire.Problem, 1)
        await talk.ask("judge", 2, position={"ruleset": "mur-en", "position": BEFORE_THE_END, "steps": ["+c2"]})
        await talk.until(wire.Problem, 2)
        await talk.ask("curve", 3)
        await talk.until(wire.Problem, 3)

    first, second, third = talk_with(thinkers, work).said
    assert isinstance(first, wire.Problem)
    assert first.clause == "MUR-T1"
    assert first.page == "/rules/mur#MUR-T1"
    assert "2番目の手" in first.sentence
    assert isinstance(second, wire.Problem)
    assert "over" in second.sentence
    assert isinstance(third, wire.Problem)


def test_one_person_has_only_so_much_judged_at_the_same_time(thinkers: Thinkers) -> None:
    async def work(talk: Talk) -> None:
        pages = [Talk(thinkers, talk.analyses) for _ in range(MOST_OF_ONE)]
        for page in pages:
            await page.ask("judge", position={"ruleset": "mur-en"}, seconds=10)
        await asyncio.sleep(0.05)
        await talk.ask("judge", position={"ruleset": "mur-en"})
        assert (await talk.until(wire.Problem)).code == "busy"
        other = Talk(thinkers, talk.analyses, "somebody else")
        await other.ask("judge", position={"ruleset": "mur-en"}, seconds=10)
        await asyncio.sleep(0.05)
        for page in (*pages, other):
            await page.judging.close()
        assert not any(isinstance(one, wire.Problem) for one in other.said)
        await talk.ask("judge", 2, position={"ruleset": "mur-en"}, seconds=0.2)
        assert (await talk.until(wire.Judgement, 2)).lines

    talk_with(thinkers, work)


def test_a_ping_is_answered(thinkers: Thinkers) -> None:
    async def work(talk: Talk) -> None:
        await talk.ask("ping", 5)

    assert talk_with(thinkers, work).said == [wire.Pong(5)]


def test_a_fault_is_told_and_nothing_hangs(thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*_: object, **__: object) -> Report:
        raise ZeroDivisionError

    async def work(talk: Talk) -> None:
        monkeypatch.setattr(thinkers, "decide", broken)
        await talk.ask("judge", 1, position={"ruleset": "mur-en"})
        assert (await talk.until(wire.Problem)).code == "fault"
        await talk.ask("curve", 2, position={"ruleset": "mur-en", "steps": ["+c2"]})
        assert (await talk.until(wire.Problem, 2)).code == "fault"
        assert not talk.analyses.running

    talk_with(thinkers, work)


# --- what is hidden ---------------------------------------------------------------------------------------------------
BLUE, RED = "blue a1=111 b1=324 c1=333", "red a7=111 b7=432 c7=522"


@dataclass
class Overheard:
    """Thinks nothing, but remembers what it was asked."""

    questions: list[Question] = field(default_factory=list)

    async def decide(self, question: Question, **_: object) -> Report:
        self.questions.append(question)
        return Thinker().decide(Question(question.ruleset, question.views, FEW, question.seed, question.viewer))


FEW = ThinkingStyle(Limits(simulations=30))


@asynccontextmanager
async def overhearing() -> AsyncIterator[tuple[Talk, Overheard]]:
    overheard = Overheard()
    talk = Talk(overheard)  # type: ignore[arg-type]
    yield talk, overheard
    await talk.judging.close()


@pytest.mark.parametrize(("view", "viewer"), [(None, 0), (-1, 0), (0, 0), (1, 1)])
def test_a_position_is_judged_by_what_a_seat_knows(view: int | None, viewer: int) -> None:
    """By the seat for which it is shown, else by the one to act: the truth reaches no search."""

    async def work() -> None:
        async with overhearing() as (talk, overheard):
            start = {"ruleset": "myrmidons", "position": f"{BLUE}; {RED}", "steps": ["b1n2", "b7s1"], "view": view}
            await talk.ask("judge", position=start, seconds=0.1)
            await talk.until(wire.Done)
            question = overheard.questions[0]
            assert question.viewer == viewer
            game = find_ruleset("myrmidons").game
            for seen in question.views:
                hidden = game.position_text(seen).split(";")[1 - viewer]
                assert "=?" in hidden
                assert "522" not in hidden
            lines = talk.judgements()[-1].lines
            assert bool(lines) == (viewer == 0)  # Red is not to act: what Blue would do is only imagined

    asyncio.run(work())


def test_a_judgement_for_a_seat_is_the_same_for_all_that_its_view_leaves_open() -> None:
    async def work(red: str) -> list[wire.Judgement]:
        async with overhearing() as (talk, overheard):
            start = {"ruleset": "myrmidons", "position": f"{BLUE}; {red}", "steps": ["b1n2", "b7s1"], "view": 0}
            await talk.ask("judge", position=start, seconds=0.1)
            await talk.until(wire.Done)
            assert len({question.seed for question in overheard.questions}) == 1
            return talk.judgements()[-1:]

    one, other = (asyncio.run(work(red)) for red in (RED, "red a7=432 b7=111 c7=522"))
    assert one == other


# --- games ------------------------------------------------------------------------------------------------------------
STEPS = ["+c2", "+d2", "+c1", "+d1", "+g2", "+e3", "+f3", "+h1"]


def test_a_game_is_judged_with_the_same_figures_as_elsewhere(thinkers: Thinkers) -> None:
    async def work(talk: Talk) -> None:
        talk.tables["T1"] = reach(find_ruleset("mur-en"), {}, 0, None, STEPS)
        await talk.ask("curve", 1, position={"ruleset": "mur-en", "steps": STEPS}, locale="ja")
        await talk.until(wire.Done, 1)
        await talk.ask("curve", 2, table="T1")
        await talk.until(wire.Done, 2)
        await talk.ask("curve", 3, table="T2")
        await talk.until(wire.Problem, 3)

    talk = talk_with(thinkers, work)
    updates = talk.curve(1)
    assert (updates[0].done, updates[0].of, updates[0].start) == (0, len(STEPS), [])
    done = [one.done for one in updates]
    assert done == sorted(set(done))  # always more
    assert done[-1] == len(STEPS)
    steps = [step for one in updates for step in one.steps]
    assert [step.number for step in steps] == list(range(1, len(STEPS) + 1))
    reached = reach(find_ruleset("mur-en"), {}, 0, None, STEPS)
    style = ThinkingStyle(Limits(simulations=SIMULATIONS["quick"]))
    expected = list(analyse(reached, style, Thinker().decide))
    assert [step.loss for step in steps] == [round(one.loss, 4) for one in expected]
    assert [step.shares for step in steps] == [[round(share, 4) for share in one.after] for one in expected]
    assert updates[-1].start == [round(share, 4) for share in expected[0].before]
    assert updates[-1].turning == [one.number for one in turning_points(expected)]
    assert updates[-1].losses == [round(loss, 4) for loss in mean_losses(expected, 2)]
    assert all(one.turning == [] for one in updates[:-1])
    for step in steps:
        assert bool(step.sentence) == (step.mark != "good")
        assert not step.better or step.better_line[0] == step.better
        assert bool(step.better_sites) == (step.mark != "good")
    # A finished table with the same game: it was judged already, and is said in another language.
    (again,) = talk.curve(2)
    assert [step.loss for step in again.steps] == [step.loss for step in steps]
    assert (again.done, again.turning) == (len(STEPS), updates[-1].turning)


@pytest.mark.parametrize(("whole", "simulations"), [(80, 200), (5, 200), (4, 160), (2, 80), (1, 50)])
def test_a_long_game_shares_what_a_shorter_one_gets(
    monkeypatch: pytest.MonkeyPatch, whole: int, simulations: int
) -> None:
    monkeypatch.setattr(judging, "_WHOLE", whole)
    played = reach(find_ruleset("mur-en"), {}, 0, None, ["+c2", "+a1", "+c3", "+a2"])
    assert simulations_for(played, "quick") == simulations


def test_a_missed_win_is_the_turning_point(thinkers: Thinkers) -> None:
    async def work(talk: Talk) -> None:
        # Black misses +c2; now White wins by +g2, which closes on g3.
        position = "black b3 d3 g3; white c3 f3 h3; closes 2 2"
        start = {"ruleset": "mur-en", "position": position, "steps": ["+a1"]}
        await talk.ask("curve", position=start, locale="en")
        await talk.until(wire.Done)

    last = talk_with(thinkers, work).curve()[-1]
    (step,) = last.steps
    assert step.mark == "blunder"
    assert step.better == "+c2"
    assert "closes" in step.better_sentence
    assert step.sentence == "Move 1, Black +a1: a blunder, 100 points lost."
    assert last.turning == [1]


def test_a_game_that_nobody_waits_for_is_not_judged_to_its_end(thinkers: Thinkers) -> None:
    async def work(talk: Talk) -> None:
        await talk.ask("curve", 1, position={"ruleset": "mur-en", "steps": STEPS}, quality="deep")
        await talk.until(wire.CurveUpdate)
        await talk.ask("stop", 1)
        await talk.until(wire.Done)
        await nobody_thinks(thinkers)

    updates = talk_with(thinkers, work).curve()
    assert updates[-1].done < len(STEPS)
    assert updates[-1].turning == []


def test_a_position_that_had_to_make_way_for_a_game_is_looked_at_again() -> None:
    """A process that is needed for a game gives up an analysis half-way: that must not count."""
    reached = reach(find_ruleset("mur-en"), {}, 0, None, STEPS)
    question = Question("mur-en", [reached.state], ThinkingStyle(Limits(simulations=200)), 1)
    assert not Thinker().decide(question).stopped
    assert Thinker().decide(question, stop=lambda: True).stopped
