"""A Ray cluster of several machines, which is not ours: here each of them is some processes."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from shutil import rmtree
from typing import Any

import pytest
import ray
from ray.cluster_utils import Cluster as Machines

from ludarium.workers.cluster import Cluster
from tests.arena.fakes import Numbered, Where
from tests.workers.waiting import until

pytestmark = pytest.mark.slow

SMALL: dict[str, Any] = {"num_cpus": 1, "object_store_memory": 80 << 20}


@pytest.fixture(scope="module")
def machines() -> Iterator[Machines]:
    """A cluster of one machine with one core."""
    found = Machines(initialize_head=True, head_node_args={**SMALL, "include_dashboard": False})
    yield found
    session = found.head_node.get_session_dir_path()  # type: ignore[attr-defined]
    found.shutdown()  # type: ignore[no-untyped-call]
    rmtree(session)  # its logs


def free_cores(machines: Machines) -> float:
    """Asked in a program of its own, as somebody else would."""
    asking = "import ray, sys; ray.init(sys.argv[1], logging_level=40); print(ray.available_resources().get('CPU', 0))"
    return float(subprocess.check_output([sys.executable, "-c", asking, machines.address], text=True))


def test_machines_come_and_go(machines: Machines) -> None:
    """A second one joins, and leaves without a word while it works: its job is done by the first one."""
    workers = Cluster(machines.address)
    second = None
    asked: list[int] = []
    done: list[int] = []
    processes: set[int] = set()

    def jobs() -> Iterator[Numbered]:
        while workers.losses == 0:
            asked.append(len(asked))
            yield Numbered(asked[-1])

    for place in workers.work(Where(seconds=0.1), jobs()):
        done.append(place.number)
        processes.add(place.process)
        if second is None:
            second = machines.add_node(**SMALL)
        elif len(processes) == 2 and second in machines.worker_nodes:
            machines.remove_node(second, allow_graceful=False)
    assert sorted(done) == asked
    assert len(processes) >= 2
    assert not ray.is_initialized()


def test_ctrl_c_stops_it_all_but_the_cluster(machines: Machines, tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    command = [sys.executable, "-m", "ludarium", "arena", "mur-en", "best:200sims", "uct:200sims", "--lang", "en"]
    command += ["--games", "4", "--ray", machines.address, "--out", str(file)]
    stopped = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    until(lambda: file.exists() and len(file.read_bytes().splitlines()) > 1)
    stopped.send_signal(signal.SIGINT)
    assert "The same command continues" in stopped.communicate()[1]
    assert stopped.returncode == 130
    until(lambda: free_cores(machines) == 1)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    numbers = [json.loads(line)["number"] for line in file.read_bytes().splitlines()[1:]]
    assert sorted(numbers) == [0, 1, 2, 3]


def test_a_ray_of_our_own_that_has_ended_is_told(tmp_path: Path) -> None:
    """Nothing would ever take its place: waiting for it would be in vain."""
    file = tmp_path / "results.jsonl"
    command = [
        "arena",
        "mur-en",
        "random",
        "1",
        "--games",
        "100000",
        "--ray",
        "local",
        "--jobs",
        "1",
        "--out",
        str(file),
    ]
    with subprocess.Popen([sys.executable, "-m", "ludarium", *command], stderr=subprocess.PIPE, text=True) as started:
        try:
            until(lambda: file.exists() and file.read_bytes().count(b"\n") > 1)
            os.kill(raylet_of(started.pid), signal.SIGKILL)
            _, said = started.communicate(timeout=120)
        finally:
            started.kill()
    assert started.returncode == 2
    assert "The Ray on this machine has ended." in said


def raylet_of(program: int) -> int:
    """The process that is this machine's part of the Ray that a program has started."""
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has just ended
            parent = (folder / "stat").read_text().rpartition(")")[2].split()[1]
            if parent == str(program) and b"raylet/raylet" in (folder / "cmdline").read_bytes():
                return int(folder.name)
    raise LookupError("no raylet")
