"""What other sites are told about a shared link: a title, a sentence and a picture, and nothing that is hidden."""

import re
import struct
from html import unescape
from pathlib import Path
from threading import current_thread

import pytest

from ludarium.learn.puzzles.data import puzzles_of
from ludarium.server import built_pages, previews
from ludarium.server.analysis import posters
from ludarium.server.rooms import lobby
from tests.server.analysis.playing import event, new_table, play
from tests.server.visiting import ORIGIN, Open, Visitor

INDEX = b"<!doctype html><title>Ludarium</title><p>page</p>"
OURS = ["=243", "=111", "=324", "=522", "=333", "=432"]
OTHERWISE = ["=432", "=522", "=111", "=333", "=243", "=324"]
THEIRS = ["=432", "=522", "=111", "=324", "=333", "=243"]


@pytest.fixture(autouse=True)
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "dist").mkdir()
    (tmp_path / "dist" / "index.html").write_bytes(INDEX)
    monkeypatch.setattr(built_pages, "_PACKAGED", tmp_path / "dist")


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Pictures are not drawn but noted: what would be drawn is what is sent."""
    noted: list[str] = []

    def note(svg: str) -> bytes:
        assert current_thread().name.startswith("ludarium-painter"), "nothing else waits for a picture"
        noted.append(svg)
        return svg.encode()

    monkeypatch.setattr(posters, "png_apart", note)
    return noted


def tags(visitor: Visitor, path: str) -> dict[str, str]:
    page = visitor.get(path)
    assert page.status_code == 200
    return {name: unescape(text) for name, text in re.findall(r'<meta \w+="([\w:]+)" content="([^"]*)">', page.text)}


def table_of_two(server: Open, ruleset: str, **more: object) -> tuple[str, Visitor]:
    ada, ben = server.visitor(), server.visitor()
    ada.be_guest("Ada")
    return new_table(server, ruleset, ada, ben.be_guest("Ben"), "Ben", **more), ada


def test_a_table_tells_who_plays_what_and_how_it_stands(server: Open) -> None:
    visitor = server.visitor()
    table, _ = table_of_two(server, "mur-en")
    found = tags(visitor, f"/t/{table}")
    assert found["og:title"] == "Mur: Ada, Ben"
    assert found["og:description"] == "A game in progress. Watch it live."
    assert found["og:image"].startswith(f"http://localhost:8765/api/posters/tables/{table}.png?at=")
    assert (found["og:image:width"], found["og:image:height"]) == ("1200", "630")
    assert found["twitter:card"] == "summary_large_image"
    assert tags(visitor, f"/t/{table}?lang=ja")["og:title"] == "マー：Ada、Ben"
    play(server, table, ["+c2"])
    event(server, table, "resign")
    over = tags(visitor, f"/t/{table}")
    assert over["og:description"].startswith("Black wins")
    assert over["og:image"] != found["og:image"]
    review = tags(visitor, f"/t/{table}/review?step=1&game=1&view=0")
    assert review["og:description"].startswith(over["og:description"])
    assert "/review" not in review["og:image"]
    assert "step=1" in review["og:image"]
    assert "view" not in review["og:image"]


def test_a_table_that_waits_is_an_invitation(server: Open) -> None:
    ada = server.visitor()
    ada.be_guest("Ada")
    seats = [{"who": "you"}, {"who": "open"}]
    table = ada.post("/api/tables", {"ruleset": "mur-en", "seats": seats}).json()["id"]
    found = tags(server.visitor(), f"/t/{table}")
    assert found["og:title"] == "Mur: Ada"
    assert found["og:description"].startswith("Waiting for players.")


def test_an_analysis_board_shows_its_position(server: Open, drawn: list[str]) -> None:
    visitor = server.visitor()
    found = tags(visitor, "/analysis/mur-en?position=black+c2%3B+white+d2%3B+kraken+x")
    assert found["og:title"] == "Mur: analysis board"
    picture = visitor.get(found["og:image"])
    assert picture.status_code == 200
    assert 'data-site="c2"' in drawn[-1]
    assert tags(visitor, "/analysis/mur-en")["og:image"].endswith("/api/posters/positions/mur-en.png")
    assert tags(visitor, "/analysis/no-such-game") == {}


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("position=nonsense", 400),
        ("options=[1]", 422),
        ("options={", 422),
        ('options={"unknown": 1}', 400),
        (f"position={'x' * 4001}", 422),
        (f"options={'x' * 1001}", 422),
    ],
)
def test_a_position_that_is_none_is_refused(visitor: Visitor, query: str, status: int) -> None:
    assert visitor.get(f"/api/posters/positions/mur-en.png?{query}").status_code == status


def test_names_stay_text(server: Open) -> None:
    ada = server.visitor()
    ada.be_guest("<b>\"&'")
    seats = [{"who": "you"}, {"who": "open"}]
    table = ada.post("/api/tables", {"ruleset": "mur-en", "seats": seats}).json()["id"]
    assert "<b>" not in server.visitor().get(f"/t/{table}").text
    assert tags(server.visitor(), f"/t/{table}")["og:title"] == "Mur: <b>\"&'"


def test_pages_without_a_preview_are_as_they_were(visitor: Visitor) -> None:
    for path in ("/", "/lobby", "/t/unknown", "/t/unknown/review", "/t/a/b/c", "/me", "/analysis"):
        assert visitor.get(path).content == INDEX


def test_a_preview_is_not_sent_again_while_nothing_changed(server: Open) -> None:
    table, _ = table_of_two(server, "mur-en")
    visitor = server.visitor()
    first = visitor.get(f"/t/{table}")
    assert first.headers["etag"] != visitor.get("/lobby").headers["etag"]
    assert visitor.get(f"/t/{table}", headers={"If-None-Match": first.headers["etag"]}).status_code == 304
    event(server, table, "resign")
    assert visitor.get(f"/t/{table}", headers={"If-None-Match": first.headers["etag"]}).status_code == 200


def test_without_anything_that_draws_there_are_words_but_no_picture(
    server: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(previews, "can_draw", lambda: False)
    table, _ = table_of_two(server, "mur-en")
    found = tags(server.visitor(), f"/t/{table}")
    assert found["og:title"] == "Mur: Ada, Ben"
    assert not any("image" in name for name in found)
    assert found["twitter:card"] == "summary"


def test_a_fault_in_a_preview_costs_nobody_the_page(server: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError("no disk")

    monkeypatch.setattr(lobby, "table_card", fail)
    assert server.visitor().get("/t/abc").content == INDEX


def test_a_named_server_gives_its_own_address(tmp_path: Path) -> None:
    with Open(tmp_path, origins=["https://games.example"]) as server:
        visitor = server.visitor(origin="https://games.example")
        assert tags(visitor, "/analysis/mur-en")["og:image"].startswith("https://games.example/api/posters/")


# --- the pictures -----------------------------------------------------------------------------------------------------
def test_a_poster_is_a_picture_that_others_may_show(server: Open) -> None:
    table, _ = table_of_two(server, "mur-en")
    answer = server.visitor().get(f"/api/posters/tables/{table}.png")
    assert answer.status_code == 200
    assert answer.content.startswith(b"\x89PNG")
    assert struct.unpack(">II", answer.content[16:24]) == (1200, 630)
    assert len(answer.content) < 400_000
    assert answer.headers["content-type"] == "image/png"
    assert answer.headers["cross-origin-resource-policy"] == "cross-origin"
    assert answer.headers["x-frame-options"] == "DENY"
    assert "set-cookie" not in answer.headers


def test_a_position_is_drawn_once(server: Open, drawn: list[str]) -> None:
    table, _ = table_of_two(server, "mur-en")
    path = f"/api/posters/tables/{table}.png"
    bodies = {server.visitor().get(f"{path}?at={number}").content for number in range(3)}
    assert (len(bodies), len(drawn)) == (1, 1)
    play(server, table, ["+c2"])
    server.visitor().get(path)
    server.visitor().get(f"{path}?step=0")
    assert len(drawn) == 2  # the start was drawn before
    assert server.visitor().get(f"{path}?step=9").status_code == 404
    assert server.visitor().get(f"{path}?game=2").status_code == 404
    assert server.visitor().get("/api/posters/tables/nothing.png").status_code == 404


def test_only_the_latest_posters_are_kept(monkeypatch: pytest.MonkeyPatch, server: Open, drawn: list[str]) -> None:
    monkeypatch.setattr(posters, "_MOST_KEPT", 2)
    path = "/api/posters/positions/mur-en.png?position=black "
    for site in ("c1", "c2", "c3", "c3", "c2", "c1"):
        assert server.visitor().get(path + site).status_code == 200
    assert len(drawn) == 4


def test_one_address_gets_so_many_in_a_minute(server: Open, drawn: list[str]) -> None:
    visitor = server.visitor("198.51.100.7")
    answers = [visitor.get("/api/posters/positions/mur-en.png").status_code for _ in range(41)]
    assert answers == [200] * 40 + [429]
    assert server.visitor("198.51.100.8").get("/api/posters/positions/mur-en.png").status_code == 200


def test_whoever_asks_for_too_many_tables_gets_plain_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(previews, "_LOOKED_UP", 2)
    with Open(tmp_path) as server:
        table, _ = table_of_two(server, "mur-en")
        visitor = server.visitor("198.51.100.7")
        assert [visitor.get(f"/t/{table}").content == INDEX for _ in range(3)] == [False, False, True]
        assert server.visitor("127.0.0.1").get(f"/t/{table}").content != INDEX


# --- secrets ----------------------------------------------------------------------------------------------------------
def _everything(server: Open, army: list[str], who: str) -> list[bytes]:
    """All that is told about a game at every moment, to somebody without a name or to whose secrets they are."""
    table, ada = table_of_two(server, "myrmidons")
    asks = ada if who == "Ada" else server.visitor("127.0.0.1")
    ada.http._transport.client = ("127.0.0.1", 1)  # type: ignore[attr-defined]  # who is not counted
    found = []
    for steps in ([], *([step] for step in (*army, *THEIRS)), ["c1n1"], ["c7s1"]):
        play(server, table, steps)
        for path in (f"/t/{table}", f"/t/{table}/review?step=1", f"/api/posters/tables/{table}.png"):
            answer = asks.get(path)
            assert answer.status_code == 200
            told = b"%r %s" % (sorted(answer.headers.raw), answer.content)
            told = re.sub(rb"x-request-id', b'\w+", b"", told.replace(table.encode(), b"TABLE"))
            found.append(re.sub(rb"at=\d+|etag', b'\"\w+", b"", told))
    return found


@pytest.mark.parametrize("who", ["nobody", "Ada"])
def test_truths_that_spectators_cannot_tell_apart_give_the_same_bytes(server: Open, drawn: list[str], who: str) -> None:
    """Even for whose secrets they are: what they share is seen by others."""
    one, two = (_everything(server, army, who) for army in (OURS, OTHERWISE))
    assert len(one) == 3 * 15
    assert one == two


@pytest.mark.slow
def test_so_do_the_pixels_until_the_game_is_over(server: Open) -> None:
    pictures = []
    for army in (OURS, OTHERWISE):
        table, _ = table_of_two(server, "myrmidons")
        play(server, table, [*army, *THEIRS])
        running = server.visitor().get(f"/api/posters/tables/{table}.png").content
        event(server, table, "resign")
        pictures.append((running, server.visitor().get(f"/api/posters/tables/{table}.png").content))
    (one, one_over), (two, two_over) = pictures
    assert one.startswith(b"\x89PNG")
    assert one == two
    assert one_over != two_over


# --- puzzles ----------------------------------------------------------------------------------------------------------
def test_a_puzzle_says_its_task_and_shows_what_its_solver_sees(visitor: Visitor, drawn: list[str]) -> None:
    puzzle = next(one for one in puzzles_of("mur-jp") if one.kind == "win" and one.turns == 2)
    said = tags(visitor, f"/puzzles/{puzzle.ruleset}/{puzzle.id}?lang=ja")
    assert (said["og:title"], said["og:description"]) == ("マー：パズル", "2手番で勝つ手を見つけてください。")
    picture = visitor.get(said["og:image"].removeprefix(ORIGIN))
    assert picture.status_code == 200
    assert len(drawn) == 1
    assert tags(visitor, "/puzzles/mur-jp/nothing") == {}
    assert visitor.get("/api/posters/puzzles/nothing.png").status_code == 404
