"""Errors of tables."""

from ludarium.server.errors import ServerError


class RoomError(ServerError):
    section = "rooms"

    def __init__(self, sentence_key: str, status: int = 409, **data: object) -> None:
        super().__init__(sentence_key, status, **data)
