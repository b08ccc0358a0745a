"""A training from nothing, small: its net in compiled code is the one that learned, and it goes on where it stopped."""

import json
import pickle
import shutil
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="training needs torch: make train")

import torch
from librt.vecs import vec
from mypy_extensions import i64

from ludarium.core.rng import Rng
from ludarium.players.nets import NetError, learned_insight, open_net
from ludarium.search.gumbel import Gumbel
from ludarium.search.tree import ROOT, Settings, Tree
from ludarium.table.series import read_games
from ludarium.train.learner import Pile, SmallNet, log_softmax
from ludarium.train.plan import Plan, TrainError
from ludarium.train.progress import read_progress, write_progress
from ludarium.train.samples import Writer, read_samples
from ludarium.train.training import DONE, LEARNING, MATCHING, PLAYING, Training
from ludarium.workers.processes import Processes

PLAN = Plan(
    "mur-en",
    seed=3,
    hidden=15,  # five words and an odd number of units: what is added up in fours and in pairs leaves a rest
    games=100,
    simulations=4,
    steps=3,
    batch=64,
    match_games=4,
    match_simulations=10,
    longest=20,
    records=3,
)


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("training")
    phases = [news.phase for news in Training(folder, PLAN, Processes(1), "cpu").run(1)]
    assert (phases[0], phases[-1]) == (PLAYING, DONE)
    return folder


def test_players_judge_as_the_net_that_learned(trained: Path) -> None:
    """Weights are rounded to whole steps, so not to the last digit."""
    inputs, file = PLAN.inputs(), trained / "0001" / "candidate.net"
    net = SmallNet(int(inputs.rows), int(inputs.actions), 2, PLAN.hidden, True, True)
    net.load_state_dict(torch.load(trained / "0001" / "learner.pt", weights_only=True))
    writer, state, rng = Writer(2), PLAN.start(), Rng(1)
    insight = PLAN.find_ruleset().game.insight
    judged: list[list[float]] = []
    preferred: list[float] = []
    for _ in range(20):
        tree = Tree([state.copy()], insight, Settings(guided=True), 1)
        search = Gumbel(tree, 2, 2, 0.1, False, rng)
        writer.add(state, inputs, insight, search.steps(), search.policy(), [0.5, 0.5])
        learned = learned_insight(str(file), "mur-en", state)
        worth, weights = vec[float]([0.0, 0.0]), vec[float]([0.0] * 200)
        learned.judge_worth(state, worth)
        judged.append(list(worth)[:: -1 if state.seat else 1])
        learned.priors(state, state.legal(), weights)
        by_step = {int(step): weights[place] for place, step in enumerate(state.legal())}
        total = sum(by_step.values())
        preferred += [by_step[int(tree.step[node])] / total for node in tree.nodes(i64(tree.menu[ROOT]))]
        state.apply(state.random_step(rng), None)
    writer.end([0.5, 0.5])
    with torch.no_grad():
        values, policy = net(Pile(writer.samples(), "cpu").batch(torch.arange(20)))
    assert torch.allclose(values.exp(), torch.tensor(judged), atol=0.01)
    # The net learned with its preferences as they are; players take them less decidedly.
    owner = Pile(writer.samples(), "cpu").batch(torch.arange(20)).owner
    softer = log_softmax(PLAN.sharpness * policy, owner, 20).exp()
    assert torch.allclose(softer, torch.tensor(preferred), atol=0.01)


@pytest.mark.slow
def test_what_beats_somebody_is_learned_from_games_with_that_one(tmp_path: Path) -> None:
    """The second generation plays with the first one's net, whether that won or not; both matches are with level 1."""
    training = Training(tmp_path, replace(PLAN, against="1"), Processes(1), "cpu")
    list(training.run(2))
    for number, player in ((1, "gumbel:4sims"), (2, "gumbel:4sims@0001/candidate.net")):
        games = read_games((tmp_path / f"000{number}" / "games-0.txt").read_text())
        assert {tuple(sorted(game.table.players)) for game in games} == {("1", player)}
        header = json.loads((tmp_path / f"000{number}" / "match.jsonl").read_text().splitlines()[0])
        assert header["players"] == [f"best:10sims@000{number}/candidate.net", "1"]
    assert "part of the wins against 1" in (tmp_path / "curves.svg").read_text()


def test_it_goes_on_with_what_is_there(trained: Path) -> None:
    again = Training(trained, PLAN, Processes(1), "cpu")
    assert [one.number for one in again.generations] == [1]
    assert list(again.run(1)) == []


def result(folder: Path) -> tuple[object, ...]:
    """All that a training comes to, but for the time that it took."""
    generations = [replace(one, seconds=(0.0, 0.0, 0.0)) for one in read_progress(folder / "progress.jsonl")]
    numbers = [
        {name: number.tolist() if hasattr(number, "tolist") else number for name, number in vars(samples).items()}
        for samples in (read_samples(file) for file in sorted((folder / "0001").glob("games-*.npz")))
    ]
    names = ("games-0.txt", "candidate.net", "losses.json")
    return generations, numbers, [(folder / "0001" / name).read_bytes() for name in names], _winners(folder)


def _winners(folder: Path) -> list[tuple[int, list[int]]]:
    lines = (folder / "0001" / "match.jsonl").read_text().splitlines()[1:]
    return sorted((game["number"], game["winners"]) for game in map(json.loads, lines))


