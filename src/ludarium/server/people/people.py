"""Everybody the server knows: guests become accounts, accounts log in, change and leave."""

import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import takewhile
from time import monotonic

from sqlalchemy import delete, or_, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from ludarium.server.errors import PeopleError
from ludarium.server.limits import Limits, ProcessCount
from ludarium.server.people import ratings, sanctions
from ludarium.server.people.models import (
    ID_LENGTH,
    AccountRow,
    CeremonyRow,
    ModeratorRow,
    PasskeyRow,
    PersonRow,
    RatingRow,
    SanctionRow,
    SessionRow,
)
from ludarium.server.people.names import fold, looks_of, read_name
from ludarium.server.people.passkeys import Passkeys
from ludarium.server.people.passwords import Passwords
from ludarium.server.people.sessions import Sessions, Visit
from ludarium.server.processes import changes
from ludarium.server.settings import Settings
from ludarium.server.store import Store, now
from ludarium.server.wire import Person, Profile

_HERE = 120.0  # seconds
_MOST_ASKED = 20_000
_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"  # none that is taken for another


@dataclass(frozen=True)
class PersonalData:
    """What another part of the server stores about people: ``tell`` exports it, ``forget`` deletes it."""

    name: str
    tell: Callable[[Session, str], object]
    forget: Callable[[Session, str], None]
    forgotten: Callable[[str], None] = lambda person: None  # after that was written


class People:
    def __init__(self, store: Store, settings: Settings, process_count: ProcessCount | None = None) -> None:
        self._store = store
        self.limits = Limits(settings, process_count)
        self.sessions = Sessions(store, settings.session_days)
        self.passwords = Passwords(self.limits.process_count)
        self.passkeys = Passkeys(store, settings)
        self.personal_data: list[PersonalData] = []
        self._asked: OrderedDict[str, float] = OrderedDict()  # when each person last asked for something

    async def start(self) -> None:
        await self.sessions.sweep()

    # --- who is that? -----------------------------------------------------------------------------------------------
    async def person_of(self, token: str) -> Person | None:
        """The person whose session has this token."""
        visit = await self.sessions.find(token)
        if visit is None:
            return None
        self._asked[visit.person.id] = monotonic()
        self._asked.move_to_end(visit.person.id)
        if len(self._asked) > _MOST_ASKED:
            self._asked.popitem(last=False)
        return visit.person

    def is_here(self, person: str) -> bool:
        """Whether somebody asked for something a moment ago, as open pages do."""
        return monotonic() - self._asked.get(person, -_HERE) < _HERE

    def are_here(self) -> set[str]:
        """All of those."""
        since = monotonic() - _HERE
        return set(takewhile(lambda person: self._asked[person] > since, reversed(self._asked)))

    async def profile(self, person: str, locale: str) -> Profile:
        def look_up(session: Session) -> Profile:
            row = session.get(PersonRow, person)
            if row is None or not row.name:
                raise PeopleError("person_unknown", 404)
            guest = session.get(AccountRow, person) is None
            return Profile(row.id, row.name, guest, ratings.ratings_of(session, person, locale))

        return await self._store.read(look_up)

    # --- coming -----------------------------------------------------------------------------------------------------
    async def call_myself(self, visit: Visit | None, name: str, address: str) -> tuple[Person, str]:
        """Choose a name, as a new guest or instead of the one before. The token is empty if the cookie stays."""
        name = read_name(name)
        if visit is None:
            self.limits.greet(address)

        def write(session: Session) -> tuple[Person, str]:
            refuse_taken(session, name, visit.person.id if visit else "")
            if visit is None:
                row = _new_person(session, name)
                return Person(row.id, row.name, True), self.sessions.begin(session, row.id)
            rename(session, visit.person.id, name)
            return replace(visit.person, name=name), ""

        with _refusing_taken(name):
            done = await self._store.write(write)
        self.sessions.forget(done[0].id)
        return done

    async def make_account(self, visit: Visit | None, name: str, password: str, address: str) -> tuple[Person, str]:
        """A guest keeps everything; somebody new begins with an account."""
        name = read_name(name)
        if visit is not None and not visit.person.guest:
            raise PeopleError("account_already", 409)
        self.limits.greet(address)
        hashed = await self.passwords.hash(password)

        def write(session: Session) -> tuple[Person, str]:
            refuse_taken(session, name, visit.person.id if visit else "")
            person = visit.person.id if visit else _new_person(session, name).id
            if session.get(AccountRow, person) is not None:
                raise PeopleError("account_already", 409)
            session.add(
                AccountRow(person=person, folded=fold(name), looks=looks_of(name), password=hashed, created=now())
            )
            session.flush()
            rename(session, person, name)
            return Person(person, name, False), self.sessions.begin(session, person, visit)

        with _refusing_taken(name):
            return await self.enter(visit, write)

    async def log_in(self, visit: Visit | None, name: str, password: str, address: str) -> tuple[Person, str]:
        """A wrong name and a wrong password give the same answer after the same time."""
        folded = fold(name)
        found = await self._store.read(
            lambda session: session.execute(select(AccountRow).where(AccountRow.folded == folded)).scalar_one_or_none()
        )
        if not await self.passwords.check(found.password if found else None, password, folded, address) or not found:
            raise PeopleError("login_wrong", 401)
        anew = await self.passwords.hash(password) if self.passwords.is_old(found.password) else found.password

        def write(session: Session) -> tuple[Person, str]:
            account = session.get(AccountRow, found.person)
            if account is None or account.password != found.password:  # deleted or changed meanwhile
                raise PeopleError("login_wrong", 401)
            account.password = anew
            return self.welcome(session, found.person, visit)

        return await self.enter(visit, write)

    def welcome(self, session: Session, person: str, visit: Visit | None) -> tuple[Person, str]:
        """In a write: somebody has shown that they are this person."""
        sanctions.check(session, person, "ban")
        row = session.get_one(PersonRow, person)
        return Person(row.id, row.name, False), self.sessions.begin(session, person, visit)

    async def enter(self, visit: Visit | None, write: Callable[[Session], tuple[Person, str]]) -> tuple[Person, str]:
        """Do a write by which somebody begins a session; the one before is over then."""
        done = await self._store.write(write)
        if visit is not None:
            self.sessions.ended([visit.digest])
        return done

    # --- changing and leaving ---------------------------------------------------------------------------------------
    async def confirm(self, visit: Visit, password: str, address: str) -> None:
        """What cannot be undone needs the password, or a login of a moment ago."""
        if visit.person.guest:
            raise PeopleError("account_needed", 403)
        if visit.is_recent and not password:
            return
        account = await self._store.read(lambda session: session.get(AccountRow, visit.person.id))
        if account is None or not password:
            raise PeopleError("password_again", 403)
        if not await self.passwords.check(account.password, password, account.folded, address):
            raise PeopleError("password_wrong", 403)

    async def change_password(self, visit: Visit, password: str) -> str:
        """All other sessions end; this one goes on with another token."""
        hashed = await self.passwords.hash(password)

        def write(session: Session) -> tuple[str, list[str]]:
            account = session.get(AccountRow, visit.person.id)
            if account is None:  # deleted meanwhile
                raise PeopleError("account_needed", 403)
            account.password = hashed
            ended = self.sessions.end_all(session, visit.person.id)
            return self.sessions.begin(session, visit.person.id), ended

        token, ended = await self._store.write(write)
        self.sessions.ended(ended)
        return token

    async def recover(self, password: str, person_of: Callable[[Session], str]) -> None:
        """Another password for whoever ``person_of`` finds in the same write, and no session goes on."""
        hashed = await self.passwords.hash(password)

        def write(session: Session) -> list[str]:
            person = person_of(session)
            account = session.get(AccountRow, person)
            if account is None:  # deleted meanwhile
                raise PeopleError("account_needed", 403)
            account.password = hashed
            return self.sessions.end_all(session, person)

        self.sessions.ended(await self._store.write(write))

    async def delete_account(self, visit: Visit) -> None:
        await self.delete(visit.person.id)

    async def delete(self, person: str) -> None:
        """Games stay, without a name; everything else about a person goes, whether a guest or an account."""

        def write(session: Session) -> list[str]:
            row = session.get(PersonRow, person)
            if row is None or not row.name:  # done meanwhile
                return []
            erase(session, person, self.personal_data)
            return self.sessions.end_all(session, person)

        self.sessions.ended(await self._store.write(write))
        self.is_gone(person)

    def is_gone(self, person: str) -> None:
        """After a write that deleted somebody, in whichever process."""
        self.sessions.forget(person)
        self._asked.pop(person, None)
        for one in self.personal_data:
            one.forgotten(person)

    async def all_about(self, visit: Visit, locale: str) -> dict[str, object]:
        """Everything that is stored about somebody, but for what would let others log in."""
        person = visit.person.id

        def look_up(session: Session) -> dict[str, object]:
            row = session.get_one(PersonRow, person)
            visits = session.scalars(select(SessionRow).where(SessionRow.person == person).order_by(SessionRow.created))
            told: dict[str, object] = {
                "id": person,
                "name": row.name,
                "guest": visit.person.guest,
                "created": row.created,
                "seen": row.seen,
                "ratings": ratings.ratings_of(session, person, locale),
                "passkeys": self.passkeys.of(session, person),
                "sessions": [{"created": one.created, "expires": one.expires} for one in visits],
                "sanctions": [
                    {"kind": one.kind, "since": one.since, "until": one.until, "why": one.why}
                    for one in session.scalars(select(SanctionRow).where(SanctionRow.person == person))
                ],
            }
            return told | {one.name: one.tell(session, person) for one in self.personal_data}

        return await self._store.read(look_up)


