"""Games of tables, looked at: who may see what, while they are played and afterwards."""

import re
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import pytest

from ludarium.server.analysis.routes import MOST_FRAMES
from ludarium.table import read_record
from tests.server.analysis.playing import event, new_table, play
from tests.server.visiting import Open, Visitor

BLOCKS = ["111", "243", "324", "333", "432", "522"]
MUR = ["+c2", "+d2", "+c1", "+d1", "c2l", "+e3"]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Open]:
    with Open(tmp_path) as opened:
        yield opened


@pytest.fixture
def people(server: Open) -> list[Visitor]:
    """Blue (or Black), Red (or White), and somebody who watches."""
    return [guest(server, name)[0] for name in ("Ada", "Ben", "Cleo")]


def guest(server: Open, name: str) -> tuple[Visitor, str]:
    visitor = server.visitor()
    return visitor, visitor.be_guest(name)


def between(server: Open, ruleset: str, people: list[Visitor], **more: object) -> str:
    second = people[1].get("/api/me").json()
    return new_table(server, ruleset, people[0], second["id"], second["name"], **more)


# --- frames -----------------------------------------------------------------------------------------------------------
def test_positions_of_a_game_that_is_being_played(server: Open, people: list[Visitor]) -> None:
    table = between(server, "mur-en", people)
    play(server, table, MUR)
    for visitor in (*people, server.visitor()):  # nothing is hidden in this game: everybody gets the same
        first = visitor.get(f"/api/tables/{table}/frames/0").json()
        assert (first["number"], first["last"], first["step"]) == (0, len(MUR), None)
        assert {piece["kind"] for piece in first["picture"]["pieces"]} == {"kraken"}
        third = visitor.get(f"/api/tables/{table}/frames/3").json()
        assert third["step"]["text"] == "+c1"
        assert third["picture"]["seat"] == 1
        assert third["picture"]["last"] == ["c1"]
        assert third["picture"]["paths"] == []  # to be looked at
        assert [piece["site"] for piece in third["picture"]["pieces"] if piece["owner"] == 0] == ["c1", "c2"]
    frames = people[2].get(f"/api/tables/{table}/frames?first=2&count=3&lang=ja").json()
    assert [frame["number"] for frame in frames] == [2, 3, 4]
    assert "白" in frames[0]["step"]["events"][0]["sentence"]
    assert [frame["picture"]["ground"] is None for frame in frames] == [False, True, True]
    arts = [set(frame["picture"]["art"]) for frame in frames]
    assert not arts[0] & arts[1]  # drawings come once
    assert not arts[0] & arts[2]
    known = frames[0]["picture"]["ground_key"]
    assert people[2].get(f"/api/tables/{table}/frames/1?lang=ja&ground={known}").json()["picture"]["ground"] is None


def test_positions_that_are_not_there_are_refused(server: Open, people: list[Visitor]) -> None:
    table = between(server, "mur-en", people)
    play(server, table, MUR[:2])
    visitor = people[2]
    beyond = visitor.get(f"/api/tables/{table}/frames/3")
    assert beyond.status_code == 404
    assert beyond.json()["sentence"] == "There is no position 3 yet. The last one is 2."
    assert visitor.get(f"/api/tables/{table}/frames?first=3").status_code == 404
    assert visitor.get("/api/tables/nosuchtable/frames/0").status_code == 404
    assert visitor.get(f"/api/tables/{table}/frames/-1").status_code == 422
    assert visitor.get(f"/api/tables/{table}/frames?count={MOST_FRAMES + 1}").status_code == 422
    assert visitor.get(f"/api/tables/{table}/frames/0?view=7").status_code == 404
    assert visitor.get(f"/api/tables/{table}/frames/0?view=all").status_code == 404
    assert visitor.get(f"/api/tables/{table}/frames/0?game=2").status_code == 404
    assert visitor.get(f"/api/tables/{table}/frames/0?theme=pink").status_code == 422
    waiting = people[0].post("/api/tables", {"ruleset": "mur-en", "seats": [{"who": "you"}, {"who": "open"}]}).json()
    for what in ("frames/0", "frames", "record", "picture.svg", "start"):
        assert visitor.get(f"/api/tables/{waiting['id']}/{what}").status_code == 409


def test_a_running_game_is_not_judged_or_studied(server: Open, people: list[Visitor]) -> None:
    table = between(server, "mur-en", people)
    play(server, table, MUR)
    for visitor in people:
        refused = visitor.get(f"/api/tables/{table}/start?lang=ja")
        assert refused.status_code == 409
        assert "終わって" in refused.json()["sentence"]
    event(server, table, "resign")
    start = people[2].get(f"/api/tables/{table}/start").json()
    assert start["steps"] == MUR
    found = people[2].post("/api/analysis", start).json()
    assert [step["text"] for step in found["steps"]] == MUR
    last = people[2].get(f"/api/tables/{table}/frames/{len(MUR)}").json()
    assert last["picture"]["pieces"] == found["picture"]["pieces"]
    assert last["picture"]["seat"] == -1  # Black has resigned


