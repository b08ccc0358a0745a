"""``ludarium admin``: what it shows and does, with and without a running server, and what it says to mistakes."""

import json
import re
import shlex
import sqlite3
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from alembic import command

from ludarium.server.migrations import alembic_config
from ludarium.server.people.sanctions import DAY
from ludarium.server.rooms import storage
from ludarium.server.store import Store, now
from tests.cli.conftest import Command, Done
from tests.cli.test_docs import blocks
from tests.server.moderation.ordering import make_table, write
from tests.server.running import Server
from tests.server.visiting import Open

PAGE = "docs/admin.md"


@pytest.fixture(autouse=True)
def _database(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LUDARIUM_DATABASE", f"sqlite:///{tmp_path}/ludarium.sqlite")
    monkeypatch.setenv("LOGNAME", "admin")


@pytest.fixture
def table(tmp_path: Path) -> str:
    """A server has run: Ada, Ben and Mia have accounts, somebody with a bad name has none; the id of Ada's table."""
    with Open(tmp_path) as server:
        ada = server.visitor()
        ada.register("Ada")
        for name in ("Ben", "Mia"):
            server.visitor().register(name)
        rude = server.visitor().be_guest("Rude Word")
        table = make_table(ada, "computer")
        ada.post("/api/reports", {"reason": "name", "person": rude, "text": "Look at this name.", "table": table})
    return table


def said(done: Done) -> str:
    assert done.code == 0, done.err
    return done.out.strip()


def wrong(done: Done) -> str:
    assert done.code == 2
    assert not done.out
    return done.err.strip()


def fields(ludarium: Command, name: str) -> dict[str, object]:
    [found] = json.loads(said(ludarium("admin", "people", name, "--json")))
    return dict(found)


def test_people_are_listed_by_parts_of_their_names(ludarium: Command, table: str) -> None:
    found = json.loads(said(ludarium("admin", "people", "--json")))
    assert [(one["name"], one["guest"]) for one in found] == [
        ("Rude Word", True),
        ("Mia", False),
        ("Ben", False),
        ("Ada", False),
    ]
    assert all(abs(one["seen"] - now()) < 3_600_000 for one in found)
    assert [one["name"] for one in json.loads(said(ludarium("admin", "people", "WORD", "--json")))] == ["Rude Word"]
    assert said(ludarium("admin", "people", "100%")).startswith("Nobody found.")


def test_bans_and_mutes(ludarium: Command, table: str, tmp_path: Path) -> None:
    assert said(ludarium("admin", "ban", "ben", "--days", "7", "--why", "Insults.")) == "Ben is banned for 7 days."
    assert abs(int(str(fields(ludarium, "Ben")["banned"])) - now() - 7 * DAY) < 60_000
    assert "banned until" in said(ludarium("admin", "look", "Ben"))
    with Open(tmp_path) as server:
        refused = server.visitor().post("/api/login", {"name": "Ben", "password": "correct horse"})
        assert refused.json()["code"] == "banned_until"
    assert said(ludarium("admin", "unban", "Ben")) == "Ben can come in again."
    assert wrong(ludarium("admin", "unban", "Ben")) == "Ben isn't banned."
    assert said(ludarium("admin", "mute", "Ben")) == "Ben can't chat any more."
    assert fields(ludarium, "Ben")["muted"] == 0
    assert said(ludarium("admin", "unmute", "Ben")) == "Ben can chat again."


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("ban Ben --days 0", "--days is a whole number from 1 to 3650."),
        ("ban Ben --days 4000", "--days is a whole number from 1 to 3650."),
        ("ban Somebody", 'Nobody here is called "Somebody". Look for people with: ludarium admin people'),
        (f"ban Ben --why {'x' * 201}", "A reason has at most 200 characters. Write a shorter one."),
        (
            "rename Ben Ada",
            "The name Ada is taken, or looks like one that is. Choose another, or log in if it's yours.",
        ),
        ("moderator 'Rude Word' on", "Rude Word is a guest."),
        ("close nowhere", 'There is no table "nowhere".'),
        ("reports close", "To close a report, give its number: ludarium admin reports close N"),
        ("reports close 7", "There is no open report 7."),
        ("log --most 0", "--most is a whole number from 1 to 10000."),
        ("prune --games 0", "--games is a whole number from 1 to 36500."),
        ("restore nothing.sqlite", "There is no file nothing.sqlite."),
        ("backup no/such/folder", "The backup couldn't be written: No such file or directory."),
        (f"people {'x' * 101}", "Names have at most 40 characters."),
    ],
)
def test_mistakes_are_told_and_nothing_is_logged(ludarium: Command, table: str, typed: str, sentence: str) -> None:
    assert wrong(ludarium("admin", *shlex.split(typed))).startswith(sentence)
    assert said(ludarium("admin", "log")) == "Nothing in the log yet."


