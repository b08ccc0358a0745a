"""When computer players end a game by agreement: offers are rare and fair, answers go by what a seat expects."""

import pytest

from ludarium.core.game import find_ruleset
from ludarium.core.state import State
from ludarium.players.agreement import accepts_end, is_stuck, offers_end
from ludarium.players.report import Line, Report
from tests.search.toys import Dance

MUR = "black a1 c3; white e1 g3; kraken x; turn"
REALM = "bases0 A1 B2; bases1 C3"  # Blue has more realms: it wins if they are counted


def _views(ruleset: str, position: str) -> list[State]:
    found = find_ruleset(ruleset)
    return [found.game.read_position(found.read({}), position)]


def _report(seat: int, expected: float) -> Report:
    shares = (expected, 1.0 - expected) if seat == 0 else (1.0 - expected, expected)
    return Report(0, seat, 100, 0.1, shares, (Line((0,), 100, expected),))


@pytest.mark.parametrize(
    ("position", "expected", "offers"),
    [
        (f"{MUR} 300", 0.5, True),  # three quarters of 400 turns
        (f"{MUR} 300", 0.46, True),
        (f"{MUR} 300", 0.56, False),  # it hopes for more
        (f"{MUR} 300", 0.3, False),  # who would accept that?
        (f"{MUR} 280", 0.5, False),  # too early
        (f"{MUR} 304", 0.5, False),  # the last time was two turns of the seat ago
        (f"{MUR} 320", 0.5, True),
    ],
)
def test_a_draw_is_offered_where_nothing_moves_and_the_game_is_level(
    position: str, expected: float, offers: bool
) -> None:
    game = find_ruleset("mur-jp").game
    assert offers_end(game, _views("mur-jp", position), 0, _report(0, expected)) == offers


@pytest.mark.parametrize(
    ("quiet", "seat", "expected", "offers"),
    [
        (45, 0, 0.97, True),  # of 60 turns without an event
        (40, 0, 0.97, False),
        (45, 0, 0.8, False),  # there is still something in it for the other one
        (45, 1, 0.02, False),  # nobody offers to lose
    ],
)
def test_to_count_is_offered_by_who_wins_by_it(quiet: int, seat: int, expected: float, offers: bool) -> None:
    game = find_ruleset("realm").game
    views = _views("realm", f"{REALM}; quiet {quiet}; turn 60")
    assert offers_end(game, views, seat, _report(seat, expected)) == offers


@pytest.mark.parametrize(
    ("ruleset", "position", "seat", "expected", "accepts"),
    [
        ("mur-jp", f"{MUR} 20", 0, 0.5, True),
        ("mur-jp", f"{MUR} 20", 0, 0.51, False),
        ("mur-jp", f"{MUR} 300", 0, 0.54, True),  # nothing moves
        ("mur-jp", f"{MUR} 300", 0, 0.56, False),
        ("realm", REALM, 0, 0.9, True),  # a win now
        ("realm", REALM, 1, 0.1, False),  # a defeat
        ("realm", f"{REALM}; quiet 59; turn 60", 1, 0.03, True),
    ],
)
def test_an_offer_is_accepted_if_it_is_no_worse_than_going_on(
    ruleset: str, position: str, seat: int, expected: float, accepts: bool
) -> None:
    game = find_ruleset(ruleset).game
    assert accepts_end(game, _views(ruleset, position), seat, _report(seat, expected)) == accepts


def test_where_a_game_has_no_such_end_none_is_offered() -> None:
    game, views = find_ruleset("mur-jp").game, _views("mur-jp", f"{MUR} 300")
    assert offers_end(game, views, 0, _report(0, 0.5))
    without = type("Endless", (type(game),), {"agreement": ""})()
    assert not offers_end(without, views, 0, _report(0, 0.5))


def test_nothing_moves_once_a_position_is_there_for_the_third_time() -> None:
    state = Dance(0.5)
    views = [state.copy()]
    for step in [0] * 8:  # both step aside and back: after four turns all is as before
        state.apply(step)
        views.append(state.copy())
    assert not is_stuck(views[:5])
    assert is_stuck(views)
