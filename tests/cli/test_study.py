"""``ludarium study`` as a user sees it."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ludarium.arena.contestants import read_contestant
from ludarium.cli.study import find_all, split_words, usual_opening
from ludarium.workers.processes import Processes
from tests.cli.conftest import Command

QUICK = ("--players", "random", "--judging", "3", "--jobs", "1")


def parsed(file: str) -> ElementTree.Element:
    return ElementTree.fromstring(Path(file).read_text(encoding="utf-8").removeprefix("<!DOCTYPE html>"))


def test_a_study_with_all_that_can_be_written(ludarium: Command) -> None:
    done = ludarium("study", "mur-en", *QUICK, "--games", "3", "--out", "new/r.html", "--json", "f.json")
    assert done.code == 0
    assert "mur-en, games: 3" in done.out
    assert "Black has " in done.out
    assert "Written: new/r.html" in done.err
    assert len(Path("new/r.mur-en.jsonl").read_text().splitlines()) == 4
    found = json.loads(Path("f.json").read_text())["rulesets"]["mur-en"]
    assert found["games"] == 3
    assert sum(found["lengths_in_turns"].values()) == 3
    assert found["study"]["players"] == ["random"]
    assert parsed("new/r.html").get("lang") == "en"


def test_a_report_without_a_name_is_called_after_what_is_studied(ludarium: Command) -> None:
    done = ludarium("study", "mur-en", "mur-en", "mur-jp", *QUICK, "--games", "1")
    assert done.code == 0
    assert "Written: study-mur-en-mur-jp.html" in done.err
    games = ["study-mur-en-mur-jp.mur-en.jsonl", "study-mur-en-mur-jp.mur-jp.jsonl"]
    assert sorted(file.name for file in Path().iterdir()) == ["study-mur-en-mur-jp.html", *games]
    assert "study-RULESET.html" in " ".join(ludarium("study", "--help").out.split())


def test_the_same_command_adds_nothing_and_more_games_go_on(ludarium: Command) -> None:
    command = ("study", "mur-en", *QUICK, "--out", "r.html")
    first = ludarium(*command, "--games", "2")
    page, games = Path("r.html").read_bytes(), Path("r.mur-en.jsonl").read_bytes()
    assert ludarium(*command, "--games", "2").out == first.out
    assert (Path("r.html").read_bytes(), Path("r.mur-en.jsonl").read_bytes()) == (page, games)
    assert "mur-en, games: 3" in ludarium(*command, "--games", "3").out
    assert Path("r.mur-en.jsonl").read_bytes().startswith(games)


def test_two_rulesets_are_compared_in_japanese(ludarium: Command) -> None:
    options = ("--games", "2", "--option", "turn_cap=8", "--out", "r.html", "--json", "f.json", "--lang", "ja")
    done = ludarium("study", "mur-jp", "mur-en", *QUICK, *options)
    assert done.code == 0
    assert "引き分け" in done.out
    page = parsed("r.html")
    assert page.get("lang") == "ja"
    assert "ルールセットの比較" in "".join(page.itertext())
    assert json.loads(Path("f.json").read_text())["comparison"]["options"] == {"edition": ["jp", "en"]}


def test_a_games_name_stands_for_all_its_rulesets() -> None:
    assert [one.name for one in find_all(["mur"])] == ["mur-jp", "mur-en", "mur-jp-any"]
    assert [one.name for one in find_all(["mur-en", "mur"])] == ["mur-en", "mur-jp", "mur-jp-any"]
    assert [one.name for one in find_all(["realm"])] == ["realm"]  # a ruleset is called so


def test_players_may_follow_the_rulesets(ludarium: Command) -> None:
    assert split_words(["mur-en", "3", "mur", "best:5sims", "random"]) == (
        ["mur-en", "mur"],
        ["3", "best:5sims", "random"],
    )
    assert split_words(["mur-eng", "best:0sims"]) == (["mur-eng"], ["best:0sims"])  # both mistaken, each in its way
    quick = ("--games", "2", "--judging", "3", "--jobs", "1", "--json", "f.json")
    assert ludarium("study", "mur-en", "random", "--players", "1", *quick).code == 0
    assert json.loads(Path("f.json").read_text())["rulesets"]["mur-en"]["study"]["players"] == ["random", "1"]
    assert "mur-eng" in ludarium("study", "mur-eng", *quick).err


@pytest.mark.slow
def test_on_a_ray_of_its_own_the_games_are_the_same(ludarium: Command) -> None:
    command = ("study", "mur-en", *QUICK, "--games", "3", "--out")
    assert ludarium(*command, "processes.html").code == 0
    assert ludarium(*command, "cluster.html", "--ray", "local").code == 0
    assert Path("cluster.html").read_bytes() == Path("processes.html").read_bytes()


@pytest.mark.parametrize(
    ("players", "steps"),
    [(["random"], 0), (["3"], 0), (["best:5sims"], 4), (["random", "uct:5sims"], 4), (["engine:x"], 4)],
)
def test_players_that_do_not_vary_begin_after_random_steps(players: list[str], steps: int) -> None:
    assert usual_opening([read_contestant(player) for player in players]) == steps


def test_games_that_are_all_alike_are_warned_about(ludarium: Command) -> None:
    """A search without a choice of its own, always from the start."""
    options = ("--players", "best:5sims", "--opening", "0", "--option", "turn_cap=4", "--judging", "3", "--jobs", "1")
    done = ludarium("study", "mur-en", *options, "--games", "3", "--out", "r.html")
    assert "only 1 of 3 games differ" in done.err


def test_what_was_played_before_it_was_stopped_is_kept_and_told(
    ludarium: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C after two games."""
    whole = Processes.work

    def stopped(self, task, jobs):  # type: ignore[no-untyped-def]
        for number, answer in enumerate(whole(self, task, jobs)):
            if number == 2:
                raise KeyboardInterrupt
            yield answer

    command = ("study", "mur-en", *QUICK, "--games", "4", "--out", "r.html")
    with monkeypatch.context() as patched:
        patched.setattr(Processes, "work", stopped)
        done = ludarium(*command)
    assert done.code == 130
    assert "the same command continues" in done.err
    assert "Not played yet: 2." in "".join(parsed("r.html").itertext())
    assert len(Path("r.mur-en.jsonl").read_text().splitlines()) == 3
    assert "mur-en, games: 4" in ludarium(*command).out


