"""People, their sessions, passkeys and ratings"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "person",
        sa.Column("id", sa.String(length=12), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_person")),
    )
    op.create_table(
        "account",
        sa.Column("person", sa.String(length=12), nullable=False),
        sa.Column("folded", sa.String(length=800), nullable=False),
        sa.Column("password", sa.String(length=200), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name=op.f("fk_account_person")),
        sa.PrimaryKeyConstraint("person", name=op.f("pk_account")),
        sa.UniqueConstraint("folded", name=op.f("uq_account_folded")),
    )
    op.create_table(
        "passkey",
        sa.Column("id", sa.String(length=1400), nullable=False),
        sa.Column("person", sa.String(length=12), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("public_key", sa.LargeBinary(), nullable=False),
        sa.Column("uses", sa.BigInteger(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("used", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name=op.f("fk_passkey_person")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_passkey")),
    )
    with op.batch_alter_table("passkey", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_passkey_person"), ["person"], unique=False)

    op.create_table(
        "rating",
        sa.Column("person", sa.String(length=12), nullable=False),
        sa.Column("ruleset", sa.String(length=60), nullable=False),
        sa.Column("mean", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name=op.f("fk_rating_person")),
        sa.PrimaryKeyConstraint("person", "ruleset", name=op.f("pk_rating")),
    )
    op.create_table(
        "session",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("person", sa.String(length=12), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name=op.f("fk_session_person")),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_session")),
    )
    with op.batch_alter_table("session", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_session_expires"), ["expires"], unique=False)
        batch_op.create_index(batch_op.f("ix_session_person"), ["person"], unique=False)


def downgrade() -> None:
    raise NotImplementedError("go back by restoring the copy of the database")
