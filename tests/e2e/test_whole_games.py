"""Every game is played to its end in a real browser, by mouse."""

import random

import pytest

from tests.e2e.conftest import Welcome
from tests.e2e.visitor import Visitor

pytestmark = pytest.mark.slow

COMPUTER = {"who": "computer", "level": 1}


def _play(visitors: list[Visitor], seed: int, most: int = 600) -> int:
    """Let everybody step by mouse until the game is over; how many steps they took."""
    rng = random.Random(seed)
    taken = 0

    def able() -> list[Visitor]:
        return [visitor for visitor in visitors if visitor.may_step and not visitor.over]

    def over() -> bool:
        return all(visitor.over for visitor in visitors)

    while not over():
        visitors[0].until(lambda: bool(able()) or over())
        for visitor in able()[:1]:
            visitor.take(rng.choice(visitor.paths))
            taken += 1
            assert taken < most, "the game does not end"
    return taken


def _sees_the_end(visitor: Visitor) -> None:
    said = visitor.table["outcome"]["sentence"]
    assert said
    assert visitor.page.get_by_text(said).first.is_visible()


@pytest.mark.parametrize(
    ("ruleset", "options", "computers"),
    [
        ("mur-jp", {"turn_cap": 20}, 1),
        ("mur-en", {"turn_cap": 40}, 1),
        ("mutterland", {"players": 3, "turn_cap": 8}, 2),
        ("realm", {"turn_cap": 15}, 1),
    ],
)
def test_a_whole_game_against_computers(
    visit: Welcome, ruleset: str, options: dict[str, object], computers: int
) -> None:
    visitor = visit()
    visitor.open_table({"ruleset": ruleset, "options": options, "seats": [{"who": "you"}, *[COMPUTER] * computers]})
    assert _play([visitor], 1) > 5
    _sees_the_end(visitor)


def test_a_whole_game_of_secrets_between_two_browsers(visit: Welcome) -> None:
    host, friend = visit(), visit()
    table = host.open_table({"ruleset": "myrmidons", "seats": [{"who": "you"}, {"who": "open"}]})
    friend.go(f"/t/{table}")
    friend.page.get_by_role("button", name="Join").first.click()
    host.until(lambda: host.table["phase"] == "playing")
    friend.until(lambda: friend.table.get("viewer") == 1)
    assert _play([host, friend], 2) > 10
    _sees_the_end(host)
    _sees_the_end(friend)
    assert host.table["outcome"] == friend.table["outcome"]
