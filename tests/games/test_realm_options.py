"""Realm's options ``centres`` (RLM-M3) and ``events`` (RLM-E1 to E4)."""

import pytest
from librt.vecs import vec

from ludarium.core.game import find_ruleset
from ludarium.core.rng import Rng
from ludarium.games.realm import GAME, RULESETS
from ludarium.games.realm.insight import is_ruinous
from ludarium.games.realm.insight_survey import Survey, reach
from ludarium.games.realm.notation import SQUARES, realm_name
from ludarium.games.realm.rules import Realm
from ludarium.games.realm.rules_event import MAY_CREATE
from tests.games.realm_play import at, legal, line, moves, play, refusal, start, why
from tests.games.realm_reference import Reference

CLOSED = ("RLM-M3", "centre_closed")


def blocked(position: str) -> Realm:
    return at(position, centres="blocked")


def compulsory(position: str, *steps: str, **options: object) -> Realm:
    return play(at(position, events="compulsory", **options), *steps)


@pytest.mark.parametrize("ruleset", [ruleset.name for ruleset in RULESETS])
def test_no_ruleset_closes_centres_or_compels(ruleset: str) -> None:
    options = find_ruleset(ruleset).read({})
    assert (options["centres"], options["events"]) == ("open", "optional")


# --- RLM-M3 -----------------------------------------------------------------------------------------------------
@pytest.mark.clause("RLM-M3")
def test_a_blocked_centre_lies_between_two_squares_for_a_power() -> None:
    # Row 2 holds the centres b2, e2, h2, k2. East of d2 there is e2 at once, west c2 in A1 and then b2.
    position = "powers0 d2; powers1 d1 d3"
    assert set(legal(at(position))) - {"pass", "rearrange B1"} == moves("d2", *line("acgijl", (2,)))
    state = blocked(position)
    assert set(legal(state)) - {"pass", "rearrange B1"} == moves("d2", "c2")
    assert why(state, "d2-g2") == why(state, "d2-e2") == CLOSED
    assert refusal(state, "d2-l2").data == {"at": "e2"}  # the first one in the way
    assert refusal(state, "d2-a2").data == {"at": "b2"}
    # Along lines without centres nothing changes.
    assert set(legal(blocked("powers0 a1"))) == set(legal(at("powers0 a1")))


@pytest.mark.clause("RLM-M3", "RLM-M4")
def test_a_blocked_centre_lies_between_two_squares_for_an_enforcer() -> None:
    # Column e holds e2, e5, e8, e11. North of e4 there is e5; west and east row 4 is open.
    position = "enforcers0 e4n; powers1 l12"
    assert "e4-e7" in legal(at(position))
    state = blocked(position)
    assert set(legal(state)) - {"pass", "rearrange B2"} == moves("e4", *line("abcghijkl", (4,)))
    assert why(state, "e4-e7") == CLOSED
    assert refusal(state, "e4-e12").data == {"at": "e5"}
    assert why(state, "e4-e3") == ("RLM-M4", "about")  # what it points at is asked first


@pytest.mark.clause("RLM-M3", "RLM-M2")
def test_a_base_or_a_piece_before_the_centre_is_what_blocks() -> None:
    assert refusal(blocked("powers0 b4; bases1 A2"), "b4-b7").data == {"at": "b5"}
    assert why(blocked("powers0 b4; bases1 A2"), "b4-b7") == ("RLM-M2", "blocked")
    # From b4 north: b5 is an empty centre; from b7 south: b6 is taken before b5 is reached.
    state = blocked("powers0 b4 b7; powers1 b6")
    assert refusal(state, "b4-b6").data == {"at": "b5"}
    assert why(state, "b7-b4") == ("RLM-M2", "blocked")
    assert refusal(state, "b7-b4").data == {"at": "b6"}


@pytest.mark.clause("RLM-M3", "RLM-T3")
def test_rearrangement_does_not_care() -> None:
    position = "bases0 A1; powers0 d5; enforcers0 e4n; enforcers1 f6s"
    lifted, usual = play(blocked(position), "rearrange B2"), play(at(position), "rearrange B2")
    assert legal(lifted) == legal(usual)
    done = play(lifted, "e6s", "f5")  # from one side of the centre e5 to the other
    assert GAME.position_text(done).startswith("bases0 A1; powers0 f5; enforcers0 e6s")
    assert why(lifted, "e5n") == CLOSED


