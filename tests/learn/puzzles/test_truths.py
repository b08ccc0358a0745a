"""Where something is hidden: all that can be true, and proofs that hold in all of it."""

import pytest

from ludarium.core.game import find_ruleset
from ludarium.core.rng import Rng
from ludarium.core.state import State
from ludarium.games.parts import puzzling_of
from ludarium.learn.puzzles.proof import Prover
from ludarium.learn.puzzles.puzzle import WIN


def _view(position: str) -> State:
    rules = find_ruleset("myrmidons")
    return rules.game.read_position(rules.read({}), position)


@pytest.mark.clause("MYR-B4")
def test_truths_are_all_that_can_be_drawn() -> None:
    # Red's a5 went two squares: of the pool (3-2-4, 4-3-2, 1-1-1 and 5-2-2 are left) it is no commander.
    view = _view("blue a1=111 b1=333; red a5=?/2 a6=? b7=? c7=?; blue_lost 324; red_lost 243 333; veiled 1")
    found = puzzling_of(find_ruleset("myrmidons").game).truths(view, 0)
    # Three places can have the commander, the other three places get three types in any order.
    assert len(found) == 3 * 6
    rng = Rng(1)
    assert {view.resample(0, rng) for _ in range(2000)} == set(found)


def test_too_many_truths_are_none() -> None:
    start = "blue a1=243 b1=324 c1=333 d1=432 e1=522 f1=111; red a7=? b7=? c7=? d7=? e7=? f7=?; veiled 1"
    assert puzzling_of(find_ruleset("myrmidons").game).truths(_view(start), 0) == []


@pytest.mark.clause("MYR-E1")
def test_a_win_must_hold_whatever_is_hidden() -> None:
    # Red has lost three blocks; a fourth one wins. Blue's 3-3-3 on c3 can reach no far row and nothing but c4.
    # There stands 3-2-4, known to all: shield 2 falls to sword 3.
    game = find_ruleset("myrmidons").game
    sure = _view(
        "blue a1=111 c3=333!; red c4=324! a7=? b7=?; blue_lost 243 324; red_lost 243 333 432; veiled 1",
    )
    proof = Prover(game).prove(sure, WIN, 1)
    assert proof is not None
    assert [game.step_text(step) for step in proof.key] == ["c3n1"]
    # Red's 2-4-3 is still there, and the hidden block on c4 can be it: shield 4 stands.
    unsure = _view(
        "blue a1=111 c3=333!; red c4=? a7=? b7=?; red_suspects a7 b7; "
        "blue_lost 243 324; red_lost 333 432 522; veiled 1",
    )
    assert len(puzzling_of(game).truths(unsure, 0)) == 4  # 3-2-4 and 2-4-3, and who of two commands
    assert Prover(game).prove(unsure, WIN, 1) is None
