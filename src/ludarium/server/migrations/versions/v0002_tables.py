"""Tables, their seats, what happened at them and what was said"""

import sqlalchemy as sa
from alembic import op

from ludarium.server.migrations.shapes import make_table

revision = "0002"
down_revision = "0001"

_TABLE, _PERSON, _NAME, _WORD = sa.String(16), sa.String(12), sa.String(40), sa.String(10)
_NUMBER, _TIME, _TEXT, _TRUTH = sa.Integer(), sa.BigInteger(), sa.Text(), sa.Boolean()


def upgrade() -> None:
    make_table(
        "game_table",
        {"id": _TABLE},
        {
            **{"ruleset": sa.String(60), "options": _TEXT, "seed": sa.BigInteger(), "secret": sa.String(64)},
            **{"owner": _PERSON, "visibility": _WORD, "clock": _WORD, "base": _TIME, "increment": _TIME},
            **{"lots": _TRUTH, "rated": _TRUTH, "series": _TRUTH, "chat": _TRUTH, "made": _TIME},
            **{"phase": _WORD, "changed": _TIME, "ending": _TEXT, "rematch": _TABLE, "counted": _TRUTH},
        },
    )
    op.create_index("ix_game_table_lobby", "game_table", ["visibility", "phase", "changed"])
    op.create_index("ix_game_table_phase_clock", "game_table", ["phase", "clock"])
    make_table("heartbeat", {"id": _NUMBER}, {"at": _TIME})
    make_events("deed", "game")
    make_seats("game_seat", "game", "company")
    make_messages("remark", "game")


def make_events(name: str, table: str) -> None:
    """What happens at tables; ``table`` is the column that says at which."""
    rest = {
        "kind": _WORD,
        "seat": _NUMBER,
        "data": _TEXT,
        "at": _TIME,
        "acts": _NUMBER,
        "due": _TIME,
        "noticed": _TRUTH,
    }
    make_table(name, {table: _TABLE, "number": _NUMBER}, rest, refers={table: "game_table.id"}, empty=["due"])


def make_seats(name: str, table: str, occupant: str) -> None:
    rest = {occupant: _WORD, "person": _PERSON, "name": _NAME, "level": _NUMBER}
    key = {table: _TABLE, "seat": _NUMBER}
    make_table(name, key, rest, refers={table: "game_table.id"}, indexes=["person"])


def make_messages(name: str, table: str) -> None:
    """What is said at tables."""
    rest = {"person": _PERSON, "name": _NAME, "seat": _NUMBER, "text": sa.String(500), "at": _TIME}
    make_table(name, {table: _TABLE, "number": _NUMBER}, rest, refers={table: "game_table.id"})


def downgrade() -> None:
    raise NotImplementedError("go back by restoring the copy of the database")
