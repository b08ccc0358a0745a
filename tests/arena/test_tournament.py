"""Whole tournaments in processes of their own: kept, continued, stopped, and none of their games twice."""

import json
from collections.abc import Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path

import pytest

from ludarium.arena.contestants import Contestant
from ludarium.arena.statistics import Hypotheses
from ludarium.arena.tournament import ArenaError, Tournament
from ludarium.core.game import find_ruleset
from ludarium.workers.jobs import WorkError
from ludarium.workers.processes import Processes
from tests.arena.fakes import Crasher, Illegal, RandomPlayer

TWO = (RandomPlayer("a"), RandomPlayer("b"))


def tournament(games: int = 4, players: Sequence[Contestant] = TWO, seed: int = 0, **more: object) -> Tournament:
    return Tournament(find_ruleset("myrmidons"), more, players, games, seed, opening_steps=1)


def play(given: Tournament, file: Path | None = None, jobs: int = 2) -> list[int]:
    """The numbers of the games that were played now."""
    ledger = given.open_ledger(file)
    try:
        return sorted(result.number for result in given.play(ledger, Processes(jobs)))
    finally:
        ledger.close()


def numbers(file: Path) -> list[int]:
    """The games in a file, by line."""
    return [json.loads(line)["number"] for line in file.read_bytes().splitlines()[1:]]


def test_a_tournament_is_played_and_kept(tmp_path: Path) -> None:
    file = tmp_path / "new" / "results.jsonl"
    assert play(tournament(), file) == [0, 1, 2, 3]
    assert sorted(numbers(file)) == [0, 1, 2, 3]
    assert play(tournament(), file) == []


def test_games_are_rounded_up_to_whole_openings() -> None:
    assert tournament(3).size == 4
    three = Tournament(find_ruleset("mutterland"), {"players": 3}, TWO, 4)
    assert three.size == 12  # two mixes, two openings, three rotations


def test_the_number_of_processes_does_not_change_the_games() -> None:
    def played(jobs: int) -> list[tuple[object, ...]]:
        given = tournament()
        ledger = given.open_ledger(None)
        list(given.play(ledger, Processes(jobs)))
        return [(one.number, one.winners, one.ending, one.steps) for one in ledger.in_order()]

    assert played(1) == played(2)


