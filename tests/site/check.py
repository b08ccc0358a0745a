"""What is wrong with the built site: links, anchors, what would be loaded from elsewhere, Markdown that was misread."""

from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

HOME = "/"  # the games, where a server serves these pages below its own
_LOADS = {("link", "href"), ("script", "src"), ("img", "src"), ("source", "src"), ("iframe", "src"), ("use", "href")}


class Read(HTMLParser):
    """What a page leads to, what it can be led to, and what its article is made of."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.anchors: set[str] = set()
        self.made_of: Counter[str] = Counter()
        self.styled = False
        self._in_article = False
        self.feed(text)

    def handle_starttag(self, tag: str, given: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in given}
        self.anchors |= {values[name] for name in ("id", "name") if name in values}
        self.styled |= tag == "style" or "style" in values
        self._in_article |= tag == "article"
        if self._in_article:
            self.made_of[tag] += 1
        for name in ("href", "src"):
            if name in values and values.get("rel") != "canonical":
                (self.loaded if (tag, name) in _LOADS else self.links).append(values[name])

    def handle_endtag(self, tag: str) -> None:
        self._in_article &= tag != "article"


def wrong_site(folder: Path) -> list[str]:
    pages = {path: Read(path.read_text(encoding="utf-8")) for path in sorted(folder.rglob("*.html"))}
    wrong = []
    for path, read in pages.items():
        name = path.relative_to(folder).as_posix()
        wrong += [f"{name} loads {one} from elsewhere" for one in read.loaded if "//" in one]
        wrong += [f"{name} has styles that a browser will not take" for _ in (1,) if read.styled]
        wrong += [f"{name} leads to {one}, which is not there" for one in _broken(path, read, pages)]
    return wrong


def _broken(path: Path, read: Read, pages: dict[Path, Read]) -> Iterator[str]:
    for link in sorted({*read.links, *read.loaded}):
        parts = urlsplit(link)
        if parts.scheme or parts.netloc or link == HOME:
            continue
        target = (path.parent / unquote(parts.path)).resolve() if parts.path not in ("", ".") else path
        target = target / "index.html" if target.is_dir() else target
        there = target in pages or target.is_file()
        if not there or (parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].anchors):
            yield link
