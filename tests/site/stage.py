"""Puts the pages of ``docs/`` where the site is built from: one folder for each language, with links that hold there.

The pages are written to be read as plain files, too. What differs in the site is changed here: a link to a page leads
to that page in the reader's language, a link to a file of the repository to a page that shows it, and Markdown that
only some readers understand is written as all do.
"""

import json
import os
import re
import shutil
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

ROOT = Path(__file__).parents[2]
LANGUAGES = ("en", "ja")
_LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
_IMAGE = re.compile(r'(<img [^>]*src=")([^"]+)(")')
_START = {"en": "Documentation", "ja": "ドキュメント"}  # the title of the first page
_JAPANESE = "[\u3000-\u30ff\u4e00-\u9fff\uff00-\uffef]"
_BROKEN_LINE = re.compile(f"^(?!#)(.*{_JAPANESE})\\n *(?={_JAPANESE})", re.MULTILINE)
_COMMENT = re.compile(r"<!--.*?-->\n?", re.DOTALL)
_FENCE = re.compile(r"^ *(```+)")
_ITEM = re.compile(r"^ *([-*+]|\d+[.)]) +(?=\S)")
_CLAUSE = re.compile(r"(^\*\*)?\b([A-Z]{3}-[A-Z]\d+)\b(?(1)\*\*)", re.MULTILINE)
_CODE = re.compile(r"^ *(```+).*?^ *\1 *$|(?<!`)(`+)(?!`).+?(?<!`)\2(?!`)", re.DOTALL | re.MULTILINE)
_SHOWN = {
    ".py": "python",
    ".toml": "toml",
    ".json": "json",
    ".yml": "yaml",
    ".yaml": "yaml",
    ".sh": "sh",
    ".cff": "yaml",
}
_FILES = "files"  # where the files of the repository are shown


class SiteError(Exception):
    """What is wrong with a page, and what to do."""


@dataclass(frozen=True)
class Page:
    """A page of the site: its name (``rules/mur``), its language, and the file that it is made from."""

    name: str
    language: str
    source: Path

    @property
    def address(self) -> str:
        """Where it will be in the site."""
        return f"{'' if self.language == LANGUAGES[0] else self.language + '/'}{self.name}.html"


class Contents:
    """What the site has (docs/site/contents.toml)."""

    def __init__(self, root: Path = ROOT) -> None:
        self.root = root
        told = tomllib.loads((root / "docs" / "site" / "contents.toml").read_text(encoding="utf-8"))
        self._parts: list[Any] = told["part"]
        self.titles: Mapping[str, str] = told["titles"]
        self._outside: Mapping[str, str] = told["outside"]
        names = ["index", *_names(self._parts)]
        self.pages = [page for name in names for page in self._languages(name)]
        self.by_source = {page.source: page for page in self.pages}
        self._by_name = {(page.name, page.language): page for page in self.pages}

    def nav(self, language: str) -> list[Any]:
        """The table of contents as Zensical wants it."""
        return ["index.md", *(one for part in self._parts for one in self._nav(part, language))]

    def _nav(self, entry: Any, language: str) -> Iterator[Any]:
        if isinstance(entry, str):
            entry = {"page": entry}
        if "pages" in entry:
            if inside := [one for page in entry["pages"] for one in self._nav(page, language)]:
                yield {entry[language]: inside}
        elif self.find(entry["page"], language):
            file = f"{entry['page']}.md"
            yield {entry[language]: file} if language in entry else file

    def find(self, name: str, language: str) -> Page | None:
        return self._by_name.get((name, language))

    def _languages(self, name: str) -> Iterator[Page]:
        if name in self._outside:
            yield Page(name, LANGUAGES[0], self.root / self._outside[name])
            return
        docs = self.root / "docs"
        both = [Page(name, language, docs / f"{name}.{language}.md") for language in LANGUAGES]
        found = [page for page in both if page.source.is_file()]
        if found and len(found) < len(LANGUAGES):
            raise SiteError(f"docs/{name} is there in {found[0].language} only: write it in the other language, too.")
        found = found or [Page(name, LANGUAGES[0], docs / f"{name}.md")]
        if not found[0].source.is_file():
            raise SiteError(f"docs/site/contents.toml names {name}, but there is no docs/{name}.md.")
        yield from found


