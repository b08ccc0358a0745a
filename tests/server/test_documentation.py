"""The documentation below /docs: its files and nothing else, with the headers of all pages and hashes of its own."""

import gzip
import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludarium.server import built_pages
from tests.server.visiting import Open, Visitor

SCRIPT = "'sha256-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='"
STYLE = "'sha256-BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB='"
START = "<!doctype html><title>Start</title>"
JAPANESE = "<!doctype html><title>はじめに</title>"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    built = tmp_path / "outside" / "site"
    (built / "ja").mkdir(parents=True)
    (tmp_path / "outside" / "secret.html").write_text("a secret")
    (built / "index.html").write_text(START)
    (built / "ja" / "index.html").write_text(JAPANESE, encoding="utf-8")
    (built / "board.svg").write_text("<svg/>")
    (built / "board.png").write_bytes(b"\x89PNG")
    (built / "policy.json").write_text(json.dumps({"scripts": [SCRIPT, "'unsafe-inline'"], "styles": [STYLE]}))
    return built


@pytest.fixture
def visitor(tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Visitor]:
    monkeypatch.setattr(built_pages, "_DOCUMENTATION", (folder,))
    with Open(tmp_path) as server:
        yield server.visitor()


@pytest.mark.parametrize(
    ("path", "said", "kind"),
    [
        ("/docs/", START, "text/html; charset=utf-8"),
        ("/docs/index.html", START, "text/html; charset=utf-8"),
        ("/docs/ja/", JAPANESE, "text/html; charset=utf-8"),
        ("/docs/board.svg", "<svg/>", "image/svg+xml; charset=utf-8"),
    ],
)
def test_files(visitor: Visitor, path: str, said: str, kind: str) -> None:
    answer = visitor.get(path)
    assert (answer.status_code, answer.text, answer.headers["content-type"]) == (200, said, kind)
    assert answer.headers["cache-control"] == "no-cache"
    again = visitor.get(path, headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_texts_are_compressed_and_pictures_as_they_are(visitor: Visitor) -> None:
    packed = visitor.get("/docs/", headers={"Accept-Encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    plain = visitor.get("/docs/", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert packed.text == plain.text == START
    assert int(packed.headers["content-length"]) == len(gzip.compress(START.encode(), mtime=0))
    picture = visitor.get("/docs/board.png", headers={"Accept-Encoding": "gzip"})
    assert ("content-encoding" in picture.headers, picture.headers["content-type"]) == (False, "image/png")


def test_without_a_slash_the_visitors_language_is_chosen(visitor: Visitor) -> None:
    assert visitor.get("/docs").headers["location"] == "/docs/"
    assert visitor.get("/docs?lang=ja").headers["location"] == "/docs/ja/"
    assert visitor.get("/docs", headers={"Accept-Language": "ja,en;q=0.5"}).headers["location"] == "/docs/ja/"


@pytest.mark.parametrize("path", ["/docs/nothing.html", "/docs//etc/passwd", "/docs/nothing/", "/docs/ja"])
def test_what_is_not_there_is_a_plain_page(visitor: Visitor, path: str) -> None:
    answer = visitor.get(path)
    assert (answer.status_code, answer.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert "/docs" in answer.text


@pytest.mark.parametrize("path", ["/docs/../secret.html", "/docs/%2e%2e/secret.html", "/docs/ja/..%2f..%2fsecret.html"])
def test_nothing_beside_it_can_be_had(visitor: Visitor, path: str) -> None:
    answer = visitor.get(path)
    assert (answer.status_code, "a secret" in answer.text) == (404, False)


def test_the_policy_is_for_the_server_alone(visitor: Visitor) -> None:
    assert visitor.get("/docs/policy.json").status_code == 404


def test_only_these_pages_may_run_what_stands_in_them(visitor: Visitor) -> None:
    """Hashes alone: a policy that says more is not believed."""
    allowed = visitor.get("/docs/").headers["content-security-policy"]
    assert f"script-src 'self' {SCRIPT}; style-src 'self' {STYLE};" in allowed
    assert "unsafe" not in allowed
    for path in ("/", "/lobby", "/docs/board.svg", "/docs/nothing.html", "/api/games"):
        other = visitor.get(path).headers["content-security-policy"]
        assert "script-src 'self'; style-src 'self';" in other, path
    headers = visitor.get("/docs/").headers
    assert (headers["x-frame-options"], headers["x-content-type-options"]) == ("DENY", "nosniff")


def test_nobody_can_write_there(visitor: Visitor) -> None:
    assert visitor.post("/docs/index.html", {}).status_code == 405


def test_what_was_built_anew_is_read_anew(visitor: Visitor, folder: Path) -> None:
    assert visitor.get("/docs/").text == START
    (folder / "index.html").write_text("<title>New</title>")
    (folder / "more.html").write_text("<title>More</title>")
    os.utime(folder / "index.html", ns=(1, 1))
    assert visitor.get("/docs/").text == "<title>New</title>"
    assert visitor.get("/docs/more.html").text == "<title>More</title>"


def test_where_it_was_not_built_a_page_says_so_until_it_is(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(built_pages, "_DOCUMENTATION", ())
    with Open(tmp_path) as server:
        visitor = server.visitor()
        answer = visitor.get("/docs/", headers={"Accept-Language": "en"})
        assert (answer.status_code, "make docs" in answer.text) == (503, True)
        assert "ドキュメント" in visitor.get("/docs/?lang=ja").text
        monkeypatch.setattr(built_pages, "_DOCUMENTATION", (folder,))
        assert visitor.get("/docs/").text == START
