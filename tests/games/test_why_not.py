"""Clicks that make no step: what a person meant, and the clause that is told."""

from collections.abc import Sequence

import pytest

from ludarium.core.game import Game, Refusal, WhyNot, find_ruleset
from ludarium.core.state import State
from ludarium.games.mur import MurGame

MUR = "black c2 c3; white e2; kraken x"
WALLED = "black b2 d2 c1 c3 d3 e1; white c2 b3 a1; kraken d1; leave c2; next 1"
REALM = "bases0 A1; bases1 B1; powers0 a1 c3; powers1 a4 d1; enforcers0 g7n; neutral0 h12; next 0"
MOVED = "bases0 A1; bases1 B1; powers0 a1 c3 d4; powers1 a4 d1; source A1; target B2; next 0"
LAND = "land 0:0..4:0 0:1x2 1:1x4 2:1; blue 0:0 3:0; red 2:0 4:0; next 0"
BLOCKS = "blue a1=324 b1=111 c1=333 d1=432 e1=522 f3=243; red a7=? b7=? c7=? d7=? e7=? f7=?; veiled 1; next 0"
ORDER = BLOCKS.replace("veiled", "order n; veiled")


def asked(name: str, position: str, clicks: str) -> tuple[Game, WhyNot]:
    ruleset = find_ruleset(name)
    view = ruleset.game.read_position(ruleset.read({}), position)
    return ruleset.game, ruleset.game.why_not(view, clicks.split())


@pytest.mark.parametrize(
    ("name", "position", "clicks", "clause", "reason"),
    [
        ("mur-en", MUR, "e2", "MUR-T1", "occupied"),
        ("mur-en", MUR, "c2 e2", "MUR-K1", "too_weak"),  # a class 2 against a class 1
        ("mur-en", MUR, "c2 d2", "MUR-V1", "elsewhere"),  # one point, not two
        ("mur-en", MUR, "e2 f2", "MUR-T2", "not_yours"),
        ("mur-en", MUR, "c2 #withdraw", "MUR-W1", "no_port"),
        ("mur-en", WALLED, "a1", "MUR-C4", "must_withdraw"),
        ("mur-en", WALLED, "b3 h3", "MUR-C4", "must_withdraw"),  # also where none of its ways would end
        ("connect-four", "blue a1 a3 a5; red a2 a4 a6", "a6", "CON-T1", "full"),
        ("realm", REALM, "a1 c2", "RLM-M2", "crooked"),
        ("realm", REALM, "a1 a5", "RLM-M2", "blocked"),
        ("realm", REALM, "a1 b1", "RLM-M2", "same_realm"),
        ("realm", REALM, "g7 g5", "RLM-M4", "about"),
        ("realm", REALM, "b2", "RLM-M1", "base"),
        ("realm", REALM, "h12", "RLM-M5", "neutralised"),
        ("realm", REALM, "a4", "RLM-T1", "not_yours"),
        ("realm", REALM, "#end", "RLM-T1", "nothing_moved"),
        ("realm", REALM, "#rearrange e2", "RLM-T3", "none_to_lift"),
        ("realm", "setup", "a1", "RLM-P1", "put_base"),
        ("realm", MOVED, "d4", "RLM-T2", "either"),  # and not that it cannot stop in its own realm
        ("mutterland", LAND, "0:0 1:1", "MUT-M2", "too_far"),
        ("mutterland", LAND, "0:0 2:0", "MUT-S1", "push_from_afar"),  # and not that a direction must be named
        ("mutterland", LAND, "3:0 0:0", "MUT-M4", "own_marble"),
        ("mutterland", LAND, "2:0 1:0", "MUT-M1", "not_yours"),
        ("mutterland", LAND, "1:0", "MUT-N2", "few_sides"),
        ("mutterland", LAND, "1:1 1:0", "MUT-N1", "nut_not_beside"),
        ("mutterland", LAND, "#return", "MUT-R1", "nothing_fallen"),
        ("myrmidons", BLOCKS, "a1 c2", "MYR-M1", "crooked"),
        ("myrmidons", BLOCKS, "a1 a6", "MYR-M1", "too_far"),
        ("myrmidons", BLOCKS, "a1 b1", "MYR-M1", "own_block"),
        ("myrmidons", BLOCKS, "a7 a6", "MYR-M1", "not_yours"),
        ("myrmidons", BLOCKS, "b1 #order #s", "MYR-B1", "off_board"),
        ("myrmidons", BLOCKS, "#324", "MYR-P1", "set_up_over"),
        ("myrmidons", ORDER, "d1 d2", "MYR-O1", "not_next"),
        ("myrmidons", ORDER, "a1 a6", "MYR-O1", "order_too_far"),
        ("myrmidons", ORDER, "a1 c3", "MYR-O1", "order_open"),  # not the way of the order
        ("myrmidons", ORDER, "#carry_out", "MYR-O1", "alone"),
    ],
)
def test_the_refusal_worth_telling(name: str, position: str, clicks: str, clause: str, reason: str) -> None:
    game, answer = asked(name, position, clicks)
    assert answer.refusal is not None
    assert (answer.allowed, answer.refusal.clause, answer.refusal.name) == (False, clause, reason)
    assert game.refusal_sentence(answer.refusal, "ja") != game.refusal_sentence(answer.refusal, "en")


@pytest.mark.parametrize(
    ("name", "position", "clicks"),
    [
        ("mur-en", MUR, "c2"),
        ("mur-en", MUR, "a1"),
        ("mur-en", WALLED, "#withdraw_all"),
        ("connect-four", "blue a1", "b3"),  # a stone falls, wherever one clicks in its column
        ("realm", MOVED, "c3 d3"),
        ("mutterland", LAND, "3:0 2:0"),
        ("myrmidons", BLOCKS, "b1 #order"),
        ("myrmidons", ORDER, "a1 a4"),
    ],
)
def test_what_is_meant_is_legal(name: str, position: str, clicks: str) -> None:
    assert asked(name, position, clicks)[1] == WhyNot(allowed=True)


@pytest.mark.parametrize(
    ("name", "position", "clicks"),
    [
        ("mur-en", MUR, "c2 c2"),
        ("mur-en", MUR, "a1 b1"),  # nothing stands there
        ("mur-en", MUR, "#end"),
        ("mur-en", MUR, "c2 e2 g2 h2"),
        ("connect-four", "blue a1", "a1 b1"),
        ("realm", REALM, "#rearrange a1"),  # a realm is named by its centre
        ("mutterland", LAND, "2:0 #e"),
        ("myrmidons", BLOCKS, "a1 #order"),  # not the commander
    ],
)
def test_nobody_can_guess_what_is_meant(name: str, position: str, clicks: str) -> None:
    assert asked(name, position, clicks)[1] == WhyNot()


def test_the_sentence_says_how_far_a_ship_goes() -> None:
    game, answer = asked("mur-jp", "black c2 c3; white e2; kraken x", "c2 d2")
    assert answer.refusal == Refusal("MUR-V1", "elsewhere", {"at": "c2", "class": 2, "to": "d2"})
    assert "c2 is class 2" in game.refusal_sentence(answer.refusal, "en")


class Plain(MurGame):
    def steps_for_clicks(self, view: State, clicks: Sequence[str]) -> list[int]:
        return Game.steps_for_clicks(self, view, clicks)


def test_a_game_that_says_nothing_about_clicks_knows_its_paths() -> None:
    view = find_ruleset("mur-en").new()
    assert Plain().why_not(view, ["c2"]) == WhyNot(allowed=True)
    assert Plain().why_not(view, ["x"]) == WhyNot()
