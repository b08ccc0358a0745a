"""Free boards: what a position looks like, how it came about, and what is said about a step that is wrong."""

import json
from itertools import permutations

import orjson
import pytest
from pydantic import ValidationError

from ludarium.core.errors import LudariumError
from ludarium.core.game import Ruleset, find_ruleset, rulesets
from ludarium.core.rng import Rng
from ludarium.core.scene import Board
from ludarium.engine import RequestError, StepError
from ludarium.server import wire
from ludarium.server.analysis.positions import position, reached_by
from ludarium.server.errors import refused, status_of
from ludarium.server.requests import MOST_STEPS, PositionRequest

BLOCKS = ["111", "243", "324", "333", "432", "522"]


def wanted(ruleset: str, *steps: str, **more: object) -> PositionRequest:
    return PositionRequest.model_validate({"ruleset": ruleset, "steps": list(steps), **more})


def encoded(found: wire.AnalysisPosition) -> bytes:
    return orjson.dumps(found)


# --- what is shown ----------------------------------------------------------------------------------------------------
def test_what_can_be_done_is_said_to_whoever_asks_for_it() -> None:
    guided = position(wanted("mur-en", "+c2", guided=True)).picture
    assert guided.prompts[""] == "Place a ship on an empty intersection, or move one of your ships."
    assert guided.goal
    plain = position(wanted("mur-en", "+c2")).picture
    assert (plain.prompts, plain.goal, plain.cautions) == ({}, "", {})


def test_a_position_with_the_steps_that_led_to_it() -> None:
    found = position(wanted("mur-en", "c2r", position="black c2; white d2 e2; kraken x", locale="en"))
    (step,) = found.steps
    # The lone black ship (class 1) knocks the white one (class 2), which runs over e2 to f2.
    assert (step.number, step.turn, step.seat, step.text) == (1, 1, 0, "c2r")
    assert [event.effect for event in step.events] == ["move", "push"]
    assert "f2" in step.events[1].sentence
    stands = {piece.site: piece.owner for piece in found.picture.pieces}
    assert stands == {"d2": 0, "e2": 1, "f2": 1, "x": -1}
    assert found.picture.seat == 1
    assert set(found.picture.last) == {"c2", "d2", "f2"}
    assert "+c2" in [way.step for way in found.picture.paths]
    assert found.outcome is None
    again = position(wanted("mur-en", position=found.position))
    assert {piece.site: piece.owner for piece in again.picture.pieces} == stands


def test_a_game_that_is_over_has_an_ending_and_no_ways() -> None:
    found = position(wanted("mur-en", "+c2", position="black b3 d3; white c3; closes 2 0", locale="ja"))
    assert found.outcome is not None
    assert found.outcome.winners == [0]
    assert found.outcome.clause == "MUR-C3"
    assert "黒" in found.outcome.sentence
    assert found.picture.paths == []
    assert found.picture.seat == -1


def test_only_what_the_browser_lacks_is_sent() -> None:
    steps = ["+c2", "+d2", "+e2"]
    first = position(wanted("mur-en", *steps[:2]))
    assert first.picture.ground is not None
    known = {"known_ground": first.picture.ground_key, "known_looks": sorted(first.picture.art)}
    second = position(wanted("mur-en", *steps, since=2, **known))
    assert [(step.number, step.text) for step in second.steps] == [(3, "+e2")]
    assert second.picture.ground is None
    assert not set(second.picture.art) & set(first.picture.art)
    looks = {piece.look for piece in second.picture.pieces}
    assert looks <= set(first.picture.art) | set(second.picture.art)
    assert position(wanted("mur-en", *steps, since=3)).steps == []


@pytest.mark.parametrize("ruleset", rulesets(), ids=lambda ruleset: ruleset.name)
def test_what_happened_leads_from_the_first_picture_to_the_last(ruleset: Ruleset) -> None:
    game, state, rng, steps = ruleset.game, ruleset.new({}, 4), Rng(9), list[str]()
    while state.seat >= 0 and len(steps) < 120:
        legal = state.legal()
        steps.append(game.step_text(legal[rng.below(len(legal))]))
        state.apply(game.read_step(steps[-1]))
    found = position(wanted(ruleset.name, *steps, seed=4))
    assert [step.text for step in found.steps] == steps
    board = Board(reached_by(wanted(ruleset.name, seed=4)).scene(-1, open_=True))
    for event in (event for step in found.steps for event in step.events):
        board.change(event.effect, event.data)
    end = reached_by(wanted(ruleset.name, *steps, seed=4)).scene(-1, open_=True)
    assert board.contents() == Board(end).contents()
    assert {(piece.site, piece.kind) for piece in found.picture.pieces} == {
        (piece.site, piece.kind) for piece in end.pieces
    }


# --- what is wrong ----------------------------------------------------------------------------------------------------
def refusal(asked: PositionRequest) -> tuple[LudariumError, wire.Refused]:
    with pytest.raises(LudariumError) as caught:
        position(asked)
    return caught.value, refused(caught.value, asked.locale)


