"""Ending a game by agreement: each game says what it means, and what would come of it is told before anybody agrees."""

import pytest

from ludarium.core.errors import NotAllowed
from ludarium.core.game import COUNT, DRAW, Game, find_ruleset, main_rulesets
from ludarium.core.state import State
from ludarium.core.words import LOCALES
from ludarium.table import Table, read_record
from ludarium.table.agreement import agreement_words, would_be_said


def at(ruleset: str, position: str, **options: object) -> tuple[Game, State]:
    found = find_ruleset(ruleset)
    return found.game, found.game.read_position(found.read(options), position)


def test_a_draw_is_offered_only_where_the_rules_have_one() -> None:
    """MUR-R2 and MYR-E3 know draws; RLM-T4 and MUT-E2 count when nobody goes on."""
    found = {ruleset.game.name: ruleset.game.agreement for ruleset in main_rulesets()}
    assert {name: found[name] for name in ("mur", "myrmidons", "mutterland", "realm")} == {
        "mur": DRAW,
        "myrmidons": DRAW,
        "mutterland": COUNT,
        "realm": COUNT,
    }
    for locale, word in (("en", "draw"), ("ja", "引き分け")):
        for ruleset in (one for one in main_rulesets() if one.game.agreement):
            said = agreement_words(ruleset.game, locale).section("agreement")
            assert all((word in text) == (ruleset.game.agreement == DRAW) for text in said.values()), said


@pytest.mark.clause("RLM-T4", "RLM-F2")
@pytest.mark.parametrize(
    ("position", "en", "ja"),
    [
        (
            "bases0 A1 B2 C3 D4; bases1 A2 B1 C4",
            "Realms: Blue 4, Red 3. Blue would win.",
            "領土：青 4、赤 3。青の勝ちになります。",
        ),
        (
            "bases0 A1; bases1 C3; enforcers0 a1n; neutral1 a2",  # 8 enforcers each: Red's is lost
            "Realms: Blue 1, Red 1. Enforcers active or in hand: Blue 8, Red 7. Blue would win.",
            "領土：青 1、赤 1。稼働中と手持ちのエンフォーサー：青 8、赤 7。青の勝ちになります。",
        ),
        (
            "bases0 A1; bases1 C3",
            "Realms: Blue 1, Red 1. Enforcers active or in hand: Blue 8, Red 8. The game would be a draw.",
            "領土：青 1、赤 1。稼働中と手持ちのエンフォーサー：青 8、赤 8。引き分けになります。",
        ),
    ],
)
def test_realms_count_is_told_as_far_as_it_decides(position: str, en: str, ja: str) -> None:
    game, state = at("realm", position)
    assert would_be_said(game, state, "en") == en
    assert would_be_said(game, state, "ja") == ja


@pytest.mark.clause("RLM-F2")
def test_whoever_reads_it_is_you() -> None:
    game, state = at("realm", "bases0 A1 B2; bases1 C3")
    assert would_be_said(game, state, "en", you=0) == "Realms: you 2, Red 1. You would win."
    assert would_be_said(game, state, "en", you=1) == "Realms: Blue 2, you 1. Blue would win."
    assert would_be_said(game, state, "ja", you=0) == "領土：あなた 2、赤 1。あなたの勝ちになります。"


@pytest.mark.clause("MUT-E2")
def test_in_mutter_land_the_marbles_on_floor_4_are_counted() -> None:
    land = "land 0:0x4 1:0x4 2:0x5 3:0 4:0x4"
    game, state = at("mutterland", f"{land}; blue 0:0 2:0; red 4:0")
    assert would_be_said(game, state, "en") == "Floor 4+: Blue 2, Red 1. Blue would win."
    assert game.agreed(state).winners == (0,)
    assert (
        would_be_said(*at("mutterland", f"{land}; blue 0:0; red 4:0"), "ja")
        == "4階以上：青 1、赤 1。引き分けになります。"
    )
    shared = at("mutterland", "land 0:0x4 1:0x4 2:0 3:0; blue 0:0; red 2:0; amber 1:0", players=3)
    assert would_be_said(*shared, "en", you=0) == "Floor 4+: you 1, Red 0, Amber 1. Blue, Amber would share the win."


def test_a_draw_is_a_draw_whatever_stands_on_the_board() -> None:
    for ruleset in ("mur-en", "myrmidons"):
        table = Table(ruleset)
        assert would_be_said(table.game, table.state, "en", you=1) == "The game would be a draw."


@pytest.mark.clause("RLM-T4")
def test_the_end_is_announced_as_a_count() -> None:
    table = Table("realm")
    table.take(0, "*A1")
    table.agree()
    assert table.outcome is not None
    said = [table.game.outcome_sentence(table.outcome, locale) for locale in LOCALES]
    assert said == [
        "Blue wins: both agreed to end the game here, and the realms are counted.",
        "青の勝ち：両者の合意で終わり、領土の数で判定。",
    ]


def test_a_game_without_such_an_end_refuses_it_also_in_a_record() -> None:
    table = Table("open-cups")
    with pytest.raises(NotAllowed) as caught:
        table.agree()
    assert caught.value.key == "no_agreement"
    assert all(caught.value.sentence(locale) for locale in LOCALES)
    record = "ludarium-record 1\nruleset: open-cups\nseed: 1\n\nresult: draw agreement\n"
    with pytest.raises(Exception, match="not over"):
        read_record(record)
