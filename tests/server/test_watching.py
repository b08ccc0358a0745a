"""What the server tells about itself: health, figures, and notes that keep secrets."""

import asyncio
import json
import logging
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from ludarium.server import logs, probes
from ludarium.server.metrics import Metrics
from ludarium.server.settings import read_settings
from ludarium.server.store import Store
from tests.server.visiting import Open, Visitor


@pytest.fixture
def noted(server: Open, capsys: pytest.CaptureFixture[str]) -> Iterator[None]:
    """Where notes go is changed for one test only."""
    loggers = [logging.getLogger(name) for name in ("ludarium", "uvicorn", "alembic")]
    before = [(log.handlers[:], log.propagate, log.level) for log in loggers]
    yield
    for log, (handlers, propagate, level) in zip(loggers, before, strict=True):
        log.handlers[:], log.propagate = handlers, propagate
        log.setLevel(level)


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    return [json.loads(line) for line in capsys.readouterr().err.splitlines()]


# --- health -----------------------------------------------------------------------------------------------------------
def test_alive_and_ready(visitor: Visitor) -> None:
    assert visitor.get("/healthz").text == "alive\n"
    assert visitor.get("/readyz").text == "ready\n"


def test_ready_is_who_has_written_something(server: Open, visitor: Visitor) -> None:
    """Statements that change nothing succeed on a full disk, too."""
    server.do(server.services.store.write(lambda session: session.execute(text("UPDATE heartbeat SET at = 5"))))
    assert visitor.get("/readyz").status_code == 200
    assert server.do(server.services.store.read(lambda session: session.scalar(text("SELECT at FROM heartbeat")))) > 5


def test_not_ready_if_nothing_can_be_written(server: Open, visitor: Visitor) -> None:
    server.do(
        server.services.store.write(lambda session: session.execute(text("ALTER TABLE heartbeat RENAME TO gone")))
    )
    assert visitor.get("/healthz").status_code == 200
    answer = visitor.get("/readyz")
    assert answer.status_code == 503
    assert "cannot be written" in answer.text
    server.do(
        server.services.store.write(lambda session: session.execute(text("ALTER TABLE gone RENAME TO heartbeat")))
    )


def test_asking_often_writes_seldom(server: Open, visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[int] = []
    monkeypatch.setattr(server.services.store, "watch", lambda writes, seconds, failed: written.append(writes))
    monkeypatch.setattr(probes, "monotonic", lambda: 100.0)

    async def ask_often() -> None:
        for _ in range(3):
            await asyncio.gather(*(visitor.http.get("/readyz") for _ in range(20)))

    server.do(ask_often())
    assert written == [1]


def test_not_ready_without_a_writer(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Store, "alive", False)
    assert visitor.get("/readyz").status_code == 503
    assert visitor.get("/healthz").status_code == 200


# --- figures ----------------------------------------------------------------------------------------------------------
def test_figures(server: Open, visitor: Visitor) -> None:
    person = visitor.be_guest("Ada")
    visitor.get(f"/api/people/{person}")
    visitor.get("/api/people/nobody")
    visitor.get("/api/nothing/" + "x" * 50)
    server.services.metrics.steps.labels("person").inc()
    server.services.metrics.acknowledged.observe(0.02)
    answer = visitor.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    figures = dict(line.rsplit(" ", 1) for line in answer.text.splitlines() if not line.startswith("#"))
    route = "/api/people/{person}"
    assert figures[f'ludarium_requests_total{{method="GET",route="{route}",status="200"}}'] == "1.0"
    assert figures[f'ludarium_requests_total{{method="GET",route="{route}",status="404"}}'] == "1.0"
    assert figures['ludarium_requests_total{method="GET",route="other",status="404"}'] == "1.0"
    assert figures["ludarium_connections"] == "0.0"
    assert float(figures["ludarium_write_seconds_count"]) >= 1
    assert figures['ludarium_acknowledge_seconds_bucket{le="0.025"}'] == "1.0"
    assert figures["ludarium_failed_writes_total"] == "0.0"
    assert figures["ludarium_thinking_queue"] == "0.0"
    assert person not in answer.text  # nobody is in the figures


def test_figures_of_an_event_loop_that_was_late() -> None:
    metrics = Metrics()

    async def be_late() -> None:
        watching = asyncio.create_task(metrics.watch_loop(lambda: 7))
        await asyncio.sleep(0.4)
        time.sleep(0.4)
        await asyncio.sleep(0.01)
        watching.cancel()

    asyncio.run(be_late())
    figures = dict(line.rsplit(" ", 1) for line in metrics.text().decode().splitlines() if not line.startswith("#"))
    assert figures["ludarium_loop_lag_seconds_count"] == "1.0"
    assert float(figures["ludarium_loop_lag_seconds_sum"]) >= 0.3
    assert figures["ludarium_thinking_queue"] == "7.0"


def test_figures_of_commits_that_failed() -> None:
    metrics = Metrics()
    metrics.watch_store(3, 0.01, False)
    metrics.watch_store(1, 0.01, True)
    text = metrics.text().decode()
    assert "ludarium_failed_writes_total 1.0" in text
    assert "ludarium_write_seconds_count 1.0" in text


def test_figures_can_be_switched_off(tmp_path: Path) -> None:
    with Open(tmp_path, metrics=False) as server:
        assert "ludarium_requests" not in server.visitor().get("/metrics").text


# --- notes ------------------------------------------------------------------------------------------------------------
@pytest.mark.usefixtures("noted")
def test_notes_tell_who_and_how_long_but_no_secrets(server: Open, capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up(read_settings(log_format="json", log_level="debug"))
    visitor = server.visitor()
    visitor.register("Ada Lovelace", "correct horse")
    visitor.post("/api/login?lang=ja", {"name": "Ada Lovelace", "password": "incorrect horse"})
    answer = visitor.get("/api/me/ratings")
    person = visitor.get("/api/me").json()["id"]
    noted = lines(capsys)
    asked = next(line for line in noted if line.get("path") == "/api/me/ratings")
    assert asked["request"] == answer.headers["x-request-id"]
    assert asked["person"] == person
    assert (asked["method"], asked["status"], asked["address"]) == ("GET", 200, "203.0.113.5")
    assert isinstance(asked["ms"], float)
    everything = json.dumps(noted)
    for secret in ("horse", visitor.token(), "argon2"):
        assert secret not in everything


@pytest.mark.usefixtures("noted")
def test_notes_stay_on_their_line(server: Open, capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody can write into the log what looks like another note."""
    for form in ("text", "json"):
        logs.set_up(read_settings(log_format=form))
        server.visitor().get("/api/x%0A2026-01-01 00:00:00 ERROR fake%1B[2J")
        [line] = [line for line in capsys.readouterr().err.splitlines() if "fake" in line]
        assert "\x1b" not in line
        assert not line.startswith("2026-01-01 00:00:00")


@pytest.mark.usefixtures("noted")
def test_levels(server: Open, capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up(read_settings(log_level="warning"))
    server.visitor().get("/api/me")
    assert capsys.readouterr().err == ""
    logs.set_up(read_settings(log_level="info"))
    server.visitor().get("/healthz")
    server.visitor().get("/favicon.ico")
    assert capsys.readouterr().err == ""  # of interest to nobody
    server.visitor().get("/api/me")
    assert "path=/api/me" in capsys.readouterr().err
