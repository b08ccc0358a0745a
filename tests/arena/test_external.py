"""Other programs as players, written here as small scripts: good ones and all sorts of broken ones."""

import json
import shlex
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from ludarium.arena.contestants import External, ExternalSpec, read_best_2026, read_contestant, read_external
from ludarium.arena.summary import summarise
from ludarium.arena.tournament import Tournament
from ludarium.core.errors import UnknownName
from ludarium.core.game import find_ruleset
from ludarium.players.report import PlayerFailed
from ludarium.workers.processes import Processes
from tests.arena.fakes import RandomPlayer

# Keeps every request in a file, and answers with the step it is told to; news come before the final answer.
GOOD = """
    said["final"] = False
    print(json.dumps({**said, "step": "nonsense"}), flush=True)
    print(json.dumps({"id": "another", "final": True, "step": "nonsense"}), flush=True)
    print(json.dumps({**said, "final": True, "step": "+c2"}), flush=True)
"""
BROKEN = {
    "died": "    sys.exit(1)",
    "hung": "    time.sleep(60)",
    "garbled": "    print('what?', flush=True)",
    "refused": "    print(json.dumps({**said, 'error': {'message': 'too hard'}}), flush=True)",
    "illegal": "    print(json.dumps({**said, 'final': True, 'step': 'sideways'}), flush=True)",
}


def script(folder: Path, body: str) -> str:
    """The command of a program that does this for every request."""
    file = folder / "program.py"
    file.write_text(
        "import json, sys, time\n"
        f"kept = open({str(folder / 'requests')!r}, 'a')\n"
        "for line in sys.stdin:\n"
        "    kept.write(line)\n"
        "    kept.flush()\n"
        "    said = {'id': json.loads(line)['id']}\n"
        f"{body.strip(chr(10))}\n"
    )
    return shlex.join([sys.executable, str(file)])


def requests(folder: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in (folder / "requests").read_text().splitlines()]


def test_a_program_is_asked_and_answers(tmp_path: Path) -> None:
    ruleset = find_ruleset("mur-en")
    before, now = ruleset.new(), ruleset.new()
    now.apply(ruleset.game.read_step("+a1"))
    player = External(script(tmp_path, GOOD), {"turn_cap": 50}, {"simulations": 800})
    try:
        assert player.choose(ruleset, [before, now], 1, 9).step == ruleset.game.read_step("+c2")
        assert player.choose(ruleset, [before], 0, 10).step == ruleset.game.read_step("+c2")
    finally:
        player.close()
    first, second = requests(tmp_path)
    assert first == {
        "id": 1,
        "do": "search",
        "ruleset": "mur-en",
        "options": {"turn_cap": 50},
        "position": ruleset.game.position_text(now),
        "views": [ruleset.game.position_text(before)],
        "view_seat": 1,
        "simulations": 800,
        "seed": 9,
    }
    assert second["id"] == 2


def test_where_there_are_secrets_a_program_hears_what_its_seat_saw_earlier(tmp_path: Path) -> None:
    ruleset = find_ruleset("myrmidons")
    before, now = ruleset.new(), ruleset.new()
    now.apply(ruleset.game.read_step("=111"))
    answer = GOOD.replace("+c2", "=243")
    player = External(script(tmp_path, answer), {}, {"level": 3})
    try:
        assert player.choose(ruleset, [before.view(0), now.view(0)], 0, 9).step == ruleset.game.read_step("=243")
    finally:
        player.close()
    (request,) = requests(tmp_path)
    assert request["views"] == [ruleset.game.position_text(before.view(0))]


@pytest.mark.parametrize("fault", BROKEN)
def test_whatever_goes_wrong_is_noticed(fault: str, tmp_path: Path) -> None:
    ruleset = find_ruleset("mur-en")
    patience = 0.5 if fault == "hung" else 30
    player = External(script(tmp_path, BROKEN[fault]), {}, {"seconds": 0.1}, patience)
    try:
        for _ in range(2):  # the second time with a program started anew
            with pytest.raises(PlayerFailed) as failed:
                player.choose(ruleset, [ruleset.new()], 0, 0)
            assert failed.value.key == fault
    finally:
        player.close()


def test_a_program_that_reads_nothing_does_not_hold_us_up(tmp_path: Path) -> None:
    """A request larger than what a pipe takes waits for a reader; ours gives up waiting."""
    ruleset = find_ruleset("mur-en")
    sleeper = shlex.join([sys.executable, "-c", "import time; time.sleep(60)"])
    player = External(sleeper, {}, {"level": 1}, patience=0.5)
    with pytest.raises(PlayerFailed, match="no answer in time"):
        player.choose(ruleset, [ruleset.new()] * 20_000, 0, 0)


