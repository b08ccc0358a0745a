"""Symmetries: what the images of positions do to rows and actions, and that learning sees them."""

import numpy as np
import pytest

from ludarium.core.game import find_ruleset
from ludarium.core.rng import Rng
from ludarium.games.parts import traits_of
from ludarium.train.plan import Plan
from ludarium.train.symmetries import UNKNOWN, Symmetry, _matched, find_symmetries


@pytest.mark.parametrize(("name", "count"), [("mur-jp", 15), ("mur-en", 3), ("myrmidons", 3)])
def test_all_symmetries_of_a_game_are_found(name: str, count: int) -> None:
    """Mur names the position itself among its images, Myrmidons does not."""
    assert len(find_symmetries(Plan(name), 3000)) == count


def test_a_land_that_differs_from_game_to_game_has_none() -> None:
    """Its cells and actions are numbered by the land."""
    assert find_symmetries(Plan("mutterland"), 200) == []


def test_images_of_positions_and_steps() -> None:
    """Against the game's own images, in positions that were not looked at before."""
    plan = Plan("mur-en", ignored=["*_ago"])
    inputs, ruleset, rng = plan.inputs(), find_ruleset("mur-en"), Rng(77)
    images = traits_of(ruleset.game).images
    assert images is not None
    symmetries = find_symmetries(plan)
    told = 0
    for seed in range(20):
        state = ruleset.new({}, seed)
        for _ in range(10 + seed):
            state.apply(state.random_step(rng))
        for symmetry, (image, step_image) in zip(symmetries, images(state)[1:], strict=True):
            rows = symmetry.rows[inputs.seen(state)]
            if (rows != UNKNOWN).all():
                told += 1
                assert sorted(rows) == sorted(inputs.seen(image))
            for step in state.legal():
                action = symmetry.actions[int(inputs.arrays.action(state, step))]
                text = step_image(ruleset.game.step_text(step))
                assert action in (UNKNOWN, int(inputs.arrays.action(image, ruleset.game.read_step(text))))
    assert told > 45  # of 60


def test_rows_are_matched_by_where_they_are_called_up() -> None:
    """5 and 7 are called up alone; the two 9s always together, but seldom; the two 4s often; 3 has no image."""
    here = np.array([5, 9, 9, 7, 3, 0, 4, 4], np.uint64)
    there = np.array([4, 4, 9, 9, 7, 5, 0, 8], np.uint64)
    often = np.array([False] * 6 + [True] * 2)
    assert _matched(here, there, often).tolist() == [5, UNKNOWN, UNKNOWN, 4, UNKNOWN, UNKNOWN, 0, 1]


def test_learning_sees_images_and_leaves_alone_what_is_unknown() -> None:
    torch = pytest.importorskip("torch", reason="training needs torch: make train")
    from ludarium.train.images import Images  # noqa: PLC0415
    from ludarium.train.learner import Pile  # noqa: PLC0415
    from ludarium.train.samples import Samples  # noqa: PLC0415

    samples = Samples(
        rows=np.array([0, 1, 2], np.uint16),
        row_starts=np.array([0, 2]),
        actions=np.array([0, 1, 0], np.uint16),
        action_starts=np.array([0, 2]),
        policy=np.array([0.25, 0.75, 1.0], np.float16),
        prior=np.ones(3, np.float32),
        ends=np.array([[1, 0], [0, 1]], np.float32),
        worth=np.array([[1, 0], [0, 1]], np.float32),
        insight=np.full((2, 2), 0.5, np.float32),
        games=1,
        steps=2,
    )
    # Rows 0 and 1 are exchanged, as are actions 0 and 1; nothing is known about row 2.
    symmetry = Symmetry(np.array([1, 0, UNKNOWN]), np.array([1, 0]))
    pile = Pile(samples, "cpu", Images.by([symmetry], 3, 2))
    torch.manual_seed(0)
    seen = [pile.images(pile.batch(torch.tensor([0, 1]))) for _ in range(20)]
    assert {tuple(one.rows.tolist()) for one in seen} == {(0, 1, 2), (1, 0, 2)}
    for one in seen:
        assert one.actions.tolist() == [*one.rows.tolist()[:2], 0]
        assert one.policy.tolist() == [0.25, 0.75, 1.0]
        assert one.ends.tolist() == [[1, 0], [0, 1]]
