"""Vacations as a browser asks for them; what they do to clocks is in ``rooms/test_vacations.py``."""

from ludarium.server.people.vacations import vacations_of
from ludarium.server.store import now
from tests.server.visiting import Open

DAY = 86_400_000


def test_somebody_goes_on_vacation_and_comes_back(server: Open) -> None:
    ada = server.visitor()
    ada.register("Ada")
    assert ada.get("/api/me/vacation").json() == {"until": 0, "left": 30}
    begun = ada.post("/api/me/vacation", {"days": 14})
    assert begun.status_code == 200
    assert begun.json()["left"] == 16
    assert abs(begun.json()["until"] - now() - 14 * DAY) < 60_000
    assert ada.get("/api/me/vacation").json() == begun.json()
    again = ada.post("/api/me/vacation", {"days": 1})
    assert (again.status_code, again.json()["code"]) == (409, "vacation_already")
    assert ada.ask("DELETE", "/api/me/vacation").json() == {"until": 0, "left": 29}
    none = ada.ask("DELETE", "/api/me/vacation")
    assert (none.status_code, none.json()["code"]) == (409, "vacation_none")


def test_vacations_are_for_accounts_and_have_bounds(server: Open) -> None:
    guest = server.visitor()
    assert guest.get("/api/me/vacation").status_code == 401
    guest.be_guest("Eve")
    refused = guest.post("/api/me/vacation", {"days": 3})
    assert (refused.status_code, refused.json()["code"]) == (403, "account_needed")
    for days in (0, 31, 2.5, "3"):
        assert guest.post("/api/me/vacation", {"days": days}).status_code == 422


def test_they_are_exported_and_forgotten(server: Open) -> None:
    ada = server.visitor()
    person = ada.register("Ada")
    until = ada.post("/api/me/vacation", {"days": 2}).json()["until"]
    assert ada.get("/api/me/export").json()["vacations"] == [{"start": until - 2 * DAY, "until": until}]
    assert ada.ask("DELETE", "/api/account").status_code == 200
    kept = server.services.store.read_now(lambda session: vacations_of(session, [person]))
    assert kept == {}
