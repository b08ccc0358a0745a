"""Studies played in this process: kept, continued, measured."""

import json
from collections.abc import Generator, Iterable, Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path

import pytest

from ludarium.arena.contestants import read_contestant
from ludarium.arena.games import Result, Start, open_table
from ludarium.core.game import find_ruleset
from ludarium.core.words import LOCALES
from ludarium.research.study.plan import Plan, StudyError, play
from ludarium.research.study.watch import Watched, measure
from ludarium.workers.jobs import A, J, Task
from ludarium.workers.processes import Processes
from tests import full_disk
from tests.research.study_games import plan


class Alone:
    """A crew of one, in this process."""

    losses = 0

    def work(self, task: Task[J, A], jobs: Iterable[J]) -> Generator[A, None, None]:
        with closing(task.open()) as worker:
            for job in jobs:
                yield worker.do(job)


def played(plans: Sequence[Plan], folder: Path | None = None, most: int | None = None) -> list[list[Watched]]:
    """The games of each plan; with a folder, kept there."""
    files = [None if folder is None else folder / f"{one.ruleset.name}.jsonl" for one in plans]
    ledgers = [one.open_ledger(file) for one, file in zip(plans, files, strict=True)]
    try:
        with closing(play(plans, ledgers, Alone())) as games:
            list(islice(games, most))
    finally:
        for ledger in ledgers:
            ledger.close()
    return [[ledger.results[number] for number in sorted(ledger.results)] for ledger in ledgers]


def test_a_study_goes_on_where_it_was_and_gives_the_same(tmp_path: Path) -> None:
    plans = [plan("mur-jp", 3), plan("mur-en", 3)]
    whole = played(plans)
    part = played(plans, tmp_path, most=3)
    assert [len(games) for games in part] == [2, 1]  # in turn
    assert played(plans, tmp_path) == whole
    assert [[game.number for game in games] for games in whole] == [[0, 1, 2], [0, 1, 2]]


def test_more_games_can_be_added(tmp_path: Path) -> None:
    played([plan(games=1)], tmp_path)
    first = (tmp_path / "mur-en.jsonl").read_bytes()
    assert len(played([plan(games=3)], tmp_path)[0]) == 3
    assert (tmp_path / "mur-en.jsonl").read_bytes().startswith(first)
    assert len(played([plan(games=2)], tmp_path)[0]) == 3  # what is there counts


@pytest.mark.parametrize("cut", [1, 40, 400])
def test_a_game_whose_line_was_cut_off_is_played_again(cut: int, tmp_path: Path) -> None:
    whole = played([plan(games=2)], tmp_path)
    file = tmp_path / "mur-en.jsonl"
    file.write_bytes(file.read_bytes()[:-cut])
    assert played([plan(games=2)], tmp_path) == whole
    assert len(file.read_bytes().splitlines()) == 3


def test_processes_give_the_same_games() -> None:
    plans = [plan(games=3)]
    ledgers = [plans[0].open_ledger(None)]
    list(play(plans, ledgers, Processes(2)))
    assert [[ledgers[0].results[number] for number in range(3)]] == played(plans)


@pytest.mark.parametrize(
    ("other", "part"),
    [
        (Plan(find_ruleset("mur-en"), {}, [read_contestant("1")], 2, judging=5), "players"),
        (Plan(find_ruleset("mur-en"), {}, [read_contestant("random")], 2, judging=6), "judging"),
        (Plan(find_ruleset("mur-en"), {}, [read_contestant("random")], 2, seed=1, judging=5), "seed"),
        (Plan(find_ruleset("mur-en"), {}, [read_contestant("random")], 2, opening_steps=1, judging=5), "opening"),
        (plan(turn_cap=9), "options"),
    ],
)
def test_games_of_other_settings_are_refused_and_kept(other: Plan, part: str, tmp_path: Path) -> None:
    played([plan(games=1)], tmp_path)
    file = tmp_path / "mur-en.jsonl"
    before = file.read_bytes()
    with pytest.raises(StudyError) as refused:
        other.open_ledger(file)
    assert (refused.value.key, refused.value.data["part"]) == ("file_other", part)
    assert all("--out" in refused.value.sentence(locale) for locale in LOCALES)
    assert file.read_bytes() == before


