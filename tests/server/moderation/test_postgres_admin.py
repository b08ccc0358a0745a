"""What administrators do with PostgreSQL: orders, the log, copies made and put back."""

import json
import shutil
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from tests.cli.conftest import Command, ludarium
from tests.server.moderation.ordering import make_table
from tests.server.postgres import Postgres
from tests.server.visiting import Open

pytestmark = pytest.mark.slow
__all__ = ["ludarium"]  # a fixture


def databases(url: str) -> list[str]:
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.connect() as connection:
        found = connection.scalars(text("SELECT datname FROM pg_database WHERE NOT datistemplate ORDER BY 1"))
        names = list(found)
    engine.dispose()
    return names


def test_bans_reports_copies_and_what_goes(
    postgres: Postgres, ludarium: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = postgres.new("ludarium")
    monkeypatch.setenv("LUDARIUM_DATABASE", url)

    def admin(*typed: str) -> object:
        done = ludarium("admin", *typed, "--json")
        assert done.code == 0, done.err
        return json.loads(done.out)

    with Open(tmp_path, database=url) as server:
        ada = server.visitor()
        ben = server.visitor().register("Ben")
        ada.register("Ada")
        table = make_table(ada, "computer")
        assert ada.post("/api/reports", {"reason": "other", "person": ben, "table": table}).status_code == 201
        assert "already" in ludarium("admin", "restore", __file__).err
    admin("ban", "Ben", "--days", "1", "--why", "Insults.")
    admin("rename", "Ada", "Grace")
    admin("reports", "close", "1")
    admin("backup", "copy.dump")
    admin("close", table)
    tried = admin("check-backup", "copy.dump")
    assert isinstance(tried, dict)
    assert (tried["people"], tried["tables"], tried["faults"]) == (2, 1, [])
    assert tried["events"] > 0
    assert databases(url) == ["ludarium", "postgres"]  # the one for the trial is gone
    admin("remove", "Ben")
    assert admin("check") == {"tables": 1, "faults": []}
    assert admin("prune") == {"dry_run": False, "waiting": 0, "closed": 0, "games": 0, "sessions": 0}
    assert (tmp_path / "copy.dump").stat().st_mode & 0o777 == 0o600
    (tmp_path / "wrong.dump").write_text("hello")
    (tmp_path / "half.dump").write_bytes((tmp_path / "copy.dump").read_bytes()[:-2000])
    assert "isn't a backup" in ludarium("admin", "restore", "wrong.dump").err
    assert "isn't a backup" in ludarium("admin", "check-backup", "half.dump").err
    assert databases(url) == ["ludarium", "postgres"]
    old = admin("restore", "copy.dump")["before"]  # type: ignore[index]
    with Open(tmp_path, database=url) as server:
        refused = server.visitor().post("/api/login", {"name": "Ben", "password": "correct horse"})
        assert refused.json()["code"] == "banned_until"
        assert server.visitor().get(f"/api/tables/{table}").json()["seats"][0]["name"] == "Grace"
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.connect() as connection:
        assert connection.scalar(text(f"SELECT phase FROM {old}.game_table")) == "closed"
    engine.dispose()
    said = admin("log")
    assert isinstance(said, list)
    assert [one["what"] for one in said] == ["restore", "report", "rename", "ban"]
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert "pg_dump isn't installed." in ludarium("admin", "backup", "another.dump").err
    assert not list(tmp_path.glob("another*"))