def test_without_a_database_it_says_what_to_do(ludarium: Command) -> None:
    assert "Start the server first" in wrong(ludarium("admin", "people"))


def test_a_database_of_another_version_is_left_alone(ludarium: Command, table: str, tmp_path: Path) -> None:
    for version, sentence in (("0007", "from an older version"), ("9999", "by a newer version")):
        with closing(sqlite3.connect(tmp_path / "ludarium.sqlite")) as database, database:
            database.execute("UPDATE alembic_version SET version_num = ?", [version])
        assert sentence in wrong(ludarium("admin", "people"))


def test_looking_at_a_table_shows_no_secrets(ludarium: Command, table: str, tmp_path: Path) -> None:
    told = said(ludarium("admin", "look", f"http://localhost:8765/t/{table}", "--json"))
    with closing(sqlite3.connect(tmp_path / "ludarium.sqlite")) as database:
        seed, secret = database.execute("SELECT seed, secret FROM game_table").fetchone()
        [password] = database.execute("SELECT password FROM account LIMIT 1").fetchone()
    assert secret not in told
    assert str(seed) not in told
    assert json.loads(told)["rules_version"]
    assert password not in said(ludarium("admin", "look", "Ada", "--json"))


def test_a_rename_a_closed_table_and_an_account_that_is_deleted(ludarium: Command, table: str, tmp_path: Path) -> None:
    assert said(ludarium("admin", "rename", "Ada", "Grace")) == "Ada is called Grace now."
    assert "Grace, computer (level 2)" in said(ludarium("admin", "look", table))
    assert said(ludarium("admin", "logout", "Grace")) == "Grace is logged out everywhere."
    assert fields(ludarium, "Grace")["seen"] is None
    assert said(ludarium("admin", "close", table)) == f"Table {table} is closed."
    assert json.loads(said(ludarium("admin", "look", table, "--json")))["phase"] == "closed"
    assert said(ludarium("admin", "remove", "Grace")) == "The account of Grace is deleted."
    assert said(ludarium("admin", "people", "Grace")).startswith("Nobody found.")


def test_what_is_old_goes_and_a_dry_run_only_says_so(ludarium: Command, table: str, tmp_path: Path) -> None:
    with Open(tmp_path) as server:
        guest, account = server.visitor(), server.visitor()
        guest.be_guest("Guest")
        account.register("Owner")
        old, fresh, closed, finished = (make_table(guest) for _ in range(4))
        kept = make_table(account)

        def age(session: object) -> None:
            def change(id_: str, days: int, **more: object) -> None:
                storage.write_table(session, id_, changed=now() - days * DAY, **more)  # type: ignore[arg-type]

            change(old, 8)
            change(fresh, 6)
            change(closed, 8, phase="closed")
            change(finished, 366, phase="over")
            change(kept, 366, phase="over")

        write(server, age)
    with closing(sqlite3.connect(tmp_path / "ludarium.sqlite")) as database, database:
        database.execute("UPDATE session SET expires = 1 WHERE person = (SELECT id FROM person WHERE name = 'Mia')")

    def tables() -> set[str]:
        with closing(sqlite3.connect(tmp_path / "ludarium.sqlite")) as database:
            return {id_ for [id_] in database.execute("SELECT id FROM game_table WHERE phase != 'closed'")}

    counts = {"waiting": 1, "closed": 1, "games": 1, "sessions": 1}
    assert json.loads(said(ludarium("admin", "prune", "--dry-run", "--json"))) == {"dry_run": True, **counts}
    assert tables() == {table, old, fresh, finished, kept}
    assert json.loads(said(ludarium("admin", "prune", "--json"))) == {"dry_run": False, **counts}
    assert tables() == {table, fresh, kept}
    assert json.loads(said(ludarium("admin", "prune", "--json")))["closed"] == 1  # the one that had waited
    assert tables() == {table, fresh, kept}


