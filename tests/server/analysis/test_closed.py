"""Games that were closed before they ended: what was played can be looked at, and what was hidden stays so."""

from collections.abc import Iterator

import pytest

from tests.server.analysis.playing import event, new_table, play
from tests.server.visiting import Open, Visitor

ARMY = ["=243", "=111", "=324", "=522", "=333", "=432"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Open]:
    with Open(tmp_path_factory.mktemp("server"), cores=1) as opened:
        yield opened


def two(server: Open, ruleset: str) -> tuple[Visitor, Visitor, str]:
    ada, ben = server.visitor(), server.visitor()
    ada.be_guest("Ada")
    return ada, ben, new_table(server, ruleset, ada, ben.be_guest("Ben"), "Ben")


def close(server: Open, table: str) -> None:
    server.do(server.services.rooms.close_table(table))


def test_a_closed_game_has_a_record_and_can_be_analysed(server: Open) -> None:
    ada, _, table = two(server, "mur-en")
    play(server, table, ["+c2", "+d1"])
    close(server, table)
    card = ada.get(f"/api/tables/{table}").json()
    assert (card["phase"], card["outcome"], card["hidden_information"]) == ("closed", None, False)
    start = server.visitor().get(f"/api/tables/{table}/start").json()
    assert start["steps"] == ["+c2", "+d1"]
    record = ada.get(f"/api/tables/{table}/record").text
    (game,) = ada.post("/api/records", {"text": record}).json()["games"]
    assert (game["start"]["steps"], game["outcome"]) == (["+c2", "+d1"], None)
    assert ada.get(f"/api/tables/{table}/frames/2").json()["last"] == 2


def test_a_closed_game_keeps_its_secrets(server: Open) -> None:
    """Everybody gets, byte for byte, what they got while it was played."""
    ada, ben, table = two(server, "myrmidons")
    play(server, table, [*ARMY, *ARMY])

    def seen() -> list[str]:
        paths = ("record", "frames", "frames?view=-1", "picture.svg")
        visitors = (ada, ben, server.visitor())
        return [one.get(f"/api/tables/{table}/{path}").text for one in visitors for path in paths]

    before = seen()
    close(server, table)
    assert seen() == before
    assert ada.get(f"/api/tables/{table}").json()["hidden_information"]
    for one, other in ((ada, 1), (ben, 0), (server.visitor(), 0)):
        for view in (other, "open"):
            refused = one.get(f"/api/tables/{table}/frames/0?view={view}")
            assert (refused.status_code, refused.json()["code"]) == (403, "never_over")
        assert one.get(f"/api/tables/{table}/start").json()["code"] == "never_over"


def test_a_table_that_was_closed_while_it_waited_has_nothing_to_show(server: Open) -> None:
    ada = server.visitor()
    ada.be_guest("Ada")
    seats = [{"who": "you"}, {"who": "open"}]
    table = ada.post("/api/tables", {"ruleset": "mur-en", "seats": seats, "visibility": "private"}).json()["id"]
    close(server, table)
    for path in ("", "/record", "/frames", "/start"):
        answer = ada.get(f"/api/tables/{table}{path}")
        assert (answer.status_code, answer.json()["code"]) == (410, "table_closed")


def test_nobody_plays_or_plans_at_a_closed_table(server: Open) -> None:
    ada, _, table = two(server, "mur-en")
    play(server, table, ["+c2"])
    close(server, table)
    assert ada.get(f"/api/tables/{table}/plan").json()["code"] == "table_closed"
    assert table not in [one["id"] for one in ada.get("/api/me/tables").json()]


def test_an_aborted_game_is_looked_at_and_counts_for_nothing(server: Open) -> None:
    ada, ben = server.visitor(), server.visitor()
    ada.register("Ada A.")
    table = new_table(server, "mur-en", ada, ben.register("Ben A."), "Ben A.", visibility="lobby")
    play(server, table, ["+c2"])
    event(server, table, "abort")
    assert ada.get(f"/api/tables/{table}/start").json()["steps"] == ["+c2"]
    profile = ada.get("/api/profile", params={"name": "Ada A."}).json()
    assert profile["statistics"] == []
    assert ada.get("/api/profile/games", params={"name": "Ada A."}).json()["total"] == 0
    assert [one["outcome"]["reason"] for one in ada.get("/api/me/tables").json()] == ["aborted"]
