"""Games from outside the package: what LUDARIUM_GAMES may name, and what is said about the rest."""

import os
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from ludarium.core.errors import GameError
from ludarium.core.game import find_ruleset, register
from ludarium.core.words import LOCALES
from ludarium.games import outside

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "connect_four.py"
PLAY = (
    "import pickle, sys; from ludarium.core.game import find_ruleset;"
    "state = find_ruleset('connect-four').new(); state.apply(3);"
    "sys.stdout.write(pickle.dumps(state).hex())"
)
LOOK = "import pickle, sys; print(pickle.loads(bytes.fromhex(sys.argv[1])).fields())"


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


def run(*arguments: str, games: str) -> subprocess.CompletedProcess[str]:
    """The program, with these games from outside."""
    return subprocess.run(
        [sys.executable, "-m", "ludarium", *arguments],
        env={**os.environ, outside.VARIABLE: games, "LUDARIUM_LANG": "en"},
        capture_output=True,
        text=True,
        check=False,
    )


def refusal(monkeypatch: pytest.MonkeyPatch, game: str, *others: str) -> GameError:
    """What is said about a game that cannot be loaded; ``others`` are named after it."""
    monkeypatch.setenv(outside.VARIABLE, os.pathsep.join([game, *others]))
    with pytest.raises(GameError) as refused:
        outside.load(game)
    assert all(refused.value.sentence(locale) for locale in LOCALES)
    return refused.value


def test_a_file_or_a_module_may_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (str(EXAMPLE), "connect_four"):
        monkeypatch.setenv(outside.VARIABLE, name)
        assert [ruleset.name for ruleset in outside.load(name)] == ["connect-four"]


def test_a_pickled_state_is_read_by_another_process_that_has_not_asked_for_the_game() -> None:
    pickled = python(PLAY, games="connect_four.py", folder=EXAMPLE.parent)
    # No ending; the one stone is on d1, bit 21, and none is Red's, who is to act (seat 1 of 2) on turn 1; no winners.
    assert python(LOOK, pickled, games=str(EXAMPLE)) == "(0, 2097152, 0, 1, 2, 1, 0)"


def test_what_is_no_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert refusal(monkeypatch, str(tmp_path / "none.py")).key == "game_file"
    assert refusal(monkeypatch, str(tmp_path)).key == "game_file"
    assert "none.py" in str(refusal(monkeypatch, "none.py", str(EXAMPLE)))


def test_what_cannot_be_imported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broken = tmp_path / "broken_game.py"
    broken.write_text("RULESETS = (1 / 0,)\n")
    said = refusal(monkeypatch, str(broken))
    assert (said.key, said.data["file"]) == ("game_fault", str(broken))
    assert "ZeroDivisionError: division by zero" in str(said)
    broken.write_text("RULESETS = (\n")
    assert "SyntaxError" in str(refusal(monkeypatch, str(broken)))
    broken.write_text("raise SystemExit('no')\n")
    assert "SystemExit: no" in str(refusal(monkeypatch, str(broken)))
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
    assert refusal(monkeypatch, str(tmp_path / "same.py"), str(other / "same.py")).key == "game_name"


def test_two_games_of_one_name() -> None:
    ruleset = find_ruleset("connect-four")
    with pytest.raises(GameError, match='two games or rulesets called "connect-four"') as refused:
        register(ruleset)
    assert "connect-four" in refused.value.sentence("ja")
    assert find_ruleset("connect-four") is ruleset


# --- what is wrong with one game is told, and no reason for the others to fail ---------------------------------------
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("RULESETS = (", "SyntaxError"),
        ("import no_such_library", "ModuleNotFoundError"),
        ("", "RULESETS"),
        ("from ludarium.games.mur import RULESETS", '"mur-jp"'),
    ],
)
def test_a_game_that_cannot_be_loaded_is_skipped(tmp_path: Path, text: str, said: str) -> None:
    broken = tmp_path / "my_broken_game.py"
    broken.write_text(text)
    done = run("perft", "connect-four", "2", games=os.pathsep.join([str(broken), "none.py", str(EXAMPLE)]))
    assert done.returncode == 0
    assert "49" in done.stdout
    assert said in done.stderr
    assert done.stderr.count(f"{broken} is skipped") == done.stderr.count("none.py is skipped") == 1
    assert "Traceback" not in done.stderr


def test_python_is_told_why_a_game_is_missing(tmp_path: Path) -> None:
    (tmp_path / "lost.py").write_text("1 / 0")
    ask = (
        "import warnings; warnings.simplefilter('error'); from ludarium.core.game import find_ruleset\n"
        "try: find_ruleset('mur-en')\nexcept UserWarning as told: print(told)"
    )
    assert "lost.py is skipped" in python(ask, games=str(tmp_path / "lost.py"))
    ask = (
        "from ludarium.core.game import find_ruleset\n"
        "try: find_ruleset('lost')\nexcept Exception as error: print(error, *error.__notes__)"
    )
    said = python(ask, games=str(tmp_path / "lost.py"))
    assert said.startswith('There is no ruleset "lost".')
    assert "ZeroDivisionError: division by zero" in said


@pytest.mark.compiled_only
def test_a_compiled_game_that_does_not_fit_runs_from_its_source(tmp_path: Path) -> None:
    """Its library would read memory laid out otherwise: whatever lies there is not even opened."""
    game = tmp_path / "my_four.py"
    game.write_text(EXAMPLE.read_text())
    game.with_suffix(EXTENSION_SUFFIXES[0]).write_text("of long ago")
    for stamp in (None, "0\n1\n"):
        if stamp:
            game.with_suffix(".compiled").write_text(stamp)
        done = run("perft", "connect-four", "2", games=str(game))
        assert (done.returncode, "49" in done.stdout) == (0, True), done.stderr
        assert done.stderr.count(f"make compile GAMES={game}") == 1


@pytest.mark.compiled_only
@pytest.mark.skipif(not (ROOT / "build" / "__native_ludarium.h").is_file(), reason="the rules were compiled elsewhere")
def test_a_game_is_compiled_alone_and_again_only_after_a_change(tmp_path: Path) -> None:
    game = tmp_path / "my_four.py"
    game.write_text(EXAMPLE.read_text())
    rules = {file: file.stat().st_mtime_ns for file in (ROOT / "src").rglob("*.so")}
    subprocess.run(
        [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"],
        env={**os.environ, "LUDARIUM_COMPILE": str(game), "LUDARIUM_PURE": ""},
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    assert {file: file.stat().st_mtime_ns for file in (ROOT / "src").rglob("*.so")} == rules
    where = "from ludarium.core.game import rulesets; rulesets(); import my_four; print(my_four.__file__)"
    assert python(where, games=str(game)).endswith(EXTENSION_SUFFIXES[0])
    done = run("check", str(game), games=str(game))
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    game.write_text(game.read_text() + "\n# changed\n")
    assert "make compile" in run("perft", "connect-four", "1", games=str(game)).stderr


@pytest.mark.parametrize(("locale", "said"), [("en", "There is no .py file"), ("ja", ".pyファイルはありません")])
def test_the_program_says_what_is_wrong(locale: str, said: str) -> None:
    done = run("games", "lost", "--lang", locale, games="none.py")
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
    done = run(*command.split(), games=str(EXAMPLE))
    assert done.returncode == 0, done.stderr
    shown = {"draw": "Blue (X)", "perft": "343", "rules": "CON-", "games": "Connect Four", "bench": "connect-four"}
    assert shown[command.split(maxsplit=1)[0]] in done.stdout