@pytest.mark.parametrize("line", [b'{"number": 1}\n', b"[]\n", b'{"first": [{"a": 1}]}\n', b'{"first": 3}\n'])
def test_a_line_that_is_no_game_is_named(line: bytes, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    plan().open_ledger(file).close()
    with file.open("ab") as end:
        end.write(line)
    with pytest.raises(StudyError, match="line 2"):
        plan().open_ledger(file)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("number", "0"),
        ("turns", None),
        ("turns", True),
        ("winners", [2]),
        ("winners", [[0]]),
        ("fault", 3),
        ("choices", [[]]),
        ("choices", [["1"]]),
        ("first", [None]),
        ("first", [None, {"steps": 1, "sites": []}]),
        ("counts", [{"ship/black": [1]}]),
        ("counts", [[1, 2]]),
        ("expected", [[0, [0.5, None]]]),
        ("expected", [[0, [1.0]]]),
        ("expected", [[0, [0.5, float("nan")]]]),
        ("expected", [0.5]),
    ],
    ids=str,
)
def test_a_game_with_a_strange_field_is_named(field: str, value: object, tmp_path: Path) -> None:
    """Noticed before anything is played, and not by a fault in some figure."""
    played([plan(games=1)], tmp_path)
    file = tmp_path / "mur-en.jsonl"
    header, game = file.read_text().splitlines()
    file.write_text(f"{header}\n{json.dumps({**json.loads(game), field: value})}\n")
    with pytest.raises(StudyError, match="line 2"):
        plan(games=1).open_ledger(file)


def test_a_file_without_games_takes_other_settings(tmp_path: Path) -> None:
    """It was begun, say, for a cluster that could not be joined."""
    played([plan(games=1, turn_cap=9)], tmp_path, most=0)
    assert len((tmp_path / "mur-en.jsonl").read_bytes().splitlines()) == 1
    assert played([plan(games=1)], tmp_path) == played([plan(games=1)])
    assert played([plan(games=1)], tmp_path) == played([plan(games=1)])


def test_a_full_disk_is_told_with_the_file_and_what_was_kept_stays(tmp_path: Path) -> None:
    """Here files may not grow beyond two games and a bit."""
    whole = played([plan(games=3)], tmp_path)
    file = tmp_path / "mur-en.jsonl"
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:2]))
    full_disk.fill(len(b"".join(lines[:3])) + 9)
    try:
        with pytest.raises(StudyError) as refused:
            played([plan(games=3)], tmp_path)
    finally:
        full_disk.free()
    assert (refused.value.key, refused.value.data["file"]) == ("file", file)
    assert file.read_bytes() == b"".join(lines[:3]) + lines[3][:9]
    assert played([plan(games=3)], tmp_path) == whole
    assert file.read_bytes() == b"".join(lines)


