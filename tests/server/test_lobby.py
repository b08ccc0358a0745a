"""The lobby over HTTP: the same bytes for everybody who speaks a language, packed once, and not sent twice."""

from tests.server.visiting import Open

TABLE = {"ruleset": "mur-en", "seats": [{"who": "you"}, {"who": "open"}], "visibility": "lobby"}


def test_whoever_opens_a_table_sees_it_at_once_and_others_after_the_next_look(server: Open) -> None:
    ada, ben = server.visitor(), server.visitor()
    ada.be_guest("Ada")
    assert ben.get("/api/tables").json() == []
    table = ada.post("/api/tables", TABLE).json()["id"]
    assert [card["id"] for card in ada.get("/api/tables").json()] == [table]
    server.do(server.services.open_tables.look())
    assert [card["id"] for card in ben.get("/api/tables").json()] == [table]


def test_what_did_not_change_is_not_sent_again(server: Open) -> None:
    ada, ben = server.visitor(), server.visitor()
    ada.be_guest("Ada")
    ada.post("/api/tables", TABLE)
    ada.get("/api/tables")
    first = ben.get("/api/tables", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in first.headers
    mark = first.headers["etag"]
    packed = ben.get("/api/tables", headers={"Accept-Encoding": "gzip"})
    assert (packed.headers["content-encoding"], packed.headers["etag"]) == ("gzip", mark)
    assert packed.json() == first.json()
    again = ben.get("/api/tables", headers={"If-None-Match": mark})
    assert (again.status_code, again.content) == (304, b"")
    assert ben.get("/api/tables?lang=ja", headers={"If-None-Match": mark}).status_code == 200
    own = ada.get("/api/tables", headers={"If-None-Match": mark})  # with what is hers
    assert own.json()[0]["seats"][0]["yours"]
    assert "etag" not in own.headers
    ada.post("/api/tables", TABLE)
    server.do(server.services.open_tables.look())
    changed = ben.get("/api/tables", headers={"If-None-Match": mark})
    assert len(changed.json()) == 2