KILLED = """
import os, pickle, signal, sys
from pathlib import Path
from ludarium.train.training import Training
from ludarium.workers.processes import Processes
if __name__ == "__main__":
    folder, phase, done, plan = sys.argv[1:]
    for news in Training(Path(folder), pickle.loads(bytes.fromhex(plan)), Processes(1), "cpu").run(1):
        if (news.phase, news.done) == (phase, int(done)):
            os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("phase", "done", "left"),
    [
        (PLAYING, 50, [PLAYING, PLAYING, LEARNING, *[MATCHING] * 5, DONE]),
        (LEARNING, 100, [PLAYING, LEARNING, LEARNING, *[MATCHING] * 5, DONE]),
        (MATCHING, 3, [PLAYING, LEARNING, MATCHING, MATCHING, DONE]),
    ],
)
def test_killed_at_any_moment_it_comes_to_the_same(phase: str, done: int, left: list[str], tmp_path: Path) -> None:
    """What was done by then is not done again: half of the games, learning (which begins anew), three games of four."""
    plan = replace(PLAN, steps=150 if phase == LEARNING else PLAN.steps)
    whole, killed, script = tmp_path / "whole", tmp_path / "killed", tmp_path / "script.py"
    list(Training(whole, plan, Processes(1), "cpu").run(1))
    script.write_text(KILLED)
    command = [sys.executable, str(script), str(killed), phase, str(done), pickle.dumps(plan).hex()]
    assert subprocess.run(command, check=False, timeout=300).returncode == -signal.SIGKILL
    moved = killed.rename(tmp_path / "moved")
    news = [one.phase for one in Training(moved, plan, Processes(1), "cpu").run(1)]
    assert news == left
    assert result(moved) == result(whole)


@pytest.mark.slow
def test_on_a_ray_of_its_own_it_comes_to_the_same(trained: Path, tmp_path: Path) -> None:
    cluster = pytest.importorskip("ludarium.workers.cluster", reason="a cluster needs Ray: make research")
    list(Training(tmp_path, PLAN, cluster.Cluster(cluster.LOCAL, 1), "cpu").run(1))
    assert result(tmp_path) == result(trained)


def test_a_net_that_passed_is_the_best_one_even_if_it_was_killed_before_it_was_put_there(
    trained: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "passed"
    shutil.copytree(trained, folder)
    passed = replace(read_progress(trained / "progress.jsonl")[0], passed=True)
    write_progress(folder / "progress.jsonl", [passed])
    with (folder / "progress.jsonl").open("a") as file:
        file.write('{"number": 2, "gam')  # cut off
    training = Training(folder, PLAN, Processes(1), "cpu")
    assert training.best.read_bytes() == (trained / "0001" / "candidate.net").read_bytes()
    assert training.generations == [passed]


@pytest.mark.compiled_only
def test_two_of_three_seats_are_matched_by_their_part_of_the_wins(tmp_path: Path) -> None:
    """Two openings, each in six games: three with one seat for the new net, three with two."""
    plan = Plan(
        "mutterland",
        {"players": 3},
        hidden=3,
        games=50,
        simulations=2,
        truths=1,
        steps=2,
        batch=16,
        match_games=6,
        match_simulations=2,
        longest=6,
        records=1,
    )
    list(Training(tmp_path, plan, Processes(1), "cpu").run(1))
    (generation,) = read_progress(tmp_path / "progress.jsonl")
    games = [json.loads(line) for line in (tmp_path / "0001" / "match.jsonl").read_text().splitlines()[1:]]
    assert len(games) == generation.match_games == 12
    won = sum(
        sum(game["seating"][seat] == 0 for seat in game["winners"] or range(3)) / (len(game["winners"]) or 3)
        for game in games
    )
    assert generation.score == pytest.approx(won / 12)
    assert sum(game["seating"].count(0) for game in games) == 18


def test_settings_that_came_later_have_their_usual_values(trained: Path, tmp_path: Path) -> None:
    folder = tmp_path / "older"
    shutil.copytree(trained, folder)
    settings = json.loads((folder / "settings.json").read_text())
    assert settings.pop("search_share") == 0.5
    (folder / "settings.json").write_text(json.dumps(settings))
    assert len(Training(folder, PLAN, Processes(1), "cpu").generations) == 1
    with pytest.raises(TrainError, match="search_share"):
        Training(folder, replace(PLAN, search_share=0.2), Processes(1), "cpu")
    (folder / "settings.json").write_text("[")
    with pytest.raises(TrainError, match="Put it back"):
        Training(folder, PLAN, Processes(1), "cpu")
    with pytest.raises(TrainError, match="Choose another folder"):
        Training(folder / "settings.json" / "more", PLAN, Processes(1), "cpu")


def test_other_settings_are_refused(trained: Path) -> None:
    with pytest.raises(TrainError) as refused:
        Training(trained, Plan("mur-en", hidden=6), Processes(1), "cpu")
    assert "games" in refused.value.sentence("en")
    assert str(trained) in refused.value.sentence("ja")


def test_a_net_for_another_game_is_refused(trained: Path) -> None:
    data = (trained / "0001" / "candidate.net").read_bytes()
    for damaged, plan, key in (
        (data[:-9], PLAN, "unreadable"),
        (b"{}\n", PLAN, "unreadable"),
        (data, Plan("realm"), "other_game"),
    ):
        with pytest.raises(NetError) as refused:
            open_net(damaged, plan.find_ruleset(), plan.start())
        assert refused.value.key == key


def test_a_plane_that_there_is_not_is_named() -> None:
    with pytest.raises(TrainError) as refused:
        Plan("mur-en", ignored=["*_tomorrow"]).inputs()
    assert "*_tomorrow" in refused.value.sentence("en")
