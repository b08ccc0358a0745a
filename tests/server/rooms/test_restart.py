"""After a crash everything that was acknowledged is there, to the last byte, and what has to go on goes on."""

import asyncio
from pathlib import Path

from sqlalchemy import select
from sqlalchemy.orm import Session

from ludarium.server.rooms.storage import SeatRow, TableEventRow, TableRow
from tests.server.rooms.hall import COMPUTER, OPEN, YOU, Client, Guessers, Hall, quiet, run, until, visitor

ARMY = ["=243", "=111", "=324", "=522", "=333", "=432"]


class Time:
    """Milliseconds that pass only when a test says so."""

    def __init__(self) -> None:
        self.ms = 1_700_000_000_000

    def __call__(self) -> int:
        return self.ms


def test_a_game_with_secrets_is_the_same_after_a_crash(tmp_path: Path) -> None:
    async def play() -> None:
        time = Time()
        hall = await Hall(tmp_path, time).__aenter__()
        ada, ben = await hall.pair("myrmidons", clock={"kind": "fischer", "base": 300, "increment": 5})
        for client in (ada, ben):
            for step in ARMY:
                time.ms += 1_000
                await client.step(step)
                if step == "=333" and client is ada:
                    await ada.done("undo", seat=0, number=len(ada.steps), whole=False)
                    await ada.step(step)
        await ada.done("say", text="good luck")
        await ada.done("offer", seat=0, kind="end")
        before = [ada.room.play.record_text(viewer) for viewer in (-1, 0, 1)]
        clocks = [ada.room.play.clock.remaining(seat, time.ms) for seat in (0, 1)]
        offers = [(one.kind, one.by, one.waiting) for one in ada.room.play.offers.open.values()]
        assert offers == [("end", 0, {1})]
        await hall.crash()
        async with Hall(tmp_path, time) as again:
            room = await again.rooms.open(ada.room.id)
            assert room is not ada.room
            assert [room.play.record_text(viewer) for viewer in (-1, 0, 1)] == before
            assert [(one.kind, one.by, one.waiting) for one in room.play.offers.open.values()] == offers
            assert [room.play.clock.remaining(seat, time.ms) for seat in (0, 1)] == clocks
            back = await again.come(room, "Ada")
            assert back.steps == ada.steps
            assert back.picture["pieces"] == ada.picture["pieces"]
            assert [one["text"] for one in back.told[0]["chat"]] == ["good luck"]
            await back.step("a1n2")
            assert room.play.record_text(-1).startswith(before[0])

    run(play())


def test_computers_go_on_after_a_crash_although_nobody_is_there(tmp_path: Path) -> None:
    async def play() -> None:
        thinking = Guessers()
        thinking.gate.clear()
        hall = await Hall(tmp_path, thinkers=thinking).__aenter__()
        room = await hall.make("mur-en", [COMPUTER, YOU])
        others = [await hall.make("mur-en", [YOU, COMPUTER]), await hall.make("mur-en", [COMPUTER, COMPUTER])]
        await until(lambda: thinking.asked)
        await hall.crash()
        async with Hall(tmp_path) as again:
            await until(lambda: (found := again.rooms.in_memory.get(room.id)) and found.play.table.history.steps)
            for other in others:
                assert again.rooms.in_memory.get(other.id) is None, "it waits for a person, or nobody watches"

    run(play())


def test_seats_that_were_taken_stay_taken(tmp_path: Path) -> None:
    async def play() -> None:
        hall = await Hall(tmp_path).__aenter__()
        room = await hall.make("mutterland", [YOU, OPEN, OPEN], visibility="lobby")
        ben = await hall.come(room, "Ben")
        await ben.done("sit", seat=2)
        await hall.crash()
        async with Hall(tmp_path) as again:
            room = await again.rooms.open(room.id)
            assert [occupant.name for occupant in room.play.occupants] == ["Ada", "", "Ben"]
            cyd = await again.come(room, "Cyd")
            await cyd.done("sit", seat=-1)
            assert room.play.phase == "playing"

    run(play())


def test_a_rematch_that_was_agreed_is_found_again(tmp_path: Path) -> None:
    async def play() -> None:
        hall = await Hall(tmp_path).__aenter__()
        ada, ben = await hall.pair("mur-en")
        await ada.done("resign", seat=0)
        await ben.done("offer", seat=1, kind="rematch")
        await ada.done("answer", seat=0, kind="rematch", yes=True)
        await hall.crash()
        async with Hall(tmp_path) as again:
            back = await again.come(await again.rooms.open(ada.room.id), "Ada")
            assert back.table["rematch"] == ada.table["rematch"] != ""
            assert await back.refused("offer", seat=0, kind="rematch") == "rematch_agreed"
            assert (await again.rooms.open(back.table["rematch"])).play.phase == "playing"

    run(play())


# --- time -------------------------------------------------------------------------------------------------------------
async def _down_for(time: Time, folder: Path, clock: dict[str, object], ms: int) -> tuple[list[int], list[int]]:
    """What was left for both seats before and after the server was down; 10 s of the first seat's turn had passed."""
    hall = await Hall(folder, time).__aenter__()
    ada, _ = await hall.pair("mur-en", clock=clock)
    time.ms += 10_000
    await hall.rooms.beat()
    before = [ada.room.play.clock.remaining(seat, time.ms) for seat in (0, 1)]
    await hall.crash()
    time.ms += ms
    async with Hall(folder, time) as again:
        room = await again.rooms.open(ada.room.id)
        after = [room.play.clock.remaining(seat, time.ms) for seat in (0, 1)]
        dues = await again.store.read(
            lambda session: session.scalars(
                select(TableEventRow.due).where(TableEventRow.table_id == room.id).order_by(TableEventRow.number)
            )
        )
        assert list(dues)[-1] == room.play.clock.due
    async with Hall(folder, time) as once_more:  # started again at once: nothing is left out twice
        room = await once_more.rooms.open(ada.room.id)
        assert [room.play.clock.remaining(seat, time.ms) for seat in (0, 1)] == after
    return before, after


