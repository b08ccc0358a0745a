"""``ludarium train`` as a user sees it."""

import re
import shlex
from pathlib import Path

import pytest

from ludarium.cli import _parse
from ludarium.cli.terminal import Terminal
from ludarium.train.progress import read_progress
from tests.cli.conftest import Command
from tests.cli.test_docs import blocks

TINY = (
    *("--games", "50", "--simulations", "2", "--longest", "10", "--records", "2", "--hidden", "3", "--steps", "2"),
    *("--batch", "16", "--match-games", "2", "--match-simulations", "2", "--jobs", "1"),
)


@pytest.fixture
def torch() -> None:
    pytest.importorskip("torch", reason="training needs torch: make train")


@pytest.mark.slow
@pytest.mark.usefixtures("torch")
def test_a_training_tells_how_far_it_is_and_goes_on(ludarium: Command) -> None:
    done = ludarium("train", "mur-en", *TINY, "--generations", "1")
    assert done.code == 0
    assert "Generation 1 " in done.out
    (generation,) = read_progress(Path("train-mur-en/progress.jsonl"))
    assert f"{generation.score:.1%} of 2 games. Learned from 50 games of 10 moves, " in done.out
    assert f"{generation.samples} positions" in done.out
    assert "1: playing 0/50\n1: learning " in done.err
    assert "1: match 0/2\n" in done.err
    again = ludarium("train", "mur-en", *TINY, "--generations", "2")
    assert "Generation 2 " in again.out
    assert "Generation 1 " not in again.out
    other = ludarium("train", "mur-en", *TINY, "--generations", "3", "--seed", "8", "--lang", "ja")
    assert (other.code, other.out) == (2, "")
    assert "train-mur-enは別の設定で始まっています：seed。" in other.err
    assert "Game 2 of 2" in ludarium("replay", "train-mur-en/0002/games-0.txt", "--game", "2").out


@pytest.mark.slow
@pytest.mark.compiled_only
@pytest.mark.usefixtures("torch")
def test_the_small_training_on_its_page(ludarium: Command) -> None:
    """Its three commands one after the other, as they stand there."""
    (block,) = [block for block in blocks("docs/training.md", "console") if "--out small" in block]
    done = [ludarium(*shlex.split(line)[1:]) for line in block.removeprefix("$ ").split("\n$ ")]
    assert [one.code for one in done] == [0, 0, 0], done
    assert "mur-en, games: 10" in done[1].out
    assert "Game 3 of 50" in done[2].out


def test_all_commands_on_its_page_can_be_given() -> None:
    commands = re.findall(r"^\$ ludarium (.*)$", "".join(blocks("docs/training.md", "console")), re.MULTILINE)
    assert len(commands) >= 6
    for command in commands:
        assert _parse(shlex.split(command), Terminal("en")).run


@pytest.mark.parametrize(
    ("arguments", "english", "japanese"),
    [
        (["mur-xx"], "no ruleset", "ルールセットはありません"),
        (["mur-en", "--option", "players=3"], "no option", "オプションはありません"),
        (["mur-en", "--games", "0"], "--games is a whole number from 50", "--gamesは50から"),
        (["mur-en", "--rate", "nan"], "--rate is a number from 1e-06", "--rateは1e-06から"),
        (["mur-en", "--hidden", "10"], "multiples of 3, not 10", "3の倍数です"),
        (["mur-en", "--ignore", "*_tomorrow"], "There is no plane *_tomorrow", "*_tomorrowという面はありません"),
        (["mur-en", "--generations", "0"], "--generations is a whole number from 1", "--generationsは1から"),
        (["mur-en", "--from-nothing", "--blocks", "1", "--ray", "local"], "leave out --ray", "--ray を外してください"),
        (["mur-en", "--against", "best"], 'no player "best"', "「best」というプレイヤーはありません"),
        (["mur-en", "--from-nothing", "--blocks", "1", "--against", "1"], "leave out --against", "--against を外して"),
        (["mur-en", "--out", "file/folder"], "cannot be kept in file/folder", "file/folderに学習を保存できません"),
    ],
)
@pytest.mark.usefixtures("torch")
def test_mistakes_are_explained(arguments: list[str], english: str, japanese: str, ludarium: Command) -> None:
    Path("file").touch()
    for language, said in (("en", english), ("ja", japanese)):
        done = ludarium("train", *arguments, "--lang", language)
        assert (done.code, done.out) == (2, "")
        assert said in done.err
    assert [file.name for file in Path().iterdir()] == ["file"]  # nothing was begun
