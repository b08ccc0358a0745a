"""``ludarium analyse``: a recorded game judged, told, drawn and written down."""

import json
import re
from pathlib import Path
from resource import RLIMIT_FSIZE, getrlimit, setrlimit
from xml.etree import ElementTree

import pytest

from ludarium.core.game import find_ruleset, rulesets
from ludarium.core.words import LOCALES
from ludarium.table import Match, Record, Table
from tests.cli.conftest import Command
from tests.table import play_randomly

# MUR-C1, MUR-C3: with ships of any colour as walls, whoever comes to a2 first traps the kraken and wins.
START = "black b3; white h3; kraken a3"
HIDING = [ruleset.name for ruleset in rulesets() if ruleset.game.hidden_information and not ruleset.tiny]


@pytest.fixture
def missed(tmp_path: Path) -> Path:
    """A record of a game in which Black misses a win, and White takes it."""
    ruleset = find_ruleset("mur-jp")
    options = {"kraken_walls": "any"}
    start = ruleset.game.read_position(ruleset.read(options), START)
    table = Table(ruleset, options, players=["Ada", "level-3"], start=start)
    Record.create(table, tmp_path / "g.txt")
    for step in ("+d3", "+a2"):
        table.take(table.seat, step)
    assert table.outcome is not None
    return tmp_path / "g.txt"


@pytest.mark.parametrize("locale", LOCALES)
def test_a_missed_win_is_told(locale: str, missed: Path, ludarium: Command) -> None:
    done = ludarium("analyse", "g.txt", "--sims", "60", "--jobs", "1", "--lang", locale)
    assert done.code == 0
    assert done.err == ""
    lines = done.out.splitlines()
    assert any("Ada" in line for line in lines)
    first = next(line for line in lines if "+d3" in line)
    assert first.split()[0] == "1"
    assert first.split()[-4:] == ["0", "100", "??", "−100"]
    better = lines.index("  +a2")
    assert ("Better:" if locale == "en" else "よりよい手：") in lines[better - 1]
    assert ("Black places a ship on a2." if locale == "en" else "黒がa2に船を置く。") in lines[better + 1]
    last = next(line for line in lines if line.startswith("   2 "))
    assert last.split()[-2:] == ["0", "100"]
    assert lines[-1].startswith("Average loss" if locale == "en" else "平均損失")
    assert re.findall(r"\d+\.\d", lines[-1]) == ["100.0", "0.0"]


def test_it_is_written_as_json_and_drawn(missed: Path, ludarium: Command, tmp_path: Path) -> None:
    done = ludarium("analyse", "g.txt", "--sims", "40", "--jobs", "2", "--json", "g.json", "--svg", "g.svg")
    assert done.code == 0
    assert done.err == "Written: g.svg\nWritten: g.json\n"
    (game,) = json.loads((tmp_path / "g.json").read_text(encoding="utf-8"))["games"]
    assert game["players"] == ["Ada", "level-3"]
    assert [one["step"] for one in game["steps"]] == ["+d3", "+a2"]
    assert game["steps"][0]["better"] == ["+a2"]
    assert [one["loss"] for one in game["steps"]] == [1, 0]
    assert [one["mark"] for one in game["steps"]] == ["blunder", "good"]
    assert game["turning_points"] == [1]
    assert game["outcome"]["winners"] == [1]
    drawn = ElementTree.parse(tmp_path / "g.svg").getroot()
    assert sum(group.attrib.get("data-part") == "curve" for group in drawn.iter()) == 2
    assert any(group.attrib.get("data-step") == "1" for group in drawn.iter())
    again = ludarium("analyse", "g.txt", "--sims", "40", "--jobs", "1")
    assert again.out == done.out


