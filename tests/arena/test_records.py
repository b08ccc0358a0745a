"""Games of tournaments kept as records: in a file, in a folder, and gone on with."""

from pathlib import Path

import pytest

from ludarium.arena.contestants import read_contestant
from ludarium.arena.games import Games, Pairing, Start, open_table
from ludarium.arena.records import Records, RecordsError
from ludarium.core.game import find_ruleset, rulesets
from ludarium.players.thoughts import read_thought
from ludarium.table.collection import each_game
from ludarium.table.reading import read_record, step_comments
from tests.arena.fakes import Illegal, RandomPlayer

RULESETS = [ruleset.name for ruleset in rulesets()]


def record(number: int, ruleset: str = "mur-en") -> str:
    return f"ludarium-record 1\nruleset: {ruleset}\nseed: 0\n\n# game {number}\n1 0: +c2\nresult: 0 resigned\n"


def place_of(tmp_path: Path, kind: str) -> Path:
    return tmp_path / ("games.txt" if kind == "file" else "games")


def filled(place: Path, *numbers: int) -> None:
    records = Records(place, [])
    for number in numbers:
        records.add("mur-en", number, record(number))


def kept(place: Path) -> list[str]:
    files = [place] if place.is_file() else sorted(place.iterdir())
    return [text for file in files for _, text in each_game(file)]


@pytest.mark.parametrize("kind", ["file", "folder"])
def test_games_are_kept_and_gone_on_with(kind: str, tmp_path: Path) -> None:
    place = place_of(tmp_path, kind)
    filled(place, 0, 1)
    again = Records(place, [("mur-en", 0), ("mur-en", 1)])
    again.add("mur-en", 2, record(2))
    assert kept(place) == [record(0), record(1), record(2)]


@pytest.mark.parametrize("kind", ["file", "folder"])
def test_a_game_whose_result_was_not_kept_any_more_is_dropped(kind: str, tmp_path: Path) -> None:
    place = place_of(tmp_path, kind)
    filled(place, 0, 1)
    Records(place, [("mur-en", 0)])
    assert kept(place) == [record(0)]


@pytest.mark.parametrize("kind", ["file", "folder"])
def test_games_of_another_tournament_are_left_alone(kind: str, tmp_path: Path) -> None:
    place = place_of(tmp_path, kind)
    filled(place, 0)
    with pytest.raises(RecordsError, match="do not know"):
        Records(place, [])
    filled(tmp_path / f"more-{place.name}", 0, 1, 2)
    with pytest.raises(RecordsError, match="do not know"):
        Records(tmp_path / f"more-{place.name}", [("mur-en", 0)])
    assert kept(place) == [record(0)]
    assert len(kept(tmp_path / f"more-{place.name}")) == 3


@pytest.mark.parametrize("kind", ["file", "folder"])
def test_results_without_records_are_told(kind: str, tmp_path: Path) -> None:
    place = place_of(tmp_path, kind)
    filled(place, 0)
    with pytest.raises(RecordsError, match="without a record: 2"):
        Records(place, [("mur-en", 0), ("mur-en", 1), ("mur-jp", 0)])


@pytest.mark.parametrize(
    "cut", ["ludari", "ludarium-record 1\n", "ludarium-record 1\nruleset: mur-en\nse", record(1)[:-5]]
)
def test_a_game_that_was_cut_off_is_dropped(cut: str, tmp_path: Path) -> None:
    place = tmp_path / "games.txt"
    filled(place, 0)
    with place.open("a") as file:
        file.write(cut)
    Records(place, [("mur-en", 0)]).add("mur-en", 1, record(1))
    assert place.read_text() == record(0) + record(1)


@pytest.mark.parametrize("text", ["hello\n", "ludarium-record 1\nruleset: mur-en\nseed: 0\n1 0: +c2\n", "1,2\n3,4\n"])
def test_a_file_with_something_else_is_left_alone(text: str, tmp_path: Path) -> None:
    place = tmp_path / "games.txt"
    place.write_text(text)
    with pytest.raises(RecordsError, match="other text"):
        Records(place, [])
    assert place.read_text() == text


