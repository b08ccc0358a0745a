"""Who may think when: games before studies, one process each where many wait, all of them for one alone."""

import asyncio
from collections.abc import Callable
from threading import Event
from typing import Any

import pytest

from ludarium.core.game import find_ruleset
from ludarium.players.levels import find_level
from ludarium.players.report import Line, PlayerFailed, Report
from ludarium.players.style import Limits, ThinkingStyle
from ludarium.players.thinker import Question
from ludarium.server import thinking
from ludarium.server.thinking import Thinkers
from tests.server.rooms.hall import run, until

VIEW = find_ruleset("mur-en").new()


def question(name: str, timed: bool = False) -> Question:
    limits = Limits(seconds=1.0) if timed else Limits(simulations=6)
    return Question(name, [VIEW], ThinkingStyle(limits), 1)


class Pool:
    """Decides when a test says so; keeps the order in which questions came to it, and with how many processes."""

    def __init__(self, cores: int, memory: int | None = None) -> None:
        self.cores = cores
        self.begun: list[tuple[str, int]] = []
        self.go = Event()
        self.stopped: list[str] = []
        self.at_once = self.most = 0
        self.closed = False

    def decide(
        self, asked: Question, cores: int, stop: Callable[[], bool], tell: Callable[[Report], None] | None
    ) -> Report:
        self.begun.append((asked.ruleset, cores))
        self.at_once += cores
        self.most = max(self.most, self.at_once)
        report = Report(0, 0, 1, 0.0, (0.5, 0.5), (Line((0,), 1, 0.5),))
        if tell is not None:
            tell(report)
        while not self.go.wait(0.005):
            if stop():
                self.stopped.append(asked.ruleset)
                break
        self.at_once -= cores
        return report

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def pools(monkeypatch: pytest.MonkeyPatch) -> list[Pool]:
    made: list[Pool] = []

    def make(cores: int, memory: int | None) -> Pool:
        made.append(Pool(cores, memory))
        return made[-1]

    monkeypatch.setattr(thinking, "Pool", make)
    return made


def test_processes_start_when_they_are_needed(pools: list[Pool]) -> None:
    async def think() -> None:
        thinkers = Thinkers(2)
        assert pools == []
        first = asyncio.create_task(thinkers.decide(question("a")))
        second = asyncio.create_task(thinkers.decide(question("b")))
        await until(lambda: pools and len(pools[0].begun) == 2)
        pools[0].go.set()
        await asyncio.gather(first, second)
        assert len(pools) == 1
        thinkers.close()
        assert pools[0].closed
        with pytest.raises(PlayerFailed):
            await thinkers.decide(question("c"))

    run(think())


def test_never_more_questions_than_processes(pools: list[Pool]) -> None:
    async def think() -> None:
        thinkers = Thinkers(2)
        asked = [asyncio.create_task(thinkers.decide(question(str(n), timed=n % 2 == 0))) for n in range(9)]
        await until(lambda: pools and len(pools[0].begun) == 2)
        await asyncio.sleep(0.05)
        assert len(pools[0].begun) == 2
        pools[0].go.set()
        await asyncio.gather(*asked)
        assert pools[0].most == 2
        assert [name for name, _ in pools[0].begun] == [str(n) for n in range(9)], "first come, first served"
        thinkers.close()

    run(think())


def test_one_alone_gets_all_processes_if_time_is_its_limit(pools: list[Pool]) -> None:
    async def think() -> None:
        thinkers = Thinkers(4)
        alone = asyncio.create_task(thinkers.decide(question("timed", timed=True)))
        await until(lambda: pools and pools[0].begun)
        pools[0].go.set()
        await alone
        await thinkers.decide(question("counted"))
        assert pools[0].begun == [("timed", 4), ("counted", 1)]
        pools[0].go.clear()
        many = [asyncio.create_task(thinkers.decide(question(str(n), timed=True))) for n in range(6)]
        await until(lambda: len(pools[0].begun) == 6)  # four of them
        assert [cores for _, cores in pools[0].begun[2:]] == [1, 1, 1, 1]
        pools[0].go.set()
        await asyncio.gather(*many)
        thinkers.close()

    run(think())


