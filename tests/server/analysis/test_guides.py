"""Guides as browsers get them: legends, diagrams, sample games, what is printed alone; and still pictures."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ludarium.draw import rulebook as pages
from ludarium.server import wire
from ludarium.server.analysis.rulebook import drawn, find_game, guide_page, named_ruleset, rule_page
from ludarium.server.analysis.rulings import without_rulings
from ludarium.server.errors import AnalysisError
from tests.draw.guide_page import write_guide
from tests.server.visiting import Open


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Open]:
    with Open(tmp_path_factory.mktemp("server"), cores=1) as opened:
        yield opened


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_guide(tmp_path)
    monkeypatch.setattr(pages, "GUIDES", [tmp_path])
    for made in (rule_page, guide_page, drawn):
        made.cache_clear()


@pytest.fixture
def guide(written: None) -> wire.RulePage:
    page = guide_page("mur-jp-any", "en")
    guide_page.cache_clear()
    return page


def part(page: wire.RulePage, kind: str) -> wire.RulePart:
    return next(one for one in page.parts if one.kind == kind)


def test_a_guide_in_parts(guide: wire.RulePage) -> None:
    assert (guide.game, guide.ruleset, guide.layer, guide.title) == ("mur", "mur-jp-any", "guide", "Mur, to try")
    assert guide.has_guide
    assert [one.name for one in guide.guides] == ["mur-jp"]
    legend = part(guide, "legend").legend
    assert legend == [
        wire.LegendItem("/api/rules/pictures/try-pieces?item=1", "<strong>Ships</strong> (7).\nThey move."),
        wire.LegendItem("/api/rules/pictures/try-pieces?item=2", "<strong>It</strong> (1)."),
    ]
    diagram = part(guide, "diagram").diagram
    assert diagram
    assert (diagram.show, diagram.names, diagram.picture) == ("both", ["c2"], "/api/rules/pictures/try-knock")
    game = part(guide, "game").game
    assert game
    assert game.start.steps == ["+c2"]
    assert game.comments == [wire.GameComment(0, "From c2"), wire.GameComment(1, "Over.")]
    assert [one.html for one in guide.parts if one.aid] == ["<p>Print me.</p>"]


def test_the_reference_knows_of_the_guide(written: None) -> None:
    page = rule_page(find_game("mur"), "en", "mur-jp")
    assert (page.layer, page.has_guide, page.ruleset) == ("reference", True, "mur-jp")
    assert not rule_page(find_game("mur"), "en", "mur-en").has_guide
    with pytest.raises(AnalysisError) as refused:
        guide_page("mur-en", "en")
    assert refused.value.status == 404
    assert named_ruleset("mur").name == "mur-jp"
    rule_page.cache_clear()


def test_pictures_are_drawn_by_name_theme_and_language(written: None) -> None:
    both = drawn("try-knock", 0, "light", "ja")
    assert both.count('data-part="board"') == 2
    assert "systemLanguage" not in both
    assert drawn("try-knock", 0, "dark", "ja") != both
    assert 'data-piece="kraken"' in drawn("try-pieces", 2, "light", "en")
    for name, item in (("try-pieces", 0), ("try-pieces", 3), ("try-knock", 1), ("try-game", 0), ("none", 0)):
        with pytest.raises(AnalysisError) as refused:
            drawn(name, item, "light", "en")
        assert refused.value.status == 404


def test_over_http(written: None, server: Open) -> None:
    visitor = server.visitor()
    assert visitor.get("/api/guides/mur-jp?lang=ja").json()["title"] == "試しのマー"
    assert visitor.get("/api/guides/chess").status_code == 404
    assert visitor.get(f"/api/guides/{'x' * 61}").status_code == 422
    picture = visitor.get("/api/rules/pictures/try-pieces?item=1&theme=dark")
    assert picture.headers["content-type"] == "image/svg+xml"
    assert visitor.get("/api/rules/pictures/try-pieces?item=9").status_code == 404
    assert visitor.get("/api/rules/pictures/try-pieces?item=999").status_code == 422
    assert visitor.get("/api/rules/pictures/try-pieces?theme=pink").status_code == 422
    assert visitor.get("/api/rules/mur?ruleset=mur-en").json()["ruleset"] == "mur-en"


@pytest.mark.parametrize(
    ("text", "kept", "rulings"),
    [
        ("A ship. (ruling: it (really) does.) More.", "A ship. More.", ["it (really) does."]),
        ("You may *(ruling: one)*, or not (ruling: two).", "You may, or not.", ["one", "two"]),
        ("置けます（裁定：書かれていません（例）。）。", "置けます。", ["書かれていません（例）。"]),
        ("Nothing (really).", "Nothing (really).", []),
        ("It never ends (ruling: so", "It never ends (ruling: so", []),
    ],
)
def test_rulings_are_taken_out_of_a_text(text: str, kept: str, rulings: list[str]) -> None:
    assert without_rulings(text) == (kept, rulings)


RULES = """# Mur

**MUR-C6** It depends. (ruling: see MUR-K1.)

- *en*: open.
- *jp*: closed. (ruling: so be it.)

**MUR-K1** With `kraken_walls=any` it walls.

| option | values |
|---|---|
| `kraken_walls` | `own`, `any` |

<!-- notation -->
## Notation

`+c2` places.
"""


def test_the_reference_folds_rulings_and_names_options(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mur.en.md").write_text(RULES, encoding="utf-8")
    monkeypatch.setattr(pages, "FOLDERS", [tmp_path])
    rule_page.cache_clear()
    _, clause, items, options, table, notation, steps = rule_page(find_game("mur"), "en", "mur-jp").parts
    rule_page.cache_clear()
    assert clause.html == (
        "<p><strong>MUR-C6</strong> It depends.</p>\n"
        '<details class="ruling"><summary>Ruling</summary><p>see <a href="#MUR-K1">MUR-K1</a>.</p></details>'
    )
    # What is said of the ruleset that was asked for comes first, and its ruling stays with it.
    assert items.html.index("closed.") < items.html.index("so be it.") < items.html.index("open.")
    assert '<li class="elsewhere"><em>en</em>' in items.html.replace("\n", "")
    assert 'Trapping the kraken = any ships <code class="named">kraken_walls=any</code>' in options.html
    assert 'Trapping the kraken <code class="named">kraken_walls</code>' in table.html
    assert 'own ships only <code class="named">own</code>' in table.html
    assert [one.folded for one in (table, notation, steps)] == [False, True, True]
    assert "<code>+c2</code>" in steps.html
