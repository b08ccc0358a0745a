"""A training from nothing, small: its net in compiled code is the one that learned, and it goes on where it stopped."""

import json
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
from ludarium.train.learner import Pile, SmallNet, log_softmax
from ludarium.train.plan import Plan, TrainError
from ludarium.train.samples import Writer
from ludarium.train.training import DONE, PLAYING, Training
from ludarium.workers.processes import Processes

PLAN = Plan(
    "mur-en",
    seed=3,
    hidden=6,
    games=50,
    simulations=4,
    steps=3,
    batch=64,
    match_games=2,
    match_seconds=0.01,
    longest=20,
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
    net = SmallNet(int(inputs.rows), int(inputs.actions), 2, PLAN.hidden, True)
    net.load_state_dict(torch.load(trained / "0001" / "learner.pt", weights_only=True))
    writer, state, rng = Writer(2), PLAN.start(), Rng(1)
    insight = PLAN.find_ruleset().game.insight
    judged: list[list[float]] = []
    preferred: list[float] = []
    for _ in range(20):
        tree = Tree([state.copy()], insight, Settings(guided=True), 1)
        writer.add(state, inputs, insight, Gumbel(tree, 2, 2, 0.1, False, rng), 0)
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
        values, policy = net(Pile(writer.samples(0), "cpu").batch(torch.arange(20)))
    assert torch.allclose(values.exp(), torch.tensor(judged), atol=0.01)
    # The net learned with its preferences as they are; players take them less decidedly.
    owner = Pile(writer.samples(0), "cpu").batch(torch.arange(20)).owner
    softer = log_softmax(PLAN.sharpness * policy, owner, 20).exp()
    assert torch.allclose(softer, torch.tensor(preferred), atol=0.01)


def test_it_goes_on_with_what_is_there(trained: Path) -> None:
    again = Training(trained, PLAN, Processes(1), "cpu")
    assert [one.number for one in again.generations] == [1]
    assert list(again.run(1)) == []


def test_games_that_were_played_are_not_played_again(trained: Path, tmp_path: Path) -> None:
    folder = tmp_path / "again"
    (folder / "0001").mkdir(parents=True)
    for name in ("games-0.npz", "learner.pt", "candidate.net", "match.jsonl"):
        (folder / "0001" / name).write_bytes((trained / "0001" / name).read_bytes())
    header = json.loads((folder / "0001" / "match.jsonl").read_text().splitlines()[0])
    header["players"][0] = header["players"][0].replace(str(trained), str(folder))
    lines = (folder / "0001" / "match.jsonl").read_text().splitlines()[1:]
    (folder / "0001" / "match.jsonl").write_text("\n".join([json.dumps(header), *lines]) + "\n")
    news = list(Training(folder, PLAN, Processes(1), "cpu").run(1))
    assert [one.phase for one in news] == [PLAYING, "matching", DONE]
    before = json.loads((trained / "progress.jsonl").read_text())
    after = json.loads((folder / "progress.jsonl").read_text())
    assert (after["score"], after["match_games"], after["samples"]) == (
        before["score"],
        before["match_games"],
        before["samples"],
    )


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
