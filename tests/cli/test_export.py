"""``ludarium arena --records``, ``study --records`` and ``ludarium export`` as a user meets them."""

import json
import lzma
import sys
from pathlib import Path

import pytest

from ludarium.research.datasets import load
from ludarium.table.collection import each_game
from tests.cli.conftest import Command

ARENA = ("arena", "mur-en", "best:30sims", "random", "--jobs", "1")


def numbers(file: Path) -> list[str]:
    return [line for _, text in each_game(file) for line in text.splitlines() if line.startswith("# game")]


def test_a_tournament_becomes_a_dataset(ludarium: Command) -> None:
    assert ludarium(*ARENA, "--games", "4", "--records", "games.txt", "--policies").code == 0
    done = ludarium("export", "games.txt", "-o", "games.npz")
    assert done.code == 0
    data = load("games.npz")
    results = [json.loads(line) for line in Path("games.jsonl").read_text().splitlines()[1:]]
    assert data.about.games == 4
    assert len(data) == sum(result["steps"] for result in results)
    assert f"Games: 4, rows: {len(data)}." in done.out
    assert "Written: games.npz" in done.err
    assert sorted(data.about.names) == ["best:30sims", "random"]
    assert (data.values == data.values).all(1).any()  # some were searched for


def test_the_same_command_goes_on_and_more_games_are_added(ludarium: Command) -> None:
    for games in ("2", "2", "6"):
        assert ludarium(*ARENA, "--games", games, "--records", "games.txt").code == 0
        assert sorted(numbers(Path("games.txt"))) == [f"# game {number}" for number in range(int(games))]
    assert "search:" not in Path("games.txt").read_text()


def test_a_folder_has_a_file_for_each_game_and_the_results(ludarium: Command) -> None:
    assert ludarium(*ARENA, "--games", "2", "--records", "kept").code == 0
    assert sorted(file.name for file in Path("kept").iterdir()) == [
        "mur-en-000000.txt",
        "mur-en-000001.txt",
        "results.jsonl",
    ]
    assert ludarium("export", "kept", "-o", "kept.parquet").code == 0
    assert load("kept.parquet").about.games == 2


def test_results_may_lie_elsewhere(ludarium: Command) -> None:
    assert ludarium(*ARENA, "--games", "2", "--records", "games.txt", "--out", "r.jsonl").code == 0
    assert not Path("games.jsonl").exists()
    done = ludarium(*ARENA, "--games", "2", "--records", "other.txt", "--out", "r.jsonl")
    assert done.code == 2
    assert "Games without a record: 2." in done.err


def test_a_study_keeps_the_games_of_all_its_rulesets(ludarium: Command) -> None:
    command = ("study", "mur-en", "mur-jp", "--players", "1", "--judging", "2", "--jobs", "1", "--out", "s.html")
    for games in ("1", "2"):
        assert ludarium(*command, "--games", games, "--records", "games.txt").code == 0
    assert sorted(numbers(Path("games.txt"))) == ["# game 0", "# game 0", "# game 1", "# game 1"]
    done = ludarium("export", "games.txt", "-o", "games.npz")
    assert done.code == 2
    assert "--ruleset" in done.err
    assert ludarium("export", "games.txt", "-o", "games.npz", "--ruleset", "mur-jp").code == 0
    assert load("games.npz").about.games == 2
    assert ludarium("study", "games.txt", "--jobs", "1", "--out", "again.html").code == 0


def test_packed_records_are_exported_and_studied(ludarium: Command) -> None:
    assert ludarium(*ARENA, "--games", "2", "--records", "games.txt").code == 0
    Path("packed").mkdir()
    Path("packed/games.txt.xz").write_bytes(lzma.compress(Path("games.txt").read_bytes()))
    assert ludarium("export", "packed", "-o", "games.npz").code == 0
    assert load("games.npz").about.games == 2
    assert (
        ludarium("replay", "packed/games.txt.xz", "--game", "2").out
        == ludarium("replay", "games.txt", "--game", "2").out
    )
    assert "mur-en, games: 2" in ludarium("study", "packed", "--jobs", "1", "--out", "s.html").out


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ((*ARENA, "--policies"), "--policies goes with --records"),
        (("export", "games.txt", "-o", "games.csv"), "End its name in .npz or .parquet"),
        (("export", "games.txt", "-o", "games.npz"), "There is no game record games.txt"),
        (("export", ".", "-o", "games.npz"), "There are no finished games in ."),
        (("export", ".", "-o", "games.npz", "--ruleset", "chess"), "chess"),
        (("export", "."), "-o"),
    ],
)
def test_what_cannot_be_done_is_refused_with_what_to_do(command: tuple[str, ...], said: str, ludarium: Command) -> None:
    done = ludarium(*command)
    assert done.code == 2
    assert said in done.err


def test_without_numpy_one_is_told_what_to_install(ludarium: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "ludarium.research.export", raising=False)
    monkeypatch.delitem(sys.modules, "ludarium.research.datasets", raising=False)
    monkeypatch.setitem(sys.modules, "numpy", None)
    done = ludarium("export", ".", "-o", "games.npz")
    assert done.code == 2
    assert 'pip install "ludarium[parquet]"' in done.err


def test_in_japanese(ludarium: Command) -> None:
    assert ludarium(*ARENA, "--games", "2", "--records", "games.txt").code == 0
    assert "対局：2局" in ludarium("export", "games.txt", "-o", "games.npz", "--lang", "ja").out
