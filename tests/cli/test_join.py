"""``ludarium join``: playing at a server's table from the terminal."""

import asyncio
import re
import sys
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import httpx
import pytest

from ludarium.cli.join_server import clean, read_address, without_colour
from ludarium.cli.terminal import CommandError
from tests.cli.conftest import Command, Screen, typed
from tests.server.bots import Guest, Sitting
from tests.server.running import Server

OPEN, YOU = {"who": "open"}, {"who": "you"}
COMPUTER = {"who": "computer", "level": 1}
TABLES: list["Table"] = []  # of the test that is running
BLUE = ["=243", "=111", "=324", "=522", "=333", "=432"]
OTHERWISE = ["=432", "=522", "=111", "=333", "=243", "=324"]


# --- addresses, and what others write -------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("https://games.example/t/a_B-9", ("https://games.example", "a_B-9")),
        (" https://Games.example/t/abc/review?step=3#x ", ("https://games.example", "abc")),
        ("https://games.example/t/abc?sit", ("https://games.example", "abc")),
        ("https://games.example", ("https://games.example", "")),
        ("http://games.example:8765/lobby", ("http://games.example:8765", "")),
        ("games.example/t/abc", ("https://games.example", "abc")),
        ("localhost:8765/t/abc", ("http://localhost:8765", "abc")),
        ("192.168.1.7:8765", ("http://192.168.1.7:8765", "")),
        ("[::1]:8765/t/abc", ("http://[::1]:8765", "abc")),
        ("8.8.8.8/t/abc", ("https://8.8.8.8", "abc")),
    ],
)
def test_addresses_that_can_be_read(text: str, found: tuple[str, str]) -> None:
    assert read_address(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "",
        "https://",
        "ftp://games.example/t/abc",
        "file:///etc/passwd",
        "https://games.example/people/Ada",
        "https://games.example/t/",
        "https://games.example/t/a%20b",
        "https://ada:secret@games.example/t/abc",
        "https://games.example:x/t/abc",
        "https://[::1/t/abc",
        "https://games.example/t/" + "a" * 500,
    ],
)
def test_addresses_that_lead_nowhere_are_told(text: str, ludarium: Command) -> None:
    with pytest.raises(CommandError):
        read_address(text)
    done = ludarium("join", text)
    assert done.code == 2
    assert "not the address of a table" in done.err


def test_what_others_write_cannot_steer_the_terminal() -> None:
    said = {"name": "Eve\x1b[2J\x07\u202e", "steps": [{"board": "\x1b[1;31mB\x1b[0m\x1b[2J\x1b]0;x\x07\n·"}]}
    found = clean(said)
    assert found["name"] == "Eve[2J"
    assert clean("花　子") == "花　子"
    assert found["steps"][0]["board"] == "\x1b[1;31mB\x1b[0m[2J]0;x\n·"
    assert without_colour("\x1b[1;31mB\x1b[0m·") == "B·"


def test_what_is_missing_is_told(ludarium: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ludarium.cli.join_table", "ludarium.cli.join_line"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setitem(sys.modules, "websockets.exceptions", None)
    done = ludarium("join", "http://127.0.0.1:9/t/abc", "--name", "Ada")
    assert (done.code, 'pip install "ludarium[server]"' in done.err) == (2, True)
    monkeypatch.undo()


def test_a_server_that_is_not_there_is_told(ludarium: Command) -> None:
    done = ludarium("join", "http://127.0.0.1:9/t/abc", "--name", "Ada")
    assert (done.code, "http://127.0.0.1:9 can't be reached" in done.err) == (2, True)


@pytest.mark.parametrize(
    ("status", "body", "said"),
    [
        (200, "<html>", "doesn't understand (status 200)"),
        (200, "[1]", "doesn't understand (status 200)"),
        (200, "{}", "doesn't understand (status 200)"),
        (200, "[" * 100_000, "doesn't understand (status 200)"),
        (404, "nothing", "doesn't understand (status 404)"),
        (500, '{"sentence": 5, "x": "\x1b"}', "doesn't understand (status 500)"),
        (429, '{"sentence": "Slow\\u001b[2J down."}', "Slow[2J down."),
        (302, "", "Use that address."),
    ],
)
def test_answers_of_other_programs_are_told(status: int, body: str, said: str, ludarium: Command) -> None:
    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.send_header("Location", "https://elsewhere.example/\x07")
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Answers) as other:
        Thread(target=other.serve_forever, args=(0.01,), daemon=True).start()
        done = ludarium("join", f"127.0.0.1:{other.server_port}/t/abc", "--name", "Ada")
        other.shutdown()
    assert done.code == 2
    assert said in done.err
    assert not {"\x1b", "\x07"} & set(done.err)