def test_a_stopped_tournament_goes_on_where_it_was(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    given = tournament(6)
    ledger = given.open_ledger(file)
    with closing(given.play(ledger, Processes(1))) as games:
        assert [result.number for result in islice(games, 2)] == [0, 1]
    ledger.close()
    assert play(given, file) == [2, 3, 4, 5]
    assert sorted(numbers(file)) == [0, 1, 2, 3, 4, 5]


@pytest.mark.slow
def test_more_games_continue_a_tournament(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    play(tournament(2), file)
    assert play(tournament(4), file) == [2, 3]


@pytest.mark.slow
@pytest.mark.parametrize("cut", [1, 20, 150])
def test_a_line_cut_off_is_dropped_and_its_game_played_again(cut: int, tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    play(tournament(), file, jobs=1)
    whole = file.read_bytes()
    file.write_bytes(whole[:-cut])
    assert play(tournament(), file) == [3]
    assert numbers(file) == [0, 1, 2, 3]


def test_a_header_cut_off_is_written_again(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    play(tournament(2), file)
    header = file.read_bytes().splitlines(keepends=True)[0]
    file.write_bytes(header[:30])
    assert play(tournament(2), file) == [0, 1]
    assert file.read_bytes().startswith(header)


def test_a_game_that_stands_twice_in_the_file_counts_once(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    play(tournament(2), file)
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join([*lines, lines[1]]))
    given = tournament(2)
    ledger = given.open_ledger(file)
    ledger.close()
    assert len(ledger.in_order()) == 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("other", "part"),
    [
        (tournament(seed=1), "seed"),
        (tournament(players=[RandomPlayer("a"), RandomPlayer("c")]), "players"),
        (tournament(army="random"), "options"),
        (Tournament(find_ruleset("mur-en"), {}, TWO, 4, opening_steps=1), "ruleset"),
        (Tournament(find_ruleset("myrmidons"), {}, TWO, 4), "opening"),
    ],
)
def test_the_file_of_another_tournament_is_refused(other: Tournament, part: str, tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    play(tournament(2), file)
    before = file.read_bytes()
    with pytest.raises(ArenaError) as refused:
        other.open_ledger(file)
    assert (refused.value.key, refused.value.data["part"]) == ("file_other", part)
    assert file.read_bytes() == before


@pytest.mark.parametrize("content", [b"hello\n", b"hello", b"[]\n", b'{"format": "other"}\n', b"\xff\xfe\n"])
def test_any_other_file_is_refused_and_left_alone(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_bytes(content)
    with pytest.raises(ArenaError, match="no file of tournament results"):
        tournament().open_ledger(file)
    assert file.read_bytes() == content


def test_a_line_that_is_no_result_is_named(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    tournament().open_ledger(file).close()
    with file.open("ab") as end:
        end.write(b'{"number": 0}\n')
    with pytest.raises(ArenaError, match="line 2"):
        tournament().open_ledger(file)


@pytest.mark.slow
@pytest.mark.parametrize(("field", "value"), [("winners", [2]), ("steps", "3"), ("seconds", [1, None])], ids=str)
def test_a_result_with_a_strange_field_is_named(field: str, value: object, tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    play(tournament(1), file)
    lines = file.read_text().splitlines()
    lines[1] = json.dumps({**json.loads(lines[1]), field: value})
    file.write_text("\n".join(lines) + "\n")
    with pytest.raises(ArenaError, match="line 2"):
        tournament(1).open_ledger(file)


def test_a_result_that_is_not_in_the_schedule_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    play(tournament(2), file)
    file.write_bytes(file.read_bytes().replace(b'"seating": [0, 1]', b'"seating": [1, 1]'))
    with pytest.raises(ArenaError, match="game 0"):
        tournament(2).open_ledger(file)


def test_a_game_whose_process_dies_is_played_again(tmp_path: Path) -> None:
    players = (RandomPlayer("a"), Crasher(tmp_path / "crashes", times=2))
    file = tmp_path / "results.jsonl"
    assert play(tournament(2, players), file, jobs=1) == [0, 1]
    assert (tmp_path / "crashes").read_bytes() == b"xx"
    assert numbers(file) == [0, 1]


def test_a_game_that_always_kills_its_process_stops_the_tournament(tmp_path: Path) -> None:
    players = (RandomPlayer("a"), Crasher(tmp_path / "crashes", times=99))
    with pytest.raises(WorkError, match="3 times"):
        play(tournament(2, players), jobs=1)


def test_the_test_stops_a_tournament_early(tmp_path: Path) -> None:
    """Against a player who forfeits every game, 50 % or 80 % is decided after ln 19 / ln 1.6 = 6.3 openings."""
    players = (RandomPlayer("a"), Illegal())
    given = Tournament(find_ruleset("myrmidons"), {}, players, 100, hypotheses=Hypotheses(0.5, 0.8))
    file = tmp_path / "results.jsonl"
    assert play(given, file, jobs=1) == list(range(14))
    ledger = given.open_ledger(file)
    ledger.close()
    verdict = given.verdict(ledger)
    assert verdict is not None
    assert (verdict.units, verdict.accepted) == (7, 1)
    assert play(given, file) == []


def test_players_are_at_least_two_and_differ() -> None:
    with pytest.raises(ArenaError, match="at least 2"):
        tournament(players=TWO[:1])
    with pytest.raises(ArenaError, match="a is named twice"):
        tournament(players=(RandomPlayer("a"), RandomPlayer("a")))
    with pytest.raises(ArenaError, match="2000 different tables"):
        tournament(players=[RandomPlayer(str(number)) for number in range(64)])  # 64 · 63 / 2 = 2016 pairs


def test_the_stopping_test_is_for_two() -> None:
    three = [RandomPlayer("a"), RandomPlayer("b"), RandomPlayer("c")]
    with pytest.raises(ArenaError, match="two players"):
        Tournament(find_ruleset("mur-en"), {}, three, 4, hypotheses=Hypotheses(0.5, 0.6))
    at_three = Tournament(find_ruleset("mutterland"), {"players": 3}, TWO, 4, hypotheses=Hypotheses(0.5, 0.6))
    assert at_three.size == 12  # two openings, each in both mixes and all three rotations


def test_a_file_of_an_earlier_version_is_gone_on_with(tmp_path: Path) -> None:
    """As it was written in November 2026, before results were read by their declared types."""
    file = tmp_path / "results.jsonl"
    file.write_text(
        '{"format": "ludarium-arena 1", "ruleset": "mur-en", "options": {}, "players": ["a", "b"], '
        '"seed": 5, "opening": 1}\n{"number": 1, "opening": 0, "mix": 0, "seating": [1, 0], '
        '"winners": [1], "ending": "forfeit", "fault": "died", '
        '"note": "", "steps": 2, "turns": 2, "decisions": [1, 0], "seconds": [0.0011, 0], "slowest": [0.0011, 0]}\n'
    )
    given = Tournament(find_ruleset("mur-en"), {}, TWO, 4, seed=5, opening_steps=1)
    ledger = given.open_ledger(file)
    try:
        assert (ledger.results[1].seating, ledger.results[1].seconds) == ((1, 0), (0.0011, 0))
        assert sorted(result.number for result in given.play(ledger, Processes(1))) == [0, 2, 3]
    finally:
        ledger.close()
