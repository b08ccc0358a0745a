"""How games by strong players are chosen and packed (``make strong-games``)."""

import lzma
from pathlib import Path

from benchmarks.strong_games import Answer, Job, Work, described, pack, shortened
from ludarium.arena.games import Played
from tests.arena.fakes import result


def done(work: Work, job: Job, seconds: float) -> None:
    work.done(Answer(job, Played(result(job.game, (0, 0), (0,)), ""), seconds))


def test_the_ruleset_that_has_had_the_least_time_is_next() -> None:
    work = Work(["one", "two"], set(), range(10), until=float("inf"))
    jobs = work.jobs()
    first, second = next(jobs), next(jobs)
    assert [(job.number, job.ruleset, job.game) for job in (first, second)] == [(0, "one", 0), (1, "two", 0)]
    done(work, first, 50.0)
    done(work, second, 20.0)
    third = next(jobs)
    assert (third.ruleset, third.game) == ("two", 1)
    done(work, third, 40.0)
    assert next(jobs).ruleset == "one"
    assert work.running == 1


def test_games_that_are_there_are_left_out_and_so_is_who_has_enough() -> None:
    work = Work(["one", "two"], {("one", 0), ("two", 0), ("two", 1)}, range(2), until=float("inf"))
    assert [(job.ruleset, job.game) for job in work.jobs()] == [("one", 1)]


def test_when_the_time_is_over_no_game_is_begun() -> None:
    assert not list(Work(["one"], set(), range(10), until=0.0).jobs())


def test_packed_games_have_hundredths_of_the_visits() -> None:
    """What comes to less than 5 of a hundred is left out (178 of 4000), but for the most visited steps."""
    record = "# game 3\n# random\n1 0: +c2\n# search: 0.300 0.700; +a1 3000, +a2 801, +b3 199\n2 1: +a1\n"
    assert shortened(record) == record.replace("+a1 3000, +a2 801, +b3 199", "+a1 75, +a2 20, +b3 5")
    assert shortened(record.replace("801, +b3 199", "822, +b3 178")).count("+b3") == 0
    even = ", ".join(f"{column}{row} 10" for column in "abcdefgh" for row in (1, 2, 3, 4))
    assert shortened(f"# search: 0.5 0.5; {even}\n") == f"# search: 0.500 0.500; {even.replace(' 10', ' 3')}\n"


def test_as_many_games_are_packed_as_fit(tmp_path: Path) -> None:
    files = []
    for number, letters in enumerate(("abcdefgh", "ijklmnop", "qrstuvwx")):
        files.append(tmp_path / f"{number}.txt")
        files[-1].write_text(f"1 0: {letters}\n")
    sizes = [
        len(lzma.compress(b"".join(file.read_bytes() for file in files[:count]), preset=6 | lzma.PRESET_EXTREME))
        for count in (1, 2, 3)
    ]
    out = tmp_path / "games.txt.xz"
    for size, count in ((10_000, 3), (sizes[1], 2), (sizes[0], 1)):
        assert pack(out, files, size) == count
        assert lzma.decompress(out.read_bytes()).decode() == "".join(file.read_text() for file in files[:count])
    files[1].write_text("# another number and seed\n" + files[0].read_text())
    assert pack(out, files, 10_000) == 2
    assert pack(tmp_path / "none.txt.xz", files, 10) == 0
    assert not (tmp_path / "none.txt.xz").exists()


def test_a_ruleset_is_described_by_its_games(tmp_path: Path) -> None:
    head = "ludarium-record 1\nruleset: mur-en\nseed: 0\n"
    file = tmp_path / "mur-en.txt.xz"
    games = ["1 0: +c2\nresult: 1 resigned\n", "1 0: +c2\n2 1: +a1\n3 0: +b1\nresult: draw agreement\n"]
    file.write_bytes(lzma.compress("".join(head + game for game in [*games, games[0]]).encode()))
    assert described(file) == "| mur-en | 3 | 1 (1–3) | 0 – 2 | 1 | 0 kB |"
