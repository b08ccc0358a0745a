"""Workers on a Ray cluster: one for every processor core there, on whichever machine.

Workers are actors. One that is lost, with its process or its whole machine, is replaced, and its job is given to
another one. An answer counts only as long as it is awaited, so that a worker that was given up cannot answer twice.
"""

import errno
import logging
import os
import pickle
import shutil
import signal
import socket
import threading
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from time import monotonic
from typing import Any, Generic

import ludarium
from ludarium.extras import missing
from ludarium.games.outside import VARIABLE
from ludarium.workers.jobs import PATIENCE, TRIES, A, J, Job, JobQueue, OpenTask, Task, WorkError, answer_of

try:
    import ray
    from ray import cloudpickle
    from ray.exceptions import RayActorError, RayError, RayTaskError
except ImportError as error:
    raise missing(error, "ray") from error

LOCAL = "local"  # the address of a Ray that is started for this work, on this machine
_AUTO = "auto"  # the cluster that this machine belongs to
_CLIENT = "ray://"  # before the address of a cluster that it does not belong to
_LOOK = 2.0  # seconds until the next look at how large the cluster is
_REACH = 5.0  # seconds for a cluster to answer at its address
_MEMORY = 80 << 20  # bytes for objects that workers share: ours share none
_QUIET = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0"}


class _Actor:
    """What runs on the cluster."""

    def __init__(self) -> None:
        self._opened: OpenTask[Any, Any] | None = None

    def open(self, version: str, folder: str, variables: Mapping[str, str], task: bytes) -> str:
        """Get ready, if the version is ours, in the same surroundings; the version that there is here."""
        if version == ludarium.__version__:
            os.environ.update(variables)
            with suppress(OSError):  # another machine need not have that folder
                os.chdir(folder)
            self._opened = OpenTask(pickle.loads(task))
        return ludarium.__version__

    def do(self, job: Job) -> Any:
        if self._opened is None:
            raise RuntimeError("a worker is opened before its first job")
        return self._opened.do(job)

    def close(self) -> None:
        if self._opened is not None:
            self._opened.close()


@dataclass
class _ClusterWorker(Generic[J]):
    """An actor, and the job that it does; none while it opens."""

    actor: Any
    job: J | None = None

    def dismiss(self) -> None:
        """Let it close what it has opened, and end it."""
        ray.wait([self.actor.close.remote()], timeout=PATIENCE)
        ray.kill(self.actor)


class Cluster:
    """All processor cores of the cluster at an address (``local``, ``auto``, ``host:port``, ``ray://host:port``), or at
    most so many. If this program uses a Ray already, it is that one.
    """

    def __init__(self, address: str, count: int | None = None) -> None:
        self.address = address
        self.count = count
        self.losses = 0

    def work(self, task: Task[J, A], jobs: Iterable[J]) -> Generator[A, None, None]:
        with _joined(self.address, self.count):
            yield from _Work(self, task, jobs).work()


