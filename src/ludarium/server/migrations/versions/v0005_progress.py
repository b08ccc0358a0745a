"""What people have done: lessons"""

import sqlalchemy as sa

from ludarium.server.migrations.shapes import make_table

revision = "0005"
down_revision = "0004"

_PERSON, _KIND, _NAME, _TIME = sa.String(12), sa.String(20), sa.String(60), sa.BigInteger()


def upgrade() -> None:
    make_table(
        "progress",
        {"person": _PERSON, "kind": _KIND, "ruleset": _NAME, "item": _NAME},
        {"done": _TIME},
        refers={"person": "person.id"},
    )


def downgrade() -> None:
    raise NotImplementedError("go back by restoring the copy of the database")
