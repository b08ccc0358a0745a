"""Recovery codes: who has lost password and passkeys can log in with one of them, once, and set a new password."""

import secrets

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from ludarium.server.errors import PeopleError
from ludarium.server.people.models import AccountRow, RecoveryCodeRow
from ludarium.server.people.names import fold
from ludarium.server.people.passwords import Passwords
from ludarium.server.people.people import People, PersonalData
from ludarium.server.people.sessions import Visit
from ludarium.server.store import Store, now
from ludarium.server.wire import CodesLeft, Person

COUNT = 8
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that is taken for another
_LENGTH, _GROUP = 12, 4  # more than 59 bits


class Recovery:
    """A code begins with its number, so that only one hash has to be looked at, however many codes there are."""

    def __init__(self, store: Store, people: People) -> None:
        self._store = store
        self._people = people

    @property
    def _passwords(self) -> Passwords:
        return self._people.passwords

    async def make(self, visit: Visit) -> list[str]:
        """New codes instead of the ones before. They are shown now and never again: only hashes are kept."""
        secrets_ = ["".join(secrets.choice(_LETTERS) for _ in range(_LENGTH)) for _ in range(COUNT)]
        hashed = [await self._passwords.hash(one) for one in secrets_]
        person, made = visit.person.id, now()

        def write(session: Session) -> None:
            if session.get(AccountRow, person) is None:  # deleted meanwhile
                raise PeopleError("account_needed", 403)
            session.execute(delete(RecoveryCodeRow).where(RecoveryCodeRow.person == person))
            for number, one in enumerate(hashed, 1):
                session.add(RecoveryCodeRow(person=person, number=number, hashed=one, made=made))

        await self._store.write(write)
        return [_written(number, one) for number, one in enumerate(secrets_, 1)]

    async def left(self, person: str) -> CodesLeft:
        def look_up(session: Session) -> CodesLeft:
            row = RecoveryCodeRow
            count, made = session.execute(select(func.count(), func.max(row.made)).where(row.person == person)).one()
            return CodesLeft(count, made or 0)

        return await self._store.read(look_up)

    async def use(self, visit: Visit | None, name: str, code: str, password: str, address: str) -> tuple[Person, str]:
        """Log in with a code and set a new password; all other sessions end. A wrong name and a wrong code give the
        same answer after the same time, and both count as tries at the password do.
        """
        self._passwords.check_length(password)
        folded = fold(name)
        number, secret = _read(code)

        def look_up(session: Session) -> RecoveryCodeRow | None:
            return session.scalar(
                select(RecoveryCodeRow)
                .join(AccountRow, AccountRow.person == RecoveryCodeRow.person)
                .where(AccountRow.folded == folded, RecoveryCodeRow.number == number)
            )

        found = await self._store.read(look_up)
        if not await self._passwords.check(found.hashed if found else None, secret, folded, address) or not found:
            raise PeopleError("code_wrong", 401)
        hashed = await self._passwords.hash(password)
        ended: list[str] = []

        def write(session: Session) -> tuple[Person, str]:
            account = session.get(AccountRow, found.person)
            code_row = session.get(RecoveryCodeRow, (found.person, found.number))
            if account is None or code_row is None or code_row.hashed != found.hashed:  # used meanwhile
                raise PeopleError("code_wrong", 401)
            session.delete(code_row)
            account.password = hashed
            ended[:] = self._people.sessions.end_all(session, found.person)
            return self._people.welcome(session, found.person, visit)

        done = await self._people.enter(visit, write)
        self._people.sessions.ended(ended)
        return done


def _written(number: int, secret: str) -> str:
    """Easy to copy from paper: 3-abcd-efgh-jkmn."""
    return "-".join([str(number), *(secret[at : at + _GROUP] for at in range(0, _LENGTH, _GROUP))])


def _read(code: str) -> tuple[int, str]:
    """What somebody typed, with or without hyphens, spaces and capitals."""
    plain = "".join(letter for letter in code.lower() if letter.isascii() and letter.isalnum())
    number = int(plain[0]) if plain[:1].isdigit() else 0
    return number, plain[1 : 1 + 4 * _LENGTH] or "-"


# --- a person's data --------------------------------------------------------------------------------------------------
def _tell(session: Session, person: str) -> object:
    row = RecoveryCodeRow
    found = session.execute(select(row.number, row.made).where(row.person == person).order_by(row.number))
    return [{"number": number, "made": made} for number, made in found]


def _forget(session: Session, person: str) -> None:
    session.execute(delete(RecoveryCodeRow).where(RecoveryCodeRow.person == person))


RECOVERY_DATA = PersonalData("recovery_codes", _tell, _forget)