@pytest.mark.clause("RLM-M3", "RLM-P2")
def test_no_refusal_says_that_centres_may_be_passed() -> None:
    bases = ("*A1", "*D1", "*B2", "*C2", "*C3", "*B4")
    for options, expected in (({"centres": "blocked"}, CLOSED), ({}, ("RLM-M3", "centre"))):
        state = play(start(**options), *bases)
        assert why(state, "+b2") == expected
        assert refusal(state, "+b2").data == {"at": "b2"}
    found = refusal(blocked("powers0 d2"), "d2-g2")
    assert GAME.refusal_sentence(found, "en") == (
        "RLM-M3: e2 is a centre. Powers and enforcers can neither pass over it nor stop there. Choose another square."
    )
    assert "通り抜けることも止まることもできません" in GAME.refusal_sentence(found, "ja")


# --- RLM-E1 to E4 -----------------------------------------------------------------------------------------------
E1 = "bases0 A1; powers0 a1; powers1 l12"
E2 = "bases0 A2; powers0 a1"
E3 = "enforcers0 a1n c4n; enforcers1 b4s c6w g7n; neutral1 a6"
E4 = "bases1 A2; powers0 b4; enforcers0 a1n"


@pytest.mark.clause("RLM-E1", "RLM-E2", "RLM-E3", "RLM-E4")
@pytest.mark.parametrize(
    ("position", "choices", "reason"),
    [
        (E1, {"create"}, ("RLM-E1", "must_create")),
        (
            E2,
            {f"+{square}{way}" for square in ("b4", "c4", "a5", "c5", "a6", "b6", "c6") for way in "nesw"},
            ("RLM-E2", "must_enforce"),
        ),
        (E3, {"xb4", "xc6"}, ("RLM-E3", "must_neutralise")),
        (E4, {"capture"}, ("RLM-E4", "must_capture")),
    ],
)
def test_a_compulsory_event_leaves_no_way_out(position: str, choices: set[str], reason: tuple[str, str]) -> None:
    state = compulsory(position, "a1-a4")
    assert set(legal(state)) == choices
    assert set(legal(play(at(position), "a1-a4"))) == choices | {"no"}
    for step in ("no", "end", "pass", "c4-c7", "rearrange A2"):
        assert why(state, step) == reason
    assert refusal(state, "no").data == {"realm": "A2"}
    assert "can't be skipped" in GAME.refusal_sentence(refusal(state, "no"), "en")
    assert "見送れません" in GAME.refusal_sentence(refusal(state, "no"), "ja")
    assert "#no" not in {click for path in GAME.scene(state, 0).paths for click in path.clicks}
    after = play(state, min(choices))
    assert after.taken
    assert "end" in legal(after)  # the turn goes on as ever


@pytest.mark.clause("RLM-E2")
@pytest.mark.parametrize(
    ("position", "enforcers"),
    [
        ("bases0 A2; powers0 a1", 0),  # no stock at all
        ("bases0 A2; powers0 a1; neutral0 l10", 1),  # the only one lies neutralised
        ("bases0 A2; powers0 a1; neutral0 b4 c4 a5 c5; neutral1 a6 b6 c6", 8),  # no empty border square
    ],
)
def test_without_stock_or_room_nothing_is_compelled(position: str, enforcers: int) -> None:
    assert legal(compulsory(position, "a1-a4", enforcers=enforcers)) == ["end"]


@pytest.mark.clause("RLM-E3")
def test_whoever_must_neutralise_chooses_whom_and_pays_for_it() -> None:
    state = compulsory(E3, "a1-a4")
    assert why(state, "xg7") == ("RLM-E3", "must_victim")
    assert refusal(state, "xg7").data == {"at": "g7", "realm": "A2"}
    # Red has a power there and Blue none: the blue enforcer falls, too, and could not stay out of it.
    outnumbered = compulsory("enforcers0 a1n; enforcers1 c6w; powers1 b6", "a1-a4")
    assert legal(outnumbered) == ["xc6"]
    assert "neutral0 a4" in GAME.position_text(play(outnumbered, "xc6"))


@pytest.mark.clause("RLM-E1", "RLM-F1")
def test_the_last_base_must_be_put_even_where_it_loses() -> None:
    # Blue has lost eight bases and has one in hand: 4 realms against 5.
    state = compulsory("bases0 A1 B2 C3; bases1 D1 D2 D3 D4 C1; powers0 a1; captured1 8", "a1-a4")
    assert legal(state) == ["create"]
    outcome = GAME.outcome(play(state, "create"))
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == ("last_base", (1,))


