"""The check of the built site notices what it is there for."""

from pathlib import Path

import pytest

from tests.site.check import wrong_site

GOOD = '<article><h1 id="top">A</h1><img src="a.svg">'
GOOD += '<a href="b/c.html#here">c</a><a href="b/">b</a><a href="/">play</a></article>'


@pytest.fixture
def site(tmp_path: Path) -> Path:
    (tmp_path / "b").mkdir()
    (tmp_path / "index.html").write_text(GOOD)
    (tmp_path / "b" / "index.html").write_text('<a href="../index.html#top">up</a>')
    (tmp_path / "b" / "c.html").write_text('<h1 id="here">C</h1><a href="https://example.org/x">elsewhere</a>')
    (tmp_path / "a.svg").write_text("<svg/>")
    return tmp_path


def test_a_site_in_order(site: Path) -> None:
    assert wrong_site(site) == []


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ('<a href="nothing.html">x</a>', "index.html leads to nothing.html, which is not there"),
        ('<a href="b/c.html#there">x</a>', "index.html leads to b/c.html#there, which is not there"),
        ('<a href="#nowhere">x</a>', "index.html leads to #nowhere, which is not there"),
        ('<img src="b.svg">', "index.html leads to b.svg, which is not there"),
        ('<a href="/lobby">x</a>', "index.html leads to /lobby, which is not there"),
        (
            '<script src="https://cdn.example/x.js"></script>',
            "index.html loads https://cdn.example/x.js from elsewhere",
        ),
        ('<link rel="stylesheet" href="//cdn.example/x.css">', "index.html loads //cdn.example/x.css from elsewhere"),
        ('<p style="color: red">x</p>', "index.html has styles that a browser will not take"),
        ("<style>p {}</style>", "index.html has styles that a browser will not take"),
    ],
)
def test_what_is_wrong_is_said(site: Path, written: str, said: str) -> None:
    (site / "index.html").write_text(GOOD + written)
    assert wrong_site(site) == [said]
