"""The visitor: who sent a request or opened a WebSocket, its cookies, and in which language to answer."""

from dataclasses import dataclass

from starlette.requests import HTTPConnection

from ludarium.core.words import LOCALES

COOKIE = "ludarium"  # names the session
LANGUAGE_COOKIE = "ludarium_lang"  # a wish, no secret: the pages set it


@dataclass(frozen=True, slots=True)
class Visitor:
    """``id`` is the public id of the person, empty for somebody who has not chosen a name yet."""

    id: str
    name: str
    guest: bool
    locale: str


def token_of(connection: HTTPConnection) -> str:
    return connection.cookies.get(COOKIE, "")


def address_of(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client else ""


def locale_of(connection: HTTPConnection) -> str:
    """``?lang=``, else the cookie, else what the browser prefers, else English."""
    wishes = [connection.query_params.get("lang", ""), connection.cookies.get(LANGUAGE_COOKIE, "")]
    wishes += _preferred(connection.headers.get("accept-language", ""))
    return next((wish for wish in wishes if wish in LOCALES), LOCALES[0])


def _preferred(header: str) -> list[str]:
    """The languages of an Accept-Language header, the dearest first."""
    weighed: list[tuple[float, int, str]] = []
    for part in header[:500].split(","):
        tag, _, quality = part.partition(";")
        try:
            weight = float(quality.strip().removeprefix("q=")) if quality.strip() else 1.0
        except ValueError:
            continue
        weighed.append((-weight, len(weighed), tag.strip().lower().partition("-")[0]))
    return [tag for weight, _, tag in sorted(weighed) if weight < 0]
