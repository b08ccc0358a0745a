"""``ludarium solve``: small games, wins within some turns, and what cannot be solved."""

import pytest

from tests.cli.conftest import Command

FLOOR_2 = ("--option", "nuts=4", "--option", "land=0:0 1:0 0:1 1:1", "--option", "marbles=1", "--option", "floor=2")
ONE_STEP = "land 0:0x2 1:0 0:1; blue 1:0; red 0:1"  # Blue goes up to floor 2 at once


def test_a_position_and_its_moves(ludarium: Command) -> None:
    done = ludarium("solve", "mutternland-tiny", *FLOOR_2, "--position", ONE_STEP)
    assert done.code == 0
    said = done.out.splitlines()
    assert "With best play: Blue wins within 1 turn." in said
    assert "Best play: 1:0-0:0" in said
    assert said[4].split(None, 1) == ["1:0-0:0", "Blue wins within 1 turn"]
    assert len(said) > 5


def test_it_speaks_japanese(ludarium: Command) -> None:
    done = ludarium("solve", "mutternland-tiny", *FLOOR_2, "--position", ONE_STEP, "--lang", "ja")
    assert "最善を尽くすと：青が1手番以内に勝ち。" in done.out


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ("black a2 h3; white a3 b3; kraken e1", "Black cannot force a win within 1 turn of their own."),
        ("black b3 h3; white a3; kraken e1", "Black can force a win within 1 turn of their own."),
    ],
)
def test_a_win_within_some_turns_of_a_larger_game(position: str, said: str, ludarium: Command) -> None:
    """Only single ships can be closed on: of two side by side, none."""
    done = ludarium("solve", "mur-tiny-en", "--position", position, "--within", "1")
    assert done.out.splitlines()[0] == said


def test_a_proof_looks_at_no_more_positions_than_was_asked_for(ludarium: Command) -> None:
    """Else it would go on for minutes, and stop late with Ctrl-C."""
    done = ludarium("solve", "mur-tiny-en", "--within", "20", "--most", "1000")
    assert (done.code, done.err) == (0, "")
    assert done.out == "Not decided: 3 turns of Black are more than 1000 positions. Allow more with --most.\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["myrmidons-tiny"], "without secrets"),
        (["mur-en", "--most", "1000"], "More than 1000 positions"),
        (["mur-en", "--most", "0"], "--most"),
        (["mur-en", "--within", "99"], "--within"),
        (["mur-en", "--position", "black a1; over kraken_closed 0"], "game is over"),
        (["mutterland", "--option", "players=3"], "for two"),
    ],
)
def test_what_it_refuses(arguments: list[str], said: str, ludarium: Command) -> None:
    done = ludarium("solve", *arguments)
    assert (done.code, done.out) == (2, "")
    assert said in done.err
