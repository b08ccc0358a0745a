"""Vacations: whoever is away loses no time in correspondence games, and nobody else is concerned."""

from pathlib import Path

import pytest
from sqlalchemy import select

from ludarium.server.errors import PeopleError
from ludarium.server.people import vacations
from ludarium.server.rooms.storage import TableEventRow
from tests.server.rooms.hall import OPEN, YOU, Client, Hall, identity, quiet, run
from tests.server.rooms.test_restart import Time

DAY, HOUR = 86_400_000, 3_600_000
DAYS = {"kind": "days", "base": 2}


async def _left(client: Client) -> list[int]:
    """What both seats have left, as they are told."""
    await quiet(client.room)
    client.room.tell(None)
    return list(client.table["clock"]["left"])


async def _due(hall: Hall, id_: str) -> int | None:
    """As lists and the sweep know it."""
    event = TableEventRow
    newest = select(event.due).where(event.table_id == id_).order_by(event.number.desc()).limit(1)
    return await hall.store.read(lambda session: session.scalar(newest))


async def _people(hall: Hall) -> None:
    for name in ("Ada", "Ben"):
        await hall.person(name)


def test_the_clock_stands_still_and_goes_on_by_itself_at_the_end(tmp_path: Path) -> None:
    async def play() -> None:
        time = Time()
        async with Hall(tmp_path, time) as hall:
            await _people(hall)
            ada, ben = await hall.pair("mur-en", clock=DAYS)
            time.ms += 12 * HOUR
            began = time.ms
            standing = await hall.rooms.go_on_vacation(identity("Ada"), 7)
            assert (standing.until, standing.left) == (began + 7 * DAY, 23)
            assert [info["vacation"] for info in ben.table["seats"]] == [began + 7 * DAY, 0]
            time.ms += 5 * DAY
            assert await _left(ben) == [36 * HOUR, 48 * HOUR]
            assert ada.room.play.clock.due == await _due(hall, ada.room.id) == began + 7 * DAY + 36 * HOUR
            time.ms += 2 * DAY + HOUR  # the vacation ended an hour ago
            assert await _left(ben) == [35 * HOUR, 48 * HOUR]
            await hall.rooms.sweep()
            await ada.step("+c2")
            assert await _left(ben) == [35 * HOUR, 48 * HOUR]
            time.ms += HOUR
            assert await _left(ben) == [35 * HOUR, 47 * HOUR], "Ben was never away"

    run(play())


def test_who_returns_early_has_the_rest_of_the_turn_and_has_used_the_day(tmp_path: Path) -> None:
    async def play() -> None:
        time = Time()
        async with Hall(tmp_path, time) as hall:
            await _people(hall)
            ada, ben = await hall.pair("mur-en", clock=DAYS)
            await hall.rooms.go_on_vacation(identity("Ada"), 10)
            time.ms += 2 * DAY + HOUR
            standing = await hall.rooms.end_vacation(identity("Ada"))
            assert (standing.until, standing.left) == (0, 27), "the third day had begun"
            time.ms += HOUR
            assert await _left(ben) == [47 * HOUR, 48 * HOUR]
            assert ada.room.play.clock.due == await _due(hall, ada.room.id) == time.ms + 47 * HOUR
            time.ms += 47 * HOUR
            await hall.rooms.sweep()
            assert (await ada.ask("step", seat=0, step="+c2", number=0))["code"] == "game_over"
            assert ben.table["outcome"]["reason"] == "timed_out"

    run(play())


def test_a_turn_that_begins_in_a_vacation_has_its_whole_time_after_it(tmp_path: Path) -> None:
    async def play() -> None:
        time = Time()
        async with Hall(tmp_path, time) as hall:
            await _people(hall)
            ada, ben = await hall.pair("mur-en", clock=DAYS)
            await hall.rooms.go_on_vacation(identity("Ben"), 3)
            over = time.ms + 3 * DAY
            time.ms += DAY
            await ada.step("+c2")
            assert await _due(hall, ada.room.id) == over + 2 * DAY
            time.ms += DAY
            await ben.step("+a1")  # who is away may play all the same
            assert await _left(ada) == [48 * HOUR, 48 * HOUR]

    run(play())