def _names(entries: Iterable[Any]) -> Iterator[str]:
    for entry in entries:
        if isinstance(entry, str):
            yield entry
        elif "pages" in entry:
            yield from _names(entry["pages"])
        else:
            yield entry["page"]


class Stage:
    """Writes the pages of all languages below a folder, and the files that they lead to."""

    def __init__(self, contents: Contents, folder: Path) -> None:
        self._contents, self._folder = contents, folder
        self._files: list[Path] = []  # of the repository, and folders, that some page leads to

    def write(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)
        for page in self._contents.pages:
            self._put(page, self._text(page))
        for file in self._files:
            self._show(file)

    def _put(self, page: Page, text: str) -> None:
        target = self._folder / page.language / f"{page.name}.md"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")

    def _text(self, page: Page) -> str:
        text = page.source.read_text(encoding="utf-8")
        text = _outside_code(text, lambda prose: self._with_links(prose, page))
        lines = list(Prose(self._contents.titles.get(page.name, "")).lines(text))
        # A label in the contents is short, as "Every rule"; what browsers show above the page is its heading.
        title = next((line[2:] for line in lines if line.startswith("# ")), page.name)
        other = [one for one in self._contents.pages if one.name == page.name and one.language != page.language]
        title = _START[page.language] if page.name == "index" else title
        about = [f"title: {json.dumps(title, ensure_ascii=False)}"]
        about += [f"other: {_way(page.address, one.address)}" for one in other]
        return "\n".join(["---", *about, "---", "", *lines]) + "\n"

    def _with_links(self, text: str, page: Page) -> str:
        def linked(found: re.Match[str]) -> str:
            mark, said, target = found.groups()
            said = said if mark else _LINK.sub(linked, said)  # a picture that is a link
            return f"{mark}[{said}]({self._target(target, page)})"

        text = _COMMENT.sub("", text)
        if page.language == "ja":
            text = _BROKEN_LINE.sub(r"\1", text)  # else it would be seen as a blank
        if page.name.startswith("rules/"):
            text = _CLAUSE.sub(_led_to, text)
        return _LINK.sub(linked, _IMAGE.sub(lambda found: found[1] + self._target(found[2], page) + found[3], text))

    def _target(self, target: str, page: Page) -> str:
        path, mark, anchor = target.partition("#")
        if not path or "://" in path or path.startswith("mailto:"):
            return target
        source = Path(os.path.normpath(page.source.parent / path))
        if not source.exists():
            raise SiteError(f"{page.source.relative_to(self._contents.root)}: {target} leads nowhere.")
        found = self._page(source, page.language)
        if found is None:
            return self._file(source, page)
        if found.language == page.language:
            return _way(f"{page.name}.md", f"{found.name}.md") + mark + anchor
        return _way(page.address, found.address) + mark + anchor

    def _page(self, source: Path, language: str) -> Page | None:
        if source.name in ("README.md", "README.ja.md"):
            return self._contents.find("index", language)
        found = self._contents.by_source.get(source)
        if found is None and source.suffix == ".md":
            raise SiteError(
                f"{source.relative_to(self._contents.root)} is led to, but is not in docs/site/contents.toml."
            )
        return found

    def _file(self, source: Path, page: Page) -> str:
        """A picture stands beside the page, in one language alone: both show it. Other files get a page."""
        place = source.relative_to(self._contents.root)
        if source.suffix in (".svg", ".png"):
            name = place.relative_to("docs").as_posix()
            target = self._folder / LANGUAGES[0] / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
            return _way(page.address, name)
        if source not in self._files:
            self._files.append(source)
        if page.language == LANGUAGES[0]:
            return _way(f"{page.name}.md", _shown_as(place))
        return _way(page.address, str(PurePosixPath(_shown_as(place)).with_suffix(".html")))

    def _show(self, source: Path) -> None:
        place = source.relative_to(self._contents.root)
        target = self._folder / LANGUAGES[0] / _shown_as(place)
        target.parent.mkdir(parents=True, exist_ok=True)
        head = f"---\nsearch:\n  exclude: true\nhide:\n  - toc\n---\n\n# {place.as_posix()}\n\n"
        if source.is_dir():
            # Those that some page leads to by itself: whatever else a host keeps there is nobody's business.
            inside = sorted(file for file in self._files if source in file.parents and file.is_file())
            ways = [(file, _way(_shown_as(place), _shown_as(file.relative_to(self._contents.root)))) for file in inside]
            body = "\n".join(f"- [{file.relative_to(source).as_posix()}]({way})" for file, way in ways)
        elif source.suffix == ".ipynb":
            shutil.copyfile(source, target.parent / source.name)
            body = f"[{source.name}]({source.name}) is a notebook for Jupyter."
        else:
            text = source.read_text(encoding="utf-8").rstrip("\n")
            body = f"````{_SHOWN.get(source.suffix, 'text')}\n{text}\n````"
        target.write_text(f"{head}{body}\n", encoding="utf-8")


