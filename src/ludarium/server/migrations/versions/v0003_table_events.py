"""Plain names: deeds are events of a table, remarks are chat messages, a seat has an occupant and a game an outcome"""

from alembic import op

from ludarium.server.migrations.versions.v0002_tables import make_events, make_messages, make_seats

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    # Tables are made anew, so that their constraints have the names that later migrations look for.
    make_events("table_event", "table_id")
    _move("deed", "table_event", "game, number, kind, seat, data, at, acts, due, noticed")
    make_messages("chat_message", "table_id")
    _move("remark", "chat_message", "game, number, person, name, seat, text, at")
    make_seats("table_seat", "table_id", "occupant")
    _move("game_seat", "table_seat", "game, seat, company, person, name, level")
    op.execute("ALTER TABLE game_table RENAME COLUMN ending TO outcome")


def _move(old: str, new: str, columns: str) -> None:
    """All rows of a table, whose columns have the same order in the new one."""
    op.execute(f"INSERT INTO {new} SELECT {columns} FROM {old}")
    op.drop_table(old)


def downgrade() -> None:
    raise NotImplementedError("go back by restoring the copy of the database")