def test_a_wrong_step_is_named_with_its_clause() -> None:
    error, said = refusal(wanted("mur-en", "+c2", "+c2", "+d2"))
    assert isinstance(error, StepError)
    assert error.index == 1
    assert "Move 2 (+c2)" in said.sentence
    assert said.clause == "MUR-T1"
    assert said.page == "/rules/mur#MUR-T1"
    assert status_of(error) == 400
    assert "2番目の手" in refusal(wanted("mur-en", "+c2", "+c2", locale="ja"))[1].sentence


@pytest.mark.parametrize(
    ("asked", "status", "said"),
    [
        (wanted("chess"), 404, 'no ruleset "chess"'),
        (wanted("mur-en", "hello"), 400, 'Move 1 (hello): "hello" isn\'t a move'),
        (wanted("mur-en", options={"turn_cap": -1}), 400, "turn_cap"),
        (wanted("mur-en", options={"colour": "red"}), 400, 'no option "colour"'),
        (wanted("mur-en", position="green a1"), 400, '"green"'),
        (wanted("mur-en", view=2), 409, "no seat 2"),
        (wanted("myrmidons", "a1n1", position="blue a1=111; red a7=?; veiled 1"), 400, "view"),
    ],
    ids=["ruleset", "notation", "value", "option", "position", "seat", "a view"],
)
def test_errors_say_what_to_do(asked: PositionRequest, status: int, said: str) -> None:
    error, told = refusal(asked)
    assert said in told.sentence
    assert status_of(error) == status
    assert error.sentence("ja") != told.sentence


def test_a_position_that_the_rules_cannot_deal_with_is_no_fault_of_the_server(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def confused(*_: object) -> None:
        raise ZeroDivisionError("no such thing")

    monkeypatch.setattr(type(find_ruleset("mur-en").game), "describe", confused)
    error, told = refusal(wanted("mur-en", position="black a1"))
    assert isinstance(error, RequestError)
    assert "ZeroDivisionError" in told.sentence


@pytest.mark.parametrize(
    "more",
    [
        {"steps": ["+c2"] * (MOST_STEPS + 1)},
        {"steps": ["x" * 61]},
        {"steps": [1]},
        {"position": "x" * 20_001},
        {"seed": -1},
        {"view": -2},
        {"view": 6},
        {"since": -1},
        {"known_looks": ["x"] * 601},
        {"nonsense": 1},
        {"ruleset": ""},
    ],
    ids=str,
)
def test_what_is_too_long_or_strange_is_refused_unread(more: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        PositionRequest.model_validate({"ruleset": "mur-en", **more})


# --- what is hidden ---------------------------------------------------------------------------------------------------
def set_up(blue: list[str], red: list[str]) -> list[str]:
    return [f"={block}" for block in (*blue, *red)]


def test_a_position_shows_everything_unless_it_is_asked_for_a_view() -> None:
    steps = set_up(BLOCKS, BLOCKS)
    whole = position(wanted("myrmidons", *steps))
    assert {piece.kind for piece in whole.picture.pieces} == set(BLOCKS)
    assert not any(piece.secret for piece in whole.picture.pieces)
    assert [step.text for step in whole.steps] == steps
    assert whole.picture.paths  # Blue's, who is to act
    seen = position(wanted("myrmidons", *steps, view=1))
    assert {piece.kind for piece in seen.picture.pieces if piece.owner == 1} == set(BLOCKS)
    assert {piece.kind for piece in seen.picture.pieces if piece.owner == 0} == {"?"}
    assert [step.text for step in seen.steps if step.seat == 1] == steps[6:]
    assert {step.text for step in seen.steps if step.seat == 0} == {""}
    assert seen.picture.paths == []
    watched = position(wanted("myrmidons", *steps, view=-1))
    assert {piece.kind for piece in watched.picture.pieces} == {"?"}


def test_a_view_is_the_same_for_all_that_it_leaves_open() -> None:
    """Whatever Red has on b7 to f7: Blue and the spectators get the same bytes, Red does not."""
    move = ["a1n1"]
    others = list(permutations(BLOCKS[1:]))[::17]
    for view, alike in ((0, True), (-1, True), (1, False), (None, False)):
        found = {
            encoded(position(wanted("myrmidons", *set_up(BLOCKS, ["111", *red]), *move, view=view))) for red in others
        }
        assert (len(found) == 1) == alike


def test_the_steps_of_a_view_are_counted_as_its_seat_counts_them() -> None:
    # The commander orders itself and a companion northwards: three steps that the enemy sees as one.
    steps = [*set_up(BLOCKS, BLOCKS), "!n", "b1:1", "."]
    seen = position(wanted("myrmidons", *steps, view=1)).steps
    assert [step.number for step in seen] == list(range(1, len(seen) + 1))
    assert seen[-1].seat == 0
    assert seen[-1].events
    assert len(seen) == len(steps) - 2
    later = position(wanted("myrmidons", *steps, view=1, since=len(seen) - 1)).steps
    assert later == seen[-1:]


def test_after_the_end_of_a_game_everything_is_shown() -> None:
    found = position(wanted("myrmidons", "c3n2", position="blue c3=324 a1=111; red c5=111 f7=333", view=0))
    assert found.outcome is not None
    assert found.outcome.winners == [0]
    assert {piece.kind for piece in found.picture.pieces} == {"324", "111", "333"}


def test_positions_are_plain_json() -> None:
    for ruleset in rulesets():
        json.loads(encoded(position(wanted(ruleset.name))))
