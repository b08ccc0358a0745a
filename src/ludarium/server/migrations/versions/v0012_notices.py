"""Notices: the browsers and mail addresses that are told of somebody's turn"""

import sqlalchemy as sa

from ludarium.server.migrations.shapes import make_table

revision = "0012"
down_revision = "0011"

_PERSON, _DIGEST, _TIME = sa.String(12), sa.String(64), sa.BigInteger()
_A_PERSON = {"person": "person.id"}


def upgrade() -> None:
    make_table("push_key", {"id": sa.Integer()}, {"private": sa.Text()})
    make_table(
        "push_subscription",
        {"digest": _DIGEST},
        {
            "endpoint": sa.String(1000),
            "p256dh": sa.String(100),
            "auth": sa.String(40),
            "person": _PERSON,
            "session": _DIGEST,
            "locale": sa.String(5),
            "created": _TIME,
        },
        refers=_A_PERSON,
        indexes=["person", "session"],
    )
    make_table(
        "mail_address",
        {"person": _PERSON},
        {
            "address": sa.String(254),
            "folded": sa.String(254),
            "turns": sa.Boolean(),
            "locale": sa.String(5),
            "stop": sa.String(64),
            "mailed": _TIME,
            "created": _TIME,
        },
        refers=_A_PERSON,
        unique=["stop"],
        indexes=["folded"],
    )
    make_table(
        "mail_token",
        {"digest": _DIGEST},
        {"person": _PERSON, "purpose": sa.String(10), "address": sa.String(254), "expires": _TIME},
        refers=_A_PERSON,
        indexes=["person", "expires"],
    )
    make_table(
        "mail_notice",
        {"person": _PERSON, "table_id": sa.String(16)},
        {"kind": sa.String(10), "at": _TIME},
        refers=_A_PERSON,
    )


def downgrade() -> None:
    raise NotImplementedError("go back by restoring the copy of the database")
