"""``ludarium arena`` as a user sees it."""

import json
import shlex
import signal
import sys
from pathlib import Path

import pytest
import ray

from ludarium.cli.arena import read_hypotheses
from tests.cli.conftest import Command

RANDOM = "random"
QUITTER = "engine:" + shlex.join([sys.executable, "-c", ""])
PLAYERS = (RANDOM, QUITTER)


def test_a_tournament_with_all_that_can_be_written(ludarium: Command) -> None:
    """The other program ends at once, so it forfeits all games."""
    done = ludarium(
        *("arena", "mur-en", *PLAYERS, "--games", "3", "--jobs", "1", "--out", "r.jsonl"),
        *("--json", "s.json", "--plot", "p.svg"),
    )
    assert done.code == 0
    assert "+4 " not in done.out
    assert "100.0%" in done.out
    assert "Games: 4." in done.out
    assert "Endings: 4 × forfeit." in done.out
    assert "forfeited games: 4 (the program ended)" in done.err
    summary = json.loads(Path("s.json").read_text())
    assert summary["tournament"]["players"] == list(PLAYERS)
    assert summary["players"][0]["points"] == 4
    assert Path("p.svg").read_text().startswith("<svg")
    assert len(Path("r.jsonl").read_text().splitlines()) == 5


def test_the_same_command_adds_nothing(ludarium: Command) -> None:
    command = ("arena", "mur-en", *PLAYERS, "--games", "2", "--jobs", "1", "--out", "r.jsonl")
    first = ludarium(*command)
    written = Path("r.jsonl").read_bytes()
    second = ludarium(*command)
    assert second.out == first.out
    assert Path("r.jsonl").read_bytes() == written


@pytest.mark.parametrize(
    "named",
    [
        ("mur-en", "--players", *PLAYERS, "--games", "2"),
        ("mur-en", RANDOM, "--players", QUITTER, "--games", "2"),
        ("--games", "2", "mur-en", *PLAYERS),
        ("mur-en", "--games", "2", *PLAYERS),
    ],
)
def test_players_are_arguments_or_named_by_an_option(named: tuple[str, ...], ludarium: Command) -> None:
    done = ludarium("arena", *named, "--jobs", "1", "--json", "s.json")
    assert done.code == 0
    assert json.loads(Path("s.json").read_text())["tournament"]["players"] == list(PLAYERS)


def test_without_players_one_is_told_how_to_name_them(ludarium: Command) -> None:
    done = ludarium("arena", "mur-en", "--games", "2")
    assert done.code == 2
    assert "A tournament needs at least 2 players" in done.err


def test_a_table_for_three_has_places_and_a_test(ludarium: Command) -> None:
    done = ludarium("arena", "mutterland", *PLAYERS, "--option", "players=3", "--games", "3", "--jobs", "1")
    assert done.code == 0
    assert "mean place" in done.out
    assert "Games: 6." in done.out
    assert "with probability" in done.out


def test_in_japanese(ludarium: Command) -> None:
    done = ludarium("arena", "mur-en", *PLAYERS, "--games", "2", "--jobs", "1", "--lang", "ja")
    assert "得点率" in done.out
    assert "2 × 反則負け" in done.out


def test_the_stopping_test_is_reported(ludarium: Command) -> None:
    """Every opening won counts ln(0.9 / 0.5) = 0.588: after ln 19 / 0.588 = 5.01, so 6 openings, it is decided."""
    done = ludarium("arena", "mur-en", *PLAYERS, "--sprt", "50%,90%", "--jobs", "1")
    assert "Test: random scores 90.0% rather than 50.0%. Openings: 6" in done.out


@pytest.mark.slow
def test_on_a_ray_of_its_own(ludarium: Command) -> None:
    """It ends with the command, and all that belongs to it."""
    before = signal.getsignal(signal.SIGTERM)
    done = ludarium("arena", "mur-en", *PLAYERS, "--games", "2", "--jobs", "1", "--ray", "local", "--out", "r.jsonl")
    assert done.code == 0
    assert len(done.err.splitlines()) == 1  # about the program that forfeits, and nothing about Ray
    assert "Endings: 2 × forfeit." in done.out
    assert len(Path("r.jsonl").read_text().splitlines()) == 3
    assert not ray.is_initialized()
    assert signal.getsignal(signal.SIGTERM) == before


@pytest.mark.parametrize("address", ["nonsense", "127.0.0.1:1", "ray://127.0.0.1:1", "127.0.0.1:x", "", "a:99999"])
def test_a_wrong_address_is_told_at_once(address: str, ludarium: Command) -> None:
    done = ludarium("arena", "mur-en", *PLAYERS, "--ray", address)
    assert done.code == 2
    assert done.out == ""
    assert f"The Ray cluster at {address} cannot be joined" in done.err
    assert "host:port" in done.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["mur-en", RANDOM], "at least 2 players"),
        (["mur-en", RANDOM, RANDOM], "named twice"),
        (["mur-xx", *PLAYERS], "no ruleset"),
        (["mur-en", RANDOM, "engine:"], "engine:COMMAND"),
        (["mur-en", *PLAYERS, "--games", "0"], "--games is a whole number from 1"),
        (["mur-en", *PLAYERS, "--jobs", "0"], "--jobs is a whole number from 1"),
        (["mur-en", *PLAYERS, "--opening", "-1"], "--opening is a whole number from 0"),
        (["mur-en", *PLAYERS, "--sprt", "20,0"], "--sprt takes two ratings"),
        (["mur-en", *PLAYERS, "--plot", "p.png"], "ends in .svg"),
        (["mur-en", *PLAYERS, "--option", "colour=red"], "no option"),
        (["mur-en", RANDOM, QUITTER, "engine:x", "--sprt", "0,20"], "compares two players"),
        (["mur-en", *PLAYERS, "--out", "."], "cannot be read or written"),
        (["mur-en", *PLAYERS, "--json", "."], "cannot be written"),
        (["mur-en", RANDOM, "best:0s"], "no player"),
    ],
)
def test_mistakes_are_explained(arguments: list[str], said: str, ludarium: Command) -> None:
    done = ludarium("arena", *arguments)
    assert done.code == 2
    assert done.out == ""  # nothing was played for it
    assert said in done.err


def test_hypotheses_are_ratings_or_scores() -> None:
    by_elo, by_score = read_hypotheses("0, 190.85"), read_hypotheses("50%,75%")
    assert by_elo is not None
    assert by_score is not None
    assert (by_elo.low, by_score.low, by_score.high) == (0.5, 0.5, 0.75)
    assert by_elo.high == pytest.approx(0.75, abs=0.0001)
    assert read_hypotheses(None) is None
