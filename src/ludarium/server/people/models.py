"""What is stored about people. Times are milliseconds since 1970."""

from sqlalchemy import BigInteger, ForeignKey, LargeBinary, String
from sqlalchemy.orm import Mapped, mapped_column

from ludarium.server.store import Base

ID_LENGTH = 12
LONGEST_NAME = 40
LONGEST_WHY = 200


class PersonRow(Base):
    """A person who has chosen a name. The row stays when an account is deleted, without the name: games refer to it."""

    __tablename__ = "person"

    id: Mapped[str] = mapped_column(String(ID_LENGTH), primary_key=True)
    name: Mapped[str] = mapped_column(String(LONGEST_NAME))  # empty: gone
    created: Mapped[int] = mapped_column(BigInteger)
    seen: Mapped[int | None] = mapped_column(BigInteger, index=True)  # when they were here last, to the day


class AccountRow(Base):
    """A person who can log in. ``folded`` is the name without regard to capitals and widths of letters, ``looks`` also
    without regard to letters that look alike.
    """

    __tablename__ = "account"

    person: Mapped[str] = mapped_column(ForeignKey("person.id"), primary_key=True)
    folded: Mapped[str] = mapped_column(String(20 * LONGEST_NAME), unique=True)
    looks: Mapped[str | None] = mapped_column(String(20 * LONGEST_NAME), index=True)
    password: Mapped[str] = mapped_column(String(200))  # hashed
    created: Mapped[int] = mapped_column(BigInteger)


class SessionRow(Base):
    """A browser that is somebody. Its cookie's token cannot be found out from ``digest``."""

    __tablename__ = "session"

    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    person: Mapped[str] = mapped_column(ForeignKey("person.id"), index=True)
    created: Mapped[int] = mapped_column(BigInteger)  # when somebody logged in
    expires: Mapped[int] = mapped_column(BigInteger, index=True)


class SanctionRow(Base):
    """What somebody may not do for a while: come in (``ban``) or talk (``mute``)."""

    __tablename__ = "sanction"

    person: Mapped[str] = mapped_column(ForeignKey("person.id"), primary_key=True)
    kind: Mapped[str] = mapped_column(String(10), primary_key=True)
    until: Mapped[int] = mapped_column(BigInteger)  # 0: for good
    why: Mapped[str] = mapped_column(String(LONGEST_WHY))  # told to the person
    since: Mapped[int] = mapped_column(BigInteger)


class ModeratorRow(Base):
    """Somebody who keeps order: reads reports, and may mute, ban and rename people and close tables."""

    __tablename__ = "moderator"

    person: Mapped[str] = mapped_column(ForeignKey("person.id"), primary_key=True)
    since: Mapped[int] = mapped_column(BigInteger)


class PasskeyRow(Base):
    __tablename__ = "passkey"

    id: Mapped[str] = mapped_column(String(1400), primary_key=True)  # the credential's, in base64url
    person: Mapped[str] = mapped_column(ForeignKey("person.id"), index=True)
    name: Mapped[str] = mapped_column(String(LONGEST_NAME))
    public_key: Mapped[bytes] = mapped_column(LargeBinary)
    uses: Mapped[int] = mapped_column(BigInteger)  # as the authenticator counts; 0 where it does not
    created: Mapped[int] = mapped_column(BigInteger)
    used: Mapped[int] = mapped_column(BigInteger, default=0)


class CeremonyRow(Base):
    """A challenge that waits for the answer of a passkey, which may come to another process."""

    __tablename__ = "ceremony"

    id: Mapped[str] = mapped_column(String(24), primary_key=True)
    challenge: Mapped[bytes] = mapped_column(LargeBinary)
    person: Mapped[str] = mapped_column(String(ID_LENGTH))  # empty for a login
    until: Mapped[int] = mapped_column(BigInteger, index=True)


class VacationRow(Base):
    """While somebody is away, their clocks in correspondence games stand still."""

    __tablename__ = "vacation"

    person: Mapped[str] = mapped_column(ForeignKey("person.id"), primary_key=True)
    start: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    until: Mapped[int] = mapped_column(BigInteger)


class RatingRow(Base):
    __tablename__ = "rating"

    person: Mapped[str] = mapped_column(ForeignKey("person.id"), primary_key=True)
    ruleset: Mapped[str] = mapped_column(String(60), primary_key=True)
    mean: Mapped[float]
    deviation: Mapped[float]
    games: Mapped[int]


class RecoveryCodeRow(Base):
    """A code with which somebody can log in once; it is gone then."""

    __tablename__ = "recovery_code"

    person: Mapped[str] = mapped_column(ForeignKey("person.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    hashed: Mapped[str] = mapped_column(String(200))
    made: Mapped[int] = mapped_column(BigInteger)


class FollowRow(Base):
    """``person`` wants to know what ``other`` plays."""

    __tablename__ = "follow"

    person: Mapped[str] = mapped_column(ForeignKey("person.id"), primary_key=True)
    other: Mapped[str] = mapped_column(ForeignKey("person.id"), primary_key=True, index=True)
    made: Mapped[int] = mapped_column(BigInteger)


class BlockRow(Base):
    """``person`` wants nothing to do with ``other``, who is not told."""

    __tablename__ = "blocked"

    person: Mapped[str] = mapped_column(ForeignKey("person.id"), primary_key=True)
    other: Mapped[str] = mapped_column(ForeignKey("person.id"), primary_key=True, index=True)
    made: Mapped[int] = mapped_column(BigInteger)
