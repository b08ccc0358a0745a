"""Tables, their seats, what happened at them and what was said"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "game_table",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("ruleset", sa.String(length=60), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("secret", sa.String(length=64), nullable=False),
        sa.Column("owner", sa.String(length=12), nullable=False),
        sa.Column("visibility", sa.String(length=10), nullable=False),
        sa.Column("clock", sa.String(length=10), nullable=False),
        sa.Column("base", sa.BigInteger(), nullable=False),
        sa.Column("increment", sa.BigInteger(), nullable=False),
        sa.Column("lots", sa.Boolean(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("series", sa.Boolean(), nullable=False),
        sa.Column("chat", sa.Boolean(), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.Column("phase", sa.String(length=10), nullable=False),
        sa.Column("changed", sa.BigInteger(), nullable=False),
        sa.Column("ending", sa.Text(), nullable=False),
        sa.Column("rematch", sa.String(length=16), nullable=False),
        sa.Column("counted", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_game_table")),
    )
    with op.batch_alter_table("game_table", schema=None) as batch_op:
        batch_op.create_index("ix_game_table_lobby", ["visibility", "phase", "changed"], unique=False)
        batch_op.create_index("ix_game_table_phase_clock", ["phase", "clock"], unique=False)

    op.create_table(
        "heartbeat",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_heartbeat")),
    )
    op.create_table(
        "deed",
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("acts", sa.Integer(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=True),
        sa.Column("noticed", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["game_table.id"], name=op.f("fk_deed_game")),
        sa.PrimaryKeyConstraint("game", "number", name=op.f("pk_deed")),
    )
    op.create_table(
        "game_seat",
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("company", sa.String(length=10), nullable=False),
        sa.Column("person", sa.String(length=12), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("level", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["game_table.id"], name=op.f("fk_game_seat_game")),
        sa.PrimaryKeyConstraint("game", "seat", name=op.f("pk_game_seat")),
    )
    with op.batch_alter_table("game_seat", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_game_seat_person"), ["person"], unique=False)

    op.create_table(
        "remark",
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("person", sa.String(length=12), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("text", sa.String(length=500), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["game_table.id"], name=op.f("fk_remark_game")),
        sa.PrimaryKeyConstraint("game", "number", name=op.f("pk_remark")),
    )


def downgrade() -> None:
    raise NotImplementedError("go back by restoring the copy of the database")
