"""What somebody at the terminal is told as in the browser: the goal, what to do now, and what a step would cost."""

from pathlib import Path

import pytest

from tests.cli.conftest import TWO, Command, Hands, typed

# Blue's bases are in A1, B3 and C2, Red's in B2, C3 and D4; each has its powers in its own realms. Three realms each.
REALM = ("*A1", "*B2", "*B3", "*C3", "*C2", "*D4", "+a1", "+d4", "+d7", "+g7", "+g4", "+j10")


def test_the_goal_is_told_once_and_when_asked_for(ludarium: Command) -> None:
    said = "Goal: Close on the kraken, or make 3 closes.\n"
    done = ludarium("play", "mur-en", *TWO, typed=typed("+c2", "+d2"))
    assert done.out.count(said) == 1
    assert done.out.index(said) < done.out.index("Turn 1: ")
    done = ludarium("play", "mur-en", *TWO, typed=typed("+c2", "goal"))
    assert done.out.count(said) == 2
    assert f"White> goal\n{said}  Black (Ada): closes 0/3\n  White (Ben): closes 0/3\n" in done.out


def test_the_goal_is_told_in_japanese(ludarium: Command) -> None:
    done = ludarium("play", "mur-en", *TWO, "--lang", "ja", typed=typed("goal"))
    said = "勝利条件：クラーケンをクローズするか、3回クローズすれば勝ちです。\n"
    assert f"黒> goal\n{said}  黒（Ada）：クローズ 0/3\n" in done.out
    assert "（list で一覧）。\n空いている交点に船を置くか、自分の船を動かしてください。\n黒> " in done.out


def test_help_begins_with_the_goal_and_what_to_do(ludarium: Command) -> None:
    said = ludarium("play", "connect-four", *TWO, typed=typed("?")).out.split("Blue> ?\n")[1]
    assert said.startswith("Goal: Be first to have four stones in a line.\nChoose a column for your stone.\nNotation")


def test_each_phase_says_what_to_do(ludarium: Command) -> None:
    """RLM-P1, P2: three bases each, then three powers each, then turns."""
    out = ludarium("play", "realm", *TWO, typed=typed(*REALM, "pass")).out
    assert out.count("Place a base in a row and column of realms without yours") == 6
    assert out.count("Place a base in a row and column of realms without yours (3 of 3).\n") == 2
    assert out.count("Place a power on a border square of your realm (2 of 3).\n") == 2
    assert out.count("Move a power or an enforcer, rearrange a realm, or pass.\n") == 1
    assert out.count("Your opponent passed. If you pass too, the game ends.\n") == 1


def test_the_board_is_drawn_again_with_what_to_do(ludarium: Command) -> None:
    out = ludarium("play", "connect-four", *TWO, typed=typed("board")).out
    assert out.count("Choose a column for your stone.\n") == 2
    assert "  Red\nChoose a column for your stone.\nBlue> " in out


def test_everybody_is_told_the_goal_where_the_screen_is_hidden(ludarium: Command) -> None:
    army = ("=243", "=111", "=324", "=522", "=333", "=432")
    out = ludarium("play", "myrmidons", *TWO, typed=typed("", *army, "", "", "=243")).out
    ada, ben = out.split("Pass the device to Red (Ben)")
    assert ada.count("Goal: ") == ben.count("Goal: ") == 1
    assert "Choose the block for a1 (1 of 6). Commanders in corners have fewer adjacent blocks.\n" in ada
    assert "Place your commander on the last square" not in out  # it was placed second


# --- before a step that lets the game end unwon ---------------------------------------------------------------------
@pytest.fixture
def somebody_types(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines count as typed by a person."""
    monkeypatch.setattr(Hands, "isatty", lambda hands: True)


ENDED = "two passes in a row end the game, and the realms are counted."


@pytest.mark.clause("RLM-T4")
@pytest.mark.usefixtures("somebody_types")
def test_a_person_is_asked_before_a_pass_that_may_cost_the_win(ludarium: Command, tmp_path: Path) -> None:
    """Three realms each: whoever passes lets the game end in a draw. No and Enter do not pass."""
    lines = [*REALM, "pass", "n", "pass", "", "PASS", "y", "pass", "y"]
    out = ludarium("play", "realm", *TWO, "--record", "g.txt", typed=lines).out
    assert out.count(f"Then Red can end the game. A draw: {ENDED} Are you sure? [y/N]") == 3
    assert out.count(f"This ends the game. A draw: {ENDED} Are you sure? [y/N]") == 1
    assert (tmp_path / "g.txt").read_text().endswith("\n1 0: pass\n2 1: pass\nresult: draw agreed\n")


@pytest.mark.usefixtures("somebody_types")
def test_a_person_is_asked_in_japanese(ludarium: Command) -> None:
    out = ludarium("play", "realm", *TWO, "--lang", "ja", typed=[*REALM, "pass"]).out
    asked = "次に赤が対局を終わらせることができます。引き分け：パスが2回続き、領土の数で判定。よろしいですか？"
    assert f"青> {asked} ［はい＝y／いいえ＝n、Enterは いいえ］" in out


@pytest.mark.usefixtures("somebody_types")
def test_whoever_wins_by_a_pass_is_not_asked(ludarium: Command, tmp_path: Path) -> None:
    """Blue has made a realm of A2: four against three. Red's pass may lose, Blue's wins."""
    lines = [*REALM, "a1-a4", "create", "end", "pass", "y", "pass"]
    out = ludarium("play", "realm", *TWO, "--record", "g.txt", typed=lines).out
    assert out.count("Are you sure?") == 1
    assert f"Red> Then Blue can end the game. Blue wins: {ENDED} Are you sure? [y/N]" in out
    assert (tmp_path / "g.txt").read_text().endswith("result: 0 agreed\n")


def test_what_is_piped_in_is_not_asked_about(ludarium: Command, tmp_path: Path) -> None:
    out = ludarium("play", "realm", *TWO, "--record", "g.txt", typed=typed(*REALM, "pass", "pass")).out
    assert "Are you sure?" not in out
    assert (tmp_path / "g.txt").read_text().endswith("result: draw agreed\n")
