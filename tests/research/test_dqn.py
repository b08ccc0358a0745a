"""OpenSpiel's DQN learns every ruleset as it comes: its numbers stay numbers."""

import math
import re
from collections.abc import Iterator

import pytest

from ludarium.research.openspiel import observer
from tests.research.spiel import every_ruleset

torch = pytest.importorskip("torch")
pytest.importorskip("tree", reason="OpenSpiel's DQN needs dm-tree: make train")
dqn = pytest.importorskip("dqn", reason="the example")

pytestmark = pytest.mark.slow

# It learns oftener and from fewer steps at once than usual, so that a few steps show what thousands would.
SETTINGS = {"learn_every": 4, "batch_size": 32, "min_buffer_size_to_learn": 32, "replay_buffer_capacity": 300}
STEPS = 300


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    usual = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(usual)


def losses(name: str, capsys: pytest.CaptureFixture[str]) -> list[float]:
    """Of every agent at the end; not a number if one of them ever was none."""
    if not dqn.train(name, STEPS, **SETTINGS):
        return [math.nan]
    told = re.findall(r"losses ([^;]*);", capsys.readouterr().out)[-1]
    return [float(loss) for loss in told.split(", ")]


@every_ruleset
def test_numbers_stay_numbers_and_small(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Rewards are -1 to 1."""
    found = losses(name, capsys)
    assert len(found) >= 2
    assert all(0 <= loss < 4 for loss in found)


def test_counts_that_are_not_divided_would_be_noticed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same agents in the same steps, with planes that count: their losses pass all bounds."""

    def undivided(planes, largest, out):  # type: ignore[no-untyped-def]
        out[...] = planes.reshape(out.shape)

    monkeypatch.setattr(observer, "scaled", undivided)
    assert not max(losses("realm", capsys)) < 1000
