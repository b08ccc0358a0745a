"""Tells people who are away: ``notify`` puts a notice into a short queue, and whoever gave it goes on at once.

Browsers are told at once, by a few tasks that work in threads. Mails wait in the database and are collected: after
one, the next comes a quarter of an hour later at the earliest, with all that is still true then.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from email.message import EmailMessage
from functools import partial
from typing import Protocol, TypeVar, cast

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from ludarium.server.limits import ProcessCount
from ludarium.server.logs import Seldom
from ludarium.server.notices import addresses, push
from ludarium.server.notices.addresses import MailLimits
from ludarium.server.notices.kinds import NoticeKind
from ludarium.server.notices.mail import Mailer, NotSent, Told
from ludarium.server.notices.models import MailAddressRow, MailNoticeRow, PushSubscriptionRow
from ludarium.server.notices.push import Push
from ludarium.server.notices.texts import about, is_to_act
from ludarium.server.people.models import PersonRow
from ludarium.server.people.people import PersonalData
from ludarium.server.settings import Settings
from ludarium.server.store import Store, connection_of, now
from ludarium.server.wire import NoticeChoices

_LOG = logging.getLogger(__name__)
T = TypeVar("T")
_MOST_WAITING = 2_000  # what is too much is not sent: a notice is no promise
_AT_ONCE = 6
_AGAIN = (10.0, 60.0, 300.0)  # seconds until what could not be sent is tried again
_CLOSING_SECONDS = 2.0
_MAIL_ROUND = 30.0  # seconds
MAIL_PAUSE = 15 * 60 * 1000  # milliseconds between two mails to one person
_MAIL_LASTS = 24 * 3600 * 1000  # what could not be mailed for so long is old news
_MOST_MAILS = 200  # in one round
_MAILS_AT_ONCE = 2
_Work = Callable[[], Awaitable[None]]


class _Watch(Protocol):
    """Hears what became of notices: by ``push`` or ``mail``, and as ``metrics.NOTICES`` calls it."""

    def __call__(self, way: str, result: str, count: int = 1) -> None: ...


class Notices:
    """``loopback`` lets tests have a push service of their own."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        loopback: bool = False,
        clock: Callable[[], int] = now,
        process_count: ProcessCount | None = None,
    ) -> None:
        self._store = store
        self._now = clock
        self.push = Push(store, settings, loopback)
        self.mailer = Mailer(settings)
        self.mail_limits = MailLimits(settings, process_count)
        self.again = _AGAIN
        self.watch: _Watch = lambda way, result, count=1: None
        self.mails_waiting = 0  # rows, at the last round
        self._waiting: asyncio.Queue[_Work] = asyncio.Queue(_MOST_WAITING)
        self._threads = ThreadPoolExecutor(_AT_ONCE, "ludarium-notices")
        self._tasks: list[asyncio.Task[None]] = []
        self._timers: set[asyncio.TimerHandle] = set()
        self._dropped = Seldom(_LOG)

    # --- start and end ----------------------------------------------------------------------------------------------
    async def start(self) -> None:
        await self._store.write(push.sweep)
        await self.push.start()
        self._tasks = [asyncio.create_task(self._work()) for _ in range(_AT_ONCE)]
        if self.mailer.on:
            self._tasks.append(asyncio.create_task(self._mail_rounds()))

    async def close(self) -> None:
        """What waits is sent if that is quick."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_CLOSING_SECONDS):
                await self.rest()
        for timer in self._timers:
            timer.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._threads.shutdown(wait=False, cancel_futures=True)

    @property
    def waiting(self) -> int:
        """How many notices and single mails wait to be sent, or to be tried again."""
        return self._waiting.qsize() + len(self._timers)

    async def rest(self) -> None:
        """Until nothing waits to be sent."""
        await self._waiting.join()

    async def _work(self) -> None:
        while True:
            work = await self._waiting.get()
            try:
                await work()
            except Exception:
                _LOG.exception("a notice could not be sent")
            finally:
                self._waiting.task_done()

    def _soon(self, work: _Work) -> None:
        try:
            self._waiting.put_nowait(work)
        except asyncio.QueueFull:
            self._dropped.warn("a notice was dropped: too many are waiting to be sent")

    def _later(self, seconds: float, work: _Work) -> None:
        def begin() -> None:
            self._timers.discard(timer)
            self._soon(work)

        if len(self._timers) >= _MOST_WAITING:
            return self._dropped.warn("a notice was dropped: too many are waiting to be tried again")
        timer = asyncio.get_running_loop().call_later(seconds, begin)
        self._timers.add(timer)

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    # --- telling ----------------------------------------------------------------------------------------------------
    def notify(self, person: str, kind: NoticeKind, table: str) -> None:
        """Tell somebody about a table, as they wish to be told; whoever calls this does not wait for it."""
        if person and (self.push.public_key or self.mailer.on):
            self._soon(partial(self._tell, person, kind, table))

    async def _tell(self, person: str, kind: NoticeKind, table: str) -> None:
        found, browsers, by_mail = await self._store.read(
            lambda session: (
                about(session, table, person),
                push.browsers_of(session, person) if self.push.public_key else [],
                self.mailer.on and _wants_mail(session, person),
            )
        )
        if found is None:
            return
        if by_mail:
            at = self._now()
            await self._store.write(lambda session: _keep_for_mail(session, person, kind, table, at))
        for browser in browsers:
            self._soon(partial(self._show, browser, found.says(kind, browser.locale), table))

    async def _show(self, browser: PushSubscriptionRow, payload: dict[str, str], topic: str, tries: int = 0) -> None:
        sent = await self._in_thread(lambda: self.push.send(browser, payload, topic))
        if sent == "gone":
            self.watch("push", "gone")
            await self._store.write(lambda session: push.drop(session, browser.digest))
        elif sent == "later" and tries < len(self.again):
            self.watch("push", "failed")
            self._later(self.again[tries], partial(self._show, browser, payload, topic, tries + 1))
        elif sent != "sent":
            self.watch("push", "given_up")
            self._dropped.warn("a push service did not take a notice")
        else:
            self.watch("push", "sent")

    # --- mails ------------------------------------------------------------------------------------------------------
    async def _mail_rounds(self) -> None:
        while True:
            await asyncio.sleep(_MAIL_ROUND)
            try:
                await self.mail_round()
            except Exception:
                _LOG.exception("notices could not be mailed")

    async def mail_round(self) -> None:
        """One mail to everybody who has notices and has not had a mail a moment ago."""
        time = self._now()
        due = await self._store.read(lambda session: _due(session, time))
        if old := await self._store.write(lambda session: _forget_old(session, time)):
            self.watch("mail", "given_up", old)
        gate = asyncio.Semaphore(_MAILS_AT_ONCE)

        async def send(one: _Mail) -> None:
            async with gate:
                await self._mail_notices(one, time)

        await asyncio.gather(*map(send, due))
        self.mails_waiting = await self._store.read(_count_waiting)

    async def _mail_notices(self, one: "_Mail", time: int) -> None:
        if not await self._store.write(lambda session: _claim(session, one, time)):
            return
        try:
            await self._in_thread(partial(self.mailer.send, self.mailer.notices(one.to, one.name, one.told)))
        except NotSent as error:  # after the pause it is tried again
            self.watch("mail", "given_up" if error.forever else "failed")
            self._dropped.warn(f"a mail could not be sent: {error}")
            if error.forever:
                await self._store.write(partial(addresses.stop, token=one.to.stop))
            return
        self.watch("mail", "sent")
        await self._store.write(lambda session: _mailed(session, one.to.person, time))

    def mail(self, message: EmailMessage) -> None:
        """Send a single mail soon."""

        async def send(tries: int = 0) -> None:
            try:
                await self._in_thread(partial(self.mailer.send, message))
            except NotSent as error:
                again = not error.forever and tries < len(self.again)
                self.watch("mail", "failed" if again else "given_up")
                self._dropped.warn(f"a mail could not be sent: {error}")
                if again:
                    self._later(self.again[tries], partial(send, tries + 1))
            else:
                self.watch("mail", "sent")

        self._soon(send)

    def recover(self, who: str) -> None:
        """Mail a link for another password to whoever is meant. Nobody waits for it, so nobody learns if it was."""

        async def look() -> None:
            for to, name in await self._store.read(lambda session: addresses.forgetful(session, who)):
                made = partial(addresses.new_token, person=to.person, purpose="password", address=to.address)
                token = await self._store.write(made)
                self.mail(self.mailer.recovery(to, name, token))

        self._soon(look)

    async def leave(self, visit: str) -> None:
        """The browser of this session is not told any more."""
        await self._store.write(lambda session: push.drop_browser(session, visit))

    # --- what somebody chose ----------------------------------------------------------------------------------------
    def choices(self, session: Session, person: str, visit: str) -> NoticeChoices:
        row = session.get(MailAddressRow, person)
        return NoticeChoices(
            push_key=self.push.public_key,
            browser=bool(visit) and push.is_told(session, visit),
            mail=self.mailer.on,
            address=row.address if row else "",
            asked=addresses.asked_by(session, person),
            mail_turns=bool(row and row.turns),
        )


# --- mails in the database --------------------------------------------------------------------------------------------
def _wants_mail(session: Session, person: str) -> bool:
    row = session.get(MailAddressRow, person)
    return row is not None and row.turns


def _keep_for_mail(session: Session, person: str, kind: NoticeKind, table: str, at: int) -> None:
    session.merge(MailNoticeRow(person=person, table_id=table, kind=kind, at=at))


@dataclass(frozen=True)
class _Mail:
    """What is to be told to somebody; ``past`` are tables of which it is not true any more."""

    to: MailAddressRow
    name: str
    told: list[Told]
    past: list[str]


def _due(session: Session, time: int) -> list[_Mail]:
    row, waiting = MailAddressRow, MailNoticeRow
    some = select(waiting.person).where(waiting.at > time - _MAIL_LASTS)
    ready = select(row).where(row.turns, row.mailed <= time - MAIL_PAUSE, row.person.in_(some)).limit(_MOST_MAILS)
    found = []
    for to in session.scalars(ready).all():
        mail = _Mail(to, session.get_one(PersonRow, to.person).name, [], [])
        own = select(waiting).where(waiting.person == to.person).order_by(waiting.at, waiting.table_id)
        for one in session.scalars(own):
            where = about(session, one.table_id, to.person)
            if where is None or (one.kind == "turn" and not is_to_act(session, one.table_id, to.person)):
                mail.past.append(one.table_id)
            else:
                mail.told.append((cast(NoticeKind, one.kind), where))
        found.append(mail)
    return found


def _claim(session: Session, mail: _Mail, time: int) -> bool:
    """In a write: whether the mail is ours to send; another process may have been quicker."""
    waiting, row = MailNoticeRow, MailAddressRow
    gone = delete(waiting).where(waiting.person == mail.to.person, waiting.table_id.in_(mail.past), waiting.at <= time)
    session.execute(gone)
    if not mail.told:
        return False
    own = (row.person == mail.to.person, row.mailed == mail.to.mailed, row.turns)
    return connection_of(session).execute(update(row).where(*own).values(mailed=time)).rowcount > 0


def _mailed(session: Session, person: str, time: int) -> None:
    """In a write: what was told is not told again."""
    session.execute(delete(MailNoticeRow).where(MailNoticeRow.person == person, MailNoticeRow.at <= time))


def _forget_old(session: Session, time: int) -> int:
    """In a write: what is old news is not told any more; how many that were."""
    old = delete(MailNoticeRow).where(MailNoticeRow.at <= time - _MAIL_LASTS)
    return connection_of(session).execute(old).rowcount


def _count_waiting(session: Session) -> int:
    return session.scalar(select(func.count()).select_from(MailNoticeRow)) or 0


# --- a person's data --------------------------------------------------------------------------------------------------
def _tell_all(session: Session, person: str) -> object:
    browsers = session.scalars(select(PushSubscriptionRow).where(PushSubscriptionRow.person == person))
    mail = session.get(MailAddressRow, person)
    return {
        "browsers": [{"endpoint": one.endpoint, "language": one.locale, "created": one.created} for one in browsers],
        "mail": {"address": mail.address, "turns": mail.turns, "created": mail.created} if mail else None,
        "asked": addresses.asked_by(session, person),
    }


def _forget(session: Session, person: str) -> None:
    session.execute(delete(PushSubscriptionRow).where(PushSubscriptionRow.person == person))
    addresses.remove(session, person)


NOTICES_DATA = PersonalData("notices", _tell_all, _forget)
