"""Figures for Prometheus: how much is going on, and how fast."""

import asyncio
from collections.abc import Callable
from functools import partial
from time import perf_counter

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

_QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5)
_MANY = (1, 2, 5, 10, 20, 50, 100, 200)
# By push or mail: taken by a service, not taken for now, not taken and not tried again; a browser that is no more.
NOTICES = (
    *((way, result) for way in ("push", "mail") for result in ("sent", "failed", "given_up")),
    ("push", "gone"),
)
_LOOK_SECONDS = 0.5  # between two looks at the event loop


class Metrics:
    """One set of figures for one server."""

    def __init__(self) -> None:
        registry = CollectorRegistry()
        self._registry = registry
        ProcessCollector(registry=registry)
        counter, gauge = partial(Counter, registry=registry), partial(Gauge, registry=registry)
        histogram = partial(Histogram, registry=registry, buckets=_QUICK)
        self.requests = counter("ludarium_requests", "Requests answered", ("method", "route", "status"))
        self.answered = histogram("ludarium_request_seconds", "Time to answer")
        self.connections = gauge("ludarium_connections", "Open WebSockets")
        self.tables = gauge("ludarium_tables", "Tables in memory")
        self.notices = counter("ludarium_notices", "Notices and mails, by what became of them", ("by", "result"))
        for way, result in NOTICES:  # so that a host sees what there is before the first one
            self.notices.labels(way, result)
        self.notices_waiting = gauge("ludarium_notices_waiting", "Notices and single mails that wait to be sent")
        self.mails_waiting = gauge("ludarium_mails_waiting", "Notices that wait in the database to be mailed together")
        self.steps = counter("ludarium_steps", "Steps taken", ("by",))
        self.person_steps, self.computer_steps = self.steps.labels("person"), self.steps.labels("computer")
        self.acknowledged = histogram("ludarium_acknowledge_seconds", "From a step's arrival to its answer")
        self.written = histogram("ludarium_write_seconds", "Time of a commit to the database")
        self.written_together = histogram("ludarium_writes_together", "Writes in one commit", buckets=_MANY)
        self.not_written = counter("ludarium_failed_writes", "Commits to the database that failed")
        self.lag = histogram("ludarium_loop_lag_seconds", "How late the event loop was")
        self.questions = gauge("ludarium_thinking_queue", "Questions to computers that wait for a process")
        self.workers = gauge("ludarium_workers", "Workers connected to this process")
        self.at_workers = gauge("ludarium_questions_at_workers", "Questions to computers that workers have")
        self.handed_on = counter("ludarium_worker_questions", "Questions to computers handed to workers")
        self.asked_again = counter("ludarium_questions_again", "Questions whose worker was lost, asked again elsewhere")

    def text(self) -> bytes:
        return generate_latest(self._registry)

    def watch_store(self, writes: int, seconds: float, failed: bool) -> None:
        """For ``Store.watch``."""
        if failed:
            self.not_written.inc()
            return
        self.written.observe(seconds)
        self.written_together.observe(writes)

    def watch_notice(self, way: str, result: str, count: int = 1) -> None:
        """For ``Notices.watch``."""
        self.notices.labels(way, result).inc(count)

    async def watch_loop(self, questions: Callable[[], int]) -> None:
        """Without end: how late the loop comes back, and how many questions to computers wait."""
        while True:
            began = perf_counter()
            await asyncio.sleep(_LOOK_SECONDS)
            self.lag.observe(max(0.0, perf_counter() - began - _LOOK_SECONDS))
            self.questions.set(questions())
