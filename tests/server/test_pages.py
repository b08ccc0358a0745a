"""The built pages: each file as it is or compressed, nothing else of the disk, and the first page for every address."""

import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludarium.server import built_pages
from tests.server.visiting import Open, Visitor

INDEX = b"<!doctype html><title>Ludarium</title>" + b" " * 2000
SCRIPT = b"console.log('hello');" + b"//" * 2000
EMBED = b"<!doctype html><title>Board</title>"
BROTLI = b"(brotli, as far as this test knows)"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    built = tmp_path / "outside" / "dist"
    (built / "assets").mkdir(parents=True)
    (built / ".vite").mkdir()
    (tmp_path / "outside" / "secret.txt").write_text("a secret")
    for name, body in (("index.html", INDEX), ("assets/main-Ab12.js", SCRIPT)):
        (built / name).write_bytes(body)
        (built / f"{name}.gz").write_bytes(gzip.compress(body))
        (built / f"{name}.br").write_bytes(BROTLI)
    (built / "assets" / "main-Cd34.css").write_text("body {}")
    (built / "icon.svg").write_text("<svg/>")
    (built / "embed.html").write_bytes(EMBED)
    (built / "app.webmanifest").write_text("{}")
    (built / ".vite" / "manifest.json").write_text("{}")
    return built


@pytest.fixture
def visitor(tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Visitor]:
    monkeypatch.setattr(built_pages, "_PACKAGED", folder)
    with Open(tmp_path) as server:
        yield server.visitor()


def plain(visitor: Visitor, path: str, **headers: str) -> tuple[int, bytes, dict[str, str]]:
    answer = visitor.get(path, headers={"Accept-Encoding": "identity", **headers})
    return answer.status_code, answer.content, dict(answer.headers)


@pytest.mark.parametrize(
    "path", ["/", "/lobby", "/t/abc123", "/t/abc123/review", "/rules/mur", "/nothing/at/all", "/index.html"]
)
def test_every_address_is_the_first_page(visitor: Visitor, path: str) -> None:
    status, body, headers = plain(visitor, path)
    assert (status, body) == (200, INDEX)
    assert headers["content-type"] == "text/html; charset=utf-8"
    assert headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    ("path", "kind", "cache"),
    [
        ("/assets/main-Ab12.js", "text/javascript; charset=utf-8", "public, max-age=31536000, immutable"),
        ("/assets/main-Cd34.css", "text/css; charset=utf-8", "public, max-age=31536000, immutable"),
        ("/icon.svg", "image/svg+xml; charset=utf-8", "no-cache"),
        ("/app.webmanifest", "application/manifest+json; charset=utf-8", "no-cache"),
    ],
)
def test_files(visitor: Visitor, path: str, kind: str, cache: str) -> None:
    status, body, headers = plain(visitor, path)
    assert status == 200
    assert body
    assert (headers["content-type"], headers["cache-control"]) == (kind, cache)


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip", "gzip"),
        ("br;q=0, gzip;q=0.5", "gzip"),
        ("br; q=0.000, gzip; q=0", ""),
        ("deflate", ""),
        ("", ""),
        ("BR", "br"),
    ],
)
def test_browsers_get_what_they_accept(visitor: Visitor, accepted: str, encoding: str) -> None:
    request = visitor.http.build_request("GET", "/assets/main-Ab12.js", headers={"Accept-Encoding": accepted})

    async def raw() -> tuple[dict[str, str], bytes]:
        answer = await visitor.http.send(request, stream=True)
        return dict(answer.headers), b"".join([part async for part in answer.aiter_raw()])

    headers, body = visitor.do(raw())
    assert headers.get("content-encoding", "") == encoding
    assert headers["vary"] == "Accept-Encoding"
    assert body == {"": SCRIPT, "br": BROTLI, "gzip": body}[encoding]
    if encoding == "gzip":
        assert gzip.decompress(body) == SCRIPT
    assert headers["content-length"] == str(len(body))


def test_what_a_browser_has_is_not_sent_again(visitor: Visitor) -> None:
    _, _, headers = plain(visitor, "/")
    status, body, again = plain(visitor, "/", **{"If-None-Match": headers["etag"]})
    assert (status, body) == (304, b"")
    assert again["etag"] == headers["etag"]
    assert plain(visitor, "/", **{"If-None-Match": '"other"'})[0] == 200
    assert plain(visitor, "/icon.svg")[2]["etag"] != headers["etag"]


def test_head_has_no_body(visitor: Visitor) -> None:
    answer = visitor.ask("HEAD", "/icon.svg")
    assert answer.status_code == 200
    assert answer.content == b""
    assert answer.headers["content-length"] == "6"


@pytest.mark.slow
@pytest.mark.parametrize(
    "path",
    [
        "/assets/main-Xx99.js",
        "/assets/",
        "/favicon.ico",
        "/.env",
        "/.vite/manifest.json",
        "/assets/main-Ab12.js.gz",
        "/assets/../secret.txt",
        "/../secret.txt",
        "/..%2fsecret.txt",
        "/%2e%2e/secret.txt",
        "/assets/%2e%2e/%2e%2e/secret.txt",
        "/assets/..%5c..%5csecret.txt",
        "//etc/passwd.txt",
        "/assets/main-Ab12.js%00",
    ],
)
def test_nothing_else_can_be_had(visitor: Visitor, path: str) -> None:
    status, body, _ = plain(visitor, path)
    assert status == 404
    assert b"secret" not in body
    assert b"path_unknown" in body