def test_a_copy_is_private_and_can_be_put_back(ludarium: Command, table: str, tmp_path: Path) -> None:
    said(ludarium("admin", "backup", "copy.sqlite"))
    assert (tmp_path / "copy.sqlite").stat().st_mode & 0o777 == 0o600
    assert "already" in wrong(ludarium("admin", "backup", "copy.sqlite"))
    said(ludarium("admin", "remove", "Ben"))
    told = json.loads(said(ludarium("admin", "restore", "copy.sqlite", "--json")))
    assert fields(ludarium, "Ben")["name"] == "Ben"
    with closing(sqlite3.connect(told["before"])) as before:
        assert before.execute("SELECT count(*) FROM person WHERE name = 'Ben'").fetchone() == (0,)
    with Open(tmp_path) as server:
        assert server.visitor().post("/api/login", {"name": "Ben", "password": "correct horse"}).status_code == 200


def test_what_is_no_copy_is_not_put_in_its_place(ludarium: Command, table: str, tmp_path: Path) -> None:
    said(ludarium("admin", "backup", "copy.sqlite"))
    whole = (tmp_path / "copy.sqlite").read_bytes()
    (tmp_path / "half.sqlite").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "text.sqlite").write_text("hello")
    for name in ("half.sqlite", "text.sqlite"):
        assert "isn't a backup" in wrong(ludarium("admin", "restore", name))
    with (
        closing(sqlite3.connect(tmp_path / "newer.sqlite")) as newer,
        closing(sqlite3.connect(tmp_path / "copy.sqlite")) as copy,
    ):
        copy.backup(newer)
        newer.execute("UPDATE alembic_version SET version_num = '9999'")
        newer.commit()
    assert "newer version" in wrong(ludarium("admin", "restore", "newer.sqlite"))
    assert fields(ludarium, "Ada")["name"] == "Ada"
    assert not list(tmp_path.glob("*.before-*"))
    assert not list(tmp_path.glob("*.new*"))


def test_a_copy_can_be_tried_out_without_touching_the_database(ludarium: Command, table: str, tmp_path: Path) -> None:
    """Three people and a table are in it, as the fixture made them; what happens later is not."""
    said(ludarium("admin", "backup", "copy.sqlite"))
    copy = (tmp_path / "copy.sqlite").read_bytes()
    said(ludarium("admin", "remove", "Ben"))
    with Open(tmp_path):  # a server may run meanwhile
        found = json.loads(said(ludarium("admin", "check-backup", "copy.sqlite", "--json")))
    with closing(sqlite3.connect(tmp_path / "copy.sqlite")) as database:
        [version] = database.execute("SELECT version_num FROM alembic_version").fetchone()
        [events] = database.execute("SELECT count(*) FROM table_event").fetchone()
        [people] = database.execute("SELECT count(*) FROM person").fetchone()
    assert found == {
        "file": "copy.sqlite",
        "version": version,
        "people": people,
        "tables": 1,
        "events": events,
        "faults": [],
    }
    assert (tmp_path / "copy.sqlite").read_bytes() == copy
    assert [one.name for one in tmp_path.glob("copy*")] == ["copy.sqlite"]
    assert json.loads(said(ludarium("admin", "people", "Ben", "--json"))) == []


def test_what_is_wrong_with_a_copy_is_found_when_it_is_tried_out(ludarium: Command, table: str, tmp_path: Path) -> None:
    said(ludarium("admin", "backup", "copy.sqlite"))
    whole = (tmp_path / "copy.sqlite").read_bytes()
    (tmp_path / "half.sqlite").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "dump.sqlite").write_bytes(b"PGDMP and so on")
    assert "isn't a backup that can be restored" in wrong(ludarium("admin", "check-backup", "half.sqlite"))
    assert "is a backup of a PostgreSQL database" in wrong(ludarium("admin", "check-backup", "dump.sqlite"))
    assert "There is no file" in wrong(ludarium("admin", "check-backup", "nothing.sqlite"))
    with closing(sqlite3.connect(tmp_path / "copy.sqlite")) as database, database:
        database.execute("UPDATE game_table SET ruleset = 'gone-en'")
    done = ludarium("admin", "check-backup", "copy.sqlite")
    assert done.code == 1
    assert "1 table read. 1 can't be read." in done.out
    with closing(sqlite3.connect(tmp_path / "copy.sqlite")) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    assert "newer version" in wrong(ludarium("admin", "check-backup", "copy.sqlite"))
    assert not [one for one in tmp_path.iterdir() if one.is_dir() and "sqlite" in one.name]