# --- records and pictures ---------------------------------------------------------------------------------------------
def test_the_record_can_be_saved_and_read_again(server: Open, people: list[Visitor]) -> None:
    table = between(server, "mur-en", people)
    play(server, table, MUR)
    answer = people[2].get(f"/api/tables/{table}/record")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.headers["content-disposition"] == f'attachment; filename="ludarium-{table}.txt"'
    assert [entry.text for entry in read_record(answer.text).table.history.taken] == MUR
    (game,) = people[2].post("/api/records", {"text": answer.text}).json()["games"]
    assert game["players"] == ["Ada", "Ben"]
    assert game["start"]["steps"] == MUR
    assert game["outcome"] is None


def test_pictures_can_be_saved(server: Open, people: list[Visitor]) -> None:
    table = between(server, "mur-en", people)
    play(server, table, MUR[:1])
    drawn = people[2].get(f"/api/tables/{table}/picture.svg?number=0&theme=dark")
    assert drawn.headers["content-type"] == "image/svg+xml"
    assert drawn.headers["content-disposition"] == f'attachment; filename="ludarium-{table}-0.svg"'
    assert drawn.text.startswith("<svg")
    assert 'data-piece="black"' not in drawn.text
    now = people[2].get(f"/api/tables/{table}/picture.svg?lang=ja").text
    assert 'data-piece="black"' in now
    assert 'lang="ja"' in now
    dotted = people[2].get(f"/api/tables/{table}/picture.png")
    assert dotted.headers["content-type"] == "image/png"
    assert dotted.content.startswith(b"\x89PNG")
    assert people[2].get(f"/api/tables/{table}/picture.svg?number=2").status_code == 404
    assert people[2].get(f"/api/tables/{table}/picture.gif").status_code in (404, 422)


# --- secrets ----------------------------------------------------------------------------------------------------------
def set_up(blue: list[str], red: list[str]) -> list[str]:
    return [f"={block}" for block in (*blue, *red)]


def everything(visitor: Visitor, table: str) -> list[bytes]:
    """All that somebody can get about a table here, whether they may or not."""
    found = []
    for view in ("", "-1", "0", "1", "open"):
        for path in ("frames", "frames/0", "frames/1", "frames/7", "frames/12", "frames/13", "frames/14"):
            found.append(visitor.get(f"/api/tables/{table}/{path}?view={view}").content)
        for path in ("picture.svg?", "picture.svg?number=5&", "picture.svg?number=99&", "picture.png?"):
            found.append(visitor.get(f"/api/tables/{table}/{path}view={view}").content)
    found.append(visitor.get(f"/api/tables/{table}/record").content)
    found.append(visitor.get(f"/api/tables/{table}/start").content)
    # Ids differ from table to table, and so do hashes: both are chance and tell nothing.
    return [re.sub(rb"sha256:[0-9a-f]{64}", b"", one).replace(table.encode(), b"") for one in found]


@pytest.mark.slow
def test_nobody_gets_what_they_may_not_know(server: Open, people: list[Visitor]) -> None:
    """Two truths that differ in Red's blocks alone: for Blue, for spectators and strangers every byte is the same,
    for Red it is not. Red has moved: its steps tell nothing either.
    """
    others = list(permutations(BLOCKS[1:]))
    truths = []
    for red in (others[0], others[40]):
        table = between(server, "myrmidons", people)
        play(server, table, [*set_up(BLOCKS, ["111", *red]), "a1n1", "a7s1"])
        truths.append(table)
    stranger = server.visitor()
    for visitor in (people[0], people[2], stranger):
        one, other = (everything(visitor, table) for table in truths)
        assert one == other
    own = [everything(people[1], table) for table in truths]
    assert own[0] != own[1]


def test_while_secrets_are_kept_only_ones_own_view_is_shown(server: Open, people: list[Visitor]) -> None:
    table = between(server, "myrmidons", people)
    play(server, table, [*set_up(BLOCKS, BLOCKS), "!n", "b1:1", "."])
    blue, red, watching = people

    def kinds(visitor: Visitor, owner: int, view: str = "") -> set[str]:
        frames = visitor.get(f"/api/tables/{table}/frames?view={view}").json()
        return {piece["kind"] for piece in frames[-1]["picture"]["pieces"] if piece["owner"] == owner}

    assert kinds(blue, 0) == set(BLOCKS)
    assert kinds(blue, 1) == {"?"}
    assert kinds(red, 1) == set(BLOCKS)
    assert kinds(red, 0) == {"?"}
    assert kinds(red, 1, "-1") == {"?"}
    for owner in (0, 1):
        assert kinds(watching, owner) == {"?"}
    for visitor, views in ((blue, ("1", "open")), (red, ("0", "open")), (watching, ("0", "1", "open"))):
        for view in views:
            refused = visitor.get(f"/api/tables/{table}/frames/0?view={view}")
            assert refused.status_code == 403
            assert refused.json()["code"] == "still_secret"
    # Blue took three steps for its order, the others saw one; how many there really were is not said.
    assert [visitor.get(f"/api/tables/{table}/frames/0").json()["last"] for visitor in people] == [15, 13, 13]
    last = red.get(f"/api/tables/{table}/frames/13").json()["step"]
    assert (last["text"], last["place"]) == ("", 0)
    blues, reds = (visitor.get(f"/api/tables/{table}/record").text.partition("\n\n")[2] for visitor in (blue, red))
    assert blues.startswith("1 0: =111, =243, ")
    assert reds.startswith("1 0: put 0 ? a1, put 0 ? b1, ")


