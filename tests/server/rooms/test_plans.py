"""Planned answers: played when others do what was foreseen, gone when they do not, and known to their seat alone."""

import asyncio
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import pytest
from sqlalchemy import select

from ludarium.core.game import find_ruleset
from ludarium.players.report import Report
from ludarium.players.thinker import Question
from ludarium.server.rooms.plan_storage import PlannedLineRow
from ludarium.server.rooms.plans import MOST_LINES
from ludarium.server.rooms.room import Room
from tests.server.rooms.hall import COMPUTER, YOU, Client, Guessers, Hall, quiet, run, until
from tests.server.rooms.test_restart import Time
from tests.server.rooms.test_secrets import same_chance

DAYS = {"kind": "days", "base": 3}
DAY = 24 * 3600 * 1000


async def plan(client: Client, *steps: str) -> None:
    await client.done("plan", seat=client.viewer, number=len(client.steps), steps=list(steps))


async def refuses(client: Client, *steps: str) -> str:
    return await client.refused("plan", seat=client.viewer, number=len(client.steps), steps=list(steps))


def planned(client: Client) -> list[list[str]]:
    """What somebody knows of their lines: those of the last message since the last welcome."""
    found: list[list[str]] = []
    for one in client.told:
        if one["type"] == "welcome":
            found = []
        elif one["type"] == "planned":
            found = [line["steps"] for line in one["lines"]]
    return found


def numbers(client: Client) -> list[int]:
    return [line["number"] for line in client.told[client.types().index("planned")]["lines"]]


def taken(room: Room) -> list[tuple[int, str]]:
    return [(one.seat, one.text) for one in room.play.table.history.taken]


async def stored(hall: Hall) -> list[str]:
    found = await hall.store.read(lambda session: session.scalars(select(PlannedLineRow.steps)).all())
    return sorted(found)


