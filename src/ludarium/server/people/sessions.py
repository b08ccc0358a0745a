"""Sessions: which browser is who. A browser has a random token in a cookie, the database only what it hashes to."""

import hashlib
import secrets
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from ludarium.server.people.models import AccountRow, PersonRow, SessionRow
from ludarium.server.processes import changes
from ludarium.server.store import Store, now
from ludarium.server.wire import Person

_DAY = 24 * 3600 * 1000
_RECENT = 10 * 60 * 1000
_MOST_KEPT = 20_000  # in memory
_LONGEST_TOKEN = 100


@dataclass(frozen=True, slots=True)
class Visit:
    """A session that is going on. ``begun`` is when somebody logged in."""

    digest: str
    person: Person
    begun: int
    expires: int

    @property
    def is_recent(self) -> bool:
        """Whether somebody has just shown who they are."""
        return now() - self.begun < _RECENT


class Sessions:
    """All sessions. What was found in the database is kept in memory: who changes it tells every process."""

    def __init__(self, store: Store, days: int) -> None:
        self._store = store
        self._length = days * _DAY
        self._known: dict[str, Visit] = {}
        self._changes = 0  # what was read before a change must not be kept after it
        self._attended: dict[str, list[Callable[[], None]]] = {}  # by digest

    async def find(self, token: str) -> Visit | None:
        if not token or len(token) > _LONGEST_TOKEN:
            return None
        digest, changes = digest_of(token), self._changes
        visit = self._known.get(digest) or await self._store.read(lambda session: _look_up(session, digest))
        if visit is not None and visit.expires < now() + self._length - _DAY:
            visit = await self._store.write(lambda session: self._prolong(session, digest))
        if visit is None:
            self._known.pop(digest, None)
        elif changes == self._changes:
            self._keep(visit)
        return visit

    def begin(self, session: Session, person: str, instead: Visit | None = None) -> str:
        """In a write: a new session, and the end of the one before; gives the token for the cookie."""
        token = secrets.token_urlsafe(32)
        if instead is not None:
            _end(session, instead.digest)
        row = SessionRow(digest=digest_of(token), person=person, created=now(), expires=now() + self._length)
        session.add(row)
        _note_visit(session, person)
        return token

    async def end(self, visit: Visit) -> None:
        await self._store.write(lambda session: _end(session, visit.digest))
        self.ended([visit.digest])

    @staticmethod
    def end_all(session: Session, person: str) -> list[str]:
        """In a write: nobody is this person any more; the digests of the sessions that were."""
        own = SessionRow.person == person
        digests = list(session.scalars(select(SessionRow.digest).where(own)))
        for digest in digests:
            _end(session, digest)
        return digests

    def ended(self, digests: Iterable[str]) -> None:
        """After a write that ended sessions."""
        self._changes += 1
        for digest in digests:
            self._known.pop(digest, None)
            for leave in self._attended.get(digest, ()):
                leave()

    @contextmanager
    def attended(self, token: str, leave: Callable[[], None]) -> Iterator[None]:
        """Call ``leave`` if the session ends meanwhile."""
        digest = digest_of(token)
        self._attended.setdefault(digest, []).append(leave)
        try:
            yield
        finally:
            self._attended[digest].remove(leave)
            if not self._attended[digest]:
                del self._attended[digest]

    def forget(self, person: str) -> None:
        """After a write that changed something about a person."""
        self._changes += 1
        for digest in [digest for digest, visit in self._known.items() if visit.person.id == person]:
            del self._known[digest]

    def doubt(self) -> None:
        """Changes may have been missed: believe nothing that is in memory."""
        self._changes += 1
        self._known.clear()

    async def check(self) -> None:
        """Find out which sessions with WebSockets have ended meanwhile."""
        attended = list(self._attended)
        known = select(SessionRow.digest).where(SessionRow.digest.in_(attended))
        alive = set(await self._store.read(lambda session: list(session.scalars(known))))
        self.ended(digest for digest in attended if digest not in alive)

    async def sweep(self) -> None:
        """Remove what has expired."""
        gone = delete(SessionRow).where(SessionRow.expires <= now())
        await self._store.write(lambda session: session.execute(gone))

    def _keep(self, visit: Visit) -> None:
        self._known[visit.digest] = visit
        if len(self._known) > _MOST_KEPT:
            del self._known[next(iter(self._known))]

    def _prolong(self, session: Session, digest: str) -> Visit | None:
        """In a write: it lasts from now on, unless it is over."""
        row = session.get(SessionRow, digest)
        if row is None or row.expires <= now():
            return None
        row.expires = now() + self._length
        _note_visit(session, row.person)
        return _look_up(session, digest)


def _note_visit(session: Session, person: str) -> None:
    session.execute(update(PersonRow).where(PersonRow.id == person).values(seen=now()))


def _look_up(session: Session, digest: str) -> Visit | None:
    found = session.execute(
        select(SessionRow, PersonRow, AccountRow.person)
        .join(PersonRow, PersonRow.id == SessionRow.person)
        .outerjoin(AccountRow, AccountRow.person == PersonRow.id)
        .where(SessionRow.digest == digest)
    ).one_or_none()
    if found is None:
        return None
    row, person, account = found
    return Visit(digest, Person(person.id, person.name, account is None), row.created, row.expires)


def digest_of(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def _end(session: Session, digest: str) -> None:
    session.execute(delete(SessionRow).where(SessionRow.digest == digest))
    changes.tell(session, changes.SESSION, digest)