RECORD = """ludarium-record 1
ruleset: mur-en
seed: 7
player 0: Ada
player 1: {other}

1 0: +c2
2 1: +a1
3 0: c2l
{result}"""


def records() -> None:
    """Three games that are over, in two files, and one that is not; something else lies beside them."""
    Path("games/more").mkdir(parents=True)
    won, lost = (RECORD.format(other="Ben", result=f"result: {seat} resigned\n") for seat in range(2))
    Path("games/a.txt").write_text(won + lost)
    Path("games/more/b.txt").write_text(RECORD.format(other="Cleo", result="result: draw agreement\n"))
    Path("games/c.txt").write_text(RECORD.format(other="Ben", result=""))
    Path("games/notes.txt").write_text("nothing")


def test_recorded_games_are_studied(ludarium: Command) -> None:
    """Of three games Black won one, lost one and drew one."""
    records()
    done = ludarium("study", "games", "--judging", "3", "--jobs", "1", "--json", "f.json")
    assert done.code == 0
    assert "mur-en, games: 3" in done.out
    assert sorted(file.name for file in Path().iterdir()) == ["f.json", "games", "study-games.html"]  # nothing else
    found = json.loads(Path("f.json").read_text())["rulesets"]["mur-en"]
    assert found["study"]["players"] == ["Ada", "Ben", "Cleo"]
    assert found["players"]["Ada"]["value"] == 0.5
    assert found["players"]["Cleo"]["seats"] == 1
    assert found["lengths_in_turns"] == {"3": 3}
    assert {name: share["value"] for name, share in found["endings"].items()} == {
        "resigned": pytest.approx(2 / 3, abs=1e-6),
        "agreement": pytest.approx(1 / 3, abs=1e-6),
    }
    assert "Recorded games. Players: Ada, Ben, Cleo." in "".join(parsed("study-games.html").itertext())


def test_of_many_recorded_games_some_are_studied(ludarium: Command) -> None:
    records()
    done = ludarium("study", "games/a.txt", "games/more", "--games", "2", "--judging", "3", "--jobs", "1")
    assert "mur-en, games: 2" in done.out
    assert "Studied: 2 of 3 recorded games." in done.err
    assert "Written: study-a-more.html" in done.err


def test_records_that_cannot_be_studied_are_named(ludarium: Command) -> None:
    records()
    assert "no records of finished games in: games/c.txt" in ludarium("study", "games/c.txt").err
    assert "name no rulesets" in ludarium("study", "games", "mur-en").err
    assert "name no rulesets" in ludarium("study", "games", "--players", "random").err
    Path("games/d.txt").write_text(RECORD.format(other="Ben", result="result: 0 three_closes\n"))
    refused = ludarium("study", "games")
    assert (refused.code, "games/d.txt" in refused.err) == (2, True)
    Path("games/d.txt").write_text(
        RECORD.format(other="Ben", result="result: 0 resigned\n").replace("seed", "option turn_cap: 50\nseed")
    )
    assert "different options" in ludarium("study", "games").err
    assert "オプションの違う対局" in ludarium("study", "games", "--lang", "ja").err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["mur-en", "--out", "r.txt"], "ends in .html"),
        (["mur-xx", "--out", "r.html"], "no ruleset"),
        (["mur-en", "--players", "nobody", "--out", "r.html"], "no player"),
        (["mur-en", "--players", "1", "1", "--out", "r.html"], "named twice"),
        (["mur-en", "--games", "0", "--out", "r.html"], "--games is a whole number from 1"),
        (["mur-en", "--judging", "0", "--out", "r.html"], "--judging is a whole number from 1"),
        (["mur-en", "--opening", "-1", "--out", "r.html"], "--opening is a whole number from 0"),
        (["mur-jp", "mur-en", "--option", "kraken_walls=any", "--out", "r.html"], "no option"),
        (["mur-en", "--json", ".", "--out", "r.html"], "cannot be written"),
    ],
)
def test_mistakes_are_explained(arguments: list[str], said: str, ludarium: Command) -> None:
    done = ludarium("study", *arguments)
    assert done.code == 2
    assert done.out == ""
    assert said in done.err
    assert list(Path().iterdir()) == []  # nothing was begun


def test_other_settings_leave_the_games_alone(ludarium: Command) -> None:
    ludarium("study", "mur-en", *QUICK, "--games", "1", "--out", "r.html")
    before = {file.name: file.read_bytes() for file in Path().iterdir()}
    done = ludarium("study", "mur-en", *QUICK, "--games", "1", "--seed", "4", "--out", "r.html")
    assert done.code == 2
    assert "its seed is 0, not 4" in done.err
    assert {file.name: file.read_bytes() for file in Path().iterdir()} == before
