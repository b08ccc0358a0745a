"""Planned answers over HTTP: what the page begins with, and what becomes of them with an account."""

from tests.server.analysis.playing import new_table, play
from tests.server.rooms.hall import Client, quiet
from tests.server.visiting import Open, Visitor

DAYS = {"kind": "days", "base": 3}


def plan(server: Open, table: str, person: str, *steps: str) -> None:
    async def ask() -> None:
        room = await server.services.rooms.open(table)
        client = Client(room, "")
        client.person = person
        await client.done("plan", seat=1, number=len(room.play.table.history.steps), steps=list(steps))

    server.do(ask())


def taken(server: Open, table: str) -> list[str]:
    async def look() -> list[str]:
        room = await server.services.rooms.open(table)
        await quiet(room)
        return [one.text for one in room.play.table.history.taken]

    return server.do(look())


def test_a_player_gets_the_game_to_plan_from(server: Open, visitor: Visitor) -> None:
    other = server.visitor()
    visitor.be_guest("Ada")
    table = new_table(server, "mur-en", visitor, other.be_guest("Ben"), "Ben", clock=DAYS, options={"turn_cap": 90})
    play(server, table, ["+c2"])
    for one in (visitor, other):  # also whose turn it is: it may end while they look
        start = one.get(f"/api/tables/{table}/plan").json()
        assert (start["ruleset"], start["options"], start["steps"]) == ("mur-en", {"turn_cap": 90}, ["+c2"])
        position = one.post("/api/analysis", {**start, "steps": ["+c2", "+a1"]}).json()
        assert [step["text"] for step in position["steps"]] == ["+c2", "+a1"]
    stranger = server.visitor()
    for one in (stranger, server.visitor()):
        answer = one.get(f"/api/tables/{table}/plan")
        assert (answer.status_code, answer.json()["code"]) == (403, "not_your_seat")
        stranger.be_guest("Eve")


def test_nothing_to_plan_from_where_nothing_can_be_planned(server: Open, visitor: Visitor) -> None:
    visitor.be_guest("Ada")
    ben = server.visitor().be_guest("Ben")
    for ruleset, clock, code in (("mur-en", {"kind": "none"}, "plan_live"), ("myrmidons", DAYS, "plan_hidden")):
        table = new_table(server, ruleset, visitor, ben, "Ben", clock=clock)
        answer = visitor.get(f"/api/tables/{table}/plan")
        assert (answer.status_code, answer.json()["code"]) == (409, code)
    assert visitor.get("/api/tables/nowhere/plan").status_code == 404


def test_plans_are_exported_and_go_with_the_account(server: Open, visitor: Visitor) -> None:
    visitor.be_guest("Ada")
    ben = server.visitor()
    person = ben.register("Ben")
    table = new_table(server, "mur-en", visitor, person, "Ben", clock=DAYS)
    plan(server, table, person, "+c2", "+a1")
    assert ben.get("/api/me/export").json()["plans"] == [{"table": table, "seat": 1, "steps": ["+c2", "+a1"]}]
    assert "+a1" not in visitor.get("/api/me/export").text
    assert ben.ask("DELETE", "/api/account").status_code == 200
    play(server, table, ["+c2"])
    assert taken(server, table) == ["+c2"]
