"""What somebody with bad intentions might try at a table, from the inside: nothing is told, lost or filled up."""

import asyncio
from pathlib import Path

import pytest

from ludarium.server.errors import PeopleError, ServerError
from ludarium.server.limits import Bucket
from ludarium.server.pictures import ArtCache
from ludarium.server.rooms import actions, lobby, storage
from ludarium.server.rooms.messages import Connection
from ludarium.server.sockets import SLOW
from ludarium.server.visitor import Visitor
from tests.server.rooms.hall import COMPUTER, OPEN, YOU, Hall, identity, quiet, run

NOBODY = Visitor("", "", True, "en")


def test_lists_do_not_tell_of_a_step_that_nobody_noticed(tmp_path: Path) -> None:
    """When a table changed last is there for everybody to ask, again and again."""
    now = [1_700_000_000_000]

    async def play() -> None:
        async with Hall(tmp_path, lambda: now[0]) as hall:
            ada, ben = await hall.pair("cups", clock={"kind": "days", "base": 1})
            for client, steps in ((ada, ("=1", "=3", "=2")), (ben, ("=2", "=1", "=3"))):
                for step in steps:
                    await client.step(step)
            before = (await lobby.table_card(hall.rooms, NOBODY, ada.room.id)).changed
            now[0] += 5000
            await ada.step("peek b1")
            assert (await lobby.table_card(hall.rooms, NOBODY, ada.room.id)).changed == before
            now[0] += 5000
            await ada.step("pass")
            assert (await lobby.table_card(hall.rooms, NOBODY, ada.room.id)).changed == before + 10_000

    run(play())


def test_a_room_that_could_not_be_read_again_does_nothing_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the next step would be kept although the one before it was not: no table can be made of that again."""

    def fail(*_: object) -> None:
        raise OSError("the disk is full")

    async def play() -> None:
        async with Hall(tmp_path) as hall:
            ada, ben = await hall.pair("mur-en")
            old = ada.room
            with monkeypatch.context() as patch:
                patch.setattr(storage, "add_event", fail)
                patch.setattr(storage, "load", fail)
                assert (await ada.ask("step", seat=0, step="+c2", number=0))["code"] == "not_kept"
            assert (await ben.ask("step", seat=1, step="+a1", number=1))["code"] == "not_kept"
            room = await hall.rooms.open(old.id)
            assert room is not old
            assert room.play.table.history.taken == []
            again = await hall.come(room, "Ada")
            await again.step("+c3")
            kept = await hall.store.read(lambda session: storage.load(session, old.id, hall.now()))
            assert kept is not None
            assert [entry.text for entry in kept.play.table.history.taken] == ["+c3"]

    run(play())


def test_whoever_does_not_read_is_sent_away_before_much_is_waiting() -> None:
    async def wait() -> None:
        connection = Connection("", "", ArtCache("light", "en"))
        connection.send_bytes(b"x" * 3_000_000)  # one message may be as long as it needs to be
        assert len(connection.waiting) == 1
        connection.send_bytes(b"x")
        assert (connection.code, connection.closed, len(connection.waiting)) == (SLOW, True, 0)
        connection = Connection("", "", ArtCache("light", "en"))
        for _ in range(10):
            connection.send_bytes(b"x" * 100_000)
        assert (connection.closed, len(connection.waiting)) == (False, 10)
        connection.send_bytes(b"x")
        assert (connection.code, connection.closed, len(connection.waiting)) == (SLOW, True, 0)

    run(wait())


def test_costly_messages_count_as_many() -> None:
    bucket = Bucket(60, rate=20)
    assert [bucket.take(20) for _ in range(4)] == [True, True, True, False]


def test_where_others_come_nobody_sits_under_another_name(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            for visibility in ("lobby", "private"):
                room = await hall.make("mur-en", [{"who": "you", "name": "Ben"}, OPEN], visibility=visibility)
                assert room.play.occupants[0].name == "Ada"
            seats = [{"who": "you", "name": " Ada's  sister "}, YOU]
            room = await hall.make("mur-en", seats, visibility="screen")
            assert [occupant.name for occupant in room.play.occupants] == ["Ada's sister", "Ada"]
            for name in ("Ada\u202egnp", "\x1b[2J", "\u2800", "\u0000"):
                with pytest.raises(PeopleError):
                    await hall.make("mur-en", [{"who": "you", "name": name}, YOU], visibility="screen")

    run(play())


def test_a_name_that_was_forgotten_is_not_written_again(tmp_path: Path) -> None:
    """Somebody sits at a table that waits, and deletes their account."""

    async def play() -> None:
        async with Hall(tmp_path) as hall:
            room = await hall.make("mur-en", [YOU, OPEN], lots=True)
            ben = await hall.come(room, "Ben")
            hall.rooms.without_name(identity("Ada"))
            await ben.done("sit", seat=1)
            await quiet(room)
            assert sorted(info["name"] for info in ben.table["seats"]) == ["?", "Ben"]
            assert "Ada" not in room.play.record_text(-1)

    run(play())


def test_nobody_takes_back_or_pauses_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(actions, "_MOST_EVENTS", 4)

    async def play() -> None:
        async with Hall(tmp_path) as hall:
            room = await hall.make("mur-en", [YOU, COMPUTER])
            ada = await hall.come(room, "Ada")
            await quiet(room)
            for _ in range(2):
                await ada.done("offer", seat=0, kind="pause")
                await ada.done("offer", seat=0, kind="resume")
            assert await ada.refused("offer", seat=0, kind="pause") == "table_long"
            assert await ada.refused("undo", seat=0, number=0) == "table_long"
            await ada.step("+c2")
            await asyncio.wait_for(quiet(room), 30)
            assert len(room.play.table.history.steps) == 2
            await ada.done("resign", seat=0)

    run(play())


def test_a_rematch_is_a_new_table_and_counts_as_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none_left(_: str) -> None:
        raise ServerError("too_often", 429, seconds=60)

    async def play() -> None:
        async with Hall(tmp_path) as hall:
            ada = await hall.come(await hall.make("mur-en", [YOU, COMPUTER]), "Ada")
            await ada.done("resign", seat=0)
            await quiet(ada.room)
            monkeypatch.setattr(hall.limits.tables, "take", none_left)
            assert await ada.refused("offer", seat=0, kind="rematch") == "too_often"
            assert ada.room.rematch == ""

    run(play())
