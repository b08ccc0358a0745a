"""What is stored for notices. Times are milliseconds since 1970."""

from sqlalchemy import BigInteger, ForeignKey, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from ludarium.server.settings import LONGEST_MAIL_ADDRESS
from ludarium.server.store import Base

LONGEST_ENDPOINT = 1000


class PushKeyRow(Base):
    """One row: the key with which push services know us again. Subscriptions are of no use without it."""

    __tablename__ = "push_key"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    private: Mapped[str] = mapped_column(Text)


class PushSubscriptionRow(Base):
    """A browser that shows notices, for as long as it is somebody: with its ``session`` its notices end."""

    __tablename__ = "push_subscription"

    digest: Mapped[str] = mapped_column(String(64), primary_key=True)  # of the endpoint
    endpoint: Mapped[str] = mapped_column(String(LONGEST_ENDPOINT))
    p256dh: Mapped[str] = mapped_column(String(100))
    auth: Mapped[str] = mapped_column(String(40))
    person: Mapped[str] = mapped_column(ForeignKey("person.id"), index=True)
    session: Mapped[str] = mapped_column(String(64), index=True)
    locale: Mapped[str] = mapped_column(String(5))
    created: Mapped[int] = mapped_column(BigInteger)


class MailAddressRow(Base):
    """An address that was confirmed. ``stop`` is what a mail's link needs to end them."""

    __tablename__ = "mail_address"

    person: Mapped[str] = mapped_column(ForeignKey("person.id"), primary_key=True)
    address: Mapped[str] = mapped_column(String(LONGEST_MAIL_ADDRESS))
    folded: Mapped[str] = mapped_column(String(LONGEST_MAIL_ADDRESS), index=True)
    turns: Mapped[bool]  # whether to tell of turns
    locale: Mapped[str] = mapped_column(String(5))
    stop: Mapped[str] = mapped_column(String(64), unique=True)
    mailed: Mapped[int] = mapped_column(BigInteger)  # when a mail with notices was last begun; 0: never
    created: Mapped[int] = mapped_column(BigInteger)


class MailTokenRow(Base):
    """A link that was mailed and waits to be followed. Its token cannot be found out from ``digest``."""

    __tablename__ = "mail_token"

    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    person: Mapped[str] = mapped_column(ForeignKey("person.id"), index=True)
    purpose: Mapped[str] = mapped_column(String(10))
    address: Mapped[str] = mapped_column(String(LONGEST_MAIL_ADDRESS))
    expires: Mapped[int] = mapped_column(BigInteger, index=True)


class MailNoticeRow(Base):
    """Something that the next mail to a person will tell: of each table the latest."""

    __tablename__ = "mail_notice"

    person: Mapped[str] = mapped_column(ForeignKey("person.id"), primary_key=True)
    table_id: Mapped[str] = mapped_column(String(16), primary_key=True)
    kind: Mapped[str] = mapped_column(String(10))
    at: Mapped[int] = mapped_column(BigInteger)
