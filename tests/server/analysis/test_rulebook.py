"""The rulebook pages as browsers get them: safe, complete, and every diagram can be played on."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from ludarium.core.game import Game, find_ruleset, main_rulesets
from ludarium.core.words import LOCALES
from ludarium.draw import rulebook as pages
from ludarium.server import wire
from ludarium.server.analysis.positions import position
from ludarium.server.analysis.rulebook import find_game, rule_cards, rule_page
from ludarium.server.errors import AnalysisError
from ludarium.server.requests import PositionRequest

GAMES = {ruleset.game.name: ruleset.game for ruleset in main_rulesets()}
each_page = pytest.mark.parametrize(
    ("game", "locale"),
    [pytest.param(game, locale, id=f"{name}-{locale}") for name, game in GAMES.items() for locale in LOCALES],
)
TAGS = {
    *("details", "summary", "p", "em", "strong", "code", "a", "ul", "ol", "li", "br", "blockquote", "pre", "hr"),
    *("table", "thead", "tbody", "tr", "th", "td"),
}


class Reader(HTMLParser):
    """What a browser makes of some HTML: tags, attributes, ids and links."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.said = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        for name, value in attrs:
            self.attributes.add(name)
            self.ids += [value or ""] if name == "id" else []
            self.links += [value or ""] if name in ("href", "src") else []

    def handle_data(self, data: str) -> None:
        self.said += data


def anchors(page: wire.RulePage) -> list[str]:
    inside = [anchor for part in page.parts for anchor in Reader(part.html).ids]
    return [part.id for part in page.parts if part.id] + inside


@each_page
def test_every_clause_that_is_cited_has_an_anchor(game: Game, locale: str) -> None:
    found = anchors(rule_page(game, locale))
    assert len(found) == len(set(found))
    cited = {reason.clause for reason in game.reasons[1:]} | {ending.clause for ending in game.endings[1:]}
    cited |= {option.clause for option in game.options}
    assert cited <= set(found)
    assert [anchor for anchor in found if re.fullmatch(r"[A-Z]+-[A-Z]\d+", anchor)] == pages.clauses(game, locale)


@each_page
def test_pages_have_nothing_but_our_own_tags_and_links_that_lead_somewhere(game: Game, locale: str) -> None:
    page = rule_page(game, locale)
    found = set(anchors(page))
    for part in page.parts:
        read = Reader(part.html)
        assert read.tags <= TAGS
        assert read.attributes <= {"href", "id", "class", "start"}
        assert {link.removeprefix("#") for link in read.links} <= found
        assert "<!--" not in part.html
        assert "img/" not in part.html


@each_page
def test_every_diagram_can_be_played_on(game: Game, locale: str) -> None:
    for part in rule_page(game, locale).parts:
        if part.diagram is not None:
            start = part.diagram.start
            wanted = PositionRequest(
                ruleset=start.ruleset,
                options=start.options,
                position=start.position,
                steps=start.steps,
                view=start.view,
            )
            shown = position(wanted)
            assert len(shown.steps) == len(start.steps) or start.view is not None
            assert part.diagram.label
            assert (shown.picture.paths != []) == (shown.outcome is None and start.view in (None, shown.picture.seat))


def test_there_is_a_diagram_on_every_page_of_ours() -> None:
    for name, game in GAMES.items():
        if (Path(__file__).parents[3] / "docs" / "rules" / f"{name}.en.md").exists():
            names = [
                [part.diagram.name for part in rule_page(game, locale).parts if part.diagram] for locale in LOCALES
            ]
            assert names[0]
            assert sorted(names[0]) == sorted(names[1])


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_sections_have_the_same_anchors_in_both_languages(game: Game) -> None:
    headings = [
        [(part.id, part.level) for part in rule_page(game, locale).parts if part.kind == "heading"]
        for locale in LOCALES
    ]
    assert headings[0] == headings[1]


PAGE = """# Ships <script>alert(1)</script>

Read **MUR-K1** first, or [elsewhere](https://example.com/x), or [there](javascript:alert(1)), or [here](#MUR-C1).

**MUR-K1** A ship knocks; see MUR-C1, MUR-Z9 and `MUR-C1`. ![A ship](https://example.com/ship.png)

- **MUR-C1** closes. <img src=x onerror=alert(1)>
- Nothing.

| a | b |
|:-:|---|
| MUR-K1 | x |

<!-- diagram: mur-try
ruleset: mur-en
option: turn_cap=7
position: black c2; white d2 e2; kraken x
steps: c2r
-->
![Black & White](img/mur-try.svg)

<!-- a remark -->

**MUR-K1** again.
"""


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> wire.RulePage:
    (tmp_path / "mur.en.md").write_text(PAGE, encoding="utf-8")
    monkeypatch.setattr(pages, "FOLDERS", [tmp_path])
    rule_page.cache_clear()
    page = rule_page(find_ruleset("mur-en").game, "en")
    rule_page.cache_clear()
    return page


def test_a_page_in_parts(written: wire.RulePage) -> None:
    kinds = [(part.kind, part.id) for part in written.parts]
    assert kinds == [
        ("heading", "section-1"),
        ("text", ""),
        ("clause", "MUR-K1"),
        ("text", ""),
        ("text", ""),
        ("diagram", "diagram-mur-try"),
        ("text", ""),  # the second MUR-K1: an anchor stands once
    ]
    heading, first, clause, items, table, diagram, _ = written.parts
    assert heading.html == "Ships &lt;script&gt;alert(1)&lt;/script&gt;"
    assert heading.level == 1
    assert '<strong><a href="#MUR-K1">MUR-K1</a></strong>' in first.html
    assert Reader(first.html).links == ["#MUR-K1", "#MUR-C1"]  # nothing leads away
    assert "elsewhere" in first.html
    assert "there" in first.html
    assert clause.html == (
        '<p><strong>MUR-K1</strong> A ship knocks; see <a href="#MUR-C1">MUR-C1</a>, MUR-Z9 and <code>MUR-C1</code>. '
        "A ship</p>"
    )
    assert '<li id="MUR-C1"><strong>MUR-C1</strong> closes. &lt;img' in items.html.replace("\n", "")
    assert '<td class="center"><a href="#MUR-K1">MUR-K1</a></td>' in table.html
    assert diagram.diagram == wire.LiveDiagram(
        "mur-try",
        "Black & White",
        wire.PositionStart("mur-en", {"turn_cap": 7}, 0, "black c2; white d2 e2; kraken x", ["c2r"], None),
        ratio=diagram.diagram.ratio if diagram.diagram else 0,
        show="both",
        picture="/api/rules/pictures/mur-try",
    )


def test_pages_are_found_by_game_or_ruleset() -> None:
    assert find_game("mur") is find_game("mur-jp") is GAMES["mur"]
    with pytest.raises(AnalysisError) as refused:
        find_game("chess")
    assert "mur" in refused.value.sentence("en")
    assert "ルール" in refused.value.sentence("ja")
    assert refused.value.status == 404


@pytest.mark.parametrize("locale", LOCALES)
def test_all_pages_are_listed_with_a_title(locale: str) -> None:
    cards = rule_cards(locale)
    assert [card.game for card in cards] == list(GAMES)
    assert all(card.title and card.summary for card in cards)


def test_japanese_lines_are_joined_without_a_space() -> None:
    said = "".join(part.html for part in rule_page(GAMES["mur"], "ja").parts)
    assert re.search("[ぁ-ん。]\n[ぁ-ん一-龠]", said) is None
    assert re.search("[a-z,]\n[a-z]", "".join(part.html for part in rule_page(GAMES["mur"], "en").parts))
