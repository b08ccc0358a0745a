"""The report: well-formed, complete in both languages, needing nothing from elsewhere, with the right numbers in it."""

import re
import tomllib
from dataclasses import replace
from pathlib import Path
from string import Formatter
from xml.etree import ElementTree

import pytest

from ludarium.arena.contestants import read_contestant
from ludarium.core.game import find_ruleset
from ludarium.core.words import LOCALES
from ludarium.draw.lines import marks
from ludarium.research import study
from ludarium.research.study.figures import as_json, figures
from ludarium.research.study.plan import Plan
from ludarium.research.study.plots import Caption, bins, histogram, wrapped
from ludarium.research.study.report import report
from ludarium.research.study.watch import Watched
from tests.research.study_games import FOUR, PLAIN, plan

SVG = "{http://www.w3.org/2000/svg}"
PLOTS = ["seats", "endings", "lengths", "choices", "first", "first", "winner", "leads", "calibration"]

each_locale = pytest.mark.parametrize("locale", LOCALES)


def written(locale: str = "en", games: tuple[Watched, ...] = FOUR, *plans: Plan) -> str:
    given = plans or (plan(),)
    return report(given, [games] * len(given), [figures(one, games) for one in given], locale)


def parsed(page: str) -> ElementTree.Element:
    return ElementTree.fromstring(page.removeprefix("<!DOCTYPE html>"))


def spoken(element: ElementTree.Element) -> str:
    return " ".join("".join(element.itertext()).split())


def figure_of(page: str, name: str) -> ElementTree.Element:
    return next(one for one in parsed(page).iter("figure") if one.get("data-plot") == name)


def cells(figure: ElementTree.Element) -> list[list[str]]:
    return [[spoken(cell) for cell in row] for row in figure.iter("tr")]


@each_locale
def test_all_plots_are_there_with_words_and_numbers(locale: str) -> None:
    shown = list(parsed(written(locale)).iter("figure"))
    assert [one.get("data-plot") for one in shown] == PLOTS
    for one in shown:
        pictures = list(one.iter(f"{SVG}svg"))
        assert pictures
        for picture in pictures:
            assert picture.findtext(f"{SVG}title")
            assert picture.findtext(f"{SVG}desc")
        assert len(cells(one)) > 1


def test_the_numbers_worked_out_by_hand_stand_in_the_report() -> None:
    """Of the four games: see ``test_study_figures``."""
    page = written()
    assert cells(figure_of(page, "seats"))[1:] == [
        ["Black", "62.5% (21.9% … 90.8%)", "4"],
        ["White", "37.5% (9.2% … 78.1%)", "4"],
    ]
    assert [row[0] for row in cells(figure_of(page, "endings"))[1:]] == [
        "3 closes",
        "a close on the kraken",
        "the last turn has been played",
    ]
    assert cells(figure_of(page, "lengths"))[1:] == [["1", "1"], ["2", "1"], ["3", "1"], ["4", "1"]]
    assert cells(figure_of(page, "leads"))[1:] == [["0", "2"], ["1", "2"]]
    assert ["+a1", "3", "66.7% (20.8% … 93.9%)"] in cells(figure_of(page, "first"))
    said = spoken(parsed(page))
    assert "The middle half of the games took 1.75 to 3.25 turns; the median is 2.50." in said
    assert "Different games: 3 of 4." in said
    assert "The other games repeat one of these" in said


@each_locale
def test_nothing_is_asked_of_anybody(locale: str) -> None:
    """No scripts, no addresses but the name of SVG, no files."""
    page = written(locale)
    assert set(re.findall(r"[a-z]+://[^\s\"'<]+", page)) == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"<script|<link|<img|<iframe|@import|url\((?!#)|\bsrc=|\bon[a-z]+=", page)


@each_locale
def test_names_from_outside_are_written_as_text(locale: str) -> None:
    strange = Plan(plan().ruleset, {}, [read_contestant("engine:a '<b>&\x07'"), read_contestant("random")], 4)
    games = tuple(replace(game, seating=(0, 1)) for game in FOUR)
    assert "<b>&" in spoken(parsed(written(locale, games, strange)))


def test_a_partial_study_says_what_is_missing() -> None:
    assert "mur-en, games: 4. Not played yet: 6." in written("en", FOUR, plan(games=10))
    assert "Not played yet" not in written("en", FOUR, plan(games=2))


def test_seats_are_said_to_be_shared_equally_only_when_they_are() -> None:
    players = [read_contestant("random"), read_contestant("1")]
    some, all_ = (Plan(find_ruleset("mur-en"), {}, players, games) for games in (10, 4))
    assert "Each sat on every seat equally often." in written("en", FOUR, all_)
    assert "Each sat on every seat" not in written("en", FOUR, some)
    assert "Once all games are played" in written("en", FOUR, some)


def test_what_a_player_won_is_counted_by_seats() -> None:
    """Two of three seats in one game, of which one wins: half of the win for each seat, and two seats."""
    players = [read_contestant("random"), read_contestant("1")]
    given = Plan(find_ruleset("mutterland"), {"players": 3}, players, 1)
    game = replace(PLAIN, seating=(0, 0, 1), ending="turn_cap", first=(None,) * 3, expected=())
    rows = cells(figure_of(written("en", (game,), given), "players"))
    assert rows[0][2] == "seats taken"
    assert [(row[0], row[1].split(" (")[0], row[2]) for row in rows[1:]] == [
        ("random", "50.0%", "2"),
        ("1", "0.0%", "1"),
    ]
    assert as_json(figures(given, [game]))["players"]["random"]["seats"] == 2  # type: ignore[index]


