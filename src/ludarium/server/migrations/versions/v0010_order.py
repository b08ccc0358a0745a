"""Keeping order: bans, moderators, reports, orders, a log; people removed from tables, the version of rules"""

import sqlalchemy as sa
from alembic import op

from ludarium.server.migrations.shapes import make_table

revision = "0010"
down_revision = "0009"

_ID, _PERSON, _TIME, _TEXT = sa.String(16), sa.String(12), sa.BigInteger(), sa.Text()
_WORD, _NAME, _LINE, _NUMBER = sa.String(10), sa.String(40), sa.String(200), sa.Integer()
_A_PERSON = {"person": "person.id"}


def upgrade() -> None:
    sanction = {"until": _TIME, "why": _LINE, "since": _TIME}
    make_table("sanction", {"person": _PERSON, "kind": _WORD}, sanction, refers=_A_PERSON)
    make_table("moderator", {"person": _PERSON}, {"since": _TIME}, refers=_A_PERSON)
    make_table(
        "report",
        {"id": _NUMBER},
        {
            **{"reporter": _ID, "reported": _ID, "table_id": _ID, "reason": _WORD, "text": sa.String(500)},
            **{"position": _NUMBER, "chat": _TEXT, "made": _TIME, "closed": _TIME},
        },
        indexes=["closed", "reported", "reporter"],
    )
    make_table(
        "audit",
        {"id": _NUMBER},
        {
            **{"at": _TIME, "moderator": _ID, "by": _NAME, "what": sa.String(20)},
            **{"whom": _ID, "name": _NAME, "detail": _LINE, "why": _LINE},
        },
        indexes=["at"],
    )
    make_table(
        "admin_order",
        {"id": _NUMBER},
        {"kind": _WORD, "target": _ID, "data": _TEXT, "given": _TIME, "done": _TIME},
        indexes=["done"],
    )
    make_table("table_removed", {"table_id": _ID, "person": _PERSON}, {}, refers={"table_id": "game_table.id"})
    op.add_column("game_table", sa.Column("rules_version", sa.String(40), nullable=True))


def downgrade() -> None:
    raise NotImplementedError("go back by restoring the copy of the database")