def test_nobody_is_charged_for_the_time_the_server_was_down(tmp_path: Path) -> None:
    before, after = run(_down_for(Time(), tmp_path, {"kind": "sudden", "base": 60}, 3_600_000))
    assert before == after == [50_000, 60_000]


def test_days_are_days_even_if_the_server_was_down(tmp_path: Path) -> None:
    day = 86_400_000
    before, after = run(_down_for(Time(), tmp_path, {"kind": "days", "base": 2}, day))
    assert before == [2 * day - 10_000, 2 * day]
    assert after == [day - 10_000, 2 * day]


def test_whose_days_are_over_loses_although_nobody_looks(tmp_path: Path) -> None:
    async def play() -> None:
        time = Time()
        hall = await Hall(tmp_path, time).__aenter__()
        ada, _ = await hall.pair("mur-en", clock={"kind": "days", "base": 1})
        await hall.crash()
        time.ms += 86_400_000
        async with Hall(tmp_path, time) as again:
            assert again.rooms.in_memory.get(ada.room.id) is None
            await again.rooms.sweep()
            room = again.rooms.in_memory.get(ada.room.id)
            assert room is not None
            await quiet(room)
            assert room.play.outcome is not None
            assert (room.play.outcome.winners, room.play.outcome.reason) == ((1,), "timed_out")

    run(play())


def test_a_time_out_comes_by_itself(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            ada, ben = await hall.pair("mur-en", clock={"kind": "sudden", "base": 1})
            assert ben.table["clock"]["running"] == 0
            await until(lambda: ben.table["phase"] == "over")
            assert (ben.table["outcome"]["winners"], ben.table["outcome"]["reason"]) == ([1], "timed_out")
            assert ben.table["clock"]["left"][0] == 0
            assert await ada.refused("step", seat=0, step="+c2", number=0) == "game_over"

    run(play())


def test_a_step_that_comes_too_late_does_not_count(tmp_path: Path) -> None:
    async def play() -> None:
        time = Time()
        async with Hall(tmp_path, time) as hall:
            ada, ben = await hall.pair("mur-en", clock={"kind": "sudden", "base": 600})
            time.ms += 600_000  # the timer has not gone off: it runs in real time
            answer = await ada.ask("step", seat=0, step="+c2", number=0)
            assert answer["code"] == "game_over"
            assert ben.table["outcome"]["reason"] == "timed_out"

    run(play())


# --- memory -----------------------------------------------------------------------------------------------------------
def test_a_table_that_nobody_looks_at_is_put_away_and_opened_again(tmp_path: Path) -> None:
    async def play() -> None:
        time = Time()
        async with Hall(tmp_path, time) as hall:
            ada, ben = await hall.pair("mur-en")
            await ada.step("+c2")
            time.ms += 1_000_000
            await hall.rooms.sweep()
            assert hall.rooms.in_memory.get(ada.room.id) is ada.room, "somebody is there"
            for client in (ada, ben):
                ada.room.leave(client)
            await quiet(ada.room)
            await hall.rooms.sweep()
            assert hall.rooms.in_memory.get(ada.room.id) is ada.room, "they may come back soon"
            time.ms += 1_000_000
            await hall.rooms.sweep()
            assert hall.rooms.in_memory.get(ada.room.id) is None
            assert not await ada.room.enter(Client(ada.room, "Ada")), "the old one lets nobody in"
            back = await hall.come(await hall.rooms.open(ada.room.id), "Ben")
            assert [step["text"] for step in back.steps] == ["+c2"]

    run(play())


def test_a_table_is_opened_once_however_many_ask_for_it(tmp_path: Path) -> None:
    async def play() -> None:
        hall = await Hall(tmp_path).__aenter__()
        room = await hall.make("mur-en", [YOU, OPEN])
        await hall.crash()
        async with Hall(tmp_path) as again:
            found = await asyncio.gather(*(again.rooms.open(room.id) for _ in range(20)))
            assert len({id(one) for one in found}) == 1

    run(play())


def test_all_is_in_rows(tmp_path: Path) -> None:
    """What others (lists, studies, ratings) find about a table."""

    async def play() -> None:
        async with Hall(tmp_path) as hall:
            ada, _ = await hall.pair("mur-en")
            await ada.step("+c2")

            def look(session: Session) -> tuple[TableRow, list[tuple[int, str, int, int]], list[str]]:
                events = session.scalars(
                    select(TableEventRow).where(TableEventRow.table_id == ada.room.id).order_by(TableEventRow.number)
                )
                seats = session.scalars(
                    select(SeatRow.name).where(SeatRow.table_id == ada.room.id).order_by(SeatRow.seat)
                )
                return (
                    session.get_one(TableRow, ada.room.id),
                    [(event.number, event.kind, event.seat, event.acts) for event in events],
                    list(seats),
                )

            row, events, seats = await hall.store.read(look)
            assert (row.phase, row.owner, row.outcome) == ("playing", visitor("Ada").id, "")
            assert events == [(1, "begin", -1, 0), (2, "step", 0, 1)]
            assert seats == ["Ada", "Ben"]

    run(play())
