"""Planned answers of games over days"""

import sqlalchemy as sa

from ludarium.server.migrations.shapes import make_table

revision = "0004"
down_revision = "0003"

_TABLE, _PERSON, _NUMBER, _TEXT = sa.String(16), sa.String(12), sa.Integer(), sa.Text()


def upgrade() -> None:
    make_table(
        "planned_line",
        {"table_id": _TABLE, "number": _NUMBER},
        {"person": _PERSON, "seat": _NUMBER, "place": _NUMBER, "steps": _TEXT},
        refers={"table_id": "game_table.id"},
        indexes=["person"],
    )


def downgrade() -> None:
    raise NotImplementedError("go back by restoring the copy of the database")
