"""Free boards, pages and judgements over HTTP and WebSockets."""

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from threading import Event

import pytest

from ludarium.server.analysis import connection
from ludarium.server.errors import AnalysisError, status_of
from tests.server.analysis.playing import PATIENCE, calling, event, new_table, play
from tests.server.visiting import Open

WINNING = {"ruleset": "mur-en", "position": "black b3 d3; white c3 g1; closes 2 0"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Open]:
    with Open(tmp_path_factory.mktemp("server"), cores=1) as opened:
        yield opened


# --- HTTP -------------------------------------------------------------------------------------------------------------
def test_a_position_over_http(server: Open) -> None:
    visitor = server.visitor()
    answer = visitor.post("/api/analysis", {"ruleset": "mur-en", "steps": ["+c2"], "locale": "ja"})
    assert answer.status_code == 200
    assert answer.json()["steps"][0]["events"][0]["sentence"] == "黒がc2に船を置く"
    wrong = visitor.post("/api/analysis", {"ruleset": "mur-en", "steps": ["+c2", "+c2"], "locale": "ja"})
    assert wrong.status_code == 400
    assert wrong.json()["page"] == "/rules/mur#MUR-T1"
    assert "2番目の手" in wrong.json()["sentence"]
    assert visitor.post("/api/analysis", {"ruleset": "mur-en", "view": 9}).status_code == 422
    assert visitor.post("/api/analysis", {"steps": []}).status_code == 422


def test_clicks_that_make_no_step_are_explained(server: Open) -> None:
    visitor = server.visitor()
    position = {"ruleset": "mur-en", "position": "black c2; white d2; kraken x", "locale": "en"}
    occupied = visitor.post("/api/analysis/explain", {**position, "clicks": ["d2"]}).json()
    assert not occupied["allowed"]
    assert occupied["sentence"]
    equal = visitor.post("/api/analysis/explain", {**position, "clicks": ["c2", "d2"]}).json()
    assert (equal["clause"], equal["page"]) == ("MUR-K1", "/rules/mur#MUR-K1")
    assert "class 1" in equal["sentence"]
    assert visitor.post("/api/analysis/explain", {**position, "clicks": ["c2", "b2"]}).json()["allowed"]
    assert visitor.post("/api/analysis/explain", {**position, "clicks": []}).status_code == 422
    wrong = visitor.post("/api/analysis/explain", {**position, "steps": ["nonsense"], "clicks": ["c2"]})
    assert wrong.status_code == 400


def test_rulebook_pages_over_http(server: Open) -> None:
    visitor = server.visitor()
    cards = visitor.get("/api/rules?lang=ja").json()
    assert {"game": "mur", "title": "マー"}.items() <= cards[0].items()
    for name in ("mur", "mur-jp"):
        page = visitor.get(f"/api/rules/{name}?lang=en").json()
        assert page["title"] == "Mur"
        assert "MUR-K1" in [part["id"] for part in page["parts"]]
    unknown = visitor.get("/api/rules/chess?lang=ja")
    assert unknown.status_code == 404
    assert "ルール" in unknown.json()["sentence"]
    assert visitor.get("/api/rules/%2e%2e").status_code == 404


# --- WebSockets -------------------------------------------------------------------------------------------------------
def test_a_position_is_judged_over_a_socket(server: Open) -> None:
    async def work() -> None:
        async with calling(server, "/ws/analysis?lang=en") as call:
            call.say({"do": "judge", "id": 3, "position": WINNING, "seconds": 1})
            *_, judgement, done = await call.hear_all("done", 3)
            assert done == {"id": 3, "type": "done"}
            assert judgement["final"]
            assert judgement["id"] == 3
            assert judgement["lines"][0]["steps"] == ["+c2"]

    server.do(work())


def test_only_finished_tables_are_judged(server: Open) -> None:
    first, second = server.visitor(), server.visitor()
    first.be_guest("Ada")
    table = new_table(server, "myrmidons", first, second.be_guest("Ben"), "Ben")
    blocks = ["=111", "=243", "=324", "=333", "=432", "=522"]
    play(server, table, [*blocks, *blocks, "a1n1"])

    async def ask(who: int, quality: str = "quick") -> list[dict[str, object]]:
        async with calling(server, "/ws/analysis", (first, second)[who]) as call:
            call.say({"do": "curve", "id": 1, "table": table, "quality": quality, "locale": "ja"})
            return [await call.hear()] if quality == "quick" else await call.hear_all("done", 1)

    for who in (0, 1):
        (refused,) = server.do(ask(who))
        assert refused["code"] == "still_running"
        assert "終わって" in str(refused["sentence"])
    event(server, table, "resign")
    *_, last, _ = server.do(ask(0, "normal"))
    assert (last["done"], last["of"]) == (13, 13)

    async def unknown() -> dict[str, object]:
        async with calling(server, "/ws/analysis") as call:
            call.say({"do": "curve", "id": 1, "table": "nosuchtable"})
            return await call.hear()

    assert server.do(unknown())["code"] == "table_unknown"


