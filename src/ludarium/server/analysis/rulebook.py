"""The two layers of the rules as blocks of safe HTML and boards that can be played on: the reference of a game and the
guide to a ruleset.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Literal, cast

from ludarium.core.errors import LudariumError
from ludarium.core.game import Game, Ruleset, find_ruleset, main_rulesets, rulesets
from ludarium.core.options import shortened
from ludarium.draw.art import art_of
from ludarium.draw.blocks import AID, DIAGRAM, END, LEGEND, NOTATION, Block
from ludarium.draw.diagrams import history_of, scene_at, start_of
from ludarium.draw.figure import figure, legend
from ludarium.draw.parts import lay_out_parts
from ludarium.draw.rulebook import clauses, find_block, find_guide, guide, page, parts
from ludarium.learn.lessons import has_lessons
from ludarium.server import wire
from ludarium.server.analysis.markup import Markup, inline_html
from ludarium.server.errors import AnalysisError
from ludarium.server.rooms.games import ruleset_label

_MOST_PICTURES = 512  # that are kept


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


def chosen_ruleset(game: Game, name: str) -> Ruleset:
    """The ruleset of that name where the game has it, else the game's first one."""
    own = [ruleset for ruleset in rulesets() if ruleset.game is game]
    return next((ruleset for ruleset in own if ruleset.name == name), own[0])


@lru_cache(maxsize=64)
def rule_page(game: Game, locale: str, ruleset: str = "") -> wire.RulePage:
    """The reference; what it says of the ruleset that was asked for comes first."""
    chosen = chosen_ruleset(game, ruleset)
    text = page(game, locale)
    known = clauses(game, locale)
    made = _Parts(game, locale, Markup(game, locale, known, chosen.name.removeprefix(f"{game.name}-").split("-")[0]))
    title = str(game.words(locale).sections["name"])
    return _page("reference", chosen, title, locale, list(made.of(game.name, text)))


@lru_cache(maxsize=64)
def guide_page(name: str, locale: str) -> wire.RulePage:
    """The guide in which the ruleset of that name is told."""
    ruleset = find_ruleset(name)
    text = guide(ruleset, locale)
    if text is None:
        raise AnalysisError("guide_missing", 404, ruleset=ruleset.name)
    made = _Parts(ruleset.game, locale, Markup(ruleset.game, locale))
    found = list(made.of(ruleset.name, text))
    title = next((part.html for part in found if part.kind == "heading" and part.level == 1), "")
    return _page("guide", ruleset, re.sub(r"<[^>]*>", "", title), locale, found)


def _page(
    layer: Literal["guide", "reference"], ruleset: Ruleset, title: str, locale: str, found: list[wire.RulePart]
) -> wire.RulePage:
    own = [one for one in rulesets() if one.game is ruleset.game]
    choices = [
        wire.RulesetName(one.name, ruleset_label(one, locale)) for one in own if find_guide(one, locale) == one.name
    ]
    has_guide, taught = find_guide(ruleset, locale) is not None, has_lessons(ruleset.name)
    return wire.RulePage(ruleset.game.name, ruleset.name, layer, title, has_guide, taught, choices, found)


@lru_cache(maxsize=_MOST_PICTURES)
def drawn(name: str, item: int, theme: str, locale: str) -> str:
    """The picture of a diagram, or of one item of a legend (from 1), as SVG."""
    block = find_block(name)
    if block is not None and block.kind == DIAGRAM and item == 0:
        return figure(block, theme, locale)
    if block is not None and block.kind == LEGEND and 1 <= item <= len(block.places("show")):
        return legend(block, theme)[item - 1]
    raise AnalysisError("picture_unknown", 404, name=shortened(name))


class _Parts:
    """One page while it is put together."""

    def __init__(self, game: Game, locale: str, markup: Markup) -> None:
        self._game = game
        self._locale = locale
        self._markup = markup

    def of(self, name: str, text: str) -> Iterator[wire.RulePart]:
        aid = folded = False
        for part in parts(name, text):
            if isinstance(part, str):
                for made in self._markup.blocks(part):
                    yield _placed(made, aid, folded)
            elif part.kind in (AID, END):
                aid = part.kind == AID
            elif part.kind == NOTATION:
                folded = True
            else:
                yield _placed(self._block(part), aid, folded)

    def _block(self, block: Block) -> wire.RulePart:
        """What is garbled is left out; the pages' own tests do not let it come to that."""
        try:
            if block.kind == DIAGRAM:
                return self._diagram(block)
            if block.kind == LEGEND:
                items = [
                    wire.LegendItem(f"/api/rules/pictures/{block.name}?item={number}", inline_html(text))
                    for number, text in enumerate(block.items, 1)
                ]
                return wire.RulePart("legend", f"legend-{block.name}", "", legend=items)
            comments = [wire.GameComment(at, inline_html(text)) for at, text in zip(block.at, block.items, strict=True)]
            game = wire.SampleGame(block.name, _live(block), self._ratio(block), comments)
            return wire.RulePart("game", f"game-{block.name}", "", game=game)
        except LudariumError:
            return wire.RulePart("text", "", inline_html(block.said))

    def _diagram(self, block: Block) -> wire.RulePart:
        live = wire.LiveDiagram(
            name=block.name,
            label=block.said,
            start=_live(block),
            ratio=self._ratio(block),
            show=cast(Literal["before", "after", "both"], block.shown),
            names=block.places("names"),
            picture=f"/api/rules/pictures/{block.name}",
        )
        return wire.RulePart("diagram", f"diagram-{block.name}", "", diagram=live)

    def _ratio(self, block: Block) -> float:
        layout = lay_out_parts(scene_at(block, history_of(block)), art_of(self._game))
        return round(layout.width / layout.height, 4)


def _live(block: Block) -> wire.PositionStart:
    start = start_of(block)
    options = cast(dict[str, wire.OptionValue], start.options)
    return wire.PositionStart(start.ruleset.name, options, 0, start.position, start.steps, start.view)


def _placed(part: wire.RulePart, aid: bool, folded: bool) -> wire.RulePart:
    return wire.RulePart(part.kind, part.id, part.html, part.level, part.diagram, part.legend, part.game, aid, folded)


def named_ruleset(name: str) -> Ruleset:
    """The ruleset of that name, or the first one of the game of that name."""
    return chosen_ruleset(find_game(name), name)
