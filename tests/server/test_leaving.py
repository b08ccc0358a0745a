"""Whoever leaves is gone: nothing of them is left in the database or in memory but seats without a name."""

from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from ludarium.learn.lessons import paths
from ludarium.server.people import ratings, sessions
from ludarium.server.people.models import PersonRow
from ludarium.server.retention import Retention
from ludarium.server.rooms.storage import ChatMessageRow
from ludarium.server.settings import read_settings
from ludarium.server.store import Base, now
from tests.server.analysis.playing import calling, event, new_table, play
from tests.server.visiting import Open, Visitor

RULESET = "mur-en"
DAY = 24 * 3600 * 1000
NAME = "Zenobia"


def traces(server: Open, *wanted: str) -> set[tuple[str, str]]:
    """Every table and column of the database in which one of the texts stands."""

    def look(session: Any) -> set[tuple[str, str]]:
        found = set()
        for table in Base.metadata.sorted_tables:
            for row in session.execute(sa.select(table)).mappings():
                for column, value in row.items():
                    if any(text.lower() in str(value).lower() for text in wanted):
                        found.add((table.name, str(column)))
        return found

    return server.services.store.read_now(look)


def live_a_little(server: Open, visitor: Visitor, person: str, account: bool) -> tuple[str, str]:
    """Somebody leaves traces wherever one can; a finished table, and one that is played."""
    friend = server.visitor()
    other = friend.register("Bob")
    finished = new_table(server, RULESET, visitor, other, "Bob")
    event(server, finished, "resign")
    played = new_table(server, RULESET, friend, person, NAME)
    path = paths()[0]
    done = [{"kind": "lesson", "ruleset": path.name, "item": path.lessons[0].id}]
    assert visitor.post("/api/progress", {"done": done}).is_success
    visitor.post("/api/me/follows", {"person": other, "yes": True})
    visitor.post("/api/me/blocks", {"person": other, "yes": True})
    visitor.post("/api/me/blocks", {"person": other, "yes": False})
    visitor.post("/api/me/follows", {"person": other, "yes": True})
    friend.post("/api/me/blocks", {"person": person, "yes": True})
    friend.post("/api/me/blocks", {"person": person, "yes": False})
    if account:
        friend.post("/api/me/follows", {"person": person, "yes": True})
        wanted = {"ruleset": RULESET, "seats": [{"who": "you"}, {"who": "open"}], "visibility": "private"}
        assert visitor.post("/api/tables", {**wanted, "challenge": other}).status_code == 201
        assert friend.post("/api/tables", {**wanted, "challenge": person}).status_code == 201
        assert visitor.post("/api/account/codes", {}).is_success
        server.do(server.services.store.write(lambda session: ratings.rate(session, RULESET, [[person], [other]])))

    async def talk() -> None:
        for table in (finished, played):
            async with calling(server, f"/ws/tables/{table}", visitor) as call:
                call.say({"do": "say", "id": 1, "text": "Good luck"})
                await call.hear_all("done", 1)

    server.do(talk())
    return finished, played


@pytest.mark.parametrize("account", [True, False])
def test_nothing_is_left_but_nameless_seats(tmp_path: Path, account: bool) -> None:
    with Open(tmp_path) as server:
        visitor = server.visitor()
        person = visitor.register(NAME) if account else visitor.be_guest(NAME)
        finished, played = live_a_little(server, visitor, person, account)
        before = traces(server, person, NAME)
        assert {("table_seat", "person"), ("chat_message", "name"), ("table_event", "data")} <= before
        assert {("progress", "person"), ("follow", "person"), ("session", "person")} <= before
        if account:
            assert {("recovery_code", "person"), ("challenge", "challenger"), ("challenge", "person")} <= before
            assert {("follow", "other"), ("rating", "person"), ("account", "folded")} <= before
        room = server.do(server.services.rooms.open(played))
        assert NAME in room.play.record_text(0)

        assert visitor.ask("DELETE", "/api/account").json() == {"id": "", "name": "", "guest": True}
        server.do(room.finish())
        assert traces(server, person, NAME) == {("person", "id")}
        left = server.services.store.read_now(lambda session: session.get_one(PersonRow, person))
        assert (left.name, left.seen, left.created) == ("", None, 0)
        # Nor in the memory of tables that are open.
        assert [one.name for one in room.play.occupants] == ["Bob", "?"]
        assert [(one.name, one.person, one.text) for one in room.chat] == [("?", "", "Good luck")]
        assert NAME not in room.play.record_text(0)
        for table in (finished, played):
            seats = server.visitor().get(f"/api/tables/{table}").json()["seats"]
            assert {(seat["name"], seat["person"]) for seat in seats if seat["name"] != "Bob"} == {("?", "")}
        assert not server.visitor().get(f"/api/tables/{played}/record").text.count(NAME)
        play(server, played, ["+c2"])
        assert traces(server, person, NAME) == {("person", "id")}


def test_those_who_look_on_are_told_at_once(server: Open, visitor: Visitor) -> None:
    person = visitor.register(NAME)
    friend = server.visitor()
    other = friend.register("Bob")
    table = new_table(server, RULESET, visitor, other, "Bob")
    assert person

    async def watch() -> dict[str, Any]:
        async with calling(server, f"/ws/tables/{table}", friend) as call:
            welcome = await call.hear()
            assert welcome["table"]["seats"][0]["name"] == NAME
            assert (await visitor.http.request("DELETE", "/api/account")).is_success
            heard = await call.hear()
            while heard["type"] != "welcome":
                heard = await call.hear()
            return heard

    told = server.do(watch())
    assert [seat["name"] for seat in told["table"]["seats"]] == ["?", "Bob"]


