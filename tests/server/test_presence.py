"""Who is where is known to every process: told in notices about once a second, and forgotten with the process."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import create_engine, text

from ludarium.server.processes.presence import EMPTY, AtTable, Elsewhere, Teller
from ludarium.server.settings import read_settings
from tests.server.authenticator import Authenticator
from tests.server.bots import HEADERS, Guest, Refused, Sitting
from tests.server.killing import serving
from tests.server.postgres import Postgres
from tests.server.running import Server
from tests.server.visiting import ORIGIN, Open

TWO = [{"who": "you"}, {"who": "open"}]
DAY = 24 * 3600 * 1000


# --- notices ----------------------------------------------------------------------------------------------------------
def test_only_what_changed_is_told() -> None:
    teller = Teller()
    at_first = {"t1": AtTable(frozenset({"ada", "ben"}), 3)}
    assert teller.news(7, at_first, {"ada", "ben"}) == ["7 * @t1=3,ada,ben +ada +ben"]
    assert teller.news(7, at_first, {"ada", "ben"}) == []
    later = {"t1": AtTable(frozenset({"ada"}), 3), "t2": AtTable(frozenset(), 1)}
    assert teller.news(7, later, {"ada", "-eve"}) == ["7 @t1=3,ada @t2=1 -ben +-eve"]
    assert teller.news(7, {}, {"ada", "-eve"}) in (["7 @t1=0 @t2=0"], ["7 @t2=0 @t1=0"])
    teller.anew = True  # for somebody new
    assert teller.news(7, {}, {"ada"}) == ["7 * +ada"]


def test_what_is_told_is_what_is_known() -> None:
    teller, elsewhere = Teller(), Elsewhere()
    tables = {f"table{number:011}": AtTable(frozenset({f"p{number:011}"}), number % 3) for number in range(2000)}
    persons = {f"p{number:011}" for number in range(5000)}
    notices = teller.news(3, tables, persons)
    assert max(len(f"presence {one}".encode()) for one in notices) < 8000  # as long as PostgreSQL lets them be
    assert len(notices) == 20  # 2000 words of 32 bytes and 5000 of 14, 7000 bytes together at most
    for one in notices:
        elsewhere.hear(one, own=1)
    assert all(elsewhere.at(table) == found for table, found in tables.items())
    assert all(map(elsewhere.is_here, persons))
    assert not elsewhere.is_here("p00000005000")
    assert elsewhere.at("table") == EMPTY
    assert elsewhere.keep([1, 3]) == []
    assert sorted(elsewhere.keep([1])) == sorted(tables)
    assert elsewhere.at("table00000000001") == EMPTY
    assert not elsewhere.is_here("p00000000001")


def test_a_process_does_not_listen_to_itself() -> None:
    elsewhere = Elsewhere()
    assert elsewhere.hear("3 * @t1=1 +ada", own=3) == []
    assert elsewhere.at("t1") == EMPTY
    assert elsewhere.hear("4 * @t1=2,ada +ada", own=3) == ["t1"]
    assert elsewhere.at("t1") == AtTable(frozenset({"ada"}), 2)
    assert elsewhere.hear("4 *", own=3) == ["t1"]
    assert elsewhere.at("t1") == EMPTY


# --- two processes ----------------------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def servers(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Server]]:
    found = serving(tmp_path_factory.mktemp("servers"), postgres.new("shared"), 2)
    yield found
    for one in found:
        one.stop()


async def eventually(true: Callable[[], Any], seconds: float = 10) -> None:
    async with asyncio.timeout(seconds):
        while not await true():
            await asyncio.sleep(0.1)


@pytest.mark.slow
def test_every_process_tells_who_is_at_a_table(servers: list[Server]) -> None:
    first, second = servers

    async def come_and_go() -> None:
        async with httpx.AsyncClient(timeout=30) as http:
            ada = await Guest(first.address).arrive(http, "Ada")
            ben = await Guest(second.address).arrive(http, "Ben")
            wanted = {"ruleset": "mur-en", "seats": TWO, "visibility": "lobby"}
            table = await ada.open_table(http, wanted)

            async def here(server: Server) -> list[bool]:
                cards = (await http.get(f"{server.address}/api/tables")).json()
                return next(([seat["here"] for seat in card["seats"]] for card in cards if card["id"] == table), [])

            async def shows(*expected: bool) -> bool:
                return [await here(one) for one in servers] == [list(expected)] * 2

            at_table = await Sitting(ada, table).connect()
            await eventually(lambda: shows(True, False))
            other = await Sitting(ben, table).connect()
            await other.ask("sit", seat=-1)
            await eventually(lambda: shows(True, True))
            await at_table.close()
            await eventually(lambda: shows(False, True))
            own = await http.get(f"{second.address}/api/me/tables", headers={"Cookie": ben.cookie})
            assert [seat["here"] for seat in own.json()[0]["seats"]] == [False, True]
            await other.close()
            await eventually(lambda: shows(False, False))

    asyncio.run(come_and_go())


@pytest.mark.slow
def test_a_message_of_somebody_blocked_elsewhere_does_not_come(servers: list[Server]) -> None:
    first, second = servers

    async def talk() -> None:
        async with httpx.AsyncClient(timeout=30) as http:
            ada = await Guest(first.address).arrive(http, "Ada")
            ben = await Guest(second.address).arrive(http, "Ben")
            table = await ada.open_table(http, {"ruleset": "mur-en", "seats": TWO, "visibility": "private"})
            at_table, other = await Sitting(ada, table).connect(), await Sitting(ben, table).connect()
            await other.ask("say", text="before")
            assert (await at_table.until(lambda told: told["type"] == "chatted"))["message"]["text"] == "before"
            # The table is at the first process; Ada blocks Ben at the second.
            cookie, wish = {**HEADERS, "Cookie": ada.cookie}, {"person": ben.id, "yes": True}
            (await http.post(f"{second.address}/api/me/blocks", json=wish, headers=cookie)).raise_for_status()
            welcome = await at_table.until(lambda told: told["type"] == "welcome")
            assert welcome["chat"] == []
            await other.ask("say", text="unheard")
            await at_table.ask("say", text="to myself")
            wish["yes"] = False
            (await http.post(f"{second.address}/api/me/blocks", json=wish, headers=cookie)).raise_for_status()
            welcome = await at_table.until(lambda told: told["type"] == "welcome")
            assert [one["text"] for one in welcome["chat"]] == ["before", "unheard", "to myself"]
            await at_table.close()
            await other.close()

    asyncio.run(talk())


@pytest.mark.slow
def test_messages_are_counted_at_all_processes_together(servers: list[Server]) -> None:
    """Eight in twenty seconds, however they are spread."""

    async def talk() -> None:
        async with httpx.AsyncClient(timeout=30) as http:
            ada = await Guest(servers[0].address).arrive(http, "Ada")
            sittings = []
            for one in servers:
                guest = Guest(one.address, ada.cookie, ada.id)
                table = await guest.open_table(http, {"ruleset": "mur-en", "seats": TWO, "visibility": "private"})
                sittings.append(await Sitting(guest, table).connect())
            for number in range(8):
                await sittings[number % 2].ask("say", text=str(number))
            for sitting in sittings:
                with pytest.raises(Refused, match="too_often"):
                    await sitting.ask("say", text="more")
                await sitting.close()

    asyncio.run(talk())


@pytest.mark.slow
def test_a_passkey_is_begun_at_one_process_and_used_at_another(postgres: Postgres, tmp_path: Path) -> None:
    url = read_settings(database=postgres.new("keys")).database_url
    with Open(tmp_path, database=url) as first, Open(tmp_path, database=url) as second:
        ada = first.visitor()
        ada.register("Ada")
        there = second.visitor()
        there.http.cookies.update(ada.http.cookies)
        device = Authenticator(ORIGIN)
        begun = ada.post("/api/passkeys/register/begin", {}).json()
        made = {"id": begun["id"], "name": "Phone", "credential": device.make(begun["options"])}
        assert there.post("/api/passkeys/register", made).status_code == 200
        begun = first.visitor().post("/api/passkeys/login/begin").json()
        used = {"id": begun["id"], "credential": device.use(begun["options"])}
        assert second.visitor().post("/api/passkeys/login", used).json()["name"] == "Ada"
        for one in (first, second):  # once, at all of them together
            again = one.visitor().post("/api/passkeys/login", used)
            assert (again.status_code, again.json()["code"]) == (409, "passkey_late")


@pytest.mark.slow
def test_a_table_at_which_somebody_waits_is_closed_by_no_process(servers: list[Server], tmp_path: Path) -> None:
    url = read_settings(database=servers[0].settings["LUDARIUM_DATABASE"]).database_url

    async def wait() -> tuple[Sitting, str, str]:
        async with httpx.AsyncClient(timeout=30) as http:
            ada = await Guest(servers[0].address).arrive(http, "Ada")
            waited, left = [await ada.open_table(http, {"ruleset": "mur-en", "seats": TWO}) for _ in range(2)]
        return await Sitting(ada, waited).connect(), waited, left

    with Open(tmp_path, database=url) as third:
        sitting, waited, left = third.do(wait())
        engine = create_engine(url)
        with engine.begin() as database:
            old = {"old": third.services.rooms.now() - 8 * DAY, "waited": waited, "left": left}
            database.execute(text("UPDATE game_table SET changed = :old WHERE id IN (:waited, :left)"), old)
            database.execute(text("DELETE FROM lease WHERE table_id = :left"), old)  # as after a minute

        async def close() -> None:
            await third.services.rooms.close_abandoned()
            async with asyncio.timeout(10):
                while third.services.rooms._leaving:  # what it had taken, it gives back
                    await asyncio.sleep(0.01)

        third.do(close())
        with engine.connect() as database:
            found = database.execute(text("SELECT id, phase FROM game_table WHERE id IN (:waited, :left)"), old)
            assert {id_: phase for id_, phase in found} == {waited: "waiting", left: "closed"}
            assert database.execute(text("SELECT 1 FROM lease WHERE table_id = :left"), old).all() == []
        engine.dispose()
        third.do(sitting.close())


@pytest.mark.slow
def test_a_game_elsewhere_is_replayed_once_for_all_who_look(
    servers: list[Server], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = read_settings(database=servers[0].settings["LUDARIUM_DATABASE"]).database_url
    with Open(tmp_path, database=url) as third:
        rooms, loads = third.services.rooms, list[str]()
        load = rooms.copies._load

        async def counted(id_: str, back: bool) -> Any:
            loads.append(id_)
            return await load(id_, back)

        monkeypatch.setattr(rooms.copies, "_load", counted)

        async def look() -> None:
            async with httpx.AsyncClient(timeout=30) as http:
                ada = await Guest(servers[0].address).arrive(http, "Ada")
                ben = await Guest(servers[0].address).arrive(http, "Ben")
                table = await ada.open_table(http, {"ruleset": "mur-en", "seats": TWO})
            first, second = await Sitting(ada, table).connect(), await Sitting(ben, table).connect()
            await second.ask("sit", seat=-1)
            await first.until(lambda told: told.get("table", {}).get("phase") == "playing")
            await first.step("+c2")
            copies = await asyncio.gather(*(rooms.look(table) for _ in range(20)))
            copies.append(await rooms.look(table))
            assert loads == [table]
            assert {one.play.event_count for one in copies} == {2}  # it began, one step
            await second.until(lambda told: told["type"] == "stepped")
            await second.step("+a1")
            assert (await rooms.look(table)).play.event_count == 3
            assert loads == [table] * 2
            rooms.without_name(ben.id)  # he has left for good
            await rooms.look(table)
            assert loads == [table] * 3
            for one in (first, second):
                await one.close()

        third.do(look())