def test_an_older_copy_is_brought_up_to_date(ludarium: Command, table: str, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "old.sqlite")) as database:
        store = Store(f"sqlite:///{tmp_path}/old.sqlite")
        config = alembic_config()
        with store.engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "0007")
        store.close()
        database.execute("INSERT INTO person (id, name, created) VALUES ('oldoldoldold', 'Olga', 1)")
        database.commit()
    assert json.loads(said(ludarium("admin", "check-backup", "old.sqlite", "--json")))["version"] == "0007"
    said(ludarium("admin", "restore", "old.sqlite"))
    assert fields(ludarium, "Olga")["id"] == "oldoldoldold"


def test_tables_that_cannot_be_read_are_named(ludarium: Command, table: str, tmp_path: Path) -> None:
    assert said(ludarium("admin", "check")) == "1 table read. All are in order."
    with Open(tmp_path) as server:
        visitor = server.visitor()
        visitor.be_guest("Guest")
        gone, broken = make_table(visitor), make_table(visitor, "computer")
    with closing(sqlite3.connect(tmp_path / "ludarium.sqlite")) as database, database:
        database.execute("UPDATE game_table SET ruleset = 'gone-en' WHERE id = ?", [gone])
        database.execute("UPDATE table_event SET data = '{}' WHERE table_id = ?", [broken])
    done = ludarium("admin", "check", "--json")
    assert done.code == 1
    found = json.loads(done.out)
    assert {one["table"] for one in found["faults"]} == {gone, broken}
    assert found["tables"] == 3
    assert 'There is no ruleset "gone-en"' in {one["table"]: one["why"] for one in found["faults"]}[gone]


@pytest.mark.slow
def test_a_running_server_notices_within_seconds(
    ludarium: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = Server(tmp_path)
    address = server.start()
    monkeypatch.setenv("LUDARIUM_DATABASE", f"sqlite:///{tmp_path}/ludarium.db")
    try:
        with httpx.Client(base_url=address, headers={"X-Ludarium": "1"}, timeout=60) as ben:
            ben.post("/api/account", json={"name": "Ben", "password": "correct horse"})
            seats = [{"who": "you"}, {"who": "open"}]
            table = ben.post("/api/tables", json={"ruleset": "mur-en", "seats": seats}).json()["id"]
            said(ludarium("admin", "rename", "Ben", "Benjamin"))
            assert ben.get("/api/me").json()["name"] == "Benjamin"
            said(ludarium("admin", "close", table))
            assert ben.get(f"/api/tables/{table}").status_code == 410
            said(ludarium("admin", "backup", "copy.sqlite"))
            assert "already" in wrong(ludarium("admin", "restore", "copy.sqlite"))
            said(ludarium("admin", "ban", "Benjamin"))
            assert ben.get("/api/me").json()["id"] == ""
    finally:
        server.stop()
    assert "Traceback" not in "".join(server.output)


# --- the page for hosts -----------------------------------------------------------------------------------------------
def _plain(text: str) -> str:
    """Without what differs from time to time: ids, dates, sizes, the version of the database."""
    text = re.sub(r"database version \d{4}", "", text)
    text = re.sub(r"\b[a-km-np-z2-9]{12}\b", "ID", text)
    text = re.sub(r"[\w-]{16}(?=[ .]|$)", "TABLE", text, flags=re.MULTILINE)
    text = re.sub(r"\d{4}-\d\d-\d\d( \d\d:\d\d)?|\d{8}-\d{6}", "DATE", text)
    return re.sub(r"[\d.]+ MB|/\S*/", "", text)


@pytest.mark.slow
def test_the_page_for_hosts_shows_what_is_printed(ludarium: Command, table: str) -> None:
    shown = []
    for block in blocks(PAGE, "console"):
        for part in block.split("$ ludarium ")[1:]:
            typed, _, expected = part.partition("\n")
            done = ludarium(*shlex.split(typed.replace("TABLE", table)))
            assert done.code == 0, done.err
            assert _plain(done.out.strip()) == _plain(expected.strip()), typed
            shown.append(typed.split()[1])
    assert set(shown) >= {"people", "look", "ban", "mute", "rename", "moderator", "close", "reports", "log", "prune"}