def test_whoever_hangs_up_lets_nobody_go_on_thinking(server: Open) -> None:
    async def work() -> None:
        async with calling(server, "/ws/analysis") as call:
            call.say({"do": "judge", "id": 1, "position": {"ruleset": "mur-en"}, "seconds": 10})
            assert (await call.hear())["type"] == "judgement"
        thinkers = server.services.thinkers
        assert thinkers._pool is not None
        async with asyncio.timeout(30):
            while len(thinkers._pool._idle) < thinkers.cores or thinkers._free < thinkers.cores:
                await asyncio.sleep(0.01)
        assert not server.services.analyses.running

    server.do(work())


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("nonsense", "body_json"),
        ("[]", "field_type"),
        ("{}", "field_wrong"),
        ('{"do": "dance", "id": 1}', "field_one_of"),
        ('{"do": "judge", "id": 1}', "field_missing"),
        ('{"do": "judge", "id": 1, "position": {"ruleset": "mur-en"}, "seconds": 11}', "field_high"),
        ('{"do": "judge", "id": 0, "position": {"ruleset": "mur-en"}}', "field_low"),
        ('{"do": "ping", "id": 1, "more": 2}', "field_extra"),
        ('{"do": "ping", "id": true}', "field_type"),
        ("[" * 5000, "body_json"),
    ],
)
def test_garbled_messages_do_no_harm(server: Open, said: str, code: str) -> None:
    async def work() -> None:
        async with calling(server, "/ws/analysis") as call:
            call.say(said)
            problem = await call.hear()
            assert problem["type"] == "problem"
            assert problem["code"] == code
            assert problem["id"] == (1 if '"id": 1' in said else 0)
            assert problem["sentence"]
            call.say({"do": "ping", "id": 5})
            assert await call.hear() == {"id": 5, "type": "pong"}

    server.do(work())


def test_whoever_floods_or_talks_nonsense_is_cut_off(server: Open) -> None:
    async def flood(message: object, most: int) -> int:
        async with calling(server, "/ws/analysis") as call:
            for _ in range(most):
                call.say(message)
            with suppress(ConnectionResetError):
                for _ in range(most + 1):
                    await call.hear()
            assert call.closed is not None
            return call.closed

    assert server.do(flood({"do": "ping", "id": 1}, 400)) == 4429
    assert server.do(flood("nonsense", 400)) == 4429
    assert server.do(flood("x" * 400_000, 1)) == 1009


def test_only_our_own_pages_may_connect(server: Open) -> None:
    async def closed(origin: str | None) -> int | None:
        async with calling(server, "/ws/analysis", origin=origin) as call:
            return call.closed

    assert server.do(closed("https://elsewhere.example")) is not None
    assert server.do(closed(None)) is not None
    assert server.do(closed("http://localhost:8765")) is None


# --- too much at the same time ----------------------------------------------------------------------------------------
def test_nobody_has_many_positions_found_at_the_same_time(server: Open) -> None:
    """Positions and pictures take time: a few threads make them, and who wants many more is told to wait."""
    gate, analyses = Event(), server.services.analyses

    def wait_for_gate() -> None:
        gate.wait(PATIENCE)

    async def flood() -> tuple[int, list[int]]:
        own = range(connection._MOST_WAITING_OF_ONE)
        waiting = [asyncio.create_task(analyses.draw("somebody", wait_for_gate)) for _ in own]
        await asyncio.sleep(0)
        with pytest.raises(AnalysisError) as refused:
            await analyses.draw("somebody", wait_for_gate)
        others = connection._MOST_WAITING - len(waiting)
        waiting += [asyncio.create_task(analyses.draw(f"other {number}", wait_for_gate)) for number in range(others)]
        await asyncio.sleep(0)
        stranger = server.visitor("203.0.113.99")
        answers = [
            await stranger.http.post("/api/analysis", json={"ruleset": "mur-en"}),
            await stranger.http.post("/api/records", json={"text": "nothing"}),
            await stranger.http.get("/api/me"),
            await stranger.http.get("/api/people/nobody"),  # which is looked for in the database
        ]
        gate.set()
        await asyncio.gather(*waiting)
        answers.append(await stranger.http.post("/api/analysis", json={"ruleset": "mur-en"}))
        return status_of(refused.value), [answer.status_code for answer in answers]

    assert server.do(flood()) == (429, [429, 429, 200, 404, 200])
    assert analyses.wanted.total() == 0
