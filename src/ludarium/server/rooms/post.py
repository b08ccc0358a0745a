"""Messages of a table, made for each connection; what several of them share is made once."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import orjson

from ludarium.core.history import notices
from ludarium.core.scene import Scene
from ludarium.server import wire
from ludarium.server.rooms.connection import Connection
from ludarium.server.rooms.play import Change
from ludarium.server.rooms.telling import Audience

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
        self._changed: dict[Audience, bytes] = {}
        self._scenes: dict[int, Scene] = {}
        self._ready: dict[tuple[str, Audience, str], tuple[wire.Picture, bytes]] = {}

    def welcome(self, connection: Connection) -> None:
        """All there is to know."""
        remarks = self._room.remarks if self._play.terms.chat else []
        news, steps = self._told(connection), self._steps(connection)
        self._send_picture(connection, "welcome", lambda picture: wire.Welcome(news, steps, picture, remarks))

    def tell(self, connection: Connection, change: Change | None) -> None:
        """What a change means for somebody; nothing if they may not even know that there was one."""
        table = self._play.table
        hidden_information = table.game.hidden_information
        if not hidden_information:
            connection.look(self._play)
        before = connection.viewer
        happened = False  # something that they noticed, shown as they have seen the game until now
        if change is not None and change.entry is not None:
            if table.outcome is not None or notices(table.game, change.entry, before):
                happened = True
                news, steps = self._told(connection), self._steps(connection)[-1:]
                self._send_picture(connection, "stepped", lambda picture: wire.Stepped(steps, picture, news))
        elif change is not None and any(notices(table.game, entry, before) for entry in change.undone):
            happened = True
            news, kept = self._told(connection), len(self._steps(connection))
            self._send_picture(connection, "undone", lambda picture: wire.Undone(kept, picture, news))
        curtain = connection.curtain
        connection.look(self._play)
        reveals = hidden_information and change is not None and table.outcome is not None
        if connection.viewer != before or reveals or (change is not None and change.anew):
            self.welcome(connection)
        elif not happened and self._is_news(change, curtain != connection.curtain):
            self._send_news(connection)

    def _is_news(self, change: Change | None, curtain: bool) -> bool:
        """Whether something changed that everybody may know: a step that nobody noticed is nothing of the kind."""
        if change is None or (change.entry is None and not change.undone):
            return True
        return change.seat != self._play.seat or curtain

    def _audience(self, connection: Connection) -> Audience:
        play = self._play
        known = play.terms.owner == connection.person or play.seats_of(connection.person)
        return Audience(
            connection.person if known else "",
            bool(connection.person),
            connection.viewer,
            connection.curtain,
            connection.wardrobe.locale,
        )

    def _told(self, connection: Connection) -> wire.TableNews:
        audience = self._audience(connection)
        if audience not in self._news:
            self._news[audience] = self._room.teller.news(audience, self._presence, self._now)
        return self._news[audience]

    def _steps(self, connection: Connection) -> list[wire.Step]:
        return self._room.teller.steps(connection.viewer, connection.wardrobe.locale)

    def _send_news(self, connection: Connection) -> None:
        audience = self._audience(connection)
        if audience not in self._changed:
            self._changed[audience] = orjson.dumps(wire.Changed(self._told(connection)))
        connection.send(self._changed[audience])

    def _send_picture(self, connection: Connection, kind: str, message: Callable[[wire.Picture], wire.Message]) -> None:
        """Many may look on in the same way: what needs no drawings any more is made and written for all of them."""
        key = (kind, self._audience(connection), connection.wardrobe.theme)
        picture, data = self._ready.get(key, (None, b""))
        if picture is None or not connection.wardrobe.has_all_of(picture):
            picture = self._picture(connection)
            data = orjson.dumps(message(picture))
            if picture.ground is None and not picture.art:
                self._ready[key] = picture, data
        connection.send(data)

    def _picture(self, connection: Connection) -> wire.Picture:
        return connection.wardrobe.picture(self._play.table.game, self._scene(connection.viewer))

    def _scene(self, viewer: int) -> Scene:
        if viewer not in self._scenes:
            table = self._play.table
            if not table.game.hidden_information and viewer != table.seat:  # all see the same, and one can act
                scene = replace(self._scene(table.seat), viewer=viewer, paths=())
            else:
                scene = table.scene(viewer)
            self._scenes[viewer] = scene if self._play.begun else replace(scene, seat=-1, paths=(), forced=())
        return self._scenes[viewer]


def send(connection: Connection, message: wire.Message) -> None:
    connection.send(orjson.dumps(message))
