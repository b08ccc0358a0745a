"""A database is made, brought up to date, or refused if a newer version wrote it."""

import os
import sqlite3
import stat
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

import ludarium.server.app  # noqa: F401 (knows all models)
from ludarium.server.database_lock import write_address
from ludarium.server.errors import ServerError
from ludarium.server.migrations import alembic_config, bring_up_to_date
from ludarium.server.store import Base, Store
from tests.server.analysis.playing import play
from tests.server.visiting import Open


def migrated(file: Path) -> None:
    store = Store(f"sqlite:///{file}")
    try:
        bring_up_to_date(store.engine)
    finally:
        store.close()


def tables(file: Path) -> set[str]:
    with sqlite3.connect(file) as connection:
        found = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    connection.close()
    return found


def test_models_and_migrations_say_the_same(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'new.sqlite'}")
    bring_up_to_date(store.engine)
    with store.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, Base.metadata) == []
    store.close()


def test_migrations_make_one_chain() -> None:
    script = ScriptDirectory.from_config(alembic_config())
    assert len(script.get_heads()) == 1
    assert [one.revision for one in script.walk_revisions()][-1] == "0001"


def test_a_second_time_changes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "new.sqlite"
    migrated(file)
    first = tables(file)
    assert {"person", "account", "session", "passkey", "rating"} <= first
    migrated(file)
    assert tables(file) == first


def test_an_older_database_keeps_what_it_has(tmp_path: Path) -> None:
    """As the first version made it: here written by hand, so that later migrations cannot change this test."""
    file = tmp_path / "ludarium.sqlite"
    with sqlite3.connect(file) as old:
        old.executescript("""
            CREATE TABLE alembic_version (version_num VARCHAR(32) PRIMARY KEY);
            INSERT INTO alembic_version VALUES ('0001');
            CREATE TABLE person (id VARCHAR(12) CONSTRAINT pk_person PRIMARY KEY, name VARCHAR(40) NOT NULL,
              created BIGINT NOT NULL);
            CREATE TABLE account (person VARCHAR(12) CONSTRAINT pk_account PRIMARY KEY
              CONSTRAINT fk_account_person REFERENCES person (id), folded VARCHAR(800) NOT NULL
              CONSTRAINT uq_account_folded UNIQUE, password VARCHAR(200) NOT NULL, created BIGINT NOT NULL);
            CREATE TABLE session (digest VARCHAR(64) CONSTRAINT pk_session PRIMARY KEY, person VARCHAR(12) NOT NULL
              CONSTRAINT fk_session_person REFERENCES person (id), created BIGINT NOT NULL, expires BIGINT NOT NULL);
            CREATE INDEX ix_session_person ON session (person);
            CREATE INDEX ix_session_expires ON session (expires);
            CREATE TABLE passkey (id VARCHAR(1400) CONSTRAINT pk_passkey PRIMARY KEY, person VARCHAR(12) NOT NULL
              CONSTRAINT fk_passkey_person REFERENCES person (id), name VARCHAR(40) NOT NULL,
              public_key BLOB NOT NULL, uses BIGINT NOT NULL, created BIGINT NOT NULL, used BIGINT NOT NULL);
            CREATE INDEX ix_passkey_person ON passkey (person);
            CREATE TABLE rating (person VARCHAR(12) NOT NULL CONSTRAINT fk_rating_person REFERENCES person (id),
              ruleset VARCHAR(60) NOT NULL, mean DOUBLE NOT NULL, deviation DOUBLE NOT NULL, games INTEGER NOT NULL,
              CONSTRAINT pk_rating PRIMARY KEY (person, ruleset));
            INSERT INTO person VALUES ('abcdefghijkm', 'Ada', 1700000000000);
        """)
    old.close()
    with Open(tmp_path) as server:
        seen = server.visitor().get("/api/people/abcdefghijkm").json()
        assert seen == {"id": "abcdefghijkm", "name": "Ada", "guest": True, "ratings": []}


