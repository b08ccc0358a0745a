"""Mail addresses: given by somebody, used once a link that was sent there has been followed; and links that let
somebody choose another password.
"""

import hashlib
import secrets
from functools import partial
from typing import Literal

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from ludarium.server.errors import NoticeError
from ludarium.server.limits import Limit, ProcessCount, is_this_machine, network_of
from ludarium.server.notices.models import MailAddressRow, MailNoticeRow, MailTokenRow
from ludarium.server.people.models import AccountRow, PersonRow
from ludarium.server.people.names import fold
from ludarium.server.settings import Settings, is_mail_address
from ludarium.server.store import now

_HOUR = 3600.0
_LASTS = {"confirm": 24 * 3600 * 1000, "password": 3600 * 1000}  # milliseconds
_MOST_ACCOUNTS = 5  # with one address that are helped at once
Purpose = Literal["confirm", "password"]


class MailLimits:
    """Nobody fills another's mailbox, or tries many names. Whether there is such a name changes nothing."""

    def __init__(self, settings: Settings, process_count: ProcessCount | None = None) -> None:
        limit = partial(Limit, seconds=_HOUR, process_count=process_count)
        self._person = limit(settings.at_most(5))
        self._wish = limit(settings.at_most(3))
        self._network = limit(settings.at_most(20))
        self._tries = limit(settings.at_most(30))

    def ask(self, wish: str, network: str, person: str = "") -> None:
        """A mail is wanted, for an address or a name."""
        if not is_this_machine(network):
            self._network.take(network_of(network))
        if person:
            self._person.take(person)
        self._wish.take(folded(wish))

    def follow(self, network: str) -> None:
        """A link is tried."""
        if not is_this_machine(network):
            self._tries.take(network_of(network))


def folded(address: str) -> str:
    return address.strip().casefold()


def read_address(text: str) -> str:
    address = text.strip()
    if not is_mail_address(address):
        raise NoticeError("address_form", 422)
    return address


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


# --- links: all within a write ----------------------------------------------------------------------------------------
def new_token(session: Session, person: str, purpose: Purpose, address: str) -> str:
    """A link for somebody; earlier ones for the same are of no use any more."""
    row, token = MailTokenRow, secrets.token_urlsafe(32)
    session.execute(delete(row).where((row.person == person) & (row.purpose == purpose) | (row.expires <= now())))
    expires = now() + _LASTS[purpose]
    session.add(row(digest=_digest(token), person=person, purpose=purpose, address=address, expires=expires))
    return token


def take_token(session: Session, token: str, purpose: Purpose) -> MailTokenRow:
    """What a link is for; it can be followed once. ``NoticeError`` if it cannot be."""
    found = session.get(MailTokenRow, _digest(token))
    if found is None or found.purpose != purpose or found.expires <= now():
        raise NoticeError("link_old", 410)
    session.delete(found)
    session.flush()
    return found


def asked_by(session: Session, person: str) -> str:
    """The address that somebody gave and has not confirmed."""
    row = MailTokenRow
    waiting = select(row.address).where(row.person == person, row.purpose == "confirm", row.expires > now())
    return session.scalar(waiting) or ""


# --- addresses --------------------------------------------------------------------------------------------------------
def confirm(session: Session, token: str, locale: str) -> str:
    """In a write: the address is its owner's from now on, and mails of turns are as they were: at first, none."""
    found = take_token(session, token, "confirm")
    before = session.get(MailAddressRow, found.person)
    turns = before is not None and before.turns
    if before is not None:
        session.delete(before)
        session.flush()
    session.execute(delete(MailTokenRow).where(MailTokenRow.person == found.person))  # also those to the address before
    row = MailAddressRow(
        person=found.person,
        address=found.address,
        folded=folded(found.address),
        turns=turns,
        locale=locale,
        stop=secrets.token_urlsafe(32),
        mailed=0,
        created=now(),
    )
    session.add(row)
    return row.address


def remove(session: Session, person: str) -> None:
    """In a write: nothing about mail is known of somebody any more."""
    for kind in (MailAddressRow, MailTokenRow, MailNoticeRow):
        session.execute(delete(kind).where(kind.person == person))


def stop(session: Session, token: str) -> None:
    """In a write: no more mails of turns. A link may be followed again, and an unknown one gets the same answer."""
    found = session.execute(select(MailAddressRow).where(MailAddressRow.stop == token)).scalar_one_or_none()
    if found is not None:
        found.turns = False
        session.execute(delete(MailNoticeRow).where(MailNoticeRow.person == found.person))


def forgetful(session: Session, who: str) -> list[tuple[MailAddressRow, str]]:
    """Those who may be meant by a name or an address, each with the name of the account."""
    meant = (AccountRow.folded == fold(who)) | (MailAddressRow.folded == folded(who))
    found = session.execute(
        select(MailAddressRow, PersonRow.name)
        .join(AccountRow, AccountRow.person == MailAddressRow.person)
        .join(PersonRow, PersonRow.id == AccountRow.person)
        .where(meant)
        .limit(_MOST_ACCOUNTS)
    )
    return [(row, name) for row, name in found]