def test_games_of_several_rulesets_may_share_a_file(tmp_path: Path) -> None:
    place = tmp_path / "games.txt"
    records = Records(place, [])
    records.add("mur-en", 0, record(0))
    records.add("mur-jp", 0, record(0, "mur-jp"))
    assert Records(place, [("mur-jp", 0), ("mur-en", 0)]).there == {("mur-en", 0), ("mur-jp", 0)}


@pytest.mark.parametrize("name", RULESETS)
def test_a_game_played_is_a_record_with_what_was_thought(name: str) -> None:
    """Reading it plays it again by the rules; the two random steps and every search are told before their steps."""
    start = Start(name, {}, 3, 2, keep="policies")
    seats = int(find_ruleset(name).new({}).seats)
    players = [read_contestant("best:60sims"), read_contestant("random")]
    seating = tuple(seat % 2 for seat in range(seats))
    result, text = Games(start, players).open().do(Pairing(7, 7, 0, seating))
    table = read_record(text).table
    assert table.outcome is not None
    assert (table.outcome.winners, table.outcome.reason) == (result.winners, result.ending)
    assert len(table.history.steps) == result.steps
    assert table.players == tuple(players[player].text for player in seating)
    assert "# game 7\n" in text
    comments = step_comments(text)
    opened = len(open_table(start, 7).history.steps)
    assert comments[:opened] == ["random"] * opened
    assert not any(comment == "random" for comment in comments[opened:])
    searched = [seating[taken.seat] == 0 and not taken.is_setup for taken in table.history.taken[opened:]]
    said = [read_thought(comment) is not None for comment in comments[opened:]]
    assert all(found or not wanted for found, wanted in zip(said, searched, strict=True))
    assert not any(
        found for found, taken in zip(said, table.history.taken[opened:], strict=True) if seating[taken.seat]
    )


def test_the_same_game_is_the_same_record() -> None:
    start = Start("myrmidons-secret", {}, 3, 2, keep="records")
    players = [read_contestant("best:12sims")]
    one, other = (Games(start, players).open().do(Pairing(1, 1, 0, (0, 0))).record for _ in range(2))
    assert one == other
    assert "search:" not in one


def test_without_being_asked_nothing_is_recorded() -> None:
    played = Games(Start("mur-en", {}, 3, 2), [read_contestant("random")]).open().do(Pairing(1, 1, 0, (0, 0)))
    assert played.record == ""


@pytest.mark.parametrize(("name", "seating", "resigned"), [("mur-en", (0, 1), 1), ("mutterland", (0, 1, 0), 1)])
def test_who_forfeited_has_resigned_and_why_is_said(name: str, seating: tuple[int, ...], resigned: int) -> None:
    options = {} if len(seating) == 2 else {"players": len(seating)}
    games = Games(Start(name, options, 3, 2, keep="records"), [RandomPlayer("random"), Illegal()])
    text = games.open().do(Pairing(4, 4, 0, seating)).record
    outcome = read_record(text).table.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == (
        tuple(seat for seat in range(len(seating)) if seat != resigned),
        "resigned",
    )
    assert "\n# game 4\n# forfeit: illegal\n" in text


@pytest.mark.parametrize("name", ["mur-en", "myrmidons"])
def test_a_game_that_is_not_played_out_is_aborted(name: str) -> None:
    start = Start(name, {}, 3, 0, longest=5, keep="records")
    text = Games(start, [RandomPlayer("random")]).open().do(Pairing(0, 0, 0, (0, 0))).record
    table = read_record(text).table
    assert table.outcome is not None
    assert table.outcome.reason == "aborted"
    assert len(table.history.steps) == 5
    assert "# unfinished\n" in text