# --- at a server ----------------------------------------------------------------------------------------------------
SCREENS: list[Screen] = []


@pytest.fixture(autouse=True)
def _close_all() -> Iterator[None]:
    yield
    for screen in SCREENS:
        if screen.process.poll() is None:  # the test has failed
            screen.process.kill()
            screen.close()
    SCREENS.clear()
    for table in TABLES:
        table.close()
    TABLES.clear()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("server"), {"LUDARIUM_LOG_LEVEL": "warning", "LUDARIUM_LIMITS": "off"})
    running.start()
    yield running
    assert running.stop() == 0


class Table:
    """A table at the server that Ada opens, who sits there or not."""

    def __init__(self, server: Server, ruleset: str, *seats: Mapping[str, object], **more: object) -> None:
        TABLES.append(self)
        self.runner = asyncio.Runner()
        self.ada = Guest(server.address)
        wanted = {"ruleset": ruleset, "seats": list(seats), "visibility": "private", **more}

        async def begin(http: httpx.AsyncClient) -> str:
            await self.ada.arrive(http, "Ada")
            return await self.ada.open_table(http, wanted)

        self.id = self.do(self._with_http(begin))
        self.address = f"{server.address}/t/{self.id}"
        self.sitting = Sitting(self.ada, self.id)

    async def _with_http(self, work: Callable[[httpx.AsyncClient], Awaitable[Any]]) -> Any:
        async with httpx.AsyncClient(timeout=30) as http:
            return await work(http)

    def do(self, work: Any) -> Any:
        async def soon() -> Any:
            async with asyncio.timeout(30):
                return await work

        return self.runner.run(soon())

    def sit(self) -> None:
        self.do(self.sitting.connect())

    def hear(self, wanted: Callable[[dict[str, Any]], bool]) -> Any:
        return self.do(self.sitting.until(wanted))

    def close(self) -> None:
        self.do(self.sitting.close())
        self.runner.close()


def begin(*arguments: str, folder: Path) -> Screen:
    SCREENS.append(Screen(*arguments, folder=folder))
    return SCREENS[-1]


@pytest.mark.slow
def test_a_game_against_a_computer_is_played_from_a_file(server: Server, ludarium: Command, tmp_path: Path) -> None:
    table = Table(server, "mur-en", OPEN, COMPUTER)
    lines = typed("+c2", "+c2", "what", ",", "c", "list +c", "save g.txt", "save g.txt", "undo", "resign", "y", "quit")
    done = ludarium("join", table.address, "--name", "Zed", typed=lines)
    assert (done.code, done.err.count("\n")) == (0, 1), done.err
    assert "You are Zed at " in done.out
    assert "You play Black (Zed)." in done.out
    assert "Goal: Close on the kraken, or make 3 closes." in done.out
    assert "· Black places a ship on c2." in done.out
    assert "MUR-T1: c2 is occupied. Choose an empty intersection.\n(Learn more: rules MUR-T1)" in done.out
    for typed_in in ("what", ","):
        assert f'"{typed_in}" isn\'t a move.' in done.out
    assert "Moves that begin with c:\n" in done.out
    assert "White wins: resignation." in done.out
    assert "Type rematch" in done.out
    assert "\x1b" not in done.out
    assert "+c2" in (tmp_path / "g.txt").read_text()
    assert "There is a file g.txt already" in done.out
    assert (tmp_path / "servers.json").stat().st_mode & 0o777 == 0o600
    again = ludarium("join", table.address, typed="")
    assert "Welcome back to" in again.out
    assert "Black (Zed)  (you)" in again.out


