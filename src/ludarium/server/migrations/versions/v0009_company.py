"""Whom people follow, block and challenge; recovery codes; who won, for counting; who was here last, for forgetting"""

import time

import orjson
import sqlalchemy as sa
from alembic import op

from ludarium.server.migrations.shapes import make_table
from ludarium.server.people.names import looks_of

revision = "0009"
down_revision = "0008"

_PERSON, _TIME = sa.String(12), sa.BigInteger()
_BOTH = {"person": "person.id", "other": "person.id"}


def upgrade() -> None:
    for name in ("follow", "blocked"):
        make_table(name, {"person": _PERSON, "other": _PERSON}, {"made": _TIME}, refers=_BOTH, indexes=["other"])
    make_table(
        "recovery_code",
        {"person": _PERSON, "number": sa.Integer()},
        {"hashed": sa.String(200), "made": _TIME},
        refers={"person": "person.id"},
    )
    make_table(
        "challenge",
        {"table_id": sa.String(16)},
        {"seat": sa.Integer(), "challenger": _PERSON, "person": _PERSON, "made": _TIME, "declined": sa.Boolean()},
        refers={"table_id": "game_table.id", "challenger": "person.id", "person": "person.id"},
        indexes=["challenger", "person"],
    )
    _note_visits()
    _note_looks()
    _note_results()
    op.create_index(op.f("ix_game_table_owner"), "game_table", ["owner"])
    op.create_index(op.f("ix_chat_message_person"), "chat_message", ["person"])
    op.create_index(op.f("ix_chat_message_at"), "chat_message", ["at"])


def _note_visits() -> None:
    """Nobody knows when they were here last: it counts from today."""
    op.add_column("person", sa.Column("seen", _TIME, nullable=True))
    op.create_index(op.f("ix_person_seen"), "person", ["seen"])
    op.execute(sa.text("UPDATE person SET seen = :now").bindparams(now=time.time_ns() // 1_000_000))


def _note_looks() -> None:
    op.add_column("account", sa.Column("looks", sa.String(800), nullable=True))
    op.create_index(op.f("ix_account_looks"), "account", ["looks"])
    connection = op.get_bind()
    known = connection.execute(sa.text("SELECT id, name FROM person JOIN account ON account.person = person.id")).all()
    looks = [{"person": person, "looks": looks_of(name)} for person, name in known]
    if looks:
        connection.execute(sa.text("UPDATE account SET looks = :looks WHERE person = :person"), looks)


def _note_results() -> None:
    op.add_column("table_seat", sa.Column("result", sa.String(5), nullable=True))
    connection = op.get_bind()
    connection.execute(
        sa.text(
            "UPDATE table_seat SET result = 'lost' WHERE table_id IN (SELECT id FROM game_table WHERE phase = 'over')"
        )
    )
    drawn, won = [], []
    for id_, outcome in connection.execute(sa.text("SELECT id, outcome FROM game_table WHERE phase = 'over'")).all():
        winners = orjson.loads(outcome)["winners"] if outcome else []
        won += [{"id": id_, "seat": seat} for seat in winners]
        drawn += [] if winners else [{"id": id_}]
    if won:
        connection.execute(sa.text("UPDATE table_seat SET result = 'won' WHERE table_id = :id AND seat = :seat"), won)
    if drawn:
        connection.execute(sa.text("UPDATE table_seat SET result = 'drawn' WHERE table_id = :id"), drawn)


def downgrade() -> None:
    raise NotImplementedError("go back by restoring the copy of the database")
