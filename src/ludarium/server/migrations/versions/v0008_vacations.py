"""Vacations, during which clocks in correspondence games stand still"""

import sqlalchemy as sa

from ludarium.server.migrations.shapes import make_table

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    make_table(
        "vacation",
        {"person": sa.String(12), "start": sa.BigInteger()},
        {"until": sa.BigInteger()},
        refers={"person": "person.id"},
    )


def downgrade() -> None:
    raise NotImplementedError("go back by restoring the copy of the database")
