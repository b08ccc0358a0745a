"""Ratings: who wins goes up, the more so the more surprising it was; each ruleset has its own. New accounts move those
of others little.
"""

from math import sqrt

import pytest
from sqlalchemy.orm import Session

from ludarium.core.game import rulesets
from ludarium.server.people import ratings
from ludarium.server.people.models import AccountRow, PersonRow, RatingRow
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
    """Worked out by hand from Weng and Lin's rules for two new players: each begins at 1500 ± 500, and as both ratings
    are provisional, each moves by a hundredth of that.
    """
    ada, bob, _ = ids(three)
    rate(server, [[ada], [bob]])
    variance = 500**2 + 5**2  # a little doubt is added before every game
    together = sqrt(2 * (variance + 250**2))
    gain = variance / together * (1 - 1 / 2)
    assert round(gain) == 158
    assert means(server, [ada, bob]) == [round(1500 + gain / 100), round(1500 - gain / 100)] == [1502, 1498]
    [rating] = three[0].get("/api/me/ratings").json()
    assert (rating["ruleset"], rating["value"], rating["games"]) == (RULESET, 1502, 1)
    assert rating["provisional"]
    assert rating["deviation"] < 500
    assert RULESET in rating["title"]


def test_a_draw_between_equals_changes_no_mean(server: Open, three: list[Visitor]) -> None:
    ada, bob, _ = ids(three)
    rate(server, [[ada, bob]])
    assert means(server, [ada, bob]) == [1500, 1500]
    assert three[0].get("/api/me/ratings").json()[0]["deviation"] < 500


def test_surprises_count_more(server: Open, three: list[Visitor]) -> None:
    ada, bob, cy = ids(three)
    for _ in range(12):
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


# --- provisional ratings ----------------------------------------------------------------------------------------------
def known(server: Open, person: str, games: int, mean: float = 1500.0, deviation: float = 200.0) -> None:
    """Somebody who has played."""
    row = {"person": person, "ruleset": RULESET, "mean": mean, "deviation": deviation, "games": games}
    server.do(server.services.store.write(lambda session: session.add(RatingRow(**row))))


def mean(server: Open, person: str) -> float:
    return server.services.store.read_now(lambda session: session.get_one(RatingRow, (person, RULESET)).mean)


def test_a_new_account_moves_others_little_and_is_moved_by_them_as_usual(server: Open, three: list[Visitor]) -> None:
    ada, bob, cy = ids(three)
    known(server, ada, 20)
    known(server, bob, 20)
    rate(server, [[ada], [bob]])
    usual = mean(server, ada) - 1500
    known_before = mean(server, ada)
    rate(server, [[ada], [cy]])
    assert 0 < mean(server, ada) - known_before < usual / 50, "a hundredth, of a somewhat smaller change"
    assert mean(server, cy) < 1500 - 4 * usual, "a new rating finds its place soon, against those who are known"


@pytest.mark.parametrize(("games", "part"), [(0, 0.01), (1, 0.04), (2, 0.09), (3, 0.16), (4, 0.25), (5, 1.0)])
def test_how_little_depends_on_how_many_games_it_comes_from(
    server: Open, three: list[Visitor], games: int, part: float
) -> None:
    ada, bob, cy = ids(three)
    known(server, ada, 20)
    known(server, bob, games)
    rate(server, [[ada], [bob]])
    variance = 200**2 + 5**2
    usual = variance / sqrt(2 * (variance + 250**2)) * (1 - 1 / 2)
    assert mean(server, ada) == pytest.approx(1500 + usual * part)
    found = server.services.store.read_now(lambda session: ratings.provisional(session, RULESET, [ada, bob, cy]))
    assert found == (set() if games + 1 >= 5 else {bob})


@pytest.mark.parametrize(("each", "rise"), [(1, 18), (3, 141)])
def test_puppets_lift_nobody(server: Open, three: list[Visitor], each: int, rise: int) -> None:
    """15 new accounts that lose to a 16th: once each, or as often as counts in a day. Without the rule for provisional
    ratings it would rise by 1,126 or 1,640 points.
    """
    ada = ids(three)[0]

    def make(session: Session) -> list[str]:
        puppets = [f"puppet{number:06}" for number in range(15)]
        for puppet in puppets:
            session.add(PersonRow(id=puppet, name=puppet, created=1))
            session.flush()
            session.add(AccountRow(person=puppet, folded=puppet, password="", created=1))
        return puppets

    for puppet in server.do(server.services.store.write(make)):
        for _ in range(each):
            rate(server, [[ada], [puppet]])
    assert round(mean(server, ada) - 1500) == rise < 150