@pytest.mark.parametrize("path", ["/api", "/api/nothing", "/ws/nothing", "/ws"])
def test_the_api_has_no_pages(visitor: Visitor, path: str) -> None:
    answer = visitor.get(path)
    assert (answer.status_code, answer.json()["code"]) == (404, "path_unknown")


def test_pages_are_only_looked_at(visitor: Visitor) -> None:
    answer = visitor.post("/lobby", {})
    assert (answer.status_code, answer.json()["code"]) == (405, "method_unknown")


def test_pages_that_are_built_anew_are_seen(visitor: Visitor, folder: Path) -> None:
    assert plain(visitor, "/assets/main-Ef56.js")[0] == 404
    (folder / "assets" / "main-Ef56.js").write_text("new")
    (folder / "index.html").write_text("new")
    for end in (".br", ".gz"):
        (folder / f"index.html{end}").unlink()
    assert plain(visitor, "/")[1] == b"new"
    assert plain(visitor, "/assets/main-Ef56.js")[1] == b"new"


def test_without_pages_one_is_told_what_to_do_until_they_are_built(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(built_pages, "_PACKAGED", tmp_path / "nowhere")
    monkeypatch.setattr(built_pages, "_CHECKOUT", tmp_path / "nowhere")
    with Open(tmp_path) as server:
        answer = server.visitor().get("/lobby?lang=ja")
        assert answer.status_code == 503
        assert "make web" in answer.text
        assert '<html lang="ja">' in answer.text
        assert server.visitor().get("/api/me").status_code == 200
        monkeypatch.setattr(built_pages, "_CHECKOUT", folder)
        assert server.visitor().get("/lobby").status_code == 200


def test_packaged_pages_come_before_a_checkouts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("packaged", "checkout"):
        (tmp_path / name).mkdir()
        monkeypatch.setattr(built_pages, f"_{name.upper()}", tmp_path / name)
    assert built_pages.find_pages() is None
    (tmp_path / "checkout" / "index.html").touch()
    assert built_pages.find_pages() == tmp_path / "checkout"
    (tmp_path / "packaged" / "index.html").touch()
    assert built_pages.find_pages() == tmp_path / "packaged"


@pytest.mark.parametrize("path", ["/embed/t/abc", "/embed/analysis/mur-en", "/embed/", "/embed/nothing"])
def test_boards_for_frames_have_a_page_of_their_own_that_others_may_frame(visitor: Visitor, path: str) -> None:
    status, body, headers = plain(visitor, path)
    assert (status, body) == (200, EMBED)
    assert "frame-ancestors *" in headers["content-security-policy"]
    assert "script-src 'self'" in headers["content-security-policy"]
    assert "x-frame-options" not in headers
    assert headers["cross-origin-resource-policy"] == "cross-origin"
    assert "set-cookie" not in headers


@pytest.mark.parametrize(
    "path",
    ["/", "/embed", "/embed.html", "/embedded/t/abc", "/t/embed/", "//embed/t/abc", "/api/games", "/assets/x.js"],
)
def test_nothing_else_is_framed(visitor: Visitor, path: str) -> None:
    _, _, headers = plain(visitor, path)
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["x-frame-options"] == "DENY"
    assert headers["cross-origin-resource-policy"] == "same-origin"


# --- the files of a page, told before anything asks for them ---------------------------------------------------------
PATHS = b'{"/":["assets/H-1.js"],"/t/:id":["assets/T-1.js","assets/T-2.css"]}'
TOLD = b'{"paths":' + PATHS + b',"words":{"ja":["assets/ja-1.js"]}}'
HEAD = b"<!doctype html><head><title>Ludarium</title><script src=/main.js></script></head>"
SCRIPTS = b'<link rel="modulepreload" crossorigin href="/assets/T-1.js">\n'
STYLES = b'<link rel="preload" as="style" crossorigin href="/assets/T-2.css">\n'
WORDS = b'<link rel="modulepreload" crossorigin href="/assets/ja-1.js">\n'


@pytest.mark.parametrize(
    ("path", "language", "added"),
    [
        ("/t/abc123", "en", SCRIPTS + STYLES),
        ("/t/abc123/", "ja,en;q=0.5", SCRIPTS + STYLES + WORDS),
        ("/t/abc123/review", "ja", b""),
        ("/nowhere", "ja", b""),
        ("/", "en", SCRIPTS.replace(b"T-1", b"H-1")),
    ],
)
def test_the_first_page_names_the_files_of_its_address_after_its_own(
    visitor: Visitor, folder: Path, path: str, language: str, added: bytes
) -> None:
    (folder / "preloads.json").write_bytes(TOLD)
    (folder / "index.html").write_bytes(HEAD)
    status, body, headers = plain(visitor, path, **{"Accept-Language": language})
    assert (status, body) == (200, HEAD.replace(b"</head>", added + b"</head>"))
    kept = {"Accept-Language": language, "If-None-Match": headers["etag"]}
    assert plain(visitor, path, **kept)[0] == 304


def test_which_files_these_are_is_no_page(visitor: Visitor, folder: Path) -> None:
    (folder / "preloads.json").write_bytes(TOLD)
    assert visitor.get("/preloads.json").status_code == 404
