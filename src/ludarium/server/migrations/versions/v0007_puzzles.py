"""How good people are at puzzles"""

import sqlalchemy as sa

from ludarium.server.migrations.shapes import make_table

revision = "0007"
down_revision = "0006"

_PERSON, _NAME = sa.String(12), sa.String(60)


def upgrade() -> None:
    make_table(
        "puzzle_rating",
        {"person": _PERSON, "game": _NAME},
        {"rating": sa.Double(), "tries": sa.Integer()},
        refers={"person": "person.id"},
    )


def downgrade() -> None:
    raise NotImplementedError("go back by restoring the copy of the database")