def test_two_studies_do_not_write_to_one_file(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    with closing(plan().open_ledger(file)):
        with pytest.raises(StudyError) as refused:
            plan().open_ledger(file)
        assert refused.value.key == "file_busy"
        assert all("--out" in refused.value.sentence(locale) for locale in LOCALES)
    plan().open_ledger(file).close()


def test_a_game_that_is_not_of_this_study_is_refused(tmp_path: Path) -> None:
    played([plan(games=1)], tmp_path)
    file = tmp_path / "mur-en.jsonl"
    file.write_bytes(file.read_bytes().replace(b'"opening": 0, "seating"', b'"opening": 5, "seating"'))
    with pytest.raises(StudyError, match="game 0"):
        plan(games=1).open_ledger(file)


def test_a_tournaments_file_is_no_study(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text(json.dumps({"format": "ludarium-arena 1"}) + "\n")
    with pytest.raises(StudyError, match="does not hold the games of a study"):
        plan().open_ledger(file)


def test_several_players_share_the_seats_equally() -> None:
    two = Plan(find_ruleset("mur-en"), {}, [read_contestant("random"), read_contestant("1")], 3)
    assert two.size == 4
    seatings = [two.game(number).seating for number in range(two.size)]
    assert sorted(seatings) == [(0, 1), (0, 1), (1, 0), (1, 0)]


def test_a_player_alone_begins_every_game_anew() -> None:
    assert [plan(games=3).game(number).opening for number in range(3)] == [0, 1, 2]


def test_a_player_named_twice_is_refused() -> None:
    with pytest.raises(StudyError, match="named twice"):
        Plan(find_ruleset("mur-en"), {}, [read_contestant("1"), read_contestant("1")], 3)


# --- measuring ------------------------------------------------------------------------------------------------------
def measured(ruleset: str, steps: str, opened: int = 0, **options: object) -> Watched:
    """A game of these steps, broken off after them; the first ones are the opening's."""
    table = open_table(Start(ruleset, options, 0, 0), 0)
    for step in table.game.split_steps(steps):
        table.take(table.seat, step)
    seats = int(table.state.seats)
    taken, turns = len(table.history.steps), int(table.state.turn)
    nothing = (0,) * seats
    result = Result(0, 0, 0, nothing, (), "unfinished", "", "", taken, turns, nothing, (0.0,) * seats, (0.0,) * seats)
    return measure(table, opened, result, seed=0, judging=5)


def test_a_game_measured_step_by_step() -> None:
    """Ships are placed on Mur's 25 points, one of which the kraken has: 24 are free, then 23 (and White has no ship to
    move yet). Moments are before the first step, before the second and before the third one: turns 0.75, 1.5 and 2.25.
    """
    found = measured("mur-en", "+a1 +c3 +e2")
    assert (found.turns, found.spells) == (3, 3)
    assert found.choices[:2] == ((24,), (23,))
    assert [one and (one.steps, one.sites) for one in found.first] == [("+a1", ("a1",)), ("+c3", ("c3",))]
    assert found.counts[0] == {"score/closes": (0, 0)}  # before the first step
    assert found.counts[1] == {"score/closes": (0, 0), "ship/black": (1, 0)}
    assert found.counts[2] == {"score/closes": (0, 0), "ship/black": (1, 0), "ship/white": (0, 1)}
    assert [turn for turn, _ in found.expected] == [0, 1, 2]
    assert all(sum(shares) == pytest.approx(1.0, abs=0.01) for _, shares in found.expected)


def test_opening_steps_are_not_the_players() -> None:
    found = measured("mur-en", "+a1 +c3 +e2", opened=1)
    assert (found.spells, found.turns, found.steps) == (2, 3, 3)
    assert [one and one.steps for one in found.first] == ["+e2", "+c3"]


def test_a_game_without_steps() -> None:
    found = measured("mur-en", "")
    assert (found.spells, found.choices, found.counts, found.expected, found.first) == (0, (), (), (), (None, None))


def test_a_secret_set_up_is_no_first_turn() -> None:
    (games,) = played([plan("myrmidons", 1)])
    game = games[0]
    set_up = [turn for turn in range(game.spells) if len(game.choices[turn]) > 1][:2]
    assert set_up == [0, 1]
    assert game.expected[0][0] == 2
    first = game.first[0]
    assert first is not None
    assert len(first.sites) >= 1
    assert " " not in first.steps.strip()


def test_at_a_table_for_three() -> None:
    (games,) = played([plan("mutterland", 1, players=3, turn_cap=6)])
    assert (games[0].seats, len(games[0].first)) == (3, 3)
    assert all(len(shares) == 3 for _, shares in games[0].expected)


def test_lands_that_differ_are_different_boards() -> None:
    def boards(**options: object) -> set[str]:
        (games,) = played([plan("mutterland", 2, turn_cap=2, **options)])
        return {game.board for game in games}

    assert len(boards()) == 2
    assert len(boards(land="block")) == 1
