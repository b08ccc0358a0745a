"""What a step would do is what it then does, and tells nothing that is hidden."""

from collections.abc import Iterator
from dataclasses import asdict

import pytest

from ludarium.core.game import HIDDEN, Event, Game, Outcome, Ruleset, find_ruleset, rulesets
from ludarium.core.rng import Rng
from ludarium.core.scene import Piece
from ludarium.core.state import SPECTATOR, EventLog, State
from ludarium.core.vocabulary import SHOW
from ludarium.table.preview import Consequence, consequences

QUICK = 12  # positions of a ruleset
MANY = 1000


def positions(ruleset: Ruleset, count: int) -> Iterator[State]:
    rng = Rng(5)
    while True:
        state = ruleset.new({}, rng.below(1 << 20))
        while state.seat >= 0:
            if rng.below(5) == 0:
                yield state
                if not (count := count - 1):
                    return
            state.apply(state.random_step(rng))


def happens(game: Game, state: State, step: int) -> tuple[list[Event], Outcome | None]:
    """What a step really does, but for what is only then seen."""
    log, after = EventLog(), state.copy()
    after.apply(step, log)
    shows = {kind.name for kind in game.events if kind.shows or kind.effect == SHOW}
    return [one for one in game.event_list(log, int(state.seat), over=False) if one.kind not in shows], game.outcome(
        after
    )


def after(game: Game, state: State, step: int) -> tuple[Piece, ...]:
    """The pieces once a step has been taken."""
    now = state.copy()
    now.apply(step)
    return game.scene(now, SPECTATOR).pieces


def fits(told: Consequence, events: list[Event], outcome: Outcome | None) -> bool:
    if told.outcome != outcome or len(told.events) != len(events):
        return False
    return all(
        one.kind == other.kind and all(value in (HIDDEN, other.data[name]) for name, value in one.data.items())
        for one, other in zip(told.events, events, strict=True)
    )


def check(ruleset: Ruleset, count: int) -> None:
    game = ruleset.game
    for state in positions(ruleset, count):
        view = state.view(state.seat)
        scene = game.scene(view, int(state.seat))
        for step in state.legal():
            told = consequences(game, view, scene, int(step))
            assert any(fits(one, *happens(game, state, int(step))) for one in told), (game.step_text(step), told)
            if not game.hidden_information:
                assert len(told) == 1
                assert set(told[0].pieces) <= set(after(game, state, int(step)))


@pytest.mark.parametrize("ruleset", rulesets(), ids=lambda one: one.name)
def test_what_is_told_happens(ruleset: Ruleset) -> None:
    check(ruleset, QUICK)


@pytest.mark.slow
@pytest.mark.compiled_only
@pytest.mark.parametrize("ruleset", rulesets(), ids=lambda one: one.name)
def test_what_is_told_happens_in_a_thousand_positions(ruleset: Ruleset) -> None:
    check(ruleset, MANY)


@pytest.mark.parametrize("name", ["myrmidons", "myrmidons-memory", "myrmidons-secret"])
def test_two_truths_that_look_alike_have_the_same_previews(name: str) -> None:
    ruleset, rng = find_ruleset(name), Rng(2)
    game = ruleset.game
    for state in positions(ruleset, QUICK):
        seat = int(state.seat)
        told, odds = [], []
        for truth in (state, state.view(seat).resample(seat, rng), state.view(seat).resample(seat, rng)):
            view = truth.view(seat)
            scene = game.scene(view, seat)
            told.append([[asdict(one) for one in consequences(game, view, scene, int(step))] for step in view.legal()])
            odds.append([game.odds_sentence(view, int(step), "en") for step in view.legal()])
        assert told[0] == told[1] == told[2]
        assert odds[0] == odds[1] == odds[2]


def test_a_knocked_ship_runs_on() -> None:
    """MUR-K1, K2: Black's lone ship on c1 (class 1) goes outwards to c2, where a ship of White's pair is (class
    2): that runs on to c3.
    """
    game = find_ruleset("mur-en").game
    state = game.read_position(find_ruleset("mur-en").read({}), "black c1; white c2 d2; kraken a3")
    [told] = consequences(game, state, game.scene(state, 0), game.read_step("c1o"))
    assert [(one.effect, one.data["from"], one.data["to"]) for one in told.events] == [
        ("move", "c1", "c2"),
        ("push", "c2", "c3"),
    ]
    # MUR-G2: White's ships are no group any more, and each is of class 1.
    assert {piece.site: (piece.owner, piece.badges) for piece in told.pieces} == {"c2": (0, ("1",)), "c3": (1, ("1",))}


def test_an_uncertain_fight_has_two_ends_and_no_names() -> None:
    """Sword 3 against a block of which nothing is known: it is removed, or the attacker falls back."""
    ruleset = find_ruleset("myrmidons")
    game = ruleset.game
    state = ruleset.new({}, 1)
    for step in ("=333", "=324", "=243", "=432", "=522", "=111") * 2:
        state.apply(game.read_step(step))
    for step in ("a1n3", "a7s2"):  # a 333 stands on a4 now, in front of an enemy on a5
        state.apply(game.read_step(step))
    view = state.view(0)
    told = consequences(game, view, game.scene(view, 0), game.read_step("a4n1"))
    ends = sorted([event.kind for event in one.events] for one in told)
    assert ends == [["moved", "fell_back"], ["moved", "removed"]]
    removed = next(
        event for one in told for event in one.events if event.kind == "removed" and event.data["owner"] == 1
    )
    assert removed.data["piece"] == HIDDEN
    # It can be 333, 324, 243, 432 or 522 (a commander does not go two squares): all but 243 have a shield up to 3.
    said = game.odds_sentence(view, game.read_step("a4n1"), "en")
    assert said == "Sword 3 beats shields up to 3: 4 of the 5 types it can be."
    assert game.odds_sentence(view, game.read_step("b1n1"), "en") == ""


def test_the_square_to_be_filled_is_marked_for_whoever_fills_it() -> None:
    """MYR-P1: Blue sets up from a1 to f1."""
    ruleset = find_ruleset("myrmidons")
    state = ruleset.new({}, 1)
    state.apply(ruleset.game.read_step("=333"))
    assert ruleset.game.scene(state.view(0), 0).forced == ("b1",)
    assert ruleset.game.scene(state.view(1), 1).forced == ()


def test_what_is_hidden_is_left_out_of_the_sentence() -> None:
    game = find_ruleset("myrmidons").game
    put = Event("put", {"seat": 1, "piece": HIDDEN, "at": "a7"}, "put")
    assert game.event_sentence(put, "en") == "Red places a block on a7."
    known = Event("put", {"seat": 1, "piece": "333", "at": "a7"}, "put")
    assert game.event_sentence(known, "en") == "Red places a block on a7 (3-3-3)."


def test_a_certain_fight_names_sword_and_shield() -> None:
    """For somebody who knows what stands on a5: Red's first block came to a7, a 333."""
    ruleset = find_ruleset("myrmidons")
    game = ruleset.game
    state = ruleset.new({}, 1)
    for step in ("=324", "=333", "=243", "=432", "=522", "=111", "=333", "=243", "=324", "=432", "=522", "=111"):
        state.apply(game.read_step(step))
    for step in ("a1n3", "a7s2"):
        state.apply(game.read_step(step))
    assert game.odds_sentence(state, game.read_step("a4n1"), "en") == "Sword 3 against shield 3."
