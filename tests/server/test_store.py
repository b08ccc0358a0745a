"""The store: what ``write`` has answered is on the disk, and one fault does not spoil what is written beside it."""

import asyncio
import sqlite3
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import func, select, text
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

from ludarium.server.store import Store


class Shelf(DeclarativeBase):
    pass


class Word(Shelf):
    __tablename__ = "words"
    id: Mapped[int] = mapped_column(primary_key=True)
    text: Mapped[str]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(f"sqlite:///{tmp_path}/store.db")
    Shelf.metadata.create_all(store.engine)
    yield store
    store.close()


def _put(number: int) -> Callable[[Session], None]:
    return lambda session: session.add(Word(id=number, text="x"))


def _count(session: Session) -> int:
    return session.scalar(select(func.count()).select_from(Word)) or 0


def test_it_uses_a_write_ahead_log_and_syncs_every_commit(store: Store) -> None:
    assert store.read_now(lambda session: session.scalar(text("PRAGMA journal_mode"))) == "wal"
    assert store.read_now(lambda session: session.scalar(text("PRAGMA synchronous"))) == 2  # FULL
    assert store.read_now(lambda session: session.scalar(text("PRAGMA foreign_keys"))) == 1


def test_many_writes_at_once_are_all_there(store: Store) -> None:
    async def write_all() -> None:
        await asyncio.gather(*(store.write(_put(n)) for n in range(500)))

    asyncio.run(write_all())
    assert store.read_now(_count) == 500


def test_a_write_answers_what_its_work_returns(store: Store) -> None:
    async def write() -> int:
        await store.write(_put(1))
        return await store.write(_count)

    assert asyncio.run(write()) == 1


def test_a_fault_undoes_its_own_work_alone(store: Store) -> None:
    def spoil(session: Session) -> None:
        session.add(Word(id=100, text="half of it"))
        session.flush()
        session.add(Word(id=1, text="taken already"))
        session.flush()

    async def write_three() -> tuple[object, ...]:
        first = store.write(lambda session: session.add(Word(id=1, text="first")))
        other = store.write(lambda session: session.add(Word(id=2, text="other")))
        return await asyncio.gather(first, store.write(spoil), other, return_exceptions=True)

    results = asyncio.run(write_three())
    assert results[0] is None
    assert isinstance(results[1], IntegrityError)
    assert results[2] is None
    ids = store.read_now(lambda session: list(session.scalars(select(Word.id).order_by(Word.id))))
    assert ids == [1, 2]


def test_after_a_fault_a_write_reads_what_others_have_written(store: Store) -> None:
    """The writer goes on with what it has: nothing that it read before may be taken for the present."""
    kept: list[Word] = []

    def read(session: Session) -> str:
        kept.append(session.get_one(Word, 1))
        return kept[-1].text

    def fail(_: Session) -> None:
        raise ValueError

    async def write_all() -> tuple[str, str]:
        await store.write(_put(1))
        before, _ = await asyncio.gather(store.write(read), store.write(fail), return_exceptions=True)
        with store.engine.begin() as connection:
            connection.execute(text("UPDATE words SET text = 'y'"))
        return str(before), await store.write(read)

    assert asyncio.run(write_all()) == ("x", "y")


def test_writes_are_done_in_the_order_of_the_calls(store: Store) -> None:
    async def write_all() -> None:
        await store.write(lambda session: session.add(Word(id=1, text="")))
        await asyncio.gather(*(store.write(_append(f"{n} ")) for n in range(50)))

    def _append(more: str) -> Callable[[Session], None]:
        def work(session: Session) -> None:
            session.get_one(Word, 1).text += more

        return work

    asyncio.run(write_all())
    word = store.read_now(lambda session: session.get_one(Word, 1))
    assert word.text.split() == [str(n) for n in range(50)]


def test_a_commit_that_fails_is_told_to_everybody(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """As with a full disk: whoever waits learns that nothing was written."""

    def fail(_connection: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    async def write_two() -> list[BaseException | None]:
        works = [store.write(_put(n)) for n in (1, 2)]
        return await asyncio.gather(*works, return_exceptions=True)

    with monkeypatch.context() as full:
        full.setattr(store.engine.dialect, "do_commit", fail)
        results = asyncio.run(write_two())
    assert [type(result) for result in results] == [OperationalError, OperationalError]
    assert store.read_now(_count) == 0
    assert asyncio.run(write_two()) == [None, None]  # there is room again
    assert store.read_now(_count) == 2


def test_after_closing_everything_asked_for_is_written(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/store.db"

    async def write_and_close() -> None:
        store = Store(url)
        Shelf.metadata.create_all(store.engine)
        waiting = [asyncio.create_task(store.write(_put(n))) for n in range(20)]
        await asyncio.sleep(0)
        store.close()
        await asyncio.gather(*waiting)

    asyncio.run(write_and_close())
    again = Store(url)
    assert again.read_now(_count) == 20
    again.close()


def test_what_was_answered_survives_a_kill(tmp_path: Path) -> None:
    """Another process writes and says so, line by line, until it is killed without warning."""
    program = textwrap.dedent(f"""
        import asyncio
        from tests.server.test_store import Shelf, Word
        from ludarium.server.store import Store

        async def main():
            store = Store("sqlite:///{tmp_path}/store.db")
            Shelf.metadata.create_all(store.engine)
            for number in range(100_000):
                await store.write(lambda session: session.add(Word(id=number, text="x")))
                print(number, flush=True)

        asyncio.run(main())
    """)
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        told = [int(process.stdout.readline()) for _ in range(50)]
        process.kill()
        told += [int(line) for line in process.stdout if line.endswith("\n")]
    again = Store(f"sqlite:///{tmp_path}/store.db")
    kept = again.read_now(lambda session: set(session.scalars(select(Word.id))))
    again.close()
    assert set(told) <= kept
