"""The database of a server as its administrator uses it, from another process, whether the server runs or not."""

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from ludarium.server.app import PERSONAL_DATA
from ludarium.server.database_lock import alone, file_of
from ludarium.server.errors import ModerationError, ServerError
from ludarium.server.migrations import check_up_to_date
from ludarium.server.moderation import orders
from ludarium.server.store import Store

T = TypeVar("T")
_PATIENCE = 20.0  # seconds that a running server may take to carry out an order
_LOOK_SECONDS = 0.2


class Office:
    def __init__(self, url: str, store: Store) -> None:
        self._url = url
        self._store = store

    def read(self, work: Callable[[Session], T]) -> T:
        return self._store.read_now(work)

    def write(self, work: Callable[[Session], T]) -> T:
        return asyncio.run(self._store.write(work))

    def order(self, work: Callable[[Session], int]) -> None:
        """Do something whose result is the number of an order, if there is one: then a running server carries it out,
        and where none runs it is done here.
        """
        number = self.write(work)
        if not number:
            return
        try:
            with alone(self._url):
                for order in self.read(orders.waiting_orders):
                    self._carry_out(order.id)
        except ServerError as error:
            if error.key != "database_busy":
                raise
            self._wait(number)

    def _carry_out(self, number: int) -> None:
        self.write(lambda session: orders.carry_out(session, number, PERSONAL_DATA))

    def _wait(self, number: int) -> None:
        end = time.monotonic() + _PATIENCE
        while time.monotonic() < end:
            order = self.read(lambda session: orders.read_order(session, number))
            if order is not None and order.data.get("failed"):
                raise ModerationError("order_failed", 500)
            if order is None or order.data.get("noticed"):
                return
            time.sleep(_LOOK_SECONDS)
        raise ModerationError("order_late", 504, seconds=int(_PATIENCE))


@contextmanager
def opened(url: str) -> Iterator[Office]:
    """The database at this address, if it is there and as new as this program."""
    file = file_of(url)
    if file is not None and not file.is_file():
        raise ServerError("database_missing", 404, file=file)
    try:
        store = Store(url)
    except (ImportError, SQLAlchemyError) as error:  # no driver for this kind of database, say
        raise ServerError("database_closed", why=error) from error
    try:
        check_up_to_date(store.engine)
        yield Office(url, store)
    finally:
        store.close()
