"""A real Ray on this machine: the same games as in processes, none twice, whatever happens to its workers."""

import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import count, islice
from pathlib import Path
from threading import Thread

import pytest
import ray
from ray.exceptions import ActorUnavailableError

import ludarium
from ludarium.arena.contestants import Contestant, read_contestant
from ludarium.arena.games import Result
from ludarium.arena.statistics import Hypotheses
from ludarium.arena.tournament import Tournament
from ludarium.core.game import find_ruleset
from ludarium.workers import cluster
from ludarium.workers.cluster import LOCAL, Cluster
from ludarium.workers.jobs import TRIES, WorkError, Workers
from ludarium.workers.processes import Processes
from tests.arena.fakes import Crasher, Faulty, Illegal, Numbered, RandomPlayer, Starter, Stopper, Unready, Where
from tests.players.small_net import small_net
from tests.workers.waiting import is_gone, until

pytestmark = pytest.mark.slow

TWO = (RandomPlayer("a"), RandomPlayer("b"))
WORKERS = Cluster(LOCAL)


@pytest.fixture(scope="module", autouse=True)
def one_ray() -> Iterator[None]:
    """The Ray that all of these workers find running."""
    with cluster._joined(LOCAL, 2):
        yield


def tournament(games: int = 4, players: Sequence[Contestant] = TWO, ruleset: str = "myrmidons") -> Tournament:
    return Tournament(find_ruleset(ruleset), {}, players, games, seed=5, opening_steps=1)


def played(given: Tournament, workers: Workers = WORKERS, file: Path | None = None) -> list[tuple[object, ...]]:
    """The games that were played now, by number, without how long they took."""
    ledger = given.open_ledger(file)
    try:
        return sorted(map(_essence, given.play(ledger, workers)))
    finally:
        ledger.close()


def _essence(result: Result) -> tuple[object, ...]:
    return (result.number, result.seating, result.winners, result.ending, result.steps, result.turns, result.decisions)


@pytest.mark.parametrize("ruleset", ["mur-en", "myrmidons"])
def test_the_same_games_as_in_processes(ruleset: str) -> None:
    players = [read_contestant(text) for text in ("best:20sims", "uct:10sims")]
    given = tournament(4, players, ruleset)
    on_cluster = played(given)
    assert [number for number, *_ in on_cluster] == [0, 1, 2, 3]
    assert on_cluster == played(given, Processes(2))


def test_a_net_is_played_where_its_file_is_not(tmp_path: Path) -> None:
    """As on another machine: it is gone before the first game."""
    file = tmp_path / "some.net"
    file.write_bytes(small_net("mur-en"))
    given = tournament(2, [read_contestant(text) for text in (f"best:20sims@{file}", "uct:10sims")], "mur-en")
    file.unlink()
    on_cluster = played(given)
    assert len(on_cluster) == 2
    assert on_cluster == played(given, Processes(1))


def test_a_worker_killed_in_the_middle_of_a_game(tmp_path: Path) -> None:
    stopped = tmp_path / "stopped"
    killed: list[int] = []

    def kill() -> None:
        until(lambda: stopped.exists() and stopped.read_text() != "")
        killed.append(int(stopped.read_text()))
        os.kill(killed[0], signal.SIGKILL)

    killer = Thread(target=kill)
    killer.start()
    file = tmp_path / "results.jsonl"
    workers = Cluster(LOCAL)
    found = played(tournament(6, (RandomPlayer("a"), Stopper(stopped))), workers, file)
    killer.join()
    assert is_gone(killed[0])
    assert workers.losses == 1
    assert [number for number, *_ in found] == [0, 1, 2, 3, 4, 5]
    assert found == played(tournament(6), Processes(2))  # the same as if nothing had happened
    assert len(file.read_bytes().splitlines()) == 1 + 6


def test_a_game_that_always_kills_its_worker_stops_the_tournament(tmp_path: Path) -> None:
    crashes = tmp_path / "crashes"
    with pytest.raises(WorkError, match="3 times") as stopped:
        played(tournament(2, (RandomPlayer("a"), Crasher(crashes, times=99))), Cluster(LOCAL, 1))
    assert stopped.value.data["game"] == 0
    assert crashes.read_bytes() == b"x" * TRIES


