"""What is stored about tables. Times are milliseconds since 1970.

A table is its row, its seats and its events: the events applied again in their order give the table as it stands.
What rows say beyond that follows from them, and is there for lists. What changes with every step is in the rows of the
events, so that a step is one row.
"""

from sqlalchemy import BigInteger, ForeignKey, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from ludarium.server.store import Base

ID_LENGTH = 16
_PERSON_LENGTH = 12


class TableRow(Base):
    __tablename__ = "game_table"

    # Its setup, which does not change.
    id: Mapped[str] = mapped_column(String(ID_LENGTH), primary_key=True)
    ruleset: Mapped[str] = mapped_column(String(60))
    options: Mapped[str] = mapped_column(Text)  # JSON
    seed: Mapped[int] = mapped_column(BigInteger)
    secret: Mapped[str] = mapped_column(String(64))  # what the salts of the record are made from
    owner: Mapped[str] = mapped_column(String(_PERSON_LENGTH))
    visibility: Mapped[str] = mapped_column(String(10))
    clock: Mapped[str] = mapped_column(String(10))
    base: Mapped[int] = mapped_column(BigInteger)
    increment: Mapped[int] = mapped_column(BigInteger)
    lots: Mapped[bool]
    rated: Mapped[bool]
    series: Mapped[bool]
    chat: Mapped[bool]
    made: Mapped[int] = mapped_column(BigInteger)
    # What follows from its events.
    phase: Mapped[str] = mapped_column(String(10))
    changed: Mapped[int] = mapped_column(BigInteger)  # when it was made, or somebody took or left a seat, or its phase
    outcome: Mapped[str] = mapped_column(Text)  # JSON, empty while there is none
    rematch: Mapped[str] = mapped_column(String(ID_LENGTH))
    counted: Mapped[bool]  # whether its result is in the ratings

    __table_args__ = (
        Index("ix_game_table_phase_clock", "phase", "clock"),
        Index("ix_game_table_lobby", "visibility", "phase", "changed"),
    )


class SeatRow(Base):
    __tablename__ = "table_seat"

    table_id: Mapped[str] = mapped_column(ForeignKey("game_table.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    occupant: Mapped[str] = mapped_column(String(10))
    person: Mapped[str] = mapped_column(String(_PERSON_LENGTH), index=True)
    name: Mapped[str] = mapped_column(String(40))
    level: Mapped[int]


class TableEventRow(Base):
    __tablename__ = "table_event"

    table_id: Mapped[str] = mapped_column(ForeignKey("game_table.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(10))
    seat: Mapped[int]
    data: Mapped[str] = mapped_column(Text)  # JSON
    at: Mapped[int] = mapped_column(BigInteger)
    # What follows from it and all before it.
    acts: Mapped[int]  # the seat to act next; -1: nobody
    due: Mapped[int | None] = mapped_column(BigInteger)  # when the running clock will be used up
    noticed: Mapped[bool]  # whether everybody may know that something happened


class ChatMessageRow(Base):
    __tablename__ = "chat_message"

    table_id: Mapped[str] = mapped_column(ForeignKey("game_table.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    person: Mapped[str] = mapped_column(String(_PERSON_LENGTH))
    name: Mapped[str] = mapped_column(String(40))
    seat: Mapped[int]
    text: Mapped[str] = mapped_column(String(500))
    at: Mapped[int] = mapped_column(BigInteger)


class BeatRow(Base):
    """One row: when the server was last known to be at work, so that clocks can leave out the time it was not."""

    __tablename__ = "heartbeat"

    id: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[int] = mapped_column(BigInteger)
