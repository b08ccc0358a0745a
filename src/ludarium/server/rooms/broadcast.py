"""Messages of a table, made for each connection; what several of them share is made once."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import orjson

from ludarium.core.history import notices
from ludarium.core.scene import Scene
from ludarium.server import wire
from ludarium.server.rooms.connection import Connection
from ludarium.server.rooms.narration import Audience
from ludarium.server.rooms.play import Change

if TYPE_CHECKING:
    from ludarium.server.rooms.room import Room


class Broadcast:
    """One round of messages, about one moment of a table."""

    def __init__(self, room: "Room") -> None:
        self._room = room
        self._play = room.play
        self._presence = room.presence()
        self._now = room.now()
        self._infos: dict[Audience, wire.TableInfo] = {}
        self._changed: dict[Audience, bytes] = {}
        self._scenes: dict[int, Scene] = {}
        self._ready: dict[tuple[str, Audience, str], tuple[wire.Picture, bytes]] = {}

    def welcome(self, connection: Connection) -> None:
        """All there is to know."""
        chat = self._room.chat if self._play.setup.chat else []
        info, steps = self._info(connection), self._steps(connection)
        self._send_picture(connection, "welcome", lambda picture: wire.Welcome(info, steps, picture, chat))

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
                info, steps = self._info(connection), self._steps(connection)[-1:]
                self._send_picture(connection, "stepped", lambda picture: wire.Stepped(steps, picture, info))
        elif change is not None and any(notices(table.game, entry, before) for entry in change.undone):
            happened = True
            info, kept = self._info(connection), len(self._steps(connection))
            self._send_picture(connection, "undone", lambda picture: wire.Undone(kept, picture, info))
        curtain = connection.curtain
        connection.look(self._play)
        reveals = hidden_information and change is not None and table.outcome is not None
        if connection.viewer != before or reveals or (change is not None and change.anew):
            self.welcome(connection)
        elif not happened and self._is_public(change, curtain != connection.curtain):
            self._send_info(connection)

    def _is_public(self, change: Change | None, curtain: bool) -> bool:
        """Whether something changed that everybody may know: a step that nobody noticed is nothing of the kind."""
        if change is None or (change.entry is None and not change.undone):
            return True
        return change.seat != self._play.seat or curtain

    def _audience(self, connection: Connection) -> Audience:
        play = self._play
        known = play.setup.owner == connection.person or play.seats_of(connection.person)
        return Audience(
            connection.person if known else "",
            bool(connection.person),
            connection.viewer,
            connection.curtain,
            connection.art_cache.locale,
        )

    def _info(self, connection: Connection) -> wire.TableInfo:
        audience = self._audience(connection)
        if audience not in self._infos:
            self._infos[audience] = self._room.narrator.table_info(audience, self._presence, self._now)
        return self._infos[audience]

    def _steps(self, connection: Connection) -> list[wire.Step]:
        return self._room.narrator.steps(connection.viewer, connection.art_cache.locale)

    def _send_info(self, connection: Connection) -> None:
        audience = self._audience(connection)
        if audience not in self._changed:
            self._changed[audience] = orjson.dumps(wire.Changed(self._info(connection)))
        connection.send(self._changed[audience])

    def _send_picture(
        self, connection: Connection, kind: str, message: Callable[[wire.Picture], wire.TableMessage]
    ) -> None:
        """Many may look on in the same way: what needs no drawings any more is made and written for all of them."""
        key = (kind, self._audience(connection), connection.art_cache.theme)
        picture, data = self._ready.get(key, (None, b""))
        if picture is None or not connection.art_cache.has_all_of(picture):
            picture = self._picture(connection)
            data = orjson.dumps(message(picture))
            if picture.ground is None and not picture.art:
                self._ready[key] = picture, data
        connection.send(data)

    def _picture(self, connection: Connection) -> wire.Picture:
        return connection.art_cache.picture(self._play.table.game, self._scene(connection.viewer))

    def _scene(self, viewer: int) -> Scene:
        if viewer not in self._scenes:
            table = self._play.table
            if not table.game.hidden_information and viewer != table.seat:  # all see the same, and one can act
                scene = replace(self._scene(table.seat), viewer=viewer, paths=())
            else:
                scene = table.scene(viewer)
            self._scenes[viewer] = scene if self._play.begun else replace(scene, seat=-1, paths=(), forced=())
        return self._scenes[viewer]


def send(connection: Connection, message: wire.TableMessage) -> None:
    connection.send(orjson.dumps(message))
