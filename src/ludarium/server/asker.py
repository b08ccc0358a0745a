"""Whoever asks: found out for every request and WebSocket from its cookie and its wishes."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Asker:
    """``id`` is the public id of the person, empty for somebody who has not chosen a name yet."""

    id: str
    name: str
    guest: bool
    locale: str
