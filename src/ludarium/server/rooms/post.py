"""Messages of a table, made for each connection; what several of them share is made once."""

from dataclasses import replace
from typing import TYPE_CHECKING

import orjson

from ludarium.core.scene import Scene
from ludarium.server import wire
from ludarium.server.rooms.connection import Connection
from ludarium.server.rooms.play import Change
from ludarium.server.rooms.telling import Audience
from ludarium.table.table import sees

if TYPE_CHECKING:
    from ludarium.server.rooms.room import Room


class Post:
    """One round of messages, about one moment of a table."""

    def __init__(self, room: "Room") -> None:
        self._room = room
        self._play = room.play
        self._presence = room.presence()
        self._now = room.now()
        self._news: dict[Audience, wire.TableNews] = {}
        self._scenes: dict[int, Scene] = {}

    def welcome(self, connection: Connection) -> None:
        """All there is to know."""
        remarks = self._room.remarks if self._play.terms.chat else []
        welcome = wire.Welcome(self._told(connection), self._steps(connection), self._picture(connection), remarks)
        send(connection, welcome)

    def tell(self, connection: Connection, change: Change | None) -> None:
        """What a change means for somebody; nothing if they may not even know that there was one."""
        table = self._play.table
        hides = table.game.hides
        if not hides:
            connection.look(self._play)
        before = connection.viewer
        happened = False  # something that they noticed, shown as they have seen the game until now
        if change is not None and change.entry is not None:
            if table.outcome is not None or sees(table.game, change.entry, before):
                happened = True
                steps = self._steps(connection)[-1:]
                send(connection, wire.Stepped(steps, self._picture(connection), self._told(connection)))
        elif change is not None and any(sees(table.game, entry, before) for entry in change.undone):
            happened = True
            kept = len(self._steps(connection))
            send(connection, wire.Undone(kept, self._picture(connection), self._told(connection)))
        curtain = connection.curtain
        connection.look(self._play)
        reveals = hides and change is not None and table.outcome is not None
        if connection.viewer != before or reveals or (change is not None and change.anew):
            self.welcome(connection)
        elif not happened and self._is_news(change, curtain != connection.curtain):
            send(connection, wire.Changed(self._told(connection)))

    def _is_news(self, change: Change | None, curtain: bool) -> bool:
        """Whether something changed that everybody may know: a step that nobody noticed is nothing of the kind."""
        if change is None or (change.entry is None and not change.undone):
            return True
        return change.seat != self._play.seat or curtain

    def _told(self, connection: Connection) -> wire.TableNews:
        play = self._play
        known = play.terms.owner == connection.person or play.seats_of(connection.person)
        audience = Audience(
            connection.person if known else "",
            bool(connection.person),
            connection.viewer,
            connection.curtain,
            connection.wardrobe.locale,
        )
        if audience not in self._news:
            self._news[audience] = self._room.teller.news(audience, self._presence, self._now)
        return self._news[audience]

    def _steps(self, connection: Connection) -> list[wire.Step]:
        return self._room.teller.steps(connection.viewer, connection.wardrobe.locale)

    def _picture(self, connection: Connection) -> wire.Picture:
        viewer = connection.viewer
        if viewer not in self._scenes:
            scene = self._play.table.scene(viewer)
            self._scenes[viewer] = scene if self._play.begun else replace(scene, seat=-1, paths=(), forced=())
        return connection.wardrobe.picture(self._play.table.game, self._scenes[viewer])


def send(connection: Connection, message: wire.Message) -> None:
    connection.send(orjson.dumps(message))
