"""Games from outside the package: what LUDARIUM_GAMES may name, and what is said about the rest."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ludarium.core.errors import GameError
from ludarium.core.game import find_ruleset, register
from ludarium.core.words import LOCALES
from ludarium.games import outside

EXAMPLE = Path(__file__).parents[2] / "examples" / "connect_four.py"
PLAY = (
    "import pickle, sys, ludarium.games; from ludarium.core.game import find_ruleset;"
    "state = find_ruleset('connect-four').new(); state.apply(3);"
    "sys.stdout.write(pickle.dumps(state).hex())"
)
LOOK = "import pickle, sys, ludarium.games; print(pickle.loads(bytes.fromhex(sys.argv[1])).fields())"


def python(code: str, *arguments: str, games: str, folder: Path | None = None) -> str:
    environment = {**os.environ, outside.VARIABLE: games}
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env=environment,
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def refusal(monkeypatch: pytest.MonkeyPatch, games: str) -> GameError:
    monkeypatch.setenv(outside.VARIABLE, games)
    with pytest.raises(GameError) as refused:
        outside.load()
    assert all(refused.value.sentence(locale) for locale in LOCALES)
    return refused.value


def test_nothing_named_is_nothing_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(outside.VARIABLE, "")
    assert outside.load() == []
    monkeypatch.delenv(outside.VARIABLE)
    assert outside.load() == []


def test_a_file_or_a_module_may_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (str(EXAMPLE), "connect_four", os.pathsep.join([str(EXAMPLE), str(EXAMPLE)])):
        monkeypatch.setenv(outside.VARIABLE, name)
        assert [ruleset.name for ruleset in outside.load()] == ["connect-four"]


def test_a_pickled_state_is_read_by_another_process_that_has_not_asked_for_the_game() -> None:
    pickled = python(PLAY, games="connect_four.py", folder=EXAMPLE.parent)
    # Red is to act (seat 1) on turn 1; the stone of Blue is on d1, bit 21.
    assert python(LOOK, pickled, games=str(EXAMPLE)) == "(1, 1, 0, 0, 0, 2097152)"


def test_what_is_no_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert refusal(monkeypatch, str(tmp_path / "none.py")).key == "game_file"
    assert refusal(monkeypatch, str(tmp_path)).key == "game_file"
    assert "none.py" in str(refusal(monkeypatch, os.pathsep.join([str(EXAMPLE), "none.py"])))


def test_what_cannot_be_imported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broken = tmp_path / "broken_game.py"
    broken.write_text("RULESETS = (1 / 0,)\n")
    said = refusal(monkeypatch, str(broken))
    assert (said.key, said.data["module"]) == ("game_fault", "broken_game")
    assert "ZeroDivisionError: division by zero" in str(said)
    broken.write_text("RULESETS = (\n")
    assert "SyntaxError" in str(refusal(monkeypatch, str(broken)))
    assert "ModuleNotFoundError" in str(refusal(monkeypatch, "no_such_module"))


@pytest.mark.parametrize("text", ["", "RULESETS = ()", "RULESETS = (1,)", "RULESETS = 1"])
def test_what_is_no_game(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str) -> None:
    monkeypatch.delitem(sys.modules, "empty_game", raising=False)
    (tmp_path / "empty_game.py").write_text(text)
    assert refusal(monkeypatch, str(tmp_path / "empty_game.py")).key == "game_rulesets"


def test_a_file_that_is_called_as_another_module_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("json", "ludarium", "connect_four", "pytest", "two words"):
        file = tmp_path / f"{name}.py"
        file.write_text("")
        assert refusal(monkeypatch, str(file)).key == "game_name"
    other = tmp_path / "other"
    other.mkdir()
    for folder in (tmp_path, other):
        (folder / "same.py").write_text("")
    twice = os.pathsep.join(str(folder / "same.py") for folder in (tmp_path, other))
    assert refusal(monkeypatch, twice).key == "game_name"


def test_two_games_of_one_name() -> None:
    ruleset = find_ruleset("connect-four")
    with pytest.raises(GameError, match='two games or rulesets called "connect-four"') as refused:
        register(ruleset)
    assert "connect-four" in refused.value.sentence("ja")
    assert find_ruleset("connect-four") is ruleset


@pytest.mark.parametrize(("locale", "said"), [("en", "there is no such .py file"), ("ja", ".pyファイルはありません")])
def test_the_program_says_what_is_wrong(locale: str, said: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ludarium", "games", "--lang", locale],
        env={**os.environ, outside.VARIABLE: "none.py"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "command",
    [
        "games connect-four",
        "draw connect-four --steps d,d,e --text",
        "perft connect-four 3",
        "rules connect-four",
        "rules CON-W1",
        "rules connect-four CON-T1",
        "bench connect-four --seconds 0.05 --json",
    ],
)
def test_commands_know_the_game(command: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ludarium", *command.split()],
        env={**os.environ, outside.VARIABLE: str(EXAMPLE), "LUDARIUM_LANG": "en"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    shown = {"draw": "Blue (X)", "perft": "343", "rules": "CON-", "games": "Connect Four", "bench": "connect-four"}
    assert shown[command.split(maxsplit=1)[0]] in done.stdout
