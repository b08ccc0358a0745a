"""Set-ups, orders, pushes, rearrangements and forced withdrawals, by mouse and by keyboard."""

import re
from functools import cache

import pytest

from tests.e2e.conftest import Welcome
from tests.e2e.scripts import shortest_game_with

pytestmark = pytest.mark.slow

# The ruleset, its options and seats, and what the last step of the game looks like.
KINDS: dict[str, tuple[str, dict[str, object], int, str]] = {
    "a forced withdrawal": ("mur-jp", {}, 2, r"-.*"),
    "an order after a secret set-up": ("myrmidons", {}, 2, r"\."),
    "a push": ("mutterland", {"players": 2, "land": "block"}, 2, r"[-\d]+:[-\d]+-[-\d]+:[-\d]+[nesw]+"),
    "a rearrangement": ("realm", {}, 2, r"[a-l]\d+[nesw]?"),
}


@cache
def _game(kind: str) -> list[str]:
    ruleset, options, _, form = KINDS[kind]
    wanted = re.compile(form)
    return shortest_game_with(ruleset, options, lambda _, step: bool(wanted.fullmatch(step)))


@pytest.mark.parametrize("by", ["mouse", "keys"])
@pytest.mark.parametrize("kind", KINDS)
def test_on_one_screen(visit: Welcome, kind: str, by: str) -> None:
    ruleset, options, seats, _ = KINDS[kind]
    visitor = visit()
    visitor.open_table(
        {"ruleset": ruleset, "options": options, "seats": [{"who": "you"}] * seats, "visibility": "screen"}
    )
    for number, step in enumerate(_game(kind)):
        visitor.uncover()
        path = next(path for path in visitor.paths if path["step"] == step)
        visitor.take(path, by if number >= len(_game(kind)) - 12 else "mouse")
    visitor.uncover()
    assert visitor.steps[-1]["text"] in (_game(kind)[-1], "")
    assert visitor.steps[-1]["events"]
