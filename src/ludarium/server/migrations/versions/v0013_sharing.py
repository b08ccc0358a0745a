"""What processes share: challenges that wait for the answer of a passkey"""

import sqlalchemy as sa

from ludarium.server.migrations.shapes import make_table

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    make_table(
        "ceremony",
        {"id": sa.String(24)},
        {"challenge": sa.LargeBinary(), "person": sa.String(12), "until": sa.BigInteger()},
        indexes=["until"],
    )


def downgrade() -> None:
    raise NotImplementedError("go back by restoring the copy of the database")