def test_games_come_before_studies_and_always_find_a_process(pools: list[Pool]) -> None:
    async def think() -> None:
        thinkers = Thinkers(2)
        analyses = [asyncio.create_task(thinkers.decide(question(f"study{n}", True), urgent=False)) for n in range(3)]
        await until(lambda: pools and pools[0].begun)
        game = asyncio.create_task(thinkers.decide(question("game")))
        await until(lambda: ("game", 1) in pools[0].begun)
        assert pools[0].begun == [("study0", 1), ("game", 1)], "a study leaves a process to the games"
        more = [asyncio.create_task(thinkers.decide(question(f"game{n}"))) for n in range(2)]
        await asyncio.sleep(0)
        pools[0].go.set()
        await asyncio.gather(game, *analyses, *more)
        order = [name for name, _ in pools[0].begun]
        assert order.index("game1") < order.index("study1") < order.index("study2")
        thinkers.close()

    run(think())


def test_on_one_process_a_study_makes_room_for_a_game(pools: list[Pool]) -> None:
    async def think() -> None:
        thinkers = Thinkers(1)
        study = asyncio.create_task(thinkers.decide(question("study", True), urgent=False))
        await until(lambda: pools and pools[0].begun)
        game = asyncio.create_task(thinkers.decide(question("game")))
        await study  # with the best so far
        assert pools[0].stopped == ["study"]
        pools[0].go.set()
        await game
        thinkers.close()

    run(think())


def test_whoever_leaves_stops_the_thinking_and_frees_the_processes(pools: list[Pool]) -> None:
    async def think() -> None:
        thinkers = Thinkers(1)
        heard: list[Report] = []
        first = asyncio.create_task(thinkers.decide(question("first"), tell=heard.append))
        second = asyncio.create_task(thinkers.decide(question("second")))
        third = asyncio.create_task(thinkers.decide(question("third")))
        await until(lambda: heard)
        second.cancel()  # still waiting
        first.cancel()
        await asyncio.wait([first, second])
        assert pools[0].stopped == ["first"]
        await until(lambda: ("third", 1) in pools[0].begun)
        pools[0].go.set()
        await third
        assert [name for name, _ in pools[0].begun] == ["first", "third"]
        thinkers.close()

    run(think())


def test_a_stop_is_passed_on(pools: list[Pool]) -> None:
    async def think() -> None:
        thinkers, stop = Thinkers(1), Event()
        asked = asyncio.create_task(thinkers.decide(question("a"), stop=stop.is_set))
        await until(lambda: pools and pools[0].begun)
        stop.set()
        await asked
        assert pools[0].stopped == ["a"]
        thinkers.close()

    run(think())


def test_a_hundred_questions_of_one_person_keep_nobody_else_waiting(pools: list[Pool]) -> None:
    async def think() -> None:
        thinkers = Thinkers(1)
        asked = [asyncio.create_task(thinkers.decide(question(f"ada{n}"), person="ada")) for n in range(100)]
        await until(lambda: pools and pools[0].begun)
        await asyncio.sleep(0.05)  # the first one is being thought about
        asked.append(asyncio.create_task(thinkers.decide(question("ben"), person="ben")))
        await asyncio.sleep(0)
        assert thinkers.waiting == 100
        pools[0].go.set()
        await asyncio.gather(*asked)
        order = [name for name, _ in pools[0].begun]
        assert order.index("ben") == 1, "after the one that was begun"
        assert order[2:] == [f"ada{n}" for n in range(1, 100)]
        thinkers.close()

    run(think())


def test_analyses_wait_fairly_too(pools: list[Pool]) -> None:
    async def think() -> None:
        thinkers = Thinkers(2)  # one of them for analyses
        asked = [
            asyncio.create_task(thinkers.decide(question(f"{who}{n}", True), urgent=False, person=who))
            for who in ("ada", "ben", "cyd")
            for n in range(2)
        ]
        await until(lambda: pools and pools[0].begun)
        pools[0].go.set()
        await asyncio.gather(*asked)
        order = [name for name, _ in pools[0].begun]
        assert set(order[:3]) == {"ada0", "ben0", "cyd0"}
        thinkers.close()

    run(think())


@pytest.mark.compiled_only
def test_a_real_decision() -> None:
    async def think() -> Any:
        thinkers = Thinkers(1)
        try:
            return await thinkers.decide(Question("mur-en", [VIEW], find_level(2).style, 1))
        finally:
            thinkers.close()

    report = run(think())
    assert report.step in list(VIEW.legal())