@pytest.mark.slow
def test_it_speaks_japanese(server: Server, ludarium: Command) -> None:
    table = Table(server, "mur-en", OPEN, COMPUTER)
    done = ludarium("join", table.address, "--name", "花子", "--lang", "ja", typed=typed("+c2", "+c2", "?"))
    assert "黒（花子）の番です。" in done.out
    assert "黒がc2に船を置く" in done.out
    assert "MUR-T1: c2には駒があります。" in done.out


@pytest.mark.slow
def test_several_steps_fit_on_one_line_and_seats_are_chosen(server: Server, ludarium: Command) -> None:
    table = Table(server, "myrmidons", OPEN, COMPUTER)
    done = ludarium("join", table.address, "--name", "Zed", "--seat", "pink")
    assert 'There is no open seat "pink". Open seats: Blue.' in done.err
    lines = typed("=243 =111 =111", "undo", "=324 =522")
    done = ludarium("join", table.address, "--seat", "blue", typed=lines)
    assert "Not played: =111\n" in done.out
    assert "The last move was undone." in done.out
    assert "Not played: =522" not in done.out


@pytest.mark.slow
def test_what_a_server_refuses_is_told(server: Server, ludarium: Command) -> None:
    assert "Give a name to play under: --name NAME" in ludarium("join", server.address).err
    done = ludarium("join", f"{server.address}/t/nothing", "--name", "Zed")
    assert (done.code, "table" in done.err.lower()) == (2, True)
    assert ludarium("join", server.address, "--name", "x" * 190).code == 2


@pytest.mark.slow
def test_the_lobby_is_listed(server: Server, ludarium: Command) -> None:
    Table(server, "mur-jp", YOU, OPEN, visibility="lobby").sit()
    end = time.monotonic() + 30
    while "No open tables" in (out := ludarium("join", server.address, "--watch").out):  # looked up once a second
        assert time.monotonic() < end
    assert re.search(r" 1  Mur +mur-jp +Black: Ada, White: open seat +waiting", out)


@pytest.mark.slow
def test_two_people_play_talk_and_agree(server: Server, tmp_path: Path) -> None:
    table = Table(server, "mur-en", YOU, OPEN, clock={"kind": "fischer", "base": 300, "increment": 5})
    table.sit()
    screen = begin("join", table.address, folder=tmp_path)
    screen.read_until("Your name > ")
    screen.type("Zed\n")
    screen.read_until("Waiting for Black (Ada). Time left: ")
    for line in ("+d2", "list"):
        screen.type(f"{line}\n")
        screen.read_until("It isn't your turn.")
    screen.type("say hel")
    table.hear(lambda told: told.get("table", {}).get("phase") == "playing")
    table.do(table.sitting.step("+c2"))
    screen.read_until("Black places a ship on c2.")
    screen.read_until("White> say hel")  # what was being typed is still there
    screen.type("lo\n")
    assert table.hear(lambda told: told["type"] == "chatted")["message"]["text"] == "hello"
    table.do(table.sitting.ask("say", text="hi \u202e there"))
    screen.read_until("hi   there")
    screen.type("+d2\n")
    screen.read_until("Waiting for Black (Ada).")
    table.hear(lambda told: told["type"] == "stepped")
    screen.type("takeback\n")
    screen.read_until("Your offer is made.")
    table.hear(lambda told: any(one["kind"] == "undo" for one in told.get("table", {}).get("offers", ())))
    table.do(table.sitting.ask("answer", seat=0, kind="undo", yes=True))
    screen.read_until("The last move was undone.")
    screen.read_until("White (Zed) to move.")
    table.do(table.sitting.ask("offer", seat=0, kind="end"))
    screen.read_until("Black (Ada) offers a draw.")
    screen.type("decline\n")
    table.hear(lambda told: told["type"] == "declined")
    table.do(table.sitting.ask("offer", seat=0, kind="pause"))
    screen.read_until("asks for a pause.")
    screen.type("accept\n")
    screen.read_until("The game is paused.")
    screen.type("resume\n")
    table.hear(lambda told: any(one["kind"] == "resume" for one in told.get("table", {}).get("offers", ())))
    table.do(table.sitting.ask("answer", seat=0, kind="resume", yes=True))
    screen.read_until("White (Zed) to move.")
    screen.type("agree\n")
    screen.read_until("Offer a draw?")
    screen.type("y\n")
    table.hear(lambda told: any(one["kind"] == "end" for one in told.get("table", {}).get("offers", ())))
    table.do(table.sitting.ask("answer", seat=0, kind="end", yes=True))
    screen.read_until("A draw")
    screen.type("rematch\n")
    table.hear(lambda told: any(one["kind"] == "rematch" for one in told.get("table", {}).get("offers", ())))
    table.do(table.sitting.ask("answer", seat=0, kind="rematch", yes=True))
    screen.read_until("The rematch is ready.")
    screen.type("rematch\n")
    screen.read_until("Black (Zed)")
    screen.type("quit\n")
    screen.read_until(f"ludarium join {server.address}/t/")
    assert screen.close() == 0


