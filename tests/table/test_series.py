"""Mur's sets and matches: what each game starts from, who wins, and the record of it all."""

from pathlib import Path

import pytest

from ludarium.core.errors import NotAllowed, RecordError
from ludarium.table import Match
from ludarium.table.series import read_games
from tests.table import play, play_randomly

# Four ships of White, four turns: Black walls in the white ship on a3 (its neighbours are h3, b3 and a2).
TRAP = "+h3, +a3, +b3, +e1, +a2"


def play_match(match: Match, losers: list[int]) -> None:
    """One game for each of the losers, who resign it; -1 is a draw by the turn cap."""
    for number, loser in enumerate(losers):
        table = match.begin() if number == 0 else match.next()
        if loser < 0:
            play_randomly(table, number)
        else:
            table.resign(loser)


@pytest.mark.clause("MUR-S2")
def test_a_match_is_two_sets_of_six_games() -> None:
    match = Match("mur-jp")
    table = match.begin()
    assert (match.games, match.sets, match.place) == (6, 2, (1, 1))
    places = []
    for _ in range(12):
        places.append(match.place)
        assert match.outcome is None
        match.table.resign(1)
        if len(places) < 12:
            table = match.next()
    assert places == [(number // 6 + 1, number % 6 + 1) for number in range(12)]
    assert match.outcome is not None
    assert match.outcome.as_json() == {"winners": [0], "reason": "sets", "clause": ""}
    assert table.game.outcome_sentence(match.outcome, "en") == "Black wins: more sets won."
    with pytest.raises(NotAllowed, match="All games of this series"):
        match.next()


@pytest.mark.clause("MUR-S2")
@pytest.mark.parametrize(
    ("losers", "sets", "games", "winners", "reason"),
    [
        ([1, 1, 0, 0, 0, 0], [1, 1], [2, 4], (1,), "games"),  # a set each (2:1, 0:3), then more games
        ([1, 1, 0, 1, 1, 0], [2, 0], [4, 2], (0,), "sets"),
        ([1, 1, 1, 0, 0, -1], [1, 1], [3, 2], (0,), "games"),  # 3:0 and 0:2
        ([1, 1, 0, 0, 0, 1], [1, 1], [3, 3], (), "equal"),
        ([1, 0, -1, 1, -1, -1], [1, 0], [2, 1], (0,), "sets"),  # 1:1 is nobody's set
        ([-1] * 6, [0, 0], [0, 0], (), "equal"),
    ],
)
def test_who_wins(losers: list[int], sets: list[int], games: list[int], winners: tuple[int, ...], reason: str) -> None:
    match = Match("mur-en", {"turn_cap": 3}, games=3, sets=2)
    play_match(match, losers)
    assert (match.sets_won(), match.games_won()) == (sets, games)
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.reason) == (winners, reason)
    assert Match.read(match.text()).outcome == match.outcome


@pytest.mark.clause("MUR-S1")
def test_the_next_game_starts_from_what_the_last_one_left() -> None:
    """The walled ship on a3 leaves, the others stay; the second game is begun by White, a new set by Black afresh."""
    match = Match("mur-jp", games=2, sets=2)
    play(match.begin(), TRAP)
    assert "leave a3" in match.table.position(-1)
    match.table.resign(1)
    table = match.next()
    assert table.position(-1) == "black a2 b3 h3; white e1; kraken x; next 1"
    table.resign(0)
    assert match.next().position(-1) == "black; white; kraken x"
    assert match.place == (2, 1)


def test_one_game_after_the_other() -> None:
    match = Match("mur-jp")
    match.begin()
    with pytest.raises(NotAllowed, match="isn't over"):
        match.next()
    with pytest.raises(NotAllowed, match="isn't played as a series"):
        Match("cups")
    for games in (0, 1000):
        with pytest.raises(NotAllowed, match="1 to 100"):
            Match("mur-jp", games=games)


def small(path: Path | None = None) -> Match:
    match = Match("mur-jp", {"turn_cap": 9}, 3, ["Ada", "Ben"], games=2, sets=2)
    play(match.begin(path, "2025-03-01"), TRAP)
    match.table.resign(1)
    play(match.next(), "+c1")
    return match


def test_the_record_of_a_series(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    match = small(path)
    head = "ruleset: mur-jp\noption turn_cap: 9\n"
    players = "player 0: Ada\nplayer 1: Ben\ndate: 2025-03-01\n\n"
    assert path.read_text() == match.text()
    assert match.text() == (
        "ludarium-series 1\ngames: 2\nsets: 2\n\n"
        f"ludarium-record 1\n{head}seed: 3\n{players}# set 1, game 1\n"
        "1 0: +h3\n2 1: +a3\n3 0: +b3\n4 1: +e1\n5 0: +a2\nresult: 0 resigned\n"
        f"ludarium-record 1\n{head}start: black a2 b3 h3; white e1; kraken x; next 1\nseed: 4\n{players}"
        "# set 1, game 2\n1 1: +c1\n"
    )
    again = Match.read(match.text())
    assert again.text() == match.text()
    assert again.place == (1, 2)
    assert [record.table.history for record in again.records] == [record.table.history for record in match.records]


def test_playing_a_series_on(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    small(path)
    match = Match.open(path)
    match.table.take(0, "+f3")
    match.table.resign(0)
    match.next().resign(0)
    match = Match.open(path)
    assert match.place == (2, 1)
    match.next().take(1, "+b2")
    with path.open("a") as file:
        file.write("2 0: +b")
    with pytest.raises(RecordError, match="is cut off"):
        Match.open(path)
    match = Match.open(path, repair=True)
    match.table.resign(1)
    assert path.read_text() == match.text()
    assert Match.read(match.text()).games_won() == [2, 2]
    with pytest.raises(NotAllowed, match="Choose another name"):
        small(path)


@pytest.mark.parametrize(
    ("old", "new", "line", "key"),
    [
        ("ludarium-series 1", "ludarium-series 2", 1, "record_series"),
        ("games: 2", "games: two", 2, "record_series"),
        ("games: 2", "games: 0", 2, "series_length"),
        ("sets: 2", "games: 2", 3, "record_series"),
        ("sets: 2\n", "", 4, "record_series"),
        ("ludarium-record 1", "", 6, "record_series"),
        ("result: 0 resigned\n", "", 19, "record_series_early"),
        ("result: 0 resigned\nludarium-record 1", "result: 0 resigned\nludarium-record 7", 20, "record_line"),
        ("start: black a2", "start: black a1", 20, "record_series_start"),
        ("player 1: Ben\ndate: 2025-03-01\n\n# set 1, game 2", "player 1: Eve\n", 20, "record_series_other"),
        ("option turn_cap: 9\nstart", "start", 20, "record_series_other"),
        ("1 1: +c1", "1 0: +c1", 30, "record_label"),
        ("games: 2\nsets: 2", "games: 1\nsets: 1", 20, "series_over"),
        ("mur-jp", "open-cups", 5, "series_none"),
    ],
)
def test_series_that_are_wrong(old: str, new: str, line: int, key: str) -> None:
    text = small().text()
    assert old in text
    if new == "open-cups":
        text = text[: text.index("start")].replace("option turn_cap: 9\n", "")
        text = text[: text.index("1 0:")]
    with pytest.raises(RecordError) as caught:
        Match.read(text.replace(old, new))
    assert (caught.value.line, caught.value.key) == (line, key), str(caught.value)


ONE = """ludarium-record 1
ruleset: mur-en
seed: 7

1 0: +c2
2 1: +a1
result: 0 resigned
"""


def test_several_records_one_after_the_other() -> None:
    """Only the last one may be cut off; a mistake is told with its line in the whole text."""
    games = read_games(ONE + ONE.replace("0 resigned", "1 resigned") + ONE)
    assert [game.table.outcome.winners for game in games if game.table.outcome] == [(0,), (1,), (0,)]
    cut = ONE + ONE.removesuffix("0 resigned\n")
    assert [game.table.outcome is None for game in read_games(cut, repair=True)] == [False, True]
    with pytest.raises(RecordError) as refused:
        read_games(ONE + ONE.replace("+a1", "+c2"))
    assert refused.value.line == 13
    with pytest.raises(RecordError) as refused:
        read_games(ONE.removesuffix("0 resigned\n") + "\n" + ONE, repair=True)
    assert refused.value.line == 7
