"""Figures for Prometheus: how much is going on, and how fast."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

_QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5)


class Metrics:
    """One set of figures for one server."""

    def __init__(self) -> None:
        registry = CollectorRegistry()
        self._registry = registry
        ProcessCollector(registry=registry)
        self.requests = Counter(
            "ludarium_requests", "Requests answered", ("method", "route", "status"), registry=registry
        )
        self.answered = Histogram("ludarium_request_seconds", "Time to answer", buckets=_QUICK, registry=registry)
        self.connections = Gauge("ludarium_connections", "Open WebSockets", registry=registry)
        self.tables = Gauge("ludarium_tables", "Tables in memory", registry=registry)
        self.steps = Counter("ludarium_steps", "Steps taken", ("by",), registry=registry)
        self.person_steps, self.computer_steps = self.steps.labels("person"), self.steps.labels("computer")
        self.acknowledged = Histogram(
            "ludarium_acknowledge_seconds", "From a step's arrival to its answer", buckets=_QUICK, registry=registry
        )
        self.written = Histogram(
            "ludarium_write_seconds", "Time of a commit to the database", buckets=_QUICK, registry=registry
        )
        self.written_together = Histogram(
            "ludarium_writes_together",
            "Writes in one commit",
            buckets=(1, 2, 5, 10, 20, 50, 100, 200),
            registry=registry,
        )

    def text(self) -> bytes:
        return generate_latest(self._registry)

    def watch_store(self, writes: int, seconds: float) -> None:
        """For ``Store.watch``."""
        self.written.observe(seconds)
        self.written_together.observe(writes)