# A game of Mur between Ada and Ben as version 0002 stored it: two steps, a pause that Ben turned down, a remark.
TABLE = "Kq3ZrT0aXw9bLmN4"
STORED = f"""
INSERT INTO person VALUES ('abcdefghijkm', 'Ada', 1700000000000), ('bcdefghijkmn', 'Ben', 1700000000000);
INSERT INTO game_table VALUES ('{TABLE}', 'mur-en', '{{}}', 5, 'secret', 'abcdefghijkm', 'lobby', 'none', 0, 0, false,
  false, false, true, 1700000000000, 'playing', 1700000000000, '', '', false);
INSERT INTO game_seat VALUES ('{TABLE}', 0, 'person', 'abcdefghijkm', 'Ada', 0),
  ('{TABLE}', 1, 'person', 'bcdefghijkmn', 'Ben', 0);
INSERT INTO deed VALUES
  ('{TABLE}', 1, 'begin', -1, '{{"players":["Ada","Ben"],"date":"2023-11-14"}}', 1700000000000, 0, NULL, true),
  ('{TABLE}', 2, 'step', 0, '{{"step":"+c2","number":0}}', 1700000001000, 1, NULL, true),
  ('{TABLE}', 3, 'offer', 0, '{{"kind":"pause"}}', 1700000002000, 1, NULL, true),
  ('{TABLE}', 4, 'answer', 1, '{{"kind":"pause","yes":false}}', 1700000003000, 1, NULL, true),
  ('{TABLE}', 5, 'step', 1, '{{"step":"+d2","number":1}}', 1700000004000, 0, NULL, true);
INSERT INTO remark VALUES ('{TABLE}', 1, 'bcdefghijkmn', 'Ben', 1, 'Good luck', 1700000005000);
INSERT INTO game_table VALUES ('over', 'mur-en', '{{}}', 5, 'secret', 'abcdefghijkm', 'private', 'none', 0, 0, false,
  false, false, true, 1700000000000, 'over', 1700000000000, '{{"winners":[1],"reason":"resigned","clause":""}}', '',
  false);
INSERT INTO game_seat VALUES ('over', 0, 'person', 'abcdefghijkm', 'Ada', 0), ('over', 1, 'computer', '', '', 3);
"""


def store_table(url: str) -> None:
    """Make a database as version 0002 did, with ``STORED`` in it."""
    store = Store(url)
    config = alembic_config()
    with store.engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0002")
        for statement in STORED.split(";\n")[:-1]:
            connection.exec_driver_sql(statement.replace("%", "%%"))
    store.close()


def check_table(server: Open) -> None:
    """What ``STORED`` says is all there, and the game goes on."""
    visitor = server.visitor()
    record = visitor.get(f"/api/tables/{TABLE}/record").text
    assert "+c2" in record
    assert "+d2" in record
    card = visitor.get(f"/api/tables/{TABLE}").json()
    seats = [(seat["seat"], seat["occupant"], seat["person"], seat["name"]) for seat in card["seats"]]
    assert seats == [(0, "person", "abcdefghijkm", "Ada"), (1, "person", "bcdefghijkmn", "Ben")]
    assert (card["phase"], card["changed"], card["outcome"]) == ("playing", 1700000004000, None)
    over = visitor.get("/api/tables/over").json()
    assert (over["outcome"]["winners"], over["outcome"]["reason"]) == ([1], "resigned")
    assert [(seat["occupant"], seat["level"]) for seat in over["seats"]] == [("person", 0), ("computer", 3)]
    room = server.do(server.services.rooms.open(TABLE))
    assert [(one.number, one.name, one.seat, one.text, one.at) for one in room.chat] == [
        (1, "Ben", 1, "Good luck", 1700000005000)
    ]
    assert room.play.event_count == 5
    play(server, TABLE, ["+e2"])
    assert room.play.event_count == 6


def test_tables_of_an_older_database_go_on(tmp_path: Path) -> None:
    store_table(f"sqlite:///{tmp_path / 'ludarium.sqlite'}")
    with Open(tmp_path) as server:
        check_table(server)
    assert not {"deed", "remark", "game_seat"} & tables(tmp_path / "ludarium.sqlite")
    with Open(tmp_path) as server:  # and so they are stored
        assert "+e2" in server.visitor().get(f"/api/tables/{TABLE}/record").text


