"""What stands between the lines of a page for people: diagrams, legends, sample games, the part that is printed alone.

Each is a comment, and most are followed by what people read of it::

    <!-- diagram: mur-knock
    ruleset: mur-en
    option: turn_cap=0
    position: black c2; white d2 d3; kraken x
    steps: c2r
    show: both
    names: c2 d2
    view: 0
    -->
    ![A lone black ship on c2 knocks the white ship on d2](img/mur-knock.svg)

    <!-- legend: mur-pieces
    ruleset: mur-en
    position: black a3; white e3; kraken x
    show: a3 e3
    -->
    - **Black ships** (7). …
    - **White ships** (7). …

    <!-- game: mur-sample
    ruleset: mur-en
    steps: +c2 +d2 …
    steps: …
    -->
    - **0** What one sees at the start.
    - **2** What is said after the second step.

    <!-- aid -->
    What is printed on one page.
    <!-- end aid -->

What follows ``<!-- notation -->`` is for programs and for those who write steps down: browsers fold it.

``option`` may stand several times, and so may ``steps``, where they are many; all but ``ruleset`` may be missing: then
it is the start, without steps, and everything is shown (``view: open``). A diagram with steps shows what was ``before``
them, with arrows, and what came ``after``; ``show`` asks for one of the two. ``names`` are the places whose names are
written on the board. A legend shows one place for each item of its list.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ludarium.core.errors import LudariumError, NotationError
from ludarium.core.options import shortened

DIAGRAM, LEGEND, GAME = "diagram", "legend", "game"
AID, END, NOTATION = MARKS = ("aid", "end aid", "notation")
BEFORE, AFTER, BOTH = SHOWN = ("before", "after", "both")
_KEYS = {
    DIAGRAM: ("ruleset", "option", "position", "steps", "view", "show", "names"),
    LEGEND: ("ruleset", "option", "position", "steps", "view", "show"),
    GAME: ("ruleset", "option", "position", "steps", "view"),
}
_OFTEN = ("option", "steps")
_BEGINS = re.compile(rf"<!--\s*({'|'.join(_KEYS)}):\s*(.*)")
_MARK = re.compile(rf"<!--\s*({'|'.join(MARKS)})\s*-->")
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_IMAGE = re.compile(r"!\[(?P<said>[^\]]*\S[^\]]*)\]\(img/(?P<name>[^)]*)\.svg\)")
_ITEM = re.compile(r"[-*] +(.*)")
_NUMBERED = re.compile(r"\*\*(\d+)\*\*\s*(.*)", re.DOTALL)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


class PageError(LudariumError):
    """Something is wrong with a page: where, and what."""

    def __init__(self, page: str, line: int, problem: LudariumError) -> None:
        super().__init__("page_problem", page=page, line=line)
        self.line = line
        self.problem = problem

    def sentence(self, locale: str) -> str:
        self.data["problem"] = self.problem.sentence(locale)
        return super().sentence(locale)


@dataclass(frozen=True)
class Block:
    """``content`` is what two languages must have in common: pairs of key and value, in order. What people read of it
    is what is ``said`` of a diagram, or the ``items`` of a list; those of a game stand each ``at`` a number of steps.
    """

    kind: str
    name: str
    page: str
    line: int
    content: tuple[tuple[str, str], ...] = ()
    said: str = ""
    items: tuple[str, ...] = ()
    at: tuple[int, ...] = ()

    def values(self, key: str) -> list[str]:
        return [value for found, value in self.content if found == key]

    def value(self, key: str, default: str = "") -> str:
        return " ".join(self.values(key)) or default

    def places(self, key: str) -> list[str]:
        return self.value(key).replace(",", " ").split()

    @property
    def shown(self) -> str:
        """Of a diagram: before, after or both."""
        return self.value("show", BOTH if self.value("steps") else AFTER)

    def fail(self, problem: LudariumError) -> PageError:
        return PageError(self.page, self.line, problem)


def read_page(page: str, text: str, problems: list[PageError] | None = None) -> Iterator[str | Block]:
    """A page's text cut at its blocks; other comments are left out. Of a garbled block the text that follows remains:
    it is among the ``problems``, or ends the reading where nobody asks for them.
    """
    lines = text.splitlines()
    prose: list[str] = []
    at = 0
    while at < len(lines):
        line = lines[at].strip()
        begins, mark = _BEGINS.match(line), _MARK.fullmatch(line)
        if not begins and not mark:
            prose.append(lines[at])
            at += 1
            continue
        yield from _prose(prose)
        prose = []
        if mark:
            yield Block(mark[1], "", page, at + 1)
            at += 1
            continue
        try:
            block, at = _read_block(page, lines, at)
            yield block
        except PageError as problem:
            if problems is None:
                raise
            problems.append(problem)
            while at < len(lines) and "-->" not in lines[at]:
                at += 1
            at += 1
    yield from _prose(prose)


def read_blocks(page: str, text: str, problems: list[PageError] | None = None) -> list[Block]:
    return [part for part in read_page(page, text, problems) if isinstance(part, Block)]


def _prose(lines: Sequence[str]) -> Iterator[str]:
    text = _COMMENT.sub("", "\n".join(lines))
    if text.strip():
        yield text


def _read_block(page: str, lines: Sequence[str], start: int) -> tuple[Block, int]:
    """The block that begins on a line, and the line after all that belongs to it."""
    begins = _BEGINS.match(lines[start].strip())
    assert begins
    kind, name = begins[1], begins[2].removesuffix("-->").strip()
    at = start
    try:
        if not _NAME.fullmatch(name):
            raise NotationError("block_name", name=shortened(name))
        content: list[tuple[str, str]] = []
        if not lines[start].rstrip().endswith("-->"):
            for at in range(start + 1, len(lines)):
                if lines[at].strip() == "-->":
                    break
                content.append(_read_part(kind, lines[at], content))
            else:
                at = start
                raise NotationError("block_open")
        end, at = at + 1, start
        if not any(key == "ruleset" for key, _ in content):
            raise NotationError("block_ruleset")
        block = Block(kind, name, page, start + 1, tuple(content))
        return _with_image(block, lines, end) if kind == DIAGRAM else _with_items(block, lines, end)
    except LudariumError as problem:
        raise PageError(page, at + 1, problem) from problem


def _read_part(kind: str, line: str, before: list[tuple[str, str]]) -> tuple[str, str]:
    key, colon, value = (part.strip() for part in line.partition(":"))
    if key not in _KEYS[kind] or not colon:
        raise NotationError("block_key", key=shortened(key), known=list(_KEYS[kind]))
    if key not in _OFTEN and any(key == other for other, _ in before):
        raise NotationError("block_twice", key=key)
    if kind == DIAGRAM and key == "show" and value not in SHOWN:
        raise NotationError("block_show", show=shortened(value), known=list(SHOWN))
    return key, value


def _with_image(block: Block, lines: Sequence[str], at: int) -> tuple[Block, int]:
    while at < len(lines) and not lines[at].strip():
        at += 1
    image = _IMAGE.fullmatch(lines[at].strip()) if at < len(lines) else None
    if not image or image["name"] != block.name:
        raise NotationError("block_image", name=block.name)
    return _replaced(block, said=image["said"]), at + 1


def _with_items(block: Block, lines: Sequence[str], start: int) -> tuple[Block, int]:
    items: list[str] = []
    end = start
    for at in range(start, len(lines)):
        item = _ITEM.fullmatch(lines[at])
        if item:
            items.append(item[1])
        elif items and lines[at].startswith(" ") and lines[at].strip():
            items[-1] += "\n" + lines[at].strip()
        elif lines[at].strip():
            break
        end = at + 1 if lines[at].strip() else end
    if block.kind == GAME:
        return _with_comments(block, items), end
    if not items or len(items) != len(block.places("show")):
        raise NotationError("block_items", places=len(block.places("show")), items=len(items))
    return _replaced(block, items=tuple(items)), end


def _with_comments(block: Block, items: Sequence[str]) -> Block:
    found = [_NUMBERED.fullmatch(item) for item in items]
    numbers = [int(one[1]) for one in found if one]
    if not items or len(numbers) < len(items) or numbers != sorted(set(numbers)):
        raise NotationError("block_comments")
    return _replaced(block, items=tuple(one[2] for one in found if one), at=tuple(numbers))


def _replaced(block: Block, said: str = "", items: tuple[str, ...] = (), at: tuple[int, ...] = ()) -> Block:
    return Block(block.kind, block.name, block.page, block.line, block.content, said, items, at)