def test_an_open_table_without_its_owner_is_nobodys(server: Open, visitor: Visitor) -> None:
    """Somebody without a name is not its owner because nobody is."""
    visitor.be_guest(NAME)
    wanted = {"ruleset": RULESET, "seats": [{"who": "you"}, {"who": "open"}], "visibility": "lobby"}
    table = visitor.post("/api/tables", wanted).json()["id"]
    assert visitor.ask("DELETE", "/api/account").is_success

    async def look() -> dict[str, Any]:
        async with calling(server, f"/ws/tables/{table}") as call:
            welcome = await call.hear()
            call.say({"do": "fill", "id": 1, "seat": 1, "level": 1})
            [*_, refused] = await call.hear_all("problem", 1)
            assert refused["code"] == "not_your_table"
            return welcome

    told = server.do(look())["table"]
    assert (told["owner"], told["may"]) == (False, [])


def test_the_export_has_all_of_it(server: Open, visitor: Visitor) -> None:
    person = visitor.register(NAME)
    finished, played = live_a_little(server, visitor, person, True)
    told = visitor.get("/api/me/export").json()
    assert {seat["table"] for seat in told["tables"]["seats"]} >= {finished, played}
    assert [one["text"] for one in told["tables"]["chat"]] == ["Good luck", "Good luck"]
    assert finished in told["tables"]["owned"]
    assert played not in told["tables"]["owned"]
    assert [one["name"] for one in told["company"]["follows"]] == ["Bob"]
    assert told["company"]["blocks"] == []
    assert [one["yours"] for one in told["challenges"]] == [True, False]
    assert [one["number"] for one in told["recovery_codes"]] == list(range(1, 9))
    assert len(told["progress"]) == 1
    assert told["seen"] >= told["created"]
    assert "argon2" not in str(told)


# --- how long things are kept -----------------------------------------------------------------------------------------
def retention(server: Open, time: int, **days: int) -> Retention:
    chosen: dict[str, Any] = {"database": server.database, **days}
    settings = read_settings(**chosen)
    return Retention(server.services.store, server.services.people, settings, lambda: time)


def test_guests_who_stay_away_are_deleted(server: Open, visitor: Visitor) -> None:
    guest, account = visitor.be_guest(NAME), server.visitor().register("Bob")
    recent = server.visitor().be_guest("Cy")
    finished = new_table(server, RULESET, visitor, account, "Bob")
    event(server, finished, "resign")
    start = now()

    def age(session: Any) -> None:
        session.get_one(PersonRow, recent).seen = start + 100 * DAY

    server.do(server.services.store.write(age))
    server.do(retention(server, start + 179 * DAY).sweep())
    assert ("person", "name") in traces(server, NAME)
    server.do(retention(server, start + 400 * DAY, guest_days=0).sweep())
    assert ("person", "name") in traces(server, NAME)
    server.do(retention(server, start + 181 * DAY).sweep())
    assert traces(server, NAME, guest) == {("person", "id")}
    assert traces(server, recent) >= {("person", "id"), ("session", "person")}
    assert ("account", "person") in traces(server, account)
    card = server.visitor().get(f"/api/tables/{finished}").json()
    assert (card["phase"], [seat["name"] for seat in card["seats"]]) == ("over", ["?", "Bob"])
    assert visitor.get("/api/me").json()["id"] == ""
    server.do(retention(server, start + 279 * DAY).sweep())
    assert ("person", "name") in traces(server, "Cy")
    server.do(retention(server, start + 281 * DAY).sweep())
    assert traces(server, recent) == {("person", "id")}


def test_a_visit_counts(server: Open, visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    person, start = visitor.be_guest(NAME), now()
    monkeypatch.setattr(sessions, "now", lambda: start + 100 * DAY)
    assert visitor.get("/api/me").json()["id"] == person
    server.do(retention(server, start + 279 * DAY).sweep())
    assert ("person", "name") in traces(server, NAME)
    server.do(retention(server, start + 281 * DAY).sweep())
    assert traces(server, person) == {("person", "id")}


def test_messages_are_kept_for_a_time_and_removed_in_pieces(server: Open, visitor: Visitor) -> None:
    person = visitor.register(NAME)
    table = new_table(server, RULESET, visitor, server.visitor().register("Bob"), "Bob")
    start = now()

    def talk(session: Any) -> None:
        for number in range(1, 704):
            at = start + (0 if number <= 700 else 10 * DAY)
            session.add(
                ChatMessageRow(
                    table_id=table, number=number, person=person, name=NAME, seat=0, text=f"word {number}", at=at
                )
            )

    server.do(server.services.store.write(talk))

    def count() -> int:
        return int(server.services.store.read_now(lambda session: session.query(ChatMessageRow).count()))

    server.do(retention(server, start + 364 * DAY).sweep())
    server.do(retention(server, start + 10_000 * DAY, chat_days=0).sweep())
    assert count() == 703
    sweeping = retention(server, start + 366 * DAY)
    server.do(sweeping.sweep())
    assert count() == 203
    server.do(sweeping.sweep())
    server.do(sweeping.sweep())
    assert count() == 3
    assert [one["text"] for one in visitor.get("/api/me/export").json()["tables"]["chat"]] == [
        f"word {number}" for number in (701, 702, 703)
    ]


def test_the_sweep_of_the_tables_does_it(tmp_path: Path) -> None:
    with Open(tmp_path, guest_days=1) as server:
        visitor = server.visitor()
        person = visitor.be_guest(NAME)

        def age(session: Any) -> None:
            session.get_one(PersonRow, person).seen = now() - 2 * DAY

        server.do(server.services.rooms.sweep())
        assert ("person", "name") in traces(server, NAME)
        server.do(server.services.store.write(age))
        server.do(server.services.rooms.sweep())
        assert traces(server, NAME, person) == {("person", "id")}