def test_a_time_limit_is_kept_to_each_position(missed: Path, ludarium: Command) -> None:
    assert ludarium("analyse", "g.txt", "--seconds", "0.05").code == 0


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(
    "arguments",
    [
        ("missing.txt",),
        ("g.txt", "--sims", "0"),
        ("g.txt", "--seconds", "0"),
        ("g.txt", "--seconds", "1", "--sims", "1"),
        ("g.txt", "--jobs", "0"),
        ("g.txt", "--game", "2"),
        ("g.txt", "--svg", "g.gif"),
        ("g.txt", "--json", "."),
        ("empty.txt",),
    ],
)
def test_what_cannot_be_analysed_is_refused(
    arguments: tuple[str, ...], locale: str, missed: Path, ludarium: Command, tmp_path: Path
) -> None:
    Record.create(Table("mur-en"), tmp_path / "empty.txt")
    done = ludarium("analyse", *arguments, "--lang", locale)
    assert done.code == 2
    assert done.out == ""
    assert len(done.err.splitlines()) == 1


def test_a_resigned_game_is_analysed_to_its_last_step(ludarium: Command, tmp_path: Path) -> None:
    table = Table("mur-en")
    Record.create(table, tmp_path / "g.txt")
    table.take(0, "+c2")
    table.resign(1)
    done = ludarium("analyse", "g.txt", "--sims", "5", "--jobs", "1")
    assert done.code == 0
    assert "   1  Black +c2" in done.out


def test_a_series_is_analysed_game_by_game(ludarium: Command, tmp_path: Path) -> None:
    match = Match("mur-jp", {"turn_cap": 2}, games=2, sets=1)
    play_randomly(match.begin(tmp_path / "s.txt"), 1)
    play_randomly(match.next(), 2)
    quick = ("--sims", "5", "--jobs", "1")
    done = ludarium("analyse", "s.txt", *quick, "--json", "s.json")
    assert done.code == 0
    assert "Game 1 of 2" in done.out
    assert "Game 2 of 2" in done.out
    assert len(json.loads((tmp_path / "s.json").read_text())["games"]) == 2
    one = ludarium("analyse", "s.txt", *quick, "--game", "2", "--svg", "s.svg")
    assert "Game 1 of 2" not in one.out
    assert (tmp_path / "s.svg").exists()
    refused = ludarium("analyse", "s.txt", *quick, "--svg", "t.svg")
    assert refused.code == 2
    assert "--game" in refused.err


@pytest.mark.parametrize("name", HIDING)
def test_secrets_are_told_by_no_analysis_before_the_end(name: str, ludarium: Command, tmp_path: Path) -> None:
    table = Table(name)
    Record.create(table, tmp_path / "g.txt")
    play_randomly(table, 1, 15)
    assert table.outcome is None
    done = ludarium("analyse", "g.txt", "--sims", "3", "--jobs", "1", "--json", "g.json", "--svg", "g.svg")
    assert done.code == 2
    assert done.out == ""
    assert "hidden information" in done.err
    assert not (tmp_path / "g.json").exists()
    assert not (tmp_path / "g.svg").exists()
    table.resign(table.seat)
    assert ludarium("analyse", "g.txt", "--sims", "3", "--jobs", "1").code == 0


@pytest.mark.parametrize("name", HIDING)
def test_secrets_must_be_there_to_be_judged(name: str, ludarium: Command, tmp_path: Path) -> None:
    table = Table(name)
    Record.create(table, tmp_path / "g.txt")
    play_randomly(table, 1, 15)
    (tmp_path / "g.txt.secret").unlink()
    assert ludarium("analyse", "g.txt").err == ludarium("replay", "g.txt").err != ""


def test_old_results_stay_where_new_ones_cannot_be_written(missed: Path, ludarium: Command, tmp_path: Path) -> None:
    for option, file in (("--json", "g.json"), ("--svg", "g.svg")):
        (tmp_path / file).write_text("old")
        setrlimit(RLIMIT_FSIZE, (200, getrlimit(RLIMIT_FSIZE)[1]))  # bytes, fewer than both have
        done = ludarium("analyse", "g.txt", "--sims", "2", "--jobs", "1", option, file)
        assert done.code == 2
        assert f"{file} cannot be written" in done.err
        assert (tmp_path / file).read_text() == "old"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["g.json", "g.svg", "g.txt"]
