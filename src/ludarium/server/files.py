"""Files that were built, as browsers get them: their kind, a tag that tells whether they changed, and compressed."""

import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Self

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from ludarium.server.answers import accepted_encodings
from ludarium.server.errors import server_words

COMPRESSED = {"br": ".br", "gzip": ".gz"}  # the better one first
_KINDS = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".woff2": "font/woff2"}


@dataclass(frozen=True, slots=True)
class File:
    kind: str
    tag: str
    bodies: dict[str, bytes]  # by encoding; "" as it is

    @classmethod
    def of(cls, name: str, bodies: dict[str, bytes]) -> Self:
        kind = _KINDS.get(PurePosixPath(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
        if kind.startswith("text/") or kind.endswith(("json", "xml")):
            kind += "; charset=utf-8"
        return cls(kind, hashlib.sha256(bodies[""]).hexdigest()[:20], bodies)


def send(request: Request, file: File, forever: bool) -> Response:
    accepted = accepted_encodings(request.headers.get("accept-encoding", ""))
    encoding = next((kind for kind in COMPRESSED if kind in file.bodies and kind in accepted), "")
    tag = f'"{file.tag}{encoding}"'
    headers = {
        "Cache-Control": "public, max-age=31536000, immutable" if forever else "no-cache",
        "ETag": tag,
        "Vary": "Accept-Encoding",
    }
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if encoding:
        headers["Content-Encoding"] = encoding
    return Response(file.bodies[encoding], headers=headers | {"Content-Type": file.kind})


def plain_page(locale: str, titled: str, told: str, status: int) -> Response:
    """A page of one sentence, for what should be there and is not."""
    title, said = (server_words(locale).say("server", one, {}) for one in (titled, told))
    page = f'<!doctype html><html lang="{locale}"><meta charset="utf-8"><title>{title}</title><p>{said}</p></html>'
    return HTMLResponse(page, status, {"Cache-Control": "no-store"})
