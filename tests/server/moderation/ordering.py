"""What tests of keeping order need: a table that is waiting or played, and what administrators do."""

from collections.abc import Callable
from typing import Any, TypeVar

from sqlalchemy.orm import Session

from ludarium.server.moderation import orders
from ludarium.server.moderation.orders import Actor
from tests.server.visiting import Open, Visitor

T = TypeVar("T")
ROOT = Actor("", "root")


def make_table(visitor: Visitor, other: str = "open", ruleset: str = "mur-en", **more: Any) -> str:
    wanted = {"ruleset": ruleset, "seats": [{"who": "you"}, {"who": other}], "visibility": "lobby", **more}
    answer = visitor.post("/api/tables", wanted)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def write(server: Open, work: Callable[[Session], T]) -> T:
    return server.do(server.services.store.write(work))


def read(server: Open, work: Callable[[Session], T]) -> T:
    return server.do(server.services.store.read(work))


def order(server: Open, do: Callable[..., int], called: str, *given: object) -> None:
    """An administrator does something to a person, and the server looks once."""
    write(server, lambda session: do(session, ROOT, orders.find_person(session, called), *given))
    server.do(server.services.keeper.look())


def appoint(server: Open, name: str) -> None:
    order(server, orders.appoint, name, True, "")