def test_draws_are_said_to_count_for_all_seats() -> None:
    drawn = tuple(replace(game, winners=()) for game in FOUR)
    assert "They count as an equal part of the win for every seat." in written("en", drawn)
    assert "They count as an equal part" not in written("en", (PLAIN,))


def test_options_are_said_as_they_are_written() -> None:
    assert "push_uphill=true" in written("en", (), plan("mutterland", push_uphill=True))


def test_endings_of_different_games_are_not_mixed_up() -> None:
    """Both end by their last turn, which each says in its own words."""
    plans = (plan("mur-en"), plan("mutterland"))
    games = [(replace(PLAIN, ending="turn_cap"),)] * 2
    page = parsed(report(plans, games, [figures(*both) for both in zip(plans, games, strict=True)], "en"))
    compared = next(one for one in page.iter("section") if one.get("id") == "comparison")
    rows = [[spoken(cell) for cell in row] for row in list(compared.iter("table"))[-1].iter("tr")]
    ends = [one.ruleset.game.words("en").entry("endings", "turn_cap") for one in plans]
    assert [row[0] for row in rows[1:]] == ends
    assert [row[1:].index("–") for row in rows[1:]] == [1, 0]


@each_locale
def test_a_study_without_games_is_a_page_all_the_same(locale: str) -> None:
    assert not list(parsed(written(locale, ())).iter("figure"))


def test_a_board_that_changes_has_no_heat_map() -> None:
    games = (PLAIN, replace(PLAIN, number=1, board="other"))
    first = figure_of(written("en", games), "first")
    assert not list(first.iter(f"{SVG}svg"))
    assert "another one from game to game" in spoken(first)


def test_a_heat_map_has_a_disc_for_every_site_in_light_and_dark() -> None:
    first = figure_of(written(), "first")
    for picture in first.iter(f"{SVG}svg"):
        assert [group.get("data-site") for group in picture.iter(f"{SVG}g") if group.get("data-site")] == ["a1", "c1"]
    assert [one.get("class") for one in first.iter("div")][:2] == ["day", "night"]


@each_locale
def test_rulesets_are_compared(locale: str) -> None:
    page = parsed(written(locale, FOUR, plan("mur-jp"), plan("mur-en")))
    sections = [one.get("id") for one in page.iter("section")]
    assert sections == ["comparison", "ruleset-mur-jp", "ruleset-mur-en", "methods"]
    links = [one.get("href") for one in page.iter("a")]
    assert links == [f"#{name}" for name in sections]
    rules = next(page.iter("table"))
    assert [spoken(cell) for cell in rules.iter("td")] == {"en": ["Japanese", "English"], "ja": ["日本語版", "英語版"]}[
        locale
    ]


def test_a_clear_difference_is_said_in_a_sentence() -> None:
    """Ten times as many turns: 25.0 instead of 2.50."""
    longer = [replace(game, turns=10 * game.turns) for game in FOUR]
    plans, games = (plan("mur-jp"), plan("mur-en")), (FOUR, longer)
    page = report(plans, games, [figures(*both) for both in zip(plans, games, strict=True)], "en")
    assert "turns of a game: 2.50 in mur-jp, 25.0 in mur-en; difference +22.5 (" in spoken(parsed(page))


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


# --- words ----------------------------------------------------------------------------------------------------------
def test_the_languages_have_the_same_words_with_the_same_fields() -> None:
    folder = Path(study.__file__).parent / "text"
    english, japanese = (tomllib.loads((folder / f"{locale}.toml").read_text()) for locale in LOCALES)
    assert {name: list(section) for name, section in english.items()} == {
        name: list(section) for name, section in japanese.items()
    }
    for name, section in english.items():
        for key, template in section.items():
            other = japanese[name][key]
            assert fields(template) == fields(other), f"{name}.{key}"
            assert template.strip()
            assert other.strip()


# --- axes -----------------------------------------------------------------------------------------------------------
def test_axes_have_round_numbers_with_both_ends() -> None:
    assert marks(0, 1) == [0, 0.2, 0.4, 0.6, 0.8, 1]
    assert marks(1, 30, whole=True) == [5, 10, 15, 20, 25, 30]
    assert marks(0, 1, whole=True) == [0, 1]
    assert marks(3, 3, whole=True) == [3]


def test_long_names_are_broken_where_the_language_allows() -> None:
    assert wrapped("a block stands on the far row", 87, 10) == ["a block stands", "on the far row"]
    assert "".join(wrapped("敵のブロックが取り除かれました", 60, 10)) == "敵のブロックが取り除かれました"
    assert len(wrapped("敵のブロックが取り除かれました", 60, 10)) > 1
    assert wrapped("short", 80, 10) == ["short"]


def test_bars_put_numbers_together_and_lose_none() -> None:
    counts = {3: 2, 40: 1, 97: 4}
    assert sum(count for *_, count in bins(counts)) == 7
    assert bins(counts)[0] == (0, 4, 2)
    assert bins({5: 9}) == [(5, 5, 9)]
    assert "<svg" in histogram({5: 9}, 5, Caption("one", "two"))
