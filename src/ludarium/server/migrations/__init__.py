"""The shape of the database, step by step, and how an older one is brought up to date.

A change to what is stored is a new file in ``versions`` (``__main__`` drafts it); a test compares all of them
together with the models.
"""

import sqlite3
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, text
from sqlalchemy.exc import SQLAlchemyError

from ludarium.server.errors import ServerError

_FOLDER = Path(__file__).parent
_KEY = int.from_bytes(b"ludarium") + 1


def bring_up_to_date(engine: Engine) -> None:
    """Make what is missing in the database; ``ServerError`` if a newer version of the program wrote it."""
    config = alembic_config()
    known = ScriptDirectory.from_config(config)
    ours = {script.revision for script in known.walk_revisions()}
    try:
        with engine.connect() as connection:
            found = MigrationContext.configure(connection).get_current_heads()
        if strange := sorted(set(found) - ours):
            raise ServerError("database_newer", found=strange, known=known.get_heads())
        with engine.begin() as connection:
            if engine.dialect.name == "postgresql":  # another process may be doing the same
                connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _KEY})
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except (SQLAlchemyError, sqlite3.Error) as error:
        raise ServerError("database_closed", why=getattr(error, "orig", error)) from error


def check_up_to_date(engine: Engine) -> None:
    """``ServerError`` if the database is older or newer than this program; nothing is changed."""
    known = ScriptDirectory.from_config(alembic_config())
    try:
        with engine.connect() as connection:
            found = MigrationContext.configure(connection).get_current_heads()
    except (SQLAlchemyError, sqlite3.Error) as error:
        raise ServerError("database_closed", why=getattr(error, "orig", error)) from error
    ours = {script.revision for script in known.walk_revisions()}
    if strange := sorted(set(found) - ours):
        raise ServerError("database_newer", found=strange, known=known.get_heads())
    if set(found) != set(known.get_heads()):
        raise ServerError("database_older")


def version_of(engine: Engine) -> str:
    """The version of the database, as its migrations count; empty where there is nothing."""
    with engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision() or ""


def alembic_config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(_FOLDER).replace("%", "%%"))
    config.set_main_option("file_template", "v%%(rev)s_%%(slug)s")
    return config