def test_a_program_that_is_not_there() -> None:
    ruleset = find_ruleset("mur-en")
    with pytest.raises(PlayerFailed, match="the program ended: no-such-program"):
        External("no-such-program", {}, {"seconds": 1}).choose(ruleset, [ruleset.new()], 0, 0)


def test_a_broken_program_forfeits_and_the_tournament_goes_on(tmp_path: Path) -> None:
    """It dies in every game, so it loses all four, and each time it was started anew."""
    broken = read_external("engine:" + script(tmp_path, BROKEN["died"]))
    given = Tournament(find_ruleset("myrmidons"), {}, [RandomPlayer("a"), broken], 4)
    ledger = given.open_ledger(None)
    assert len(list(given.play(ledger, Processes(1)))) == 4
    summary = summarise(["a", "broken"], 2, ledger.in_order())
    assert summary.cross[0][1].wins == 4
    assert summary.faults == {("broken", "died", ""): 4}
    assert summary.endings == {"forfeit": 4}
    assert len(requests(tmp_path)) == 4


@pytest.mark.parametrize(
    ("text", "command", "limit"),
    [
        ("engine:prog --fast", "prog --fast", ("seconds", 1.0)),
        ("engine@2.5s:prog", "prog", ("seconds", 2.5)),
        ("engine@800:prog a:b", "prog a:b", ("simulations", 800)),
        ("engine@level3:prog", "prog", ("level", 3)),
    ],
)
def test_a_program_is_written_with_its_limit(text: str, command: str, limit: tuple[str, float]) -> None:
    spec = read_external(text)
    assert (spec.text, spec.command, spec.limit) == (text, command, limit)


@pytest.mark.parametrize(
    "text", ["engine", "engine:", "engine: ", "engine@:prog", "engine@0:prog", "engine@0.0s:prog", 'engine:prog "a']
)
def test_a_program_that_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(UnknownName):
        read_external(text)


# --- the best player of 2026 ------------------------------------------------------------------------------------------
def test_without_its_checkout_the_best_player_of_2026_says_how_to_get_it(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="make best-2026") as refused:
        read_best_2026("best-2026:0.2s", tmp_path / "best-2026" / "src")
    assert str(tmp_path / "best-2026") in str(refused.value)


def test_the_best_player_of_2026_compiled_for_another_python_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "ludarium__mypyc.cpython-27-sparc.so").touch()
    with pytest.raises(UnknownName, match="another Python"):
        read_best_2026("best-2026:0.2s", tmp_path)


def test_the_best_player_of_2026_is_a_program_with_a_limit(tmp_path: Path) -> None:
    (tmp_path / f"ludarium__mypyc{EXTENSION_SUFFIXES[0]}").touch()
    timed, counted = (read_best_2026(f"best-2026:{limit}", tmp_path) for limit in ("0.2s", "800sims"))
    assert (timed.text, timed.limit, timed.seconds) == ("best-2026:0.2s", ("seconds", 0.2), 0.2)
    assert (counted.limit, counted.seconds) == (("simulations", 800), None)
    assert not timed.looks_back
    assert shlex.split(timed.command)[-1] == str(tmp_path)


@pytest.mark.parametrize(("name", "step", "told"), [("mur-en", "+c2", 0), ("myrmidons", "=243", 1)])
def test_who_does_not_look_back_hears_of_earlier_views_only_where_something_is_hidden(
    tmp_path: Path, name: str, step: str, told: int
) -> None:
    ruleset = find_ruleset(name)
    before = ruleset.new().view(0)
    player = ExternalSpec("", script(tmp_path, GOOD.replace("+c2", step)), ("level", 3), looks_back=False).open({})
    try:
        assert player.choose(ruleset, [before, before], 0, 9).step == ruleset.game.read_step(step)
    finally:
        player.close()
    assert requests(tmp_path)[0]["views"] == told * [ruleset.game.position_text(before)]


@pytest.mark.parametrize("text", ["best-2026", "best-2026:", "best-2026:0s", "best-2026:800", "best-2026:1s-beliefs"])
def test_the_best_player_of_2026_takes_a_limit_and_nothing_else(text: str) -> None:
    with pytest.raises(UnknownName, match="best-2026:800sims"):
        read_contestant(text)
