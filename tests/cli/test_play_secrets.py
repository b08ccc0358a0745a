"""Games with secrets at a terminal that people share."""

import re
from pathlib import Path

import pytest

from ludarium.cli.terminal import Terminal
from ludarium.core.game import rulesets
from ludarium.engine import reach
from tests.cli.conftest import HIDING, TWO, Command, typed

CLEARED = "─" * 40


@pytest.mark.parametrize("name", HIDING)
def test_the_screen_is_hidden_between_seats(name: str, ludarium: Command, tmp_path: Path) -> None:
    """What one seat sees during the other's set-up does not depend on it."""
    ruleset = next(ruleset for ruleset in rulesets() if ruleset.name == name)
    screens = []
    for pick in (0, -1):
        setup: list[str] = []
        while True:
            reached = reach(ruleset, {}, 0, None, setup)
            if reached.state.seat != 0:
                break
            legal = [ruleset.game.step_text(step) for step in reached.state.legal()]
            setup.append(legal[pick])
            forced = len(legal) == 1
        lines = typed("", *(setup[:-1] if forced else setup), "", "", "list", "log", "undo")
        done = ludarium("play", name, *TWO, "--seed", "0", "--record", f"g{pick}.txt", typed=lines)
        assert done.code == 0
        for own in (f"g{pick}.txt", f"g{pick}.txt.secret"):
            assert (tmp_path / own).exists()
        before, between, after = done.out.rsplit(CLEARED, 2)
        assert setup[0] in before
        assert "Ben" in between
        assert setup[0] not in between
        assert "only the moves of your own unfinished turn" in after
        screens.append((between, re.sub(r"\S+\.txt", "FILE", after)))
    assert screens[0] == screens[1]


@pytest.mark.clause("MYR-O4")
def test_an_order_is_taken_back_at_a_shared_terminal(ludarium: Command, tmp_path: Path) -> None:
    army = ("=243", "=111", "=324", "=522", "=333")  # and the last one, which is all that is left
    lines = typed("", *army, "", "", *army, "", "", "!n", "a1:2", "undo", "c1:1", "undo", "undo", "undo", "f1n2")
    done = ludarium("play", "myrmidons", *TWO, "--record", "g.txt", typed=lines)
    assert done.out.count("only the moves of your own unfinished turn") == 1
    secret = (tmp_path / "g.txt.secret").read_text()
    assert secret.endswith("1 0: !n, a1:2,\nundo: 1\n1 0: c1:1,\nundo: 1\nundo: 1\n1 0: f1n2\n")
    assert "undo" not in (tmp_path / "g.txt").read_text()


def test_what_was_typed_cannot_be_called_back_after_the_screen_was_hidden() -> None:
    readline = pytest.importorskip("readline")
    readline.add_history("=111")
    Terminal("en").clear()
    assert readline.get_current_history_length() == 0


def test_a_terminal_that_cannot_clear_its_screen_moves_all_out_of_sight(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setenv("FORCE_COLOR", "1")  # for rich: this is a terminal
    terminal = Terminal("en")
    terminal.clear()
    assert capsys.readouterr().out == "\n" * terminal.out.height


@pytest.mark.parametrize("name", HIDING)
def test_a_game_with_secrets_can_be_resumed_and_verified(name: str, ludarium: Command, tmp_path: Path) -> None:
    ludarium("play", name, "--seed", "2", "--record", "g.txt", typed=typed("=111", "save copy.txt"))
    assert (tmp_path / "copy.txt.secret").exists()
    done = ludarium("play", "--resume", "copy.txt", typed=typed("resign", "y"))
    assert "wins: resignation" in done.out
    replayed = ludarium("replay", "copy.txt")
    assert replayed.code == 0
    assert "=111" in replayed.out
    assert "checked" in replayed.out
    (tmp_path / "g.txt.secret").unlink()
    assert ludarium("replay", "g.txt").code == 2
