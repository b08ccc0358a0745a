"""Challenges that wait for the answer of a passkey, at whichever process; the archive of old tables"""

import sqlalchemy as sa
from alembic import op

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
    make_table(
        "table_archive",
        {"table_id": sa.String(16)},
        {"last": sa.Integer(), "players": sa.Text(), "events": sa.LargeBinary()},
        refers={"table_id": "game_table.id"},
    )
    op.create_index("ix_game_table_phase_changed", "game_table", ["phase", "changed"])


def downgrade() -> None:
    raise NotImplementedError("go back by restoring the copy of the database")
