"""Ratings: who wins goes up, the more so the more surprising it was; each ruleset has its own."""

from math import sqrt

import pytest

from ludarium.core.game import rulesets
from ludarium.server.people import ratings
from tests.server.visiting import Open, Visitor

RULESET, OTHER = (ruleset.name for ruleset in rulesets()[:2])


@pytest.fixture
def three(server: Open) -> list[Visitor]:
    visitors = [server.visitor() for _ in range(3)]
    for visitor, name in zip(visitors, ("Ada", "Bob", "Cy"), strict=True):
        visitor.register(name)
    return visitors


def ids(visitors: list[Visitor]) -> list[str]:
    return [visitor.get("/api/me").json()["id"] for visitor in visitors]


def rate(server: Open, places: list[list[str]], ruleset: str = RULESET) -> None:
    server.do(server.services.store.write(lambda session: ratings.rate(session, ruleset, places)))


def means(server: Open, people: list[str], ruleset: str = RULESET) -> list[float]:
    found = server.services.store.read_now(lambda session: ratings.means(session, ruleset, people))
    return [found[person] for person in people if person in found]


def test_the_first_game(server: Open, three: list[Visitor]) -> None:
    """Worked out by hand from Weng and Lin's rules for two new players: each begins at 1500 ± 500."""
    ada, bob, _ = ids(three)
    rate(server, [[ada], [bob]])
    variance = 500**2 + 5**2  # a little doubt is added before every game
    together = sqrt(2 * (variance + 250**2))
    gain = variance / together * (1 - 1 / 2)
    assert means(server, [ada, bob]) == [round(1500 + gain), round(1500 - gain)] == [1658, 1342]
    [rating] = three[0].get("/api/me/ratings").json()
    assert (rating["ruleset"], rating["value"], rating["games"]) == (RULESET, 1658, 1)
    assert rating["deviation"] < 500
    assert RULESET in rating["title"]


def test_a_draw_between_equals_changes_no_mean(server: Open, three: list[Visitor]) -> None:
    ada, bob, _ = ids(three)
    rate(server, [[ada, bob]])
    assert means(server, [ada, bob]) == [1500, 1500]
    assert three[0].get("/api/me/ratings").json()[0]["deviation"] < 500


def test_surprises_count_more(server: Open, three: list[Visitor]) -> None:
    ada, bob, cy = ids(three)
    for _ in range(5):
        rate(server, [[ada], [bob]])
    strong, weak = means(server, [ada, bob])
    rate(server, [[ada], [bob]])
    expected = means(server, [ada])[0] - strong
    rate(server, [[bob], [ada]])
    surprise = strong + expected - means(server, [ada])[0]
    assert strong > weak
    assert surprise > 3 * expected > 0
    assert means(server, [cy]) == []


def test_places_at_a_table_for_three(server: Open, three: list[Visitor]) -> None:
    ada, bob, cy = ids(three)
    rate(server, [[bob], [cy, ada]])
    first, second, third = means(server, [bob, cy, ada])
    assert first > 1500 > second == third
    rate(server, [[ada], [bob], [cy]], OTHER)
    first, second, third = means(server, [ada, bob, cy], OTHER)
    assert first > second > third


def test_rulesets_do_not_mix(server: Open, three: list[Visitor]) -> None:
    ada, bob, _ = ids(three)
    rate(server, [[ada], [bob]])
    rate(server, [[bob], [ada]], OTHER)
    ratings = three[0].get(f"/api/people/{ada}").json()["ratings"]
    assert {one["ruleset"]: one["value"] > 1500 for one in ratings} == {RULESET: True, OTHER: False}


@pytest.mark.parametrize("places", [[], [["one"]], [["one", "one"]], [["one"], ["one"]], [["one", "two"], ["one"]]])
def test_what_is_no_match_between_people(server: Open, three: list[Visitor], places: list[list[str]]) -> None:
    known = dict(zip(("one", "two"), ids(three), strict=False))
    rate(server, [[known[name] for name in place] for place in places])
    assert means(server, ids(three)) == []


def test_guests_are_not_rated(server: Open, three: list[Visitor]) -> None:
    """A table of an earlier version may still have some, and an account may be gone."""
    ada, bob, _ = ids(three)
    guest = server.visitor().be_guest("Eve")
    rate(server, [[ada], [guest]])
    rate(server, [[ada], [bob], [guest]])
    assert means(server, [ada, bob, guest]) == []


def test_nobody_rates_if_the_rest_fails(server: Open, three: list[Visitor]) -> None:
    ada, bob, _ = ids(three)

    def work(session: object) -> None:
        ratings.rate(session, RULESET, [[ada], [bob]])  # type: ignore[arg-type]
        raise OSError("no more room")

    with pytest.raises(OSError, match="no more room"):
        server.do(server.services.store.write(work))
    assert means(server, [ada, bob]) == []
