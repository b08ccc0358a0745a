"""Web push: browsers that want notices, and how one is sent to them, encrypted and signed (VAPID) by ``pywebpush``."""

import base64
import binascii
import hashlib
import logging
from typing import Any, Literal

import orjson
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from sqlalchemy import delete, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from ludarium.server.errors import NoticeError
from ludarium.server.logs import note
from ludarium.server.notices.models import PushKeyRow, PushSubscriptionRow
from ludarium.server.notices.outside import Outside, Unreachable, check_endpoint
from ludarium.server.people.models import SessionRow
from ludarium.server.settings import Settings
from ludarium.server.store import Store, now

try:
    import py_vapid
    import pywebpush
except ImportError:
    pywebpush = None

_LOG = logging.getLogger(__name__)
MOST_BROWSERS = 10  # of one person
_KEY = 1
_KEPT_SECONDS = 3 * 24 * 3600  # that a push service waits for a browser that is not there
_GONE = (404, 410)
_POINT_BYTES, _SECRET_BYTES = 65, 16
Sent = Literal["sent", "gone", "later", "refused"]


class Push:
    """``public_key`` is what browsers subscribe with; empty where there is no web push. ``loopback`` lets tests have a
    push service of their own.
    """

    def __init__(self, store: Store, settings: Settings, loopback: bool = False) -> None:
        self._store = store
        self._contact = settings.contact
        self._loopback = loopback
        self._outside = Outside(loopback)
        self._private: ec.EllipticCurvePrivateKey | None = None
        self.public_key = ""

    async def start(self) -> None:
        """Find the key, or make it: a server that starts later has the same one."""
        if pywebpush is None:
            return note(_LOG, "no notices by web push: pywebpush is missing, see docs/server.md")
        if not self._contact:
            return note(_LOG, "no notices by web push: set push_contact, see docs/server.md")
        try:
            pem = await self._store.write(_key)
        except IntegrityError:  # another process was quicker
            pem = await self._store.write(_key)
        found = serialization.load_pem_private_key(pem.encode(), None)
        assert isinstance(found, ec.EllipticCurvePrivateKey)
        self._private = found
        kind = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        self.public_key = base64.urlsafe_b64encode(found.public_key().public_bytes(*kind)).rstrip(b"=").decode()

    def subscription(
        self, endpoint: str, p256dh: str, auth: str, person: str, visit: str, locale: str
    ) -> PushSubscriptionRow:
        """A browser as it wants to be told; ``NoticeError`` if it cannot be. ``visit`` is its session's digest."""
        if not self.public_key:
            raise NoticeError("push_off", 409)
        check_endpoint(endpoint, self._loopback)
        try:
            ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _bytes(p256dh, _POINT_BYTES))
            _bytes(auth, _SECRET_BYTES)
        except ValueError:
            raise NoticeError("endpoint", 422) from None
        return PushSubscriptionRow(
            digest=hashlib.sha256(endpoint.encode()).hexdigest(),
            endpoint=endpoint,
            p256dh=p256dh,
            auth=auth,
            person=person,
            session=visit,
            locale=locale,
            created=now(),
        )

    def send(self, to: PushSubscriptionRow, payload: dict[str, str], topic: str) -> Sent:
        """In a thread: one notice to one browser. It replaces an earlier one of the topic that was not shown yet."""
        outside: Any = self._outside
        try:
            pywebpush.webpush(
                {"endpoint": to.endpoint, "keys": {"p256dh": to.p256dh, "auth": to.auth}},
                orjson.dumps(payload).decode(),
                vapid_private_key=py_vapid.Vapid02(self._private),
                vapid_claims={"sub": self._contact},
                ttl=_KEPT_SECONDS,
                headers={"Topic": topic, "Urgency": "normal"},
                timeout=5.0,
                requests_session=outside,
            )
        except Unreachable:
            return "later"
        except pywebpush.WebPushException as error:
            status = getattr(error.response, "status_code", 0)
            return "gone" if status in _GONE else "later" if status == 429 or status >= 500 else "refused"
        return "sent"


def _bytes(text: str, count: int) -> bytes:
    """What is written in base64url; ``ValueError`` if it is not so many bytes."""
    try:
        found = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except binascii.Error:
        raise ValueError from None
    if len(found) != count:
        raise ValueError
    return found


# --- in the database --------------------------------------------------------------------------------------------------
def _key(session: Session) -> str:
    """In a write."""
    row = session.get(PushKeyRow, _KEY)
    if row is None:
        kind = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
        made = ec.generate_private_key(ec.SECP256R1()).private_bytes(*kind, serialization.NoEncryption())
        row = PushKeyRow(id=_KEY, private=made.decode())
        session.add(row)
    return row.private


def keep(session: Session, wanted: PushSubscriptionRow) -> None:
    """In a write: this browser is told from now on, and for nobody else; of too many, the oldest is not any more."""
    row = PushSubscriptionRow
    session.execute(delete(row).where((row.digest == wanted.digest) | (row.session == wanted.session)))
    others = list(session.scalars(select(row.digest).where(row.person == wanted.person).order_by(row.created.desc())))
    session.execute(delete(row).where(row.digest.in_(others[MOST_BROWSERS - 1 :])))
    session.add(wanted)


def drop_browser(session: Session, visit: str) -> None:
    """In a write: the browser of a session is not told any more."""
    session.execute(delete(PushSubscriptionRow).where(PushSubscriptionRow.session == visit))


def drop(session: Session, digest: str) -> None:
    session.execute(delete(PushSubscriptionRow).where(PushSubscriptionRow.digest == digest))


def sweep(session: Session) -> None:
    """In a write: browsers that are nobody any more are told nothing."""
    visits = select(SessionRow.digest).where(SessionRow.expires > now())
    session.execute(delete(PushSubscriptionRow).where(PushSubscriptionRow.session.not_in(visits)))


def browsers_of(session: Session, person: str) -> list[PushSubscriptionRow]:
    """Those that are still this person's."""
    row, visit = PushSubscriptionRow, SessionRow
    own = (visit.digest == row.session) & (visit.person == row.person) & (visit.expires > now())
    return list(session.scalars(select(row).join(visit, own).where(row.person == person)))


def is_told(session: Session, visit: str) -> bool:
    """Whether the browser of a session is told."""
    return session.scalar(select(PushSubscriptionRow.digest).where(PushSubscriptionRow.session == visit)) is not None
