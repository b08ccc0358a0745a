"""How the programs of PostgreSQL are called that make copies."""

from pathlib import Path

import pytest

from ludarium.server.backups import back_up

# In the place of pg_dump: writes down how it was called.
PROGRAM = """#!/bin/sh
for last; do :; done
echo "$PGPASSWORD $*" > "$last"
"""


def test_the_password_is_handed_over_and_no_argument(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pg_dump").write_text(PROGRAM)
    (tmp_path / "pg_dump").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    back_up("postgresql+psycopg://ada:s%40cret@db.example:5433/games?sslmode=require", tmp_path / "copy")
    password, *arguments = (tmp_path / "copy").read_text().split()
    assert password == "s@cret"
    assert arguments[:2] == ["--dbname", "postgresql://ada@db.example:5433/games?sslmode=require"]
