"""Series of other lengths, and games that are played on from the board of another one"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("game_table", sa.Column("course", sa.Text(), nullable=True))


def downgrade() -> None:
    raise NotImplementedError("go back by restoring the copy of the database")