class Prose:
    """Writes a page as Python's Markdown reads it: a list and a table begin after an empty line, what is below an item
    stands four to the right; and with a title of its own, its headings are one rank lower.
    """

    def __init__(self, title: str) -> None:
        self._title = title
        self._below: list[int] = []  # the items that we are below: where the text of each begins
        self._fence, self._cut = "", 0
        self._before = ""  # the line before

    def lines(self, text: str) -> Iterator[str]:
        if self._title:
            yield from (f"# {self._title}", "")
        for line in text.strip("\n").split("\n"):
            listed, in_code = bool(self._below), bool(self._fence)
            written = self._line(line)
            begins = bool(_ITEM.match(line)) and not listed
            begins |= line.lstrip().startswith("|") and not self._before.lstrip().startswith("|")
            if begins and self._before.strip() and not in_code:
                yield ""
            yield written
            self._before = line

    def _line(self, line: str) -> str:
        if self._fence:
            if line.strip() == self._fence:
                self._fence = ""
            return self._deeper(line[self._cut :])
        if not line.strip():
            return ""
        item, fence, indent = _ITEM.match(line), _FENCE.match(line), len(line) - len(line.lstrip())
        goes_on = self._before.strip() and not (
            item or fence or line.startswith("#")
        )  # the paragraph of the line before
        while self._below and indent < self._below[-1] and not goes_on:
            self._below.pop()
        if fence:
            self._fence, self._cut = fence[1], indent
            return self._deeper(line.lstrip())
        text = line.strip()
        if self._title and text.startswith("#"):
            text = f"#{text}"
        written = self._deeper(text)
        if item:
            self._below.append(len(item[0]))
        return written

    def _deeper(self, line: str) -> str:
        return "    " * len(self._below) + line if line else ""


def _way(start: str, end: str) -> str:
    """From one page of the site to another."""
    return os.path.relpath(end, os.path.dirname(start) or ".")


def _shown_as(place: Path) -> str:
    """The page that shows a file of the repository."""
    return f"{_FILES}/{place.as_posix().lstrip('.')}.md"


def _outside_code(text: str, change: Callable[[str], str]) -> str:
    """Change a text except for what stands in it as code."""
    code = [found[0] for found in _CODE.finditer(text)]
    numbers = iter(range(len(code)))
    changed = change(_CODE.sub(lambda _: f"\0{next(numbers)}\0", text))
    return re.sub("\0(\\d+)\0", lambda found: code[int(found[1])], changed)


def _led_to(found: re.Match[str]) -> str:
    """A clause can be led to where it stands, and is, where it is named."""
    bold, name = found.groups()
    return f"**{name}**{{ #{name} }}" if bold else f"[{name}](#{name})"
