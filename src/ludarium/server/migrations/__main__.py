"""Writes the next migration from what the models have and the migrations so far lack; read it before keeping it.

``python -m ludarium.server.migrations "What it is for"``
"""

import sys

from alembic import command
from alembic.script import ScriptDirectory

import ludarium.server.app  # noqa: F401 (knows all models)
from ludarium.server.migrations import alembic_config, bring_up_to_date
from ludarium.server.store import Store

store = Store("sqlite://")
bring_up_to_date(store.engine)
config = alembic_config()
number = len(list(ScriptDirectory.from_config(config).walk_revisions())) + 1
with store.engine.begin() as connection:
    config.attributes["connection"] = connection
    command.revision(config, sys.argv[1], autogenerate=True, rev_id=f"{number:04}")
store.close()
