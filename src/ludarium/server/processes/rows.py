"""What processes that share a database store about themselves. One process with a file has nothing here."""

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from ludarium.server.settings import LONGEST_ADDRESS
from ludarium.server.store import Base


class ProcessRow(Base):
    """A server process. Whether it lives is not seen here: it does as long as it has its lock (``process.py``)."""

    __tablename__ = "process"

    number: Mapped[int] = mapped_column(primary_key=True)
    address: Mapped[str] = mapped_column(sa.String(LONGEST_ADDRESS))  # host:port for the other processes
    started: Mapped[int] = mapped_column(sa.BigInteger)
    beat: Mapped[int] = mapped_column(sa.BigInteger)  # when it was last known to be at work


class LeaseRow(Base):
    """Which process has a table in memory: it alone writes to it."""

    __tablename__ = "lease"

    table_id: Mapped[str] = mapped_column(sa.ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True)
    process: Mapped[int] = mapped_column(index=True)
    before: Mapped[int]  # the process that had it before this one; 0: none


class SharedSecretRow(Base):
    """One row: by it processes know each other when one hands on what a browser says."""

    __tablename__ = "shared_secret"

    id: Mapped[int] = mapped_column(primary_key=True)
    secret: Mapped[str] = mapped_column(sa.String(64))
