"""Plain names: deeds are events of a table, remarks are chat messages, a seat has an occupant and a game an outcome"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Tables are made anew, so that their constraints have the names that later migrations look for.
    op.create_table(
        "table_event",
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("acts", sa.Integer(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=True),
        sa.Column("noticed", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], name=op.f("fk_table_event_table_id")),
        sa.PrimaryKeyConstraint("table_id", "number", name=op.f("pk_table_event")),
    )
    _move("deed", "table_event", "game, number, kind, seat, data, at, acts, due, noticed")
    op.create_table(
        "chat_message",
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("person", sa.String(length=12), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("text", sa.String(length=500), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], name=op.f("fk_chat_message_table_id")),
        sa.PrimaryKeyConstraint("table_id", "number", name=op.f("pk_chat_message")),
    )
    _move("remark", "chat_message", "game, number, person, name, seat, text, at")
    op.create_table(
        "table_seat",
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("occupant", sa.String(length=10), nullable=False),
        sa.Column("person", sa.String(length=12), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("level", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], name=op.f("fk_table_seat_table_id")),
        sa.PrimaryKeyConstraint("table_id", "seat", name=op.f("pk_table_seat")),
    )
    op.create_index(op.f("ix_table_seat_person"), "table_seat", ["person"])
    _move("game_seat", "table_seat", "game, seat, company, person, name, level")
    op.execute("ALTER TABLE game_table RENAME COLUMN ending TO outcome")


def _move(old: str, new: str, columns: str) -> None:
    """All rows of a table, whose columns have the same order in the new one."""
    op.execute(f"INSERT INTO {new} SELECT {columns} FROM {old}")
    op.drop_table(old)


def downgrade() -> None:
    raise NotImplementedError("go back by restoring the copy of the database")
