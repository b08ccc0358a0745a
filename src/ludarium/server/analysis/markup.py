"""Markdown of our pages as blocks of safe HTML: clauses are linked, rulings folded, options named in players' words."""

import re
from collections.abc import Iterator, Sequence
from html import escape

from markdown_it import MarkdownIt
from markdown_it.token import Token

from ludarium.core.game import Game
from ludarium.draw.rulebook import CLAUSE
from ludarium.server import wire
from ludarium.server.analysis.rulings import without_rulings
from ludarium.server.errors import server_words
from ludarium.server.rooms.games import option_label, value_label

_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")  # tags that somebody writes are shown, not used
_ID = re.compile(r"[A-Z]{2,4}-[A-Z]\d+")
_ALIGNED = re.compile(r"text-align:(left|right|center)")
# A browser makes a space of a line break; between Japanese characters there is none.
_JAPANESE = "[\\u3000-\\u30ff\\u4e00-\\u9fff\\uff00-\\uffef]"
_BETWEEN_LINES = re.compile(f"(?<={_JAPANESE})\n *(?={_JAPANESE})")
_INSIDE = re.compile(r"#|/(?!/)")  # how a link within our pages begins


def inline_html(text: str) -> str:
    """A line or two, without a paragraph around them."""
    tokens = _MARKDOWN.parseInline(_BETWEEN_LINES.sub("", text))
    for token in tokens:
        token.children = _kept(token.children or [])
    return str(_MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {})).strip()


