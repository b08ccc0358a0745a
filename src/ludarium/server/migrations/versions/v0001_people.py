"""People, their sessions, passkeys and ratings"""

import sqlalchemy as sa

from ludarium.server.migrations.shapes import make_table

revision = "0001"
down_revision = None

_ID, _NAME, _NUMBER = sa.String(12), sa.String(40), sa.BigInteger()
_A_PERSON = {"person": "person.id"}


def upgrade() -> None:
    make_table("person", {"id": _ID}, {"name": _NAME, "created": _NUMBER})
    make_table(
        "account",
        {"person": _ID},
        {"folded": sa.String(800), "password": sa.String(200), "created": _NUMBER},
        refers=_A_PERSON,
        unique=["folded"],
    )
    make_table(
        "passkey",
        {"id": sa.String(1400)},
        {
            "person": _ID,
            "name": _NAME,
            "public_key": sa.LargeBinary(),
            "uses": _NUMBER,
            "created": _NUMBER,
            "used": _NUMBER,
        },
        refers=_A_PERSON,
        indexes=["person"],
    )
    make_table(
        "rating",
        {"person": _ID, "ruleset": sa.String(60)},
        {"mean": sa.Double(), "deviation": sa.Double(), "games": sa.Integer()},
        refers=_A_PERSON,
    )
    make_table(
        "session",
        {"digest": sa.String(64)},
        {"person": _ID, "created": _NUMBER, "expires": _NUMBER},
        refers=_A_PERSON,
        indexes=["expires", "person"],
    )


def downgrade() -> None:
    raise NotImplementedError("go back by restoring the copy of the database")