@pytest.mark.slow
def test_a_lost_connection_is_told_and_comes_back(tmp_path: Path) -> None:
    own = Server(tmp_path, {"LUDARIUM_LOG_LEVEL": "warning"})
    own.start()
    table = Table(own, "mur-en", OPEN, COMPUTER)
    screen = begin("join", table.address, "--name", "Zed", folder=tmp_path)
    screen.read_until("Black (Zed) to move.")
    own.kill()
    screen.read_until("Connection lost. Trying again in 1 s…")
    screen.type("+c2\n")
    screen.read_until("There is no connection to the server, so nothing was sent.")
    own.start()
    screen.read_until("Connected again.")
    screen.read_until("Black (Zed) to move.")
    screen.type("+c2\n")
    screen.read_until("Black places a ship on c2.")
    screen.type("quit\n")
    assert screen.close() == 0
    assert own.stop() == 0


@pytest.mark.slow
def test_two_truths_look_the_same_to_who_joins(server: Server, ludarium: Command) -> None:
    """Ada has set up her blocks in one way or another: Zed reads the same, letter for letter."""
    shown = []
    for army in (BLUE, OTHERWISE):
        table = Table(server, "myrmidons", YOU, OPEN)
        table.sit()
        zed = Guest(server.address)

        async def take_seat(http: httpx.AsyncClient, table: Table = table, zed: Guest = zed) -> None:
            await zed.arrive(http, "Zed")
            sitting = await Sitting(zed, table.id).connect()
            await sitting.ask("sit", seat=1)
            await sitting.close()

        table.do(table._with_http(take_seat))
        table.hear(lambda told: told.get("table", {}).get("phase") == "playing")
        for step in army:
            table.do(table.sitting.step(step))
        watched = ludarium("join", table.address, "--watch", typed=typed("log", "list", "save w.txt", "board"))
        Path("servers.json").write_text(f'{{"{server.address}": "{zed.cookie.partition("=")[2]}"}}')
        own = ludarium(
            "join", table.address, typed=typed("log", "list", "=243 =111", "=9", "save z.txt", "hint", "undo")
        )
        assert "=243" in own.out
        files = [Path(name).read_text() for name in ("w.txt", "z.txt")]
        for name in ("w.txt", "z.txt", "servers.json"):
            Path(name).unlink()
        found = "\n".join((watched.out, own.out, watched.err, own.err, *files))
        shown.append(re.sub("sha256:[0-9a-f]{64}", "HASH", found.replace(table.id, "TABLE")))
    assert shown[0] == shown[1]
