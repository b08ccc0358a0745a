"""The engine in a process of its own, asked through ``ludarium.EngineClient``."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

import ludarium
from ludarium.engine import EngineClient, EngineDied, EngineError, EngineRefused, EngineTimeout


def program(code: str) -> list[str]:
    return [sys.executable, "-c", code]


@pytest.fixture(scope="module")
def engine() -> Iterator[EngineClient]:
    with ludarium.EngineClient() as client:
        yield client


def test_a_game_is_played(engine: EngineClient) -> None:
    hello = engine.hello()
    assert (hello["engine"], hello["version"]) == ("ludarium", ludarium.__version__)
    game = engine.new("mur-en", session="mine")
    assert [one["session"] for one in engine.sessions()] == ["mine"]
    start = game.show()
    assert len(start["legal"]) == 24
    said = game.play("+c2", "+d2")
    assert (said["seat"], said["taken"], len(said["legal"])) == (0, 2, 25)
    with pytest.raises(EngineRefused, match=r"Move 2 \(\+c2\): MUR-T1: c2 is occupied") as refused:
        game.play("+e2", "+c2")
    error = refused.value
    assert (error.code, error.index, error.clause, error.reason) == ("illegal", 1, "MUR-T1", "occupied")
    assert error.sentence("ja").startswith("2番目の手（+c2）：MUR-T1")
    assert isinstance(error, ludarium.LudariumError)
    assert game.ask("explain", step="+c2")["clause"] == "MUR-T1"
    assert game.undo(2)["position"] == start["position"]
    game.close()
    with pytest.raises(EngineRefused, match='no session "mine"'):
        game.show()


def test_games_can_begin_anywhere_and_hide_what_a_seat_may_not_know(engine: EngineClient) -> None:
    # MUR-C3: a ship on a2 walls in the kraken and wins.
    game = engine.new("mur-en", position="black b3 h3; white e1; kraken a3", options={"turn_cap": 50})
    assert game.show()["options"] == {"turn_cap": 50}
    found = game.search(level=4)
    assert (found["step"], found["proven"], found["lines"][0]["expectation"]) == ("+a2", True, 1.0)
    outcome = game.play(found["step"])["outcome"]
    assert outcome is not None
    assert outcome["winners"] == [0]
    secret = engine.new("myrmidons", steps=["=243", "=111"])
    assert secret.show(view_seat=0)["steps"] == ["=243", "=111"]
    assert set(secret.show(view_seat=1)["steps"]) <= {None}


def test_a_search_is_followed_and_stopped(engine: EngineClient) -> None:
    game = engine.new("mur-en")
    told: list[int] = []

    def hear(said: object) -> None:
        told.append(1)
        engine.stop()

    found = game.search(seconds=300, progress=hear, every=0.2)
    assert found["step"] in game.show()["legal"]
    assert found["seconds"] < 60
    assert told


def test_a_search_goes_on_with_what_the_last_one_found(engine: EngineClient) -> None:
    """A tree of its own has no more visits at its root than simulations."""
    game = engine.new("mur-en", options={"turn_cap": 77}, steps=["+c2", "+d2", "+e2", "+f2"])
    first = game.search(seconds=1.0)
    assert sum(line["visits"] for line in first["lines"]) <= first["simulations"]
    game.play(first["step"])
    then = game.search(seconds=0.2, lines=1000)
    assert sum(line["visits"] for line in then["lines"]) > then["simulations"]


def test_several_threads_may_ask(engine: EngineClient) -> None:
    counted: list[int] = []
    threads = [
        Thread(target=lambda: counted.append(engine.ask("perft", ruleset="mur-en", depth=2)["nodes"])) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    (nodes,) = set(counted)
    assert len(counted) == 4
    assert nodes == sum(engine.ask("perft", ruleset="mur-en", depth=2, divide=True)["divide"].values())


def test_an_engine_that_dies_is_reported_and_started_again() -> None:
    with EngineClient() as client:
        game = client.new("mur-en")
        client._talk._process.kill()
        for _ in range(2):
            with pytest.raises(EngineDied, match=r"The engine has ended \(exit status -9\)"):
                game.show()
        client.restart()
        with pytest.raises(EngineRefused) as refused:
            game.show()
        assert refused.value.code == "session_unknown"
        assert client.new("mur-en").show()["taken"] == 0


def test_what_an_engine_said_at_its_end_is_told() -> None:
    with (
        EngineClient(program("raise SystemExit('no licence for this machine')")) as client,
        pytest.raises(EngineDied, match="no licence for this machine"),
    ):
        client.hello()


def test_a_silent_engine_is_not_waited_for() -> None:
    code = "import json, sys; lines = [sys.stdin.readline(), sys.stdin.readline(), sys.stdin.readline()]\n"
    code += "for line in lines: print(json.dumps({'id': json.loads(line)['id'], 'late': True}), flush=True)"
    with EngineClient(program(code), timeout=0.5) as client:
        with pytest.raises(EngineTimeout, match=r"within 0\.5 seconds"):
            client.hello()
        # The stop for the first request is its second line; late answers are passed over.
        assert client.ask("hello", None, 20.0) == {"late": True}


def test_an_engine_that_reads_nothing_holds_nobody_up() -> None:
    client = EngineClient(program("import time; time.sleep(600)"), timeout=0.3)
    with pytest.raises(EngineTimeout):
        client.ask("legal", steps=["+a1"] * 100_000)
    client._talk._process.kill()
    client.close()


def test_what_is_no_engine_is_told() -> None:
    with pytest.raises(EngineDied, match="no-such-program"):
        EngineClient(["no-such-program"])
    with EngineClient(program("print('hello')")) as client, pytest.raises(EngineError, match="no JSON object: hello"):
        client.hello()


def test_the_example_of_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "engine.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", page, flags=re.DOTALL)
    exec(compile(code, "docs/engine.md", "exec"), {})
    refused, *_, position = capsys.readouterr().out.splitlines()
    assert f"print(error)  # {refused}\n" in code
    assert position.startswith("black ")
