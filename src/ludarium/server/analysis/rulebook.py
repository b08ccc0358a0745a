"""The rulebook pages as blocks of safe HTML and diagrams that can be played on."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import cast

from markdown_it import MarkdownIt
from markdown_it.token import Token

from ludarium.core.game import Game, main_rulesets, rulesets
from ludarium.core.options import shortened
from ludarium.draw.art import art_of
from ludarium.draw.diagrams import scene_of, start_of
from ludarium.draw.parts import lay_out_parts
from ludarium.draw.rulebook import CLAUSE, Shown, clauses, page, parts
from ludarium.server import wire
from ludarium.server.errors import AnalysisError

_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")  # tags that somebody writes are shown, not used
_ID = re.compile(r"[A-Z]{2,4}-[A-Z]\d+")
_ALIGNED = re.compile(r"text-align:(left|right|center)")
# A browser makes a space of a line break; between Japanese characters there is none.
_JAPANESE = "[\\u3000-\\u30ff\\u4e00-\\u9fff\\uff00-\\uffef]"
_BETWEEN_LINES = re.compile(f"(?<={_JAPANESE})\n *(?={_JAPANESE})")
_INSIDE = re.compile(r"#|/(?!/)")  # how a link within our pages begins


def rule_cards(locale: str) -> list[wire.RuleCard]:
    """All pages there are."""
    games = [ruleset.game for ruleset in main_rulesets()]
    names = [(game.name, game.words(locale).sections) for game in games]
    return [wire.RuleCard(name, str(words["name"]), str(words["summary"])) for name, words in names]


def find_game(name: str) -> Game:
    """The game of that name, or of the ruleset of that name."""
    for ruleset in rulesets():
        if name in (ruleset.game.name, ruleset.name):
            return ruleset.game
    known = [ruleset.game.name for ruleset in main_rulesets()]
    raise AnalysisError("game_unknown", 404, game=shortened(name), known=known)


@lru_cache(maxsize=64)
def rule_page(game: Game, locale: str) -> wire.RulePage:
    text = _BETWEEN_LINES.sub("", page(game, locale))
    blocks = list(_Page(game, clauses(game, locale)).blocks(text))
    title = str(game.words(locale).sections["name"])
    return wire.RulePage(game.name, title, blocks)


class _Page:
    """One page while its blocks are made: an anchor stands only once on it."""

    def __init__(self, game: Game, known: Sequence[str]) -> None:
        self._game = game
        self._known = set(known)
        self._ahead = set(known)  # clauses that have not begun yet
        self._sections = 0

    def blocks(self, text: str) -> Iterator[wire.RulePart]:
        for part in parts(self._game, text):
            if isinstance(part, Shown):
                yield self._diagram(part)
                continue
            block: list[Token] = []
            for token in _MARKDOWN.parse(part):
                block.append(token)
                if token.level == 0 and token.nesting <= 0:
                    yield self._block(block)
                    block = []

    def _diagram(self, shown: Shown) -> wire.RulePart:
        start, name = start_of(shown.diagram), shown.diagram.name
        options = cast(dict[str, wire.OptionValue], start.options)
        live_start = wire.PositionStart(start.ruleset.name, options, 0, start.position, start.steps, start.view)
        layout = lay_out_parts(scene_of(shown.diagram), art_of(self._game))
        live = wire.LiveDiagram(name, shown.said, live_start, round(layout.width / layout.height, 4))
        return wire.RulePart("diagram", f"diagram-{name}", "", diagram=live)

    def _block(self, block: list[Token]) -> wire.RulePart:
        own = ""
        for place, token in enumerate(block):
            _without_style(token)
            if token.type != "inline":
                continue
            begun = CLAUSE.match(token.content) if block[place - 1].type == "paragraph_open" else None
            if begun and begun[1] in self._ahead:
                self._ahead.remove(begun[1])
                if place == 1:
                    own = begun[1]
                else:
                    block[place - 2].attrs["id"] = begun[1]  # the list item
            token.children = self._linked(token.children or [], bool(begun))
        if block[0].type == "heading_open":
            self._sections += 1
            return wire.RulePart("heading", f"section-{self._sections}", _html(block[1:-1]), int(block[0].tag[1:]))
        return wire.RulePart("clause" if own else "text", own, _html(block))

    def _linked(self, children: Sequence[Token], begins: bool) -> list[Token]:
        """The inside of a paragraph with links to the clauses that it cites; where a clause ``begins``, its own name
        is no citation. Links that lead elsewhere and pictures become plain text.
        """
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
            elif token.type == "text" and not links and not begins:
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


def _text(content: str) -> Token:
    return Token("text", "", 0, content=content)


def _without_style(token: Token) -> None:
    """Columns are aligned by a class: the pages allow no styles in their HTML."""
    if aligned := _ALIGNED.search(str(token.attrs.pop("style", ""))):
        token.attrs["class"] = aligned[1]


def _html(block: Sequence[Token]) -> str:
    return str(_MARKDOWN.renderer.render(block, _MARKDOWN.options, {})).strip()