@pytest.mark.clause("RLM-T1")
def test_pieces_need_not_move_to_where_an_event_waits() -> None:
    state = compulsory(E1)
    assert "pass" in legal(state)
    assert "rearrange A1" in legal(state)


@pytest.mark.parametrize(
    ("position", "key"),
    [
        (E1, "base"),
        (E2, "enforcer"),
        ("enforcers0 a1n; enforcers1 c6w; powers0 b6", "neutralise"),
        ("enforcers0 a1n; enforcers1 c6w; powers1 b6", "neutralise_lost"),
        ("bases1 A2; powers0 b4 c4; enforcers0 a1n", "capture"),
        (E4, "capture_lost"),
    ],
)
def test_what_to_do_does_not_offer_to_skip(position: str, key: str) -> None:
    for state, prefix in ((compulsory(position, "a1-a4"), "must"), (play(at(position), "a1-a4"), "event")):
        prompt = GAME.prompt(state, [])
        assert prompt is not None
        assert prompt.name == f"{prefix}_{key}"


# --- what computers think of it ---------------------------------------------------------------------------------
def names(realms: int) -> set[str]:
    return {realm_name(realm) for realm in range(16) if realms >> realm & 1}


@pytest.mark.clause("RLM-M3")
def test_reach_stops_at_blocked_centres() -> None:
    # From b1: north lies the centre b2, east along row 1 there is none.
    state = at("powers0 b1")
    square = SQUARES["b1"]
    piece = int(state.board[square])
    assert names(reach(state.board, False, square, piece)) == {"A2", "A3", "A4", "B1", "C1", "D1"}
    assert names(reach(state.board, True, square, piece)) == {"B1", "C1", "D1"}
    assert (Survey(state).roaming[0], Survey(blocked("powers0 b1")).roaming[0]) == (6, 3)


LOSING = "bases0 A1 B2 C3; bases1 D1 D2 D3 D4 C1; powers0 a1; captured1 8"


@pytest.mark.clause("RLM-E1", "RLM-F1")
def test_nobody_walks_into_a_last_base_that_loses() -> None:
    state = compulsory(LOSING)
    assert is_ruinous(state, MAY_CREATE)
    assert not is_ruinous(at(LOSING), MAY_CREATE)  # may be skipped
    steps = state.legal()
    weights = vec[float]([0.0] * len(steps))
    GAME.insight.priors(state, steps, weights)
    by_text = {GAME.step_text(step): weights[index] for index, step in enumerate(steps)}
    assert by_text["a1-a4"] < by_text["rearrange A1"]
    worth = vec[float]([0.0, 0.0])
    GAME.insight.judge_worth(play(state, "a1-a4"), worth)
    assert worth[0] < 0.01


@pytest.mark.clause("RLM-E1", "RLM-F2")
def test_a_forced_draw_is_worth_half() -> None:
    # The last base makes it 4 realms each, and 8 enforcers are in every hand.
    state = compulsory("bases0 A1 B2 C3; bases1 D1 D2 D3 D4; powers0 a1; captured1 8", "a1-a4")
    worth = vec[float]([0.0, 0.0])
    GAME.insight.judge_worth(state, worth)
    assert worth[0] == pytest.approx(0.5)


# --- whole games ------------------------------------------------------------------------------------------------
@pytest.mark.clause("RLM-M3", "RLM-E1", "RLM-E2", "RLM-E3", "RLM-E4")
@pytest.mark.parametrize("centres", ["open", "blocked"])
@pytest.mark.parametrize("events", ["optional", "compulsory"])
@pytest.mark.parametrize("seed", [pytest.param(seed, marks=[pytest.mark.slow] if seed else []) for seed in range(4)])
def test_games_full_of_events_follow_the_reference(centres: str, events: str, seed: int) -> None:
    options = {"centres": centres, "events": events, "bases": 10, "turn_cap": 60}
    state = start(**options)
    game = Reference(3, 8, 10, centres, events, "outnumbered", 60, 60)
    rng, choices = Rng(seed), set()
    for number in range(120):
        if state.seat < 0:
            break
        steps = legal(state)
        if number % 4 == 0 or state.event:
            assert set(steps) == game.legal()
        text = GAME.step_text(GAME.insight.rollout_step(state, rng))
        choices |= {text[0]} if state.event else set()
        assert text in steps
        state.apply(GAME.read_step(text))
        game.take(text)
    assert (state.seat < 0) is game.over
    assert {"c", "+"} <= choices
