"""Mails: plain text in the person's language, handed to the mail server that the settings name."""

import smtplib
import ssl
from collections.abc import Sequence
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid
from urllib.parse import unquote, urlsplit

from ludarium.server.errors import server_words
from ludarium.server.limits import is_this_machine
from ludarium.server.notices.kinds import NoticeKind
from ludarium.server.notices.models import MailAddressRow
from ludarium.server.notices.texts import About
from ludarium.server.settings import Settings

_SECONDS = 20.0
_SITE = "Ludarium"
Told = tuple[NoticeKind, About]


class NotSent(Exception):
    """A mail could not be handed over. ``forever``: the mail server says that nobody has this address."""

    def __init__(self, why: str, forever: bool = False) -> None:
        super().__init__(why)
        self.forever = forever


class Mailer:
    """``on`` where there is a mail server."""

    def __init__(self, settings: Settings) -> None:
        self._server = urlsplit(settings.mail_server)
        self._from = settings.mail_from
        self._origin = settings.origins[0] if settings.origins else ""
        self.on = bool(settings.mail_server)

    # --- what is written --------------------------------------------------------------------------------------------
    def confirmation(self, address: str, name: str, token: str, locale: str) -> EmailMessage:
        return self._letter("confirm", address, locale, name=name, link=self._link("confirm", token))

    def recovery(self, to: MailAddressRow, name: str, token: str) -> EmailMessage:
        return self._letter("recover", to.address, to.locale, name=name, link=self._link("password", token))

    def notices(self, to: MailAddressRow, name: str, told: Sequence[Told]) -> EmailMessage:
        """One mail for all that happened; whoever does not want more needs one click."""
        words = server_words(to.locale)
        lines = []
        for kind, about in told:
            line = words.say("mail", f"line_{kind}", about.fields(to.locale))
            lines.append(f"{line}\n{self._origin}{about.path}")
        kinds = {kind for kind, _ in told}
        count, only = len(told), next(iter(kinds)) if len(kinds) == 1 else "several"
        first = told[0][1].fields(to.locale)
        key = f"subject_{only}" if count == 1 else "subject_turns" if only == "turn" else "subject_several"
        subject = words.say("mail", key, {**first, "count": count})
        given = {"name": name, "origin": self._origin, "link": self._link("stop", to.stop)}
        text = words.say("mail", "notices_text", {**given, "lines": "\n\n".join(lines)})
        message = self._message(to.address, subject, text)
        message["List-Unsubscribe"] = f"<{self._origin}/api/notices/stop/{to.stop}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        return message

    def _letter(self, kind: str, address: str, locale: str, **data: object) -> EmailMessage:
        words, given = server_words(locale), {"origin": self._origin, **data}
        return self._message(address, *(words.say("mail", f"{kind}_{part}", given) for part in ("subject", "text")))

    def _link(self, page: str, token: str) -> str:
        """After the #, so that it is in nobody's log."""
        return f"{self._origin}/mail/{page}#{token}"

    def _message(self, address: str, subject: str, text: str) -> EmailMessage:
        message = EmailMessage(policy=SMTP)
        message["From"] = Address(_SITE, addr_spec=self._from)
        message["To"] = Address(addr_spec=address)
        message["Subject"] = subject
        message["Date"] = formatdate()
        message["Message-ID"] = make_msgid(domain=self._from.rpartition("@")[2])
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(text)
        return message

    # --- how it is sent ---------------------------------------------------------------------------------------------
    def send(self, message: EmailMessage) -> None:
        """In a thread. ``NotSent`` if it was not taken."""
        try:
            with self._connect() as server:
                server.send_message(message)
        except smtplib.SMTPRecipientsRefused as error:
            code = next(iter(error.recipients.values()))[0]
            raise NotSent("the address is refused", 500 <= code < 600) from error
        except (OSError, smtplib.SMTPException) as error:
            raise NotSent(type(error).__name__) from error

    def _connect(self) -> smtplib.SMTP:
        host, port = self._server.hostname or "", self._server.port
        secure = ssl.create_default_context()
        if self._server.scheme == "smtps":
            server: smtplib.SMTP = smtplib.SMTP_SSL(host, port or 465, timeout=_SECONDS, context=secure)
        else:
            server = smtplib.SMTP(host, port or 25, timeout=_SECONDS)
        try:
            self._introduce(server, host, secure)
        except BaseException:
            server.close()
            raise
        return server

    def _introduce(self, server: smtplib.SMTP, host: str, secure: ssl.SSLContext) -> None:
        server.ehlo()
        hidden = self._server.scheme == "smtps" or is_this_machine(host) or host == "localhost"
        if not hidden and server.has_extn("starttls"):
            server.starttls(context=secure)
            server.ehlo()
            hidden = True
        if self._server.username:
            if not hidden:
                raise NotSent("the mail server takes passwords only in the open")
            server.login(unquote(self._server.username), unquote(self._server.password or ""))
