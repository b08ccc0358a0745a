"""The games that are published (``data/strong-games``): of every ruleset, legal, as described, and exported."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from benchmarks.strong_games import PLAYER, course, described
from ludarium.core.game import find_ruleset, rulesets
from ludarium.players.thoughts import read_thought
from ludarium.research.datasets import load
from ludarium.research.export import export
from ludarium.table.collection import each_game
from ludarium.table.reading import read_record, step_comments, verify

FOLDER = Path(__file__).resolve().parents[2] / "data" / "strong-games"
RULESETS = sorted(file.name.partition(".")[0] for file in FOLDER.glob("*.xz"))
INSIDE = {one.game.name for one in rulesets() if type(one.game).__module__.startswith("ludarium.games.")}
LARGEST = 50_000  # bytes


def file_of(name: str) -> Path:
    return FOLDER / f"{name}.txt.xz"


def test_every_game_has_some_and_they_are_small() -> None:
    assert len(RULESETS) == 13
    assert {find_ruleset(name).game.name for name in RULESETS} == INSIDE
    assert all(file_of(name).stat().st_size <= LARGEST for name in RULESETS)


@pytest.mark.parametrize("name", RULESETS)
def test_the_readme_describes_them(name: str) -> None:
    assert described(file_of(name)) in (FOLDER / "README.md").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("name", RULESETS)
def test_they_are_legal_games_that_were_played_to_their_ends_each_another_one(name: str) -> None:
    ruleset = find_ruleset(name)
    courses = Counter[str]()
    for line, text in each_game(file_of(name)):
        record = read_record(text, first_line=line)  # plays it by the rules, and refuses what does not follow from them
        table = record.table
        assert table.ruleset.name == name
        assert not table.changed
        assert set(table.players) == {PLAYER}
        assert table.outcome is not None
        assert table.outcome.reason in {"agreement", *ruleset.game.words("en").section("endings")}
        if ruleset.game.hidden_information:
            assert verify(record) == ["seed", *map(str, range(table.state.seats))]
        comments = step_comments(text)
        assert len(comments) == len(table.history.steps)
        assert comments.count("random") == (0 if ruleset.game.is_setup(table.history.states[0]) else 2)
        thoughts = [read_thought(comment) for comment in comments]
        decided = sum(not taken.is_setup for taken in table.history.taken) - comments.count("random")
        assert sum(thought is not None for thought in thoughts) >= 0.95 * decided
        courses[course(text)] += 1
    assert max(courses.values()) == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", RULESETS)
def test_they_are_exported(name: str, tmp_path: Path) -> None:
    *_, last = export([file_of(name)], tmp_path / "games.npz")
    data = load(tmp_path / "games.npz")
    records = [read_record(text).table for _, text in each_game(file_of(name))]
    assert last.left_out == 0
    assert data.about.games == len(records)
    assert np.bincount(data.games).tolist() == [len(table.history.steps) for table in records]
    searched = ~np.isnan(data.values[:, 0])
    sums = np.add.reduceat(data.policy, data.starts[:-1])
    assert sums[searched] == pytest.approx(1, abs=1e-5)
    assert data.values[searched].sum(1) == pytest.approx(1, abs=0.01)
    own, won = (part[np.arange(len(data)), data.seats] for part in (data.values, data.results))
    guess = 1 / data.about.seats
    assert ((own - won)[searched] ** 2).mean() < ((guess - won)[searched] ** 2).mean()  # it knows more than nothing