def test_two_vacations_that_overlap_are_each_for_one_clock(tmp_path: Path) -> None:
    async def play() -> None:
        time = Time()
        async with Hall(tmp_path, time) as hall:
            await _people(hall)
            ada, ben = await hall.pair("mur-en", clock=DAYS)
            await hall.rooms.go_on_vacation(identity("Ada"), 4)
            time.ms += DAY
            await hall.rooms.go_on_vacation(identity("Ben"), 10)
            time.ms += 4 * DAY  # Ada is back for a day, Ben still away
            assert await _left(ben) == [24 * HOUR, 48 * HOUR]
            await ada.step("+c2")
            time.ms += 5 * DAY
            assert await _left(ada) == [24 * HOUR, 48 * HOUR]
            time.ms += 2 * DAY  # a day after Ben's vacation
            assert await _left(ada) == [24 * HOUR, 24 * HOUR]
            await hall.rooms.sweep()
            assert ada.room.play.phase == "playing"

    run(play())


@pytest.mark.parametrize(("down", "left"), [(3 * DAY, 48 * HOUR), (6 * DAY, 24 * HOUR), (8 * DAY, 0)])
def test_a_vacation_that_ends_while_the_server_is_down(tmp_path: Path, down: int, left: int) -> None:
    """It is for 5 days; a turn has 2."""

    async def play() -> None:
        time = Time()
        hall = await Hall(tmp_path, time).__aenter__()
        await _people(hall)
        ada, _ = await hall.pair("mur-en", clock=DAYS)
        await hall.rooms.go_on_vacation(identity("Ada"), 5)
        await hall.crash()
        time.ms += down
        async with Hall(tmp_path, time) as again:
            await again.rooms.sweep()
            opened = again.rooms.in_memory.get(ada.room.id)
            assert (opened is not None) == (left == 0), "only where the time is up, there is something to do"
            room = await again.rooms.open(ada.room.id)
            await quiet(room)
            assert room.play.clock.remaining(0, time.ms) == left
            assert room.play.phase == ("playing" if left else "over")

    run(play())


def test_other_clocks_do_not_stand_still(tmp_path: Path) -> None:
    async def play() -> None:
        time = Time()
        async with Hall(tmp_path, time) as hall:
            await _people(hall)
            ada, ben = await hall.pair("mur-en", clock={"kind": "sudden", "base": 86_400})
            await hall.rooms.go_on_vacation(identity("Ada"), 5)
            time.ms += HOUR
            assert await _left(ben) == [23 * HOUR, 24 * HOUR]
            assert [info["vacation"] for info in ada.table["seats"]] == [0, 0]

    run(play())


def test_who_sits_down_while_away_or_plays_again_is_away_there_too(tmp_path: Path) -> None:
    async def play() -> None:
        time = Time()
        async with Hall(tmp_path, time) as hall:
            await _people(hall)
            room = await hall.make("mur-en", [OPEN, YOU], by="Ben", clock=DAYS)
            await hall.rooms.go_on_vacation(identity("Ada"), 3)
            over = time.ms + 3 * DAY
            ada, ben = await hall.come(room, "Ada"), await hall.come(room, "Ben")
            await ada.done("sit", seat=0)
            assert room.play.clock.due == await _due(hall, room.id) == over + 2 * DAY
            await ben.done("resign", seat=1)
            await ada.done("offer", seat=0, kind="rematch")
            await ben.done("answer", seat=1, kind="rematch", yes=True)
            again = await hall.rooms.open(ada.table["rematch"])
            assert [one.name for one in again.play.occupants] == ["Ben", "Ada"]
            client = await hall.come(again, "Ben")
            await client.step("+c2")
            assert again.play.clock.due == await _due(hall, again.id) == over + 2 * DAY

    run(play())


def test_there_are_thirty_days_a_year(tmp_path: Path) -> None:
    async def play() -> None:
        time = Time()
        async with Hall(tmp_path, time) as hall:
            await hall.person("Ada")
            ada = identity("Ada")
            await hall.rooms.go_on_vacation(ada, 20)
            assert await _refused(hall, ada, 1) == "vacation_already"
            time.ms += 20 * DAY
            assert await _refused(hall, ada, 11) == "vacation_days"
            assert (await hall.rooms.go_on_vacation(ada, 10)).left == 0
            time.ms += 10 * DAY
            assert await _refused(hall, ada, 1) == "vacation_days"
            time.ms += 334 * DAY  # 364 after the first one began
            assert await _refused(hall, ada, 1) == "vacation_days"
            time.ms += DAY
            standing = await hall.store.read(lambda session: vacations.how_it_stands(session, ada, time.ms))
            assert (standing.until, standing.left) == (0, 20)
            assert await _refused(hall, identity("Eve"), 1) == "account_needed"
            with pytest.raises(PeopleError) as caught:
                await hall.rooms.end_vacation(ada)
            assert caught.value.key == "vacation_none"

    run(play())


async def _refused(hall: Hall, person: str, days: int) -> str:
    with pytest.raises(PeopleError) as caught:
        await hall.rooms.go_on_vacation(person, days)
    return caught.value.key
