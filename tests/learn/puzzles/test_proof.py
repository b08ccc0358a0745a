"""Exactly one way to win or to save oneself, on positions that a person can solve."""

import pytest

from ludarium.core.game import find_ruleset
from ludarium.core.state import State
from ludarium.learn.puzzles.proof import Proof, Prover, played
from ludarium.learn.puzzles.puzzle import SAVE, WIN
from ludarium.search.ways import ways_of
from tests.learn.puzzles.positions import KRAKEN_THREAT, THIRD_TRAP, TWO_TRAPS


def _read(ruleset: str, position: str, **options: object) -> State:
    rules = find_ruleset(ruleset)
    return rules.game.read_position(rules.read(options), position)


def _prove(ruleset: str, position: str, kind: str, turns: int = 1, **options: object) -> Proof | None:
    return Prover(find_ruleset(ruleset).game).prove(_read(ruleset, position, **options), kind, turns)


def _texts(ruleset: str, steps: tuple[int, ...]) -> list[str]:
    return [find_ruleset(ruleset).game.step_text(step) for step in steps]


@pytest.mark.clause("MUR-C3")
def test_one_way_to_win() -> None:
    proof = _prove("mur-jp", THIRD_TRAP, WIN)
    assert proof is not None
    assert _texts("mur-jp", proof.key) == ["+e2"]
    assert proof.line == proof.key
    assert proof.ways == len(_read("mur-jp", THIRD_TRAP).legal())  # a turn in Mur is one step


def test_two_ways_to_win_are_no_puzzle() -> None:
    assert _prove("mur-jp", TWO_TRAPS, WIN) is None


def test_a_win_that_comes_sooner_is_no_longer_one() -> None:
    assert _prove("mur-jp", THIRD_TRAP, WIN, 2) is None


def test_what_the_solver_leaves_open_proves_nothing() -> None:
    game = find_ruleset("mur-jp").game
    assert Prover(game, most_positions=1).prove(_read("mur-jp", KRAKEN_THREAT), SAVE, 1) is None
    assert Prover(game, most_ways=5).prove(_read("mur-jp", THIRD_TRAP), WIN, 1) is None


@pytest.mark.clause("MUR-C3")
def test_one_way_to_save_oneself() -> None:
    proof = _prove("mur-jp", KRAKEN_THREAT, SAVE)
    assert proof is not None
    assert _texts("mur-jp", proof.key) == ["+d2"]


def test_who_can_win_need_not_save_himself() -> None:
    assert _prove("mur-jp", THIRD_TRAP, SAVE) is None


# Two powers that stand in one realm, and nothing near them.
_TWO_POWERS = "bases0 A1 D1; powers0 a3 c1; bases1 D4; powers1 j10; enforcers1 l12n"


@pytest.mark.clause("RLM-T1")
def test_different_orders_of_the_same_steps_are_one_way() -> None:
    game, start = find_ruleset("realm").game, _read("realm", _TWO_POWERS, bases=6)
    one, other = ("a3-a4", "no", "c1-d1", "no", "end"), ("c1-d1", "no", "a3-a4", "no", "end")
    after = played(start, map(game.read_step, one))
    assert after == played(start, map(game.read_step, other))
    assert [found for found, _ in ways_of(start, 100_000)].count(after) == 1
