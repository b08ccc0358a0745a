"""Processes that share a database, and which of them has which table"""

import sqlalchemy as sa
from alembic import op

from ludarium.server.migrations.shapes import make_table

revision = "0011"
down_revision = "0010"

_TIME = sa.BigInteger()


def upgrade() -> None:
    make_table("process", {"number": sa.Integer()}, {"address": sa.String(260), "started": _TIME, "beat": _TIME})
    op.create_table(
        "lease",
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("process", sa.Integer(), nullable=False),
        sa.Column("before", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id"),
    )
    op.create_index(op.f("ix_lease_process"), "lease", ["process"])
    make_table("shared_secret", {"id": sa.Integer()}, {"secret": sa.String(64)})


def downgrade() -> None:
    raise NotImplementedError("go back by restoring the copy of the database")
