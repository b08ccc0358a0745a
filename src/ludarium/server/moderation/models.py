"""What is stored for keeping order. Times are milliseconds since 1970."""

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from ludarium.server.people.models import LONGEST_NAME, LONGEST_WHY
from ludarium.server.store import Base

LONGEST_REPORT = 500
_ID = sa.String(16)  # of a person or a table


class ReportRow(Base):
    """Somebody tells about somebody else, or about a table."""

    __tablename__ = "report"

    id: Mapped[int] = mapped_column(primary_key=True)
    reporter: Mapped[str] = mapped_column(_ID, index=True)  # empty: gone
    reported: Mapped[str] = mapped_column(_ID, index=True)  # empty: the table itself
    table_id: Mapped[str] = mapped_column(_ID)  # empty: not at a table
    reason: Mapped[str] = mapped_column(sa.String(10))
    text: Mapped[str] = mapped_column(sa.String(LONGEST_REPORT))
    position: Mapped[int]  # how many steps the reporter had seen
    chat: Mapped[str] = mapped_column(sa.Text)  # JSON: the last messages at the table
    made: Mapped[int] = mapped_column(sa.BigInteger)
    closed: Mapped[int] = mapped_column(sa.BigInteger, index=True)  # 0: open


class AuditRow(Base):
    """Something that a moderator or administrator did. Only time deletes it."""

    __tablename__ = "audit"

    id: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[int] = mapped_column(sa.BigInteger, index=True)
    moderator: Mapped[str] = mapped_column(_ID)  # empty: whoever runs the server
    by: Mapped[str] = mapped_column(sa.String(LONGEST_NAME))  # their name then
    what: Mapped[str] = mapped_column(sa.String(20))
    whom: Mapped[str] = mapped_column(_ID)  # a person, a table, the number of a report, or nobody
    name: Mapped[str] = mapped_column(sa.String(LONGEST_NAME))  # of that person then
    detail: Mapped[str] = mapped_column(sa.String(200))  # until when, the new name, which file
    why: Mapped[str] = mapped_column(sa.String(LONGEST_WHY))


class OrderRow(Base):
    """Something that a running server has to notice. Whoever comes first carries it out, and every server then does
    with it what concerns its memory; it is kept for a day.
    """

    __tablename__ = "admin_order"

    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(sa.String(10))
    target: Mapped[str] = mapped_column(_ID)  # a person or a table
    data: Mapped[str] = mapped_column(sa.Text)  # JSON: what it needs, then what came of it
    given: Mapped[int] = mapped_column(sa.BigInteger)
    done: Mapped[int] = mapped_column(sa.BigInteger, index=True)  # 0: not yet
