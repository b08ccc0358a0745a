"""What migrations make: tables whose columns are never empty unless they are said to be."""

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

Columns = Mapping[str, Any]  # their types by their names


def make_table(
    name: str,
    key: Columns,
    rest: Columns,
    *,
    refers: Mapping[str, str] | None = None,
    unique: Sequence[str] = (),
    indexes: Sequence[str] = (),
    empty: Sequence[str] = (),
) -> None:
    """A table by the columns of its key and the others; some of them refer to a column of another table
    (``person.id``). Names of constraints follow from the names of table and columns.
    """
    columns = [sa.Column(one, kind, nullable=one in empty) for one, kind in {**key, **rest}.items()]
    references = [sa.ForeignKeyConstraint([one], [other]) for one, other in (refers or {}).items()]
    uniques = [sa.UniqueConstraint(one) for one in unique]
    op.create_table(name, *columns, *references, sa.PrimaryKeyConstraint(*key), *uniques)
    for one in indexes:
        op.create_index(op.f(f"ix_{name}_{one}"), name, [one])
