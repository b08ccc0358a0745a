"""The pages: what ``web/`` was built into, held in memory, compressed as the browser likes it.

With the first page, browsers hear which files the page of an address is made of (``preloads.json``, written by the
build), and get them all at once instead of one after the other.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import orjson
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from ludarium.server.answers import refusal
from ludarium.server.built_pages import INDEX, find_pages
from ludarium.server.documentation import PLACE, Documentation
from ludarium.server.errors import ServerError
from ludarium.server.files import COMPRESSED, File, plain_page, send
from ludarium.server.previews import Previews
from ludarium.server.visitor import locale_of

_EMBED = "embed.html"  # for frames on other sites: a page without anything to do on it
_PRELOADS = "preloads.json"
_ASSETS = "assets/"  # their names have hashes of what is in them
_APART = ("api", "ws")  # not ours: nothing there is a page


@dataclass(frozen=True, slots=True)
class _Preloads:
    """The files that pages (by the pattern of their address: ``/t/:id``) and languages need."""

    paths: Mapping[str, Sequence[str]] = field(default_factory=dict)
    words: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def tags(self, path: str, locale: str) -> str:
        """The tags that name them for an address; empty where nothing is known of it."""
        found = next((files for pattern, files in self.paths.items() if _fits(pattern, path)), ())
        return "".join(map(_tag, [*found, *self.words.get(locale, ())])) if found else ""


def _fits(pattern: str, path: str) -> bool:
    wanted, given = ([part for part in one.split("/") if part] for one in (pattern, path))
    return len(wanted) == len(given) and all(
        part.startswith(":") or part == other for part, other in zip(wanted, given, strict=True)
    )


def _tag(name: str) -> str:
    """As the scripts of the pages ask for it, or it would be fetched twice."""
    kind = 'rel="preload" as="style"' if name.endswith(".css") else 'rel="modulepreload"'
    return f'<link {kind} crossorigin href="/{name}">\n'


class Pages:
    """Answers every GET that nothing else answers. Only files that were there when they were read can be had."""

    def __init__(self, previews: Previews) -> None:
        self._previews = previews
        self._documentation = Documentation()
        self._folder = find_pages()
        self._read_at = -1
        self._files: dict[str, File] = {}
        self._preloads = _Preloads()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1000})
            return
        request = Request(scope)
        await (await self._answer(request))(scope, receive, send)

    async def _answer(self, request: Request) -> Response:
        path = request.scope["path"].lstrip("/")
        if path.split("/")[0] in _APART:
            return refusal(request, ServerError("path_unknown", 404))
        if request.method not in ("GET", "HEAD"):
            return refusal(request, ServerError("method_unknown", 405))
        if path.split("/")[0] == PLACE:
            return await self._documentation.answer(request, path)
        files = self._current()
        file = files.get(path)
        is_name = path.startswith("people/")  # which may have a dot
        if file is None and (path.startswith(_ASSETS) or ("." in path.rpartition("/")[2] and not is_name)):
            return refusal(request, ServerError("path_unknown", 404))
        if file is None and path.startswith("embed/"):
            file = files.get(_EMBED)
        elif file is None and (index := files.get(INDEX)):
            preloads = self._preloads.tags(path, locale_of(request))
            file = _with_tags(index, await self._previews.tags(request), preloads)
        if file is None:
            return _no_pages(locale_of(request))
        return send(request, file, forever=path.startswith(_ASSETS))

    def _current(self) -> dict[str, File]:
        """The files, read again when the pages were built anew."""
        self._folder = self._folder or find_pages()  # they may have been built since
        if self._folder is None:
            return {}
        try:
            changed = (self._folder / INDEX).stat().st_mtime_ns
        except OSError:
            return self._files  # being built at this moment
        if changed != self._read_at:
            self._files = _read(self._folder)
            told = self._files.pop(_PRELOADS, None)
            self._preloads = _Preloads(**orjson.loads(told.bodies[""])) if told else _Preloads()
            self._read_at = changed
        return self._files


def _read(folder: Path) -> dict[str, File]:
    names = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    files = {}
    for name in names:
        if name.endswith(tuple(COMPRESSED.values())) or any(part.startswith(".") for part in name.split("/")):
            continue
        bodies = {"": (folder / name).read_bytes()}
        bodies |= {
            kind: (folder / (name + end)).read_bytes() for kind, end in COMPRESSED.items() if name + end in names
        }
        files[name] = File.of(name, bodies)
    return files


def _with_tags(index: File, tags: str, preloads: str) -> File:
    """The first page with what it says about one of its addresses, and after its own files those of that page: browsers
    ask for six files at a time, in this order.
    """
    if not tags and not preloads:
        return index
    about = f"\n{tags}" if tags else ""
    body = index.bodies[""].replace(b"</title>", b"</title>" + about.encode(), 1)
    body = body.replace(b"</head>", preloads.encode() + b"</head>", 1)
    return File.of(INDEX, {"": body})


def _no_pages(locale: str) -> Response:
    return plain_page(locale, "no_pages_title", "no_pages", 503)
