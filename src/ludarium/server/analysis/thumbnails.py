"""Small pictures of how finished games ended, for lists: what a spectator may see then, as SVG.

A list has a dozen of them, so they are made when a browser shows them, one at a time, from the database (no table is
put into memory for that), and the last ones are kept.
"""

import asyncio
from collections import OrderedDict

from ludarium.core.state import SPECTATOR
from ludarium.draw.svg import svg
from ludarium.server.analysis.connection import Analyses
from ludarium.server.analysis.tables import GameOfTable
from ludarium.server.errors import AnalysisError, RoomError
from ludarium.server.limits import Limit, ProcessCount, is_this_machine, network_of
from ludarium.server.rooms import storage
from ludarium.server.settings import Settings
from ludarium.server.store import Store, now

_MOST_KEPT = 400
_MOST_WAITING = 100
_OF_ONE = 240  # in a minute, for one address
_WIDTH = 240


class Thumbnails:
    def __init__(self, store: Store, analyses: Analyses, settings: Settings, process_count: ProcessCount) -> None:
        self._store = store
        self._analyses = analyses
        self._limit = Limit(settings.at_most(_OF_ONE), 60, process_count=process_count)
        self._kept: OrderedDict[tuple[str, str], str] = OrderedDict()
        self._turn = asyncio.Lock()
        self._waiting = 0

    async def of(self, table: str, theme: str, address: str) -> str:
        if not is_this_machine(address):
            self._limit.take(network_of(address))
        if (table, theme) not in self._kept:
            if self._waiting >= _MOST_WAITING:
                raise AnalysisError("painters_busy", 429, seconds=3)
            self._waiting += 1
            try:
                async with self._turn:
                    await self._draw(table, theme)
            finally:
                self._waiting -= 1
        self._kept.move_to_end((table, theme))
        return self._kept[table, theme]

    async def _draw(self, table: str, theme: str) -> None:
        if (table, theme) in self._kept:  # meanwhile
            return
        self._kept[table, theme] = await self._analyses.draw("", lambda: self._drawn(table, theme))
        if len(self._kept) > _MOST_KEPT:
            self._kept.popitem(last=False)

    def _drawn(self, table: str, theme: str) -> str:
        stored = self._store.read_now(lambda session: storage.load(session, table, now()))
        if stored is None:
            raise RoomError("table_unknown", 404)
        if not stored.play.finished:
            raise AnalysisError("still_running", 409)
        ended = GameOfTable(stored.play.tables[-1], SPECTATOR)
        board = ended.scene(ended.view(""), None)._replace(notes=(), stock=(), scores=(), seats=0, threatened=())
        return svg(board, stored.play.game, theme=theme, width=_WIDTH, captions=False)
