"""Passkeys: logging in with a key that a device or a password manager keeps, without a password."""

import secrets
from dataclasses import dataclass
from typing import Any

import webauthn
from sqlalchemy import delete, func, insert, select
from sqlalchemy.orm import Session
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, options_to_json_dict, structs
from webauthn.helpers.exceptions import WebAuthnException

from ludarium.server.errors import PeopleError
from ludarium.server.limits import ip_of
from ludarium.server.people.models import CeremonyRow, PasskeyRow
from ludarium.server.settings import Settings
from ludarium.server.store import Store, now
from ludarium.server.wire import Ceremony, Passkey, Person

MOST = 20  # for one person
_LASTS = 5 * 60 * 1000  # milliseconds for a ceremony
_MOST_BEGUN = 5_000  # the oldest go first
_VERIFIED = structs.UserVerificationRequirement.REQUIRED
_WRONG = (WebAuthnException, ValueError, TypeError, KeyError)  # the library's reader lets some garbage through


@dataclass(frozen=True, slots=True)
class RelyingParty:
    """Where a ceremony takes place: the page's origin, and the domain for which its passkeys are."""

    origin: str
    domain: str

    def expects(self, challenge: bytes) -> dict[str, Any]:
        """What any answer to a challenge is checked for."""
        where = {"expected_rp_id": self.domain, "expected_origin": self.origin}
        return {"expected_challenge": challenge, **where, "require_user_verification": True}


class Passkeys:
    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._domain = settings.passkey_domain

    def relying_party(self, origin: str, host: str) -> RelyingParty:
        """``PeopleError`` where passkeys cannot be used: they need a name, not a number."""
        domain = self._domain or host
        if ip_of(domain) is not None:
            raise PeopleError("passkey_number", 409)
        return RelyingParty(origin, domain)

    # --- making one -------------------------------------------------------------------------------------------------
    async def begin_making(self, party: RelyingParty, person: Person) -> Ceremony:
        known = await self._store.read(lambda session: self.of(session, person.id))
        if len(known) >= MOST:
            raise PeopleError("passkeys_many", 409, most=MOST)
        options = webauthn.generate_registration_options(
            rp_id=party.domain,
            rp_name="Ludarium",
            user_name=person.name,
            user_id=person.id.encode(),
            authenticator_selection=structs.AuthenticatorSelectionCriteria(
                resident_key=structs.ResidentKeyRequirement.REQUIRED, user_verification=_VERIFIED
            ),
            exclude_credentials=[structs.PublicKeyCredentialDescriptor(base64url_to_bytes(one.id)) for one in known],
        )
        return Ceremony(await self._begin(options.challenge, person.id), options_to_json_dict(options))

    async def make(
        self, party: RelyingParty, person: Person, ceremony: str, name: str, credential: dict[str, Any]
    ) -> Passkey:
        challenge = await self._take(ceremony, person.id)
        try:
            made = webauthn.verify_registration_response(credential=credential, **party.expects(challenge))
        except _WRONG:
            raise PeopleError("passkey_wrong", 400) from None
        row = PasskeyRow(
            id=bytes_to_base64url(made.credential_id),
            person=person.id,
            name=name,
            public_key=made.credential_public_key,
            uses=made.sign_count,
            created=now(),
            used=0,
        )

        def write(session: Session) -> Passkey:
            mine = session.scalar(select(func.count()).where(PasskeyRow.person == person.id)) or 0
            if session.get(PasskeyRow, row.id) is not None or mine >= MOST:
                raise PeopleError("passkeys_many", 409, most=MOST)
            session.add(row)
            return _shown(row)

        return await self._store.write(write)

    # --- using one --------------------------------------------------------------------------------------------------
    async def begin_login(self, party: RelyingParty) -> Ceremony:
        options = webauthn.generate_authentication_options(rp_id=party.domain, user_verification=_VERIFIED)
        return Ceremony(await self._begin(options.challenge, ""), options_to_json_dict(options))

    async def check_login(self, party: RelyingParty, ceremony: str, credential: dict[str, Any]) -> tuple[str, str, int]:
        """The person who has the key, the key's id and how often it was used; for ``note_use``."""
        challenge = await self._take(ceremony, "")
        found = await self._store.read(lambda session: session.get(PasskeyRow, str(credential.get("id", ""))))
        if found is None:
            raise PeopleError("passkey_unknown", 401)
        try:
            used = webauthn.verify_authentication_response(
                credential=credential,
                credential_public_key=found.public_key,
                credential_current_sign_count=found.uses,
                **party.expects(challenge),
            )
        except _WRONG:
            raise PeopleError("passkey_wrong", 401) from None
        return found.person, found.id, used.new_sign_count

    def note_use(self, session: Session, key: str, uses: int) -> None:
        """In a write: the key was used, unless it was removed meanwhile."""
        row = session.get(PasskeyRow, key)
        if row is None:
            raise PeopleError("passkey_unknown", 401)
        row.uses, row.used = uses, now()

    # --- keeping them -----------------------------------------------------------------------------------------------
    def of(self, session: Session, person: str) -> list[Passkey]:
        rows = session.scalars(select(PasskeyRow).where(PasskeyRow.person == person).order_by(PasskeyRow.created))
        return [_shown(row) for row in rows]

    async def remove(self, person: str, key: str) -> None:
        def write(session: Session) -> None:
            row = session.get(PasskeyRow, key)
            if row is None or row.person != person:
                raise PeopleError("passkey_unknown", 404)
            session.delete(row)

        await self._store.write(write)

    # --- challenges -------------------------------------------------------------------------------------------------
    async def _begin(self, challenge: bytes, person: str) -> str:
        made = {"id": secrets.token_urlsafe(16), "challenge": challenge, "person": person, "until": now() + _LASTS}
        await self._store.write(lambda session: session.execute(insert(CeremonyRow), made))
        return str(made["id"])

    async def _take(self, ceremony: str, person: str) -> bytes:
        """A challenge is answered once, right or wrong, at whichever process."""
        row = CeremonyRow
        gone = delete(row).where(row.id == ceremony).returning(row.challenge, row.person, row.until)
        begun = await self._store.write(lambda session: session.execute(gone).one_or_none())
        if begun is None or begun.person != person or begun.until < now():
            raise PeopleError("passkey_late", 409)
        return bytes(begun.challenge)

    async def sweep(self) -> None:
        """Forget challenges that nobody has answered in time, and the oldest if there are too many."""
        row = CeremonyRow
        newest = select(row.until).order_by(row.until.desc()).offset(_MOST_BEGUN).limit(1)

        def look_up(session: Session) -> tuple[int, bool]:
            before = max(now(), session.scalar(newest) or 0)
            return before, session.scalar(select(row.id).where(row.until <= before).limit(1)) is not None

        before, some = await self._store.read(look_up)
        if some:
            await self._store.write(lambda session: session.execute(delete(row).where(row.until <= before)))


def _shown(row: PasskeyRow) -> Passkey:
    return Passkey(row.id, row.name, row.created, row.used)