@contextmanager
def _refusing_taken(name: str) -> Iterator[None]:
    """Another process may give the name to somebody else after we have looked."""
    try:
        yield
    except IntegrityError:
        raise PeopleError("name_taken", 409, name=name) from None


def refuse_taken(session: Session, name: str, person: str) -> None:
    """Nobody but the person may have a name that an account has."""
    alike = select(AccountRow.person).where(or_(AccountRow.folded == fold(name), AccountRow.looks == looks_of(name)))
    if set(session.scalars(alike)) - {person}:
        raise PeopleError("name_taken", 409, name=name)


def _new_person(session: Session, name: str) -> PersonRow:
    row = PersonRow(id="".join(secrets.choice(_LETTERS) for _ in range(ID_LENGTH)), name=name, created=now())
    session.add(row)
    session.flush()
    return row


def erase(session: Session, person: str, personal_data: Iterable[PersonalData]) -> None:
    """In a write: everything about a person goes, but for games, which stay without a name, and what somebody who is
    banned could otherwise get rid of.
    """
    for one in personal_data:
        one.forget(session, person)
    for kind in (PasskeyRow, CeremonyRow, RatingRow, ModeratorRow, AccountRow):
        session.execute(delete(kind).where(kind.person == person))
    row = session.get_one(PersonRow, person)
    row.name, row.seen, row.created = "", None, 0
    changes.tell(session, changes.GONE, person)


def rename(session: Session, person: str, name: str) -> None:
    session.get_one(PersonRow, person).name = name
    account = session.get(AccountRow, person)
    if account is not None:
        account.folded, account.looks = fold(name), looks_of(name)
    changes.tell(session, changes.PERSON, person)