def test_a_fault_in_a_player_is_told(tmp_path: Path) -> None:
    with pytest.raises(WorkError, match="a fault on purpose") as told:
        played(tournament(2, (RandomPlayer("a"), Faulty())))
    assert told.value.key == "fault"


@pytest.mark.parametrize("failure", [ActorUnavailableError("not reached", None), BrokenPipeError("Broken pipe")])
def test_a_worker_that_was_given_up_does_not_answer_a_second_time(
    monkeypatch: pytest.MonkeyPatch, failure: Exception
) -> None:
    """It cannot be reached for a moment, so that its job is given away; its own answer may come all the same."""
    real = ray.get
    failures: list[object] = []

    def get(promise: object) -> object:
        said = real(promise)  # type: ignore[call-overload]
        if said == ludarium.__version__ or failures:
            return said
        failures.append(said)
        raise failure

    monkeypatch.setattr(ray, "get", get)
    places = list(WORKERS.work(Where(), [Numbered(number) for number in range(8)]))
    assert len(failures) == 1
    assert sorted(place.number for place in places) == list(range(8))


def test_stopping_early_ends_the_workers() -> None:
    processes: set[int] = set()
    with closing(WORKERS.work(Where(seconds=0.05), map(Numbered, count()))) as work:
        while len(processes) < 2:  # until both have begun
            processes.add(next(work).process)
    until(lambda: all(map(is_gone, processes)))
    until(lambda: ray.available_resources().get("CPU") == 2)  # type: ignore[no-untyped-call]


def test_a_program_that_a_worker_started_ends_with_it(tmp_path: Path) -> None:
    started = tmp_path / "started"
    with closing(WORKERS.work(Starter(started), map(Numbered, range(2)))) as work:
        assert next(work) == 0
        until(lambda: started.exists() and started.read_text() != "")
        assert not is_gone(int(started.read_text()))
    until(lambda: is_gone(int(started.read_text())))


def test_workers_stay_from_job_to_job_and_end_with_the_work() -> None:
    places = list(Cluster(LOCAL, 1).work(Where(), map(Numbered, range(20))))
    processes = {place.process for place in places}
    assert [place.number for place in places] == list(range(20))
    assert len(processes) == 1
    until(lambda: all(map(is_gone, processes)))


def test_no_work_is_done_at_once() -> None:
    assert list(WORKERS.work(Where(), [])) == []


def test_the_test_stops_a_tournament_early() -> None:
    """As in processes: against a player who forfeits every game it is decided after 7 openings."""
    players = (RandomPlayer("a"), Illegal())
    given = Tournament(find_ruleset("myrmidons"), {}, players, 100, hypotheses=Hypotheses(0.5, 0.8))
    assert [number for number, *_ in played(given, Cluster(LOCAL, 1))] == list(range(14))


def test_one_kind_of_workers_goes_on_where_another_was_stopped(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    given = tournament(6)
    ledger = given.open_ledger(file)
    with closing(given.play(ledger, Processes(1))) as games:
        first = list(map(_essence, islice(games, 2)))
    ledger.close()
    rest = played(given, file=file)
    assert sorted([*first, *rest]) == played(given, Processes(2))
    assert played(given, file=file) == []


def test_workers_know_our_games_and_our_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The variable was set after this Ray was started, so its processes do not have it from there."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LUDARIUM_GAMES", "json")
    place = next(iter(WORKERS.work(Where("LUDARIUM_GAMES"), [Numbered(0)])))
    assert (place.folder, place.value) == (str(tmp_path), "json")


def test_another_version_on_the_cluster_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    there = ludarium.__version__
    monkeypatch.setattr(ludarium, "__version__", "0.0.1")
    with pytest.raises(WorkError, match=f"has Ludarium {there}, this one has 0.0.1"):
        played(tournament())


@pytest.mark.parametrize("how", ["raise", "end"])
def test_a_worker_that_does_not_get_ready_is_explained(how: str) -> None:
    with pytest.raises(WorkError, match="No worker on the Ray cluster got ready") as told:
        list(WORKERS.work(Unready(how), [Numbered(0)]))
    assert ("a fault on purpose" in str(told.value)) == (how == "raise")