def test_a_shared_screen_gets_the_view_of_spectators(server: Open) -> None:
    visitor, _ = guest(server, "Ada")
    made = visitor.post(
        "/api/tables", {"ruleset": "myrmidons", "seats": [{"who": "you"}, {"who": "you"}], "visibility": "screen"}
    )
    table = made.json()["id"]
    play(server, table, set_up(BLOCKS, BLOCKS))
    frames = visitor.get(f"/api/tables/{table}/frames").json()
    assert {piece["kind"] for piece in frames[-1]["picture"]["pieces"]} == {"?"}
    assert visitor.get(f"/api/tables/{table}/frames/0?view=0").status_code == 403


def test_after_the_end_everybodys_knowledge_can_be_looked_at_as_it_was(server: Open, people: list[Visitor]) -> None:
    table = between(server, "myrmidons", people)
    play(server, table, [*set_up(BLOCKS, BLOCKS), "a1n1"])
    event(server, table, "resign")
    stranger = server.visitor()

    def last(view: str) -> dict[int, set[str]]:
        frame = stranger.get(f"/api/tables/{table}/frames?view={view}").json()[-1]
        found: dict[int, set[str]] = {0: set(), 1: set()}
        for piece in frame["picture"]["pieces"]:
            found[piece["owner"]].add(piece["kind"])
        return found

    everybody = set(BLOCKS)
    assert last("") == last("open") == {0: everybody, 1: everybody}
    assert last("0") == {0: everybody, 1: {"?"}}
    assert last("1") == {0: {"?"}, 1: everybody}
    assert last("-1") == {0: {"?"}, 1: {"?"}}
    step = stranger.get(f"/api/tables/{table}/frames/13?view=open").json()["step"]
    assert (step["text"], step["place"]) == ("a1n1", 13)
    record = stranger.get(f"/api/tables/{table}/record").text
    (game,) = stranger.post("/api/records", {"text": record}).json()["games"]
    assert game["start"]["steps"] == [*set_up(BLOCKS, BLOCKS), "a1n1"]
    assert game["outcome"]["winners"] == [0]
    start = stranger.get(f"/api/tables/{table}/start").json()
    assert start == game["start"]


# --- series -----------------------------------------------------------------------------------------------------------
def test_every_game_of_a_series_can_be_looked_at(server: Open, people: list[Visitor]) -> None:
    table = between(server, "mur-en", people, series=True)
    play(server, table, ["+c3", "+d3"])
    event(server, table, "resign")
    event(server, table, "next")
    play(server, table, ["+e3"])  # White begins the second game, from the board as it was
    now = people[2].get(f"/api/tables/{table}/frames/1").json()
    assert {piece["site"] for piece in now["picture"]["pieces"]} == {"c3", "d3", "e3", "x"}
    before = people[2].get(f"/api/tables/{table}/frames/1?game=1").json()
    assert {piece["site"] for piece in before["picture"]["pieces"]} == {"c3", "x"}
    assert people[2].get(f"/api/tables/{table}/start?game=1").json()["steps"] == ["+c3", "+d3"]
    assert people[2].get(f"/api/tables/{table}/start").status_code == 409  # the second one is being played
    record = people[2].get(f"/api/tables/{table}/record").text
    first, second = people[2].post("/api/records", {"text": record}).json()["games"]
    assert first["outcome"]["winners"] == [1]
    assert second["start"]["steps"] == ["+e3"]
    shown = people[2].post("/api/analysis", second["start"]).json()
    assert shown["picture"]["pieces"] == now["picture"]["pieces"]


def test_a_start_says_all_that_the_seed_decided(server: Open, people: list[Visitor]) -> None:
    for ruleset in ("mutterland", "realm", "myrmidons-random"):
        table = between(server, ruleset, people)
        event(server, table, "resign")
        start = people[2].get(f"/api/tables/{table}/start").json()
        shown = people[2].post("/api/analysis", start).json()
        frame = people[2].get(f"/api/tables/{table}/frames/0").json()
        assert shown["picture"]["pieces"] == frame["picture"]["pieces"]
        assert shown["picture"]["ground_key"] == frame["picture"]["ground_key"]
