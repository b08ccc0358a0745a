"""The documentation, as ``make docs`` built it, below ``/docs``.

It is a few hundred files of which somebody wants a few at a time: each is read when it is first asked for.
"""

import asyncio
import gzip
import re
from pathlib import Path

import orjson
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import Scope

from ludarium.server.built_pages import INDEX, find_documentation
from ludarium.server.files import File, plain_page, send
from ludarium.server.visitor import locale_of

PLACE = "docs"
_POLICY = "policy.json"  # the hashes of the few scripts and styles that stand within these pages
_HASH = re.compile(r"'sha256-[A-Za-z0-9+/]{43}='")
_ALLOWED = "ludarium_allowed"
_TEXTS = ("text/", "application/json", "application/xml", "image/svg+xml")


def allowed(scope: Scope) -> tuple[str, str]:
    """What the page that is being sent may run and how it may look beyond files: hashes of scripts and of styles."""
    return scope.get(_ALLOWED) or ("", "")


class Documentation:
    """Only files that were there when their names were read can be had."""

    def __init__(self) -> None:
        self._folder = find_documentation()
        self._read_at = -1
        self._names: frozenset[str] = frozenset()
        self._files: dict[str, File] = {}
        self._allowed = ("", "")

    async def answer(self, request: Request, path: str) -> Response:
        """``path`` begins with ``docs``."""
        locale = locale_of(request)
        if path == PLACE:
            start = f"/{PLACE}/" if locale == "en" else f"/{PLACE}/{locale}/"
            return RedirectResponse(start, headers={"Cache-Control": "no-store"})
        self._folder = self._folder or find_documentation()  # it may have been built since
        if self._folder is None:
            return plain_page(locale, "no_docs_title", "no_docs", 503)
        await asyncio.to_thread(self._look, self._folder)
        name = path.removeprefix(f"{PLACE}/")
        name += INDEX if not name or name.endswith("/") else ""
        if name not in self._names:
            return plain_page(locale, "docs_unknown_title", "docs_unknown", 404)
        file = self._files.get(name)
        if file is None:
            file = self._files[name] = await asyncio.to_thread(_read, self._folder, name)
        if file.kind.startswith("text/html"):
            request.scope[_ALLOWED] = self._allowed
        return send(request, file, forever=False)

    def _look(self, folder: Path) -> None:
        """Which files there are; again when the documentation was built anew."""
        try:
            changed = (folder / INDEX).stat().st_mtime_ns
            if changed == self._read_at:
                return
            policy = orjson.loads((folder / _POLICY).read_bytes())
            names = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
        except OSError:
            return  # being built at this moment
        scripts, styles = (" ".join(filter(_HASH.fullmatch, policy[kind])) for kind in ("scripts", "styles"))
        self._allowed, self._files, self._read_at = (scripts, styles), {}, changed
        self._names = frozenset(names - {_POLICY})


def _read(folder: Path, name: str) -> File:
    body = (folder / name).read_bytes()
    plain = File.of(name, {"": body})
    return File.of(name, {"": body, "gzip": gzip.compress(body, mtime=0)}) if plain.kind.startswith(_TEXTS) else plain