def test_a_newer_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "ludarium.sqlite"
    migrated(file)
    with sqlite3.connect(file) as newer:
        newer.execute("UPDATE alembic_version SET version_num = '9999'")
    newer.close()
    before = tables(file)
    with pytest.raises(ServerError) as refused, Open(tmp_path):
        pass
    assert refused.value.key == "database_newer"
    assert "newer version" in str(refused.value)
    assert "9999" in refused.value.sentence("ja")
    assert tables(file) == before


def test_what_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "ludarium.sqlite"
    file.write_bytes(b"These are my holiday notes, and not at all a database.\n" * 20)
    before = file.read_bytes()
    with pytest.raises(ServerError) as refused, Open(tmp_path):
        pass
    assert refused.value.key == "database_closed"
    assert file.read_bytes() == before


@pytest.mark.parametrize("url", ["sqlite:////nowhere/at/all.sqlite", "postgresql://localhost:9/name"])
def test_a_database_that_cannot_be_opened(tmp_path: Path, url: str) -> None:
    with pytest.raises(ServerError) as refused, Open(tmp_path, database=url):
        pass
    assert refused.value.key == "database_closed"


def test_a_failed_migration_leaves_nothing_behind(tmp_path: Path) -> None:
    file = tmp_path / "ludarium.sqlite"
    with sqlite3.connect(file) as strange:
        strange.execute("CREATE TABLE rating (something TEXT)")  # in the way of the first migration
    strange.close()
    with pytest.raises(ServerError):
        migrated(file)
    assert tables(file) == {"rating"}


def test_two_servers_do_not_share_a_database(tmp_path: Path) -> None:
    with Open(tmp_path):
        with pytest.raises(ServerError) as refused, Open(tmp_path):
            pass
        assert refused.value.key == "database_busy"
    with Open(tmp_path) as server:  # free again
        assert server.visitor().get("/readyz").status_code == 200


def test_a_link_leads_to_the_same_database(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "link.sqlite").symlink_to(tmp_path / "ludarium.sqlite")
    (tmp_path / "folder").symlink_to(tmp_path)
    with Open(tmp_path):
        for way in (tmp_path / "other" / "link.sqlite", tmp_path / "folder" / "ludarium.sqlite"):
            with pytest.raises(ServerError) as refused, Open(tmp_path, database=f"sqlite:///{way}"):
                pass
            assert refused.value.key == "database_busy"


def test_the_database_is_for_its_owner_alone(tmp_path: Path) -> None:
    with Open(tmp_path) as server:
        server.visitor().be_guest("Ada")
        write_address(server.database, "http://127.0.0.1:8765/")
        modes = {one.name: stat.S_IMODE(one.stat().st_mode) for one in tmp_path.iterdir()}
        assert {f"ludarium.sqlite{end}" for end in ("", "-shm", "-wal", ".address", ".lock")} <= modes.keys()
        assert set(modes.values()) == {0o600}


def test_a_database_that_everybody_could_read_becomes_private(tmp_path: Path) -> None:
    """Earlier versions made it like that. Whom its owner let read it still may."""
    with Open(tmp_path):
        pass
    for before, after in ((0o644, 0o600), (0o640, 0o640)):
        (tmp_path / "ludarium.sqlite").chmod(before)
        with Open(tmp_path):
            assert stat.S_IMODE((tmp_path / "ludarium.sqlite").stat().st_mode) == after


def test_a_device_is_no_database_and_stays_open_to_everybody(tmp_path: Path) -> None:
    """The server run by root with ``sqlite:////dev/null`` took that device away from all other programs."""
    device = tmp_path / "device"
    os.mkfifo(device)
    device.chmod(0o666)
    opened = Open(tmp_path, database=f"sqlite:///{device}")
    with pytest.raises(ServerError, match="device: not a file") as refused, opened:
        pass
    assert refused.value.key == "database_closed"
    assert stat.S_IMODE(device.stat().st_mode) == 0o666
    assert [one.name for one in tmp_path.iterdir()] == ["device"]
