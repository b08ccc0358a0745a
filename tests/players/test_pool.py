"""The pool: several processes, one answer; stopping, dying and bad questions."""

import os
import re
import signal
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import Thread, Timer

import pytest

from ludarium.core.game import rulesets
from ludarium.players import Limits, Report, ThinkingStyle
from ludarium.players.pool import Pool
from ludarium.players.report import PlayerFailed
from ludarium.players.thinker import Question, Thinker

RULESET = rulesets()[0]


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    with Pool(2) as made:
        yield made


def _question(**limits: float) -> Question:
    return Question(RULESET.name, [RULESET.new()], ThinkingStyle(Limits(**limits)), 3)  # type: ignore[arg-type]


def test_a_limit_on_simulations_gives_the_same_as_without_a_pool(pool: Pool) -> None:
    asked = _question(simulations=60)
    here, there = Thinker().decide(asked), pool.decide(asked)
    assert replace(here, seconds=0.0) == replace(there, seconds=0.0)


@pytest.mark.slow
def test_a_limit_on_time_uses_all_processes(pool: Pool) -> None:
    heard: list[Report] = []
    report = pool.decide(_question(seconds=0.5), tell=heard.append)
    alone = pool.decide(_question(seconds=0.5), cores=1)
    assert RULESET.new().judge(report.step) == 0
    assert sum(line.visits for line in report.lines) == report.simulations > 0
    assert alone.simulations > 0
    assert heard


def test_a_secret_set_up_is_one_process_s_alone(pool: Pool) -> None:
    for ruleset in rulesets():
        state = ruleset.new()
        if ruleset.game.is_setup(state):
            asked = Question(ruleset.name, [state.view(state.seat)], ThinkingStyle(Limits(seconds=600.0)), 3)
            assert pool.decide(asked).step == Thinker().decide(asked).step


def test_stopping_gives_the_best_so_far(pool: Pool) -> None:
    heard: list[Report] = []
    report = pool.decide(_question(seconds=600.0), stop=lambda: len(heard) >= 3, tell=heard.append)
    assert RULESET.new().judge(report.step) == 0
    assert report.seconds < 300.0
    # A stop that comes late does not disturb the next question.
    assert pool.decide(_question(simulations=60)).simulations >= 40


def test_processes_that_ponder_answer_the_next_question(pool: Pool) -> None:
    state = RULESET.new()
    report = pool.decide(_question(seconds=0.3), ponder=True)
    assert pool.decide(_question(simulations=60)).simulations >= 40  # about something else
    report = pool.decide(_question(seconds=0.3), ponder=True)
    state.apply(report.step)
    answer = pool.decide(replace(_question(seconds=0.3), views=[state]), ponder=True)
    assert state.judge(answer.step) == 0


@pytest.mark.slow
def test_a_process_that_dies_is_replaced_and_the_game_goes_on(pool: Pool) -> None:
    victim = pool._idle[-1].process
    assert victim.pid is not None
    killer = Timer(0.3, os.kill, (victim.pid, signal.SIGKILL))
    killer.start()
    report = pool.decide(_question(seconds=1.0))
    killer.join()
    assert RULESET.new().judge(report.step) == 0
    assert not victim.is_alive()
    assert len(pool._idle) == 2
    assert all(worker.process.is_alive() for worker in pool._idle)
    assert pool.decide(_question(simulations=60)).simulations >= 40


def test_a_process_that_died_between_questions_is_replaced(pool: Pool) -> None:
    for worker in pool._idle:
        worker.process.kill()
        worker.process.join()
    assert pool.decide(_question(simulations=60)).simulations >= 40
    assert pool.decide(_question(seconds=0.3)).simulations > 0


def test_a_question_that_cannot_be_answered_says_so_and_harms_nobody(pool: Pool) -> None:
    over = RULESET.new()
    over.seat = -1
    with pytest.raises(PlayerFailed) as failed:
        pool.decide(Question(RULESET.name, [over], ThinkingStyle(Limits(simulations=10)), 3))
    assert "position" in failed.value.sentence("en")
    assert pool.decide(_question(simulations=60)).simulations >= 40


def test_whoever_is_interrupted_leaves_the_processes_to_the_next(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(pool._idle[-1], "wait_until_ready", interrupted)
    with pytest.raises(KeyboardInterrupt):
        pool.decide(_question(seconds=0.3))
    assert len(pool._idle) == 2


def test_processes_that_nobody_waits_for_stop(pool: Pool) -> None:
    def deaf(report: Report) -> None:
        raise BrokenPipeError

    with pytest.raises(BrokenPipeError):
        pool.decide(_question(seconds=3600.0), tell=deaf)
    for worker in pool._idle:
        while not worker.line.recv()[2]:  # heard of on the way to the last word
            pass
    assert pool.decide(_question(simulations=60)).simulations >= 40


def test_ctrl_c_does_not_reach_processes_whoever_starts_them() -> None:
    """A server's threads replace processes that died; a new one must be deaf from its first moment, too."""
    made: list[Pool] = []
    starter = Thread(target=lambda: made.append(Pool(1)))
    starter.start()
    starter.join()
    with made[0] as pool:
        process = pool._idle[0].process
        blocked = re.search(r"SigBlk:\s*(\w+)", Path(f"/proc/{process.pid}/status").read_text())
        assert blocked is not None
        assert int(blocked[1], 16) >> (signal.SIGINT - 1) & 1
        pool.decide(_question(simulations=10))
        assert process.pid is not None
        os.kill(process.pid, signal.SIGINT)
        assert pool.decide(_question(simulations=10)).simulations > 0
        assert pool._idle[0].process is process


def test_several_may_ask_at_once(pool: Pool) -> None:
    reports: list[Report] = []
    askers = [Thread(target=lambda: reports.append(pool.decide(_question(seconds=0.2)))) for _ in range(4)]
    for asker in askers:
        asker.start()
    for asker in askers:
        asker.join()
    assert len(reports) == 4


def test_a_closed_pool_leaves_no_process() -> None:
    made = Pool(1)
    process = made._idle[0].process
    made.close()
    assert not process.is_alive()
    with pytest.raises(PlayerFailed):
        made.decide(_question(simulations=10))