# --- played -----------------------------------------------------------------------------------------------------------
def test_a_line_is_played_as_the_others_follow_it(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            ada, ben = await hall.pair("mur-en", clock=DAYS)
            assert "plan" in ben.table["may"]
            assert "plan" not in ada.table["may"]
            await plan(ben, "+c2", "+a1", "+c3", "+a2")
            assert planned(ben) == [["+c2", "+a1", "+c3", "+a2"]]
            await ada.step("+c2")
            await quiet(ada.room)
            assert taken(ada.room) == [(0, "+c2"), (1, "+a1")]
            assert planned(ben) == [["+c3", "+a2"]]
            assert [one["text"] for one in ada.steps] == ["+c2", "+a1"]
            assert ada.table["seat"] == 0
            await ada.step("+c3")
            await quiet(ada.room)
            assert taken(ada.room) == [(0, "+c2"), (1, "+a1"), (0, "+c3"), (1, "+a2")]
            assert planned(ben) == []
            assert ben.types().count("answered") == 2
            assert "answered" not in ada.types()
            assert await stored(hall) == []
            assert ben.room.play.record_text(1).count("+a2") == 1

    run(play())


def test_another_move_makes_an_end_of_a_line(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            ada, ben = await hall.pair("mur-en", clock=DAYS)
            await plan(ben, "+c2", "+a1")
            await ada.step("+d2")
            await quiet(ada.room)
            assert taken(ada.room) == [(0, "+d2")]
            assert planned(ben) == []
            assert await stored(hall) == []

    run(play())


def test_of_several_lines_the_one_that_fits_is_played(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            ada, ben = await hall.pair("mur-en", clock=DAYS)
            await plan(ben, "+c2", "+a1", "+c3", "+a2")
            await plan(ben, "+c2", "+a1", "+c1", "+b1")
            await plan(ben, "+d2", "+b2")
            assert len(planned(ben)) == 3
            await ada.step("+c2")
            await quiet(ada.room)
            assert planned(ben) == [["+c3", "+a2"], ["+c1", "+b1"]]
            await ada.step("+c1")
            await quiet(ada.room)
            assert taken(ada.room)[2:] == [(0, "+c1"), (1, "+b1")]
            assert planned(ben) == []

    run(play())


def test_a_new_line_replaces_one_that_answers_otherwise(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            ada, ben = await hall.pair("mur-en", clock=DAYS)
            await plan(ben, "+c2", "+a1", "+c3", "+a2")
            await plan(ben, "+d2", "+a1")
            await plan(ben, "+c2", "+b1")
            assert planned(ben) == [["+d2", "+a1"], ["+c2", "+b1"]]
            await plan(ben, "+c2", "+b1", "+c3", "+b2")  # says more than the last one
            assert planned(ben) == [["+d2", "+a1"], ["+c2", "+b1", "+c3", "+b2"]]
            await plan(ben, "+c2", "+b1")  # says nothing new
            assert planned(ben) == [["+d2", "+a1"], ["+c2", "+b1", "+c3", "+b2"]]
            assert await stored(hall) == ['["+c2","+b1","+c3","+b2"]', '["+d2","+a1"]']
            await ada.step("+c2")
            await quiet(ada.room)
            assert taken(ada.room)[1:] == [(1, "+b1")]

    run(play())


def test_what_others_do_after_the_last_answer_is_left_out(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            _, ben = await hall.pair("mur-en", clock=DAYS)
            await plan(ben, "+c2", "+a1", "+c3")
            assert planned(ben) == [["+c2", "+a1"]]

    run(play())


def test_a_line_is_removed(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            ada, ben = await hall.pair("mur-en", clock=DAYS)
            await plan(ben, "+c2", "+a1")
            (number,) = numbers(ben)
            assert await ada.refused("unplan", seat=1, line=number) == "not_your_seat"
            assert await ada.refused("unplan", seat=0, line=number) == "plan_gone"
            await ben.done("unplan", seat=1, line=number)
            assert planned(ben) == []
            assert await ben.refused("unplan", seat=1, line=number) == "plan_gone"
            await ada.step("+c2")
            await quiet(ada.room)
            assert taken(ada.room) == [(0, "+c2")]

    run(play())


class Thinker(Guessers):
    """A computer that begins with one step, and then thinks for ever."""

    async def decide(self, question: Question, **more: object) -> Report:
        report = await super().decide(question, **more)
        self.gate.clear()
        return replace(report, step=find_ruleset(question.ruleset).game.read_step("+c2"))


def test_a_computers_move_is_answered_too(tmp_path: Path) -> None:
    async def play() -> None:
        thinker = Thinker()
        thinker.gate.clear()
        async with Hall(tmp_path, thinkers=thinker) as hall:
            room = await hall.make("mur-en", [COMPUTER, YOU], clock=DAYS)
            ada = await hall.come(room, "Ada")
            await plan(ada, "+c2", "+a1")
            thinker.gate.set()
            await until(lambda: "answered" in ada.types())
            assert taken(room) == [(0, "+c2"), (1, "+a1")]
            assert planned(ada) == []

    run(play())


# --- turns of several steps -------------------------------------------------------------------------------------------
SET_UP = ["*A1", "*B1", "*B2", "*A2", "*C3", "*D3", "+a1", "+d1", "+d4", "+a4", "+g7", "+j7"]
TURN = ["d4-d7", "create", "g7-f7", "+e7n", "end"]


async def _realm(hall: Hall) -> tuple[Client, Client]:
    ada, ben = await hall.pair("realm", clock=DAYS)
    for number, step in enumerate(SET_UP):
        await (ada, ben)[number % 2].step(step)
    return ada, ben


def test_whole_turns_are_answered_by_whole_turns(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            ada, ben = await _realm(hall)
            await ada.step("d4-d7")
            await plan(ben, "create", "g7-f7", "+e7n", "end", "d1-d4", "end")
            await plan(ben, "no", "end", "d1-d5", "end")
            # Lines begin with the turn, so that it may be undone and played again.
            assert planned(ben)[1] == ["d4-d7", "no", "end", "d1-d5", "end"]
            await ada.step("no")
            await ada.done("undo", seat=0, number=len(ada.steps), whole=True)
            assert len(planned(ben)) == 2
            for step in TURN:
                await ada.step(step)
            await quiet(ada.room)
            assert taken(ada.room)[len(SET_UP) + len(TURN) :] == [(1, "d1-d4"), (1, "end")]
            assert ben.types().count("answered") == 1
            assert ada.table["seat"] == 0
            assert planned(ben) == []

    run(play())


def test_a_turn_that_was_planned_in_part_is_finished_by_hand(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            ada, ben = await _realm(hall)
            await plan(ben, *TURN, "d1-d4")
            for step in TURN:
                await ada.step(step)
            await quiet(ada.room)
            assert taken(ada.room)[-1] == (1, "d1-d4")
            assert ben.table["seat"] == 1
            assert planned(ben) == []
            await ben.done("undo", seat=1, number=len(ben.steps), whole=False)  # and stays undone
            await quiet(ada.room)
            assert taken(ada.room)[-1] == (0, "end")
            await ben.step("d1-d5")

    run(play())


# --- what comes between -----------------------------------------------------------------------------------------------
def test_a_takeback_makes_an_end_of_all_lines(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            ada, ben = await hall.pair("mur-en", clock=DAYS)
            await plan(ben, "+c2", "+a1", "+c3", "+a2")
            await ada.step("+c2")
            await quiet(ada.room)
            await ada.done("offer", seat=0, kind="undo")
            await ben.done("answer", seat=1, kind="undo", yes=True)
            assert taken(ada.room) == []
            assert planned(ben) == []
            await ada.step("+c2")
            await quiet(ada.room)
            assert taken(ada.room) == [(0, "+c2")]

    run(play())


def test_an_offer_waits_for_the_persons_own_word(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            ada, ben = await hall.pair("mur-en", clock=DAYS)
            await plan(ben, "+c2", "+a1")
            await ada.done("offer", seat=0, kind="end")
            await ada.step("+c2")
            await quiet(ada.room)
            assert taken(ada.room) == [(0, "+c2")]
            assert [offer["kind"] for offer in ben.table["offers"]] == ["end"]
            await ben.done("answer", seat=1, kind="end", yes=False)
            await quiet(ada.room)
            assert taken(ada.room) == [(0, "+c2"), (1, "+a1")]

    run(play())


def test_nobody_is_made_to_lose_by_an_offer_that_holds_back_their_answer(tmp_path: Path) -> None:
    async def play() -> None:
        time = Time()
        async with Hall(tmp_path, time) as hall:
            ada, ben = await hall.pair("mur-en", clock=DAYS)
            await plan(ben, "+c2", "+a1")
            await ada.done("offer", seat=0, kind="end")
            await ada.step("+c2")
            time.ms += 3 * DAY + 1
            await ada.room._time_passed()
            await quiet(ada.room)
            assert taken(ada.room) == [(0, "+c2"), (1, "+a1")]
            assert ada.room.play.phase == "playing"
            assert ada.table["offers"] == []
            assert ben.types().count("answered") == 1

    run(play())


def test_lines_wait_while_a_game_is_paused(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            ada, ben = await hall.pair("mur-en", clock=DAYS)
            await plan(ben, "+c2", "+a1")
            await ada.done("offer", seat=0, kind="pause")
            await ben.done("answer", seat=1, kind="pause", yes=True)
            assert await refuses(ben, "+d2", "+a1") == "paused"
            assert planned(ben) == [["+c2", "+a1"]]
            await ada.done("offer", seat=0, kind="resume")
            await ben.done("answer", seat=1, kind="resume", yes=True)
            await ada.step("+c2")
            await quiet(ada.room)
            assert taken(ada.room) == [(0, "+c2"), (1, "+a1")]

    run(play())


@pytest.mark.parametrize("series", [False, True])
def test_the_end_of_a_game_is_the_end_of_its_plans(tmp_path: Path, series: bool) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            ada, ben = await hall.pair("mur-en", clock=DAYS, series=series)
            await plan(ben, "+c2", "+a1")
            await ada.done("resign", seat=0)
            assert planned(ben) == []
            assert await stored(hall) == []
            assert await refuses(ben, "+c2", "+a1") == "over"
            if series:
                await ben.done("next")
                assert planned(ben) == []

    run(play())


# --- refused ----------------------------------------------------------------------------------------------------------
def test_lines_that_are_refused(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            ada, ben = await hall.pair("mur-en", clock=DAYS)
            eve = await hall.come(ada.room, "Eve")
            await quiet(ada.room)
            line = {"number": 0, "steps": ["+c2", "+a1"]}
            assert await refuses(ada, "+c2", "+a1") == "plan_own_turn"
            assert await ada.refused("plan", seat=1, **line) == "not_your_seat"
            assert await eve.refused("plan", seat=1, **line) == "not_your_seat"
            assert await ben.refused("plan", seat=1, number=1, steps=line["steps"]) == "stale"
            assert await refuses(ben, "+c2") == "plan_no_answer"
            assert await refuses(ben, "+c2", "+c2") == "illegal"
            assert await refuses(ben, "nonsense", "+c2") == "step_syntax"
            assert planned(ben) == []
            for number in range(MOST_LINES):
                await plan(ben, f"+{'abcdefgh'[number % 8]}{1 + number // 8}", "+a3")
            assert await refuses(ben, "+c3", "+a3") == "plan_many"
            await plan(ben, "+a1", "+b3")  # in place of another
            assert len(planned(ben)) == MOST_LINES

    run(play())


def test_a_line_has_no_more_steps_than_it_may(tmp_path: Path) -> None:
    """40 can be asked for, and those of the turn that has begun count, too."""

    async def play() -> None:
        async with Hall(tmp_path) as hall:
            ada, ben = await _realm(hall)
            for step in TURN[:4]:
                await ada.step(step)
            trial = ada.room.play.table.snapshot()
            line: list[str] = []
            while len(line) < 39:
                line.append(trial.legal(trial.seat)[0])
                last = trial.seat
                trial.take(trial.seat, line[-1])
            assert last == 1, "these 39 and the 4 before are 43"
            assert await refuses(ben, *line) == "plan_long"
            await plan(ben, *line[:36])  # 40, of which the last one is Ada's
            assert [len(one) for one in planned(ben)] == [39]
            with pytest.raises(AssertionError, match="no such message"):
                await ben.ask("plan", seat=1, number=len(ben.steps), steps=["end"] * 41)

    run(play())


def test_where_nothing_can_be_planned(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            for ruleset, clock, why in (
                ("mur-en", {"kind": "fischer", "base": 300, "increment": 5}, "plan_live"),
                ("mur-en", {"kind": "none"}, "plan_live"),
                ("myrmidons", DAYS, "plan_hidden"),
            ):
                _, ben = await hall.pair(ruleset, clock=clock)
                assert "plan" not in ben.table["may"]
                assert await refuses(ben, "+c2", "+a1") == why
            room = await hall.make("mur-en", [YOU, YOU], visibility="screen", clock=DAYS)
            ada = await hall.come(room, "Ada")
            assert "plan" not in ada.table["may"]
            assert await ada.refused("plan", seat=1, number=0, steps=["+c2", "+a1"]) == "plan_screen"

    run(play())


def test_refusals_are_sentences_in_both_languages(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            ada, _ = await hall.pair("myrmidons", clock=DAYS)
            for locale, sentence in (
                ("en", "You can't plan answers in games with hidden information. Move when it's your turn."),
                ("ja", "非公開情報のあるゲームでは応手を予約できません。手番が来たら手を選んでください。"),
            ):
                ben = await hall.come(ada.room, "Ben", locale)
                answer = await ben.ask("plan", seat=1, number=0, steps=["a", "b"])
                assert answer["sentence"] == sentence

    run(play())


# --- kept -------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("days", [0, 30])
def test_an_answer_is_neither_lost_nor_given_twice_by_a_restart(tmp_path: Path, days: int) -> None:
    """The server stops between the move and its answer, perhaps for longer than the turn has days."""

    async def play() -> None:
        time = Time()
        hall = await Hall(tmp_path, time).__aenter__()
        ada, ben = await hall.pair("mur-en", clock=DAYS)
        await plan(ben, "+c2", "+a1", "+c3", "+a2")
        with patch.object(Room, "_answer_as_planned", lambda _: asyncio.sleep(0)):
            await ada.step("+c2")
            await quiet(ada.room)
        assert taken(ada.room) == [(0, "+c2")]
        await hall.crash()
        time.ms += days * DAY
        async with Hall(tmp_path, time) as again:
            await until(lambda: ada.room.id in again.rooms.in_memory)  # by itself
            await quiet(again.rooms.in_memory[ada.room.id])
        async with Hall(tmp_path, time) as once_more:
            room = await once_more.rooms.open(ada.room.id)
            await quiet(room)
            assert taken(room) == [(0, "+c2"), (1, "+a1")]
            assert room.play.phase == "playing"
            back = await once_more.come(room, "Ben")
            assert planned(back) == [["+c3", "+a2"]]

    run(play())


def test_an_answer_that_cannot_be_written_comes_later(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            ada, ben = await hall.pair("mur-en", clock=DAYS)
            await plan(ben, "+c2", "+a1")
            write, tries = hall.store.write, 0

            async def fail_once(work: object) -> object:
                nonlocal tries
                tries += 1
                if tries == 2:
                    raise OSError("the disk is full")
                return await write(work)  # type: ignore[arg-type]

            with patch.object(hall.store, "write", fail_once):
                await ada.step("+c2")
                await quiet(ada.room)
                assert taken(ada.room) == [(0, "+c2")]
                while len(taken(ada.room)) < 2:
                    await asyncio.sleep(0.05)
            assert taken(ada.room) == [(0, "+c2"), (1, "+a1")]
            assert await stored(hall) == []

    run(play())


def test_a_plan_that_fails_does_not_keep_the_table_waiting(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def play() -> None:
        time = Time()
        async with Hall(tmp_path, time) as hall:
            ada, ben = await hall.pair("mur-en", clock=DAYS)
            await plan(ben, "+c2", "+a1")
            apply = ada.room.play.apply

            def fail(event: object) -> object:
                if getattr(event, "seat", 0) == 1:
                    raise ValueError("+a1")
                return apply(event)  # type: ignore[arg-type]

            with patch.object(ada.room.play, "apply", fail):
                await ada.step("+c2")
                await quiet(ada.room)
            assert taken(ada.room) == [(0, "+c2")]
            assert planned(ben) == []
            assert await stored(hall) == []
            assert "could not be played" in caplog.text
            assert "+a1" not in caplog.text
            time.ms += 4 * DAY
            await ben.ask("offer", seat=1, kind="end")
            assert ada.room.play.phase == "over"

    run(play())


# --- secret -----------------------------------------------------------------------------------------------------------
def test_nobody_else_hears_of_plans(tmp_path: Path) -> None:
    """Until one is played, all bytes that others get are the same with and without."""

    async def heard(folder: Path, plans: bool) -> list[list[bytes]]:
        time = Time()
        async with Hall(folder, time) as hall:
            with same_chance(5):
                room = await hall.make("mur-en", [YOU, {"who": "open"}], clock=DAYS, visibility="lobby")
            clients = {name: await hall.come(room, name) for name in ("Ada", "Ben", "Eve", "")}
            ada, ben = clients["Ada"], clients["Ben"]
            await ben.done("sit", seat=1)
            await quiet(room)
            if plans:
                await plan(ben, "+c2", "+a1", "+c3", "+a2")
                await plan(ben, "+c1", "+b1")
                await plan(ben, "+c1", "+b2")
                await ben.ask("plan", seat=1, number=0, steps=["+c1", "+c1"])
                await ben.done("unplan", seat=1, line=3)
            await ada.ask("unplan", seat=0, line=1)
            await clients["Eve"].ask("plan", seat=1, number=0, steps=["+c2", "+a1"])
            for name in ("Ada", "Eve", ""):
                await clients[name].done("prefer", locale="ja", theme="dark")
            late = await hall.come(room, "Zoe")
            await quiet(room)
            await ada.step("+d2")  # not as it was planned
            await quiet(room)
            listeners = [ada, clients["Eve"], clients[""], late]
            record = room.play.record_text(0).encode()
            found = [[one.replace(room.id.encode(), b"TABLE") for one in client.heard] for client in listeners]
            return [*found, [record]]

    async def play() -> None:
        for name in ("with", "without"):
            (tmp_path / name).mkdir()
        assert await heard(tmp_path / "with", True) == await heard(tmp_path / "without", False)

    run(play())


def test_logs_do_not_tell_plans(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            _, ben = await hall.pair("mur-en", clock=DAYS)
            await plan(ben, "+c2", "+a1")
            ben.room.plans._last = 0  # the next line gets a number that is taken
            with caplog.at_level("DEBUG"):
                answer = await ben.ask("plan", seat=1, number=0, steps=["+d2", "+b3"])
            assert answer["code"] == "not_kept"
            assert "could not be written" in caplog.text
            assert "+d2" not in caplog.text
            assert "+b3" not in caplog.text
            assert [line.steps for line in ben.room.plans.lines] == [("+c2", "+a1")]

    run(play())