class _Work(Generic[J, A]):
    """One work on a cluster that was joined."""

    def __init__(self, cluster: Cluster, task: Task[J, A], jobs: Iterable[J]) -> None:
        self._cluster = cluster
        # Workers need to know which games there are, and open the task once they have checked the version.
        variables = {VARIABLE: os.environ[VARIABLE]} if VARIABLE in os.environ else {}
        self._surroundings = (ludarium.__version__, os.getcwd(), variables, cloudpickle.dumps(task))  # type: ignore[no-untyped-call]
        self._actors: Any = ray.remote(_Actor).options(num_cpus=1)
        self._queue = JobQueue(jobs)
        self._cores = 0
        self._looked = -_LOOK
        self._unopened = 0  # workers that were lost before they were ready, since one last said anything
        self._workers: dict[Any, _ClusterWorker[J]] = {}  # by what it is about to answer

    def work(self) -> Generator[A, None, None]:
        try:
            while self._start_workers():
                for promise in ray.wait(list(self._workers), timeout=_LOOK)[0]:
                    worker = self._workers[promise]
                    try:
                        said = ray.get(promise)
                    except RayTaskError as error:
                        raise _fault(worker.job, error) from error
                    except (RayError, OSError) as error:  # the worker is gone, or cannot be reached
                        self._lose(promise, worker, error)
                        continue
                    self._unopened = 0
                    if worker.job is None:
                        if said != ludarium.__version__:
                            raise WorkError("ray_version", here=ludarium.__version__, there=said)
                        self._give(promise, worker)
                    else:
                        answer: A = answer_of(worker.job, said)
                        self._give(promise, worker)  # it goes on, whatever is done with the answer meanwhile
                        yield answer
        finally:
            for worker in self._workers.values():
                ray.kill(worker.actor)
            if self._workers:  # what they were about to answer is known as soon as they are gone
                ray.wait(list(self._workers), num_returns=len(self._workers), timeout=PATIENCE)

    def _start_workers(self) -> bool:
        """Have a worker for every core, as long as there are jobs for them; false if all jobs are done."""
        if monotonic() - self._looked >= _LOOK:  # machines join and leave
            self._looked = monotonic()
            if self._cluster.address == LOCAL and not any(node["Alive"] for node in ray.nodes()):  # type: ignore[no-untyped-call]
                raise WorkError("ray_ended")  # nobody else will ever join it
            self._cores = max(1, int(ray.cluster_resources().get("CPU", 0)))  # type: ignore[no-untyped-call]
        most = min(self._cores, self._cluster.count or self._cores)
        opening = sum(worker.job is None for worker in self._workers.values())
        for _ in range(min(most - len(self._workers), self._queue.waiting(most) - opening)):
            actor = self._actors.remote()
            self._workers[actor.open.remote(*self._surroundings)] = _ClusterWorker(actor)
        return bool(self._queue.waiting(1)) or len(self._workers) > opening

    def _give(self, promise: Any, worker: _ClusterWorker[J]) -> None:
        """Its next job, if there is one; ``promise`` was kept."""
        del self._workers[promise]
        worker.job = self._queue.take()
        if worker.job is None:
            worker.dismiss()
        else:
            self._workers[worker.actor.do.remote(worker.job)] = worker

    def _lose(self, promise: Any, worker: _ClusterWorker[J], error: RayError | OSError) -> None:
        del self._workers[promise]
        ray.kill(worker.actor)  # should it live on, unreachable
        self._cluster.losses += 1
        if worker.job is not None:
            self._queue.lose(worker.job)
            return
        self._unopened += 1
        # A machine may take all its workers with it as they open, but one that cannot know us will never do so.
        hopeless = isinstance(error, RayActorError) and error.actor_init_failed
        if hopeless or self._unopened >= TRIES * self._cores:
            raise _fault(None, error) from error


def _fault(job: Job | None, error: RayError | OSError) -> WorkError:
    """A worker that failed outside of what it was asked: it did not understand the job, or did not get ready."""
    if job is None:
        return WorkError("ray_worker", version=ludarium.__version__, why=str(error).strip())
    return WorkError("fault", game=job.number, trace=str(error).strip())


@contextmanager
def _joined(address: str, count: int | None) -> Iterator[None]:
    """Ray, for as long as it is needed: one of our own ends with the work, another one is left as it was found."""
    if ray.is_initialized():
        yield
        return
    on_term = signal.getsignal(signal.SIGTERM)  # Ray takes it, and does not give it back
    found = _start(count) if address == LOCAL else _join(address)
    try:
        yield
    finally:
        ray.shutdown()
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGTERM, on_term)
        if address == LOCAL:
            shutil.rmtree(found.address_info["session_dir"], ignore_errors=True)  # its logs


def _start(count: int | None) -> Any:
    for name, value in _QUIET.items():
        os.environ.setdefault(name, value)
    return _init(LOCAL, num_cpus=count, include_dashboard=False, object_store_memory=_MEMORY)


def _join(address: str) -> Any:
    """A wrong address is told at once: Ray would try it for two minutes, and then end this program."""
    if address == _AUTO:
        address = os.environ.get("RAY_ADDRESS", _AUTO)  # as Ray itself understands it
    if address != _AUTO:
        host, _, port = address.removeprefix(_CLIENT).rpartition(":")
        try:
            socket.create_connection((host.strip("[]"), int(port)), _REACH).close()
        except (OSError, ValueError, OverflowError) as error:
            raise WorkError("ray_join", address=address, why=error) from error
    return _init(address)


def _init(address: str, **settings: Any) -> Any:
    try:
        return ray.init(address, logging_level=logging.ERROR, log_to_driver=False, **settings)
    except SystemExit as error:  # its way to say that nobody has answered for long
        raise WorkError("ray_join", address=address, why=os.strerror(errno.ETIMEDOUT)) from error
    except Exception as error:
        raise WorkError("ray_join", address=address, why=error) from error