class Markup:
    """The text of one page while its blocks are made: an anchor stands only once on it. ``edition`` is what marks what
    is said of the ruleset that was asked for, where a page tells several.
    """

    def __init__(self, game: Game, locale: str, known: Sequence[str] = (), edition: str = "") -> None:
        self._game = game
        self._locale = locale
        self._known = set(known)
        self._ahead = set(known)  # clauses that have not begun yet
        self._edition = edition
        self._editions = {name.rpartition("-")[2] for name in game.words(locale).section("rulesets") if "-" in name}
        self._sections = 0

    def blocks(self, text: str) -> Iterator[wire.RulePart]:
        block: list[Token] = []
        for token in _MARKDOWN.parse(_BETWEEN_LINES.sub("", text)):
            block.append(token)
            if token.level == 0 and token.nesting <= 0:
                yield self._block(block)
                block = []

    def _block(self, block: list[Token]) -> wire.RulePart:
        own = ""
        made: list[Token] = []
        rulings: list[str] = []
        option = ""  # whose row of a table it is
        for place, token in enumerate(block):
            _without_style(token)
            made.append(token)
            if token.type == "tr_open":
                option = ""
            if token.type == "paragraph_close" and rulings:
                made += [self._ruling(text) for text in rulings]
                rulings = []
            if token.type != "inline":
                continue
            in_paragraph = block[place - 1].type == "paragraph_open"
            begun = CLAUSE.match(token.content) if in_paragraph else None
            if begun and begun[1] in self._ahead:
                self._ahead.remove(begun[1])
                if place == 1:
                    own = begun[1]
                else:
                    block[place - 2].attrs["id"] = begun[1]  # the list item
            if in_paragraph and self._known:
                text, rulings = without_rulings(token.content)
                if rulings:
                    token.children = _MARKDOWN.parseInline(text)[0].children
            token.children, option = self._named(self._linked(token.children or [], bool(begun)), option)
        if block[0].type == "heading_open":
            self._sections += 1
            return wire.RulePart("heading", f"section-{self._sections}", _html(block[1:-1]), int(block[0].tag[1:]))
        return wire.RulePart("clause" if own else "text", own, _html(self._sorted(made)))

    def _ruling(self, text: str) -> Token:
        """What we decided where the rulebooks do not say it, to be unfolded."""
        inside = _MARKDOWN.parseInline(text)
        for token in inside:
            token.children, _ = self._named(self._linked(token.children or [], False), "")
        word = escape(server_words(self._locale).say("rules", "ruling", {}))
        body = f'<details class="ruling"><summary>{word}</summary><p>{_html(inside)}</p></details>\n'
        return Token("html_block", "", 0, content=body)

    def _sorted(self, block: list[Token]) -> list[Token]:
        """A list whose items tell of several editions begins with the one that was asked for."""
        if not self._edition or block[0].type != "bullet_list_open":
            return block
        items: list[list[Token]] = []
        for token in block[1:-1]:
            if token.type == "list_item_open" and token.level == 1:
                items.append([])
            items[-1].append(token)
        for item in items:
            if (told := self._told_of(item)) and told != self._edition:
                item[0].attrs["class"] = "elsewhere"
        items.sort(key=lambda item: (0, 1, 2)[self._rank(self._told_of(item))])
        return [block[0], *(token for item in items for token in item), block[-1]]

    def _rank(self, told: str) -> int:
        return 0 if told == self._edition else 1 if not told else 2

    def _told_of(self, item: Sequence[Token]) -> str:
        """The edition with whose mark an item begins."""
        inline = next((token for token in item if token.type == "inline"), None)
        children = (inline.children or []) if inline else []
        if len(children) > 2 and children[0].type == "text" and not children[0].content:
            children = children[1:]
        marked = len(children) > 1 and children[0].type == "em_open" and children[1].content in self._editions
        return children[1].content if marked else ""

    def _named(self, children: Sequence[Token], option: str) -> tuple[list[Token], str]:
        """Options and their values in players' words, what one writes small beside them; in a row of a table the option
        comes first and its values after it.
        """
        made: list[Token] = []
        names = {one.name for one in self._game.options}
        for token in children:
            if token.type != "code_inline":
                made.append(token)
                continue
            name, equals, value = (part.strip() for part in token.content.partition("="))
            called = ""
            if name in names:
                option = name
                called = option_label(self._game, name, self._locale)
                if equals:
                    called += f" = {value_label(self._game, name, value, self._locale)}"
            elif option:
                called = self._game.words(self._locale).entry("called", f"{option}.{token.content}") or ""
            if called:
                token.attrs["class"] = "named"
                made += [_text(called), _text(" ")]
            made.append(token)
        return made, option

    def _linked(self, children: Sequence[Token], begins: bool) -> list[Token]:
        """The inside of a paragraph with links to the clauses that it cites; where a clause ``begins``, its own name
        is no citation. Links that lead elsewhere and pictures become plain text.
        """
        made: list[Token] = []
        inside = 0  # links around the present token
        for token in _kept(children):
            inside += token.nesting if token.type.startswith("link_") else 0
            if token.type == "text" and not inside and not begins:
                made += self._cited(token.content)
            else:
                made.append(token)
            begins = begins and token.type != "strong_close"
        return made

    def _cited(self, text: str) -> Iterator[Token]:
        at = 0
        for found in _ID.finditer(text):
            if found[0] in self._known:
                yield _text(text[at : found.start()])
                yield Token("link_open", "a", 1, attrs={"href": f"#{found[0]}"})
                yield _text(found[0])
                yield Token("link_close", "a", -1)
                at = found.end()
        yield _text(text[at:])


def _kept(children: Sequence[Token]) -> list[Token]:
    """Without links that lead elsewhere and without pictures: their words remain."""
    made: list[Token] = []
    links: list[bool] = []  # the links around the present token, and whether they stay
    for token in children:
        if token.type == "link_open":
            links.append(bool(_INSIDE.match(str(token.attrs.get("href", "")))))
        if token.type.startswith("link_"):
            stays = links[-1] if token.type == "link_open" else links.pop()
            made += [token] if stays else []
        elif token.type == "image":
            made.append(_text(token.content))
        else:
            made.append(token)
    return made


def _text(content: str) -> Token:
    return Token("text", "", 0, content=content)


def _without_style(token: Token) -> None:
    """Columns are aligned by a class: the pages allow no styles in their HTML."""
    if aligned := _ALIGNED.search(str(token.attrs.pop("style", ""))):
        token.attrs["class"] = aligned[1]


def _html(block: Sequence[Token]) -> str:
    return str(_MARKDOWN.renderer.render(block, _MARKDOWN.options, {})).strip()
