"""Order at a table: its owner sends people away and closes it, none waits for ever, what is unknown hurts nobody."""

from functools import partial
from pathlib import Path

import orjson
from sqlalchemy import select

from ludarium import __version__
from ludarium.server.people import sanctions
from ludarium.server.people.models import PersonRow, SanctionRow
from ludarium.server.people.sanctions import DAY, Sanctioned
from ludarium.server.rooms import lobby, storage
from ludarium.server.rooms.open_tables import OpenTables
from ludarium.server.rooms.storage import TableRow
from ludarium.server.store import now
from tests.server.rooms.hall import OPEN, YOU, Hall, identity, quiet, run, visitor


async def listed(hall: Hall) -> set[str]:
    """The tables that somebody finds in the lobby who comes now."""
    answer = await OpenTables(hall.rooms).answer(visitor("Ben"))
    return {card["id"] for card in orjson.loads(answer.tables)}


def test_the_owner_removes_somebody_who_cannot_sit_down_again(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            room = await hall.make("mutterland", [YOU, OPEN, OPEN], visibility="lobby")
            ada, ben, cleo = [await hall.come(room, name) for name in ("Ada", "Ben", "Cleo")]
            await ben.done("sit", seat=1)
            await quiet(room)
            assert "remove" in ada.table["may"]
            assert not {"remove", "close"} & {*ben.table["may"], *cleo.table["may"]}
            assert await cleo.refused("remove", seat=1) == "not_your_table"
            assert await ada.refused("remove", seat=0) == "nobody_to_remove"
            assert await ada.refused("remove", seat=2) == "nobody_to_remove"
            assert await ada.refused("remove", seat=5) == "nobody_to_remove"
            await ada.done("remove", seat=1)
            assert ben.told[-1]["code"] == "removed"
            assert ben.table["seats"][1]["occupant"] == "open"
            assert "sit" not in ben.table["may"]
            assert "sit" in cleo.table["may"]
            assert await ben.refused("sit", seat=1) == "removed"
            id_ = room.id
        async with Hall(tmp_path) as hall:
            room = await hall.rooms.open(id_)
            ben, cleo = await hall.come(room, "Ben"), await hall.come(room, "Cleo")
            await quiet(room)
            assert "sit" not in ben.table["may"]
            assert await ben.refused("sit", seat=-1) == "removed"
            await cleo.done("sit", seat=1)

    run(play())


def test_nobody_is_removed_once_the_game_has_begun(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            ada, _ = await hall.pair("mur-en")
            assert await ada.refused("remove", seat=1) == "begun"
            assert await ada.refused("close") == "begun"
            assert not {"remove", "close"} & set(ada.table["may"])

    run(play())


def test_the_owner_closes_a_table_that_waits(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            room = await hall.make("mur-en", [YOU, OPEN], visibility="lobby")
            ada, ben = await hall.come(room, "Ada"), await hall.come(room, "Ben")
            await quiet(room)
            assert await ben.refused("close") == "not_your_table"
            await ada.done("close")
            assert (ben.told[-1]["code"], ben.code) == ("table_closed", 4410)
            assert ben.told[-1]["sentence"].startswith("This table is closed.")
            assert room.id not in hall.rooms.in_memory
            assert await listed(hall) == set()
            assert await lobby.own_tables(hall.rooms, visitor("Ada")) == []

    run(play())


def test_who_is_muted_plays_but_does_not_talk(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            ada, ben = await hall.pair("mur-en")
            await hall.store.write(lambda session: session.add(PersonRow(id=identity("Ada"), name="Ada", created=1)))
            ada_id = identity("Ada")
            await hall.store.write(lambda session: sanctions.impose(session, ada_id, "mute", 0, "Spam."))
            assert await ada.refused("say", text="hello") == "muted"
            assert ada.told[-1]["sentence"] == "You can't chat on this server. You can still play. Spam."
            await ben.done("say", text="hello")
            await ada.step("+c2")
            await hall.store.write(lambda session: sanctions.lift(session, ada_id, "mute"))
            await ada.done("say", text="hello")

    run(play())


def test_abandoned_tables_leave_the_lobby_after_a_day_and_are_closed_after_seven(tmp_path: Path) -> None:
    time = [now()]

    async def play() -> None:
        async with Hall(tmp_path, now=lambda: time[0]) as hall:
            left = await hall.make("mur-en", [YOU, OPEN], visibility="lobby")
            visited = await hall.make("mur-en", [YOU, OPEN], visibility="lobby")
            waited = await hall.make("mur-en", [YOU, OPEN], visibility="lobby")
            private = await hall.make("mur-en", [YOU, OPEN])

            await hall.come(waited, "Ada")
            time[0] += DAY - 1
            await hall.rooms.sweep()
            assert await listed(hall) == {left.id, visited.id, waited.id}
            time[0] += 1
            assert await listed(hall) == set()
            time[0] += DAY
            again = await hall.rooms.open(visited.id)
            again.leave(await hall.come(again, "Ada"))
            await quiet(again)
            time[0] += 5 * DAY + 1
            await hall.rooms.sweep()
            await hall.rooms.close_abandoned()
            found = await hall.store.read(lambda session: session.execute(select(TableRow.id, TableRow.phase)).all())
            assert {id_ for id_, phase in found if phase == "closed"} == {left.id, private.id}
            time[0] += 7 * DAY
            await hall.rooms.close_abandoned()
            found = await hall.store.read(lambda session: session.execute(select(TableRow.id, TableRow.phase)).all())
            assert {id_ for id_, phase in found if phase == "waiting"} == {waited.id}

    run(play())


def test_a_ruleset_that_is_not_there_any_more_breaks_no_list(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            rooms = [await hall.make("mur-en", [YOU, OPEN], visibility="lobby") for _ in range(3)]
            playing, _ = await hall.pair("mur-en", visibility="lobby", clock={"kind": "days", "base": 1})
            gone = {rooms[0].id, playing.room.id}
            for id_ in gone:
                await hall.store.write(partial(storage.write_table, id_=id_, ruleset="gone-en"))
            kept = {rooms[1].id, rooms[2].id}
        async with Hall(tmp_path, now=lambda: now() + 2 * DAY // 10) as hall:
            assert await listed(hall) == kept
            assert {one.id for one in await lobby.own_tables(hall.rooms, visitor("Ada"))} == kept
            await hall.rooms.sweep()
            fresh = await hall.make("mur-en", [YOU, OPEN], visibility="lobby")
            assert fresh.id in await listed(hall)

    run(play())


def test_a_table_keeps_the_version_of_the_rules_under_which_it_began(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            room = await hall.make("mur-en", [YOU, OPEN])
            other = await hall.make("mur-en", [YOU, {"who": "computer", "level": 1}])

            async def version(id_: str) -> str | None:
                return await hall.store.read(lambda session: session.get_one(TableRow, id_).rules_version)

            assert (await version(room.id), await version(other.id)) == (None, __version__)
            ben = await hall.come(room, "Ben")
            await ben.done("sit", seat=1)
            assert await version(room.id) == __version__

    run(play())


def test_whoever_is_sent_away_hears_why_at_every_table(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            ada, ben = await hall.pair("mur-en")
            ban = SanctionRow(person=identity("Ben"), kind="ban", until=0, why="Insults.", since=1)
            hall.rooms.part_with(identity("Ben"), Sanctioned(ban))
            assert (ben.told[-1]["code"], ben.code, ben.finished) == ("banned", 4410, True)
            assert not ada.finished
            assert "banned" not in str(ada.told)

    run(play())
